"""Whole games: what must hold of every turn, whatever was ordered."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from magika_gm.engine.dice import Dice
from magika_gm.games.rune_war import cases
from magika_gm.games.rune_war.archive import ARCHIVE
from magika_gm.games.rune_war.rules.events import (
    EVENTS,
    CombatEnded,
    Decided,
    Discarded,
    Drew,
    HandWon,
    KongMade,
    LandClaimed,
    LineRefused,
    MeldMade,
    OrderCast,
    OrderWaits,
    Origin,
    Scried,
    SheetPlayed,
    SpellCast,
    Step,
    WallBuilt,
)
from magika_gm.games.rune_war.rules.faults import faults
from magika_gm.games.rune_war.rules.hand import opens, seal_of, sealed
from magika_gm.games.rune_war.rules.movement import bars_claim
from magika_gm.games.rune_war.rules.refusals import Refusal
from magika_gm.games.rune_war.rules.sequence import resolve
from magika_gm.games.rune_war.rules.state import Due, World, ranks
from magika_gm.games.rune_war.rules.tables import SEATS, Clan
from magika_gm.games.rune_war.rules.terms import COPIES, KINDS
from magika_gm.games.rune_war.setup import Scenario, begin
from tests.rune_war.randoms import GAMES, Sheets, begun, record
from tests.rune_war.test_bots import isle, on_map, put

SEEDS = st.integers(0, 2**32)


def next_turn(world: World, sheets: Sheets, seed: bytes = b"next") -> World:
    after: World = resolve(world, sheets, Dice(seed, world.turn + 1)).state
    return after


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_games_lose_nothing(seed: int) -> None:
    for before, _, resolved in record(seed):
        after: World = resolved.state
        assert sum(p.rune_points for p in after.players.values()) == 0
        if after.hand is not None and before.hand is not None and after.round == before.round:
            assert runes_of(after) == runes_of(before) == Counter(dict.fromkeys(range(KINDS), COPIES))
        told = [t.event for t in resolved.told]
        assert points_told(before, after, told)
        assert set(ranks(after).values()) <= {1, 2, 3, 4}


def runes_of(world: World) -> Counter[int]:
    assert world.hand is not None
    found = Counter(world.hand.wall)
    for player in world.players.values():
        found.update(kind for kind, number in enumerate(player.held) for _ in range(number))
        found.update(d.kind for d in player.discards)
        found.update(k for m in player.melds for k in m.kinds)
    return found


def points_told(before: World, after: World, told: list[object]) -> bool:
    """Every spell point gained or spent was told."""
    gained: Counter[str] = Counter()
    for event in told:
        match event:
            case Discarded() | MeldMade() | KongMade():
                gained[event.seat] += event.points
            case SpellCast():
                gained[event.seat] -= event.cost
            case HandWon(won=won):
                gained[won.winner] += won.magic
    return all(after.players[s].points == before.players[s].points + gained[s] for s in SEATS)


def test_no_event_is_read_from_nonsense() -> None:
    for wrong in (None, [], ["Nothing"], ["Drew", "1"], ["Drew", "1", "x", "front", 0], ["Discarded", 1, 2]):
        with pytest.raises(ValueError, match=r"."):
            EVENTS.from_plain(wrong)
    assert len(EVENTS.classes) > 40


def test_rows_of_no_state_are_refused() -> None:
    world = begun(3)
    scenario = Scenario(title="rows", options=world.options)
    rows = json.loads(json.dumps(ARCHIVE.to_rows(world, scenario)))
    for name, spoiled in (
        ("game_state", []),
        ("seats", [{k: v for k, v in row.items() if k != "wizard"} for row in rows["seats"]]),
        ("land", rows["land"][1:]),
        ("runes", [{**rows["runes"][0], "rune": "XX"}]),
        ("melds", [{"seat": "1", "runes": "12K", "nth": 0}]),
        ("creatures", [{"code": "MA1"}]),
    ):
        with pytest.raises(ValueError, match=r"."):
            ARCHIVE.from_rows({**rows, name: spoiled}, scenario)


# -- the course of a game (GAME, SEQ, END) -------------------------------------------------


@pytest.fixture(scope="module")
def whole() -> list[World]:
    """A game of four careful bots from beginning to end: every state."""
    world = begin(Scenario(title="whole"), [], Dice(b"whole", 0))
    states = [world]
    while world.due is not Due.NOTHING:
        world = next_turn(world, {}, b"whole")
        states.append(world)
    return states


def test_a_whole_game(whole: list[World]) -> None:
    assert all(not faults(state) for state in whole)
    assert whole[0].due is Due.HAND
    assert whole[0].turn == 0
    assert whole[-1].ending is not None
    maps = [i for i, state in enumerate(whole) if state.due is Due.MAP]
    assert [whole[i].round for i in maps] == list(range(1, len(maps) + 1))
    assert len(maps) == 8
    for i in maps[:-1]:
        after = whole[i + 1]
        assert after.due is Due.HAND
        assert after.round == whole[i].round + 1
    assert 15 <= whole[-1].turn <= 40


def test_every_rune_has_magic_at_the_start_of_a_hand(whole: list[World]) -> None:
    for state in whole:
        if state.hand is not None and state.hand.fresh:
            assert all(p.bright == p.held for p in state.players.values())
            assert all(sum(p.held) == 13 for p in state.players.values())


def test_walls_are_sealed_at_the_deal_and_open_with_their_nonce(whole: list[World]) -> None:
    last = whole[-1]
    assert [w.round for w in last.walls] == list(range(1, 9))
    assert len({w.nonce for w in last.walls}) == 8
    assert all(opens(w) and len(w.nonce) == 32 and len(w.order) == 136 for w in last.walls)
    wall = last.walls[0]
    guess = sealed(wall.round, wall.order, Dice(b"a guess of the seed", 0))
    assert guess.seal != wall.seal, "the same wall under another nonce has another seal"
    assert seal_of(wall.round, wall.nonce, wall.order[::-1]) != wall.seal


def test_casts_are_made_in_hand_turns_alone(whole: list[World]) -> None:
    world, seen = whole[0], 0
    while world.due is not Due.NOTHING:
        resolved = resolve(world, {}, Dice(b"whole", world.turn + 1))
        casts = [t.event for t in resolved.told if isinstance(t.event, SpellCast)]
        seen += len(casts)
        if world.due is Due.MAP:
            assert not casts
        else:
            assert not any(isinstance(t.event, CombatEnded | LandClaimed) for t in resolved.told)
        world = resolved.state
    assert seen > 10


def test_an_empty_seat_is_played_by_a_bot() -> None:
    world = begin(Scenario(title="empty"), [], Dice(b"e", 0))
    assert all(p.policy == "careful" for p in world.players.values())
    resolved = resolve(world, {}, Dice(b"e", 1))
    sheets = [t.event for t in resolved.told if isinstance(t.event, SheetPlayed)]
    assert [s.origin for s in sheets] == [Origin.BOT] * 4


@pytest.mark.parametrize("seed", range(GAMES))
def test_every_decision_says_what_made_it(seed: int) -> None:
    """A line of the seat's own sheet, or a clause; each discard and claim stands after its decision."""
    for _, sheets, resolved in record(seed):
        told = [t.event for t in resolved.told]
        lines = {s.seat: {o.line for o in s.orders} for s in told if isinstance(s, SheetPlayed)}
        decided = [e for e in told if isinstance(e, Decided)]
        assert all(e.rule and (not e.line or e.line in lines[e.seat]) for e in decided)
        assert not any(e.line for e in decided if e.aim or e.rule in ("ADV-6", "ADV-7")), "the adviser's own"
        assert all(t.audience == (t.event.seat,) for t in resolved.told if isinstance(t.event, Decided))
        for i, event in enumerate(told):
            if isinstance(event, Discarded):
                last = told[i - 1]
                assert isinstance(last, Decided)
                assert (last.seat, last.step) == (event.seat, Step.DISCARD)
            if isinstance(event, MeldMade):
                claims = [e for e in told[:i] if isinstance(e, Decided) and e.step is Step.CLAIM]
                assert any(e.seat == event.seat and e.choice == str(event.meld) for e in claims)
            if isinstance(event, LineRefused | OrderWaits | OrderCast):
                assert event.line in lines[event.seat]
        assert set(sheets) <= set(SEATS)


