"""TOML tables as records (``engine.toml``): read strictly, all faults at once with place and line, written back."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from magika_gm import games
from magika_gm.engine.cases import CaseFaults, CaseReader, Each, Rows
from magika_gm.engine.seam.setup import ScenarioFaults
from magika_gm.engine.toml import (
    ELSEWHERE,
    HERE,
    SELDOM,
    WRONG,
    Among,
    Drawing,
    FileReader,
    In,
    Key,
    Reader,
    Remark,
    Seldom,
    Spelt,
    Whole,
    key_lines,
    spelt,
    spelt_key,
    write_toml,
)
from magika_gm.resources import shipped
from tests.examples import some_of

SQUARES = {f"{letter}{number}": 10 * at + number for at, letter in enumerate("abc") for number in (1, 2)}
Square = Annotated[int, Among(SQUARES, "square (a1 to c2)")]


class Pace(StrEnum):
    SLOW = "slow"
    FAST = "fast"


def _stones(said: Any) -> tuple[int, ...]:
    if not isinstance(said, str) or not said.strip().isascii() or set(said) - set(" .o\n"):
        raise ValueError(f"{said!r} is no row of stones", said, ("ooo", "..."))
    return tuple(sign == "o" for sign in said if not sign.isspace())


Stones = Annotated[
    tuple[int, ...],
    Spelt(_stones, lambda held: Drawing("".join(".o"[one] for one in held))),
    Remark("o a stone, . none", above=True),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    rounds: Annotated[int, Whole(1, 64), Remark("rounds (LAW-1)", 16)] = 8
    pace: Pace = Pace.SLOW


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    at: Square
    kind: Annotated[str, Among(("Knight", "Ogre"), "piece")]
    strong: Seldom[bool] = False
    hex: Annotated[tuple[int, int] | None, In("lies"), Key("at")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    game: Literal["stones"] = "stones"
    title: str = "Stones"
    text: Seldom[str] = ""
    law: Annotated[Law, HERE] = field(default_factory=Law)
    name: Annotated[str, ELSEWHERE] = ""
    stones: Annotated[Stones, In("board")] = (1, 0)
    kings: Annotated[Mapping[Literal["A", "B"], Square], In("board")] = field(default_factory=lambda: {"A": 1, "B": 22})
    limits: Seldom[Law] = field(default_factory=Law)
    storms: Seldom[Mapping[Square, Annotated[int, Whole(1, 9)]]] = field(default_factory=dict)
    armies: Annotated[Mapping[str, tuple[str, ...]], SELDOM] = field(default_factory=dict)
    piece: tuple[Piece, ...] = ()
    seat: Mapping[str, Law] = field(default_factory=dict)


texts = st.text(max_size=6)
laws = st.builds(Law, rounds=st.integers(1, 64), pace=st.sampled_from(Pace))
squares = st.sampled_from(sorted(SQUARES.values()))
pieces = st.builds(
    Piece,
    at=squares,
    kind=st.sampled_from(["Knight", "Ogre"]),
    strong=st.booleans(),
    hex=st.none() | st.tuples(st.integers(-9, 9), st.integers(-9, 9)),
)
scenes = st.builds(
    Scene,
    title=texts,
    text=texts,
    law=laws,
    stones=st.lists(st.sampled_from([0, 1]), max_size=5).map(tuple),
    kings=st.fixed_dictionaries({}, optional={"A": squares, "B": squares}),
    limits=laws,
    storms=st.dictionaries(squares, st.integers(1, 9), max_size=3),
    armies=st.dictionaries(texts, st.lists(texts, max_size=3).map(tuple), max_size=3),
    piece=st.lists(pieces, max_size=3).map(tuple),
    seat=st.dictionaries(texts, laws, max_size=3),
)


def read(text: str, name: str = "own.toml") -> Scene:
    reader = FileReader(text, name)
    scene = reader.record(Scene, "", reader.data)
    reader.done()
    return scene


@given(scenes)
@settings(deadline=None)
def test_what_is_written_reads_back(scene: Scene) -> None:
    assert read(write_toml(scene)) == scene


def test_how_a_record_is_written() -> None:
    scene = Scene(
        limits=Law(rounds=9),
        piece=(Piece(at=12, kind="Ogre", hex=(0, -1)), Piece(at=1, kind="Knight", strong=True)),
        seat={"1": Law(), "two parts": Law()},
        text='two "lines"\nand \x07',
        storms={1: 3},
    )
    assert write_toml(scene) == (
        'game = "stones"\ntitle = "Stones"\ntext = """\ntwo \\"lines\\"\nand \\u0007"""\n'
        'rounds = 8      # rounds (LAW-1)\npace = "slow"\n\n'
        "[board]\n# o a stone, . none\nstones = '''\no.\n'''\nkings = { A = \"a1\", B = \"c2\" }\n\n"
        "[limits]\nrounds = 9      # rounds (LAW-1)\n\n[storms]\na1 = 3\n\n"
        '[[piece]]\nat = "b2"\nkind = "Ogre"\n\n[piece.lies]\nat = [0, -1]\n\n'
        '[[piece]]\nat = "a1"\nkind = "Knight"\nstrong = true\n\n'
        '[seat.1]\nrounds = 8      # rounds (LAW-1)\npace = "slow"\n\n'
        '[seat."two parts"]\nrounds = 8      # rounds (LAW-1)\npace = "slow"\n'
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("title = x", "own.toml:1: not TOML: Invalid value; look at column 9"),
        ("a = '''", "own.toml:1: not TOML: Expected \"'''\"; look for a quote or bracket left open"),
        ("titel = 1", "own.toml:1: titel: 'titel' is not a key of this table; did you mean title?"),
        ("title = 3", "own.toml:1: title: must be a text, not 3"),
        ("game = 'go'", "own.toml:1: game: must be stones, not 'go'"),
        ("\nrounds = true", "own.toml:2: rounds: must be a whole number from 1 to 64, not True"),
        ("rounds = 65", "own.toml:1: rounds: must be a whole number from 1 to 64, not 65"),
        ("pace = 'fats'", "own.toml:1: pace: 'fats' is not one of slow, fast; did you mean fast?"),
        ("board = 3", "own.toml:1: board: must be a table, not 3"),
        ("[board]\nstones = 'xx'", "own.toml:2: board.stones: 'xx' is no row of stones"),
        ("[board]\nkings = { C = 'a1' }", "own.toml:2: board.kings.C: 'C' is not a key of this table"),
        ("[board.kings]\nA = 'd9'", "own.toml:2: board.kings.A: 'd9' is no square (a1 to c2)"),
        ("[storms]\na1 = 0", "own.toml:2: storms.a1: must be a whole number from 1 to 9, not 0"),
        ("piece = 3", "own.toml:1: piece: must be a list of tables, not 3"),
        ("[[piece]]\nat = 'a1'\nkind = 'Orge'", "own.toml:3: piece[1].kind: 'Orge' is no piece; did you mean Ogre?"),
        ("[[piece]]\nat='a1'\nkind='OGRE'\n[[piece]]\nkind='ogre'", "own.toml:4: piece[2].at: is needed"),
        ("piece = [\n  { at = 'a1' },\n]", "own.toml:2: piece[1].kind: is needed"),
        ("[[piece]]\nat='a1'\nkind='Ogre'\nlies.at = [1]", "own.toml:4: piece[1].lies.at: must be a list of 2 numbers"),
        ("[armies]\nA = ['x', 3]", "own.toml:2: armies.A: must be a text, not 3"),
        ("[seat.1]\nround = 1", "own.toml:2: seat.1.round: 'round' is not a key of this table; did you mean rounds?"),
    ],
)
def test_a_fault_is_told_with_its_place_its_line_and_its_cure(text: str, told: str) -> None:
    with pytest.raises(ScenarioFaults) as caught:
        read(text)
    assert len(caught.value.faults) == 1, caught.value.faults
    assert caught.value.faults[0].startswith(told), caught.value.faults


def test_all_faults_are_told_at_once_by_line() -> None:
    with pytest.raises(ScenarioFaults) as caught:
        read("[limits]\nrounds = 0\npace = 3\n[seat.1]\nx = 1\ny = 2\n[board]\nkings = 3\n")
    assert [fault.split(":")[1] for fault in caught.value.faults] == ["2", "3", "5", "6", "8"]


def test_what_is_wrong_is_left_out_and_what_is_left_out_is_as_the_base_has_it() -> None:
    reader = Reader()
    base = Scene(title="base", law=Law(rounds=3, pace=Pace.FAST))
    scene = reader.record(Scene, "", {"rounds": 5, "text": 3, "piece": [{"at": "a1"}]}, base)
    assert scene == Scene(title="base", law=Law(rounds=5, pace=Pace.FAST))
    assert [place for place, _ in reader.found] == ["text", "piece[1].kind"]
    assert (reader.told("piece"), reader.told("piece[1]"), reader.told("pie")) == (True, True, False)
    assert reader.record(Piece, "x", {}) is WRONG


def test_lines_of_lists_and_of_labelled_texts() -> None:
    text = "[a]\nb = '''\nc: 1\nD : 2\n'''\n'e f' = 1\n[[a.g]]\nh = 1\n[[a.g]]\nh = [\n  {i = 1},\n  {i = 2},\n]\n"
    found = key_lines(text)
    assert {key: found[key] for key in ("a.b", "a.b.c", "a.b.d", "a.e f", "a.g", "a.g[2].h")} == {
        "a.b": 2, "a.b.c": 3, "a.b.d": 4, "a.e f": 6, "a.g": 7, "a.g[2].h": 10,
    }  # fmt: skip
    assert (found["a.g[2].h[1]"], found["a.g[2].h[2]"]) == (11, 12)


def test_expectations_are_held_to_their_shape() -> None:
    shape = {
        "turn": None,
        "unit": Each(("at", "hp"), r"U\d+", "unit"),
        "seat": Each(("hand",), ("A",)),
        "row": Rows(("x",)),
    }
    reader = CaseReader()
    reader.expected(
        "expect", {"turn": 3, "unit": {"U1": {"at": 1}}, "seat": {"A": {"hand": []}}, "row": [{"x": 1}]}, shape
    )
    assert not reader.found
    reader.expected(
        "expect", {"trun": 3, "unit": {"U": {}, "U1": {"att": 1}}, "seat": {"B": {}}, "row": [{"y": 1}, 3]}, shape
    )
    assert [place for place, _ in reader.found] == [
        "expect.trun", "expect.unit.U", "expect.unit.U1.att", "expect.seat.B", "expect.row[1].y", "expect.row[2]",
    ]  # fmt: skip


# Whatever a file holds, it is read or refused.

plain = st.recursive(
    st.none().map(lambda _: 1.5)
    | st.booleans()
    | st.integers(-3, 99)
    | st.sampled_from(["a1", "slow", "Ogre", "", "o"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["at", "kind", "A", "rounds", "a1"]), inner, max_size=3)
    ),
    max_leaves=6,
)
KEYS = ["game", "title", "rounds", "pace", "board", "limits", "storms", "armies", "piece", "seat", "law", "name", "?"]


@given(
    st.dictionaries(st.sampled_from(KEYS), plain | st.lists(st.dictionaries(st.sampled_from(["at", "kind"]), plain)))
)
@settings(deadline=None)
def test_any_tables_are_read_or_refused(data: dict[str, Any]) -> None:
    reader = Reader()
    scene = reader.record(Scene, "", data)
    assert isinstance(scene, Scene)
    assert all(place and reason for place, reason in reader.found)
    if not reader.found:
        assert read(write_toml(scene)) == scene


@given(st.text(alphabet="[]{}=.,'\"\n ab1#-:\\", max_size=40))
@settings(deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(ScenarioFaults):
        read(text)


def test_what_lies_too_deep_and_what_is_too_long_is_refused() -> None:
    for text in ("title = " + "[" * 5000, "rounds = 1" + "0" * 5000):
        with pytest.raises(ScenarioFaults):
            read(text)


# Every game's own reading: what the law has against a file is worked out of what could be read of it.

CASES = Path(__file__).parents[1]
GAMES = [game for game in games.SYSTEMS if any(CASES.glob(f"{game}/cases/*.toml"))]


def changed(data: st.DataObject, value: Any, depth: int = 0) -> Any:
    """A value with something in it put into the place of something else, taken away, or added."""
    inside = sorted(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    if not inside or (depth and data.draw(st.integers(0, 3)) == 0):
        return data.draw(plain)
    one = data.draw(st.sampled_from(inside))
    what = data.draw(st.sampled_from(["within", "within", "within", "gone", "more"]))
    copy = value.copy()
    if what == "within":
        copy[one] = changed(data, value[one], depth + 1)
    elif what == "gone":
        del copy[one]
    elif isinstance(copy, dict):
        copy[data.draw(st.sampled_from(["A1", "B", "deck", "U1", "1"]))] = value[one]
    else:
        copy.append(value[one])
    return copy


@pytest.mark.parametrize("game", GAMES)
@given(st.data())
@settings(deadline=None, max_examples=some_of(60), suppress_health_check=[HealthCheck.too_slow])
def test_a_changed_scenario_is_read_or_refused(game: str, data: st.DataObject) -> None:
    setup = games.system(game).setup
    path = data.draw(st.sampled_from(sorted(shipped("scenarios").joinpath(game).glob("*.toml"))))
    tables = tomllib.loads(path.read_text("utf-8"))
    for _ in range(data.draw(st.integers(1, 3))):
        tables = changed(data, tables) if isinstance(tables, dict) and tables else {}
    text = "\n".join(
        f"{spelt_key(key)} = {spelt(value)}" for key, value in (tables if isinstance(tables, dict) else {}).items()
    )
    try:
        scenario = setup.read_scenario(text, path.name)
    except ScenarioFaults as error:
        told = error.faults
    else:
        told = (path.name,)
        assert setup.read_scenario(setup.write_scenario(scenario), path.name) == scenario
    assert all(fault.startswith(path.name) for fault in told), told


@pytest.mark.parametrize("game", GAMES)
@given(st.data())
@settings(deadline=None, max_examples=some_of(60), suppress_health_check=[HealthCheck.too_slow])
def test_a_changed_case_is_played_or_refused(game: str, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(sorted(CASES.joinpath(game, "cases").glob("*.toml"))))
    case = tomllib.loads(path.read_text("utf-8"))
    for _ in range(data.draw(st.integers(1, 3))):
        case = changed(data, case) if isinstance(case, dict) and case else {}
    with suppress(CaseFaults):
        games.system(game).cases.run_case(case if isinstance(case, dict) else {})
