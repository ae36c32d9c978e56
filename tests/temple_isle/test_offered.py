"""What is offered never harms the player: every mantra in hand, in every position of random games (CARDS, ENCH-7)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from magika_gm.engine.paging import Slot
from magika_gm.games.temple_isle.orders.offers import choices, harms, order_form
from magika_gm.games.temple_isle.page import Offered
from magika_gm.games.temple_isle.report import blocks
from magika_gm.games.temple_isle.rules.sheets import Role, role_of
from magika_gm.games.temple_isle.rules.state import State
from magika_gm.games.temple_isle.rules.tables import Aim, standard
from magika_gm.games.temple_isle.rules.terms import OTHER, SEATS, SQUARE
from tests.temple_isle.made import a_report
from tests.temple_isle.randoms import game

HARMS = {"Lightning", "Doom", "Banish", "Fetters", "Weakness", "Blight", "Revolt", "Barrier", "Plague"}


def positions(seed: int) -> Iterator[tuple[State, str]]:
    """Positions of a game by bots, each seat with every mantra in hand."""
    for state, _, _ in game(seed, wild=0.0):
        for seat in SEATS:
            rich = state.copy()
            rich.hands[seat] = list(rich.catalogue.mantras)
            for unit in rich.units_in_play():
                unit.hp = max(1, unit.hp - 1)
            if not rich.ended and role_of(rich, seat) is Role.ACTIVE:
                yield rich, seat


def test_what_harms_follows_from_the_cards() -> None:
    assert {card.name for card in standard().mantras.values() if harms(card)} | {"Banish"} == HARMS | {"Recall"}


@pytest.mark.parametrize("seed", range(3))
def test_no_mantra_is_offered_where_it_hurts_oneself_or_helps_the_foe(seed: int) -> None:
    seen = set()
    for state, seat in positions(seed):
        offered = [(c.subject, w) for c in choices(state, seat) if c.verb == "CAST"
                   for p in c.parameters if p.word == "ON" for w in p.candidates]  # fmt: skip
        page = Offered(state, seat, choices(state, seat)).plan()
        for form in page.forms:
            card = state.catalogue.mantras.get(form.key.partition(" ")[2])
            if card is not None:
                slots = [part for part in form.parts if isinstance(part, Slot) and part.name == "on"]
                offered += [(card.name, o.text.partition(" ")[0]) for slot in slots for o in slot.options]
        for name, word in offered:
            card = state.catalogue.mantras[name]
            if word[:1] == "U" and word[1:].isdigit() and card.aim is not Aim.MANTRA:
                mine = state.units[int(word[1:])].owner == seat
                assert mine != (name in HARMS), (name, word)
                seen.add((name in HARMS, "unit"))
            elif word in SQUARE:
                held = state.control[SQUARE[word]]
                if name in ("Fortify", "Brambles"):
                    assert held == seat, (name, word)
                elif name in ("Blight", "Revolt"):
                    assert held == OTHER[seat], (name, word)
                else:
                    assert held != seat, (name, word)
                seen.add((name in HARMS, "land"))
        assert "CAST Dispel" not in "\n".join(order_form(state, seat))
    assert seen == {(True, "unit"), (False, "unit"), (True, "land"), (False, "land")}


def test_a_card_that_only_answers_is_not_said_to_be_playable() -> None:
    """CARDS-3."""
    from dataclasses import replace

    from magika_gm.games.temple_isle.sight import CardHeld

    report = a_report("SUN", 6)
    held = (CardHeld("Dispel", None), CardHeld("Insight", None))
    report = replace(report, view=replace(report.view, hand=held))
    notes = [row.note for row in blocks.hand(report).rows]
    assert notes == ["only as an answer: FAST (CARDS-3)", "can be played"]
