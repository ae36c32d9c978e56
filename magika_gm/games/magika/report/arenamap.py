# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""The whole arena as it truly is: with all tracks, for the game master and for everybody when a game is over; and before
its first turn, for the game master who made it.
"""

from __future__ import annotations

from collections.abc import Mapping

from magika_gm.games.magika.landscape import fairness
from magika_gm.games.magika.report import board, signs
from magika_gm.games.magika.report.signs import FOUND, Draft, icon
from magika_gm.games.magika.rules.arena import GOAL, NAME
from magika_gm.games.magika.rules.state import World
from magika_gm.games.magika.rules.tables import COLOURS, LETTERS
from magika_gm.games.magika.setup import Scenario
from magika_gm.games.magika.sight import OwnTurn
from magika_gm.reports.kit.base import Style
from magika_gm.reports.picture import WHITE, Circles, Lines, Picture, Point, Polygon, mixed, write_svg

Tracks = Mapping[str, tuple[OwnTurn, ...]]
INKS = ("#b3261e", "#1f57b5", "#8a6d00", "#1c7a3e", "#c25a00", "#6a35a8")
"""Dark forms of the six cloaks' colours, in their order, for lines on land."""
DASHES = (0.0, 5.0, 2.2)
NUMBERED = 10
"""Every tenth turn of a track is numbered."""


