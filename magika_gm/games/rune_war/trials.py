"""Games played by policies from turn files alone, and what many of them showed: shares, lengths, how hands ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from math import sqrt
from typing import Any

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import named_record, record
from magika_gm.games.rune_war.rules.ending import land_value, ranks
from magika_gm.games.rune_war.rules.events import (
    CombatEnded,
    Discarded,
    Event,
    HandDrawn,
    HandWon,
    LandClaimed,
    SpellCast,
)
from magika_gm.games.rune_war.rules.sequence import resolve
from magika_gm.games.rune_war.rules.state import Due, World
from magika_gm.games.rune_war.rules.tables import SEATS
from magika_gm.games.rune_war.scenario import Scenario, SeatSetup
from magika_gm.games.rune_war.setup import begin


@named_record
class HandEnd:
    """How a hand ended: ``score`` 0 when nobody won."""

    winner: str
    self_drawn: bool
    dealer: bool
    score: int
    limit: bool
    plays: int
    turns: int


@named_record
class Finish:
    """A seat at the end of a game."""

    seat: str
    wizard: str
    clan: str
    policy: str
    rank: int
    land: int
    rune_points: int


@named_record
class Outcome:
    """What came of a game."""

    turns: int
    seats: tuple[Finish, ...]
    hands: tuple[HandEnd, ...]
    combats: int
    attacks_won: int
    claims: int
    casts: int
    leader_at_half: str
    """The one seat with most land after half the rounds; "" if several had."""

    @property
    def winners(self) -> tuple[Finish, ...]:
        """Who came first; several share the first rank."""
        return tuple(seat for seat in self.seats if seat.rank == 1)


def play_game(scenario: Scenario, policies: Sequence[str], key: bytes) -> Outcome:
    """A game with these policies in seats 1 to 4; ``key`` is its seed."""
    seats = {seat: replace(scenario.seats[seat], policy=p) for seat, p in zip(SEATS, policies, strict=True)}
    world = begin(replace(scenario, seats=seats), [], Dice(key, 0))
    events: list[Event] = []
    hands: list[HandEnd] = []
    half = ""
    plays = turns = 0
    while world.due is not Due.NOTHING:
        before = world
        resolved = resolve(world, {}, Dice(key, world.turn + 1))
        world = resolved.state
        told = [t.event for t in resolved.told]
        events += told
        if before.due is Due.HAND:
            turns += 1
            plays += sum(1 for e in told if isinstance(e, Discarded))
            ended = _ended(before, told, plays, turns)
            if ended is not None:
                hands.append(ended)
                plays = turns = 0
        if world.round > before.round == scenario.options.rounds // 2:
            half = _leader(world)
    return _outcome(world, events, hands, half)


def _ended(before: World, told: Sequence[Event], plays: int, turns: int) -> HandEnd | None:
    for event in told:
        if isinstance(event, HandDrawn):
            return HandEnd(winner="", self_drawn=False, dealer=False, score=0, limit=False, plays=plays, turns=turns)
        if isinstance(event, HandWon):
            won = event.won
            return HandEnd(
                winner=won.winner,
                self_drawn=not won.discarder,
                dealer=won.winner == before.east,
                score=won.score,
                limit=won.limit is not None,
                plays=plays,
                turns=turns,
            )
    return None


def _leader(world: World) -> str:
    values = {seat: land_value(world, seat) for seat in SEATS}
    best = [seat for seat in SEATS if values[seat] == max(values.values())]
    return best[0] if len(best) == 1 else ""


def _outcome(world: World, events: Sequence[Event], hands: Sequence[HandEnd], half: str) -> Outcome:
    order = ranks(world)
    combats = [e for e in events if isinstance(e, CombatEnded)]
    return Outcome(
        turns=world.turn,
        seats=tuple(
            Finish(
                seat=p.seat,
                wizard=p.wizard,
                clan=p.clan.title,
                policy=p.policy,
                rank=order[p.seat],
                land=land_value(world, p.seat),
                rune_points=p.rune_points,
            )
            for p in world.players.values()
        ),
        hands=tuple(hands),
        combats=len(combats),
        attacks_won=sum(1 for e in combats if e.won),
        claims=sum(1 for e in events if isinstance(e, LandClaimed)),
        casts=sum(1 for e in events if isinstance(e, SpellCast)),
        leader_at_half=half,
    )


def play_games(
    scenario: Scenario,
    policies: Sequence[str],
    games: int,
    seed: str,
    done: Callable[[int], None] = lambda _: None,
) -> list[Outcome]:
    """``games`` games; their seeds are ``seed`` and the game's number. Policies move on by a seat from game to game."""
    found = []
    for number in range(games):
        shift = number % len(policies)
        seated = [*policies[shift:], *policies[:shift]]
        found.append(play_game(scenario, seated, f"{seed}/{number}".encode()))
        done(number + 1)
    return found


def open_seats(scenario: Scenario) -> Scenario:
    """The scenario with wizards and clans to be drawn."""
    return replace(scenario, seats={seat: SeatSetup() for seat in SEATS})


