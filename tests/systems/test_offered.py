"""What is offered harms nobody of one's own and helps nobody else: Magika, Rune War, Xom and Zol."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from magika_gm import games
from magika_gm.engine.dice import Dice
from magika_gm.engine.paging import Slot
from magika_gm.engine.seam.setup import Need
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.games.magika.page import MEANT, plan
from magika_gm.games.magika.rules.spellbook import CODES, SPELL
from magika_gm.games.magika.rules.state import Scroll
from magika_gm.games.magika.rules.tables import BLACK, TERRAIN_NAMES
from magika_gm.games.rune_war.orders import offers as rune_war
from magika_gm.games.rune_war.rules.state import Due
from magika_gm.games.rune_war.rules.tables import SPELLS, Aimed, enchantment_target
from magika_gm.games.xom_zol.orders.offers import choices
from magika_gm.games.xom_zol.page import Offered
from magika_gm.games.xom_zol.rules.targets import aiming_of, aiming_of_effect
from tests.magika.randoms import random_world
from tests.magika.test_maps import report_of
from tests.systems.test_contract import begun
from tests.systems.test_threats import Table


def positions(name: str, turns: int) -> Iterator[Table]:
    """A game by bots, turn by turn."""
    system = games.system(name)
    _, state = begun(system)
    table = Table(system, state, {seat: system.sight.no_memory() for seat in system.rules.playing(state)})
    for turn in range(1, turns):
        orders = {}
        for seat in system.rules.playing(table.state):
            file = json.loads(json.dumps(system.reports.turn_file(table.report(seat))))
            if system.rules.needs(table.state).get(seat) is not Need.NONE:
                orders[seat] = system.bots.play(system.bots.DEFAULT, file, b"offered")
        yield table
        after = system.rules.resolve(table.state, orders, Dice(b"offered", turn))
        table.state, table.told = after.state, after.told
        if system.rules.ending(table.state) is not None:
            return


def test_xom_and_zol_what_harms_is_offered_on_the_other_sides() -> None:
    seen = set()
    for table in positions("xom_zol", 24):
        for seat in ("A", "B"):
            known = table.system.sight.known(table.state, seat, table.memories[seat])
            for choice in choices(known, seat):
                aiming = _aiming(known, choice)
                on = [w for p in choice.parameters if p.word == "ON" for w in p.candidates]
                pieces = [known.pieces[word] for word in on if word in known.pieces]
                if aiming is not None and pieces:
                    assert {(piece.side != seat) for piece in pieces} == {aiming.hostile}, choice
                    seen.add(aiming.hostile)
    assert seen == {True, False}


def test_xom_and_zol_what_a_mana_card_of_the_hand_pays_for_is_offered() -> None:
    """As the acknowledgement foresees both lines; the card alone it says could not be paid."""
    paid = 0
    for table in positions("xom_zol", 24):
        for seat in ("A", "B"):
            known = table.system.sight.known(table.state, seat, table.memories[seat])
            found = list(choices(known, seat))
            forms = {form.key: form for form in Offered(known, seat, found).forms()}
            for choice in found:
                if not choice.after:
                    continue
                on = next((f" ON {p.candidates[0]}" for p in choice.parameters if p.word == "ON"), "")
                first, then = f"CAST {choice.after}", f"CAST {choice.card}{on}"
                assert "would not be carried out" not in _foreseen(table, seat, first, then)
                assert "would not be carried out" in _foreseen(table, seat, then)
                form = forms[f"act:CAST:{choice.subject}"]
                assert f"once {choice.after} is cast" in form.note
                mana = [f for f in forms.values() if f.label == f"Cast {choice.after}"]
                assert all("mana card" in f.uses for f in mana)
                paid += 1
    assert paid


def _foreseen(table: Table, seat: str, *lines: str) -> str:
    text = "\n".join(["GAME 7 TURN 1", f"SIDE {seat}", "ACT", *lines, "END", ""])
    (sheet,) = read_sheets(text, table.system.orders.GRAMMAR)
    assert not sheet.faults
    known = table.system.sight.known(table.state, seat, table.memories[seat])
    return table.system.orders.forecast(sheet, seat, known, table.memories[seat])


def _aiming(known: Any, choice: Any) -> Any:
    if choice.verb == "USE":
        use = known.pieces[choice.subject].card.rules.use
        return None if use is None else aiming_of_effect(use.effect)
    return aiming_of(known.cards[choice.card]) if choice.verb == "CAST" else None


def test_rune_war_what_harms_is_offered_on_foes_and_dispel_where_it_helps() -> None:
    seen = set()
    for table in positions("rune_war", 20):
        for seat in table.memories:
            known = table.system.sight.known(table.state, seat, table.memories[seat])
            if known.due is not Due.HAND:
                continue
            for creature in known.creatures.values():
                own = creature.seat == seat
                creature.enchantments = ("Paralyze",) if own else ("Heroism",)
            for name, spell in SPELLS.items():
                word, found = rune_war._targets(known, seat, name)
                for code in found if word == "ON" and spell.target is not Aimed.OPPONENT else ():
                    mine = known.creatures[code].seat == seat
                    if spell.target is not Aimed.ANY:
                        assert mine == (spell.target in (Aimed.FRIENDLY, Aimed.SHOOTER)), (name, code)
                    seen.add((name, mine))
            for creature in known.creatures.values():
                creature.enchantments = ("Heroism",) if creature.seat == seat else ("Paralyze",)
            assert rune_war._targets(known, seat, "Dispel Magic") == ("ON", [])
    assert {("Dispel Magic", True), ("Dispel Magic", False), ("Heal", True), ("Lightning Bolt", False)} <= seen
    assert {enchantment_target("Paralyze"), enchantment_target("Mystical Fountain melee")} == {
        Aimed.ENEMY,
        Aimed.FRIENDLY,
    }


def test_magika_attacks_are_offered_on_others_and_understood_on_all() -> None:
    harmed = 0
    for seed in range(12):
        world = random_world(seed)
        mage = world.mages["C"]
        mage.scrolls = [Scroll(code) for code in CODES[seed : seed + 6]]
        for letter in "DE":
            world.mages[letter].team, world.mages[letter].cloaks = "blue", ["blue"]
        mage.team, mage.cloaks = "blue", ["blue"]
        sheet = plan(report_of(world, "C"), mage)
        friends = {"C", "D", "E"} | {m.letter for m in world.mages.values() if m.team == "blue"}
        forbidden = {
            "mage": friends,
            "colour": {"BLUE"},
            "terrain": {TERRAIN_NAMES[world.terrain_at(mage.space)].upper()},
        }
        for form in sheet.forms:
            if not re.match(r"S\d", form.key):
                continue
            spell = SPELL[mage.scrolls[int(form.key[1]) - 1].code]
            slots = [part for part in form.parts if isinstance(part, Slot) and part.name == "aim"]
            if not slots:
                continue
            kind = spell.parameter_at(form.key.split()[0].endswith("X"))
            if kind in MEANT:
                texts = {option.text for option in sheet.lists[slots[0].list]}
                assert bool(texts & forbidden[kind]) <= form.typed, form.key
                harmed += not form.typed
    assert harmed
    assert BLACK not in MEANT
