"""What the tests of all games ask of Xom and Zol."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from magika_gm.engine.paging import Option
from magika_gm.games.xom_zol.orders.model import Part
from magika_gm.games.xom_zol.rules.events import LineSettled
from magika_gm.games.xom_zol.rules.refusals import No
from magika_gm.games.xom_zol.rules.terms import Word
from tests.systems.contract import Contract, Misspelt, Standing

FAMILIES = {
    "TERM": 7, "CARD": 7, "MANA": 9, "FIELD": 7, "STAT": 6, "SEQ": 4, "PLAY": 4, "UPK": 4, "CTR": 3, "ASLT": 10,
    "FIGHT": 6, "ALN": 5, "FX": 5, "MAIL": 9, "ORD": 4, "POL": 10, "SEE": 4, "SETUP": 2, "SCEN": 2, "END": 5, "SET": 7,
    "DECK": 2, "BOT": 3,
}  # fmt: skip


def names(position: Any, option: Option) -> set[str]:
    return {f"piece:{word}" for word in re.findall(r"[\w-]+", option.text) if word in position.known.pieces}


def not_done(events: Sequence[Any], seat: str) -> Iterator[tuple[str, str]]:
    """Lines of a seat's that were not carried out, and why."""
    answered = (No.SETTING, No.UNREAD, No.CANCELLED)
    for event in events:
        if not isinstance(event, LineSettled) or (event.side, event.part) != (seat, Part.ACT):
            continue
        if event.word is not Word.DONE and event.code and event.code not in answered:
            yield event.text, No(event.code).words


