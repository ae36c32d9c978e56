"""What a message says: body, attachments and forms, whole reports sent back, commands in between."""

from __future__ import annotations

import io
from email.message import EmailMessage

import pytest
from pypdf import PdfReader, PdfWriter

from magika_gm.app.post.contents import Command, contents_in
from magika_gm.app.post.letterbox import BESIDE
from magika_gm.app.record.games import load_game, memory_of
from magika_gm.app.turns.process import process_turn
from magika_gm.mail.envelope import TextPart
from magika_gm.mail.readers import Incoming
from tests.app.postroom import ADDRESS, NOW, Post, sheet, to_letter

WHOLE_REPORTS = "CD"


@pytest.fixture
def post(mailed_post: Post) -> Post:
    return mailed_post


def with_files(post: Post, body: str, *files: tuple[str, bytes], to: str = "gm@example.org") -> Incoming:
    post.sent += 1
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = ADDRESS["C"], to, "orders"
    message["Message-ID"] = f"<file-{post.sent}@player.example>"
    message.set_content(body)
    for name, data in files:
        kind = ("application", "pdf") if name.endswith(".pdf") else ("text", "plain")
        message.add_attachment(data, maintype=kind[0], subtype=kind[1], filename=name)
    return Incoming(message.as_bytes(), None, f"mail {post.sent}")


def form(post: Post, values: dict[str, str]) -> bytes:
    """C's printed report of turn 0, its order form filled in."""
    post.delivered()
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO((post.office.reports("7", 0) / "C.pdf").read_bytes())))
    for page in writer.pages:
        if "/Annots" in page and values:
            writer.update_page_form_field_values(page, values, auto_regenerate=False)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def standing(post: Post) -> str:
    return str(post.rows("SELECT sheet FROM sheets ORDER BY revision DESC")[0][0])


@pytest.mark.parametrize("above", ["PLAYER B\n", "SIDE A\n", "CLAN B\nPLAYER A\n"])
def test_another_games_word_names_no_seat(post: Post, above: str) -> None:
    """Before the game is known any game's word names a seat; its own sheet knows MAGE and SEAT alone."""
    orders = sheet("1 REST").replace("MAGE C\n", f"{above}MAGE C\n")
    received = post.one(orders)
    assert (received.outcome, received.seat, received.proof) == ("accepted", "C", "password")
    by_address = sheet("1 REST", password="").replace("MAGE C\n", above)
    received = post.one(by_address, to=str(to_letter(post.delivered(), "C", "turn 0")["Reply-To"]))
    assert (received.outcome, received.seat, received.proof) == ("accepted", "C", "reply address")
    nobodys = sheet("1 REST").replace("MAGE C\n", above)
    assert (post.one(nobodys).outcome, post.one(f"{nobodys}\n ").proof) == ("refused", "")


@pytest.mark.parametrize(
    ("words", "heard"),
    [
        ("Is it so?", True),
        ("I have moved house and my letters go astray now", True),
        ("Many thanks, and all the best", False),
    ],
)
def test_words_beside_orders_are_put_before_the_game_master(post: Post, words: str, heard: bool) -> None:
    """A question, or more than a greeting."""
    assert post.one(f"{words}\n\n{sheet('1 REST')}").outcome == "accepted"
    assert post.rows("SELECT settled FROM inbox") == [("words" if heard else "",)]
    assert (BESIDE in " ".join(post.answer().split())) is heard


def test_a_sheet_without_end_takes_nothing_of_the_next(post: Post) -> None:
    assert post.one(sheet("1 REST").removesuffix("END\n") + "GAME 8\n2 MOVE NE\nEND\n").outcome == "refused"
    assert post.rows("SELECT count(*) FROM sheets") == [(0,)]


def test_a_filled_in_form_is_an_order_sheet(post: Post) -> None:
    data = form(post, {"password": "swordfish", "phase1": "MOVE NE", "phase3": "search", "message1_to": "D",
                       "message1_text": "hail"})  # fmt: skip
    (received,) = post.take(with_files(post, "my form\n", ("report.pdf", data)))
    assert (received.outcome, received.turn, received.seat, received.faults) == ("accepted", 1, "C", 0)
    assert standing(post) == "GAME 7 TURN 1\nMAGE C\n1 MOVE NE\n3 SEARCH\nMESSAGE TO D\nhail\nEND MESSAGE\nEND\n"


