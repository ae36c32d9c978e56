"""Drawings of the rule book: the rune set, the isle at the start."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from magika_gm.engine.dice import Dice
from magika_gm.games.rune_war.report.chart import isle_picture
from magika_gm.games.rune_war.report.tiles import RATIO, tile
from magika_gm.games.rune_war.rulebook.tables import default_scenario
from magika_gm.games.rune_war.runes import CODES
from magika_gm.games.rune_war.setup.choosing import Pair, give_out
from magika_gm.games.rune_war.setup.start import new_world
from magika_gm.games.rune_war.sight.view import View, spectate
from magika_gm.reports.kit.style import Style
from magika_gm.reports.picture import Item, Picture, Texts

_WIDE, _GAP = 26.0, 3.0


def runes() -> Picture:
    """The thirty-four runes, suit by suit, each with its code."""
    rows = (range(9), range(9, 18), range(18, 27), range(27, 34))
    high = _WIDE * RATIO + 14
    items: list[Item] = []
    for n, row in enumerate(rows):
        low = (len(rows) - 1 - n) * high + 11
        for k, kind in enumerate(row):
            x = k * (_WIDE + _GAP) + 1
            items += tile(x, low, _WIDE, kind, Style())
            items.append(Texts(((x + _WIDE / 2, low - 8.5, CODES[kind]),), 6.5))
    width = 9 * (_WIDE + _GAP)
    return Picture(
        width, len(rows) * high, "The runes", "Skulls, swords, characters 1 to 9; winds; dragons.", tuple(items)
    )


def start_view() -> View:
    """The isle of the default scenario at the start."""
    scenario = default_scenario()
    fixed: dict[str, Pair] = {seat: s.pair for seat, s in scenario.seats.items() if s.pair}
    return spectate(new_world(scenario, give_out(fixed, [], Dice(b"", 0))))


def isle() -> Picture:
    """The isle with codes, land values, circles and ridges."""
    return isle_picture(start_view(), 420.0, 390.0, Style())


def cover() -> Picture:
    """The same, for the cover."""
    return isle_picture(start_view(), 560.0, 520.0, Style())


FIGURES: Mapping[str, Callable[[], Picture]] = {"runes": runes, "isle": isle}
