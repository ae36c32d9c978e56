"""A due date as an invitation, read back by the library's parser, and carried by a letter."""

from __future__ import annotations

import email
from datetime import UTC, datetime, timedelta, timezone
from email import policy
from email.message import EmailMessage
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from icalendar import Calendar

from magika_gm.mail.bounce import bounce_of
from magika_gm.mail.compose import Letter, Person, compose, invitation
from magika_gm.mail.envelope import open_message
from tests.examples import some_of

GM, ANNA = Person("gm@magika.example", "The Game Master"), Person("anna@players.example", "Anna")
DUE = datetime(2026, 3, 6, 18, 0, tzinfo=ZoneInfo("America/New_York"))
STAMP = datetime(2026, 2, 14, 9, 30, tzinfo=UTC)
SUMMARY, WORDS = "Magika game 12: turn 6 is due", "Orders go to gm@magika.example.\nSee page 2; or ask – please, soon."


def invite(
    due: datetime = DUE, sequence: int = 0, summary: str = SUMMARY, words: str = WORDS, cancelled: bool = False,
    organizer: Person = GM, attendee: Person = ANNA,
) -> bytes:  # fmt: skip
    return invitation("game-12@magika.example", sequence, due, summary, words, organizer, attendee, STAMP, cancelled)


def parsed(ics: bytes) -> tuple[Any, Any]:
    calendar = Calendar.from_ical(ics)
    (event,) = calendar.walk("VEVENT")
    return calendar, event


def test_an_invitation_read_back() -> None:
    calendar, event = parsed(invite())
    assert (calendar["METHOD"], calendar["VERSION"]) == ("REQUEST", "2.0")
    assert (event["UID"], event["SEQUENCE"], event["STATUS"]) == ("game-12@magika.example", 0, "CONFIRMED")
    assert event["DTSTART"].dt == datetime(2026, 3, 6, 23, 0, tzinfo=UTC)
    assert event["DTSTAMP"].dt == STAMP
    assert event["TRANSP"] == "TRANSPARENT"
    assert (event["SUMMARY"], event["DESCRIPTION"]) == (SUMMARY, WORDS)
    assert event["ORGANIZER"] == "mailto:gm@magika.example"
    assert event["ORGANIZER"].params["CN"] == "The Game Master"
    assert event["ATTENDEE"] == "mailto:anna@players.example"
    assert event["ATTENDEE"].params["RSVP"] == "FALSE"
    (alarm,) = event.walk("VALARM")
    assert event["DTSTART"].dt + alarm["TRIGGER"].dt == datetime(2026, 3, 6, 1, 0, tzinfo=UTC)  # 20:00 in New York


def test_moved_and_cancelled_under_one_name() -> None:
    moved = parsed(invite(DUE + timedelta(days=7), 1))[1]
    assert (moved["UID"], moved["SEQUENCE"]) == ("game-12@magika.example", 1)
    assert moved["DTSTART"].dt.day == 13
    calendar, gone = parsed(invite(sequence=2, cancelled=True))
    assert (calendar["METHOD"], gone["STATUS"], gone["SEQUENCE"]) == ("CANCEL", "CANCELLED", 2)
    assert not gone.walk("VALARM")


def test_the_reminder_is_at_eight_also_where_the_clocks_change_in_the_night() -> None:
    for month, day, hours in ((3, 8, 21), (11, 1, 23), (6, 1, 22)):
        event = parsed(invite(DUE.replace(month=month, day=day)))[1]
        (alarm,) = event.walk("VALARM")
        assert alarm["TRIGGER"].dt == -timedelta(hours=hours)


def test_the_same_bytes_every_time_whatever_the_zone_is_called() -> None:
    assert invite() == invite(DUE.astimezone(timezone(timedelta(hours=-5))))
    assert all(len(line) <= 75 for line in invite().split(b"\r\n"))
    assert b"\n" not in invite().replace(b"\r\n", b"")


def test_mistakes_of_the_program() -> None:
    with pytest.raises(ValueError, match="time zone"):
        invite(DUE.replace(tzinfo=None))
    with pytest.raises(ValueError, match="negative"):
        invite(sequence=-1)


@settings(max_examples=some_of(150), deadline=None)
@given(st.text(max_size=60), st.text(max_size=60))
def test_no_text_adds_a_line_of_its_own(name: str, words: str) -> None:
    evil = f'{words}\r\nATTENDEE:mailto:eve@evil.example\nEND:VEVENT",;:{name}'
    who = Person(f"anna@players.example\r\nX:{name}", evil)
    calendar, event = parsed(invite(summary=evil, words=evil, organizer=who, attendee=who))
    assert len(calendar.walk("VEVENT")) == 1
    assert str(event["ATTENDEE"]).startswith("mailto:anna@players.example")
    assert "eve@evil.example" in event["SUMMARY"]
    assert "X" not in event


def letter(ics: bytes, html: str | None = "<p>Turn 5</p>") -> EmailMessage:
    text = "Turn 5\n"
    made = Letter(
        message_id="<r@x>",
        sender="gm@magika.example",
        sender_name="GM",
        to="anna@players.example",
        subject="Turn 5",
        text=text,
        date=STAMP,
        html=html,
        calendar=ics,
    )
    message = email.message_from_bytes(compose(made), policy=policy.default)
    assert isinstance(message, EmailMessage)
    assert [defect for part in message.walk() for defect in part.defects] == []
    return message


@pytest.mark.parametrize("html", [None, "<p>Turn 5</p>"])
def test_a_letter_carries_it_as_a_rendition_and_as_a_file(html: str | None) -> None:
    ics = invite(cancelled=html is None)
    message = letter(ics, html)
    kinds = [part.get_content_type() for part in message.walk()]
    shown = ["text/plain", *(["text/html"] if html else []), "text/calendar"]
    assert kinds == ["multipart/mixed", "multipart/alternative", *shown, "application/ics"]
    (rendition,) = (part for part in message.walk() if part.get_content_type() == "text/calendar")
    assert rendition.get_param("method") == ("REQUEST" if html else "CANCEL")
    assert rendition.get_content_charset() == "utf-8"
    data = rendition.get_payload(decode=True)
    assert isinstance(data, bytes)
    assert data.replace(b"\r\n", b"\n").strip() == ics.replace(b"\r\n", b"\n").strip()
    (file,) = message.iter_attachments()
    assert (file.get_filename(), file.get_payload(decode=True)) == ("invite.ics", ics)


def test_a_letter_that_comes_back_with_its_invitation_is_read_without_it() -> None:
    raw = letter(invite()).as_bytes()
    envelope = open_message(raw)
    assert [part.text.strip() for part in envelope.parts] == ["Turn 5"]
    assert bounce_of(raw) is None
