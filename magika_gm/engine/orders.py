"""The sheets of a game whose lines are rows (``engine.lines``), as the office asks for them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any, Generic, TypeVar

from magika_gm.engine.lines.rows import Lines
from magika_gm.engine.lines.words import NOTHING_KNOWN, Known
from magika_gm.engine.plain import Data
from magika_gm.engine.seam.rules import Standing
from magika_gm.engine.sheet.offered import order_line
from magika_gm.engine.sheet.sheet import Sheet, SheetGrammar
from magika_gm.engine.sheet.understanding import Line, Mark, Understanding, unread
from magika_gm.engine.words import Fault

O = TypeVar("O")  # noqa: E741 - an order
S = TypeVar("S")


class GameOrders(Generic[O, S]):
    """What all games say alike of their sheets; a game adds what there is to say to a line, and what could be ordered.

    ``sheet`` are the facts of its :class:`~magika_gm.engine.sheet.sheet.SheetGrammar` but those its rows know; of
    seats that are called by their names alone :func:`~magika_gm.engine.sheet.sheet.seated` has most.
    """

    def __init__(self, lines: Lines[O], known: Known = NOTHING_KNOWN, **sheet: Any) -> None:
        self.lines, self.known = lines, known
        known_by_rows: dict[str, Any] = {"read": self.read, "write": lines.write, "verbs": lines.verbs, "address": {}}
        self.GRAMMAR = SheetGrammar(**{**known_by_rows, **sheet})

    def read(self, text: str, names: Mapping[str, str] | None) -> O | Fault:
        """A line; of games whose players have names, ``names`` are known, too."""
        return self.lines.read(text, self.known_by(names))

    def known_by(self, names: Mapping[str, str] | None) -> Known:  # noqa: ARG002 - most games' players have no names
        """What lines may name; of games whose players have names, theirs, too."""
        return self.known

    def rows(self, names: Mapping[str, str] | None = None) -> Data:
        """How its lines are read, as data; of games whose players have names, by one who knows those."""
        return self.lines.as_data(self.known_by(names))

    def stored(self, text: str) -> O:  # noqa: D102 - of the seam, as what follows
        return self.lines.stored(text, self.known)

    def names_for(self, memory: Any) -> Mapping[str, str]:  # noqa: ARG002, D102 - most games' players have no names
        return {}

    def listed(self, sheet: Sheet) -> list[O]:  # noqa: D102
        return [order for _, order in sorted(sheet.orders.items())]

    def understood(self, sheet: Sheet, seat: str, known: S | None) -> Understanding:  # noqa: D102
        lines = [
            Line(text=self.GRAMMAR.write(order), number=number, mark=Mark.WARNING if said else Mark.GOOD, said=said)
            for number, order in enumerate(self.listed(sheet), 1)
            for said in ["" if known is None else self.doubt(order, seat, known)]
        ]
        return Understanding(lines=(*lines, *map(unread, sheet.faults)))

    def judged(self, orders: Sequence[O], seat: str, known: S) -> Iterable[Line]:
        """What an acknowledgement says of lines, for who has no mail yet to be answered: the player's page."""
        return self.understood(Sheet(seat=seat, orders=dict(enumerate(orders, 1))), seat, known).lines

    def doubt(self, order: O, seat: str, known: S) -> str:  # noqa: ARG002 - where a line may come to nothing
        """Why a line could not be done as things stand; "" if it could."""
        return ""

    def forecast(self, sheet: Sheet, seat: str, known: S, memory: Any) -> str:  # noqa: ARG002, D102
        return self.foreseen(self.listed(sheet), seat, known)

    def foreseen(self, _orders: list[O], _seat: str, _known: S) -> str:
        """What orders come to, of most games without what is remembered; "" where nobody can say."""
        return ""

    def offered(self, state: S, seat: str) -> Iterable[str]:  # noqa: ARG002 - where there is a choice
        """The lines that a seat could write."""
        return ()

    def form_rows(self, state: S, seat: str) -> Iterable[str]:
        """The lines of a blank sheet, a blank one first; none where nothing can be ordered."""
        return "", *map(order_line, self.offered(state, seat))

    def form(self, game: str, turn: int, state: S, seat: str, memory: Any | None) -> str:  # noqa: ARG002, D102
        over = getattr(state, "ending", None) is not None
        rows = () if over else tuple(self.form_rows(state, seat))
        head = (f"GAME {game} TURN {turn}", f"{self.GRAMMAR.seat_words[0]} {seat}", "PASSWORD ")
        return "\n".join([*head, *rows, "END", ""]) if rows else ""

    def summary(self, sheet: Sheet, known: S | None) -> dict[str, Any]:  # noqa: D102
        found = self.understood(sheet, sheet.seat, known)
        return {
            "orders": [line.text for line in found.lines if line.number is not None],
            "faults": [{"text": line.text, "reason": line.said} for line in found.of(Mark.ERROR)],
            "warnings": [f"{line.text}: {line.words}" for line in found.of(Mark.WARNING, Mark.IDLE)],
            "messages": [asdict(message) for message in sheet.messages],
        }


class OutlastingOrders(GameOrders[O, S]):
    """Sheets with a part that stands until another one is sent."""

    part: str
    """As it is called in a sentence."""
    rule: str
    kinds: tuple[type, ...]
    """Of the orders that belong to it, or open it."""

    def stands(self, known: S, seat: str) -> Sequence[O]:
        """Its lines that stand."""
        raise NotImplementedError

    def standing(self, known: S, seat: str) -> tuple[Standing, ...]:  # noqa: D102 - of the seam
        lines = tuple(map(self.GRAMMAR.write, self.stands(known, seat)))
        return (Standing(part=self.part, lines=lines, rule=self.rule),)

    def parts(self, orders: Sequence[O]) -> frozenset[str]:  # noqa: D102
        return frozenset([self.part] if any(isinstance(order, self.kinds) for order in orders) else [])

    def without(self, orders: Sequence[O], part: str) -> list[O]:  # noqa: ARG002, D102 - there is but one
        return self.besides(orders)

    def besides(self, orders: Sequence[O]) -> list[O]:
        """The lines that do not belong to it."""
        return [order for order in orders if not isinstance(order, self.kinds)]


class NumberedOrders(GameOrders[O, S]):
    """Sheets with a line for each number; where there is none, the blank one."""

    def listed(self, sheet: Sheet) -> list[O]:  # noqa: D102 - of the seam
        grammar = self.GRAMMAR
        return [sheet.orders.get(number, grammar.blank) for number in range(1, grammar.numbered + 1)]

    def form_rows(self, state: S, seat: str) -> Iterable[str]:  # noqa: ARG002 - what may be written has no number yet
        """The lines of a blank sheet: each number, to be written behind."""
        return [f"{number} " for number in range(1, self.GRAMMAR.numbered + 1)]


@lru_cache(maxsize=64)
def _rows_as_text(orders: GameOrders[Any, Any], names: tuple[tuple[str, str], ...]) -> str:
    return json.dumps(orders.rows(dict(names)), separators=(",", ":"))


def rows_as_text(orders: Any, names: Mapping[str, str]) -> str:
    """What a player's page judges typed lines by (JSON); "" where a game's lines are no rows."""
    return _rows_as_text(orders, tuple(names.items())) if isinstance(orders, GameOrders) else ""
