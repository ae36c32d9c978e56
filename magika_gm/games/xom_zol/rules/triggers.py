"""Deaths and triggers: the check after every order, effect and sub-step (STAT-3, STAT-6, FX-3)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from magika_gm.games.xom_zol.events import Died, TriggerRan, TriggersFellOut
from magika_gm.games.xom_zol.figures import look
from magika_gm.games.xom_zol.rules.aims import NOTHING, aiming_of_effect, choose
from magika_gm.games.xom_zol.rules.effects import do
from magika_gm.games.xom_zol.rules.turn import Turn, Waiting
from magika_gm.games.xom_zol.state import Piece, State
from magika_gm.games.xom_zol.words import Moment

MOST_TRIGGERS = 50
_PLACE = {Moment.ENTER: 0, Moment.HIT: 0, Moment.TURN: 0, Moment.DIES: 1}
"""Of one card, ENTER and HIT come before DIES (STAT-6)."""


def triggers_of(piece: Piece, moment: Moment) -> list[Waiting]:
    """A card's triggers of a moment, as printed."""
    return [
        Waiting(
            side=piece.side,
            ref=piece.ref,
            number=piece.number,
            card=piece.card.name,
            moment=moment,
            effect=trigger.effect,
            nth=nth,
        )
        for nth, trigger in enumerate(piece.card.rules.triggers)
        if trigger.moment is moment
    ]


def _in_order(state: State, moment: Iterable[Waiting]) -> list[Waiting]:
    """Triggers of one moment: active side first, then by lowest ref, each card's in order (STAT-6)."""
    return sorted(moment, key=lambda w: (w.side != state.active, w.number, _PLACE[w.moment], w.nth))


def the_dead(state: State) -> list[Piece]:
    """Creatures that leave now: damage at least 1 and at least D, or doomed (STAT-3); lowest ref first."""
    dead = [p for p in state.pieces.values() if p.card.body and (p.damage or p.doomed) and _dies(state, p)]
    dead.sort(key=state.order)
    return dead


def _dies(state: State, piece: Piece) -> bool:
    return piece.doomed or (piece.exists and piece.damage >= look(state)[piece.ref].d)


def settle(turn: Turn, waiting: Iterable[Waiting] = ()) -> None:
    """The check: deaths until nobody dies, END-1, then the triggers, moment after moment.

    ``waiting`` are the ENTER, HIT or TURN triggers of the same effect or sub-step.
    """
    moments: deque[list[Waiting]] = deque()
    _check(turn, moments, waiting)
    turn.look_at_end()
    run = 0
    while moments:
        for i, trigger in enumerate(moment := _in_order(turn.state, moments.popleft())):
            if run == MOST_TRIGGERS:
                turn.tell(TriggersFellOut(len(moment) - i + sum(map(len, moments))))
                return
            run += 1
            _check(turn, moments, _run(turn, trigger))
            turn.look_at_end()


def _check(turn: Turn, moments: deque[list[Waiting]], waiting: Iterable[Waiting]) -> None:
    """Let the dead leave, until nobody dies; each time is a moment, the first with what waits (STAT-3, STAT-6)."""
    moment = list(waiting)
    while dead := the_dead(turn.state):
        for piece in dead:
            turn.tell(Died(piece.ref, piece.card.name, piece.card.rules.returns))
            moment += triggers_of(piece, Moment.DIES)
        moments.append(moment)
        moment = []
    if moment:
        moments.append(moment)


def _run(turn: Turn, trigger: Waiting) -> list[Waiting]:
    """One trigger: its aim is POL-2's; without one nothing happens (FX-3). Gives the ENTER triggers it set off."""
    aiming = aiming_of_effect(trigger.effect)
    target = choose(turn.state, trigger.side, aiming, (), turn.declaring) if aiming else NOTHING
    aim = str(target) if target else ""
    turn.tell(TriggerRan(trigger.side, trigger.ref, trigger.card, trigger.moment, aim))
    if target is None:
        return []
    entered = do(turn, trigger.side, trigger.effect, target, trigger.ref)
    return [w for piece in entered for w in triggers_of(piece, Moment.ENTER)]
