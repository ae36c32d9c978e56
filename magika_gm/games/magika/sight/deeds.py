"""Deeds worth a mark under a mage's shield: from what he was told alone, kept from turn to turn, from game to game."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.engine.told import Told
from magika_gm.games.magika.rules import events as e
from magika_gm.games.magika.sight.memory import Memory

STRIKE, GOAL_REACHED = "strike", "goal"
"""Marks beside those of the twelve artifacts: an attack cast with success, the Goal Square. Whom a spell found and
what it did there is told to the victim alone (CAST-16): a mark says no more than the caster was told."""
ATTACKS = frozenset({"AtArc", "AtEnd"})


def marks_of(told: Sequence[Told[e.Event]], letter: str) -> tuple[str, ...]:
    """Deeds of a turn: artifacts come by, attacks cast with success, the Goal."""
    marks: list[str] = []
    for event in (t.event for t in told if letter in t.audience):
        match event:
            case (
                e.PickedUp(mage=taker, thing=str() as thing)
                | e.Demanded(mage=taker, artifact=thing)
                | e.Gave(to=taker, thing=str() as thing)
                | e.Stolen(mage=taker, thing=str() as thing)
            ) if taker == letter and ":" not in thing:
                marks.append(thing)
            case e.SpellTried(mage=mage, code=code, success=True) if mage == letter and code in ATTACKS:
                marks.append(STRIKE)
            case e.GoalReached(mage=mage) if mage == letter:
                marks.append(GOAL_REACHED)
            case _:
                pass
    return tuple(dict.fromkeys(marks))


def chronicle(memory: Memory, turn: int, told: Sequence[Told[e.Event]], seat: str) -> Memory:
    """The memory with a turn's deeds in it."""
    now = next((own for own in memory.own if own.turn == turn), None)
    if now is not None:
        memory.keep(now._replace(marks=marks_of(told, seat)))
    return memory


def bring(memory: Memory, honours: Sequence[str]) -> Memory:
    """The memory of a character who returns with the marks of his deeds in earlier games."""
    memory.honours = tuple(honours)
    return memory


def honours(memory: Memory) -> tuple[str, ...]:
    """All his marks, each once, the oldest first: those he brought, then those of this game's turns."""
    return tuple(dict.fromkeys([*memory.honours, *(mark for own in memory.own for mark in own.marks)]))
