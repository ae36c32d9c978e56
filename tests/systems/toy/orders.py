"""What a player writes, and what a policy plays for him: the parts ``orders`` and ``bots``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from magika_gm.engine.sheet.sheet import EVERYBODY, MessageRule, Sheet, SheetGrammar
from magika_gm.engine.sheet.understanding import Line, Mark, Understanding, unread
from magika_gm.engine.words import Fault, nearest
from tests.systems.toy.table import SEATS, Keep, Show, Table


def read_seat(said: Sequence[str], names: Mapping[str, str]) -> str | Fault:
    word = " ".join(said)
    return word if word in SEATS else Fault(f"{word} is no seat", nearest(word, SEATS))


def _addressee(said: Sequence[str], names: Mapping[str, str]) -> str | Fault:
    return EVERYBODY if list(said) == [EVERYBODY] else read_seat(said, names)


def _read(text: str, names: Mapping[str, str] | None) -> Show | Keep | Fault:
    word = text.strip().upper()
    known: dict[str, Show | Keep] = {"SHOW": Show(), "KEEP": Keep()}
    return known.get(word) or Fault(f"{word} is not an order", nearest(word, ("SHOW", "KEEP")))


class Orders:
    GRAMMAR = SheetGrammar(
        seat_words=("COLOUR", "SEAT"),
        seat_pattern="RED|GREEN|BLUE",
        seat=read_seat,
        addressee=_addressee,
        address={},
        read=_read,
        write=lambda order: type(order).__name__.upper(),
        verbs=("SHOW", "KEEP"),
        most_lines=1,
        messages=MessageRule(most=2, lines=3, characters=120, rule="TALK-1"),
    )

    def names_for(self, memory: Any) -> Mapping[str, str]:
        return {}

    def listed(self, sheet: Sheet) -> list[Any]:
        return list(sheet.orders.values())

    def stored(self, text: str) -> Show | Keep:
        order = _read(text, None)
        if isinstance(order, Fault):
            raise ValueError(str(order))
        return order

    def understood(self, sheet: Sheet, seat: str, known: Table | None) -> Understanding:
        open_already = known is not None and known.shown[seat]
        lines = [
            Line(text=self.GRAMMAR.write(order), number=number, mark=Mark.WARNING if open_already else Mark.GOOD,
                 said="your card lies open already" if open_already else "")
            for number, order in enumerate(self.listed(sheet), 1)
        ]  # fmt: skip
        return Understanding(lines=(*lines, *map(unread, sheet.faults)), empty="(nothing: you keep your card)")

    def forecast(self, sheet: Sheet, seat: str, known: Table, memory: Any) -> str:
        return f"Shown, your card counts {known.cards[seat]}.\n"

    def summary(self, sheet: Sheet, known: Table | None) -> dict[str, Any]:
        return {
            "orders": [self.GRAMMAR.write(o) for o in self.listed(sheet)],
            "faults": [asdict(f) for f in sheet.faults],
            "warnings": [],
            "messages": [asdict(m) for m in sheet.messages],
        }

    def form(self, game: str, turn: int, state: Table, seat: str, memory: Any | None) -> str:
        return f"GAME {game} TURN {turn}\nCOLOUR {seat}\nPASSWORD \n; SHOW or KEEP\nEND\n"


class Bots:
    POLICIES: Mapping[str, str] = {"bold": "shows at once"}
    DEFAULT = "bold"

    def play(self, policy: str, turn_file: Mapping[str, Any], seed: bytes) -> list[Any]:
        return [Show()]


ORDERS, BOTS = Orders(), Bots()
