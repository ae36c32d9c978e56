"""What many games say of the balance: the first player's share, the armies', lengths, endings, what was used."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from magika_gm.games.arena.balance.play import GameRecord
from magika_gm.games.arena.rules.terms import DRAWN

WIDE = 1.96
"""Standard errors on either side that hold 95 times of 100."""


@dataclass(slots=True)
class Share:
    """Games won of games played; a draw is half a win."""

    games: int = 0
    wins: float = 0.0

    def add(self, winner: str, side: str) -> None:
        """Count a game in which somebody sat at ``side``."""
        self.games += 1
        self.wins += 0.5 if winner == DRAWN else float(winner == side)

    @property
    def rate(self) -> float:
        """Wins a game."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the rate."""
        n = self.games
        if not n:
            return (0.0, 1.0)
        p, z = self.rate, WIDE
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return (max(0.0, middle - half), min(1.0, middle + half))

    def to_plain(self) -> dict[str, Any]:
        """The figures as JSON can hold them."""
        low, high = self.interval
        return {
            "games": self.games,
            "wins": self.wins,
            "rate": round(self.rate, 4),
            "low": round(low, 4),
            "high": round(high, 4),
        }

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.rate:.1%} ({low:.1%} to {high:.1%})"


@dataclass(slots=True, kw_only=True)
class Balance:
    """All records together."""

    games: int = 0
    first: Share = field(default_factory=Share)
    armies: dict[str, Share] = field(default_factory=lambda: defaultdict(Share))
    """Each army in games against another one."""
    pairs: dict[tuple[str, str], Share] = field(default_factory=lambda: defaultdict(Share))
    """A's share, by A's and B's army."""
    policies: dict[str, Share] = field(default_factory=lambda: defaultdict(Share))
    first_by_policy: dict[str, Share] = field(default_factory=lambda: defaultdict(Share))
    lengths: list[int] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)
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
        self.games += 1
        self.first.add(record.winner, "A")
        self.pairs[record.armies].add(record.winner, "A")
        self.first_by_policy["/".join(record.policies)].add(record.winner, "A")
        for side, army, policy in zip("AB", record.armies, record.policies, strict=True):
            if record.armies[0] != record.armies[1]:
                self.armies[army].add(record.winner, side)
            if record.policies[0] != record.policies[1]:
                self.policies[policy].add(record.winner, side)
        for share, (a, b) in (
            (self.ahead_in_hexes, record.hexes_at_half),
            (self.ahead_in_worth, record.worth_at_half),
        ):
            if a != b:
                share.add(record.winner, "A" if a > b else "B")
        self.lengths.append(record.mail_turns)
        self.endings[str(record.ending)] += 1
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

    def length_at(self, share: float) -> int:
        """The mail turn by which a share of the games is over."""
        ordered = sorted(self.lengths)
        return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0

    def to_plain(self) -> dict[str, Any]:
        """Everything as JSON can hold it."""
        return {
            "games": self.games,
            "first": self.first.to_plain(),
            "armies": {name: share.to_plain() for name, share in sorted(self.armies.items())},
            "pairs": {" v ".join(pair): share.to_plain() for pair, share in sorted(self.pairs.items())},
            "policies": {name: share.to_plain() for name, share in sorted(self.policies.items())},
            "first_by_policy": {name: share.to_plain() for name, share in sorted(self.first_by_policy.items())},
            "length": {str(q): self.length_at(q) for q in (0.1, 0.5, 0.9)},
            "endings": dict(self.endings),
            "ahead_in_hexes": self.ahead_in_hexes.to_plain(),
            "ahead_in_worth": self.ahead_in_worth.to_plain(),
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


def weigh(records: Iterable[GameRecord]) -> Balance:
    """What the records show together."""
    balance = Balance()
    for record in records:
        balance.add(record)
    return balance


def summary(balance: Balance) -> list[str]:
    """In sentences."""
    endings = ", ".join(f"{name} {n / balance.games:.0%}" for name, n in balance.endings.most_common())
    lines = [
        f"{balance.games} games, {balance.length_at(0.1)}-{balance.length_at(0.5)}-{balance.length_at(0.9)} mail turns "
        f"(10 %, median, 90 %); ended by {endings}.",
        f"The first player won {balance.first}.",
    ]
    lines += [f"{name} won {share} of {share.games} against others." for name, share in sorted(balance.armies.items())]
    lines += [f"A with {a} against {b}: {share}." for (a, b), share in sorted(balance.pairs.items())]
    lines += [f"{name}: the first player {share}." for name, share in sorted(balance.first_by_policy.items())]
    lines += [f"Policy {name} won {share}." for name, share in sorted(balance.policies.items())]
    lines.append(
        f"Who led in hexes at half time won {balance.ahead_in_hexes.rate:.0%}, in army value "
        f"{balance.ahead_in_worth.rate:.0%}; a game has {balance.fights / balance.games:.1f} fights, "
        f"{balance.deaths / balance.games:.1f} deaths, {balance.terrain / balance.games:.1f} changes of terrain."
    )
    return lines
