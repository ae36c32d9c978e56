"""The data files hold every figure of the law page, and the isle is the one printed there."""

from __future__ import annotations

import pytest

from magika_gm.engine.toml import load_toml
from magika_gm.games.rune_war.rules.movement import CHANCES
from magika_gm.games.rune_war.rules.tables import (
    CLAN_BY_TITLE,
    CREATURES,
    DATA,
    ENCHANTMENTS,
    LAW_ISLE,
    NAMES,
    PLACES,
    SPELLS,
    WIZARDS,
    Ability,
    Clan,
    Figure,
    SpellKind,
    code_order,
    split_code,
)
from magika_gm.games.rune_war.rules.terms import CODES, HONORS, KIND, SIMPLES, TERMINALS, WHOLE_SET, lucky_kinds
from tests.rune_war import law

TARGETS = {
    "any creature": "any",
    "1 enemy": "enemy",
    "1 friendly": "friendly",
    "enemy party": "party",
    "1 friendly with ranged ≥ 1": "shooter",
    "self": "self",
    "1 opponent": "opponent",
}
GRANTS = {
    "Draw Character": "White Dragon",
    "Draw Sword": "Green Dragon",
    "Draw Skull": "Red Dragon",
    "Random Discard": "Fire Elemental",
    "Scry Runes": "Earth Elemental",
    "Silence": "Air Elemental",
    "Fog": "Water Elemental",
}


def test_runes_are_those_of_the_law() -> None:
    assert len(WHOLE_SET) == 136
    assert [c for c in CODES if KIND[c] in HONORS] == ["E", "S", "W", "N", "RD", "GD", "WD"]
    assert CODES[:27] == tuple(f"{n}{s}" for s in "KSC" for n in range(1, 10))
    assert len(TERMINALS) == 6
    assert len(SIMPLES) == 21
    assert {CODES[k] for k in lucky_kinds(KIND["S"], KIND["E"])} == {"RD", "GD", "WD", "S", "E"}


def test_creatures() -> None:
    rows = law.table(law.CREATURES)
    assert [row[0].removesuffix(" U") for row in rows] == list(CREATURES)
    for name, group, figures, move, cost, runes, special in rows:
        kind = CREATURES[name.removesuffix(" U")]
        assert kind.unique is name.endswith(" U")
        assert kind.group == group
        assert [kind.melee, kind.ranged, kind.defense, kind.loyalty] == [int(f) for f in figures.split("\\")]
        assert (kind.move, kind.cost) == (int(move), int(cost))
        assert [CODES[k] for k in kind.runes] == runes.split()
        words = {w.strip() for part in special.split(";") for w in part.split(",")} - {"-"}
        told = {a.value for a in kind.abilities}
        if kind.resistance:
            told.add(f"{kind.resistance} % Magic Resistance")
        if kind.grants:
            told.add(f"casts {kind.grants}")
        assert told == words


def test_spells() -> None:
    rows = [
        [name, *row[1:]]
        for row in law.table(law.SPELLS)
        for name in (["Draw Character", "Draw Sword", "Draw Skull"] if row[0].startswith("Draw") else [row[0]])
    ]
    assert [row[0] for row in rows] == list(SPELLS)
    for name, realm, target, cost, runes, effect, letter in rows:
        spell = SPELLS[name]
        assert spell.target.value == TARGETS[target]
        assert spell.cost == int(cost)
        assert [CODES[k] for k in spell.runes] == ([] if runes == "-" else runes.split())
        assert spell.kind.value[0].upper() == letter[0]
        if name in GRANTS:
            assert spell.realm == "granted"
            assert CREATURES[GRANTS[name]].grants == name
            assert GRANTS[name].split()[0] in realm
        else:
            assert spell.realm == ("wizard" if realm == "Niana" else realm)
        changes = {figure.value: number for figure, number in spell.changes.items()}
        for figure in Figure:
            number = changes.get(figure.value)
            said = f"{number:+d} {figure.value}" if number else figure.value
            if name not in ("Mystical Fountain", "Guidance"):
                assert (said in effect) is bool(number), (name, said)
    assert SPELLS["Guidance"].changes == {Figure.RANGED: 1}


