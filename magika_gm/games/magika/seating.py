"""Who gets which character when a game is filled: solved exactly, not greedily (GM-1).

Of all ways to seat twelve with at least one character of each race, three of each alignment and no name twice, that one
is best which keeps the most first choices; among those, sign-ups are looked at from the earliest on, and each is given
the best he can have without taking anything from those before him (first choice, then second, then anything, then
waiting). Whoever signs up for anything at all has his wish whatever he gets.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from magika_gm.engine.records import named_record, record
from magika_gm.engine.seam.setup import NoGame
from magika_gm.games.magika.rules.tables import ALIGNMENTS, RACES

FIRST, SECOND, ANYTHING, WAITS = range(4)
RANKS = ("first choice", "second choice", "anything", "waits")


class Choice(NamedTuple):
    """A character somebody would play."""

    name: str
    race: str
    alignment: str


@named_record
class Candidate:
    """A sign-up: its number, the player, and the characters he would play. ``anything``: any other one too."""

    id: int
    player: int
    name: str
    first: Choice | None
    second: Choice | None = None
    anything: bool = False


@record
class Needs:
    """What a game must have (GM-1)."""

    seats: int = 12
    races: tuple[str, ...] = tuple(RACES)
    least: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(ALIGNMENTS, 3))
    taken: tuple[str, ...] = ()
    """Names that are gone already: the Ebon Mage's."""


class Option(NamedTuple):
    """A way to seat a candidate, and how good it is for him."""

    rank: int
    choice: Choice


class Seated(NamedTuple):
    """A sign-up, what it got (None: it waits), how good that is, and why not better."""

    candidate: Candidate
    choice: Choice | None
    rank: int
    why: str


_Banned = frozenset[tuple[int, Option | None]]
"""Options taken away: by candidate's place; None is waiting."""
_NEVER = -(10**6)
"""Value of a state from which no game comes."""


@dataclass(slots=True)
class _Solution:
    """The best seating under some bans: how many first choices, ranks and options in order, and the table behind it."""

    firsts: int
    ranks: tuple[int, ...]
    options: list[Option | None]
    bans: _Banned
    values: list[list[int]]

    @property
    def key(self) -> tuple[int, tuple[int, ...]]:
        return (-self.firsts, self.ranks)


def assign(candidates: Sequence[Candidate], needs: Needs | None = None) -> list[Seated]:
    """The best seating of these sign-ups, earliest first; raises :class:`NoGame` if no game can be filled."""
    needs = needs or Needs()
    solver = _Solver(candidates, needs)
    best = solver.best(frozenset())
    if best is None:
        raise NoGame(_what_is_missing(candidates, needs))
    return [
        Seated(c, option.choice if option else None, rank, "" if rank == FIRST else solver.why(i, best))
        for i, (c, option, rank) in enumerate(zip(candidates, best.options, best.ranks, strict=True))
    ]


