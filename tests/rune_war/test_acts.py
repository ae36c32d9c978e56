"""The game master's acts: done at the start of a turn, refused where they cannot be, kept as plain data (GM-1)."""

from __future__ import annotations

import json

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.setup import Need
from magika_gm.engine.verbs import DropOut, Note, OrderChange
from magika_gm.games.rune_war import sight
from magika_gm.games.rune_war.archive import ARCHIVE
from magika_gm.games.rune_war.orders.lines import stored
from magika_gm.games.rune_war.rules.acts import REFEREE, Act, Adjustment, Owning, Placing, Removal, Seating, amended
from magika_gm.games.rune_war.rules.events import GmAdjusted, GmPlaced, GmSeated, Origin, SheetPlayed
from magika_gm.games.rune_war.rules.faults import faults
from magika_gm.games.rune_war.rules.sequence import RULES, resolve
from magika_gm.games.rune_war.rules.state import World
from magika_gm.games.rune_war.rules.tables import SEATS, Clan
from tests.rune_war.test_bots import isle, on_map, put

ACTS: tuple[Act, ...] = (
    Adjustment(subject="1", figure="points", value=77, reason="slip"),
    Adjustment(subject="1", figure="lcp Z", value=120, reason="slip"),
    Adjustment(subject="MA1", figure="loyalty", value=1, reason="slip"),
    Placing(code="MA1", place="M7", reason="slip"),
    Removal(code="MA2", reason="slip"),
    Owning(place="Z8", clan=Clan.MAITHA, reason="slip"),
    Seating(seat="2", policy="bold", reason="holiday"),
    DropOut("3", "three misses"),
    Note("4", "well played"),
    Note("ALL", "a happy new year"),
    OrderChange("1", 2, "MOVE MA1 TO M8", "misread"),
)


def world() -> World:
    made = on_map(isle())
    for player in made.players.values():
        player.policy = ""
    put(made, "MA1", "Durlock", "M2")
    put(made, "MA2", "Durlock", "M2")
    return made


def test_acts_take_place_at_the_start_of_the_turn() -> None:
    before = world()
    assert [REFEREE.why_not(before, act) for act in ACTS] == [""] * len(ACTS)
    sheets = dict.fromkeys(SEATS, ()) | {"1": (stored("LINEUP M2: MA1"), stored("MOVE MA1 TO M1"))}
    resolved = resolve(before, sheets, Dice(b"acts", 1), ACTS)
    after: World = resolved.state
    assert after.players["1"].points == 77
    assert after.players["1"].lcp[Clan.MARZ] == 120
    assert after.creatures["MA1"].at == "M8", "the order changed was MOVE MA1 TO M1"
    assert after.creatures["MA1"].loyalty == 1
    assert "MA2" not in after.creatures
    assert after.land["Z8"] is Clan.MAITHA
    assert [p.policy for p in after.players.values()] == ["", "bold", "careful", ""]
    assert faults(after) == []
    sheet = next(t.event for t in resolved.told if isinstance(t.event, SheetPlayed) and t.event.seat == "1")
    assert [o.line for o in sheet.orders] == [1, 2]


def test_who_is_told() -> None:
    before = world()
    put(before, "MA3", "Shadow", "M2")
    acts = (*ACTS, Placing(code="MA3", place="M1", reason="x"))
    told = resolve(before, dict.fromkeys(SEATS, ()), Dice(b"acts", 1), acts).told
    audience = {type(t.event).__name__: set(t.audience) for t in told}
    assert audience["GmOwned"] == set(SEATS)
    assert audience["GmOrdered"] == {"1"}
    assert not [t for t in told if "well played" in repr(t.event)], "a note changes nothing; reports print it"
    unseen = [t for t in told if isinstance(t.event, GmPlaced) and t.event.code == "MA3"]
    assert [set(t.audience) for t in unseen] == [{"1", "4"}]
    assert all(set(t.audience) == set(SEATS) for t in told if isinstance(t.event, GmAdjusted | GmSeated))


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (Adjustment(subject="5", figure="points", value=1, reason=""), "no seat or creature 5"),
        (Adjustment(subject="1", figure="luck", value=1, reason=""), "luck is no figure"),
        (Adjustment(subject="1", figure="lcp M", value=1, reason=""), "lcp M is no figure"),
        (Adjustment(subject="1", figure="points", value=-1, reason=""), "points must be from 0"),
        (Adjustment(subject="MA1", figure="melee", value=1, reason=""), "only loyalty"),
        (Adjustment(subject="MA1", figure="loyalty", value=9, reason=""), "1 to 4 loyalty"),
        (Placing(code="MA9", place="M1", reason=""), "no creature MA9"),
        (Placing(code="MA1", place="Z1", reason=""), "neither land"),
        (Placing(code="MA1", place="M2", reason=""), "there already"),
        (Removal(code="MA9", reason=""), "no creature MA9"),
        (Owning(place="T", clan=Clan.IZ, reason=""), "T is no territory"),
        (Owning(place="M1", clan=Clan.MAITHA, reason=""), "belongs to Maitha already"),
        (Owning(place="M2", clan=Clan.IZ, reason=""), "creatures stand at M2"),
        (Seating(seat="7", policy="", reason=""), "no seat 7"),
        (Seating(seat="1", policy="wild", reason=""), "no policy wild"),
        (DropOut("7", ""), "no seat 7"),
        (Note("7", ""), "no seat 7"),
        (OrderChange("7", 1, "AIM QUICK", ""), "no seat 7"),
        (OrderChange("1", 0, "AIM QUICK", ""), "numbered from 1"),
        (OrderChange("1", 1, "nonsense", ""), "NONSENSE is no order"),
    ],
)
def test_impossible_acts_say_why(act: Act, said: str) -> None:
    assert said in REFEREE.why_not(world(), act)


