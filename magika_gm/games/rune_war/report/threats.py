"""What is about to end a game of Rune War (END): land and rounds are open to all."""

from __future__ import annotations

from collections.abc import Iterator

from magika_gm.engine.threats import Threat, more
from magika_gm.games.rune_war.isle import LANDS
from magika_gm.games.rune_war.report.report import Report
from magika_gm.games.rune_war.report.wording import MINUS
from magika_gm.games.rune_war.sight.view import View

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
            text = f"{land[:1].upper()}{land[1:]} and {who} the whole isle: the game ends after that map turn"
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
    unit = "land" if view.options.map else "rune points"

    def score(seat: str) -> int:
        row = view.seats[seat]
        return row.land if view.options.map else row.rune_points

    names = ["you" if seat == view.seat else view.seats[seat].wizard for seat in ahead]
    if len(ahead) > 1:
        return f"{', '.join(names[:-1])} and {names[-1]} are level with {_signed(score(ahead[0]))} {unit}"
    rest = max((seat for seat in view.seats if seat not in ahead), key=score)
    lead = score(ahead[0]) - score(rest)
    verb = "win" if ahead[0] == view.seat else "wins"
    behind = "you" if rest == view.seat else view.seats[rest].wizard
    return f"{names[0]} {verb}, {lead} {unit} ahead of {behind}"


def _signed(number: int) -> str:
    return f"{MINUS}{-number}" if number < 0 else str(number)
