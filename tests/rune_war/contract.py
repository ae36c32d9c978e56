"""What the tests of all games ask of Rune War."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from magika_gm.engine.paging import Option
from magika_gm.games.rune_war.orders.sheet import Remark
from magika_gm.games.rune_war.rules.events import LineRefused
from magika_gm.games.rune_war.rules.state import Ending
from tests.rune_war import law
from tests.rune_war.twins import twin
from tests.systems.contract import Contract, Misspelt


def names(position: Any, option: Option) -> set[str]:
    return {f"creature:{word}" for word in re.findall(r"[\w-]+", option.text) if word in position.known.creatures}


def not_done(events: Sequence[Any], seat: str) -> Iterator[tuple[str, str]]:
    """Lines of a seat's that were not carried out, and why."""
    for event in events:
        if isinstance(event, LineRefused) and event.seat == seat:
            yield event.text, event.reason.value


CONTRACT = Contract(
    not_done=not_done,
    names=names,
    remembered_apart=True,
    # blank hands are empty hands, and how many runes somebody holds all can see
    known_anew=lambda _, state, seat, number: twin(state, seat, Random(number)),
    waits=lambda warning: bool(warning["remark"] == Remark.WAITS),
    ending=next(iter(Ending)),
    families=law.RULES,
    unprinted=frozenset({"CASE"}),
    elsewhere={
        "GAME-1": "test_games.py::test_a_whole_game",
        "GAME-2": "test_games.py::test_a_whole_game",
        "GAME-3": "test_games.py::test_an_empty_seat_is_played_by_a_bot",
        "SET-6": "test_setup.py::test_wrong_scenarios_are_refused_with_place_and_cure",
        "RUNE-1": "test_tables.py::test_runes_are_those_of_the_law",
        "RUNE-4": "test_games.py::test_every_rune_has_magic_at_the_start_of_a_hand",
        "MAG-5": "test_games.py::test_casts_are_made_in_hand_turns_alone",
        "MAG-9": "test_secrecy.py::test_an_invisible_summons_is_announced_without_its_place",
        "ISLE-1": "test_tables.py::test_territories",
        "SEQ-3": "test_games.py::test_a_whole_game",
        "SEE-1": "test_secrecy.py::test_a_view_holds_what_is_public_and_nothing_of_others_hands",
        "SEE-2": "systems/test_noninterference.py::test_what_one_may_not_know_changes_nothing_one_gets",
        "SEE-3": "test_secrecy.py::test_a_view_holds_what_is_public_and_nothing_of_others_hands",
        "SEE-7": "systems/test_random_games.py::test_random_games",
        "SEE-8": "test_secrecy.py::test_a_spectator_sees_what_all_do",
        "SEE-9": "systems/test_noninterference.py::test_what_one_may_not_know_changes_nothing_one_gets",
        "ORD-3": "test_orders.py::test_faults_say_what_is_wrong_and_offer_the_nearest_spelling",
        "GM-2": "test_games.py::test_walls_are_sealed_at_the_deal_and_open_with_their_nonce",
        "BOT-1": "test_bots.py::test_forecasts_by_hand",
        "BOT-4": "test_bots.py::test_the_bold_hand",
        "BOT-5": "test_bots.py::test_the_bold_attacks_two_steps_away_and_draws_near",
        "BOT-6": "test_bots.py::test_armies_go_whole_the_strongest_in_front_first_strike_before_all",
        "FINE-13": "systems/test_random_games.py::test_random_games",
        "CASE-5": "test_cases.py::test_a_failed_expectation_is_named",
    },
    cases=380,
    wrong_cases=(
        ({"titel": "x"}, "titel", ""),
        ({"hand": {"nxt": 1}}, "hand.nxt", ""),
        ({"seat": {"5": {}}}, "seat.5", ""),
        ({"seat": {"2": {"hnd": "1K"}}}, "seat.2.hnd", ""),
        ({"seat": {"2": {"hand": "1X"}}}, "seat.2.hand", ""),
        ({"seat": {"2": {"hand": "123456789K 12345S"}}}, "seat.2.hand", ""),
        ({"seat": {"2": {"hand": "11111K"}}}, "hand", ""),
        ({"seat": {"2": {"hand": "1K", "dim": "9K"}}}, "seat.2.dim", ""),
        ({"seat": {"2": {"melds": ["12K"]}}}, "seat.2.melds", ""),
        ({"seat": {"2": {"wizard": "Gandalf"}}}, "seat.2.wizard", ""),
        ({"seat": {"2": {"clan": "Maitha"}}}, "seat", ""),
        ({"seat": {"2": {"unseen": "9S"}, "3": {"hand": "1K"}}}, "seat.2.unseen", ""),
        ({"seat": {"2": {"lcp": {"Z": 3}}}}, "seat.2.lcp.Z", ""),
        ({"creature": {"MZ1": {"at": "M1"}}}, "creature.MZ1.kind", ""),
        ({"creature": {"XX1": {"kind": "Wraith", "at": "M1"}}}, "creature.XX1", ""),
        ({"creature": {"MZ1": {"kind": "Wraith", "at": "Q1"}}}, "creature.MZ1.at", ""),
        (
            {"creature": {"MZ1": {"kind": "Wraith", "at": "Z1", "enchantments": ["Heal"]}}},
            "creature.MZ1.enchantments",
            "",
        ),
        ({"armies": {"Z1": ["MZ1"]}}, "armies.Z1", ""),
        ({"land": {"Q1": "M"}}, "land.Q1", ""),
        ({"dice": {"combat.hot": 1}}, "dice.combat.hot", ""),
        ({"dice": {"hand.wall": "11111K"}}, "dice.hand.wall", ""),
        ({"options": {"paces": 1}}, "options.paces", ""),
        ({"expect": {"wn": 1}}, "expect.wn", ""),
        ({"expect": {"seats": {"2": {"pnts": 1}}}}, "expect.seats.2.pnts", ""),
        ({"expect": {"seats": {"2": {"hand": "1X"}}}}, "expect.seats.2.hand", ""),
        ({"expect": {"claims": 5}}, "expect.claims", ""),
        ({"turns": "x"}, "turns", ""),
        ({"due": "sea"}, "due", ""),
        ({"setup": {"signups": []}, "seat": {}}, "seat", ""),
        ({"setup": {"signups": [["Orachy"]]}}, "setup.signups[1]", ""),
    ),
    seat="1",
    other="3",
    good=("AIM QUICK", "KEEP RD"),
    # WIZ: no wizard of that game will ever know the spell
    bad=(
        (1, ("PUNGE DRAGONS",)),
        (2, ("AIM FLUSH", "DISCART N", "KEEP XX")),
        (1, ("AIM FLUSH", "CAST Heroism")),
        (1, ("AIM FLUSH", "MESSAGE TO 3", "END MESSAGE")),
    ),
    misspelt=Misspelt(
        ("AIM FLUSH +1, HALF +2, QUICK",),
        ("PUNGE DRAGONS", "DISCART N"),
        ("did you mean PUNG?", "did you mean DISCARD?"),
    ),
    letter=True,
    two_orders=("pung dragons", "discard n"),
    by_word=("1", "AIM FLUSH"),
    names_in_a_row=(
        "minotaur adventure party fire giant sand wraith stone golem thunder bird",
        "skeleton horde durlock carol the great adventure party stone golem",
        "skeleton horde shadow minotaur adventure party sand wraith stone golem tornado",
        "suit no points all simples all terminals and honors terminal or honor in each set",
        "one suit with honors one suit only little three dragons",
    ),
    guides=("players-guide.md",),
    lost=(("CHOICE Niana/Maitha",), "the wish for Niana/Maitha is not taken: "),
    slip=("CAST Wriath AT M2", "Wraith", "CAST Wraith AT M2"),
    typed_only=("AIM HALF K +2, PUNGS, FLUSH S !", "CHOW 4S AS 345S, 2-8C NOT 5C"),
    pages=(6, 9),
    share_of_positions=0.15,
    own_schema=True,
    by_day=frozenset({"life"}),
)