def test_silenced_and_fogged_seats_draw_cast_and_discard() -> None:
    world = begin(Scenario(title="mute"), [], Dice(b"mute", 0))
    for player in world.players.values():
        player.silence = player.fog = 12
        player.points = 900
    told = [t.event for t in resolve(world, {}, Dice(b"mute", 1)).told]
    first = [e for e in told if isinstance(e, Discarded)][:4]
    assert [e.seat for e in first] == list(SEATS)
    assert all(set(e.unseen) == set(SEATS) - {e.seat} for e in first)
    assert {e.seat for e in told if isinstance(e, Drew)} == set(SEATS)


def test_who_scried_is_shown_the_runes_again_at_the_end_of_the_turn() -> None:
    world = begin(Scenario(title="scry"), [], Dice(b"scry", 0))
    from magika_gm.games.rune_war.orders.lines import stored
    from magika_gm.games.rune_war.rules.state import Creature

    world.creatures["IZ1"] = Creature(code="IZ1", seat="4", kind="Earth Elemental", at="T", loyalty=5)
    world.armies["T"] = ["IZ1"]
    clan = world.players["4"].clan
    world.players["4"].points = 100
    world.players["4"].held[27] += 1
    world.players["4"].bright[27] += 1
    assert clan
    resolved = resolve(world, {"4": (stored("CAST Scry Runes ON 2"),)}, Dice(b"scry", 1))
    shown = [t for t in resolved.told if isinstance(t.event, Scried)]
    assert [t.event.late for t in shown] == [False, True]
    assert all(t.audience == ("4",) and t.event.seat == "2" for t in shown)
    held = [k for k, n in enumerate(resolved.state.players["2"].held) for _ in range(n)]
    assert list(shown[-1].event.runes) == held


