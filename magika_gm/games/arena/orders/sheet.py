"""Arena's sheets, as the office asks for them (``engine.seam.rules.Orders``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from magika_gm.engine.orders import OutlastingOrders
from magika_gm.engine.sheet.sheet import EVERYBODY, MessageRule, Sheet, addressed, seat_among
from magika_gm.engine.sheet.understanding import Understanding, unread
from magika_gm.games.arena.orders.check import STANDING, forecast_text, verdicts
from magika_gm.games.arena.orders.lines import KNOWN, LINES
from magika_gm.games.arena.orders.model import BeginStanding, Order, divide
from magika_gm.games.arena.orders.offers import order_form
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import SIDES
from magika_gm.games.arena.sight import foresee
from magika_gm.games.arena.sight import seen_by as known_state

MESSAGES = MessageRule(most=1, lines=20, characters=600, rule="ORD")
_FOES = ("", EVERYBODY, "ENEMY", "FOE", "OPPONENT")
_SEAT = seat_among(SIDES, "{word} is no player: there are A and B")


class ArenaOrders(OutlastingOrders[Order, State]):
    """The sheets of Arena."""

    part, rule, kinds = STANDING, "MAIL-4", (BeginStanding,)

    def __init__(self) -> None:
        super().__init__(
            LINES,
            KNOWN,
            seat_words=("PLAYER", "SEAT"),
            seat_pattern="A|B",
            seat=_SEAT,
            addressee=addressed(_SEAT, dict.fromkeys(_FOES, EVERYBODY)),
            verbs=tuple(verb for verb in LINES.verbs if verb != "END"),
            most_lines=200,
            blocks=("STANDING",),
            messages=MESSAGES,
        )

    def understood(self, sheet: Sheet, seat: str, known: State | None) -> Understanding:
        """Lines as understood, errors, warnings of what would come to nothing as things stand (MAIL-7)."""
        lines = verdicts(sheet.by_place(), seat, known if seat in SIDES else None)
        return Understanding(lines=(*lines, *(unread(fault) for fault in sheet.faults if not fault.place)))

    def stands(self, known: State, seat: str) -> Sequence[Order]:
        """The standing orders that serve until a new block replaces them."""
        return known.standing[seat]

    def besides(self, orders: Sequence[Order]) -> list[Order]:
        """The lines outside the block."""
        return list(divide(list(orders))[0])

    def foreseen(self, orders: list[Order], seat: str, known: State) -> str:
        """Where one's creatures would stand and which combats would come, if nobody answered."""
        return forecast_text(known, seat, foresee(known, seat, orders))

    def form_rows(self, state: State, seat: str) -> Iterable[str]:
        """Every choice as a comment."""
        return order_form(known_state(state, seat), seat)


ORDERS = ArenaOrders()
