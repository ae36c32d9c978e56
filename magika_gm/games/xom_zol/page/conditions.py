"""IF with its conditions (ORD-4), as slots and a list that many forms share."""

from __future__ import annotations

from collections.abc import Iterator

from magika_gm.engine.paging import Option, Slot
from magika_gm.games.xom_zol.state import State
from magika_gm.games.xom_zol.words import other

IF, IF_DONE, STATE = "if", "if done", "state"
_FIGURES = {
    "LIFE": (5, 10, 20, 30),
    "HAND": (0, 2, 4),
    "CREATURES": (0, 1, 2, 4),
    "READY": (0, 1, 2, 3),
    "MANA": (2, 4, 6),
}
"""Figures a condition may ask for; others may be typed."""

EXTRAS = {
    IF: (
        Slot(name="if", label="Only if", before="IF", list=STATE, optional=True),
        Slot(name="and", label="and if", before="AND", list=STATE, needs="if", optional=True),
    ),
    IF_DONE: (
        Slot(
            name="done",
            label="Only if the line before",
            before="IF",
            options=(Option(text="DONE", label="was carried out"), Option(text="NOT DONE", label="was not")),
            bars="if",
            optional=True,
        ),
        Slot(name="if", label="Only if", before="IF", list=STATE, bars="done", optional=True),
        Slot(name="and", label="and if", before="AND", list=STATE, needs="done if", optional=True),
    ),
}
"""Of lines that answer there is none before (DONE is false there)."""


def conditions(known: State, seat: str) -> Iterator[Option]:
    """On figures of both sides, and on who is still there."""
    for whose, name in (("MY", "your"), ("THEIR", "their")):
        for figure, numbers in _FIGURES.items():
            for number in numbers:
                said = f"{name} {figure.lower()}"
                yield Option(text=f"{whose} {figure} >= {number}", label=f"{said} {number} or more")
                yield Option(text=f"{whose} {figure} <= {number}", label=f"{said} {number} or less")
    for side, words, has in ((seat, "HAVE", "you have"), (other(seat), "THEY HAVE", "they have")):
        for piece in known.creatures(side):
            yield Option(text=f"{words} {piece.ref}", label=f"{has} {piece.ref} {piece.card.name}")
