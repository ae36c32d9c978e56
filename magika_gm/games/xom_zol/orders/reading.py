"""The lines of a sheet to orders, faults beside them; and orders of the record back (ORD, MAIL-8)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from magika_gm.games.xom_zol.cards.catalogue import catalogue
from magika_gm.games.xom_zol.cards.model import Cards
from magika_gm.games.xom_zol.orders.forms import Concede, NoReact, OfferDraw, Opens, Order, Part, Unread
from magika_gm.games.xom_zol.orders.grammar import SETTINGS, VERBS, misplaced, read_line
from magika_gm.games.xom_zol.orders.lines import LineFault, Reading, SheetLine
from magika_gm.games.xom_zol.orders.tokens import Fault, Names, keyword, names_of, tokens_of
from magika_gm.games.xom_zol.orders.writing import UNREAD, write_order
from magika_gm.games.xom_zol.rules.terms import Window

KEPT = 160
"""Characters of an unreadable line that are kept."""


def unread(text: str) -> Unread:
    """A line that could not be read: its window and whether it would have been a setting, as far as can be told."""
    said = re.sub(r"[\s;]+", " ", text.partition(";")[0]).strip()[:KEPT].strip()
    words = tokens_of(said)
    at = None
    if len(words) > 1 and words[0].upper() == "AT":
        word = keyword(words[1], tuple(Window))
        at = Window(word) if word else None
    verb = keyword(words[0], VERBS) if words else None
    return Unread(said, at, setting=verb in SETTINGS)


def read_orders(lines: Sequence[SheetLine], cards: Cards | None = None) -> Reading:
    """All lines of a sheet that are the game's own; never raises.

    Lines before ACT or REACT are read as the ACT part, but for CONCEDE and OFFER DRAW, which serve in either.
    """
    names = names_of(catalogue() if cards is None else cards)
    orders: list[Order] = []
    faults: list[LineFault] = []
    part: Part | None = None
    for line in lines:
        if not tokens_of(line.text):
            continue
        got = read_line(line.text, names, part or Part.ACT)
        if isinstance(got, Opens):
            part = got.part
        elif isinstance(got, NoReact):
            part = Part.REACT
        elif part is None and not isinstance(got, Concede | OfferDraw):
            part = Part.ACT
            orders.append(Opens(part))
        if isinstance(got, Fault):
            faults.append(LineFault(line.number, line.text.strip(), got.reason, got.near, got.code))
            got = unread(line.text)
        orders.append(got)
    return Reading(tuple(orders), tuple(faults))


def belonging(orders: Sequence[Order]) -> tuple[list[Order], list[str]]:
    """Lines read one by one, each in its part: what stands in the wrong one is dropped like what cannot be read (Z28).

    Gives them with the reason for each, "" where it stands well. Lines before ACT or REACT are of the ACT part.
    """
    found: list[Order] = []
    reasons: list[str] = []
    part = Part.ACT
    for order in orders:
        if isinstance(order, Opens | NoReact):
            part = order.part if isinstance(order, Opens) else Part.REACT
        why = misplaced(order, part)
        reasons.append(why)
        found.append(unread(write_order(order)) if why else order)
    return found, reasons


def stored_order(text: str, cards: Cards | None = None) -> Order:
    """An order of the record; raises ValueError if it is none."""
    return _stored(text, names_of(catalogue() if cards is None else cards))


@lru_cache(maxsize=4096)
def _stored(text: str, names: Names) -> Order:
    if text.startswith(UNREAD + " ") or text == UNREAD:
        return unread(text[len(UNREAD) :])
    got = read_line(text, names)
    if isinstance(got, Fault):
        raise ValueError(f"no order: {text!r}: {got}")
    return got