class _Solver:
    """Branch and bound over what two sign-ups cannot both have; between branches a table solves all the rest."""

    def __init__(self, candidates: Sequence[Candidate], needs: Needs) -> None:
        self.candidates = candidates
        self.needs = needs
        taken = {name.casefold() for name in needs.taken}
        pairs = _pairs(candidates)
        self.states = _states(needs.seats, needs.races, tuple(needs.least.get(a, 0) for a in ALIGNMENTS))
        self.past: list[list[int]] = []
        self.options = [
            [o for o in _options(c, pairs, i) if o.choice.name.casefold() not in taken]
            for i, c in enumerate(candidates)
        ]

    def best(self, banned: _Banned) -> _Solution | None:
        """The best seating without the banned options in which no name and no player comes twice.

        Seatings are taken from the best on, first without regard to names; where one clashes, either this sign-up has
        the name and nobody else, or he has not: every seating is in one of the two.
        """
        first = self._table(banned)
        if first is None:
            return None
        heap = [(first.key, 0, first, banned)]
        tried = 0
        while heap:
            _, _, solution, bans = heapq.heappop(heap)
            clash = self._clash(solution)
            if clash is None:
                return solution
            whose, key = clash
            his = {(whose, o) for o in self.options[whose] if key in self._keys(whose, o)}
            others = {
                (i, o)
                for i, options in enumerate(self.options)
                if i != whose
                for o in options
                if key in self._keys(i, o)
            }
            for more in (others, his):
                found = self._table(bans | more)
                if found is not None:
                    tried += 1
                    heapq.heappush(heap, (found.key, tried, found, bans | more))
        return None

    def _keys(self, place: int, option: Option) -> tuple[str, str]:
        """What nobody else may have at the same time: the character's name, and the player's seat."""
        return (f"name {option.choice.name.casefold()}", f"player {self.candidates[place].player}")

    def _clash(self, solution: _Solution) -> tuple[int, str] | None:
        seen: dict[str, int] = {}
        for place, option in enumerate(solution.options):
            for key in self._keys(place, option) if option else ():
                if key in seen:
                    return seen[key], key
                seen[key] = place
        return None

    def _table(self, banned: _Banned) -> _Solution | None:
        """The best seating when names may come twice, by dynamic programming over the sign-ups from the last on.

        ``values[i][state]`` is how many first choices sign-ups i and later can have if a game is to come of that state.
        """
        states = self.states
        moves = [self._moves(i, banned) for i in range(len(self.candidates))]
        values = [[_NEVER] * states.total]
        values[0][states.full] = 0
        for possible in reversed(moves):
            values.append(self._before(possible, values[-1]))
        values.reverse()
        if values[0][states.start] < 0:
            return None
        options = self._walk(moves, values)
        ranks = tuple(o.rank if o else WAITS for o in options)
        return _Solution(values[0][states.start], ranks, options, banned, values)

    def _walk(self, moves: Sequence[Sequence[Option | None]], values: Sequence[Sequence[int]]) -> list[Option | None]:
        """From the earliest sign-up on, the best rank each can have with nothing taken from those before him.

        All states that serve those before equally well are kept: which of them is best the later ones decide.
        """
        trail: list[dict[int, tuple[int, Option | None]]] = []
        at = [self.states.start]
        for i, possible in enumerate(moves):
            best = WAITS + 1
            new: dict[int, tuple[int, Option | None]] = {}
            for state in at:
                for option in possible:
                    rank = option.rank if option else WAITS
                    to = self.states.after(state, option)
                    if rank <= best and values[i + 1][to] + (rank == FIRST) == values[i][state]:
                        if rank < best:
                            best, new = rank, {}
                        new.setdefault(to, (state, option))
            trail.append(new)
            at = list(new)
        options: list[Option | None] = []
        state = at[0]
        for step in reversed(trail):
            state, option = step[state]
            options.append(option)
        return options[::-1]

    def _moves(self, place: int, banned: _Banned) -> list[Option | None]:
        return [o for o in (*self.options[place], None) if (place, o) not in banned]

    def _before(self, possible: Sequence[Option | None], after: list[int]) -> list[int]:
        """Values before a sign-up, from those after it. One pass a distinct race, alignment and gain."""
        new = list(after) if None in possible else [_NEVER] * len(after)
        for pair, gain in {((o.choice.race, o.choice.alignment), o.rank == FIRST) for o in possible if o}:
            got = map(after.__getitem__, self.states.steps[pair])
            new = list(map(max, new, (v + 1 for v in got) if gain else got))
        return new

    def why(self, place: int, best: _Solution) -> str:
        """Why a sign-up did not get its first choice."""
        got, candidate = best.options[place], self.candidates[place]
        reasons = [] if got is None else self._serves(place, got, best)
        first = candidate.first
        if first is not None:
            holder = next(
                (j for j, o in enumerate(best.options)
                 if o and j != place and o.choice.name.casefold() == first.name.casefold()), None,
            )  # fmt: skip
            if holder is not None:
                reasons.append(f"the name {first.name} is sign-up {self.candidates[holder].id}'s")
            elif first.name.casefold() in {name.casefold() for name in self.needs.taken}:
                reasons.append(f"the name {first.name} is the Ebon Mage's")
        twin = next(
            (j for j, o in enumerate(best.options)
             if o and j != place and self.candidates[j].player == candidate.player), None,
        )  # fmt: skip
        if got is None and twin is not None:
            return f"he plays as sign-up {self.candidates[twin].id} already"
        reasons.append(self._price(place, best) if got else self._price_of_a_seat(place, best))
        return "; ".join(dict.fromkeys(filter(None, reasons)))

    def _serves(self, place: int, got: Option, best: _Solution) -> list[str]:
        """Which needs of the game hang on his having what he got."""
        others = [o.choice for i, o in enumerate(best.options) if o and i != place]
        found = []
        if got.choice.race in self.needs.races and all(o.race != got.choice.race for o in others):
            found.append(f"the game needs one {got.choice.race}")
        least = self.needs.least.get(got.choice.alignment, 0)
        if sum(o.alignment == got.choice.alignment for o in others) < least:
            found.append(f"the game needs {least} {got.choice.alignment} characters")
        return found

    def _so_far(self, place: int, best: _Solution) -> list[int]:
        """How many first choices those before this sign-up can have in each state, under the solution's bans."""
        if not self.past:
            start = [_NEVER] * self.states.total
            start[self.states.start] = 0
            self.past = [start]
        while len(self.past) <= place:
            before = self.past[-1]
            possible = self._moves(len(self.past) - 1, best.bans)
            new = list(before) if None in possible else [_NEVER] * len(before)
            live = [(at, firsts) for at, firsts in enumerate(before) if firsts >= 0 and at != self.states.dead]
            for pair, gain in {((o.choice.race, o.choice.alignment), o.rank == FIRST) for o in possible if o}:
                steps = self.states.steps[pair]
                for at, firsts in live:
                    to = steps[at]
                    new[to] = max(new[to], firsts + gain)
            self.past.append(new)
        return self.past[place]

    def _price(self, place: int, best: _Solution) -> str:
        """What giving him his first choice would cost the others."""
        wanted = [o for o in self.options[place] if o.rank == FIRST]
        rest = frozenset((place, o) for o in (*self.options[place], None) if o not in wanted)
        forced = self.best(rest) if wanted else None
        if forced is None:
            return "with his first choice no game could be filled" if wanted else ""
        if forced.firsts < best.firsts:
            return f"his first choice would leave {forced.firsts} first choices instead of {best.firsts}"
        loser = next((i for i, (a, b) in enumerate(zip(best.ranks, forced.ranks, strict=True)) if b > a), None)
        if loser is None:
            return ""
        return f"his first choice would take the {RANKS[best.ranks[loser]]} from sign-up {self.candidates[loser].id}"

    def _price_of_a_seat(self, place: int, best: _Solution) -> str:
        """What a seat for one who waits would cost, names staying with those who have them."""
        if not self.options[place]:
            return "every name he gave is taken"
        then = self._before([o for o in self._moves(place, best.bans) if o], best.values[place + 1])
        firsts = max(a + b for a, b in zip(self._so_far(place, best), then, strict=True))
        if firsts < 0:
            return "with him no game could be filled"
        if firsts < best.firsts:
            return f"a seat for him would leave {firsts} first choices instead of {best.firsts}"
        return "the seats went to earlier sign-ups"


