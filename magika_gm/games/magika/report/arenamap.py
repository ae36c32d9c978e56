# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""The whole arena as it truly is: with all tracks, for the game master and for everybody when a game is over; and before
its first turn, for the game master who made it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from magika_gm.games.magika.landscape import fairness
from magika_gm.games.magika.report import board, signs
from magika_gm.games.magika.report.board import describe_recon, marks_of, occupants
from magika_gm.games.magika.report.report import Report
from magika_gm.games.magika.report.signs import FOUND, Draft, icon
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.rules.arena import GOAL, NAME, NUMBER, ROW, ROW_LETTERS, ROWS, SPACES, space_at
from magika_gm.games.magika.rules.state import World
from magika_gm.games.magika.rules.tables import BLACK, COLOURS, LETTERS, TERRAIN_NAMES, TERRAIN_SIGNS
from magika_gm.games.magika.setup import Scenario
from magika_gm.games.magika.sight import AllySeen, OwnTurn, SpaceSeen
from magika_gm.reports.kit.base import Style
from magika_gm.reports.kit.drawings import Brick, BrickRow, Bricks
from magika_gm.reports.picture import WHITE, Circles, Lines, Picture, Point, ink_on, mixed, write_svg

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
    _land(draft, [*map(world.terrain_at, range(len(at)))], marked, at, radius, 0.35 if tracks else 0.0)
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
    """Thirteen ways, each a little beside the others, those of the first three broad; at the coast whose each is; finds
    and strikes on the line."""
    worth = sorted((-turns[-1].points, letter) for letter, turns in tracks.items() if turns)
    first = [letter for _, letter in worth[:3]]
    for number, letter in enumerate(sorted(tracks, key=lambda one: (one in first, one))):
        turns, (colour, dash) = tracks[letter], track_ink(letter)
        colour, wide = (colour, 2.4) if letter in first else (mixed(colour, WHITE, 0.3), 1.2)
        shift = (number - 6) * radius * 0.055
        points = [(round(at[o.space][0] + shift, 1), round(at[o.space][1] + shift * 0.6, 1)) for o in turns]
        path = tuple(p for n, p in enumerate(points) if n == 0 or p != points[n - 1])
        if len(path) > 1:
            draft.add(Lines((path,), WHITE, wide + 1.3), Lines((path,), colour, wide, dash))
        seen: set[Point] = set()
        for own, place in zip(turns, points, strict=True):
            if own.marks:
                draft.add(Circles((place,), 3.6, WHITE, colour, 0.5))
                draft.add(*icon(own.marks[0] if own.marks else FOUND, *place, 2.2, colour, 0.5))
            elif place not in seen:
                draft.add(Circles((place,), 1.7, colour, WHITE, 0.4))
            seen.add(place)
    coast, size, free = min(y for _, y in at), draft.sizes[-1], 0.0
    for start, letter in sorted((at[turns[0].space][0], letter) for letter, turns in tracks.items() if turns):
        x, bold = max(start, free), letter in first  # who began beside another stands beside him
        free = x + size * 1.75
        draft.add(Circles(((x, coast),), size * 0.8, WHITE, track_ink(letter)[0], 1.6 if bold else 0.8))
        draft.text(x, coast - size * 0.34, letter, size, bold)


def _space(draft: Draft, world: World, space: int, place: Point, radius: float, size: float) -> None:
    """Mages and things of a space in its lower half; where many meet, their number."""
    x, y = place[0], place[1] - radius * 0.3
    mages = [m for m in world.playing() if m.space == space]
    things = [*((a, True) for m in mages for a in m.artifacts), *((t, False) for t in world.lying.get(space, ()))]
    if len(mages) > 2:
        # all of them, small, around the middle
        reach, places = signs.around(len(mages), radius * 1.25)
        if max(3.6, reach) * 1.9 < size:  # no room for letters: their number
            signs.crowd(draft, x, y, radius * 0.46, size, len(mages))
            return
        for mage, (dx, dy) in zip(mages, places, strict=True):
            signs.disc(draft, x + dx, place[1] - radius * 0.12 + dy, max(3.6, reach), mage.letter, mage.team)
        return
    total = min(2, len(mages) + len(things))
    each = radius * (0.46 if total == 1 else 0.42)
    for number, mage in enumerate(mages):
        signs.disc(draft, x + (number - (total - 1) / 2) * each * 2.05, y, each, mage.letter, mage.team)
    for number, (thing, taken) in enumerate(things[: total - len(mages)], len(mages)):
        _thing(draft, x + (number - (total - 1) / 2) * each * 2.05, y, each, thing, taken)


