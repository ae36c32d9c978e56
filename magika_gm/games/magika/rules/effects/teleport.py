"""TelPt: magical arrivals, in the order of MOVE-8."""

from __future__ import annotations

from magika_gm.games.magika.rules.arena import DIRECTIONS, NEIGHBOUR, along
from magika_gm.games.magika.rules.casting import Casting
from magika_gm.games.magika.rules.enchantments import factor, may_enter
from magika_gm.games.magika.rules.events import Confused, ItemLost, TeleportBarred, Teleported
from magika_gm.games.magika.rules.holdings import random_things, thing_text
from magika_gm.games.magika.rules.tables import BLACK
from magika_gm.games.magika.rules.turn import Turn
from magika_gm.games.magika.rules.world import Mage

STAYS_BEHIND = 10
"""Chance in points that an item of the Ebon Mage stays behind when he teleports (EBON-3)."""


def confused_direction(turn: Turn, mage: Mage, ordered: str) -> str:
    """One of the six, not the ordered one, in which a space exists (Confs); told to the mage."""
    ways = [d for d in DIRECTIONS if d != ordered and NEIGHBOUR[d][mage.space] >= 0]
    gone = ways[turn.dice.choice("confs.direction", mage.letter, ways, "Confs")]
    turn.tell(Confused(mage.letter, ordered, gone), mage.letter)
    return gone


def teleport(turn: Turn, castings: list[Casting]) -> None:
    """Each caster goes to his space, unless MOVE-6 forbids it when his turn comes; then he stays."""
    goals = {c.mage.letter: _target(turn, c) for c in castings}
    by_letter = {c.mage.letter: c for c in castings}

    def key(mage: Mage) -> tuple[int, ...]:
        return (
            0 if by_letter[mage.letter].major else 1,
            -turn.arcania[mage.letter],
            0 if mage.is_ebon else 1,
            -mage.skill,
            -factor(turn.world, mage),
            0 if teammate_at(turn, mage, goals[mage.letter]) else 1,
        )

    for mage in turn.ranked([c.mage for c in castings], key, "MOVE-8"):
        _arrive(turn, mage, goals[mage.letter])


def _target(turn: Turn, casting: Casting) -> int:
    mage, way, steps = casting.mage, casting.parameter.text, casting.parameter.value
    if "Confs" not in mage.effects:
        return along(mage.space, way, steps)
    if way in ("N", "S"):
        steps = 2
    gone = confused_direction(turn, mage, way)
    target = along(mage.space, gone, steps)
    return target if target >= 0 else NEIGHBOUR[gone][mage.space]


def teammate_at(turn: Turn, mage: Mage, space: int) -> bool:
    """Whether another wearer of his colour stands there (MOVE-7, MOVE-8)."""
    return mage.team != BLACK and any(
        m.team == mage.team and m.space == space and m is not mage for m in turn.world.mages.values()
    )


def _arrive(turn: Turn, mage: Mage, target: int) -> None:
    if not may_enter(turn.world, mage, target):
        turn.tell(TeleportBarred(mage.letter, target), mage.letter)
        return
    start = mage.space
    turn.tell(Teleported(mage.letter, start, target), mage.letter)
    if mage.is_ebon:
        for thing in random_things(mage):
            if turn.dice.d100("ebon.drop", thing_text(thing), "EBON-3") <= STAYS_BEHIND:
                turn.tell(ItemLost(mage.letter, thing, start, "TelPt", mage.letter), mage.letter)
