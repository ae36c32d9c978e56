"""What many games tell: decks against one another, who goes first, mana luck, and whether every card is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt

from magika_gm.games.xom_zol.balance.chance import Chance
from magika_gm.games.xom_zol.balance.games import Played, play_game
from magika_gm.games.xom_zol.balance.random_decks import random_deck
from magika_gm.games.xom_zol.bots import POLICIES
from magika_gm.games.xom_zol.cards.catalogue import catalogue
from magika_gm.games.xom_zol.options import DEFAULTS, Options
from magika_gm.games.xom_zol.setup.decks import Deck, shipped_decks
from magika_gm.games.xom_zol.words import SIDES, other

PAIRINGS = tuple((one, two) for one in POLICIES for two in POLICIES)
"""Policies of the two sides, all alike often."""
SURE = 1.96


@dataclass(frozen=True, slots=True)
class Share:
    """How often something came about, of how many times."""

    of: int
    times: int

    @property
    def rate(self) -> float:
        """The share, 0 where nothing was counted."""
        return self.times / self.of if self.of else 0.0

    def interval(self) -> tuple[float, float]:
        """Wilson's interval of 95 %."""
        if not self.of:
            return 0.0, 1.0
        n, p, z = self.of, self.rate, SURE
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return middle - half, middle + half

    def __str__(self) -> str:
        low, high = self.interval()
        return f"{100 * self.rate:.1f} % ({100 * low:.1f}-{100 * high:.1f})"


@dataclass(slots=True, kw_only=True)
class Tally:
    """What some games came to."""

    games: int = 0
    drawn: int = 0
    lengths: list[int] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)
    first: Counter[bool] = field(default_factory=Counter)
    richer: Counter[bool] = field(default_factory=Counter)
    leader: Counter[bool] = field(default_factory=Counter)
    policies: Counter[tuple[str, bool]] = field(default_factory=Counter)
    own_turns: int = 0
    idle: int = 0
    quiet: int = 0

    def take(self, game: Played, policies: Mapping[str, str]) -> None:
        """Count a game."""
        self.games += 1
        self.lengths.append(game.length)
        self.endings[game.ending] += 1
        self.own_turns += game.own_turns
        self.idle += game.idle
        self.quiet += game.quiet
        if game.winner not in SIDES:
            self.drawn += 1
            return
        self.first[game.winner == game.first] += 1
        richer = _more(game.mana)
        if richer:
            self.richer[game.winner == richer] += 1
        leader = _more(game.half)
        if leader:
            self.leader[game.winner == leader] += 1
        if policies["A"] != policies["B"]:
            self.policies[policies[game.winner], True] += 1
            self.policies[policies[other(game.winner)], False] += 1

    def quantile(self, part: float) -> int:
        """A quantile of the lengths."""
        return sorted(self.lengths)[min(len(self.lengths) - 1, int(part * len(self.lengths)))] if self.lengths else 0


def share_of(counted: Mapping[bool, int]) -> Share:
    """The share of True."""
    return Share(counted.get(True, 0) + counted.get(False, 0), counted.get(True, 0))


def _more(figures: Mapping[str, int]) -> str:
    """The side with more, "" where both have as much or one is unknown."""
    if len(figures) < len(SIDES) or figures["A"] == figures["B"]:
        return ""
    return "A" if figures["A"] > figures["B"] else "B"


@dataclass(slots=True)
class PairStudy:
    """Every pair of decks: wins of the first-named of each pair, and all games together."""

    pairs: dict[tuple[str, str], Share]
    decks: dict[str, Share]
    all: Tally


