"""Games played by policies from turn files alone, and what many of them showed: shares, lengths, how hands ended."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, field, replace
from math import sqrt
from typing import Any

from magika_gm.engine import trial
from magika_gm.engine.dice import Dice
from magika_gm.engine.plain import Data
from magika_gm.engine.records import mutable, named_record, record
from magika_gm.engine.seam.trials import SimulationOption, Table
from magika_gm.engine.trial import Share, quantile
from magika_gm.games.rune_war.bots import POLICIES
from magika_gm.games.rune_war.rules.events import (
    CombatEnded,
    Discarded,
    Event,
    HandDrawn,
    HandWon,
    LandClaimed,
    SpellCast,
)
from magika_gm.games.rune_war.rules.sequence import RULES
from magika_gm.games.rune_war.rules.state import Due, World, land_value, ranks
from magika_gm.games.rune_war.rules.tables import SEATS
from magika_gm.games.rune_war.setup import PLACINGS, Scenario, SeatSetup, begin


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
    ending: str
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
    for turn in trial.turns(RULES, world, key, lambda _: {}):
        before, world, told = turn.before, turn.after, turn.events
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


@record
class Plan(trial.Plan[Outcome]):
    """What is to be played: ways to sit in turn; policies move on by a seat from game to game."""

    seatings: Sequence[Scenario]
    policies: tuple[str, ...]

    def seed_of(self, number: int) -> bytes:
        """The seed of one game."""
        return f"{self.seed}/{number}".encode()

    def play(self, number: int) -> Outcome:
        """One whole game."""
        shift = number % len(self.policies)
        seated = (*self.policies[shift:], *self.policies[:shift])
        return play_game(self.seatings[number % len(self.seatings)], seated, self.seed_of(number))


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
        ending=str(world.ending),
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


def shares(outcomes: Sequence[Outcome], name: Callable[[Finish], str]) -> dict[str, Share]:
    """Win shares by whatever ``name`` says of a seat, the greatest first; games won together count in parts."""
    found: dict[str, Share] = defaultdict(Share)
    for outcome in outcomes:
        part = 1 / len(outcome.winners)
        for seat in outcome.seats:
            found[name(seat)].add(part * (seat.rank == 1))
    return dict(sorted(found.items(), key=lambda row: (-row[1].rate, row[0])))


def _low_high(values: Sequence[int]) -> dict[str, int]:
    return {"low": quantile(values, 0.1), "high": quantile(values, 0.9)}


@mutable
class Tally(trial.Tally[Outcome]):
    """Everything counted over a number of games."""

    UNIT = "mail turns"
    outcomes: list[Outcome] = field(default_factory=list)

    def add(self, record: Outcome) -> None:
        """Count a game."""
        self.count(record.turns, record.ending)
        self.outcomes.append(record)

    def by(self, kind: str) -> dict[str, Share]:
        """Win shares of the wizards, clans, seats or policies."""
        return shares(self.outcomes, KINDS[kind])

    wins, even = "Games won a seat", trial.Mark(EVEN, "even share 25 %")

    def shares(self) -> dict[str, Mapping[str, Share]]:
        """By wizard, clan, seat and policy, where there are several."""
        return {f"By {kind}": found for kind in KINDS if len(found := self.by(kind)) > 1}

    def further(self) -> dict[str, trial.Chart]:
        """How long hands take, what they score."""
        hands = [hand for outcome in self.outcomes for hand in outcome.hands]
        plays, scores = (
            Counter(hand.plays for hand in hands),
            Counter(min(hand.score // 10 * 10, 200) for hand in hands if hand.score),
        )
        return {
            "hand-length": trial.Columns("Length of hands", f"{len(hands)} hands", plays, "plays"),
            "scores": trial.Columns("What winning hands score", "in tens; 200 stands for more", scores, "score"),
        }

    @property
    def effects(self) -> tuple[Effect, ...]:
        """Wizards, clans, seats, policies, each with the others taken out."""
        return effects(self.outcomes)

    @property
    def leaders(self) -> Share:
        """How often who led alone after half the rounds won."""
        found = Share()
        for one in self.outcomes:
            if one.leader_at_half:
                found.add(one.leader_at_half in [seat.seat for seat in one.winners])
        return found

    def to_plain(self) -> Data:
        """As JSON can hold it."""
        games = self.games
        hands = [hand for o in self.outcomes for hand in o.hands]
        won = [hand for hand in hands if hand.score]
        combats = sum(o.combats for o in self.outcomes)
        lengths = [hand.turns for hand in hands]
        plays, scores = [hand.plays for hand in hands], [hand.score for hand in won]
        ranked = [sorted((seat.land for seat in o.seats), reverse=True) for o in self.outcomes]
        return {
            "games": games,
            "turns": {
                "mean": sum(self.lengths.elements()) / games, "median": self.length(0.5), "low": self.length(0.1),
                "high": self.length(0.9),
            },
            "endings": dict(self.endings),
            "plays": {"mean": sum(plays) / len(hands), **_low_high(plays)},
            "hand_turns": {str(n): lengths.count(n) / len(lengths) for n in sorted(set(lengths))},
            "hands": {
                "number": len(hands),
                "won": len(won) / len(hands),
                "self_drawn": _part(won, lambda h: h.self_drawn),
                "dealer": _part(won, lambda h: h.dealer),
                "limit": _part(won, lambda h: h.limit),
                "score": {"median": quantile(scores, 0.5), **_low_high(scores)},
            },
            "combats": combats / games,
            "attacks_won": sum(o.attacks_won for o in self.outcomes) / combats if combats else 0.0,
            "claims": sum(o.claims for o in self.outcomes) / games,
            "casts": sum(o.casts for o in self.outcomes) / games,
            "land": [sum(row[i] for row in ranked) / games for i in range(4)],
            "leader_at_half_wins": self.leaders.rate,
            "effects": [asdict(effect) for effect in self.effects],
            "shares": {
                kind: [
                    {"name": name, "share": s.rate, "low": s.interval[0], "high": s.interval[1], "games": s.cases}
                    for name, s in self.by(kind).items()
                ]
                for kind in KINDS
            },
        }  # fmt: skip

    def summary(self) -> list[str]:
        """Lengths, hands, what happens on the isle."""
        plain = self.to_plain()
        turns, plays, hands = plain["turns"], plain["plays"], plain["hands"]
        lengths = ", ".join(f"{n}: {100 * part:.0f} %" for n, part in plain["hand_turns"].items())
        score = hands["score"]
        return [
            f"{self.course()}; {turns['mean']:.1f} on average",
            f"hands: {plays['mean']:.0f} plays ({plays['low']}-{plays['high']}); hand turns {lengths}",
            f"won {100 * hands['won']:.1f} %, of these self-drawn {100 * hands['self_drawn']:.0f} %, by the dealer "
            f"{100 * hands['dealer']:.0f} %, limit hands {100 * hands['limit']:.1f} %; score {score['median']} "
            f"({score['low']}-{score['high']})",
            f"a game: {plain['combats']:.1f} combats ({100 * plain['attacks_won']:.0f} % won by the attackers), "
            f"{plain['claims']:.1f} claims, {plain['casts']:.1f} casts",
            f"land of 1st to 4th: {', '.join(f'{value:.0f}' for value in plain['land'])}; "
            f"the leader at half time wins {100 * plain['leader_at_half_wins']:.0f} %",
        ]

    def tables(self) -> list[Table]:
        """Shares by wizard, clan, seat and policy; what each does with the others taken out."""
        tables = [_share_table(kind, found) for kind in KINDS if len(found := self.by(kind)) > 1]
        rows = tuple(
            (effect.kind, effect.name, f"{100 * effect.share:.1f} %", f"± {196 * effect.error:.1f}")
            for effect in self.effects
        )
        return tables + ([Table(heads=("all else even", "", "share", "95 %"), rows=rows)] if rows else [])

    def notes(self) -> list[str]:
        """What is not in the tables."""
        return ["Shares are of games won, those won together in parts; 25 % is an even share. --json shows everything."]


def _share_table(title: str, found: Mapping[str, Share]) -> Table:
    def row(name: str, share: Share) -> tuple[str, ...]:
        low, high = (100 * bound for bound in share.interval)
        rate = f"{100 * share.rate:.1f} %"
        return name, str(share.cases), f"{share.hits:.1f}", rate, f"{low:.1f}-{high:.1f} %"

    rows = tuple(row(name, share) for name, share in found.items())
    return Table(heads=(title, "games", "won", "share", "95 %"), rows=rows)


def _part(hands: Sequence[Any], test: Callable[[Any], bool]) -> float:
    return sum(1 for hand in hands if test(hand)) / len(hands) if hands else 0.0


# The part ``balance`` (``engine.seam.trials.Balance``).


EQUAL = "careful"
FIXED, TURNED = "fixed", "turned"
OPTIONS = (
    SimulationOption(
        name="policies",
        default=EQUAL,
        help="Who plays the four seats: careful, bold, or several (careful,bold,careful,bold), moved on game by game.",
    ),
    SimulationOption(
        name="seating",
        default=FIXED,
        help="fixed, or turned: wizards and clans go through all 24 ways to sit, which tells seats from clans.",
    ),
)


def simulate(
    games: int, seed: str, jobs: int, scenario: Scenario | None, options: Mapping[str, str]
) -> Iterator[Outcome]:
    """A record a game; without a scenario wizards and clans are drawn for each game anew (SET-2)."""
    policies = read_policies(options.get("policies", EQUAL))
    played = open_seats(Scenario(title="drawn")) if scenario is None else scenario
    seating = options.get("seating", FIXED)
    if seating not in (FIXED, TURNED):
        raise ValueError(f"seating: {seating} is neither {FIXED} nor {TURNED}")
    seatings = [turned(played, n) if seating == TURNED else played for n in range(min(games, len(PLACINGS)))]
    return Plan(games, seed, seatings, policies).played(jobs)


def turned(scenario: Scenario, number: int) -> Scenario:
    """The scenario with its wizards and clans in other seats: the number-th of the ways four can sit."""
    order = PLACINGS[number % len(PLACINGS)]
    pairs = [scenario.seats[seat].pair for seat in SEATS]
    seats = {
        seat: replace(scenario.seats[seat], pair=pairs[int(who) - 1]) for seat, who in zip(SEATS, order, strict=True)
    }
    return replace(scenario, seats=seats)


def read_policies(said: str) -> tuple[str, ...]:
    """The policies of seats 1 to 4; one alone plays all. Raises ValueError for what is none."""
    names = [name.strip() for name in said.split(",") if name.strip()]
    unknown = [name for name in names if name not in POLICIES]
    if unknown or not names:
        raise ValueError(f"policies: {', '.join(unknown) or 'none'} is no policy; there are {', '.join(POLICIES)}")
    if len(names) not in (1, 2, len(SEATS)):
        raise ValueError(f"policies: name one, two or {len(SEATS)} of them, not {len(names)}")
    return tuple(names * (len(SEATS) // len(names)))


weigh = Tally.of
