"""Pages: what is drawn of fights, stacks, hands; spectators and the end; nothing torn, nothing too small."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from pypdf import PdfReader

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.reports import OfficeFacts, Person
from magika_gm.games.temple_isle.orders.lines import stored
from magika_gm.games.temple_isle.report import blocks
from magika_gm.games.temple_isle.report.blocks import Fight, Slip, fights_of, stacks_of
from magika_gm.games.temple_isle.report.board import isle_picture, text_rows
from magika_gm.games.temple_isle.report.faces import HEIGHT, WIDTH, card_picture
from magika_gm.games.temple_isle.report.reports import REPORTS
from magika_gm.games.temple_isle.report.story import Names
from magika_gm.games.temple_isle.rules.sequence import resolve
from magika_gm.games.temple_isle.rules.tables import standard
from magika_gm.games.temple_isle.sight import perceive
from magika_gm.reports.kit.base import GUTTER, LABEL, MARGIN, PAPERS, Style, spans
from magika_gm.reports.picture import Polygon, Texts
from tests.reports.measures import pages_of
from tests.reports.played import reports as played
from tests.temple_isle.made import a_report, position, records, reports

FACTS = OfficeFacts(
    game="31", title="Temple Isle", date="2027-02-13", next_due="Saturday 27 February 2027",
    people={"SUN": Person("Inés Calvo", "ines@example.org", "12.50")}, mail=(), acts=(),
)  # fmt: skip
END = 40
"""More mail turns than this game has: its last report."""

DISPELLED = """
[unit.U1]
card = "Swordsman"
at = "c2"
[unit.U2]
card = "Scout"
at = "b2"
[unit.U6]
card = "Militia"
at = "c3"
[unit.U7]
card = "Scout"
at = "e4"
[seat.SUN]
hand = ["Lightning", "Dispel"]
fast = ["FAST Dispel WHEN CAST Dispel"]
[seat.MOON]
hand = ["Dispel"]
fast = ["FAST Dispel WHEN CAST Lightning"]
"""


def test_a_stack_of_three_and_a_fight_as_they_are_drawn() -> None:
    state = position(DISPELLED)
    orders = {"SUN": [stored("CAST Lightning ON U6"), stored("U1 ATTACK S")]}
    forced: dict[str, list[int | str]] = {"combat.attack": [5], "combat.defence": [3]}
    told = [t.event for t in resolve(state, orders, Dice(b"x", 1, forced)).told]
    names = Names([(1, "Swordsman", "SUN"), (6, "Militia", "MOON")])
    assert stacks_of(told) == (
        (
            Slip("SUN", "Lightning on U6", "takes effect"),
            Slip("MOON", "Dispel on Lightning", "cancelled"),
            Slip("SUN", "Dispel on Dispel", "takes effect"),
        ),
    )
    assert fights_of(told, names) == (Fight("U1 Swordsman", "SUN", 5, 6, "U6 Militia", "MOON", 3, 6, "U6 loses 2"),)


def test_standing_lines_say_why_they_sleep() -> None:
    said = {row[2] for turn in reports(12, "MOON") for row in blocks.fast(turn).rows}
    assert "waits for its event" in said
    assert "sleeps: the card is not in your hand (FAST-2)" in said
    assert said <= {
        "waits for its event",
        "sleeps: the card is not in your hand (FAST-2)",
        "sleeps: your units are too few for its level (ENCH-2)",
        "fired; used up (FAST-3)",
    }


def test_every_card_is_printed_within_its_edges() -> None:
    catalogue = standard()
    for card in (*catalogue.cards.values(), *catalogue.lands.values(), *catalogue.temples.values()):
        picture = card_picture(card)
        for item in picture.items:
            if isinstance(item, Texts):
                assert item.size >= LABEL
                assert all(0 <= x <= WIDTH and 4 <= y <= HEIGHT for x, y, _ in item.places), card.name
            elif isinstance(item, Polygon):
                assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in item.points)


@pytest.mark.parametrize("seat", ["SUN", "MOON"])
@pytest.mark.parametrize("large", [False, True])
def test_reports_have_two_to_six_pages(seat: str, large: bool) -> None:
    """Large print is exempt from the count of pages, not from having them all."""
    for turn in (0, 1, 6, 14, END):
        report = a_report(seat, turn)
        pages = PdfReader(io.BytesIO(REPORTS.pdf(report, "a4", large))).pages
        assert 2 <= len(pages) <= (9 if large else 5)
        text = " ".join(page.extract_text() for page in pages)
        for held in report.view.hand if report.view.ending is None else ():
            assert held.card in text


def test_a_headline_for_the_subject() -> None:
    assert [REPORTS.headline(a_report("SUN", turn)) for turn in (0, 8, END)] == [
        "", "holds one temple to one", "has won"
    ]  # fmt: skip
    assert REPORTS.headline(a_report("MOON", END)) == "has lost"


def test_the_certificate_names_the_duel() -> None:
    assert "in a duel with Sun" in REPORTS.text(a_report("MOON", END), None)


def test_spectators_see_what_both_know_and_everything_at_the_end() -> None:
    record = records(8)[8]
    page = REPORTS.spectator(record, FACTS, None)
    hidden = [card for seat in ("SUN", "MOON") for card in record.state.hands[seat]]
    assert "draws a card" in page
    assert not any(f"draws {card}" in page for card in hidden)
    assert "What was hidden" not in page
    assert "FAST lines now stand" not in page
    last = records(END)[-1]
    page = REPORTS.spectator(last, FACTS, None)
    assert "What was hidden" in page
    for seat in ("SUN", "MOON"):
        assert ", ".join(last.state.hands[seat]) in page
    assert last.seed.hex() in page


def test_the_game_masters_page_has_everything() -> None:
    record = records(8)[8]
    for kind in ("html", "txt"):
        page = REPORTS.master(record, FACTS, kind, "letter", None)
        assert isinstance(page, str)
        flat = " ".join(page.split())
        assert all(card in flat for seat in ("SUN", "MOON") for card in record.state.hands[seat])
    assert bytes(REPORTS.master(record, FACTS, "pdf", "letter", None) or b"")[:5] == b"%PDF-"  # type: ignore[arg-type]


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_a_short_turn_leaves_no_half_empty_column(paper: str) -> None:
    """Below the isle, where little happened, stands what else there is to say: both columns end about level."""
    wide = PAPERS[paper][0] - 2 * MARGIN
    middle, seen = MARGIN + spans(wide, 6) + GUTTER / 2, set[int]()
    for number, report in enumerate(played("temple_isle")):
        pages = pages_of(REPORTS.pdf(report, paper, False))
        page = pages[0] if report.view.ending is None else pages[1]
        texts = [m for m in page if m.text and m.bottom > MARGIN + 12]
        top = next((m.top for m in texts if m.text in ("THE TURN, STEP BY STEP", "YOUR FIRST TURN")), 0.0)
        if not top:
            continue  # it stands on the next page, whole
        below = max((m.top for m in texts if m.text.startswith(("YOUR HAND", "UNITS IN PLAY"))), default=0.0)
        strip = [m for m in texts if below < m.top <= top]
        left, right = (min(m.bottom for m in strip if (m.left > middle) is after) for after in (False, True))
        assert (top - right) / (top - left) >= 0.7 or right - left < 90, (number, round(right - left))
        seen.add(number)
    assert len(seen) > 3


def test_large_print_keeps_headings_with_their_words_and_cuts_no_example() -> None:
    """Each page that has lines of the cards' list has its heading too; the examples below the orders are whole."""
    for report in played("temple_isle"):
        pages = [[m.text for m in page if m.text] for page in pages_of(REPORTS.pdf(report, "letter", True))]
        for line in () if report.over else blocks.piles(report).paragraphs:
            (page,) = [texts for texts in pages if " ".join(texts).find(line.split(":")[0]) >= 0]
            assert "CARDS" in page
        if report.form:
            assert any("DISCARD Doom" in " ".join(texts) for texts in pages)
            assert any("A later sheet replaces this one." in " ".join(texts) for texts in pages)
        assert not any(text.endswith("…") for texts in pages for text in texts if "END" not in text)


def test_every_unit_of_a_crowd_is_drawn_and_written() -> None:
    """Any number may stand on a card (ISLE-6)."""
    crowd = "\n".join(f'[unit.U{n}]\ncard = "Scout"\nat = "c2"\nowner = "SUN"' for n in range(1, 9))
    view = perceive(position(crowd), "SUN")
    assert all(f"sU{n}:" in " ".join(text_rows(view)) for n in range(1, 9))
    assert max(map(len, text_rows(view))) <= 72
    picture = isle_picture(view, 360, 290, Style())
    texts = [place for item in picture.items if isinstance(item, Texts) for place in item.places]
    lines = [y for _, y, text in texts if text.startswith("U")]
    assert len(lines) == 8
    assert lines[:4] == lines[4:]
    assert min(upper - lower for upper, lower in pairwise(lines[:4])) >= Style().map_size()


def test_what_was_hidden_is_told_of_sun_and_moon() -> None:
    from magika_gm.games.temple_isle.report.blocks import revealed
    from magika_gm.reports.kit.lists import cell
    from tests.reports.played import reports

    assert [cell(row[0]).text for row in revealed(reports("temple_isle")[-1]).rows] == ["Sun", "Moon"]
