"""Orders as values (ORD): what a line of a sheet says, apart from how it was written.

``orders.lines`` reads lines into these and writes them; the rules carry them out. Squares are numbers
in reading order, cards are named in full.
"""

from __future__ import annotations

from enum import StrEnum

from magika_gm.engine.records import named_record, record
from magika_gm.games.temple_isle.rules.terms import Direction

# --- what is aimed at ---


@record
class AtUnit:
    """``U9``."""

    number: int


@record
class AtSquare:
    """``c2``: the card there, or for what works on units one there."""

    square: int


@record
class AtSeat:
    """``MOON``: where a global mantra lies."""

    seat: str


@record
class AtTemple:
    """``TEMPLE``: any temple; of the event ENTER only."""


@record
class Toward:
    """``E``: a unit of the foe on the adjacent square; attacks only."""

    direction: Direction


@record
class AnyUnit:
    """``ANY``: any legal unit."""


@record
class ItWord:
    """``IT`` of a FAST line (FAST-5)."""


@record
class FoeWord:
    """``FOE`` of a FAST line (FAST-5)."""


Place = AtUnit | AtSquare | AtSeat


@record
class MantraAt:
    """``Might AT U3``: a mantra in play (CARDS-4)."""

    card: str
    place: Place


TargetWord = AtUnit | AtSquare | Toward | AnyUnit | ItWord | FoeWord | MantraAt

# --- conditions ---


class Compare(StrEnum):
    """How HP are compared."""

    LESS = "<"
    MORE = ">"
    EQUAL = "="
    AT_MOST = "<="
    AT_LEAST = ">="


class SquareState(StrEnum):
    """What a condition asks of a square."""

    EMPTY = "EMPTY"
    FOE = "FOE"
    OWN = "OWN"
    HELD = "HELD"


@record
class UnitLives:
    """``U8 ALIVE``, ``U8 DEAD``."""

    number: int
    alive: bool


@record
class UnitHp:
    """``U3 HP < 3``."""

    number: int
    compare: Compare
    value: int


@record
class UnitAt:
    """``U8 AT c2, c3``."""

    number: int
    squares: tuple[int, ...]


@record
class SquareIs:
    """``c2 EMPTY``, ``c2 FOE``, ``c2 OWN``, ``c2 HELD``."""

    square: int
    state: SquareState


@record
class Played:
    """``PLAYED Might``."""

    card: str


Test = UnitLives | UnitHp | UnitAt | SquareIs | Played


@record
class Condition:
    """``IF …`` or ``UNLESS …``: carried out if all tests hold, or unless all hold."""

    tests: tuple[Test, ...]
    unless: bool = False


# --- words of a unit line ---


@record
class Step:
    """``N``."""

    direction: Direction


@record
class LeapStep:
    """``LEAP N`` (ACT-9)."""

    direction: Direction


@record
class Stop:
    """``STOP``."""


AttackWord = AtUnit | AtSquare | Toward | AnyUnit
ALL_TIMES = 0
"""``ATTACK … ALL``: as long as points last."""


@record
class Attack:
    """``ATTACK targets [TIMES n or ALL] [KEEP k] [WHILE HP > n]``; ``times`` 0 is ALL."""

    targets: tuple[AttackWord, ...]
    times: int = 1
    keep: int = 0
    above: int = 0


Word = Step | LeapStep | Stop | Attack

# --- triggers of FAST lines ---


class Happens(StrEnum):
    """The seven events (FAST-5)."""

    BEGIN = "BEGIN"
    CAST = "CAST"
    MUSTER = "MUSTER"
    ACTIONS = "ACTIONS"
    ENTER = "ENTER"
    ATTACK = "ATTACK"
    END = "END"


@named_record
class Trigger:
    """The event of a FAST line. Empty lists ask for nothing: any card, any square, any unit."""

    event: Happens
    cards: tuple[str, ...] = ()
    on: tuple[AtUnit | AtSquare, ...] = ()
    by: tuple[int, ...] = ()
    places: tuple[AtSquare | AtTemple, ...] = ()


# --- orders ---


@record
class WaterList:
    """``WATER c1, b1`` (BUILD-6)."""

    squares: tuple[int, ...]


@record
class TempleList:
    """``TEMPLE War AT b2``; ``temple`` "" is ANY (BUILD-6)."""

    temple: str
    squares: tuple[int, ...]


@record
class Cast:
    """``CAST card [ON targets] [TO squares]`` (ENCH)."""

    card: str
    targets: tuple[TargetWord, ...] = ()
    to: tuple[int, ...] = ()
    condition: Condition | None = None


@record
class Muster:
    """``MUSTER card [AT squares]`` (MUST-6)."""

    card: str
    places: tuple[int, ...] = ()
    condition: Condition | None = None


@record
class UnitLine:
    """``U3 words`` (ACT)."""

    number: int
    words: tuple[Word, ...]
    condition: Condition | None = None


@record
class Discard:
    """``DISCARD cards`` (SEQ-2)."""

    cards: tuple[str, ...]


@record
class Fast:
    """``FAST card [ON targets] [TO squares] WHEN event`` (FAST-2)."""

    card: str
    trigger: Trigger
    targets: tuple[TargetWord, ...] = ()
    to: tuple[int, ...] = ()
    condition: Condition | None = None


@record
class FastNone:
    """``FAST NONE``."""


@record
class Resign:
    """``RESIGN`` (END-3)."""


@record
class OfferDraw:
    """``OFFER DRAW`` (END-4)."""


@record
class Field:
    """``FIELD card AT squares`` (VAR-1)."""

    card: str
    squares: tuple[int, ...]


Order = WaterList | TempleList | Cast | Muster | UnitLine | Discard | Fast | FastNone | Resign | OfferDraw | Field
