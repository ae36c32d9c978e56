"""Chance for studies: numbers that depend on a seed and a name alone."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

Item = TypeVar("Item")


class Chance:
    """A stream of numbers; the same seed and name, the same stream."""

    def __init__(self, seed: bytes, name: str) -> None:
        self._key = blake2b(name.encode(), key=seed[:64], digest_size=16).digest()
        self._drawn = 0

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self._drawn += 1
        text = self._drawn.to_bytes(8, "big")
        return int.from_bytes(blake2b(text, key=self._key, digest_size=8).digest(), "big") % n

    def pick(self, items: Sequence[Item]) -> Item:
        """One of some items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """The items in a chance order."""
        order = list(items)
        for k in range(len(order), 1, -1):
            j = self.below(k)
            order[k - 1], order[j] = order[j], order[k - 1]
        return order
