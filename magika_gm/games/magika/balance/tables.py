"""What many simulated games say of the game's balance: who wins, with what, how long it takes, how it ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from magika_gm.games.magika.balance.simulate import LIMIT, GameRecord, Seat
from magika_gm.games.magika.rules.spellbook import CODES
from magika_gm.games.magika.rules.tables import ALIGNMENTS, EBON, LETTERS, RACES
from magika_gm.games.magika.rules.victory import ENDINGS as OF_GAMES

SEATS = len(LETTERS)
ENDINGS = (*OF_GAMES, LIMIT)
OUTCOMES = ("success", "failed", "void")
WIDE = 1.96
"""Standard errors on either side that hold 95 times of 100."""


@dataclass(slots=True)
class Share:
    """How a kind of contestant fared: over ``seats`` seats, ``wins`` games won (shared wins in parts)."""

    seats: int = 0
    wins: float = 0.0
    points: float = 0.0
    artifacts: int = 0
    teamed: int = 0

    def add(self, seat: Seat) -> None:
        """Count one seat more."""
        self.seats += 1
        self.wins += seat.share
        self.points += seat.points
        self.artifacts += len(seat.artifacts)
        self.teamed += bool(seat.team)

    @property
    def rate(self) -> float:
        """Games won a seat; 1/13 is an even chance."""
        return self.wins / self.seats if self.seats else 0.0

    @property
    def error(self) -> float:
        """Half the width of the rate's 95 % interval."""
        return WIDE * sqrt(self.rate * (1 - self.rate) / self.seats) if self.seats else 0.0

    def to_plain(self, games: int) -> dict[str, Any]:
        """The figures as JSON can hold them."""
        seats = max(1, self.seats)
        return {
            "seats": self.seats,
            "wins": round(self.wins, 4),
            "win_share": round(self.wins / max(1, games), 4),
            "wins_a_seat": round(self.rate, 4),
            "error": round(self.error, 4),
            "mean_points": round(self.points / seats, 2),
            "mean_artifacts": round(self.artifacts / seats, 3),
            "in_a_team": round(self.teamed / seats, 3),
        }


@dataclass(slots=True)
class SpellUse:
    """How often a spell was read at one level, and what came of it."""

    code: str
    major: bool
    success: int = 0
    failed: int = 0
    void: int = 0

    @property
    def label(self) -> str:
        """``TelPtX`` for the major."""
        return self.code + ("X" if self.major else "")

    @property
    def cast(self) -> int:
        """Readings in all."""
        return self.success + self.failed + self.void

    @property
    def success_share(self) -> float:
        """Share of the readings that did what they should."""
        return self.success / self.cast if self.cast else 0.0


@dataclass(slots=True, kw_only=True)
class Balance:
    """The figures of some games. Races and alignments are the novices'; the Ebon Mage stands among the policies."""

    games: int = 0
    turns: int = 0
    lengths: Counter[int] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    races: dict[str, Share] = field(default_factory=lambda: {race: Share() for race in RACES})
    alignments: dict[str, Share] = field(default_factory=lambda: {a: Share() for a in ALIGNMENTS})
    policies: dict[str, Share] = field(default_factory=dict)
    spells: dict[str, SpellUse] = field(default_factory=dict)
    ordered: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    reasons: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def add(self, record: GameRecord) -> None:
        """Count one game more."""
        self.games += 1
        self.turns += record.turns
        self.lengths[record.turns] += 1
        self.endings[record.ending] += 1
        for seat in record.seats:
            self.policies.setdefault(seat.policy, Share()).add(seat)
            if seat.letter != EBON:
                self.races[seat.race].add(seat)
                self.alignments[seat.alignment].add(seat)
        for (code, x, outcome), times in record.casts.items():
            use = self.spells.setdefault(code + x, SpellUse(code, bool(x)))
            setattr(use, outcome, getattr(use, outcome) + times)
        self.ordered += record.ordered
        self.refused += record.refused
        self.reasons += record.reasons

    def refused_share(self, policy: str) -> float:
        """Share of a policy's orders that could not be carried out."""
        return self.refused[policy] / self.ordered[policy] if self.ordered[policy] else 0.0

    @property
    def mean_length(self) -> float:
        """Turns a game."""
        return self.turns / self.games if self.games else 0.0

    def length_at(self, share: float) -> int:
        """Turns within which that share of the games was over."""
        seen = 0
        for turns in sorted(self.lengths):
            seen += self.lengths[turns]
            if seen >= share * self.games:
                return turns
        return 0

    def uses(self) -> list[SpellUse]:
        """Spells read at least once, by activation number, minor before major."""
        order = {code: i for i, code in enumerate(CODES)}
        return sorted(self.spells.values(), key=lambda u: (order[u.code], u.major))

    def to_plain(self) -> dict[str, Any]:
        """All figures as JSON can hold them."""

        def shares(table: dict[str, Share]) -> dict[str, Any]:
            return {name: share.to_plain(self.games) for name, share in table.items()}

        return {
            "games": self.games,
            "turns": self.turns,
            "mean_length": round(self.mean_length, 2),
            "median_length": self.length_at(0.5),
            "lengths": {str(n): self.lengths[n] for n in sorted(self.lengths)},
            "endings": {name: self.endings[name] for name in ENDINGS if self.endings[name]},
            "races": shares(self.races),
            "alignments": shares(self.alignments),
            "policies": {
                name: share.to_plain(self.games) | {"refused_orders": round(self.refused_share(name), 4)}
                for name, share in sorted(self.policies.items())
            },
            "spells": [
                {
                    "spell": u.label,
                    "cast": u.cast,
                    **{o: getattr(u, o) for o in OUTCOMES},
                    "success_share": round(u.success_share, 4),
                }
                for u in self.uses()
            ],
            "refusals": [
                {"policy": policy, "order": kind, "rule": rule, "times": times}
                for (policy, kind, rule), times in sorted(self.reasons.items(), key=lambda r: (-r[1], r[0]))
            ],
        }


def weigh(records: Iterable[GameRecord], seen: Callable[[GameRecord], None] | None = None) -> Balance:
    """The balance of some games; ``seen`` is told of each."""
    balance = Balance()
    for record in records:
        balance.add(record)
        if seen is not None:
            seen(record)
    return balance
