"""Spells aimed at a mage or a colour: lasting curses, and AtEnd and AtArc."""

from __future__ import annotations

from dataclasses import replace

from magika_gm.games.magika.rules import clock
from magika_gm.games.magika.rules.casting import Casting, stopped, targets
from magika_gm.games.magika.rules.effects.wards import begin, last
from magika_gm.games.magika.rules.events import Drained
from magika_gm.games.magika.rules.turn import Turn

BLOW, HEAVY_BLOW = 25, 35


def curse(turn: Turn, castings: list[Casting]) -> None:
    """CurSp, Stutt, Plyze, Confs, AntMa, SrchX: a lasting effect on each target that does not ward it off."""
    for casting in castings:
        until = last(turn, casting)
        if casting.code == "Confs" and casting.bonus:
            until = _one_phase_more(turn)
        for victim in targets(turn.world, casting):
            if stopped(turn, casting, victim):
                continue
            event = begin(victim, casting.code, until, casting.mage.letter)
            if event:
                turn.strike(event, replace(event, caster=""), victim, casting.mage)


def _one_phase_more(turn: Turn) -> int:
    """Confs' bonus is one phase, not five (spell table)."""
    return clock.last_moment(turn.world.turn, turn.phase, 2, "p")


def attack(turn: Turn, castings: list[Casting]) -> None:
    """AtEnd and AtArc: 25 points, 35 with the bonus, never below 0."""
    for casting in castings:
        stat = "endurance" if casting.code == "AtEnd" else "arcania"
        blow = HEAVY_BLOW if casting.bonus else BLOW
        for victim in targets(turn.world, casting):
            if stopped(turn, casting, victim):
                continue
            before = victim.endurance
            has = victim.endurance if stat == "endurance" else victim.arcania
            event = Drained(victim.letter, stat, min(blow, has), casting.label, casting.mage.letter)
            turn.strike(event, replace(event, caster=""), victim, casting.mage)
            turn.lose_endurance(victim, before)
