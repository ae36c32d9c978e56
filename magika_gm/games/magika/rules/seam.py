"""Magika's law, as the office asks for it (``engine.seam.rules.Rules``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.rules import Resolution
from magika_gm.engine.seam.setup import Place
from magika_gm.engine.seam.shape import Need
from magika_gm.games.magika.orders import Order
from magika_gm.games.magika.rules.acts import Act
from magika_gm.games.magika.rules.default_turn import default_orders
from magika_gm.games.magika.rules.sequence import resolve as play_turn
from magika_gm.games.magika.rules.tables import BLACK
from magika_gm.games.magika.rules.victory import ENDINGS, final_standing
from magika_gm.games.magika.rules.world import World

__all__ = [
    "allies", "character", "default_orders", "ending", "ending_text", "needs", "playing", "resolve", "standing",
    "turn_of",
]  # fmt: skip


def resolve(state: World, orders: Mapping[str, Sequence[Order]], dice: Dice, acts: Sequence[Act] = ()) -> Resolution:
    """A turn of five phases (SEQ)."""
    resolved = play_turn(state, orders, dice, acts)
    return Resolution(resolved.world, resolved.told, resolved.rolls)


def turn_of(state: World) -> int:
    """The number of the last turn played."""
    return state.turn


def playing(state: World) -> tuple[str, ...]:
    """Letters of the mages still in the game."""
    return tuple(mage.letter for mage in state.playing())


def needs(state: World) -> Mapping[str, Need]:
    """Everybody orders every turn."""
    return dict.fromkeys(playing(state), Need.REQUIRED)


def ending(state: World) -> str | None:
    """How the game ended (END-1 to END-3), or None."""
    return state.ending


def ending_text(ending: str) -> str:
    """That in a sentence."""
    return ENDINGS.get(ending, ending)


def standing(state: World) -> tuple[Place, ...]:
    """The standing by VP-6, the Ebon Mage's tasks counted (VP-5)."""
    return tuple(Place(p.rank, p.letter, p.points, state.mages[p.letter].dropped) for p in final_standing(state))


def allies(state: World, seat: str) -> tuple[str, ...]:
    """Teammates: who wears the same colour."""
    team = state.mages[seat].team
    if team == BLACK:
        return ()
    return tuple(m.letter for m in state.playing() if m.team == team and m.letter != seat)


def character(state: World, seat: str) -> str:
    """The mage's name."""
    return state.mages[seat].name
