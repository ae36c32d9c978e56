"""Arena's sheets, as the office asks for them (``engine.seam.rules.Orders``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from magika_gm.engine.seam.rules import Standing
from magika_gm.engine.sheet.grammar import EVERYBODY, MessageRule, SheetGrammar, addressed, seat_among
from magika_gm.engine.sheet.sheet import Sheet
from magika_gm.engine.sheet.understanding import Mark, Understanding, unread
from magika_gm.games.arena.orders import grammar
from magika_gm.games.arena.orders.check import STANDING, forecast_text, verdicts
from magika_gm.games.arena.orders.form import order_form
from magika_gm.games.arena.orders.grammar import read_order, stored
from magika_gm.games.arena.orders.order import BeginStanding, EndStanding, Order, divide
from magika_gm.games.arena.orders.write import write_order
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import SIDES
from magika_gm.games.arena.sight import Memory, foresee
from magika_gm.games.arena.sight import seen_by as known_state

MESSAGES = MessageRule(most=1, lines=20, characters=600, rule="ORD")
_FOES = ("", EVERYBODY, "ENEMY", "FOE", "OPPONENT")

__all__ = [
    "GRAMMAR", "MESSAGES", "forecast", "form", "listed", "names_for", "parts", "standing", "stored", "summary",
    "understood", "without",
]  # fmt: skip


_SEAT = seat_among(SIDES, "{word} is no player: there are A and B")
GRAMMAR = SheetGrammar(
    seat_words=("PLAYER", "SEAT"),
    seat_pattern="A|B",
    seat=_SEAT,
    addressee=addressed(_SEAT, dict.fromkeys(_FOES, EVERYBODY)),
    address={},
    read=read_order,
    write=write_order,
    verbs=tuple(verb for verb in grammar.VERBS if verb != "END"),
    most_lines=200,
    blocks=("STANDING",),
    messages=MESSAGES,
)


def names_for(memory: Memory) -> Mapping[str, str]:  # noqa: ARG001 - nobody has a name
    """None."""
    return {}


def listed(sheet: Sheet) -> list[Order]:
    """The lines that were understood, in the order written."""
    return [order for _, order in sorted(sheet.orders.items())]


def understood(sheet: Sheet, seat: str, known: State | None) -> Understanding:
    """Lines as understood, errors, warnings of what would come to nothing as things stand (MAIL-7)."""
    lines = verdicts(sheet.by_place(), seat, known)
    return Understanding(lines=(*lines, *(unread(fault) for fault in sheet.faults if not fault.place)))


def standing(known: State, seat: str) -> tuple[Standing, ...]:
    """The standing orders that serve until a new block replaces them (MAIL-4)."""
    return (Standing(part=STANDING, lines=tuple(map(write_order, known.standing[seat])), rule="MAIL-4"),)


def parts(orders: Sequence[Order]) -> frozenset[str]:
    """A STANDING block, be it empty."""
    return frozenset([STANDING] if any(isinstance(order, BeginStanding) for order in orders) else [])


def without(orders: Sequence[Order], part: str) -> list[Order]:  # noqa: ARG001 - there is but one
    """The lines outside the block."""
    return [order for order in divide(list(orders))[0] if not isinstance(order, EndStanding)]


def forecast(sheet: Sheet, seat: str, known: State, memory: Memory) -> str:  # noqa: ARG001 - all is in the state
    """Where one's creatures would stand and which combats would come, if nobody answered."""
    return forecast_text(known, seat, foresee(known, seat, listed(sheet)))


def summary(sheet: Sheet, known: State | None) -> dict[str, Any]:
    """The same as data."""
    found = understood(sheet, sheet.seat, known if sheet.seat in SIDES else None)
    return {
        "orders": [line.text for line in found.lines if line.number is not None],
        "faults": [{"text": line.text, "reason": line.said} for line in found.of(Mark.ERROR)],
        "warnings": [f"{line.text}: {line.words}" for line in found.of(Mark.WARNING, Mark.IDLE)],
        "messages": [asdict(message) for message in sheet.messages],
    }


def form(game: str, turn: int, state: State, seat: str, memory: Memory | None) -> str:  # noqa: ARG001 - see known_state
    """A blank sheet: every choice as a comment."""
    rows = order_form(known_state(state, seat), seat)
    if not rows:
        return ""
    return "\n".join([f"GAME {game} TURN {turn}", f"PLAYER {seat}", "PASSWORD ", "", *rows, "END", ""])