def track_ink(letter: str) -> tuple[str, float]:
    """Colour and dash of a contestant's track: thirteen that differ."""
    number = LETTERS.index(letter)
    return ("#1a1a1a", 0.0) if letter == "M" else (INKS[number % len(COLOURS)], DASHES[number // len(COLOURS)])


def arena_picture(
    world: World,
    game: str,
    width: float = 528.0,
    height: float = 480.0,
    style: Style | None = None,
    tracks: Tracks | None = None,
) -> Picture:
    """Every space with its terrain as it now is, every mage, every artifact and cloak; with ``tracks`` all ways.

    Nothing is hidden: this is for nobody who still plays.
    """
    style = style or Style()
    size = style.map_size()
    radius = board.radius_for(board.ALL, width, height)
    draft, at = Draft(style), board.places(radius)
    marked = {m.space for m in world.playing()} | set(world.lying)
    groups: dict[tuple[int, bool], list[Point]] = {}
    for space, place in enumerate(at):
        groups.setdefault((world.terrain_at(space), space in marked), []).append(place)
    fade = 0.35 if tracks else 0.0
    for (code, plain), centres in sorted(groups.items()):
        draft.add(signs.terrain_hexes(code, centres, radius, fade, "none" if plain else "glyph"))
    draft.add(*signs.goal(at[GOAL], radius))
    for area in world.areas:
        for space in sorted(area.spaces):
            draft.add(*signs.spell_mark(area.kind, at[space], radius))
    if tracks:
        _tracks(draft, tracks, at, radius)
        crowded = marked if radius < size * 1.3 else set()
        ends = board.ends_of_rows(board.ALL)
        board.names(draft, ends - {GOAL} - crowded, radius, board.ALL, size, signs.TEXT)
        for space, turn in tens(tracks, marked | ends).items():
            low = radius * 0.42 + size * 0.34
            draft.text(at[space][0], at[space][1] - low, str(turn), size, True, signs.TEXT)
    else:
        board.names(draft, set(range(len(at))), radius, board.ALL, size, signs.TEXT)
    board.row_letters(draft, radius, board.ALL, size)
    for space in sorted(marked):
        _space(draft, world, space, at[space], radius, size)
    wide, tall = board.size_of(radius)
    said = " ".join(f"{m.letter} at {NAME[m.space]}." for m in world.playing())
    return draft.picture(wide, tall, f"The arena of game {game} after turn {world.turn}", said)


def tens(tracks: Tracks, taken: set[int]) -> dict[int, int]:
    """Where somebody stood after every tenth turn and nothing else is written."""
    return {
        o.space: o.turn
        for turns in tracks.values()
        for o in turns
        if o.turn and o.turn % NUMBERED == 0 and o.space not in taken
    }


def _tracks(draft: Draft, tracks: Tracks, at: tuple[Point, ...], radius: float) -> None:
    """Thirteen ways, each a little beside the others; finds and strikes on the line."""
    for number, (letter, turns) in enumerate(sorted(tracks.items())):
        colour, dash = track_ink(letter)
        shift = (number - 6) * radius * 0.055
        points = [(round(at[o.space][0] + shift, 1), round(at[o.space][1] + shift * 0.6, 1)) for o in turns]
        path = tuple(p for n, p in enumerate(points) if n == 0 or p != points[n - 1])
        if len(path) > 1:
            draft.add(Lines((path,), mixed(WHITE, colour, 0.0), 2.6), Lines((path,), colour, 1.3, dash))
        seen: set[Point] = set()
        for own, place in zip(turns, points, strict=True):
            if own.marks:
                draft.add(Circles((place,), 3.6, WHITE, colour, 0.5))
                draft.add(*icon(own.marks[0] if own.marks else FOUND, *place, 2.2, colour, 0.5))
            elif place not in seen:
                draft.add(Circles((place,), 1.3, colour))
            seen.add(place)


def _space(draft: Draft, world: World, space: int, place: Point, radius: float, size: float) -> None:
    """Mages and things of a space in its lower half; where many meet, their number."""
    x, y = place[0], place[1] - radius * 0.3
    mages = [m for m in world.playing() if m.space == space]
    things = [*((a, True) for m in mages for a in m.artifacts), *((t, False) for t in world.lying.get(space, ()))]
    if len(mages) > 2:
        # all of them, small, around the middle
        reach, places = signs.around(len(mages), radius * 1.25)
        if max(3.6, reach) * 1.9 < size:  # no room for letters: their number
            draft.add(Circles(((x, round(y, 1)),), round(radius * 0.46, 1), "#1a1a1a"))
            draft.text(x, y - size * 0.34, str(len(mages)), size, True, WHITE)
            return
        for mage, (dx, dy) in zip(mages, places, strict=True):
            signs.disc(draft, x + dx, place[1] - radius * 0.12 + dy, max(3.6, reach), mage.letter, mage.team)
        return
    total = min(2, len(mages) + len(things))
    each = radius * (0.46 if total == 1 else 0.42)
    for number, mage in enumerate(mages):
        signs.disc(draft, x + (number - (total - 1) / 2) * each * 2.05, y, each, mage.letter, mage.team)
    for number, (thing, taken) in enumerate(things[: total - len(mages)], len(mages)):
        px = x + (number - (total - 1) / 2) * each * 2.05
        if thing.startswith("cloak:"):
            signs.cloak(draft, px, y, each * 0.85, thing[6:])
        else:
            signs.artifact(draft, px, y, each * 0.95, thing, taken)


# An arena before its first turn, for the game master who made it: land, things, starts, and how far each has to go.


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
    radius = board.radius_for(board.ALL, width, height - foot)
    at = tuple((x, y + foot) for x, y in board.places(radius))
    marked = set(scenario.lying) | set(scenario.starts) | {scenario.ebon_start}
    groups: dict[tuple[int, bool], list[Point]] = {}
    for space, place in enumerate(at):
        groups.setdefault((scenario.terrain[space], space in marked), []).append(place)
    for (code, plain), centres in sorted(groups.items()):
        draft.add(signs.terrain_hexes(code, centres, radius, 0.0, "none" if plain else "glyph"))
    draft.add(*signs.goal(at[GOAL], radius))
    for space, (x, y) in enumerate(at):
        px, py = board.name_place((x, y), radius, size)
        draft.text(px, py, NAME[space], size, False, signs.TEXT, halo="#ffffff")
    for space, things in sorted(scenario.lying.items()):
        _things(draft, at[space], things, radius)
    for number, space in enumerate(scenario.starts, 1):
        x, y = at[space]
        signs.disc(draft, x, y - radius * 0.3, radius * 0.42, str(number), None)
    x, y = at[scenario.ebon_start]
    signs.disc(draft, x, y - radius * 0.3, radius * 0.42, "M", "black")
    _bars(draft, scenario, at, size)
    wide, tall = board.size_of(radius)
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
