"""The record of every game, turn by turn: states, positions, what was told, rolls, played orders, acts, memories.

What a state, an event, an act or a memory is, the game's own archive knows; here they are rows and plain data.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select

from magika_gm import games
from magika_gm.engine.dice import Roll
from magika_gm.engine.records import record
from magika_gm.engine.seam.reports import Archive, Plain
from magika_gm.engine.seam.setup import Need
from magika_gm.engine.told import Told
from magika_gm.store import relations
from magika_gm.store import tables as t
from magika_gm.store.faults import StoreError, damaged, reading_of, unpacked

# What was told and rolled as JSON; a game's archive knows its events, the rest is the same in every game.


def told_to_json(told: Sequence[Any], events: Plain) -> str:
    """What was told in one phase: ``[step, event, audience, blurred, dimly]`` a row, trailing blanks left out.

    An audience is a text where every seat of it is a letter and the game says so, else a list of seats.
    """
    rows = []
    for one in told:
        row = [one.step, events.to_plain(one.event), _seats(one.audience)]
        if one.blurred is not None:
            row += [events.to_plain(one.blurred), _seats(one.dimly)]
        rows.append(row)
    return json.dumps(rows, separators=(",", ":"))


def _seats(audience: Collection[str]) -> str | list[str]:
    if isinstance(audience, (set, frozenset)):
        raise TypeError("an audience is a tuple of seats, or a text of letters: a set has no order")
    return audience if isinstance(audience, str) else list(audience)


def told_from_json(phase: int, text: str, events: Plain) -> list[Any]:
    """The records of one phase. A list of seats comes back as a tuple."""
    found = []
    for step, event, audience, *rest in json.loads(text):
        blurred, dimly = (events.from_plain(rest[0]), rest[1]) if rest else (None, audience[:0])
        found.append(
            Told(
                phase=phase,
                step=step,
                event=events.from_plain(event),
                audience=_back(audience),
                blurred=blurred,
                dimly=_back(dimly),
            )
        )
    return found


def _back(audience: str | list[str]) -> str | tuple[str, ...]:
    return audience if isinstance(audience, str) else tuple(audience)


def rolls_to_blob(rolls: Sequence[Roll]) -> bytes:
    """A turn's rolls as packed JSON, one list a roll: a Chaos alone makes 351 of them."""
    return zlib.compress(json.dumps([list(r) for r in rolls], separators=(",", ":")).encode(), 6)


def rolls_from_blob(blob: bytes) -> list[Roll]:
    """The rolls of such a blob."""
    return [Roll(*row) for row in json.loads(unpacked(blob))]


# made once: to put a question together takes longer than to ask it
_GAME: Any = bindparam("in_game")
_TURN: Any = bindparam("at_turn")
_SEAT: Any = bindparam("of_seat")
_SYSTEM = select(t.games.c.system).where(t.games.c.id == _GAME)
_THERE = select(t.turns.c.turn).where(t.turns.c.game == _GAME, t.turns.c.turn == _TURN)
_REMEMBERED = select(t.sightings.c.turn, t.sightings.c.seat, t.sightings.c.memory).where(
    t.sightings.c.game == _GAME, t.sightings.c.turn >= bindparam("first"), t.sightings.c.turn <= _TURN
)
_REMEMBERED_BY = _REMEMBERED.where(t.sightings.c.seat == _SEAT)


def archive_of(connection: Connection, game: str) -> Archive:
    """The archive of the system a game is played by."""
    system = connection.execute(_SYSTEM, {"in_game": game}).scalar()
    if system is None:
        raise StoreError(f"there is no game {game} in this database")
    try:
        archive: Archive = games.system(system).archive
    except LookupError as error:
        raise StoreError(f"game {game} is of a kind this magika-gm does not know: {error.args[0]}") from error
    return archive


def _fill(connection: Connection, table: Any, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(table), rows)


def save_turn(
    connection: Connection,
    game: str,
    turn: int,
    processed_at: str,
    next_due: str,
    ending: str | None,
    held: bool = False,
) -> None:
    """Add the row of a turn; everything else of the turn hangs on it. A ``held`` one waits to be published."""
    row = {
        "game": game,
        "turn": turn,
        "processed_at": processed_at,
        "next_due": next_due,
        "ending": ending,
        "held": held,
    }
    connection.execute(insert(t.turns), [row])


