"""A mail that came cut off does not shut out the whole one, and never replaces it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from magika_gm.mail.readers import Incoming
from tests.app.postroom import ADDRESS, NOW, Post, begin, mailed, sheet, to_letter
from tests.mail.test_pdf_form import filled
from tests.offices import whole_reports

REPORTS_OF = "C"
ORDERS = "1 MOVE NE\n2 REST\n3 SEARCH\n4 REST"
NAME = "<one@player.example>"


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    office = mailed(tmp_path / "office")
    yield Post(office)
    office.close()


def cut(mail: Incoming, share: float) -> Incoming:
    raw = mail.raw or b""
    head = raw.index(b"\n\n") + 2
    return replace(mail, raw=raw[: head + int((len(raw) - head) * share)], source=f"{share:.0%} of it")


def standing(post: Post) -> str:
    found = post.rows("SELECT sheet FROM sheets WHERE seat = 'C' ORDER BY revision DESC LIMIT 1")
    return str(found[0][0]) if found else ""


def whole(post: Post, how: str) -> Incoming:
    """The same orders, proved in one way or the other, written into the mail or around it."""
    to = {"to": str(to_letter(post.delivered(), "C", "turn 0")["Reply-To"])} if how != "password" else {}
    if how == "bare lines":
        return post.mail(ORDERS + "\n", name=NAME, **to)
    if how == "form":
        from base64 import encodebytes

        with whole_reports():
            from magika_gm.app.turns.publish import write_reports

            empty = (write_reports(post.office, "7", 0) / "C.pdf").read_bytes()
        form = filled(empty, {"password": "swordfish", "message1_to": "D", "message1_text": "hello there"})
        head = "Content-Transfer-Encoding: base64\nContent-Type: application/pdf; name=form.pdf\n"
        raw = f"From: {ADDRESS['C']}\nTo: gm@example.org\nSubject: x\nMessage-ID: {NAME}\n{head}\n".encode()
        return Incoming(raw + encodebytes(form), None, "form")
    return post.mail(sheet(ORDERS, password=None if how == "password" else ""), name=NAME, **to)


@pytest.mark.parametrize("how", ["password", "reply address", "bare lines"])
@pytest.mark.parametrize("share", [0.0, 0.4, 0.6, 0.8, 0.96])
def test_the_whole_mail_is_taken_after_one_that_was_cut_off(post: Post, how: str, share: float) -> None:
    mail = whole(post, how)
    post.take(cut(mail, share))
    (taken,) = post.take(mail)
    assert taken.outcome == "accepted", taken.reason
    assert standing(post).split() >= ORDERS.split()
    assert all(line in standing(post) for line in ("1 MOVE", "2 REST", "3 SEARCH", "4 REST"))
    before = post.rows("SELECT * FROM sheets")
    again = [
        cut(mail, share),
        cut(mail, 0.55),
        mail,
        replace(mail, raw=b"Received: by another way\n" + (mail.raw or b"")),
    ]
    assert [one.outcome for one in post.take(*again)] == ["known"] * 4
    assert post.rows("SELECT * FROM sheets") == before


def test_a_filled_form_is_taken_after_one_that_was_cut_off(post: Post) -> None:
    mail = whole(post, "form")
    post.take(cut(mail, 0.6))
    assert [one.outcome for one in post.take(mail, mail)] == ["accepted", "known"]


def test_a_copy_that_is_cut_off_replaces_nothing_though_the_whole_one_had_a_fault(post: Post) -> None:
    mail = post.mail(sheet("1 MOVE NE\n2 MVOE\n3 REST"), name=NAME)
    assert [one.faults for one in post.take(mail)] == [1]
    stood = standing(post)
    assert [one.outcome for one in post.take(*(cut(mail, share) for share in (0.5, 0.7, 0.9)))] == ["known"] * 3
    assert standing(post) == stood
    better = post.mail(sheet("1 MOVE NE\n2 REST"), name=NAME)
    assert [one.outcome for one in post.take(better, now=NOW + timedelta(hours=1))] == ["accepted"], (
        "the first had a fault"
    )
    assert [one.outcome for one in post.take(post.mail(sheet("1 SEARCH"), name=NAME))] == ["known"]


def test_the_second_sheet_of_a_mail_is_taken_where_the_first_came_alone(post: Post) -> None:
    mail = post.mail(sheet() + "\n" + sheet(ORDERS, turn=2), name=NAME)
    share = (len(sheet()) + 1) / (len(sheet()) + len(sheet(ORDERS, turn=2)) + 1)
    first, both = post.take(cut(mail, share), mail)
    assert (first.outcome, both.outcome) == ("accepted", "accepted")
    assert sorted(post.rows("SELECT DISTINCT turn FROM sheets")) == [(1,), (2,)]


def test_a_command_is_obeyed_where_the_sheet_above_it_came_alone(post: Post) -> None:
    mail = post.mail(sheet() + "STATUS\n", name=NAME)
    first, both, third = post.take(cut(mail, 0.9), mail, cut(mail, 0.95))
    assert [one.outcome for one in (first, both, third)] == ["accepted", "accepted", "known"]


@pytest.mark.parametrize("faulty", ["", "2 MVOE\n"])
def test_where_the_first_one_lies_elsewhere_one_without_fault_counts_as_whole(tmp_path: Path, faulty: str) -> None:
    """On the machine that read it, or nowhere any more: what the record says of it must do."""
    post = Post(begin(tmp_path / "office"))
    post.take(post.mail(sheet(f"1 MOVE NE\n{faulty}"), name=NAME))
    for path in (post.office.root / "turns").rglob("*.eml"):
        path.unlink()
    (second,) = post.take(post.mail(sheet("1 SEARCH"), name=NAME))
    assert second.outcome == ("accepted" if faulty else "known")
    post.office.close()


def test_what_the_database_names_outside_the_office_is_never_opened(post: Post, tmp_path: Path) -> None:
    """A restored one may be a stranger's, and a pipe or a device would keep the round for ever."""
    mail = whole(post, "password")
    assert post.take(mail)[0].outcome == "accepted"
    (tmp_path / "outside.eml").write_bytes(cut(mail, 0.3).raw or b"")
    with post.office.store.writing() as connection:
        connection.exec_driver_sql("UPDATE inbox SET path = '../outside.eml'")
    (again,) = post.take(replace(mail, raw=(mail.raw or b"").replace(b"MOVE NE", b"MOVE SW")))
    assert again.outcome == "known"