def test_a_wall_event_is_hidden_but_for_its_seal() -> None:
    world = begun(11)
    while world.due is not Due.MAP:
        world = next_turn(world, {})
        if world.due is Due.NOTHING:
            return
    told = [t for t in resolve(world, {}, Dice(b"deal", world.turn + 1)).told if isinstance(t.event, WallBuilt)]
    for t in told:
        seen = t.seen_by("1")
        assert isinstance(seen, WallBuilt)
        assert seen.seal == t.event.seal
        assert not seen.order
        assert not seen.nonce


@pytest.mark.parametrize(("kind", "said"), [("Durlock", Refusal.GUARDED), ("Sand Wraith", Refusal.UNSEEN_GUARD)])
def test_a_claim_fails_on_a_guard_and_says_whether_it_is_seen(kind: str, said: Refusal) -> None:
    """CLAIM-2, CLAIM-3."""
    world = on_map(isle())
    world.players["1"].lcp[Clan.MARZ] = 500
    assert bars_claim(world, "1", "Z3") is None
    put(world, "MZ1", kind, "Z3")
    assert bars_claim(world, "1", "Z3") is said


@pytest.mark.parametrize("case", ["held-fourth-wins-on-its-supplement", "concealed-kong-on-drawing"])
def test_that_a_fourth_rune_is_laid_down_is_decided_and_told_to_its_seat(
    monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    turns, plain = list[cases.LastTurn](), cases.LastTurn

    def noted(**words: Any) -> cases.LastTurn:
        turns.append(plain(**words))
        return turns[-1]

    monkeypatch.setattr(cases, "LastTurn", noted)
    path = Path(__file__).parent / "cases" / f"HAND-8-{case}.toml"
    assert cases.run_case(tomllib.loads(path.read_text("utf-8"))).failures == ()
    told = turns[-1].told
    (made,) = (n for n, one in enumerate(told) if isinstance(one.event, KongMade))
    kong, said = told[made].event, told[made - 1]
    assert isinstance(kong, KongMade)
    assert isinstance(said.event, Decided)
    assert (said.event.seat, said.event.step, said.audience) == (kong.seat, Step.KONG, (kong.seat,))
