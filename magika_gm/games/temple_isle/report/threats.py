"""What is about to end a game of Temple Isle (END): isle and units are open to both."""

from __future__ import annotations

from collections.abc import Iterator

from magika_gm.engine.threats import Threat, more
from magika_gm.games.temple_isle.report.report import Report
from magika_gm.games.temple_isle.report.story import NAMES
from magika_gm.games.temple_isle.rules.board import DISTANCE, OTHER, SEATS, SQUARES
from magika_gm.games.temple_isle.rules.state import Stage
from magika_gm.games.temple_isle.sight.view import View

TURNS, REACH = 4, 2
"""From how many game turns left on the limit is told, and how near units stand that could take two temples at once."""
_NUMBERS = ("none", "one", "two", "three", "four")
"""Of as many temples as the law deals; a given isle may have more (VAR-2)."""


def threats(report: Report) -> tuple[Threat, ...]:
    """The ends that are near, the reader's loss before his win."""
    view, seat = report.view, report.seat
    if view.ending is not None:
        return ()
    found = [one for side in (OTHER[seat], seat) for one in _temples(view, side, seat)]
    found += [one for side in (OTHER[seat], seat) for one in _absence(view, side, seat)]
    return (*found, *_limit(view, seat), *_draw(view, seat))


def _wins(side: str, reader: str) -> str:
    return "you win" if side == reader else f"{NAMES[side]} wins"


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _temples(view: View, side: str, reader: str) -> Iterator[Threat]:
    """END-1: all temples in step 7 of his own game turn."""
    if view.stage in (Stage.BUILD, Stage.FIELD):
        return
    temples = [n for n, square in enumerate(view.isle) if square.card in view.catalogue.temples]
    missing = [n for n in temples if view.isle[n].control != side]
    units = [u for u in view.units if u.owner == side]
    near = all(any(DISTANCE[u.square][n] <= REACH for u in units) for n in missing)
    if not temples or len(missing) > 2 or (len(missing) == 2 and not near):
        return
    holds = f"{'You hold' if side == reader else f'{NAMES[side]} holds'} {_number(len(temples) - len(missing))}"
    of = f"{holds} of {_number(len(temples))} temples"
    there = " and ".join(f"the {view.isle[n].card} on {SQUARES[n]}" for n in missing)
    when = f"with {there}" if missing else "at the end of a game turn"
    text = f"{of}: {when} {_wins(side, reader)}"
    yield Threat(seats=(side,), text=text, rule="END-1", lacking=len(missing))


def _limit(view: View, reader: str) -> Iterator[Threat]:
    """END-2: the last game turns, and who leads by END-5."""
    left = view.options.limit - view.turn
    if left > TURNS:
        return
    sun, moon = (view.standings[side] for side in SEATS)
    ahead = "" if sun == moon else SEATS[moon > sun]
    stands = _wins(ahead, reader) if ahead else "it is a draw"
    text = f"{more(left, 'game turn')} and the standings decide; as it stands {stands}"
    yield Threat(seats=(ahead,) if ahead else (), text=text, rule="END-2", lacking=left)


def _absence(view: View, side: str, reader: str) -> Iterator[Threat]:
    """MAIL-8: whose opponent has missed all but the last sheet that may be missed."""
    foe = OTHER[side]
    if view.options.absence and view.missed[foe] == view.options.absence - 1:
        who = "you miss" if foe == reader else f"{NAMES[foe]} misses"
        text = f"If {who} the next game turn, too, the game is forfeit and {_wins(side, reader)}"
        yield Threat(seats=(side,), text=text, rule="MAIL-8", lacking=1)


def _draw(view: View, reader: str) -> Iterator[Threat]:
    """END-4: one sheet with OFFER DRAW waits for the other."""
    for side in SEATS:
        if view.offered[side]:
            who = "You offer" if side == reader else f"{NAMES[side]} offers"
            whose = f"{NAMES[OTHER[side]]}'s" if side == reader else "your"
            text = f"{who} a draw: with OFFER DRAW on {whose} sheet, too, the game is drawn"
            yield Threat(seats=(), text=text, rule="END-4", lacking=1)