def _thing(draft: Draft, x: float, y: float, each: float, thing: str, lies: bool | None = True) -> None:
    if thing.startswith("cloak:"):
        signs.cloak(draft, x, y, each * 0.85, thing[6:])
    else:
        signs.artifact(draft, x, y, each * 0.95, thing, lies)


def _land(
    draft: Draft, terrain: Sequence[int], marked: Collection[int], at: Sequence[Point], radius: float, fade: float = 0.0
) -> None:
    """The land of all spaces, plain where something is drawn on it, and the Goal Square."""
    groups: dict[tuple[int, bool], list[Point]] = {}
    for space, place in enumerate(at):
        groups.setdefault((terrain[space], space in marked), []).append(place)
    for (code, plain), centres in sorted(groups.items()):
        draft.add(signs.terrain_hexes(code, centres, radius, fade, "none" if plain else "glyph"))
    draft.add(*signs.goal(at[GOAL], radius))


# An arena before its first turn, for the game master who made it: land, things, starts, and how far each has to go.


_BAR, NAME_SIZE = 54.0, 28.0
"""Height of the axis; size of the title, in the corner the triangle leaves free."""
_ACCENT = "#4b2a78"


def scenario_svg(scenario: Scenario) -> str:
    """The picture as an SVG file."""
    return write_svg(scenario_picture(scenario), "arena") + "\n"


def scenario_picture(scenario: Scenario) -> Picture:
    """The whole arena; below each start a dot: the endurance its cheapest way to the Goal Square costs."""
    draft, size = Draft(Style()), Style().map_size()
    foot = _BAR + 5.5 * size
    radius = board.radius_for(board.ALL, 900.0, 800.0 - foot)
    at = tuple((x, y + foot) for x, y in board.places(radius))
    marked = set(scenario.lying) | set(scenario.starts) | {scenario.ebon_start}
    _land(draft, scenario.terrain, marked, at, radius)
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
    _dots(draft, scenario, at, size)
    wide, tall = board.size_of(radius)
    title = scenario.title or "An arena"
    draft.text(0.0, tall + foot - NAME_SIZE, title, NAME_SIZE, True, start=True)
    said = " ".join(f"{row.start}: {row.goal:g} endurance to the Goal Square." for row in fairness(scenario).starts)
    return draft.picture(wide, tall + foot, title, said)


def _things(draft: Draft, place: Point, things: tuple[str, ...] | list[str], radius: float) -> None:
    x, y = place[0], place[1] - radius * 0.3
    shown = things[:2]
    each = radius * (0.46 if len(shown) == 1 else 0.42)
    for number, thing in enumerate(shown):
        _thing(draft, x + (number - (len(shown) - 1) / 2) * each * 2.05, y, each, thing)


def _dots(draft: Draft, scenario: Scenario, at: tuple[Point, ...], size: float) -> None:
    """A dot each on an axis from the best start to the worst, which are named; the figure stands above it."""
    rows = fairness(scenario).starts
    best, worst = min(rows, key=lambda row: row.goal), max(rows, key=lambda row: row.goal)
    low = 3.2 * size
    for space, row in zip(scenario.starts, rows, strict=True):
        x, y = at[space][0], low + _BAR * (row.goal - best.goal) / (worst.goal - best.goal or 1.0)
        draft.add(Lines((((x, low), (x, y)),), _ACCENT, 0.8), Circles(((x, y),), 3.6, _ACCENT))
        draft.text(x, y + 6, f"{row.goal:g}", size, row in (best, worst))
        draft.text(x, low - size - 3, row.start, size)
    said = f"{best.start} {best.goal:g} at best, {worst.start} {worst.goal:g} at worst"
    draft.text(at[0][0], 0.0, f"endurance from each start to the Goal Square: {said}", size)