def _pairs(candidates: Iterable[Candidate]) -> list[tuple[str, str]]:
    """Every race and alignment that go together, those few people want first."""
    wanted = [c.first for c in candidates if c.first]
    pairs = [(race.name, alignment) for race in RACES.values() for alignment in race.alignments]
    return sorted(pairs, key=lambda p: sum((w.race == p[0]) + (w.alignment == p[1]) for w in wanted))


def _options(candidate: Candidate, pairs: Sequence[tuple[str, str]], place: int) -> list[Option]:
    """What a sign-up could get, best first. Who takes anything is offered the pairs in turn, so that games vary."""
    found = [Option(FIRST, candidate.first)] if candidate.first else []
    if candidate.second and candidate.second != candidate.first:
        found.append(Option(SECOND, candidate.second))
    if candidate.anything:
        rank = ANYTHING if candidate.first else FIRST
        turned = [*pairs[place % len(pairs) :], *pairs[: place % len(pairs)]]
        had = {(o.choice.race, o.choice.alignment) for o in found}
        found += [Option(rank, Choice(candidate.name, *pair)) for pair in turned if pair not in had]
    return sorted(found, key=lambda o: o.rank)


class _States:
    """Everything a half-filled game can be: seats left, races missing (bits), and how many of each alignment it needs.

    Numbered, with a step table for each race and alignment; a step that can lead to no game leads to ``dead``.
    """

    def __init__(self, seats: int, races: Sequence[str], least: Iterable[int]) -> None:
        first = (seats, (1 << len(races)) - 1, *least)
        number: dict[tuple[int, ...], int] = {first: 0}
        pairs = [(race, alignment) for race in RACES for alignment in ALIGNMENTS]
        found: dict[tuple[str, str], list[int]] = {pair: [] for pair in pairs}
        queue = [first]
        for state in queue:  # grows while it is gone through
            for pair in pairs:
                new = _seat(state, pair, races)
                if _hopeful(new) and new not in number:
                    number[new] = len(queue)
                    queue.append(new)
                found[pair].append(number.get(new, -1))
        self.dead, self.total = len(queue), len(queue) + 1
        self.start = 0 if _hopeful(first) else self.dead
        self.full = number.get((0,) * len(first), self.dead)
        self.steps = {p: [self.dead if n < 0 else n for n in [*steps, -1]] for p, steps in found.items()}

    def after(self, at: int, option: Option | None) -> int:
        """The state after a sign-up got this."""
        return at if option is None else self.steps[option.choice.race, option.choice.alignment][at]


