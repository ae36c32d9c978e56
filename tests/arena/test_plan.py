"""The plan of Arena's page: what its own lines do to one another, what stands already, what is typed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, permutations, product
from typing import Any

import pytest

from magika_gm.engine.paging import OrderForm, Plan, Slot, page_json
from magika_gm.engine.sheet.understanding import Mark
from magika_gm.games.arena.orders.lines import read_order
from magika_gm.games.arena.orders.model import MakeStorm, StandingOrder
from magika_gm.games.arena.orders.offers import own_turn
from magika_gm.games.arena.rules.terms import TERRAINS
from tests.page import node
from tests.page.rambles import Position, positions, read, sheet_text
from tests.page.test_fights import FIGHTS
from tests.page.test_typed_words import JUDGE, judged, judged_each

pytestmark = node.NEEDED
LETTERS = JUDGE.with_name("letters.mjs")


def own_turns(seed: int, turns: int = 12) -> Iterator[Position]:
    """Positions of who is to play, with hexes enough to change land."""
    for position in positions("arena", seed, turns):
        if own_turn(position.known, position.seat):
            yield position


def plan_of(position: Position) -> Plan:
    plan = position.page().plan
    assert plan is not None
    return plan


def going(plan: Plan) -> Iterator[tuple[OrderForm, Slot]]:
    for form in plan.forms:
        if form.verb in ("MOVE", "FLY") and len(form.parts) > 1 and isinstance(form.parts[1], Slot):
            yield form, form.parts[1]


def doubted(position: Position, lines: Sequence[str]) -> list[bool]:
    """Of which of these lines the acknowledgement says something."""
    sheet = read(position, sheet_text(position, [*lines]))
    return [line.mark is not Mark.GOOD for line in position.system.orders.understood(
        sheet, position.seat, position.known).lines]  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_a_units_ways_are_those_of_the_land_as_the_sheet_makes_it(seed: int) -> None:
    """TERR-2 comes before MOVE-1 and FLY-5: the page warns where the answer doubts, and offers what it opens."""
    chance = random.Random(seed)
    opened = closed = 0
    for position in own_turns(seed):
        plan = plan_of(position)
        budget = next(purse.amount for purse in plan.purses if purse.key == "budget")
        pairs = [(form, option) for form, slot in going(plan) for option in slot.options]
        sheets = []
        for form, option in chance.sample(pairs, min(24, len(pairs))):
            hex_ = option.ends.rstrip("^")
            if not hex_ or plan.land[hex_] == "K" or budget < 8 or len(option.text.replace(" LAND", "").split()) > 1:
                continue
            to = chance.choice([letter for letter in TERRAINS if letter != plan.land[hex_]])
            sheets.append([f"TERRAIN {hex_} {TERRAINS[to].upper()}", f"{form.parts[0]} {option.text}"])
        plain = judged_each(position, [[line] for _, line in sheets])
        for lines, alone, found in zip(sheets, plain, judged_each(position, sheets), strict=True):
            first = [bool(one["warnings"]) for one in (alone, found)]
            answer = [doubted(position, lines[1:])[0], doubted(position, lines)[1]]
            assert first == answer, (position.turn, position.seat, lines, found["warnings"])
            text = lines[1].split(" ", 2)[2]
            assert (text in found["open"][" ".join(lines[1].split()[:2])]) is not answer[1]
            opened += first == [True, False]
            closed += first == [False, True]
    assert opened
    assert closed


def test_a_fight_behind_a_change_of_land_is_foretold() -> None:
    """A unit that comes in by it fights there; one that is kept out by it does not."""
    let_in = kept_out = 0
    for position in (p for seed in range(4) for p in own_turns(seed, 20)):
        plan = plan_of(position)
        assert plan.outlook is not None
        for form, slot in going(plan):
            for option in slot.options:
                if option.ends not in plan.outlook.against or " " in option.text or plan.land[option.ends] == "K":
                    continue
                line = f"{form.parts[0]} {option.text}"
                for to in slot.enters.removesuffix("K")[0], next(t for t in "WLRSFG" if t not in slot.enters):
                    if to == plan.land[option.ends]:
                        continue
                    lines = [f"TERRAIN {option.ends} {TERRAINS[to].upper()}", line]
                    (told,) = node.answers(FIGHTS, f"[{page_json(plan)},{json.dumps(lines)}]")
                    comes = any(f"at {option.ends}:" in text for text in told)
                    if any(f"at {option.ends}:" in text for text in _foretold(plan, [])):
                        continue
                    assert comes is (to in slot.enters), (lines, told)
                    let_in += comes
                    kept_out += not comes
        if let_in and kept_out > 2:
            return
    raise AssertionError((let_in, kept_out))


def _foretold(plan: Plan, lines: list[str]) -> list[str]:
    (told,) = node.answers(FIGHTS, f"[{page_json(plan)},{json.dumps(lines)}]")
    return list(told)


def test_a_typed_line_to_a_place_nobody_can_get_at_is_warned_of() -> None:
    """Unless lines before it may change that: then the answer tells (MOVE-1, RNG-1)."""
    told = 0
    for position in list(own_turns(5, 10))[1:]:
        plan = plan_of(position)
        storm = next(o for o in map(read_order, ["STORM a1"]) if isinstance(o, MakeStorm))
        own = [c for c in position.known.by_id() if c.side == position.seat]
        for who in (c.id for c in own if not c.on):
            offered = {o.ends for f, slot in going(plan) if f.parts[0] == f"MOVE {who}" for o in slot.options}
            hex_ = next(name for name in plan.land if name not in offered and name != own[0].place)
            line = f"MOVE {who} {hex_}"
            alone, beside = judged_each(position, [[line], [f"STORM {storm.hex}", line]])
            assert [fault["text"] for fault in alone["warnings"]] == [
                f"{line}: as things stand it cannot go there (MOVE-1)"
            ]
            assert doubted(position, [line]) == [True]
            assert [fault["line"] for fault in beside["untold"]] == [1]
            told += 1
        if any(line.startswith("SHOOT") and "@" in line for verdict in plan.verdicts for line in verdict.lines):
            line = f"SHOOT {own[0].id} i5"
            (fault,) = judged(position, line)["warnings"]
            assert fault["text"] == f"{line}: as things stand it can shoot at nobody there (RNG-1)"
            assert doubted(position, [line]) == [True]
    assert told > 20


def test_a_line_stands_in_a_part_it_may_stand_in() -> None:
    """MAIL-4: no MOVE among standing orders; a LATE line is no change of land."""
    position = next(p for p in own_turns(0) if any(f.verb == "MOUNT" for f in plan_of(p).forms))
    lines = [
        "LATE MOUNT A3 A99",
        "MOVE A3 E E",
        "SHOOT A2 a1 ELSE b1",
        "M2 CAST Bless BY A12 ON A1 KEEP 3",
        "KILL B1 RANDOM",
    ]
    (found,) = judged_each(position, [lines])
    assert found["homes"][0] == ["equip"]
    assert found["homes"][1] == ["move"]
    assert "standing" not in found["homes"][2]
    assert "standing" in found["homes"][3]
    assert "standing" in found["homes"][4]


def standing_position() -> Position:
    for seed in range(9):
        for position in positions("arena", seed, 14):
            if len(position.known.standing[position.seat]) > 1 and plan_of(position).sections:
                return position
    raise AssertionError("nobody has standing orders")


def test_the_plan_begins_with_what_stands_and_each_can_be_taken_away() -> None:
    """MAIL-4: a block replaces all, so the page sends those that stand with one that is added; without any of them an
    empty block."""
    position = standing_position()
    plan = plan_of(position)
    (block,) = (section for section in plan.sections if section.opens == "STANDING")
    assert list(block.stands) == [
        position.system.orders.GRAMMAR.write(o) for o in position.known.standing[position.seat]
    ]
    assert plan.standing == ()
    sheets: list[Any] = []
    for change in ("[]", '[["AUTO OFF","standing"]]', '[["-"]]', "[" + ",".join(['["-"]'] * len(block.stands)) + "]"):
        (found,) = node.answers(LETTERS.with_name("standing.mjs"), f"[{page_json(plan)},{change}]")
        sheets.append(found)
    untouched, added, one_less, none = sheets
    assert untouched["empty"]
    assert untouched["told"] == []
    assert block_of(untouched) == list(block.stands)
    assert block_of(added) == [*block.stands, "AUTO OFF"]
    assert block_of(one_less) == list(block.stands[1:])
    assert block_of(none) == []
    assert not none["empty"]
    for sheet in sheets:
        lines = sheet["sheet"].splitlines()[2:-1]
        parsed = read(position, sheet_text(position, lines))
        assert parsed.faults == ()
        assert all(isinstance(read_order(line), StandingOrder) for line in block_of(sheet))


def block_of(found: dict[str, Any]) -> list[str]:
    lines = found["sheet"].splitlines()
    return list(lines[lines.index("STANDING") + 1 : lines.index("END STANDING")])


def beside(position: Position, *lines: str) -> tuple[set[str], list[bool]]:
    """Under which headings the page has the last of these lines, and which of them the answer doubts."""
    found = judged(position, *lines)
    last = len(lines) - 1
    headings = ("warnings", "untold")
    return {head for head in headings if any(fault["line"] == last for fault in found[head])}, doubted(position, lines)


def test_what_lines_above_make_impossible_is_not_well_for_the_page() -> None:
    """A second rider too heavy for its mount (SIZE-1), a flight through one's own storm (STORM-1), a target that is
    sent away (MAG-14), who dismounts into land that was changed (SIZE-4), a vehicle left by its rider for another mount
    (VEH-2): each of them alone is well."""
    found: dict[str, set[str]] = {}
    for position in chain.from_iterable(own_turns(seed, 20) for seed in range(9)):
        forms = {form.key: form for form in plan_of(position).forms}
        lines = {key: _written(form) for key, form in forms.items()}
        pairs: list[tuple[str, str, str]] = []
        mounts = [line for form in forms.values() if form.verb == "MOUNT" for line in _written(form)]
        pairs += [("mount", one, other) for one, other in permutations(mounts, 2)
                  if one.split()[1] != other.split()[1] and one.split()[2] == other.split()[2]]  # fmt: skip
        flights = [line for form in forms.values() if form.verb == "FLY" for line in _written(form)]
        storms = {line.split()[1]: line for line in lines.get("STORM", ())}
        pairs += [("storm", storms[way], line) for line in flights for way in line.split()[2:-1] if way in storms]
        spells = [line for form in forms.values() if form.section == "magic_2" for line in _written(form)]
        pairs += [("target", go, line) for line in spells for go in flights if line.split()[-1] == go.split()[1]]
        creatures, names = position.known.creatures, position.known.board.names
        ground = {id_: names[one.place >> 1] for id_, one in creatures.items() if not one.dead}
        lands = [line for form in forms.values() if form.verb == "TERRAIN" for line in _written(form)]
        down = [line for form in forms.values() if form.verb == "DISMOUNT" for line in _written(form)]
        pairs += [("land", land, line) for line in down for land in lands if ground[line.split()[1]] == land.split()[1]]
        goes = {form.key.split()[1]: _written(form)[0] for form in forms.values() if form.verb == "MOVE"}
        left = [(line, creatures[line.split()[1]].on) for line in mounts]
        pairs += [("vehicle", line, goes[on]) for line, on in left if on in goes and creatures[on].kind.vehicle]
        for kind, first, second in _some(pair for pair in pairs if pair[0] not in found):
            alone, (doubt,) = beside(position, second)
            told, doubts = beside(position, first, second)
            if not doubt and doubts == [False, True]:
                assert told, (position.turn, first, second)
                assert not alone or kind == "target", (position.turn, second)
                found.setdefault(kind, set()).update(told)
        if len(found) == 5:
            break
    assert found.keys() == {"mount", "storm", "target", "land", "vehicle"}
    assert found["storm"] == {"warnings"}
    assert found["mount"] == {"untold"}  # one may dismount above


def _some(pairs: Iterable[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Twelve of each kind at most."""
    kinds: dict[str, list[tuple[str, str, str]]] = {}
    for pair in pairs:
        kinds.setdefault(pair[0], []).append(pair)
    return [pair for of in kinds.values() for pair in of[:12]]


def _written(form: OrderForm) -> list[str]:
    """The shortest lines of a form."""
    words, slots = [part for part in form.parts if isinstance(part, str)], []
    for part in form.parts:
        if isinstance(part, Slot) and not (part.optional or part.extra):
            slots.append([" ".join(filter(None, (part.before, option.text))) for option in part.options])
    return [" ".join((*words, *chosen)) for chosen in product(*slots)][:30]
