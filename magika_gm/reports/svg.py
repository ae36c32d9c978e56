"""Pictures as SVG: one text, with a title and a description for who cannot see it, that loads nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape

from magika_gm.reports.picture import (
    CORNERS,
    HATCHES,
    Circles,
    Hexes,
    Item,
    Lines,
    Picture,
    Point,
    Polygon,
    Texts,
)


def write_svg(picture: Picture, prefix: str, ground: bool = True) -> str:
    """The picture as an ``<svg>`` element, fit for a file of its own or inside HTML.

    ``prefix`` begins every id in it, so that several can stand in one page; without ``ground`` it lets the page show
    through. The same picture gives the same text.
    """
    hatches = sorted(
        {(i.hatch, i.radius) for i in picture.items if isinstance(i, Hexes) and i.hatch and HATCHES[i.hatch].paths}
    )
    names = {hatch: f"{prefix}-{hatch[0].replace(' ', '-')}-{number}" for number, hatch in enumerate(hatches)}
    size = f"{picture.width:.0f} {picture.height:.0f}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{picture.width:.0f}" '
        f'height="{picture.height:.0f}" role="img" aria-labelledby="{prefix}-title {prefix}-desc" '
        f'font-family="Source Sans 3, Helvetica, Arial, sans-serif" stroke-linejoin="round">',
        f'<title id="{prefix}-title">{escape(picture.title)}</title>',
        f'<desc id="{prefix}-desc">{escape(picture.description)}</desc>',
        "<defs>",
        *(
            f'<path id="{name}" d="{_strokes(hatch, radius)}" fill="none"{_dash(hatch, radius)}/>'
            for (hatch, radius), name in names.items()
        ),
        "</defs>",
        *([f'<rect width="{picture.width:.0f}" height="{picture.height:.0f}" fill="#fff"/>'] if ground else []),
        *(line for item in picture.items for line in _element(item, picture.height, names)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _strokes(hatch: str, radius: float) -> str:
    return "".join(_path([(x * radius, y * radius) for x, y in path], 0.0) for path in HATCHES[hatch].paths)


def _dash(hatch: str, radius: float) -> str:
    dash = HATCHES[hatch].dash
    return f' stroke-dasharray="{dash[0] * radius:.2f} {dash[1] * radius:.2f}"' if dash else ""


def _path(points: Sequence[Point], height: float) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(height - y)}" for x, y in points)


@lru_cache(maxsize=2048)
def _n(value: float) -> str:
    return f"{round(value, 1) + 0.0:g}"


def _style(fill: str, line: str, width: float, dash: float = 0.0) -> str:
    stroke = f' stroke="{line}" stroke-width="{width:.2g}"' if line else ""
    gaps = f' stroke-dasharray="{dash:g}"' if dash else ""
    return f'fill="{fill or "none"}"{stroke}{gaps}'


def _element(item: Item, height: float, names: dict[tuple[str, float], str]) -> Iterable[str]:
    match item:
        case Hexes(centres, radius, fill, line, width, hatch, ink):
            corners = [(dx * radius, dy * radius) for dx, dy in CORNERS]
            d = "".join(_path([(x + dx, y + dy) for dx, dy in corners], height) + "Z" for x, y in centres)
            yield f'<path d="{d}" {_style(fill, line, width)}/>'
            name = names.get((hatch, radius))
            if name:
                uses = "".join(f'<use href="#{name}" x="{_n(x)}" y="{_n(height - y)}"/>' for x, y in centres)
                yield f'<g stroke="{ink}" stroke-width="{radius * HATCHES[hatch].width:.2f}">{uses}</g>'
        case Polygon(points, fill, line, width):
            yield f'<path d="{_path(points, height)}Z" {_style(fill, line, width)}/>'
        case Lines(paths, line, width, dash):
            yield f'<path d="{"".join(_path(p, height) for p in paths)}" {_style("", line, width, dash)}/>'
        case Circles(centres, radius, fill, line, width, dash):
            round_ones = "".join(f'<circle cx="{_n(x)}" cy="{_n(height - y)}" r="{_n(radius)}"/>' for x, y in centres)
            yield f"<g {_style(fill, line, width, dash)}>{round_ones}</g>"
        case Texts(places, size, bold, colour, start, halo):
            texts = "".join(f'<text x="{_n(x)}" y="{_n(height - y)}">{escape(text)}</text>' for x, y, text in places)
            weight = ' font-weight="bold"' if bold else ""
            anchor = "" if start else ' text-anchor="middle"'
            around = f' stroke="{halo}" stroke-width="2" paint-order="stroke"' if halo else ""
            yield f'<g font-size="{size:g}" fill="{colour}"{weight}{anchor}{around}>{texts}</g>'
