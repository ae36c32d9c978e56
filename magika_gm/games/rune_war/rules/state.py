"""The state of a game, whole and plain: players, the hand under way, creatures, land (SETUP, HAND, ISLE).

Only events change it, several by the same pieces of a change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from enum import StrEnum
from typing import Annotated

from magika_gm.engine.records import Copied, mutable, named_record, record
from magika_gm.engine.toml import SELDOM, Whole
from magika_gm.games.rune_war.orders.model import Order
from magika_gm.games.rune_war.rules.scoring import Double, Limit
from magika_gm.games.rune_war.rules.tables import (
    CREATURES,
    LANDS,
    MOST_IN_PLACE,
    SEATS,
    TOWER,
    WIZARDS,
    Ability,
    Clan,
    CreatureKind,
    Figure,
    Isle,
    Wizard,
    code_order,
    enchantment_changes,
)
from magika_gm.games.rune_war.rules.terms import KINDS, WINDS, Meld, lucky_kinds

EDITION = 2
"""The newest edition of the rules (docs/decisions/0015)."""


class Due(StrEnum):
    """The kind of mail turn that comes next (SEQ-1)."""

    HAND = "hand"
    MAP = "map"
    NOTHING = "nothing"


class Ending(StrEnum):
    """Why a game is over (END-1)."""

    ROUNDS = "rounds"
    ISLE = "isle"


@named_record
class Options:
    """What a scenario may set (SET-6). ``spell_points`` None: each wizard's own (SET-4)."""

    edition: Annotated[int, SELDOM, Whole(1, EDITION)] = EDITION
    rounds: Annotated[int, Whole(1, 64)] = 8
    pace: Annotated[int, Whole(0, 64)] = 6
    map: bool = True
    spell_points: Annotated[int, Whole(0, 999999)] | None = None
    last_discard: bool = False
    """Whether Game on the discard after the last rune of the wall counts as won on it (SCORE-4)."""


@mutable
class Creature(Copied):
    """A creature in play (CREA)."""

    code: str
    seat: str
    kind: str
    at: str
    loyalty: int
    enchantments: tuple[str, ...] = ()
    """In the order in which they were laid on it."""

    @property
    def table(self) -> CreatureKind:
        """What the creature table says of its kind."""
        return CREATURES[self.kind]

    @property
    def maximum(self) -> int:
        """Its greatest loyalty, enchantments counted (MAG-10)."""
        return self.table.loyalty + self._changed(Figure.LOYALTY)

    @property
    def melee(self) -> int:
        """As it stands now (MAG-10); so the others."""
        return max(0, self.table.melee + self._changed(Figure.MELEE))

    @property
    def ranged(self) -> int:
        """As it stands now."""
        return max(0, self.table.ranged + self._changed(Figure.RANGED))

    @property
    def defense(self) -> int:
        """As it stands now."""
        return max(0, self.table.defense + self._changed(Figure.DEFENSE))

    def _changed(self, figure: Figure) -> int:
        return sum(enchantment_changes(name).get(figure, 0) for name in self.enchantments) if self.enchantments else 0

    def has(self, ability: Ability) -> bool:
        """Whether it has a special ability."""
        return ability in self.table.abilities

    def bears(self, name: str) -> bool:
        """Whether a spell's enchantment lies on it, whatever the shape (MAG-10)."""
        return any(e == name or e.startswith(f"{name} ") for e in self.enchantments)


@record
class Discard:
    """A rune in the pile; ``unseen`` are the seats that did not see it (Fog)."""

    kind: int
    unseen: tuple[str, ...] = ()


