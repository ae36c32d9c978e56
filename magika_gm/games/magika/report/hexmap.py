"""Recon maps as pictures: the reader's own with his way through the turn, his allies', and the rose of his six ways.

They are built from a :class:`~magika_gm.games.magika.report.report.Report` alone, so they show what its
reader may know (RECON-1 to RECON-8).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from math import hypot
from typing import TYPE_CHECKING

from magika_gm.games.magika.report import map_signs as signs
from magika_gm.games.magika.report.knowledge import how_there
from magika_gm.games.magika.report.map_signs import Draft
from magika_gm.games.magika.report.report import Report, summary_tree
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.rules.arena import DIRECTIONS, GOAL, NAME, NEIGHBOUR, NUMBER, ROW, distance, within
from magika_gm.games.magika.rules.tables import ARTIFACTS, BLACK, COLOURS, TERRAIN_NAMES
from magika_gm.reports.kit.drawings import LegendItem
from magika_gm.reports.kit.style import Style
from magika_gm.reports.picture import ROOT, WHITE, Circles, Hexes, Lines, Picture, Point, Polygon, side

if TYPE_CHECKING:
    from magika_gm.games.magika.sight.recon import SpaceSeen
    from magika_gm.games.magika.sight.whereabouts import Whereabouts

RINGS = 3
"""Distance rings drawn around the reader."""
Where = Callable[[int], Point]


@lru_cache(maxsize=4096)
def centre(space: int, size: float) -> Point:
    """Centre of a space when a1's is at (0, 0), y growing upward."""
    row = ROW[space]
    return (NUMBER[space] - 1 - row / 2) * size * ROOT, -row * size * 1.5


def recon_picture(report: Report, width: float = 352.0, height: float = 340.0, style: Style | None = None) -> Picture:
    """The recon map in a box: land, who and what is there, rings, own spells, and the way of the turn."""
    style = style or Style()
    draft = Draft(style)
    spaces, own = report.recon.spaces, report.recon.space
    radius = recon_radius(spaces, own, width, height)
    wide, tall, at = _frame(spaces, own, radius)
    _land(draft, report, spaces, radius, at)
    _rings(draft, own, spaces, radius, at)
    draft.add(Lines((signs.outline(at(own), radius * 0.95),), signs.VIOLET, round(radius * 0.08, 2)))
    _route(draft, report, radius, at)
    _what_is_there(draft, report, spaces, radius, at, style)
    title = f"Recon map of {report.mage.letter}, game {report.player.game}, turn {report.turn}"
    return draft.picture(wide, tall, title, describe_recon(report))


def recon_radius(spaces: dict[int, SpaceSeen], own: int, width: float, height: float) -> float:
    """The radius with which the map fits a box, at most 42."""
    wide, tall, _ = _frame(spaces, own, 100.0)
    return int(100 * min(42.0, 100.0 * (width - 2) / (wide - 2), 100.0 * (height - 2) / (tall - 2))) / 100


def recon_ratio(report: Report) -> float:
    """Height of the recon map by its width."""
    wide, tall = view_size(report.recon.spaces, report.recon.space)
    return tall / wide


def view_size(spaces: dict[int, SpaceSeen], own: int) -> tuple[float, float]:
    """Width and height of a recon map whose hexes have radius 100."""
    wide, tall, _ = _frame(spaces, own, 100.0)
    return wide, tall


def ally_picture(
    report: Report, spaces: dict[int, SpaceSeen], own: int, letter: str, width: float, height: float, style: Style
) -> Picture:
    """A teammate's recon map (RECON-8)."""
    draft = Draft(style)
    radius = recon_radius(spaces, own, width, height)
    wide, tall, at = _frame(spaces, own, radius)
    _land(draft, report, spaces, radius, at)
    draft.add(Lines((signs.outline(at(own), radius * 0.95),), signs.VIOLET, round(radius * 0.09, 2)))
    _what_is_there(draft, report, spaces, radius, at, style)
    return draft.picture(wide, tall, f"Recon map of ally {letter}", _tree(spaces))


def _frame(spaces: dict[int, SpaceSeen], own: int, radius: float) -> tuple[float, float, Where]:
    """Width and height of a map around ``own``, and where each space's centre lies in it."""
    ox, oy = centre(own, radius)
    places = [centre(s, radius) for s in spaces]
    left = min(x for x, _ in places) - ox
    right = max(x for x, _ in places) - ox
    low = min(y for _, y in places) - oy
    high = max(y for _, y in places) - oy
    edge = radius * ROOT / 2 + 1
    known: dict[int, Point] = {}

    def at(space: int) -> Point:
        place = known.get(space)
        if place is None:
            x, y = centre(space, radius)
            place = known[space] = round(x - ox - left + edge, 1), round(y - oy - low + radius + 1, 1)
        return place

    return right - left + 2 * edge, high - low + 2 * radius + 2, at


