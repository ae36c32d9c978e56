"""Every game has a face of its own: one accent in print, mail, page and book."""

from __future__ import annotations

import io
import re
import zlib
from dataclasses import replace
from itertools import islice, pairwise

import pytest
from pypdf import PdfReader
from reportlab.lib.colors import HexColor

from magika_gm import games
from magika_gm.engine.seam.setup import Need
from magika_gm.reports.book_parts import Ruling, ruling_style
from magika_gm.reports.kit.base import ACCENT, LABEL, TEXT, TINT, Block, Style
from magika_gm.reports.kit.head import Gauge
from magika_gm.reports.kit.lists import FARTHEST, Table, step_rows
from magika_gm.reports.kit.mail import in_accent
from magika_gm.reports.kit.pages import Forms
from magika_gm.reports.kit.press import Document, list_leaf, print_document
from magika_gm.reports.kit.prose import LINES_OF_NOTES, Notes
from magika_gm.reports.kit.scores import BandRow, Bands, Scales, led_since
from magika_gm.reports.kit.usual import Chapter as Step
from magika_gm.reports.kit.usual import Line
from magika_gm.reports.pdf_stream import SANS, rgb, text_width
from magika_gm.reports.picture import Circles, Picture, Texts, without_words
from magika_gm.reports.typeface import balanced, shown, wrap
from tests.page.onlookers import pages
from tests.page.rambles import positions
from tests.reports.played import reports

LEAST = 6.8
"""How far an accent stands out from white paper."""
ACCENTS = {name: games.system(name).rulebook.printed().accent for name in games.SYSTEMS}


def contrast(colour: str) -> float:
    """A colour beside white."""
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in channels)
    return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)


