# ruff: noqa: ARG002, E501 - a block need not use all it is told; markup and tables of figures stay in one piece
"""The end of a game: a certificate one would frame, the poster's ranks turn by turn, the standing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from magika_gm.reports.kit.base import (
    DISPLAY,
    FIGURE,
    GREY,
    LABEL,
    LETTER,
    NAME,
    NUMBER,
    PALE,
    SERIF_CSS,
    TEXT,
    Block,
    Printed,
    Spot,
    Style,
    draw_title,
    esc,
    folded,
    heading_html,
    heading_text,
    title_height,
)
from magika_gm.reports.kit.drawings import Field
from magika_gm.reports.kit.scores import points_text
from magika_gm.reports.pdf_stream import BOLD, SANS, SERIF, SERIF_BOLD, text_width
from magika_gm.reports.picture import CORNERS, Circles, Item, Lines, Picture, Point, Texts
from magika_gm.reports.typeface import balanced, chosen, fitted, one_line

LEAST_LAST = 110.0
"""A last picture lower than this is left out."""
_SIGNED = 78.0
"""Room of date and name at the foot."""


class Rostrum(NamedTuple):
    """One of the first three: rank, name, points, device."""

    rank: str
    name: str
    points: str
    device: Picture


@dataclass(frozen=True, kw_only=True)
class Certificate(Block):
    """F1: device with its honours, name, rank, what decided the game, the first three, points, date, the master's name."""

    contest: str
    name: str
    rank: str
    lead: str
    lines: tuple[str, ...]
    points: float | None = None
    """What his game was worth; None where it was won or lost, and no figure says how."""
    unit: str = "points"
    signed: str
    signed_as: str
    date: str
    rostrum: tuple[Rostrum, ...] = field(default=(), metadata={"drawn": True})
    device: Picture | None = field(default=None, metadata={"drawn": True})
    last: Field | None = field(default=None, metadata={"drawn": True}, compare=False)
    """How all lay at the end, drawn where there is room; not in large print, whose letters would not fit in it."""
    corners: tuple[str, ...] = ()
    """Colours of the pieces at the corners of its border."""
    piece: tuple[Point, ...] = field(default=CORNERS, metadata={"drawn": True})
    """The outline of such a piece, around its middle: a hexagon, or what the game is played with."""

    def least(self, width: float, style: Style) -> float:
        """A page of its own."""
        return 640.0

    def most(self, width: float, style: Style) -> float:
        """The whole page."""
        return 760.0

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen = on.style, on.pen
        self._border(on)
        middle, inner = on.x + on.width / 2, on.width - 70
        y = on.top - 34
        label = style.size(LETTER)
        pen.text(middle - text_width(self.contest.upper(), label) / 2 - 0.4 * (len(self.contest) - 1), y - label, self.contest.upper(), label,
                 SANS, style.accent, spaced=0.8)  # fmt: skip
        y -= label + 16
        rest = 0.0 if self.last else on.height - 640.0
        if self.device is not None:
            pen.picture(self.device, middle - self.device.width / 2, y - self.device.height)
            y -= self.device.height + 10 + rest * 0.15
        name = one_line(self.name)
        size = chosen(name, (DISPLAY, style.size(NAME), style.size(FIGURE), style.size(NUMBER)), inner, SERIF_BOLD)
        y -= DISPLAY * 0.9
        pen.middle(middle, y, fitted(name, size, inner, SERIF_BOLD), size, SERIF_BOLD)
        rank = style.size(FIGURE)
        y -= rank * 1.6
        pen.middle(middle, y, self.rank, rank, SERIF, style.accent)
        y -= 14 + rest * 0.1
        lead = style.size(NUMBER)
        for line in balanced(one_line(self.lead), SERIF, lead, inner):
            y -= lead * 1.3
            pen.middle(middle, y, line, lead, SERIF)
        y -= 22 + rest * 0.15
        if self.rostrum:
            y = self._rostrum(on, y)
        if self.points is not None:
            y -= 10 + rest * 0.15
            big = style.size(NAME)
            text = points_text(self.points)
            wide = text_width(text, big, BOLD) + 6 + text_width(self.unit, label)
            y -= big * 0.9
            pen.text(middle - wide / 2, y, text, big, BOLD, style.accent)
            pen.text(middle + wide / 2 - text_width(self.unit, label), y, self.unit, label)
        size = style.size(TEXT)
        for line in self.lines:
            y -= size * 1.5
            pen.middle(middle, y, fitted(one_line(line), size, inner), size, SANS, GREY)
        room = y - 14 - (on.top - on.height + _SIGNED)
        if self.last is not None and room > LEAST_LAST and not style.large:
            drawn = self.last.maker(inner * 0.8, room, style)
            pen.picture(drawn, middle - drawn.width / 2, y - 14 - (room - drawn.height) / 2 - drawn.height)
        self._signed(on, middle, inner)

    def _signed(self, on: Spot, middle: float, inner: float) -> None:
        pen, style = on.pen, on.style
        label, size = style.size(LABEL), style.size(LETTER)
        y = on.top - on.height + 46
        half = inner * 0.36
        for x, text, below in (
            (middle - inner / 4, self.date, "date"),
            (middle + inner / 4, self.signed, self.signed_as),
        ):
            pen.middle(x, y + 5, fitted(one_line(text), size, half), size, SERIF)
            pen.rule(x - half / 2, y, x + half / 2, GREY, 0.6)
            pen.middle(x, y - label - 3, below, label, SANS, GREY)

    def _rostrum(self, on: Spot, y: float) -> float:
        pen, style = on.pen, on.style
        tall = max(r.device.height for r in self.rostrum)
        middle = on.x + on.width / 2
        places = (0.0, -1.0, 1.0) if len(self.rostrum) > 2 else (-0.5, 0.5)
        size = style.size(TEXT)
        for number, winner in enumerate(self.rostrum[:3]):
            x = middle + places[number] * 130
            lift = (16, 8, 0)[number]
            pen.picture(winner.device, x - winner.device.width / 2, y - tall + lift - 16)
            base = y - tall - 16
            pen.box(x - 62, base - 30, 124, 28 + lift, style.tint)
            pen.middle(
                x, base - 14 + lift, fitted(f"{winner.rank} {one_line(winner.name)}", size, 116, BOLD), size, BOLD
            )
            pen.middle(x, base - 14 + lift - size - 3, fitted(winner.points, size, 116), size, SANS, GREY)
        return y - tall - 46

    def _border(self, on: Spot) -> None:
        pen, style = on.pen, on.style
        for inset, width in ((6.0, 1.6), (11.0, 0.6)):
            left, right = on.x + inset, on.right - inset
            low, high = on.top - on.height + inset, on.top - inset
            pen.stroke([(left, low), (right, low), (right, high), (left, high), (left, low)], style.accent, width)
        if not self.corners:
            return
        each = 9.0
        spots = [(on.x + 8.5, on.top - 8.5), (on.right - 8.5, on.top - 8.5),
                 (on.x + 8.5, on.top - on.height + 8.5), (on.right - 8.5, on.top - on.height + 8.5)]  # fmt: skip
        shares = [self.corners[n::4] for n in range(4)]
        for (x, y), colours in zip(spots, shares, strict=True):
            inward = 1 if x < on.x + on.width / 2 else -1
            down = -1 if y > on.top - on.height / 2 else 1
            for n, colour in enumerate(colours):
                px, py = (
                    x + inward * (n % 2) * each * 1.75 + inward * (n // 2) * each * 0.88,
                    y + down * (n // 2) * each * 1.52,
                )
                points = [(px + dx * each, py + dy * each) for dx, dy in self.piece]
                pen.polygon(points, colour, style.accent, 0.8)

    def html(self) -> str:
        """The certificate in words."""
        lines = "".join(f"<p style=margin:2px>{esc(line)}</p>" for line in self.lines)
        worth = ""
        if self.points is not None:
            figure = f'<b style="font-size:28px">{points_text(self.points)}</b> {esc(self.unit)}'
            worth = f'<p style="margin:0 0 12px">{figure}</p>'
        first = "".join(
            f"<p style=margin:2px><b>{esc(r.rank)} {esc(r.name)}</b> {esc(r.points)}</p>" for r in self.rostrum
        )
        return (
            f'<div style="border:4px double #9d7fc4;padding:22px 16px;text-align:center"><p style="margin:0;letter-spacing:1px">'
            f'{esc(self.contest.upper())}</p><h1 style="font:bold 34px/1.2 {SERIF_CSS};margin:10px 0 4px;overflow-wrap:anywhere">{esc(self.name)}</h1>'
            f'<p style="font:22px/1.3 {SERIF_CSS};margin:0">{esc(self.rank)}</p><p style="font:18px/1.4 {SERIF_CSS};margin:12px 0">{esc(self.lead)}</p>'
            f'{worth}{lines}<div style="margin-top:12px">{first}</div>'
            f'<p style="margin:14px 0 0;opacity:.75">{esc(self.date)}, {esc(self.signed)}</p></div>'
        )

    def text(self) -> list[str]:
        """In words, framed."""
        lines = [
            "*" * 72,
            self.contest.upper().center(72).rstrip(),
            "",
            self.name.center(72).rstrip(),
            self.rank.center(72).rstrip(),
            "",
        ]
        lines += [line.center(72).rstrip() for line in folded(self.lead, width=64)]
        lines += [""]
        lines += [] if self.points is None else [f"{points_text(self.points)} {self.unit}".center(72).rstrip()]
        lines += [line.center(72).rstrip() for line in self.lines]
        lines += [
            "",
            *(f"{r.rank:>4} {r.name}, {r.points}" for r in self.rostrum),
            "",
            f"{self.date}, {self.signed}".center(72).rstrip(),
            "*" * 72,
        ]
        return lines


@dataclass(frozen=True, kw_only=True)
class Placard(Printed):
    """F2: over a drawing to be hung up: which game, who won, how it ended. Print alone: the certificate tells it."""

    contest: str
    title: str
    said: str

    def _said(self, width: float, style: Style) -> tuple[str, ...]:
        return balanced(one_line(self.said), SERIF, style.size(LETTER), width)

    def least(self, width: float, style: Style) -> float:
        """Its lines."""
        said = len(self._said(width, style)) * style.size(LETTER) * 1.4
        return style.size(LABEL) + 14 + style.size(NAME) * 1.3 + said

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen, middle = on.style, on.pen, on.x + on.width / 2
        label, y = style.size(LABEL), on.top - style.size(LABEL)
        pen.middle(middle, y, one_line(self.contest).upper(), label, SANS, style.accent)
        title, y = one_line(self.title), y - 8 - style.size(NAME)
        size = chosen(title, (style.size(NAME), style.size(FIGURE), style.size(NUMBER)), on.width, SERIF_BOLD)
        pen.middle(middle, y, fitted(title, size, on.width, SERIF_BOLD), size, SERIF_BOLD)
        y -= style.size(NAME) * 0.3
        for line in self._said(on.width, style):
            y -= style.size(LETTER) * 1.4
            pen.middle(middle, y, line, style.size(LETTER), SERIF)


class RankLine(NamedTuple):
    """Somebody's rank after each turn: (turn, rank); his line's colour and dash; whether it is the reader's."""

    name: str
    ranks: tuple[tuple[int, int], ...]
    colour: str
    dash: float = 0.0
    own: bool = False
    worth: str = ""
    """What he had at the end, behind his name."""


_COLOURED = 3
"""So many of the first have lines in their colours."""


def _ended(line: RankLine) -> str:
    """A name with what its bearer had at the end."""
    return one_line(f"{line.name}  {line.worth}".strip())


@dataclass(frozen=True)
class Ranks(Block):
    """A bump chart: everybody's rank after every turn, names at the end."""

    title: str
    lines: tuple[RankLine, ...]

    @property
    def empty(self) -> bool:
        """A chart needs two turns."""
        return not self.lines or max(len(line.ranks) for line in self.lines) < 2

    def least(self, width: float, style: Style) -> float:
        """Ten points a rank."""
        return title_height(self.title, style) + (style.size(LABEL) + 3.2) * len(self.lines) + style.size(LABEL) + 6

    def draw(self, on: Spot) -> None:
        """Draw it."""
        top = on.top - draw_title(on, self.title)
        high = on.height - title_height(self.title, on.style)
        on.pen.picture(self.picture(on.width, high, on.style.size(LABEL)), on.x, top - high)

    def picture(self, wide: float, high: float, size: float) -> Picture:
        """The chart: the first three and the reader in their colours, all others grey; names at the right ends."""
        count = len(self.lines)
        names = max(text_width(_ended(x)[:34], size, BOLD) for x in self.lines) + 12
        left, right = 16.0, wide - names
        each = (high - size - 6) / count
        turns = sorted({turn for x in self.lines for turn, _ in x.ranks})
        unit = (right - left) / max(1, turns[-1] - turns[0])
        items: list[Item] = []

        def at(turn: int, rank: int) -> Point:
            return left + (turn - turns[0]) * unit, high - (rank - 0.5) * each

        low = high - each * count
        told = [turn for turn in turns if turn in (turns[0], turns[-1]) or turn % 5 == 0]
        items.append(Lines(tuple(((at(turn, 1)[0], high), (at(turn, 1)[0], low)) for turn in told), PALE, 0.3))
        figures = [(at(turn, 1)[0], low - size - 1, str(turn)) for turn in told]
        figures += [(5.0, high - (rank - 0.5) * each - size * 0.34, str(rank)) for rank in range(1, count + 1)]
        items.append(Texts(tuple(figures), size, colour=GREY))
        taken: set[int] = set()
        last = sorted(self.lines, key=lambda x: (x.ranks[-1][1], x.name))
        for line in reversed(last):
            marked = line.own or line in last[:_COLOURED]
            colour, width = (line.colour, 2.6 if line.own else 1.9) if marked else (PALE, 1.1)
            path = tuple(at(turn, rank) for turn, rank in line.ranks)
            items.append(Lines((path,), colour, width, line.dash if marked and not line.own else 0.0))
            items.append(Circles((path[-1],), 2.6 if marked else 1.8, colour, "", 0.0))
        for line in last:
            row = next(n for n in range(line.ranks[-1][1], 2 * count + 1) if n not in taken)
            taken.add(row)
            bold = line.own or line in last[:_COLOURED]
            text = fitted(_ended(line), size, names - 8, BOLD if bold else SANS)
            items.append(Texts(((right + 7, high - (row - 0.5) * each - size * 0.34, text),), size, bold, start=True))
        said = "; ".join(f"{_ended(line)}: {line.ranks[-1][1]}" for line in last)
        return Picture(wide, high, self.title, f"At the end: {said}.", tuple(items))

    def html(self) -> str:
        """The ranks as a table would be long: only where each stood at the end and at best."""
        rows = "".join(f"<li>{esc(x.name)}: {', '.join(str(rank) for _, rank in x.ranks)}</li>" for x in self.lines)
        return f'{heading_html(self.title)}<details><summary style="padding:10px 0">Ranks after each turn</summary><ul>{rows}</ul></details>'

    def text(self) -> list[str]:
        """A line each."""
        lines = heading_text(self.title)
        for x in self.lines:
            lines += folded(" ".join(f"{rank}" for _, rank in x.ranks), f"{x.name[:20]:<20} ")
        return lines
