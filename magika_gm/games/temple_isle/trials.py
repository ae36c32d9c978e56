"""Whole games played by the built-in players, without an office, and what many of them say: for balance, and for tests.

A game is decided by its scenario, its policies and its seed alone. Each bot is handed its seat's turn file and nothing
else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field, replace

from magika_gm.engine import trial
from magika_gm.engine.dice import Dice
from magika_gm.engine.plain import Data
from magika_gm.engine.records import mutable, named_record, record
from magika_gm.engine.seam.trials import SimulationOption, Table
from magika_gm.engine.trial import Share, a_share, counts, pairings, share_table, shares_by_name
from magika_gm.games.temple_isle import bots
from magika_gm.games.temple_isle.bots import POLICIES
from magika_gm.games.temple_isle.orders.model import Order
from magika_gm.games.temple_isle.report.report import content
from magika_gm.games.temple_isle.rules.events import ControlPassed, Fought, MantraDeclared, Mustered
from magika_gm.games.temple_isle.rules.gameturn import leader
from magika_gm.games.temple_isle.rules.sequence import RULES
from magika_gm.games.temple_isle.rules.state import DRAW, Pace, State
from magika_gm.games.temple_isle.rules.terms import OTHER, SEATS, SQUARE
from magika_gm.games.temple_isle.setup import Scenario, begin
from magika_gm.games.temple_isle.sight import perceive

PAIRINGS: tuple[tuple[str, str], ...] = (
    ("careful", "careful"),
    ("bold", "bold"),
    ("careful", "bold"),
    ("bold", "careful"),
)
"""Policies of SUN and MOON, taken in turn."""


LONGEST = 400
"""Mail turns a game is followed for where its scenario sets no limit (END-2)."""
UNENDED = "unended"
"""How such a game ends that is not over by then; it counts for who leads."""


@named_record
class GameRecord:
    """A game as it came out. ``winner`` is a seat or ``draw``; ``hand`` the winner's last one; ``led`` who led by the
    standings when half the mail turns were played."""

    number: int
    policies: Mapping[str, str]
    first: str
    winner: str
    ending: str
    mails: int
    turns: int
    led: str
    hand: tuple[str, ...]
    mustered: Mapping[str, Counter[str]]
    cast: Mapping[str, Counter[str]]
    fights: int
    temples_changed: int

    def won(self, seat: str) -> float:
        """1 if a seat won, ½ for a draw."""
        return 0.5 if self.winner == DRAW else float(self.winner == seat)


@record
class Plan(trial.Plan[GameRecord]):
    """What is to be played: how many games, of which scenario, by whom."""

    scenario: Scenario = field(default_factory=Scenario)
    pairings: tuple[tuple[str, str], ...] = PAIRINGS

    def play(self, number: int) -> GameRecord:
        """One game from its world to its end."""
        seed = self.seed_of(number)
        policies = dict(zip(SEATS, self.pairings[number % len(self.pairings)], strict=True))
        state: State = begin(self.scenario, Dice(seed, 0)).state
        leaders: list[str] = []
        mustered: dict[str, Counter[str]] = {seat: Counter() for seat in SEATS}
        cast: dict[str, Counter[str]] = {seat: Counter() for seat in SEATS}
        fights = temples = 0
        for turn in trial.turns(RULES, state, seed, lambda now: sheets_of(now, policies)):
            state = turn.after
            leaders.append(leader(state))
            if state.mail >= LONGEST and not state.ended:
                state.winner = leaders[-1]
                break
            for event in turn.events:
                match event:
                    case Fought():
                        fights += 1
                    case Mustered(card=card, seat=seat):
                        mustered[seat][card] += 1
                    case MantraDeclared(card=card, seat=seat):
                        cast[seat][card] += 1
                    case ControlPassed(square, seat, before, _):
                        temples += bool(before) and bool(seat) and state.isle[SQUARE[square]] in state.catalogue.temples
                    case _:
                        pass
        return GameRecord(
            number=number,
            policies=policies,
            first=state.first,
            winner=state.winner,
            ending=str(state.ending) if state.ended else UNENDED,
            mails=state.mail,
            turns=state.turn,
            led=leaders[(len(leaders) - 1) // 2],
            hand=tuple(state.hands[state.winner]) if state.winner != DRAW else (),
            mustered=mustered,
            cast=cast,
            fights=fights,
            temples_changed=temples,
        )


def sheets_of(state: State, policies: Mapping[str, str]) -> dict[str, list[Order]]:
    """What the policies order by way of their turn files; who writes nothing sends no sheet."""
    found = {seat: bots.play(policy, content(perceive(state, seat)), b"") for seat, policy in policies.items()}
    return {seat: orders for seat, orders in found.items() if orders}


# What many games say: who wins, how long it takes, which cards are in winners' hands.


_MOST_CARDS = 12
_CARDS, _FEWEST = 20, 20
"""Cards that are drawn; musters below which a unit's share says nothing."""
_MOST_IN_HANDS = 0.6
"""The share of winners' last hands that no card should pass."""


