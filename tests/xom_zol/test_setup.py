"""Scenarios and beginnings (SETUP-2, SCEN)."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.setup import Entrant, ScenarioFaults
from magika_gm.games.xom_zol.cards.catalogue import catalogue
from magika_gm.games.xom_zol.cases import CaseDice
from magika_gm.games.xom_zol.rules.faults import faults
from magika_gm.games.xom_zol.rules.state import DEFAULTS, EDITION, First, InflateCap, Lapse, Options, Pace
from magika_gm.games.xom_zol.rules.terms import SIDES
from magika_gm.games.xom_zol.rules.turn import next_draw
from magika_gm.games.xom_zol.setup import (
    SETUP,
    Deck,
    Scenario,
    begin,
    deck_of,
    deck_to_plain,
    first_hand,
    read_scenario,
    shipped_decks,
    write_scenario,
)
from tests.examples import some_of
from tests.xom_zol.randoms import random_options, write_deck

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "xom_zol"
CARDS = catalogue()
DUEL = read_scenario((SCENARIOS / "xom-against-zol.toml").read_text("utf-8"), "xom-against-zol")


def test_the_default_scenario() -> None:
    """SCEN-2: the law page's decks, all defaults."""
    assert SETUP.DEFAULT == "xom-against-zol"
    assert DUEL.decks == {"A": "Xom Empire", "B": "Zol Nation"}
    assert DUEL.options == DEFAULTS
    assert SETUP.seats_of(DUEL) == SIDES
    assert SETUP.title_of(DUEL) == "Xom against Zol"


def test_the_letter_leaves_off_what_is_ours() -> None:
    """SCEN-1: the author's two decks and his readings; the newest edition, as every game that begins."""
    letter = read_scenario((SCENARIOS / "letter.toml").read_text("utf-8"), "letter")
    assert letter.decks == DUEL.decks
    assert letter.options == Options(
        max_turns=0,
        first_draw=True,
        bottom_discard=True,
        bottom_any=True,
        lapse=Lapse.LIFE,
        overrun_sabotage=True,
        inflate_cap=InflateCap.NOW,
    )
    state = begin(letter, [], Dice(b"letter", 0))
    assert len(next_draw(state, state.first)) == 1


def test_a_game_of_the_first_edition_says_so() -> None:
    """docs/decisions/0015: what a record does not name is the first edition's, and written it stays."""
    old = read_scenario(write_scenario(DUEL) + "\n[options]\nedition = 1\n", "old")
    assert old.options == Options(edition=1)
    assert read_scenario(write_scenario(old), "old") == old
    assert DUEL.options.edition == EDITION == 2


@given(st.integers(0, 2**32))
@settings(max_examples=some_of(60), deadline=None)
def test_any_options_write_and_read_back(seed: int) -> None:
    scenario = Scenario(
        name="odd",
        title='A "quoted" – title',
        decks={"A": "own", "B": "Doom Horde"},
        options=random_options(random.Random(seed)),
    )
    assert read_scenario(write_scenario(scenario), "odd") == scenario


def test_a_faulty_scenario_names_every_fault() -> None:
    text = """
    title = 3
    decks = {A = "Xom Empir", C = "own"}
    [options]
    pace = "quick"
    max_turns = 7
    mulligan = true
    copies = {legend = 1, crops = 9}
    """
    with pytest.raises(ScenarioFaults) as caught:
        read_scenario(text, "faulty")
    places = {fault.split(": ")[1] for fault in caught.value.faults}
    assert {
        "title", "decks.B", "decks.C", "options.pace", "options.max_turns", "options.mulligan", "options.copies.crops",
    } <= places  # fmt: skip
    with pytest.raises(ScenarioFaults, match="not TOML"):
        read_scenario("title = ", "broken")


def test_a_game_begins_as_setup_says() -> None:
    dice = Dice(b"a game", 0)
    state = begin(DUEL, [], dice)
    assert faults(state) == []
    assert state.turn == state.mail_turn == 0
    assert [roll.name for roll in dice.rolls] == [
        "xom_zol.setup.first", "xom_zol.setup.shuffle", "xom_zol.setup.shuffle",
    ]  # fmt: skip
    assert [roll.subject for roll in dice.rolls] == ["game", "A", "B"]
    assert all(roll.phase == 0 for roll in dice.rolls)
    assert state.first == SIDES[int(dice.rolls[0].value) - 1]
    for side, land in (("A", "Xom Farmland"), ("B", "Zol Crypt")):
        own = state.sides[side]
        assert own.life == 50
        assert len(own.hand) == 5
        assert len(own.library) == 95
        assert own.hand == sorted(own.hand)
        assert [(p.ref, p.card.name, p.committed) for p in state.of(side)] == [
            (f"{side}1", land, False), (f"{side}2", land, False),
        ]  # fmt: skip
        assert own.next_number == 3


