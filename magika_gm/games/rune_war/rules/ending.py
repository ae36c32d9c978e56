"""When a game ends, and who stands where (END)."""

from __future__ import annotations

from magika_gm.games.rune_war.rules.state import Ending, World
from magika_gm.games.rune_war.rules.tables import LANDS, SEATS


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
