"""Players' records, lost passwords, sign-ups that wait once, games abandoned (try-out F2, F4, F5, F13, F15, F49)."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from click.testing import CliRunner

from magika_gm.app.accounts.bookkeeping import check_books, statement_of
from magika_gm.app.accounts.ledger import balances_of
from magika_gm.app.enrolment.merging import merge_players
from magika_gm.app.enrolment.new_game import cancel_game, new_game
from magika_gm.app.enrolment.players import change_player, show_player
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.operations.doctor import examine
from magika_gm.app.post.addresses import MOST_CODES, ask_for
from magika_gm.app.post.signup_desk import confirm_by_word
from magika_gm.app.results.standings import ended_games
from magika_gm.app.turns.process import due_games, process_turn, undo_turn
from magika_gm.cli.main import cli
from magika_gm.resources import shipped
from tests.app.postroom import ADDRESS, NOW, Post, sheet

REPORTS_OF = ""

FORM = """SIGN-UP
NAME Ivy Holm
EMAIL ivy@example.org
PASSWORD quiet harbour
FIRST Ivy of the Vale, elf, good
{more}
END
"""
LONG = """ADDRESS Rue Haute 12, Namur
PHONE +32 81 55 01 00
INSURANCE phone
PAPER A4
LARGE PRINT yes
TIMEZONE Europe/Brussels
ATTACH pdf
MONEY CAD
RULE BOOK yes
CAMP yes"""


def code_in(post: Post, to: str) -> str:
    """The CONFIRM line of the last mail with one to an address."""
    query = "SELECT message_id FROM outbox WHERE kind IN ('code', 'join') AND recipient = '{}' ORDER BY id DESC LIMIT 1"
    ((name,),) = post.rows(query.format(to))
    (text,) = [m.get_body(("plain",)).get_content() for m in post.delivered() if m["Message-ID"] == name]  # type: ignore[union-attr]
    return re.search(r"CONFIRM \w+", text)[0]  # type: ignore[index]


def confirm(post: Post, to: str, more: str = "") -> str:
    return str(post.one(f"{code_in(post, to)}\n{more}\n", sender=to).outcome)


def test_a_lost_password_is_renewed_by_a_code_to_the_registered_address(post: Post) -> None:
    """F13: without a password, and whoever asks."""
    for body, sender in (
        ("LOST PASSWORD\n", ADDRESS["C"]),
        ("GAME 7\nMAGE C\nNEW PASSWORD\nEND\n", "somebody@else.example"),
    ):
        assert post.one(body, sender=sender).outcome == "accepted"
        kind, to, said = post.answers()[-1]
        assert (kind, to) == ("code", ADDRESS["C"])
        assert "CONFIRM" not in said  # drawn when it is sent
    assert post.one(sheet(password="swordfish")).outcome == "accepted"  # nothing changed yet
    assert confirm(post, ADDRESS["C"], "NEW PASSWORD short") == "refused"
    assert "The code is good still" in post.answer()
    assert confirm(post, ADDRESS["C"], "NEW PASSWORD “lantern” – hill") == "accepted"
    assert "lantern" not in post.answer()
    assert post.one(sheet(password='"lantern" - hill')).outcome == "accepted"
    assert post.one(sheet(password="swordfish")).outcome == "refused"


def test_a_code_for_a_password_is_good_once_and_from_its_address_alone(post: Post) -> None:
    post.one("NEW PASSWORD\n")
    line = code_in(post, ADDRESS["C"])
    body = f"{line}\nNEW PASSWORD evil harbour\n"
    assert post.one(body, sender="ann.dubois@example.org").outcome != "accepted"
    assert post.one(body).outcome == "accepted"
    assert post.one(f"{line}\nNEW PASSWORD other harbour\n").outcome == "aside"
    assert post.one(sheet(password="evil harbour")).outcome == "accepted"


def test_nobody_fills_a_mailbox_with_codes(post: Post) -> None:
    for nr in range(MOST_CODES + 3):
        body = "GAME 7\nMAGE C\nNEW PASSWORD\nEND\n"
        post.one(body, sender="somebody@else.example", now=NOW + timedelta(seconds=nr))
    assert len([kind for kind, *_ in post.answers() if kind == "code"]) == MOST_CODES
    with pytest.raises(OfficeError, match="codes were mailed"):
        ask_for(post.office, "7:C", NOW + timedelta(minutes=1))


def test_a_players_record_is_shown_and_changed(post: Post) -> None:
    """F2, F49."""
    runner = CliRunner()
    run = ["--office", str(post.office.root), "player", "7:C", "--json"]
    changed = [
        "--paper",
        "a4",
        "--large-print",
        "--timezone",
        "Europe/Berlin",
        "--attach",
        "none",
        "--phone",
        "+49 30 55 01",
    ]
    said = json.loads(runner.invoke(cli, [*run, *changed]).stdout)
    assert (said["paper"], said["large_print"], said["timezone"], said["attach"]) == ("a4", True, "Europe/Berlin", [])
    assert show_player(post.office, "7:C").phone == "+49 30 55 01"
    result = runner.invoke(cli, [*run, "--timezone", "Europe/Berlyn", "--insurance", "fax"])
    assert result.exit_code == 1
    assert "did you mean Europe/Berlin" in result.stderr
    assert "fax number" in result.stderr
    with pytest.raises(OfficeError, match="magika-gm address 7 C"):
        change_player(post.office, "7:C", {"email": "new@example.org"})
    assert change_player(post.office, "7:C", {"address": "x" * 300}).address == "x" * 300
    with pytest.raises(OfficeError, match="the address has 301 characters, at most 300"):
        change_player(post.office, "7:C", {"address": "x" * 301})
    assert runner.invoke(cli, [*run, "--new-password"]).exit_code == 0
    assert post.answers()[-1][:2] == ("code", ADDRESS["C"])
    mail = [m for m in post.delivered() if m["To"] == ADDRESS["C"] and "turn 0" in str(m["Subject"])]
    assert not [part for part in mail[-1].walk() if part.get_filename("").endswith((".pdf", ".json"))]


def test_two_records_of_one_person_become_one(post: Post) -> None:
    """F49: games, money, results."""
    with post.office.store.reading() as connection:
        before = balances_of(connection, [1, 2])
    done = merge_players(post.office, "1", "2", NOW, same_game=True)
    assert done.player == 1
    known = show_player(post.office, "1")
    assert known.seats == ("7:A", "7:B")
    with post.office.store.reading() as connection:
        after = balances_of(connection)
    assert 2 not in after
    assert after[1].cents == before[1].cents + before[2].cents
    assert after[1].free_turns == before[1].free_turns + before[2].free_turns
    assert check_books(post.office)[0] == []
    assert statement_of(post.office, "1")[1][-1].balance_cents == after[1].cents
    process_turn(post.office, "7", NOW, early=True)
    undo_turn(post.office, "7", NOW)
    assert check_books(post.office)[0] == []
    with pytest.raises(OfficeError, match="one record already"):
        merge_players(post.office, "1", "7:B", NOW)
    with pytest.raises(OfficeError, match="two kinds of money"):
        merge_players(post.office, "1", "3", NOW)


def test_a_file_finds_the_players_there_are(post: Post) -> None:
    """F49: the same people in a second game are no second players, and their money is not brought forward twice."""
    with post.office.store.reading() as connection:
        before = balances_of(connection)
    new_game(post.office, "8", shipped("sample") / "magika" / "signups.toml", NOW)
    with post.office.store.reading() as connection:
        after = balances_of(connection)
    assert before.keys() == after.keys()
    assert {n: b.cents for n, b in before.items()} == {n: b.cents for n, b in after.items()}
    assert all(after[n].free_turns >= before[n].free_turns for n in before)
    assert show_player(post.office, "7:C").seats == ("7:C", "8:C")


def test_the_same_person_and_character_wait_once(post: Post) -> None:
    """F4."""
    post.one(FORM.format(more=""), sender="ivy@example.org")
    assert confirm(post, "ivy@example.org") == "accepted"
    post.one(FORM.format(more="PACE three"), sender="ivy@example.org")
    assert confirm(post, "ivy@example.org") == "accepted"
    assert post.rows("SELECT state, pace FROM signups") == [("waiting", "three")]
    assert "You waited already, as number 1" in post.answer()
    another = FORM.format(more="").replace("Ivy of the Vale", "Oak")
    post.one(another, sender="ivy@example.org", now=NOW + timedelta(days=2))
    ((number,),) = post.rows("SELECT id FROM signups WHERE state = 'asked'")
    assert not confirm_by_word(post.office, number, NOW).again
    assert len(post.rows("SELECT * FROM signups")) == 2


def test_a_sign_up_is_told_whole_and_everything_in_it_counts(post: Post) -> None:
    """F2, F5: paper, large print, files, time zone, and whatever else was understood."""
    post.one(FORM.format(more=LONG), sender="ivy@example.org")
    assert confirm(post, "ivy@example.org") == "accepted"
    said = post.answer()
    for words in ("Rue Haute 12, Namur", "+32 81 55 01 00", "Insurance:      phone", "Paper:          A4",
                  "Large print:    yes", "Time zone:      Europe/Brussels", "Attached:       pdf", "CAMP: ",
                  "Rule book:      you have it", "Account in:     CAD"):  # fmt: skip
        assert words in said
    assert "quiet harbour" not in said
    known = show_player(post.office, "Ivy Holm")
    assert (known.paper, known.large_print, known.timezone, known.attach) == ("a4", True, "Europe/Brussels", ("pdf",))
    assert (known.insurance, known.address) == ("phone", "Rue Haute 12, Namur")
    assert (known.sign_ups, show_player(post.office, "7:C").sign_ups) == ((1,), ())


def test_what_an_unconfirmed_sign_up_says_changes_nobodys_record(post: Post) -> None:
    before = show_player(post.office, "7:C")
    form = FORM.format(more=LONG.replace("MONEY CAD\n", "")).replace("Ivy Holm", before.name)
    assert post.one(form.replace("ivy@example.org", before.email), sender="evil@else.example").outcome == "accepted"
    assert show_player(post.office, "7:C") == before
    assert confirm(post, before.email) == "accepted"
    assert show_player(post.office, "7:C").paper == "a4"


def test_a_sign_up_is_withdrawn_by_its_player(post: Post) -> None:
    """F49."""
    post.one(FORM.format(more=""), sender="ivy@example.org")
    confirm(post, "ivy@example.org")
    assert post.one("Please\nWITHDRAW SIGN-UP\n", sender="ivy@example.org").outcome == "accepted"
    assert post.rows("SELECT state FROM signups") == [("waiting",)]
    assert confirm(post, "ivy@example.org") == "accepted"
    assert post.rows("SELECT state FROM signups") == [("withdrawn",)]


@pytest.mark.parametrize("turns", [pytest.param(0, marks=pytest.mark.slow), 2])
def test_a_game_begun_by_mistake_is_abandoned(post: Post, turns: int) -> None:
    """F15: everybody told who was told of it, all charges given back."""
    new_game(post.office, "8", shipped("sample") / "magika" / "signups.toml", NOW)
    with post.office.store.reading() as connection:
        before = balances_of(connection)
    new_game(post.office, "9", shipped("sample") / "magika" / "signups.toml", NOW)
    for number in range(turns):
        process_turn(post.office, "9", NOW + timedelta(minutes=number), early=True)
    if turns:
        post.delivered()
    post.rows("UPDATE players SET rule_book = '9' WHERE id = 1")  # it came with the first report
    done = cancel_game(post.office, "9", "begun with the wrong pace", NOW + timedelta(hours=1))
    assert len(done.told) == (13 if turns else 0)
    assert post.rows("SELECT rule_book FROM players WHERE id = 1") == [("9" if turns else "",)]
    with post.office.store.reading() as connection:
        assert balances_of(connection) == before
        assert [ended.game for ended in ended_games(connection)] == []
    assert check_books(post.office)[0] == []
    later = NOW + timedelta(days=100)
    assert "9" not in due_games(post.office, later)
    mails = [m for m in post.delivered() if "game 9" in str(m["Subject"])]
    told = [m for m in mails if "the game is cancelled" in str(m["Subject"])]
    assert len(told) == len(done.told)
    assert bool(turns) == (len(mails) > len(told))  # a first report nobody saw is not sent any more
    for mail in told[:1]:
        (calendar,) = [p for p in mail.walk() if p.get_content_type() == "text/calendar"]
        assert "METHOD:CANCEL" in calendar.get_content()
    received = post.one(sheet().replace("GAME 7", "GAME 9"))
    assert (received.outcome, received.reason) == ("refused", "the game is over")
    with pytest.raises(OfficeError, match="is over"):
        cancel_game(post.office, "9", "again", later)
    with pytest.raises(OfficeError, match="cancelled"):
        undo_turn(post.office, "9", later)
    assert not [
        f
        for part in examine(post.office.root, later)
        for f in part.findings
        if f.place in ("9", "game 9", "game 9, turn 0")
    ]


def test_who_came_from_the_list_waits_again(post: Post) -> None:
    post.one(FORM.format(more=""), sender="ivy@example.org")
    confirm(post, "ivy@example.org")
    post.rows("UPDATE signups SET state = 'seated', game = '7'")
    assert cancel_game(post.office, "7", "a mistake", NOW).sign_ups == (1,)
    assert post.rows("SELECT state, game FROM signups") == [("waiting", None)]


def test_undo_of_turn_0_names_the_way_out(post: Post) -> None:
    with pytest.raises(OfficeError, match="magika-gm cancel-game 7"):
        undo_turn(post.office, "7", NOW)
