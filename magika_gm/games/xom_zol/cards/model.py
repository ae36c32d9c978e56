"""What is on a card (CARD-1) and what its rules text says, as plain data (FX)."""

from __future__ import annotations

from dataclasses import dataclass, field

from magika_gm.games.xom_zol.cards.filters import Filter
from magika_gm.games.xom_zol.words import (
    AIMED,
    BODIES,
    KIND_OF,
    LETTERS,
    MANA_CARDS,
    CardType,
    Faction,
    Kind,
    Moment,
    Rarity,
    Reach,
    Verb,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One part of an effect (FX-1): only the fields its verb knows are used.

    ``n`` damage, life, cards; ``s``/``d`` the change of BOOST; ``keyword`` of GRANT; ``scope`` of CANCEL (``any``,
    ``body``, ``word``, ``thing``); ``to`` of RAISE (``hand``, ``play``); ``letters`` of MANA.
    """

    verb: Verb
    reach: Reach = Reach.NONE
    filter: Filter = ()
    n: int = 0
    s: int = 0
    d: int = 0
    keyword: str = ""
    scope: str = ""
    to: str = ""
    letters: str = ""

    @property
    def aimed(self) -> bool:
        """Whether it takes an aim."""
        return self.reach in AIMED


@dataclass(frozen=True, slots=True)
class Use:
    """``USE c: effect`` (FX-2): ``cost`` in letters, ``commits`` if C is part of the cost."""

    cost: str
    commits: bool
    effect: Effect


@dataclass(frozen=True, slots=True)
class Inflate:
    """``INFLATE c s/d`` (STAT-5)."""

    cost: str
    s: int
    d: int


@dataclass(frozen=True, slots=True)
class Trigger:
    """An effect that happens by itself (FX-3)."""

    moment: Moment
    effect: Effect


@dataclass(frozen=True, slots=True)
class Aura:
    """``AURA [f] change`` (FX-4): a change of figures, or a keyword."""

    filter: Filter
    s: int = 0
    d: int = 0
    keyword: str = ""


@dataclass(frozen=True, slots=True)
class Demand:
    """``CONDITION f n`` (UPK-4)."""

    filter: Filter
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Abilities:
    """A rules text, read: ``returns`` is ``DIES: RETURN self``, ``noforce`` the static NOFORCE."""

    keywords: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    use: Use | None = None
    inflate: Inflate | None = None
    triggers: tuple[Trigger, ...] = ()
    auras: tuple[Aura, ...] = ()
    demands: tuple[Demand, ...] = ()
    noforce: bool = False
    returns: bool = False


NOTHING = Abilities()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Card:
    """A card; ``cost`` is a string of letters, "" for 0 (TERM-4). Cards are told apart by identity."""

    name: str
    type: CardType
    faction: Faction
    letter: str
    cost: str = ""
    rarity: Rarity = Rarity.COMMON
    race: str = ""
    role: str = ""
    align: int = 0
    s: int = 0
    d: int = 0
    unsummon: int = 0
    mana: str = ""
    kinds: tuple[Kind, ...] = ()
    rules: Abilities = NOTHING
    # what follows from the above, worked out once
    size: int = field(init=False)
    body: bool = field(init=False)
    kind: Kind | None = field(init=False)
    keywords: frozenset[str] = field(init=False)
    aim: Effect | None = field(init=False)

    def __post_init__(self) -> None:
        """Work out what follows from the printed figures."""
        object.__setattr__(self, "size", len(self.cost))
        object.__setattr__(self, "body", self.type in BODIES)
        object.__setattr__(self, "kind", KIND_OF.get(self.race))
        object.__setattr__(self, "keywords", frozenset(self.rules.keywords))
        object.__setattr__(self, "aim", next((e for e in self.rules.effects if e.aimed), None))

    def __str__(self) -> str:
        return self.name

    @property
    def is_mana(self) -> bool:
        """Whether it is a land or a sigil."""
        return self.type in MANA_CARDS

    @property
    def alignment(self) -> str:
        """``G3`` on creatures, the letter alone on others (CARD-4)."""
        return f"{self.letter}{self.align}" if self.body else self.letter


HIDDEN = "?"
"""The name of a card one does not know; it stands in views for what is hidden."""
HIDDEN_CARD = Card(name=HIDDEN, type=CardType.COUNTER, faction=Faction.DC, letter="N")


class Cards(dict[str, Card]):
    """A catalogue: cards by name, and the blank card under :data:`HIDDEN`, which is not among its names.

    Never changed once it is made; told apart by identity, so that what follows from it can be kept.
    """

    def __missing__(self, name: str) -> Card:
        """The blank card."""
        if name == HIDDEN:
            return HIDDEN_CARD
        raise KeyError(name)

    __hash__ = object.__hash__  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self is other


def in_order(letters: str) -> str:
    """Mana letters in the order G E N B."""
    return "".join(letter * letters.count(letter) for letter in LETTERS)
