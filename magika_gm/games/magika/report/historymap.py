# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""The arena as its reader knows it (RECON-9): land seen, his own track of all turns, others where last known, artifacts.

Built from a :class:`~magika_gm.games.magika.report.report.Report` alone, so it shows what its reader may know. Land
hardly changes, so it keeps its colour with age; thin contours show what each turn saw last.
"""

from __future__ import annotations

from itertools import chain, pairwise

from magika_gm.games.magika.report import map_signs as signs
from magika_gm.games.magika.report import triangle as tri
from magika_gm.games.magika.report.map_signs import Draft
from magika_gm.games.magika.report.report import Report
from magika_gm.games.magika.report.triangle import ALL, Frame
from magika_gm.games.magika.rules.arena import DIRECTIONS, GOAL, INDEX, NAME, NEIGHBOUR
from magika_gm.games.magika.rules.tables import BLACK
from magika_gm.reports.kit.style import Style
from magika_gm.reports.picture import WHITE, Circles, Lines, Picture, Point, Tenths, side

FADES = ((1, 0.0), (5, 0.15), (1 << 30, 0.3))
"""Up to that many turns old, a sight is mixed with so much white; never more."""
DARK = "#2c1650"
CROWDED = 1.3
"""A hex with less radius, in sizes of type, has no room for a name above a disc."""
NUMBERED = 5
"""Every fifth turn of the track is numbered."""


def frames_of(report: Report, large: bool, ring: int = 1) -> list[Frame]:
    """The whole triangle; in large print each part that was seen, with one ring more, his own first."""
    if not large:
        return [ALL]
    groups = tri.clusters({*report.history, report.recon.space})
    groups.sort(key=lambda group: report.recon.space not in group)
    frames = [tri.cropped(group, ring) for group in groups if len(group) > 2 or report.recon.space in group]
    return frames or [ALL]


def history_picture(
    report: Report, width: float = 528.0, height: float = 480.0, style: Style | None = None, frame: Frame = ALL
) -> Picture:
    """The triangle, or a part of it, as its reader knows it."""
    style = style or Style()
    size = style.map_size()
    radius = tri.radius_for(frame, width, height)
    draft, at = Draft(style), tri.places(radius, frame)
    spaces = set(tri.inside(frame))
    seen = {s: sight for s, sight in report.history.items() if s in spaces}
    marked = {s: mark for s, mark in marks_of(report).items() if s in spaces}
    draft.add(tri.grid(radius, frame, frozenset(seen)))
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
    tri.names(draft, set(seen) - crowded, radius, frame, size, signs.TEXT)
    tri.names(draft, tri.ends_of_rows(frame) - set(seen) - crowded, radius, frame, size, signs.GREY)
    tri.row_letters(draft, radius, frame, size)
    low = radius * 0.42 + size * 0.34
    for s, text in (labels | numbered).items():
        draft.text(at[s][0], at[s][1] - low, text, size, s in numbered, DARK if s in numbered else signs.TEXT)
    for s, mark in marked.items():
        _mark(draft, report, s, mark, at[s], radius, size)
    wide, tall = tri.size_of(radius, frame)
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
        draft.add(Circles(((x, round(y, 1)),), round(reach, 1), "#1a1a1a"))
        draft.text(x, y - size * 0.34, str(len(mages)), size, True, WHITE)
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
