"""Refusals are codes: their words are in one place, and the record's words give the value back."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.engine.dice import Dice
from magika_gm.games.magika.rules.events import OrderRefused
from magika_gm.games.magika.rules.refusals import Refusal, Why, refusal_of
from magika_gm.games.magika.rules.sequence import play_turn
from tests.examples import each_of
from tests.magika.randoms import random_orders, random_world

ABOUT = {Why.ARCANIA: "24", Why.ENDURANCE: "7", Why.NO_ARTIFACT: "crown", Why.NO_SCROLL: "S3", Why.WRITTEN: "odd, this"}


@each_of(Why)
def test_every_refusal_has_words_and_comes_back_from_them(why: Why) -> None:
    plain = Refusal(why, ABOUT.get(why, "red"))
    if "red" not in str(plain).split() and why not in ABOUT:
        plain = Refusal(why)
    assert refusal_of(str(plain)) == plain
    assert plain.to_you
    assert not {"he", "his", "him"} & set(plain.to_you.split()) or why is Why.NOT_LEFT_ALONE
    assert str(plain) == plain.of("he")


def test_a_refusal_is_said_to_him_and_of_him() -> None:
    refused = Refusal(Why.NO_CLOAK, "red")
    assert (str(refused), refused.to_you) == ("he holds no red cloak", "you hold no red cloak")
    assert refused.of("mage C") == "mage C holds no red cloak"
    assert Refusal(Why.NOT_LEFT_ALONE).to_you.endswith("may take his cloak off so"), "said of no one in particular"


@given(st.text())
def test_words_of_an_earlier_version_are_kept(text: str) -> None:
    assert str(refusal_of(text)) == text


@given(st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_what_the_rules_refuse_comes_back_from_the_record(seed: int) -> None:
    world = random_world(seed)
    told = play_turn(world, random_orders(seed, world), Dice(b"refusals", 1)).told
    for reason in (t.event.reason for t in told if isinstance(t.event, OrderRefused)):
        assert refusal_of(str(reason)) == reason