# Maps for mails and terminals: rows of coloured bricks, two half bricks a hexagon, and a triangle of signs.


OWN = "#4b2a78"


def recon_bricks(report: Report) -> Bricks:
    """The recon map: bricks large enough for a letter, the coordinate where nobody stands."""
    return _in_bricks(report, report.recon.spaces, report.recon.space, describe_recon(report))


def ally_bricks(report: Report, ally: AllySeen) -> Bricks:
    """A teammate's map in the same manner (RECON-8)."""
    return _in_bricks(report, ally.spaces, ally.space, f"What ally {ally.letter} sees from {NAME[ally.space]}.")


def _row_by_row(spaces: Iterable[int]) -> Iterator[tuple[int, list[int]]]:
    """How far in each row begins, in halves of a hex, and its spaces."""
    first = min(2 * NUMBER[s] - ROW[s] for s in spaces)
    for row in sorted({ROW[s] for s in spaces}):
        here = sorted(s for s in spaces if ROW[s] == row)
        yield 2 * NUMBER[here[0]] - row - first, here


def _in_bricks(report: Report, spaces: dict[int, SpaceSeen], own: int, said: str) -> Bricks:
    made = []
    for far_in, here in _row_by_row(spaces):
        bricks = []
        for space in range(here[0], here[-1] + 1):
            seen = spaces.get(space)
            if seen is None:
                bricks.append(Brick(""))
                continue
            fill = signs.FILL[signs.terrain_name(seen.terrain)]
            who = occupants(report, space, seen)
            text = "".join(letter for letter, _ in who)
            if space == own:
                bricks.append(Brick(OWN, text or "@", "#ffffff"))
            elif who:
                team = who[0][1]
                bricks.append(
                    Brick(signs.CLOAK.get(team or "", "#ffffff"), text, ink_on(signs.CLOAK.get(team or "", "#ffffff")))
                )
            else:
                bricks.append(Brick(fill, NAME[space] + ("+" if seen.things else "")))
        made.append(BrickRow(far_in, tuple(bricks)))
    return Bricks(tuple(made), 42, 34, said)


_LAND = {
    code: Brick(signs.FILL[name], name[0])
    for code in range(-1, len(TERRAIN_NAMES))
    for name in [signs.terrain_name(code)]
}
"""A small brick of each land by its code."""


def history_bricks(report: Report) -> Bricks:
    """The arena as known: a small brick a space, the letter of its land on it."""
    marked = {
        space: (letters[0] if len(letters) == 1 else str(len(letters)))
        for space, (mages, _) in marks_of(report).items()
        if (letters := [letter for letter, _, turn in mages if turn is None])
    }
    bricks = [Brick("")] * SPACES
    for space, (code, _) in report.history.items():
        bricks[space] = _LAND[code]
    for space, letter in marked.items():
        bricks[space] = Brick("#ffffff", letter, "#000000")
    bricks[report.recon.space] = Brick(OWN, report.mage.letter, "#ffffff")
    rows = [BrickRow(ROWS - 1 - row, tuple(bricks[space_at(row, 1) :][: row + 1])) for row in range(ROWS)]
    said = f"The arena: {len(report.history)} of 351 spaces have been seen."
    return Bricks(tuple(rows), 12, 14, said)


