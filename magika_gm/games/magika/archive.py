"""Magika in the store: its tables, and its world, events, acts and memories as plain data.

The tables are older than the rule by which other games' are named, and keep their names.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from magika_gm.engine.archive import Cell, Each, GameArchive, Once, Own, Tables, number, text
from magika_gm.engine.plain import Data, Kept, Word
from magika_gm.engine.relations import TURN, Column, Keeps, Kind, Rows
from magika_gm.games.magika.rules.acts import ACTS
from magika_gm.games.magika.rules.arena import INDEX, NAME
from magika_gm.games.magika.rules.events import EVENTS
from magika_gm.games.magika.rules.state import Area, Mage, Scroll, World, faults, shifts_of
from magika_gm.games.magika.rules.tables import TERRAIN_CODES, TERRAIN_NAMES
from magika_gm.games.magika.rules.tasks import give_tasks
from magika_gm.games.magika.setup import Scenario, task_from_plain, task_to_plain
from magika_gm.games.magika.sight import Recon, mages_to_plain, memory_from_plain, memory_to_plain, news, spaces_to_text


def _space(name: str) -> int:
    if name not in INDEX:
        raise ValueError(f"no space is called {name!r}")
    return INDEX[name]


def _terrain(name: str) -> int:
    if name not in TERRAIN_CODES:
        raise ValueError(f"no terrain is called {name!r}")
    return TERRAIN_CODES[name]


def _things(world: World) -> Iterable[Data]:
    held: list[tuple[str, str | None, str | None]] = []
    held += [(thing, letter, None) for letter, mage in world.mages.items() for thing in mage.items()]
    held += [(thing, None, NAME[space]) for space, lying in sorted(world.lying.items()) for thing in lying]
    return [
        {"nr": nr, "thing": thing, "holder": holder, "space": space} for nr, (thing, holder, space) in enumerate(held)
    ]


def _effects(mage: Mage) -> Iterable[Data]:
    return [{"effect": effect, "until": until} for effect, until in mage.effects.items()]


_SPACE = Word(NAME.__getitem__, _space)
_SPACES = Word(
    lambda spaces: " ".join(NAME[space] for space in sorted(spaces)),
    lambda names: frozenset(_space(name) for name in names.split()),
)
TABLES = Tables(
    World,
    Once("state", World, Cell(TURN), "phase", Cell("ending", size=16), Cell("globe", size=13)),
    Each(
        "mages", "mages", Mage, Cell("letter", size=1), "name", Cell("race", size=10), Cell("alignment", size=8),
        Cell("space", word=_SPACE, size=3), "endurance", "arcania", "skill", "aptitude", "max_endurance",
        "max_arcania", Cell("team", size=8), "barred",
        Cell("boosted", word=Word(" ".join, str.split), size=24), "unconscious", "may_uncloak", "moves", "rests",
        "demands", "travelled", "dropped", but=("slot", "keeps"), keeps=Keeps.TURN, table="mages",
        within=(
            Each(
                "scrolls", "scrolls", Scroll, Cell("code", size=5), "number", "until", "reads", "bound",
                numbered="place", keeps=Keeps.TURN, table="scrolls",
            ),
            Own(
                "effects", text("effect", size=8), number("until"), keys=1, write=_effects, keeps=Keeps.TURN,
                read=lambda rows: {"effects": {row["effect"]: row["until"] for row in rows}}, table="effects",
            ),
        ),
    ),
    Own(
        "things", number("nr"), text("thing", size=12), text("holder", size=1, null=True),
        text("space", size=3, null=True), keys=1, write=_things, keeps=Keeps.TURN, table="things",
    ),
    Each(
        "areas", "areas", Area, Cell("kind", size=5), "value", Cell("spaces", word=_SPACES), "until",
        Cell("caster", size=1), numbered="nr", first=0, keeps=Keeps.TURN, table="areas",
    ),
    Own(
        "terrain", text("space", size=3), text("terrain", size=8), keys=1, write=lambda _: (), table="terrain_changes",
    ),
    Own(
        "tasks", number("nr"), text("name"), Column(name="task", kind=Kind.JSON), keys=1, table="tasks",
        write=lambda world: [
            {"nr": nr, "name": task.name, "task": task_to_plain(task)} for nr, task in enumerate(world.tasks, 1)
        ],
    ),
    Own(
        "tallies", number("nr"), Column(name="tally", kind=Kind.JSON), keys=1, table="task_tallies", keeps=Keeps.TURN,
        write=lambda world: [{"nr": nr, "tally": tally} for nr, tally in enumerate(world.tallies, 1)],
    ),
)  # fmt: skip


def _put(world: World, thing: str, holder: str | None, space: str | None) -> None:
    if holder is None:
        world.lying.setdefault(_space(space or ""), []).append(thing)
    elif holder not in world.mages:
        raise ValueError(f"there is no mage {holder}")
    elif thing.startswith("cloak:"):
        world.mages[holder].cloaks.append(thing.removeprefix("cloak:"))
    else:
        world.mages[holder].artifacts.append(thing)


class _Archive(GameArchive):
    name = "magika"
    tables, events, acts = TABLES, EVENTS, ACTS
    memories = Kept(memory_to_plain, memory_from_plain)
    faults = staticmethod(faults)

    def to_rows(self, state: World, scenario: Any = None) -> Rows:
        """Of the terrain only what is not as the scenario has it: Chaos formed it since."""
        changed = [
            {"space": NAME[space], "terrain": TERRAIN_NAMES[code]}
            for space, (code, first) in enumerate(zip(state.terrain, scenario.terrain, strict=True))
            if code != first
        ]
        return {**super().to_rows(state), "terrain": changed}

    def from_rows(self, rows: Rows, scenario: Any = None) -> World:
        if len(rows["state"]) != 1:
            raise ValueError("the turn has no state of the world")
        world: World = super().from_rows(rows, scenario)
        return world

    def given(self, scenario: Scenario) -> Data:
        return {
            "terrain": list(scenario.terrain),
            "figures": scenario.options.spell_figures,
            "aim": scenario.options.aim,
            "edition": scenario.options.edition,
        }

    def finish(self, world: World, rows: Rows) -> None:
        for row in rows["terrain"]:
            world.terrain[_space(row["space"])] = _terrain(row["terrain"])
        for row in sorted(rows["things"], key=lambda row: int(row["nr"])):
            _put(world, row["thing"], row["holder"], row["space"])
        world.shifts = shifts_of(world.areas)
        tallies = [tuple(v) if isinstance(v := row["tally"], list) else v for row in rows["tallies"]]
        if tallies:  # a turn played before there were tasks has none
            give_tasks(world, [task_from_plain(row["task"]) for row in rows["tasks"]], tallies)

    def seen_text(self, view: Recon) -> str:
        """The spaces seen, with their terrain: ``y12:433 z9:00``."""
        return spaces_to_text(news(view)[0])

    def known_plain(self, view: Recon) -> list[Data]:
        """What was perceived of other mages."""
        return mages_to_plain(news(view)[1])


ARCHIVE = _Archive()
