"""What can happen, in the past tense.

A rule tells an event; telling changes the state by it. Events carry everything that change needs, so that
folding them over a state gives the next one. Squares are names (``c2``), units are numbers, "" for a seat is nobody.
"""

from __future__ import annotations

from enum import StrEnum

from magika_gm.engine.plain import Codec
from magika_gm.engine.records import named_record, record
from magika_gm.engine.told import Happened, events_of
from magika_gm.games.temple_isle.orders.model import Fast, Happens
from magika_gm.games.temple_isle.rules.refusals import Dropped, Lost, Refusal
from magika_gm.games.temple_isle.rules.state import (
    Declared,
    Ending,
    Left,
    Mantra,
    Stage,
    State,
    clear_bare_squares,
    declared,
    draw,
    hand_over,
    into_hand,
    leave,
    new_unit,
    place_of,
    take_from_hand,
)
from magika_gm.games.temple_isle.rules.terms import NEUTRAL, OTHER, SQUARE, WATER

# --- What an effect comes from ---


@record
class Source:
    """What an effect comes from: a card, where it lies (``c2``, ``U3``, "" for global), and for whom it speaks."""

    card: str
    place: str
    speaker: str


# --- Sheets that came and did not, their lines, and how a game ends by them (MAIL, FAST, END) ---


@record
class MailTurnBegan(Happened):
    """A batch of sheets is being resolved (SEQ-4)."""

    mail: int

    def apply(self, state: State) -> None:
        state.mail = self.mail
        state.peeked = dict.fromkeys(state.peeked)


@record
class SheetMissed(Happened):
    """No sheet came for a player's own game turn; ``missed`` in a row (MAIL-8)."""

    seat: str
    missed: int

    def apply(self, state: State) -> None:
        state.missed[self.seat] = self.missed


@record
class MissesForgotten(Happened):
    """A sheet came again, or a stand-in took the seat (MAIL-8)."""

    seat: str

    def apply(self, state: State) -> None:
        state.missed[self.seat] = 0


@record
class DrawOffered(Happened):
    """A player's last sheet holds OFFER DRAW, or no longer does (END-4)."""

    seat: str
    stands: bool

    def apply(self, state: State) -> None:
        state.offered[self.seat] = self.stands


@record
class FastLinesLeft(Happened):
    """A sheet's FAST lines replaced all that stood (FAST-2)."""

    seat: str
    lines: tuple[Fast, ...]

    def apply(self, state: State) -> None:
        state.fast[self.seat] = list(self.lines)


@record
class LineRefused(Happened):
    """A line was refused when read, or was illegal when it came up (MAIL-5). ``line`` counts the sheet's from 0."""

    seat: str
    line: int
    text: str
    code: Refusal


@record
class LineDropped(Happened):
    """A line, or the rest of it, was passed over without being illegal."""

    seat: str
    line: int
    text: str
    code: Dropped


@record
class Resigned(Happened):
    """A player resigned (END-3)."""

    seat: str


@record
class Forfeited(Happened):
    """A player forfeited (MAIL-8), or the game master took his seat away."""

    seat: str
    reason: str = ""


@record
class GameEnded(Happened):
    """The game is over (END); ``winner`` is a seat or ``draw``."""

    ending: Ending
    winner: str

    def apply(self, state: State) -> None:
        state.ending, state.winner = self.ending, self.winner


# --- Setting up and world building (BUILD, VAR-1) ---


@record
class LandLaid(Happened):
    """A land was drawn and laid face up (BUILD-1)."""

    square: str
    land: str

    def apply(self, state: State) -> None:
        state.isle[SQUARE[self.square]] = self.land


@record
class TempleDrawn(Happened):
    """A temple was drawn: T1 to T4 by ``number`` (BUILD-1)."""

    number: int
    temple: str

    def apply(self, state: State) -> None:
        state.temples = (*state.temples, self.temple)


@record
class FirstPlayerChosen(Happened):
    """A die said who is first player; 0: the scenario did (BUILD-1)."""

    seat: str
    die: int

    def apply(self, state: State) -> None:
        state.first = self.seat


