"""Adjudication cases of any game: reading them strictly, and comparing what came of them with what must.

A case is a TOML file: a position, order lines, forced rolls, expectations. ``game = "…"`` says whose it is. Each game
reads its own tables with a :class:`CaseReader` and plays the case; the comparison is the same for all and knows a
game's manners (what stands for null, which lists are sets) as a :class:`Comparison`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from magika_gm.engine.words import did_you_mean, nearest

SEED = b"adjudication case"
"""The seed of rolls a case does not force, where a game's law names no other."""


class CaseFaults(ValueError):
    """A case that cannot be played: ``faults`` are (key path, what is wrong)."""

    def __init__(self, found: Sequence[tuple[str, str]]) -> None:
        self.faults = tuple(found)
        super().__init__("; ".join(f"[{place}] {reason}" for place, reason in found))


@dataclass(frozen=True, slots=True)
class CaseOutcome:
    """What came of a case: failed expectations in words, and the result as the game's law page lays it out."""

    title: str
    failures: tuple[str, ...]
    result: dict[str, Any]

    @property
    def passed(self) -> bool:
        """Whether everything expected came about."""
        return not self.failures


class CaseReader:
    """Collects faults, each with its place in the file, while a mapping is read; raise them all with :meth:`done`."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []

    def fault(self, place: str, reason: str, word: object = "", known: Sequence[str] = ()) -> None:
        """Note a fault; of ``known`` words those nearest to ``word`` are offered."""
        cure = did_you_mean(nearest(str(word), known, 2, loose=True))
        self.found.append((place, f"{reason}; {cure}" if cure else reason))

    def keys(self, place: str, table: Mapping[str, Any], known: Sequence[str]) -> None:
        """Every key must be one of ``known``."""
        for key in table:
            if key not in known:
                self.fault(f"{place}.{key}" if place else key, f"{key!r} is not a key of this table", key, known)

    def table(self, place: str, value: object) -> Mapping[str, Any]:
        """``value`` if it is a table, else an empty one and a fault."""
        if isinstance(value, Mapping):
            return value
        self.fault(place, f"must be a table, not {value!r}")
        return {}

    def number(self, place: str, value: object, low: int, high: int, default: int) -> int:
        """A whole number from ``low`` to ``high``, else ``default`` and a fault."""
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.fault(place, f"must be a whole number from {low} to {high}, not {value!r}")
        return default

    def flag(self, place: str, value: object) -> bool:
        """True or false, else False and a fault."""
        if isinstance(value, bool):
            return value
        self.fault(place, f"must be true or false, not {value!r}")
        return False

    def text(self, place: str, value: object) -> str:
        """A text, else "" and a fault."""
        if isinstance(value, str):
            return value
        self.fault(place, f"must be a text, not {value!r}")
        return ""

    def texts(self, place: str, value: object) -> list[str]:
        """A list of texts, else what of it is text, and a fault."""
        if isinstance(value, list) and all(isinstance(v, str) for v in value):
            return list(value)
        self.fault(place, f"must be a list of texts, not {value!r}")
        return [v for v in value if isinstance(v, str)] if isinstance(value, list) else []

    def among(self, place: str, value: object, known: Sequence[str]) -> str:
        """One of ``known``, whatever its capitals; else the first and a fault."""
        for name in known:
            if isinstance(value, str) and value.casefold() == name.casefold():
                return name
        self.fault(place, f"{value!r} is not one of {', '.join(known)}", value, known)
        return known[0]

    def dice(self, place: str, value: object, known: Sequence[str]) -> dict[str, list[int | str]]:
        """Forced rolls: ``name`` or ``name/subject`` = a value or a list of values, of the rolls ``known``."""
        forced: dict[str, list[int | str]] = {}
        for key, given in self.table(place, value).items():
            if key.partition("/")[0] not in known:
                self.fault(f"{place}.{key}", f"{key!r} is not a roll", key.partition("/")[0], known)
                continue
            values = given if isinstance(given, list) else [given]
            if not values or not all(isinstance(v, int | str) and not isinstance(v, bool) for v in values):
                self.fault(f"{place}.{key}", f"must be a value or a list of values, not {given!r}")
                continue
            forced[key] = list(values)
        return forced

    def done(self) -> None:
        """Raise :class:`CaseFaults` if anything was found wrong."""
        if self.found:
            raise CaseFaults(self.found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A game's manners when an expectation is held against the result.

    ``nulls`` are the values that stand for null (TOML has none), also for a key that is missing. ``as_set`` says, by
    the path of keys (``("creatures", "A1", "items")``), which lists are compared without regard to order (multisets);
    all others are compared whole and in order, of tables in them only the keys named.
    """

    nulls: tuple[object, ...] = ()
    as_set: Callable[[tuple[str, ...]], bool] = field(default=lambda _: False)

    def failures(self, expected: Mapping[str, Any], result: Mapping[str, Any]) -> list[str]:
        """One line for each expectation not met: ``creatures.A1.at: expected 'd4^', got 'd4'``."""
        failed: list[str] = []
        self._table((), expected, result, failed)
        return failed

    def _null(self, value: object) -> bool:
        return any(value == null and type(value) is type(null) for null in self.nulls)

    def _table(
        self, path: tuple[str, ...], expected: Mapping[str, Any], got: Mapping[str, Any], failed: list[str]
    ) -> None:
        for key, wanted in expected.items():
            self._value((*path, key), wanted, got.get(key), failed)

    def _value(self, path: tuple[str, ...], wanted: object, got: object, failed: list[str]) -> None:
        if isinstance(wanted, Mapping) and isinstance(got, Mapping):
            self._table(path, wanted, got, failed)
        elif isinstance(wanted, list) and (isinstance(got, list | tuple) or (got is None and not wanted)):
            self._list(path, wanted, list(got or ()), failed)
        elif not (self._null(wanted) and (got is None or got == wanted)) and (
            wanted != got or isinstance(wanted, bool) != isinstance(got, bool)
        ):
            failed.append(f"{'.'.join(path)}: expected {wanted!r}, got {got!r}")

    def _list(self, path: tuple[str, ...], wanted: list[Any], got: list[Any], failed: list[str]) -> None:
        if self.as_set(path):
            if Counter(map(repr, wanted)) != Counter(map(repr, got)):
                failed.append(f"{'.'.join(path)}: expected {wanted!r} in any order, got {got!r}")
            return
        if len(wanted) != len(got):
            failed.append(f"{'.'.join(path)}: expected {wanted!r}, got {got!r}")
            return
        for i, (one, other) in enumerate(zip(wanted, got, strict=True)):
            self._value((*path, str(i)), one, other, failed)
