"""Magika's chain of a turn, as the office asks for it (``engine.seam.trials.Trace``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.trials import Link
from magika_gm.games.magika.rules.acts import Act
from magika_gm.games.magika.rules.resolution import Orders
from magika_gm.games.magika.rules.sequence import EVENT_SEQUENCE
from magika_gm.games.magika.rules.world import World
from magika_gm.games.magika.trace import chain as trace

OWN_ROLLS: Mapping[str, str] = {
    "cast.success": "the spell works at your effective skill or less",
    "cast.gain": "skill is gained at twice the cost or less",
    "cast.bonus": "the bonus comes at what your skill has above 100, or less",
    "search.find": "a scroll is found at your chance or less",
    "search.cost": "percent of the terrain's factor the search itself costs",
}
_STEPS = {step.number: step.name for step in EVENT_SEQUENCE}


def chain(state: World, orders: Orders, dice: Dice, acts: Sequence[Act] = ()) -> list[Link]:
    """Every link of a turn, in the order it came about."""
    return [
        Link(
            phase=k.phase,
            step=_STEPS.get(k.step, ""),
            kind=k.kind,
            seats=tuple(k.mages),
            text=k.text,
            rule=k.rule,
            ok=k.ok,
            roll=k.roll,
            told=k.told,
        )
        for k in trace.chain(state, orders, dice, acts)
    ]
