"""The strongest army of one's own: ``python -m tests.arena.strongest SEED`` (some minutes; docs/arena/balance.md).

Hill climbing over games against the ready-made armies of scenario ``free``, the built-in players on both sides; the
best armies found then play fresh games. Not a test: it prints figures.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from magika_gm.games.arena.rules.tables import KINDS
from magika_gm.games.arena.setup import read_scenario
from magika_gm.games.arena.trials import Muster
from tests.arena.search import Arena, Hunt, hunt, legal

FREE = Path(__file__).parents[2] / "scenarios" / "arena" / "free.toml"

SUSPECTS = (
    "2 Swordmaster, Robber, Druid, Angel, 2 Warhorse",
    "Giant, Knight, Dwarf, Wall of Stone, Helicopter, 2 Airship, Gas Mask",
    "Troll, Giant, Dwarf, 2 Wall of Stone, 2 Airship",
    "3 Assassin, 3 Elf, 2 Wolf, 2 Riding Horse",
    "3 Swordmaster, 2 Druid, 3 Warhorse",
    "2 Swordmaster, 2 Assassin, Druid, 3 Warhorse",
    "2 Unicorn, 2 Wolf, Angel, Druid",
    "Troll, Giant, 2 Dwarf, Acolyte, 2 Wall of Stone, Airship",
    "2 Giant, 4 Robber, 4 Wall of Stone",
    "Orcish Archer, 4 Robber, Vampire, Gargoyle, Fire Elemental, Poisoned Dagger, Net, Ring of Regeneration",
    "2 Swordmaster, 2 Dwarf, Angel, 2 Warhorse",
    "2 Swordmaster, 2 Dwarf, Druid, 2 Hellhorse",
)
"""Armies like those that won most in earlier searches, as dear as the table makes them now."""


HOW = Hunt(tries=10, kept=5, climbs=2, steps=16, finalists=2, fresh=312)


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
        yield f"{stage}: {trial.share} of {trial.share.cases}: {trial.army}"
    yield f"{arena.games + fresh.games} games"


if __name__ == "__main__":
    for line in lines(sys.argv[1] if len(sys.argv) > 1 else "1", HOW):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
