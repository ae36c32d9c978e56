"""The players' rule book: complete, the same as committed, and well set on paper."""

from __future__ import annotations

import io
import re
import tomllib
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdf
import pytest
from click.testing import CliRunner
from reportlab.pdfbase.pdfmetrics import stringWidth

from magika_gm import __version__, games
from magika_gm.app.enrolment.rule_book import find_entry, write_pages
from magika_gm.app.office.errors import OfficeError
from magika_gm.cli.main import cli
from magika_gm.games.magika.cases import run_case
from magika_gm.games.magika.report.blocks import FIRST_STEPS
from magika_gm.games.magika.report.signs import tail_piece
from magika_gm.games.magika.rulebook import DRAWINGS, RULEBOOK, cheapest, example, pace, price, walk_costs
from magika_gm.games.magika.rules import tables
from magika_gm.games.magika.rules.spellbook import SPELLS
from magika_gm.reports.book import MARGIN, book_pdf
from magika_gm.reports.book_parts import BODY, BOLD, PLAIN, TailPiece, widths
from magika_gm.reports.kit.base import PAPERS
from magika_gm.reports.picture import Texts
from magika_gm.reports.typeface import NAMES, signs_of
from tests.magika.contract import CONTRACT

MAGIKA = games.system("magika")
ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs" / "rules"
RULES = [*sorted(CONTRACT.printed_rules), "REPORT"]
RULED = {
    "ARENA-5": False, "ARENA-6": False, "MAGE-3": False, "MAGE-5": False, "MAGE-6": False, "SEQ-5": False,
    "MOVE-7": False, "REST-2": False, "REST-3": False, "MED-1": False, "SRCH-4": False, "GIVE-2": False,
    "CLK-1": True, "ART-2": False, "ART-3": False, "ART-6": False, "CAST-5": False, "CAST-15": True,
    "EBON-2": False, "VP-3": False, "VP-6": False,
}  # fmt: skip
"""Rules that the rule pages themselves mark **Ruling**, and whether as an option."""


PAPERS_BY_DAY = ["letter", pytest.param("a4", marks=pytest.mark.slow)]
"""A book takes a second to print."""


@cache
def printed(paper: str) -> bytes:
    return book_pdf(RULEBOOK.printed(), paper, f"The rules as played by magika-gm {__version__}").data


@cache
def reader(paper: str) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(printed(paper)))


@cache
def texts(paper: str) -> list[str]:
    return [page.extract_text() for page in reader(paper).pages]


# --- the pages ------------------------------------------------------------------------------------------------------


def test_every_rule_stands_in_the_book_with_its_anchor() -> None:
    for number in RULES:
        file = RULEBOOK.book.rules[number]
        assert RULEBOOK.book.pages[f"{file}.md"].count(f'<a id="{number.lower()}"></a>**{number} ·') == 1, number


def test_every_ruling_of_this_office_is_in_the_book() -> None:
    """A ruling added to docs/rulings.md is also put where it belongs in templates/magika/rules."""
    text = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    numbers = re.findall(r"^\| (R\d+) \|", text, re.MULTILINE)
    assert len(numbers) >= 36
    assert sorted(numbers) == sorted(r.number for r in RULEBOOK.book.rulings if r.number)
    for ruling in RULEBOOK.book.rulings:
        if ruling.number:
            box = f'> <a id="{ruling.number.lower()}"></a>**Ruling {ruling.number}.** '
            assert RULEBOOK.book.pages[f"{ruling.file}.md"].count(box) == 1
            assert f"| [{ruling.number}]({ruling.file}.md#" in RULEBOOK.book.pages["15-rulings.md"]


def test_rulings_of_the_rules_are_marked() -> None:
    assert {r.topic: r.option for r in RULEBOOK.book.rulings if not r.number} == RULED


def test_a_boxed_ruling_and_a_rule_are_blocks_of_their_own() -> None:
    """A paragraph right under a box would be swallowed by it."""
    for name, text in RULEBOOK.book.pages.items():
        lines = text.splitlines()
        for line, after in pairwise(lines):
            if line.startswith(">"):
                assert after == "", f"{name}: {line}"


def test_the_book_says_nothing_in_the_words_of_the_engine() -> None:
    for name, text in RULEBOOK.book.pages.items():
        assert "{{" not in text, name
        assert "{%" not in text, name
        assert "None" not in re.sub(r"<[^>]*>", "", text), name


