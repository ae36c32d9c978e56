"""The strongest army of one's own: ``python -m tests.arena.strongest SEED`` (some minutes; docs/arena/balance.md).

Hill climbing over games against the ready-made armies of scenario ``free``, the built-in players on both sides; the
best armies found then play fresh games. Not a test: it prints figures.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from magika_gm.games.arena.balance.armies import Muster, legal
from magika_gm.games.arena.balance.search import Arena, Hunt, hunt
from magika_gm.games.arena.rules.tables import KINDS
from magika_gm.games.arena.setup.scenario_reader import read_scenario

FREE = Path(__file__).parents[2] / "scenarios" / "arena" / "free.toml"

SUSPECTS = (
    "Orcish Archer, 4 Robber, Vampire, Gargoyle, 2 Fire Elemental, Poisoned Dagger, Net, Ring of Regeneration",
    "4 Robber, 4 Human Soldier, 4 Orc, Giant",
    "4 Knight, 4 Elf, 3 Assassin",
    "4 Warhorse, 4 Human Soldier, 4 Robber, Shaman",
    "4 Hellhorse, 4 Orc, 4 Robber",
    "4 Elephant, 4 Human Grunt, 4 Robber",
    "2 Catapult, 3 Human Pilot, 4 Robber, 2 Giant, Druid",
    "Gunship, Human Pilot, 4 Robber, 4 Human Soldier, 2 Dwarf",
    "4 Treant, 2 Robber, 2 Elf, Druid",
    "4 Giant Scorpion, 4 Giant Snake, 4 Giant Spider",
    "2 Giant Bird, 4 Robber, 3 Elf, 2 Treant, Acolyte",
    "4 Sea Serpent, 4 Robber",
    "4 Fire Elemental, 4 Robber, Wizard",
    "4 Unicorn, 4 Elf, 4 Robber, High Priest",
    "4 Kobold, 4 Human Pilot, 4 Robber, 4 Elf, Gunship, 2 Orc",
)
"""Armies picked by hand."""


def muster(text: str) -> Muster:
    """An army from ``4 Robber, Vampire, Net``."""
    creatures, items = list[tuple[str, int]](), list[tuple[str, int]]()
    for part in text.split(", "):
        number, _, name = part.partition(" ")
        counted = (name, int(number)) if number.isdigit() else (part, 1)
        (creatures if counted[0] in KINDS else items).append(counted)
    return Muster(tuple(creatures), tuple(items))


def lines(seed: str, how: Hunt, suspects: Sequence[str] = SUSPECTS) -> Iterator[str]:
    """The search told as it goes on."""
    scenario = read_scenario(FREE.read_text(encoding="utf-8"))
    arena, fresh = Arena(scenario, seed), Arena(scenario, seed + " fresh")
    armies = [army for army in map(muster, suspects) if legal(army, scenario.limits, arena.costs)]
    for stage, trial in hunt(arena, fresh, armies, how, seed.encode()):
        yield f"{stage}: {trial.share} of {trial.share.games}: {trial.army}"
    yield f"{arena.games + fresh.games} games"


if __name__ == "__main__":
    for line in lines(sys.argv[1] if len(sys.argv) > 1 else "1", Hunt()):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
