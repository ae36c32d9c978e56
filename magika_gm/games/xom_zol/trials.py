"""Whole games between two built-in players, each from his turn files alone, and what they tell of decks and cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import combinations
from math import sqrt
from typing import TypeVar

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import mutable, record
from magika_gm.engine.seam.setup import Entrant
from magika_gm.engine.sheet.sheet import SheetLine
from magika_gm.games.xom_zol import bots
from magika_gm.games.xom_zol.bots import POLICIES
from magika_gm.games.xom_zol.cards.catalogue import catalogue, faction_cards
from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.orders.lines import read_orders
from magika_gm.games.xom_zol.rules.events import (
    AssaultersChosen,
    CardCast,
    CounterCast,
    Died,
    EffectUsed,
    Event,
    Sabotaged,
)
from magika_gm.games.xom_zol.rules.sequence import resolve
from magika_gm.games.xom_zol.rules.state import DEFAULTS, Options, Pace, State
from magika_gm.games.xom_zol.rules.terms import DEPENDS, FACTION_LETTERS, SIDES, CardType, Faction, other
from magika_gm.games.xom_zol.setup import (
    OWN,
    SIZE,
    SLOTS,
    Deck,
    Scenario,
    begin,
    deck_to_plain,
    most_copies,
    shipped_decks,
)
from magika_gm.games.xom_zol.sight import known_state

FIFTH = 5
"""The own turn at which mana is compared."""


@mutable
class Played:
    """What is noted of a game; ``mana`` are letters of a side's lands and sigils at its fifth own turn."""

    winner: str
    ending: str
    first: str
    length: int
    life: dict[str, int]
    mana: dict[str, int] = field(default_factory=dict)
    half: dict[str, int] = field(default_factory=dict)
    cast: dict[str, Counter[str]] = field(default_factory=dict)
    idle: int = 0
    own_turns: int = 0
    quiet: int = 0
    """Game turns without loss of life, creature or function."""


def entrants_of(decks: Mapping[str, Deck]) -> list[Entrant]:
    """Two sides with decks handed in."""
    return [Entrant(seat=seat, choices={"deck": deck_to_plain(decks[seat])}) for seat in SIDES]


def play_game(
    decks: Mapping[str, Deck], policies: Mapping[str, str], seed: bytes, options: Options = DEFAULTS
) -> Played:
    """A whole game; the same arguments give the same game."""
    scenario = Scenario(name="simulated", title="Simulated", decks=dict.fromkeys(SIDES, OWN), options=options)
    state = begin(scenario, entrants_of(decks), Dice(seed, 0))
    notes = _Notes(state)
    double = options.pace is Pace.DOUBLE
    while state.ending is None:
        orders = {}
        for side in SIDES:
            if state.sides[side].react and state.turn_side(state.turn + 1) != side and not double:
                continue  # a bot says nothing then; the turn file need not be made
            text = bots.think(policies[side], known_state(state, side), side, seed + side.encode())
            if text:
                lines = [SheetLine(i, line) for i, line in enumerate(text.splitlines(), 1)]
                orders[side] = read_orders(lines, state.cards).orders
        resolution = resolve(state, orders, Dice(seed, state.mail_turn + 1))
        state = resolution.state
        notes.take([told.event for told in resolution.told], state)
    return notes.played(state)