@record
class WaterPlaced(Happened):
    """A water replaced a land card (BUILD-3)."""

    number: int
    seat: str
    square: str
    land: str

    def apply(self, state: State) -> None:
        state.isle[SQUARE[self.square]] = WATER
        state.control[SQUARE[self.square]] = NEUTRAL  # who held the land that is gone holds nothing now (ISLE-5)


@record
class TemplePlaced(Happened):
    """A temple replaced a land card (BUILD-5)."""

    number: int
    seat: str
    square: str
    temple: str
    land: str

    def apply(self, state: State) -> None:
        state.isle[SQUARE[self.square]] = self.temple
        state.control[SQUARE[self.square]] = NEUTRAL
        state.temples = tuple(t for t in state.temples if t != self.temple)


@record
class Fielded(Happened):
    """A picked unit took its place before the first game turn (VAR-1)."""

    unit: int
    card: str
    seat: str
    square: str

    def apply(self, state: State) -> None:
        new_unit(state, self.unit, self.card, self.seat, self.square, 0)


@record
class StageBegan(Happened):
    """The next mail turn is fielding, or a game turn (MAIL-3)."""

    stage: Stage

    def apply(self, state: State) -> None:
        state.stage = self.stage


# --- The game turn: who musters, and what may be done (SEQ, MUST, ACT-1) ---


@record
class GameTurnBegan(Happened):
    """A game turn began (SEQ step 2); without a sheet the steward plays it (MAIL-7)."""

    turn: int
    seat: str
    steward: bool

    def apply(self, state: State) -> None:
        state.turn = state.playing = self.turn
        for unit in state.units.values():
            unit.points = None


@record
class GameTurnOver(Happened):
    """A game turn is over: who organized is ready (LAW-1)."""

    turn: int

    def apply(self, state: State) -> None:
        state.playing = 0


@named_record
class Mustered(Happened):
    """A unit was mustered (MUST)."""

    unit: int
    card: str
    seat: str
    square: str
    landfall: bool
    by_default: bool

    def apply(self, state: State) -> None:
        take_from_hand(state, self.seat, self.card)
        new_unit(state, self.unit, self.card, self.seat, self.square, state.playing)


@record
class MusterGranted(Happened):
    """One more unit may be mustered this game turn."""

    seat: str
    source: Source


@record
class PointsSet(Happened):
    """Action points of the active player's units, as (unit, points) by number (ACT-1)."""

    points: tuple[tuple[int, int], ...]

    def apply(self, state: State) -> None:
        for number, amount in self.points:
            state.units[number].points = amount


@record
class PointsChanged(Happened):
    """A mantra changed a unit's D in phase 4 and with it the points left (ACT-1)."""

    unit: int
    points: int
    by: str

    def apply(self, state: State) -> None:
        state.units[self.unit].points = self.points


@record
class Halted(Happened):
    """Units lost their action points (LAW-6)."""

    units: tuple[int, ...]
    source: Source

    def apply(self, state: State) -> None:
        for number in self.units:
            state.units[number].points = 0


# --- Cards from deck to hand to pile (DECK) ---


@record
class CardDrawn(Happened):
    """A card was drawn (DECK-2); ``card`` is "" for those who do not see it, ``by`` what made it drawn ("": step 1)."""

    seat: str
    card: str
    by: str = ""

    def apply(self, state: State) -> None:
        draw(state, self.seat, self.card)


@record
class PileTurned(Happened):
    """The deck was empty: the discard pile became the deck (DECK-2)."""

    cards: int

    def apply(self, state: State) -> None:
        state.deck = {n: state.discard.count(n) for n in state.catalogue.cards if n in state.discard}
        state.discard.clear()


@record
class NothingDrawn(Happened):
    """Deck and discard pile were empty (DECK-2)."""

    seat: str
    by: str = ""


@record
class Discarded(Happened):
    """Cards went from a hand to the pile at the end of phase 4 (SEQ-2), in catalogue order."""

    seat: str
    cards: tuple[str, ...]

    def apply(self, state: State) -> None:
        for card in self.cards:
            take_from_hand(state, self.seat, card)
        state.discard += self.cards


