"""Temple Isle's sheets, as the office asks for them (``engine.seam.rules.Orders``)."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.engine.lines.words import Known
from magika_gm.engine.orders import GameOrders
from magika_gm.engine.seam.opaque import Scenario
from magika_gm.engine.seam.rules import Standing
from magika_gm.engine.sheet.grammar import EVERYBODY, MessageRule, addressed, seat_among
from magika_gm.engine.sheet.offered import message_lines
from magika_gm.engine.sheet.sheet import Sheet
from magika_gm.engine.sheet.understanding import Understanding
from magika_gm.games.temple_isle.orders.check import FAST, is_fast, understand
from magika_gm.games.temple_isle.orders.form import order_form
from magika_gm.games.temple_isle.orders.lines import LINES, Reading, known_cards, write_order
from magika_gm.games.temple_isle.orders.model import Order
from magika_gm.games.temple_isle.rules.board import OTHER, SEATS
from magika_gm.games.temple_isle.rules.state import State
from magika_gm.games.temple_isle.sight.memory import Memory
from magika_gm.games.temple_isle.sight.view import known_state

MESSAGES = MessageRule(most=3, lines=4, characters=200, rule="ORD", several=True)


_SEAT = seat_among(SEATS, "{word} is no player: there are SUN and MOON", near=SEATS)


class TempleIsleOrders(GameOrders[Order, State]):
    """The sheets of games with these cards."""

    def __init__(self, known: Known) -> None:
        super().__init__(
            LINES,
            known,
            seat_words=("SEAT", "PLAYER"),
            seat_pattern="SUN|MOON",
            seat=_SEAT,
            addressee=addressed(_SEAT, dict.fromkeys(("", EVERYBODY, "FOE", "EVERYBODY"), EVERYBODY)),
            most_lines=200,
            messages=MESSAGES,
        )

    def for_scenario(self, scenario: Scenario) -> TempleIsleOrders:
        """The lines as they are read in games of a scenario: its own cards have names, too."""
        return TempleIsleOrders(known_cards(scenario.catalogue))

    def understood(self, sheet: Sheet, seat: str, known: State | None) -> Understanding:
        """Lines as understood, refusals, warnings of what could not be done as things stand (MAIL-5)."""
        return understand(Reading(tuple(self.listed(sheet)), sheet.faults), seat, known)

    def standing(self, known: State, seat: str) -> tuple[Standing, ...]:
        """The FAST lines that wait until they fire or others replace them (FAST-2)."""
        return (Standing(part=FAST, lines=tuple(map(write_order, known.fast[seat])), rule="FAST-2"),)

    def parts(self, orders: Sequence[Order]) -> frozenset[str]:
        """FAST lines, or FAST NONE."""
        return frozenset([FAST] if any(map(is_fast, orders)) else [])

    def without(self, orders: Sequence[Order], part: str) -> list[Order]:  # noqa: ARG002 - there is but one
        """All other lines."""
        return [order for order in orders if not is_fast(order)]

    def form(self, game: str, turn: int, state: State, seat: str, memory: Memory | None) -> str:  # noqa: ARG002
        """A blank sheet: every choice as a line, to be made an order by taking the ; away."""
        if state.ended:
            return ""
        own = order_form(known_state(state, seat), seat)
        room = f"up to {MESSAGES.lines} lines, {MESSAGES.characters} characters"
        message = "\n".join(message_lines(OTHER[seat], room))
        return f"GAME {game} TURN {turn}\nSEAT {seat}\nPASSWORD \n\n{own}\n\n{message}\nEND\n"


ORDERS = TempleIsleOrders(known_cards())
