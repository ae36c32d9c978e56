"""Why a turn came out as it did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from magika_gm.engine.dice import Dice, Roll
from magika_gm.engine.seam.trials import Link
from magika_gm.engine.told import Told
from magika_gm.games.arena.orders.lines import write_order
from magika_gm.games.arena.orders.model import Sheets
from magika_gm.games.arena.report.story import Recounted
from magika_gm.games.arena.rules.acts import Act, amended
from magika_gm.games.arena.rules.events import Fought, LineDropped, Strength
from magika_gm.games.arena.rules.sequence import resolve
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import SIDES, STEPS, Step, chapter

# Arena's chain of a turn, as the office asks for it (``engine.seam.trials.Trace``): sheets, told, every draw.


OWN_ROLLS: Mapping[str, str] = {}
"""None is hidden: every draw stands in both reports (INFO)."""


def chain(state: State, orders: Sheets, dice: Dice, acts: Sequence[Act] = ()) -> list[Link]:
    """Every link of a mail turn: the sheets, then step by step what was told, each combat with its reckoning."""
    resolution = resolve(state, orders, dice, acts)
    links = list(_sheets(orders, acts))
    rolls = list(resolution.rolls)
    for one in resolution.told:
        place, title = chapter(one.phase, one.step), STEPS[Step(one.step)]
        about = tuple(one.audience)
        if isinstance(one.event, Fought):
            links += _reckoning(resolution.state, one.event, place, title)
            links += [
                Link(phase=place, step=title, kind="roll", seats=about, text=_drawn(roll), rule=roll.rule, roll=roll)
                for roll in _taken(rolls, one.event)
            ]
        told = Told(phase=place, step=one.step, event=Recounted(one.event, resolution.state), audience=one.audience)
        kind = "check" if isinstance(one.event, LineDropped) else "told"
        links.append(Link(phase=place, step=title, kind=kind, seats=about, ok=kind == "told", told=told))
    return links


def _sheets(orders: Sheets, acts: Sequence[Act]) -> Iterator[Link]:
    """Sheets as the turn was played with them, corrections in place."""
    given, _ = amended(orders, acts)
    for side in SIDES:
        for order in given.get(side, ()):
            yield Link(
                phase=0, step=STEPS[Step.BEGIN], kind="order", seats=(side,), text=write_order(order), rule="MAIL-3"
            )


def _reckoning(state: State, event: Fought, place: int, title: str) -> Iterator[Link]:
    """Who brought what to a combat."""
    names = state.board.place_names
    for side, total in zip(SIDES, (event.total_a, event.total_b), strict=True):
        parts = " + ".join(_brought(state, s) for s in event.strengths if s.side == side)
        yield Link(
            phase=place, step=title, kind="check", seats=SIDES,
            text=f"{names[event.place]}: {side} has {parts or 'nothing'} = {total}", rule="FIGHT-2",
        )  # fmt: skip


def _brought(state: State, strength: Strength) -> str:
    kind = state.creatures[strength.user].kind.name
    what = kind if strength.there else f"{kind}'s shot" if strength.name == kind else strength.name
    poison = f", poison {strength.poison}" if strength.poison else ""
    return f"{strength.user} {what} {strength.power}{strength.type}{poison}"


def _taken(rolls: list[Roll], event: Fought) -> list[Roll]:
    """The draws of a combat, taken off the turn's list: they were made place by place (SEQ-1)."""
    count = sum(not loss.chosen and loss.candidates > 1 for loss in event.losses)
    taken = rolls[:count]
    del rolls[:count]
    return taken


def _drawn(roll: Roll) -> str:
    return f"{roll.name} / {roll.subject}: {roll.value}"
