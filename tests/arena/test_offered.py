"""What is offered never harms the player: every offer of every turn, over whole games by bots."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from magika_gm import games
from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.setup import Need
from magika_gm.games.arena.orders.lines import stored, write_order
from magika_gm.games.arena.orders.model import Cast, Destroy, MakeStorm, Shoot, Use
from magika_gm.games.arena.orders.offers import Choice, choices, ends, of_use, own_turn
from magika_gm.games.arena.orders.sheet import forecast_text
from magika_gm.games.arena.page import by_creature, standing
from magika_gm.games.arena.rules.refusals import Code
from magika_gm.games.arena.rules.state import Aim, Casting, Enchantment, State
from magika_gm.games.arena.rules.tables import ITEMS, KINDS, SPELLS, Magic
from magika_gm.games.arena.rules.terms import Duration, Meant, Phase, Step, Target, Time
from magika_gm.games.arena.rules.units import idle, weapons
from magika_gm.games.arena.sight import foresee
from tests.arena.test_bots import board_with
from tests.systems.test_contract import begun


def positions(seed: int, turns: int = 14) -> Iterator[tuple[State, str]]:
    """What each side knows before its own turns of a game by bots, everybody's pool full and every card in hand."""
    system = games.system("arena")
    _, state = begun(system)
    memories = {seat: system.sight.no_memory() for seat in ("A", "B")}
    for turn in range(1, turns):
        orders = {}
        for seat in system.rules.playing(state):
            view = system.sight.perceive(state, seat)
            memories[seat] = system.sight.remember(memories[seat], turn - 1, view)
            known = system.sight.known(state, seat, memories[seat])
            if own_turn(known, seat):
                rich = known.copy()
                rich.cards[seat], rich.pools[seat] = tuple(SPELLS), 99
                yield rich, seat
            if system.rules.needs(state).get(seat) is not Need.NONE:
                from magika_gm.games.arena.sight import content

                file = json.loads(json.dumps(content(view, (), memories[seat])))
                orders[seat] = system.bots.play(system.bots.DEFAULT, file, b"offered%d" % seed)
        state = system.rules.resolve(state, orders, Dice(b"offered%d" % seed, turn)).state
        if state.ending is not None:
            return


def magic_of(state: State, choice: Choice) -> Magic | None:
    order = choice.order
    if isinstance(order, Cast):
        return SPELLS[order.spell].magic
    if isinstance(order, Use):
        return state.items[order.what].kind.use if order.what in state.items else None
    return None


HINDER = {"Entangle", "Mirage", "Wall of Force"}
"""They hinder who moves, which is oneself in one's own turn."""


def test_what_hinders_or_helps_who_moves_is_offered_in_the_turn_of_who_moves() -> None:
    """MOVE-1: nobody but the active player moves, and for retreats these are over (MAG-17)."""
    state, seat = next(positions(0))
    casters = [c for c in state.by_id() if c.side == seat and not idle(state, c)]
    for caster, kind in zip(casters, [k for k in KINDS.values() if k.spells], strict=False):
        caster.kind = kind
    named = {order.spell for choice in choices(state, seat) if isinstance(order := choice.order, Cast)}
    stands = {form.key.removeprefix("standing:") for form in standing(state, seat)}
    assert not named & HINDER
    assert {"Haste", "Free Movement"} <= named
    assert "Entangle" in stands
    assert not any(of_use(SPELLS[name].magic, own=True) for name in HINDER)
    assert not stands & {"Haste", "Free Movement"}


def own_at(state: State, seat: str, places: set[int], idle_only: bool = False) -> list[str]:
    return [c.id for c in state.living() if c.side == seat and c.place in places and (idle(state, c) or not idle_only)]


@pytest.mark.parametrize("seed", range(2))
def test_no_offer_is_aimed_at_ones_own(seed: int) -> None:
    seen = set()
    for state, seat in positions(seed):
        for choice in choices(state, seat):
            order = choice.order
            if isinstance(order, Shoot):
                place = state.board.places[order.marks[0].place]
                assert not own_at(state, seat, {place}, idle_only=True), order
                assert any(c.place == place and c.side != seat for c in state.living()), order
                seen.add("shot")
            elif isinstance(order, Destroy):
                assert state.creatures[order.vehicle].side != seat
            elif isinstance(order, MakeStorm):
                assert not own_at(state, seat, {state.board.index[order.hex] * 2 + 1})
            magic = magic_of(state, choice)
            if magic is None or not isinstance(order, Cast | Use) or not order.on:
                continue
            on = order.on[0]
            if magic.target is Target.CREATURE and magic.meant is not Meant.ANY:
                mine = state.creatures[on].side == seat
                assert mine == (magic.meant is Meant.OWN), order
                seen.add(f"{magic.meant} creature")
            elif magic.target is Target.PLACE and magic.meant is Meant.ENEMY:
                place = state.board.places[on]
                assert any(c.place == place and c.side != seat for c in state.living()), order
                assert not own_at(state, seat, {place}, idle_only=magic.does == "strike"), order
                seen.add("place")
            elif magic.target is Target.HEX and magic.meant is Meant.LAND:
                hex_ = state.board.index[on]
                assert not own_at(state, seat, {hex_ * 2, hex_ * 2 + 1}), order
                seen.add("land")
    assert seen >= {"shot", "enemy creature", "own creature", "land"}
    assert "place" in seen or seed, "a Fireball"


