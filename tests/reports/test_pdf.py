"""The printed report at its fullest: nothing beyond the margins, two to six pages, heads, links, outline, language."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

from magika_gm.engine.dice import Dice
from magika_gm.engine.system import PlayerData
from magika_gm.games.magika.orders.forms import order_form
from magika_gm.games.magika.report.page import MOST_PAGES, pdf
from magika_gm.games.magika.report.report import (
    SECTIONS,
    Knowledge,
    PhaseStory,
    Post,
    Report,
    ScrollLine,
    TurnData,
    build_report,
)
from magika_gm.games.magika.report.story import Line, thing_name
from magika_gm.games.magika.rules.arena import INDEX
from magika_gm.games.magika.rules.sequence import resolve
from magika_gm.games.magika.rules.tables import ARTIFACTS, THINGS
from magika_gm.games.magika.sight.memory import Memory, learn, news
from magika_gm.games.magika.sight.recon import AllySeen, MageSeen, take_recon
from magika_gm.reports.layout import FOOT, MARGIN, fitted
from magika_gm.reports.pdf_stream import text_width
from tests.worlds import random_orders, random_world

LONGEST = "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWMM"
WORDY = "Wolfgang Wommelsdorff-Wurmbrandt von und zu Wallwitz-Wachwitz am Wannweiher"
PRINTS = [("letter", False), ("a4", False), ("letter", True), ("a4", True)]


def busy(seed: int = 2, letter: str = "A", turns: int = 9) -> Report:
    """A report late in a lively game."""
    world, memory = random_world(seed), Memory()
    for turn in range(1, turns + 1):
        for mage in world.mages.values():
            mage.endurance, mage.arcania = max(mage.endurance, 60), max(mage.arcania, 60)
        orders = random_orders(seed * 100 + turn, world)
        result = resolve(world, orders, Dice(b"busy", turn))
        world = result.world
        recon = take_recon(world, letter)
        learn(memory, turn, *news(recon))
        if world.ended:
            break
    mage = world.mages[letter]
    codes = [s.code for s in mage.scrolls]
    form = order_form("7", world.turn + 1, letter, mage.name, codes, mage.items())
    player = PlayerData(
        "Ann",
        "1 Road",
        "A-1",
        "3.50 USD",
        "7",
        "Arena",
        "2026-11-21",
        "Saturday",
        "elm",
        "",
        "Office",
        "gm@example.org",
    )
    messages = [(sender, "ALL", False, f"I am {sender}.\nCome to the ford.") for sender in "BCD"]
    data = TurnData(world, result.told, dict(orders), {}, messages, b"seed")
    return build_report(data, recon, memory, player, form)


@cache
def fullest(name: str) -> Report:
    """Longest names, fullest hands, most messages, everything seen and everybody known."""
    report = busy(2, turns=30)
    scrolls = tuple(
        ScrollLine(n, "SrchX", "Knowledge of Artifacts and more", 20, 50, "survives reading for good")
        for n in range(1, 7)
    )
    mage = replace(
        report.mage,
        name=name,
        endurance=120,
        max_endurance=125,
        aptitude=-100,
        standing=-100,
        spells=tuple((f"CkAidX{n}", "for good") for n in range(14)),
        scrolls=scrolls,
        items=tuple(map(thing_name, [*ARTIFACTS, "cloak:yellow", "cloak:orange"])),
    )  # fmt: skip
    player = replace(
        report.player,
        name=name,
        address=", ".join([name] * 3),
        account=name,
        title=name,
        office=name,
    )
    every = INDEX["z26"] + 1
    lying = {n + 3: (thing,) for n, thing in enumerate(ARTIFACTS)} | {0: tuple(THINGS[12:]) * 3}
    spaces = {
        s: replace(v, occupied=n < 13, things=lying.get(n, ()))
        for n, (s, v) in enumerate(sorted(report.recon.spaces.items(), key=lambda pair: pair[1].ring))
    }
    first = sorted(spaces)
    seen = tuple(
        MageSeen(letter, first[n % 5], name, "yellow" if n % 2 else None) for n, letter in enumerate("BCDEFGHIJKLM")
    )
    allies = tuple(
        AllySeen(letter, report.recon.space, ("SrchX*",) * 6, (*ARTIFACTS, "cloak:yellow"), spaces) for letter in "BC"
    )
    description = f"{name}; neutral halfling; wears yellow; robust, intense; carries " + ", ".join(
        map(thing_name, ARTIFACTS)
    )
    places: dict[int, tuple[str, ...]] = {}
    for mage_seen in seen:
        assert mage_seen.space is not None
        places[mage_seen.space] = (*places.get(mage_seen.space, ()), mage_seen.letter)
    areas = tuple((kind, frozenset(first)) for kind in ("ElAtt", "ElBlo", "ElDrp", "ElArr"))
    heavy = name == LONGEST
    text = "\n".join(["W" * 50 if heavy else "Meet me at the ford by the old mill, bring the orb"] * 4)
    return replace(
        report, ending=None, final=(), seed="", revealed=None, record=None, tasks=(),
        player=player,
        mage=mage,
        recon=replace(
            report.recon, spaces=spaces, mages=seen, allies=allies, own_areas=areas,
            artifacts=dict.fromkeys(ARTIFACTS, 200),
        ),
        history={s: (1 + s % 10, s % 31) for s in range(every)},
        known=tuple(
            Knowledge(letter, description[: 500 if heavy else 160], 22, letter < "F", "y24")
            for letter in "BCDEFGHIJKLM"
        ),
        whereabouts=tuple(f"The {thing_name(a)} is at y24." for a in ARTIFACTS),
        story=tuple(
            PhaseStory(n, f"GIVE {', '.join(ARTIFACTS)} TO M", (Line(f"{name} gives you a Medallion.", "GIVE-1"),) * 6)
            for n in range(1, 7)
        ),
        messages=tuple(Post(f"mage {sender}", "ALL", text) for sender in "BCDEFGHIJKLM" for _ in range(3)),
        notes=(f"{name} " * 8,) * 2,
        order_form=order_form("7", 31, "A", name, ["SrchX"] * 6, [*ARTIFACTS, "cloak:yellow", "cloak:orange"]),
        places=places,
    )  # fmt: skip


class Mark(NamedTuple):
    """A text drawn on a page: its box in points, and itself."""

    left: float
    bottom: float
    right: float
    top: float
    text: str


def times(a: tuple[float, ...], b: tuple[float, ...]) -> tuple[float, ...]:
    return (
        a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4], a[4] * b[1] + a[5] * b[3] + b[5],
    )  # fmt: skip


def marks(reader: PdfReader, page: PageObject) -> Iterator[Mark]:
    """Every text and every point of a path on a page, where a viewer would draw it."""
    resources: Any = page["/Resources"]
    fonts = {name: font.get_object() for name, font in resources["/Font"].items()}
    matrix: tuple[float, ...] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    line, stack = matrix, [matrix]
    font, size, leading = "", 0.0, 0.0
    contents = page.get_contents()
    for operands, operator in ContentStream(contents, reader).operations:
        numbers = [float(o) for o in operands if isinstance(o, int | float)]
        match operator:
            case b"q":
                stack.append(matrix)
            case b"Q":
                matrix = stack.pop()
            case b"cm":
                matrix = times(tuple(numbers), matrix)
            case b"BT":
                line = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
            case b"Tf":
                font, size = str(operands[0]), float(operands[1])
            case b"TL":
                leading = numbers[0]
            case b"Td":
                line = times((1, 0, 0, 1, *numbers), line)
            case b"T*":
                line = times((1, 0, 0, 1, 0, -leading), line)
            case b"Tm":
                line = tuple(numbers)
            case b"Tj":
                codes = operands[0].original_bytes
                face: Any = fonts[font]
                wide = sum(float(face["/Widths"][c - face["/FirstChar"]]) for c in codes) * size / 1000
                at = times(line, matrix)
                yield Mark(at[4], at[5] - size * 0.24, at[4] + wide, at[5] + size * 0.76, codes.decode("latin-1"))
            case b"m" | b"l" | b"c":
                for x, y in zip(numbers[::2], numbers[1::2], strict=True):
                    at = times((1, 0, 0, 1, x, y), matrix)
                    yield Mark(at[4], at[5], at[4], at[5], "")
            case b"re":
                x, y, w, h = numbers
                low, high = times((1, 0, 0, 1, x, y), matrix), times((1, 0, 0, 1, x + w, y + h), matrix)
                yield Mark(low[4], low[5], high[4], high[5], "")
            case b"Do":
                # tiles of the maps: a hexagon of radius 100
                reach = 100 * matrix[0]
                yield Mark(matrix[4] - reach * 0.87, matrix[5] - reach, matrix[4] + reach * 0.87, matrix[5] + reach, "")


@pytest.mark.parametrize("name", [LONGEST, WORDY])
@pytest.mark.parametrize(("paper", "large"), PRINTS)
def test_nothing_leaves_the_margins_of_the_fullest_report(name: str, paper: str, large: bool) -> None:
    reader = PdfReader(io.BytesIO(pdf(fullest(name), paper, large)))
    for number, page in enumerate(reader.pages, 1):
        width, height = float(page.mediabox.width), float(page.mediabox.height)
        for mark in marks(reader, page):
            assert mark.left >= MARGIN - 2, (number, mark)
            assert mark.right <= width - MARGIN + 2, (number, mark)
            assert mark.bottom >= FOOT - 4, (number, mark)
            assert mark.top <= height - MARGIN + 14, (number, mark)


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_the_fullest_report_keeps_to_six_pages(paper: str) -> None:
    """Even with twelve allies, which the rules do not allow (CLK-2)."""
    for name in (LONGEST, WORDY):
        report = fullest(name)
        allies = tuple(replace(report.recon.allies[0], letter=letter) for letter in "BCDEFGHIJKLM")
        for full in (report, replace(report, recon=replace(report.recon, allies=allies))):
            assert len(PdfReader(io.BytesIO(pdf(full, paper))).pages) <= MOST_PAGES


def test_no_lines_of_text_cross_one_another() -> None:
    """Running text stands on lines apart; only maps put texts side by side or close."""
    reader = PdfReader(io.BytesIO(pdf(fullest(WORDY))))
    for page in reader.pages:
        lines = [m for m in marks(reader, page) if len(m.text) > 25]
        for one, other in pairwise(sorted(lines, key=lambda m: (-m.bottom, m.left))):
            apart = one.bottom >= other.top - 2 or other.left >= one.right - 0.5 or one.left >= other.right - 0.5
            assert apart, (one, other)


@pytest.mark.parametrize(
    "text",
    [
        "\u202eEvil\n<b>Name</b>\t\x07 \x00 \\ ( ) \r" + "\ufeff\u200b\u0301" * 20,
        "🧙‍♂️ שלום العربية 漢字 ﷽ " * 3,
        "Ǆ" * 90,
        "(" * 60 + "\\" * 60,
    ],
)
def test_whatever_players_write_stays_in_the_margins(text: str) -> None:
    report = busy()
    full = replace(
        report,
        player=replace(report.player, name=text, address=text, title=text, office=text, office_email=text),
        mage=replace(report.mage, name=text),
        messages=tuple(Post(text, "ALL", f"{text}\n{text}") for _ in range(3)),
        notes=(text,),
        known=tuple(replace(k, text=text) for k in report.known),
    )
    reader = PdfReader(io.BytesIO(pdf(full)), strict=True)
    for page in reader.pages:
        width = float(page.mediabox.width)
        for mark in marks(reader, page):
            assert MARGIN - 2 <= mark.left <= mark.right <= width - MARGIN + 2, mark
    assert reader.metadata is not None
    assert "\n" not in (reader.metadata.title or "")


def test_everything_in_the_fullest_report_is_printed() -> None:
    report = fullest(WORDY)
    text = " ".join(" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf(report))).pages)
    assert text.count("Meet me at the ford by the old mill, bring the orb") == 36 * 4
    for thing in report.mage.items:
        assert thing in text
    for known in report.known:
        assert f"{known.letter} at y24" in text or f"{known.letter}, the Ebon Mage at y24" in text
    assert text.count("gives you a Medallion.") == 36


def test_large_print_is_larger_and_says_the_same() -> None:
    report = busy()
    plain, large = (PdfReader(io.BytesIO(pdf(report, large=large))) for large in (False, True))
    sizes = []
    for reader in (plain, large):
        tall = [m.top - m.bottom for page in reader.pages for m in marks(reader, page) if "Phase 1:" in m.text]
        sizes.append(tall[0])
    assert sizes[1] > 1.4 * sizes[0]
    said = [" ".join(" ".join(p.extract_text().split()) for p in reader.pages) for reader in (plain, large)]
    for chapter in report.story:
        for line in chapter.lines:
            for text in said:
                assert line.text in text


def test_heads_titles_language_outline_and_links() -> None:
    report = replace(busy(), turn=9)
    reader = PdfReader(io.BytesIO(pdf(report)))
    total = len(reader.pages)
    for number, page in enumerate(reader.pages, 1):
        head = page.extract_text()
        for part in (f"{report.mage.name} (A)", "Game 7, turn 9", f"page {number} of {total}"):
            assert part in head
    root: Any = reader.trailer["/Root"]
    assert root["/Lang"] == "en"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    titles = [str(entry["/Title"]) for entry in reader.outline if not isinstance(entry, list)]
    assert titles == [*(f"{n}  {title}" for n, title in enumerate(SECTIONS, 1)), "Orders"]
    inside: list[Any] = []
    outside: list[Any] = []
    for page in reader.pages:
        for reference in page.get("/Annots", ()):
            link = reference.get_object()
            if link["/Subtype"] == "/Link":
                (outside if "/A" in link else inside).append(link)
    assert len(inside) == len(SECTIONS) + 1
    assert [link["/A"]["/URI"] for link in outside] == ["mailto:gm@example.org"]
    pages = {page.indirect_reference for page in reader.pages}
    assert all(link["/Dest"][0] in pages for link in inside)


def test_same_bytes_again_in_every_print() -> None:
    for paper, large in PRINTS:
        assert pdf(busy(3), paper, large) == pdf(busy(3), paper, large)


def test_two_to_six_pages_for_ordinary_turns() -> None:
    for seed in range(4):
        assert 2 <= len(PdfReader(io.BytesIO(pdf(busy(seed, turns=3)))).pages) <= MOST_PAGES


def test_texts_beyond_ascii_are_set_in_the_right_font() -> None:
    """More signs than one font subset holds still come out as themselves."""
    signs = "".join(chr(c) for c in range(0x100, 0x250)) + "Łódź Αθήνα Москва"
    report = replace(busy(), notes=(" ".join(signs[i : i + 40] for i in range(0, len(signs), 40)),))
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf(report))).pages)
    squeezed = "".join(text.split())
    for i in range(0, len(signs), 40):
        assert "".join(signs[i : i + 40].split()) in squeezed


def test_fitted_cuts_with_an_ellipsis() -> None:
    pdf(busy())  # loads the fonts
    assert fitted("short", 9, 100) == "short"
    cut = fitted(LONGEST, 9, 100)
    assert cut.endswith("…")
    assert text_width(cut, 9) <= 100
