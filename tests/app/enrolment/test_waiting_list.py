"""The waiting list, sign-ups by mail, games filled from it (GM-1)."""

from __future__ import annotations

import re
import sqlite3
from email import message_from_bytes, policy
from typing import Any

import pytest
from sqlalchemy import select

from magika_gm.app.accounts.bookkeeping import charge_item, check_books
from magika_gm.app.accounts.ledger import balances_of
from magika_gm.app.audit.verify import verify_game
from magika_gm.app.enrolment import new_game as beginnings
from magika_gm.app.enrolment.waiting_list import load_list, withdraw_sign_up
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.post.deliver import deliver
from magika_gm.app.post.intake import Received
from magika_gm.app.record.games import load_game
from magika_gm.app.turns.process import process_turn
from magika_gm.app.turns.publish import write_reports
from magika_gm.store import tables as t
from tests.app.signups import NOW, TWELVE, fill, form, mailed, put, twelve
from tests.desk import typed

REPORTS_OF = ""


def dump(office: Office) -> list[str]:
    with sqlite3.connect(office.root / "magika.sqlite3") as connection:
        lines = list(connection.iterdump())
    connection.close()
    return lines


def confirmed(office: Office, to: str = "p1@example.org") -> Received:
    """The sign-up's code comes back from its address."""
    list(deliver(office, NOW))
    texts = [p.read_text("utf-8") for p in sorted((office.root / "outbox").glob("join-*.eml"))]
    (text,) = [text for text in texts if f"To: {to}" in text]
    found = re.search(r"CONFIRM \w+", text)
    assert found is not None
    return mailed(office, found[0], to, f"<confirm-{to}>")


def answers(office: Office, kind: str = "sign-up") -> list[tuple[str, str]]:
    with office.store.reading() as connection:
        query = select(t.outbox.c.recipient, t.outbox.c.body).where(t.outbox.c.kind == kind).order_by(t.outbox.c.id)
        return [(to, body) for to, body in connection.execute(query)]


# --- the list --------------------------------------------------------------------------------------------------------


def test_the_list_keeps_the_order_of_arrival_and_knows_its_players(office: Office) -> None:
    assert put(office, form(1)).player == 1
    assert put(office, form(2)).player == 2
    again = put(office, form(1, first="human, evil"))
    assert (again.player, again.id, again.again) == (1, 1, True)  # the same person and character wait once
    assert withdraw_sign_up(office, 1).id == 1
    with pytest.raises(OfficeError, match="does not wait any more: withdrawn"):
        withdraw_sign_up(office, 1)
    with pytest.raises(OfficeError, match="no sign-up 9"):
        withdraw_sign_up(office, 9)
    with office.store.reading() as connection:
        assert [(w.id, w.player) for w in load_list(connection, "waiting")] == [(2, 2)]


def test_a_sign_up_by_mail_is_taken_and_answered_without_its_password(office: Office) -> None:
    reach = ("ADDRESS Namur", "PHONE +1 902 555 0100", "INSURANCE phone")
    received = mailed(office, form(1, "SECOND Bo, human, evil", *reach))
    assert (received.outcome, received.reason) == ("accepted", "sign-up 1 waits to be confirmed from its address")
    assert answers(office) == []
    assert confirmed(office).reason == "sign-up 1 of Player 1"
    ((to, body),) = answers(office)
    assert to == "p1@example.org"
    assert "number 1; 0 came before you" in body
    assert "Second choice:  Bo, human, evil" in body
    assert "If it was not you who signed up" in body
    assert mailed(office, form(1, "SECOND Bo, human, evil", *reach)).outcome == "known"
    bad = mailed(office, form(2, "PACE four"), name="<2@x>")
    assert (bad.outcome, "four is no pace" in bad.reason) == ("refused", True)
    assert "- line 6: PACE" in answers(office)[-1][1]
    text = "\n".join(dump(office))
    assert "swordfish" not in text
    with office.store.reading() as connection:
        assert len(load_list(connection)) == 1
        p = t.players.c
        assert connection.execute(select(p.address, p.phone, p.insurance)).all() == [
            ("Namur", "+1 902 555 0100", "phone")
        ]


