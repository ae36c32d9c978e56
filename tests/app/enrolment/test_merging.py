"""Two records of one person made one: shown and asked first, refused within one game, and taken back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from magika_gm.app.accounts.bookkeeping import book_payment, check_books, list_accounts
from magika_gm.app.accounts.rates import rates_in
from magika_gm.app.enrolment.merging import look_at_merge, merge_players, unmerge_players
from magika_gm.app.enrolment.players import change_player, show_player
from magika_gm.app.enrolment.standby import add_standby, list_standbys, place_standby
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, open_office
from magika_gm.app.turns.process import process_turn
from magika_gm.store import tables as t
from tests.app.postroom import NOW, Post, begin, sheet
from tests.desk import typed
from tests.offices import copied

REPORTS_OF = ""


def one_turn(folder: Path) -> Office:
    office = begin(folder)
    process_turn(office, "7", NOW, early=True)
    add_standby(office, "Una Byron", "una@example.org", "owl light", NOW)
    return office


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    office = copied(tmp_path / "office", one_turn)
    yield Post(office)
    office.close()


def run(post: Post, *words: str) -> Result:
    return typed(post, "player", *words)


def everything(office: Office) -> dict[str, list[Any]]:
    """Every row that may know a player, but for the merges and the entries that tell of them."""
    left_out = (t.merges.name, t.entries.name, t.heartbeats.name)
    with office.store.reading() as connection:
        tables = [table for table in t.metadata.sorted_tables if table.name not in left_out]
        return {table.name: sorted(map(repr, connection.execute(table.select()).all())) for table in tables}


def test_accounts_in_several_moneys_are_made_one_where_both_have_them(post: Post) -> None:
    (post.office.root / "scenarios" / "rates").mkdir(parents=True)
    (post.office.root / "scenarios" / "rates" / "euro.toml").write_text(rates_in("EUR")[1], encoding="utf-8")
    (post.office.root / "magika.toml").write_text('[accounts]\nof_game = ["arena: euro"]\n', encoding="utf-8")
    office = open_office(post.office.root)
    book_payment(office, "7:A", "5", "gift", NOW, "EUR")
    keep, gone = show_player(office, "una@example.org"), show_player(office, "7:A")
    why = f"{gone.account} has entries in EUR, and {keep.account} is kept in USD: "
    with pytest.raises(OfficeError, match=why):
        look_at_merge(office, "una@example.org", "7:A")
    book_payment(office, "una@example.org", "2", "gift", NOW, "EUR")
    done = merge_players(office, "una@example.org", "7:A", NOW)
    stands = next(line for line in list_accounts(office) if line.player == done.player).stands()
    assert stands["EUR"] == 700
    assert check_books(office)[0] == []
    office.close()


def test_both_are_shown_and_nothing_is_done_unasked(post: Post) -> None:
    before = everything(post.office)
    for words in (("una@example.org", "--merge", "7:B"), ("una@example.org", "--merge", "7:B", "--json")):
        asked = run(post, *words)
        assert asked.exit_code == 1
        assert "nothing was changed" in asked.stderr
        assert "--yes" in asked.stderr
    shown = run(post, "una@example.org", "--merge", "7:B").output
    for word in ("Una Byron", "una@example.org", "Björn Åkesson", "bjorn@example.net", "7:B"):
        assert word in shown
    assert everything(post.office) == before
    done = run(post, "una@example.org", "--merge", "7:B", "--yes")
    assert done.exit_code == 0, done.output
    assert "magika-gm player 14 --unmerge 2" in done.output
    assert show_player(post.office, "14").seats == ("7:B",)


def test_two_who_sit_in_one_game_are_not_made_one_unless_told_twice(post: Post) -> None:
    before = everything(post.office)
    refused = run(post, "1", "--merge", "2", "--yes")
    assert refused.exit_code == 1
    assert "sit in one game (game 7, A and B)" in refused.stderr
    assert "--same-game" in refused.stderr
    assert run(post, "1", "--merge", "2", "--same-game").exit_code == 1, "nobody was asked"
    assert everything(post.office) == before
    assert run(post, "1", "--merge", "2", "--yes", "--same-game").exit_code == 0
    assert show_player(post.office, "1").seats == ("7:A", "7:B")
    for words in (("1", "--same-game"), ("1", "--yes"), ("1", "--merge", "2", "--unmerge", "2")):
        assert run(post, *words).exit_code == 2


def test_who_sat_in_a_game_before_sits_in_it_still(post: Post) -> None:
    """He may have left his seat to another: he knows what it was told. Taking one's own seat back is no matter."""
    place_standby(post.office, "7", "B", list_standbys(post.office)[0].id, NOW)
    assert look_at_merge(post.office, "1", "bjorn@example.net").together == ("game 7, A and B",)
    with pytest.raises(OfficeError, match="--same-game"):
        merge_players(post.office, "1", "bjorn@example.net", NOW)
    merge_players(post.office, "una@example.org", "bjorn@example.net", NOW)
    assert show_player(post.office, "7:B").name == "Una Byron"


