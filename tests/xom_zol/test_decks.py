"""Decks: reading, checking with every fault, the shipped ones (SETUP-1, DECKS)."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.setup import Entrant, ScenarioFaults
from magika_gm.engine.sheet.sheet import SheetLine
from magika_gm.games.xom_zol.cards.catalogue import catalogue
from magika_gm.games.xom_zol.rules.faults import faults
from magika_gm.games.xom_zol.rules.state import DEFAULTS, Options
from magika_gm.games.xom_zol.rules.terms import CardType
from magika_gm.games.xom_zol.setup import (
    SETUP,
    Deck,
    Scenario,
    begin,
    composition,
    deck_faults,
    deck_from_plain,
    deck_named,
    deck_to_plain,
    most_copies,
    read_deck,
    shipped_decks,
)
from magika_gm.games.xom_zol.signup import SIGNUP
from tests.xom_zol.randoms import random_deck, write_deck

XOM = shipped_decks()["Xom Empire"]


def lines(text: str) -> list[SheetLine]:
    return [SheetLine(i, line) for i, line in enumerate(text.splitlines(), 1)]


def changed(**copies: int) -> Deck:
    """The Xom Empire deck with other numbers of some cards (underscores for spaces)."""
    cards = dict(XOM.cards) | {name.replace("_", " "): n for name, n in copies.items()}
    return Deck(tuple(cards.items()), XOM.start)


@pytest.mark.parametrize("deck", shipped_decks().values(), ids=lambda d: d.title)
def test_shipped_decks_are_legal(deck: Deck) -> None:
    assert deck_faults(deck) == ()
    assert deck.summary
    assert len(deck.listed()) == 100


def test_composition() -> None:
    """DECK-2."""
    order = ("character", "creature", "land", "sigil", "function", "channel", "spell", "counter", "augment")
    found = {title: tuple(composition(deck)[CardType(t)] for t in order) for title, deck in shipped_decks().items()}
    assert found["Xom Empire"] == (5, 34, 23, 2, 6, 7, 11, 7, 5)
    assert found["Zol Nation"] == (5, 35, 23, 2, 6, 5, 10, 7, 7)
    assert XOM.start == ("Xom Farmland", "Xom Farmland")


def test_every_fault_is_named_with_its_place() -> None:
    deck = changed(
        Emperor_Xom=2, Sigil_of_Xom=2, Xom_Knight=5, Xom_Farmland=13, Recruit_of_Xom=7, Nonesuch=1, Lady_Isolde_Varn=1
    )
    deck = Deck(deck.cards, ("Xom Citadel",))
    found = {(fault.code, fault.place) for fault in deck_faults(deck)}
    assert found == {
        ("size", "deck"),
        ("single", "Emperor Xom"),
        ("sigil", "Sigil of Xom"),
        ("copies", "Xom Knight"),
        ("copies", "Xom Farmland"),
        ("copies", "Recruit of Xom"),
        ("no-card", "Nonesuch"),
        ("slots", "characters"),
        ("start", "START"),
        ("start", "Xom Citadel"),
    }
    words = " ".join(fault.reason for fault in deck_faults(deck))
    assert "at most 4 of a common card: Xom Knight stands 5 times" in words
    assert "at most 12 of a land of cost 0" in words


def test_options_change_what_is_allowed() -> None:
    assert most_copies(catalogue()["Xom Knight"]) == 4
    assert most_copies(catalogue()["Xom Knight"], Options(copies=(1, 2, 3, 9, 9))) == 9
    golems = Deck((("Clay Golem", 2), ("Xom Farmland", 12)), XOM.start)
    codes = {fault.code for fault in deck_faults(golems, Options(dependency=False))}
    assert "dependency" in codes
    assert "dependency" not in {fault.code for fault in deck_faults(golems, DEFAULTS)}


def test_reading_a_mailed_list() -> None:
    deck, faults = read_deck(
        lines("4 Xom Knight\n4x xom footman  ; small ones\n\n2 Xom Footman\nMarshal Ferren\nSTART 2 Xom Farm")
    )
    assert not faults
    assert deck.cards == (("Xom Knight", 4), ("Xom Footman", 6), ("Marshal Ferren", 1))
    assert deck.start == ("Xom Farmland", "Xom Farmland")
    deck, faults = read_deck(lines("START Zol Crypt, Xom Farmland"))
    assert deck.start == ("Zol Crypt", "Xom Farmland")


def test_lines_that_cannot_be_read_are_quoted() -> None:
    _, faults = read_deck(lines("4 Xom Knigth\n0 Smite\n3 Xom F\n4 Smite"))
    assert [(f.line, f.code) for f in faults] == [(1, "no-card"), (2, "number"), (3, "ambiguous-card")]
    assert faults[0].near[0] == "Xom Knight"
    assert set(faults[2].near) == {"Xom Farmland", "Xom Footman"}
    _, faults = read_deck(lines("\n".join(["1 Smite"] * 150)))
    assert "at most 120 lines" in faults[-1].reason


@pytest.mark.parametrize("seed", range(20))
def test_decks_print_and_read_back(seed: int) -> None:
    deck = random_deck(random.Random(seed))
    assert deck_faults(deck) == ()
    assert read_deck(lines(write_deck(deck))) == (deck, ())
    assert deck_from_plain(json.loads(json.dumps(deck_to_plain(deck)))) == deck


def test_plain_data_that_is_no_deck() -> None:
    with pytest.raises(ValueError, match="no deck"):
        deck_from_plain({"cards": 3})


def test_decks_by_name() -> None:
    assert deck_named("xom empire") is XOM
    assert deck_named("Doom") is shipped_decks()["Doom Horde"]
    assert deck_named("") is None
    assert deck_named("nothing") is None


def test_a_deck_of_the_first_edition_is_played_on() -> None:
    """docs/decisions/0015, Z43: what left the set is in no new deck, and in those of games begun with it. A sign-up
    that waited with it when it left, or comes back with it, begins: nothing that was taken is lost."""
    deck = shipped_decks()["Xom Empire"]
    with_old = replace(deck, cards=tuple(("Village Militia" if n == "Recruit of Xom" else n, k) for n, k in deck.cards))
    assert [fault.code for fault in deck_faults(with_old)] == ["no-card"]
    assert SIGNUP.wrong(deck_to_plain(with_old)), "nobody hands it in any more"
    assert composition(with_old) == composition(deck)
    started = {"decks": {"A": deck_to_plain(with_old), "B": deck_to_plain(deck)}}
    scenario = Scenario(name="old", title="old", decks=dict.fromkeys("AB", "own"), options=Options(edition=1))
    for options in (Options(edition=1), Options()):
        state = SETUP.restart(replace(scenario, options=options), started, Dice(b"old", 0))
        assert "Village Militia" in {*state.sides["A"].library, *state.sides["A"].hand}
        assert faults(state) == []
    back, told = SIGNUP.returned({}, state, "A")
    assert told == []
    entrants = [Entrant(seat="A", choices=back), Entrant(seat="B")]
    assert begin(replace(scenario, options=Options()), entrants, Dice(b"new", 0)).sides["A"].deck == with_old.cards
    never = replace(with_old, cards=tuple((name.replace("Militia", "Idiot"), k) for name, k in with_old.cards))
    with pytest.raises(ScenarioFaults, match="Village Idiot is no card"):
        SETUP.restart(scenario, started | {"decks": dict.fromkeys("AB", deck_to_plain(never))}, Dice(b"old", 0))