def test_wizards() -> None:
    rows = law.table(law.WIZARDS)
    assert [row[0] for row in rows] == list(WIZARDS)
    for name, clans, summons, spells, specials in rows:
        wizard = WIZARDS[name]
        named = {clan.title for clan in Clan} if clans == "any" else set(clans.split(";")[0].split(", "))
        assert {clan.title for clan in wizard.clans} == named
        expected = _summoned(summons) | {n for n in CREATURES if n in specials}
        if "all three dragons" in specials:
            expected |= {n for n, c in CREATURES.items() if c.group == "dragon"}
        if "all four elementals" in specials:
            expected |= {n for n, c in CREATURES.items() if c.group == "elemental"}
        assert set(wizard.summons) == expected
        assert set(wizard.spells) == _known(spells) | ({"Hellblast"} if "Hellblast" in specials else set())
        assert wizard.sees_invisible is ("permanent See Invisible" in specials)
        assert wizard.telepathic is ("telepathic" in specials)
        assert wizard.heals == (2 if "heal 2 loyalty" in specials else 0)
        assert wizard.any_clan_against == ("Orachi" if "any against Orachi" in clans else "")
    points = {name: wizard.spell_points for name, wizard in WIZARDS.items()}
    special = {"Dayla": 600, "Nucrus": 500, "Logun": 300}
    assert points == {name: special.get(name, 400) for name in WIZARDS}


def _summoned(text: str) -> set[str]:
    if text.startswith("all "):
        groups = [word.removesuffix("s") for word in text.removeprefix("all ").split(", ")]
        return {name for name, c in CREATURES.items() if c.group in groups}
    return set(text.split(", "))


def _known(text: str) -> set[str]:
    found: set[str] = set()
    for word in text.split(", "):
        if word == "all three realms":
            found |= {n for n, s in SPELLS.items() if s.realm in ("skull", "sword", "character")}
        elif word == "common" or word.endswith(" realm"):
            found |= {n for n, s in SPELLS.items() if s.realm == word.removesuffix(" realm")}
        else:
            found.add(word)
    return found


def test_territories() -> None:
    values = {row[0]: row[1:] for row in law.table(law.LAND)}
    rows = law.table(law.PLACES)
    assert {row[0] for row in rows} == set(PLACES)
    for code, name, hexes, neighbours in rows:
        t = LAW_ISLE.at[code]
        assert (t.name, NAMES[code]) == (name, name)
        assert list(t.hex) == [int(x) for x in hexes.split(",")]
        assert set(LAW_ISLE.neighbours[code]) == set(neighbours.split())
        if code != "T":
            kind, figures, value, circle = values[code[1]]
            assert t.kind == kind
            assert [t.melee, t.ranged, t.defense, t.loyalty] == [int(f) for f in figures.split("\\")]
            assert t.value == int(value)
            assert t.circle is (circle == "yes")
            assert t.clan is Clan(code[0])
    assert [f"{a}-{b}" for a, b in LAW_ISLE.ridges] == law.RIDGES.split()
    assert sum(len(n) for n in LAW_ISLE.neighbours.values()) == 2 * 60
    for clan in Clan:
        assert sum(t.value for t in LAW_ISLE.territories if t.clan is clan) == 960


def test_a_quarter_turn_leaves_the_isle_unchanged() -> None:
    turned = dict(zip("MZKI", "ZKIM", strict=True))

    def turn(code: str) -> str:
        return code if code == "T" else turned[code[0]] + code[1:]

    for code, neighbours in LAW_ISLE.neighbours.items():
        assert {turn(other) for other in neighbours} == set(LAW_ISLE.neighbours[turn(code)])


def test_neighbours_written_in_the_data_are_those_of_hexes_and_ridges() -> None:
    for row in load_toml(DATA, "isle.toml")["territories"]:
        assert set(row["neighbours"]) == set(LAW_ISLE.neighbours[row["code"]])


def test_codes_of_creatures() -> None:
    assert split_code("MA12") == (Clan.MAITHA, 12)
    for wrong in ("MA", "MA0", "MA01", "XX1", "MA1x", "ma1", "MA1234567"):
        assert split_code(wrong) is None
    codes = ["IZ1", "KA2", "MZ1", "MA10", "MA2"]
    assert sorted(codes, key=code_order) == ["MA2", "MA10", "MZ1", "KA2", "IZ1"]
    assert [clan.prefix for clan in CLAN_BY_TITLE.values()] == ["MA", "MZ", "KA", "IZ"]


def test_abilities_and_enchantments_are_all_used() -> None:
    assert {a for kind in CREATURES.values() for a in kind.abilities} == set(Ability)
    spells = [s for s in SPELLS.values() if s.kind is SpellKind.ENCHANTMENT]
    assert len(ENCHANTMENTS) == len(spells) + 2


@pytest.mark.parametrize(("deficit", "chance"), list(enumerate((50, 25, 12, 6, 3, 1))))
def test_chances_halve(deficit: int, chance: int) -> None:
    assert CHANCES[deficit] == chance