def test_a_merge_is_taken_back_to_the_last_row(post: Post) -> None:
    change_player(post.office, "7:B", {"phone": "+32 81 55 01 00", "insurance": "phone", "timezone": "Asia/Tokyo"})
    add_standby(post.office, "Björn Åkesson", "bjorn@example.net", "owl light", NOW)
    book_payment(post.office, "7:B", "12.50", "a cheque", NOW)
    before = everything(post.office)
    merge_players(post.office, "una@example.org", "7:B", NOW)
    assert [one.state for one in list_standbys(post.office)] == ["waiting", "gone"]
    assert show_player(post.office, "14").insurance == "phone"
    told = "Account P0002 of bjorn@example.net is one with this one"
    assert post.rows("SELECT text FROM entries WHERE cause = 'merge:2:14'") == [(told,)]
    assert post.rows("SELECT id FROM merges") == [(1,)]
    bought = "SELECT cause FROM entries WHERE cause LIKE 'rule-book:%' OR cause LIKE 'camp:%' ORDER BY cause"
    assert post.rows(bought) == [], "who bought nothing has bought nothing"
    done = unmerge_players(post.office, "14", "2", NOW)
    assert (done.back, done.back_account, done.seats) == (2, "P0002", ("7:B",))
    assert everything(post.office) == before
    assert check_books(post.office)[0] == []
    merge_players(post.office, "una@example.org", "7:B", NOW)
    unmerge_players(post.office, "una@example.org", "bjorn@example.net", NOW)
    assert everything(post.office) == before, "as often as one likes"
    assert check_books(post.office)[0] == []


def test_what_came_about_in_his_seats_meanwhile_goes_with_them(post: Post) -> None:
    merge_players(post.office, "una@example.org", "7:B", NOW)
    post.one(sheet())
    process_turn(post.office, "7", NOW + timedelta(days=1), early=True)
    book_payment(post.office, "una@example.org", "5.00", "for her", NOW)
    charged = show_player(post.office, "14").balance
    said = run(post, "14", "--unmerge", "P0002", "--json")
    done = json.loads(said.stdout)
    assert (done["player"], done["back"], done["seats"]) == (14, 2, ["7:B"])
    assert done["balance"].startswith("5.00 USD"), charged
    assert post.rows("SELECT DISTINCT player FROM played WHERE seat = 'B'") == [(2,)]
    assert post.rows("SELECT DISTINCT player FROM readers WHERE seat = 'B'") == [(2,)]
    assert check_books(post.office)[0] == []
    process_turn(post.office, "7", NOW + timedelta(days=2), early=True)
    with pytest.raises(OfficeError, match="made one with nobody"):
        unmerge_players(post.office, "14", "2", NOW)


def test_the_number_of_a_record_that_went_is_nobody_elses(post: Post) -> None:
    """It would be his again, and the books name it."""
    merge_players(post.office, "7:B", "una@example.org", NOW)
    add_standby(post.office, "Ida Bell", "ida@example.org", "owl light", NOW)
    assert show_player(post.office, "ida@example.org").player == 15
    unmerge_players(post.office, "7:B", "14", NOW)
    assert show_player(post.office, "14").name == "Una Byron"
