"""Recon maps as pictures: the reader's own and his allies' (RECON-1 to RECON-8).

They are built from a :class:`~magika_gm.games.magika.report.report.Report` alone, so they show what its
reader may know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from magika_gm.games.magika.report import map_signs as signs
from magika_gm.games.magika.report.map_signs import Draft, LegendRow
from magika_gm.games.magika.report.report import Report, summary_tree
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.rules.arena import (
    DIRECTIONS,
    GOAL,
    NAME,
    NEIGHBOUR,
    NUMBER,
    ROW,
    distance,
    within,
)
from magika_gm.games.magika.rules.tables import ARTIFACTS, BLACK, COLOURS, TERRAIN_NAMES
from magika_gm.reports.picture import ROOT, WHITE, Circles, Lines, Picture, Point, side

if TYPE_CHECKING:
    from magika_gm.games.magika.sight.recon import SpaceSeen

RINGS = 3
"""Distance rings drawn around the reader."""
Where = Callable[[int], Point]


@lru_cache(maxsize=4096)
def centre(space: int, size: float) -> Point:
    """Centre of a space when a1's is at (0, 0), y growing upward."""
    row = ROW[space]
    return (NUMBER[space] - 1 - row / 2) * size * ROOT, -row * size * 1.5


def recon_picture(report: Report, radius: float = 28.0, legend: float = 7.5) -> Picture:
    """The recon map with hexes of that radius; ``legend`` is the type size of the legend beside it, 0 for none."""
    draft = Draft()
    width, height, at = _frame(report.recon.spaces, report.recon.space, radius)
    words = sum(1 for _ in TERRAIN_NAMES) + 1
    rows = _legend_rows(report) if legend else []
    needed = legend * (1.5 * words + 1.75 * len(rows) + 1.5)
    lift = max(0.0, needed - height)
    shifted = _lifted(at, lift)
    _view(draft, report, report.recon.spaces, radius, shifted)
    _rings(draft, report.recon.space, report.recon.spaces, radius, shifted)
    x, y = shifted(report.recon.space)
    draft.add(Lines((signs.outline((x, y), radius * 0.95),), signs.VIOLET, round(radius * 0.09, 2)))
    if legend:
        top = height + lift
        used = signs.terrain_legend(draft, width + legend * 2, top, legend)
        signs.sign_legend(draft, width + legend * 2, top - used - legend * 0.7, legend, rows)
        width += legend * 23
    title = f"Recon map of {report.mage.letter}, game {report.player.game}, turn {report.turn}"
    return Picture(round(width, 1), round(height + lift, 1), title, describe_recon(report), draft.finished())


def recon_radius(report: Report, width: float, most: float) -> float:
    """The radius, at most ``most``, with which the recon map is no wider than that."""
    wide, _, _ = _frame(report.recon.spaces, report.recon.space, 100.0)
    return round(min(most, 100.0 * (width - 2) / (wide - 2)), 2)


def legend_picture(report: Report, size: float) -> Picture:
    """The recon map's legend alone: terrain to the left, marks to the right."""
    rows = _legend_rows(report)
    draft = Draft()
    height = size * max(1.5 * (len(TERRAIN_NAMES) + 1), 1.75 * len(rows)) + size
    signs.terrain_legend(draft, 0, height, size)
    signs.sign_legend(draft, size * 23, height, size, rows)
    return Picture(size * 45, height, "Legend", "What the maps' signs mean.", draft.finished())


def ally_picture(report: Report, spaces: dict[int, SpaceSeen], own: int, letter: str, radius: float) -> Picture:
    """A teammate's recon map, without a legend (RECON-8)."""
    draft = Draft()
    width, height, at = _frame(spaces, own, radius)
    _view(draft, report, spaces, radius, at)
    draft.add(Lines((signs.outline(at(own), radius * 0.95),), signs.VIOLET, round(radius * 0.09, 2)))
    return Picture(round(width, 1), round(height, 1), f"Recon map of ally {letter}", _tree(spaces), draft.finished())