def world_bricks(world: World) -> Bricks:
    """The true arena, for when a game is over."""
    by_space: dict[int, list[tuple[str, str]]] = {}
    for mage in world.playing():
        by_space.setdefault(mage.space, []).append((mage.letter, mage.team))
    rows = []
    for row in range(ROWS):
        bricks = []
        for number in range(1, row + 2):
            space = space_at(row, number)
            who = by_space.get(space, [])
            name = signs.terrain_name(world.terrain_at(space))
            if who:
                fill = signs.CLOAK.get(who[0][1], "#ffffff") if who[0][1] != BLACK else "#ffffff"
                bricks.append(Brick(fill, who[0][0] if len(who) == 1 else str(len(who)), ink_on(fill)))
            else:
                bricks.append(Brick(signs.FILL[name], name[0]))
        rows.append(BrickRow(ROWS - 1 - row, tuple(bricks)))
    said = "The arena at the end: " + ", ".join(f"{m.letter} at {NAME[m.space]}" for m in world.playing()) + "."
    lying = "; ".join(f"{', '.join(map(thing_name, things))} at {NAME[s]}" for s, things in sorted(world.lying.items()))
    return Bricks(tuple(rows), 12, 14, said + (f" Lying: {lying}." if lying else ""))


# The arena as text: a triangle of signs, for mails and terminals.


UNSEEN = "\u00b7"
"""Sign of a space never seen."""
LEGEND = "  ".join(f"{sign} {name}" for sign, name in zip(TERRAIN_SIGNS, TERRAIN_NAMES, strict=True))

KEY = (
    "@ you, letter a mage, & several, ! somebody, + things lying, ? fog",
    "  ".join(f"{sign} {name}" for sign, name in list(zip(TERRAIN_SIGNS, TERRAIN_NAMES, strict=True))[:6]),
    "  ".join(f"{sign} {name}" for sign, name in list(zip(TERRAIN_SIGNS, TERRAIN_NAMES, strict=True))[6:]),
)
"""What the signs mean, in lines."""


def recon_text(report: Report) -> str:
    """The recon map: each space as terrain and mark: ``@`` you, a letter a mage, ``+`` things, ``!`` occupied."""
    return _in_signs(report, report.recon.spaces, report.recon.space, "@")


def ally_text(report: Report, ally: AllySeen) -> str:
    """A teammate's recon map, himself by his letter (RECON-8)."""
    return _in_signs(report, ally.spaces, ally.space, ally.letter)


def _in_signs(report: Report, spaces: Mapping[int, SpaceSeen], own: int, sign: str) -> str:
    lines = []
    for far_in, here in _row_by_row(spaces):
        line = [" "] * (far_in * 2)
        for space in here:
            mark = sign if space == own else _mark(report, spaces[space], space)
            line.append(f"{_sign(spaces[space].terrain)}{mark}  ")
        label = NAME[here[0]] + (f"-{NUMBER[here[-1]]}" if len(here) > 1 else "")
        lines.append(f"{label:>8}  {''.join(line).rstrip()}")
    return "\n".join(lines)


def _sign(code: int) -> str:
    return "?" if code < 0 else TERRAIN_SIGNS[code]


def _mark(report: Report, seen: SpaceSeen, space: int) -> str:
    if space == report.recon.space:
        return "@"
    known = report.places.get(space, ())
    if known:
        return known[0] if len(known) == 1 else "&"
    if seen.occupied:
        return "!"
    return "+" if seen.things else " "


def history_text(report: Report) -> str:
    """The arena as known: unseen spaces as dots, oneself as ``@``, others in sight by letter; numbers every five below."""
    spaces, own = report.history, report.recon.space
    known = {space: letters[0] if len(letters) == 1 else "&" for space, letters in report.places.items()}
    lines = []
    for row in range(26):
        signs = []
        for number in range(1, row + 2):
            space = space_at(row, number)
            seen = TERRAIN_SIGNS[spaces[space][0]] if space in spaces else UNSEEN
            signs.append("@" if space == own else known.get(space, seen))
        lines.append(f"{ROW_LETTERS[row]} {' ' * (25 - row)}{' '.join(signs)}")
    foot = [" "] * 54
    for number in (1, 5, 10, 15, 20, 25):
        place = 2 + 2 * (number - 1)
        foot[place : place + len(str(number))] = str(number)
    return "\n".join([*lines, "".join(foot).rstrip()])
