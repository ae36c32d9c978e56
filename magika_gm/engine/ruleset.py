"""The seam between an office and a game: what a game's folder exports, and nothing more.

The office reads sheets, checks them, resolves a turn, asks what one player perceives and what to play for somebody
whose orders did not come; it does so only through a game's :class:`Ruleset`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from magika_gm.engine.dice import Dice

World = TypeVar("World")
Order = TypeVar("Order")
Sheet = TypeVar("Sheet")
Understanding = TypeVar("Understanding")
Resolution = TypeVar("Resolution")
View = TypeVar("View")
Act = TypeVar("Act")


@dataclass(frozen=True, slots=True)
class Ruleset(Generic[World, Order, Sheet, Understanding, Resolution, View, Act]):
    """One game's rules as a value; every function is pure."""

    name: str
    parse: Callable[[str, Mapping[str, str] | None], list[Sheet]]
    """Order sheets in a text; names of characters by letter may be used in them."""
    check: Callable[[Sheet, World | None], Understanding]
    """What an acknowledgement says of a sheet."""
    resolve: Callable[[World, Mapping[str, Sequence[Order]], Dice, Sequence[Act]], Resolution]
    """A turn: world, orders and the game master's acts in, world, events and rolls out."""
    seen_as: Callable[[World, str], View]
    """What one player perceives at a turn's end."""
    default_orders: Callable[[World, str, Sequence[Order]], list[Order]]
    """Orders for somebody from whom none came, given those of the turn before."""