def test_a_form_may_come_without_a_password_to_the_reply_address(post: Post) -> None:
    address = str(to_letter(post.delivered(), "C", "turn 0")["Reply-To"])
    data = form(post, {"phase2": "MEDITATE"})
    (received,) = post.take(with_files(post, "here it is\n", ("report.pdf", data), to=address))
    assert (received.outcome, received.proof) == ("accepted", "reply address")


def test_an_empty_form_is_no_orders(post: Post) -> None:
    address = str(to_letter(post.delivered(), "C", "turn 0")["Reply-To"])
    data = form(post, {})
    (alone,) = post.take(with_files(post, "see attached\n", ("report.pdf", data), to=address))
    assert alone.outcome == "refused"
    assert "the order form in it is not filled in" in alone.reason
    (beside,) = post.take(with_files(post, sheet("1 SEARCH"), ("report.pdf", data)))
    assert beside.outcome == "accepted"
    assert standing(post).splitlines()[2] == "1 SEARCH"


@pytest.mark.parametrize(
    ("body", "attached", "outcome", "reason"),
    [
        (sheet("1 MOVE NE"), sheet("1 MOVE NE"), "accepted", ""),
        (sheet("1 MOVE NE"), sheet("1 move ne", password=""), "accepted", ""),
        (sheet("1 MOVE NE"), sheet("1 MOVE NW"), "refused", "the body and the attachment orders.txt say different"),
        ("my orders are attached\n", sheet("1 MOVE NE"), "accepted", ""),
        (sheet("1 MOVE NE") + sheet("1 MOVE NW"), "", "refused", "more than one order sheet"),
    ],
)
def test_body_and_attachment(post: Post, body: str, attached: str, outcome: str, reason: str) -> None:
    files = [("orders.txt", attached.encode())] if attached else []
    (received,) = post.take(with_files(post, body, *files))
    assert received.outcome == outcome
    assert reason in received.reason
    assert len(post.rows("SELECT * FROM sheets")) == (outcome == "accepted")


def test_a_whole_report_sent_back_with_its_form_filled_in(post: Post) -> None:
    process_turn(post.office, "7", NOW, early=True)
    report = (post.office.reports("7", 1) / "C.txt").read_text("utf-8")
    filled = report.replace("PASSWORD\n1\n", "PASSWORD swordfish\n1 MOVE NE\n").replace("\n3\n", "\n3 MEDITATE\n")
    assert filled != report
    received = post.one(filled)
    assert (received.outcome, received.turn, received.faults) == ("accepted", 2, 0)
    assert standing(post) == "GAME 7 TURN 2\nMAGE C\n1 MOVE NE\n3 MEDITATE\nEND\n"


def test_orders_above_an_unquoted_report(post: Post) -> None:
    """Some programs put the answered mail below without a quote mark: its empty form is no second sheet."""
    process_turn(post.office, "7", NOW, early=True)
    report = (post.office.reports("7", 1) / "C.txt").read_text("utf-8")
    received = post.one(sheet("2 SEARCH", turn=2) + "\nOn Sunday the game master wrote:\n\n" + report)
    assert (received.outcome, received.faults) == ("accepted", 0)
    assert "2 SEARCH" in standing(post)


def test_a_form_filled_in_between_quote_marks_still_needs_a_proof(post: Post) -> None:
    process_turn(post.office, "7", NOW, early=True)
    body = to_letter(post.delivered(), "C", "turn 1").get_body(("plain",))
    assert body is not None
    rows = ["1 MOVE NE" if row.strip() == "1" else row for row in body.get_content().splitlines()]
    quoted = "".join(f"> {row}\n" for row in rows)
    received = post.one(quoted)
    assert received.outcome == "refused"
    assert "the password is missing" in received.reason
    assert post.answers()[-1][1] == ADDRESS["C"]
    assert not post.rows("SELECT * FROM sheets")


def test_answers_continue_the_thread(post: Post) -> None:
    post.one(sheet(), headers="References: <a@x> <b@x>\nIn-Reply-To: <b@x>\n", name="<mine@x>")
    (mail,) = [m for m in post.delivered() if "orders accepted" in str(m["Subject"])]
    assert str(mail["In-Reply-To"]) == "<mine@x>"
    assert str(mail["References"]).split() == ["<a@x>", "<b@x>", "<mine@x>"]


