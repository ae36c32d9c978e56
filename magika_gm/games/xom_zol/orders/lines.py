"""A sheet's own lines, and what became of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of an order sheet that is the game's own: its number in the text (from 1), the text without comment."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class LineFault:
    """What is wrong with a line; ``near`` are spellings to offer, ``code`` is the fault's name in programs."""

    line: int
    text: str
    reason: str
    near: tuple[str, ...] = ()
    code: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """A sheet's own lines, read: the orders in their order and what could not be read."""

    orders: tuple[Any, ...]
    faults: tuple[LineFault, ...] = ()
