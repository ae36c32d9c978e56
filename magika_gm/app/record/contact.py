"""Who is reached how: mail addresses, telephone and fax numbers, and who is told that his orders are missing."""

from __future__ import annotations

import re
from zoneinfo import ZoneInfo

from sqlalchemy import select, update

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.record.games import Holder, load_game, load_holders
from magika_gm.engine.words import did_you_mean, nearest
from magika_gm.store import tables as t

WISHES = ("none", "e-mail", "fax", "phone")
"""How a player can be told, the evening before a turn is due, that his orders are missing (GM-2)."""
_NUMBER = re.compile(r"\+?[0-9][0-9 ()./-]{3,30}(?: ?(?:x|ext\.?) ?[0-9]{1,6})?")
_ADDRESS = re.compile(r"[^\s<>()\[\],;:\\\"@]{1,64}@[^\s<>()\[\],;:\\\"@.]{1,63}(?:\.[^\s<>()\[\],;:\\\"@.]{1,63})+")


def is_address(text: str) -> bool:
    """Whether a text can be a mail address."""
    return _ADDRESS.fullmatch(text) is not None


def name_fault(name: str) -> str:
    """Why nobody is called that, "" if somebody may be: letters of any script, but a letter, and no markup."""
    if not name.isprintable() or not any(c.isalpha() for c in name) or "<" in name or ">" in name:
        return f"{name!r} is no name"
    return ""


def is_number(text: str) -> bool:
    """Whether a text can be a telephone number."""
    return _NUMBER.fullmatch(text.strip()) is not None


def wish_faults(insurance: str, phone: str, fax: str) -> str:
    """Why turn insurance cannot be had so, "" if it can."""
    if insurance not in WISHES:
        return f"insurance {insurance!r} is not one of {', '.join(WISHES)}"
    for name, number in (("phone", phone), ("fax", fax)):
        if number and not is_number(number):
            return f"{name} {number!r} is not a telephone number; write +1 902 555 0100"
        if insurance == name and not number:
            return f"insurance by {name} needs a {name} number"
    return ""


def zone_faults(zone: str) -> list[str]:
    """Why that is no time zone, with the nearest name."""
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):
        from zoneinfo import available_timezones

        near = did_you_mean(nearest(zone, sorted(available_timezones()), 1, loose=True))
        return [f"there is no time zone {zone[:40]!r}; {near or 'write one like America/Toronto'}"]
    return []


def must_be_address(email: str) -> None:
    """Raises :class:`OfficeError` for what can be no e-mail address."""
    if "@" not in email or any(c.isspace() for c in email):
        raise OfficeError(f"{email!r} is no e-mail address")


def set_insurance(office: Office, game: str, seat: str, how: str, phone: str | None, fax: str | None) -> Holder:
    """What turn insurance the player of a seat has, and his numbers; None leaves a number as it is."""
    with office.store.writing() as connection:
        found = load_game(connection, game)
        holder = load_holders(connection, found.id).get(seat.upper())
        if holder is None or not holder.email:
            raise OfficeError(f"no player plays {found.system.words.called(seat.upper())} of game {game}")
        phone = holder.phone if phone is None else phone.strip()
        fax = holder.fax if fax is None else fax.strip()
        fault = wish_faults(how, phone, fax)
        if fault:
            raise OfficeError(fault)
        player = select(t.seats.c.player).where(t.seats.c.game == game, t.seats.c.seat == seat).scalar_subquery()
        values = {"insurance": how, "phone": phone, "fax": fax}
        connection.execute(update(t.players).where(t.players.c.id == player).values(**values))
        return load_holders(connection, game)[seat]
