"""Lines that cast and use, in the battle phase and in windows (SEQ-1, ORD-4)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from magika_gm.games.xom_zol.orders.forms import Assault, Cast, Form, Order, Unread, Use
from magika_gm.games.xom_zol.rules.casting import cast, use
from magika_gm.games.xom_zol.rules.conditions import hold
from magika_gm.games.xom_zol.rules.refusals import No
from magika_gm.games.xom_zol.rules.triggers import settle
from magika_gm.games.xom_zol.rules.turn import Plan, Turn
from magika_gm.games.xom_zol.words import Window, Word


def runs_at(order: Order, window: Window | None) -> bool:
    """Whether a line is one of those that run at a window (None: in the battle phase)."""
    if isinstance(order, Cast | Use):
        return order.at is window
    if isinstance(order, Unread):
        return order.at is window and not order.setting
    return window is None and isinstance(order, Form | Assault)


def done_before(plan: Plan, line: int, window: Window | None) -> bool:
    """DONE: whether the line before, of the same window, was carried out without being cancelled (ORD-4)."""
    before = next((j for j in range(line - 1, -1, -1) if runs_at(plan.lines[j], window)), None)
    return before is not None and plan.word(before) is Word.DONE


def holds_now(turn: Turn, plan: Plan, line: int, order: Cast | Use | Form | Assault, window: Window | None) -> bool:
    """Whether a line's IF holds; if not, that is noted."""
    if not order.when or hold(turn.state, plan.side, order.when, done_before(plan, line, window)):
        return True
    plan.settle(line, Word.NO, No.CONDITION)
    return False


def carry_out(turn: Turn, plan: Plan, line: int, run: Callable[[], No | Word]) -> None:
    """Carry out a line and note what came of it; what is carried out is noted before it may end the game."""
    before, turn.line = turn.line, (plan, line)
    got = run()
    turn.line = before
    if isinstance(got, No):
        plan.settle(line, Word.NO, got)
    else:
        plan.settle(line, got, No.CANCELLED if got is Word.CANCELLED else None)


def run_cast_or_use(turn: Turn, side: str, order: Cast | Use) -> No | Word:
    """A CAST or USE line."""
    return cast(turn, side, order) if isinstance(order, Cast) else use(turn, side, order)


def run_window(turn: Turn, side: str, window: Window) -> None:
    """A side's lines for a window, once, in written order, each fully before the next."""
    plan = turn.plan_of(side)
    for i, order in enumerate(plan.lines):
        if isinstance(order, Cast | Use) and order.at is window and holds_now(turn, plan, i, order, window):
            carry_out(turn, plan, i, partial(run_cast_or_use, turn, side, order))
            settle(turn)
