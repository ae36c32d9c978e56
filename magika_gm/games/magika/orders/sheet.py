"""Magika's order sheet: five phases, a line each; a faulty order becomes Rest (docs/orders.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from magika_gm.engine.sheet import reader, sheet
from magika_gm.engine.sheet.reader import MOST_FAULTS, MOST_SHEETS
from magika_gm.engine.sheet.sheet import EVERYBODY, LineFault, Message, MessageRule, Sheet, SheetGrammar
from magika_gm.engine.words import Fault
from magika_gm.games.magika.orders import REST, Order, write_order
from magika_gm.games.magika.orders.grammar import VERBS, read_order
from magika_gm.games.magika.orders.names import Roster, read_mage
from magika_gm.games.magika.rules.tables import COLOURS, EBON, PHASES

MESSAGES = MessageRule(most=3, lines=4, characters=200, rule="DIPL-1", anonymous=True)


def _addressee(said: Sequence[str], roster: Roster) -> str | Fault:
    if not said:
        return Fault("say to whom: MESSAGE TO D (or a colour, or ALL)")
    if list(said) in (["ALL"], ["ALL", "MAGES"], ["EVERYONE"], ["EVERYBODY"]):
        return EVERYBODY
    plain = [w for w in said if w not in ("TEAM", "THE", "CLOAK", "CLOAKS", "MAGES")]
    if len(plain) == 1 and plain[0].lower() in COLOURS:
        return plain[0].lower()
    if plain == ["BLACK"]:
        return Fault("Black is no colour: write to mages by letter, or to ALL")
    return read_mage(said, roster)


SHEET = SheetGrammar(
    seat_words=("MAGE", "SEAT"),
    seat_pattern="[A-M]|EBON",
    seat=read_mage,
    addressee=_addressee,
    address={EBON: "EBON"} | {colour: colour.upper() for colour in COLOURS},
    read=read_order,
    write=write_order,
    verbs=VERBS,
    blank=REST,
    numbered=PHASES,
    messages=MESSAGES,
)


def five_orders(given: Sheet) -> list[Order]:
    """Five orders, Rest where the sheet has none."""
    return [given.orders.get(phase, REST) for phase in range(1, PHASES + 1)]


def read_sheets(text: str, roster: Mapping[str, str] | None = None) -> list[Sheet]:
    """All order sheets in a text, in order of appearance; with a roster, mages may be called by name."""
    return reader.read_sheets(text, SHEET, roster)


def no_sheet(text: str) -> tuple[reader.NoSheet, str] | None:
    """How and why a text holds no order sheet, in words for its sender; None if it holds one."""
    return reader.no_sheet(text, SHEET)


def why_none(text: str) -> str:
    """Why a text holds no order sheet, in words ("" if it holds one)."""
    found = no_sheet(text)
    return found[1] if found else ""


def write_sheet(given: Sheet) -> str:
    """A sheet in its canonical form; :func:`read_sheets` reads a sheet without faults back to an equal one."""
    return sheet.write_sheet(given, SHEET)


__all__ = [
    "MESSAGES",
    "MOST_FAULTS",
    "MOST_SHEETS",
    "PHASES",
    "SHEET",
    "LineFault",
    "Message",
    "Sheet",
    "five_orders",
    "no_sheet",
    "read_sheets",
    "why_none",
    "write_sheet",
]