@lru_cache(maxsize=2)
def _states(seats: int, races: tuple[str, ...], least: tuple[int, ...]) -> _States:
    return _States(seats, races, least)


def _seat(state: tuple[int, ...], pair: tuple[str, str], races: Sequence[str]) -> tuple[int, ...]:
    seats, missing, *need = state
    race, alignment = pair
    if race in races:
        missing &= ~(1 << races.index(race))
    which = ALIGNMENTS.index(alignment)
    need[which] = max(0, need[which] - 1)
    return (seats - 1, missing, *need)


def _hopeful(state: tuple[int, ...]) -> bool:
    """Whether the seats left are enough for what is still needed."""
    seats, missing, *need = state
    return seats >= 0 and missing.bit_count() <= seats and sum(need) <= seats


def _what_is_missing(candidates: Sequence[Candidate], needs: Needs) -> str:
    """Why no game can be filled."""
    people = len({c.player for c in candidates})
    if people < needs.seats:
        return f"{people} {'waits' if people == 1 else 'wait'}; a game needs {needs.seats} (GM-1)"
    offers = [{(o.choice.race, o.choice.alignment) for o in _options(c, _pairs([]), 0)} for c in candidates]
    missing = [race for race in needs.races if not any(r == race for offer in offers for r, _ in offer)]
    few = [
        alignment
        for alignment, least in needs.least.items()
        if sum(any(a == alignment for _, a in offer) for offer in offers) < least
    ]
    parts = [f"nobody would play {'an' if race[0] in 'aeiou' else 'a'} {race}" for race in missing]
    parts += [f"fewer than {needs.least[alignment]} would be {alignment}" for alignment in few]
    if not parts:
        parts = [
            "their choices, taken together, leave no twelve with every race, three of each alignment and own names"
        ]
    return "; ".join(parts) + " (GM-1); ask for second choices, or wait for more sign-ups"
