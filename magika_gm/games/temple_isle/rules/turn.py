"""A mail turn being resolved: the working state, the dice, what has been told, and what lasts for a game turn only."""

from __future__ import annotations

from collections.abc import Callable

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import named_record
from magika_gm.engine.rules import Telling
from magika_gm.games.temple_isle.orders.lines import write_order
from magika_gm.games.temple_isle.orders.model import Happens, Order
from magika_gm.games.temple_isle.rules.events import (
    CardDrawn,
    ControlPassed,
    Event,
    FullHpChanged,
    Gone,
    LineDropped,
    LineRefused,
    MantraLaid,
    MantrasLeft,
    Moved,
    Mustered,
    NothingDrawn,
    PileTurned,
    Source,
    Teleported,
    UnitsLeft,
)
from magika_gm.games.temple_isle.rules.figures import figures
from magika_gm.games.temple_isle.rules.refusals import Dropped, Refusal
from magika_gm.games.temple_isle.rules.state import Answers, Left, Mantra, State, Unit
from magika_gm.games.temple_isle.rules.terms import NEUTRAL, OTHER, SEATS, SQUARES

_MOVES_FULL_HP = (MantraLaid, MantrasLeft, Moved, Teleported, Mustered, ControlPassed, UnitsLeft)
"""Events after which an effect C+n may have begun or ended."""


class Chapter:
    """Chapters of a mail turn (SEQ-4), as ``Told.phase`` and the dice number them."""

    SHEETS = 0
    FIRST = 1
    SECOND = 2
    NEXT = 3


CHAPTERS = ("Sheets", "Game turn", "Second game turn", "The next game turn begins")


@named_record
class Occurrence:
    """An event as FAST lines look at it (FAST-5), made by the player ``maker``.

    ``unit`` is the unit aimed at, mustered, entering or attacked, ``attacker`` the one attacking; 0 where there is
    none. ``square`` is the card aimed at or entered, -1 where there is none; ``declared`` the number of a mantra.
    """

    event: Happens
    maker: str
    card: str = ""
    unit: int = 0
    attacker: int = 0
    square: int = -1
    declared: int = 0


class Turn(Telling[State]):
    """State shared by the steps of a mail turn.

    ``musters`` is how many units may still be mustered in this game turn (MUST-1), ``played`` the cards each player
    has cast or mustered in it (``PLAYED``), ``actions`` whether phase 4 is on (ACT-1), ``declared`` how many mantras
    were declared in this mail turn. ``answer`` lets the other player's FAST lines look at an event (casting.answer).
    """

    __slots__ = ("actions", "answer", "declared", "musters", "played", "seat")

    def __init__(self, state: State, dice: Dice, answer: Callable[[Turn, Occurrence], bool]) -> None:
        super().__init__(state, dice)
        self.answer = answer
        self.seat = ""
        self.musters = 0
        self.actions = False
        self.declared = 0
        self.played: dict[str, set[str]] = {seat: set() for seat in SEATS}

    def happen(self, occurrence: Occurrence) -> None:
        """An event of FAST-5 happens: the other player's FAST lines are read (FAST-3).

        With ``answers = "all"`` they are read again, from the top, when an answer has been carried out, until none can.
        """
        answered = True
        while answered:
            self.looks(occurrence)
            answered = self.answer(self, occurrence) and self.state.options.answers is Answers.ALL

    def looks(self, occurrence: Occurrence) -> None:
        """FAST lines are about to look at an event; nothing is done here (the trace looks on)."""

    def comes_up(self, seat: str, line: int, order: Order) -> None:
        """A line of a sheet is about to be carried out; nothing is done here (the trace looks on)."""

    # --- telling ---

    def tell(self, event: Event) -> None:
        """Apply a public event and record it (INFO-1)."""
        self.record(event, SEATS)
        if isinstance(event, _MOVES_FULL_HP) and self.state.catalogue.raises_hp:
            self._watch_full_hp()

    def confide(self, seat: str, event: Event, blurred: Event | None = None) -> None:
        """Apply an event and record it for ``seat`` alone; the other player perceives ``blurred``, if anything."""
        self.record(event, (seat,), blurred, (OTHER[seat],) if blurred is not None else ())

    def _watch_full_hp(self) -> None:
        """C+n: HP go up with full HP; when it ends they are at most full (EFF-1)."""
        for unit in self.state.units_in_play():
            full = figures(self.state, unit).full
            if full > unit.full:
                self.record(FullHpChanged(unit.number, full, unit.hp + full - unit.full), SEATS)
            elif full < unit.full:
                self.record(FullHpChanged(unit.number, full, min(unit.hp, full)), SEATS)

    def refuse(self, seat: str, line: int, order: Order, code: Refusal) -> None:
        """A line is not carried out; its player alone is told (MAIL-5)."""
        self.confide(seat, LineRefused(seat, line, write_order(order), code))

    def drop(self, seat: str, line: int, order: Order, code: Dropped) -> None:
        """A line, or the rest of it, is passed over; its player alone is told."""
        self.confide(seat, LineDropped(seat, line, write_order(order), code))

    # --- cards ---

    def draw(self, seat: str, by: str = "", *, rule: str = "DECK-2") -> None:
        """Draw a card, the pile becoming the deck if need be (DECK-2)."""
        state = self.state
        if not state.deck and state.discard:
            self.tell(PileTurned(len(state.discard)))
        if not state.deck:
            self.tell(NothingDrawn(seat, by))
            return
        names = state.catalogue.sorted(state.deck)
        at = self.dice.choice("draw.card", seat, names, rule, [state.deck[n] for n in names])
        self.confide(seat, CardDrawn(seat, names[at], by), CardDrawn(seat, "", by))

    # --- things leaving ---

    def leave_play(self, units: list[Unit], how: Left, by: int = 0, source: Source | None = None) -> None:
        """Units leave play at one moment (UNIT-3)."""
        if units:
            self.tell(UnitsLeft(tuple(u.number for u in units), how, by, source))

    def mantras_leave(self, mantras: list[tuple[Mantra, str]], why: Gone) -> None:
        """Mantras in play, each with its place, leave it at one moment (DECK-5)."""
        if mantras:
            self.tell(MantrasLeft(tuple((m.serial, m.card, m.caster, place) for m, place in mantras), why))

    def pass_control(self, square: int, seat: str, by: str = "") -> bool:
        """Control of a card passes, if its new holder does not have it already; says whether it did (CTRL-4)."""
        before = self.state.control[square]
        if before == seat:
            return False
        self.tell(ControlPassed(SQUARES[square], seat, before, by))
        return seat != NEUTRAL
