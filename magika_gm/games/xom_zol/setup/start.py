"""How a game begins: who is first, libraries shuffled, first hands (SETUP-2)."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.setup import Entrant
from magika_gm.games.xom_zol.cards.model import Cards
from magika_gm.games.xom_zol.options import First
from magika_gm.games.xom_zol.setup.decks import (
    DEFAULT_DECKS,
    Deck,
    NoDeck,
    chosen_deck,
    deck_faults,
    shipped_decks,
)
from magika_gm.games.xom_zol.setup.scenario import OWN, Scenario, ScenarioFaults
from magika_gm.games.xom_zol.state import Piece, Side, State
from magika_gm.games.xom_zol.words import SIDES

FIRST_ROLL = "xom_zol.setup.first"
SHUFFLE_ROLL = "xom_zol.setup.shuffle"
MANA_WANTED = (2, 3)
"""Mana cards the first hand of the side of game turn 1, and of the other, should hold (SETUP-2)."""


def deck_of(scenario: Scenario, seat: str, entrants: Sequence[Entrant]) -> Deck:
    """The deck a seat plays: the scenario's, or what was handed in (a title, a list as text, or plain data); raises
    :class:`ScenarioFaults` if that is no deck."""
    named = scenario.decks[seat]
    if named != OWN:
        return shipped_decks()[named]
    said = next((e.choices.get("deck") for e in entrants if e.seat == seat), None)
    try:
        return chosen_deck(said) or shipped_decks()[DEFAULT_DECKS[seat]]
    except NoDeck as error:
        raise ScenarioFaults([(f"decks.{seat}", fault) for fault in error.faults]) from error


def start(scenario: Scenario, entrants: Sequence[Entrant], dice: Dice) -> State:
    """The state of turn 0; raises :class:`ScenarioFaults` if a deck breaks SETUP-1."""
    decks = {seat: deck_of(scenario, seat, entrants) for seat in SIDES}
    found = [(f"decks.{seat}", fault.reason) for seat in SIDES for fault in deck_faults(decks[seat], scenario.options)]
    if found:
        raise ScenarioFaults(found)
    dice.phase = 0
    first = scenario.options.first.value
    if scenario.options.first is First.ROLL:
        first = SIDES[dice.between(FIRST_ROLL, "game", 1, 2, "SETUP-2") - 1]
    state = State(options=scenario.options, first=first, active=first, scenario=scenario.title)
    for seat in SIDES:
        _begin(state, seat, decks[seat], dice)
    return state


def _begin(state: State, seat: str, deck: Deck, dice: Dice) -> None:
    own: Side = state.sides[seat]
    own.life = state.options.life
    own.deck, own.start = deck.cards, deck.start
    for number, name in enumerate(deck.start, 1):
        state.pieces[f"{seat}{number}"] = Piece(ref=f"{seat}{number}", side=seat, number=number, card=state.cards[name])
    own.next_number = len(deck.start) + 1
    library = dice.shuffle(SHUFFLE_ROLL, seat, deck.listed(), "SETUP-2")
    hand, library = library[: state.options.hand], library[state.options.hand :]
    wanted = MANA_WANTED[seat != state.first]
    hand, library = first_hand(hand, library, wanted, state.cards)
    own.hand, own.library = sorted(hand), library


def first_hand(hand: list[str], library: list[str], wanted: int, cards: Cards) -> tuple[list[str], list[str]]:
    """While a first hand holds fewer mana cards than wanted, its last card that is none changes places with the
    top-most mana card of the library, as far as there are any (SETUP-2).
    """
    hand, library = list(hand), list(library)
    while sum(cards[name].is_mana for name in hand) < wanted:
        i = next((i for i in range(len(hand) - 1, -1, -1) if not cards[hand[i]].is_mana), None)
        j = next((j for j, name in enumerate(library) if cards[name].is_mana), None)
        if i is None or j is None:
            break
        hand[i], library[j] = library[j], hand[i]
    return hand, library
