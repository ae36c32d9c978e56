"""The rule book's drawings."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from magika_gm.games.arena.report.board import board_picture
from magika_gm.games.arena.rulebook.example import example
from magika_gm.games.arena.setup import Scenario, start_state
from magika_gm.reports.kit.style import Style
from magika_gm.reports.picture import Picture


@cache
def board() -> Picture:
    """The board at the start, with the default armies."""
    return board_picture(start_state(Scenario(), {}), (), 430.0, 400.0, Style(), full=True)


@cache
def before() -> Picture:
    """The worked turn's board before it."""
    return board_picture(example().start, (), 380.0, 350.0, Style(), full=True)


@cache
def after() -> Picture:
    """And after it, with the ways gone."""
    return board_picture(example().end, example().told, 380.0, 350.0, Style(), full=False)


def cover() -> Picture:
    """For the cover."""
    return board_picture(start_state(Scenario(), {}), (), 528.0, 470.0, Style(), full=False)


FIGURES: dict[str, Callable[[], Picture]] = {"board": board, "before": before, "after": after}
