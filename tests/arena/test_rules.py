"""Rules that cases cannot show: boards, mail turns, standings, the game master's acts."""

from __future__ import annotations

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.engine.verbs import DropOut, Note, OrderChange
from magika_gm.games.arena.orders.model import Kill, Move, Order, Resign, Stop
from magika_gm.games.arena.rules.acts import (
    REFEREE,
    Act,
    ControlSetting,
    Handing,
    Placing,
    PoolSetting,
    Removing,
    Reviving,
    TerrainSetting,
)
from magika_gm.games.arena.rules.events import AirCounted, LineDropped, OrdersMissing, PlayerTurnBegan
from magika_gm.games.arena.rules.refusals import Code
from magika_gm.games.arena.rules.retreat import _upward
from magika_gm.games.arena.rules.sequence import RULES, coming_turns, play_mail_turn, player_turns, points
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import Ending, Mode, board_of
from magika_gm.games.arena.setup import Scenario, start_state


def duel(**options: object) -> State:
    return start_state(Scenario(**options), {})  # type: ignore[arg-type]


def test_the_board_is_a_hexagon() -> None:
    board = board_of()
    assert [len(row) for row in board.rows] == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert board.names[0] == "a1"
    assert board.names[-1] == "i5"
    e2 = board.index["e2"]
    near = {direction: board.names[h] for direction, h in board.steps[e2].items()}
    assert near == {"E": "e3", "W": "e1", "NE": "d2", "NW": "d1", "SE": "f2", "SW": "f1"}
    assert board.far[e2][board.index["e8"]] == 6
    middle = board.index["e5"]
    turned = [board.names[-1 - i] for i in range(61)]
    assert all(board.far[middle][i] == board.far[middle][board.index[turned[i]]] for i in board.hexes)


def test_distance_counts_the_air() -> None:
    board = board_of()
    at = board.places
    assert board.distance(at["d4"], at["d4^"]) == 1
    assert board.distance(at["d4"], at["d5^"]) == 2
    assert board.distance(at["d4^"], at["d6^"]) == 2


@pytest.mark.parametrize("side", [2, 8])
def test_boards_have_bounds(side: int) -> None:
    with pytest.raises(ValueError, match="shortest row"):
        board_of(side)


def test_paired_mail_turns() -> None:
    played = [player_turns(Mode.PAIRED, n) for n in range(1, 7)]
    assert played == [(1, 2), (3, 4), (5,), (6, 7), (8, 9), (10,)]
    state = duel(mode=Mode.PAIRED)
    turns: list[int] = []
    while state.ending is None:
        resolution = play_mail_turn(state, {}, Dice(b"x", state.mail_turn + 1))
        state = resolution.state
        turns += [t.event.turn for t in resolution.told if isinstance(t.event, PlayerTurnBegan)]
    assert turns == list(range(1, 37))
    assert state.mail_turn == 22
    assert state.ending is Ending.POINTS


def test_both_sheets_of_a_paired_turn_are_played() -> None:
    state = duel(mode=Mode.PAIRED)
    orders = {"A": [Move("A1", (("E",),))], "B": [Move("B1", (("W",),))]}
    after = play_mail_turn(state, orders, Dice(b"x", 1)).state
    names = after.board.place_names
    assert (names[after.creatures["A1"].place], names[after.creatures["B1"].place]) == ("e3", "e7")


def test_a_missing_sheet_is_told_to_both() -> None:
    state = duel()
    told = play_mail_turn(state, {}, Dice(b"x", 1)).told
    assert [t.audience for t in told if isinstance(t.event, OrdersMissing)] == [("A", "B")]
    assert not [t for t in play_mail_turn(state, {"A": []}, Dice(b"x", 1)).told if isinstance(t.event, OrdersMissing)]


def test_dropped_lines_are_told_to_their_writer() -> None:
    told = play_mail_turn(duel(), {"A": [Stop("A1"), Move("B1", (("E",),))]}, Dice(b"x", 1)).told
    dropped = [(t.event.line, t.event.refusal.code, t.audience) for t in told if isinstance(t.event, LineDropped)]
    assert dropped == [("STOP A1", Code.NO_EFFECT, ("A",)), ("MOVE B1 E", Code.NOT_YOURS, ("A",))]


def test_every_refusal_has_words() -> None:
    assert all(code.words for code in Code)


def test_points_of_a_standing() -> None:
    state = duel()
    for winner, ending, wanted in (
        ("A", Ending.KING, (3, 0)),
        ("B", Ending.POINTS, (0, 2)),
        ("draw", Ending.DRAW, (1, 1)),
        ("B", Ending.RESIGN, (0, 3)),
    ):
        state.winner, state.ending = winner, ending
        assert (points(state, "A"), points(state, "B")) == wanted


