"""Adjudication cases: whole game turns from a position, compared with what must come of them (CASE)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.cases import CaseOutcome, Comparison
from magika_gm.engine.seam.rules import Resolution
from magika_gm.games.xom_zol.cases.dice import CaseDice
from magika_gm.games.xom_zol.cases.reader import Case, read_case
from magika_gm.games.xom_zol.cases.result import result_of
from magika_gm.games.xom_zol.orders.forms import Concede, OfferDraw, Order
from magika_gm.games.xom_zol.rules.resolution import play
from magika_gm.games.xom_zol.rules.sheets import Sheet
from magika_gm.games.xom_zol.words import other

COMPARISON = Comparison(nulls=(False,))
"""``false`` agrees with a key the result lacks."""


def run_case(data: Mapping[str, Any]) -> CaseOutcome:
    """Play a case and compare; raises ``CaseFaults`` if it cannot be played."""
    case = read_case(data)
    result = result_of(case, play_case(case))
    return CaseOutcome(case.title, tuple(COMPARISON.failures(_asked(case.expect, result), result)), result)


def _asked(expected: Mapping[str, Any], result: Mapping[str, Any]) -> dict[str, Any]:
    """What is to be compared: a table the result lacks, of which only ``false`` is expected, agrees as its keys do."""
    asked: dict[str, Any] = {}
    for key, wanted in expected.items():
        got = result.get(key)
        if isinstance(wanted, Mapping):
            if got is None and _all_false(wanted):
                continue
            asked[key] = _asked(wanted, got) if isinstance(got, Mapping) else wanted
        else:
            asked[key] = wanted
    return asked


def _all_false(expected: Mapping[str, Any]) -> bool:
    return all(_all_false(v) if isinstance(v, Mapping) else v is False for v in expected.values())


def play_case(case: Case) -> list[Resolution]:
    """The case's game turns, each a mail turn of its own, until the game ends."""
    state, played = case.state, []
    used = CaseDice(0, case.dice)
    for nth in range(case.turns):
        dice = CaseDice(case.turn + nth, case.dice)
        dice.carry_on(used)
        resolution = play(state, sheets_of(case, nth), dice)
        played.append(resolution)
        state, used = resolution.state, dice
        if state.ending is not None:
            break
    return played


def sheets_of(case: Case, nth: int) -> dict[str, Sheet]:
    """Both sides' sheets of the nth game turn: ACT lines of the active side, REACT lines of the other."""
    active = case.active if nth % 2 == 0 else other(case.active)
    passive = other(active)
    own, foe = case.lines[active], case.lines[passive]
    turn = nth // 2
    act = own.orders[turn] if turn < len(own.orders) else []
    react = foe.react[turn] if turn < len(foe.react) else None
    return {
        active: _sheet(act, act=None if own.no_sheet else tuple(act)),
        passive: _sheet(react or (), react=tuple(react) if react is not None else None),
    }


def _sheet(
    lines: Sequence[Order], act: tuple[Order, ...] | None = None, react: tuple[Order, ...] | None = None
) -> Sheet:
    """A sheet of one part; what is said in it counts in the first game turn it serves."""
    concedes, offers = (any(isinstance(o, said) for o in lines) for said in (Concede, OfferDraw))
    return Sheet(act=act, react=react, concedes=concedes, offers_draw=offers)


__all__ = ["Case", "play_case", "read_case", "run_case"]
