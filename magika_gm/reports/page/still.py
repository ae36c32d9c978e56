"""Pages for those who look on, and the game master's: in the player's page's look, but without a program.

They are made of the same data (``engine.paging``) or of the kit's blocks, styled by the same sheet, and held by as
strict a policy: nothing is fetched, no style or script but those named by their hash runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from math import ceil, cos, pi, sin

from magika_gm.engine import paging
from magika_gm.engine.paging import Art, Mark, Picture, Plot, Point, Spot, Tone, Way, arts
from magika_gm.reports.kit.base import Passage
from magika_gm.reports.kit.card import Card
from magika_gm.reports.kit.final import Ranks
from magika_gm.reports.kit.head import Head
from magika_gm.reports.kit.prose import Lead, NoteBox
from magika_gm.reports.page import from_kit
from magika_gm.reports.page.writing import dress, policy, shipped
from magika_gm.reports.picture import Picture as Drawing
from magika_gm.reports.picture import write_svg
from magika_gm.reports.templating import safe

# The player's page's pictures and plots as SVG that stands still, for pages without a program.


CROWD = 6
"""Marks told apart on one place."""
BESIDE = (0.24, 0.19, 0.14)
"""How large one, two, three of them are, by the height of their place."""
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
    drawn: set[str] = field(default_factory=set)
    """Keys of drawings that stand in the page."""
    accent: str = ""
    """The game's colour; "" is the page's own."""

    def of(self, rule: str) -> str:
        """The class of such a rule: ``--light:#9dcd91;--dark:#3f6b3a``."""
        return self.names.setdefault(rule, f"k{len(self.names)}")

    def css(self) -> str:
        """All of them as a style sheet."""
        return dress(self.accent) + "".join(f".{name}{{{rule}}}" for rule, name in self.names.items())


def ink_on(colour: str) -> str:
    """Dark or light letters, whichever is read on a colour."""

    def part(at: int) -> float:
        v = int(colour[at : at + 2], 16) / 255
        return v / 12.92 if v <= 0.04045 else float(((v + 0.055) / 1.055) ** 2.4)

    return "#1a1a1a" if 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5) > 0.18 else "#ffffff"


@lru_cache(maxsize=2048)
def n(value: float) -> str:
    """A length, short."""
    return f"{round(value, 2) + 0.0:g}"


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{n(x)},{n(y)}" for x, y in points)


def _at(spot: Spot, away: Point) -> Point:
    return spot.x + away[0], spot.y + away[1]


def _text(kind: str, at: Point, size: float, said: str) -> str:
    return f'<text class="{kind}" x="{n(at[0])}" y="{n(at[1])}" font-size="{n(size)}">{escape(said)}</text>'


def _use(art: Art, x: float, y: float, scale: float = 1.0) -> str:
    at = f"translate({n(x - art.wide * scale / 2)} {n(y - art.high * scale / 2)})"
    return f'<use href="#{art.key}" transform="{at}{f" scale({scale:.3g})" if scale != 1 else ""}"/>'


def picture_svg(picture: Picture, shades: Shades) -> str:
    """The picture as an ``<svg>``: places with their tips, ways, marks."""
    drawn = _Drawn(picture, shades)
    return (
        f'<svg class="map" viewBox="0 0 {n(picture.width)} {n(picture.height)}" role="img" '
        f'aria-label="{escape(picture.title)}" stroke-linejoin="round"><defs>{"".join(drawn.symbols())}</defs>'
        f'<g class="land">{"".join(drawn.land())}</g><g class="scene">{drawn.scene()}</g>'
        f'<g class="faces">{"".join(drawn.faces())}</g><g class="labels">{"".join(drawn.labels())}</g>'
        f'<g class="ways">{"".join(map(drawn.way, picture.ways))}</g>'
        f'<g class="marks">{"".join(drawn.marks())}</g></svg>'
    )