def drawn(data: bytes) -> str:
    """What a PDF's pages draw."""
    packed = re.findall(rb"FlateDecode.*?stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL)
    return "\n".join(zlib.decompress(one).decode("latin-1") for one in packed)


def test_every_game_has_an_accent_of_its_own_that_is_read_on_white() -> None:
    own = [accent for accent in ACCENTS.values() if accent != ACCENT]  # the usual one is of a game that says nothing
    assert len(set(own)) == len(own) > 3
    assert {name: colour for name, colour in ACCENTS.items() if contrast(colour) < LEAST} == {}


def test_print_mail_and_pages_are_in_the_accent_of_the_book_and_in_no_other() -> None:
    for name, accent in ACCENTS.items():
        system, others = games.system(name), set(ACCENTS.values()) - {accent}
        first = next(positions(name, 1))
        titles = set(re.findall(r"([\d. ]+) RG 0\.9 w", drawn(system.reports.pdf(reports(name)[0], "letter", False))))
        assert rgb(accent) in titles, name
        assert not titles & set(map(rgb, others)), name
        mail = first.system.reports.html(first.report, None)
        assert f"a{{color:{accent}}}" in mail, name
        assert accent == ACCENT or not re.findall(rf"({ACCENT}|#9d7fc4|#b79be0|#2c1650)", mail), name
        (dark,) = re.findall(r"p a\[style\]\{background:(#[0-9a-f]{6})!important\}", mail)
        assert contrast(dark) >= 4.5, f"{name}: white letters of the button in the dark"
        look = pages(name)["spectator"]
        assert f"--accent:{accent}" in look, name
        assert not any(f":root{{--accent:{other}" in look for other in others), name


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_all_forms_say_alike_what_the_coming_turn_asks(name: str) -> None:
    """Of the same report: what stands over the date on paper, in both mails and in the page is one of three sayings."""
    asked, wanted = set(), {need.said for need in Need}
    for position in islice(positions(name, 2), 0, 40, 7):
        system, report = position.system, position.report
        said = report.need.said
        asked.add(said)
        pdf = PdfReader(io.BytesIO(system.reports.pdf(report, "letter", False)))
        paper, mail = pdf.pages[0].extract_text().upper(), system.reports.html(report, None)
        assert [one for one in wanted if one.upper() in paper] == [said], said
        assert [one for one in wanted if one in mail] == [said], said
        assert said.lower() in " ".join(system.reports.text(report, None).lower().split()), said
    assert asked <= wanted


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_no_figure_is_measured_by_nought(name: str) -> None:
    """``Temples 0 of 0``: before there is a scale there is no bar."""
    for position in islice(positions(name, 2), 0, 30, 5):
        mail = re.sub(r"<[^>]+>", " ", position.system.reports.html(position.report, None))
        assert not re.search(r"\b0\s+of\s+0\b", mail), position.turn


# What all tables, figures and note lines share on paper.


def test_columns_stand_no_farther_apart_than_the_eye_reaches() -> None:
    heads, row = ("", "unit", "at", "HP"), ("U1", "Fisher", "c2", "4")
    table = Table("Units", heads, (row, row), right=frozenset({3}))
    widths = table.widths(528.0, Style())
    for text, head, wide in zip(row, heads, widths, strict=True):
        said = max(text_width(text, TEXT), text_width(head.upper(), LABEL) + 0.4 * len(head))
        assert wide - said <= FARTHEST + 0.01


def test_paper_leaves_out_a_column_of_dots_but_not_one_to_write_in() -> None:
    table = Table("", ("who", "flight", "paid"), (("A", "·", ""), ("B", "·", "")))
    who, flight, paid = table.widths(300.0, Style())
    assert who > 0 and flight == 0 and paid > 0  # noqa: PT018


def test_a_tint_is_as_wide_as_the_rules_of_its_table() -> None:
    rows = (("1", "Ann"), ("2", "Ben"))
    code = drawn(gallery_of(Table("Standing", ("", "who"), rows, own=frozenset({1}))))
    ((x, wide),) = re.findall(r"([\d.]+) [\d.]+ ([\d.]+) [\d.]+ re f", code.split(rgb(TINT))[1])[:1]
    rules = {(a, b) for a, b in re.findall(r"w ([\d.]+) [\d.]+ m ([\d.]+) [\d.]+ l S", code) if a == x}
    assert any(abs(float(b) - float(x) - float(wide)) < 0.02 for _, b in rules)


def gallery_of(*blocks: Block) -> bytes:
    """Blocks on a page."""
    leaf = list_leaf("", blocks)
    return print_document(Document(title="", author="", subject="", head="", leaves=(leaf,)))


def test_note_lines_are_few_and_stand_at_the_foot_of_the_page() -> None:
    leaves = tuple(list_leaf(name, [Table("", (), (("one", "line"),))]) for name in ("One", "Two"))
    made = Document(title="", author="", subject="", head="", leaves=leaves, fillers=(Notes("Your notes"),))
    lines = [float(y) for y in re.findall(r"0\.7020? .*?RG 0\.4 w [\d.]+ ([\d.]+) m", drawn(print_document(made)))]
    assert len(lines) == LINES_OF_NOTES
    assert min(lines) < 90


def test_an_axis_has_a_minus_part_only_where_a_value_is_below_nought_and_figures_that_part() -> None:
    above = Bands("", (BandRow("Endurance", 40, 10, 105),), -100, 125)
    assert above.axis == (0, 125)
    assert replace(above, rows=(BandRow("Aptitude", -5, 10, 20),)).axis == (-100, 125)
    far = Bands("", (BandRow("Land", 1580, 300, 900),), 0, 100).marks(0.1)
    assert far[0] == 0 and far[-1] == 1580  # noqa: PT018
    assert all(b - a >= 158 for a, b in pairwise(far))


def test_figures_of_a_duel_stand_once_on_page_1() -> None:
    """On scales; what has no other side stands in a line below."""
    scales = Scales("Sun (you)", "Moon", (Gauge("lands", "4", foe=3), Gauge("deck", "76", "pile 7")))
    assert [foe for _, foe in scales.rows] == [3]
    assert scales.below == "deck 76 (pile 7)"
    assert b"%PDF" in gallery_of(scales)[:8]


def test_a_percent_sign_never_stands_alone_on_a_line() -> None:
    assert wrap("endurance (100 %)", 0, 8.5, text_width("endurance (100", 8.5) + 1) == ("endurance", "(100\u00a0%)")


def test_a_long_ruling_of_the_book_breaks_over_pages_and_keeps_its_colour() -> None:
    ruling = Ruling("one word after another " * 60, ruling_style("#14604f"))
    ruling.wrap(200, 10_000)
    parts = [part for part in ruling.split(200, 60) if isinstance(part, Ruling)]
    assert [part.style.bulletColor for part in parts] == [HexColor("#14604f")] * 2


def test_steps_are_numbered_only_where_the_numbers_rise_by_one() -> None:
    def numbers(*steps: int) -> list[str]:
        return [row.number for row in step_rows([Step(n, "Step", (Line("It goes.", ""),)) for n in steps])]

    assert numbers(1, 2, 3) == ["1", "2", "3"]
    assert numbers(2, 3, 5, 7, 1) == [""] * 5
    assert numbers(0, 1, 2) == [""] * 3


def test_figures_have_a_true_minus_and_nothing_else_does() -> None:
    assert shown("BOOST -2/0, at 1-2, END-1, 2026-11-24") == "BOOST \u22122/0, at 1-2, END-1, 2026-11-24"


def test_an_accent_changes_nobodys_words() -> None:
    said = f"in style={ACCENT} and bgcolor={ACCENT}"
    made = in_accent(f'<p style="color:{ACCENT}">{said}</p><td bgcolor={ACCENT}>', "#112233")
    assert made == f'<p style="color:#112233">{said}</p><td bgcolor=#112233>'


@pytest.mark.parametrize(
    ("ahead", "since"),
    [
        ([(0, 0), (1, 2), (3, 2), (4, 2)], 2),
        ([(1, 0), (2, 0)], 0),
        ([(2, 0), (1, 1)], None),
        ([(2, 0), (1, 1), (1, 2)], 2),
    ],
)
def test_who_leads_at_the_end_of_a_duel_has_led_since_the_turn_it_changed_hands(
    ahead: list[tuple[float, float]], since: int | None
) -> None:
    assert led_since([(turn, *both) for turn, both in enumerate(ahead)]) == since


def certifying() -> list[str]:
    """All games but those whose reports leave the kit's certificate, which is none, as it is."""
    forms = {name: getattr(games.system(name).page, "forms", None) for name in games.SYSTEMS}
    return [name for name, kind in forms.items() if kind is None or kind.certificate is not Forms.certificate]


@pytest.mark.parametrize("name", certifying())
def test_a_final_report_has_a_certificate_a_poster_and_no_lines_for_notes(name: str) -> None:
    """On the poster: who won, how all lay, how it went (of a duel both players' figures, else ranks)."""
    forms, (first, *_, last) = games.system(name).reports, reports(name)
    early, late = (
        [page.extract_text() for page in PdfReader(io.BytesIO(forms.pdf(one, "letter", False))).pages]
        for one in (first, last)
    )
    duel = len({one.seat for one in reports(name)}) == 2
    went = "HOW THE GAME WENT" if duel else "TURN BY TURN"
    assert not re.search(r" (beat|drew|won) ", early[0])
    poster = late[1]
    assert re.search(r" (beat|drew|won with) ", poster)
    assert went in poster.upper()
    assert " of " not in poster.splitlines()[-1], "no page number"
    assert "YOUR NOTES" not in "".join(late)
    assert "HOW THE GAME WENT" not in "".join(early)


def test_the_lines_of_a_balanced_text_are_of_much_the_same_width() -> None:
    said = "Player B beat Player A: a creature stands on the enemy king's hex."
    first, second = balanced(said, SANS, 15.0, 400.0)
    assert len(wrap(said, SANS, 15.0, 400.0)) == 2
    assert f"{first} {second}" == said
    assert abs(text_width(first, 15.0) - text_width(second, 15.0)) < 90
    assert balanced("One line.", SANS, 15.0, 400.0) == ("One line.",)


def test_a_drawing_without_words_is_the_same_without_its_texts() -> None:
    drawn = Picture(9, 9, "A", "B", (Texts(((1, 1, "a"),), 6.5), Circles(((2, 2),), 1)))
    assert without_words(drawn) == drawn._replace(items=drawn.items[1:])
