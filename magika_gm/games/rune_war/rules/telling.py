"""The one place where a state changes: an event is told, and telling applies it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from magika_gm.engine.plain import Codec, Word
from magika_gm.games.rune_war.orders.model import Order
from magika_gm.games.rune_war.orders.reading import stored
from magika_gm.games.rune_war.orders.writing import write_order
from magika_gm.games.rune_war.rules.events_hand import (
    CountedOff,
    DealKongsOver,
    Dealt,
    Decided,
    Discarded,
    DiscardForced,
    DiscardStood,
    Drew,
    Fogged,
    HandDrawn,
    HandEvent,
    HandWon,
    KongForm,
    KongMade,
    LineRefused,
    MeldMade,
    OrderCast,
    OrderWaits,
    Origin,
    Scried,
    SheetPlayed,
    Silenced,
    Source,
    SpellCast,
    TurnBegan,
    WallBuilt,
)
from magika_gm.games.rune_war.rules.events_isle import IsleEvent
from magika_gm.games.rune_war.rules.state import Discard, Due, Hand, Player, SealedWall, Won, World
from magika_gm.games.rune_war.rules.telling_isle import apply_on_isle, clear_runes, lift
from magika_gm.games.rune_war.runes import Form, Meld
from magika_gm.games.rune_war.tables import Clan

Event = HandEvent | IsleEvent
_ORDER = Word(lambda order: [order.line, write_order(order)], lambda plain: replace(stored(plain[1]), line=plain[0]))
EVENTS: Codec[Event] = Codec(Event, tag="", inner=False, words={Order: _ORDER})
"""``["Drew", "1", 5, "front", 0]``; orders among the fields are ``[line, text]``."""


def apply(world: World, event: Event) -> None:
    """Change ``world`` by one event. The only function that does."""
    match event:
        case TurnBegan(turn, due, _):
            _begin_turn(world, turn, due)
        case SheetPlayed(seat, due, origin, orders):
            if due is Due.HAND and origin is Origin.SENT:
                world.players[seat].standing = orders
                world.players[seat].made = {}
        case WallBuilt():
            _build_wall(world, event)
        case Dealt(seat, runes, number):
            del _hand(world).wall[:number]
            for kind in runes:
                _gain(world.players[seat], kind, True)
        case Drew():
            _draw(world, event)
        case KongMade():
            _kong(world, event)
        case MeldMade(seat=seat, meld=meld, rune=rune, discarder=discarder, dim=dim, points=points):
            player = world.players[seat]
            _unpile(world, discarder)
            own = list(meld.kinds)
            own.remove(rune)
            _lose_all(player, own, dim)
            player.melds.append(meld)
            player.points += points
        case Discarded():
            _discard(world, event)
        case CountedOff():
            for player in world.players.values():
                player.silence = max(0, player.silence - 1)
                player.fog = max(0, player.fog - 1)
        case DiscardStood(_, following):
            _hand(world).next = following
        case DealKongsOver():
            _hand(world).fresh = False
        case HandWon():
            _win(world, event)
        case HandDrawn(round_number):
            _end_hand(world)
            world.won = Won(round=round_number)
        case SpellCast(seat=seat, cost=cost, components=components):
            player = world.players[seat]
            player.points -= cost
            for kind in components:
                player.bright[kind] -= 1
        case OrderCast(seat, line, standing):
            if standing:
                made = world.players[seat].made
                made[line] = made.get(line, 0) + 1
        case DiscardForced(seat, _):
            world.players[seat].random_discard = True
        case Silenced(seat, discards):
            world.players[seat].silence = discards
        case Fogged(seat, discards):
            world.players[seat].fog = discards
        case LineRefused() | Decided() | OrderWaits() | Scried():
            pass
        case _:
            apply_on_isle(world, event)


def _hand(world: World) -> Hand:
    assert world.hand is not None, "a hand is under way"
    return world.hand


def _begin_turn(world: World, turn: int, due: Due) -> None:
    world.turn = turn
    if due is Due.HAND:
        for player in world.players.values():
            player.plays = 0
        _hand(world).plays = 0


def _build_wall(world: World, event: WallBuilt) -> None:
    """A new hand: everybody's runes go back, every rune has magic again (RUNE-4, SEQ-5)."""
    world.round = event.round
    world.due = Due.HAND
    for player in world.players.values():
        clear_runes(player)
    world.walls.append(SealedWall(round=event.round, seal=event.seal, nonce=event.nonce, order=event.order))
    world.hand = Hand(wall=list(event.order), next=world.east, fresh=True)


def _gain(player: Player, kind: int, magic: bool) -> None:
    player.held[kind] += 1
    player.bright[kind] += magic


def _lose(player: Player, kind: int, magic: bool) -> None:
    player.held[kind] -= 1
    player.bright[kind] -= magic


def _lose_all(player: Player, kinds: Iterable[int], dim: Iterable[int]) -> None:
    without = list(dim)
    for kind in kinds:
        magic = kind not in without
        if not magic:
            without.remove(kind)
        _lose(player, kind, magic)


def _unpile(world: World, discarder: str) -> None:
    world.players[discarder].discards.pop()


def _draw(world: World, event: Drew) -> None:
    player, wall = world.players[event.seat], _hand(world).wall
    if event.source is Source.BACK:
        wall.pop()
    else:
        del wall[event.place]
        player.drawn = True
    _gain(player, event.kind, True)


def _kong(world: World, event: KongMade) -> None:
    player, kind = world.players[event.seat], event.kind
    concealed = event.form in (KongForm.DEAL, KongForm.CONCEALED)
    foursome = Meld(Form.FOURSOME, kind, concealed)
    if event.form is KongForm.ADDED:
        player.melds[player.melds.index(Meld(Form.TRIPLET, kind))] = foursome
        own = 1
    else:
        player.melds.append(foursome)
        own = 4 if concealed else 3
    if event.form is KongForm.DISCARD:
        _unpile(world, event.discarder)
    player.held[kind] -= own
    player.bright[kind] -= event.bright
    player.points += event.points


def _discard(world: World, event: Discarded) -> None:
    hand, player = _hand(world), world.players[event.seat]
    _lose(player, event.kind, event.magic)
    player.discards.append(Discard(event.kind, event.unseen))
    player.points += event.points
    player.plays += 1
    hand.plays += 1
    if event.forced:
        player.random_discard = False
    if event.seat == world.east:
        hand.opened = True


def _win(world: World, event: HandWon) -> None:
    won = event.won
    winner = world.players[won.winner]
    if won.discarder:
        _unpile(world, won.discarder)
        _gain(winner, won.rune, False)
    for seat, amount in won.payments:
        payer = world.players[seat]
        payer.rune_points -= amount
        winner.rune_points += amount
        if world.options.map:
            _claim_points(winner, payer.clan, amount)
    winner.points += won.magic
    world.won = won
    _end_hand(world)


def _claim_points(player: Player, clan: Clan, amount: int) -> None:
    player.lcp[clan] += amount


def _end_hand(world: World) -> None:
    """Silence, Fog and a waiting random discard end with the hand (MAG-13, FINE-3)."""
    _hand(world).next = ""
    world.due = Due.MAP
    for player in world.players.values():
        lift(player)
