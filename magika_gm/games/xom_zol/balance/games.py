"""One game between two built-in players, each from his turn files alone, and what is noted of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.setup import Entrant
from magika_gm.games.xom_zol import bots
from magika_gm.games.xom_zol.events import (
    AssaultersChosen,
    CardCast,
    CounterCast,
    Died,
    EffectUsed,
    Event,
    Sabotaged,
)
from magika_gm.games.xom_zol.options import DEFAULTS, Options, Pace
from magika_gm.games.xom_zol.orders.lines import SheetLine
from magika_gm.games.xom_zol.orders.reading import read_orders
from magika_gm.games.xom_zol.rules.resolution import resolve
from magika_gm.games.xom_zol.setup.decks import Deck, deck_to_plain
from magika_gm.games.xom_zol.setup.scenario import OWN, Scenario
from magika_gm.games.xom_zol.setup.start import start
from magika_gm.games.xom_zol.sight.turn_file import known_state
from magika_gm.games.xom_zol.state import State
from magika_gm.games.xom_zol.words import SIDES

FIFTH = 5
"""The own turn at which mana is compared."""


@dataclass(slots=True, kw_only=True)
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
    state = start(scenario, entrants_of(decks), Dice(seed, 0))
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
