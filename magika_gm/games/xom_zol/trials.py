"""Whole games between two built-in players, each from his turn files alone, and what they tell of decks and cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from hashlib import blake2b
from itertools import combinations
from typing import TypeVar

from magika_gm.engine import trial
from magika_gm.engine.dice import Dice
from magika_gm.engine.plain import Data
from magika_gm.engine.records import mutable, named_record
from magika_gm.engine.seam.setup import Entrant
from magika_gm.engine.seam.trials import SimulationOption, Table
from magika_gm.engine.sheet.sheet import SheetLine
from magika_gm.engine.trial import Share, a_share, pairings, share_table, shares_by_name
from magika_gm.games.xom_zol import bots
from magika_gm.games.xom_zol.bots import POLICIES
from magika_gm.games.xom_zol.cards.catalogue import catalogue, faction_cards
from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.orders.lines import read_orders
from magika_gm.games.xom_zol.orders.model import Order
from magika_gm.games.xom_zol.rules.events import AssaultersChosen, CardCast, CounterCast, EffectUsed, Event
from magika_gm.games.xom_zol.rules.sequence import RULES
from magika_gm.games.xom_zol.rules.state import DEFAULTS, Options, Pace, State
from magika_gm.games.xom_zol.rules.terms import DEPENDS, FACTION_LETTERS, SIDES, CardType, Faction, other
from magika_gm.games.xom_zol.setup import (
    OWN,
    SIZE,
    SLOTS,
    Deck,
    Scenario,
    begin,
    deck_named,
    deck_to_plain,
    most_copies,
    shipped_decks,
)
from magika_gm.games.xom_zol.sight import known_state

FIFTH = 5
"""The own turn at which mana is compared."""
PAIRINGS = tuple((one, two) for one in POLICIES for two in POLICIES)
"""Policies of the two sides, all alike often."""
_CARDS_SHOWN = 12
LEAST_CASTS = 20
"""Games a card must have been played in to be listed."""


@mutable
class Played:
    """What is noted of a game; ``mana`` are letters of a side's lands and sigils at its fifth own turn."""

    winner: str
    ending: str
    first: str
    length: int
    mana: dict[str, int] = field(default_factory=dict)
    half: dict[str, int] = field(default_factory=dict)
    cast: dict[str, Counter[str]] = field(default_factory=dict)
    idle: int = 0
    own_turns: int = 0


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

    def sheets(now: State) -> dict[str, Sequence[Order]]:
        found: dict[str, Sequence[Order]] = {}
        for side in SIDES:
            if now.sides[side].react and now.turn_side(now.turn + 1) != side and options.pace is not Pace.DOUBLE:
                continue  # a bot says nothing then; the turn file need not be made
            text = bots.think(policies[side], known_state(now, side), side, seed + side.encode())
            if text:
                lines = [SheetLine(i, line) for i, line in enumerate(text.splitlines(), 1)]
                found[side] = read_orders(lines, now.cards).orders
        return found

    for turn in trial.turns(RULES, state, seed, sheets):
        state = turn.after
        notes.take(turn.events, state)
    return notes.played(state)


