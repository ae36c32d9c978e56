"""One seat's report as a value, and what is about to end its game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from magika_gm.engine.records import named_record
from magika_gm.engine.told import Threat, more
from magika_gm.games.arena.orders.lines import write_order
from magika_gm.games.arena.orders.offers import Choice, Offer, own_turn
from magika_gm.games.arena.report.story import Names, Paragraph
from magika_gm.games.arena.rules.events import LineDropped
from magika_gm.games.arena.rules.sequence import leader
from magika_gm.games.arena.rules.state import Creature, State
from magika_gm.games.arena.rules.terms import DRAWN, OTHER, SIDES
from magika_gm.games.arena.rules.units import adds, flight, flight_speed, forces, idle, is_vehicle, present, walk_points
from magika_gm.games.arena.sight import Memory, View
from magika_gm.reports.kit.usual import GameReport, Line


@named_record
class Revealed:
    """What a game that is over shows to both: cards and standing orders."""

    cards: Mapping[str, tuple[str, ...]]
    standing: Mapping[str, tuple[str, ...]]


@named_record
class Report(GameReport[View, Memory]):
    """What a report of Arena holds besides; ``orders`` are the seat's own, as played."""

    story: tuple[Paragraph, ...]
    orders: tuple[str, ...]
    choices: tuple[Choice, ...]
    """What could be ordered in the coming turn, none in the enemy's: printed and clicked order page are made of it."""
    offers: tuple[Offer, ...]
    """The same, put together."""
    points: Mapping[str, float]
    revealed: Revealed | None = None

    @property
    def state(self) -> State:
        """The game as its reader knows it."""
        return self.view.state

    @property
    def names(self) -> Names:
        """Of everything he knows."""
        return Names(self.view.state)

    @property
    def foe(self) -> str:
        """The other side."""
        return OTHER[self.seat]

    @property
    def own_turn(self) -> bool:
        """Whether the coming mail turn is his."""
        return own_turn(self.state, self.seat)

    @property
    def dropped(self) -> tuple[LineDropped, ...]:
        """His lines that were not carried out."""
        return tuple(one.event for one in self.told if isinstance(one.event, LineDropped))


STAND_INS = {
    "default": "No orders from {0}: the built-in player plays for {0}.",
    "policy": "The built-in player plays for {0}.",
}
"""What is said of a turn for which no sheet came, or none was awaited."""


def stood_in(paragraphs: tuple[Paragraph, ...], how: Mapping[str, str]) -> tuple[Paragraph, ...]:
    """The story with a word on who was played by the built-in player (MAIL-6, INFO)."""
    missing = {line.harmed for paragraph in paragraphs for line in paragraph.lines if line.rule == "MAIL-6"}
    lines = [
        Line(STAND_INS[how[side]].format(side), "MAIL-6", side)
        for side in SIDES
        if how.get(side) in STAND_INS and side not in missing
    ]
    if not lines or not paragraphs:
        return paragraphs
    first = paragraphs[0]
    return (first._replace(lines=(*first.lines, *lines)), *paragraphs[1:])


def revealed(state: State) -> Revealed:
    """Cards and standing orders of both, once the game is over."""
    return Revealed(
        cards={side: tuple(state.cards[side]) for side in SIDES},
        standing={side: tuple(write_order(line) for line in state.standing[side]) for side in SIDES},
    )


# What is about to end a game of Arena (WIN): the board is open, so that both sides are told the same.


HEXES, CREATURES, TURNS, NAMED = 8, 3, 4, 4
"""From how many hexes lacking, creatures left and player turns left on an end is told, and how many units by name."""


def threats(report: Report) -> tuple[Threat, ...]:
    """The ends that are near, the reader's loss before his win."""
    state = report.state
    if state.ending is not None:
        return ()
    both = (report.foe, report.seat)
    found = [one for side in both for one in (*_king(state, side, report.seat), *_mastery(state, side, report.seat))]
    found += [one for side in both for one in _creatures(state, side, report.seat)]
    return (*found, *_points(state, report.seat))


def _wins(side: str, reader: str) -> str:
    return "you win" if side == reader else f"{side} wins"


def _king(state: State, side: str, reader: str) -> Iterator[Threat]:
    """WIN-1: who stands on the enemy king's hex, or could be there in a move."""
    foe = OTHER[side]
    throne = state.kings[foe] * 2
    mounts = (c for c in state.by_id() if c.side == side and not c.on and not idle(state, c))
    near = [c for c in mounts if _reaches(state, c, throne)]
    if not near:
        return
    whose = "your" if foe == reader else f"{foe}'s"
    guard = sum(adds(state, c) for c in forces(state, throne, foe))
    kept = f"where Power {guard} stands" if present(state, throne, foe) else "where nobody stands"
    names = [c.id for c in near[:NAMED]] + [f"{len(near) - NAMED} more"] * (len(near) > NAMED)
    units = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    verb = "is" if len(near) == 1 else "are"
    king = state.board.names[state.kings[foe]]
    text = f"{units} {verb} within a move of {whose} king's hex {king}, {kept}: alone there {_wins(side, reader)}"
    yield Threat((side,), text, "WIN-1")


def _reaches(state: State, creature: Creature, throne: int) -> bool:
    far = state.board.distance(creature.place & ~1, throne)
    speed = flight_speed(state, creature) if flight(state, creature) is not None else 0
    return far <= max(walk_points(state, creature), speed)


def _mastery(state: State, side: str, reader: str) -> Iterator[Threat]:
    """WIN-4: more than half the board and twice the enemy's, when one's own player turn ends."""
    if not state.mastery:
        return
    mine, theirs = state.control.count(side), state.control.count(OTHER[side])
    enough, twice = state.mastery - mine, -((mine - 2 * theirs) // 3)
    lacking = max(0, enough, twice)
    if lacking > HEXES:
        return
    if not lacking:
        text = f"{'You control' if side == reader else f'{side} controls'} {mine} hexes to {theirs}"
        whose = "your" if side == reader else f"{side}'s"
        text += f": if it is still so at the end of {whose} player turn, {_wins(side, reader)} by mastery"
    else:
        taken = f" taken from {'you' if side != reader else OTHER[side]}" if twice > max(0, enough) else ""
        text = f"{more(lacking, 'hex', 'hexes')}{taken} and {_wins(side, reader)} by mastery"
    yield Threat((side,), text, "WIN-4", lacking)


def _creatures(state: State, side: str, reader: str) -> Iterator[Threat]:
    """WIN-2: who has hardly a creature left."""
    foe = OTHER[side]
    left = sum(c.side == foe and not is_vehicle(state, c) for c in state.living())
    if left <= CREATURES:
        who = "You have" if foe == reader else f"{foe} has"
        text = f"{who} {left} creature{'' if left == 1 else 's'} left: without one {_wins(side, reader)}"
        yield Threat((side,), text, "WIN-2", left)


def _points(state: State, reader: str) -> Iterator[Threat]:
    """WIN-4: the last player turns."""
    left = state.last_turn - state.turn
    if not state.last_turn or left > TURNS:
        return
    ahead = leader(state)
    stands = "it is a draw" if ahead == DRAWN else _wins(ahead, reader)
    text = f"{more(left, 'player turn')} and the game is decided on points; as it stands {stands}"
    yield Threat(() if ahead == DRAWN else (ahead,), text, "WIN-4", left)