@mutable
class Player(Copied):
    """A seat: its wizard and clan, what it has won, its runes, its sheet of this hand."""

    seat: str
    wizard: str
    clan: Clan
    policy: str = ""
    """The built-in policy that plays the seat; "" for a player."""
    points: int = 0
    rune_points: int = 0
    lcp: dict[Clan, int] = field(default_factory=dict)
    number: int = 0
    """The last running number given to a creature of the clan (CREA-1)."""
    newest: str = ""
    """The creature last summoned (ORD-2, NEW)."""
    held: list[int] = field(default_factory=lambda: [0] * KINDS)
    bright: list[int] = field(default_factory=lambda: [0] * KINDS)
    """How many of the runes held have magic (RUNE-4)."""
    melds: list[Meld] = field(default_factory=list)
    discards: list[Discard] = field(default_factory=list)
    silence: int = 0
    fog: int = 0
    random_discard: bool = False
    drawn: bool = False
    """Whether it has drawn from the front of the wall in this hand (SCORE-6)."""
    plays: int = 0
    """Discards made in the mail turn under way, or the last one (FINE-1)."""
    standing: tuple[Order, ...] | None = None
    """The hand sheet sent last in this hand (GM-1)."""
    made: dict[int, int] = field(default_factory=dict)
    """Casts made by line of that sheet."""

    @property
    def table(self) -> Wizard:
        """What the wizard table says."""
        return WIZARDS[self.wizard]


@mutable
class Hand(Copied):
    """The hand under way, or the last one until the next is dealt (HAND)."""

    wall: list[int]
    """Runes left, the front first."""
    next: str
    """The seat that draws next; "" when the hand is over."""
    fresh: bool = False
    """Deal kongs are still to come (SEQ-3)."""
    opened: bool = False
    """Whether East has made its first discard (SCORE-6)."""
    plays: int = 0
    """Discards made in the mail turn under way, or the last one."""


@named_record
class Won:
    """How a hand ended (HAND-10, PAY, CASE-6); ``winner`` "" when nobody won, then the rest is empty."""

    round: int
    winner: str = ""
    discarder: str = ""
    """Whose discard was claimed for Game; "" if it was drawn."""
    rune: int = -1
    score: int = 0
    points: int = 0
    doubles: tuple[tuple[Double, int], ...] = ()
    limit: Limit | None = None
    payments: tuple[tuple[str, int], ...] = ()
    magic: int = 0
    sets: tuple[Meld, ...] = ()
    """The hand as it was read, sets on the table first; those of drawn runes alone are concealed."""
    pair: int = -1

    @property
    def doubled(self) -> int:
        """How many doubles applied."""
        return sum(number for _, number in self.doubles)


@named_record
class SealedWall:
    """The wall of a hand as dealt, its seal and the nonce that opens it (GM-2)."""

    round: int
    seal: str
    nonce: str
    order: tuple[int, ...]