def _frame(spaces: dict[int, SpaceSeen], own: int, radius: float) -> tuple[float, float, Where]:
    """Width and height of a map around ``own``, and where each space's centre lies in it."""
    ox, oy = centre(own, radius)
    places = [centre(s, radius) for s in spaces]
    left = min(x for x, _ in places) - ox
    right = max(x for x, _ in places) - ox
    low = min(y for _, y in places) - oy
    high = max(y for _, y in places) - oy
    edge = radius * ROOT / 2 + 1

    def at(space: int) -> Point:
        x, y = centre(space, radius)
        return round(x - ox - left + edge, 1), round(y - oy - low + radius + 1, 1)

    # at the right, half of a ring's number
    return right - left + 2 * edge + radius * 0.16, high - low + 2 * radius + 2, at


def _lifted(at: Where, lift: float) -> Where:
    def lifted(space: int) -> Point:
        x, y = at(space)
        return x, round(y + lift, 1)

    return lifted if lift else at


def _view(draft: Draft, report: Report, spaces: dict[int, SpaceSeen], radius: float, at: Where) -> None:
    """Spaces as seen: terrain, coordinate, letter, mages, things, the reader's own spells, the Goal Square."""
    by_terrain: dict[int, list[Point]] = {}
    for space, seen in spaces.items():
        by_terrain.setdefault(seen.terrain, []).append(at(space))
    for terrain, centres in sorted(by_terrain.items()):
        draft.add(signs.terrain_hexes(terrain, centres, radius))
    if GOAL in spaces:
        draft.add(*signs.goal(at(GOAL), radius))
    for kind, area in report.recon.own_areas:
        for space in sorted(area & spaces.keys()):
            draft.add(*signs.spell_mark(kind, at(space), radius))
    for space, seen in spaces.items():
        x, y = at(space)
        draft.text(x, y + radius * 0.56, NAME[space], radius * 0.27)
        name = TERRAIN_NAMES[seen.terrain][0] if seen.terrain >= 0 else signs.FOG
        draft.text(x, y - radius * 0.8, name, radius * 0.28, True)
        _mages(draft, _occupants(report, space, seen), x, y + radius * 0.14, radius)
        _things(draft, report, space, seen, x, y - radius * 0.4, radius)


def _occupants(report: Report, space: int, seen: SpaceSeen | None) -> list[tuple[str, str | None]]:
    """Letters and teams of the mages known to stand there; ``?`` for somebody not made out."""
    found: list[tuple[str, str | None]] = []
    if space == report.recon.space:
        found.append((report.mage.letter, report.mage.team))
    teams = {m.letter: m.team for m in report.recon.mages}
    found += [(letter, teams.get(letter)) for letter in report.places.get(space, ())]
    others = len(found) - (space == report.recon.space)
    if seen is not None and seen.occupied and not others:
        found.append(("?", None))
    return found


def _mages(draft: Draft, mages: list[tuple[str, str | None]], x: float, y: float, radius: float) -> None:
    size = min(radius * 0.34, radius * 1.62 / (2 * max(1, len(mages))))
    for number, (letter, team) in enumerate(mages):
        place = x + (number - (len(mages) - 1) / 2) * size * 2
        signs.disc(draft, round(place, 1), round(y, 1), round(size, 2), letter, team)


def artifacts_at(report: Report, space: int, things: Sequence[str]) -> list[tuple[str, bool]]:
    """Artifacts there: seen lying (False), or known to be there by attunement or a spell (True)."""
    known = [(a, True) for a, where in report.recon.artifacts.items() if where == space and a not in things]
    return [(t, False) for t in things if t in signs.CODE] + known


def _things(draft: Draft, report: Report, space: int, seen: SpaceSeen, x: float, y: float, radius: float) -> None:
    artifacts = artifacts_at(report, space, seen.things)
    cloaks = [t[6:] for t in seen.things if t.startswith("cloak:")]
    total = len(artifacts) + len(cloaks)
    most = 4 if total > 4 else 5
    shown = [("artifact", a, held) for a, held in artifacts] + [("cloak", c, False) for c in cloaks]
    shown = shown[:most] if total <= most else [*shown[:3], ("more", f"+{total - 3}", False)]
    step = radius * min(0.4, 1.5 / max(1, len(shown)))
    for number, (kind, value, held) in enumerate(shown):
        place = round(x + (number - (len(shown) - 1) / 2) * step, 1)
        if kind == "artifact":
            signs.artifact(draft, place, round(y, 1), round(radius * 0.24, 2), value, held)
        elif kind == "cloak":
            signs.cloak(draft, place, round(y, 1), round(radius * 0.14, 2), value)
        else:
            draft.text(place, y - radius * 0.1, value, radius * 0.26, True)


