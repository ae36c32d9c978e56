"""The table seen from the reader's chair: hands, sets and discards round the compass, his own runes in front.

Drawn as a picture, and for mails in signs and as HTML.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from magika_gm.engine.records import record
from magika_gm.games.rune_war.report.board import (
    BACK,
    CLAN_FILL,
    DIM,
    IVORY,
    SPARK,
    SUIT_INK,
    TILE_RATIO,
    tile,
)
from magika_gm.games.rune_war.report.story import WIND_NAMES, rune
from magika_gm.games.rune_war.rules.state import Won
from magika_gm.games.rune_war.rules.tables import SEATS
from magika_gm.games.rune_war.rules.terms import CODES, Form, Meld, dim_of, runes_text, spread, suit_of
from magika_gm.games.rune_war.sight import SeatView, View
from magika_gm.reports.kit.base import COLUMNS_OF_TEXT, Style, esc
from magika_gm.reports.kit.drawings import Bricks
from magika_gm.reports.pdf_stream import BOLD, cut, text_width
from magika_gm.reports.picture import BOARD_INK as INK
from magika_gm.reports.picture import Circles, Item, Picture, Polygon, Texts, box, middle, write

TALLEST, TALLEST_LARGE = 0.86, 1.05
GAP = 1.5
_MEASURED, _MEASURED_LARGE = 348.0, 523.0
"""A width to measure the table by; in large print it has the page's."""


def around(view: View) -> list[SeatView]:
    """Who sits below (the reader, or East), at the right, opposite, at the left."""
    first = view.seat or next(s for s, row in view.seats.items() if CODES[row.wind] == "E")
    at = SEATS.index(first)
    return [view.seats[s] for s in SEATS[at:] + SEATS[:at]]


@record
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


Put = Callable[[float, float, float, int, Style], Iterable[Item]]


_PLAIN = partial(tile, magic=False)


def table_picture(view: View, width: float, height: float, style: Style, put: Put = _PLAIN) -> Picture:
    """The table within a box; ``put`` says how a tile that was played is drawn."""
    label = style.map_size()
    size = _tile_size(width, style)
    while size > 7 and _heights(view, width, size, label, style)[3] > height:
        size -= 0.25
    top_h, middle_h, bottom_h, total = _heights(view, width, size, label, style)
    low, right, far, left = around(view)
    hand_h = total - top_h - middle_h - bottom_h
    items: list[Item] = []
    side = (width - _compass(width)) / 2
    items += _panel(_Panel(far, 0.0, width), total, top_h, size, style, put)
    items += _panel(_Panel(left, 0.0, side), total - top_h, middle_h, size, style, put)
    items += _panel(_Panel(right, width - side, side), total - top_h, middle_h, size, style, put)
    items += _middle(view, width / 2, total - top_h - middle_h / 2, min(_compass(width) * 0.42, middle_h * 0.4), style)
    items += _panel(_Panel(low, 0.0, width), hand_h + bottom_h, bottom_h, size, style, put)
    items += _own(view, width, hand_h, style)
    return Picture(width, total, "The table", described(view), tuple(items))


def hand_picture(view: View, width: float, height: float, style: Style) -> Picture:
    """One's own runes alone, in a row."""
    high = min(height, _own_tile(view, width, style) * TILE_RATIO + 6)
    return Picture(width, high, "Your hand", described(view), tuple(_own(view, width, high, style)))


def _compass(width: float) -> float:
    return width * 0.2


def _own_tile(view: View, width: float, style: Style) -> float:
    return min((width - 2) / max(14, sum(view.held)) - GAP, style.length(25.0))


