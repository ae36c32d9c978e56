"""A report by mail on a telephone: what must be done stands on the first screen, and no table needs to be pushed."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from magika_gm import games
from magika_gm.engine.seam.setup import Need
from magika_gm.reports.kit.head import due_parts
from magika_gm.reports.kit.lists import MOST_ACROSS, Cell, Table
from tests.page.rambles import PLAYER, positions
from tests.reports.played import reports

SYSTEMS = [name for name in games.SYSTEMS if games.system(name).has("page")]


def mails(name: str) -> list[str]:
    """Of some positions of a game."""
    found = islice(positions(name, 2), 0, 40, 7)
    return [one.system.reports.html(one.report, None) for one in found]


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_button_stands_under_the_headline_before_all_that_is_long(name: str) -> None:
    """Name, due date, headline, button; the picture and all lists come after it, once more below the sheet."""
    for mail in mails(name):
        assert mail.count(">Write orders<") == 2
        before = mail[: mail.index(">Write orders<")]
        assert sum(need.said in before.partition("</h1>")[2] for need in Need) == 1
        assert "<h2" not in before.partition("</head>")[2]
        assert "<table" not in before.replace('<table role="presentation"', "")


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_table_of_many_columns_is_cards_on_a_narrow_screen(name: str) -> None:
    for mail in mails(name):
        for kind, body in re.findall(r'<table class="(t|t k)"[^>]*>(.*?)</table>', mail, re.DOTALL):
            across = max((row.count("<th") for row in body.split("<tr")), default=0)
            assert (kind == "t k") == (across > MOST_ACROSS), body[:200]


def test_cards_say_what_each_figure_is_and_leave_empty_ones_out() -> None:
    row = ("A3", "Soldier", "·", Cell("2", bold=True), "", "e6")
    html = Table("Units", ("", "kind", "flight", "Power", "poison", "at"), (row,)).html()
    assert '<td data-h="kind">Soldier' in html
    assert "<td class='z' data-h=\"flight\">·" in html
    assert "<td class='s' data-h=\"Power\">2" in html
    assert "<td class='z' data-h=\"poison\">" in html
    assert "data-h" not in Table("Units", ("", "kind"), (("A3", "·"),)).html()


@pytest.mark.parametrize("name", sorted(games.SYSTEMS))
def test_a_head_counts_by_one_counter_and_asks_what_the_turn_waits_for(name: str) -> None:
    """The mail's turn stands in the small print of games that count by another."""
    system = games.system(name)
    for report in reports(name):
        lines = system.reports.text(report, None).split("\n")
        head = "\n".join(lines[1:9])
        assert "mail turn" not in head
        if not report.over:
            assert sum(need.said in head for need in Need) == 1
            assert f"{report.need.said} {due_parts(PLAYER.next_due)[0]}" in head
        if " game turn" in head or " player turn" in head:
            assert f"mail turn {report.turn}" in lines or not report.turn
