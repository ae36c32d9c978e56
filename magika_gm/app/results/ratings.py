"""Ratings over games: Elo's, as it is commonly played with more than two.

A finished game counts as a round between all of its contestants who are people: whoever finished ahead of another has
beaten him, equal ranks are a draw, and who dropped out, or left his mage to a standby, is last. Everybody starts at
1500. Against each opponent a player of rating R was expected to score 1 / (1 + 10 ** ((R' - R) / 400)); his rating
moves by K times the mean over his opponents of score minus expectation, for all at once, from the ratings before the
game. K is 64: finishing ahead of twelve equals is worth 32 points, for a game takes months and there are few of them.

What one wins others lose, so the mean stays 1500. Games count in order of ending; the same games give the same
ratings. The built-in policy has none, and is nobody's opponent.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from magika_gm.app.results.standings import Ended

START = 1500.0
K = 64.0
SCALE = 400.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating after ``games`` games, and how much the last one moved it."""

    value: float = START
    games: int = 0
    moved: float = 0.0


def ratings(ended: Iterable[Ended]) -> dict[int, Rating]:
    """Ratings by player, from final standings in order of ending."""
    found: dict[int, Rating] = {}
    for game in ended:
        people = _people(game)
        if len(people) < 2:
            continue
        before = {player: found.get(player, Rating()) for player in people}
        for player, rank in people.items():
            own = before[player]
            gained = sum(
                score(rank, other) - expected(own.value, before[opponent].value)
                for opponent, other in people.items()
                if opponent != player
            )
            moved = K * gained / (len(people) - 1)
            found[player] = Rating(own.value + moved, own.games + 1, moved)
    return found


def _people(game: Ended) -> dict[int, int]:
    """Players in order of their number, and their ranks; with two mages in a game the better one counts."""
    last = len(game.results) + 1  # behind everybody who stayed
    best = dict.fromkeys(game.left, last)
    for result in game.results:
        if result.player is not None:
            rank = last if result.dropped else result.rank
            best[result.player] = min(rank, best.get(result.player, rank))
    return dict(sorted(best.items()))


def score(rank: int, other: int) -> float:
    """1 for finishing ahead, ½ for the same rank, 0 for behind."""
    return 1.0 if rank < other else 0.5 if rank == other else 0.0


def expected(own: float, other: float) -> float:
    """The share of points a player of one rating is expected to take from one of another."""
    return 1 / (1 + float(10 ** ((other - own) / SCALE)))