def _rows(row: SeatView, wide: float, size: float) -> int:
    across = max(1, int((wide - 6) // (size + GAP)))
    return -(-len(row.discards) // across)


def _panel_height(row: SeatView, wide: float, size: float, label: float) -> float:
    tall = size * TILE_RATIO + 2.5
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
    low, right, far, left = around(view)
    side = (width - _compass(width)) / 2
    top = _panel_height(far, width, size, label)
    middle = max(_panel_height(right, side, size, label), _panel_height(left, side, size, label), _compass(width) * 0.9)
    bottom = _panel_height(low, width, size, label)
    hand = _own_tile(view, width, style) * TILE_RATIO + 6 if any(view.held) else 0.0
    return top, middle, bottom, top + middle + bottom + hand


def _panel(panel: _Panel, top: float, high: float, size: float, style: Style, put: Put) -> list[Item]:
    row, x, wide = panel.row, panel.x, panel.wide
    label = style.map_size()
    items: list[Item] = [
        Polygon(box(x + 1, top - high + 1, wide - 2, high - 2), "#fbfaf6", "#b9b2c4", 0.5),
        Polygon(box(x + 3, top - label * 1.35 - 2, label * 1.25, label * 1.25), CLAN_FILL[row.clan], INK, 0.5),
    ]
    base = top - label * 1.2 - 1
    wind = WIND_NAMES[CODES[row.wind]]
    items.append(middle(x + 3 + label * 0.62, base + 0.4, wind[0], label, True))
    start = x + 6 + label * 1.4
    items.append(write(start, base, row.wizard, label, True))
    start += text_width(row.wizard, label, BOLD) + 5
    said = cut(f"{row.concealed} hidden" + states(row), label, x + wide - start - 3)
    items.append(write(start, base, said, label, False, "#595959"))
    y = top - label * 1.5 - 5 - size * TILE_RATIO
    items += _melds(row.melds, x + 4, y, wide, size, style, put)
    y -= _meld_rows(row.melds, wide, size) * (size * TILE_RATIO + 2.5)
    across = max(1, int((wide - 6) // (size + GAP)))
    for number, kind in enumerate(row.discards):
        line, column = divmod(number, across)
        at = x + 4 + column * (size + GAP)
        items += put(at, y - line * (size * TILE_RATIO + 2.5), size, kind, style)
    return items


def states(row: SeatView) -> str:
    """Silence, Fog and a random discard that lie on a seat, after a comma each."""
    found = [f"silent {row.silence}"] if row.silence else []
    found += [f"fogged {row.fog}"] if row.fog else []
    found += ["throws by lot"] if row.random_discard else []
    return "".join(f", {text}" for text in found)


def _melds(melds: Sequence[Meld], x: float, y: float, wide: float, size: float, style: Style, put: Put) -> list[Item]:
    """Sets side by side on a tinted ground; of a concealed foursome two lie face down (HAND-8)."""
    items: list[Item] = []
    used, line = 0.0, 0
    for meld in melds:
        need = len(meld.kinds) * (size + 0.6) + 5
        if used and used + need > wide - 6:
            used, line = 0.0, line + 1
        low = y - line * (size * TILE_RATIO + 2.5)
        items.append(
            Polygon(box(x + used - 1.2, low - 1.2, need - 3.2, size * TILE_RATIO + 2.4), "#e4dcc2", "#8a8068", 0.4)
        )
        for n, kind in enumerate(meld.kinds):
            hidden = meld.concealed and meld.form is Form.FOURSOME and n in (0, 3)
            items += put(x + used + n * (size + 0.6), low, size, -1 if hidden else kind, style)
        used += need
    return items


def _middle(view: View, x: float, y: float, r: float, style: Style) -> list[Item]:
    """A compass rose: the prevailing wind, runes left in the wall."""
    label = style.map_size()
    items: list[Item] = [Circles(((x, y),), r, "#efe9dd", INK, 0.6)]
    wall = f"{view.wall} left" if view.due.value == "hand" else "over"
    number = style.size(15.0)
    items.append(middle(x, y + 1, CODES[view.prevailing], number, True))
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
            left + n * (size + GAP),
            (high - size * TILE_RATIO) / 2,
            size,
            kind,
            style,
            magic=magic,
            spark=view.options.map,
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
        pile = " ".join(map(rune, row.discards))
        sets = f"; sets {melds}" if melds else ""
        thrown = f"; threw {pile}" if pile else ""
        lines.append(
            f"{WIND_NAMES[CODES[row.wind]]:<5} {row.wizard}: {row.concealed} hidden{states(row)}{sets}{thrown}"
        )
    if any(view.held):
        dim = dim_of(view.held, view.bright)
        said = f"You   {runes_text(spread(view.held))}"
        magic = f"; dim: {runes_text(dim)}" if dim else "; all with magic"
        lines.append(said + (magic if view.options.map else ""))
    return tuple(lines)


def _groups(won: Won) -> list[tuple[tuple[int, ...], bool]]:
    """Sets and pair of a winner's hand, and whether each was concealed."""
    groups = [(meld.kinds, meld.concealed) for meld in won.sets]
    return [*groups, ((won.pair, won.pair), True)] if won.pair >= 0 else groups


def winning_picture(won: Won, width: float, height: float, style: Style) -> Picture:
    """The winner's hand as it was read: sets and pair, those on the table or claimed on a tinted ground (HAND-12)."""
    groups = _groups(won)
    number = sum(len(kinds) for kinds, _ in groups)
    size = min((width - 8 * len(groups)) / max(1, number) - 1, (height - 4) / TILE_RATIO, style.length(22.0))
    high = size * TILE_RATIO + 4
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


# The table in mails: four seats round the compass, sets and discards as runes, in signs and as HTML (SEE-7, 3).
#
# HTML is tables and short spans that every mail program draws; runes are told apart by their codes, colour only
# helps.


HIDDEN = -1
"""A rune that lies face down, or was not seen."""
_SIDE, _MIDDLE, _FAR = 30, 12, 48
"""Columns of the boxes at the sides, of the compass between them, of the box opposite."""


@dataclass(frozen=True)
class Drawn(Bricks):
    """A drawing for mails whose HTML is made already."""

    markup: str = field(default="", metadata={"drawn": True})

    def html(self) -> str:
        """The markup."""
        return self.markup


def drawn(markup: str, said: str) -> Drawn:
    """HTML of a drawing, with what it is in words."""
    return Drawn((), 0, 0, said, markup)


def _shown(meld: Meld) -> tuple[int, ...]:
    """A set's runes as they lie: two of a concealed foursome face down (HAND-8)."""
    kinds = meld.kinds
    return (HIDDEN, *kinds[1:3], HIDDEN) if meld.concealed and meld.form is Form.FOURSOME else kinds


def _next(view: View, row: SeatView) -> bool:
    return bool(view.next) and view.next == row.seat


# -- in signs -------------------------------------------------------------------------------------------------------


def text_table(view: View) -> tuple[str, ...]:
    """Four boxes round the compass as seen from the reader's chair, and his own runes in a row."""
    low, right, far, left = around(view)
    indent = " " * ((COLUMNS_OF_TEXT - _FAR) // 2)
    lines = [indent + line for line in _box(view, far, _FAR)]
    sides = [_box(view, row, _SIDE) for row in (left, right)]
    rose = [f"{CODES[view.prevailing]} wind", f"round {view.round}", _wall(view)]
    high = max(len(rose), *(len(side) for side in sides))
    above = (high - len(rose)) // 2
    for n in range(high):
        one, other = (side[n] if n < len(side) else "" for side in sides)
        said = rose[n - above] if 0 <= n - above < len(rose) else ""
        lines.append(f"{one:<{_SIDE}}{said:^{_MIDDLE}}{other}")
    return (*lines, *_box(view, low, COLUMNS_OF_TEXT), *_own_lines(view))


def _wall(view: View) -> str:
    return f"{view.wall} in wall" if view.next else "hand over"


def _box(view: View, row: SeatView, wide: int) -> list[str]:
    room = wide - 4
    title = f"+- {WIND_NAMES[CODES[row.wind]]} {row.wizard}{', draws next' if _next(view, row) else ''} "
    edge = "+" + "-" * (wide - 2) + "+"
    sets = [f"[{' '.join('##' if kind < 0 else CODES[kind] for kind in _shown(meld))}]" for meld in row.melds]
    lines = _filled([f"{row.concealed} hidden{states(row)}"], room)
    lines += _filled(sets, room) + _filled([_code(kind, "??") for kind in row.discards], room)
    return [f"{title:-<{wide - 1}}+", *(f"| {line:<{room}} |" for line in lines), edge]


def _code(kind: int, hidden: str) -> str:
    return f"{hidden if kind < 0 else CODES[kind]:<2}"


def _filled(words: Iterable[str], room: int) -> list[str]:
    """Words in lines of at most so many columns; none is cut but one longer than a line."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [piece for line in lines for piece in _pieces(line, room)]


def _pieces(line: str, room: int) -> list[str]:
    words, found = line.split(" "), [""]
    if len(line) <= room:
        return [line]
    for word in words:
        if found[-1] and len(found[-1]) + 1 + len(word) > room:
            found.append(word)
        else:
            found[-1] = f"{found[-1]} {word}".strip()
    return found


def _own_lines(view: View) -> tuple[str, ...]:
    """The reader's runes as tiles; a star marks magic."""
    kinds = spread(view.held)
    if not kinds:
        return ()
    indent = " " * max(0, (COLUMNS_OF_TEXT - 3 * len(kinds) - 1) // 2)
    marks = ["* " if magic else "  " for magic in _magic(view, kinds)]
    rows = [".--" * len(kinds) + ".", "|" + "|".join(_code(kind, "") for kind in kinds) + "|"]
    rows += ["|" + "|".join(marks) + "|"] if view.options.map else []
    rows.append("'--" * len(kinds) + "'")
    said = ("Yours; * has magic.",) if view.options.map else ("Yours.",)
    return (*(indent + row for row in rows), indent + said[0])


def _magic(view: View, kinds: Sequence[int]) -> list[bool]:
    """Which of the reader's runes have magic, the copies with it first."""
    left, found = list(view.bright), []
    for kind in kinds:
        found.append(left[kind] > 0)
        left[kind] -= 1
    return found


# -- as HTML --------------------------------------------------------------------------------------------------------


def html_table(view: View) -> Drawn:
    """The same as a table of tables."""
    low, right, far, left = around(view)
    rose = (
        f"<td style='width:20%;text-align:center;font-size:13px;line-height:1.3'><b style='font-size:20px'>"
        f"{CODES[view.prevailing]}</b><br>round {view.round}<br>{esc(_wall(view))}"
    )
    rows = (
        f"<tr><td colspan=3 style='padding:0 14%'>{_panel_cell(view, far)}",
        f"<tr><td style='width:40%'>{_panel_cell(view, left)}{rose}<td style='width:40%'>{_panel_cell(view, right)}",
        f"<tr><td colspan=3>{_panel_cell(view, low)}",
        _own_row(view),
    )
    said = described(view)
    return drawn(
        f'<table role="group" aria-label="{esc(said)}" cellspacing=0 cellpadding=2 style="width:100%;'
        f'table-layout:fixed;font-size:12px;line-height:17px">{"".join(rows)}</table>',
        said,
    )


def _panel_cell(view: View, row: SeatView) -> str:
    sets = "".join(_set(_shown(meld), True) for meld in row.melds)
    pile = "".join(_rune(kind, DIM) for kind in row.discards)
    turn = " <b>draws next</b>" if _next(view, row) else ""
    return (
        f"<div style='background:#fbfaf6;color:{INK};border:1px solid #b9b2c4;padding:3px 4px;min-height:44px'>"
        f"<b style='background:{CLAN_FILL[row.clan]};border:1px solid {INK};padding:0 4px'>"
        f"{WIND_NAMES[CODES[row.wind]][0]}</b> <b>{esc(row.wizard)}</b> {row.concealed}&nbsp;hidden"
        f"{esc(states(row))}{turn}{'<br>' if sets else ''}{sets}{'<br>' if pile else ''}{pile}</div>"
    )


def _set(kinds: Sequence[int], lying: bool) -> str:
    """Runes of a set; those that lie on the table stand on a darker ground."""
    ground = "background:#e4dcc2;border:1px solid #8a8068;" if lying else ""
    inner = "".join(_rune(kind, DIM if lying else IVORY) for kind in kinds)
    return f"<span style='display:inline-block;{ground}margin:1px 4px 1px 0;white-space:nowrap'>{inner}</span> "


def _rune(kind: int, fill: str, *, magic: bool = False, wide: int = 19) -> str:
    """A rune: its code in its suit's colour; a thick gold foot is magic."""
    text, ink = ("", IVORY) if kind < 0 else (CODES[kind], SUIT_INK[suit_of(kind)])
    fill = BACK if kind < 0 else fill
    foot = f";border-bottom:4px solid {SPARK}" if magic else ""
    return (
        f"<span style='display:inline-block;min-width:{wide}px;margin:1px;border:1px solid #6f6879{foot};"
        f"background:{fill};color:{ink};font-weight:bold;text-align:center'>{text or '?'}</span>"
    )


def _own_row(view: View) -> str:
    kinds = spread(view.held)
    if not kinds:
        return ""
    tiles = "".join(
        _rune(kind, IVORY if magic else DIM, magic=magic and view.options.map, wide=25)
        for kind, magic in zip(kinds, _magic(view, kinds), strict=True)
    )
    said = "Yours; a gold foot is magic." if view.options.map else "Yours."
    return (
        f"<tr><td colspan=3 style='text-align:center;font-size:15px;line-height:24px'>{tiles}<br><small>{said}</small>"
    )


def html_winning(won: Won) -> Drawn:
    """The winner's hand as it was read: sets on the table or claimed on a darker ground (HAND-12)."""
    said = " ".join(str(meld) for meld in won.sets)
    inner = "".join(_set(kinds, not concealed) for kinds, concealed in _groups(won))
    return drawn(
        f'<div role="img" aria-label="{esc(said)}" style="font-size:15px;line-height:24px">{inner}</div>', said
    )


def text_winning(won: Won) -> str:
    """The same in signs: a claimed or melded set in square brackets, others in round ones."""
    groups = (("()" if concealed else "[]", kinds) for kinds, concealed in _groups(won))
    return " ".join(f"{b[0]}{' '.join(CODES[k] for k in kinds)}{b[1]}" for b, kinds in groups)
