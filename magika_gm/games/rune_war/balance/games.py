"""One game from beginning to end, played by policies from turn files alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from magika_gm.engine.dice import Dice
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
from magika_gm.games.rune_war.rules.resolve import resolve
from magika_gm.games.rune_war.rules.state import Due, World
from magika_gm.games.rune_war.setup.scenario import Scenario, SeatSetup
from magika_gm.games.rune_war.setup.start import start
from magika_gm.games.rune_war.tables import SEATS


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEnd:
    """How a hand ended: ``score`` 0 when nobody won."""

    winner: str
    self_drawn: bool
    dealer: bool
    score: int
    limit: bool
    plays: int
    turns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """A seat at the end of a game."""

    seat: str
    wizard: str
    clan: str
    policy: str
    rank: int
    land: int
    rune_points: int


@dataclass(frozen=True, slots=True, kw_only=True)
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
    world = start(replace(scenario, seats=seats), [], Dice(key, 0))
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