def test_the_game_master_s_word() -> None:
    state = duel()
    first = play_mail_turn(state, {}, Dice(b"x", 1), [Removing("A1", "by mistake")]).state
    assert first.creatures["A1"].dead
    assert not first.corpses
    acts: list[Act] = [
        Placing("A2", "c4^", "r"),
        Reviving("A1", "d4", "r"),
        Handing("IA1", "A3", "r"),
        Handing("IA2", "d4", "r"),
        PoolSetting("B", 7, "r"),
        TerrainSetting("d4", "L", "r"),
        ControlSetting("i5", "A", "r"),
        Note("ALL", "hello"),
    ]
    assert not [act for act in acts if REFEREE.why_not(first, act)]
    after = play_mail_turn(first, {}, Dice(b"x", 2), acts).state
    names = after.board.place_names
    assert names[after.creatures["A1"].place] == "d4"
    assert names[after.creatures["A2"].place] == "c4"  # a Sniper does not hang in the air (FLY-6)
    assert after.items["IA1"].by == "A3"
    assert names[after.items["IA2"].place] == "d4"
    assert after.pools["B"] == 7
    assert after.terrain[after.board.index["d4"]] == "L"
    assert after.control[after.board.index["i5"]] == "A"
    assert all(REFEREE.text(act) for act in acts)


def test_a_line_is_changed_and_a_player_leaves() -> None:
    state = duel()
    orders: dict[str, list[Order]] = {"A": [Kill(("B1",)), Move("A1", (("E",),))]}
    acts: list[Act] = [OrderChange("A", 2, "MOVE A1 W", "misread"), OrderChange("A", 9, "MOVE A2 E", "forgotten")]
    after = play_mail_turn(state, orders, Dice(b"x", 1), acts).state
    names = after.board.place_names
    assert (names[after.creatures["A1"].place], names[after.creatures["A2"].place]) == ("e1", "e3")
    gone = play_mail_turn(state, {}, Dice(b"x", 1), [DropOut("A", "at his own wish")]).state
    assert (gone.ending, gone.winner) == (Ending.RESIGN, "B")
    assert play_mail_turn(state, {"A": [Resign()], "B": [Resign()]}, Dice(b"x", 1)).state.winner == "draw"


@pytest.mark.parametrize(
    "act",
    [
        Placing("A99", "d4", "r"),
        Placing("A1", "z4", "r"),
        Reviving("A1", "d4", "r"),
        Handing("IA9", "d4", "r"),
        Handing("IA1", "A99", "r"),
        Handing("IA2", "A8", "r"),
        PoolSetting("C", 1, "r"),
        PoolSetting("A", -1, "r"),
        TerrainSetting("e2", "G", "r"),
        TerrainSetting("d4", "Q", "r"),
        TerrainSetting("z4", "G", "r"),
        ControlSetting("d4", "C", "r"),
        ControlSetting("z4", "A", "r"),
        OrderChange("A", 1, "MVOE A1 E", "r"),
        OrderChange("C", 1, "RESIGN", "r"),
        DropOut("C", "r"),
        Note("C", "r"),
    ],
)
def test_impossible_acts_say_why(act: object) -> None:
    assert REFEREE.why_not(duel(), act)


def test_coming_turns_end_with_the_game() -> None:
    state = duel(last_turn=1)
    assert coming_turns(state) == (1,)
    state = play_mail_turn(state, {}, Dice(b"x", 1)).state
    assert coming_turns(state) == ()


def test_a_standing_names_who_leads_first_and_both_first_when_nobody_leads() -> None:
    """WIN-4."""
    state = duel()
    state.pools |= {"A": 5, "B": 5}
    state.creatures.clear()
    assert [(p.seat, p.rank) for p in RULES.standing(state)] == [("A", 1), ("B", 1)]
    state.pools["B"] = 6
    assert [(p.seat, p.rank) for p in RULES.standing(state)] == [("B", 1), ("A", 2)]


@pytest.mark.parametrize(("counted", "air"), [(0, 1), (1, 1), (2, 2)])
def test_who_retreats_upward_counts_the_air_of_this_turn(counted: int, air: int) -> None:
    """RET-4: a Zombie raised beside it (CTRL-3) leaves it the hex."""
    state = duel()
    mount = state.creatures["A1"]
    if counted:
        AirCounted(mount.id, counted).apply(state)
    assert _upward(state, mount, mount.air) == air
