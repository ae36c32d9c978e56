"""The printed report at its fullest: nothing beyond the margins, everything in it; heads, links, outline, language."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from pypdf import PdfReader

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.reports import Delivered, PlayerData, TurnRecord
from magika_gm.engine.words import true_minus
from magika_gm.games.magika.orders.model import Move
from magika_gm.games.magika.orders.offers import order_form
from magika_gm.games.magika.report.printed import pdf
from magika_gm.games.magika.report.report import Knowledge, PhaseStory, Post, Report, ScrollLine
from magika_gm.games.magika.report.reports import REPORTS
from magika_gm.games.magika.report.story import Line, thing_name
from magika_gm.games.magika.rules.arena import INDEX
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.games.magika.rules.tables import ARTIFACTS, THINGS
from magika_gm.games.magika.sight import AllySeen, MageSeen, Memory, learn, news, take_recon
from magika_gm.reports.kit.base import MARGIN
from magika_gm.reports.kit.head import date_words
from magika_gm.reports.pdf_stream import text_width
from magika_gm.reports.typeface import fitted
from tests.magika.randoms import random_orders, random_world
from tests.reports.measures import marks

LONGEST = "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWMM"
WORDY = "Wolfgang Wommelsdorff-Wurmbrandt von und zu Wallwitz-Wachwitz am Wannweiher"
PRINTS = [("letter", False), ("a4", False), ("letter", True), ("a4", True)]


PERSON = PlayerData(
    name="Ann",
    address="1 Road",
    account="A-1",
    balance="3.50 USD",
    game="7",
    title="Arena",
    date="2026-11-21",
    next_due="Saturday 27 February 2027, 18:00 AST",
    code_word="elm",
    email="",
    office="Office",
    office_email="gm@example.org",
)


@cache
def ended(seed: int = 78, letter: str = "A", turns: int = 12) -> Report:
    """A final report: somebody walks onto the Goal Square on the last turn."""
    world = random_world(seed)
    memories = {a: Memory() for a in world.mages}
    for turn in range(1, turns + 1):
        orders = random_orders(seed * 100 + turn, world)
        if turn == turns:
            world.mages["C"].space, world.mages["C"].endurance, world.terrain[1] = 1, 90, 3
            world.mages["C"].effects.clear()
            orders["C"] = [Move("NE"), *orders["C"][1:]]
        world = (result := play_turn(world, orders, Dice(b"ended", turn))).world
        for other, memory in memories.items():
            recon = take_recon(world, other)
            learn(memory, turn, *news(recon))
            if not world.ended:
                data = TurnRecord(
                    acts=(), state=world, told=result.told, orders=dict(orders), how={}, messages=(), seed=b"seed"
                )
                memory.keep(REPORTS.build(data, recon.letter, recon, memory, PERSON, "").past[-1])
        if world.ended:
            break
    messages = [Delivered(sender, "ALL", False, "Well played, all.") for sender in "BCD"]
    data = TurnRecord(
        acts=(),
        state=world,
        told=result.told,
        orders=dict(orders),
        how={},
        messages=messages,
        seed=b"seed",
        memories=memories,
    )
    return REPORTS.build(data, letter, take_recon(world, letter), memories[letter], PERSON, "")


@cache
def busy(seed: int = 2, letter: str = "A", turns: int = 9) -> Report:
    """A report late in a lively game; the reader remembers his own turns."""
    world, memory = random_world(seed), Memory()
    for turn in range(1, turns + 1):
        for mage in world.mages.values():
            mage.endurance, mage.arcania = max(mage.endurance, 60), max(mage.arcania, 60)
        orders = random_orders(seed * 100 + turn, world)
        result = play_turn(world, orders, Dice(b"busy", turn))
        world = result.world
        recon = take_recon(world, letter)
        learn(memory, turn, *news(recon))
        if world.ended or turn == turns:
            break
        data = TurnRecord(
            acts=(), state=world, told=result.told, orders=dict(orders), how={}, messages=(), seed=b"seed"
        )
        memory.keep(REPORTS.build(data, recon.letter, recon, memory, PERSON, "").past[-1])
    mage = world.mages[letter]
    codes = [s.code for s in mage.scrolls]
    form = order_form("7", world.turn + 1, letter, mage.name, codes, mage.items())
    messages = [Delivered(sender, "ALL", False, f"I am {sender}.\nCome to the ford.") for sender in "BCD"]
    data = TurnRecord(
        acts=(), state=world, told=result.told, orders=dict(orders), how={}, messages=messages, seed=b"seed"
    )
    return REPORTS.build(data, recon.letter, recon, memory, PERSON, form)


@cache
def fullest(name: str) -> Report:
    """Longest names, fullest hands, most messages, everything seen and everybody known."""
    report = busy(2, turns=30)
    scrolls = tuple(
        ScrollLine(
            number=n,
            code="SrchX",
            name="Knowledge of Artifacts and more",
            minor_cost=20,
            major_cost=50,
            note="survives reading for good",
        )
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
        MageSeen(letter=letter, space=first[n % 5], name=name, team="yellow" if n % 2 else None)
        for n, letter in enumerate("BCDEFGHIJKLM")
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
        report,
        ending=None,
        final=(),
        seed="",
        revealed=None,
        record=None,
        tasks=(),
        player=player,
        mage=mage,
        view=replace(
            report.recon,
            spaces=spaces,
            mages=seen,
            allies=allies,
            own_areas=areas,
            artifacts=dict.fromkeys(ARTIFACTS, 200),
        ),
        history={s: (1 + s % 10, s % 31) for s in range(every)},
        known=tuple(
            Knowledge(
                letter=letter,
                text=description,
                turn=22,
                now=letter < "F",
                space="y24",
                since={"space": 22},
                more=description[: 500 if heavy else 160],
            )
            for letter in "BCDEFGHIJKLM"
        ),
        whereabouts=tuple(f"The {thing_name(a)} is at y24." for a in ARTIFACTS),
        story=tuple(
            PhaseStory(
                n,
                f"GIVE {', '.join(ARTIFACTS)} TO {'ABCDEF'[n % 6]}",
                (Line(f"{name} gives you a Medallion.", "GIVE-1"),) * 6,
            )
            for n in range(1, 7)
        ),
        posts=tuple(Post(f"mage {sender}", "ALL", text) for sender in "BCDEFGHIJKLM" for _ in range(3)),
        notes=(f"{name} " * 8,) * 2,
        form=order_form("7", 31, "A", name, ["SrchX"] * 6, [*ARTIFACTS, "cloak:yellow", "cloak:orange"]),
        places=places,
    )


@pytest.mark.parametrize("name", [LONGEST, WORDY])
@pytest.mark.parametrize(("paper", "large"), PRINTS)
def test_nothing_leaves_the_margins_of_the_fullest_report(name: str, paper: str, large: bool) -> None:
    reader = PdfReader(io.BytesIO(pdf(fullest(name), paper, large)))
    for number, page in enumerate(reader.pages, 1):
        width, height = float(page.mediabox.width), float(page.mediabox.height)
        for mark in marks(reader, page):
            assert mark.left >= MARGIN - 2, (number, mark)
            assert mark.right <= width - MARGIN + 2, (number, mark)
            assert mark.bottom >= MARGIN - 6, (number, mark)
            assert mark.top <= height - MARGIN + 6, (number, mark)


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
        posts=tuple(Post(text, "ALL", f"{text}\n{text}") for _ in range(3)),
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


def said(report: Report, large: bool = False) -> str:
    return " ".join(" ".join(p.extract_text().split()) for p in PdfReader(io.BytesIO(pdf(report, large=large))).pages)


def test_everything_in_the_fullest_report_is_printed() -> None:
    report = fullest(WORDY)
    text = said(report)
    assert text.count("Meet me at the ford by the old mill, bring the orb") == 36 * 4
    for thing in report.mage.items:
        assert thing[1:] in text
    assert text.count("y24") >= len(report.known)
    assert text.count("gives you a Medallion.") == 36


def test_large_print_says_the_same() -> None:
    report = busy(78, turns=8)
    for text in (said(report), said(report, large=True)):
        for chapter in report.story:
            for line in chapter.lines:
                assert true_minus(line.text) in text
        for message in report.messages:
            assert " ".join(message.text.split()) in text
        for known in report.known:
            assert known.space in text


def test_titles_language_outline_and_links() -> None:
    report = busy(78, turns=8)
    reader = PdfReader(io.BytesIO(pdf(report)))
    total = len(reader.pages)
    for number, page in enumerate(reader.pages, 1):
        text = page.extract_text()
        assert f"{number} of {total}" in text
        if number > 1:
            assert f"{report.mage.name} (A)" in text
            assert f"game 7, turn {report.turn}" in text
            assert f"printed {date_words(report.player.date)}" in text
            assert report.player.name in text
            assert report.player.address in text
    for standing in report.standings:
        assert true_minus(f"{standing.low:g} to {standing.high:g}") in reader.pages[0].extract_text()
    root: Any = reader.trailer["/Root"]
    assert root["/Lang"] == "en"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    titles = [str(entry["/Title"]) for entry in reader.outline if not isinstance(entry, list)]
    assert titles == ["The turn", "Allies", "The arena", "Orders"]
    links = [
        reference.get_object()
        for page in reader.pages
        for reference in page.get("/Annots", ())
        if reference.get_object()["/Subtype"] == "/Link"
    ]
    assert {link["/A"]["/URI"] for link in links} == {"mailto:gm@example.org"}


def test_same_bytes_again_in_every_print() -> None:
    for paper, large in PRINTS:
        assert pdf(busy(3), paper, large) == pdf(busy(3), paper, large)


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
