"""What can happen, in the past tense.

A rule tells an event; :func:`~magika_gm.games.xom_zol.telling.apply` changes the state by it. ``side`` is whose affair
it is, ``ref`` a card in play, ``by`` what did it (a ref, or the name of a channel, spell or counter).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from magika_gm.games.xom_zol.words import Word


@dataclass(frozen=True, slots=True)
class Payment:
    """What a cost was paid with: cards committed, letters they added, letters taken from the pool, life (MANA-8)."""

    refs: tuple[str, ...] = ()
    added: str = ""
    spent: str = ""
    life: int = 0


FREE = Payment()


class Why(StrEnum):
    """Why cards were drawn, discarded, or life changed."""

    TURN = "turn"
    FIZZLE = "fizzle"
    EFFECT = "effect"
    COMBAT = "combat"
    LEECH = "leech"


# --- the frame of a game turn ---


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A game turn began."""

    turn: int
    side: str


@dataclass(frozen=True, slots=True)
class Materialised:
    """A creature exists and took its place (FIELD-3, FIELD-5): ``behind`` that creature, or in a new column."""

    ref: str
    behind: str = ""


@dataclass(frozen=True, slots=True)
class CardsReadied:
    """The active side's cards became ready, its "assaulted" marks went (SEQ 1.2)."""

    side: str


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """Cards were drawn; others are told the number alone."""

    side: str
    n: int
    why: Why
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LapsesEnded:
    """What had lapsed works again (UPK-3)."""

    refs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UpkeepPaid:
    """An upkeep was paid (UPK-2)."""

    side: str
    ref: str
    payment: Payment


@dataclass(frozen=True, slots=True)
class Unsummoned:
    """A card was unsummoned (UPK-2)."""

    side: str
    ref: str
    card: str


@dataclass(frozen=True, slots=True)
class Lapsed:
    """An upkeep was let lapse (UPK-3)."""

    side: str
    ref: str


@dataclass(frozen=True, slots=True)
class PenaltiesTaken:
    """Penalties of step 5.3: life for letters in the pool, lapsed upkeep and conditions not met."""

    side: str
    pool: int
    lapsed: int
    unmet: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """Pools are empty; damage and changes for the turn are over (SEQ 5.5)."""

    turn: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over (END); ``winner`` is a side or ``draw``."""

    winner: str
    ending: str


@dataclass(frozen=True, slots=True)
class SheetMissed:
    """No ACT part came: the default turn was played (POL-8)."""

    side: str


@dataclass(frozen=True, slots=True)
class StandingSet:
    """A side's standing orders were replaced (MAIL-3), each as it is written."""

    side: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ActUnused:
    """An ACT part came in a mail turn without an own game turn (MAIL-3)."""

    side: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LineSettled:
    """What became of an order line: the side's own affair. ``code`` says why not, ``rule`` by which rule."""

    side: str
    part: str
    number: int
    text: str
    word: Word
    code: str = ""
    rule: str = ""


# --- casting and using ---


@dataclass(frozen=True, slots=True)
class CardCast:
    """A card was cast, paid and aimed (PLAY-1); ``aim`` is a ref, a side, or a card of the pile."""

    side: str
    card: str
    aim: str
    payment: Payment


@dataclass(frozen=True, slots=True)
class CounterCast:
    """A counter answered a cast (CTR-1)."""

    side: str
    card: str
    against: str
    payment: Payment


@dataclass(frozen=True, slots=True)
class CastCancelled:
    """A cast was cancelled: the card lies in its owner's pile (CTR-2)."""

    side: str
    card: str
    by: str


@dataclass(frozen=True, slots=True)
class TaxAsked:
    """A TAX was paid, or with no payment the cast falls (POL-6)."""

    side: str
    n: int
    payment: Payment | None


@dataclass(frozen=True, slots=True)
class CardSpent:
    """A card that stays nowhere went to its owner's pile after its effect."""

    side: str
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardEntered:
    """A card came into play; ``exists`` is False for a creature not there yet, ``raised`` if it lay in the pile."""

    side: str
    ref: str
    card: str
    exists: bool = True
    on: str = ""
    behind: str = ""
    raised: bool = False


@dataclass(frozen=True, slots=True)
class EffectUsed:
    """A USE effect, or with ``inflate`` an INFLATE, was paid for (FX-2, STAT-5)."""

    side: str
    ref: str
    aim: str
    payment: Payment
    commits: bool = False
    inflate: bool = False


@dataclass(frozen=True, slots=True)
class TriggerRan:
    """A trigger began to run (FX-3)."""

    side: str
    ref: str
    card: str
    moment: str
    aim: str = ""


@dataclass(frozen=True, slots=True)
class TriggersFellOut:
    """More than fifty triggers in a row: the rest fall out (STAT-6)."""

    n: int


# --- effects ---


@dataclass(frozen=True, slots=True)
class Damaged:
    """A creature took damage from an effect."""

    ref: str
    n: int
    by: str


@dataclass(frozen=True, slots=True)
class LifeChanged:
    """A side gained or lost life by an effect or by LEECH."""

    side: str
    change: int
    by: str
    why: Why = Why.EFFECT


@dataclass(frozen=True, slots=True)
class Changed:
    """A creature's S and D changed for the turn."""

    ref: str
    s: int
    d: int
    by: str


@dataclass(frozen=True, slots=True)
class Granted:
    """A creature has a keyword for the turn."""

    ref: str
    keyword: str
    by: str