@mutable
class World(Copied):
    """A game."""

    options: Options
    isle: Isle
    turn: int = 0
    """Mail turns played."""
    round: int = 1
    due: Due = Due.HAND
    players: dict[str, Player] = field(default_factory=dict)
    """By seat, in seating order."""
    land: dict[str, Clan] = field(default_factory=dict)
    creatures: dict[str, Creature] = field(default_factory=dict)
    armies: dict[str, list[str]] = field(default_factory=dict)
    """Creatures' codes by place, in order of arrival; no empty ones."""
    gone: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Creatures that left the game, and the seats that know it."""
    hand: Hand | None = None
    won: Won | None = None
    """How the last hand that ended did."""
    walls: list[SealedWall] = field(default_factory=list)
    ending: Ending | None = None

    # -- winds (HAND-1) ------------------------------------------------------------------------------------------

    @property
    def east(self) -> str:
        """The dealer of the round."""
        return SEATS[(self.round - 1) % 4]

    @property
    def prevailing(self) -> int:
        """The prevailing wind, as a rune."""
        return WINDS[(self.round - 1) // 4 % 4]

    def wind(self, seat: str) -> int:
        """A seat's wind, as a rune."""
        return WINDS[(int(seat) - self.round) % 4]

    def lucky(self, seat: str) -> frozenset[int]:
        """A seat's lucky runes (RUNE-3)."""
        return lucky_kinds(self.wind(seat), self.prevailing)

    def in_turn(self, first: str | None = None) -> tuple[str, ...]:
        """The four seats in the order of play, from East or ``first``."""
        start = SEATS.index(first or self.east)
        return SEATS[start:] + SEATS[:start]

    # -- who and what --------------------------------------------------------------------------------------------

    def of_clan(self, clan: Clan) -> Player:
        """The player of a clan."""
        return next(p for p in self.players.values() if p.clan is clan)

    def owner(self, place: str) -> str:
        """The seat whose land this is; "" for the Tower."""
        clan = self.land.get(place)
        return "" if clan is None else self.of_clan(clan).seat

    def lands(self, seat: str) -> list[str]:
        """The territories of a seat, in table order."""
        clan = self.players[seat].clan
        return [place for place in LANDS if self.land.get(place) is clan]

    def own(self, seat: str) -> list[Creature]:
        """A seat's creatures in play, in code order."""
        mine = [c for c in self.creatures.values() if c.seat == seat]
        return sorted(mine, key=lambda c: code_order(c.code))

    def army(self, place: str, seat: str) -> list[Creature]:
        """A seat's creatures in a place, in army order."""
        here = (self.creatures[code] for code in self.armies.get(place, ()))
        return [creature for creature in here if creature.seat == seat]

    def room(self, place: str, seat: str) -> bool:
        """Whether one more of a seat's creatures may enter (CREA-4)."""
        return len(self.army(place, seat)) < MOST_IN_PLACE

    def is_own_ground(self, place: str, seat: str) -> bool:
        """The seat's land, or the Tower."""
        return place == TOWER or self.land.get(place) is self.players[seat].clan

    def has_circle(self, place: str, seat: str) -> bool:
        """Whether a seat may summon and gate there: own land with a circle, or the Tower (MAG-7, MOVE-6)."""
        return self.is_own_ground(place, seat) and (place == TOWER or self.isle.at[place].circle)

    def unique_in_play(self, kind: str) -> bool:
        """Whether a creature of the kind is on the map, whoever's (MAG-6)."""
        return any(c.kind == kind for c in self.creatures.values())

    def others(self, seat: str) -> Iterator[Player]:
        """The other players, in seating order."""
        return (p for p in self.players.values() if p.seat != seat)


def seen_counts(world: World, seat: str) -> tuple[int, ...]:
    """Runes that lie open for a seat: all sets on the table, and the discards it has seen in the pile (ADV-4 b)."""
    counts = [0] * KINDS
    for player in world.players.values():
        for meld in player.melds:
            for kind in meld.kinds:
                counts[kind] += 1
        for discard in player.discards:
            if seat not in discard.unseen:
                counts[discard.kind] += 1
    return tuple(counts)


def clockwise(seats: Sequence[str], first: str) -> list[str]:
    """``seats`` in the order of play, beginning with those to the right of ``first`` (HAND-5)."""
    start = SEATS.index(first)
    order = SEATS[start + 1 :] + SEATS[: start + 1]
    return [seat for seat in order if seat in seats]


# Pieces of a change: what several events do to a state alike.


def hand_of(world: World) -> Hand:
    """The hand under way."""
    assert world.hand is not None, "a hand is under way"
    return world.hand


def begin_turn(world: World, turn: int, due: Due) -> None:
    """A mail turn begins; nobody has discarded in it."""
    world.turn = turn
    if due is Due.HAND:
        for player in world.players.values():
            player.plays = 0
        hand_of(world).plays = 0


def gain(player: Player, kind: int, magic: bool) -> None:
    """A rune into a seat's hand."""
    player.held[kind] += 1
    player.bright[kind] += magic


def lose(player: Player, kind: int, magic: bool) -> None:
    """A rune out of a seat's hand."""
    player.held[kind] -= 1
    player.bright[kind] -= magic


def lose_all(player: Player, kinds: Iterable[int], dim: Iterable[int]) -> None:
    """Runes out of a seat's hand, those of ``dim`` without magic."""
    without = list(dim)
    for kind in kinds:
        magic = kind not in without
        if not magic:
            without.remove(kind)
        lose(player, kind, magic)


def unpile(world: World, discarder: str) -> None:
    """The last discard of a seat leaves its pile."""
    world.players[discarder].discards.pop()