@pytest.mark.parametrize("seed", range(2))
def test_shots_and_spells_are_offered_from_where_they_will_be_made(seed: int) -> None:
    """RNG-2: a creature that shoots may have moved; MAG-7: who casts a longer spell has not."""
    moved = 0
    for state, seat in positions(seed):
        board = state.board
        for choice in choices(state, seat):
            order = choice.order
            after = board.places[choice.after] if choice.after else -1
            if isinstance(order, Shoot):
                creature = state.creatures[order.creature]
                stands = after if choice.after else creature.place
                assert stands in ends(state, creature)
                ranged = dict(weapons(state, creature))[order.weapon]
                far = board.distance(stands, board.places[order.marks[0].place])
                assert ranged.least <= far <= ranged.most
                moved += bool(choice.after)
            magic = magic_of(state, choice)
            if magic is None or magic.target not in (Target.CREATURE, Target.PLACE, Target.HEX):
                continue
            assert isinstance(order, Cast | Use)
            caster = state.creatures[order.by[0]]
            bound = magic.time in (Time.HALF_TURN, Time.LONG) or magic.phase is Phase.M1
            assert not (bound and choice.after)
            on = order.on[0]
            target = state.creatures[on].place if on in state.creatures else board.places[on]
            target = target & ~1 if magic.target is Target.HEX else target
            assert board.distance(after if choice.after else caster.place, target) <= magic.range, order
    assert moved


@pytest.mark.parametrize("seed", range(6))
def test_what_lasts_for_a_phase_is_offered_in_the_phase_it_is_for(seed: int) -> None:
    """A line without M1 or M2 is declared in M1 (MAIL-5), and what ends with the moves is of no use in a combat."""
    met = set()
    for state, seat in positions(seed):
        for choice in choices(state, seat):
            magic = magic_of(state, choice)
            if magic is None or magic.duration is not Duration.PHASE or magic.time is not Time.INSTANT:
                continue
            moves = magic.name in ("Haste", "Free Movement", "Potion of Speed")
            assert magic.name not in HINDER, write_order(choice.order)
            assert isinstance(choice.order, Cast | Use)
            assert choice.order.phase is (Phase.M1 if moves else Phase.M2), write_order(choice.order)
            assert choice.step is (Step.MAGIC_1 if moves else Step.MAGIC_2)
            met.add(choice.order.phase)
    assert Phase.M2 in met


def test_every_spell_with_a_victim_says_whom_it_is_meant_for() -> None:
    """Data, not names in the form: an attack, a loss, or a creature made worse is meant for the enemy."""
    magics = [spell.magic for spell in SPELLS.values()] + [item.use for item in ITEMS.values() if item.use]
    for magic in magics:
        gives = magic.gives
        harms = magic.attack is not None and magic.does in ("strike", "meteor")
        harms = harms or gives.held or gives.mute or gives.rooted or gives.disarmed or gives.powerless
        harms = harms or gives.power < 0 or gives.move < 0
        helps = gives.power > 0 or gives.move > 0 or gives.regenerates or gives.unseen or gives.any_terrain
        if magic.target is not Target.SELF and (harms or helps):
            assert magic.meant is (Meant.ENEMY if harms else Meant.OWN), magic.name
        if magic.target in (Target.CREATURE, Target.PLACE, Target.ITEM):
            assert magic.meant is not Meant.ANY, magic.name


def test_the_acknowledgement_says_whose_vehicle_is_attacked() -> None:
    """VEH-5: what was ordered against one's own says so."""
    state = next(iter(positions(0)))[0]
    ahead = foresee(state, "A", ())
    mine, theirs = (next(c.id for c in state.by_id() if c.side == side) for side in ("A", "B"))
    said = forecast_text(state, "A", replace(ahead, own_turn=True, vehicles=(mine, theirs)))
    assert f"  your own idle vehicle {mine} attacked (VEH-5)" in said
    assert f"  idle vehicle {theirs} attacked (VEH-5)" in said


def test_no_spell_is_offered_on_what_lies_under_anti_magic() -> None:
    """MAG-20: it would fail when it is to work, and the answer says so; on who stands outside it is offered."""
    state = board_with(("A1", "Sorcerer", "e4"), ("B1", "Orc", "e6"), ("B2", "Orc", "c4"))
    state.cards["A"], state.pools["A"] = ("Slow",), 40
    assert _slowed(state) == {"B1", "B2"}
    aim = Aim(Target.AREA, place=state.board.places["e7"])
    state.enchantments["N1"] = Enchantment(
        id="N1", key=1, name="Anti-Magic", side="B", aim=aim, since=0, turns_of="B"
    )  # fmt: skip
    assert _slowed(state) == {"B2"}
    line = stored("M1 CAST Slow BY A1 ON B1")
    (doubt,) = foresee(state, "A", [line]).doubts
    assert (doubt.refusal.rule, doubt.refusal.code) == ("MAG-20", Code.FAILS)


def _slowed(state: State) -> set[str]:
    return {choice.order.on[0] for choice in choices(state, "A") if isinstance(choice.order, Cast)}


def test_a_spell_is_stopped_once() -> None:
    """MAG-8: the page has a second STOP of the same spell for one too many, as the answer has."""
    state = board_with(("A1", "Sorcerer", "e4"), ("B1", "Orc", "e6"))
    state.creatures["A1"].casting = Casting(
        number=1, spell="Slow", aim=Aim(Target.CREATURE, id="B1"), cost=4, side="A", begun=0, due=9
    )
    (form,) = [form for form in by_creature(state, "A", choices(state, "A")) if form.verb == "STOP"]
    assert form.uses == ("stop:A1",)
    assert [doubt.line for doubt in foresee(state, "A", [stored("STOP A1"), stored("STOP A1")]).doubts] == ["STOP A1"]
