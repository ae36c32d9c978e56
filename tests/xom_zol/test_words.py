"""Cards in sentences: each of the 500, and every keyword and verb of the law, says in words what its text says."""

from __future__ import annotations

import re

import pytest

from magika_gm.engine.words import filled, with_article
from magika_gm.games.xom_zol.cards.catalogue import every_card
from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.cards.text import both_texts, read_rules, rules_in_words, rules_text
from magika_gm.games.xom_zol.rules.terms import Keyword


def all_cards() -> list[Card]:
    return [card for card in every_card().values() if rules_text(card.rules)]


@pytest.mark.parametrize(
    ("law", "said"),
    [
        ("USE C B: DRAW 1", "Commit it and pay B: you draw 1 card."),
        ("USE GG: DRAW 2", "Pay GG, as often as you like: you draw 2 cards."),
        ("DESTROY creature[evil]", "An evil creature is destroyed."),
        ("DESTROY creature[COST>=5]", "A creature with COST 5 or more is destroyed."),
        ("DAMAGE 1 either", "A creature or the opponent takes 1 damage."),
        ("BOOST -2/0 EACH their creature", "Each creature of the opponent's has \u22122/0 this turn."),
        ("AURA [Xom Empire] +1/0", "Each other Xom Empire creature of yours has +1/0."),
        ("FETCH land", "You take the first land of your library."),
        ("RAISE undead TO hand", "An undead creature of your pile comes into your hand."),
        ("CANCEL body", "The cast of a creature is cancelled."),
        ("ENTER: MILL 2", "When it comes into play, the opponent's library loses its top 2 cards to his pile."),
        ("SLAYER ork", "SLAYER ork: +2 S in a fight with an ork."),
        ("INFLATE B +1/0", "Pay B for +1/0 this turn, as often as its printed D says."),
        ("", ""),
    ],
)  # fmt: skip
def test_what_a_player_reads(law: str, said: str) -> None:
    rules = read_rules(law)
    assert rules_in_words(rules) == said
    assert both_texts(rules) == (f"{said} ({law})" if law else "")


def test_of_an_augment_its_bearer_is_told_and_for_no_turn() -> None:
    rules = read_rules("BOOST +1/0; GRANT PHASE", on_augment=True)
    assert rules_in_words(rules) == "Its bearer has +1/0. Its bearer has PHASE."


def test_every_card_is_told_in_whole_sentences() -> None:
    assert len(all_cards()) > 350
    for card in all_cards():
        said, law = rules_in_words(card.rules), rules_text(card.rules)
        assert re.fullmatch(r"([A-Z+][\w \u2212+/,:'-]*[\w]\. ?)+", said), (card.name, said)
        assert not re.search(r"\b1 (?!damage|life|this)\w+s\b|\ba [aeio]\w|\b(\w+) \1\b|  ", said), (card.name, said)
        assert len(re.findall(r"\. |\.$", said)) == len(law.split("; ")), card.name


def test_every_keyword_has_words() -> None:
    for keyword in Keyword:
        assert rules_in_words(read_rules(keyword)).startswith(f"{keyword}: ")


def test_patterns_of_words() -> None:
    assert filled("it loses|lose {n} card(s)", True, n=1) == "it loses 1 card"
    assert filled("they loses|lose {n:+d} action point(s)", n=-2) == "they lose \u22122 action points"
    assert filled("{n:+d}/{m:+d} and well-known", n=-2, m=-1) == "\u22122/\u22121 and well-known"
    assert [with_article(noun) for noun in ("orange", "unicorn", "Elf", "knight")] == [
        "an orange", "a unicorn", "an Elf", "a knight"]  # fmt: skip