def test_the_worked_example_plays_as_it_says() -> None:
    outcome = run_case(example().case)
    assert outcome.passed, outcome.failures
    page = RULEBOOK.book.pages["14-example.md"]
    for number in range(1, 6):
        for lines in example().at[number].lines.values():
            assert all(re.sub(r" \[[^]]*\]$", "", line) in page for line in lines)
    assert example().at[6].mages == outcome.result["mages"]


def test_pages_are_written_only_where_they_differ(tmp_path: Path) -> None:
    assert len(write_pages(MAGIKA, tmp_path)) == len(RULEBOOK.book.pages)
    assert write_pages(MAGIKA, tmp_path) == []
    (tmp_path / "05-moving.md").write_text("old", encoding="utf-8")
    assert write_pages(MAGIKA, tmp_path) == [tmp_path / "05-moving.md"]


# --- on the terminal ------------------------------------------------------------------------------------------------


def test_one_rule_with_its_table_and_no_more() -> None:
    rule = find_entry(MAGIKA, "rule", "move-3")
    assert rule.name == "MOVE-3"
    assert "| 5th | elf | - | - | - | - | 800 % |" in rule.text
    assert "MOVE-4 ·" not in rule.text
    assert "](" not in rule.text


def test_every_rule_and_ruling_can_be_looked_up() -> None:
    for number in (*RULES, *(r.number for r in RULEBOOK.book.rulings if r.number)):
        text = find_entry(MAGIKA, "rule", number).text
        assert number in text.splitlines()[0]
        assert "".join(text.splitlines()[1:]) or text.partition(" · ")[2], f"{number} says nothing"
        assert text.count("**Ruling R") <= 3, number


@pytest.mark.parametrize(("said", "code"), [("Heals", "Heals"), ("fgmap", "FogMp"), ("HEALSX", "Heals"),
                                            ("elemental attack", "ElAtt"), ("SrchX", "SrchX")])  # fmt: skip
def test_a_spell_by_code_name_or_alias(said: str, code: str) -> None:
    entry = find_entry(MAGIKA, "spell", said)
    assert entry.name == code
    assert entry.text.count("###") == 1
    assert f"CAST {code}" in entry.text


def test_a_slip_is_answered_with_the_nearest() -> None:
    with pytest.raises(OfficeError, match="MOVE-3"):
        find_entry(MAGIKA, "rule", "MOV-3")
    with pytest.raises(OfficeError, match="TelPt or Teleport"):
        find_entry(MAGIKA, "spell", "Telprt")


def test_the_command() -> None:
    run = CliRunner().invoke
    rule = run(cli, ["rule-book", "--rule", "MOVE-3"])
    assert rule.exit_code == 0
    assert "800 %" in rule.output
    assert all(line == line.rstrip() and len(line) <= 100 for line in rule.output.splitlines())
    spell = run(cli, ["rule-book", "--spell", "Heals", "--json"])
    assert '"spell": "Heals"' in spell.output
    wrong = run(cli, ["rule-book", "--rule", "XYZ-1"])
    assert (wrong.exit_code, wrong.output.count("\n")) == (1, 1)
    assert run(cli, ["rule-book", "--rule", "MOVE-3", "--spell", "Heals"]).exit_code == 2


@pytest.mark.slow  # that a book is the same each time, tests/arena/test_rulebook.py shows by day
def test_the_command_prints_it(tmp_path: Path) -> None:
    file = tmp_path / "book.pdf"
    made = CliRunner().invoke(cli, ["rule-book", str(file), "--paper", "letter"])
    assert made.exit_code == 0, made.output
    assert file.read_bytes() == printed("letter"), "the same book gives the same bytes"
    assert f"{len(pypdf.PdfReader(file).pages)} pages" in made.output


# --- on paper -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS_BY_DAY)
def test_every_page_has_its_running_head_and_number(paper: str) -> None:
    pages = texts(paper)
    assert 20 < len(pages) <= 36
    size = reader(paper).pages[0].mediabox
    assert (float(size.width), float(size.height)) == pytest.approx(PAPERS[paper], abs=0.1)
    for number, text in enumerate(pages[1:], 2):  # the cover has neither
        assert RULEBOOK.printed().title in text, number
        assert f"page {number} of {len(pages)}" in text


