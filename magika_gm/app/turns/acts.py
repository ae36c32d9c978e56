"""The game master's word: rulings, corrected orders, mages and things moved, statistics set (CAST-5).

An act is made between turns. It is checked against the world as the next turn will find it, recorded with its reason,
played with that turn, told in the reports of those it concerns, and can be taken back until the turn is processed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, select

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.record.games import Game, load_game, load_seats
from magika_gm.engine.acts import EVERYBODY, DropOut, Note, OrderChange
from magika_gm.engine.words import Fault, nearest, words_of
from magika_gm.games.magika.orders import write_order
from magika_gm.games.magika.orders.grammar import read_order
from magika_gm.games.magika.orders.names import Roster, read_mage, read_things
from magika_gm.games.magika.rules.acts import (
    NOWHERE,
    STATISTICS,
    Act,
    Adjustment,
    Handing,
    Placing,
    Ruling,
    act_text,
    coming_world,
    why_not,
)
from magika_gm.games.magika.rules.arena import INDEX
from magika_gm.games.magika.rules.world import World
from magika_gm.store import tables as t
from magika_gm.store.archive import load_acts, save_act

LONGEST_NOTE = 1000


@dataclass(frozen=True, slots=True)
class Recorded:
    """An act as recorded: its number in the turn it is played with."""

    game: str
    turn: int
    nr: int
    text: str


@dataclass(frozen=True, slots=True)
class _Desk:
    """What an act is checked against."""

    game: Game
    roster: Roster
    world: World
    acts: list[Act]
    turn: int
    """The turn an act is played with: the coming one, or the one that waits for review."""

    def letter(self, text: str) -> str:
        return _or_error(read_mage(words_of(text), self.roster))

    def place(self, text: str) -> str:
        """A letter, a space's name, or nowhere."""
        folded = text.strip().casefold()
        if folded == NOWHERE or folded in INDEX:
            return folded
        try:
            return self.letter(text)
        except OfficeError:
            raise OfficeError(f"{text} is no mage, no space (a1 to z26) and not 'nowhere'") from None

    def thing(self, text: str) -> str:
        found = read_things(words_of(text))
        if isinstance(found, Fault):
            raise OfficeError(str(found))
        if len(found.names) != 1 or found.endurance or found.arcania:
            raise OfficeError(f"{text}: name one scroll, artifact or cloak")
        return found.names[0]

    def value(self, letter: str, stat: str, text: str) -> int:
        """``50``, or ``+10`` and ``-10`` on what stands."""
        try:
            number = int(text)
        except ValueError:
            raise OfficeError(f"{text} is no number; write 50, or +10 or -10 on what there is") from None
        if text.lstrip()[0] not in "+-":
            return number
        mage = coming_world(self.world, self.acts).mages.get(letter)
        return number + (getattr(mage, stat) if mage is not None and stat in STATISTICS else 0)


def _or_error(found: str | Fault) -> str:
    if isinstance(found, Fault):
        raise OfficeError(str(found))
    return found


def _desk(connection: Connection, game_id: str) -> _Desk:
    game = load_game(connection, game_id)
    if game.ending and not game.held:
        raise OfficeError(f"game {game.id} is over; to change its last turn, take it back first: magika-gm undo-turn")
    roster = {letter: seat.character for letter, seat in load_seats(connection, game_id).items()}
    turn = _open_turn(game)
    acts = [act for _, act in load_acts(connection, game.id, turn)]
    return _Desk(game, roster, game.world(connection, turn - 1), acts, turn)


def _open_turn(game: Game) -> int:
    """The turn that can still be changed: one that waits for review is run again with what is recorded for it."""
    return game.turn if game.held else game.turn + 1


def rule_cast(office: Office, game: str, mage: str, phase: int, possible: bool, reason: str, now: datetime) -> Recorded:
    """Rule that a mage's cast of a phase can, or cannot, have an effect; the next run honours it (CAST-5)."""
    with office.store.writing() as connection:
        desk = _desk(connection, game)
        return _record(connection, desk, Ruling(desk.letter(mage), phase, possible, _reason(reason)), now)


def change_order(office: Office, game: str, mage: str, phase: int, order: str, reason: str, now: datetime) -> Recorded:
    """Put another order in the place of the one a mage gave, or did not give, for a phase of the next turn."""
    with office.store.writing() as connection:
        desk = _desk(connection, game)
        read = read_order(order, desk.roster)
        if isinstance(read, Fault):
            raise OfficeError(f"{order}: {read}")
        act = OrderChange(desk.letter(mage), phase, write_order(read), _reason(reason))
        return _record(connection, desk, act, now)


