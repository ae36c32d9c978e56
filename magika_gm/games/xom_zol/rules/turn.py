"""A mail turn being resolved: the working state, the dice, the sheets, and what has been told so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import mutable, named_record
from magika_gm.engine.rules import Telling
from magika_gm.games.xom_zol.cards.model import Effect
from magika_gm.games.xom_zol.orders.model import (
    Cast,
    Concede,
    Counter,
    Discard,
    Held,
    InHand,
    Keep,
    Named,
    NoReact,
    OfferDraw,
    Opens,
    Order,
    Part,
    Strike,
    TaxForce,
    Upkeep,
)
from magika_gm.games.xom_zol.rules.events import (
    Event,
    GameEnded,
)
from magika_gm.games.xom_zol.rules.refusals import No
from magika_gm.games.xom_zol.rules.state import State
from magika_gm.games.xom_zol.rules.terms import DRAW, SIDES, WATCH, Ending, Moment, Word, other

EVERYBODY = (*SIDES, WATCH)
"""Both sides and spectators: who perceives what is public (SEE-2)."""
GAME_TURN_PHASES = 5
"""Phases a game turn; those of the second game turn of a mail turn are numbered on from here."""


class GameOver(Exception):
    """Nothing later is played (SEQ-4); raised and caught within a resolution alone."""


@mutable
class Plan:
    """One part of a sheet and what has become of its lines: a word and a reason by line (from 0)."""

    side: str
    part: Part
    lines: Sequence[Order]
    missing: bool = False
    words: dict[int, Word] = field(default_factory=dict)
    reasons: dict[int, No] = field(default_factory=dict)

    def settle(self, line: int, word: Word, reason: No | None = None) -> None:
        """Note what came of a line; done once is done, a reason serves until then."""
        if self.words.get(line) is not Word.DONE:
            self.words[line] = word
            if word is Word.DONE:
                self.reasons.pop(line, None)
            elif reason is No.NOT_ASKED:
                self.reasons.setdefault(line, reason)  # what kept it from answering once is told rather
            elif reason is not None:
                self.reasons[line] = reason

    def word(self, line: int) -> Word:
        """What came of a line so far."""
        return self.words.get(line, Word.NO)

    def last(self, kind: type) -> Order | None:
        """The last setting of a kind, which is the one that counts."""
        return next((o for o in reversed(self.lines) if isinstance(o, kind)), None)

    @property
    def keep(self) -> int:
        """Letters to be kept ready (MANA-9)."""
        setting = self.last(Keep)
        return setting.letters if isinstance(setting, Keep) else 0

    @property
    def tax_force(self) -> int:
        """Life allowed for each TAX (POL-6)."""
        setting = self.last(TaxForce)
        return setting.life if isinstance(setting, TaxForce) else 0

    @property
    def strikes_strongest(self) -> bool:
        """FIGHT-2: greatest S first."""
        return self.last(Strike) is not None

    def upkeeps(self) -> Iterable[Upkeep]:
        """UPKEEP lines in written order."""
        return (o for o in self.lines if isinstance(o, Upkeep))


@named_record
class Waiting:
    """A trigger that is to run: whose, of which card, when it was set off, and its place on the card."""

    side: str
    ref: str
    number: int
    card: str
    moment: Moment
    effect: Effect
    nth: int = 0


class Turn(Telling[State]):
    """State shared by the steps of a game turn; ``act`` and ``react`` are the plans of its active and passive side."""

    __slots__ = (
        "act",
        "assaulted",
        "declaring",
        "lapse_due",
        "line",
        "phase_base",
        "react",
    )

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice)
        self.phase_base = 0
        self.declaring = False
        """Whether step 3.4 A goes on: no "don't attacks"."""
        self.assaulted = False
        """Whether the game turn's assault is used up."""
        self.line: tuple[Plan, int] | None = None
        """The order line that is being carried out."""
        self.lapse_due = 0
        """Life the lapses of step 3.1 will cost in step 5.3 (UPK-3)."""
        self.act = Plan(side=state.active, part=Part.ACT, lines=())
        self.react = Plan(side=state.passive, part=Part.REACT, lines=())

    def at(self, phase: int, step: int) -> None:
        """Go on to a step (SEQ): 32 is step 3.2, 344 is 3.4 D."""
        self.dice.phase = self.phase_base + phase
        self.step = step

    def tell(self, event: Event, to: str = "", blurred: Event | None = None) -> None:
        """Apply an event and record it: public, or ``to`` one side alone, others perceiving ``blurred`` if anything."""
        dimly = (other(to), WATCH) if to and blurred is not None else ()
        self.record(event, (to,) if to else EVERYBODY, blurred if to else None, dimly)

    def end(self, winner: str, ending: Ending) -> None:
        """The game is over: nothing later is played."""
        self.tell(GameEnded(winner, ending))
        raise GameOver

    def look_at_end(self) -> None:
        """END-1: a side at 0 life or less has lost; both: the higher life wins."""
        a, b = (self.state.sides[side].life for side in SIDES)
        if a > 0 and b > 0:
            return
        self.end(DRAW if a == b else SIDES[a < b], Ending.LIFE)

    def carried(self, word: Word, reason: No | None = None) -> None:
        """Note what comes of the line that runs, before anything that may end the game (SEQ-4)."""
        if self.line is not None:
            plan, number = self.line
            plan.settle(number, word, reason)

    def plan_of(self, side: str) -> Plan:
        """The plan that serves a side in this game turn."""
        return self.act if side == self.state.active else self.react