def test_a_shuffle_is_one_roll_that_holds_the_order() -> None:
    """DICE: card k changes places with card rolled, then card 1 is the top; SETUP-2 may change the first hand."""
    dice = Dice(b"order", 0)
    state = begin(DUEL, [], dice)
    for roll in dice.rolls[1:]:
        order = str(roll.value).split(",")
        own = state.sides[roll.subject]
        assert sorted(order) == shipped_decks()[DUEL.decks[roll.subject]].listed()
        wanted = 2 if roll.subject == state.first else 3
        hand, library = first_hand(order[:5], order[5:], wanted, CARDS)
        assert own.hand == sorted(hand)
        assert own.library == library


def test_a_shuffle_exchanges_as_the_law_says() -> None:
    """With every roll 1 each card from the last to the second changes places with the first."""
    dice = CaseDice(0, {})
    names = sorted(f"Card {i:02}" for i in range(6))
    assert dice.shuffle("xom_zol.setup.shuffle", "A", names, "SETUP-2") == [names[1], *names[2:], names[0]]


MANA, OTHER = "Xom Farmland", "Smite"


@pytest.mark.parametrize(
    ("hand", "library", "wanted", "new_hand", "new_library"),
    [
        ([MANA, MANA, OTHER], [MANA], 2, [MANA, MANA, OTHER], [MANA]),
        ([OTHER, "Plague", MANA], ["Terror", MANA, MANA], 2, [OTHER, MANA, MANA], ["Terror", "Plague", MANA]),
        ([OTHER, "Plague", "Denial"], [MANA, "Terror", "Zol Crypt"], 2, [OTHER, "Zol Crypt", MANA],
         ["Denial", "Terror", "Plague"]),
        ([OTHER, MANA], ["Terror"], 2, [OTHER, MANA], ["Terror"]),
        ([MANA, MANA], [MANA], 3, [MANA, MANA], [MANA]),
        ([], [MANA], 3, [], [MANA]),
    ],
)  # fmt: skip
def test_first_hand(
    hand: list[str], library: list[str], wanted: int, new_hand: list[str], new_library: list[str]
) -> None:
    """SETUP-2: the last card that is no mana changes places with the top-most mana card, as far as there are any."""
    before = list(hand), list(library)
    assert first_hand(hand, library, wanted, CARDS) == (new_hand, new_library)
    assert (hand, library) == before


@given(st.integers(0, 2**32))
@settings(max_examples=some_of(100), deadline=None)
def test_first_hands_hold_enough_mana(seed: int) -> None:
    state = begin(DUEL, [], Dice(str(seed).encode(), 0))
    for side in SIDES:
        mana = sum(CARDS[name].is_mana for name in state.sides[side].hand)
        assert mana >= (2 if side == state.first else 3)
    assert faults(state) == []


def test_options_reach_the_state() -> None:
    options = Options(life=20, hand=7, first=First.B, pace=Pace.DOUBLE)
    scenario = Scenario(name="x", title="x", decks=DUEL.decks, options=options)
    dice = Dice(b"x", 0)
    state = begin(scenario, [], dice)
    assert state.first == "B"
    assert [roll.name for roll in dice.rolls] == ["xom_zol.setup.shuffle"] * 2, "nothing is rolled that is settled"
    assert {len(own.hand) for own in state.sides.values()} == {7}
    assert {own.life for own in state.sides.values()} == {20}


def test_decks_handed_in() -> None:
    own = Scenario(name="own", title="own", decks={"A": "own", "B": "own"})
    wild = shipped_decks()["Wild Circle"]
    entrants = [
        Entrant(seat="A", choices={"deck": "wild circle"}),
        Entrant(seat="B", choices={"deck": deck_to_plain(wild)}),
    ]
    assert deck_of(own, "A", entrants) is wild
    assert deck_of(own, "B", entrants).cards == wild.cards
    assert deck_of(own, "A", []).title == "Xom Empire"
    assert deck_of(own, "B", []).title == "Zol Nation"
    bad = Deck((("Smite", 40),), ("Smite", "Smite"))
    with pytest.raises(ScenarioFaults, match="has 100 cards, this one 40"):
        begin(own, [Entrant(seat="A", choices={"deck": deck_to_plain(bad)})], Dice(b"x", 0))


def test_a_deck_handed_in_as_text_is_played() -> None:
    """A list written out in a sign-up file is that deck; what is no deck is an error, never another deck."""
    own = Scenario(name="own", title="own", decks={"A": "own", "B": "own"})
    wild = shipped_decks()["Wild Circle"]
    written = begin(own, [Entrant(seat="A", choices={"deck": write_deck(wild)})], Dice(b"x", 0))
    plain = begin(own, [Entrant(seat="A", choices={"deck": deck_to_plain(wild)})], Dice(b"x", 0))
    assert Counter(written.sides["A"].hand + written.sides["A"].library) == Counter(wild.listed())
    assert written.sides["A"].start == wild.start
    assert written.sides["A"].library == plain.sides["A"].library
    for strange in ("Wlid Circl", "4 Choir Angle\nSTART 2 Xom Farmland", ["a list"], {"cards": 3}):
        with pytest.raises(ScenarioFaults):
            begin(own, [Entrant(seat="A", choices={"deck": strange})], Dice(b"x", 0))
