"""Whole games by the built-in players, each seeing what its turn files would tell it, and what they show together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any, ClassVar

from magika_gm.engine import trial
from magika_gm.engine.records import mutable, named_record
from magika_gm.engine.seam.trials import Table
from magika_gm.engine.trial import Share
from magika_gm.games.arena.armies import LAW
from magika_gm.games.arena.census import Watch, drawn_choices, everything, mail_turns, things_of
from magika_gm.games.arena.rules.events import Died, EffectDeclared, EffectSettled, Fought, TerrainChanged
from magika_gm.games.arena.rules.sequence import hexes, worth
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.tables import SPELLS
from magika_gm.games.arena.rules.terms import DRAWN, SIDES, Ending, Outcome
from magika_gm.games.arena.setup import FREE, Scenario


@mutable
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


@named_record
class Plan(trial.Plan[GameRecord]):
    """What is to be played: pairs of choices (A's, B's) and of policies in turn."""

    scenario: Scenario
    pairs: tuple[tuple[Any, Any], ...]
    policies: tuple[tuple[str, str], ...]
    drawn: bool = False
    """Armies drawn by chance by the law's costs, in place of ``pairs``."""
    BETWEEN: ClassVar[str] = "|"

    def play(self, number: int) -> GameRecord:
        """One whole game: pairs in turn, policies in turn after each round of pairs.

        Armies drawn by chance are looked at turn by turn for what mattered (``census``).
        """
        if self.drawn:
            scenario = replace(self.scenario, armies=FREE, costs=LAW)
            choices = drawn_choices(scenario, self.seed, number)
            policies = self.policies[number % len(self.policies)]
            return play_out(scenario, choices, policies, self.seed_of(number), number, watched=True)
        round_, at = divmod(number, len(self.pairs))
        choices = {side: {"army": army} for side, army in zip(SIDES, self.pairs[at], strict=True)}
        policies = self.policies[round_ % len(self.policies)]
        return play_out(self.scenario, choices, policies, self.seed_of(number), number)


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
        state: State = turn.after
        _note(record, state, turn.events)
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


def _note(record: GameRecord, state: State, events: Sequence[Any]) -> None:
    for event in events:
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


# What many games say of the balance: the first player's share, the armies', lengths, endings, what was used.


_SPELLS_SHOWN = 16


def won(winner: str, side: str) -> float:
    """1 if a side won, ½ for a draw."""
    return 0.5 if winner == DRAWN else float(winner == side)


def _shares() -> dict[Any, Share]:
    return defaultdict(Share)


def _plain(share: Share) -> dict[str, Any]:
    low, high = (round(bound, 4) for bound in share.interval)
    return {"games": share.cases, "wins": float(share.hits), "rate": round(share.rate, 4), "low": low, "high": high}