class _Notes:
    """Collects what is noted while a game goes on."""

    def __init__(self, state: State) -> None:
        self.first = state.first
        self.lives: list[dict[str, int]] = [_lives(state)]
        self.cast: dict[str, Counter[str]] = {side: Counter() for side in SIDES}
        self.mana: dict[str, int] = {}
        self.turns: Counter[str] = Counter()
        self.idle = 0

    def take(self, events: list[Event], state: State) -> None:
        """Note a game turn."""
        active = state.active
        self.turns[active] += 1
        if self.turns[active] == FIFTH:
            self.mana = {**self.mana, active: sum(len(p.card.mana) for p in state.of(active))}
        busy = False
        for event in events:
            if isinstance(event, CardCast | CounterCast):
                self.cast[event.side][event.card] += 1
                busy = busy or (isinstance(event, CardCast) and event.side == active)
            elif isinstance(event, EffectUsed | AssaultersChosen):
                busy = busy or event.side == active
        self.idle += not busy
        self.lives.append(_lives(state))

    def played(self, state: State) -> Played:
        """What was noted of the whole game."""
        return Played(
            winner=state.winner or "",
            ending=state.ending or "",
            first=self.first,
            length=state.turn,
            mana=self.mana,
            half=self.lives[len(self.lives) // 2],
            cast=self.cast,
            idle=self.idle,
            own_turns=self.turns.total(),
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


@named_record
class GameRecord:
    """A game as it came out: the decks by title ("" for random ones), who played, and what was noted."""

    decks: Mapping[str, str]
    policies: Mapping[str, str]
    played: Played


@named_record
class Plan(trial.Plan[GameRecord]):
    """What is to be played: by which decks (pairs, taken in turn; none: random ones) and policies."""

    pairs: tuple[tuple[str, str], ...]
    pairings: tuple[tuple[str, str], ...]
    options: Options = DEFAULTS
    fixed: bool = False
    """Whether the first of a pair is always side A."""

    def play(self, number: int) -> GameRecord:
        """One game; policies, then sides, then pairs change from game to game."""
        seed = self.seed_of(number)
        policies = dict(zip(SIDES, self.pairings[number % len(self.pairings)], strict=True))
        turn = number // len(self.pairings)
        if not self.pairs:
            decks: dict[str, Deck] = {side: random_deck(Chance(seed, side)) for side in SIDES}
            names = dict.fromkeys(SIDES, "")
        else:
            pair = self.pairs[turn % len(self.pairs)]
            swapped = not self.fixed and turn // len(self.pairs) % 2 == 1
            names = dict(zip(SIDES, pair[::-1] if swapped else pair, strict=True))
            decks = {side: shipped_decks()[name] for side, name in names.items()}
        return GameRecord(decks=names, policies=policies, played=play_game(decks, policies, seed, self.options))


# What many games tell: decks against one another, who goes first, mana luck, cards.


def _plain(share: Share) -> Data:
    rate, *interval = (round(part, 4) for part in (share.rate, *share.interval))
    return {"of": share.cases, "won": share.hits, "rate": rate, "interval": interval}


@mutable
class Balance(trial.Tally[GameRecord]):
    """What some games came to: drawn ones count for nothing but their length."""

    UNIT = "game turns"
    drawn: int = 0
    first: Share = a_share()
    side_a: Share = a_share()
    richer: Share = a_share()
    leader: Share = a_share()
    policies: dict[str, Share] = shares_by_name()
    decks: dict[str, Share] = shares_by_name()
    pairs: dict[tuple[str, str], Share] = shares_by_name()
    cards: dict[str, Share] = shares_by_name()
    """Games won by the side that cast a card."""
    own_turns: int = 0
    idle: int = 0

    def add(self, record: GameRecord) -> None:
        """Count a game."""
        game = record.played
        self.count(game.length, game.ending)
        self.own_turns += game.own_turns
        self.idle += game.idle
        if game.winner not in SIDES:
            self.drawn += 1
            return
        self.first.add(game.winner == game.first)
        self.side_a.add(game.winner == SIDES[0])
        for share, figures in ((self.richer, game.mana), (self.leader, game.half)):
            if ahead := _more(figures):
                share.add(game.winner == ahead)
        if len(set(record.policies.values())) > 1:
            self.policies[record.policies[game.winner]].add(True)
            self.policies[record.policies[other(game.winner)]].add(False)
        for side in SIDES:
            for name in game.cast[side]:
                self.cards[name].add(game.winner == side)
            if record.decks[side]:
                self.decks[record.decks[side]].add(game.winner == side)
        one, two = sorted(record.decks.values())
        if one and one != two:
            self.pairs[one, two].add(record.decks[game.winner] == one)

    def shares(self) -> dict[str, Mapping[str, Share]]:
        """Who goes first, decks, what decides."""
        return {
            "Who goes first": {"side of game turn 1": self.first, "side A": self.side_a},
            "Deck": dict(sorted(self.decks.items())),
            "What decides": {
                "richer in mana at its fifth turn": self.richer,
                "leader in life at half time": self.leader,
            },
        }

    def further(self) -> dict[str, trial.Chart]:
        """Deck against deck, the cards that weigh most."""
        drawn: dict[str, trial.Chart] = {}
        pairs = trial.bars((f"{a} against {b}", share) for (a, b), share in sorted(self.pairs.items()))
        cards = trial.ends_of(trial.bars(self.heaviest()))
        note = "of the games its side cast it in, how many that side won; those in the middle are left out"
        for name, title, said, rows in (
            ("pairs", "Deck against deck", self.over, pairs),
            ("cards", "Cards and winners", note, cards),
        ):
            if rows:
                drawn[name] = trial.Dots(title, said, [trial.Panel("", rows)], trial.Mark(0.5, "50 %"))
        return drawn

    def summary(self) -> list[str]:
        """Who wins, how long it takes, how it ends."""
        return [
            f"{self.course()}; {self.drawn} drawn.",
            f"The side of game turn 1 wins {self.first.text('-')}; side A wins {self.side_a.text('-')}.",
        ]

    def tables(self) -> list[Table]:
        """Decks, pairs of them, policies, and the cards that weigh most."""
        found = [
            ("deck", self.decks),
            ("deck, against", {f"{a}, {b}": share for (a, b), share in self.pairs.items()}),
            ("policy, mixed games", {p: self.policies[p] for p in POLICIES if p in self.policies}),
            ("card its side cast", dict(self.heaviest()[:_CARDS_SHOWN])),
        ]
        return [share_table(title, shares, "-") for title, shares in found if shares]

    def heaviest(self) -> list[tuple[str, Share]]:
        """Cards by how often the side that cast them wins, the most first."""
        found = [(name, share) for name, share in self.cards.items() if share.cases >= LEAST_CASTS]
        return sorted(found, key=lambda row: (-row[1].rate, row[0]))

    def notes(self) -> list[str]:
        """What decides games."""
        return [
            f"The side richer in mana at its fifth own turn wins {self.richer.text('-')}.",
            f"The leader in life at half time wins {self.leader.text('-')}.",
            f"Own turns without cast, use or assault: {self.idle / max(1, self.own_turns):.1%}.",
        ]

    def to_plain(self) -> Data:
        """Everything as data."""
        return {
            "games": self.games,
            "drawn": self.drawn,
            "lengths": sorted(self.lengths.elements()),
            "endings": dict(self.endings),
            "first": _plain(self.first),
            "side_a": _plain(self.side_a),
            "richer_at_fifth_turn": _plain(self.richer),
            "leader_at_half_time": _plain(self.leader),
            "idle_turns": self.idle,
            "own_turns": self.own_turns,
            "decks": {name: _plain(share) for name, share in sorted(self.decks.items())},
            "pairs": {f"{a} / {b}": _plain(share) for (a, b), share in sorted(self.pairs.items())},
            "policies": {p: _plain(self.policies.get(p, Share())) for p in POLICIES},
            "cards": {name: _plain(share) for name, share in sorted(self.cards.items())},
        }


def _more(figures: Mapping[str, int]) -> str:
    """The side with more, "" where both have as much or one is unknown."""
    if len(figures) < len(SIDES) or figures["A"] == figures["B"]:
        return ""
    return "A" if figures["A"] > figures["B"] else "B"


# The part ``balance`` (``engine.seam.trials.Balance``).


RANDOM = "random"
OPTIONS = (
    trial.WHO,
    SimulationOption(
        "decks",
        "",
        "Two decks with a comma between them, all (every pair of shipped ones), random; left out: the scenario's.",
    ),
    SimulationOption("pace", "", "single or double; left out: the scenario's."),
)


def simulate(
    games: int, seed: str, jobs: int, scenario: Scenario | None, options: Mapping[str, str]
) -> Iterator[GameRecord]:
    """A record a game; each has libraries and dice of its own."""
    pace = options.get("pace", "")
    if pace not in ("", *Pace):
        raise ValueError(f"pace: {pace!r} is neither single nor double")
    law = scenario.options if scenario is not None else DEFAULTS
    law = replace(law, pace=Pace(pace)) if pace else law
    pairs, fixed = pairs_of(options.get("decks", ""), scenario)
    who = pairings(options.get("policies", trial.WHO.default), POLICIES, PAIRINGS)
    return Plan(games=games, seed=seed, pairs=pairs, pairings=who, options=law, fixed=fixed).played(jobs)


def pairs_of(said: str, scenario: Scenario | None) -> tuple[tuple[tuple[str, str], ...], bool]:
    """Decks against one another, and whether sides are given."""
    if not said and scenario is not None and OWN not in scenario.decks.values():
        return ((scenario.decks["A"], scenario.decks["B"]),), True
    if said in ("", "all"):
        return tuple(combinations(shipped_decks(), 2)), False
    if said == RANDOM:
        return (), False
    names = [deck_named(part) for part in said.split(",")]
    if len(names) != len(SIDES) or None in names:
        raise ValueError(f"decks: {said!r} is not two of {', '.join(shipped_decks())}; nor all, nor {RANDOM}")
    one, two = (deck.title for deck in names if deck is not None)
    return ((one, two),), False


weigh = Balance.of
