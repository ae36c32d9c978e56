"""The state of a game: plain typed data. Only events change it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import TypeVar

from magika_gm.engine.records import Copied, mutable, named_record, record, to_each
from magika_gm.games.arena.orders.model import StandingOrder
from magika_gm.games.arena.rules.tables import NOTHING, Attack, Gives, ItemKind, Kind
from magika_gm.games.arena.rules.terms import SIDES, Board, Ending, Mode, Target

EDITION = 3
"""The newest edition of the rules (docs/decisions/0015): 2 reads POIS-2, KEEP and SET-1 anew, 3 says by which rule one
who is bound goes nowhere, and of nobody who stays or is dead that he must retreat."""

NOWHERE = -1
_B_KEY = 1_000_000


def id_key(id_: str) -> int:
    """Where an id stands in order of ids: by side or letter first, then by number (DICE: A1, A2 … B1 …)."""
    digits = len(id_)
    while digits and id_[digits - 1].isdigit():
        digits -= 1
    return (_B_KEY if "B" in id_[:digits] else 0) + int(id_[digits:])


@record
class Aim:
    """What an effect is aimed at.

    ``id`` names a creature, corpse, item or enchantment; ``place`` is a place, or the ground of a hex or middle hex;
    a wall has ``other`` too, the ground of its second hex; ``effect`` is the number of a declaration.
    """

    kind: Target
    id: str = ""
    place: int = NOWHERE
    other: int = NOWHERE
    effect: int = 0


ON_SELF = Aim(Target.SELF)


@named_record
class Casting:
    """A spell under way: declared as ``number`` in player turn ``begun``, effective in M2 of ``due`` (MAG-5)."""

    number: int
    spell: str
    aim: Aim
    cost: int
    side: str
    begun: int
    due: int
    to: int = NOWHERE
    terrain: str = ""


@mutable
class Creature(Copied):
    """A creature, alive or dead; ids never return, so the dead stay on the list.

    ``side`` is whom it obeys now; ``owner`` whom it would obey if nothing enchanted it, an idle vehicle's last player.
    ``place`` is also kept of what rides; ``riders`` are those directly on it, in order of mounting.
    """

    id: str
    key: int
    kind: Kind
    owner: str
    side: str
    place: int
    on: str = ""
    riders: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    air: int = 0
    printed_power: int = 0
    printed_move: int = 0
    power_lost: int = 0
    power_gained: int = 0
    move_lost: int = 0
    uses: int | None = None
    casting: Casting | None = None
    dead: bool = False


def new_creature(id_: str, kind: Kind, side: str, place: int) -> Creature:
    """A creature with the full printed values of its kind (MAG-23)."""
    return Creature(
        id=id_,
        key=id_key(id_),
        kind=kind,
        owner=side,
        side=side,
        place=place,
        printed_power=kind.power,
        printed_move=kind.move,
        uses=kind.uses,
    )


@mutable
class Item(Copied):
    """An item: borne (``by``) or lying at ``place``; one used up or destroyed is ``gone``."""

    id: str
    key: int
    kind: ItemKind
    by: str = ""
    place: int = NOWHERE
    uses: int | None = None
    disenchanted: bool = False
    gone: bool = False


@mutable
class Corpse(Copied):
    """A corpse (a wreck, of machines) on the ground of ``hex``: who it was and on which side he died (CRE-3)."""

    id: str
    key: int
    kind: Kind
    hex: int
    of: str
    side: str
    gone: bool = False


@named_record
class Enchantment:
    """A lasting effect on its target (MAG-17). ``since`` is the player turn it began in.

    ``turns_of`` is the player in whose turns a repeating one works.
    """

    id: str
    key: int
    name: str
    side: str
    aim: Aim
    since: int
    turns_of: str
    gives: Gives = NOTHING


@named_record
class Passing:
    """An effect of one phase in force: on a creature, over a place, a hex or a wall (MAG-17)."""

    name: str
    side: str
    aim: Aim
    user: str
    gives: Gives = NOTHING
    attack: Attack | None = None


@mutable
class Now(Copied):
    """What holds for the player turn that is being played only."""

    active: str = "A"
    fresh_terrain: set[int] = field(default_factory=set)
    """Hexes whose terrain was changed in this player turn (RET-2)."""
    fresh_storms: set[int] = field(default_factory=set)
    passing: list[Passing] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    """Creatures that used an Instant or Counterspell effect (MAG-6)."""
    begun: set[str] = field(default_factory=set)
    """Creatures that began a half-turn or longer spell (MAG-7)."""
    terrified: set[str] = field(default_factory=set)
    beaten: set[str] = field(default_factory=set)
    """Creatures that lost, or tied as the active player's (RET-1)."""
    regenerated: set[str] = field(default_factory=set)
    flown: set[str] = field(default_factory=set)
    """Creatures whose air count was told in this player turn: they have been aloft (RET-4)."""


@mutable
class State(Copied):
    """A game, whole. ``turn`` is the last player turn played, ``mail_turn`` the last mail turn (MAIL-1)."""

    board: Board
    kings: dict[str, int]
    """King hexes by side (BOARD-4)."""
    terrain: list[str]
    control: list[str]
    """Who controls each hex: ``A``, ``B`` or ``""`` (CTRL-1)."""
    storms: dict[int, int] = field(default_factory=dict)
    """By hex, the last player turn in which a storm stands (STORM-3)."""
    creatures: dict[str, Creature] = field(default_factory=dict)
    items: dict[str, Item] = field(default_factory=dict)
    corpses: dict[str, Corpse] = field(default_factory=dict)
    enchantments: dict[str, Enchantment] = field(default_factory=dict)
    """Those in force."""
    past_enchantments: list[str] = field(default_factory=list)
    """Ids of those that ended."""
    pools: dict[str, int] = to_each(SIDES, int)
    cards: dict[str, tuple[str, ...]] = to_each(SIDES, tuple)
    revealed: dict[str, tuple[str, ...]] = to_each(SIDES, tuple)
    """Spells begun, in order of their first time (MAG-18)."""
    standing: dict[str, tuple[StandingOrder, ...]] = to_each(SIDES, tuple)
    armies: dict[str, str] = to_each(SIDES, str)
    """Names of the armies; "" for one of the player's own."""
    made: dict[str, int] = to_each("ABCN", int)
    """The highest number given of each letter of ids (corpses C, enchantments N)."""
    declared: int = 0
    """How many effects have been declared in the game."""
    turn: int = 0
    mail_turn: int = 0
    edition: int = EDITION
    mode: Mode = Mode.SINGLE
    last_turn: int = 36
    """The player turn after which it ends on points; 0: none."""
    mastery: int = 31
    ending: Ending | None = None
    winner: str = ""
    now: Now = field(default_factory=Now)

    def living(self) -> Iterator[Creature]:
        """Creatures alive, in no order that counts."""
        return (c for c in self.creatures.values() if not c.dead)

    def by_id(self) -> list[Creature]:
        """Creatures alive, in order of ids."""
        return in_order(c for c in self.creatures.values() if not c.dead)

    def at(self, place: int) -> list[Creature]:
        """Creatures alive in a place, riders and idle vehicles too, in order of ids."""
        return in_order(c for c in self.creatures.values() if c.place == place and not c.dead)


Thing = TypeVar("Thing", Creature, Item, Corpse, Enchantment)


def in_order(things: Iterable[Thing]) -> list[Thing]:
    """In order of their ids."""
    return sorted(things, key=_key)


def _key(thing: Creature | Item | Corpse | Enchantment) -> int:
    return thing.key
