# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""Recon maps as pictures: the reader's own with his way through the turn, his allies', and the rose of his six ways.

They are built from a :class:`~magika_gm.games.magika.report.report.Report` alone, so they show what its
reader may know (RECON-1 to RECON-8).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import chain, pairwise
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from magika_gm.engine.records import made_once
from magika_gm.games.magika.report import signs
from magika_gm.games.magika.report.report import Report, how_there, summary_tree
from magika_gm.games.magika.report.signs import Draft
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.rules.arena import (
    DIRECTIONS,
    GOAL,
    INDEX,
    NAME,
    NEIGHBOUR,
    NUMBER,
    ROW,
    ROW_LETTERS,
    ROWS,
    SPACES,
    distance,
    space_at,
    within,
)
from magika_gm.games.magika.rules.tables import ARTIFACTS, BLACK, COLOURS, TERRAIN_NAMES
from magika_gm.reports.kit.base import Style
from magika_gm.reports.kit.drawings import LegendItem
from magika_gm.reports.picture import (
    GREY,
    ROOT,
    WHITE,
    Circles,
    Hexes,
    Item,
    Lines,
    Picture,
    Point,
    Polygon,
    Tenths,
    side,
)

if TYPE_CHECKING:
    from magika_gm.games.magika.sight import SpaceSeen, Whereabouts


RINGS = 3
"""Distance rings drawn around the reader."""
Where = Callable[[int], Point]


@lru_cache(maxsize=2048)
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
    ends, rounded = {way: side((0.0, 0.0), radius, way) for way in DIRECTIONS}, Tenths()
    paths = tuple(
        tuple([(rounded[x + dx], rounded[y + dy]) for dx, dy in ends[direction]])
        for space, direction in _borders(own)
        if space in spaces
        for x, y in (at(space),)
    )
    draft.add(Lines(paths, signs.VIOLET, round(radius * 0.04, 2)))


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


@made_once
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


# The triangle of the arena in a box: where each space stands, row letters, names; what every map of it shares.


LETTER_ROOM = 1.5
"""Room for row letters at the left, in hexes."""
ACROSS = ROWS + LETTER_ROOM
RATIO = (1.5 * (ROWS - 1) + 2) / (ACROSS * ROOT)
"""Height of the whole triangle by its width."""


class Frame(NamedTuple):
    """A part of the triangle: rows from ``first`` to ``last``, hexes from ``left`` on, ``wide`` hexes."""

    first: int
    last: int
    left: float
    wide: float


ALL = Frame(0, ROWS - 1, -(ROWS - 1) / 2 - 0.5 - LETTER_ROOM + 0.2, ACROSS)


def east(space: int) -> float:
    """How many hexes east of the middle a space lies."""
    return NUMBER[space] - 1 - ROW[space] / 2


def cropped(spaces: set[int], ring: int = 1) -> Frame:
    """The part of the triangle that holds these spaces and one ring more; never much smaller than a third."""
    first = max(0, min(ROW[s] for s in spaces) - ring)
    last = min(ROWS - 1, max(ROW[s] for s in spaces) + ring)
    left = min(east(s) for s in spaces) - ring
    right = max(east(s) for s in spaces) + ring
    wide = max(right - left + 1, 9.0)
    middle = (left + right) / 2
    return Frame(first, last, middle - wide / 2 - LETTER_ROOM, wide + LETTER_ROOM)


def clusters(spaces: set[int]) -> list[set[int]]:
    """Spaces grouped by nearness: groups are more than four spaces apart; the largest first."""
    left, found = set(spaces), []
    while left:
        group, edge = set(), {left.pop()}
        while edge:
            group |= edge
            near = set().union(*(within(s, 4) for s in edge)) & left
            left -= near
            edge = near
        found.append(group)
    return sorted(found, key=lambda group: (-len(group), min(group)))


def radius_for(frame: Frame, width: float, height: float) -> float:
    """The radius of hexes with which a part fits a box."""
    tall = 1.5 * (frame.last - frame.first) + 2
    return int(100 * min((width - 2) / (frame.wide * ROOT), (height - 2) / tall, 40.0)) / 100


def ratio(frame: Frame) -> float:
    """Its height by its width."""
    return (1.5 * (frame.last - frame.first) + 2) / (frame.wide * ROOT)


LARGER, AHEAD = 1.35, 2
"""How much larger the hexes of the seen part must get for it to be drawn alone; rows more to the north of it."""


def seen_part(report: Report, width: float) -> Frame | None:
    """What was seen, and what lies ahead of it, while that is little of the triangle; None later."""
    frame = cropped({*report.history, report.recon.space})
    frame = frame._replace(first=max(0, frame.first - AHEAD))
    larger = radius_for(frame, width, 460.0) / radius_for(ALL, 528.0, 480.0)
    return frame if larger >= LARGER else None