@record
class Recovered(Happened):
    """The last unit card on the pile came into a hand; "" if there was none (EFF-1)."""

    seat: str
    card: str
    source: Source

    def apply(self, state: State) -> None:
        if self.card:
            at = len(state.discard) - 1 - state.discard[::-1].index(self.card)
            del state.discard[at]
            into_hand(state, self.seat, self.card, shown=True)


@record
class Peeked(Happened):
    """A player saw the foe's hand; None for those who do not see it (EFF-1)."""

    seat: str
    hand: tuple[str, ...] | None
    source: Source

    def apply(self, state: State) -> None:
        if self.hand is not None:
            state.peeked[self.seat] = self.hand
            state.shown[OTHER[self.seat]] = list(self.hand)


# --- Mantras from the hand to their end (ENCH, FAST) ---


@record
class FastFired(Happened):
    """A standing FAST line fired and was used up (FAST-3): its place in the list and its text."""

    seat: str
    place: int
    text: str

    def apply(self, state: State) -> None:
        del state.fast[self.seat][self.place]


@named_record
class MantraDeclared(Happened):
    """A mantra was shown and laid down (ENCH-4b); ``answers`` is the event a FAST line met, None for a CAST line."""

    number: int
    seat: str
    card: str
    target: str
    to: tuple[str, ...] = ()
    answers: Happens | None = None

    def apply(self, state: State) -> None:
        take_from_hand(state, self.seat, self.card)
        state.stack.append(Declared(self.number, self.seat, self.card))


@record
class MantraStruck(Happened):
    """A Dispel took effect upon a mantra being cast: it will leave play without effect."""

    number: int
    card: str
    by: str

    def apply(self, state: State) -> None:
        declared(state, self.number).cancelled = True


@record
class ToPile(Happened):
    """A mantra that was declared left play for the discard pile."""

    number: int
    seat: str
    card: str

    def apply(self, state: State) -> None:
        state.stack.remove(declared(state, self.number))
        state.discard.append(self.card)


@record
class MantraCancelled(ToPile):
    """A mantra cancelled left play without effect (ENCH-4d)."""


@record
class MantraFizzled(ToPile):
    """A mantra whose target is gone or no longer legal left play without effect (ENCH-4d)."""

    target: str


@record
class MantraWorked(Happened):
    """A mantra takes effect (ENCH-4d)."""

    number: int
    seat: str
    card: str
    target: str


@named_record
class MantraLaid(Happened):
    """A mantra with time left came into play (ENCH-8): where it lies, and the game turn it ends with (0: none)."""

    number: int
    seat: str
    card: str
    place: str
    until: int

    def apply(self, state: State) -> None:
        state.stack.remove(declared(state, self.number))
        state.serial += 1
        place_of(state, self.place).append(Mantra(self.card, self.seat, self.until, state.serial))


@record
class MantraSpent(ToPile):
    """A mantra that works once left play (ENCH-3)."""


class Gone(StrEnum):
    """Why mantras in play left it."""

    EXPIRED = "expired"
    UNRAVELLED = "unravelled"


@record
class MantrasLeft(Happened):
    """Mantras in play left it at one moment, as (serial, card, caster, place) (DECK-5)."""

    mantras: tuple[tuple[int, str, str, str], ...]
    why: Gone

    def apply(self, state: State) -> None:
        for serial, _, _, place in self.mantras:
            lying = place_of(state, place)
            lying[:] = [m for m in lying if m.serial != serial]
        clear_bare_squares(state)
        state.discard += state.catalogue.sorted(card for _, card, _, _ in self.mantras)


# --- Units: how they move, fight, are healed and leave play; the cards they win (ACT, COMB, UNIT) ---


@record
class SetOut(Happened):
    """A unit paid for a step or leap (ACT-10b)."""

    unit: int
    start: str
    target: str
    cost: int
    leap: bool

    def apply(self, state: State) -> None:
        state.units[self.unit].points = (state.units[self.unit].points or 0) - self.cost


@record
class Moved(Happened):
    """A unit came onto a card by its action points; it entered it, or traverses it (ACT-8)."""

    unit: int
    start: str
    target: str
    entered: bool

    def apply(self, state: State) -> None:
        state.units[self.unit].at = SQUARE[self.target]