def save_state(connection: Connection, game: str, turn: int, state: Any, scenario: Any) -> None:
    """Add the rows of the state after a turn; the game's tables are made with its first."""
    relations.save_state(connection, archive_of(connection, game), game, turn, state, scenario)


def load_state(connection: Connection, game: str, turn: int, scenario: Any) -> Any:
    """The state after a turn. Raises :class:`StoreError` for one that cannot be, or for a turn there is not."""
    if connection.execute(_THERE, {"in_game": game, "at_turn": turn}).first() is None:
        raise StoreError(f"game {game} has no turn {turn}")
    return relations.load_state(connection, archive_of(connection, game), game, turn, scenario)


@record
class Position:
    """What everybody may ask of a seat without knowing the game: who it is, whether it is still in the game, and
    whether the coming turn waits for its sheet.
    """

    seat: str
    name: str
    playing: bool
    need: Need


def save_positions(connection: Connection, game: str, turn: int, positions: Iterable[Position]) -> None:
    """Add how every seat stands after a turn."""
    rows = [
        {"game": game, "turn": turn, "seat": p.seat, "name": p.name, "playing": p.playing, "need": p.need.value}
        for p in positions
    ]
    _fill(connection, t.positions, rows)


def load_positions(connection: Connection, game: str, turn: int) -> dict[str, Position]:
    """How every seat stood after a turn."""
    p = t.positions.c
    query = select(p.seat, p.name, p.playing, p.need).where(p.game == game, p.turn == turn).order_by(p.seat)
    return {seat: Position(seat, name, playing, Need(need)) for seat, name, playing, need in connection.execute(query)}


def playing_at(connection: Connection, game: str, turn: int) -> list[str]:
    """The seats still in the game after a turn, in order, without loading a state."""
    return sorted(p.seat for p in load_positions(connection, game, turn).values() if p.playing)


def save_record(connection: Connection, game: str, turn: int, told: Sequence[Any], rolls: Sequence[Roll]) -> None:
    """Add what was told, a row a phase, and the turn's rolls."""
    archive = archive_of(connection, game)
    rows = [
        {"game": game, "turn": turn, "phase": phase, "told": told_to_json(list(group), archive.events)}
        for phase, group in groupby(told, key=lambda r: r.phase)
    ]
    _fill(connection, t.events, rows)
    _fill(connection, t.rolls, [{"game": game, "turn": turn, "rolled": rolls_to_blob(rolls)}])


def load_told(connection: Connection, game: str, turn: int) -> list[Any]:
    """Everything told in a turn."""
    archive = archive_of(connection, game)
    query = select(t.events.c.phase, t.events.c.told).where(t.events.c.game == game, t.events.c.turn == turn)
    rows = connection.execute(query.order_by(t.events.c.phase))
    with reading_of(f"game {game}, turn {turn}: what was told"):
        return [told for phase, text in rows for told in told_from_json(phase, text, archive.events)]


def load_rolls(connection: Connection, game: str, turn: int) -> list[Roll]:
    """Every roll of a turn."""
    query = select(t.rolls.c.rolled).where(t.rolls.c.game == game, t.rolls.c.turn == turn)
    text = connection.execute(query).scalar()
    with reading_of(f"game {game}, turn {turn}: its rolls"):
        return rolls_from_blob(text) if text else []


def save_played(connection: Connection, game: str, turn: int, played: Mapping[str, tuple[str, Sequence[str]]]) -> None:
    """Add the orders a turn was played with: seat → (``mailed`` or ``default`` …, the orders' texts), and by whom."""
    seats = select(t.seats.c.seat, t.seats.c.player).where(t.seats.c.game == game)
    players = {seat: player for seat, player in connection.execute(seats)}  # noqa: C416 - rows are not plain tuples
    rows = [
        {"game": game, "turn": turn, "seat": seat, "how": how, "orders": "\n".join(orders),
         "player": players.get(seat)}
        for seat, (how, orders) in sorted(played.items())
    ]  # fmt: skip
    _fill(connection, t.played, rows)


def load_played(connection: Connection, game: str, turn: int) -> dict[str, tuple[str, list[str]]]:
    """The orders a turn was played with."""
    p = t.played.c
    query = select(p.seat, p.how, p.orders).where(p.game == game, p.turn == turn).order_by(p.seat)
    return {seat: (how, orders.split("\n") if orders else []) for seat, how, orders in connection.execute(query)}


