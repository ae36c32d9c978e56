"""Rune War's sheets, as the office asks for them (``engine.seam.rules.Orders``): a free list of lines (ORD-1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from magika_gm.engine.lines.words import LOOSELY, Vocabulary
from magika_gm.engine.orders import OutlastingOrders
from magika_gm.engine.seam.rules import Standing
from magika_gm.engine.sheet.sheet import EVERYBODY, MessageRule, Sheet, addressed
from magika_gm.engine.sheet.understanding import Line, Mark, Understanding, unread
from magika_gm.engine.words import Fault
from magika_gm.games.rune_war.orders.check import MARKS, check, foresee_hand, foresee_map, hand_text, map_text, remark
from magika_gm.games.rune_war.orders.lines import KNOWN, LINES, write_order
from magika_gm.games.rune_war.orders.model import Order
from magika_gm.games.rune_war.orders.offers import form_rows
from magika_gm.games.rune_war.rules.deciding import is_map_order, numbered
from magika_gm.games.rune_war.rules.state import Due, World
from magika_gm.games.rune_war.rules.tables import SEATS, WIZARD_SPELLINGS
from magika_gm.games.rune_war.sight import Memory

HAND = "hand lines"
MESSAGES = MessageRule(most=3, lines=4, characters=200, rule="ORD", anonymous=True)
OFFICE_WORD = "GAME"
"""A word of the envelope that is a verb here as well (``GAME MIN 40``); inside a sheet a line that can be read as this
game's order is one."""


def read_seat(said: Sequence[str], names: Mapping[str, str], /) -> str | Fault:
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
    seat: str | Fault = LOOSELY.meant(text, Vocabulary(called), "seat, wizard or clan")
    return seat


class RuneWarOrders(OutlastingOrders[Order, World]):
    """The sheets of Rune War."""

    part, rule = HAND, "GM-1"

    def __init__(self) -> None:
        super().__init__(
            LINES,
            KNOWN,
            seat_words=("SEAT", "WIZARD", "CLAN"),
            seat_pattern="[1-4]",
            seat=read_seat,
            addressee=addressed(read_seat, dict.fromkeys(("ALL", "EVERYBODY", "EVERYONE"), EVERYBODY)),
            verbs=tuple(verb for verb in LINES.verbs if verb != OFFICE_WORD),
            messages=MESSAGES,
        )

    def names_for(self, memory: Memory) -> Mapping[str, str]:
        """Who plays where is public: ``Orachi of Maitha``."""
        return dict(memory.names)

    def listed(self, sheet: Sheet) -> list[Order]:
        """The orders as they stand, numbered."""
        return list(numbered(super().listed(sheet)))

    def understood(self, sheet: Sheet, seat: str, known: World | None) -> Understanding:
        """Each line as understood with what is to be said of it; then lines that could not be read, with spellings."""
        orders = self.listed(sheet)
        notes = check(orders, seat, known)
        lines: list[Line] = []
        for order in orders:
            mine = [noted for noted in notes if noted.line == order.line]
            mark = next((MARKS[noted.remark] for noted in mine if noted.remark in MARKS), Mark.WARNING)
            mark = mark if mine else Mark.GOOD
            said = "; ".join(map(remark, mine))
            part = "" if is_map_order(order) else HAND
            lines.append(Line(text=write_order(order), number=order.line, mark=mark, said=said, part=part))
        due = known.due if known is not None else Due.HAND
        lines += [unread(fault, HAND if fault.place and due is Due.HAND else "") for fault in sheet.faults]
        none = "(no orders: the adviser plays for you in a hand turn; on the map nothing moves)"
        return Understanding(lines=tuple(lines), empty=none)

    def standing(self, known: World, seat: str) -> tuple[Standing, ...]:
        """The hand sheet that stands until the hand is over, or another one comes (GM-1); none before the first."""
        sheet = known.players[seat].standing
        if known.due is not Due.HAND or sheet is None:
            return ()
        return (Standing(part=HAND, lines=tuple(map(write_order, sheet)), rule="GM-1", whole=True),)

    def parts(self, orders: Sequence[Order]) -> frozenset[str]:
        """Lines for a hand turn."""
        return frozenset([HAND] if not all(map(is_map_order, orders)) else [])

    def besides(self, orders: Sequence[Order]) -> list[Order]:
        """The lines for a map turn, which count in none but that."""
        return [order for order in orders if is_map_order(order)]

    def foreseen(self, orders: list[Order], seat: str, known: World) -> str:
        """What the orders come to for the hand as it is now, or on the isle if nobody else did anything."""
        if known.due is Due.HAND and any(known.players[seat].held):
            return hand_text(foresee_hand(orders, seat, known))
        return map_text(foresee_map(orders, seat, known)) if known.due is Due.MAP else ""

    form_rows = staticmethod(form_rows)

    def summary(self, sheet: Sheet, known: World | None) -> dict[str, Any]:
        """The acknowledgement as data."""
        orders = self.listed(sheet)
        notes = check(orders, sheet.seat, known) if known is None or sheet.seat in known.players else []
        return {
            "orders": [{"line": order.line, "text": write_order(order)} for order in orders],
            "warnings": [{"line": n.line, "remark": n.remark.value, "about": n.about, "why": n.why} for n in notes],
            "faults": [asdict(fault) for fault in sheet.faults],
            "messages": [asdict(message) for message in sheet.messages],
        }


ORDERS = RuneWarOrders()
