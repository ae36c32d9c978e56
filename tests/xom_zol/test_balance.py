"""Studies: games repeat, what is counted adds up, random decks are legal and reach every card."""

from __future__ import annotations

import pytest

from magika_gm.games.xom_zol.cards.catalogue import catalogue
from magika_gm.games.xom_zol.setup import deck_faults, shipped_decks
from magika_gm.games.xom_zol.trials import Chance, random_deck, simulate, weigh


def test_random_decks_are_legal_and_reach_every_card() -> None:
    seen: set[str] = set()
    for i in range(400):
        deck = random_deck(Chance(b"decks", str(i)))
        assert deck_faults(deck) == ()
        seen.update(name for name, _ in deck.cards)
    assert set(catalogue()) - seen == set()


@pytest.mark.slow
def test_what_games_of_two_decks_show_adds_up() -> None:
    decks = list(shipped_decks())[:2]
    options = {"decks": ",".join(decks)}
    found = weigh(simulate(8, "pairs", 1, None, options))
    assert found.games == 8
    (pair,) = found.pairs.values()
    assert pair.cases + found.drawn == 8
    assert sum(share.hits for share in found.decks.values()) == pair.cases
    assert {row[0] for table in found.tables() if table.heads[0] == "deck" for row in table.rows} == set(decks)
    assert any("game turns" in line for line in found.summary())


@pytest.mark.slow
def test_games_of_random_decks_count_what_was_played() -> None:
    found = weigh(simulate(6, "cards", 1, None, {"decks": "random"}))
    assert found.games == 6
    assert sum(share.cases for share in found.cards.values()) > 100
    assert all(share.hits <= share.cases <= 12 for share in found.cards.values())
    assert set(found.cards) <= set(catalogue())
