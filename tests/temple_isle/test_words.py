"""Cards in sentences: every effect the law knows has words of its own, which are a sentence and say its number."""

from __future__ import annotations

import re
from itertools import product

from magika_gm.games.temple_isle.report.faces import both_words, in_words, law_words
from magika_gm.games.temple_isle.rules.tables import Card, LandCard, standard
from magika_gm.games.temple_isle.rules.terms import COUNTED, SIGNED, EffectFault, Host, What, When, Who, read_effect

A_SENTENCE = re.compile(r"[A-Z][\w \u2212+,'-]*[\w]\.")


def all_cards() -> list[LandCard | Card]:
    catalogue = standard()
    return [*catalogue.isle.values(), *catalogue.cards.values()]


def test_what_a_player_reads() -> None:
    cards = {card.name: card for card in all_cards()}
    assert in_words(cards["Barrens"]) == "At the end of your turn your units here lose 1 HP."
    assert in_words(cards["Narrow Pass"]) == "Each step onto this card costs the foe's units 2 action points."
    assert in_words(cards["Temple of Wisdom"]) == "At the start of your turn you draw 1 card."
    assert in_words(cards["Insight"]) == "You draw 2 cards."
    assert in_words(cards["Weakness"]) == "It has attack \u22124."
    assert both_words(cards["Corsair"]) == "It can stand on water. On water it has attack +2. (water; afloat A+2)"
    assert both_words(cards["Militia"]) == ""


def test_each_keyword_and_effect_of_a_card_is_a_sentence() -> None:
    for card in all_cards():
        said = in_words(card).split(". ") if in_words(card) else []
        law = law_words(card).split("; ") if law_words(card) else []
        assert len(said) == len(law), card.name
        for sentence, word in zip(said, law, strict=True):
            assert A_SENTENCE.fullmatch(sentence.rstrip(".") + "."), sentence
            assert set(re.findall(r"\d", word)) <= set(re.findall(r"\d", sentence)), (word, sentence)


def test_every_effect_a_card_of_one_s_own_could_have_is_a_sentence() -> None:
    told = set()
    for host, when, who, what, n in product(Host, When, Who, What, (1, 2)):
        amount = f"+{n}" if what in SIGNED else f" {n}" if what in COUNTED else ""
        try:
            effect = read_effect(f"{when} {who} {what}{amount}", host)
        except EffectFault:
            continue
        sentence = in_words(LandCard(number=1, name="One", effects=(effect,)))
        assert A_SENTENCE.fullmatch(sentence), sentence
        assert not re.search(r"\b1 \w+s\b(?! HP)|\b2 (card|unit|turn|action point)\b", sentence), sentence
        assert not amount or str(n) in sentence
        told.add(sentence)
    assert len(told) > 150
