"""Who knows what (SEE): what is told of what, what all see, what is remembered."""

from __future__ import annotations

import io

from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from magika_gm.engine.dice import Dice
from magika_gm.games.rune_war.orders.lines import stored
from magika_gm.games.rune_war.report.reports import REPORTS
from magika_gm.games.rune_war.rules.events import (
    Discarded,
    HandWon,
    Left,
    MeldMade,
    SpellCast,
    Summoned,
)
from magika_gm.games.rune_war.rules.sequence import resolve
from magika_gm.games.rune_war.rules.state import Creature, Due, Options, World, sees
from magika_gm.games.rune_war.rules.tables import SEATS
from magika_gm.games.rune_war.rules.terms import CODES, KINDS
from magika_gm.games.rune_war.setup import Scenario, begin
from magika_gm.games.rune_war.sight import (
    NOTHING,
    UNSEEN,
    Memory,
    hearers,
    perceive,
    remember,
    spectate,
    turn_file,
)
from tests.reports.played import reports
from tests.rune_war.randoms import begun, played, reached

SEEDS = st.integers(0, 2**32)


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


def test_walls_are_in_the_file_and_only_their_seals_in_print() -> None:
    *_, last = reports("rune_war")
    pages = PdfReader(io.BytesIO(REPORTS.pdf(last, "letter", False))).pages
    text, walls = "".join(page.extract_text() for page in pages), REPORTS.turn_file(last)["walls"]
    assert walls
    assert all(wall["seal"] in text and wall["nonce"] not in text for wall in walls)


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
