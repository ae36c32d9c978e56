"""The board as a drawing: terrain, control, storms, walls, units on the ground and in the air; works without colour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from magika_gm.engine.records import record
from magika_gm.engine.told import Told
from magika_gm.games.arena.rules import events as e
from magika_gm.games.arena.rules.state import Creature, State
from magika_gm.games.arena.rules.tables import Kind
from magika_gm.games.arena.rules.terms import SIDES
from magika_gm.games.arena.rules.units import adds, idle, unit, walls
from magika_gm.games.arena.system import ARENA
from magika_gm.reports.kit.base import SIZES, Style, type_size
from magika_gm.reports.pdf_stream import BOLD, text_width
from magika_gm.reports.picture import BOARD_INK as INK
from magika_gm.reports.picture import (
    CORNERS,
    ROOT,
    Circles,
    Hexes,
    Item,
    Lines,
    Picture,
    Place,
    Point,
    Polygon,
    Texts,
    drawn,
    figures,
    middle,
    mixed,
    write,
)
from magika_gm.reports.picture import side as hex_side

# Who stands where, put together for a map: the stacks of a board's places, and the board in signs.


CELL = 7
"""Columns of a hex in texts."""


@record
class Standing:
    """A unit on the map: side ("" for an idle vehicle), the top mount's id, its riders' ids, the Power of all."""

    side: str
    id: str
    riders: tuple[str, ...]
    power: int

    @property
    def text(self) -> str:
        """``A8+A3  4``: mount, riders, Power."""
        return f"{self.short}  {self.power}" if self.side else self.short

    @property
    def short(self) -> str:
        """Without its Power."""
        ids = "+".join((self.id, *self.riders))
        return ids if self.side else f"({ids})"


@record
class Stack:
    """All units in one place."""

    place: int
    units: tuple[Standing, ...]

    @property
    def hex(self) -> int:
        """Its hex."""
        return self.place >> 1

    @property
    def air(self) -> bool:
        """Whether it is an airspace."""
        return bool(self.place & 1)

    def of(self, side: str) -> tuple[Standing, ...]:
        """Those of a side ("" for idle vehicles)."""
        return tuple(u for u in self.units if u.side == side)

    def texts(self, rows: int) -> list[tuple[str, str]]:
        """Side and text of at most ``rows`` counters: one a unit, or one a side with number and Power."""
        if len(self.units) <= rows:
            return [(u.side, u.text) for u in self.units]
        sides = [side for side in (*SIDES, "") if self.of(side)]
        if len(sides) > rows:
            whole = " ".join(f"{side or 'idle'}x{len(self.of(side))}" for side in sides)
            return [(sides[0], whole)]
        spare = rows - len(sides)
        found: list[tuple[str, str]] = []
        for side in sides:
            mine = self.of(side)
            if len(mine) <= 1 + spare:
                found += [(side, u.text) for u in mine]
                spare -= len(mine) - 1
            else:
                found.append((side, f"{side or 'idle'} x{len(mine)}  {sum(u.power for u in mine)}"))
        return found


def stacks(state: State) -> list[Stack]:
    """Every place somebody stands in, in order of places; A's units first, idle vehicles last."""
    found: dict[int, list[Standing]] = {}
    for creature in state.by_id():
        if not creature.on:
            found.setdefault(creature.place, []).append(_standing(state, creature))
    order = {"A": 0, "B": 1, "": 2}
    return [Stack(place, tuple(sorted(units, key=lambda u: order[u.side]))) for place, units in sorted(found.items())]


def _standing(state: State, mount: Creature) -> Standing:
    whole = unit(state, mount)
    lazy = idle(state, mount)
    power = sum(adds(state, c) for c in whole if not idle(state, c))
    return Standing("" if lazy else mount.side, mount.id, tuple(c.id for c in whole[1:]), power)


