"""Studies: games repeat, what is counted adds up, random decks are legal and reach every card."""

from __future__ import annotations

import pytest

from magika_gm.games.xom_zol.cards.catalogue import catalogue
from magika_gm.games.xom_zol.setup import deck_faults, shipped_decks
from magika_gm.games.xom_zol.trials import Chance, Share, pair_table, random_deck, study_cards, study_pairs, tally_lines


def test_random_decks_are_legal_and_reach_every_card() -> None:
    seen: set[str] = set()
    for i in range(400):
        deck = random_deck(Chance(b"decks", str(i)))
        assert deck_faults(deck) == ()
        seen.update(name for name, _ in deck.cards)
    assert set(catalogue()) - seen == set()


@pytest.mark.slow
def test_a_study_of_pairs_adds_up() -> None:
    two = dict(list(shipped_decks().items())[:2])
    study = study_pairs(8, decks=two)
    again = study_pairs(8, decks=two)
    assert study == again
    assert study.all.games == 8
    (pair,) = study.pairs.values()
    assert pair.of + study.all.drawn == 8
    assert sum(share.times for share in study.decks.values()) == pair.of
    table = list(pair_table(study))
    assert len(table) == 4
    assert any("game turns" in line for line in tally_lines(study.all))


@pytest.mark.slow
def test_a_study_of_cards_counts_what_was_played() -> None:
    study = study_cards(6)
    assert study.all.games == 6
    assert sum(c.played for c in study.cards.values()) > 100
    for count in study.cards.values():
        assert count.won <= count.played <= count.decks
    assert set(study.unplayed()) | {n for n, c in study.cards.items() if c.played} == set(catalogue())


def test_intervals() -> None:
    low, high = Share(1000, 500).interval()
    assert 0.46 < low < 0.5 < high < 0.54
    assert Share(0, 0).interval() == (0.0, 1.0)
    assert str(Share(1000, 510)).startswith("51.0 % (47.9-54.1)")