def _land(draft: Draft, report: Report, spaces: dict[int, SpaceSeen], radius: float, at: Where) -> None:
    """Terrain, the Goal Square, the reader's own spells."""
    by_terrain: dict[int, list[Point]] = {}
    for space, seen in spaces.items():
        by_terrain.setdefault(seen.terrain, []).append(at(space))
    for terrain, centres in sorted(by_terrain.items()):
        draft.add(signs.terrain_hexes(terrain, centres, radius, pattern="full" if radius > 12 else "glyph"))
    if GOAL in spaces:
        draft.add(*signs.goal(at(GOAL), radius))
    for kind, area in report.recon.own_areas:
        for space in sorted(area & spaces.keys()):
            draft.add(*signs.spell_mark(kind, at(space), radius))


def _what_is_there(
    draft: Draft, report: Report, spaces: dict[int, SpaceSeen], radius: float, at: Where, style: Style
) -> None:
    """Coordinates, mages and things."""
    size = style.map_size()
    for space, seen in spaces.items():
        x, y = at(space)
        halo = signs.FILL[signs.terrain_name(seen.terrain)]
        draft.text(x, y + radius * 0.9 - size, NAME[space], size, False, "#1a1a1a", halo=halo)
        _mages(draft, occupants(report, space, seen), x, y - radius * 0.02, radius)
        _things(draft, report, space, seen, x, y - radius * 0.62, radius, size)


def occupants(report: Report, space: int, seen: SpaceSeen | None) -> list[tuple[str, str | None]]:
    """Letters and teams of the mages known to stand there; ``?`` for somebody not made out."""
    found: list[tuple[str, str | None]] = []
    if space == report.recon.space:
        found.append((report.mage.letter, report.mage.team))
    letters = report.places.get(space)
    if letters:
        teams = {m.letter: m.team for m in report.recon.mages}
        found += [(letter, teams.get(letter)) for letter in letters]
    others = len(found) - (space == report.recon.space)
    if seen is not None and seen.occupied and not others:
        found.append(("?", None))
    return found


def _mages(draft: Draft, mages: list[tuple[str, str | None]], x: float, y: float, radius: float) -> None:
    most = 6 if radius >= 20 else 4
    shown = mages if len(mages) <= most else [*mages[: most - 1], (f"+{len(mages) - most + 1}", BLACK)]
    if not shown:
        return
    size, places = signs.around(len(shown), radius)
    for (letter, team), (dx, dy) in zip(shown, places, strict=True):
        signs.disc(draft, x + dx, y + dy, size, letter, team)


def artifacts_at(report: Report, space: int) -> list[Whereabouts]:
    """Artifacts known to be there now, lying or carried."""
    return [where for where in report.artifacts if where.space == space]


def _things(
    draft: Draft, report: Report, space: int, seen: SpaceSeen, x: float, y: float, radius: float, size: float
) -> None:
    shown: list[tuple[str, str, bool | None]] = [("artifact", w.artifact, w.lies) for w in artifacts_at(report, space)]
    shown += [("cloak", t[6:], True) for t in seen.things if t.startswith("cloak:")]
    if len(shown) > 4:
        shown = [*shown[:3], ("more", f"+{len(shown) - 3}", True)]
    step = radius * 0.37
    for number, (kind, value, lies) in enumerate(shown):
        place = x + (number - (len(shown) - 1) / 2) * step
        if kind == "artifact":
            signs.artifact(draft, place, y, radius * 0.175, value, lies)
        elif kind == "cloak":
            signs.cloak(draft, place, y, radius * 0.15, value)
        else:
            draft.text(place, y - size * 0.34, value, size, True)


def _rings(draft: Draft, own: int, spaces: dict[int, SpaceSeen], radius: float, at: Where) -> None:
    """Borders of the rings 1 to 3 around the reader."""
    paths = [side(at(space), radius, direction) for space, direction in _borders(own) if space in spaces]
    draft.add(Lines(tuple(_rounded(path) for path in paths), signs.VIOLET, round(radius * 0.04, 2)))


