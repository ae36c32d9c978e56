"""What a seat perceives at the end of a mail turn, and all that an acknowledgement may look at (SEE)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from magika_gm.games.rune_war.isle import Isle
from magika_gm.games.rune_war.orders.model import CastOrder
from magika_gm.games.rune_war.rules.casting import is_crossed_off
from magika_gm.games.rune_war.rules.ending import circles, land_value, ranks
from magika_gm.games.rune_war.rules.seeing import visible
from magika_gm.games.rune_war.rules.state import Creature, Due, Ending, Options, Player, SealedWall, Won, World
from magika_gm.games.rune_war.runes import KINDS, Meld
from magika_gm.games.rune_war.tables import CREATURES, SEATS, Clan, code_order

UNSEEN = -1
"""A discard that was not seen (``??``)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """What everybody, or this reader, sees of a seat (SEE-1)."""

    seat: str
    wizard: str
    clan: Clan
    wind: int
    points: int
    rune_points: int
    lcp: Mapping[Clan, int]
    concealed: int
    """How many concealed runes it holds."""
    melds: tuple[Meld, ...]
    discards: tuple[int, ...]
    """Its runes in the pile, ``UNSEEN`` for those the reader did not see."""
    silence: int
    fog: int
    random_discard: bool
    creatures: int
    """How many of its creatures the reader sees."""
    land: int
    territories: int
    circles: int
    rank: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CreatureView:
    """A creature the reader sees."""

    code: str
    seat: str
    kind: str
    at: str
    melee: int
    ranged: int
    defense: int
    loyalty: int
    maximum: int
    enchantments: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A seat's knowledge of the game. ``seat`` "" is a spectator's (SEE-8)."""

    seat: str
    turn: int
    due: Due
    round: int
    options: Options
    isle: Isle
    prevailing: int
    seats: Mapping[str, SeatView]
    held: tuple[int, ...]
    bright: tuple[int, ...]
    next: str
    wall: int
    fresh: bool
    seal: str
    """The seal of the hand's wall; tests of non-interference mask it (GM-2)."""
    walls: tuple[SealedWall, ...]
    """All walls, once the game is over."""
    land: Mapping[str, Clan]
    creatures: Mapping[str, CreatureView]
    armies: Mapping[str, tuple[str, ...]]
    """Codes of visible creatures by place, in army order."""
    uniques: tuple[str, ...]
    """Names of the unique creatures on the map, seen or not, in table order (SEE-1)."""
    gone: tuple[str, ...]
    """Creatures the reader knows to have left the game."""
    waiting: tuple[CastOrder, ...]
    """Own CAST lines of the standing sheet that are not crossed off."""
    stands: bool
    """Whether an own hand sheet stands (GM-1)."""
    won: Won | None
    ending: Ending | None

    @property
    def me(self) -> SeatView:
        """The reader's own seat."""
        return self.seats[self.seat]

    def army(self, place: str, seat: str) -> list[CreatureView]:
        """A seat's visible creatures in a place, in army order."""
        return [c for code in self.armies.get(place, ()) if (c := self.creatures[code]).seat == seat]


def perceive(world: World, seat: str) -> View:
    """What a seat perceives as things stand. Nothing hidden from it goes in (SEE-9)."""
    player = world.players[seat]
    shown = visible(world, seat)
    casts = [order for order in player.standing or () if isinstance(order, CastOrder)]
    return _view(
        world,
        seat,
        shown,
        held=tuple(player.held),
        bright=tuple(player.bright),
        waiting=tuple(order for order in casts if not is_crossed_off(order, player.made)),
        stands=player.standing is not None,
    )


def spectate(world: World) -> View:
    """What is public for all: no concealed runes, no unseen creatures, no discards fogged to anybody (SEE-8)."""
    everybody = [{c.code for c in visible(world, seat)} for seat in world.players]
    shown = [c for c in visible(world, SEATS[0]) if all(c.code in codes for codes in everybody)]
    none = (0,) * KINDS
    return _view(world, "", shown, held=none, bright=none, waiting=(), stands=False)


def _view(
    world: World,
    seat: str,
    shown: list[Creature],
    *,
    held: tuple[int, ...],
    bright: tuple[int, ...],
    waiting: tuple[CastOrder, ...],
    stands: bool,
) -> View:
    hand = world.hand
    codes = {c.code for c in shown}
    armies = {place: tuple(c for c in army if c in codes) for place, army in sorted(world.armies.items())}
    order = ranks(world)
    knows_all = set(world.players) if not seat else {seat}
    return View(
        seat=seat,
        turn=world.turn,
        due=world.due,
        round=world.round,
        options=world.options,
        isle=world.isle,
        prevailing=world.prevailing,
        seats={
            p.seat: _seat_view(world, p, seat, sum(1 for c in shown if c.seat == p.seat), order[p.seat])
            for p in world.players.values()
        },
        held=held,
        bright=bright,
        next=hand.next if hand else "",
        wall=len(hand.wall) if hand else 0,
        fresh=hand.fresh if hand else False,
        seal=world.walls[-1].seal if world.walls and hand else "",
        walls=tuple(world.walls) if world.ending else (),
        land=dict(world.land),
        creatures={c.code: _creature_view(c) for c in shown},
        armies={place: army for place, army in armies.items() if army},
        uniques=tuple(name for name, kind in CREATURES.items() if kind.unique and world.unique_in_play(name)),
        gone=tuple(sorted((c for c, known in world.gone.items() if knows_all <= set(known)), key=code_order)),
        waiting=waiting,
        stands=stands,
        won=world.won,
        ending=world.ending,
    )


def _seat_view(world: World, player: Player, reader: str, creatures: int, rank: int) -> SeatView:
    over = world.hand is None or not world.hand.next

    def shown(kind: int, unseen: tuple[str, ...]) -> int:
        """The pile lies open once the hand is over (SEE-4); spectators see no discard fogged to anybody (SEE-8)."""
        return kind if over or not (reader in unseen if reader else unseen) else UNSEEN

    return SeatView(
        seat=player.seat,
        wizard=player.wizard,
        clan=player.clan,
        wind=world.wind(player.seat),
        points=player.points,
        rune_points=player.rune_points,
        lcp=dict(player.lcp),
        concealed=sum(player.held),
        melds=tuple(player.melds),
        discards=tuple(shown(d.kind, d.unseen) for d in player.discards),
        silence=player.silence,
        fog=player.fog,
        random_discard=player.random_discard,
        creatures=creatures,
        land=land_value(world, player.seat),
        territories=len(world.lands(player.seat)),
        circles=circles(world, player.seat),
        rank=rank,
    )


def _creature_view(creature: Creature) -> CreatureView:
    return CreatureView(
        code=creature.code,
        seat=creature.seat,
        kind=creature.kind,
        at=creature.at,
        melee=creature.melee,
        ranged=creature.ranged,
        defense=creature.defense,
        loyalty=creature.loyalty,
        maximum=creature.maximum,
        enchantments=creature.enchantments,
    )
