"""The history map as a picture: the whole triangle from memory, with how old each sight is (RECON-9).

Built from a :class:`~magika_gm.games.magika.report.report.Report` alone, so it shows what its reader may know.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from magika_gm.games.magika.report import map_signs as signs
from magika_gm.games.magika.report.hexmap import artifacts_at, centre
from magika_gm.games.magika.report.map_signs import Draft, LegendRow
from magika_gm.games.magika.report.report import Report
from magika_gm.games.magika.rules.arena import GOAL, INDEX, LETTERS, NAME, NUMBER, ROW, SPACES
from magika_gm.games.magika.rules.tables import ARTIFACTS, BLACK, TERRAIN_NAMES
from magika_gm.reports.picture import GREY, ROOT, WHITE, Hexes, Item, Lines, Picture, Point, Texts

FADES = ((0, 0.0), (2, 0.3), (6, 0.55), (1 << 30, 0.75))
"""Up to that many turns old, a sight is mixed with so much white."""


class Part(NamedTuple):
    """A part of the triangle: what it is called, its spaces, rows, and its left edge and width in hexes."""

    words: str
    spaces: frozenset[int]
    first: int
    last: int
    left: float
    width: float


def _part(words: str, spaces: list[int]) -> Part:
    places = [_hexes_east(s) for s in spaces]
    rows = [ROW[s] for s in spaces]
    # room for half a hex at either side, and for the row letters to the left
    return Part(
        words, frozenset(spaces), min(rows), max(rows), min(places) - 1.4, max(places) - min(places) + 1 + LETTER_ROOM
    )


def _hexes_east(space: int) -> float:
    """How many hexes east of the middle a space lies."""
    return NUMBER[space] - 1 - ROW[space] / 2


LETTER_ROOM = 1.3
HALF = 13
"""The first row of the lower half, and the width in hexes of each of its parts."""
ALL = _part("", list(range(SPACES)))
THIRDS = (
    _part("rows a to m", [s for s in range(SPACES) if ROW[s] < HALF]),
    _part("rows n to z, west", [s for s in range(SPACES) if ROW[s] >= HALF and _hexes_east(s) <= 0]),
    _part("rows n to z, east", [s for s in range(SPACES) if ROW[s] >= HALF and _hexes_east(s) > 0]),
)
"""The triangle in three parts, for large print: each at about twice the size."""
ACROSS = ALL.width
"""Width of the whole map in hexes, its row letters with it."""


def history_size(width: float, height: float, part: Part = ALL) -> float:
    """Radius of the hexes with which the triangle, or a part of it, fits a box."""
    tall = 1.5 * (part.last - part.first) + 2.3
    return int(100 * min(width / (part.width * ROOT), height / tall)) / 100


def history_height(radius: float, part: Part = ALL) -> float:
    """Height of the triangle, or of a part of it."""
    return radius * (1.5 * (part.last - part.first) + 2) + 2


@lru_cache(maxsize=16)
def triangle(radius: float, part: Part = ALL) -> tuple[tuple[Point, ...], Hexes, tuple[Item, ...]]:
    """Centres of all spaces, seen from that part; what lies under and what over the terrain in every such map."""
    left, top = -part.left * ROOT * radius, (1.5 * part.last + 1) * radius + 1
    at = tuple((round(x + left, 1), round(y + top, 1)) for x, y in (centre(s, radius) for s in range(SPACES)))
    inside = sorted(part.spaces)
    grid = Hexes(tuple(at[s] for s in inside), radius, WHITE, "#c4c4c4", 0.3)
    names = Texts(
        tuple((at[s][0], round(at[s][1] + radius * 0.44, 1), NAME[s]) for s in inside), round(radius * 0.37, 2)
    )
    firsts = {ROW[s]: s for s in reversed(inside)}
    letters = Texts(
        tuple(
            (round(at[s][0] - radius * 1.35, 1), round(at[s][1] - radius * 0.3, 1), LETTERS[row])
            for row, s in sorted(firsts.items())
        ),
        round(radius * 0.8, 2),
        True,
        GREY,
    )
    return at, grid, (names, letters)


def history_picture(report: Report, radius: float = 11.3, legend: float = 6.5, part: Part = ALL) -> Picture:
    """The triangle, or a part of it, as last seen. Older sights are paler and carry the turn they date from.

    ``legend`` is the type size of the legend in the free upper corners, 0 for none.
    """
    draft = Draft()
    at, under, over = triangle(radius, part)
    draft.add(under._replace(centres=tuple(at[s] for s in sorted(part.spaces) if s not in report.history)))
    groups: dict[tuple[int, float], list[Point]] = {}
    marked = {space: mark for space, mark in _marks(report).items() if space in part.spaces}
    letters, turns = [], []
    seen = {space: sight for space, sight in report.history.items() if space in part.spaces}
    for space, (terrain, turn) in seen.items():
        x, y = at[space]
        age = report.turn - turn
        fade = next(part for most, part in FADES if age <= most)
        groups.setdefault((terrain, fade), []).append((x, y))
        if space not in marked:
            letters.append((x, round(y - radius * 0.3, 1), TERRAIN_NAMES[terrain][0]))
        if age > 0:
            turns.append((x, round(y - radius * 0.78, 1), str(turn)))
    for (terrain, fade), centres in sorted(groups.items()):
        draft.add(signs.terrain_hexes(terrain, centres, radius, fade))
    draft.add(*over)
    draft.add(Texts(tuple(letters), round(radius * 0.7, 2)), Texts(tuple(turns), round(radius * 0.37, 2)))
    if GOAL in part.spaces:
        draft.add(*signs.goal(at[GOAL], radius))
    for kind, area in report.recon.own_areas:
        inside = sorted(area & part.spaces)
        draft.add(*chain.from_iterable(signs.spell_mark(kind, at[space], radius) for space in inside))
    for space, mark in marked.items():
        _mark(draft, report, space, mark, at[space], radius)
    width, height = part.width * ROOT * radius, history_height(radius, part)
    if legend:
        signs.terrain_legend(draft, 0, height, legend)
        signs.sign_legend(draft, width - legend * 18.5, height, legend, _history_rows(report))
    fresh = len(seen) - len(turns)
    said = f"{len(seen)} of {len(part.spaces)} spaces have been seen, {fresh} of them this turn. " + " ".join(
        f"{NAME[space]}: {', '.join(who)}." for space, (who, _) in sorted(marked.items()) if who
    )
    title = f"History map of {report.mage.letter}, game {report.player.game}, turn {report.turn}"
    title += f", {part.words}" if part.words else ""
    return Picture(int(10 * width) / 10, round(height, 1), title, said, draft.finished())


Mark = tuple[list[str], list[tuple[str, bool]]]
"""Letters of mages in a space (in lower case where one was last known), and artifacts (True: held or unseen)."""


def _marks(report: Report) -> dict[int, Mark]:
    marks: dict[int, Mark] = {}

    def at(space: int) -> Mark:
        return marks.setdefault(space, ([], []))

    at(report.recon.space)[0].append(report.mage.letter)
    for space, letters in report.places.items():
        at(space)[0].extend(letters)
    for known in report.known:
        if not known.now and known.space:
            at(INDEX[known.space])[0].append(known.letter.lower())
    for view in (report.recon.spaces, *(ally.spaces for ally in report.recon.allies)):
        for space, seen in view.items():
            for pair in artifacts_at(report, space, seen.things):
                if pair not in at(space)[1]:
                    at(space)[1].append(pair)
    for artifact, space in report.recon.artifacts.items():
        if all(artifact != a for a, _ in at(space)[1]):
            at(space)[1].append((artifact, True))
    return {space: mark for space, mark in marks.items() if any(mark)}


def _mark(draft: Draft, report: Report, space: int, mark: Mark, place: Point, radius: float) -> None:
    letters, artifacts = mark
    x, y = place
    teams = {m.letter: m.team for m in report.recon.mages} | {report.mage.letter: report.mage.team}
    if space == report.recon.space:
        draft.add(Lines((signs.outline(place, radius * 0.92),), signs.VIOLET, round(radius * 0.14, 2)))
    signs_here: list[str | tuple[str, bool]] = [*letters[:3], *artifacts]
    del signs_here[max(2, len(letters)) :]
    size = min(radius * 0.55, radius * 1.6 / (2 * len(signs_here)))
    for number, sign in enumerate(signs_here):
        px = round(x + (number - (len(signs_here) - 1) / 2) * size * 2, 1)
        py = round(y - radius * 0.15, 1)
        if isinstance(sign, tuple):
            signs.artifact(draft, px, py, round(size, 2), *sign)
        else:
            old = sign.islower()
            team = BLACK if old else teams.get(sign)
            signs.disc(draft, px, py, round(size, 2), sign.upper(), team, old)


def _history_rows(report: Report) -> list[LegendRow]:
    rows = [
        LegendRow("own", "", f"you ({report.mage.letter})"),
        LegendRow("goal", "", "the Goal Square, a1"),
        LegendRow("mage", "K green", "mage in sight, cloak colour"),
        LegendRow("old", "K", "mage where last known"),
        LegendRow("age", "4", "paler: older; last seen turn 4"),
    ]
    held = [a for a in ARTIFACTS if a in report.recon.artifacts]
    return rows + [LegendRow("known", a, signs.artifact_words(a)) for a in held[:6]]
