"""The log of a hand: one row a play, in the manner of a card column (SEE-7, 4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from magika_gm.engine.told import Told
from magika_gm.games.rune_war.report.story import sentence
from magika_gm.games.rune_war.report.wording import Names
from magika_gm.games.rune_war.rules import events as e
from magika_gm.games.rune_war.rules.events import Enchanted, Summoned
from magika_gm.games.rune_war.rules.hand_turn import PLAYS
from magika_gm.games.rune_war.rules.state import Due
from magika_gm.games.rune_war.runes import CODES
from magika_gm.games.rune_war.tables import FOUNTAINS

UNKNOWN = -1
NOTHING = -2
"""No rune at all: nothing was drawn from the front, or nothing thrown."""


@dataclass(slots=True, kw_only=True)
class Play:
    """A play: who drew and threw what (``UNKNOWN``: not seen, ``NOTHING``: none), why if it is the reader's own."""

    number: int
    seat: str = ""
    drew: int = NOTHING
    thrown: int = NOTHING
    points: int = 0
    why: str = ""
    notes: list[str] = field(default_factory=list)
    """What else came of it."""


def hand_log(told: Iterable[Told[Any]], seat: str | None, names: Names) -> tuple[Play, ...]:
    """The plays of a hand turn as a seat perceives them (None: everything); none of a map turn."""
    plays: dict[int, Play] = {}
    hand = False
    for one in told:
        event = one.event if seat is None else one.seen_by(seat)
        if isinstance(event, e.TurnBegan):
            hand = event.due is Due.HAND
        if isinstance(event, e.HandWon) and plays:
            won, last = event.won, plays[max(plays)]
            how = (
                f"takes {names.seat(won.discarder)}'s {CODES[won.rune]}"
                if won.discarder
                else f"draws {CODES[won.rune]}"
            )
            who = "" if won.winner == last.seat else f"{names.seat(won.winner)} "
            last.notes.append(f"{who}{how}: Game, score {won.score}")
        if not hand or one.phase != PLAYS or event is None or not one.step:
            continue
        _take(plays.setdefault(one.step, Play(number=one.step)), event, names, seat)
    return tuple(play for play in plays.values() if play.seat)


def _take(play: Play, event: Any, names: Names, reader: str | None) -> None:
    match event:
        case e.Drew(who, kind, e.Source.FRONT, _):
            play.seat, play.drew = who, kind
        case e.SpellCast(seat=who):
            play.seat = who
            _note(play, event, names)
        case e.Discarded(seat=who, kind=kind, points=points, forced=forced):
            play.seat, play.thrown, play.points = who, kind, points
            if forced:
                play.notes.append("by lot (MAG-13)")
        case e.Decided(step=e.Step.DISCARD, seat=who) if who == play.seat or not play.seat:
            play.why = reason(event) if reader is not None else f"{names.seat(who)}: {reason(event)}"
        case e.Decided(step=e.Step.CLAIM, choice="", seat=who):
            passing = "you let it pass" if reader is not None else f"{names.seat(who)} lets it pass"
            play.notes.append(f"{passing}: {reason(event)}")
        case e.Decided(step=e.Step.CLAIM | e.Step.KONG, choice=choice) if choice:
            play.notes.append(f"{choice} by {reason(event)}")
        case e.Decided() | e.OrderCast() | e.CountedOff() | e.DiscardStood() | Summoned():
            pass  # a summons is told with its cast
        case Enchanted(_, name, _) if name not in FOUNTAINS:
            pass  # told with its cast; only what lot decides is told again
        case e.Drew(who, _, _, _):
            play.seat = play.seat or who
            _note(play, event, names)
        case _:
            _note(play, event, names)


def _note(play: Play, event: Any, names: Names) -> None:
    line = sentence(event, names)
    if line is not None:
        play.notes.append(line.text.rstrip(".").removeprefix(f"{names.seat(play.seat)} " if play.seat else ""))


def reason(event: e.Decided) -> str:
    """``line 3``, or the adviser's clause with its grounds: ``ADV-4b, D 2, 12 live``."""
    if event.line:
        return f"line {event.line}"
    parts = [event.rule]
    parts += [event.aim] if event.aim and event.aim != "QUICK" else []
    parts += [f"D {event.d}"] if event.d >= 0 else []
    parts += [f"{event.live} live"] if event.live >= 0 else []
    return ", ".join(parts)