def whole_picture(report: Report, frame: Frame, width: float, height: float, style: Style) -> Picture:
    """The whole triangle in small: what was seen, where the reader stands, a frame around what is drawn large."""
    radius = radius_for(ALL, width, height)
    at, (wide, high) = places(radius), size_of(radius)
    seen = tuple(at[s] for s in sorted(report.history))
    items: list[Item] = [Hexes(at, radius, "", "#bbbbbb", 0.25), Hexes((at[GOAL],), radius, "#f2d488", "#1a1a1a", 0.6)]
    items += [Hexes(seen, radius, "#8a8494", "#8a8494", 0.25)] if seen else []
    items.append(Circles((at[report.recon.space],), radius * 0.9, style.accent))
    shown = [at[s] for s in inside(frame)]
    left, right = (end(x for x, _ in shown) for end in (min, max))
    low, top = (end(y for _, y in shown) for end in (min, max))
    corners = (
        (left - radius, low - radius),
        (right + radius, low - radius),
        (right + radius, top + radius),
        (left - radius, top + radius),
    )
    items.append(Lines(((*corners, corners[0]),), "#1a1a1a", 0.9))
    return Picture(wide, high, "The whole arena", "What you have seen of it is dark.", tuple(items))


_STANDING = tuple((NUMBER[space] - 1 - ROW[space] / 2, ROW[space]) for space in range(SPACES))
"""How far right of a1 each space is, in widths, and its row."""


@lru_cache(maxsize=32)
def places(radius: float, frame: Frame = ALL) -> tuple[Point, ...]:
    """Centres of all spaces, those outside the part too."""
    left, top = -frame.left * ROOT * radius, (1.5 * frame.last + 1) * radius + 1
    # spaces stand in rows and, half a space apart, in columns: far fewer than there are spaces
    across = {half: round(half * radius * ROOT + left, 1) for half in {half for half, _ in _STANDING}}
    down = [round(-row * radius * 1.5 + top, 1) for row in range(ROWS)]
    return tuple([(across[half], down[row]) for half, row in _STANDING])


def size_of(radius: float, frame: Frame = ALL) -> tuple[float, float]:
    """Width and height of a part."""
    return frame.wide * ROOT * radius, radius * (1.5 * (frame.last - frame.first) + 2) + 2


@lru_cache(maxsize=64)
def inside(frame: Frame) -> tuple[int, ...]:
    """The spaces of a part."""
    return tuple(
        s for s in range(SPACES)
        if frame.first <= ROW[s] <= frame.last and frame.left + LETTER_ROOM + 0.2 <= east(s) <= frame.left + frame.wide - 0.45
    )  # fmt: skip


@lru_cache(maxsize=32)
def grid(radius: float, frame: Frame, shown: frozenset[int]) -> Hexes:
    """Hexes nobody has seen: hardly there."""
    at = places(radius, frame)
    return Hexes(tuple(at[s] for s in inside(frame) if s not in shown), radius, "", "#dedede", 0.3)


def row_letters(draft: Draft, radius: float, frame: Frame, size: float) -> None:
    """A letter before each row."""
    at = places(radius, frame)
    spaces = inside(frame)
    firsts: dict[int, int] = {}
    for s in spaces:
        firsts.setdefault(ROW[s], s)
    for row, s in firsts.items():
        draft.text(
            at[s][0] - radius * ROOT / 2 - size * 0.65, at[s][1] - size * 0.34, ROW_LETTERS[row], size, True, GREY
        )


def name_place(at: Point, radius: float, size: float) -> Point:
    """Where a space's name stands: in the upper half."""
    return at[0], round(at[1] + radius * 0.84 - size * 0.92, 1)


def ends_of_rows(frame: Frame) -> set[int]:
    """First and last space of each row: they carry the numbers of the columns along the slanting edges."""
    return {space_at(row, n) for row in range(frame.first, frame.last + 1) for n in (1, row + 1)} & set(inside(frame))


def names(draft: Draft, spaces: set[int], radius: float, frame: Frame, size: float, colour: str) -> None:
    """Names of spaces."""
    at = places(radius, frame)
    draft.texts([(*name_place(at[s], radius, size), NAME[s]) for s in sorted(spaces)], size, False, colour)


# The arena as its reader knows it (RECON-9): land seen, his own track of all turns, others where last known,
# artifacts.
#
# Built from a :class:`~magika_gm.games.magika.report.report.Report` alone, so it shows what its reader may know. Land
# hardly changes, so it keeps its colour with age; thin contours show what each turn saw last.


