"""The end of a phase and of a turn, and how a game ends (SEQ-6, SEQ-7, ART-6, ART-7, END)."""

from __future__ import annotations

from magika_gm.games.magika.rules.arena import GOAL
from magika_gm.games.magika.rules.effects.elements import losses
from magika_gm.games.magika.rules.enchantments import factor_of, resistance
from magika_gm.games.magika.rules.events import (
    AreaEnded,
    Converged,
    EffectEnded,
    ElementsStruck,
    FullyRested,
    GameEnded,
    GlobeFormed,
    GoalReached,
    Obeyed,
    PhaseBegan,
    ProlongingEnded,
    Warded,
    Woke,
)
from magika_gm.games.magika.rules.tables import ALIGNMENT_ARTIFACTS, BLACK
from magika_gm.games.magika.rules.turn import Turn, letters
from magika_gm.games.magika.rules.world import Mage, World, where_is

FULL_REST = 25


def end_phase(turn: Turn) -> None:
    """Losses, Rod, Globe, Goal Square, and what runs out with this phase, in SEQ-6's order."""
    turn.step = 10
    if turn.world.areas:
        _elements(turn)
    _globe_or_goal(turn)
    _run_down(turn)


def _elements(turn: Turn) -> None:
    """ElAtt and ElDrp: the named terrain's factor, once for each such spell in force.

    Resistance is rolled for who has nothing left to lose, too (CAST-12, R16).
    """
    for area, mage in losses(turn):
        if "ProEl" in mage.effects:
            turn.tell(Warded(mage.letter, area.kind, "ProEl", ""), mage.letter)
            continue
        chance = resistance(mage)
        if chance and turn.dice.d100("resist", mage.letter, "CAST-12") <= chance:
            turn.tell(Warded(mage.letter, area.kind, "resistance", ""), mage.letter)
            continue
        before = mage.endurance
        if not before:
            continue
        amount = min(before, factor_of(mage, area.value))
        turn.tell(ElementsStruck(mage.letter, area.kind, amount, mage.space), mage.letter)
        turn.lose_endurance(mage, before)


def _obey(turn: Turn, mage: Mage) -> None:
    """The Rod of Obedience: one point towards perfect (ART-4)."""
    goal = {"good": 100, "neutral": 0, "evil": -100}[mage.alignment]
    if mage.aptitude != goal:
        turn.tell(Obeyed(mage.letter, mage.aptitude + (1 if mage.aptitude < goal else -1)), mage.letter)


def _globe_or_goal(turn: Turn) -> None:
    world = turn.world
    holders = []
    at_goal = None
    for mage in world.mages.values():
        if mage.artifacts:
            if "rod" in mage.artifacts:
                _obey(turn, mage)
            if not ALIGNMENT_ARTIFACTS.keys().isdisjoint(mage.artifacts):
                holders.append(mage)
        if mage.space == GOAL and not mage.is_ebon and not mage.dropped and at_goal is None:
            at_goal = mage
    formers = globe_formers(holders)
    if formers:
        places = {m.space for m in formers}
        moved = letters([m for m in world.playing() if m.space in places])
        everyone = "".join(world.mages)
        team = formers[0].team
        shared = len(formers) > 1
        credit = [m for m in world.playing() if m.team == team] if shared else formers
        turn.tell(GlobeFormed(letters(credit), moved), everyone)
        turn.tell(GameEnded("globe"), everyone)
    elif at_goal is not None:
        everyone = "".join(world.mages)
        turn.tell(GoalReached(at_goal.letter), everyone)
        turn.tell(GameEnded("goal"), everyone)


def globe_formers(holders: list[Mage]) -> list[Mage]:
    """The holders of the alignment artifacts if they form the Globe of Life, or nobody (ART-6).

    A team that holds them between its members forms it as a team: all its wearers share the credit (END-2).
    """
    held = {a for m in holders for a in m.artifacts if a in ALIGNMENT_ARTIFACTS}
    if len(held) < len(ALIGNMENT_ARTIFACTS):
        return []
    if len(holders) == 1:
        return holders
    team = holders[0].team
    return holders if team != BLACK and all(m.team == team for m in holders) else []


def _run_down(turn: Turn) -> None:
    """What is in force until this phase ends with it (SEQ-8)."""
    world = turn.world
    now = world.moment
    for letter, mage in world.mages.items():
        if mage.effects:
            for effect in [e for e, until in mage.effects.items() if until <= now]:
                turn.tell(EffectEnded(letter, effect), letter)
        for place, scroll in enumerate(mage.scrolls):
            if 0 < scroll.until <= now:
                turn.tell(ProlongingEnded(letter, scroll.code, place), letter)
    for area in [a for a in world.areas if a.until <= now]:
        turn.tell(AreaEnded(area), area.caster)


def end_turn(turn: Turn) -> None:
    """Full-rest bonus, convergence, waking (SEQ-7). Recon is taken from the world as this leaves it.

    Turn-counted effects with their last turn stay recorded, for recon sees them; they are cleared when the next turn
    begins (telling.TurnBegan).
    """
    turn.step = 0
    turn.phase = turn.dice.phase = 6
    turn.tell(PhaseBegan(6))
    world = turn.world
    for mage in world.playing():
        if mage.rests == 5:
            amount = min(FULL_REST, mage.max_endurance - mage.endurance)
            turn.tell(FullyRested(mage.letter, amount), mage.letter)
    _converge(turn, world)
    for mage in world.playing():
        if mage.unconscious:
            turn.tell(Woke(mage.letter), mage.letter)


def _converge(turn: Turn, world: World) -> None:
    places = set()
    for artifact in ALIGNMENT_ARTIFACTS:
        found = where_is(world, artifact)
        if found is None:
            return
        places.add(found[0])
    if len(places) == 1:
        space = places.pop()
        moved = letters([m for m in world.playing() if m.space == space])
        everyone = "".join(world.mages)
        turn.tell(Converged(space, moved), everyone)
        turn.tell(GameEnded("convergence"), everyone)
