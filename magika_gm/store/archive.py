"""Worlds, events, rolls and played orders, turn by turn."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from magika_gm.engine.dice import Roll
from magika_gm.engine.told import Told
from magika_gm.games.magika.rules.acts import Act, act_from_plain
from magika_gm.games.magika.rules.arena import INDEX, NAME
from magika_gm.games.magika.rules.events import Event
from magika_gm.games.magika.rules.tables import TERRAIN_CODES, TERRAIN_NAMES
from magika_gm.games.magika.rules.tasks import give_tasks
from magika_gm.games.magika.rules.world import Area, Mage, Scroll, World, faults, shifts_of
from magika_gm.games.magika.setup.task_deck import task_from_plain, task_to_plain
from magika_gm.games.magika.task_cards import Tally, Task
from magika_gm.store import tables as t
from magika_gm.store.codec import rolls_from_blob, rolls_to_blob, told_from_json, told_to_json
from magika_gm.store.database import StoreError

_PLAIN = (
    "name", "race", "alignment", "endurance", "arcania", "skill", "aptitude", "max_endurance", "max_arcania", "team",
    "barred", "unconscious", "may_uncloak", "moves", "rests", "demands", "travelled", "dropped",
)  # fmt: skip


def _fill(connection: Connection, table: Any, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(table), rows)


def save_turn(
    connection: Connection, game: str, turn: int, processed_at: str, next_due: str, world: World, held: bool = False
) -> None:
    """Add the row of a turn; everything else of the turn hangs on it. A ``held`` one waits to be published."""
    row = {
        "game": game,
        "turn": turn,
        "processed_at": processed_at,
        "next_due": next_due,
        "phase": world.phase,
        "ending": world.ending,
        "globe": world.globe,
        "held": held,
    }
    connection.execute(insert(t.turns), [row])


def save_world(connection: Connection, game: str, turn: int, world: World, before: Sequence[int]) -> None:
    """Add the world's rows. ``before`` is the true terrain one turn earlier: only what changed is written."""
    key = {"game": game, "turn": turn}
    mages: list[dict[str, Any]] = []
    scrolls: list[dict[str, Any]] = []
    things: list[dict[str, Any]] = []
    effects: list[dict[str, Any]] = []
    for letter, mage in world.mages.items():
        mages.append(
            key
            | {name: getattr(mage, name) for name in _PLAIN}
            | {"letter": letter, "space": NAME[mage.space], "boosted": " ".join(mage.boosted)}
        )
        for place, s in enumerate(mage.scrolls, 1):
            scrolls.append(key | {"letter": letter, "place": place, **asdict(s)})
        for thing in mage.items():
            things.append(key | {"nr": len(things), "thing": thing, "holder": letter, "space": None})
        for effect, until in mage.effects.items():
            effects.append(key | {"letter": letter, "effect": effect, "until": until})
    for space, lying in sorted(world.lying.items()):
        for thing in lying:
            things.append(key | {"nr": len(things), "thing": thing, "holder": None, "space": NAME[space]})
    areas = [
        key
        | {
            "nr": nr,
            "kind": a.kind,
            "value": a.value,
            "spaces": " ".join(NAME[s] for s in sorted(a.spaces)),
            "until": a.until,
            "caster": a.caster,
        }
        for nr, a in enumerate(world.areas)
    ]
    changes = [
        key | {"space": NAME[s], "terrain": TERRAIN_NAMES[code]}
        for s, (code, old) in enumerate(zip(world.terrain, before, strict=True))
        if code != old
    ]
    for table, rows in (
        (t.mages, mages),
        (t.scrolls, scrolls),
        (t.things, things),
        (t.effects, effects),
        (t.areas, areas),
        (t.terrain_changes, changes),
    ):
        _fill(connection, table, rows)
    _save_tasks(connection, game, turn, world)


