"""Chance that can be checked afterwards: every roll is a keyed hash, and every roll is recorded.

A roll's value depends on the game's seed, the turn, the phase, the roll's name, its subject and how many such rolls
the subject made before in that phase, and on nothing else: never on the order in which subjects are processed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b, sha256
from typing import NamedTuple


class Roll(NamedTuple):
    """A recorded roll: ``value`` is a number, or the text of the choice; ``nth`` counts from 0 in its phase."""

    phase: int
    name: str
    subject: str
    nth: int
    value: int | str
    rule: str


def seed_hash(seed: bytes) -> str:
    """What is published on turn 1, so that players can check the seed revealed at the end (hex SHA-256)."""
    return sha256(seed).hexdigest()


class Dice:
    """The dice of one turn.

    ``seed`` is the game's secret (any bytes, 64 at most are used); set ``phase`` as the turn goes on. ``rolls`` grows
    by one entry a roll. ``forced`` maps ``"name"`` or ``"name/subject"`` to a list of values used up in order, the last
    one repeating; the more exact key wins. A forced choice that is not among the candidates gives the first one.
    """

    __slots__ = ("_counts", "_key", "_prefix", "_used", "forced", "phase", "rolls", "turn")

    def __init__(self, seed: bytes, turn: int, forced: Mapping[str, Sequence[int | str]] | None = None) -> None:
        self._key = seed if len(seed) <= 64 else sha256(seed).digest()
        self.turn = turn
        self.phase = 0
        self.rolls: list[Roll] = []
        self.forced = dict(forced or {})
        self._used: dict[str, int] = {}
        self._counts: dict[tuple[int, str, str], int] = {}
        self._prefix = f"{turn}|"

    def carry_on(self, other: Dice) -> None:
        """Use up forced lists where ``other``, the dice of the turn before, left off."""
        self._used = other._used

    def _count(self, name: str, subject: str) -> int:
        key = (self.phase, name, subject)
        count = self._counts.get(key, 0)
        self._counts[key] = count + 1
        return count

    def _raw(self, name: str, subject: str, count: int) -> int:
        text = f"{self._prefix}{self.phase}|{name}|{subject}|{count}"
        return int.from_bytes(blake2b(text.encode(), key=self._key, digest_size=8).digest(), "big")

    def _force(self, name: str, subject: str) -> int | str | None:
        for key in (f"{name}/{subject}", name):
            values = self.forced.get(key)
            if values:
                used = self._used.get(key, 0)
                self._used[key] = used + 1
                return values[min(used, len(values) - 1)]
        return None

    def between(self, name: str, subject: str, low: int, high: int, rule: str) -> int:
        """A whole number from ``low`` to ``high``, both included, all equally likely."""
        count = self._count(name, subject)
        value: int | str | None = self._force(name, subject) if self.forced else None
        if not isinstance(value, int):
            value = low + self._raw(name, subject, count) % (high - low + 1)
        self.rolls.append(Roll(self.phase, name, subject, count, value, rule))
        return value

    def d100(self, name: str, subject: str, rule: str) -> int:
        """A whole number from 1 to 100."""
        return self.between(name, subject, 1, 100, rule)

    def choice(
        self,
        name: str,
        subject: str,
        candidates: Sequence[str],
        rule: str,
        weights: Sequence[int] | None = None,
        aliases: Sequence[str] = (),
    ) -> int:
        """Index of one of ``candidates`` (texts, in listing order), equally likely or by whole-number ``weights``.

        ``aliases`` are other names, one a candidate, by which a forced choice may call it.
        """
        count = self._count(name, subject)
        forced = self._force(name, subject) if self.forced else None
        if forced is not None:
            text = str(forced).casefold()
            named = [*candidates, *aliases]
            index = next((i for i, c in enumerate(named) if c.casefold() == text), 0) % len(candidates)
        elif weights is None:
            index = self._raw(name, subject, count) % len(candidates)
        else:
            index, left = 0, self._raw(name, subject, count) % sum(weights)
            while left >= weights[index]:
                left -= weights[index]
                index += 1
        self.rolls.append(Roll(self.phase, name, subject, count, candidates[index], rule))
        return index

    def shuffle(self, name: str, subject: str, items: Sequence[str], rule: str) -> list[str]:
        """``items`` (texts, in listing order) in a chance order: one recorded roll, whose value is the whole order.

        For k = n … 2 the k-th of the list changes places with the one a keyed roll from 1 to k names. A forced value is
        such an order, the items separated by commas, or its beginning: what it does not name follows in listing order.
        """
        n = len(items)
        forced = self._force(name, subject) if self.forced else None
        if forced is not None:
            order = self._as_named(str(forced), items)
            self._count(name, subject)
        else:
            order = list(items)
            for k in range(n, 1, -1):
                j = self._raw(name, subject, self._count(name, subject)) % k
                order[k - 1], order[j] = order[j], order[k - 1]
        self.rolls.append(Roll(self.phase, name, subject, 0, ",".join(order), rule))
        return order

    @staticmethod
    def _as_named(forced: str, items: Sequence[str]) -> list[str]:
        """A forced order: the items it names that there are, then the others as they were listed."""
        left = list(items)
        order: list[str] = []
        for word in forced.split(","):
            named = word.strip().casefold()
            at = next((i for i, item in enumerate(left) if item.casefold() == named), None)
            if at is not None:
                order.append(left.pop(at))
        return order + left

    def draw(self, name: str, subject: str, items: Sequence[str], rule: str) -> str:
        """One of ``items`` (texts, in listing order), each as likely; :meth:`choice` gives its place."""
        return items[self.choice(name, subject, items, rule)]
