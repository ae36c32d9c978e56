"""What can happen, in the past tense.

A rule tells an event; ``telling.apply`` changes the state by it. Events carry everything that change needs, so that
folding them over a state gives the next one. Squares are names (``c2``), units are numbers, "" for a seat is nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from magika_gm.games.temple_isle.orders.model import Fast, Happens
from magika_gm.games.temple_isle.rules.refusals import Dropped, Lost, Refusal
from magika_gm.games.temple_isle.rules.state import Ending, Left, Stage


@dataclass(frozen=True, slots=True)
class Source:
    """What an effect comes from: a card, where it lies (``c2``, ``U3``, "" for global), and for whom it speaks."""

    card: str
    place: str
    speaker: str


class Gone(StrEnum):
    """Why mantras in play left it."""

    EXPIRED = "expired"
    UNRAVELLED = "unravelled"


# --- setting up and world building ---


@dataclass(frozen=True, slots=True)
class LandLaid:
    """A land was drawn and laid face up (BUILD-1)."""

    square: str
    land: str


@dataclass(frozen=True, slots=True)
class TempleDrawn:
    """A temple was drawn: T1 to T4 by ``number`` (BUILD-1)."""

    number: int
    temple: str


@dataclass(frozen=True, slots=True)
class FirstPlayerChosen:
    """A die said who is first player; 0: the scenario did (BUILD-1)."""

    seat: str
    die: int


@dataclass(frozen=True, slots=True)
class WaterPlaced:
    """A water replaced a land card (BUILD-3)."""

    number: int
    seat: str
    square: str
    land: str


@dataclass(frozen=True, slots=True)
class TemplePlaced:
    """A temple replaced a land card (BUILD-5)."""

    number: int
    seat: str
    square: str
    temple: str
    land: str


@dataclass(frozen=True, slots=True)
class Fielded:
    """A picked unit took its place before the first game turn (VAR-1)."""

    unit: int
    card: str
    seat: str
    square: str


@dataclass(frozen=True, slots=True)
class StageBegan:
    """The next mail turn is fielding, or a game turn (MAIL-3)."""

    stage: Stage


# --- sheets ---


@dataclass(frozen=True, slots=True)
class MailTurnBegan:
    """A batch of sheets is being resolved (SEQ-4)."""

    mail: int


@dataclass(frozen=True, slots=True)
class SheetMissed:
    """No sheet came for a player's own game turn; ``missed`` in a row (MAIL-8)."""

    seat: str
    missed: int


@dataclass(frozen=True, slots=True)
class MissesForgotten:
    """A sheet came again, or a stand-in took the seat (MAIL-8)."""

    seat: str


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """A player's last sheet holds OFFER DRAW, or no longer does (END-4)."""

    seat: str
    stands: bool


@dataclass(frozen=True, slots=True)
class FastLinesLeft:
    """A sheet's FAST lines replaced all that stood (FAST-2)."""

    seat: str
    lines: tuple[Fast, ...]


@dataclass(frozen=True, slots=True)
class LineRefused:
    """A line was refused when read, or was illegal when it came up (MAIL-5). ``line`` counts the sheet's from 0."""

    seat: str
    line: int
    text: str
    code: Refusal


@dataclass(frozen=True, slots=True)
class LineDropped:
    """A line, or the rest of it, was passed over without being illegal."""

    seat: str
    line: int
    text: str
    code: Dropped


@dataclass(frozen=True, slots=True)
class Resigned:
    """A player resigned (END-3)."""

    seat: str


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A player forfeited (MAIL-8), or the game master took his seat away."""

    seat: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over (END); ``winner`` is a seat or ``draw``."""

    ending: Ending
    winner: str


