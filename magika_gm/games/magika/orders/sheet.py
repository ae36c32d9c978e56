"""Magika's sheets, as the office asks for them (``engine.seam.rules.Orders``): five phases, a line each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from magika_gm.engine.sheet.sheet import EVERYBODY, Sheet, SheetGrammar
from magika_gm.engine.sheet.understanding import Understanding
from magika_gm.engine.words import Fault
from magika_gm.games.magika.forecast import forecast as foreseen
from magika_gm.games.magika.forecast import forecast_text
from magika_gm.games.magika.orders.check import check, five_orders, understanding
from magika_gm.games.magika.orders.lines import VERBS, Roster, read_mage, read_order
from magika_gm.games.magika.orders.model import REST, Order, write_order
from magika_gm.games.magika.orders.offers import MESSAGES, order_form
from magika_gm.games.magika.rules.state import World
from magika_gm.games.magika.rules.tables import COLOURS, EBON, PHASES
from magika_gm.games.magika.sight import Memory


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


GRAMMAR = SheetGrammar(
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


def names_for(memory: Memory) -> Mapping[str, str]:
    """The characters' names a mage read from close by (RECON-3)."""
    return {letter: seen.name for letter, (seen, _) in memory.mages.items() if seen.name}


def listed(sheet: Sheet) -> list[Order]:
    """Five orders, Rest where the sheet has none."""
    return five_orders(sheet)


def stored(text: str) -> Order:
    """An order from the record."""
    order = read_order(text)
    if isinstance(order, Fault):
        raise ValueError(f"the record holds an order nobody can read: {text!r}")
    return order


def understood(sheet: Sheet, seat: str, known: World | None) -> Understanding:
    """Five orders as understood, errors, and warnings of what the mage as he stands could not do."""
    return understanding(check(sheet, known, seat or None))


def forecast(sheet: Sheet, seat: str, known: World, memory: Memory) -> str:
    """What the orders come to if nobody interferes and chance falls the likelier way (RECON-10)."""
    return forecast_text(foreseen(known, seat, memory, five_orders(sheet)))


def summary(sheet: Sheet, known: World | None) -> dict[str, Any]:
    """The same as data."""
    read = check(sheet, known)
    return read._asdict() | {"faults": [asdict(f) for f in read.faults]}


def form(game: str, turn: int, state: World, seat: str, memory: Memory | None) -> str:  # noqa: ARG001 - all is his own
    """A sheet to fill in, with what the mage holds as hints."""
    mage = state.mages[seat]
    return order_form(game, turn, seat, mage.name, [scroll.code for scroll in mage.scrolls], mage.items())
