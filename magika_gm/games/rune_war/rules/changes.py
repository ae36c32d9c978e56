"""Pieces of a change: what several events do to a state alike."""

from __future__ import annotations

from collections.abc import Iterable

from magika_gm.games.rune_war.rules.state import Due, Hand, Player, World
from magika_gm.games.rune_war.runes import KINDS
from magika_gm.games.rune_war.tables import Clan


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
