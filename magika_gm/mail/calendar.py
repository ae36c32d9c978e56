"""A turn's due date as a calendar invitation (RFC 5545, 5546): moved with its game, cancelled when the game ends."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple

from magika_gm.mail.charsets import one_line
from magika_gm.mail.compose import bare_address

PRODUCT = "-//magika-gm//turns//EN"
EVENING = time(20, 0)
"""When the reminder comes, on the day before the due date, by the clock of the due date's zone."""


class Person(NamedTuple):
    """Who invites or is invited."""

    address: str
    name: str = ""


def invitation(
    uid: str,
    sequence: int,
    due: datetime,
    summary: str,
    description: str,
    organizer: Person,
    attendee: Person,
    stamp: datetime,
    cancelled: bool = False,
) -> bytes:
    """An iCalendar file with one event at the due date, to go with a letter.

    A calendar shows the event with the highest ``sequence`` of a ``uid``: keep the one for a game, and let the other
    grow whenever the date moves and when it is ``cancelled``. ``due`` and ``stamp`` (when it is written) are aware
    and stand in it in UTC; the same arguments give the same bytes. The event takes no time and blocks none; no answer
    is asked for. Raises ValueError for a date without a zone or a negative sequence.
    """
    from icalendar import Alarm, Calendar, Event, vCalAddress

    if due.utcoffset() is None or stamp.utcoffset() is None:
        raise ValueError("a due date needs a time zone")
    if sequence < 0:
        raise ValueError("a sequence number is not negative")

    def person(who: Person, **parameters: str) -> vCalAddress:
        address = vCalAddress(f"mailto:{bare_address(who.address)}")
        name = one_line(who.name, 80).replace('"', "'")
        address.params.update({"CN": name, **parameters} if name else parameters)
        return address

    event = Event()
    event.add("uid", one_line(uid, 200))
    event.add("sequence", sequence)
    event.add("dtstamp", stamp.astimezone(UTC).replace(microsecond=0))
    event.add("dtstart", due.astimezone(UTC).replace(microsecond=0))
    event.add("summary", one_line(summary, 200))
    event.add("description", "\n".join(one_line(line, 1000) for line in description.splitlines()[:100]))
    event.add("organizer", person(organizer))
    event.add("attendee", person(attendee, ROLE="REQ-PARTICIPANT", PARTSTAT="NEEDS-ACTION", RSVP="FALSE"))
    event.add("status", "CANCELLED" if cancelled else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    if not cancelled:
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", one_line(summary, 200))
        alarm.add("trigger", -_until_due(due))
        event.add_component(alarm)
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "CANCEL" if cancelled else "REQUEST")
    calendar.add_component(event)
    return bytes(calendar.to_ical())


def _until_due(due: datetime) -> timedelta:
    """How long before the due date the evening before is; real time, also where the clocks are changed between."""
    evening = datetime.combine(due.date() - timedelta(days=1), EVENING, due.tzinfo)
    return due.astimezone(UTC) - evening.astimezone(UTC)