FADES = ((1, 0.0), (5, 0.15), (1 << 30, 0.3))
"""Up to that many turns old, a sight is mixed with so much white; never more."""
DARK = "#2c1650"
CROWDED = 1.3
"""A hex with less radius, in sizes of type, has no room for a name above a disc."""
NUMBERED = 5
"""Every fifth turn of the track is numbered."""


def frames_of(report: Report, ring: int = 1) -> list[Frame]:
    """Each part of the triangle that was seen, with one ring more, his own first."""
    groups = clusters({*report.history, report.recon.space})
    groups.sort(key=lambda group: report.recon.space not in group)
    frames = [cropped(group, ring) for group in groups if len(group) > 2 or report.recon.space in group]
    return frames or [ALL]


def history_picture(
    report: Report, width: float = 528.0, height: float = 480.0, style: Style | None = None, frame: Frame = ALL
) -> Picture:
    """The triangle, or a part of it, as its reader knows it."""
    style = style or Style()
    size = style.map_size()
    radius = radius_for(frame, width, height)
    draft, at = Draft(style), places(radius, frame)
    spaces = set(inside(frame))
    seen = {s: sight for s, sight in report.history.items() if s in spaces}
    marked = {s: mark for s, mark in marks_of(report).items() if s in spaces}
    draft.add(grid(radius, frame, frozenset(seen)))
    labels = _contours(draft, report, seen, set(marked), radius, at)
    track = _track_places(report, spaces)
    numbered = {s: text for s, text in track.items() if text and s not in marked and s not in labels}
    bare = {*marked, *labels, *numbered}
    groups: dict[tuple[int, float, bool], list[Point]] = {}
    fades = {turn: _fade(report.turn - turn) for turn in {turn for _, turn in seen.values()}}
    for s, (terrain, turn) in seen.items():
        fade = fades[turn]
        groups.setdefault((terrain, fade, s in bare), []).append(at[s])
    land = [
        signs.terrain_hexes(terrain, centres, radius, fade, "none" if plain else "glyph")
        for (terrain, fade, plain), centres in sorted(groups.items())
    ]
    contours = list(draft.items[1:])
    del draft.items[1:]
    draft.add(*land, *contours)
    if GOAL in spaces:
        draft.add(*signs.goal(at[GOAL], radius))
    for kind, area in report.recon.own_areas:
        within = sorted(area & spaces)
        draft.add(*chain.from_iterable(signs.spell_mark(kind, at[s], radius) for s in within))
    _track(draft, report, spaces, radius, at)
    # large print: in a small hex a name and a disc do not both find room; the tables say where who is
    crowded = set(marked) if style.large and radius < size * CROWDED else set()
    names(draft, set(seen) - crowded, radius, frame, size, signs.TEXT)
    names(draft, ends_of_rows(frame) - set(seen) - crowded, radius, frame, size, signs.GREY)
    row_letters(draft, radius, frame, size)
    low = radius * 0.42 + size * 0.34
    for s, text in (labels | numbered).items():
        draft.text(at[s][0], at[s][1] - low, text, size, s in numbered, DARK if s in numbered else signs.TEXT)
    for s, mark in marked.items():
        _mark(draft, report, s, mark, at[s], radius, size)
    wide, tall = size_of(radius, frame)
    fresh = sum(turn == report.turn for _, turn in seen.values())
    said = f"{len(seen)} of {len(spaces)} spaces have been seen, {fresh} of them this turn. " + " ".join(
        f"{NAME[s]}: {', '.join(letter for letter, _, _ in who)}." for s, (who, _) in sorted(marked.items()) if who
    )
    title = f"The arena as {report.mage.letter} knows it, game {report.player.game}, turn {report.turn}"
    return draft.picture(wide, tall, title, said)


def _fade(age: int) -> float:
    """How much white a sight of that age is mixed with."""
    return next(part for most, part in FADES if age <= most)


def _contours(
    draft: Draft,
    report: Report,
    seen: dict[int, tuple[int, int]],
    marked: set[int],
    radius: float,
    at: tuple[Point, ...],
) -> dict[int, str]:
    """Thin lines round what each turn saw last; ``t5`` once in each. Gives where those labels stand."""
    edges: list[tuple[Point, ...]] = []
    rounded = Tenths()
    sides = {way: side((0.0, 0.0), radius, way) for way in DIRECTIONS}
    by_turn: dict[int, list[int]] = {}
    for s, (_, turn) in seen.items():
        if turn == report.turn:
            continue
        by_turn.setdefault(turn, []).append(s)
        x, y = at[s]
        for way in DIRECTIONS:
            other = seen.get(NEIGHBOUR[way][s])
            if other is not None and other[1] > turn:
                (ax, ay), (bx, by) = sides[way]
                edges.append(((rounded[x + ax], rounded[y + ay]), (rounded[x + bx], rounded[y + by])))
    if edges:
        draft.add(Lines(tuple(edges), "#4d4d4d", 0.9))
    own = {o.space for o in report.past}
    labels = {}
    for turn, group in sorted(by_turn.items()):
        free = [s for s in group if s not in marked and s not in own and s != GOAL]
        if free:
            labels[max(free)] = f"t{turn}"
    return labels