class _Notes:
    """Collects what is noted while a game goes on."""

    def __init__(self, state: State) -> None:
        self.first = state.first
        self.lives: list[dict[str, int]] = [_lives(state)]
        self.cast: dict[str, Counter[str]] = {side: Counter() for side in SIDES}
        self.mana: dict[str, int] = {}
        self.turns: Counter[str] = Counter()
        self.idle = self.quiet = 0

    def take(self, events: list[Event], state: State) -> None:
        """Note a game turn."""
        active = state.active
        self.turns[active] += 1
        if self.turns[active] == FIFTH:
            self.mana = {**self.mana, active: sum(len(p.card.mana) for p in state.of(active))}
        busy = loss = False
        for event in events:
            if isinstance(event, CardCast | CounterCast):
                self.cast[event.side][event.card] += 1
                busy = busy or (isinstance(event, CardCast) and event.side == active)
            elif isinstance(event, EffectUsed | AssaultersChosen):
                busy = busy or event.side == active
            elif isinstance(event, Died | Sabotaged):
                loss = True
        self.idle += not busy
        lives = _lives(state)
        self.quiet += not loss and all(lives[side] >= self.lives[-1][side] for side in SIDES)
        self.lives.append(lives)

    def played(self, state: State) -> Played:
        """What was noted of the whole game."""
        return Played(
            winner=state.winner or "",
            ending=state.ending or "",
            first=self.first,
            length=state.turn,
            life=_lives(state),
            mana=self.mana,
            half=self.lives[len(self.lives) // 2],
            cast=self.cast,
            idle=self.idle,
            own_turns=self.turns.total(),
            quiet=self.quiet,
        )


def _lives(state: State) -> dict[str, int]:
    return {side: own.life for side, own in state.sides.items()}


# Chance for studies: numbers that depend on a seed and a name alone.


Item = TypeVar("Item")


class Chance:
    """A stream of numbers; the same seed and name, the same stream."""

    def __init__(self, seed: bytes, name: str) -> None:
        self._key = blake2b(name.encode(), key=seed[:64], digest_size=16).digest()
        self._drawn = 0

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self._drawn += 1
        text = self._drawn.to_bytes(8, "big")
        return int.from_bytes(blake2b(text, key=self._key, digest_size=8).digest(), "big") % n

    def pick(self, items: Sequence[Item]) -> Item:
        """One of some items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """The items in a chance order."""
        order = list(items)
        for k in range(len(order), 1, -1):
            j = self.below(k)
            order[k - 1], order[j] = order[j], order[k - 1]
        return order


# Legal decks drawn from the whole set, such as a player might try: two or three factions that share mana.


LANDS = 24
SIGILS = 2
BASICS = 14
"""Lands of cost 0 among the lands, of both sorts together."""
SHARES: dict[CardType, int] = {
    CardType.CREATURE: 34, CardType.FUNCTION: 6, CardType.CHANNEL: 7, CardType.SPELL: 10, CardType.COUNTER: 6,
    CardType.AUGMENT: 6,
}  # fmt: skip
"""Cards of each type; characters take five, mana and sigils the rest."""


def random_deck(chance: Chance) -> Deck:
    """A legal deck: a letter, two of its factions and now and then one of another, cards of them as they come."""
    letter = chance.pick("GGEEN")
    own = [f for f in Faction if FACTION_LETTERS[f] == letter]
    factions = chance.shuffled(own)[:2]
    cards = [c for f in factions for c in faction_cards(f)]
    copies: dict[str, int] = {}
    basics = [c for c in cards if c.type is CardType.LAND and not c.size]
    for land in basics:
        copies[land.name] = BASICS // len(basics)
    _fill(copies, chance, _useful_lands(cards), LANDS - BASICS, most=4)
    _fill(copies, chance, [c for c in cards if c.type is CardType.SIGIL], SIGILS, most=1)
    _fill(copies, chance, [c for c in cards if c.type is CardType.CHARACTER], SLOTS, most=1)
    for card_type, share in SHARES.items():
        _fill(copies, chance, [c for c in cards if c.type is card_type], share, most=4)
    _support(copies, chance, cards)
    _fill(copies, chance, cards, SIZE - sum(copies.values()), most=6)
    return Deck(tuple(copies.items()), (basics[0].name, basics[-1].name), "random")


def _useful_lands(cards: list[Card]) -> list[Card]:
    return [c for c in cards if c.type is CardType.LAND and c.size]


def _fill(copies: dict[str, int], chance: Chance, cards: list[Card], wanted: int, most: int) -> None:
    """Take cards as they come, some copies of each, until so many are taken or none is left."""
    slots = SLOTS - sum(n for name, n in copies.items() if catalogue()[name].type is CardType.CHARACTER)
    for card in chance.shuffled(cards):
        room = most_copies(card) - copies.get(card.name, 0)
        if card.type is CardType.CHARACTER:
            room = min(room, slots)
        n = min(wanted, room, 1 + chance.below(most))
        if n <= 0:
            continue
        copies[card.name] = copies.get(card.name, 0) + n
        slots -= n if card.type is CardType.CHARACTER else 0
        wanted -= n


def _support(copies: dict[str, int], chance: Chance, cards: list[Card]) -> None:
    """Who depends on another finds two or three of them in the deck, in the place of other creatures."""
    needs = {k.partition(" ")[2] for name in copies for k in catalogue()[name].keywords if k.startswith(DEPENDS)}
    for word in sorted(needs):
        those = [c for c in cards if c.type is CardType.CREATURE and word in (c.race, c.role)]
        have = sum(n for name, n in copies.items() if word in (catalogue()[name].race, catalogue()[name].role))
        if have < SLOTS and those:
            _fill(copies, chance, those, SLOTS - have, most=3)
            _trim(copies, chance, word)


def _trim(copies: dict[str, int], chance: Chance, spared: str) -> None:
    """Take other creatures out until the deck is no larger than it may be."""
    while sum(copies.values()) > SIZE:
        names = [
            name
            for name in copies
            if catalogue()[name].type is CardType.CREATURE
            and spared not in (catalogue()[name].race, catalogue()[name].role)
        ]
        name = chance.pick(names)
        copies[name] -= 1
        if not copies[name]:
            del copies[name]


# What many games tell: decks against one another, who goes first, mana luck, and whether every card is played.


PAIRINGS = tuple((one, two) for one in POLICIES for two in POLICIES)
"""Policies of the two sides, all alike often."""
SURE = 1.96


@record
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


@mutable
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