def test_bookmarks_for_chapters_sections_and_spells() -> None:
    document = reader("letter")
    titles: dict[str, int] = {}

    def gather(entries: list[Any]) -> None:
        for entry in entries:
            if isinstance(entry, list):
                gather(entry)
            else:
                number = document.get_destination_page_number(entry)
                assert number is not None
                titles[str(entry.title)] = number

    gather(document.outline)
    for chapter in RULEBOOK.printed().chapters:
        assert chapter.title in texts("letter")[titles[chapter.title]].splitlines()
    for spell in SPELLS:
        title = f"{spell.number} · {spell.code} · {spell.name}"
        assert f"{spell.code}\n{spell.name}" in texts("letter")[titles[title]]
        assert f"· {spell.number}\n" in texts("letter")[titles[title]]
    assert len(set(titles.values())) > 18


def test_spells_are_cards_to_pin_up() -> None:
    """Framed, of at least 104 points; with their rulings on no more than six pages."""
    pages = [n for n, text in enumerate(texts("letter")) if re.search(r"minor CAST [A-Z]", text)]
    assert len(pages) <= 6
    head = r"{0.code}\n{0.name}\n ?[A-Z]+ · {0.number}\n"
    found = [(s.code, n) for s in SPELLS for n in pages if re.search(head.format(s), texts("letter")[n])]
    assert [code for code, _ in found] == [s.code for s in SPELLS], "every spell once, in order"


def test_the_contents_name_the_right_pages() -> None:
    pages = texts("letter")
    contents = "\n".join(pages[1:4])
    for chapter in RULEBOOK.printed().chapters:
        numbers = re.findall(rf"(\d+)\n{re.escape(chapter.title)}\n", contents)
        assert numbers, chapter.title
        assert chapter.title in pages[int(numbers[0]) - 1].splitlines()


def test_all_is_in_it() -> None:
    text = "\n".join(texts("letter"))
    for spell in SPELLS:
        assert f"CAST {spell.code}X" in text
        assert spell.name in text
    for number in RULES:
        assert f"{number} ·" in text
    for ruling in RULEBOOK.book.rulings:
        assert f"Ruling {ruling.number}." in text if ruling.number else "Ruling." in text


def test_the_spell_table_is_on_one_page() -> None:
    (page,) = [t for t in texts("letter") if "The spell table" in t.splitlines() and "aimed at" in t]
    assert all(f"\n{s.number}\n{s.code}\n" in page for s in SPELLS)


@pytest.mark.parametrize("paper", PAPERS_BY_DAY)
def test_no_line_leaves_the_frame(paper: str) -> None:
    right, top = PAPERS[paper][0] - MARGIN, PAPERS[paper][1]
    signs_of(NAMES[2]) | signs_of(NAMES[4])
    seen = 0
    for number, page in enumerate(reader(paper).pages, 1):

        def look(text: str, matrix: Any, place: Any, font: Any, size: float, number: int = number) -> None:
            nonlocal seen
            line = text.strip("\n")
            if not line.strip() or font is None:
                return
            seen += 1
            x = place[4] * matrix[0] + matrix[4]
            y = place[5] * matrix[3] + matrix[5]
            name = BOLD if "Bold" in font["/BaseFont"] else PLAIN
            end = x + stringWidth(line.rstrip(), name, size) * matrix[0]
            assert x >= MARGIN - 1, f"page {number}: {line!r} begins at {x:.0f}"
            assert end <= right + 1.5, f"page {number}: {line!r} ends at {end:.0f} of {right:.0f}"
            assert 20 <= y < top - 20, f"page {number}: {line!r} stands at {y:.0f}"

        page.extract_text(visitor_text=look)
    assert seen > 2000


def test_every_sign_is_in_the_fonts_and_the_fonts_in_the_file() -> None:
    known = signs_of(NAMES[2]) | signs_of(NAMES[4])
    assert {c for text in RULEBOOK.book.pages.values() for c in text if c != "\n" and ord(c) not in known} == set()
    for page in reader("letter").pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            assert "/FontFile2" in font.get_object()["/FontDescriptor"]


def test_columns_fill_the_page_and_cut_no_word() -> None:
    rows = [["mage", "order", "what his report says"], ["C", "DEMAND CROSS FROM D", "long " * 60]]
    columns = widths(rows, BODY, 400.0)
    assert sum(columns) == pytest.approx(400)
    assert columns[1] >= stringWidth("DEMAND CROSS FROM D", BOLD, BODY.fontSize)
    assert sum(widths([["a", "b"]], BODY, 400.0)) < 100
    with pytest.raises(ValueError, match="too wide"):
        widths([["x" * 200, "y" * 200]], BODY, 400.0)