def _track_places(report: Report, spaces: set[int]) -> dict[int, str]:
    """Where he stood after his turns, with the number of the turn at the first and every fifth."""
    found: dict[int, str] = {}
    for own in report.past:
        if own.space in spaces:
            first = own.turn == report.past[0].turn or own.turn == 1
            number = str(own.turn) if first or own.turn % NUMBERED == 0 else ""
            found[own.space] = number or found.get(own.space, "")
    return found


def _track(draft: Draft, report: Report, spaces: set[int], radius: float, at: tuple[Point, ...]) -> None:
    """The line through all spaces he stood on after a turn, a dot each."""
    way = [own.space for own in report.past]
    paths = [(at[a], at[b]) for a, b in pairwise(way) if a != b and a in spaces and b in spaces]
    if paths:
        draft.add(Lines(tuple(paths), WHITE, 3.0), Lines(tuple(paths), signs.VIOLET, 1.2))
    dots = tuple(dict.fromkeys(at[s] for s in way[:-1] if s in spaces and s != way[-1]))
    if dots:
        draft.add(Circles(dots, max(1.8, radius * 0.16), signs.VIOLET, WHITE, 0.5))


Mark = tuple[list[tuple[str, str | None, int | None]], list[tuple[str, bool | None]]]
"""Mages in a space (letter, cloak, the turn they were last known there or None for now), and artifacts (True: lying,
False: carried, None: nobody can tell)."""


def marks_of(report: Report) -> dict[int, Mark]:
    """Who and what is known to be where: now, or when last known."""
    marks: dict[int, Mark] = {}

    def at(space: int) -> Mark:
        return marks.setdefault(space, ([], []))

    teams = {m.letter: m.team for m in report.recon.mages}
    at(report.recon.space)[0].append((report.mage.letter, report.mage.team, None))
    for space, letters in report.places.items():
        at(space)[0].extend((letter, teams.get(letter), None) for letter in letters)
    for known in report.known:
        if not known.placed and known.space:
            at(INDEX[known.space])[0].append((known.letter, known.team, known.since["space"]))
    for view in (report.recon.spaces, *(ally.spaces for ally in report.recon.allies)):
        for space, seen in view.items():
            for thing in seen.things:
                if ":" not in thing and (thing, True) not in at(space)[1]:
                    at(space)[1].append((thing, True))
    for where in report.artifacts:
        if all(where.artifact != a for a, _ in at(where.space)[1]):
            at(where.space)[1].append((where.artifact, where.lies))
    return {space: mark for space, mark in marks.items() if any(mark)}


def _mark(draft: Draft, report: Report, space: int, mark: Mark, place: Point, radius: float, size: float) -> None:
    mages, artifacts = mark
    x, y = place[0], place[1] - radius * 0.3
    if space == report.recon.space:
        draft.add(Lines((signs.outline(place, radius * 0.92),), signs.VIOLET, round(max(1.2, radius * 0.12), 2)))
    reach = min(radius * 0.46, 12.0)
    if len(mages) > 2:
        # many: one dark disc with their number; the table below says who
        signs.crowd(draft, x, y, reach, size, len(mages))
    else:
        total = len(mages) + min(len(artifacts), 2 - len(mages)) if mages else min(len(artifacts), 2)
        each = reach if total < 2 else min(reach, radius * 0.42)
        old = next((turn for _, _, turn in mages if turn is not None), None)
        shift = -radius * 0.24 if old is not None and total == 1 else 0.0
        for number, (letter, team, turn) in enumerate(mages):
            px = x + shift + (number - (total - 1) / 2) * each * 2.05
            signs.disc(draft, px, y, each, letter, team if turn is None else team or BLACK, turn is not None)
        if old is not None and total == 1:
            draft.text(x + radius * 0.5, y - size * 0.5, str(old), size, False, signs.TEXT)
        for number, (thing, lies) in enumerate(artifacts[: total - len(mages)], len(mages)):
            signs.artifact(draft, x + (number - (total - 1) / 2) * each * 2.05, y, each * 0.95, thing, lies)


__all__ = ["ALL", "FADES", "Frame", "frames_of", "history_picture", "marks_of"]
