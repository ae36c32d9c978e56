"""What the reports of every game have in common, before any page is set (``engine.seam.reports``): who knows and hears
what, and what is made of a turn's record for a seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, Protocol, TypeVar, cast

from magika_gm.engine.seam.reports import PlayerData, TurnRecord
from magika_gm.engine.sheet.sheet import EVERYBODY
from magika_gm.engine.told import Told


class HasReader(Protocol):
    """A report: a frozen dataclass with notes, and what it says of its reader."""

    @property
    def player(self) -> PlayerData:
        """Of its reader, from the office."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What the game master or the office says to him."""


AnyReport = TypeVar("AnyReport", bound=HasReader)

NOBODY = PlayerData(name="", address="", account="", balance="", game="", title="", date="", next_due="", code_word="")
"""Nobody's reader: for what is built of the turn alone."""


def with_notes(report: AnyReport, notes: Sequence[str]) -> AnyReport:
    """The report with these notes before its own."""
    return replace(report, notes=(*notes, *report.notes))  # type: ignore[type-var]


def handed_over(report: AnyReport, **person: str) -> AnyReport:
    """The report as the seat's new player may read it."""
    return replace(report, player=report.player.handed_to(person), notes=())  # type: ignore[type-var, type-var]


def seat_of(turn_file: Mapping[str, Any]) -> str:
    """Whose turn file it is, "" where it does not say."""
    seat = turn_file.get("seat")
    return seat if isinstance(seat, str) else ""


def perceived(record: TurnRecord, seat: str) -> tuple[Told[Any], ...]:
    """What was told, as the seat perceives it."""
    return tuple(
        Told(phase=one.phase, step=one.step, event=event, audience=(seat,))
        for one in record.told
        if (event := one.seen_by(seat)) is not None
    )


def differences(
    before: Mapping[str, Any], after: Mapping[str, Any], compared: Mapping[str, str], more: Sequence[str] = ()
) -> list[str]:
    """What differs between two turn files of one seat and turn, in words.

    ``compared`` are sections with their words, besides messages, ``more`` what the game found besides; then what the
    story tells no longer, or now, and whether the game is over.
    """
    found = [words for key, words in {**compared, "messages": "messages"}.items() if before.get(key) != after.get(key)]
    found += more
    was, now = ([line["text"] for part in file["story"] for line in part["lines"]] for file in (before, after))
    found += [f"no longer: {text.rstrip('.')}" for text in was if text not in now]
    found += [f"now: {text.rstrip('.')}" for text in now if text not in was]
    if before["ending"] != after["ending"]:
        found.append("how the game stands" if after["ending"] is None else "the game is over")
    return found


S = TypeVar("S")
V = TypeVar("V")
M = TypeVar("M")


class GameSight(Generic[S, V, M]):
    """Who knows what of a game in which all that a seat knows of its state stands in the state; messages go to one
    seat or to all. ``nothing`` is what is remembered before turn 0.

    Where a game says nothing else, all lies open: a seat perceives and knows the state as it is, and remembers nothing.
    """

    def __init__(
        self,
        perceive: Callable[[S, str], V] = lambda state, _seat: cast(Any, state),
        remember: Callable[[M, int, V], M] = lambda memory, _turn, _view: memory,
        nothing: M = cast(Any, None),  # noqa: B008
        known: Callable[[S, str], S] = lambda state, _seat: state,
    ) -> None:
        self.perceive, self.remember = perceive, remember
        self._nothing, self._known = nothing, known

    def no_memory(self) -> M:  # noqa: D102 - of the seam, as what follows
        return self._nothing

    def known(self, state: S, seat: str, memory: M) -> S:  # noqa: ARG002, D102
        return self._known(state, seat)

    def hears(self, _state: S, seat: str, sender: str, to: str) -> bool:
        """Messages to the seat or to all, and copies of its own."""
        return sender == seat or to in (EVERYBODY, seat)