# --- cards ---


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A card was drawn (DECK-2); ``card`` is "" for those who do not see it, ``by`` what made it drawn ("": step 1)."""

    seat: str
    card: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class PileTurned:
    """The deck was empty: the discard pile became the deck (DECK-2)."""

    cards: int


@dataclass(frozen=True, slots=True)
class NothingDrawn:
    """Deck and discard pile were empty (DECK-2)."""

    seat: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class Discarded:
    """Cards went from a hand to the pile at the end of phase 4 (SEQ-2), in catalogue order."""

    seat: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recovered:
    """The last unit card on the pile came into a hand; "" if there was none (EFF-1)."""

    seat: str
    card: str
    source: Source


@dataclass(frozen=True, slots=True)
class Peeked:
    """A player saw the foe's hand; None for those who do not see it (EFF-1)."""

    seat: str
    hand: tuple[str, ...] | None
    source: Source


# --- the game turn ---


@dataclass(frozen=True, slots=True)
class GameTurnBegan:
    """A game turn began (SEQ step 2); without a sheet the steward plays it (MAIL-7)."""

    turn: int
    seat: str
    steward: bool


@dataclass(frozen=True, slots=True)
class GameTurnOver:
    """A game turn is over: who organized is ready (LAW-1)."""

    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Mustered:
    """A unit was mustered (MUST)."""

    unit: int
    card: str
    seat: str
    square: str
    landfall: bool
    by_default: bool


@dataclass(frozen=True, slots=True)
class MusterGranted:
    """One more unit may be mustered this game turn."""

    seat: str
    source: Source


@dataclass(frozen=True, slots=True)
class PointsSet:
    """Action points of the active player's units, as (unit, points) by number (ACT-1)."""

    points: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PointsChanged:
    """A mantra changed a unit's D in phase 4 and with it the points left (ACT-1)."""

    unit: int
    points: int
    by: str


@dataclass(frozen=True, slots=True)
class Halted:
    """Units lost their action points (LAW-6)."""

    units: tuple[int, ...]
    source: Source


# --- mantras ---


@dataclass(frozen=True, slots=True)
class FastFired:
    """A standing FAST line fired and was used up (FAST-3): its place in the list and its text."""

    seat: str
    place: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MantraDeclared:
    """A mantra was shown and laid down (ENCH-4b); ``answers`` is the event a FAST line met, None for a CAST line."""

    number: int
    seat: str
    card: str
    target: str
    to: tuple[str, ...] = ()
    answers: Happens | None = None


@dataclass(frozen=True, slots=True)
class MantraStruck:
    """A Dispel took effect upon a mantra being cast: it will leave play without effect."""

    number: int
    card: str
    by: str


@dataclass(frozen=True, slots=True)
class MantraCancelled:
    """A mantra cancelled left play without effect (ENCH-4d)."""

    number: int
    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class MantraFizzled:
    """A mantra whose target is gone or no longer legal left play without effect (ENCH-4d)."""

    number: int
    seat: str
    card: str
    target: str


@dataclass(frozen=True, slots=True)
class MantraWorked:
    """A mantra takes effect (ENCH-4d)."""

    number: int
    seat: str
    card: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MantraLaid:
    """A mantra with time left came into play (ENCH-8): where it lies, and the game turn it ends with (0: none)."""

    number: int
    seat: str
    card: str
    place: str
    until: int


@dataclass(frozen=True, slots=True)
class MantraSpent:
    """A mantra that works once left play (ENCH-3)."""

    number: int
    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class MantrasLeft:
    """Mantras in play left it at one moment, as (serial, card, caster, place) (DECK-5)."""

    mantras: tuple[tuple[int, str, str, str], ...]
    why: Gone


# --- units ---


@dataclass(frozen=True, slots=True)
class SetOut:
    """A unit paid for a step or leap (ACT-10b)."""

    unit: int
    start: str
    target: str
    cost: int
    leap: bool


@dataclass(frozen=True, slots=True)
class Moved:
    """A unit came onto a card by its action points; it entered it, or traverses it (ACT-8)."""

    unit: int
    start: str
    target: str
    entered: bool


@dataclass(frozen=True, slots=True)
class Teleported:
    """A unit left its card and entered another by an effect (ACT-13)."""

    unit: int
    start: str
    target: str
    source: Source