def test_a_welcome_counts_those_who_wait_before_and_nobody_else(office: Office) -> None:
    """Neither who was confirmed later than he came, nor who went, nor who comes after."""
    for number in (1, 2, 3, 4):
        mailed(office, form(number, first=TWELVE[number]), f"p{number}@example.org", f"<{number}@x>")
    for number in (1, 2, 4):
        confirmed(office, f"p{number}@example.org")
    withdraw_sign_up(office, 1)
    confirmed(office, "p3@example.org")
    found = [re.search(r"number (\d); (\d) came before you", body) for _, body in answers(office)]
    assert [one and one.groups() for one in found] == [("1", "0"), ("2", "1"), ("4", "2"), ("3", "1")]


def test_a_form_cannot_change_how_a_known_player_is_reached(office: Office) -> None:
    assert mailed(office, form(1, "PHONE +1 902 555 0100")).outcome == "accepted"
    again = form(1, "PHONE +1 900 555 0199", "INSURANCE phone", "ADDRESS Elsewhere", first="elf, evil")
    assert mailed(office, again, "stranger@example.net", "<2@x>").outcome == "accepted"
    with office.store.reading() as connection:
        p = t.players.c
        assert connection.execute(select(p.phone, p.insurance, p.address)).all() == [("+1 902 555 0100", "none", "")]
    assert [to for to, _ in answers(office, "join")] == ["p1@example.org"] * 2


def test_an_address_written_into_forms_is_not_flooded(office: Office) -> None:
    for number in range(5):
        received = mailed(office, form(1, first=f"elf, {'good' if number % 2 else 'evil'}"), name=f"<{number}@x>")
        assert received.outcome == ("accepted" if number < 3 else "aside")
    assert len(answers(office, "join")) == 3


# --- filling ---------------------------------------------------------------------------------------------------------


def test_a_game_is_filled_started_and_charged_in_one_go(office: Office) -> None:
    charge_first = put(office, form(1, "MONEY CAD", first=TWELVE[0]))
    charge_item(office, str(charge_first.player), "rule-book", NOW)
    put(office, form(2, "CAMP", first=TWELVE[1]))
    for number, first in enumerate(TWELVE[2:], 3):
        put(office, form(number, first=first))
    put(office, form(13, "PACE three"))
    before = dump(office)
    looked = fill(office, dry_run=True)
    assert dump(office) == before
    filled = fill(office)
    assert filled == looked
    assert [seat.rank for seat in filled.seats][:12] == ["first choice"] * 12
    assert filled.letters == {number: "ABCDEFGHIJKL"[number - 1] for number in range(1, 13)}
    assert filled.who("M") == "the built-in policy"
    with office.store.reading() as connection:
        stands = balances_of(connection)
        assert stands[1] == ("CAD", -400 - 2000 + 400, 4)
        assert stands[2] == ("USD", -1500 - 150, 9)
        assert stands[3] == ("USD", -1500, 4)
        assert stands[13] == ("USD", 0, 0)
        states = {w.id: (w.state, w.game) for w in load_list(connection)}
        fees = connection.execute(select(t.seats.c.fee).order_by(t.seats.c.seat)).scalars().all()
    assert states[12] == ("seated", "13")
    assert states[13] == ("waiting", None)
    assert fees[:3] == ["turn", "file", "turn"]
    assert check_books(office)[0] == []
    process_turn(office, "13", NOW, early=True)
    assert [v.differences for v in verify_game(office, "13")] == [()]


