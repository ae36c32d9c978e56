"""The game master's word: rulings, corrected orders, notes; each game has verbs of its own for it. And what is hidden
from one who plays himself.

An act is made between turns. It is checked against the state as the next turn will find it, recorded with its reason,
played with that turn, told in the reports of those it concerns, and can be taken back until the turn is processed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, select

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.record.games import Game, game_named, load_game, load_holders
from magika_gm.engine.records import record
from magika_gm.engine.seam.rules import ActRefused
from magika_gm.engine.verbs import EVERYBODY, Note
from magika_gm.engine.words import Fault, nearest, words_of
from magika_gm.mail.mailboxes import compared
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


# A master who plays: of a game in which he holds a seat, commands tell him what that seat may know.

ALWAYS = frozenset({
    "accounts", "address", "adjudicate", "army", "backup", "cancel-game", "cards", "charge", "check-orders",
    "co-master", "credit", "demo", "fee", "fill-game", "gallery", "games", "hall-of-fame", "init", "insure",
    "move-date", "move-office", "new-arena", "new-game", "new-system", "note", "pause", "pay", "player", "players",
    "publish", "refund", "remind", "reply", "reports", "restore", "resume", "rule-book", "sign-up", "simulate",
    "site", "solo", "standby", "status", "tick", "undo-turn", "wait", "worker", "write",
})  # fmt: skip
"""Commands that show nothing of what others hold, order or write: dates, names, money, who is late."""
IN_PART = frozenset({"deliver", "doctor", "inbox", "ingest", "log", "outbox", "process-turn"})
"""Commands that show what is hidden as hidden."""
OWN_SEAT = frozenset({"explain", "page"})
"""Commands that show one seat's own view: of the seat he plays, that is allowed."""
NEVER = frozenset({"acts", "correct", "gm-report", "rule", "verify"})
"""Commands that show or change a game as nobody in it sees it."""
NOT_WITH = {
    "process-turn": ("review", "dry_run"),
    "publish": ("look",),
    "player": ("export",),
    "ingest": ("whose",),
}
"""Options of other commands that show it."""
_PAIR = re.compile(r"\s*([^:\s]+)\s*:\s*([^:\s]+)\s*")


class Blind:
    """The seats a master plays, said as ``12:C``. A game that is over hides nothing.

    Raises :class:`OfficeError` for a game or seat there is not.
    """

    def __init__(self, office: Office, said: Iterable[str]) -> None:
        self.seats: dict[str, set[str]] = {}
        """His, by game."""
        self.people: set[str] = set()
        """The addresses of those who play there beside him."""
        self._store = office.store
        with office.store.reading() as connection:
            for pair in said:
                self._add(connection, pair)

    def _add(self, connection: Connection, pair: str) -> None:
        found = _PAIR.fullmatch(pair)
        name = game_named(connection, found[1]) if found else None
        if found is None or name is None:
            why = f"there is no game {found[1]}" if found else "whom you play is said as GAME:SEAT, such as 12:C"
            raise OfficeError(f"{pair!r} (--blind, or [office] plays): {why}")
        game, holders = load_game(connection, name), load_holders(connection, name)
        seat = seat_called(game, {one: holder.character for one, holder in holders.items()}, found[2])
        if game.ending is None:
            own = self.seats.setdefault(game.id, set())
            own.add(seat)
            self.people |= {compared(h.email) for one, h in holders.items() if one not in own and h.email}

    def hides(self, game: str | None, seat: str | None, person: str = "", said: str = "") -> bool:
        """Whether something of a seat (of none: of the game as a whole), from or to a person, or in which that is
        ``said``, is not for him: another may write in his name, and of several games."""
        theirs = compared(person) in self.people
        if game in self.seats:
            return theirs or (seat or "") not in self.seats[game]
        return self.in_text(said) or (theirs and not game)

    def hides_mail(self, number: int, text_of: Callable[[int], str]) -> bool:
        """Whether a mail of the inbox is not for him."""
        query = select(t.inbox.c.game, t.inbox.c.seat, t.inbox.c.sender).where(t.inbox.c.id == number)
        with self._store.reading() as connection:
            row = connection.execute(query).first()
        text = ""
        with suppress(OfficeError):  # it is kept no longer
            text = text_of(number)
        return row is not None and self.hides(row[0], row[1], row[2] or "", text)

    def named(self, words: Iterable[str]) -> list[str]:
        """The games, of those in which he plays, that some words name."""
        with self._store.reading() as connection:
            found = {game_named(connection, word) for word in words}
        return [game for game in self.seats if game in found]

    def in_text(self, text: str) -> bool:
        """Whether a line is about one of the games."""
        return any(re.search(rf"\bgame\W{{1,3}}{re.escape(game)}\b", text, re.IGNORECASE) for game in self.seats)


def shows_nothing(command: str) -> bool:
    """Whether what was typed may be shown of a command about a game in which he plays."""
    return command.partition(" ")[0] in ALWAYS - {"note", "write"}


def too_much(
    blind: Blind, games: list[str], command: str, given: Mapping[str, Any], seat: str, text_of: Callable[[int], str]
) -> str:
    """Why a command about some of the games would show what is hidden; "" if it does not. ``text_of`` gives the words
    of a mail, which may be of any game, whichever is named beside its number."""
    mail = {"inbox": given.get("show") or (given.get("settle") or (None,))[0], "reply": given.get("number")}.get(
        command
    )
    if mail is not None:
        return f"mail {mail} is of somebody who plays there" if blind.hides_mail(mail, text_of) else ""
    if not games:
        return ""
    own = any(seat in blind.seats[game] for game in games)
    if command in OWN_SEAT:
        told = command != "explain" or given.get("as_told")
        return "" if own and told else f"{command} shows you your own seat alone{', --as-told' * (not told)}"
    options = [name for name in NOT_WITH.get(command, ()) if given.get(name) and not (name == "whose" and own)]
    if command in NEVER or options:
        words = " --".join([command, *("as" if name == "whose" else name.replace("_", "-") for name in options)])
        return f"{words} would show more than that seat may know"
    return ""
