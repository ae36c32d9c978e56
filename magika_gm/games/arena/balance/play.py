"""Whole games by the built-in players, each seeing what its turn files would tell it, and what is noted of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from typing import Any

from magika_gm.engine.told import Told
from magika_gm.games.arena.armies import LAW
from magika_gm.games.arena.balance.census import Watch, drawn_choices, things_of
from magika_gm.games.arena.balance.turns import mail_turns
from magika_gm.games.arena.rules.ending import hexes, worth
from magika_gm.games.arena.rules.events import Died, EffectDeclared, EffectSettled, Fought, TerrainChanged
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import SIDES, Ending, Outcome
from magika_gm.games.arena.setup import FREE, Scenario

POLICIES = ("careful", "bold")


@dataclass(slots=True, kw_only=True)
class GameRecord:
    """One game played out; ``policies`` and ``armies`` are A's and B's."""

    number: int
    armies: tuple[str, str]
    policies: tuple[str, str]
    winner: str = ""
    ending: Ending = Ending.DRAW
    turns: int = 0
    mail_turns: int = 0
    hexes_at_half: tuple[int, int] = (0, 0)
    worth_at_half: tuple[int, int] = (0, 0)
    hexes: tuple[int, int] = (0, 0)
    fights: int = 0
    deaths: int = 0
    terrain: int = 0
    declared: Counter[str] = field(default_factory=Counter)
    """Spells, items and abilities declared."""
    worked: Counter[str] = field(default_factory=Counter)
    fought: Counter[str] = field(default_factory=Counter)
    """Fights a kind of creature had a part in, shots counted."""
    mattered: Counter[str] = field(default_factory=Counter)
    """Turns that would have been others without a thing, where that was looked at (``census``)."""
    held: set[str] = field(default_factory=set)
    """What was in either army, likewise."""
    decided: Counter[str] = field(default_factory=Counter)
    """Won fights that would not have been won without a kind's Power, or a spell's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to be played: pairs of choices (A's, B's) and of policies in turn."""

    games: int
    seed: str
    scenario: Scenario
    pairs: tuple[tuple[Any, Any], ...]
    policies: tuple[tuple[str, str], ...]
    drawn: bool = False
    """Armies drawn by chance by the law's costs, in place of ``pairs``."""


def every_pair(scenario: Scenario) -> tuple[tuple[str, str], ...]:
    """Each ready-made army against each, from either seat."""
    return tuple((a, b) for a in scenario.ready for b in scenario.ready)


def equal_policies(names: Sequence[str] = POLICIES) -> tuple[tuple[str, str], ...]:
    """Each policy against itself."""
    return tuple((name, name) for name in names)


def game_seed(plan: Plan, number: int) -> bytes:
    """The seed of one game of a plan."""
    return sha256(f"{plan.seed}|{number}".encode()).digest()


def simulate(plan: Plan, jobs: int = 1) -> Generator[GameRecord, None, None]:
    """The records of all games, in order, as they come; the same whatever the number of ``jobs`` (processes)."""
    one = partial(play_game, plan)
    if jobs < 2 or plan.games < 2:
        yield from map(one, range(plan.games))
        return
    # an interrupt is the caller's to deal with: a worker it struck too would leave the others waiting for ever
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), signal, (SIGINT, SIG_IGN))
    try:
        yield from pool.map(one, range(plan.games), chunksize=max(1, min(8, plan.games // (4 * jobs))))
    finally:
        pool.shutdown(cancel_futures=True)


def play_game(plan: Plan, number: int) -> GameRecord:
    """One whole game of the plan: pairs in turn, policies in turn after each round of pairs.

    Armies drawn by chance are looked at turn by turn for what mattered (``census``).
    """
    seed = game_seed(plan, number)
    if plan.drawn:
        policies = plan.policies[number % len(plan.policies)]
        scenario = replace(plan.scenario, armies=FREE, costs=LAW)
        return play_out(scenario, drawn_choices(scenario, plan.seed, number), policies, seed, number, watched=True)
    pair = plan.pairs[number % len(plan.pairs)]
    policies = plan.policies[(number // len(plan.pairs)) % len(plan.policies)]
    choices = {side: {"army": army} for side, army in zip(SIDES, pair, strict=True)}
    return play_out(plan.scenario, choices, policies, seed, number)


def play_out(
    scenario: Scenario,
    choices: Mapping[str, Mapping[str, Any]],
    policies: tuple[str, str],
    seed: bytes,
    number: int = 0,
    *,
    watched: bool = False,
) -> GameRecord:
    """A game to its end; ``watched``: each turn is played again without each thing in it."""
    record = GameRecord(number=number, armies=("", ""), policies=policies)
    half = scenario.last_turn // 2
    watch = Watch(dict(zip(SIDES, policies, strict=True)), seed)
    for turn in mail_turns(scenario, choices, policies, seed):
        state: State = turn.resolution.state
        _note(record, state, turn.resolution.told)
        if watched:
            record.mattered.update(watch.mattering(turn))
            record.held |= things_of(turn.before) if turn.before.turn == 0 else set()
        if state.turn <= half:
            record.hexes_at_half, record.worth_at_half = hexes(state), worth(state)
        if state.ending is not None:
            record.armies = (state.armies["A"], state.armies["B"])
            record.winner, record.ending = state.winner, state.ending
            record.turns, record.mail_turns, record.hexes = state.turn, state.mail_turn, hexes(state)
    return record


def _note(record: GameRecord, state: State, told: Sequence[Told[Any]]) -> None:
    for t in told:
        event = t.event
        if isinstance(event, Fought):
            record.fights += 1
            _note_fight(record, state, event)
        elif isinstance(event, Died):
            record.deaths += 1
        elif isinstance(event, TerrainChanged):
            record.terrain += 1
        elif isinstance(event, EffectDeclared):
            record.declared[event.name] += 1
        elif isinstance(event, EffectSettled) and event.outcome in (Outcome.WORKS, Outcome.REFLECTED):
            record.worked[event.name] += 1


def _note_fight(record: GameRecord, state: State, event: Fought) -> None:
    """Who had a part in a fight, and without whom it would not have been won."""
    margin = abs(event.total_a - event.total_b)
    for strength in event.strengths:
        name = strength.name
        if strength.there or strength.name == state.creatures[strength.user].kind.name:
            record.fought[name] += 1
        if strength.side == event.winner and strength.power >= margin > 0:
            record.decided[name] += 1