def test_start_packs_have_the_rule_book_for_those_who_have_none(office: Office) -> None:
    put(office, form(1, "RULE BOOK yes", first=TWELVE[0]))
    for number, first in enumerate(TWELVE[1:], 2):
        put(office, form(number, first=first))
    fill(office)
    write_reports(office, "13")
    assert packs(office) == {f"p{number}@example.org": number != 1 for number in range(1, 13)}
    twelve(office)
    fill(office, "14")
    write_reports(office, "14")
    assert set(packs(office).values()) == {False}
    with office.store.reading() as connection:
        assert balances_of(connection)[2].cents == -1500 - 1200
        assert balances_of(connection)[1].cents == -1200 - 1200


def packs(office: Office) -> dict[str, bool]:
    """Who was sent mail just now, and whether the rule book was in it."""
    old = set((office.root / "outbox").rglob("*.eml"))
    list(deliver(office))
    found = {}
    for path in set((office.root / "outbox").rglob("*.eml")) - old:
        message: Any = message_from_bytes(path.read_bytes(), policy=policy.default)
        names = [part.get_filename() for part in message.iter_attachments()]
        found[str(message["To"])] = "magika-rule-book.pdf" in names
    return found


def test_what_cannot_be_filled_leaves_everything_as_it_was(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, first in enumerate(TWELVE[:11], 1):
        put(office, form(number, first=first))
    before = dump(office)
    with pytest.raises(OfficeError, match="11 wait; a game needs 12"):
        fill(office)
    assert dump(office) == before
    put(office, form(12, first=TWELVE[11]))
    before = dump(office)

    def crash(*_: object, **__: object) -> None:
        raise RuntimeError("power fails")

    monkeypatch.setattr(beginnings, "publish_reports", crash)
    with pytest.raises(RuntimeError):
        fill(office)
    assert dump(office) == before
    monkeypatch.undo()
    fill(office)
    with pytest.raises(OfficeError, match="nobody waits"):
        fill(office, "14")
    twelve(office, 21)
    with pytest.raises(OfficeError, match="there is a game 13 already"):
        fill(office)


def test_somebody_spare_plays_the_ebon_mage(office: Office) -> None:
    twelve(office)
    put(office, form(13, "EBON also"))
    put(office, form(14, "EBON also"))
    filled = fill(office)
    assert filled.who("M") == "Player 13, who would wait otherwise"
    assert filled.letters[13] == "M"
    with office.store.reading() as connection:
        waiting = [w.id for w in load_list(connection, "waiting")]
        assert waiting == [14]
        assert load_game(connection, "13").state(connection).mages["M"].name == "Mage 13x"
    twelve(office, 21)
    put(office, form(33, "EBON only", first="dwarf, evil"))
    assert fill(office, "14", ebon="policy").who("M").startswith("the built-in policy")


# --- commands --------------------------------------------------------------------------------------------------------


def test_the_commands_show_who_gets_what_and_why(office: Office) -> None:
    folder = str(office.root)

    def run(*words: str) -> str:
        result = typed(folder, *words)
        assert result.exit_code == 0, result.output + result.stderr
        return result.output

    firsts = [c.replace("goblin, evil", "human, evil") for c in TWELVE]
    for number, first in enumerate(firsts, 1):
        more = ["--second", "Gob, goblin, evil"] if number == 7 else []
        run("sign-up", "add", "--name", f"P{number}", "--email", f"p{number}@x.org", "--password", "swordfish",
            "--first", f"Mage {number}, {first}", *more)  # fmt: skip
    assert "12 wait" in run("sign-up", "list")
    shown = run("fill-game", "13", "--dry-run")
    assert "second choice\n                 why: the game needs one goblin" in shown
    assert "11 of the twelve have their first choice" in shown
    assert "Game 13 has begun" in run("fill-game", "13", "--pace", "three")
    with office.store.reading() as connection:
        assert load_game(connection, "13").pace_days == 21
        assert load_list(connection, "seated")[6].choices["second"] == ["Gob", "goblin", "evil"]
    assert "seated in game 13" in run("sign-up", "list", "--all")
    refused = typed(folder, "sign-up", "add", "--first", "Bo, elf, neutral")
    assert refused.exit_code == 1
    assert "an elf cannot be neutral" in refused.stderr
