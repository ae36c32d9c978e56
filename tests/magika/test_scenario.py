"""Scenario files: what is read, what is refused and in which words (ARENA-1 to ARENA-6, ART-1, CLK-1, CAST-15)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.engine.seam.setup import ScenarioFaults
from magika_gm.games.magika.rules.arena import INDEX, NAME, ROW, SPACES
from magika_gm.games.magika.rules.tables import (
    ARTIFACTS,
    CLOAKS,
    COASTAL,
    FOREST,
    OCEAN,
    PLAINS,
    RIVER,
    THING_ORDER,
    VOLCANIC,
)
from magika_gm.games.magika.setup import EBON_START, STARTS, Options, Scenario, dry_spaces, read_arena, write_scenario
from tests.examples import some_of

FILE = Path(__file__).parents[2] / "scenarios" / "magika" / "classic.toml"
CLASSIC = FILE.read_text(encoding="utf-8")


def faults(text: str) -> list[str]:
    with pytest.raises(ScenarioFaults) as caught:
        read_arena(text, "bad.toml")
    return [str(fault) for fault in caught.value.faults]


def line_of(text: str, start: str) -> int:
    return next(i for i, line in enumerate(text.split("\n"), 1) if line.startswith(start))


def plain(**changes: object) -> Scenario:
    """All plains behind the coast, everything on row m, cloaks on row q."""
    terrain = [PLAINS] * SPACES
    for s in range(SPACES):
        terrain[s] = {25: OCEAN, 24: COASTAL}.get(ROW[s], PLAINS)
    lying: dict[int, tuple[str, ...]] = {INDEX[f"m{n}"]: (a,) for n, a in enumerate(ARTIFACTS, 1)}
    lying |= {INDEX[f"q{n}"]: (c, c, c) for n, c in enumerate(CLOAKS, 1)}
    return replace(Scenario(terrain=tuple(terrain), lying=lying, title="Plain"), **changes)  # type: ignore[arg-type]


PLAIN = write_scenario(plain())


def test_the_shipped_arena_is_read_whole() -> None:
    scenario = read_arena(CLASSIC, "classic.toml")
    assert len(scenario.terrain) == SPACES
    assert scenario.starts == STARTS
    assert scenario.ebon_start == EBON_START
    assert scenario.options == Options(3, "descriptions")
    things = [thing for here in scenario.lying.values() for thing in here]
    assert sorted(things) == sorted([*ARTIFACTS, *CLOAKS * 3])


def test_the_shipped_file_is_as_the_writer_writes_it() -> None:
    assert write_scenario(read_arena(CLASSIC)) == CLASSIC


def test_a_drawing_may_be_ragged_and_in_capitals() -> None:
    text = PLAIN.replace("\nc:                        p p p", "\n  C: P pp")
    assert text != PLAIN
    assert read_arena(text) == plain()


def test_what_is_left_out_has_the_rules_default() -> None:
    lines = PLAIN.split("\n")
    drop = ("starts", "ebon", "[options]", "cloaks_per", "spell_fig")
    assert read_arena("\n".join(x for x in lines if not x.startswith(drop))) == plain()


def test_a_space_may_be_named_in_two_ways_and_its_things_in_any_order() -> None:
    text = PLAIN.replace('m1 = ["crown"]\nm2 = ["orb"]\n', 'm1 = ["orb"]\nM1 = ["crown"]\n')
    assert read_arena(text).lying[INDEX["m1"]] == ("crown", "orb")


Change = Callable[[str], str]


def swap(old: str, new: str) -> Change:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


def row(label: str, signs: str) -> Change:
    """Draw one row anew."""

    def change(text: str) -> str:
        lines = text.split("\n")
        lines[line_of(text, f"{label}:") - 1] = f"{label}: {signs}"
        return "\n".join(lines)

    return change


BAD: list[tuple[str, Change, list[str]]] = [
    (
        "misspelt key",
        swap("[options]", "[option]"),
        ["bad.toml:3: option: 'option' is not a key of this table; did you mean options?"],
    ),
    (
        "unknown key",
        swap("ebon =", "wind ="),
        ["bad.toml:11: map.wind: 'wind' is not a key of this table"],
    ),
    (
        "no title",
        swap('title = "Plain"\n', ""),
        ['bad.toml:1: title: is missing; write title = "…" at the top'],
    ),
    (
        "title a number",
        swap('"Plain"', "7"),
        ["bad.toml:1: title: must be a text, not 7"],
    ),
    (
        "cloaks not a number",
        swap("cloaks_per_colour = 3", "cloaks_per_colour = true"),
        ["bad.toml:4: options.cloaks_per_colour: must be a whole number from 0 to 9, not True"],
    ),
    (
        "figures",
        swap('"descriptions"', '"figure7"'),
        ["bad.toml:5: options.spell_figures: 'figure7' is not one of descriptions, figure 7; did you mean figure 7?"],
    ),
    (
        "not TOML",
        swap('ebon = "y13"', "ebon = y13"),
        ["bad.toml:11: not TOML: Invalid value; look at column 8"],
    ),
    (
        "quote left open",
        swap("\n'''\n\n[lying]", "\n\n[lying]"),
        ["bad.toml:59: not TOML: Expected \"'''\"; look for a quote or bracket left open"],
    ),
    (
        "short row",
        row("c", "p p"),
        ["bad.toml:15: map.rows.c: row c has 2 spaces instead of 3; add 1 (ARENA-1)"],
    ),
    (
        "long row",
        row("a", "p p p"),
        ["bad.toml:13: map.rows.a: row a has 3 spaces instead of 1; take away 2 (ARENA-1)"],
    ),
    (
        "letters that stand for nothing",
        row("c", "r p x"),
        [
            "bad.toml:15: map.rows.c: 'r' on c1 is no terrain; river is drawn =",
            "bad.toml:15: map.rows.c: 'x' on c3 is no terrain; use one of ~ ocean, = river, c coastal, p plains, "
            "f forest, h hills, s swamp, d desert, m mountain, g glacial, v volcanic",
        ],
    ),
    (
        "row drawn twice",
        swap("\nc:                        p p p", "\nb: p p"),
        [
            "bad.toml:12: map.rows: no row c; draw all 26 rows, a to z (ARENA-1)",
            "bad.toml:15: map.rows.b: row b is drawn twice; keep one of the two (ARENA-1)",
        ],
    ),
    (
        "row without its letter",
        swap("\nb:                         p p", "\np p"),
        [
            "bad.toml:12: map.rows: no row b; draw all 26 rows, a to z (ARENA-1)",
            "bad.toml:14: map.rows: 'p p' has no row letter; "
            "begin each row with its letter and a colon, as in 'c: v g v'",
        ],
    ),
    (
        "no drawing",
        lambda text: text[: text.index("rows =")] + text[text.index("[lying]") :],
        ["bad.toml:7: map.rows: is missing; draw the 26 rows between ''' and ''', one letter a space"],
    ),
    (
        "land in the ocean row",
        row("z", "~ " * 25 + "p"),
        ["bad.toml:38: map.rows.z: z26 is plains; row z is ocean: draw ~ (ARENA-6)"],
    ),
    (
        "ocean inland",
        row("b", "~ p"),
        ["bad.toml:14: map.rows.b: b1 is ocean; only row z is ocean: draw inland water = (ARENA-6)"],
    ),
    (
        "forest on the coast",
        row("y", "f " + "c " * 24),
        ["bad.toml:37: map.rows.y: y1 is forest; row y is coast (c) or a river's mouth (=) (ARENA-6)"],
    ),
    (
        "start in a river",
        row("y", "c = " + "c " * 23),
        ["bad.toml:10: map.starts: the start y2 is water; start there on land, or draw it as coast (c)"],
    ),
    (
        "Goal Square in a lake",
        row("a", "="),
        ["bad.toml:13: map.rows.a: the Goal Square is water; draw it as land (ARENA-4)"],
    ),
    (
        "start shut in by rivers",
        lambda text: row("x", "= = = " + "p " * 21)(row("y", "c c c = " + "c " * 21)(text)),
        [
            "bad.toml:10: map.starts: no dry way north from y2 to a1; "
            "open a ford in the water around it: nobody need swim to the Goal Square",
            "bad.toml:10: map.starts: the start y4 is water; start there on land, or draw it as coast (c)",
        ],
    ),
    (
        "starts",
        swap('"y2", "y4", "y6"', '"y4", "x4", "y4", "y27"'),
        [
            "bad.toml:10: map.starts: x4 is not in row y; novices start on row y (ARENA-5)",
            "bad.toml:10: map.starts: y4 is named twice; name each start once",
            "bad.toml:10: map.starts: 'y27' is not a space; spaces are a1, b1, b2 … z26 (ARENA-1)",
            "bad.toml:10: map.starts: names 13 spaces; name twelve, as y2, y4 … y24 (ARENA-5)",
        ],
    ),
    (
        "starts not a list",
        lambda text: text.replace(text.split("\n")[9], "starts = 2"),
        ['bad.toml:10: map.starts: is not a list; write ["y2", "y4", … "y24"]'],
    ),
    (
        "misspelt thing",
        swap('["crown"]', '["croun"]'),
        [
            'bad.toml:41: lying: the crown lies nowhere; add crown to a space, as m5 = ["crown"]',
            "bad.toml:42: lying.m1: no thing is called 'croun'; did you mean 'crown'?",
        ],
    ),
    (
        "artifact twice",
        swap('["orb"]', '["orb", "crown"]'),
        ["bad.toml:43: lying.m2: the crown lies on m1 already; take one of the two away (ART-1)"],
    ),
    (
        "cloak missing",
        swap('["cloak:red", "cloak:red", "cloak:red"]', '["cloak:red"]'),
        ["bad.toml:41: lying: 1 cloak:red instead of 3; add 2, or change options.cloaks_per_colour (CLK-1)"],
    ),
    (
        "not a list",
        swap('["crown"]', '"crown"'),
        [
            'bad.toml:41: lying: the crown lies nowhere; add crown to a space, as m5 = ["crown"]',
            'bad.toml:42: lying.m1: is \'crown\', not a list; write the things as ["crown", "cloak:red"]',
        ],
    ),
    (
        "lying where nothing may",
        lambda text: text.replace("\nm1 =", "\na1 =").replace("\nm2 =", "\nz3 =").replace("\nm3 =", "\ny13 ="),
        [
            "bad.toml:42: lying.a1: a1 is the Goal Square; let things lie on some other space of rows b to y",
            "bad.toml:43: lying.z3: z3 is in the ocean row; let things lie on some other space of rows b to y",
            "bad.toml:44: lying.y13: y13 is a start space; let things lie on some other space of rows b to y",
        ],
    ),
    (
        "lying off the map",
        swap("\nm1 =", "\nm14 ="),
        ["bad.toml:42: lying.m14: 'm14' is not a space; spaces are a1, b1, b2 … z26 (ARENA-1)"],
    ),
    (
        "a table that is none",
        lambda text: (
            "options = 3\n"
            + text.replace("[options]\n", "")
            .replace("cloaks_per_colour = 3\n", "")
            .replace('spell_figures = "descriptions"\n', "")
        ),
        ["bad.toml:1: options: must be a table, not 3"],
    ),
]


@pytest.mark.parametrize(("change", "messages"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_a_bad_file_is_refused_with_place_and_cure(change: Change, messages: list[str]) -> None:
    assert faults(change(PLAIN)) == messages


def test_every_fault_is_reported_at_once_and_in_the_files_order() -> None:
    text = PLAIN
    for change in (swap('"Plain"', "7"), row("c", "p p"), row("z", "~ " * 27), swap('["orb"]', '["orbb"]')):
        text = change(text)
    assert [message.split(" ")[0] for message in faults(text)] == [
        "bad.toml:1:",
        "bad.toml:15:",
        "bad.toml:38:",
        "bad.toml:41:",
        "bad.toml:43:",
    ]


def test_a_dry_way_north_needs_no_southward_step() -> None:
    terrain = list(plain().terrain)
    for n in range(1, 14):
        terrain[INDEX[f"m{n}"]] = RIVER
    assert NAME[INDEX["n1"]] not in {NAME[s] for s in dry_spaces(tuple(terrain))}
    terrain[INDEX["m7"]] = FOREST
    assert INDEX["n1"] in dry_spaces(tuple(terrain))


LAND = [s for s in range(SPACES) if 0 < ROW[s] < 24]


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    """Any sound scenario without rivers."""
    codes = draw(st.lists(st.integers(COASTAL, VOLCANIC), min_size=len(LAND), max_size=len(LAND)))
    terrain = list(plain().terrain)
    for s, code in zip(LAND, codes, strict=True):
        terrain[s] = code
    each = draw(st.integers(0, 4))
    lying: dict[int, list[str]] = {}
    for thing in [*ARTIFACTS, *CLOAKS * each]:
        lying.setdefault(draw(st.sampled_from(LAND)), []).append(thing)
    return Scenario(
        terrain=tuple(terrain),
        lying={s: tuple(sorted(lying[s], key=THING_ORDER.__getitem__)) for s in sorted(lying)},
        title=draw(st.text()),
        description=draw(st.text()),
        starts=tuple(draw(st.permutations(STARTS))),
        ebon_start=draw(st.sampled_from([EBON_START, INDEX["a1"], INDEX["y12"]]).filter(lambda s: s not in lying)),
        options=Options(each, draw(st.sampled_from(["descriptions", "figure 7"]))),
        seed=draw(st.text()),
    )


@settings(max_examples=some_of(40), deadline=None)
@given(scenarios())
def test_reading_and_writing_are_inverses(scenario: Scenario) -> None:
    text = write_scenario(scenario)
    assert read_arena(text) == scenario
    assert write_scenario(read_arena(text)) == text


@settings(max_examples=some_of(60), deadline=None)
@given(st.data())
def test_a_damaged_file_is_read_or_refused_but_never_an_accident(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(CLASSIC)))
    length = data.draw(st.integers(0, 30))
    text = CLASSIC[:start] + data.draw(st.text(max_size=8)) + CLASSIC[start + length :]
    try:
        read_arena(text)
    except ScenarioFaults as error:
        found = error.faults
    else:
        return
    assert found
    assert all(fault.startswith("scenario") for fault in found)