@dataclass(frozen=True, slots=True)
class AttackBegan:
    """A unit spent a point on an attack (COMB-7b)."""

    unit: int
    target: int


@dataclass(frozen=True, slots=True)
class AttackLost:
    """The attack came to nothing, without dice (COMB-7d)."""

    unit: int
    target: int
    code: Lost


@dataclass(frozen=True, slots=True, kw_only=True)
class Fought:
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


@dataclass(frozen=True, slots=True)
class Healed:
    """Units gained HP, as (unit, amount) by number."""

    units: tuple[tuple[int, int], ...]
    source: Source


@dataclass(frozen=True, slots=True)
class Harmed:
    """Units lost HP by an effect, as (unit, amount) by number (EFF-4)."""

    units: tuple[tuple[int, int], ...]
    source: Source


@dataclass(frozen=True, slots=True)
class UnitsLeft:
    """Units left play at one moment (UNIT-3); ``by`` is the unit that destroyed them in combat, 0 if none did."""

    units: tuple[int, ...]
    how: Left
    by: int = 0
    source: Source | None = None


@dataclass(frozen=True, slots=True)
class FullHpChanged:
    """A unit's full HP changed, and its HP with it (EFF-1, C+n)."""

    unit: int
    full: int
    hp: int


# --- lands ---


@dataclass(frozen=True, slots=True)
class ControlPassed:
    """Control of a card passed; ``seat`` "" if it became neutral. ``by`` is the card that did it, "" in step 7."""

    square: str
    seat: str
    before: str
    by: str = ""


# --- the game master ---


@dataclass(frozen=True, slots=True)
class GmPlaced:
    """The game master put a unit on another card; nothing was entered or left."""

    unit: int
    start: str
    target: str
    reason: str


@dataclass(frozen=True, slots=True)
class GmAdjusted:
    """The game master set a unit's HP."""

    unit: int
    before: int
    after: int
    reason: str


@dataclass(frozen=True, slots=True)
class GmHanded:
    """The game master moved a card: ``SUN``, ``MOON`` (hands), ``deck``, ``discard`` or ``nowhere``."""

    card: str
    source: str
    target: str
    reason: str


@dataclass(frozen=True, slots=True)
class GmTurned:
    """The game master turned a card of the isle towards a player ("": neutral)."""

    square: str
    before: str
    after: str
    reason: str


@dataclass(frozen=True, slots=True)
class GmChangedLine:
    """The game master changed an order line of a sheet; "" where there was none, or is none any more."""

    seat: str
    line: int
    before: str
    after: str
    reason: str


SetupEvent = LandLaid | TempleDrawn | FirstPlayerChosen | WaterPlaced | TemplePlaced | Fielded | StageBegan
SheetEvent = (
    MailTurnBegan
    | SheetMissed
    | MissesForgotten
    | DrawOffered
    | FastLinesLeft
    | LineRefused
    | LineDropped
    | Resigned
    | Forfeited
    | GameEnded
)
CardEvent = CardDrawn | PileTurned | NothingDrawn | Discarded | Recovered | Peeked
TurnEvent = GameTurnBegan | GameTurnOver | Mustered | MusterGranted | PointsSet | PointsChanged | Halted
MantraEvent = (
    FastFired
    | MantraDeclared
    | MantraStruck
    | MantraCancelled
    | MantraFizzled
    | MantraWorked
    | MantraLaid
    | MantraSpent
    | MantrasLeft
)
UnitEvent = (
    SetOut
    | Moved
    | Teleported
    | AttackBegan
    | AttackLost
    | Fought
    | Healed
    | Harmed
    | UnitsLeft
    | FullHpChanged
    | ControlPassed
)
GmEvent = GmPlaced | GmAdjusted | GmHanded | GmTurned | GmChangedLine
Event = SetupEvent | SheetEvent | CardEvent | TurnEvent | MantraEvent | UnitEvent | GmEvent