def load_world(
    connection: Connection, game: str, turn: int, terrain: Sequence[int], figures: str = "descriptions"
) -> World:
    """The world after a turn; ``terrain`` is the scenario's, over which the changes up to that turn are laid.

    ``figures`` is the scenario's option of that name (CAST-15). Raises :class:`StoreError` for an impossible world:
    two Crowns, seven scrolls, 120 endurance of 100.
    """

    def of_turn(table: Any, *order: Any) -> Any:
        query = select(table).where(table.c.game == game, table.c.turn == turn).order_by(*order)
        return connection.execute(query).mappings()

    row = connection.execute(select(t.turns).where(t.turns.c.game == game, t.turns.c.turn == turn)).mappings().one()
    world = World(
        list(terrain), turn=turn, phase=row["phase"], ending=row["ending"], globe=row["globe"], figures=figures
    )
    latest = (
        select(t.terrain_changes.c.space, func.max(t.terrain_changes.c.turn).label("turn"))
        .where(t.terrain_changes.c.game == game, t.terrain_changes.c.turn <= turn)
        .group_by(t.terrain_changes.c.space)
        .subquery()
    )
    changes = select(t.terrain_changes.c.space, t.terrain_changes.c.terrain).join(
        latest,
        (t.terrain_changes.c.space == latest.c.space) & (t.terrain_changes.c.turn == latest.c.turn),
    )
    for space, name in connection.execute(changes.where(t.terrain_changes.c.game == game)):
        world.terrain[INDEX[space]] = TERRAIN_CODES[name]
    for r in of_turn(t.mages, t.mages.c.letter):
        plain = {name: r[name] for name in _PLAIN}
        world.mages[r["letter"]] = Mage(
            letter=r["letter"], space=INDEX[r["space"]], boosted=r["boosted"].split(), **plain
        )
    for r in of_turn(t.scrolls, t.scrolls.c.letter, t.scrolls.c.place):
        scroll = Scroll(r["code"], r["number"], r["until"], r["reads"], r["bound"])
        world.mages[r["letter"]].scrolls.append(scroll)
    for r in of_turn(t.things, t.things.c.nr):
        thing = r["thing"]
        if r["holder"] is None:
            world.lying.setdefault(INDEX[r["space"]], []).append(thing)
        elif thing.startswith("cloak:"):
            world.mages[r["holder"]].cloaks.append(thing[6:])
        else:
            world.mages[r["holder"]].artifacts.append(thing)
    for r in of_turn(t.effects, t.effects.c.letter, t.effects.c.effect):
        world.mages[r["letter"]].effects[r["effect"]] = r["until"]
    for r in of_turn(t.areas, t.areas.c.nr):
        spaces = frozenset(INDEX[s] for s in r["spaces"].split())
        world.areas.append(Area(r["kind"], r["value"], spaces, r["until"], r["caster"]))
    world.shifts = shifts_of(world.areas)
    tallies = _load_tallies(connection, game, turn)
    if tallies:
        give_tasks(world, load_tasks(connection, game), tallies)
    bad = faults(world)
    if bad:
        raise StoreError(
            f"the world of game {game} after turn {turn} cannot be: {'; '.join(bad)}. Somebody changed the "
            "database by hand: put it right, or restore a backup copy"
        )
    return world


def save_record(
    connection: Connection, game: str, turn: int, told: Sequence[Told[Event]], rolls: Sequence[Roll]
) -> None:
    """Add what was told, a row a phase, and the turn's rolls."""
    rows = [
        {"game": game, "turn": turn, "phase": phase, "told": told_to_json(list(group))}
        for phase, group in groupby(told, key=lambda r: r.phase)
    ]
    _fill(connection, t.events, rows)
    _fill(connection, t.rolls, [{"game": game, "turn": turn, "rolled": rolls_to_blob(rolls)}])