# A side's orders for a mail turn, taken apart into what serves where (MAIL-2, MAIL-3).


@named_record
class Sheet:
    """``act`` and ``react`` are the lines of the two parts, None where a part is missing."""

    act: tuple[Order, ...] | None = None
    react: tuple[Order, ...] | None = None
    concedes: bool = False
    offers_draw: bool = False


NO_SHEET = Sheet()


def sheet_of(orders: Sequence[Order]) -> Sheet:
    """The parts of a sheet. A REACT part without a line is none: ``REACT NONE`` empties the standing set."""
    part: Part | None = None
    lines: dict[Part, list[Order]] = {}
    empties = False
    for order in orders:
        if isinstance(order, Opens):
            part = order.part
            if part is Part.ACT:
                lines.setdefault(part, [])
        elif isinstance(order, NoReact):
            part, empties = Part.REACT, True
        elif part is None and isinstance(order, Concede | OfferDraw):
            pass  # before any part: they serve the mail turn whichever it is
        else:
            part = part or Part.ACT
            lines.setdefault(part, []).append(order)
    react = lines.get(Part.REACT)
    return Sheet(
        act=tuple(lines[Part.ACT]) if Part.ACT in lines else None,
        react=tuple(react) if react else () if empties else None,
        concedes=any(isinstance(o, Concede) for o in orders),
        offers_draw=any(isinstance(o, OfferDraw) for o in orders),
    )


def hand_listed(state: State, side: str) -> list[str]:
    """The hand as the report numbers it, the next draw of the side about to be active last (ORD, MAIL-5)."""
    return [*state.sides[side].hand, *next_draw(state, side)]


def next_draw(state: State, side: str) -> list[str]:
    """The card a side about to be active will draw, as things stand; nothing if there is none (MAIL-5).

    In ``double`` both sides are: what the first game turn may still change is shown to the second all the same.
    """
    if state.ending is not None or not state.acts_next(side):
        return []
    if state.turn == 0 and side == state.first and not state.options.first_draw:
        return []
    return state.sides[side].library[:1]


def received(order: Order, listed: Sequence[str]) -> Order:
    """An order with cards written by number turned into their names, as on receipt (ORD)."""

    def name(card: Held) -> Held:
        known = isinstance(card, InHand) and 1 <= card.number <= len(listed)
        return Named(listed[card.number - 1]) if known and isinstance(card, InHand) else card

    if isinstance(order, Cast | Counter):
        return order if isinstance(order.card, Named) else replace(order, card=name(order.card))
    if isinstance(order, Discard):
        return Discard(tuple(replace(item, card=name(item.card)) for item in order.cards))
    return order
