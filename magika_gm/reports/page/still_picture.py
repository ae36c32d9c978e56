"""The player's page's pictures and plots as SVG that stands still, for pages without a program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from math import cos, pi, sin

from magika_gm.engine.paging import Mark, Picture, Plot, Point, Spot, Tone, Way

CROWD = 6
"""Marks told apart on one place."""
WIDE, HIGH = 320.0, 110.0
_LINE = 12.0
"""Between the names at the ends of a plot's lines."""
_TOP = 8.0
_LETTER = 6.4
"""Room of a letter there."""


@dataclass(slots=True)
class Shades:
    """Styles that hang on data (colours of lands, lengths of bars), as classes: the policy forbids attributes."""

    names: dict[str, str] = field(default_factory=dict)

    def of(self, rule: str) -> str:
        """The class of such a rule: ``--light:#9dcd91;--dark:#3f6b3a``."""
        return self.names.setdefault(rule, f"k{len(self.names)}")

    def css(self) -> str:
        """All of them as a style sheet."""
        return "".join(f".{name}{{{rule}}}" for rule, name in self.names.items())


def ink_on(colour: str) -> str:
    """Dark or light letters, whichever is read on a colour."""

    def part(at: int) -> float:
        v = int(colour[at : at + 2], 16) / 255
        return v / 12.92 if v <= 0.04045 else float(((v + 0.055) / 1.055) ** 2.4)

    return "#1a1a1a" if 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5) > 0.18 else "#ffffff"


def n(value: float) -> str:
    """A length, short."""
    return f"{round(value, 2) + 0.0:g}"


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{n(x)},{n(y)}" for x, y in points)


def picture_svg(picture: Picture, shades: Shades) -> str:
    """The picture as an ``<svg>``: places with their tips, ways, marks."""
    drawn = _Drawn(picture, shades)
    return (
        f'<svg class="map" viewBox="0 0 {n(picture.width)} {n(picture.height)}" role="img" '
        f'aria-label="{escape(picture.title)}">'
        f'<g class="land">{"".join(drawn.land())}</g><g class="labels">{"".join(drawn.labels())}</g>'
        f'<g class="ways">{"".join(map(drawn.way, picture.ways))}</g>'
        f'<g class="marks">{"".join(drawn.marks())}</g></svg>'
    )


def legend_html(picture: Picture, shades: Shades) -> str:
    """What colours and signs mean, and the picture in words."""
    rows = "".join(
        f'<li class="{_shade(tone, shades)}"><span class="swatch" aria-hidden="true">{escape(tone.sign)}</span>'
        f"<span>{escape(tone.label)}{f'<small>{escape(tone.note)}</small>' if tone.note else ''}</span></li>"
        for tone in picture.tones.values()
    )
    said = f"<p>{escape(picture.help)}</p>" if picture.help else ""
    legend = f'<details class="legend" open><summary>Land and signs</summary><ul>{rows}</ul>{said}</details>'
    words = picture.text or "; ".join(f"{mark.at}: {mark.label}" for mark in picture.marks)
    told = f'<details class="inwords"><summary>In words</summary><p class="words">{escape(words)}</p></details>'
    return (legend if rows or said else "") + (told if words else "")


def _shade(tone: Tone, shades: Shades) -> str:
    return shades.of(f"--light:{tone.light};--dark:{tone.dark}")


