"""The data files hold every figure of the law's tables (DATA)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from math import ceil
from pathlib import Path

from magika_gm.games.arena.armies import Limits, check_army, ready
from magika_gm.games.arena.rules.effects import VERBS
from magika_gm.games.arena.rules.tables import ARMIES, BUYABLE, ITEMS, KINDS, MOST_LEVEL, SPELLS, Kind
from magika_gm.games.arena.rules.terms import Duration, MagicType, Target, Time
from magika_gm.games.arena.rules.units import may_bear

LAW = Path(__file__).parent / "law"


def rows(name: str) -> Iterator[dict[str, str]]:
    """A table of the law page, as it stands there."""
    lines = (LAW / f"{name}.txt").read_text(encoding="utf-8").strip().splitlines()
    head = lines[0].split("|")
    for line in lines[1:]:
        yield dict(zip(head, line.split("|"), strict=True))


def _ranged(kind: Kind) -> str:
    if kind.ranged is None:
        return ""
    poison = f" poison {kind.ranged.poison}" if kind.ranged.poison else ""
    span = f" range {kind.ranged.least}-{kind.ranged.most}" if (kind.ranged.least, kind.ranged.most) != (1, 1) else ""
    return f"{kind.ranged.power}{kind.ranged.type}{poison}{span}"


def test_creatures_are_the_laws() -> None:
    wanted = list(rows("creatures"))
    assert [r["name"].rstrip("*") for r in wanted] == list(BUYABLE)
    assert len(wanted) == 61
    for row in wanted:
        kind = KINDS[row["name"].rstrip("*")]
        got = {
            "size": str(kind.size),
            "Power": f"{kind.power}{kind.type}",
            "Move": str(kind.move),
            "terrain": kind.terrain,
            "flight": f"{kind.flight.speed}/{kind.flight.duration}" if kind.flight else "",
            "ranged": _ranged(kind),
            "poison": str(kind.poison) if kind.poison else "",
            "spells": ", ".join(f"{t} {n}" for t, n in kind.spells.items()),
            "ability": kind.ability + (f", {kind.uses} uses" if kind.uses else ""),
            "cost": str(kind.cost),
        }
        assert {key: row[key] for key in got} == got, kind.name
        assert set(row["attributes"].split()) == kind.attributes
        assert kind.source == row["name"].endswith("*")


def formula(kind: Kind) -> int:
    """DATA: the cost of a creature."""
    cost = 1 + kind.power * {"S": 3, "T": 4, "B": 2}[kind.type] + 2 * kind.move + max(len(kind.terrain) - 2, 0)
    if kind.flight:
        cost += 1 + 2 * kind.flight.speed + 2 * (kind.flight.duration - 1)
    if kind.ranged:
        cost += kind.ranged.power * {"S": 4, "T": 5, "B": 2}[kind.ranged.type] + 2 * (kind.ranged.most - 1)
        cost += 2 * kind.ranged.poison
    cost += 2 * kind.poison + sum({1: 2, 2: 4, 3: 7}[n] for n in kind.spells.values())
    cost += {"": 0, "Regeneration": 6, "Quick Growth": 4}[kind.ability]
    return max(cost + (1 if kind.hands else 0) - (2 if kind.vehicle else 0), 1)


def test_creatures_cost_what_the_formula_says() -> None:
    assert {name: KINDS[name].cost for name in BUYABLE} == {name: formula(KINDS[name]) for name in BUYABLE}


def test_items_are_the_laws() -> None:
    wanted = list(rows("items"))
    assert [r["name"].rstrip("*") for r in wanted] == list(ITEMS)
    assert len(wanted) == 20
    spans = {(1, 4): "", (2, 4): "size 2+", (1, 1): "size 1", (1, 2): "size 1-2"}
    for row in wanted:
        item = ITEMS[row["name"].rstrip("*")]
        who = {w.strip() for w in row["who"].split(",") if w.strip()}
        assert who == item.who | ({spans[item.sizes]} if spans[item.sizes] else set())
        assert row["type level"] == (f"{item.type} {item.level}" if item.level else item.type)
        casting = "continuous"
        if item.use is not None:
            casting = "instant, " + {"1p": "1p", "ud": "until dispelled"}[item.use.duration]
        assert row["casting"] == casting
        assert row["uses"] == (str(item.uses) if item.uses else "")
        assert (row["value"], row["cost"]) == (str(item.value), str(item.cost))
        assert item.cost == (ceil((item.value + 2) / 2) if item.uses else item.value + 2)
        assert row["effect"] == item.text.replace("\u2212", "-")
        assert item.source == row["name"].endswith("*")
        if item.use is not None:
            assert item.use.does in VERBS
            assert (item.use.phase or "") == (row["effect"][:2] if row["effect"][:2] in ("M1", "M2") else "")


def test_spells_are_the_laws() -> None:
    wanted = list(rows("spells"))
    assert [r["name"].rstrip("*") for r in wanted] == list(SPELLS)
    assert len(wanted) == 45
    for row in wanted:
        spell = SPELLS[row["name"].rstrip("*")]
        magic = spell.magic
        assert row["type level"] == f"{magic.type} {magic.level}"
        assert row["time"] == (str(magic.turns) if magic.time is Time.LONG else magic.time)
        assert (row["target"], row["range"], row["duration"]) == (magic.target, str(magic.range), magic.duration)
        assert (row["F"], row["cost"]) == (str(spell.force), str(spell.cost))
        assert row["effect"] == magic.text.replace("\u2212", "-")
        assert spell.source == row["name"].endswith("*")
        assert magic.does in {*VERBS, "block", "reflect"}


def test_spells_cost_what_the_formula_says() -> None:
    several = (Target.AREA, Target.AREA_CREATURES)
    for spell in SPELLS.values():
        magic = spell.magic
        wide = 3 if magic.target in several else 1 if magic.target in (Target.HEX, Target.PLACE) else 0
        time = {Time.COUNTERSPELL: 2, Time.INSTANT: 2, Time.HALF_TURN: 0, Time.LONG: -1}[magic.time]
        lasts = {
            Duration.PHASE: 0,
            Duration.INSTANTANEOUS: 1,
            Duration.UNTIL_DISPELLED: 2,
            Duration.REPEATING: 3,
        }[magic.duration]
        assert spell.cost == 2 * magic.level + magic.range - 1 + wide + time + lasts + spell.force, spell.name


def test_armies_are_the_laws() -> None:
    lines = (LAW / "armies.txt").read_text(encoding="utf-8").strip().splitlines()[2:]
    for line in lines:
        name, creatures, items, pool, cards = (cell.strip() for cell in line.strip("|").split("|"))
        army = ARMIES[name]
        assert creatures == ", ".join(kind if n == 1 else f"{kind} ×{n}" for n, kind in army.creatures)
        assert items == ", ".join(item for _, item in army.items)
        assert (pool, cards) == (str(army.pool), ", ".join(army.spells))
        check = check_army(ready(army), Limits())
        assert (check.pool, check.faults, check.remarks) == (army.pool, (), ())
    assert len(lines) == len(ARMIES) == 3


def test_one_spell_alone_is_beyond_everybody() -> None:
    """MAG-2: a level no creature has, with what it may bear; cases and game masters can give nobody a level."""
    best: Counter[MagicType] = Counter()
    for kind in KINDS.values():
        for magic in MagicType:
            lent = max((i.gives.levels.get(magic, 0) for i in ITEMS.values() if may_bear(kind, i)), default=0)
            best[magic] = max(best[magic], min(kind.spells.get(magic, 0) + lent, MOST_LEVEL))
    assert [name for name, s in SPELLS.items() if best[s.magic.type] < s.magic.level] == ["Regenerate"]


def test_what_magic_and_items_do_is_said_in_a_sentence() -> None:
    """For who holds a report and no rule book: no bare number of a rule, a subject and what becomes of it."""
    named = {name: spell.magic.says for name, spell in SPELLS.items()} | {n: item.says for n, item in ITEMS.items()}
    for name, said in named.items():
        assert len(said.split()) >= 3, name
        assert not re.search(r"\b[A-Z]+-\d|\.$", said), name
        assert not said[0].isdigit(), name
