"""What many games showed: shares with their intervals, lengths, how hands ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

from magika_gm.games.rune_war.balance.effects import Effect, effects
from magika_gm.games.rune_war.balance.games import Finish, Outcome

_Z = 1.96
"""Standard deviations of a 95 % interval."""


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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