@dataclass(slots=True)
class _Drawn:
    picture: Picture
    shades: Shades
    at: dict[str, Spot] = field(init=False)
    there: dict[str, list[Mark]] = field(init=False)

    def __post_init__(self) -> None:
        self.at = {spot.name: spot for spot in self.picture.spots}
        self.there = {}
        for mark in self.picture.marks:
            self.there.setdefault(mark.at, []).append(mark)

    def outline(self, spot: Spot) -> tuple[Point, ...]:
        return self.picture.shapes[spot.shape or next(iter(self.picture.shapes))]

    def bulk(self, spot: Spot) -> float:
        ys = [y for _, y in self.outline(spot)]
        return max(ys) - min(ys)

    @property
    def size(self) -> float:
        return self.bulk(self.picture.spots[0]) if self.picture.spots else 40.0

    def land(self) -> Iterator[str]:
        groups: dict[tuple[str, bool, bool], list[Spot]] = {}
        for spot in self.picture.spots:
            groups.setdefault((spot.tone, spot.faint, spot.unknown), []).append(spot)
        for (tone, faint, unknown), spots in groups.items():
            kind = self.picture.tones.get(tone)
            shade = _shade(kind, self.shades) if kind and not unknown else ""
            names = " ".join(filter(None, ("tone", shade, "faint" * faint, "unknown" * unknown)))
            yield f'<g class="{names}">{"".join(map(self.place, spots))}</g>'

    def place(self, spot: Spot) -> str:
        points = _points((spot.x + x, spot.y + y) for x, y in self.outline(spot))
        return f'<polygon points="{points}"><title>{escape(chr(10).join(self.tip(spot)))}</title></polygon>'

    def tip(self, spot: Spot) -> list[str]:
        tone = self.picture.tones.get(spot.tone)
        kind = "never seen" if spot.unknown else tone.label if tone else ""
        return [
            ", ".join(filter(None, (spot.name, kind))),
            *spot.tip,
            *(mark.label for mark in self.there.get(spot.name, ())),
            *([tone.note] if tone and tone.note else []),
        ]

    def labels(self) -> Iterator[str]:
        size = self.size * 0.2
        for spot in self.picture.spots:
            tone = self.picture.tones.get(spot.tone)
            label, bulk = spot.label or spot.name, self.bulk(spot)
            if label.strip():
                xs = [x for x, _ in self.outline(spot)]
                fitted = min(size, (max(xs) - min(xs)) / (len(label) * 0.6))
                yield (
                    f'<text class="label" x="{n(spot.x)}" y="{n(spot.y - bulk * 0.28)}" font-size="{n(fitted)}">'
                    f"{escape(label)}</text>"
                )
            if tone and tone.sign:
                yield (
                    f'<text class="sign" x="{n(spot.x)}" y="{n(spot.y + bulk * 0.31)}" font-size="{n(size)}">'
                    f"{escape(tone.sign)}</text>"
                )

    def way(self, way: Way) -> str:
        points, radius = _points(way.points), self.size * 0.15
        said = f"<title>{escape(way.label)}</title>" if way.label else ""
        casing = f'<polyline class="casing" points="{points}"/>' if way.kind == "route" else ""
        steps = []
        for at, number in enumerate(way.numbers):
            if number:
                x, y = way.points[at]
                steps.append(f'<circle class="step" cx="{n(x)}" cy="{n(y)}" r="{n(radius)}"/>')
                steps.append(
                    f'<text class="stepno" x="{n(x)}" y="{n(y)}" font-size="{n(radius * 1.5)}">{escape(number)}</text>'
                )
        return f'<g class="way {way.kind}">{said}{casing}<polyline points="{points}"/>{"".join(steps)}</g>'

    def marks(self) -> Iterator[str]:
        size = self.size
        for name, there in self.there.items():
            spot = self.at.get(name)
            if spot is None:
                continue
            if len(there) > CROWD:
                yield self.crowd(there, spot, size * 0.3)
                continue
            big = 0.27 if len(there) == 1 else 0.2 if len(there) < 4 else 0.15
            away = 0.0 if len(there) == 1 else size * 0.24
            for number, mark in enumerate(there):
                angle = number / len(there) * 2 * pi - pi / 2  # several stand in a ring round its middle
                yield self.mark(mark, spot.x + away * cos(angle), spot.y + away * sin(angle), size * big)

    def crowd(self, there: list[Mark], spot: Spot, r: float) -> str:
        sides = [mark.side for mark in there]
        most = max(there, key=lambda mark: sides.count(mark.side))
        mark = Mark(key="", at=spot.name, text=f"{len(there)}\u00d7", label="", side=most.side, colour=most.colour)
        ring = f'<circle class="crowd" cx="{n(spot.x)}" cy="{n(spot.y)}" r="{n(r * 1.25)}"/>'
        return ring + self.mark(mark, spot.x, spot.y, r)

    def mark(self, mark: Mark, x: float, y: float, r: float) -> str:
        match mark.shape:
            case "lozenge":
                drawn = f'<polygon points="{_points(((x, y - r), (x + r, y), (x, y + r), (x - r, y)))}"/>'
            case "square":
                drawn = (
                    f'<rect x="{n(x - r)}" y="{n(y - r)}" width="{n(2 * r)}" height="{n(2 * r)}" rx="{n(r * 0.2)}"/>'
                )
            case "bar":
                drawn = (
                    f'<rect x="{n(x - r * 1.6)}" y="{n(y - r * 0.6)}" width="{n(r * 3.2)}" height="{n(r * 1.2)}" '
                    f'rx="{n(r * 0.2)}"/>'
                )
            case _:
                drawn = f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}"/>'
        letter = r * (0.75 if len(mark.text) > 2 else 0.95 if len(mark.text) > 1 else 1.3)
        own = self.shades.of(f"--fill:{mark.colour};--ink:{ink_on(mark.colour)}") + " inked" if mark.colour else ""
        names = " ".join(filter(None, ("mark", mark.side or "thing", mark.shape, "faint" * mark.faint, own)))
        text = f'<text x="{n(x)}" y="{n(y)}" font-size="{n(letter)}">{escape(mark.text)}</text>'
        return f'<g class="{names}">{drawn}{text}</g>'


