"""The game master's word: rulings, corrected orders, notes; each game has verbs of its own for it.

An act is made between turns. It is checked against the state as the next turn will find it, recorded with its reason,
played with that turn, told in the reports of those it concerns, and can be taken back until the turn is processed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, select

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.record.games import Game, load_game, load_holders
from magika_gm.engine.records import record
from magika_gm.engine.seam.rules import ActRefused
from magika_gm.engine.verbs import EVERYBODY, Note
from magika_gm.engine.words import Fault, nearest, words_of
from magika_gm.store import tables as t
from magika_gm.store.archive import load_acts, save_act

LONGEST_NOTE = 1000
LONGEST_REASON = 200


@record
class RecordedAct:
    """An act as recorded: its number in the turn it is played with."""

    game: str
    turn: int
    nr: int
    text: str


@record
class _Table:
    """What an act is checked against."""

    game: Game
    names: Mapping[str, str]
    state: Any
    acts: list[Any]
    turn: int
    """The turn an act is played with: the coming one, or the one that waits for review."""


def _table(connection: Connection, game_id: str) -> _Table:
    game = load_game(connection, game_id)
    if game.ending and not game.held:
        raise OfficeError(f"game {game.id} is over; to change its last turn, take it back first: magika-gm undo-turn")
    names = {seat: held.character for seat, held in load_holders(connection, game_id).items()}
    turn = _open_turn(game)
    acts = [act for _, act in load_acts(connection, game.id, turn)]
    return _Table(game, names, game.state(connection, turn - 1), acts, turn)


def _open_turn(game: Game) -> int:
    """The turn that can still be changed: one that waits for review is run again with what is recorded for it."""
    return game.turn if game.held else game.turn + 1


def record_act(office: Office, game: str, verb: str, words: Sequence[str], reason: str, now: datetime) -> RecordedAct:
    """Do what a verb of the game says (``engine.seam.rules.Referee``): it takes place with the coming turn.

    ``words`` are the verb's parameters as written. Raises :class:`OfficeError` for a verb the game has not, words that
    mean nothing, and what is impossible as things stand.
    """
    with office.store.writing(game=game) as connection:
        table = _table(connection, game)
        system = table.game.system
        known = {v.name: v for v in system.referee.VERBS}
        if verb not in known:
            near = nearest(verb, known) or tuple(known)
            raise OfficeError(f"{system.title} knows no {verb!r}; there is {', '.join(near)}")
        wanted = known[verb].parameters
        least = sum(not p.optional for p in wanted)
        if not least <= len(words) <= len(wanted):
            names = " ".join(f"[{p.name}]" if p.optional else p.name for p in wanted)
            raise OfficeError(f"{verb} needs {names or 'nothing'}; like: magika-gm correct {known[verb].example}")
        try:
            act = system.referee.act(verb, words, checked_reason(reason), table.state, table.acts, table.names)
        except ActRefused as error:
            raise OfficeError(str(error)) from error
        return _recorded(connection, table, act, now)


def write_note(office: Office, game: str, to: str, text: str, now: datetime) -> RecordedAct:
    """A word to a seat's player, or to ALL, for the coming turn's report."""
    with office.store.writing(game=game) as connection:
        table = _table(connection, game)
        seat = EVERYBODY if to.strip().upper() == EVERYBODY else seat_called(table.game, table.names, to)
        words = " ".join(text.split())
        if not words:
            raise OfficeError("the note is empty")
        if len(words) > LONGEST_NOTE:
            raise OfficeError(f"the note has {len(words)} characters; {LONGEST_NOTE} at most")
        note = Note(seat, words)
        bad = table.game.system.referee.why_not_text(table.state, table.acts, note)
        if bad:
            raise OfficeError(f"{bad}; nothing was recorded")
        return _recorded(connection, table, note, now)


def seat_called(game: Game, names: Mapping[str, str], said: str) -> str:
    """The seat of a game that somebody names; :class:`OfficeError` if there is none."""
    found = game.system.orders.GRAMMAR.seat(words_of(said), names)
    if isinstance(found, Fault):
        raise OfficeError(str(found))
    return found


def checked_reason(reason: str) -> str:
    """A reason in one line; :class:`OfficeError` where there is none or it is too long."""
    text = " ".join(reason.split()).rstrip(".")
    if not text:
        raise OfficeError("give a reason with --reason: it is recorded, and told to those concerned")
    if len(text) > LONGEST_REASON:
        raise OfficeError(f"the reason has {len(text)} characters; {LONGEST_REASON} at most")
    return text


def _recorded(connection: Connection, table: _Table, act: Any, now: datetime) -> RecordedAct:
    nr = save_act(connection, table.game.id, table.turn, act, now.isoformat())
    return RecordedAct(table.game.id, table.turn, nr, table.game.system.referee.text(act))


def list_acts(office: Office, game_id: str) -> list[RecordedAct]:
    """Everything the game master did in a game, turn by turn."""
    with office.store.reading() as connection:
        game = load_game(connection, game_id)
        text = game.system.referee.text
        turns = select(t.acts.c.turn).where(t.acts.c.game == game.id).distinct().order_by(t.acts.c.turn)
        return [
            RecordedAct(game.id, turn, nr, text(act))
            for turn in connection.execute(turns).scalars().all()
            for nr, act in load_acts(connection, game.id, turn)
        ]


def take_back_act(office: Office, game_id: str, nr: int) -> RecordedAct:
    """Take an act for the coming turn back. Those of turns played stay: take the turn back first."""
    with office.store.writing(game=game_id) as connection:
        game = load_game(connection, game_id)
        turn = _open_turn(game)
        acts = dict(load_acts(connection, game.id, turn))
        if nr not in acts:
            known = f"there are {', '.join(map(str, acts))}" if acts else "there is none"
            raise OfficeError(f"turn {turn} of game {game.id} has no act number {nr}; {known}")
        connection.execute(delete(t.acts).where(t.acts.c.game == game.id, t.acts.c.turn == turn, t.acts.c.nr == nr))
        return RecordedAct(game.id, turn, nr, game.system.referee.text(acts[nr]))