def claim_points(player: Player, clan: Clan, amount: int) -> None:
    """Claim points against a clan."""
    player.lcp[clan] += amount


def end_hand(world: World) -> None:
    """Silence, Fog and a waiting random discard end with the hand (MAG-13, FINE-3)."""
    hand_of(world).next = ""
    world.due = Due.MAP
    for player in world.players.values():
        lift(player)


def clear_runes(player: Player) -> None:
    """A seat without runes, sheet of the hand, Silence and Fog."""
    player.held = [0] * KINDS
    player.bright = [0] * KINDS
    player.melds.clear()
    player.discards.clear()
    player.drawn = False
    player.plays = 0
    player.standing = None
    player.made = {}
    lift(player)


def lift(player: Player) -> None:
    """Silence, Fog and a waiting random discard end (MAG-13, FINE-3)."""
    player.silence = player.fog = 0
    player.random_discard = False


def remove(world: World, code: str) -> None:
    """A creature leaves its place."""
    place = world.creatures[code].at
    army = world.armies[place]
    army.remove(code)
    if not army:
        del world.armies[place]


def put(world: World, code: str, place: str) -> None:
    """A creature goes elsewhere, behind those who stand there."""
    remove(world, code)
    world.creatures[code].at = place
    world.armies.setdefault(place, []).append(code)


# Who sees which creature (SEE-5).


def sees_unseen_at(world: World, seat: str, place: str) -> bool:
    """Whether a seat sees invisible creatures in a place: Ziag everywhere, others where See Invisible reaches."""
    if world.players[seat].table.sees_invisible:
        return True
    near = (place, *world.isle.neighbours[place])
    return any(c.seat == seat and c.at in near and c.has(Ability.SEE_INVISIBLE) for c in world.creatures.values())


def sees_kind_at(world: World, seat: str, owner: str, invisible: bool, place: str) -> bool:
    """Whether a seat sees a creature of another's, invisible or not, in a place."""
    return not invisible or seat == owner or sees_unseen_at(world, seat, place)


def sees(world: World, seat: str, creature: Creature) -> bool:
    """Whether a seat sees a creature as things stand."""
    return sees_kind_at(world, seat, creature.seat, creature.has(Ability.INVISIBLE), creature.at)


def seers(world: World, creature: Creature) -> tuple[str, ...]:
    """The seats that see a creature as things stand, its owner among them."""
    return tuple(seat for seat in SEATS if sees(world, seat, creature))


def visible(world: World, seat: str) -> list[Creature]:
    """All creatures a seat sees, its own among them, in code order."""
    found = [c for c in world.creatures.values() if sees(world, seat, c)]
    return sorted(found, key=lambda c: code_order(c.code))


# When a game ends, and who stands where (END).


def land_value(world: World, seat: str) -> int:
    """Total value of the land a seat owns (END-2)."""
    return sum(world.isle.at[place].value for place in world.lands(seat))


def circles(world: World, seat: str) -> int:
    """Summoning circles on its land."""
    return sum(1 for place in world.lands(seat) if world.isle.at[place].circle)


def standing_key(world: World, seat: str) -> tuple[int, ...]:
    """What ranks a seat, greatest first (END-2, END-3); in the plain mah jong mode rune points (GAME-5)."""
    player = world.players[seat]
    if not world.options.map:
        return (player.rune_points,)
    return (
        land_value(world, seat),
        len(world.lands(seat)),
        circles(world, seat),
        player.rune_points,
        player.points,
    )


def ranks(world: World) -> dict[str, int]:
    """Rank of every seat, from 1; equals share one (END-3)."""
    keys = {seat: standing_key(world, seat) for seat in SEATS}
    return {seat: 1 + sum(1 for other in keys.values() if other > own) for seat, own in keys.items()}


def ending_now(world: World) -> Ending | None:
    """Whether the game is over after the round under way (END-1)."""
    if world.options.map and len({world.land[place] for place in LANDS}) == 1:
        return Ending.ISLE
    return Ending.ROUNDS if world.round >= world.options.rounds else None
