"""The measures of the pages, held by every game of the office: sizes, floors, overlaps, margins, fill, contrast."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from pypdf import PdfReader
from pypdf.generic import ContentStream

from magika_gm import games
from magika_gm.reports.kit.base import MAIN, PAPERS
from magika_gm.reports.kit.press import SAVED
from magika_gm.reports.pdf_stream import Pen
from magika_gm.reports.picture import CORNERS, ROUND, SQUARE, TILE
from tests.magika.test_measures import measured, rgb
from tests.reports.measures import contrast, lightness, pages_of, told
from tests.reports.played import reports
from tests.systems.contract import contract_of, having, slow_but

OTHERS = [name for name in games.SYSTEMS if name not in having("test_measures")]
"""Games whose pages are not measured by tests of their own."""


@pytest.mark.parametrize(
    ("name", "paper", "large"),
    [
        pytest.param(name, paper, large, marks=slow_but(name, f"{'large ' * large}pages of {paper}"))
        for paper, large in (("letter", False), ("a4", False), ("letter", True))
        for name in OTHERS
    ],
)
def test_pages_of_every_game(name: str, paper: str, large: bool) -> None:
    """At most seven sizes (one more on a certificate), none under the floor, no two texts one over the other, nothing
    in the margins, every page but the last filled by three quarters; at most one
    in forty is nearly empty.
    """
    system, told_of = games.system(name), []
    for number, report in enumerate(reports(name)):
        pages = pages_of(system.reports.pdf(report, paper, large))
        over = any(m.text and m.size > 39.9 and not large for page in pages for m in page)
        measured(pages, paper, large, normal_turn=not over and not large)
        told_of += [told(page, PAPERS[paper][1]) for page in pages]
        assert len(pages) <= contract_of(name).pages[large], (number, len(pages))
    if not large:
        nearly_empty = [share for share in told_of if share < SAVED]
        assert len(nearly_empty) <= len(told_of) / 40, nearly_empty


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_every_text_of_every_game_is_read_on_paper(name: str) -> None:
    """Contrast of at least 4.5 on white; what is nearly white stands on a dark ground."""
    system = games.system(name)
    for report in reports(name):
        for page in pages_of(system.reports.pdf(report, "letter", False)):
            for mark in page:
                if mark.text and lightness(mark.colour) < 0.8:
                    assert contrast(mark.colour, rgb("#ffffff")) >= 4.5, mark


@pytest.mark.parametrize("name", OTHERS)
def test_mails_of_every_game_keep_their_measures(name: str) -> None:
    """HTML under 60 kB; text of 72 columns (an order in a remark, to be used as it is, may be longer)."""
    system = games.system(name)
    for report in reports(name):
        assert len(system.reports.html(report, None).encode()) < 60_000
        for line in system.reports.text(report, None).splitlines():
            assert len(line) <= 72 or (line.startswith("; ") and ", " not in line), line


def level_rules(data: bytes) -> Iterator[tuple[float, float, tuple[float, ...], bool]]:
    """Lines of a first page that lie level: how high, how long, in which colour, whether dashed."""
    reader = PdfReader(io.BytesIO(data))
    colour: tuple[float, ...] = (0.0,) * 3
    start, dashed = (0.0, 0.0), False
    for operands, operator in ContentStream(reader.pages[0].get_contents(), reader).operations:
        match operator:
            case b"RG":
                colour = tuple(float(one) for one in operands)
            case b"d":
                dashed = bool(operands[0])
            case b"m":
                start = float(operands[0]), float(operands[1])
            case b"l" if abs(float(operands[1]) - start[1]) < 0.01:
                yield start[1], abs(float(operands[0]) - start[0]), colour, dashed


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_page_1_has_few_rules(name: str) -> None:
    """One line to tear along; those in the accent stand over main blocks alone and are three at most."""
    system, seen = games.system(name), 0
    accent = rgb(system.accent or "#4b2a78")
    turns = [report for report in reports(name) if not report.over]
    for report in turns[:: max(2, len(turns) // 8)]:
        found = list(level_rules(system.reports.pdf(report, "letter", False)))
        torn = [high for high, long, _, dashed in found if dashed and long > 500 and high > 600]
        over = [
            long
            for _, long, colour, _ in found
            if long > 100 and max(abs(a - b) for a, b in zip(colour, accent, strict=True)) < 0.01
        ]
        assert len(torn) == 1
        assert len(over) <= 3, over
        assert all(long >= MAIN for long in over), over
        seen += len(over)
    assert seen


def test_a_certificates_corners_are_of_what_is_played_with(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hexes, the cards of an isle, tiles, pips: four shapes, of each eight at least, in several colours."""
    drawn: list[tuple[int, str]] = []
    polygon, shapes = Pen.polygon, []

    def seen(self: Pen, points: Sequence[tuple[float, float]], fill: str = "", line: str = "", *more: Any) -> None:
        drawn.append((len(points), fill))
        polygon(self, points, fill, line, *more)

    monkeypatch.setattr(Pen, "polygon", seen)
    for name in games.SYSTEMS:
        drawn.clear()
        games.system(name).reports.pdf(reports(name)[-1], "letter", False)
        if not drawn:  # a game that has nothing to put there
            continue
        ((shape, many),) = Counter(points for points, _ in drawn[:14]).most_common(1)
        assert many >= 8, name
        assert len({fill for points, fill in drawn[:14] if points == shape}) > 2, name
        shapes.append(shape)
    assert set(shapes) >= {len(CORNERS), len(SQUARE), len(TILE), len(ROUND)}
