"""What a player asked for: his time zone on the page, his paper, large print, which files; and the calendar."""

from __future__ import annotations

import io
import tomllib
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from icalendar import Calendar
from pypdf import PdfReader

from magika_gm.app.calendar.date_moves import move_date
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.post.deliver import deliver
from magika_gm.app.record.games import load_game
from magika_gm.app.turns.process import process_turn
from magika_gm.app.turns.publish import write_reports
from magika_gm.resources import shipped
from tests.offices import empty

WHOLE_REPORTS = "AB"

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)


def begin(tmp_path: Path, wishes: str) -> Office:
    """A game whose first player, A, asked for something."""
    text = (shipped("sample") / "magika" / "signups.toml").read_text("utf-8")
    first, rest = text.split("[[player]]", 2)[1:]
    path = tmp_path / "signups.toml"
    path.write_text(f"[[player]]{first.rstrip()}\n{wishes}\n\n[[player]]{rest}", encoding="utf-8")
    assert len(tomllib.loads(path.read_text("utf-8"))["player"]) == 12
    office = empty(tmp_path / "office")
    new_game(office, "7", path, NOW, seed=b"wishes")
    list(deliver(office))
    process_turn(office, "7", NOW, early=True)
    return office


def mails(office: Office) -> list[tuple[str, str, list[str], Any]]:
    """Recipient, subject, attached files and calendar of every report sent."""
    list(deliver(office))
    found = []
    for path in sorted((office.root / "outbox").rglob("*.eml")):
        message: Any = message_from_bytes(path.read_bytes(), policy=policy.default)
        names = [part.get_filename() or "" for part in message.iter_attachments()]
        (invite,) = (p for p in message.walk() if p.get_content_type() == "text/calendar")
        calendar = Calendar.from_ical(invite.get_payload(decode=True))
        found.append((str(message["To"]), str(message["Subject"]), names, calendar))
    return found


def test_time_zone_paper_and_large_print(tmp_path: Path) -> None:
    office = begin(tmp_path, 'timezone = "Asia/Tokyo"\npaper = "a4"\nlarge_print = true')
    text = (office.reports("7", 1) / "A.txt").read_text("utf-8")
    assert "JST (" in text
    assert "here)" in text
    assert "JST" not in (office.reports("7", 1) / "B.txt").read_text("utf-8")
    pages = {a: PdfReader(io.BytesIO((office.reports("7", 1) / f"{a}.pdf").read_bytes())).pages for a in "AB"}
    assert [round(float(pages[a][0].mediabox.width)) for a in "AB"] == [595, 612]
    assert len(pages["A"]) > len(pages["B"])
    office.close()


def test_attachments_are_those_asked_for_and_every_report_moves_the_date(tmp_path: Path) -> None:
    office = begin(tmp_path, "attach = []")
    sent = mails(office)
    mine = [m for m in sent if "(A)" in m[1]]
    others = [m for m in sent if "(B)" in m[1]]
    assert [m[2] for m in mine] == [["invite.ics"]] * 2
    assert [len(m[2]) for m in others] == [3, 3]
    events = [m[3].walk("VEVENT")[0] for m in sorted(mine, key=lambda m: m[1])]
    assert len({str(e["UID"]) for e in events}) == 1
    assert [int(e["SEQUENCE"]) for e in events] == [0, 100]
    assert events[0]["DTSTART"].dt < events[1]["DTSTART"].dt
    assert "secret" not in str(events).casefold()
    office.close()


def test_an_unknown_zone_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OfficeError, match="there is no time zone 'Mars/North'"):
        begin(tmp_path, 'timezone = "Mars/North"')


def test_a_moved_date_is_told_to_all_and_moves_the_calendar(tmp_path: Path) -> None:
    office = begin(tmp_path, "")
    before = (office.reports("7", 1) / "A.txt").read_bytes()
    due = datetime(2027, 3, 1, 18, tzinfo=UTC)
    assert move_date(office, "7", due, "the holidays", NOW).told == 13
    with pytest.raises(OfficeError, match="is due then already"):
        move_date(office, "7", due, "", NOW)
    with pytest.raises(OfficeError, match="is past"):
        move_date(office, "7", NOW, "", NOW)
    again = datetime(2027, 3, 8, 18, tzinfo=UTC)
    move_date(office, "7", again, "", NOW + timedelta(hours=1))
    write_reports(office, "7", 1)
    assert (office.reports("7", 1) / "A.txt").read_bytes() == before, "a report stays as it was"
    with office.store.reading() as connection:
        assert load_game(connection, "7").next_due == again
    events = [m[3].walk("VEVENT")[0] for m in mails(office) if "ann" in m[0] or "(A)" in m[1]]
    last = max(events, key=lambda e: int(e["SEQUENCE"]))
    assert last["DTSTART"].dt == again
    assert len({str(e["UID"]) for e in events}) == 1
    assert len({int(e["SEQUENCE"]) for e in events}) == len(events)
    with pytest.raises(OfficeError, match="not due before 2027-03-08"):
        process_turn(office, "7", due)
    office.close()
