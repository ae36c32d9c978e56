"""The table seen from the reader's chair: hands, sets and discards round the compass, his own runes in front."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from magika_gm.games.rune_war.report.clans import CLAN_FILL
from magika_gm.games.rune_war.report.tiles import INK, RATIO, box, tile
from magika_gm.games.rune_war.report.wording import WIND_NAMES
from magika_gm.games.rune_war.rules.state import Won
from magika_gm.games.rune_war.runes import CODES, Form, Meld, runes_text, spread
from magika_gm.games.rune_war.sight.view import SeatView, View
from magika_gm.games.rune_war.tables import SEATS
from magika_gm.reports.kit.style import Style
from magika_gm.reports.pdf_stream import BOLD, text_width
from magika_gm.reports.picture import Circles, Item, Picture, Polygon, Texts

TALLEST, TALLEST_LARGE = 0.86, 1.05
GAP = 1.5
_MEASURED, _MEASURED_LARGE = 348.0, 523.0
"""A width to measure the table by; in large print it has the page's."""


def around(view: View) -> tuple[str, str, str, str]:
    """Who sits below (the reader, or East), at the right, opposite, at the left."""
    first = view.seat or next(s for s, row in view.seats.items() if CODES[row.wind] == "E")
    at = SEATS.index(first)
    order = SEATS[at:] + SEATS[:at]
    return order[0], order[1], order[2], order[3]


@dataclass(frozen=True, slots=True)
class _Panel:
    """A seat's place: its row, box, and tiles a line."""

    row: SeatView
    x: float
    wide: float


def ratio(view: View, style: Style | None = None) -> float:
    """How high the table is by its width, with tiles as large as they get."""
    style = style or Style()
    wide = _MEASURED_LARGE if style.large else _MEASURED
    total = _heights(view, wide, _tile_size(wide, style), style.map_size(), style)[3]
    return min(TALLEST_LARGE if style.large else TALLEST, total / wide)


def _tile_size(width: float, style: Style) -> float:
    """The size of tiles on the table where there is room for it."""
    return width / (_TILES_LARGE if style.large else _TILES)


_TILES, _TILES_LARGE = 18.0, 14.0
"""So many tiles would fill the width, where there is room for it."""


def table_picture(view: View, width: float, height: float, style: Style) -> Picture:
    """The table within a box."""
    label = style.map_size()
    size = _tile_size(width, style)
    while size > 7 and _heights(view, width, size, label, style)[3] > height:
        size -= 0.25
    top_h, middle_h, bottom_h, total = _heights(view, width, size, label, style)
    low, right, far, left = (view.seats[s] for s in around(view))
    hand_h = total - top_h - middle_h - bottom_h
    items: list[Item] = []
    side = (width - _compass(width)) / 2
    items += _panel(_Panel(far, 0.0, width), total, top_h, size, style)
    items += _panel(_Panel(left, 0.0, side), total - top_h, middle_h, size, style)
    items += _panel(_Panel(right, width - side, side), total - top_h, middle_h, size, style)
    items += _middle(view, width / 2, total - top_h - middle_h / 2, min(_compass(width) * 0.42, middle_h * 0.4), style)
    items += _panel(_Panel(low, 0.0, width), hand_h + bottom_h, bottom_h, size, style)
    items += _own(view, width, hand_h, style)
    return Picture(width, total, "The table", described(view), tuple(items))


def _compass(width: float) -> float:
    return width * 0.2


def _own_tile(view: View, width: float, style: Style) -> float:
    return min((width - 2) / max(14, sum(view.held)) - GAP, style.length(25.0))


