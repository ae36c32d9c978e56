"""One seat's report as a value, what is about to end its game, and the game's part of its turn file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from magika_gm.engine.plain import Data, Fields
from magika_gm.engine.records import named_record, picked
from magika_gm.engine.told import Threat, Told, more
from magika_gm.engine.words import capital
from magika_gm.games.rune_war import sight
from magika_gm.games.rune_war.orders.lines import write_order
from magika_gm.games.rune_war.orders.offers import Choice
from magika_gm.games.rune_war.report.story import MINUS, Names, Paragraph, Play, names_from
from magika_gm.games.rune_war.rules.events import EVENTS, Decided, HandWon, LineRefused, SheetPlayed, TurnBegan
from magika_gm.games.rune_war.rules.state import Due
from magika_gm.games.rune_war.rules.tables import LANDS
from magika_gm.games.rune_war.rules.terms import CODES
from magika_gm.games.rune_war.sight import Memory, View
from magika_gm.reports.kit.usual import GameReport


@named_record
class Report(GameReport[View, Memory]):
    """What a report of Rune War holds besides; ``orders`` are the lines played for the seat."""

    names: Names
    played: Due
    """The kind of the turn that was played; NOTHING before the first."""
    story: tuple[Paragraph, ...]
    plays: tuple[Play, ...]
    orders: tuple[tuple[int, str], ...]
    """Number and text of each line played for the seat."""
    choices: tuple[Choice, ...]
    advice: Fields

    @property
    def wizard(self) -> str:
        """The reader's wizard."""
        return self.view.me.wizard


def names_of(view: View, memory: Memory | None, told: tuple[Told[Any], ...]) -> Names:
    """Seats by wizard, creatures by the kinds the reader has seen."""
    kinds = {s.code: s.kind for s in (*memory.sightings, *memory.shown)} if memory is not None else {}
    kinds |= {c.code: c.kind for c in view.creatures.values()}
    wizards = {seat: row.wizard for seat, row in view.seats.items()}
    return names_from((t.event for t in told), wizards, kinds)


def kind_played(told: Sequence[Told[Any]]) -> Due:
    """The kind of the turn that was played; NOTHING before the first."""
    return next((t.event.due for t in told if isinstance(t.event, TurnBegan)), Due.NOTHING)


def lines_played(told: tuple[Told[Any], ...], seat: str) -> tuple[tuple[int, str], ...]:
    """The lines played for the seat in the turn, whoever wrote them."""
    for one in told:
        if isinstance(one.event, SheetPlayed) and one.event.seat == seat:
            return tuple((order.line, write_order(order)) for order in one.event.orders)
    return ()


def winners_hand(told: Sequence[Told[Any]]) -> HandWon | None:
    """How the hand ended in this turn, with the winner's runes."""
    return next((t.event for t in told if isinstance(t.event, HandWon)), None)


# What is about to end a game of Rune War (END): land and rounds are open to all.


ROUNDS, LANDS_LEFT = 1, 8
"""From how many rounds after this one, and how many territories lacking, an end is told."""


def threats(report: Report) -> tuple[Threat, ...]:
    """The ends that are near."""
    view = report.view
    return () if report.over else (*_isle(view), *_rounds(view))


def _isle(view: View) -> Iterator[Threat]:
    """END-1: one clan owns all territories."""
    for row in view.seats.values() if view.options.map else ():
        lacking = len(LANDS) - row.territories
        if lacking <= LANDS_LEFT:
            who = "you own" if row.seat == view.seat else f"{row.wizard} owns"
            land = more(lacking, "territory", "territories")
            text = f"{capital(land)} and {who} the whole isle: the game ends after that map turn"
            yield Threat(seats=(row.seat,), text=text, rule="END-1", lacking=lacking)


def _rounds(view: View) -> Iterator[Threat]:
    """END-1, END-2: the last round, and by how much who leads."""
    left = view.options.rounds - view.round
    if left > ROUNDS:
        return
    ahead = [row for row in view.seats.values() if row.rank == 1]
    last = "map turn" if view.options.map else "hand"
    when = "this round" if left <= 0 else "the next round"
    text = f"The game ends with the {last} of {when}; as it stands {_stands(view, [row.seat for row in ahead])}"
    yield Threat(seats=tuple(row.seat for row in ahead), text=text, rule="END-1", lacking=max(0, left))


def _stands(view: View, ahead: list[str]) -> str:
    names = ["you" if seat == view.seat else view.seats[seat].wizard for seat in ahead]
    if len(ahead) > 1:
        return f"{', '.join(names[:-1])} and {names[-1]} are level with {signed(view.score(ahead[0]))} {view.unit}"
    rest = max((seat for seat in view.seats if seat not in ahead), key=view.score)
    lead = view.score(ahead[0]) - view.score(rest)
    verb = "win" if ahead[0] == view.seat else "wins"
    behind = "you" if rest == view.seat else view.seats[rest].wizard
    return f"{names[0]} {verb}, {lead} {view.unit} ahead of {behind}"


def signed(number: int) -> str:
    """With a true minus."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


# The game's part of a player's turn file: a seat's knowledge (``sight.turn_file``) and what the turn told.

FORMAT = "rune-war-turn"


def content(view: View, told: Sequence[Told[Any]], advice: Fields) -> Data:
    """What follows from the turn alone: knowledge, events as perceived, own decisions and refusals."""
    won = winners_hand(told)
    return sight.turn_file(view, advised=False) | {
        "advice": dict(advice),
        "format": FORMAT,
        "played": kind_played(told).value,
        "wind": CODES[view.me.wind],
        "happened": [{"phase": t.phase, "step": t.step, "event": EVENTS.to_plain(t.event)} for t in told],
        "decisions": [
            {
                "step": e.step.value,
                **picked(e, "choice", "line", "rule", "aim"),
                "D": e.d,
                "live": e.live,
            }
            for t in told
            if isinstance(e := t.event, Decided)
        ],
        "refused": [
            {"line": e.line, "text": e.text, "code": e.reason.value, "rule": e.rule, "about": e.about}
            for t in told
            if isinstance(e := t.event, LineRefused)
        ],
        "winning_hand": None
        if won is None
        else {"runes": [CODES[k] for k in won.hand], "dim": [CODES[k] for k in won.dim]},
    }
