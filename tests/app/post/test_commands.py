"""Commands by mail: what a player may ask for and say beside his orders, and what that does to a turn."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from magika_gm.app.accounts.ledger import balances_of
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.operations.status import office_status
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.games.magika.report.story import told_line
from magika_gm.store.archive import load_told
from tests.app.postroom import ADDRESS, NOW, Post, sheet, to_letter
from tests.desk import typed


def ask(post: Post, *commands: str, now: datetime = NOW) -> str:
    """The answer to some commands, in a mail with no orders."""
    body = "\n".join(["GAME 7", "MAGE C", "PASSWORD swordfish", *commands, "END", ""])
    received = post.one(body, now=now)
    assert received.outcome == "accepted", received
    return " ".join(post.answer().split())


def test_help_needs_no_password_and_goes_to_registered_addresses_only(post: Post) -> None:
    assert post.one("HELP\n").outcome == "accepted"
    assert post.answers()[-1][:2] == ("hint", ADDRESS["C"])
    assert "ABSENT" in post.answer()
    assert post.one("HELP\n", sender="stranger@example.net").outcome == "aside"
    assert "STATUS" not in post.answer(), "strangers are told how to join, and nothing else"


def test_other_commands_need_one(post: Post) -> None:
    received = post.one("STATUS\n")
    assert (received.outcome, "write GAME, SEAT and PASSWORD" in received.reason) == ("refused", True)
    assert post.one("GAME 7\nMAGE C\nPASSWORD nonsense\nSTATUS\nEND\n").outcome == "refused"
    assert "no orders have come" not in post.answer()


def test_commands_alone_never_replace_orders(post: Post) -> None:
    post.one(sheet("1 MOVE NE"))
    ask(post, "STATUS")
    ask(post, "FINAL")
    assert len(post.rows("SELECT * FROM sheets")) == 1


def test_status_history_and_form(post: Post) -> None:
    assert "Turn 1: no orders have come from you." in ask(post, "STATUS")
    post.one(sheet("1 MOVE NE"))
    post.one(sheet("2 SEARCH"))
    post.one(sheet("2 SEARCH", turn=3))
    text = ask(post, "STATUS")
    assert "Turn 1: your orders are here, sent 2 times; the last ones count." in text
    assert "Turn 3: your orders are here." in text
    process_turn(post.office, "7", NOW, early=True)
    text = ask(post, "HISTORY", "FORM")
    assert "turn 1 (your orders): REST, SEARCH, REST, REST, REST" in text
    assert "replaces earlier orders" in text
    assert "GAME 7 TURN 2 MAGE C" in text


def test_a_copy_of_a_report_is_sent_and_charged_once(post: Post) -> None:
    post.delivered()
    process_turn(post.office, "7", NOW, early=True)
    with post.office.store.reading() as connection:
        before = {k: b.cents for k, b in balances_of(connection).items()}
    assert "There is no report of turn 9" in ask(post, "REPORT 9")
    assert "on its way once more and charged with 3.00 CAD" in ask(post, "REPORT")
    with post.office.store.reading() as connection:
        after = {k: b.cents for k, b in balances_of(connection).items()}
    assert sorted(before[k] - after[k] for k in before) == [0] * (len(before) - 1) + [300]
    copy = to_letter([m for m in post.delivered() if "a copy" in str(m["Subject"])], "C", "turn 1")
    assert str(copy["To"]) == ADDRESS["C"]
    names = [part.get_filename() for part in copy.iter_attachments()]
    assert "magika-7-turn-1-C.pdf" in names
    for number in range(4):
        assert "on its way" in ask(post, "REPORT", f"WHY {number + 1}")
    assert "copies were sent to you today" in ask(post, "REPORT", "STATUS", "WHY 5")


def test_why_tells_his_own_rolls_and_lines_and_no_more(post: Post) -> None:
    post.one(sheet("1 SEARCH\n2 MOVE NE\n3 CAST Confs C"))
    process_turn(post.office, "7", NOW, early=True)
    text = ask(post, "WHY 1")
    assert "Phase 1:" in text
    assert "a scroll is found at your chance or less [SRCH-2]" in text
    assert "percent of the terrain's factor" in text
    spell = ask(post, "WHY 3")
    assert "the spell works at your effective skill or less [CAST-6]" in spell
    assert "Phase 2" not in spell
    assert "Phase 2:" in ask(post, "WHY You move")
    assert "No line of turn 1 has these words" in ask(post, "WHY the dragon")
    assert "Say which" in ask(post, "WHY")
    assert "Turn 9 has not been played" in ask(post, "WHY 9 1")
    with post.office.store.reading() as connection:
        told = [line.text for t in load_told(connection, "7", 1) if (line := told_line(t, "C")) is not None]
    said = [row.strip() for _, _, body in post.answers() for row in body.splitlines() if row.startswith("  You")]
    assert len(said) > 3
    assert {row.partition(" [")[0] for row in said} <= set(told)


def test_a_turn_under_review_is_not_told_of(post: Post) -> None:
    """Held turns are played already; nothing a player asks for may show it (RECON-10)."""
    process_turn(post.office, "7", NOW, early=True, review=True)
    text = ask(post, "STATUS", "HISTORY", "WHY 1 1", "REPORT 1", "FORM")
    assert "Turn 0 of game 7 was the last one processed" in text
    assert "No turn has been played yet" in text
    assert "There is no report of turn 1" in text
    assert "GAME 7 TURN 1 MAGE C" in text
    assert post.one(sheet("2 SEARCH")).turn == 1, "orders for it still come in, for another run"


def test_final_by_everybody_needs_no_early(post: Post) -> None:
    with pytest.raises(OfficeError, match="not due before"):
        process_turn(post.office, "7", NOW)
    assert "No orders have come from you" in ask(post, "FINAL")
    post.one(sheet("1 MOVE NE\nFINAL"))
    assert "your orders for turn 1 are final" in " ".join(post.answer().split())
    assert not office_status(post.office).games[0].may_run
    with post.office.store.writing() as connection:
        for letter in "ABDEFGHIJKLM":
            connection.exec_driver_sql(f"INSERT INTO finals VALUES ('7', 1, '{letter}', '')")
    assert office_status(post.office).games[0].may_run
    shown = typed(post, "status").output
    assert "process-turn 7 needs no --early" in shown
    post.one(sheet("1 MOVE NW"))
    assert "it holds no more until you say it again" in post.answer()
    with pytest.raises(OfficeError, match="not due before"):
        process_turn(post.office, "7", NOW)
    ask(post, "FINAL")
    assert process_turn(post.office, "7", NOW).turn == 1
    with pytest.raises(OfficeError, match="not due before"):
        process_turn(post.office, "7", NOW)


def test_who_is_away_has_not_missed_his_turn(post: Post) -> None:
    assert "Write the dates like this" in ask(post, "ABSENT 2026-13-40")
    assert "past, backwards or too long" in ask(post, "ABSENT 2026-12-20 to 2026-12-01")
    due = post.due
    away = f"ABSENT {due:%Y-%m-%d} to {due + timedelta(days=3):%Y-%m-%d}"
    assert "does not count as missed" in ask(post, away)
    assert "You are absent from" in ask(post, "STATUS")
    assert office_status(post.office).games[0].absent == ("C",)
    process_turn(post.office, "7", due)
    assert post.rows("SELECT how FROM played WHERE seat = 'C' AND turn = 1") == [("absent",)]
    assert post.rows("SELECT how FROM played WHERE seat = 'D' AND turn = 1") == [("default",)]
    assert "You are away, as you said" in " ".join((post.office.reports("7", 1) / "C.txt").read_text("utf-8").split())
    undo_turn(post.office, "7", NOW)
    post.one(sheet("1 MOVE NE"), now=due)
    process_turn(post.office, "7", due)
    assert post.rows("SELECT how FROM played WHERE seat = 'C' AND turn = 1") == [("mailed",)], "his orders count"


def test_refused_orders_leave_the_rest_of_the_mail_undone_and_say_so(post: Post) -> None:
    received = post.one(sheet("1 MOVE NE\nFINAL\nREPORT", turn=9))
    assert received.outcome == "refused"
    assert "What else you asked for" in post.answer()
    assert not post.rows("SELECT * FROM finals")
    assert not post.rows("SELECT * FROM outbox WHERE kind = 'copy'")


@pytest.mark.parametrize("turn", ["two", "-1", "2.5", "9" * 30, "-\N{DIGIT ONE}.5"])
def test_a_turn_that_is_no_number_is_refused_with_the_reason(post: Post, turn: str) -> None:
    for body in (f"GAME 7 TURN {turn}\nMAGE C\n", f"GAME 7 TURN {turn} MAGE C\n", f"GAME 7\nTURN {turn}\nMAGE C\n"):
        received = post.one(f"{body}PASSWORD swordfish\n1 REST\nEND\n")
        assert (received.outcome, received.seat) == ("refused", "C")
        assert "TURN needs a number" in post.answer()
    assert not post.rows("SELECT * FROM sheets")


def test_a_refusal_promises_no_delivery(post: Post) -> None:
    said = "MESSAGE TO D\nmeet me\nEND MESSAGE"
    assert post.one(sheet(f"1 REST\n{said}", turn=9)).outcome == "refused"
    assert "meet me" in post.answer()
    assert "deliver" not in post.answer()
    post.one(sheet(f"1 REST\n{said}"))
    assert "Messages, as they will be delivered:" in post.answer()


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("ABSENT", "ABSENT 2026-12-20 to 2027-01-06"),
        ("ABSENT tomorrow", "ABSENT 2026-12-20 to 2027-01-06"),
        ("FINAL no", "FINAL"),
        ("HELP ME", "HELP"),
        ("ADDRESS not an address", "ADDRESS you@example.org"),
    ],
)
def test_a_command_misspelt_is_named_with_its_right_form(post: Post, line: str, right: str) -> None:
    received = post.one(f"GAME 7\nMAGE C\nPASSWORD swordfish\n{line}\nEND\n")
    assert (received.outcome, received.reason) == ("refused", f"{line} was not understood")
    text = " ".join(post.answer().split())
    assert f"> {line} This was not understood, and nothing was done. Write it like this: {right}" in text
    assert "orders" not in text.partition(line)[0]
    post.one(sheet(f"1 REST\n{line}"))
    text = " ".join(post.answer().split())
    assert "Your orders are accepted." in text
    assert f"> {line} This was not understood" in text
    assert post.rows("SELECT faults FROM sheets") == [(0,)]
    assert not post.rows("SELECT * FROM finals")


def test_prose_around_a_sheet_is_no_command(post: Post) -> None:
    post.one("Help me, this is hard.\n" + sheet("1 REST") + "Final remarks: none.\n")
    assert "not understood" not in post.answer()


FORM = "SIGN-UP\nNAME Carol\nADDRESS Namur\nPASSWORD mackerel\nFIRST Zelda, elf, good\nEND\n"


@pytest.mark.parametrize("body", [sheet("1 SEARCH") + FORM, FORM + sheet("1 SEARCH")])
def test_a_sheet_and_a_sign_up_in_one_mail_are_both_taken(post: Post, body: str) -> None:
    received = post.one(body, sender="new@example.org")
    assert (received.outcome, received.turn, received.seat) == ("accepted", 1, "C")
    assert "sign-up 1 waits to be confirmed" in received.reason
    assert [(kind, to) for kind, to, _ in post.answers()] == [
        ("acknowledge", ADDRESS["C"]),
        ("join", "new@example.org"),
    ]
    assert "1 SEARCH" in post.rows("SELECT sheet FROM sheets")[0][0]
    assert not post.rows("SELECT * FROM address_changes")
    wrong = post.one(sheet("1 REST", turn=9) + FORM.replace("elf", "gnat"))
    assert wrong.outcome == "refused"
    assert "too far ahead" in wrong.reason
    assert "sign-up" in wrong.reason


def test_the_faults_of_a_sign_up_stay_whole(post: Post) -> None:
    post.one("SIGN-UP\nNAME Carol\nPASSWORD mackerel\nEND\n", sender="new@example.org")
    assert any(
        line.startswith("- what you would play; it is written like FIRST name, race, alignment, or SECOND")
        for line in post.answer().splitlines()
    )


def test_no_line_of_the_help_is_too_long_or_names_what_players_lack(post: Post) -> None:
    text = ask(post, "HELP")
    assert "docs/" not in text
    assert max(map(len, post.answer().splitlines())) <= 78
