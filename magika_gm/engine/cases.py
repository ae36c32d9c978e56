"""Adjudication cases of any game: reading them strictly, and comparing what came of them with what must.

A case is a TOML file: a position, order lines, forced rolls, expectations. ``game = "…"`` says whose it is. Each game
reads its own tables with a :class:`CaseReader` and plays the case; the comparison is the same for all and knows a
game's manners (what stands for null, which lists are sets) as a :class:`Comparison`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from magika_gm.engine.dice import Dice
from magika_gm.engine.plain import plain_of
from magika_gm.engine.records import named_record, record
from magika_gm.engine.toml import Reader
from magika_gm.engine.words import Fault

SEED = b"adjudication case"
"""The seed of rolls a case does not force, where a game's law names no other."""


class CaseFaults(ValueError):
    """A case that cannot be played: ``faults`` are (key path, what is wrong)."""

    def __init__(self, found: Sequence[tuple[str, str]]) -> None:
        self.faults = tuple(found)
        super().__init__("; ".join(f"[{place}] {reason}" for place, reason in found))


@record
class CaseOutcome:
    """What came of a case: failed expectations in words, and the result as the game's law page lays it out."""

    title: str
    failures: tuple[str, ...]
    result: dict[str, Any]

    @property
    def passed(self) -> bool:
        """Whether everything expected came about."""
        return not self.failures


@named_record
class CaseFile:
    """What a case file of any game has; a game adds its own tables."""

    title: str = ""
    rules: tuple[str, ...] = ()
    dice: Any = field(default_factory=dict)
    expect: Mapping[str, Any] = field(default_factory=dict)


Shape = Sequence[str] | Mapping[str, Any] | None
"""What an expectation may have: keys; keys and what may stand below each of them; anything (None)."""


@record
class Each:
    """The shape of a table's values whose keys are many: ``named`` is a pattern they fit, or those there are."""

    shape: Shape
    named: str | Sequence[str] = r".+"
    what: str = "name"


@record
class Rows:
    """The shape of the tables of a list."""

    shape: Shape


class CaseReader(Reader):
    """Reads a case's tables, which are ``data``; raise all faults with :meth:`done`."""

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self.data = data or {}

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

    def sheets(self, place: str, value: object) -> list[tuple[str, list[str]]]:
        """The lines of a sheet, or of several, a list each; each with its place."""
        if isinstance(value, list) and value and all(isinstance(one, list) for one in value):
            return [(f"{place}[{n}]", self.texts(f"{place}[{n}]", one)) for n, one in enumerate(value, 1)]
        return [(place, self.texts(place, value))]

    def expected(self, place: str, value: object, shape: Shape | Each | Rows) -> Any:
        """An expectation, of which only keys are held to their shape: a value may be anything, as the result's."""
        if isinstance(shape, Rows):
            if value is False:  # which may stand for nothing at all
                return value
            if not isinstance(value, list | tuple):
                self.fault(place, f"must be a list of tables, not {value!r}")
                return value
            for number, row in enumerate(value, 1):
                self.expected(f"{place}[{number}]", self.table(f"{place}[{number}]", row), shape.shape)
        elif shape is not None and isinstance(value, Mapping):
            self._expected(place, value, shape)
        return value

    def _expected(self, place: str, table: Mapping[str, Any], shape: Shape | Each) -> None:
        below: Mapping[str, Any] = shape if isinstance(shape, Mapping) else {}
        if not isinstance(shape, Each):
            self.keys(place, table, tuple(shape or ()))
        elif isinstance(shape.named, str):
            for key in table:
                if not re.fullmatch(shape.named, key):
                    self.fault(f"{place}.{key}", f"{key!r} is no {shape.what}")
        else:
            self.keys(place, table, shape.named)
        for key, value in table.items():
            self.expected(f"{place}.{key}", value, shape.shape if isinstance(shape, Each) else below.get(key))

    def done(self) -> None:
        """Raise :class:`CaseFaults` if anything was found wrong."""
        if self.found:
            raise CaseFaults(self.found)


@named_record
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


@named_record
class PlainCase(CaseFile):
    """A case of a game whose states are plain records: the state by its fields, the lines of sheets by seats."""

    game: Any = ""
    state: Any = field(default_factory=dict)
    orders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class GameCases:
    """The part ``cases`` of a game (``engine.seam.trials.Cases``): a turn played from a state, compared with what must
    come of it. A game of other cases has a :attr:`file` of its own, makes a case of it (:meth:`case`) and says what
    came of it (:meth:`result`).
    """

    file: type[CaseFile] = PlainCase
    """The record of its files."""
    state: type[Any]
    """The record of its states; fields left out of a case have their defaults."""
    rules: Any
    """The game's part ``rules``."""
    orders: Any
    """Likewise ``orders``."""
    rolls: Sequence[str] = ()
    """Names of its rolls, which cases may force."""
    comparison = Comparison()

    def run_case(self, data: Mapping[str, Any]) -> CaseOutcome:  # noqa: D102 - of the seam
        case = self.read(data)
        result = self.result(case)
        expected = self.asked(case.expect, result)
        return CaseOutcome(case.title, tuple(self.comparison.failures(expected, result)), result)

    def asked(self, expected: Mapping[str, Any], result: Mapping[str, Any]) -> Mapping[str, Any]:  # noqa: ARG002
        """What of the expectations is compared: all."""
        return expected

    def read(self, data: Mapping[str, Any]) -> Any:
        """A case from its tables; raises :class:`CaseFaults` with all that is wrong with it."""
        reader = CaseReader(data)
        case = self.case(reader, reader.record(self.file, "", data))
        reader.done()
        return case

    def case(self, reader: CaseReader, case: Any) -> Any:
        """A case ready to be played, of what its file says: with its state, orders and rolls read."""
        state = reader.record(self.state, "state", case.state)
        sheets: dict[str, list[Any]] = {}
        for seat, lines in case.orders.items():
            sheets[seat] = [self.orders.GRAMMAR.read(line, {}) for line in lines]
            for number, order in enumerate(sheets[seat], 1):
                if isinstance(order, Fault):
                    reader.fault(f"orders.{seat}[{number}]", str(order))
        dice = reader.dice("dice", case.dice, self.rolls)
        return replace(case, state=state, orders=sheets, dice=dice)

    def result(self, case: Any) -> dict[str, Any]:
        """What came of it: the fields of the state after the turn, and the names of what was ``told``."""
        dice = Dice(SEED, self.rules.turn_of(case.state) + 1, case.dice)
        resolution = self.rules.resolve(case.state, case.orders, dice)
        told = [type(one.event).__name__ for one in resolution.told]
        return {**plain_of(resolution.state), "told": told}