@cache
def _borders(own: int) -> tuple[tuple[int, str], ...]:
    """The sides of the rings around a space: a space of the ring, and the way out of it."""
    return tuple(
        (space, direction)
        for ring in range(1, RINGS + 1)
        for space in sorted(within(own, ring))
        if distance(own, space) == ring
        for direction in DIRECTIONS
        if (beyond := NEIGHBOUR[direction][space]) < 0 or distance(own, beyond) > ring
    )


def _rounded(path: tuple[Point, ...]) -> tuple[Point, ...]:
    return tuple((round(x, 1), round(y, 1)) for x, y in path)


def _route(draft: Draft, report: Report, radius: float, at: Where) -> None:
    """The turn's way: a dark line in a white casing, the phase in a disc at each border crossed; leaps are dashed."""
    spaces = report.recon.spaces
    numbers: list[tuple[Point, str]] = []
    walks: list[tuple[Point, ...]] = []
    leaps: list[tuple[Point, ...]] = []
    starts: list[Point] = []
    for number, step in enumerate(report.route):
        if step.start not in spaces and step.target not in spaces:
            continue
        a, b = at(step.start), at(step.target)
        length = hypot(b[0] - a[0], b[1] - a[1])
        if length < 1:
            continue
        reach = min(1.0, radius * 1.3 / length)
        if step.start not in spaces:
            a = (b[0] + (a[0] - b[0]) * reach, b[1] + (a[1] - b[1]) * reach)
        if step.target not in spaces:
            b = (a[0] + (b[0] - a[0]) * reach, a[1] + (b[1] - a[1]) * reach)
        (leaps if step.leap else walks).append(_rounded((a, b)))
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        # two steps over one border: the later number beside the earlier
        clash = sum(1 for place, _ in numbers if hypot(place[0] - middle[0], place[1] - middle[1]) < 8)
        apart = draft.sizes[-1] * 1.6
        numbers.append(((round(middle[0] + clash * apart, 1), round(middle[1], 1)), str(step.phase)))
        if number == 0 or step.leap:
            starts.append(a)
    lines = (*walks, *leaps)
    if not lines:
        return
    draft.add(Lines(lines, WHITE, 4.6), Lines(tuple(walks), signs.VIOLET, 2.0))
    if leaps:
        draft.add(Lines(tuple(leaps), signs.VIOLET, 2.0, 4.0))
        for a, b in leaps:
            draft.add(_arrow(a, b, radius))
    draft.add(Circles(tuple(_rounded((start,))[0] for start in starts), 3.0, WHITE, signs.VIOLET, 1.4))
    size = draft.sizes[-1]
    draft.add(Circles(tuple(place for place, _ in numbers), size * 0.77, signs.VIOLET, WHITE, 0.8))
    for (x, y), phase in numbers:
        draft.text(x, y - size * 0.34, phase, size, True, WHITE)


def _arrow(a: Point, b: Point, radius: float) -> Polygon:
    """An arrowhead short of the disc at b."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    tip = (b[0] - ux * radius * 0.42, b[1] - uy * radius * 0.42)
    back = (tip[0] - ux * 7, tip[1] - uy * 7)
    return Polygon(
        _rounded((tip, (back[0] - uy * 3.4, back[1] + ux * 3.4), (back[0] + uy * 3.4, back[1] - ux * 3.4))),
        signs.VIOLET,
    )


def legend_items(report: Report, size: float) -> tuple[LegendItem, ...]:
    """The land in view and the marks that occur on this reader's recon map."""
    spaces = report.recon.spaces
    found = [
        LegendItem(signs.terrain_sign(code, size), TERRAIN_NAMES[code], signs.terrain_figures(code))
        for code, _, _ in summary_tree(spaces)
    ]
    if any(seen.terrain < 0 for seen in spaces.values()):
        found.append(LegendItem(signs.terrain_sign(-1, size), "fog", "not seen"))
    half = size / 2
    words = {
        "ElAtt": ("ElAtt, yours", "endurance lost"),
        "ElBlo": ("ElBlo, yours", "no way NE, NW"),
        "ElDrp": ("ElDrp, yours", "both"),
        "ElArr": ("ElArr, yours", "terrain changed"),
    }
    kinds = {kind for kind, area in report.recon.own_areas if area & spaces.keys()}
    for kind, (name, note) in words.items():
        if kind in kinds:
            items = [
                Hexes(((half, half),), half * 0.96, "", signs.EDGE),
                *signs.spell_mark(kind, (half, half), half * 0.96),
            ]
            found.append(LegendItem(signs.sign_picture(items, size, kind), name, note))
    if GOAL in spaces:
        found.append(LegendItem(signs.sign_picture(signs.goal((half, half), half), size, "goal"), "Goal Square", ""))
    return (*found, *_things_legend(report, size))


