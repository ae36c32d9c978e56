"""While a game goes on its public page shows what the rule book says of every game, and nothing of this one (R41)."""

from __future__ import annotations

import re
from html import unescape

from magika_gm.engine.chain import NO_CHAIN
from magika_gm.engine.seam.reports import Delivered, OfficeFacts, TurnRecord
from magika_gm.games.magika.report.building import build_spectator
from magika_gm.games.magika.report.gmpage import spectator_letter
from magika_gm.games.magika.rules.state import World
from magika_gm.games.magika.rules.tables import ARTIFACT_TITLES
from tests.magika.randoms import random_world

OFFICE = OfficeFacts(
    game="7", title="Arena", date="2026-11-22", next_due="Saturday 5 December 2026", people={}, mail=(), acts=(),
    chain=NO_CHAIN, due_at="2026-12-05T22:00:00+00:00",
)  # fmt: skip


def page(world: World) -> str:
    how = dict.fromkeys(world.mages, "mailed")
    data = TurnRecord(
        acts=(),
        state=world,
        told=(),
        orders={},
        how=how,
        messages=(Delivered("A", "ALL", False, "North!"),),
        seed=b"seed",
    )
    return spectator_letter(build_spectator(data, OFFICE))


def test_two_games_of_one_turn_have_one_page() -> None:
    """Other lands, other names, others' places and hands: the page is the same to the letter."""
    one, other = random_world(3), random_world(4)
    assert one.terrain != other.terrain
    other.turn = one.turn
    for mage in other.mages.values():
        mage.name = one.mages[mage.letter].name
        mage.dropped = one.mages[mage.letter].dropped
    assert page(one) == page(other)


def test_the_page_is_worth_looking_at() -> None:
    """The arena with its Goal Square and the places where mages start, the artifacts drawn, what is counted."""
    html = page(random_world(3))
    said = " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())
    assert html.count("<svg") >= 1 + 13 + 1 + 12
    assert "the Goal Square at its tip" in said
    for title in ARTIFACT_TITLES.values():
        assert title in said
    assert "position 24" in said
    assert "North!" in said
