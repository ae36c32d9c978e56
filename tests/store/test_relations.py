"""Any game's tables are made of its relations: rows come back, changes alone are kept where declared, undo removes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, insert, inspect, text

from magika_gm.engine.archive import Each, GameArchive, Tables
from magika_gm.engine.relations import TURN, Column, Keeps, Kind, Relation, Rows
from magika_gm.store import tables as t
from magika_gm.store.database import Store, StoreError, open_store
from magika_gm.store.relations import delete_state, load_state, make_tables, rows_of, save_state, tables_of
from tests.on_postgres import home

HANDS = Relation(
    name="hands",
    key=("seat",),
    columns=(
        Column(name="cards", kind=Kind.JSON),
        Column(name="seat", size=8),
        Column(name="mana", kind=Kind.REAL, null=True),
    ),
)
SQUARES = Relation(
    name="squares",
    key=("x", "y"),
    columns=(
        Column(name="x", kind=Kind.NUMBER),
        Column(name="y", kind=Kind.NUMBER),
        Column(name="held_by", size=8),
        Column(name="walled", kind=Kind.FLAG),
    ),
    keeps=Keeps.CHANGES,
    indexes=(("held_by",),),
)
WEATHER = Relation(name="weather", key=(), columns=(Column(name="wind"),), keeps=Keeps.CHANGES)
STATE = Relation(name="state", key=(), columns=(Column(name=TURN, kind=Kind.NUMBER),))


@dataclass(frozen=True)
class Board:
    turn: int = 0
    wind: str = "east"
    hands: tuple[tuple[str, tuple[str, ...], float | None], ...] = ()
    squares: dict[tuple[int, int], tuple[str, bool]] = field(default_factory=dict)


@dataclass(frozen=True)
class ToyArchive:
    name: str = "toy"
    version: int = 1
    relations: tuple[Relation, ...] = (STATE, HANDS, SQUARES, WEATHER)

    def to_rows(self, state: Board, scenario: Any) -> Rows:
        return {
            "state": [{TURN: state.turn}],
            "hands": [{"seat": seat, "cards": list(cards), "mana": mana} for seat, cards, mana in state.hands],
            "squares": [{"x": x, "y": y, "held_by": w, "walled": f} for (x, y), (w, f) in state.squares.items()],
            "weather": [{"wind": state.wind}] if state.wind else [],
        }

    def from_rows(self, rows: Rows, scenario: Any) -> Board:
        return Board(
            rows["state"][0][TURN],
            rows["weather"][0]["wind"] if rows["weather"] else "",
            tuple((r["seat"], tuple(r["cards"]), r["mana"]) for r in rows["hands"]),
            {(r["x"], r["y"]): (r["held_by"], r["walled"]) for r in rows["squares"]},
        )

    def faults(self, state: Board) -> list[str]:
        return ["no wind is called storm"] if state.wind == "storm" else []


TOY = ToyArchive()


def new_store(folder: Path) -> Store:
    store = open_store(home(folder), create=True)
    with store.writing() as connection:
        game = {"id": "9", "title": "", "scenario": "", "seed": b"x", "seed_hash": "", "pace_days": 7, "created_at": ""}
        connection.execute(insert(t.games), [game | {"system": "toy"}])
    return store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = new_store(tmp_path)
    yield opened
    opened.close()


def save(store: Store, board: Board) -> None:
    with store.writing() as connection:
        begin_turn(connection, board.turn)
        save_state(connection, TOY, "9", board.turn, board, None)


def begin_turn(connection: Connection, turn: int) -> None:
    row = {"game": "9", "turn": turn, "processed_at": "", "next_due": "", "ending": None, "held": False}
    connection.execute(insert(t.turns), [row])


def load(store: Store, turn: int) -> Any:
    with store.reading() as connection:
        return load_state(connection, TOY, "9", turn, None)


def count(store: Store, table: str, where: str = "1 = 1") -> int:
    with store.reading() as connection:
        return int(connection.execute(text(f"SELECT count(*) FROM {table} WHERE {where}")).scalar_one())


SQUARE = {(x, y): ("A", False) for x in range(5) for y in range(4)}


def test_tables_are_made_when_the_first_game_needs_them(store: Store) -> None:
    assert not [name for name in inspect(store.engine).get_table_names() if name.startswith("toy")]
    save(store, Board(squares=SQUARE, hands=(("A", ("Lion", "Crêpe"), 1.5), ("SUN", (), None))))
    look = inspect(store.engine)
    assert {n for n in look.get_table_names() if n.startswith("toy")} == {f"toy_{r.name}" for r in TOY.relations}
    assert look.get_pk_constraint("toy_squares")["constrained_columns"] == ["game", "turn", "x", "y"]
    assert [i["column_names"] for i in look.get_indexes("toy_squares")] == [["game", "turn", "held_by"]]
    assert [f["referred_table"] for f in look.get_foreign_keys("toy_hands")] == ["turns"]
    with store.reading() as connection:
        found = connection.execute(text("SELECT seat, cards FROM toy_hands ORDER BY seat")).all()
        assert [(seat, json.loads(cards)) for seat, cards in found] == [("A", ["Lion", "Crêpe"]), ("SUN", [])]
        assert connection.execute(text("SELECT version FROM relations WHERE system = 'toy'")).scalar() == 1


def test_only_changes_are_written_and_what_is_gone_stays_gone(store: Store) -> None:
    first = Board(squares=SQUARE)
    changed = SQUARE | {(0, 0): ("B", False)}
    second = Board(1, "west", squares=changed)
    third = Board(2, "", squares={place: held for place, held in changed.items() if place != (4, 3)})
    fourth = Board(3, "east", squares=third.squares | {(4, 3): ("A", True)})
    boards = (first, second, third, fourth, replace(fourth, turn=4))
    for board in boards:
        save(store, board)
    assert [load(store, turn) for turn in range(5)] == list(boards)
    assert [count(store, "toy_squares", f"turn = {turn}") for turn in range(5)] == [20, 1, 1, 1, 0]
    assert count(store, "toy_squares", "gone") == 1
    assert [count(store, "toy_weather", f"turn = {turn}") for turn in range(5)] == [1, 1, 1, 1, 0]
    with store.reading() as connection:
        (row,) = rows_of(connection, TOY, "weather", "9", 1)
    assert row == {"wind": "west"}


def test_undoing_a_turn_removes_its_rows_and_the_one_before_stands_again(store: Store) -> None:
    before = Board(squares=SQUARE, hands=(("A", ("Lion",), None),))
    save(store, before)
    save(store, Board(1, "west", squares={(9, 9): ("B", True)}))
    with store.writing() as connection:
        delete_state(connection, TOY, "9", 1)
        connection.execute(text("DELETE FROM turns WHERE turn = 1"))
    assert load(store, 0) == before
    assert [count(store, f"toy_{r.name}", "turn = 1") for r in TOY.relations] == [0, 0, 0, 0]
    again = Board(1, "north", squares={(9, 9): ("C", False)})
    save(store, again)
    assert (load(store, 1), load(store, 0)) == (again, before)


squares = st.dictionaries(
    st.tuples(st.integers(0, 2), st.integers(0, 2)), st.tuples(st.sampled_from("AB"), st.booleans()), max_size=5
)


@given(st.lists(st.tuples(squares, st.sampled_from(["", "east", "west"])), min_size=1, max_size=6))
@settings(max_examples=25, deadline=None)
def test_any_course_of_a_game_comes_back(
    tmp_path_factory: pytest.TempPathFactory, course: list[tuple[dict[tuple[int, int], tuple[str, bool]], str]]
) -> None:
    store = new_store(tmp_path_factory.mktemp("course"))
    boards = [Board(turn, wind, squares=board) for turn, (board, wind) in enumerate(course)]
    for board in boards:
        save(store, board)
    assert [load(store, board.turn) for board in boards] == boards
    store.close()


def test_a_state_that_cannot_be_is_refused_with_the_reason(store: Store) -> None:
    save(store, Board())
    with store.writing() as connection:
        connection.execute(text("UPDATE toy_weather SET wind = 'storm'"))
    with pytest.raises(StoreError, match="game 9 after turn 0 cannot be: no wind is called storm"):
        load(store, 0)


def test_rows_must_be_what_was_declared(store: Store) -> None:
    class Wrong(ToyArchive):
        rows: Rows = {}

        def to_rows(self, state: Board, scenario: Any) -> Rows:
            return self.rows

    for rows, words in (
        ({"weather": [{"winds": ""}]}, "a row of weather has winds; wanted wind"),
        ({"state": [{TURN: 4}]}, "is of turn 4, not 0"),
        ({"beasts": []}, "toy has no relation beasts"),
    ):
        Wrong.rows = rows
        with pytest.raises(ValueError, match=words), store.writing() as connection:
            save_state(connection, Wrong(), "9", 0, Board(), None)


@pytest.mark.parametrize(
    ("relation", "words"),
    [
        (replace(WEATHER, key=("day",)), "there is no column day"),
        (replace(WEATHER, columns=(Column(name=TURN),)), "the store has a column turn of its own"),
        (replace(WEATHER, columns=(Column(name="gone"),)), "the store has a column gone"),
        (replace(WEATHER, columns=(Column(name="a"), Column(name="a"))), "two columns are called a"),
        (replace(HANDS, key=("cards",)), "cards cannot be part of a key"),
        (replace(WEATHER, table="players"), "a table players of its own"),
    ],
)
def test_relations_that_cannot_be_are_refused(relation: Relation, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        tables_of(ToyArchive(name="wrong", relations=(relation,)))


def grown() -> ToyArchive:
    """The toy game a version later: a column more, an index more, a table more."""
    wider = replace(
        WEATHER,
        columns=(
            *WEATHER.columns,
            Column(name="rain", kind=Kind.FLAG, default=False),
            Column(name="sky", default="it's"),
        ),
        indexes=(("wind",),),
    )
    return ToyArchive(version=2, relations=(STATE, HANDS, SQUARES, wider, replace(HANDS, name="decks")))


@pytest.mark.parametrize("writing", [False, True])
def test_tables_of_an_older_version_get_what_they_lack(store: Store, writing: bool) -> None:
    save(store, Board())
    newer = grown()
    with store.writing() if writing else store.reading() as connection:
        assert rows_of(connection, newer, "weather", "9", 0) == [{"wind": "east", "rain": False, "sky": "it's"}]
        assert rows_of(connection, newer, "decks", "9", 0) == []
    look = inspect(store.engine)
    assert [i["name"] for i in look.get_indexes("toy_weather")] == ["toy_weather_by_wind"]
    assert count(store, "relations", "system = 'toy' AND version = 2") == 1
    with pytest.raises(StoreError, match="written by a newer magika-gm"):
        load(store, 0)


@dataclass
class Frog:
    name: str
    age: int = 3
    kin: str | None = None


@dataclass
class Pond:
    frogs: dict[str, Frog]


class PondArchive(GameArchive):
    name = "toy"

    def __init__(self, *but: str) -> None:
        self.tables = Tables(Pond, Each("frogs", "frogs", Frog, "name", but=but))

    def given(self, scenario: Any) -> dict[str, Any]:
        return {}

    def faults(self, state: Any) -> list[str]:
        return []


def test_a_field_that_no_table_lists_gets_a_column_in_an_office_that_has_the_table(store: Store) -> None:
    before, after = PondArchive("age", "kin"), PondArchive()
    with store.writing() as connection:
        begin_turn(connection, 0)
        save_state(connection, before, "9", 0, Pond({"Al": Frog("Al")}), None)
    with store.writing() as connection:
        begin_turn(connection, 1)
        assert load_state(connection, after, "9", 0, None) == Pond({"Al": Frog("Al")})
        grown = Pond({"Al": Frog("Al", 4, "Bo")})
        save_state(connection, after, "9", 1, grown, None)
        assert load_state(connection, after, "9", 1, None) == grown


def test_what_is_more_than_growth_is_refused_and_changes_nothing(store: Store) -> None:
    save(store, Board(hands=(("A", (), None),)))
    less = ToyArchive(version=2, relations=(STATE, replace(HANDS, columns=HANDS.columns[:2]), SQUARES, WEATHER))
    other = ToyArchive(version=2, relations=(STATE, HANDS, replace(SQUARES, key=("x",)), WEATHER))
    for archive, words in ((less, "has columns mana"), (other, "has the key game, turn, x, y")):
        with pytest.raises(StoreError, match=words), store.writing() as connection:
            make_tables(connection, archive)
    assert count(store, "relations", "system = 'toy' AND version = 1") == 1
    assert load(store, 0).hands == (("A", (), None),)


def test_tables_of_a_game_that_was_not_begun_after_all_are_not_there(store: Store) -> None:
    def begin() -> None:
        with store.writing() as connection:
            make_tables(connection, TOY)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        begin()
    assert "toy_hands" not in inspect(store.engine).get_table_names()
    with pytest.raises(StoreError, match="no tables of toy"):
        load(store, 0)
    save(store, Board())
    assert load(store, 0) == Board()