@record
class Teleported(Happened):
    """A unit left its card and entered another by an effect (ACT-13)."""

    unit: int
    start: str
    target: str
    source: Source

    def apply(self, state: State) -> None:
        state.units[self.unit].at = SQUARE[self.target]


@record
class AttackBegan(Happened):
    """A unit spent a point on an attack (COMB-7b)."""

    unit: int
    target: int

    def apply(self, state: State) -> None:
        state.units[self.unit].points = (state.units[self.unit].points or 0) - 1


@record
class AttackLost(Happened):
    """The attack came to nothing, without dice (COMB-7d)."""

    unit: int
    target: int
    code: Lost


@named_record
class Fought(Happened):
    """Dice of an attack (COMB-7e, f). ``sides`` are A and B; ``lost`` is what the loser's HP fell by, after
    ``guard`` and what spares the attacker (``spared``: COMB-5, WATER-4)."""

    attacker: int
    defender: int
    attack: int
    defence: int
    sides: tuple[int, int]
    loser: int | None
    lost: int
    guard: int = 0
    spared: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        if self.loser is not None:
            state.units[self.loser].hp -= self.lost


@record
class Healed(Happened):
    """Units gained HP, as (unit, amount) by number."""

    units: tuple[tuple[int, int], ...]
    source: Source

    def apply(self, state: State) -> None:
        for number, amount in self.units:
            state.units[number].hp += amount


@record
class Harmed(Happened):
    """Units lost HP by an effect, as (unit, amount) by number (EFF-4)."""

    units: tuple[tuple[int, int], ...]
    source: Source

    def apply(self, state: State) -> None:
        for number, amount in self.units:
            state.units[number].hp -= amount


@record
class UnitsLeft(Happened):
    """Units left play at one moment (UNIT-3); ``by`` is the unit that destroyed them in combat, 0 if none did."""

    units: tuple[int, ...]
    how: Left
    by: int = 0
    source: Source | None = None

    def apply(self, state: State) -> None:
        leave(state, [state.units[n] for n in self.units], self.how)


@record
class FullHpChanged(Happened):
    """A unit's full HP changed, and its HP with it (EFF-1, C+n)."""

    unit: int
    full: int
    hp: int

    def apply(self, state: State) -> None:
        state.units[self.unit].full, state.units[self.unit].hp = self.full, self.hp


@record
class ControlPassed(Happened):
    """Control of a card passed; ``seat`` "" if it became neutral. ``by`` is the card that did it, "" in step 7."""

    square: str
    seat: str
    before: str
    by: str = ""

    def apply(self, state: State) -> None:
        state.control[SQUARE[self.square]] = self.seat


# --- What the game master corrected ---


@record
class GmPlaced(Happened):
    """The game master put a unit on another card; nothing was entered or left."""

    unit: int
    start: str
    target: str
    reason: str

    def apply(self, state: State) -> None:
        state.units[self.unit].at = SQUARE[self.target]


@record
class GmAdjusted(Happened):
    """The game master set a unit's HP."""

    unit: int
    before: int
    after: int
    reason: str

    def apply(self, state: State) -> None:
        state.units[self.unit].hp = self.after


@record
class GmHanded(Happened):
    """The game master moved a card: ``SUN``, ``MOON`` (hands), ``deck``, ``discard`` or ``nowhere``."""

    card: str
    source: str
    target: str
    reason: str

    def apply(self, state: State) -> None:
        hand_over(state, self.card, self.source, self.target)


@record
class GmTurned(Happened):
    """The game master turned a card of the isle towards a player ("": neutral)."""

    square: str
    before: str
    after: str
    reason: str

    def apply(self, state: State) -> None:
        state.control[SQUARE[self.square]] = self.after


@record
class GmChangedLine(Happened):
    """The game master changed an order line of a sheet; "" where there was none, or is none any more."""

    seat: str
    line: int
    before: str
    after: str
    reason: str


Event = Happened
EVENTS: Codec[Event] = Codec(events_of(globals()))
"""``{"kind": "Moved", "unit": 3, "start": "b2", "target": "c2", "entered": true}``."""
