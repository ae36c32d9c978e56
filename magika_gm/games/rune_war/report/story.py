"""What was told, in sentences with their rules; of an event as its reader perceives it, and of nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from magika_gm.engine.told import Told
from magika_gm.games.rune_war.isle import NAMES as PLACE_NAMES
from magika_gm.games.rune_war.report.story_hand import hand_sentence
from magika_gm.games.rune_war.report.story_isle import isle_sentence
from magika_gm.games.rune_war.report.wording import Line, Names
from magika_gm.games.rune_war.rules import events as e
from magika_gm.games.rune_war.rules.hand_turn import GAME, KONGS, PLAYS
from magika_gm.games.rune_war.rules.map_turn import DEAL, END, SEGMENTS
from magika_gm.games.rune_war.rules.resolve import SHEETS
from magika_gm.games.rune_war.rules.state import Due

__all__ = ["PLACE_NAMES", "Line", "Names", "Paragraph", "names_from", "sentence", "story", "told_sentence"]


class Paragraph(NamedTuple):
    """What happened in one part of a turn; ``number`` is a play's or a segment's, 0 elsewhere."""

    number: int
    title: str
    lines: tuple[Line, ...]
    combat: bool = False
    play: bool = False
    """A play of a hand, which the log tells too."""


def sentence(event: Any, names: Names) -> Line | None:
    """An event in words; None where another sentence tells it."""
    return hand_sentence(event, names) or isle_sentence(event, names)


def told_sentence(event: Any, names: Names, reader: str | None) -> Line | None:
    """The same for a reader; the game master (None) is told whose own affair it was."""
    line = sentence(event, names)
    seat = getattr(event, "seat", "")
    if line is None or reader is not None or not line.own or not seat or isinstance(event, e.Drew | e.Scried):
        return line
    return line._replace(text=f"{names.seat(seat)}: {line.text[:1].lower()}{line.text[1:]}")


def names_from(told: Iterable[Any], wizards: Mapping[str, str], kinds: Mapping[str, str]) -> Names:
    """Names of seats, and of creatures: those known, and those that events of the turn name."""
    found = dict(kinds)
    for event in told:
        if isinstance(event, e.Summoned | e.Left | e.Glimpsed):
            found[event.code] = event.kind
        elif isinstance(event, e.CombatBegan):
            found |= dict(zip((*event.attackers, *event.defenders), event.kinds, strict=True))
    return Names(wizards, found)


class _Writer:
    """Paragraphs as they grow."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.due = Due.HAND
        self.segment = ""
        self.found: list[tuple[int, str, list[Line], bool]] = []

    def add(self, line: Line) -> None:
        """One more sentence of the paragraph under way."""
        self.found[-1][2].append(line)

    def place(self, one: Told[Any], event: Any) -> None:
        """Begin a paragraph where the event is the first of another part; a combat is one of its own."""
        number, title = self._part(one, event)
        last = self.found[-1] if self.found else None
        if isinstance(event, e.CombatBegan):
            self.found.append((0, f"Combat for {self.names.place(event.place)}", [], True))
        elif last is None or (not isinstance(event, _COMBAT) if last[3] else last[:2] != (number, title)):
            self.found.append((number, title, [], False))

    def _part(self, one: Told[Any], event: Any) -> tuple[int, str]:
        if isinstance(event, e.WallBuilt | e.Dealt):
            return 0, "The next hand"
        if self.due is Due.HAND:
            if one.phase == PLAYS:
                return one.step, f"Play {one.step}"
            return 0, _HAND_PARTS.get(one.phase, "At the end of the turn")
        if one.phase == SEGMENTS and self.segment:
            return one.step, f"Segment of {self.names.seat(self.segment)}"
        return 0, _MAP_PARTS.get(one.phase, "The map phase")


_HAND_PARTS = {SHEETS: "Sheets", KONGS: "Kongs of the deal", GAME: "The end of the hand"}
_MAP_PARTS = {SHEETS: "Sheets and healing", END: "The end of the round", DEAL: "The next hand"}
_COMBAT = (e.Blasted, e.Shot, e.Struck, e.Scorched, e.CombatEnded, e.LandTaken, e.Left)


def story(told: Iterable[Told[Any]], seat: str | None, names: Names) -> tuple[Paragraph, ...]:
    """What a seat perceives of a turn (None: everything), part by part."""
    writer = _Writer(names)
    for one in told:
        event = one.event if seat is None else one.seen_by(seat)
        if event is None:
            continue
        if isinstance(event, e.TurnBegan):
            writer.due = event.due
        if isinstance(event, e.SegmentBegan):
            writer.segment = event.seat
        line = told_sentence(event, names, seat)
        if line is not None:
            writer.place(one, event)
            writer.add(line)
    hand = writer.due is Due.HAND
    return tuple(
        Paragraph(n, title, tuple(lines), combat, hand and bool(n)) for n, title, lines, combat in writer.found
    )