CONTRACT = Contract(
    not_done=not_done,
    foreign="mages?|ebon|novices?|temples?|isles?|clans?|runes?",
    names=names,
    earlier_pictures=False,
    whole_teams=("ALL", "SAFE"),
    families=FAMILIES,
    unprinted=frozenset({"SET", "DECK", "BOT"}),
    also_cited=frozenset(
        "SEQ-1.1 SEQ-1.2 SEQ-3.1 SEQ-3.3 SEQ-3.4 SEQ-5.3 SEQ-5.5 "
        "ALN FX CASE DICE ORD DRAW HIT HASTE LEECH OVERRUN VENOM VIGIL WARD".split()
    ),
    elsewhere={
        "TERM-4": "test_cards.py::test_price",
        "TERM-5": "test_cards.py::test_the_law_pages_cards_are_the_sets_to_the_letter",
        "CARD-1": "test_cards.py::test_the_law_pages_cards_are_the_sets_to_the_letter",
        "CARD-6": "test_cards.py::test_kinds_and_races",
        "CARD-7": "test_cards.py::test_each_faction_has_the_frame_of_fifty",
        "MAIL-1": "test_mail.py::test_double_pace_plays_two_game_turns",
        "MAIL-2": "test_mail.py::test_parts_of_a_sheet",
        "MAIL-4": "test_mail.py::test_a_sheet_without_react_leaves_the_set",
        "MAIL-6": "test_mail.py::test_no_sheets",
        "MAIL-7": "test_mail.py::test_forfeit",
        "MAIL-9": "systems/test_random_games.py::replays",
        "SEE-1": "systems/test_noninterference.py::test_what_one_may_not_know_changes_nothing_one_gets",
        "SEE-3": "test_reports.py::test_a_report_has_the_laws_sections",
        "SEE-4": "test_sight.py::test_spectators_get_what_both_sides_get",
        "SETUP-1": "test_decks.py::test_decks_by_name",
        "SETUP-2": "test_setup.py::test_a_game_begins_as_setup_says",
        "SCEN-2": "test_setup.py::test_the_default_scenario",
        "END-5": "test_mail.py::test_standing",
        "SET-1": "test_cards.py::test_five_hundred_by_category_alignment_and_rarity",
        "SET-2": "test_cards.py::test_each_faction_has_the_frame_of_fifty",
        "SET-3": "test_cards.py::test_lands_and_sigils_of_a_faction",
        "SET-4": "test_cards.py::test_price",
        "SET-5": "test_cards.py::test_kinds_and_races",
        "SET-6": "test_cards.py::test_names",
        "SET-7": "test_cards.py::test_no_two_alike_in_all_but_name",
        "DECK-1": "test_cards.py::test_law_decks_are_column_n",
        "DECK-2": "test_decks.py::test_composition",
        "BOT-1": "test_bots.py::test_careful_assaults_where_it_is_safe_or_deadly",
        "BOT-2": "test_bots.py::test_bold_assaults_and_forces",
        "BOT-3": "systems/test_bots.py::test_a_turn_file_is_all_a_policy_goes_by",
    },
    case_names=r"(?:0[1-9]|[1-3]\d|4[0-8]|[A-Z])[A-Za-z0-9.-]+",
    cases=420,
    worked=tuple(f"{n:02}" for n in range(1, 49)),
    wrong_cases=(
        ({"sides": {}}, "sides", ""),
        ({"side": {"C": {}}}, "side.C", ""),
        ({"side": {"A": {"lives": 3}}}, "side.A.lives", ""),
        ({"side": {"A": {"hand": ["Xom Knigth"]}}}, "side.A.hand.0", ""),
        ({"side": {"A": {"field": [{"card": "Smite"}]}}}, "side.A.field.0.card", ""),
        ({"side": {"A": {"field": [{"card": "Xom Knight", "at": "Q9"}]}}}, "side.A.field.0.at", ""),
        ({"side": {"A": {"field": [{"card": "Xom Knight", "ref": "B3"}]}}}, "side.A.field.0.ref", ""),
        ({"side": {"A": {"field": [{"card": "Barkskin"}]}}}, "side.A.field.0.on", ""),
        ({"side": {"A": {"field": [{"card": "Xom Farmland", "damage": 1}]}}}, "side.A.field.0.damage", ""),
        ({"side": {"A": {"no_sheet": True, "orders": []}}}, "side.A.orders", ""),
        ({"side": {"A": {"pool": "XYZ"}}}, "side.A.pool", ""),
        ({"option": {"life": 3}}, "option.life", ""),
        ({"option": {"sigil_formula": "double"}}, "option.sigil_formula", ""),
        ({"dice": {"xom_zol.effect.gambol": 3}}, "dice.xom_zol.effect.gambol", ""),
        ({"card": {"Odd": {"type": "creature"}}}, "card.Odd.faction", ""),
        ({"expect": {"side": {}}}, "expect.side", ""),
        ({"expect": {"sides": {"A": {"cards": 1}}}}, "expect.sides.A.cards", ""),
        ({"expect": {"play": {"A1": {"strength": 1}}}}, "expect.play.A1.strength", ""),
        ({"turns": "two"}, "turns", ""),
        ({"game": "magika"}, "game", ""),
        ({"active": "C"}, "active", ""),
    ),
    seat="A",
    other="B",
    good=("ACT", "KEEP 1", "REACT", "BLOCK DEFAULT FAIR"),
    # Z28
    bad=((1, ("ACT", "CSAT H1")), (1, ("ACT", "HOLD A1")), (2, ("REACT", "ASSAULT ALL", "BLOK DEFAULT FAIR"))),
    misspelt=Misspelt(
        ("REACT", "BLOCK STRONGEST WITH F1"),
        ("BLOK DEFAULT FAIR", "CSAT H1"),
        ("did you mean BLOCK?", "did you mean CAST"),
    ),
    letter=True,
    two_orders=("act", "assault all"),
    by_word=("ACT", "1", "CAST Guild Tower"),
    guides=("player.md",),
    standing=Standing(
        "A",
        "REACT part",
        "MAIL-3",
        ("REACT", "BLOCK DEFAULT FAIR"),
        ("BLOCK DEFAULT FAIR",),
        ("OFFER DRAW",),
        ("OFFER DRAW", "REACT", "BLOCK DEFAULT WALL", "BLOK STRONGEST WITH A1"),
        ("REACT", "BLOCK DEFAULT WALL"),
        ("BLOCK DEFAULT WALL",),
    ),
    out_of_turn=("A", ("REACT", "BLOCK DEFAULT FAIR"), ("ACT", "KEEP 1")),
    either_seat=("REACT", "BLOCK DEFAULT FAIR"),
    waits=lambda warning: "lands and sigils together do not pay" in warning,
    slip=("SABOTGE STRONGEST WITH ANY", "SABOTAGE", "SABOTAGE STRONGEST WITH ANY"),
    typed_only=(
        "SABOTAGE COSTLIEST WITH ANY",
        "STRIKE STRONGEST",
        "TAX FORCE 3",
        "UPKEEP A7 UNSUMMON",
        "COUNTER CREATURE COST>=4 WITH Denial",
    ),
    pages=(5, 8),
    by_day=frozenset({"life", "rolls otherwise", "solo", "soak", "pages of letter"}),
)
