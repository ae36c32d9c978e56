"""A table as rows of a database, and back: the part ``archive``."""

from __future__ import annotations

from typing import Any

from magika_gm.engine.plain import Codec, Kept
from magika_gm.engine.relations import Column, Kind, Relation
from magika_gm.engine.verbs import DropOut, Note
from tests.systems.toy.table import SEATS, Left, Shown, Table


class Archive:
    name = "high_card"
    version = 1
    events = Codec[Any](Shown | Left, tag="")
    acts = Codec[Any](DropOut | Note, tag="")
    memories = Kept(lambda memory: memory, lambda plain: plain)
    relations: tuple[Relation, ...] = (
        Relation(
            name="hands",
            key=("seat",),
            columns=(
                Column(name="seat"),
                Column(name="card", kind=Kind.NUMBER),
                Column(name="shown", kind=Kind.FLAG),
                Column(name="gone_away", kind=Kind.FLAG),
            ),
        ),
        Relation(name="tables", key=("nr",), columns=(
            Column(name="nr", kind=Kind.NUMBER), Column(name="turns", kind=Kind.NUMBER),
            Column(name="ending", null=True))),
    )  # fmt: skip

    def to_rows(self, state: Table, scenario: Any = None) -> dict[str, list[dict[str, Any]]]:
        hands = [
            {"seat": s, "card": state.cards[s], "shown": state.shown[s], "gone_away": state.out[s]} for s in state.cards
        ]
        return {"hands": hands, "tables": [{"nr": state.turn, "turns": state.last, "ending": state.ending}]}

    def from_rows(self, rows: Any, scenario: Any) -> Table:
        (one,) = rows["tables"]
        hands = sorted(rows["hands"], key=lambda r: SEATS.index(r["seat"]))
        return Table(
            one["nr"],
            one["turns"],
            {r["seat"]: r["card"] for r in hands},
            {r["seat"]: bool(r["shown"]) for r in hands},
            {r["seat"]: bool(r["gone_away"]) for r in hands},
            one["ending"],
        )

    def faults(self, state: Table) -> list[str]:
        return [] if len(set(state.cards.values())) == len(state.cards) else ["two cards are one"]

    def seen_text(self, view: Any) -> str:
        return " ".join(view["open"])

    def known_plain(self, view: Any) -> Any:
        return view["open"]


ARCHIVE = Archive()
