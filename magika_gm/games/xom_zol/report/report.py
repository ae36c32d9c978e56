"""One seat's report as a value, and what is about to end its game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from magika_gm.engine.records import named_record
from magika_gm.engine.told import Threat, Told, more
from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.orders.lines import write_order
from magika_gm.games.xom_zol.orders.offers import Choice
from magika_gm.games.xom_zol.report.story import Paragraph
from magika_gm.games.xom_zol.rules.events import LineSettled
from magika_gm.games.xom_zol.rules.figures import looks
from magika_gm.games.xom_zol.rules.refusals import No
from magika_gm.games.xom_zol.rules.sequence import account
from magika_gm.games.xom_zol.rules.state import EmptyLibrary, State
from magika_gm.games.xom_zol.rules.terms import SIDES, Word, other
from magika_gm.games.xom_zol.rules.turn import hand_listed
from magika_gm.games.xom_zol.sight import Memory, View
from magika_gm.reports.kit.usual import GameReport


@named_record
class Settled:
    """What became of a line of the reader's own: ``word`` done, cancelled or no; why, and the rule."""

    part: str
    number: int
    text: str
    word: str
    reason: str = ""
    rule: str = ""


@named_record
class Revealed:
    """What a game that is over shows to both: hands, next cards, decks and standing orders."""

    hands: Mapping[str, tuple[str, ...]]
    react: Mapping[str, tuple[str, ...]]
    orders: Mapping[str, tuple[str, ...]]


@named_record
class Report(GameReport[View, Memory]):
    """What a report of Xom and Zol holds besides; ``settled`` are the seat's own lines."""

    story: tuple[Paragraph, ...]
    settled: tuple[Settled, ...]
    choices: tuple[Choice, ...]
    revealed: Revealed | None = None

    @property
    def state(self) -> State:
        """The game as the seat knows it."""
        return self.view.state

    @property
    def orders(self) -> tuple[Settled, ...]:
        """His lines, as turn files hold them."""
        return self.settled

    @property
    def known(self) -> tuple[tuple[str, int], ...]:
        """The other side's cards that were seen, and how many of each at once."""
        return self.memory.cards

    @property
    def hand(self) -> list[Card]:
        """The hand as it is numbered, the next draw last (SEE-3)."""
        return [self.state.cards[name] for name in hand_listed(self.state, self.seat)]


def settled_of(told: Sequence[Told[Any]], seat: str) -> tuple[Settled, ...]:
    """What became of a seat's own lines; settings that simply count are left out."""
    found = []
    for one in told:
        event = one.event
        if isinstance(event, LineSettled) and event.side == seat:
            reason = "" if event.word is Word.DONE or not event.code else No(event.code).words
            found.append(
                Settled(part=event.part, number=event.number, text=event.text, word=event.word.value,
                        reason=reason, rule=event.rule)
            )  # fmt: skip
    return tuple(found)


def revealed(state: State, orders: Mapping[str, Sequence[Any]] | None = None) -> Revealed:
    """Hands, standing orders and last sheets of both, once the game is over (SEE-3)."""
    given = orders or {}
    return Revealed(
        hands={s: tuple(state.sides[s].hand) for s in SIDES},
        react={s: tuple(write_order(line) for line in state.sides[s].react) for s in SIDES},
        orders={s: tuple(write_order(line) for line in given.get(s, ())) for s in SIDES},
    )


# What is about to end a game of Xom and Zol (END): life, libraries and turns are open to both.


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
        yield Threat((side,), text, "END-1", left)


def _library(state: State, side: str, reader: str) -> Iterator[Threat]:
    """END-3: who must draw from an empty library has lost."""
    foe = other(side)
    left = len(state.sides[foe].library)
    if state.options.empty_library is EmptyLibrary.LOSE and left <= CARDS:
        whose = "Your library" if foe == reader else f"Side {foe}'s library"
        held = f"has {left} card{'' if left == 1 else 's'} left" if left else "is empty"
        text = f"{whose} {held}: at the first draw phase without a card {_wins(side, reader)}"
        yield Threat((side,), text, "END-3", left)


def _turns(state: State, reader: str) -> Iterator[Threat]:
    """END-2: the last game turns, and who is ahead."""
    left = state.options.max_turns - state.turn
    if left > TURNS or not state.options.max_turns:
        return
    one, two = (account(state, side) for side in SIDES)
    ahead = "" if one == two else SIDES[one < two]
    stands = _wins(ahead, reader) if ahead else "it is a draw"
    text = f"{more(left, 'game turn')} and the higher life decides; as it stands {stands}"
    yield Threat((ahead,) if ahead else (), text, "END-2", left)