def _things_legend(report: Report, size: float) -> list[LegendItem]:
    spaces = report.recon.spaces
    things = {t for seen in spaces.values() for t in seen.things}
    at = {where.artifact: where for where in report.artifacts}
    found = []
    for thing in ARTIFACTS:
        where = at.get(thing)
        if where is not None and where.space in spaces:
            draft = Draft()
            signs.artifact(draft, size / 2, size / 2, size / 2 - 0.5, thing, where.lies)
            note = "lying" if where.lies else "lying?" if where.lies is None else "carried"
            found.append(LegendItem(signs.sign_picture(draft.finished(), size, thing), thing_name(thing), note))
    for colour in COLOURS:
        if f"cloak:{colour}" in things:
            draft = Draft()
            signs.cloak(draft, size / 2, size / 2, size / 2 - 0.5, colour)
            found.append(LegendItem(signs.sign_picture(draft.finished(), size, colour), f"{colour} cloak", "lying"))
    return found


def rose_picture(report: Report, width: float, style: Style) -> Picture:
    """What lies around: seven hexes with ways, spaces and land; ways that are closed are white (MOVE-5)."""
    radius = round((width - 2) / (3 * ROOT), 2)
    draft = Draft(style)
    cx, cy = width / 2, radius * 2.5 + 1
    size, small = style.size(10.0), style.map_size()
    ways = dict(_open_ways(report))
    own = report.recon.space
    for way in DIRECTIONS:
        target = NEIGHBOUR[way][own]
        if target < 0:
            continue
        dx, dy = centre(target, radius)
        ox, oy = centre(own, radius)
        place = (round(cx + dx - ox, 1), round(cy + dy - oy, 1))
        seen = report.recon.spaces.get(target)
        code = seen.terrain if seen is not None else -1
        open_way = way in ways
        if open_way:
            draft.add(signs.terrain_hexes(code, [place], radius, pattern="none"))
        else:
            draft.add(Hexes((place,), radius, WHITE, "#b3b3b3", 0.5))
        ink = "#1a1a1a" if open_way else signs.GREY
        draft.text(place[0], place[1] + size * 0.3, way, size, True, ink)
        draft.text(place[0], place[1] - small * 0.85, f"{NAME[target]} {signs.terrain_name(code)}", small, False, ink)
        if not open_way and not style.large:
            draft.text(place[0], place[1] - small * 2.05, "no way south", small, False, ink)
    draft.add(signs.terrain_hexes(report.mage.terrain, [(cx, cy)], radius, pattern="none"))
    draft.add(Lines((signs.outline((cx, cy), radius * 0.95),), signs.VIOLET, 2.4))
    draft.text(cx, cy + size * 0.3, report.mage.space, size, True)
    draft.text(cx, cy - small * 0.85, TERRAIN_NAMES[report.mage.terrain], small)
    return draft.picture(width, radius * 5 + 2, "What lies around", "")


def _open_ways(report: Report) -> list[tuple[str, str]]:
    return [(c.order[5:], c.cost) for c in report.costs if c.order.startswith("MOVE ")]


def describe_recon(report: Report) -> str:
    """The recon map in words."""
    spaces = report.recon.spaces
    said = [f"You, {report.mage.letter}, stand at {NAME[report.recon.space]}.", _tree(spaces)]
    return " ".join([*said, *who_is_where(report)])


def who_is_where(report: Report) -> list[str]:
    """``At b1: C in red, Crown of Good.``, a line for each space in view with somebody or something."""
    found = []
    names = {k.letter: k.name for k in report.known}
    for space, seen in report.recon.spaces.items():
        who = [
            ("somebody" if letter == "?" else letter) + (f" in {team}" if team and team != BLACK else "")
            for letter, team in occupants(report, space, seen)
            if not (space == report.recon.space and letter == report.mage.letter)
        ]
        there = artifacts_at(report, space)
        artifacts = [f"{thing_name(w.artifact)} ({how_there(w, report.mage.letter, names)})" for w in there]
        cloaks = [f"{thing_name(t)} (lies there)" for t in seen.things if t.startswith("cloak:")]
        what = [*who, *artifacts, *cloaks]
        if what:
            found.append(f"At {NAME[space]}: {', '.join(what)}.")
    return found


def _tree(spaces: dict[int, SpaceSeen]) -> str:
    return "In view: " + ", ".join(f"{TERRAIN_NAMES[code]} {total}" for code, total, _ in summary_tree(spaces)) + "."