# What wizard, clan and seat each do to the chance of winning, the other two taken out: a least-squares fit.


Matrix = list[list[float]]
EVEN = 0.25
_SOFT = 1e-9
"""Added to the diagonal: of the many equal fits it picks the one whose effects of a kind add up to nothing."""
KINDS: Mapping[str, Callable[[Finish], str]] = {
    "wizard": lambda finish: finish.wizard,
    "clan": lambda finish: finish.clan,
    "seat": lambda finish: f"seat {finish.seat}",
    "policy": lambda finish: finish.policy,
}


@record
class Effect:
    """The share a wizard, clan, seat or policy would win with all else even, and the standard error of that."""

    kind: str
    name: str
    share: float
    error: float


def effects(outcomes: Sequence[Outcome]) -> tuple[Effect, ...]:
    """Effects in the order of kinds, the greatest first; none of a kind of which there is but one.

    Kinds that always go together (in a scenario with fixed seats) cannot be told apart: they share the effect.
    """
    rows = [(finish, (finish.rank == 1) / len(o.winners)) for o in outcomes for finish in o.seats]
    levels = [(kind, name) for kind, call in KINDS.items() for name in _names(call, rows)]
    place = {level: n for n, level in enumerate(levels)}
    if not rows or not levels:
        return ()
    table = [[place[kind, call(f)] for kind, call in KINDS.items() if (kind, call(f)) in place] for f, _ in rows]
    size = len(levels)
    square: Matrix = [[0.0] * size for _ in range(size)]
    sums = [0.0] * size
    for at, (_, won) in zip(table, rows, strict=True):
        for i in at:
            sums[i] += won - EVEN
            for j in at:
                square[i][j] += 1.0
    inverse = _inverse([[v + _SOFT * len(rows) * (i == j) for j, v in enumerate(r)] for i, r in enumerate(square)])
    found = [sum(a * b for a, b in zip(row, sums, strict=True)) for row in inverse]
    left = sum((won - EVEN - sum(found[i] for i in at)) ** 2 for at, (_, won) in zip(table, rows, strict=True))
    spread = left / max(1, len(rows) - size)
    errors = [sqrt(max(0.0, spread * v)) for v in _sandwich(inverse, square)]
    made = [Effect(kind, name, EVEN + found[n], errors[n]) for n, (kind, name) in enumerate(levels)]
    order = list(KINDS)
    return tuple(sorted(made, key=lambda e: (order.index(e.kind), -e.share, e.name)))


def _names(call: Callable[[Finish], str], rows: Sequence[tuple[Finish, float]]) -> list[str]:
    names = sorted({call(finish) for finish, _ in rows})
    return names if len(names) > 1 else []


def _inverse(matrix: Matrix) -> Matrix:
    """By elimination with pivots."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        best = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[best] = rows[best], rows[i]
        pivot = rows[i][i]
        rows[i] = [v / pivot for v in rows[i]]
        for r in range(size):
            if r != i and rows[r][i]:
                factor = rows[r][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i], strict=True)]
    return [row[size:] for row in rows]


def _sandwich(inverse: Matrix, square: Matrix) -> list[float]:
    """The diagonal of inverse x square x inverse."""
    size = len(square)
    found = []
    for row in inverse:
        half = [sum(row[k] * square[k][j] for k in range(size)) for j in range(size)]
        found.append(sum(a * b for a, b in zip(half, row, strict=True)))
    return found


# What many games showed: shares with their intervals, lengths, how hands ended.


_Z = 1.96
"""Standard deviations of a 95 % interval."""


@record
class Share:
    """Games won among games played, with the 95 % interval (Wilson). Games won together count in parts."""

    name: str
    won: float
    played: int

    @property
    def share(self) -> float:
        """Between 0 and 1."""
        return self.won / self.played if self.played else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """From, to."""
        if not self.played:
            return 0.0, 1.0
        n, p, z = self.played, self.share, _Z
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        width = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return middle - width, middle + width

    def __str__(self) -> str:
        """``Lakkho    24.0 % (21.4-26.7) of 1000``."""
        low, high = self.interval
        return f"{self.name:<10} {100 * self.share:5.1f} % ({100 * low:.1f}-{100 * high:.1f}) of {self.played}"


def shares(outcomes: Sequence[Outcome], name: Callable[[Finish], str]) -> list[Share]:
    """Win shares by whatever ``name`` says of a seat, the greatest first."""
    won: dict[str, float] = {}
    played: dict[str, int] = {}
    for outcome in outcomes:
        part = 1 / len(outcome.winners)
        for seat in outcome.seats:
            played[name(seat)] = played.get(name(seat), 0) + 1
            won[name(seat)] = won.get(name(seat), 0.0) + part * (seat.rank == 1)
    return sorted((Share(n, won[n], played[n]) for n in played), key=lambda s: (-s.share, s.name))


def middle(values: Sequence[int], part: float = 0.5) -> int:
    """The value below which a part of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0


