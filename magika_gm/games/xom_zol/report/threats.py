"""What is about to end a game of Xom and Zol (END): life, libraries and turns are open to both."""

from __future__ import annotations

from collections.abc import Iterator

from magika_gm.engine.threats import Threat, more
from magika_gm.games.xom_zol.figures import looks
from magika_gm.games.xom_zol.options import EmptyLibrary
from magika_gm.games.xom_zol.report.report import Report
from magika_gm.games.xom_zol.rules.endings import account
from magika_gm.games.xom_zol.state import State
from magika_gm.games.xom_zol.words import SIDES, other

LIFE, CARDS, TURNS = 15, 5, 4
"""From how much life, how many cards in a library and how many game turns left on an end is told."""


def threats(report: Report) -> tuple[Threat, ...]:
    """The ends that are near, the reader's loss before his win."""
    state, seat = report.state, report.seat
    if state.ending is not None:
        return ()
    both = (other(seat), seat)
    found = [one for side in both for one in (*_life(state, side, seat), *_library(state, side, seat))]
    return (*found, *_turns(state, seat))


def _wins(side: str, reader: str) -> str:
    return "you win" if side == reader else f"side {side} wins"


def _life(state: State, side: str, reader: str) -> Iterator[Threat]:
    """END-1: the other side has little life left, or no more than this side's creatures could strike for."""
    foe = other(side)
    left = state.sides[foe].life
    force = sum(looks(state, piece.ref).s for piece in state.creatures(side))
    if left <= max(LIFE, force):
        who = "You have" if foe == reader else f"Side {foe} has"
        whose = "your" if side == reader else f"side {side}'s"
        strike = f" and {whose} creatures strike for {force}"
        text = f"{who} {left} life{strike if left <= force else ''}: at 0 {_wins(side, reader)}"
        yield Threat(seats=(side,), text=text, rule="END-1", lacking=left)


def _library(state: State, side: str, reader: str) -> Iterator[Threat]:
    """END-3: who must draw from an empty library has lost."""
    foe = other(side)
    left = len(state.sides[foe].library)
    if state.options.empty_library is EmptyLibrary.LOSE and left <= CARDS:
        whose = "Your library" if foe == reader else f"Side {foe}'s library"
        held = f"has {left} card{'' if left == 1 else 's'} left" if left else "is empty"
        text = f"{whose} {held}: at the first draw phase without a card {_wins(side, reader)}"
        yield Threat(seats=(side,), text=text, rule="END-3", lacking=left)


def _turns(state: State, reader: str) -> Iterator[Threat]:
    """END-2: the last game turns, and who is ahead."""
    left = state.options.max_turns - state.turn
    if left > TURNS:
        return
    one, two = (account(state, side) for side in SIDES)
    ahead = "" if one == two else SIDES[one < two]
    stands = _wins(ahead, reader) if ahead else "it is a draw"
    text = f"{more(left, 'game turn')} and the higher life decides; as it stands {stands}"
    yield Threat(seats=(ahead,) if ahead else (), text=text, rule="END-2", lacking=left)
