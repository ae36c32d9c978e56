"""The state as a seat knows it: all that an acknowledgement and a forecast may look at (SEE-9)."""

from __future__ import annotations

from dataclasses import replace

from magika_gm.games.rune_war.rules.seeing import sees
from magika_gm.games.rune_war.rules.state import Discard, Hand, Player, SealedWall, World
from magika_gm.games.rune_war.runes import KINDS
from magika_gm.games.rune_war.tables import code_order, split_code

UNKNOWN_RUNE = 0
"""What stands for every rune of the wall: only their number is known."""


def known(world: World, seat: str) -> World:
    """The state without what is hidden from a seat: others' runes and sheets, the wall, unseen creatures."""
    shown = {code: replace(c) for code, c in world.creatures.items() if sees(world, seat, c)}
    armies = {place: [code for code in army if code in shown] for place, army in sorted(world.armies.items())}
    return replace(
        world,
        players={p.seat: _player(world, p, seat, set(shown)) for p in world.players.values()},
        land=dict(world.land),
        creatures=dict(sorted(shown.items(), key=lambda item: code_order(item[0]))),
        armies={place: army for place, army in armies.items() if army},
        gone={c: (seat,) for c in sorted(world.gone, key=code_order) if seat in world.gone[c]},
        hand=_hand(world),
        walls=[SealedWall(round=w.round, seal=w.seal, nonce="", order=()) for w in world.walls],
    )


def _hand(world: World) -> Hand | None:
    hand = world.hand
    return None if hand is None else replace(hand, wall=[UNKNOWN_RUNE] * len(hand.wall))


def _player(world: World, player: Player, reader: str, shown: set[str]) -> Player:
    over = world.hand is None or not world.hand.next
    pile = [Discard(d.kind) for d in player.discards if over or reader not in d.unseen]
    if player.seat == reader:
        return replace(player.copy(), discards=pile)
    numbers = [split[1] for code in shown if (split := split_code(code)) is not None and split[0] is player.clan]
    return replace(
        player.copy(),
        policy="",
        number=max(numbers, default=0),
        newest="",
        held=[0] * KINDS,
        bright=[0] * KINDS,
        discards=pile,
        drawn=False,
        standing=None,
        made={},
    )