def legend_html(picture: Picture, shades: Shades) -> str:
    """What colours and signs mean, and the picture in words."""
    rows = "".join(
        f'<li class="{_shade(tone, shades)}"><span class="swatch" aria-hidden="true">{_swatch(tone)}</span>'
        f"<span>{escape(tone.label)}{f'<small>{escape(unbroken(tone.note))}</small>' if tone.note else ''}</span></li>"
        for tone in picture.tones.values()
    )
    said = f"<p>{escape(picture.help)}</p>" if picture.help else ""
    lit = " lit" * (picture.scene is not None)  # drawn on paper's ground by night, too
    legend = f'<details class="legend{lit}" open><summary>Land and signs</summary><ul>{rows}</ul>{said}</details>'
    words = picture.text or "; ".join(f"{mark.at}: {mark.label}" for mark in picture.marks)
    told = f'<details class="inwords"><summary>In words</summary><p class="words">{escape(words)}</p></details>'
    return (legend if rows or said else "") + (told if words else "")


def unbroken(text: str) -> str:
    """A figure stays with its sign."""
    return text.replace(" %", "\u00a0%")


def _swatch(tone: Tone) -> str:
    """A land's hatch, where it has one; else its sign."""
    if tone.art is None:
        return escape(tone.sign)
    size = f"0 0 {n(tone.art.wide)} {n(tone.art.high)}"
    return f'<svg viewBox="{size}">{_use(tone.art, tone.art.wide / 2, tone.art.high / 2)}</svg>'


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

    def symbols(self) -> Iterator[str]:
        for one in arts(self.picture):
            if one.key not in self.shades.drawn:
                self.shades.drawn.add(one.key)
                yield f'<g id="{one.key}">{one.drawn}</g>'

    def scene(self) -> str:
        scene = self.picture.scene
        return _use(scene, self.picture.width / 2, self.picture.height / 2) if scene else ""

    def faces(self) -> Iterator[str]:
        for spot in self.picture.spots:
            if spot.art is not None:
                turn = f' transform="rotate(5 {n(spot.x)} {n(spot.y)})"' if spot.turned else ""
                kind = "faint" if spot.faint else "turned" * spot.turned
                yield f'<g class="{kind}"{turn}>{_use(spot.art, spot.x, spot.y)}</g>'

    def land(self) -> Iterator[str]:
        groups: dict[tuple[str, bool, bool], list[Spot]] = {}
        for spot in self.picture.spots:
            groups.setdefault((spot.tone, spot.faint, spot.unknown), []).append(spot)
        for (tone, faint, unknown), spots in groups.items():
            kind = self.picture.tones.get(tone)
            shade = _shade(kind, self.shades) if kind and not unknown else ""
            names = " ".join(filter(None, ("tone", shade, "faint" * faint, "unknown" * unknown)))
            hatch = kind.art if kind and not unknown else None
            hatched = "".join(_use(hatch, spot.x, spot.y) for spot in spots) if hatch else ""
            yield f'<g class="{names}">{"".join(map(self.place, spots))}{hatched}</g>'

    def place(self, spot: Spot) -> str:
        points = _points((spot.x + x, spot.y + y) for x, y in self.outline(spot))
        under = ' class="under"' if spot.art else ""
        return f'<polygon points="{points}"{under}><title>{escape(chr(10).join(self.tip(spot)))}</title></polygon>'

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
        hatched = any(tone.art for tone in self.picture.tones.values())
        for spot in () if self.picture.scene else self.picture.spots:
            if spot.art is not None:
                continue
            tone = self.picture.tones.get(spot.tone)
            label, bulk = spot.label or spot.name, self.bulk(spot)
            if label.strip():
                xs = [x for x, _ in self.outline(spot)]
                fitted = min(size, (max(xs) - min(xs)) / (len(label) * 0.6))
                yield _text("label", _at(spot, spot.label_at or (0.0, -bulk * 0.28)), fitted, label)
            if tone and tone.sign and not hatched:
                yield _text("sign", _at(spot, spot.sign_at or (0.0, bulk * 0.31)), size, tone.sign)

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
            low = 0.0 if spot.art or self.picture.scene else size * 0.08  # below its name
            x, y = _at(spot, spot.mark_at or (0.0, low))
            pieces = [mark.art for mark in there if mark.art]
            if pieces:
                yield from self.counters(spot, pieces, x, y)
                plain, side = [mark for mark in there if not mark.art], size * 0.11
                for at, mark in enumerate(plain):
                    yield self.mark(mark, x + (at - (len(plain) - 1) / 2) * side * 2.2, spot.y + size * 0.36, side)
                continue
            if len(there) > CROWD:
                yield self.crowd(there, x, y, size * 0.2)
                continue
            if len(there) <= len(BESIDE):  # side by side
                big = BESIDE[len(there) - 1] * size
                for at, mark in enumerate(there):
                    yield self.mark(mark, x + (at - (len(there) - 1) / 2) * big * 2.1, y, big)
                continue
            big, away = 0.15, size * 0.24
            for number, mark in enumerate(there):
                angle = number / len(there) * 2 * pi - pi / 2  # several stand in a ring round its middle
                yield self.mark(mark, x + away * cos(angle), y + away * sin(angle), size * big)

    def counters(self, spot: Spot, there: list[Art], x: float, y: float) -> Iterator[str]:
        """As the page's program places them (``js/picture.js``)."""
        xs = [at for at, _ in self.outline(spot)]
        wide, high = (max(xs) - min(xs)) * 0.94, self.bulk(spot) * (0.52 if spot.mark_at else 0.62)
        w, h, scale = there[0].wide, there[0].high, 1.0
        while True:
            columns = max(1, min(len(there), int(wide // (w * scale))))
            rows = ceil(len(there) / columns)
            if scale <= 0.3 or (rows * h * scale <= high and w * scale <= wide):
                break
            scale -= 0.05
        for number, one in enumerate(there):
            left = x + (number % columns - (columns - 1) / 2) * w * scale
            yield _use(one, left, y + (number // columns - (rows - 1) / 2) * h * scale, scale * 0.96)

    def crowd(self, there: list[Mark], x: float, y: float, r: float) -> str:
        sides = [mark.side for mark in there]
        most = max(there, key=lambda mark: sides.count(mark.side))
        mark = Mark(key="", at=most.at, text=f"{len(there)}\u00d7", label="", side=most.side, colour=most.colour)
        ring = f'<circle class="crowd" cx="{n(x)}" cy="{n(y)}" r="{n(r * 1.25)}"/>'
        return ring + self.mark(mark, x, y, r)

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
    lines, most = [], max(plot.series[name][-1][1] for name in ends)
    for number, name in enumerate(ends):
        line = plot.series[name]
        end_x, end_y = x(line[-1][0]), y(line[-1][1])
        own = " own" if name == plot.own or not several or (not plot.own and line[-1][1] == most) else ""
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


Part = Passage | paging.Block | paging.Picture | str | None
"""A block of the kit, a block or picture of the page, or HTML that is made already (no ``style=`` in it)."""
STYLE = "magika_gm.reports.page:built/page.css"
"""The style sheet, which is the player's page's."""
MANY = 6
"""Heads of a table that wants the page's whole width, and is cards on a phone."""
LONG = 40
"""Letters of a cell for which it does so, too."""


def still_page(
    *,
    title: str,
    head: Head,
    over: str = "",
    lead: Sequence[str] = (),
    top: Sequence[Part] = (),
    pictures: Sequence[paging.Picture | Drawing] = (),
    beside: Sequence[Part] = (),
    blocks: Sequence[Part] = (),
    programs: Sequence[str] = (),
    accent: str = "",
    card: Card | None = None,
    emblem: Drawing | None = None,
) -> str:
    """The file's text: head (``over``: the line above its name), ``lead``, ``top``; a picture with what stands
    ``beside`` it, further pictures first; ``blocks`` in columns. ``programs`` are our own, and few: a countdown.
    Where there is a ``card``, the page begins with it; on a phone, where it could not be read, with the head.
    """
    shades = Shades(accent=accent)
    maps, *more = [_picture(picture, shades) for picture in pictures if picture] or [""]
    near, rest = (parts_html(parts, shades) for parts in ((*more, *beside), blocks))
    desk = f'<div class="desk">{near}</div>' if near else ""
    device = emblem_html(emblem) if emblem else ""
    table = f'<div class="{"table" if maps and near else "table one"}">{maps}{desk}</div>' if maps or near else ""
    body = (
        f'<div id="page" class="still{" carded" * bool(card)}">{hero_html(card)}{device}{head_html(head, over)}<main>'
        f'<div class="top">{_lead(lead)}{parts_html(top, shades)}</div>'
        f'{table}{f"""<div class="report" id="report">{rest}</div>""" if rest else ""}</main></div>'
    )
    return document(title, body, shades, programs, card.title if card else "")


def document(title: str, body: str, shades: Shades, programs: Sequence[str] = (), shared: str = "") -> str:
    """The whole of such a page: the style sheet, the policy, what is in it."""
    return safe("".join((opening(title, shades, programs, shared), body, closing(programs))))


def opening(title: str, shades: Shades, programs: Sequence[str] = (), shared: str = "") -> str:
    """What stands before its body: everything in it must be drawn already, for ``shades`` to be known. ``shared`` is
    what those read first who are sent the page's address."""
    styles = [shipped(STYLE), *filter(None, [shades.css()])]
    return "\n".join(
        (
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy([*programs], styles)}">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            '<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">',
            f'<meta property="og:title" content="{escape(shared or title)}">',
            '<meta property="og:type" content="website">',
            f"<title>{escape(title)}</title>",
            *(f"<style>{style}</style>" for style in styles),
            "</head><body>",
        )
    )


def closing(programs: Sequence[str] = ()) -> str:
    """What stands after it."""
    return "\n".join((*(f"<script>{program}</script>" for program in programs), "</body></html>\n"))


def hero_html(card: Card | None) -> str:
    """What a page begins with whose game is over, and where the same lies as files, beside the page."""
    if card is None:
        return ""
    files = '<a href="card.svg">picture</a>, <a href="card.pdf">PDF</a>'
    return f'<div class="hero"><div class="drawn">{card.svg()}</div><p class="quiet">To pass on: {files}</p></div>'


def devices_row(faces: Iterable[tuple[str, Drawing]]) -> str:
    """Devices with the names of those who bear them."""
    drawn = ((write_svg(device, f"device{at}", ground=False), name) for at, (name, device) in enumerate(faces))
    made = (f'<span class="shield">{face}<span class="name">{escape(name)}</span></span>' for face, name in drawn)
    return f'<div class="shields named few">{"".join(made)}</div>'


def emblem_html(drawing: Drawing) -> str:
    """A game's own device, at the head of its page."""
    return f'<div class="device">{write_svg(drawing, "emblem", ground=False)}</div>'


def head_html(head: Head, over: str) -> str:
    """The page's head: ``over`` it the game."""
    return (
        f'<header class="head"><div class="who">{f"""<p class="caps">{escape(over)}</p>""" if over else ""}'
        f'<h1>{escape(head.name)}</h1><p class="subtitle">{escape(head.about)}</p>'
        f'<p class="quiet">{escape(head.game)}</p></div></header>'
    )


def _lead(lines: Sequence[str]) -> str:
    said = " ".join(escape(line) if n else f"<b>{escape(line)}</b>" for n, line in enumerate(lines))
    return f'<p class="lead">{said}</p>' if said else ""


def _picture(picture: paging.Picture | Drawing, shades: Shades) -> str:
    if isinstance(picture, Drawing):
        drawn = f'<div class="drawn">{write_svg(picture, "drawn")}</div>'
    else:
        drawn = f'<div class="frame">{picture_svg(picture, shades)}</div>{legend_html(picture, shades)}'
    title = escape(picture.title)
    return f'<section class="map-section" aria-label="{title}"><h2>{title}</h2>{drawn}</section>'


def parts_html(parts: Iterable[Part], shades: Shades) -> str:
    """Parts in order, empty ones left out."""
    return "".join(_part(part, shades) for part in parts if part is not None)


def _part(part: Part, shades: Shades) -> str:
    match part:
        case None:
            return ""
        case str():
            return part
        case paging.Picture():
            return _picture(part, shades)
        case NoteBox():
            if part.empty:
                return ""
            notes = "".join(f"<li>{escape(note)}</li>" for note in part.notes)
            return f'<section class="block look"><h2>{escape(part.title)}</h2><ul>{notes}</ul></section>'
        case Ranks():
            return "" if part.empty else _ranks(part, shades)
        case Lead():
            return "" if part.empty else _lead(from_kit.lead(part))
        case Passage():
            return "".join(_block(made, shades) for made in from_kit.blocks((part,)))
        case _:
            return _block(part, shades)


COUNTDOWN = """(function(){var e=document.getElementById("left"),d=Date.parse(e.getAttribute("data-due"));
function n(x,w){return x+" "+w+(x===1?"":"s")}
function t(){var m=Math.floor((d-Date.now())/6e4);if(isNaN(m))return;
e.textContent=m<0?"The turn is being played.":n(Math.floor(m/1440),"day")+", "
+n(Math.floor(m/60)%24,"hour")+", "+n(m%60,"minute")+" left."}
t();setInterval(t,3e4)})()"""
"""Days, hours, minutes until orders are due. Without scripts the date above it stands alone."""


def countdown(due_at: str) -> str:
    """A line that counts down to a moment (ISO), by the program :data:`COUNTDOWN`; "" for none."""
    return f'<p id="left" class="left" data-due="{escape(due_at)}"></p>' if due_at else ""


USUAL_TURNS = 16
"""A game lasts about so many turns: so many dots are shown before it has gone on longer."""


def turns_row(turn: int, over: bool) -> str:
    """A dot a turn: full ones are over."""
    total = turn if over else max(USUAL_TURNS, turn + 1)
    dots = "".join(f'<span title="turn {n}"{" class=over" * (n <= turn)}></span>' for n in range(1, total + 1))
    return f'<div role="img" class="turns" aria-label="turn {turn}">{dots}</div>'


def _ranks(block: Ranks, shades: Shades) -> str:
    """The chart; on a phone it is pushed aside rather than shrunk."""
    drawn = write_svg(block.picture(640.0, 20.0 * len(block.lines) + 24, 10.0), "ranks")
    held = f'<div class="scroll" tabindex="0" role="group" aria-label="{escape(block.title)}">'
    wide = f'<div class="drawn {shades.of("min-width:600px")}">{drawn}</div>'
    return f'<section class="block wide"><h2>{escape(block.title)}</h2>{held}{wide}</div></section>'


def _block(block: paging.Block, shades: Shades) -> str:
    """A section of the report."""
    kind, wide = "", False
    match block:
        case paging.Story():
            kind, body = "story", "".join(_chapter(chapter, len(block.heads)) for chapter in block.chapters)
            body = f'<table class="story">{_story_heads(block)}<tbody>{body}</tbody></table>'
        case paging.Things():
            kind, rows = "things", "".join(_thing(thing, shades) for thing in block.things)
            empty = f'<p class="quiet">{escape(block.empty)}</p>' if block.empty else ""
            body = f'<ul class="things">{rows}</ul>' if rows else empty
        case paging.Table():
            kind, body, wide = "table", _table(block), _broad(block)
        case paging.Bars():
            kind, body = "bars", "".join(_bar(bar, shades) for bar in block.bars) + _note(block.note)
            body = f'<div class="bars">{body}</div>'
        case paging.Plot():
            kind, drawn = "plot", plot_svg(block)
            body = f'<div class="plot">{drawn}{_note(block.note)}</div>' if drawn else ""
        case paging.Notes():
            kind, said = "notes", "".join(f"<p>{escape(line)}</p>" for line in block.lines)
            body = f'<div class="notes{" quiet" * block.quiet}">{said}{_proof(block.proof)}</div>'
        case paging.Post():
            kind, body = "post", f'<div class="post">{"".join(map(_letter, block.letters))}</div>' * bool(block.letters)
    if not body:
        return ""
    head = f"<h2>{escape(block.title)}</h2>" if block.title else ""
    small = " small" * (isinstance(block, paging.Notes) and block.quiet)
    return f'<section class="block {kind}-block{small}{" wide" * wide}">{head}{body}</section>'


def _proof(lines: Sequence[str]) -> str:
    said = "".join(f"<p>{escape(line)}</p>" for line in lines)
    return f'<details class="proof"><summary>How to check this game</summary>{said}</details>' if lines else ""


def _note(text: str) -> str:
    return f'<p class="quiet">{escape(text)}</p>' if text else ""


def _story_heads(story: paging.Story) -> str:
    if not story.heads:
        return ""
    heads = "".join(f'<th scope="col" class="figure">{escape(head)}</th>' for head in story.heads)
    title = f'<th scope="col"><span class="aloud">{escape(story.title)}</span></th>'
    return f'<thead><tr><th scope="col"></th>{title}{heads}</tr></thead>'


def _chapter(chapter: paging.Chapter, heads: int) -> str:
    figures = [*chapter.figures, *[""] * heads][:heads]
    lines = "".join(
        f"<p{' class=ill' * line.ill}>{escape(line.text)}"
        + (f'<small class="rule"> {escape(line.rule)}</small>' if line.rule else "")
        + "</p>"
        for line in chapter.lines
    )
    title = f"<b>{escape(chapter.title)}</b>" if chapter.title else ""
    return (
        f'<tr><th scope="row" class="number">{escape(chapter.number)}</th><td>{title}{lines}</td>'
        + "".join(f'<td class="figure">{escape(figure)}</td>' for figure in figures)
        + "</tr>"
    )


def _thing(thing: paging.Thing, shades: Shades) -> str:
    disc = ""
    if thing.disc:
        own = f" {shades.of(f'--fill:{thing.colour};--ink:{ink_on(thing.colour)}')} inked" if thing.colour else ""
        disc = f'<span class="disc{own}{" faint" * thing.faint}" aria-hidden="true">{escape(thing.disc)}</span>'
    note = f'<span class="note">{escape(thing.note)}</span>' if thing.note else ""
    lines = f'<span class="quiet">{escape("; ".join(thing.lines))}</span>' if thing.lines else ""
    head = f'<span class="thing">{disc}<b>{escape(thing.title)}</b>{note}</span>'
    return f"<li{' class=faint' * thing.faint}>{head}{lines}</li>"


def _broad(table: paging.Table) -> bool:
    """Whether it wants the page's whole width, and is cards on a phone."""
    columns = max((len(row) for row in (table.heads, *table.rows)), default=0)
    return columns >= MANY or any(len(text) > LONG for row in table.rows for text in row)


_MOST = re.compile(r" \d+$")
"""The most there can be, behind a column's name: ``arc. 9``."""


def _table(table: paging.Table) -> str:
    if not table.rows:
        return ""
    heads = [*table.heads, *[""] * (len(table.rows[0]) - len(table.heads))]

    def cell(n: int, text: str) -> str:
        head = _MOST.sub("", heads[n])  # on a phone what a column is called stands before the figure
        named = f' data-h="{escape(head)}"' if head and n else ""
        figure = ' class="figure"' if n in table.numbers else ""
        tag = "td" if n else "th"
        return f"<{tag}{named}{figure}{'' if n else ' scope=row'}>{escape(text)}</{tag}>"

    rows = "".join(
        f"<tr{' class=own' * (at in table.own)}>{''.join(cell(n, text) for n, text in enumerate(row))}</tr>"
        for at, row in enumerate(table.rows)
    )
    said = "".join(
        f'<th scope="col"{" class=figure" * (n in table.numbers)}>{escape(head)}</th>' for n, head in enumerate(heads)
    )
    top = f"<thead><tr>{said}</tr></thead>" if any(heads) else ""
    cards = " cards" if _broad(table) else ""
    made = f'<table class="plain{cards}">{top}<tbody>{rows}</tbody></table>{_note(table.note)}'
    return f'<div class="scroll" tabindex="0" role="group" aria-label="{escape(table.title or "Table")}">{made}</div>'


def _bar(bar: paging.Bar, shades: Shades) -> str:
    def part(value: float) -> float:
        return max(0.0, min(1.0, (value - bar.least) / ((bar.most - bar.least) or 1)))

    shade = shades.of(f"--low:{part(bar.low):.3f};--high:{part(bar.high):.3f};--at:{part(bar.value):.3f}")
    return (
        f'<p><span>{escape(bar.label)}</span><b>{escape(bar.text)}</b><span class="scale {shade}" aria-hidden="true">'
        '<i class="band"></i><i class="tick"></i></span></p>'
    )


def _letter(letter: paging.Letter) -> str:
    disc = escape(letter.disc)
    drawn = f'<span class="disc{"" if disc else " blank"}" aria-hidden="true">{disc}</span>'
    said = f'<span class="quiet">to {escape(letter.to)}</span>' if letter.to else ""
    return (
        f'<blockquote><p class="who">{drawn}<b>{escape(letter.sender)}</b> {said}</p>'
        f'<p class="text">{escape(letter.text)}</p></blockquote>'
    )
