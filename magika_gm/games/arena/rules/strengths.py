"""What each side brings to a place: creatures, shots, spell attacks (FIGHT-2, RNG-3, MAG-21)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from magika_gm.games.arena.rules.events import Strength
from magika_gm.games.arena.rules.shots import Shot, is_spell_attack, own_strength, spell_strength
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import SIDES, AttackType
from magika_gm.games.arena.rules.units import forces, present
from magika_gm.games.arena.rules.values import PHANTOM_BLADES


def spell_attacks(state: State, place: int) -> list[Strength]:
    """Spell attacks on a place, in the order they worked (MAG-21)."""
    return [
        spell_strength(p, p.attack)
        for p in state.now.passing
        if p.attack is not None and is_spell_attack(p) and p.aim.place == place
    ]


def strengths_at(state: State, place: int, shots: Sequence[Shot]) -> list[Strength]:
    """Everything that counts in a place: side A's first, creatures by id, shots, spells."""
    found: list[Strength] = []
    for side in SIDES:
        found += [own_strength(state, c) for c in forces(state, place, side)]
        found += [s.strength for s in shots if s.place == place and s.strength.side == side]
        found += [s for s in spell_attacks(state, place) if s.side == side] if state.now.passing else []
    if state.now.passing:
        found += _blades(state, place)
    return found


def _blades(state: State, place: int) -> list[Strength]:
    """Phantom Blades count for a side that has a creature there."""
    return [
        spell_strength(p, p.attack)
        for p in state.now.passing
        if p.name == PHANTOM_BLADES and p.attack is not None and p.aim.place == place and present(state, place, p.side)
    ]


def total(strengths: Iterable[Strength], side: str) -> int:
    """A side's total (FIGHT-2)."""
    return sum(s.power for s in strengths if s.side == side)


def of_type(strengths: Iterable[Strength], side: str, attack: AttackType) -> list[Strength]:
    """A side's strengths of one attack type."""
    return [s for s in strengths if s.side == side and s.type is attack]