def _rings(draft: Draft, own: int, spaces: dict[int, SpaceSeen], radius: float, at: Where) -> None:
    """Borders of the rings 1 to 3 around the reader, each with its number."""
    paths: list[tuple[Point, ...]] = []
    numbers: list[tuple[Point, str]] = []
    for ring in range(1, RINGS + 1):
        rim = []
        for space in sorted(within(own, ring)):
            if space not in spaces or distance(own, space) != ring:
                continue
            for direction in DIRECTIONS:
                beyond = NEIGHBOUR[direction][space]
                if beyond < 0 or distance(own, beyond) > ring:
                    rim.append(side(at(space), radius, direction))
        paths += rim
        if rim:
            (ax, ay), (bx, by) = max(rim, key=lambda ends: (ends[0][0] + ends[1][0], ends[0][1]))
            numbers.append((((ax + bx) / 2, (ay + by) / 2), str(ring)))
    draft.add(Lines(tuple(_rounded(path) for path in paths), signs.VIOLET, round(radius * 0.045, 2)))
    size = round(radius * 0.15, 2)
    draft.add(Circles(tuple((round(x, 1), round(y, 1)) for (x, y), _ in numbers), size, WHITE, signs.VIOLET, 0.5))
    for (x, y), number in numbers:
        draft.text(x, y - size * 0.55, number, size * 1.5, True, signs.VIOLET)


def _rounded(path: tuple[Point, ...]) -> tuple[Point, ...]:
    return tuple((round(x, 1), round(y, 1)) for x, y in path)


def _legend_rows(report: Report) -> list[LegendRow]:
    """The marks that occur on this reader's maps, and what they mean."""
    spaces = report.recon.spaces
    team = report.mage.team if report.mage.team != BLACK else ""
    rows = [
        LegendRow("own", "", f"you ({report.mage.letter}), with rings 1 to 3"),
        LegendRow("mage", f"K {team or 'green'}", f"mage K wearing {team or 'green'}"),
        LegendRow("mage", "K black", "mage without a cloak"),
        LegendRow("mage", "? ", "somebody, or cloak not known"),
    ]
    things = {t for seen in spaces.values() for t in seen.things}
    lying = [a for a in ARTIFACTS if a in things]
    held = [a for a in report.recon.artifacts if a not in lying and report.recon.artifacts[a] in spaces]
    rows += [LegendRow("artifact", a, f"{signs.artifact_words(a)} lying") for a in lying[:4]]
    rows += [LegendRow("known", a, f"{signs.artifact_words(a)} is there") for a in held[:3]]
    cloaks = [c for c in COLOURS if f"cloak:{c}" in things]
    rows += [LegendRow("cloak", c, f"{c} cloak lying") for c in cloaks[:1]]
    if any(seen.terrain < 0 for seen in spaces.values()):
        rows.append(LegendRow("fog", "", "fog: not seen"))
    if GOAL in spaces:
        rows.append(LegendRow("goal", "", "the Goal Square"))
    words = {
        "ElAtt": "your ElAtt: endurance lost",
        "ElBlo": "your ElBlo: no way NE, NW",
        "ElDrp": "your ElDrp: both",
        "ElArr": "your ElArr: terrain changed",
    }
    kinds = {kind for kind, area in report.recon.own_areas if area & spaces.keys()}
    return rows + [LegendRow(kind, "", text) for kind, text in words.items() if kind in kinds]


def describe_recon(report: Report) -> str:
    """The recon map in words."""
    spaces = report.recon.spaces
    said = [f"You, {report.mage.letter}, stand at {NAME[report.recon.space]}.", _tree(spaces)]
    for space, seen in spaces.items():
        who = [
            ("somebody" if letter == "?" else letter) + (f" in {team}" if team and team != BLACK else "")
            for letter, team in _occupants(report, space, seen)
            if not (space == report.recon.space and letter == report.mage.letter)
        ]
        what = [*who, *map(thing_name, seen.things)]
        if what:
            said.append(f"At {NAME[space]}: {', '.join(what)}.")
    return " ".join(said)


def _tree(spaces: dict[int, SpaceSeen]) -> str:
    return "In view: " + ", ".join(f"{TERRAIN_NAMES[code]} {total}" for code, total, _ in summary_tree(spaces)) + "."