def plot_svg(plot: Plot) -> str:
    """Lines over the turns, each named at its end; "" where there are not two points, or all are as high."""
    points = [point for line in plot.series.values() for point in line]
    xs, ys = sorted({x for x, _ in points}), sorted({y for _, y in points})
    if len(xs) < 2 or len(ys) < 2:
        return ""
    several = len(plot.series) > 1
    high = max(HIGH, _LINE * len(plot.series) + 40)
    ends = {name: f"{line[-1][1]:g}" + (f" {name}" if several else "") for name, line in plot.series.items() if line}
    room = 14 + _LETTER * max(map(len, ends.values()))
    wide = max(WIDE, room + 220)

    def x(value: float) -> float:
        return 8 + (value - xs[0]) / (xs[-1] - xs[0]) * (wide - room - 8)

    def y(value: float) -> float:
        return high - 22 - (value - ys[0]) / (ys[-1] - ys[0]) * (high - 38)

    lows = _apart({name: y(plot.series[name][-1][1]) for name in ends}, high - 20)
    said = ". ".join(
        f"{name}: " + ", ".join(f"{turn:g}: {value:g}" for turn, value in line) for name, line in plot.series.items()
    )
    lines = []
    for number, name in enumerate(ends):
        line = plot.series[name]
        end_x, end_y = x(line[-1][0]), y(line[-1][1])
        own = " own" if name == plot.own or not several else ""
        lines.append(
            f'<g class="line n{number % 6}{own}"><polyline points="{_points((x(a), y(b)) for a, b in line)}"/>'
            f'<circle cx="{n(end_x)}" cy="{n(end_y)}" r="3"/>'
            f'<text x="{n(end_x + 6)}" y="{n(lows[name] + 4)}">{escape(ends[name])}</text></g>'
        )
    foot = high - 16
    return (
        f'<svg viewBox="0 0 {n(wide)} {n(high)}" role="img" aria-label="{escape(f"{plot.title}. {said}")}">'
        f'<line class="axis" x1="8" y1="{n(foot)}" x2="{n(wide - room)}" y2="{n(foot)}"/>{"".join(lines)}'
        f'<text class="tickno" x="8" y="{n(high - 4)}">{xs[0]:g}</text>'
        f'<text class="tickno end" x="{n(wide - room)}" y="{n(high - 4)}">{xs[-1]:g}</text></svg>'
    )


def _apart(wanted: dict[str, float], lowest: float) -> dict[str, float]:
    """Heights a line of letters apart from one another, near those wanted, none below ``lowest`` or off the top."""
    found: dict[str, float] = {}
    order = sorted(wanted, key=lambda name: -wanted[name])
    last = lowest + _LINE
    for name in order:
        last = found[name] = min(wanted[name], last - _LINE)
    last = _TOP - _LINE
    for name in reversed(order):
        last = found[name] = max(found[name], last + _LINE)
    return found