# --- what stands beside the rules -----------------------------------------------------------------------------------


def test_examples_stand_beside_their_rules() -> None:
    """Finding 67: drawn examples, their figures reckoned from the game's tables."""
    page = RULEBOOK.book.pages["05-moving.md"]
    assert sum(walk_costs()) == int(re.search(r"together\s+(\d+)\.", page)[1])  # type: ignore[index]
    drawn = [text for item in DRAWINGS["walk"]().items if isinstance(item, Texts) for _, _, text in item.places]
    assert [text for text in drawn if text.startswith("-")] == [f"-{cost}" for cost in walk_costs()]
    assert {"3", "4", "5"} <= set(drawn)
    for name, rule in (("walk", "MOVE-3"), ("south", "MOVE-5"), ("seen", "RECON-5")):
        text = next(text for text in RULEBOOK.book.pages.values() if f"(img/{name}.svg)" in text)
        assert text.index(f"**{rule} ") < text.index(f"(img/{name}.svg)")
    assert "\n".join(texts("letter")).count("Example: ") >= 3


def test_chapters_end_with_a_strip_of_land_where_there_is_room() -> None:
    """Finding 71: the vignette as tail piece."""
    pieces = [tail_piece(number, 160.0, 18.0) for number in range(len(RULEBOOK.printed().chapters))]
    assert all(0 <= x <= 160 and 0 <= y <= 20 for p in pieces for item in p.items for x, y in item.points)  # type: ignore[union-attr]
    assert len(set(pieces)) > 5
    piece = TailPiece(pieces[0], 258.0)
    assert piece.wrap(258.0, 100.0) == (258.0, 18.0 + TailPiece.ROOM)
    assert piece.wrap(258.0, 20.0) == (258.0, 0.0)
    assert [TailPiece(pieces[0], 258.0, 124.0).wrap(258.0, left)[1] > 0 for left in (40, 50, 120, 130)] == [
        False, True, True, False,
    ]  # fmt: skip


@pytest.mark.slow
def test_no_strip_of_land_makes_a_page_of_its_own() -> None:
    assert book_pdf(replace(RULEBOOK.printed(), tail=None)).pages == len(texts("letter"))


def test_advice_for_the_first_turn_is_what_the_figures_say() -> None:
    """The cheapest phases to walk in, and the sample sheet walks in them; the chance of a scroll where one begins."""
    page = " ".join(RULEBOOK.book.plain["01-the-contest"].split())
    assert (cheapest(tables.FIRST), cheapest(tables.SECOND)) == ([3, 4, 5], [5])
    assert price(pace()) == min(
        price((a, b)) for a in range(1, 6) for b in range(a + 1, 6) if tables.SECOND[b - 1]
    )  # fmt: skip
    first, second = pace()
    assert f"in phases {first} and {second} they cost {price(pace())} %" in page
    assert f"in phases 2 and 4 {price((2, 4))} %" in page
    sheet = RULEBOOK.book.plain["01-the-contest"].split("PASSWORD swordfish\n")[1].split("MESSAGE")[0]
    walks = [int(line[0]) for line in sheet.splitlines() if "MOVE" in line]
    assert tuple(walks) == pace()
    chance = f"{tables.SEARCH_CHANCE[tables.COASTAL]} %"
    assert f"on the coast {chance}" in page
    assert f"{chance} on the coast" in FIRST_STEPS[0]
    assert "phases 3 to 5" in FIRST_STEPS[1]


def test_the_book_says_that_the_tip_jams_and_what_helps() -> None:
    """D9; and so it is: a Teleport gets in where who walks does not."""
    page = " ".join(RULEBOOK.book.plain["01-the-contest"].split())
    hint = page.split("6. Think of the end in time. ")[1].split(" 7. ")[0]
    for said in ("The tip jams", "MOVE-6", "keep a scroll of Teleport", "before anybody walks", "MOVE-8"):
        assert said in hint, said
    case = Path(__file__).parent / "cases" / "MOVE-8-teleport-before-walking.toml"
    assert run_case(tomllib.loads(case.read_text(encoding="utf-8"))).passed