@mutable
class Balance(trial.Tally[GameRecord]):
    """The figures of some games."""

    UNIT = "mail turns"
    first: Share = a_share()
    first_by_pairing: dict[tuple[str, str], Share] = shares_by_name()
    sun: Share = a_share()
    mixed: dict[str, Share] = shares_by_name()
    """Wins of each policy in games of two different ones."""
    led: Share = a_share()
    """How often who led at half time won."""
    draws: int = 0
    hands: Counter[str] = counts()
    """In how many winners' final hands a card is found."""
    won: int = 0
    musters: int = 0
    fights: int = 0
    temples_changed: int = 0
    mustered_by_winner: dict[str, Share] = shares_by_name()
    """Of the times a unit was mustered, how often by the side that won."""
    cast: Counter[str] = counts()

    def add(self, record: GameRecord) -> None:
        """Count one game."""
        self.count(record.mails, record.ending)
        self.first.add(record.won(record.first))
        pairing = (record.policies[record.first], record.policies[OTHER[record.first]])
        self.first_by_pairing[pairing].add(record.won(record.first))
        self.sun.add(record.won("SUN"))
        if len(set(record.policies.values())) > 1:
            for seat, policy in record.policies.items():
                self.mixed[policy].add(record.won(seat))
        if DRAW not in (record.led, record.winner):
            self.led.add(record.won(record.led))
        if record.winner == DRAW:
            self.draws += 1
        else:
            self.won += 1
            self.hands.update(dict.fromkeys(record.hand, 1))
        for seat, cards in record.mustered.items():
            self.musters += cards.total()
            for card in cards.elements():
                self.mustered_by_winner[card].add(bool(record.won(seat)))
        for cards in record.cast.values():
            self.cast += cards
        self.fights += record.fights
        self.temples_changed += record.temples_changed

    def ended_by(self) -> list[tuple[int, int, float]]:
        """By mail turn: how many games ended with it, and which part of all is over by then."""
        over = 0
        rows = []
        for mail in range(1, max(self.lengths, default=0) + 1):
            over += self.lengths[mail]
            rows.append((mail, self.lengths[mail], over / self.games))
        return rows

    def in_hands(self) -> list[tuple[str, float]]:
        """Cards by the share of winners' final hands they are found in, most first."""
        return [(card, n / self.won) for card, n in self.hands.most_common()] if self.won else []

    def a_game(self) -> dict[str, float]:
        """How often things happen in a game."""
        counts = {"musters": self.musters, "mantras": self.cast.total(), "fights": self.fights}
        counts["temples_changed"] = self.temples_changed
        return {name: round(n / max(1, self.games), 2) for name, n in counts.items()}

    def shares(self) -> dict[str, Mapping[str, Share]]:
        """Who played first, seats, policies, who led."""
        firsts = {f"{one} against {other}": s for (one, other), s in sorted(self.first_by_pairing.items())}
        return {
            "First player, by who played first": {"all games": self.first, **firsts},
            "Seat": {"SUN": self.sun},
            "Careful against bold": dict(sorted(self.mixed.items())),
            "Who leads at half time": {"the leader": self.led},
        }

    def further(self) -> dict[str, trial.Chart]:
        """What is in winners' last hands; units that were mustered often."""
        hands = self.in_hands()
        most = max((share for _, share in hands), default=0.0)
        held = [trial.Bar(card, share, 0.0, f"{share:.1%}") for card, share in hands[:_CARDS]]
        strong = [(card, share) for card, share in self.mustered_by_winner.items() if share.cases >= _FEWEST]
        units = trial.ends_of(trial.bars(sorted(strong, key=lambda row: -row[1].rate)))
        drawn: dict[str, trial.Chart] = {}
        drawn["winners-hands"] = trial.Dots(
            "Cards in winners' last hands",
            f"{self.won} games won, the {len(held)} cards found most; the most common {most:.0%}",
            [trial.Panel("", held)],
            trial.Mark(_MOST_IN_HANDS, "no card above"),
        )
        if units:
            note = "of the times it was mustered, how often by the side that won; those in the middle are left out"
            half = trial.Mark(0.5, "50 %")
            drawn["units"] = trial.Dots("Units and winners", note, [trial.Panel("", units)], half)
        return drawn

    def summary(self) -> list[str]:
        """Who wins, how long it takes, how it ends."""
        return [
            f"{self.course()}; {self.draws} drawn.",
            f"The first player wins {self.first}, SUN {self.sun}; who leads at half time {self.led}.",
        ]

    def tables(self) -> list[Table]:
        """First player and policies; the cards found most in winners' last hands."""
        firsts = {f"{one} first against {other}": s for (one, other), s in sorted(self.first_by_pairing.items())}
        cards = tuple((card, f"{share:.1%}") for card, share in self.in_hands()[:_MOST_CARDS])
        return [
            share_table("first player", firsts),
            *([share_table("policy, mixed games", dict(sorted(self.mixed.items())))] if self.mixed else []),
            Table(heads=("in winners' last hands", "share"), rows=cards),
        ]

    def notes(self) -> list[str]:
        """What happens in a game."""
        return ["A game has " + ", ".join(f"{n} {what.replace('_', ' ')}" for what, n in self.a_game().items()) + "."]

    def to_plain(self) -> Data:
        """The figures as JSON can hold them."""
        return {
            "games": self.games,
            "first_player": self.first.to_plain(),
            "first_player_by_policies": {
                f"{a} first, {b}": s.to_plain() for (a, b), s in self.first_by_pairing.items()
            },
            "sun": self.sun.to_plain(),
            "policies_in_mixed_games": {p: s.to_plain() for p, s in sorted(self.mixed.items())},
            "leader_at_half_time": self.led.to_plain(),
            "mail_turns": {str(p): self.length(p / 100) for p in (10, 50, 90)},
            "ended_by_mail_turn": [{"mail_turn": m, "games": n, "over": round(p, 4)} for m, n, p in self.ended_by()],
            "endings": dict(self.endings),
            "draws": self.draws,
            "a_game": self.a_game(),
            "winners_hands": {card: round(share, 4) for card, share in self.in_hands()},
            "mustered_by_winner": {c: s.to_plain() for c, s in sorted(self.mustered_by_winner.items())},
            "mantras_a_hundred_games": {c: round(100 * n / max(1, self.games), 1) for c, n in self.cast.most_common()},
        }


# The part ``balance`` (``engine.seam.trials.Balance``).


OPTIONS = (
    trial.WHO,
    SimulationOption("pace", "", "single or paired; left out: the scenario's."),
)


def simulate(
    games: int, seed: str, jobs: int, scenario: Scenario | None, options: Mapping[str, str]
) -> Iterator[GameRecord]:
    """A record a game; every game has a world of its own, drawn and built."""
    found = scenario or Scenario()
    pace = options.get("pace", "")
    if pace not in ("", *Pace):
        raise ValueError(f"pace: {pace!r} is neither single nor paired")
    if pace:
        found = replace(found, options=replace(found.options, pace=Pace(pace)))
    who = pairings(options.get("policies", trial.WHO.default), POLICIES, PAIRINGS)
    return Plan(games, seed, found, who).played(jobs)


weigh = Balance.of