def _rows(row: SeatView, wide: float, size: float) -> int:
    across = max(1, int((wide - 6) // (size + GAP)))
    return -(-len(row.discards) // across)


def _panel_height(row: SeatView, wide: float, size: float, label: float) -> float:
    tall = size * RATIO + 2.5
    melds = _meld_rows(row.melds, wide, size)
    return label * 1.5 + 5 + (melds + max(1, _rows(row, wide, size))) * tall


def _meld_rows(melds: Sequence[Meld], wide: float, size: float) -> int:
    rows, used = 0, wide
    for meld in melds:
        need = len(meld.kinds) * (size + 0.6) + 5
        if used + need > wide - 6:
            rows, used = rows + 1, 0.0
        used += need
    return rows


def _heights(view: View, width: float, size: float, label: float, style: Style) -> tuple[float, float, float, float]:
    low, right, far, left = (view.seats[s] for s in around(view))
    side = (width - _compass(width)) / 2
    top = _panel_height(far, width, size, label)
    middle = max(_panel_height(right, side, size, label), _panel_height(left, side, size, label), _compass(width) * 0.9)
    bottom = _panel_height(low, width, size, label)
    hand = _own_tile(view, width, style) * RATIO + 6 if any(view.held) else 0.0
    return top, middle, bottom, top + middle + bottom + hand


def _panel(panel: _Panel, top: float, high: float, size: float, style: Style) -> list[Item]:
    row, x, wide = panel.row, panel.x, panel.wide
    label = style.map_size()
    items: list[Item] = [
        Polygon(box(x + 1, top - high + 1, wide - 2, high - 2), "#fbfaf6", "#b9b2c4", 0.5),
        Polygon(box(x + 3, top - label * 1.35 - 2, label * 1.25, label * 1.25), CLAN_FILL[row.clan], INK, 0.5),
    ]
    base = top - label * 1.2 - 1
    wind = WIND_NAMES[CODES[row.wind]]
    items.append(Texts(((x + 3 + label * 0.62, base + 0.4, wind[0]),), label, True, INK))
    start = x + 6 + label * 1.4
    items.append(Texts(((start, base, row.wizard),), label, True, INK, True))
    start += text_width(row.wizard, label, BOLD) + 5
    said = _cut(f"{row.concealed} hidden" + states(row), label, x + wide - start - 3)
    items.append(Texts(((start, base, said),), label, False, "#595959", True))
    y = top - label * 1.5 - 5 - size * RATIO
    items += _melds(row.melds, x + 4, y, wide, size, style)
    y -= _meld_rows(row.melds, wide, size) * (size * RATIO + 2.5)
    across = max(1, int((wide - 6) // (size + GAP)))
    for number, kind in enumerate(row.discards):
        line, column = divmod(number, across)
        at = x + 4 + column * (size + GAP)
        items += tile(at, y - line * (size * RATIO + 2.5), size, kind, style, magic=False)
    return items


def states(row: SeatView) -> str:
    """Silence, Fog and a random discard that lie on a seat, after a comma each."""
    found = [f"silent {row.silence}"] if row.silence else []
    found += [f"fogged {row.fog}"] if row.fog else []
    found += ["throws by lot"] if row.random_discard else []
    return "".join(f", {text}" for text in found)


def _cut(text: str, size: float, room: float) -> str:
    while text and text_width(text, size) > room:
        text = text[:-1]
    return text.rstrip(", ")


def _melds(melds: Sequence[Meld], x: float, y: float, wide: float, size: float, style: Style) -> list[Item]:
    """Sets side by side on a tinted ground; of a concealed foursome two lie face down (HAND-8)."""
    items: list[Item] = []
    used, line = 0.0, 0
    for meld in melds:
        need = len(meld.kinds) * (size + 0.6) + 5
        if used and used + need > wide - 6:
            used, line = 0.0, line + 1
        low = y - line * (size * RATIO + 2.5)
        items.append(Polygon(box(x + used - 1.2, low - 1.2, need - 3.2, size * RATIO + 2.4), "#e4dcc2", "#8a8068", 0.4))
        for n, kind in enumerate(meld.kinds):
            hidden = meld.concealed and meld.form is Form.FOURSOME and n in (0, 3)
            items += tile(x + used + n * (size + 0.6), low, size, -1 if hidden else kind, style, magic=False)
        used += need
    return items


def _middle(view: View, x: float, y: float, r: float, style: Style) -> list[Item]:
    """A compass rose: the prevailing wind, runes left in the wall."""
    label = style.map_size()
    items: list[Item] = [Circles(((x, y),), r, "#efe9dd", INK, 0.6)]
    wall = f"{view.wall} left" if view.due.value == "hand" else "over"
    number = style.size(15.0)
    items.append(Texts(((x, y + 1, CODES[view.prevailing]),), number, True, INK))
    items.append(Texts(((x, y - label - 1, f"round {view.round}"), (x, y - 2 * label - 2, wall)), label, False, INK))
    return items


def _own(view: View, width: float, high: float, style: Style) -> list[Item]:
    """The reader's concealed runes, sparks on those with magic."""
    if not any(view.held):
        return []
    size = _own_tile(view, width, style)
    kinds = spread(view.held)
    left = (width - len(kinds) * (size + GAP)) / 2
    items: list[Item] = []
    bright = list(view.bright)
    for n, kind in enumerate(kinds):
        magic = bright[kind] > 0
        bright[kind] -= 1
        items += tile(
            left + n * (size + GAP), (high - size * RATIO) / 2, size, kind, style, magic=magic, spark=view.options.map
        )
    return items


def described(view: View) -> str:
    """The table in words."""
    return "; ".join(text_lines(view)) + "."


def text_lines(view: View) -> tuple[str, ...]:
    """The table as text: winds in order of play, sets, discards; one's own runes with dim ones named."""
    lines = []
    for seat in sorted(view.seats, key=lambda s: view.seats[s].wind):
        row = view.seats[seat]
        melds = ", ".join(str(meld) for meld in row.melds)
        pile = " ".join("??" if kind < 0 else CODES[kind] for kind in row.discards)
        sets = f"; sets {melds}" if melds else ""
        thrown = f"; threw {pile}" if pile else ""
        lines.append(
            f"{WIND_NAMES[CODES[row.wind]]:<5} {row.wizard}: {row.concealed} hidden{states(row)}{sets}{thrown}"
        )
    if any(view.held):
        dim = [held - magic for held, magic in zip(view.held, view.bright, strict=True)]
        said = f"You   {runes_text(spread(view.held))}"
        magic = f"; dim: {runes_text(spread(dim))}" if any(dim) else "; all with magic"
        lines.append(said + (magic if view.options.map else ""))
    return tuple(lines)


def winning_picture(won: Won, width: float, height: float, style: Style) -> Picture:
    """The winner's hand as it was read: sets and pair, those on the table or claimed on a tinted ground (HAND-12)."""
    groups = [(meld.kinds, meld.concealed) for meld in won.sets]
    groups += [((won.pair, won.pair), True)] if won.pair >= 0 else []
    number = sum(len(kinds) for kinds, _ in groups)
    size = min((width - 8 * len(groups)) / max(1, number) - 1, (height - 4) / RATIO, style.length(22.0))
    high = size * RATIO + 4
    items: list[Item] = []
    x, marked = 1.0, False
    for kinds, concealed in groups:
        wide = len(kinds) * (size + 1)
        if not concealed:
            items.append(Polygon(box(x - 1, 0.5, wide + 1, high - 1), "#e4dcc2", "#8a8068", 0.4))
        for n, kind in enumerate(kinds):
            mark = kind == won.rune and not marked and (not won.discarder or not concealed)
            marked = marked or mark
            items += tile(x + n * (size + 1), 2, size, kind, style, mark=mark, magic=concealed)
        x += wide + 8
    return Picture(x, high, "The winning hand", " ".join(str(meld) for meld in won.sets), tuple(items))
