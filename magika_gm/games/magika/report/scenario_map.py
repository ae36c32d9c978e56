"""An arena before its first turn, for the game master who made it: land, things, starts, and how far each has to go."""

from __future__ import annotations

from magika_gm.games.magika.report import map_signs as signs
from magika_gm.games.magika.report import triangle as tri
from magika_gm.games.magika.report.map_signs import Draft
from magika_gm.games.magika.rules.arena import GOAL, NAME
from magika_gm.games.magika.setup.fairness import fairness
from magika_gm.games.magika.setup.scenario import Scenario
from magika_gm.reports.kit.style import Style
from magika_gm.reports.picture import Picture, Point, Polygon
from magika_gm.reports.svg import write_svg

_BAR = 54.0
"""Height of the longest bar."""
_ACCENT = "#4b2a78"


def scenario_svg(scenario: Scenario) -> str:
    """The picture as an SVG file."""
    return write_svg(scenario_picture(scenario), "arena") + "\n"


def scenario_picture(scenario: Scenario, width: float = 900.0, height: float = 800.0) -> Picture:
    """The whole arena; below each start a bar: the endurance its cheapest way to the Goal Square costs."""
    draft, size = Draft(Style()), Style().map_size()
    foot = _BAR + 5.5 * size
    radius = tri.radius_for(tri.ALL, width, height - foot)
    at = tuple((x, y + foot) for x, y in tri.places(radius))
    marked = set(scenario.lying) | set(scenario.starts) | {scenario.ebon_start}
    groups: dict[tuple[int, bool], list[Point]] = {}
    for space, place in enumerate(at):
        groups.setdefault((scenario.terrain[space], space in marked), []).append(place)
    for (code, plain), centres in sorted(groups.items()):
        draft.add(signs.terrain_hexes(code, centres, radius, 0.0, "none" if plain else "glyph"))
    draft.add(*signs.goal(at[GOAL], radius))
    for space, (x, y) in enumerate(at):
        px, py = tri.name_place((x, y), radius, size)
        draft.text(px, py, NAME[space], size, False, signs.TEXT, halo="#ffffff")
    for space, things in sorted(scenario.lying.items()):
        _things(draft, at[space], things, radius)
    for number, space in enumerate(scenario.starts, 1):
        x, y = at[space]
        signs.disc(draft, x, y - radius * 0.3, radius * 0.42, str(number), None)
    x, y = at[scenario.ebon_start]
    signs.disc(draft, x, y - radius * 0.3, radius * 0.42, "M", "black")
    _bars(draft, scenario, at, size)
    wide, tall = tri.size_of(radius)
    title = scenario.title or "An arena"
    said = " ".join(f"{row.start}: {row.goal:g} endurance to the Goal Square." for row in fairness(scenario).starts)
    return draft.picture(wide, tall + foot, title, said)


def _things(draft: Draft, place: Point, things: tuple[str, ...] | list[str], radius: float) -> None:
    x, y = place[0], place[1] - radius * 0.3
    shown = things[:2]
    each = radius * (0.46 if len(shown) == 1 else 0.42)
    for number, thing in enumerate(shown):
        px = x + (number - (len(shown) - 1) / 2) * each * 2.05
        if thing.startswith("cloak:"):
            signs.cloak(draft, px, y, each * 0.85, thing[6:])
        else:
            signs.artifact(draft, px, y, each * 0.95, thing)


def _bars(draft: Draft, scenario: Scenario, at: tuple[Point, ...], size: float) -> None:
    """One axis from 0, so that lengths can be compared; the figure stands on the bar."""
    rows = fairness(scenario).starts
    most = max(row.goal for row in rows) or 1.0
    low = 3.2 * size
    for space, row in zip(scenario.starts, rows, strict=True):
        x, tall = at[space][0], _BAR * row.goal / most
        corners = ((x - 7, low), (x + 7, low), (x + 7, low + tall), (x - 7, low + tall))
        draft.add(Polygon(corners, _ACCENT))
        draft.text(x, low + tall + 2, f"{row.goal:g}", size, True)
        draft.text(x, low - size - 1, row.start, size)
    draft.text(at[0][0], 0.0, "endurance from each start to the Goal Square", size, False, signs.TEXT)