@mutable
class Balance(trial.Tally[GameRecord]):
    """All records together."""

    first: Share = field(default_factory=Share)
    armies: dict[str, Share] = field(default_factory=_shares)
    """Each army in games against another one."""
    pairs: dict[tuple[str, str], Share] = field(default_factory=_shares)
    """A's share, by A's and B's army."""
    policies: dict[str, Share] = field(default_factory=_shares)
    first_by_policy: dict[str, Share] = field(default_factory=_shares)
    declared: Counter[str] = field(default_factory=Counter)
    worked: Counter[str] = field(default_factory=Counter)
    fought: Counter[str] = field(default_factory=Counter)
    decided: Counter[str] = field(default_factory=Counter)
    mattered: Counter[str] = field(default_factory=Counter)
    """Turns that would have been others without a thing, where games were watched for it."""
    held_in: Counter[str] = field(default_factory=Counter)
    """Watched games in which there was one."""
    mattered_in: Counter[str] = field(default_factory=Counter)
    """Watched games in which it mattered."""
    ahead_in_hexes: Share = field(default_factory=Share)
    """Who led in hexes at half time, and won."""
    ahead_in_worth: Share = field(default_factory=Share)
    fights: int = 0
    deaths: int = 0
    terrain: int = 0

    def add(self, record: GameRecord) -> None:
        """Take one game in."""
        self.count(record.mail_turns, str(record.ending))
        first = won(record.winner, "A")
        for share in (self.first, self.pairs[record.armies], self.first_by_policy["/".join(record.policies)]):
            share.add(first)
        for side, army, policy in zip("AB", record.armies, record.policies, strict=True):
            if record.armies[0] != record.armies[1]:
                self.armies[army].add(won(record.winner, side))
            if record.policies[0] != record.policies[1]:
                self.policies[policy].add(won(record.winner, side))
        for share, (a, b) in (
            (self.ahead_in_hexes, record.hexes_at_half),
            (self.ahead_in_worth, record.worth_at_half),
        ):
            if a != b:
                share.add(won(record.winner, "A" if a > b else "B"))
        for mine, theirs in (
            (self.declared, record.declared),
            (self.worked, record.worked),
            (self.fought, record.fought),
            (self.decided, record.decided),
            (self.mattered, record.mattered),
            (self.held_in, dict.fromkeys(record.held, 1)),
            (self.mattered_in, dict.fromkeys(record.mattered, 1)),
        ):
            mine.update(theirs)
        self.fights += record.fights
        self.deaths += record.deaths
        self.terrain += record.terrain

    def to_plain(self) -> dict[str, Any]:
        """Everything as JSON can hold it."""

        def by_name(shares: Mapping[str, Share]) -> dict[str, Any]:
            return {name: _plain(share) for name, share in sorted(shares.items())}

        return {
            "games": self.games,
            "first": _plain(self.first),
            "armies": by_name(self.armies),
            "pairs": {" v ".join(pair): _plain(share) for pair, share in sorted(self.pairs.items())},
            "policies": by_name(self.policies),
            "first_by_policy": by_name(self.first_by_policy),
            "length": {str(q): self.length(q) for q in (0.1, 0.5, 0.9)},
            "endings": dict(self.endings),
            "ahead_in_hexes": _plain(self.ahead_in_hexes),
            "ahead_in_worth": _plain(self.ahead_in_worth),
            "a_game": {
                key: round(n / max(self.games, 1), 2)
                for key, n in (("fights", self.fights), ("deaths", self.deaths), ("terrain", self.terrain))
            },
            "magic": {
                name: {"declared": n, "worked": self.worked[name], "decided": self.decided[name]}
                for name, n in sorted(self.declared.items())
            },
            "kinds": {name: {"fought": n, "decided": self.decided[name]} for name, n in sorted(self.fought.items())},
            "mattered": {
                name: {"games": n, "mattered_in": self.mattered_in[name], "turns": self.mattered[name]}
                for name, n in sorted(self.held_in.items())
            },
        }

    def summary(self) -> list[str]:
        """Lengths, endings, the first player."""
        if not self.games:
            return ["No games were played."]
        low, high = self.first.interval
        return [
            f"{self.games} games, {self.length(0.1)}-{self.length(0.5)}-{self.length(0.9)} mail turns "
            f"(10 %, median, 90 %); ended by {self.ended()}.",
            f"The first player won {self.first.rate:.1%} ({low:.1%} to {high:.1%}).",
        ]

    def tables(self) -> list[Table]:
        """Shares by army, pair and policy; the spells used."""
        pairs = {f"{x or 'own'} v {y or 'own'}": share for (x, y), share in self.pairs.items()}
        found = [
            _share_table("army", self.armies),
            _share_table("first, by armies", pairs),
            _share_table("first, by policies", self.first_by_policy),
            _share_table("policy", self.policies),
            self._spells(),
        ]
        found += [self._mattering(chapter, names) for chapter, names in everything().items() if self.held_in]
        return [table for table in found if table.rows]

    def _mattering(self, chapter: str, names: Sequence[str]) -> Table:
        """Of watched games: how many had a thing, in how many it mattered, in how many turns."""
        counts = (self.held_in, self.mattered_in, self.mattered)
        rows = tuple((name, *(str(count[name]) for count in counts)) for name in names)
        return Table(heads=(chapter, "games", "mattered in", "turns"), rows=rows)

    def _spells(self) -> Table:
        used = sorted(((n, name) for name, n in self.declared.items() if name in SPELLS), key=lambda r: (-r[0], r[1]))
        rows = tuple(
            (name, str(n), str(self.worked[name]), str(self.decided[name])) for n, name in used[:_SPELLS_SHOWN]
        )
        return Table(heads=("spell", "begun", "worked", "decided a fight"), rows=rows)

    def notes(self) -> list[str]:
        """What a game holds."""
        if not self.games:
            return []
        return [
            f"Who led in hexes at half time won {self.ahead_in_hexes.rate:.0%}, in army value "
            f"{self.ahead_in_worth.rate:.0%}; a game has {self.fights / self.games:.1f} fights, "
            f"{self.deaths / self.games:.1f} deaths, {self.terrain / self.games:.1f} changes of terrain."
        ]


def _share_table(title: str, shares: Mapping[str, Share]) -> Table:
    rows = tuple(
        (name, str(share.cases), *(f"{part:.1%}" for part in (share.rate, *share.interval)))
        for name, share in sorted(shares.items())
    )
    return Table(heads=(title, "games", "won", "from", "to"), rows=rows)