def load_told(connection: Connection, game: str, turn: int) -> list[Told[Event]]:
    """Everything told in a turn."""
    query = select(t.events.c.phase, t.events.c.told).where(t.events.c.game == game, t.events.c.turn == turn)
    rows = connection.execute(query.order_by(t.events.c.phase))
    return [told for phase, text in rows for told in told_from_json(phase, text)]


def load_rolls(connection: Connection, game: str, turn: int) -> list[Roll]:
    """Every roll of a turn."""
    query = select(t.rolls.c.rolled).where(t.rolls.c.game == game, t.rolls.c.turn == turn)
    text = connection.execute(query).scalar()
    return rolls_from_blob(text) if text else []


def save_played(connection: Connection, game: str, turn: int, played: Mapping[str, tuple[str, Sequence[str]]]) -> None:
    """Add the orders a turn was played with: letter → (``mailed`` or ``default``, five order texts), and by whom."""
    seats = select(t.seats.c.letter, t.seats.c.player).where(t.seats.c.game == game)
    players = {letter: player for letter, player in connection.execute(seats)}  # noqa: C416 - rows are not plain tuples
    rows = [
        {"game": game, "turn": turn, "letter": letter, "how": how, "orders": "\n".join(orders),
         "player": players.get(letter)}
        for letter, (how, orders) in sorted(played.items())
    ]  # fmt: skip
    _fill(connection, t.played, rows)


def load_played(connection: Connection, game: str, turn: int) -> dict[str, tuple[str, list[str]]]:
    """The orders a turn was played with."""
    query = select(t.played).where(t.played.c.game == game, t.played.c.turn == turn).order_by(t.played.c.letter)
    return {r["letter"]: (r["how"], r["orders"].split("\n")) for r in connection.execute(query).mappings()}


def _save_tasks(connection: Connection, game: str, turn: int, world: World) -> None:
    """Add what the Ebon Mage's tasks have come to after a turn, and the first time the tasks themselves (EBON-6)."""
    if world.tasks and not load_tasks(connection, game):
        cards = [
            {"game": game, "nr": nr, "name": task.name, "task": json.dumps(task_to_plain(task), ensure_ascii=False)}
            for nr, task in enumerate(world.tasks, 1)
        ]
        _fill(connection, t.tasks, cards)
    tallies = [
        {"game": game, "turn": turn, "nr": nr, "tally": json.dumps(tally, separators=(",", ":"))}
        for nr, tally in enumerate(world.tallies, 1)
    ]
    _fill(connection, t.task_tallies, tallies)


def load_tasks(connection: Connection, game: str) -> list[Task]:
    """The tasks drawn for a game; none for one begun before there were any."""
    query = select(t.tasks.c.task).where(t.tasks.c.game == game).order_by(t.tasks.c.nr)
    return [task_from_plain(json.loads(text)) for (text,) in connection.execute(query)]


def _load_tallies(connection: Connection, game: str, turn: int) -> list[Tally]:
    """What the tasks had come to after a turn; nothing for a turn played before there were any."""
    query = select(t.task_tallies.c.tally).where(t.task_tallies.c.game == game, t.task_tallies.c.turn == turn)
    found = [json.loads(text) for (text,) in connection.execute(query.order_by(t.task_tallies.c.nr))]
    return [tuple(v) if isinstance(v, list) else v for v in found]


def load_acts(connection: Connection, game: str, turn: int) -> list[tuple[int, Act]]:
    """What the game master did for a turn, with its number, in the order he did it."""
    query = select(t.acts.c.nr, t.acts.c.act).where(t.acts.c.game == game, t.acts.c.turn == turn)
    return [(nr, act_from_plain(json.loads(text))) for nr, text in connection.execute(query.order_by(t.acts.c.nr))]


def delete_turn(connection: Connection, game: str, turn: int) -> None:
    """Remove a turn and everything that hangs on it (undo)."""
    for table in (*t.TURN_TABLES, t.turns):
        connection.execute(delete(table).where(table.c.game == game, table.c.turn == turn))
