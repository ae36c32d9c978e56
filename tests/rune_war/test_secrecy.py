"""Who knows what (SEE): worlds that differ only in what a seat cannot see are the same to it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.rules import Resolution
from magika_gm.games.rune_war.orders.lines import stored
from magika_gm.games.rune_war.orders.model import Order
from magika_gm.games.rune_war.rules.events import (
    Discarded,
    DiscardForced,
    HandWon,
    Left,
    MeldMade,
    Scried,
    SpellCast,
    Summoned,
)
from magika_gm.games.rune_war.rules.sequence import resolve
from magika_gm.games.rune_war.rules.state import Creature, Due, Options, World, sees, sees_unseen_at
from magika_gm.games.rune_war.rules.tables import SEATS
from magika_gm.games.rune_war.rules.terms import CODES, KINDS, bag
from magika_gm.games.rune_war.setup import Scenario, begin
from magika_gm.games.rune_war.sight import (
    NOTHING,
    UNSEEN,
    Memory,
    View,
    hearers,
    masked,
    perceive,
    remember,
    spectate,
    turn_file,
)
from tests.examples import some_of
from tests.rune_war.paper import forms, report_of
from tests.rune_war.randoms import begun, people, played, random_sheets, reached
from tests.rune_war.twins import twin

EXAMPLES = 1000 if os.environ.get("MAGIKA_NIGHTLY") else some_of(100)
"""Twins compared; by night as many as the house asks of every game."""
SEEDS = st.integers(0, 2**32)


def file_of(view: View) -> str:
    """A turn file as text, the seal masked (decisions: one named field)."""
    plain: dict[str, Any] = turn_file(view)
    plain["hand"]["seal"] = "masked"
    return json.dumps(plain, sort_keys=True)


def seen(resolved: Resolution, seat: str) -> list[object]:
    """What a seat perceives of a turn, in order; the seal masked."""
    found: list[object] = []
    for told in resolved.told:
        event = told.seen_by(seat)
        if event is not None:
            found.append((told.phase, told.step, type(event).__name__, _masked(event)))
    return found


def _masked(event: object) -> list[object]:
    assert is_dataclass(event)
    return [None if f.name == "seal" else getattr(event, f.name) for f in fields(event)]


@given(SEEDS, st.sampled_from(SEATS))
@settings(max_examples=EXAMPLES, deadline=None)
def test_twins_look_alike(seed: int, reader: str) -> None:
    world = reached(seed, seed % 9)
    other = twin(world, reader, Random(seed))
    assert file_of(perceive(other, reader)) == file_of(perceive(world, reader))
    assert remember(NOTHING, 3, perceive(other, reader)) == remember(NOTHING, 3, perceive(world, reader))
    one, two = masked(world, reader), masked(other, reader)
    assert [w.round for w in one.walls] == [w.round for w in two.walls]
    one.walls = two.walls  # the seals differ, as the walls do
    assert one == two


@given(SEEDS)
@settings(max_examples=30, deadline=None)
def test_a_spectator_sees_what_all_do(seed: int) -> None:
    world = reached(seed, seed % 9)
    view = spectate(world)
    assert not any(view.held)
    views = [perceive(world, seat) for seat in SEATS]
    assert set(view.creatures) == set.intersection(*(set(v.creatures) for v in views))
    for seat in SEATS:
        for i, kind in enumerate(view.seats[seat].discards):
            shown = [v.seats[seat].discards[i] for v in views]
            assert kind == (UNSEEN if UNSEEN in shown else shown[0])
    assert set(view.gone) == set.intersection(*(set(v.gone) for v in views))


# -- turns that differ in what is hidden -------------------------------------------------


def mute(random: Random, kinds: Sequence[int]) -> tuple[Order, ...]:
    """A sheet that claims nothing and throws only these kinds, as long as it has them."""
    listed = ", ".join(CODES[k] for k in random.sample(list(kinds), len(kinds)))
    lines = ("GAME NO", "PUNG NONE", "CHOW NONE", "KONG NONE", f"DISCARD {listed}")
    return tuple(stored(line) for line in lines)


@given(SEEDS, st.sampled_from(SEATS))
@settings(max_examples=EXAMPLES, deadline=None)
def test_a_hand_turn_tells_nothing_of_what_stays_hidden(seed: int, reader: str) -> None:
    """Others hold back half of the kinds whatever they are; those may lie anywhere, and the wall's depth too."""
    random = Random(seed)
    scenario = Scenario(title="twins", options=Options(pace=1, spell_points=900))
    world = begin(scenario, [], Dice(f"twins {seed}".encode(), 0))
    people(random, world)
    thrown = set(random.sample(range(KINDS), KINDS // 2))
    sheets = dict(random_sheets(random, world))
    for player in world.others(reader):
        assume(sum(player.held[k] for k in thrown) >= 4)
        player.policy = ""
        sheets[player.seat] = mute(random, sorted(thrown))
    assert world.hand is not None
    world.hand.fresh = False
    other = world.copy()
    assert other.hand is not None
    pool, deep = [], 30
    tail = other.hand.wall[deep:-8]
    pool += [k for k in tail if k not in thrown]
    for player in other.others(reader):
        pool += [k for k in range(KINDS) if k not in thrown for _ in range(player.held[k])]
    random.shuffle(pool)
    other.hand.wall[deep:-8] = [k if k in thrown else pool.pop() for k in tail]
    for player in other.others(reader):
        kept = [k if k in thrown else pool.pop() for k in range(KINDS) for _ in range(player.held[k])]
        player.held = bag(kept)
        player.bright = bag(kept)
    key = f"play {seed}".encode()
    one, two = resolve(world, sheets, Dice(key, 1)), resolve(other, sheets, Dice(key, 1))
    # a rune thrown at random or scried comes out of what was hidden: the spell is for that (MAG-13)
    assume(not any(isinstance(told.event, DiscardForced | Scried) for told in one.told))
    assert seen(one, reader) == seen(two, reader)
    assert file_of(perceive(one.state, reader)) == file_of(perceive(two.state, reader))
    paper = [forms(report_of(r.state, reader, r.told, masked=True)) for r in (one, two)]
    assert _unsealed(paper[0]) == _unsealed(paper[1])


@given(SEEDS, st.sampled_from(SEATS))
@settings(max_examples=EXAMPLES, deadline=None)
def test_a_map_turn_tells_nothing_of_unseen_creatures_at_home(seed: int, reader: str) -> None:
    """Unseen creatures walk about on their own land, or stay, or are not there at all."""
    random = Random(seed)
    world = reached(seed, 2)
    assume(world.options.map and world.due is not Due.NOTHING)
    world.due = Due.MAP
    if world.hand is not None:
        world.hand.next = ""
    sheets = dict(random_sheets(random, world))
    for player in world.others(reader):
        player.policy = ""
        moves = []
        for creature in world.own(player.seat):
            if not sees(world, reader, creature):
                near = [
                    place
                    for place in world.isle.neighbours[creature.at]
                    if world.is_own_ground(place, player.seat) and not sees_unseen_at(world, reader, place)
                ]
                moves += [stored(f"MOVE {creature.code} TO {random.choice(near)}")] if near else []
        sheets[player.seat] = tuple(moves)
    sheets[reader] = ()
    still = {**sheets, **{p.seat: () for p in world.others(reader)}}
    key = f"map {seed}".encode()
    one, two = resolve(world, sheets, Dice(key, 9)), resolve(world, still, Dice(key, 9))
    assert seen(one, reader) == seen(two, reader)
    assert file_of(perceive(one.state, reader)) == file_of(perceive(two.state, reader))
    paper = [forms(report_of(r.state, reader, r.told, masked=True)) for r in (one, two)]
    assert _unsealed(paper[0]) == _unsealed(paper[1])


def _unsealed(paper: tuple[Any, ...]) -> tuple[Any, ...]:
    """Reports but for the seal of a wall dealt in the turn, which hides it (GM-2)."""
    return tuple(json.loads(_SEAL.sub("", json.dumps(form))) for form in paper)


_SEAL = re.compile(r"\b[0-9a-f]{64}\b")


# -- what is told of what (SEE-1, SEE-3, SEE-5, MAG-9) -------------------------------------------------


def with_creatures(*rows: tuple[str, str, str, str]) -> World:
    world = begin(Scenario(title="seen", options=Options(spell_points=900)), [], Dice(b"seen", 0))
    for wizard, player in zip(("Orachi", "Dayla", "Lakkho", "Ziag"), world.players.values(), strict=True):
        player.wizard = wizard
    for code, seat, kind, place in rows:
        world.creatures[code] = Creature(code=code, seat=seat, kind=kind, at=place, loyalty=2)
        world.armies.setdefault(place, []).append(code)
        world.players[seat].number += 1
    return world


def prefix(world: World, seat: str) -> str:
    return world.players[seat].clan.prefix


def test_an_invisible_summons_is_announced_without_its_place() -> None:
    world = with_creatures()
    player = world.players["1"]
    for kind in (2, 6):
        player.held[kind] += 1
        player.bright[kind] += 1
    told = resolve(world, {"1": (stored("CAST Shadow"),)}, Dice(b"s", 1)).told
    cast = next(t for t in told if isinstance(t.event, SpellCast))
    for seat in ("2", "3"):
        shown = cast.seen_by(seat)
        assert isinstance(shown, SpellCast)
        assert (shown.spell, shown.cost, shown.components) == ("Shadow", 120, (2, 6))
        assert not shown.place
        assert not shown.target
    assert cast.seen_by("4") == cast.seen_by("1") == cast.event
    summoned = next(t for t in told if isinstance(t.event, Summoned))
    assert set(summoned.audience) == {"1", "4"}
    assert summoned.seen_by("2") is None


def test_healing_an_unseen_creature_is_told_to_those_who_see_it() -> None:
    world = with_creatures()
    mine = f"{prefix(world, '1')}1"
    home = world.lands("1")[0]
    world.creatures[mine] = Creature(code=mine, seat="1", kind="Shadow", at=home, loyalty=1)
    world.armies[home] = [mine]
    told = resolve(world, {"1": (stored(f"CAST Heal ON {mine}"),)}, Dice(b"s", 1)).told
    cast = next(t for t in told if isinstance(t.event, SpellCast))
    blurred = cast.seen_by("2")
    assert isinstance(blurred, SpellCast)
    assert (blurred.spell, blurred.target) == ("Heal", "")
    about = [t for t in told if getattr(t.event, "code", "") == mine]
    assert about
    assert all(set(t.audience) == {"1", "4"} for t in about)


def test_a_seat_sees_its_own_draws_and_others_backs() -> None:
    _, record = played(5, 3)
    for _, _, resolved in record:
        for told in resolved.told:
            name = type(told.event).__name__
            if name == "Drew":
                assert told.audience == (told.event.seat,)
                backs = [told.seen_by(s) for s in SEATS if s != told.event.seat]
                assert all(getattr(back, "kind", None) == UNSEEN for back in backs)
            if name == "Dealt":
                backs = [told.seen_by(s) for s in SEATS if s != told.event.seat]
                assert all(getattr(back, "runes", None) == () for back in backs)
            if name in ("Decided", "SheetPlayed", "LineRefused", "OrderWaits", "OrderCast"):
                assert told.audience == (told.event.seat,)
                assert told.blurred is None


def test_fogged_discards_are_backs_until_the_hand_is_over() -> None:
    world = begun(2)
    world.options.__class__  # noqa: B018 - options are frozen; the hand is played with them as they are
    world.players["3"].fog = 12
    resolved = resolve(world, {}, Dice(b"fog", 1))
    hidden = [t for t in resolved.told if isinstance(t.event, Discarded) and t.event.seat != "3"]
    assert hidden
    first = hidden[0]
    shown = first.seen_by("3")
    assert isinstance(shown, Discarded)
    assert shown.kind == UNSEEN
    assert (shown.magic, shown.points) == (first.event.magic, first.event.points)
    melds = [t for t in resolved.told if isinstance(t.event, MeldMade)]
    assert all(t.seen_by("3") == t.event for t in melds), "a meld is shown with its runes"
    state: World = resolved.state
    if state.hand is not None and state.hand.next:
        piles = [kind for row in perceive(state, "3").seats.values() for kind in row.discards]
        assert UNSEEN in piles
        assert UNSEEN not in [k for row in perceive(state, "1").seats.values() for k in row.discards]
        while state.due is Due.HAND:
            state = resolve(state, {}, Dice(b"fog", state.turn + 1)).state
        if state.hand is not None:
            assert UNSEEN not in [k for row in perceive(state, "3").seats.values() for k in row.discards]


def test_a_view_holds_what_is_public_and_nothing_of_others_hands() -> None:
    world, _ = played(8, 2, creatures=True)
    for seat in SEATS:
        view = perceive(world, seat)
        plain = turn_file(view)
        assert plain["hand"]["runes"] == [CODES[k] for k in range(KINDS) for _ in range(world.players[seat].held[k])]
        for other in SEATS:
            assert view.seats[other].points == world.players[other].points
            assert view.seats[other].concealed == sum(world.players[other].held)
        assert set(view.creatures) == {c.code for c in world.creatures.values() if sees(world, seat, c)}
        assert view.walls == ()


def test_the_winners_whole_hand_is_public() -> None:
    for seed in range(6):
        for _, _, resolved in played(seed, 6)[1]:
            for told in resolved.told:
                if isinstance(told.event, HandWon):
                    assert set(told.audience) == set(SEATS)
                    assert told.event.won.winner
                    return
    raise AssertionError("no hand was won in six games")


def test_walls_are_shown_when_the_game_is_over() -> None:
    world = begin(Scenario(title="end", options=Options(rounds=4)), [], Dice(b"end", 0))
    while world.due is not Due.NOTHING:
        world = resolve(world, {}, Dice(b"end", world.turn + 1)).state
    plain = turn_file(perceive(world, "2"))
    assert [w["round"] for w in plain["walls"]] == [1, 2, 3, 4]
    assert plain["hand"]["runes"] == []
    assert plain["ending"] == "rounds"


# -- memory and messages -------------------------------------------------


def test_last_sightings_are_remembered_until_seen_again_or_known_gone() -> None:
    world = begun(4)
    world.creatures.clear()
    world.armies.clear()
    foe = f"{prefix(world, '2')}1"
    at = world.lands("2")[0]
    world.creatures[foe] = Creature(code=foe, seat="2", kind="Wraith", at=at, loyalty=3)
    world.armies[at] = [foe]
    memory = remember(NOTHING, 1, perceive(world, "1"))
    assert [s.code for s in memory.shown] == [foe]
    assert memory.sightings == ()
    world.creatures[foe].kind = "Shadow"
    if world.players["1"].wizard != "Ziag":
        later: Memory = remember(memory, 2, perceive(world, "1"))
        assert [(s.code, s.turn, s.at) for s in later.sightings] == [(foe, 1, at)]
        world.armies.clear()
        world.creatures.clear()
        world.gone[foe] = ("1",)
        assert remember(later, 3, perceive(world, "1")).sightings == ()


def test_who_leaves_unseen_is_known_to_those_who_saw_it() -> None:
    world = with_creatures()
    mine = f"{prefix(world, '1')}1"
    home = world.lands("1")[0]
    world.creatures[mine] = Creature(code=mine, seat="1", kind="Shadow", at=home, loyalty=1)
    world.armies[home] = [mine]
    world.due = Due.MAP
    resolved = resolve(world, {"1": (stored(f"DISMISS {mine}"),)}, Dice(b"d", 1))
    left = next(t for t in resolved.told if isinstance(t.event, Left))
    assert set(left.audience) == {"1", "4"}
    assert perceive(resolved.state, "4").gone == (mine,)
    assert perceive(resolved.state, "2").gone == ()


def test_messages_reach_seats_by_any_name_or_all() -> None:
    world = begun(6)
    assert hearers(world, "1", "ALL") == ("2", "3", "4")
    assert hearers(world, "1", "3") == ("3",)
    assert hearers(world, "1", world.players["2"].wizard.upper()) == ("2",)
    assert hearers(world, "1", world.players["4"].clan.title) == ("4",)
    assert hearers(world, "1", "WEST") == (world.in_turn()[2],)
    assert hearers(world, "1", "nobody") == ()
