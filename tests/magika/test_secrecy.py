"""RECON-10: two worlds that differ only in what a mage cannot perceive give him the same report, byte for byte."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import values
from magika_gm.engine.seam.reports import TurnRecord
from magika_gm.games.magika.report.letters import html_letter, text_letter
from magika_gm.games.magika.report.printed import pdf
from magika_gm.games.magika.report.report import write_turnfile
from magika_gm.games.magika.report.reports import REPORTS
from magika_gm.games.magika.rules.arena import distance
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.games.magika.rules.state import Scroll, World
from magika_gm.games.magika.rules.tables import ABILITY_ARTIFACTS, BLACK
from magika_gm.games.magika.sight import Memory, perceive, remember, take_recon
from tests.examples import some_of
from tests.magika.randoms import PLAYER, random_orders, random_world


def forms(world: World, letter: str, told: tuple = (), orders: dict | None = None) -> tuple[str, str, str, bytes]:  # type: ignore[type-arg]
    """All four forms of one mage's report."""
    recon = perceive(world, letter)
    memory = Memory()
    remember(memory, world.turn, recon)
    data = TurnRecord(acts=(), state=world, told=told, orders=orders or {}, how={}, messages=(), seed=b"seed")
    report = REPORTS.build(data, recon.letter, recon, memory, PLAYER, "GAME 7 TURN 2\nEND\n")
    return text_letter(report), html_letter(report), write_turnfile(report), pdf(report)


def out_of_view(world: World, letter: str, space: int) -> bool:
    """Whether a space is beyond every ring and spell of the reader and of his teammates (RECON-8)."""
    me = world.mages[letter]
    eyes = [m for m in world.playing() if m is me or (m.team == me.team and me.team != BLACK)]
    return all(distance(space, m.space) > 5 for m in eyes)


def far_from(world: World, letter: str) -> list[str]:
    """Mages whose hands the reader cannot look into: out of view, and of no colour he has to do with."""
    me = world.mages[letter]
    return [
        m.letter
        for m in world.playing()
        if m.letter != letter
        and out_of_view(world, letter, m.space)
        and not (set(m.cloaks) & set(me.cloaks))
        and (m.team == BLACK or m.team != me.team)
    ]


@given(st.integers(0, 2**32))
@settings(max_examples=some_of(100), deadline=None)
def test_what_is_out_of_sight_leaves_no_trace(seed: int) -> None:
    rng = random.Random(seed)
    world = random_world(seed, spread=24)
    world.phase, world.turn = 6, 1
    letter = rng.choice("ABCDEFGHIJKL")
    mine = world.mages[letter]
    for spell in ("RcAid", "IntRp", "KnoSS"):
        if rng.random() < 0.3:
            mine.effects[spell] = 12
    before = forms(world, letter)
    changed = world.copy()
    for other in far_from(world, letter):
        mage = changed.mages[other]
        mage.scrolls = [*(s for s in mage.scrolls if s.bound), Scroll(rng.choice(["Heals", "Chaos"]))]
        mage.effects = {"ProSh": 12} if "ProKn" not in mage.effects else mage.effects
        mage.moves = rng.randrange(5)
        mage.name = f"somebody else {seed}"
    for space, things in list(changed.lying.items()):
        hidden = [t for t in things if t in ABILITY_ARTIFACTS or t.startswith("cloak:")]
        if out_of_view(world, letter, space) and hidden:
            changed.lying[space] = [t for t in things if t not in hidden]
    for space, code in enumerate(changed.terrain):
        if out_of_view(world, letter, space) and code > 2:
            changed.terrain[space] = rng.choice([3, 4, 5])
    assert forms(changed, letter) == before


@given(st.integers(0, 2**32))
@settings(max_examples=some_of(60), deadline=None)
def test_near_mages_show_only_what_their_ring_allows(seed: int) -> None:
    """Hands, statistics and alignment of mages in ring 1 to 3 (the Ebon Mage aside) are not his to know."""
    rng = random.Random(seed)
    world = random_world(seed)
    world.phase, world.turn = 6, 1
    letter = rng.choice("ABCDEFGHIJKL")
    me = world.mages[letter]
    before = take_recon(world, letter)
    changed = world.copy()
    for mage in changed.mages.values():
        away = distance(mage.space, me.space)
        if mage.letter in (letter, "M") or away == 0 or (mage.team != BLACK and mage.team == me.team):
            continue
        mage.scrolls = [Scroll("Heals")] * rng.randrange(6)
        mage.skill += 5
        mage.artifacts = [a for a in mage.artifacts if a not in ABILITY_ARTIFACTS]
        mage.endurance = mage.max_endurance - mage.endurance
        if away >= 2:
            mage.race = rng.choice(["human", "elf"])
        if away >= 3:
            mage.name = "nobody you know"
    assert take_recon(changed, letter) == before


@given(st.integers(0, 2**32))
@settings(max_examples=some_of(30), deadline=None)
def test_orders_of_far_mages_leave_no_trace_in_the_turn_summary(seed: int) -> None:
    """Somebody far away does something else with himself; nobody else's lines about the reader change."""
    world = random_world(seed, spread=24)
    orders = random_orders(seed, world)
    first = play_turn(world, orders, Dice(b"far", 1))
    for letter in "ABC":
        lines = [t for t in first.told if letter in t.audience or letter in t.dimly]
        for told in lines:
            seen = told.event if letter in told.audience else told.blurred
            assert seen is not None
            named = [v for v in values(seen) if isinstance(v, str) and v == letter]
            everybody = told.audience == "".join(world.mages)
            own_area = told.event.__class__.__name__ in ("AreaBegan", "AreaEnded")
            joined = told.event.__class__.__name__ == "Joined"
            assert named or everybody or own_area or joined, f"{letter} hears of what is not his: {told}"
