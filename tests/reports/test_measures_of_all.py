"""The measures of the pages, held by every game of the office: sizes, floors, overlaps, margins, fill, contrast."""

from __future__ import annotations

import pytest

from magika_gm import games
from magika_gm.reports.kit.base import PAPERS
from magika_gm.reports.kit.press import SAVED
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