def text_board(state: State) -> tuple[str, ...]:
    """The board in signs, two lines a row: terrain, control (a, b), storm (!), who is in the air; below, the ground."""
    by_place = {s.place: s for s in stacks(state)}
    rows: list[str] = []
    longest = max(map(len, state.board.rows))
    for r, row in enumerate(state.board.rows):
        shift = " " * ((longest - len(row)) * CELL // 2)
        over = "".join(f"{_sky(state, h, by_place):<{CELL}}" for h in row)
        under = "".join(f"{_short(by_place.get(h * 2)):<{CELL}}" for h in row)
        rows.append(f"{chr(ord('a') + r)} {shift}{over}".rstrip())
        rows.append(f"  {shift}{under}".rstrip())
    return tuple(rows)


def _sky(state: State, hex_: int, by_place: dict[int, Stack]) -> str:
    mark = state.terrain[hex_] + (state.control[hex_].lower() or ".")
    mark += "!" if state.storms.get(hex_, 0) > state.turn else ""
    flying = _short(by_place.get(hex_ * 2 + 1))
    return f"{mark} {flying}"[: CELL - 1] if flying else mark


def _short(stack: Stack | None) -> str:
    """``A3``, ``A3+2``, ``2A/1B``: who stands in a place, in few letters."""
    if stack is None:
        return ""
    sky = "^" if stack.air else ""
    sides = [side for side in (*SIDES, "") if stack.of(side)]
    if len(sides) > 1:
        return "/".join(f"{len(stack.of(side))}{side or '?'}" for side in sides) + sky
    return _leader(stack.units) + sky


def _leader(units: Sequence[Standing]) -> str:
    """The first, and how many more."""
    more = len(units) - 1 + sum(len(unit.riders) for unit in units)
    name = units[0].id if units[0].side else f"({units[0].id})"
    return f"{name}{f'+{more}' if more else ''}"


def counters(hex_: int, by_place: Mapping[int, Stack]) -> tuple[tuple[str, str, str], ...]:
    """Who is on a hex of a mail's board, and above it: each side's, light or dark."""
    there = (stack for place in (hex_ * 2 + 1, hex_ * 2) if (stack := by_place.get(place)) is not None)
    return tuple(
        (_leader(own) + "^" * stack.air, *COUNTER.get(side, IDLE))
        for stack in there
        for side in (*SIDES, "")
        if (own := stack.of(side))
    )


ACCENT = ARENA.accent
FIGURES = figures("magika_gm.games.arena.data")
EDGE = "#8a8494"
FILLS = {
    "G": "#dff39a",
    "F": "#9dcd91",
    "R": "#ccb8cc",
    "S": "#86aa9e",
    "W": "#7d9fdd",
    "L": "#d9743f",
    "K": "#fef6db",
}
"""Of terrains: told apart by colour-blind eyes too."""
WAVES, CRACKS = "#ffffff", "#2a1208"
"""Water's hatch is white and lava's black; the others' are darker than their ground: in grey each is another."""
HATCHES = {"F": "forest", "R": "mountain", "S": "swamp", "W": "river", "L": "volcanic"}
SIDE_INK = {"A": "#1f3f8c", "B": "#9c1f1f"}
"""A's control is a whole line, B's a dashed one."""
COUNTER = {"A": ("#ffffff", INK), "B": ("#3a3344", "#ffffff")}
"""Fill and ink of counters: A's light, B's dark; idle vehicles are grey."""
IDLE = ("#d5d2da", INK)
STORM = "#5a4d8c"
WAY = {
    "walk": (SIDE_INK, 0.0, 1.7),
    "fly": (SIDE_INK, 3.0, 1.5),
    "retreat": ({"A": "#777777", "B": "#777777"}, 1.5, 1.4),
}


def ratio(state: State) -> float:
    """Height of the board by its width."""
    side = state.board.side
    return ((2 * side - 1) * 1.5 + 0.5) / ((2 * side - 1) * ROOT)


@record
class Way:
    """A way gone in the turn: ``walk``, ``fly`` or ``retreat``; hex numbers from start to end."""

    side: str
    sort: str
    hexes: tuple[int, ...]


def ways(state: State, told: Iterable[Told[Any]]) -> tuple[Way, ...]:
    """Every way gone in a turn, as told."""
    found: list[Way] = []
    for one in told:
        match one.event:
            case e.Walked(unit, start, path):
                found.append(_way(state, unit, "walk", (start, *path)))
            case e.Flew(unit, start, path, _):
                found.append(_way(state, unit, "fly", (start, *path)))
            case e.Retreated(unit, start, to):
                found.append(_way(state, unit, "retreat", (start, to)))
    return tuple(way for way in found if len(way.hexes) > 1)


def _way(state: State, unit: str, sort: str, places: Sequence[int]) -> Way:
    creature = state.creatures.get(unit)
    hexes: list[int] = []
    for place in places:
        if not hexes or hexes[-1] != place >> 1:
            hexes.append(place >> 1)
    return Way(creature.side if creature is not None else unit[:1], sort, tuple(hexes))


def fights(told: Iterable[Told[Any]]) -> frozenset[int]:
    """Hexes where a combat was fought."""
    return frozenset(one.event.place >> 1 for one in told if isinstance(one.event, e.Fought))


class _Sheet:
    """The drawing while it is made: hex radius, centres, the hexes of the rows that are drawn."""

    def __init__(self, state: State, width: float, height: float, style: Style, rows: range | None = None) -> None:
        every = state.board.rows
        rows = rows or range(len(every))
        across = max(len(every[r]) for r in rows)
        self.state, self.style = state, style
        self.radius = min(width / (across * ROOT), height / (len(rows) * 1.5 + 0.5))
        self.width, self.height = self.radius * ROOT * across, self.radius * (len(rows) * 1.5 + 0.5)
        self.centres: list[Point] = []
        for r, row in enumerate(every):
            for n in range(len(row)):
                x = (n + 0.5 + (across - len(row)) / 2) * ROOT * self.radius
                y = self.height - self.radius * (1 + 1.5 * (r - rows.start))
                self.centres.append((round(x, 2), round(y, 2)))
        self.drawn = frozenset(h for h, row in enumerate(_rows(state)) if row in rows)

    def at(self, hex_: int, dx: float, dy: float) -> Point:
        """A point in a hex, in radii from its middle."""
        x, y = self.centres[hex_]
        return round(x + dx * self.radius, 2), round(y + dy * self.radius, 2)


def board_picture(
    state: State,
    told: Sequence[Told[Any]],
    width: float,
    height: float,
    style: Style,
    *,
    full: bool = False,
    bare: bool = False,
) -> Picture:
    """The board within a box; ``full`` names each unit where there is room, else the turn's ways are drawn; ``bare`` is
    without what stands and lies there."""
    sheet = _Sheet(state, width, height, style)
    items: list[Item] = _land(sheet)
    items += _control(sheet)
    items += _storms(sheet)
    items += _walls(sheet)
    items += [] if full else _ways(sheet, ways(state, told))
    items += _fights(sheet, fights(told))
    items += _names(sheet)
    if not bare:
        items += _lying(sheet)
        for stack in stacks(state):
            items += _counters(sheet, stack)
    return Picture(sheet.width, sheet.height, "The board", described(state), tuple(items))


def _rows(state: State) -> list[int]:
    """The row of each hex, by its number."""
    return [r for r, row in enumerate(state.board.rows) for _ in row]


FRONT, SQUARE, LOCATOR = 28.0, 23.0, 80.0
"""Radius of a hex on page 1, side of a counter there, width of the whole board in small."""


def front(state: State, told: Sequence[Told[Any]], here: Sequence[Stack]) -> range:
    """The rows where somebody stands, went or fought, and one more on either side."""
    there = {stack.hex for stack in here} | fights(told)
    there |= {h for way in ways(state, told) for h in way.hexes}
    rows = [row for h, row in enumerate(_rows(state)) if h in there] or [state.board.side - 1]
    return range(max(0, rows[0] - 1), min(len(state.board.rows), rows[-1] + 2))


def front_picture(
    state: State,
    told: Sequence[Told[Any]],
    here: Sequence[Stack],
    rows: range,
    width: float,
    height: float,
    style: Style,
) -> Picture:
    """The turn: the rows where something is, large, with ways and counters as in a board wargame; where that is not
    the whole board, all of it in small beside it."""
    sheet = _Sheet(state, width, height, style, rows)
    items = [*_land(sheet), *_control(sheet), *_storms(sheet), *_walls(sheet), *_ways(sheet, ways(state, told))]
    items += [*_fights(sheet, fights(told)), *_names(sheet), *_lying(sheet)]
    for hex_, on_it in groupby(here, key=lambda stack: stack.hex):
        items += _squares(sheet, hex_, list(on_it))
    wide = sheet.width
    if len(rows) < len(state.board.rows) and width - wide >= LOCATOR + 8:
        items += _whole(state, here, rows, wide + 8, sheet.height)
        wide += 8 + LOCATOR
    return Picture(wide, sheet.height, "The board", described(state), tuple(items))


def _squares(sheet: _Sheet, hex_: int, here: Sequence[Stack]) -> list[Item]:
    """A hex's counters as squares, a side's units in a place on one; as strips where there is no room for that."""
    held = [(stack, side) for stack in here for side in (*SIDES, "") if stack.of(side)]
    side = sheet.radius * SQUARE / FRONT
    if len(held) > 2 or side < SQUARE * 0.8 or sheet.style.large:
        return [item for stack in here for item in _counters(sheet, stack)]
    items: list[Item] = []
    for n, (stack, whose) in enumerate(held):
        x, y = sheet.at(hex_, 0.0 if len(held) == 1 else (-0.43, 0.43)[n], -0.6 + 0.22 * stack.air)
        items += _square(sheet, stack.of(whose), stack.air, x - side / 2, y, side)
    return items


def _square(sheet: _Sheet, units: Sequence[Standing], air: bool, x: float, y: float, side: float) -> list[Item]:
    """A counter: the strongest one's sign and id, the Power of all, how many they are; it widens upward in the air."""
    best = max(units, key=lambda unit: unit.power)
    fill, ink = COUNTER.get(best.side, IDLE)
    tip, size = (side * 0.1 if air else 0.0), sheet.style.map_size()

    def sheetlet(away: float) -> Polygon:
        corners = ((x, y), (x + side, y), (x + side + tip, y + side), (x - tip, y + side))
        return Polygon(tuple((round(px + away, 2), round(py + away, 2)) for px, py in corners), fill, INK, 0.8)

    items: list[Item] = [sheetlet(away) for away in ((2.2, 0.0) if len(units) > 1 else (0.0,))]
    items += kind_sign(sheet.state.creatures[best.id].kind, x + 2.2, y + side - 9, ink, fill)
    total = str(sum(unit.power for unit in units))
    power = type_size(10.0, sheet.style.map_sizes)
    at = round(x + side - 2 - text_width(total, power, BOLD), 2)
    said = best.id + ("+" if best.riders else "")
    if len(units) > 1:
        said = next(s for s in (f"{said} x{len(units)}", f"x{len(units)}") if s[0] == "x" or fits(s, size, side - 4))
    return [
        *items,
        write(at, y + side - 9.6, total, power, True, ink),
        write(x + 2, y + 2.4, said, size, True, ink),
    ]


def fits(text: str, size: float, room: float) -> bool:
    """Whether a bold text has room."""
    return text_width(text, size, BOLD) <= room


def kind_sign(kind: Kind, x: float, y: float, ink: str, ground: str) -> list[Item]:
    """What a creature is, in a frame of nine by six: undead, caster, wings, wheels, archer, mount, on foot."""
    found = (("undead", kind.undead), ("caster", bool(kind.spells)), ("wings", kind.flight is not None),
             ("wheels", kind.machine), ("archer", kind.ranged is not None), ("mount", kind.animal))  # fmt: skip
    name = next((name for name, there in found if there), "foot")
    return drawn((*FIGURES["frame"], *FIGURES[name]), x + 4.5, y + 3.25, 4.5, ink, ground)


def _whole(state: State, here: Sequence[Stack], rows: range, left: float, top: float) -> list[Item]:
    """The whole board in small: who holds what, where somebody stands, a frame around what is drawn large."""
    sheet = _Sheet(state, LOCATOR, LOCATOR, Style())
    centres = [(round(left + x, 2), round(top - sheet.height + y, 2)) for x, y in sheet.centres]
    items: list[Item] = []
    grounds = {"": "#ffffff", "A": mixed(SIDE_INK["A"], "#ffffff", 0.78), "B": mixed(SIDE_INK["B"], "#000000", 0.1)}
    for side, fill in grounds.items():
        held = tuple(c for c, owner in zip(centres, state.control, strict=True) if (owner or "") == side)
        items += [Hexes(held, sheet.radius, fill, EDGE, 0.3)] if held else []
    dots = tuple(dict.fromkeys(centres[stack.hex] for stack in here))
    items.append(Circles(dots, sheet.radius * 0.42, "#ffffff", INK, 0.8))
    low, high = (round(top - sheet.radius * (1.5 * row + 0.25), 2) for row in (rows.stop, rows.start))
    frame = ((left - 2, low), (left + LOCATOR + 2, low), (left + LOCATOR + 2, high), (left - 2, high), (left - 2, low))
    items.append(Lines((frame,), INK, 1.0))
    return items


def _land(sheet: _Sheet) -> list[Item]:
    items: list[Item] = []
    for letter, fill in FILLS.items():
        centres = tuple(sheet.centres[h] for h, t in enumerate(sheet.state.terrain) if t == letter and h in sheet.drawn)
        if centres:
            ink = {"W": WAVES, "L": CRACKS}.get(letter) or mixed(fill, INK, 0.55)
            items.append(Hexes(centres, sheet.radius, fill, EDGE, 0.5, HATCHES.get(letter, ""), ink))
    for hex_ in sheet.drawn.intersection(sheet.state.kings.values()):
        items.append(Hexes((sheet.centres[hex_],), sheet.radius * 0.97, "", INK, 1.1))
    return items


def _ring(sheet: _Sheet, hex_: int) -> tuple[Point, ...]:
    x, y = sheet.centres[hex_]
    r = sheet.radius * 0.88
    ring = tuple((round(x + dx * r, 2), round(y + dy * r, 2)) for dx, dy in CORNERS)
    return (*ring, ring[0])


def _control(sheet: _Sheet) -> list[Item]:
    items: list[Item] = []
    for side, dash in zip(SIDES, (0.0, 3.2), strict=True):
        paths = tuple(
            _ring(sheet, h) for h, owner in enumerate(sheet.state.control) if owner == side and h in sheet.drawn
        )
        if paths:
            items.append(Lines(paths, SIDE_INK[side], 1.5, dash))
    return items


def _storms(sheet: _Sheet) -> list[Item]:
    """A storm: a zigzag through the hex's upper half, over a veil."""
    items: list[Item] = []
    for hex_, until in sorted(sheet.state.storms.items()):
        if until <= sheet.state.turn or hex_ not in sheet.drawn:
            continue
        half = ((-ROOT / 2, 0.5), (0.0, 1.0), (ROOT / 2, 0.5), (ROOT / 2, 0.12), (-ROOT / 2, 0.12))
        items.append(Polygon(tuple(sheet.at(hex_, *p) for p in half), mixed(STORM, "#ffffff", 0.55), STORM, 0.6))
        bolts = []
        for dx in (-0.62, 0.5):
            bolt = ((dx + 0.1, 0.6), (dx - 0.04, 0.36), (dx + 0.1, 0.36), (dx - 0.06, 0.14))
            bolts.append(tuple(sheet.at(hex_, *p) for p in bolt))
        items.append(Lines(tuple(bolts), INK, 1.1))
    return items


def _walls(sheet: _Sheet) -> list[Item]:
    paths = []
    for one, other in sorted(walls(sheet.state)):
        if one not in sheet.drawn:
            continue
        towards = next(d for d, n in sheet.state.board.steps[one].items() if n == other)
        paths.append(hex_side(sheet.centres[one], sheet.radius, towards))
    return [Lines(tuple(paths), INK, 3.4)] if paths else []


def _ways(sheet: _Sheet, gone: Iterable[Way]) -> list[Item]:
    items: list[Item] = []
    for way in gone:
        colours, dash, wide = WAY[way.sort]
        points = tuple(sheet.at(h, 0.0, -0.3) for h in way.hexes)
        items.append(Lines((points,), "#ffffff", wide + 1.6))
        items.append(Lines((points,), colours.get(way.side, INK), wide, dash))
        items.append(Circles((points[0],), wide * 1.3, "#ffffff", colours.get(way.side, INK), 0.9))
    return items


def _fights(sheet: _Sheet, where: Iterable[int]) -> list[Item]:
    """A star around a hex where a combat was fought."""
    items: list[Item] = []
    for hex_ in sorted(where):
        swords = (
            tuple(sheet.at(hex_, *p) for p in ((0.5, 0.28), (0.76, 0.58))),
            tuple(sheet.at(hex_, *p) for p in ((0.76, 0.28), (0.5, 0.58))),
        )
        items += [Lines(swords, "#ffffff", 3.0), Lines(swords, "#b01818", 1.5)]
    return items


def _names(sheet: _Sheet) -> list[Item]:
    size = sheet.style.map_size()
    state = sheet.state
    plain: list[Place] = []
    kings: list[Place] = []
    for hex_, name in enumerate(state.board.names):
        if hex_ not in sheet.drawn:
            continue
        left = state.storms.get(hex_, 0) - state.turn
        text = f"{name} !{left}" if left > 0 else name
        x, y = sheet.at(hex_, 0.0, 0.8 if sheet.radius * 0.4 > size else 0.88)
        (kings if hex_ in state.kings.values() else plain).append((x, round(y - size, 2), text))
    return [
        Texts(tuple(plain), size, False, "#3c3746", halo="#ffffff"),
        Texts(tuple(kings), size, True, INK, halo="#ffffff"),
    ]


def _lying(sheet: _Sheet) -> list[Item]:
    """Items lying about (a lozenge) and corpses (a cross)."""
    state, r = sheet.state, sheet.radius
    items: list[Item] = []
    where = {i.place >> 1 for i in state.items.values() if not i.gone and not i.by and i.place >= 0} & sheet.drawn
    for hex_ in sorted(where):
        x, y = sheet.at(hex_, -0.62, 0.34)
        d = max(2.4, r * 0.11)
        items.append(Polygon(((x, y + d), (x + d, y), (x, y - d), (x - d, y)), "#ffd54a", INK, 0.7))
    crosses = []
    for hex_ in sorted({c.hex for c in state.corpses.values() if not c.gone} & sheet.drawn):
        x, y = sheet.at(hex_, -0.62, 0.02)
        d = max(2.2, r * 0.1)
        crosses += [((x, y + d), (x, y - d * 1.4)), ((x - d * 0.7, y + d * 0.4), (x + d * 0.7, y + d * 0.4))]
    if crosses:
        items += [Lines(tuple(crosses), "#ffffff", 2.6), Lines(tuple(crosses), INK, 1.2)]
    return items


def _counters(sheet: _Sheet, stack: Stack) -> list[Item]:
    """A place's counters: one a unit where there is room, else one a side with the number of units and their Power."""
    size = sheet.style.map_size()
    high = size + 2.6
    top = 0.5 if stack.air else 0.02
    room = sheet.radius * (0.46 if stack.air else 0.84)
    rows = max(1, int((room + 1) / (high + 0.6)))
    texts = stack.texts(rows)
    items: list[Item] = []
    x, y = sheet.at(stack.hex, 0.0, top)
    widest = sheet.radius * (1.3 if stack.air else 1.42)
    for number, (side, text) in enumerate(texts):
        shown = _cut(text, size, widest - 5)
        wide = min(widest, text_width(shown, size, BOLD) + 6)
        items += _counter(side, shown, stack.air, x, y - (number + 1) * (high + 0.6), wide, size)
    return items


def _counter(side: str, shown: str, air: bool, x: float, low: float, wide: float, size: float) -> list[Item]:
    fill, ink = COUNTER.get(side, IDLE)
    low, high = round(low, 2), size + 2.6
    left, right = x - wide / 2, x + wide / 2
    tip = high * 0.35 if air else 0.0
    box = ((left, low), (right, low), (right + tip, low + high), (left - tip, low + high))
    return [
        Polygon(tuple((round(px, 2), round(py, 2)) for px, py in box), fill, INK, 0.8),
        middle(x, low + (high - size * 0.7) / 2, shown, size, True, ink),
    ]


def counter_picture(one: Standing, air: bool, style: Style) -> Picture:
    """A unit by itself, as wide as any: its mount, whether somebody rides, the Power of all."""
    size = style.map_size()
    wide = text_width("A88+ 88", size, BOLD) + 6
    shown = f"{one.id}{'+' if one.riders else ''} {one.power}" if one.side else one.short
    return Picture(
        wide + size,
        size + 2.6,
        one.short,
        "",
        tuple(_counter(one.side, shown, air, (wide + size) / 2, 0.0, wide, size)),
    )


def _cut(text: str, size: float, room: float) -> str:
    """As much of a counter's text as there is room for: its Power goes first, then the riders."""
    for shorter in (text, text.split("  ", maxsplit=1)[0], text.split("+", maxsplit=1)[0].split(" ", maxsplit=1)[0]):
        if text_width(shorter, size, BOLD) <= room:
            return shorter
    return text.split(" ", maxsplit=1)[0].split("+", maxsplit=1)[0]


def flag(side: str, width: float, sizes: Sequence[float] = SIZES) -> Picture:
    """A side's device: a shield, A's with a whole bend, B's quartered dark, and its letter."""
    height = width * 1.2
    items = drawn(FIGURES[side], width / 2, height / 2, width / 2, SIDE_INK[side], COUNTER[side][0])
    x, y, r = width / 2, height * 0.55, width * 0.27
    items.append(Circles(((x, y),), r, "#ffffff", INK, 0.7))
    size = type_size(r * 1.4, sizes)
    items.append(middle(x, y - size * 0.36, side, size, True))
    return Picture(width, height, f"Player {side}", "", tuple(items))


def described(state: State) -> str:
    """The board in words, for those who cannot see it."""
    names = state.board.place_names
    said = [f"{names[s.place]}: {', '.join(text for _, text in s.texts(99))}" for s in stacks(state)]
    held = {side: state.control.count(side) for side in SIDES}
    return f"A controls {held['A']} hexes, B {held['B']}. " + "; ".join(said) + "."
