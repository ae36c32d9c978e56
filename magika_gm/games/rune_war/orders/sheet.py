"""The order sheet of Rune War: a free list of lines, who orders and who is written to (ORD-1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from magika_gm.engine.sheet.grammar import EVERYBODY, MessageRule, SheetGrammar
from magika_gm.engine.words import Fault
from magika_gm.games.rune_war.orders.reading import VERBS, read_order
from magika_gm.games.rune_war.orders.words import LineError, find
from magika_gm.games.rune_war.orders.writing import write_order
from magika_gm.games.rune_war.rules.tables import SEATS, WIZARD_SPELLINGS

MESSAGES = MessageRule(most=3, lines=4, characters=200, rule="ORD", anonymous=True)
OFFICE_WORD = "GAME"
"""A word of the envelope that is a verb here as well (``GAME MIN 40``); inside a sheet a line that can be read as this
game's order is one."""


def read_seat(said: Sequence[str], names: Mapping[str, str]) -> str | Fault:
    """A seat by number, or by the name of its wizard or clan where ``names`` has them (``Orachi of Maitha``)."""
    words = [word for word in said if word not in ("THE", "SEAT", "OF")]
    if not words:
        return Fault("name a seat: 1 to 4, a wizard or a clan")
    text = " ".join(words)
    if text in SEATS:
        return text
    whole = {name.upper().replace(" OF ", " "): seat for seat, name in names.items()}
    if text in whole:
        return whole[text]
    called = {part: seat for seat, name in names.items() for part in name.split(" of ")}
    called |= {spelling: called[name] for spelling, name in WIZARD_SPELLINGS.items() if name in called}
    try:
        return called[find(text, called, "seat, wizard or clan")]
    except LineError as error:
        return error.fault


def read_addressee(said: Sequence[str], names: Mapping[str, str]) -> str | Fault:
    """ALL, or a seat."""
    if list(said) in (["ALL"], ["EVERYBODY"], ["EVERYONE"]):
        return EVERYBODY
    return read_seat(said, names)


GRAMMAR = SheetGrammar(
    seat_words=("SEAT", "WIZARD", "CLAN"),
    seat_pattern="[1-4]",
    seat=read_seat,
    addressee=read_addressee,
    address={},
    read=read_order,
    write=write_order,
    verbs=tuple(verb for verb in VERBS if verb != OFFICE_WORD),
    messages=MESSAGES,
)
