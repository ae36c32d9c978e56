"""What happens in a hand of runes, in the past tense (HAND, MAG, PAY).

Every event carries what its change of the state needs. ``kind`` -1 stands for a rune the reader does not see. Why a
seat did something is told to it alone, as a :class:`Decided` before the event.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from magika_gm.games.rune_war.orders.model import Order
from magika_gm.games.rune_war.rules.refusals import Lack, Refusal
from magika_gm.games.rune_war.rules.state import Due, Won
from magika_gm.games.rune_war.runes import Meld


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A mail turn began (SEQ-1)."""

    turn: int
    due: Due
    round: int


class Origin(StrEnum):
    """Where the sheet comes from that is played for a seat (GM-1)."""

    SENT = "sent"
    STANDING = "standing"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class SheetPlayed:
    """The lines played for a seat this turn; a hand sheet that was sent stands for the rest of the hand."""

    seat: str
    due: Due
    origin: Origin
    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LineRefused:
    """A line, or a part of it, could not be carried out (SEQ-7). ``about`` is the creature or place concerned."""

    seat: str
    line: int
    text: str
    reason: Refusal
    rule: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class WallBuilt:
    """The set was shuffled (HAND-2); a new round began. Others than the game master see the seal alone (GM-2)."""

    round: int
    seal: str
    nonce: str = ""
    order: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Dealt:
    """A seat got its first runes from the front of the wall; others see that it did."""

    seat: str
    runes: tuple[int, ...]
    number: int


class Step(StrEnum):
    """What a seat decides in a hand."""

    DRAW = "draw"
    GAME = "game"
    KONG = "kong"
    CLAIM = "claim"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """A decision of a seat and what made it: a line of its sheet, or a clause of the adviser (told to it alone).

    ``choice`` is a rune, a set, or ``""`` for letting it pass; ``line`` is 0 where the adviser or a rule decided,
    ``rule`` the clause. ``aim``, ``d`` and ``live`` are the adviser's grounds, where it was asked (-1: not asked).
    """

    seat: str
    step: Step
    choice: str
    line: int
    rule: str
    aim: str = ""
    d: int = -1
    live: int = -1


class Source(StrEnum):
    """Where a rune was drawn from."""

    FRONT = "front"
    BACK = "back"
    SPELL = "spell"


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew a rune; others see that it did. ``place`` is where it lay in the wall (a Draw spell's; else 0)."""

    seat: str
    kind: int
    source: Source
    place: int = 0


class KongForm(StrEnum):
    """The kinds of Kong."""

    DEAL = "deal"
    CONCEALED = "concealed"
    ADDED = "added"
    """The rune drawn was laid to a melded triplet."""
    DISCARD = "discard"


@dataclass(frozen=True, slots=True, kw_only=True)
class KongMade:
    """A foursome was declared (HAND-3, 7, 8); ``points`` are those of MAG-2, ``bright`` the runes with magic spent."""

    seat: str
    kind: int
    form: KongForm
    discarder: str = ""
    bright: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldMade:
    """A Pung or Chow (HAND-6). ``dim`` are the own runes of it without magic."""

    seat: str
    meld: Meld
    rune: int
    discarder: str
    dim: tuple[int, ...] = ()
    points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Discarded:
    """A rune was discarded (HAND-4 e, MAG-1); those under Fog see that it was."""

    seat: str
    kind: int
    magic: bool
    points: int
    forced: bool = False
    """A random discard (MAG-13)."""
    unseen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CountedOff:
    """A discard was counted off Silence and Fog, after the claims on it (MAG-13)."""


@dataclass(frozen=True, slots=True)
class DiscardStood:
    """Nobody claimed the discard; ``next`` begins its play."""

    seat: str
    next: str


@dataclass(frozen=True, slots=True)
class DealKongsOver:
    """Everybody has declared his foursomes of the deal (HAND-3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandWon:
    """Game (HAND-9): the winner's whole hand, its score, who pays, the magic left in it."""

    won: Won
    hand: tuple[int, ...]
    """The winner's concealed runes, the winning one among them."""
    dim: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandDrawn:
    """The wall ran out: nobody won (HAND-10)."""

    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellCast:
    """A spell was paid for and cast (MAG-9). To those who do not see its target or the place it is blank.

    ``target`` is a creature, a seat, or ``""``; ``resisted`` are creatures it left unharmed.
    """

    seat: str
    play: int
    spell: str
    cost: int
    components: tuple[int, ...]
    target: str = ""
    place: str = ""
    resisted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OrderCast:
    """A CAST line was carried out once more (told to its seat alone)."""

    seat: str
    line: int
    standing: bool
    """Whether it is a line of the sheet that stands for the hand."""


@dataclass(frozen=True, slots=True)
class OrderWaits:
    """A CAST line waits at the end of the turn; why, when it was last tried (told to its seat alone)."""

    seat: str
    line: int
    play: int
    lacks: tuple[Lack, ...]


@dataclass(frozen=True, slots=True)
class DiscardForced:
    """A random discard was laid on a seat (MAG-13)."""

    seat: str
    caster: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scried:
    """A seat was shown another's concealed runes (told to it alone); ``late``: again at the end of the turn."""

    caster: str
    seat: str
    runes: tuple[int, ...]
    dim: tuple[int, ...]
    late: bool = False


@dataclass(frozen=True, slots=True)
class Silenced:
    """A seat can declare nothing for so many discards (MAG-13)."""

    seat: str
    discards: int


@dataclass(frozen=True, slots=True)
class Fogged:
    """A seat cannot see others' discards for so many (MAG-13)."""

    seat: str
    discards: int


HandEvent = (
    TurnBegan
    | SheetPlayed
    | LineRefused
    | WallBuilt
    | Dealt
    | Decided
    | Drew
    | KongMade
    | MeldMade
    | Discarded
    | CountedOff
    | DiscardStood
    | DealKongsOver
    | HandWon
    | HandDrawn
    | SpellCast
    | OrderCast
    | OrderWaits
    | DiscardForced
    | Scried
    | Silenced
    | Fogged
)
