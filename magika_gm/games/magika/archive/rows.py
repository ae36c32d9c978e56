"""A world as rows of its relations, and back."""

from __future__ import annotations

from typing import Any

from magika_gm.engine.relations import TURN, Rows
from magika_gm.games.magika.rules.arena import INDEX, NAME
from magika_gm.games.magika.rules.tables import TERRAIN_CODES, TERRAIN_NAMES
from magika_gm.games.magika.rules.tasks import give_tasks
from magika_gm.games.magika.rules.world import Area, Mage, Scroll, World, shifts_of
from magika_gm.games.magika.setup.scenario import Scenario
from magika_gm.games.magika.setup.task_deck import task_from_plain, task_to_plain

_PLAIN = (
    "name", "race", "alignment", "endurance", "arcania", "skill", "aptitude", "max_endurance", "max_arcania", "team",
    "barred", "unconscious", "may_uncloak", "moves", "rests", "demands", "travelled", "dropped",
)  # fmt: skip
_SCROLL = ("code", "number", "until", "reads", "bound")


def to_rows(world: World, scenario: Scenario) -> Rows:
    """The world's rows. Of the terrain only what is not as the scenario has it: Chaos formed it since."""
    mages: list[dict[str, Any]] = []
    scrolls: list[dict[str, Any]] = []
    things: list[dict[str, Any]] = []
    effects: list[dict[str, Any]] = []
    for letter, mage in world.mages.items():
        mages.append(
            {"letter": letter, "space": NAME[mage.space], "boosted": " ".join(mage.boosted)}
            | {name: getattr(mage, name) for name in _PLAIN}
        )
        for place, scroll in enumerate(mage.scrolls, 1):
            scrolls.append({"letter": letter, "place": place} | {name: getattr(scroll, name) for name in _SCROLL})
        for thing in mage.items():
            things.append({"nr": len(things), "thing": thing, "holder": letter, "space": None})
        for effect, until in mage.effects.items():
            effects.append({"letter": letter, "effect": effect, "until": until})
    for space, lying in sorted(world.lying.items()):
        for thing in lying:
            things.append({"nr": len(things), "thing": thing, "holder": None, "space": NAME[space]})
    return {
        "state": [{TURN: world.turn, "phase": world.phase, "ending": world.ending, "globe": world.globe}],
        "mages": mages,
        "scrolls": scrolls,
        "things": things,
        "effects": effects,
        "areas": [_area(nr, area) for nr, area in enumerate(world.areas)],
        "terrain": [
            {"space": NAME[space], "terrain": TERRAIN_NAMES[code]}
            for space, (code, first) in enumerate(zip(world.terrain, scenario.terrain, strict=True))
            if code != first
        ],
        "tasks": [{"nr": nr, "name": task.name, "task": task_to_plain(task)} for nr, task in enumerate(world.tasks, 1)],
        "tallies": [{"nr": nr, "tally": tally} for nr, tally in enumerate(world.tallies, 1)],
    }


def _area(nr: int, area: Area) -> dict[str, Any]:
    spaces = " ".join(NAME[s] for s in sorted(area.spaces))
    return {"nr": nr, "kind": area.kind, "value": area.value, "spaces": spaces, "until": area.until,
            "caster": area.caster}  # fmt: skip


def from_rows(rows: Rows, scenario: Scenario) -> World:
    """The world of such rows. Raises ValueError where they hold none."""
    if len(rows["state"]) != 1:
        raise ValueError("the turn has no state of the world")
    (state,) = rows["state"]
    world = World(
        terrain=list(scenario.terrain),
        turn=state[TURN],
        phase=state["phase"],
        ending=state["ending"],
        globe=state["globe"],
        figures=scenario.options.spell_figures,
    )
    for row in rows["terrain"]:
        world.terrain[_space(row["space"])] = _terrain(row["terrain"])
    for row in rows["mages"]:
        plain = {name: row[name] for name in _PLAIN}
        world.mages[row["letter"]] = Mage(
            letter=row["letter"], space=_space(row["space"]), boosted=row["boosted"].split(), **plain
        )
    for row in rows["scrolls"]:
        _mage(world, row["letter"]).scrolls.append(Scroll(*(row[name] for name in _SCROLL)))
    for row in rows["things"]:
        _put(world, row["thing"], row["holder"], row["space"])
    for row in rows["effects"]:
        _mage(world, row["letter"]).effects[row["effect"]] = row["until"]
    for row in rows["areas"]:
        spaces = frozenset(_space(name) for name in row["spaces"].split())
        world.areas.append(Area(row["kind"], row["value"], spaces, row["until"], row["caster"]))
    world.shifts = shifts_of(world.areas)
    tallies = [tuple(v) if isinstance(v := row["tally"], list) else v for row in rows["tallies"]]
    if tallies:  # a turn played before there were tasks has none
        give_tasks(world, [task_from_plain(row["task"]) for row in rows["tasks"]], tallies)
    return world


def _put(world: World, thing: str, holder: str | None, space: str | None) -> None:
    if holder is None:
        world.lying.setdefault(_space(space or ""), []).append(thing)
    elif thing.startswith("cloak:"):
        _mage(world, holder).cloaks.append(thing.removeprefix("cloak:"))
    else:
        _mage(world, holder).artifacts.append(thing)


def _mage(world: World, letter: str) -> Mage:
    if letter not in world.mages:
        raise ValueError(f"there is no mage {letter}")
    return world.mages[letter]


def _space(name: str) -> int:
    if name not in INDEX:
        raise ValueError(f"no space is called {name!r}")
    return INDEX[name]


def _terrain(name: str) -> int:
    if name not in TERRAIN_CODES:
        raise ValueError(f"no terrain is called {name!r}")
    return TERRAIN_CODES[name]