def test_future_turns_are_kept_and_said_so(post: Post) -> None:
    assert [post.one(sheet("1 SEARCH", turn=turn)).outcome for turn in (2, 4, 5)] == ["accepted"] * 2 + ["refused"]
    assert "These orders are for turn 4 and are kept until then" in post.answers()[1][2]
    assert "no orders for it have come from you yet" in post.answers()[1][2]
    assert "too far ahead" in post.answer()
    process_turn(post.office, "7", NOW, early=True)
    process_turn(post.office, "7", NOW, early=True)
    ((orders,),) = post.rows("SELECT orders FROM played WHERE turn = 2 AND seat = 'C'")
    assert orders.split("\n")[0] == "SEARCH"


def test_messages_are_shown_as_they_will_be_delivered(post: Post) -> None:
    post.one(sheet("MESSAGE TO D ANONYMOUS\nhush\n  indented\nEND MESSAGE\nMESSAGE TO ALL\nhello\nEND MESSAGE"))
    text = post.answer()
    assert "From anonymous to D:\n  | hush\n  |   indented\n" in text
    assert "From mage C to ALL:\n  | hello\n" in text
    process_turn(post.office, "7", NOW, early=True)
    report = (post.office.reports("7", 1) / "D.txt").read_text("utf-8")
    said = report[report.index("MESSAGES") : report.index("| hush") + 60]
    assert "Unsigned, to you:\n   | hush\n   |   indented\n" in said
    assert "to all:\n   | hello\n" in said


def test_names_he_has_not_read_are_not_understood(post: Post) -> None:
    """RECON-3: names are known from close by; an acknowledgement must not confirm one."""
    names: dict[str, str] = dict(post.rows("SELECT seat, character FROM seats"))
    with post.office.store.reading() as connection:
        read = [seen.name for seen, _ in memory_of(connection, load_game(connection, "7"), 0, "C").mages.values()]
    letter, stranger = next((a, name) for a, name in names.items() if name not in read and a not in "CM")
    received = post.one(sheet(f"1 GIVE TelPt TO {stranger}"))
    assert received.faults == 1
    assert f"TO {letter}" not in post.answer()
    near = next(name for name in read if name)
    assert post.one(sheet(f"1 GIVE TelPt TO {near}")).faults == 0


COMMANDS = [
    ("GAME 7\nMAGE C\nSTATUS\nEND", [Command("STATUS")]),
    ("help", [Command("HELP")]),
    ("Help me please", []),
    ("> STATUS\n| FORM", []),
    ("REPORT\nreport 3\nREPORT TURN 4.", [Command("REPORT"), Command("REPORT", "3"), Command("REPORT", "4")]),
    ("MESSAGE TO D\nSTATUS\nFINAL\nEND MESSAGE\nFORM", [Command("FORM")]),
    ("-- \nSTATUS", []),
    ("-----Original Message-----\nSTATUS", []),
    ("WHY 3\nWHY 4 3\nwhy you fail", [Command("WHY", "3"), Command("WHY", "4 3"), Command("WHY", "you fail")]),
    ("ABSENT 2026-12-20 to 2027-01-06", [Command("ABSENT", "2026-12-20 to 2027-01-06")]),
    ("CONFIRM abcdefghij ; from me", [Command("CONFIRM", "abcdefghij")]),
    ("1 MOVE NE\nthe final battle\nstatus quo", []),
]


@pytest.mark.parametrize(("text", "commands"), COMMANDS)
def test_commands_are_lines_of_their_own(text: str, commands: list[Command]) -> None:
    contents = contents_in([TextPart(text, "body")])
    assert contents.commands == commands
    assert len(contents.texts[0].text.splitlines()) in (len(text.splitlines()), len(text.splitlines()) - 1)


def test_lines_keep_their_numbers_where_commands_stand_between(post: Post) -> None:
    received = post.one("GAME 7 TURN 1\nMAGE C\nSTATUS\nPASSWORD swordfish\n1 FLY\nEND\n")
    assert (received.outcome, received.faults) == ("accepted", 1)
    assert "line 5, phase 1" in post.answer()
