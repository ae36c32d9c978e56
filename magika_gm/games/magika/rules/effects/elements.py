"""Spells on spaces: the elemental four, Fog Map and Chaos."""

from __future__ import annotations

from dataclasses import replace

from magika_gm.games.magika.rules import clock
from magika_gm.games.magika.rules.arena import GOAL, NAME, ROW, ROWS, SPACES, within
from magika_gm.games.magika.rules.casting import Casting
from magika_gm.games.magika.rules.effects.wards import last
from magika_gm.games.magika.rules.enchantments import may_enter, sight_rings
from magika_gm.games.magika.rules.events import AreaBegan, ItemLost, TerrainFormed, Torn
from magika_gm.games.magika.rules.tables import OCEAN
from magika_gm.games.magika.rules.turn import Turn
from magika_gm.games.magika.rules.world import Area, Mage, World

THROWN_BACK = 3
LEAVES_ARTIFACTS = 50


def in_view(mage: Mage, bonus: bool = False) -> frozenset[int]:
    """Spaces in sight of a mage; the bonus reaches one ring further (CAST-10)."""
    return within(mage.space, sight_rings(mage) + bonus)


def of_terrain(world: World, spaces: frozenset[int], code: int) -> frozenset[int]:
    """Those of the spaces that are of that terrain number now."""
    return frozenset(s for s in spaces if max(1, world.terrain_at(s)) == code)


def disrupt(turn: Turn, castings: list[Casting]) -> None:
    """ElDrp, ElAtt, ElBlo: on every space of that terrain in sight of the caster when cast."""
    for casting in castings:
        code = casting.parameter.value
        spaces = of_terrain(turn.world, in_view(casting.mage, casting.bonus), code)
        until = last(turn, casting, lengthens=False)
        turn.tell(AreaBegan(Area(casting.code, code, spaces, until, casting.mage.letter)), casting.mage.letter)


def arrange(turn: Turn, castings: list[Casting]) -> None:
    """ElArr: the caster's space, with X all like terrain in sight, as the terrain stood before this number."""
    areas = []
    for casting in castings:
        mage = casting.mage
        spaces = frozenset({mage.space})
        if casting.major:
            here = max(1, turn.world.terrain_at(mage.space))
            spaces = of_terrain(turn.world, in_view(mage), here)
        areas.append(Area("ElArr", casting.parameter.value, spaces, last(turn, casting), mage.letter))
    for area in areas:
        turn.tell(AreaBegan(area), area.caster)


def fog(turn: Turn, castings: list[Casting]) -> None:
    """FogMp: spaces in sight of the caster's space when cast; X every space. Bonus reach, X duration."""
    for casting in castings:
        spaces = frozenset(range(SPACES)) if casting.major else in_view(casting.mage, casting.bonus)
        until = last(turn, casting, lengthens=casting.major)
        turn.tell(AreaBegan(Area("FogMp", 0, spaces, until, casting.mage.letter)), casting.mage.letter)


def chaos(turn: Turn, castings: list[Casting]) -> None:
    """Chaos: new terrain in sight and every mage there thrown; X the whole arena and every mage.

    Where everybody stood when the number came up decides who sees and who is seen (CAST-4): two castings tear up all
    they see before anybody is thrown, and who stood in sight of both is thrown twice. Casters and thrown go by SEQ-5.
    """
    torn = []
    for casting in castings:
        spaces = frozenset(range(SPACES)) if casting.major else in_view(casting.mage, casting.bonus)
        there = [
            m
            for m in turn.world.playing()
            if casting.major or m is casting.mage or (m.space in spaces and m.space != GOAL)
        ]
        order = turn.by_precedence(there, magical=True)  # harder terrain is that before the spell
        torn.append((casting, sorted(spaces - {GOAL}), order))
    for casting, formed, _ in torn:
        _form(turn, casting, formed)
    for casting, _, order in torn:
        for mage in order:
            _throw(turn, casting, mage)


def _form(turn: Turn, casting: Casting, spaces: list[int]) -> None:
    """Roll a terrain for every space; terrain 1 in row z is the sea."""
    codes = []
    for space in spaces:
        number = turn.dice.between("chaos.terrain", NAME[space], 1, 10, "Chaos")
        codes.append(OCEAN if number == 1 and ROW[space] == ROWS - 1 else number)
    turn.tell(TerrainFormed(casting.mage.letter, tuple(spaces), tuple(codes)))


def _throw(turn: Turn, casting: Casting, mage: Mage) -> None:
    """One mage goes to a random space he may enter in his own row or the three below."""
    world, start = turn.world, mage.space
    rows = range(ROW[start], min(ROWS, ROW[start] + THROWN_BACK + 1))
    if mage.artifacts and turn.dice.d100("chaos.drop", mage.letter, "Chaos") <= LEAVES_ARTIFACTS:
        for artifact in list(mage.artifacts):
            event = ItemLost(mage.letter, artifact, start, casting.label, casting.mage.letter)
            turn.strike(event, replace(event, caster=""), mage, casting.mage)
    spaces = [s for s in range(SPACES) if ROW[s] in rows and may_enter(world, mage, s)]
    place = turn.dice.choice("chaos.space", mage.letter, [NAME[s] for s in spaces], "Chaos")
    torn = Torn(mage.letter, start, spaces[place], casting.mage.letter)
    turn.strike(torn, replace(torn, caster=""), mage, casting.mage)


def losses(turn: Turn) -> list[tuple[Area, Mage]]:
    """Who stands in which attack or disruption in force now (SEQ-6)."""
    return [
        (area, mage)
        for area in turn.world.areas
        if area.kind in ("ElAtt", "ElDrp") and area.until >= clock.tick(turn.world.turn, turn.phase)
        for mage in turn.world.playing()
        if mage.space in area.spaces
    ]
