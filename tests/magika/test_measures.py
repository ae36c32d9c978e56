"""The pages measured: sizes, fill, overlaps, margins, contrast, numbers of pages; the palette for all eyes."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import combinations

import pytest

from magika_gm.games.magika.report import signs
from magika_gm.games.magika.report.printed import html_letter, pdf, text_letter
from magika_gm.games.magika.report.report import Post, Report
from magika_gm.games.magika.rules.tables import TERRAIN_NAMES
from magika_gm.reports.kit import base as kit
from magika_gm.reports.picture import luminance
from tests.magika.test_pdf import busy, ended
from tests.reports.measures import Mark, contrast, fill, lightness, overlaps, pages_of, sizes

NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
GAMES = range(66 if NIGHTLY else 8)
TURNS = (1, 3, 8)
HEIGHTS = {"letter": 792.0, "a4": 841.9}
MOST_LARGE = 7
LEAST, LEAST_LARGE, LEAST_ON_MAPS = 6.5, 11.0, 10.0


def reports(seed: int) -> list[Report]:
    """A quiet game and a busy one, early and late."""
    made = [busy(seed, turns=turns) for turns in TURNS]
    quiet = replace(made[0], posts=(), notes=())
    wordy = tuple(
        Post(f"mage {a}", "ALL", "Meet me at the ford by the old mill, and bring the orb.\n" * 3, a) for a in "BCDEFGHI"
    )
    return [*made, quiet, replace(made[2], posts=wordy)]


def rgb(colour: str) -> tuple[float, float, float]:
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def measured(pages: list[list[Mark]], paper: str, large: bool, normal_turn: bool = True) -> None:
    """What holds for every document of ours."""
    found = sizes(pages)
    assert len(found) <= (8 if not normal_turn else 7), sorted(found)
    assert min(found) >= (LEAST_ON_MAPS if large else LEAST) - 0.01
    if large:
        allowed = {round(kit.Style(large=True).size(s), 1) for s in (*kit.SIZES, kit.DISPLAY)} | {
            LEAST_ON_MAPS,
            kit.DISPLAY,
        }
        assert found <= allowed
    for number, page in enumerate(pages, 1):
        assert not overlaps(page), (number, overlaps(page)[:3])
        for mark in page:
            assert mark.left >= kit.MARGIN - 4, (number, mark)
            assert mark.right <= {"letter": 612.0, "a4": 595.3}[paper] - kit.MARGIN + 4, (number, mark)
            assert mark.bottom >= kit.MARGIN - 6, (number, mark)
    for page in pages[:-1]:
        part = fill(page, HEIGHTS[paper], foot=20.0 if large else 16.0)
        assert part <= 1.01
        assert large or part >= 0.75, part


@pytest.mark.parametrize(
    ("seed", "paper", "large"),
    [
        pytest.param(
            seed,
            paper,
            large,
            marks=() if seed in ((0,) if large else (0, 1)) and paper == "letter" else pytest.mark.slow,
        )
        for paper, large in (("letter", False), ("a4", False), ("letter", True), ("a4", True))
        for seed in GAMES
    ],
)
def test_pages_of_turns(seed: int, paper: str, large: bool) -> None:
    """Three pages for a normal turn, four for a busy one, large print at most seven."""
    for number, report in enumerate(reports(seed)):
        if report.ending:
            continue
        pages = pages_of(pdf(report, paper, large))
        measured(pages, paper, large)
        plain = not report.recon.allies and number < 4
        assert len(pages) <= (MOST_LARGE if large else 3 if plain else 4), (number, len(pages))


@pytest.mark.parametrize("large", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_pages_of_the_end(large: bool) -> None:
    for seed in (5, 78):
        report = ended(seed)
        pages = pages_of(pdf(report, "letter", large))
        measured(pages, "letter", large, normal_turn=False)
        assert len(pages) <= (5 if not large else 10)


def test_every_text_is_read_on_paper() -> None:
    """Contrast of at least 4.5 for all colours of text on white; white ones stand on dark grounds."""
    colours = {m.colour for seed in range(4) for page in pages_of(pdf(busy(seed))) for m in page if m.text}
    for colour in colours:
        if lightness(colour) < 0.9:
            assert contrast(colour, (1.0, 1.0, 1.0)) >= 4.5, colour
            assert contrast(colour, rgb(kit.TINT)) >= 4.5, colour


# --- the palette for all eyes ---------------------------------------------------------------------------------------

_EYES = {
    # Machado, Oliveira, Fernandes 2009: dichromats
    "protanope": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranope": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanope": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
}


def linear(c: float) -> float:
    return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4


def lab(colour: str, eye: str) -> tuple[float, float, float]:
    r, g, b = (linear(c) for c in rgb(colour))
    r, g, b = (max(0.0, min(1.0, x * r + y * g + z * b)) for x, y, z in _EYES[eye])
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
    )
    fx, fy, fz = (c ** (1 / 3) if c > 0.008856 else 7.787 * c + 16 / 116 for c in xyz)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize(
    ("eye", "least"), [("normal", 19.8), ("deuteranope", 13.4), ("protanope", 13.7), ("tritanope", 8.9)]
)
def test_land_is_told_apart_by_all_eyes(eye: str, least: float) -> None:
    for one, other in combinations(TERRAIN_NAMES, 2):
        a, b = lab(signs.FILL[one], eye), lab(signs.FILL[other], eye)
        apart = sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5
        assert round(apart, 1) >= least, (eye, one, other, round(apart, 1))


def test_letters_are_read_on_all_land_and_cloaks() -> None:
    for name in TERRAIN_NAMES:
        assert contrast(rgb(signs.FILL[name]), rgb(signs.TEXT)) >= 6.0, name
        assert contrast(rgb(signs.FILL[name]), (0.0, 0.0, 0.0)) >= 7.2, name
    for colour in signs.CLOAK.values():
        ink = "#000000" if luminance(colour) >= 0.5 else "#ffffff"
        assert contrast(rgb(colour), rgb(ink)) >= 4.5, colour


# --- mails ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [pytest.param(seed, marks=() if seed < 2 else pytest.mark.slow) for seed in GAMES])
def test_mails_keep_their_measures(seed: int) -> None:
    """HTML under 60 kB; text of 72 columns."""
    for report in (*reports(seed), ended(5)):
        assert len(html_letter(report).encode()) < 60_000
        for line in text_letter(report).splitlines():
            assert len(line) <= 72, line