@record
class Tally:
    """Everything counted over a number of games."""

    outcomes: tuple[Outcome, ...]

    @property
    def by_wizard(self) -> list[Share]:
        """Win shares of the wizards."""
        return shares(self.outcomes, lambda seat: seat.wizard)

    @property
    def by_clan(self) -> list[Share]:
        """Win shares of the clans."""
        return shares(self.outcomes, lambda seat: seat.clan)

    @property
    def by_seat(self) -> list[Share]:
        """Win shares of the seats."""
        return shares(self.outcomes, lambda seat: f"seat {seat.seat}")

    @property
    def by_policy(self) -> list[Share]:
        """Win shares of the policies."""
        return shares(self.outcomes, lambda seat: seat.policy)

    @property
    def effects(self) -> tuple[Effect, ...]:
        """Wizards, clans, seats, policies, each with the others taken out."""
        return effects(self.outcomes)

    @property
    def leaders(self) -> Share:
        """How often who led alone after half the rounds won."""
        led = [o for o in self.outcomes if o.leader_at_half]
        won = sum(1 for o in led if o.leader_at_half in [seat.seat for seat in o.winners])
        return Share("leader", won, len(led))

    def to_plain(self) -> dict[str, Any]:
        """As JSON can hold it."""
        games = len(self.outcomes)
        hands = [hand for o in self.outcomes for hand in o.hands]
        won = [hand for hand in hands if hand.score]
        combats = sum(o.combats for o in self.outcomes)
        turns = [o.turns for o in self.outcomes]
        lengths = [hand.turns for hand in hands]
        ranked = [sorted((seat.land for seat in o.seats), reverse=True) for o in self.outcomes]
        return {
            "games": games,
            "turns": {"mean": sum(turns) / games, "low": middle(turns, 0.1), "high": middle(turns, 0.9)},
            "plays": {
                "mean": sum(h.plays for h in hands) / len(hands),
                "low": middle([h.plays for h in hands], 0.1),
                "high": middle([h.plays for h in hands], 0.9),
            },
            "hand_turns": {str(n): lengths.count(n) / len(lengths) for n in sorted(set(lengths))},
            "hands": {
                "number": len(hands),
                "won": len(won) / len(hands),
                "self_drawn": _part(won, lambda h: h.self_drawn),
                "dealer": _part(won, lambda h: h.dealer),
                "limit": _part(won, lambda h: h.limit),
                "score": {
                    "median": middle([h.score for h in won]),
                    "low": middle([h.score for h in won], 0.1),
                    "high": middle([h.score for h in won], 0.9),
                },
            },
            "combats": combats / games,
            "attacks_won": sum(o.attacks_won for o in self.outcomes) / combats if combats else 0.0,
            "claims": sum(o.claims for o in self.outcomes) / games,
            "casts": sum(o.casts for o in self.outcomes) / games,
            "land": [sum(row[i] for row in ranked) / games for i in range(4)],
            "leader_at_half_wins": self.leaders.share,
            "effects": [asdict(effect) for effect in self.effects],
            "shares": {
                name: [
                    {"name": s.name, "share": s.share, "low": s.interval[0], "high": s.interval[1], "games": s.played}
                    for s in found
                ]
                for name, found in (
                    ("wizard", self.by_wizard),
                    ("clan", self.by_clan),
                    ("seat", self.by_seat),
                    ("policy", self.by_policy),
                )
            },
        }

    def text(self) -> str:
        """For the terminal."""
        plain = self.to_plain()
        turns, plays, hands = plain["turns"], plain["plays"], plain["hands"]
        lengths = ", ".join(f"{n}: {100 * part:.0f} %" for n, part in plain["hand_turns"].items())
        score = hands["score"]
        lines = [
            f"{plain['games']} games of {turns['mean']:.1f} mail turns ({turns['low']}-{turns['high']})",
            f"hands: {plays['mean']:.0f} plays ({plays['low']}-{plays['high']}); hand turns {lengths}",
            f"won {100 * hands['won']:.1f} %, of these self-drawn {100 * hands['self_drawn']:.0f} %, by the dealer "
            f"{100 * hands['dealer']:.0f} %, limit hands {100 * hands['limit']:.1f} %; score {score['median']} "
            f"({score['low']}-{score['high']})",
            f"a game: {plain['combats']:.1f} combats ({100 * plain['attacks_won']:.0f} % won by the attackers), "
            f"{plain['claims']:.1f} claims, {plain['casts']:.1f} casts",
            f"land of 1st to 4th: {', '.join(f'{value:.0f}' for value in plain['land'])}; "
            f"the leader at half time wins {100 * plain['leader_at_half_wins']:.0f} %",
        ]
        for title, found in (("wizards", self.by_wizard), ("clans", self.by_clan), ("seats", self.by_seat)):
            lines += ["", f"{title}:", *(f"  {share}" for share in found)]
        if len(self.by_policy) > 1:
            lines += ["", "policies:", *(f"  {share}" for share in self.by_policy)]
        return "\n".join(lines)


def _part(hands: Sequence[Any], test: Callable[[Any], bool]) -> float:
    return sum(1 for hand in hands if test(hand)) / len(hands) if hands else 0.0
