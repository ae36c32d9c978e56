"""One seat's report as a value: its view, what was told to it, its memory, and the office's facts; nothing else.

As data it is the turn file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from magika_gm.engine.dice import seed_hash
from magika_gm.engine.reporting import differences as story_differences
from magika_gm.engine.reporting import perceived
from magika_gm.engine.seam.reports import Delivered, PlayerData, TurnRecord
from magika_gm.engine.told import Threat, Told, more, threats_plain
from magika_gm.engine.verbs import notes_to
from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.orders.lines import write_order
from magika_gm.games.xom_zol.orders.offers import Choice, choices
from magika_gm.games.xom_zol.report.story import Names, Paragraph, names_in, story
from magika_gm.games.xom_zol.rules.events import LineSettled
from magika_gm.games.xom_zol.rules.figures import looks
from magika_gm.games.xom_zol.rules.refusals import WORDS, No
from magika_gm.games.xom_zol.rules.sequence import account
from magika_gm.games.xom_zol.rules.sheets import hand_listed
from magika_gm.games.xom_zol.rules.state import EmptyLibrary, State
from magika_gm.games.xom_zol.rules.terms import SIDES, Word, other
from magika_gm.games.xom_zol.sight import Memory, View, content, hears


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What became of a line of the reader's own: ``word`` done, cancelled or no; why, and the rule."""

    part: str
    number: int
    text: str
    word: str
    reason: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed:
    """What a game that is over shows to both: hands, next cards, decks and standing orders."""

    hands: Mapping[str, tuple[str, ...]]
    react: Mapping[str, tuple[str, ...]]
    orders: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything a report holds. ``told`` are events as the seat perceives them; ``settled`` its own lines."""

    seat: str
    view: View
    memory: Memory
    player: PlayerData
    told: tuple[Told[Any], ...]
    story: tuple[Paragraph, ...]
    settled: tuple[Settled, ...]
    how: str
    messages: tuple[Delivered, ...]
    notes: tuple[str, ...]
    form: str
    choices: tuple[Choice, ...]
    seed_hash: str
    seed: str = ""
    record: Mapping[str, Any] | None = None
    revealed: Revealed | None = None

    @property
    def state(self) -> State:
        """The game as the seat knows it."""
        return self.view.state

    @property
    def turn(self) -> int:
        """The mail turn."""
        return self.view.state.mail_turn

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
            reason = "" if event.word is Word.DONE or not event.code else WORDS[No(event.code)][1]
            found.append(
                Settled(part=event.part, number=event.number, text=event.text, word=event.word.value,
                        reason=reason, rule=event.rule)
            )  # fmt: skip
    return tuple(found)


def build(record: TurnRecord, seat: str, view: View, memory: Memory, player: PlayerData, form: str) -> Report:
    """One seat's report."""
    state: State = record.state
    told = perceived(record, seat)
    over = state.ending is not None
    names: Names = names_in(view.state, told, seat)
    return Report(
        seat=seat,
        view=view,
        memory=memory,
        player=player,
        told=told,
        story=story(told, seat, names),
        settled=settled_of(told, seat),
        how=record.how.get(seat, ""),
        messages=tuple(m for m in record.messages if hears(state, seat, m.sender, m.to)),
        notes=(*record.notes.get(seat, ()), *notes_to(record.acts, seat)),
        form=form,
        choices=() if over else tuple(choices(view.state, seat)),
        seed_hash=seed_hash(record.seed),
        seed=record.seed.hex() if over else "",
        record=record.record if over else None,
        revealed=revealed(state, record.orders) if over else None,
    )


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


# The turn file: all a seat's report holds, as a mapping JSON can hold (``xom_zol.schema.json``).
#
# The game's part (``sight.content``) is made of the seat's view and what was told to it; the office's own stands beside
# it. Built-in players read the former and nothing else.


def turn_file(report: Report) -> dict[str, Any]:
    """A seat's whole turn file: the game's part and the office's own."""
    p, found = report.player, report.revealed
    return {
        **content(report.view, report.told),
        "turn": report.turn,
        "game": p.game,
        "title": p.title,
        "date": p.date,
        "due": p.due_at,
        "player": {"name": p.name, "account": p.account, "balance": p.balance},
        "how": report.how,
        "orders": [asdict(line) for line in report.settled],
        "story": [
            {"phase": q.phase, "step": q.step, "title": q.title,
             "lines": [{"text": line.text, "rule": line.rule} for line in q.lines]}
            for q in report.story
        ],
        "messages": [{"sender": m.sender, "to": m.to, "text": m.text} for m in report.messages],
        "threats": threats_plain(threats(report)),
        "notes": list(report.notes),
        "known": [[name, n] for name, n in report.memory.cards],
        "choices": [
            {**asdict(c), "parameters": [{"word": x.word, "candidates": list(x.candidates)} for x in c.parameters]}
            for c in report.choices
        ],
        "order_form": report.form,
        "revealed": None if found is None else {
            "hands": {s: list(cards) for s, cards in found.hands.items()},
            "react": {s: list(lines) for s, lines in found.react.items()},
            "orders": {s: list(lines) for s, lines in found.orders.items()},
        },
        "seed_hash": report.seed_hash,
        "chain": report.player.chain.plain(),
        "seed": report.seed,
        "record": report.record,
    }  # fmt: skip


_COMPARED = {
    "play": "cards in play",
    "sides": "life, pools, counts, piles or ranks",
    "hand": "your hand",
    "next_draw": "your next draw",
    "react": "your standing orders",
    "peeked": "the hand you saw",
    "orders": "what became of your lines",
    "next": "whose game turn is next",
    "messages": "messages",
}


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What differs between two turn files of one seat and turn, in words."""
    return story_differences(before, after, _COMPARED)
