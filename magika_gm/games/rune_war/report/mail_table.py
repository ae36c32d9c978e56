"""The table in mails: four seats round the compass, sets and discards as runes, in signs and as HTML (SEE-7, 3).

HTML is tables and short spans that every mail program draws; runes are told apart by their codes, colour only helps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from magika_gm.games.rune_war.report.clans import CLAN_FILL
from magika_gm.games.rune_war.report.tableau import around, described, states
from magika_gm.games.rune_war.report.tiles import BACK, DIM, INK, IVORY, SPARK, SUIT_INK
from magika_gm.games.rune_war.report.wording import WIND_NAMES
from magika_gm.games.rune_war.rules.state import Won
from magika_gm.games.rune_war.runes import CODES, Form, Meld, spread, suit_of
from magika_gm.games.rune_war.sight.view import SeatView, View
from magika_gm.reports.kit.base import COLUMNS_OF_TEXT, esc
from magika_gm.reports.kit.bricks import Bricks

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
    low, right, far, left = (view.seats[s] for s in around(view))
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
    return (*lines, *_box(view, low, COLUMNS_OF_TEXT), *_own(view))


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


def _own(view: View) -> tuple[str, ...]:
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
    low, right, far, left = (view.seats[s] for s in around(view))
    rose = (
        f"<td style='width:20%;text-align:center;font-size:13px;line-height:1.3'><b style='font-size:20px'>"
        f"{CODES[view.prevailing]}</b><br>round {view.round}<br>{esc(_wall(view))}"
    )
    rows = (
        f"<tr><td colspan=3 style='padding:0 14%'>{_panel(view, far)}",
        f"<tr><td style='width:40%'>{_panel(view, left)}{rose}<td style='width:40%'>{_panel(view, right)}",
        f"<tr><td colspan=3>{_panel(view, low)}",
        _own_row(view),
    )
    said = described(view)
    return drawn(
        f'<table role="group" aria-label="{esc(said)}" cellspacing=0 cellpadding=2 style="width:100%;'
        f'table-layout:fixed;font-size:12px;line-height:17px">{"".join(rows)}</table>',
        said,
    )


def _panel(view: View, row: SeatView) -> str:
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
    groups = [(meld.kinds, not meld.concealed) for meld in won.sets]
    groups += [((won.pair, won.pair), False)] if won.pair >= 0 else []
    said = " ".join(str(meld) for meld in won.sets)
    inner = "".join(_set(kinds, lying) for kinds, lying in groups)
    return drawn(
        f'<div role="img" aria-label="{esc(said)}" style="font-size:15px;line-height:24px">{inner}</div>', said
    )


def text_winning(won: Won) -> str:
    """The same in signs: a claimed or melded set in square brackets, others in round ones."""
    pairs = [(won.pair, won.pair)] if won.pair >= 0 else []
    groups = [("[]" if not meld.concealed else "()", meld.kinds) for meld in won.sets]
    groups += [("()", pair) for pair in pairs]
    return " ".join(f"{b[0]}{' '.join(CODES[k] for k in kinds)}{b[1]}" for b, kinds in groups)
