"""What the tests of all games ask of Temple Isle."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from magika_gm.games.temple_isle.rules.events import LineDropped, LineRefused
from tests.systems.contract import Contract, Misspelt, Standing

FAMILIES = {
    "ISLE": 6, "BUILD": 7, "DECK": 6, "UNIT": 4, "COMB": 7, "WATER": 5, "ACT": 13, "MUST": 6, "CTRL": 4, "ENCH": 8,
    "FAST": 6, "EFF": 4, "CARDS": 4, "SEQ": 5, "MAIL": 8, "ORD": 3, "INFO": 4, "SET": 4, "END": 6, "VAR": 2, "LAW": 12,
    "CASE": 5,
}  # fmt: skip


def not_done(events: Sequence[Any], seat: str) -> Iterator[tuple[str, str]]:
    """Lines of a seat's that were not carried out, and why."""
    for event in events:
        if isinstance(event, LineRefused | LineDropped) and event.seat == seat:
            yield event.text, event.code.told


CONTRACT = Contract(
    not_done=not_done,
    foreign="mages?|ebon|goblins?|arena|novices?",
    names=lambda _, option: {f"unit:{n}" for n in re.findall(r"\bU(\d+)\b", option.text)},
    families=FAMILIES,
    unprinted=frozenset({"CASE"}),
    elsewhere={
        "BUILD-2": "test_sight.py::test_the_temples_drawn_are_shown_before_they_are_placed",
        "SEQ-5": "systems/test_random_games.py::replays",
        "INFO-2": "test_sight.py::test_a_turn_file_holds_what_info_2_lists",
        "INFO-3": "systems/test_noninterference.py::test_what_one_may_not_know_changes_nothing_one_gets",
        "INFO-4": "test_sight.py::test_what_is_told_to_both_and_to_one",
        "SET-1": "test_scenario.py::test_the_default_scenario_is_the_law",
        "SET-4": "systems/test_cases.py::test_case",
    },
    case_names=r"(?:[SC]\d\d[a-d]?|[A-Z]+-\d+)-[a-z0-9-]+",
    cases=260,
    worked=(*(f"S{n:02}" for n in range(1, 18)), *(f"C{n:02}" for n in range(1, 22))),
    wrong_cases=(
        ('game = "magika"', "game", "must be temple_isle, not 'magika'"),
        ("turn = 3", "turn", "did you mean turns"),
        ("turns = 0", "turns", "from 1 to 500"),
        ("[options]\nstak = 3", "options.stak", "did you mean stack"),
        ("[options]\nlimit = 5", "options.limit", "an even number"),
        ("[options]\npace = 'double'", "options.pace", "is not one of single, paired"),
        ("[state]\nstart = 'begin'", "state.start", "is not one of turn, setup, build, field"),
        ("[state]\nstart = 'build'", "state.temples", "is needed"),
        ("[state]\ntemples = ['War']", "state.temples", "belongs to start"),
        ("[state]\nstart = 'build'\ntemples = ['War']", "state.temples", "names 1 temples; 4 are drawn"),
        ("[state]\nstart = 'setup'\n[isle]\na1 = 'Heath'", "isle", "is not allowed"),
        ("[state]\nturn = 2\nactive = 'SUN'", "state.active", "game turn 2 is MOON's"),
        ("[options]\npace = 'paired'\n[state]\nturn = 2", "state.turn", "is odd"),
        ("[state]\nturn = 'two'", "state.turn", "whole number"),
        ("[state.deck]\nDom = 1", "state.deck.Dom", "did you mean Doom"),
        ("[state]\ndiscard = ['Knigth']", "state.discard", "did you mean Knight"),
        ("[state]\nmantras = ['Holy Ground']", "state.mantras", "say who cast it"),
        ("[state]\nmantras = ['Might SUN']", "state.mantras", "cannot lie there"),
        ("[isle]\nf1 = 'Heath'", "isle.f1", "is not a key"),
        ("[isle]\na1 = 'Hearth'", "isle.a1", "did you mean Heath"),
        ("[isle]\na1 = 'Water'\n[control]\na1 = 'SUN'", "control.a1", "nobody controls"),
        ("[mantras]\na1 = ['Claim']", "mantras.a1", "cannot lie there"),
        ("[unit.U1]\ncard = 'Knight'", "unit.U1.at", "is needed"),
        ("[unit.U1]\ncard = 'Knigt'\nat = 'a1'", "unit.U1.card", "did you mean Knight"),
        ("[unit.U1]\ncard = 'Knight'\nat = 'z9'", "unit.U1.at", "is no square"),
        ("[unit.U1]\ncard = 'Knight'\nat = 'a1'\nhp = 7", "unit.U1.hp", "from 1 to 6"),
        ("[unit.U1]\ncard = 'Knight'\nat = 'a1'\nhpp = 7", "unit.U1.hpp", "did you mean hp"),
        ("[unit.X1]\ncard = 'Knight'\nat = 'a1'", "unit.X1", "is no unit"),
        ("[isle]\na1 = 'Water'\n[unit.U1]\ncard = 'Knight'\nat = 'a1'", "unit.U1.at", "cannot stand on water"),
        ("[unit.U1]\ncard='Scout'\nat='a1'\n[unit.U6]\ncard='Scout'\nat='a1'", "unit.U6.at", "unit of the foe"),
        ("[seat.EARTH]\nhand = []", "seat.EARTH", "is not a key"),
        ("[seat.SUN]\nhand = ['Mite']", "seat.SUN.hand", "did you mean Might"),
        ("[seat.SUN]\nfast = ['CAST Might ON U1']", "seat.SUN.fast", "is no FAST line"),
        ("[seat.SUN]\nfast = ['FAST Might']", "seat.SUN.fast", "cannot be read"),
        ("[seat.SUN]\norders = 'U1 E'", "seat.SUN.orders", "must be a list"),
        ("[seat.SUN]\norders = [['U1 E'], 'U1 E']", "seat.SUN.orders", "must be a list"),
        ("[dice]\n'combat.atack' = 3", "dice.combat.atack", "did you mean combat.attack"),
        ("[dice]\n'combat.attack' = 'three'", "dice.combat.attack", "whole number"),
        ("[dice]\n'draw.card' = 3", "dice.draw.card", "card's name"),
        ("[expect.unit.U1]\nhitpoints = 3", "expect.unit.U1.hitpoints", "is not a key"),
        ("[expect.seat.SUN]\nhands = []", "expect.seat.SUN.hands", "did you mean hand"),
        ("[expect.game]\nunit = 3", "expect.game.unit", "is not a key"),
        ("[expct]\na = 3", "expct", "did you mean expect"),
    ),
    seat="SUN",
    other="MOON",
    good=("WATER c1, b1",),
    # MAIL-3, ORD-2, FAST-2, MAIL-6
    bad=(
        (1, ("WATTER a1",)),
        (3, ("MUSTER Fisher AT a1", "U1 N", "CAST Might ON U1")),
        (1, ("WATER a1", "FIELD Fisher AT a1")),
        (1, ("WATER a1", "FAST Doom ON IT WHEN ATTACK")),
        (3, ("U1 N", "MUSTER Fisher AT a1", "CAST Doom ON U1")),
    ),
    misspelt=Misspelt(
        ("WATER c1, b1, e4",), ("TEMPEL ANY AT c2, d2", "WATR a1"), ("did you mean TEMPLE?", "did you mean WATER?")
    ),
    letter=True,
    two_orders=("water c1, b1", "temple any at c2"),
    by_word=("1", "WATER e4, a4, d4"),
    guides=("players-guide.md",),
    standing=Standing(
        "SUN",
        "FAST lines",
        "FAST-2",
        ("WATER c1, b1", "FAST Parry ON IT WHEN ATTACK"),
        ("FAST Parry ON IT WHEN ATTACK",),
        ("OFFER DRAW",),
        ("OFFER DRAW", "FAST Parry ON U1 WHEN ATTACK", "FSAT Parry ON IT WHEN ATTACK"),
        ("FAST NONE",),
        (),
    ),
    slip=("CAST Mihgt ON U1", "Might", "CAST Might ON U1"),
    typed_only=(
        "U3 N E LEAP S STOP ATTACK E TIMES 3 KEEP 1 WHILE HP > 2 W",
        "FAST Parry ON IT WHEN ATTACK UNLESS PLAYED Parry",
    ),
    pages=(5, 8),
    by_day=frozenset({"life", "rolls otherwise", "soak"}),
)
