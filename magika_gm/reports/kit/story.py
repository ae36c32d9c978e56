"""What was told, in sentences: a line with its rule, what a reader perceives of a turn step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from magika_gm.engine.told import Told

LINES_A_ROW = 12
"""A step with more lines is broken over pages between rows of a dozen."""


class Line(NamedTuple):
    """A sentence, its rule, and whom it tells harm of ("" for nobody)."""

    text: str
    rule: str = ""
    harmed: str = ""


class Said(Protocol):
    """A sentence, whatever else a game knows of it."""

    @property
    def text(self) -> str: ...  # noqa: D102 - as their names say
    @property
    def rule(self) -> str: ...  # noqa: D102
    @property
    def harmed(self) -> str: ...  # noqa: D102


class Step(Protocol):
    """A part of a turn with what happened in it; ``step`` 0 has no number."""

    @property
    def step(self) -> int: ...  # noqa: D102 - as their names say
    @property
    def title(self) -> str: ...  # noqa: D102
    @property
    def lines(self) -> Sequence[Said]: ...  # noqa: D102


def said(line: Said) -> str:
    """A sentence with its rule."""
    return f"{line.text}  [{line.rule}]" if line.rule else line.text


def first_said(tellers: Iterable[Callable[[Any, Any], Line | None]], event: Any, names: Any) -> Line | None:
    """An event in the words of the first that has some for it; None where another sentence tells it."""
    return next((line for tell in tellers if (line := tell(event, names)) is not None), None)


def by_step(
    told: Iterable[Told[Any]], seat: str | None, sentence: Callable[[Any], Line | None]
) -> list[tuple[int, int, list[Line]]]:
    """What a seat perceives of a turn (None: everything): phase and step with their sentences, in the order told."""
    found: list[tuple[int, int, list[Line]]] = []
    for one in told:
        event = one.event if seat is None else one.seen_by(seat)
        line = None if event is None else sentence(event)
        if line is None:
            continue
        if not found or found[-1][:2] != (one.phase, one.step):
            found.append((one.phase, one.step, []))
        found[-1][2].append(line)
    return found


def dozens(lines: Sequence[Said]) -> list[Sequence[Said]]:
    """Lines as a ledger's rows have them."""
    return [lines[at : at + LINES_A_ROW] for at in range(0, len(lines), LINES_A_ROW)]