def study_pairs(
    games: int, seed: bytes = b"pairs", decks: Mapping[str, Deck] | None = None, options: Options = DEFAULTS
) -> PairStudy:
    """So many games of each pair; sides and policies change places from game to game."""
    known = shipped_decks() if decks is None else decks
    tally = Tally()
    wins: Counter[tuple[str, str]] = Counter()
    pairs: dict[tuple[str, str], Share] = {}
    for one, two in combinations(known, 2):
        decided = 0
        for i in range(games):
            names = (one, two) if (i // len(PAIRINGS)) % 2 == 0 else (two, one)
            policies = dict(zip(SIDES, PAIRINGS[i % len(PAIRINGS)], strict=True))
            by_side = {side: known[name] for side, name in zip(SIDES, names, strict=True)}
            game = play_game(by_side, policies, seed + f"{one}|{two}|{i}".encode(), options)
            tally.take(game, policies)
            if game.winner in SIDES:
                decided += 1
                wins[names[SIDES.index(game.winner)], names[1 - SIDES.index(game.winner)]] += 1
        pairs[one, two] = Share(decided, wins[one, two])
    return PairStudy(pairs, {name: _of_deck(name, known, wins) for name in known}, tally)


def _of_deck(name: str, decks: Iterable[str], wins: Mapping[tuple[str, str], int]) -> Share:
    won = sum(wins.get((name, foe), 0) for foe in decks)
    lost = sum(wins.get((foe, name), 0) for foe in decks)
    return Share(won + lost, won)


@dataclass(slots=True)
class CardCount:
    """How a card fared: decks it was in, games in which its side played it, and of those the won ones."""

    decks: int = 0
    played: int = 0
    won: int = 0


@dataclass(slots=True)
class CardStudy:
    """How every card of the set fared in random decks."""

    cards: dict[str, CardCount]
    all: Tally

    def unplayed(self) -> list[str]:
        """Cards no game saw played."""
        return [name for name, count in self.cards.items() if not count.played]

    def winless(self) -> list[str]:
        """Cards that were played and never on the winning side."""
        return [name for name, count in self.cards.items() if count.played and not count.won]


def study_cards(games: int, seed: bytes = b"cards", options: Options = DEFAULTS) -> CardStudy:
    """So many games of random decks against one another."""
    tally = Tally()
    counts = {name: CardCount() for name in catalogue()}
    for i in range(games):
        decks = {side: random_deck(Chance(seed, f"{i} {side}")) for side in SIDES}
        policies = dict(zip(SIDES, PAIRINGS[i % len(PAIRINGS)], strict=True))
        game = play_game(decks, policies, seed + str(i).encode(), options)
        tally.take(game, policies)
        for side in SIDES:
            for name, _ in decks[side].cards:
                count = counts[name]
                count.decks += 1
                if game.cast[side][name]:
                    count.played += 1
                    count.won += game.winner == side
    return CardStudy(counts, tally)


def pair_table(study: PairStudy) -> Iterator[str]:
    """Rows of a table of decks against decks, in Markdown."""
    names = list(study.decks)
    yield "| deck | " + " | ".join(names) + " | all |"
    yield "|---" * (len(names) + 2) + "|"
    for one in names:
        cells = []
        for two in names:
            if one == two:
                cells.append("-")
            elif (one, two) in study.pairs:
                cells.append(f"{100 * study.pairs[one, two].rate:.1f}")
            else:
                cells.append(f"{100 - 100 * study.pairs[two, one].rate:.1f}")
        yield f"| {one} | " + " | ".join(cells) + f" | {study.decks[one]} |"


def tally_lines(tally: Tally) -> Sequence[str]:
    """What a tally says, a line each, in Markdown."""
    mean = sum(tally.lengths) / max(1, len(tally.lengths))
    endings = ", ".join(f"{100 * n / tally.games:.1f} % by {ending}" for ending, n in tally.endings.most_common())
    policies = {
        name: Share(tally.policies[name, True] + tally.policies[name, False], tally.policies[name, True])
        for name in POLICIES
    }
    return (
        f"- {tally.games} games, {tally.drawn} drawn; {endings}",
        f"- length {mean:.1f} game turns (10-90 %: {tally.quantile(0.1)}-{tally.quantile(0.9)})",
        f"- the side of game turn 1 wins {share_of(tally.first)}",
        f"- the side richer in mana at its fifth own turn wins {share_of(tally.richer)}",
        f"- the leader in life at half time wins {share_of(tally.leader)}",
        f"- own turns without cast, use or assault: {100 * tally.idle / max(1, tally.own_turns):.1f} %",
        "- against the other policy " + ", ".join(f"{name} wins {share}" for name, share in policies.items()),
    )