@dataclass(frozen=True, slots=True)
class Doomed:
    """A creature leaves at the next check (STAT-3: DESTROY, VENOM)."""

    ref: str
    by: str


@dataclass(frozen=True, slots=True)
class Destroyed:
    """A function, augment, land or sigil was destroyed."""

    ref: str
    card: str
    by: str


@dataclass(frozen=True, slots=True)
class Returned:
    """A creature went back to its owner's hand."""

    ref: str
    card: str
    by: str


@dataclass(frozen=True, slots=True)
class CardCommitted:
    """A creature was committed by an effect."""

    ref: str
    by: str


@dataclass(frozen=True, slots=True)
class CardReadied:
    """A creature was made ready by an effect."""

    ref: str
    by: str


@dataclass(frozen=True, slots=True)
class Pacified:
    """A creature neither assaults nor counter-assaults this game turn."""

    ref: str
    by: str


@dataclass(frozen=True, slots=True)
class FogFell:
    """No combat damage and no sabotage for the rest of the game turn."""

    by: str


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """A card of the hand went to the pile; with ``bottom`` under the library, which card others are not told."""

    side: str
    card: str
    why: Why
    bottom: bool = False


@dataclass(frozen=True, slots=True)
class CardsMilled:
    """Cards went from the top of the library to the pile."""

    side: str
    cards: tuple[str, ...]
    by: str


@dataclass(frozen=True, slots=True)
class HandSeen:
    """``side`` looked at the other's hand (PEEK); which cards it saw it alone is told."""

    side: str
    by: str
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardFetched:
    """A card went from the library to the hand, shown to both; "" if none fitted."""

    side: str
    card: str
    by: str


@dataclass(frozen=True, slots=True)
class CardRaised:
    """A creature card went from the own pile to the hand."""

    side: str
    card: str
    by: str


@dataclass(frozen=True, slots=True)
class ManaMade:
    """Letters went into the pool by an effect."""

    side: str
    letters: str
    by: str


# --- the field and the assault ---


@dataclass(frozen=True, slots=True)
class Formed:
    """A side re-formed (FIELD-5): its columns, "" for nobody."""

    side: str
    columns: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class AssaultDeclared:
    """An assault was declared (SEQ 3.4 A)."""

    side: str


@dataclass(frozen=True, slots=True)
class AssaultersChosen:
    """The assaulting creatures by rank; all are marked, all but ``vigilant`` commit (ASLT-2)."""

    side: str
    first: tuple[str, ...]
    second: tuple[str, ...]
    vigilant: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CounterAssigned:
    """A creature counters an assaulter (ASLT-8)."""

    ref: str
    against: str


@dataclass(frozen=True, slots=True)
class Aligned:
    """An alignment change (ALN) of a creature that fights another."""

    ref: str
    against: str
    s: int
    d: int


@dataclass(frozen=True, slots=True)
class Struck:
    """Combat damage: to a creature, or to the player (``at`` is a side then)."""

    ref: str
    at: str
    n: int


@dataclass(frozen=True, slots=True)
class Sabotaged:
    """A passing creature destroyed a function (ASLT-10)."""

    ref: str
    function: str
    card: str


@dataclass(frozen=True, slots=True)
class Died:
    """A creature died (STAT-3); ``home`` if it goes back to the hand."""

    ref: str
    card: str
    home: bool = False


@dataclass(frozen=True, slots=True)
class AssaultEnded:
    """The assault is over; formations close up."""

    side: str


# --- the sides' and the game master's own word ---


@dataclass(frozen=True, slots=True)
class Conceded:
    """A side conceded (END-4)."""

    side: str


@dataclass(frozen=True, slots=True)
class GmForfeited:
    """A side forfeits (MAIL-7, END-4)."""

    side: str
    reason: str


@dataclass(frozen=True, slots=True)
class GmSetLife:
    """The game master set a side's life."""

    side: str
    life: int
    reason: str


@dataclass(frozen=True, slots=True)
class GmMovedCard:
    """The game master moved a card of a side from one zone to another (hand, library, discard, play)."""

    side: str
    card: str
    source: str
    target: str
    ref: str
    reason: str


@dataclass(frozen=True, slots=True)
class GmMarked:
    """The game master made a card in play ready or committed."""

    side: str
    ref: str
    committed: bool
    reason: str


@dataclass(frozen=True, slots=True)
class GmChangedLine:
    """The game master put another order into a side's sheet; "" for none."""

    side: str
    part: str
    number: int
    before: str
    after: str
    reason: str


Event = (
    TurnBegan | Materialised | CardsReadied | CardsDrawn | LapsesEnded | UpkeepPaid | Unsummoned | Lapsed
    | PenaltiesTaken | TurnEnded | GameEnded | SheetMissed | StandingSet | ActUnused | LineSettled
    | CardCast | CounterCast | CastCancelled | TaxAsked | CardSpent | CardEntered | EffectUsed | TriggerRan
    | TriggersFellOut
    | Damaged | LifeChanged | Changed | Granted | Doomed | Destroyed | Returned | CardCommitted | CardReadied
    | Pacified | FogFell | CardDiscarded | CardsMilled | HandSeen | CardFetched | CardRaised | ManaMade
    | Formed | AssaultDeclared | AssaultersChosen | CounterAssigned | Aligned | Struck | Sabotaged | Died
    | AssaultEnded
    | Conceded | GmForfeited | GmSetLife | GmMovedCard | GmMarked | GmChangedLine
)  # fmt: skip
