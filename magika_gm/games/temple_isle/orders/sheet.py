"""Temple Isle's sheets, as the office asks for them (``engine.seam.rules.Orders``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from magika_gm.engine.lines.words import Known
from magika_gm.engine.orders import OutlastingOrders
from magika_gm.engine.seam.setup import Scenario
from magika_gm.engine.sheet.offered import message_lines
from magika_gm.engine.sheet.sheet import EVERYBODY, MessageRule, Sheet, addressed, seat_among
from magika_gm.engine.sheet.understanding import Understanding
from magika_gm.games.temple_isle.orders.check import FAST, FAST_KINDS, understand
from magika_gm.games.temple_isle.orders.lines import LINES, Reading, known_cards
from magika_gm.games.temple_isle.orders.model import Order
from magika_gm.games.temple_isle.orders.offers import order_form
from magika_gm.games.temple_isle.rules.state import State
from magika_gm.games.temple_isle.rules.terms import OTHER, SEATS
from magika_gm.games.temple_isle.sight import known_state

MESSAGES = MessageRule(most=3, lines=4, characters=200, rule="ORD", several=True)


_SEAT = seat_among(SEATS, "{word} is no player: there are SUN and MOON", near=SEATS)


class TempleIsleOrders(OutlastingOrders[Order, State]):
    """The sheets of games with these cards."""

    part, rule, kinds = FAST, "FAST-2", FAST_KINDS

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

    def stands(self, known: State, seat: str) -> Sequence[Order]:
        """The FAST lines that wait until they fire or others replace them."""
        return known.fast[seat]

    def form_rows(self, state: State, seat: str) -> Iterable[str]:
        """Every choice as a line, to be made an order by taking the ; away."""
        if not state.ended:
            room = f"up to {MESSAGES.lines} lines, {MESSAGES.characters} characters"
            yield from ("", *order_form(known_state(state, seat), seat), "", *message_lines(OTHER[seat], room))


ORDERS = TempleIsleOrders(known_cards())