def save_act(connection: Connection, game: str, turn: int, act: Any, made_at: str, automatic: bool = False) -> int:
    """Add what the game master (or, ``automatic``, the office) did for a turn; its number."""
    a = t.acts.c
    last = connection.execute(select(a.nr).where(a.game == game, a.turn == turn).order_by(a.nr.desc()).limit(1))
    nr = (last.scalar() or 0) + 1
    plain = json.dumps(archive_of(connection, game).acts.to_plain(act), ensure_ascii=False)
    row = {"game": game, "turn": turn, "nr": nr, "made_at": made_at, "act": plain, "automatic": automatic}
    connection.execute(insert(t.acts), [row])
    return nr


def load_acts(connection: Connection, game: str, turn: int) -> list[tuple[int, Any]]:
    """What the game master did for a turn, with its number, in the order he did it."""
    query = select(t.acts.c.nr, t.acts.c.act).where(t.acts.c.game == game, t.acts.c.turn == turn)
    rows = connection.execute(query.order_by(t.acts.c.nr)).all()
    back = archive_of(connection, game).acts.from_plain if rows else None
    with reading_of(f"game {game}, turn {turn}: the game master's acts"):
        return [(nr, back(json.loads(text))) for nr, text in rows if back is not None]


WHOLE_EVERY = 8
"""Every so many turns a memory is kept whole; between them only what differs from the turn before."""
_DIFFERS = b"d"
"""The first byte of a memory kept by what differs; a whole one begins as zlib's data do, with an x."""


class MemoryWriter:
    """Packs what seats remember after a turn, each beside what it remembered after the turn before.

    Memories grow by little: packed with the one before as dictionary, one takes a fifth of what it takes by itself.
    """

    def __init__(self, connection: Connection, archive: Archive, game: str, turn: int) -> None:
        self.archive = archive
        self.before = _memory_texts(connection, game, turn - 1) if turn % WHOLE_EVERY else {}

    def blob(self, seat: str, memory: Any) -> bytes:
        """A seat's memory as the store keeps it."""
        text = json.dumps(self.archive.memories.to_plain(memory), separators=(",", ":")).encode()
        before = self.before.get(seat)
        if before is None:
            return zlib.compress(text, 9)
        packer = zlib.compressobj(9, zdict=before)
        return _DIFFERS + packer.compress(text) + packer.flush()


def _memory_texts(connection: Connection, game: str, turn: int, seat: str = "") -> dict[str, bytes]:
    """What every seat (or the one named) remembers after a turn, as JSON."""
    asked = {"in_game": game, "at_turn": turn, "first": turn - turn % WHOLE_EVERY} | ({"of_seat": seat} if seat else {})
    rows = connection.execute(_REMEMBERED_BY if seat else _REMEMBERED, asked)
    found: dict[str, bytes] = {}
    there = set()
    for at, whose, blob in sorted(tuple(row) for row in rows):
        try:
            if blob[:1] == _DIFFERS:
                found[whose] = unpacked(blob[1:], found[whose])
            else:
                found[whose] = unpacked(blob)
        except (zlib.error, KeyError, TypeError) as error:
            raise damaged(f"game {game}, turn {at}: what {whose} remembers", error) from error
        if at == turn:
            there.add(whose)
    return {whose: found[whose] for whose in sorted(there)}


def load_memories(
    connection: Connection, game: str, turn: int, seat: str = "", archive: Archive | None = None
) -> dict[str, Any]:
    """What every seat (or the one named) remembers after a turn. Who knows the game's ``archive`` may say it."""
    back = (archive or archive_of(connection, game)).memories.from_plain
    found: dict[str, Any] = {}
    for whose, text in _memory_texts(connection, game, turn, seat).items():
        try:
            found[whose] = back(json.loads(text))
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise damaged(f"game {game}, turn {turn}: what {whose} remembers", error) from error
    return found


def delete_turn(connection: Connection, game: str, turn: int) -> None:
    """Remove a turn and everything that hangs on it (undo)."""
    relations.delete_state(connection, archive_of(connection, game), game, turn)
    for table in (*t.TURN_TABLES, t.turns):
        connection.execute(delete(table).where(table.c.game == game, table.c.turn == turn))