def place_mage(office: Office, game: str, mage: str, space: str, reason: str, now: datetime) -> Recorded:
    """Move a mage to a space he may enter (MOVE-6)."""
    with office.store.writing() as connection:
        desk = _desk(connection, game)
        if space.casefold() not in INDEX:
            raise OfficeError(f"{space} is not a space (a1 to z26)")
        return _record(connection, desk, Placing(desk.letter(mage), space.casefold(), _reason(reason)), now)


def move_thing(office: Office, game: str, thing: str, source: str, target: str, reason: str, now: datetime) -> Recorded:
    """Move a thing from a mage, a space or nowhere to another; it must be where the act says."""
    with office.store.writing() as connection:
        desk = _desk(connection, game)
        act = Handing(desk.thing(thing), desk.place(source), desk.place(target), _reason(reason))
        return _record(connection, desk, act, now)


def adjust(office: Office, game: str, mage: str, stat: str, value: str, reason: str, now: datetime) -> Recorded:
    """Set a statistic, or raise or lower it, within its bounds (MAGE-4)."""
    with office.store.writing() as connection:
        desk = _desk(connection, game)
        letter = desk.letter(mage)
        name = stat.casefold().replace("-", "_").replace(" ", "_").replace("maximum", "max")
        if name not in STATISTICS:
            near = nearest(name, STATISTICS)
            raise OfficeError(f"{stat} is no statistic; " + (f"did you mean {near[0]}?" if near else
                              f"there are {', '.join(STATISTICS)}"))  # fmt: skip
        return _record(
            connection, desk, Adjustment(letter, name, desk.value(letter, name, value), _reason(reason)), now
        )


def drop_mage(office: Office, game: str, mage: str, reason: str, now: datetime) -> Recorded:
    """A mage leaves the game at the start of the coming turn; his things lie where he stands (GM-3)."""
    with office.store.writing() as connection:
        desk = _desk(connection, game)
        return _record(connection, desk, DropOut(desk.letter(mage), _reason(reason)), now)


def write_note(office: Office, game: str, mage: str, text: str, now: datetime) -> Recorded:
    """A word to a mage's player, or to ALL, for the coming turn's report (section 7)."""
    with office.store.writing() as connection:
        desk = _desk(connection, game)
        letter = EVERYBODY if mage.strip().upper() == EVERYBODY else desk.letter(mage)
        words = " ".join(text.split())
        if not words:
            raise OfficeError("the note is empty")
        if len(words) > LONGEST_NOTE:
            raise OfficeError(f"the note has {len(words)} characters; {LONGEST_NOTE} at most")
        return _record(connection, desk, Note(letter, words), now)


def _reason(reason: str) -> str:
    text = " ".join(reason.split()).rstrip(".")
    if not text:
        raise OfficeError("give a reason with --reason: it is recorded, and told to those concerned")
    if len(text) > 200:
        raise OfficeError(f"the reason has {len(text)} characters; 200 at most")
    return text


def _record(connection: Connection, desk: _Desk, act: Act, now: datetime) -> Recorded:
    bad = why_not(desk.world, desk.acts, act)
    if bad:
        raise OfficeError(f"{bad}; nothing was recorded")
    game, turn = desk.game.id, desk.turn
    nr = save_act(connection, game, turn, act, now.isoformat())
    return Recorded(game, turn, nr, act_text(act))


def list_acts(office: Office, game_id: str) -> list[Recorded]:
    """Everything the game master did in a game, turn by turn."""
    with office.store.reading() as connection:
        game = load_game(connection, game_id)
        turns = select(t.acts.c.turn).where(t.acts.c.game == game.id).distinct().order_by(t.acts.c.turn)
        return [
            Recorded(game.id, turn, nr, act_text(act))
            for turn in connection.execute(turns).scalars().all()
            for nr, act in load_acts(connection, game.id, turn)
        ]


def take_back(office: Office, game_id: str, nr: int) -> Recorded:
    """Take an act for the coming turn back. Those of turns played stay: take the turn back first."""
    with office.store.writing() as connection:
        game = load_game(connection, game_id)
        turn = _open_turn(game)
        acts = dict(load_acts(connection, game.id, turn))
        if nr not in acts:
            known = f"there are {', '.join(map(str, acts))}" if acts else "there is none"
            raise OfficeError(f"turn {turn} of game {game.id} has no act number {nr}; {known}")
        connection.execute(delete(t.acts).where(t.acts.c.game == game.id, t.acts.c.turn == turn, t.acts.c.nr == nr))
        return Recorded(game.id, turn, nr, act_text(acts[nr]))