def test_there_must_be_room() -> None:
    full = world()
    for code in ("MA3", "MA4", "MA5"):
        put(full, code, "Shadow", "M1")
    assert "no room at M1" in REFEREE.why_not(full, Placing(code="MA1", place="M1", reason=""))


def test_an_act_that_has_become_impossible_is_passed_over() -> None:
    before = world()
    acts = (Removal(code="MA1", reason=""), Placing(code="MA1", place="M1", reason=""))
    after = resolve(before, dict.fromkeys(SEATS, ()), Dice(b"acts", 1), acts).state
    assert "MA1" not in after.creatures


def test_a_line_is_replaced_or_added() -> None:
    sheets = {"1": (stored("AIM QUICK"), stored("GAME NO"))}
    got = amended(sheets, [OrderChange("1", 2, "GAME DRAWN", ""), OrderChange("1", 9, "KONG NONE", "")])
    assert [(o.line, o) for o in got["1"]] == [
        (1, stored("AIM QUICK")), (2, stored("GAME DRAWN")), (9, stored("KONG NONE")),
    ]  # fmt: skip


def test_acts_and_memories_are_plain_data_and_back() -> None:
    for act in ACTS:
        assert ARCHIVE.acts.from_plain(json.loads(json.dumps(ARCHIVE.acts.to_plain(act)))) == act
    with pytest.raises(ValueError, match="nothing this game knows"):
        ARCHIVE.acts.from_plain(["Wish", "1"])
    memory = sight.SIGHT.no_memory()
    for seat in ("2", "4"):
        memory = sight.remember(memory, 1, sight.perceive(world(), seat))
        assert ARCHIVE.memories.from_plain(json.loads(json.dumps(ARCHIVE.memories.to_plain(memory)))) == memory
    for wrong in ([], ["1"], [1, 2], 1):
        with pytest.raises(ValueError, match="no Memory"):
            ARCHIVE.memories.from_plain(wrong)


def test_what_is_kept_of_a_view_for_people_who_ask_with_sql() -> None:
    view = sight.perceive(world(), "2")
    assert ARCHIVE.seen_text(view) == "M2:MA1,MA2"
    assert [row["code"] for row in ARCHIVE.known_plain(view)] == ["MA1", "MA2"]


def test_whose_sheets_a_turn_waits_for() -> None:
    made = isle()
    assert set(RULES.needs(made).values()) == {Need.NONE}, "bots need none"
    for player in made.players.values():
        player.policy = ""
    assert set(RULES.needs(made).values()) == {Need.REQUIRED}
    after = resolve(made, {"1": (stored("GAME NO"),)}, Dice(b"needs", 1)).state
    assert RULES.needs(after) == {"1": Need.MAY, "2": Need.REQUIRED, "3": Need.REQUIRED, "4": Need.REQUIRED}
    played = resolve(after, {}, Dice(b"needs", 2))
    sheets = {t.event.seat: t.event.origin for t in played.told if isinstance(t.event, SheetPlayed)}
    assert sheets == {"1": Origin.STANDING, "2": Origin.BOT, "3": Origin.BOT, "4": Origin.BOT}


def test_the_standing_is_in_the_order_of_ranks() -> None:
    made = isle()
    made.players["3"].rune_points = 10
    made.players["1"].rune_points = -10
    places = RULES.standing(made)
    assert [(p.rank, p.seat) for p in places] == [(1, "3"), (2, "2"), (3, "4"), (4, "1")] or places[0].seat == "3"
    assert {p.points for p in places} == {960.0}
    assert RULES.ending(made) is None
    assert RULES.ending_text("rounds") == "the last round is over"
    assert RULES.character(made, "4") == "Ziag"
    assert RULES.playing(made) == SEATS
    assert RULES.allies(made, "1") == ()
