"""Attacks (COMB), and what water does to them (WATER)."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.games.temple_isle.orders.model import AtSquare, AttackWord, AtUnit, Happens, Toward
from magika_gm.games.temple_isle.rules.effects import kill_effects
from magika_gm.games.temple_isle.rules.events import AttackBegan, AttackLost, Fought
from magika_gm.games.temple_isle.rules.figures import figures
from magika_gm.games.temple_isle.rules.refusals import Lost
from magika_gm.games.temple_isle.rules.state import Left, State, Unit
from magika_gm.games.temple_isle.rules.targets import best_of
from magika_gm.games.temple_isle.rules.terms import DISTANCE, STEP
from magika_gm.games.temple_isle.rules.turn import Occurrence, Turn


def in_reach(state: State, attacker: Unit, target: Unit, at: int | None = None) -> bool:
    """Whether a unit's attack reaches another: distance, cover and water (COMB-3, COMB-4, WATER-3).

    ``at``: from another square than the one it is on.
    """
    far = DISTANCE[attacker.at if at is None else at][target.at]
    figure = figures(state, attacker)
    if not 1 <= far <= max(1, figure.range):
        return False
    if far > 1 and figures(state, target).cover:
        return False
    if state.is_water(target.at) and state.card_of(target).water and not state.card_of(attacker).water:
        return bool(figure.range) and state.options.shoot_water
    return True


def may_attack(state: State, attacker: Unit, target: Unit) -> bool:
    """Whether a unit may declare an attack on another, points apart (COMB-6, COMB-7a)."""
    return (
        target.in_play
        and target.owner != attacker.owner
        and figures(state, attacker).a > 0
        and in_reach(state, attacker, target)
    )


def find_target(state: State, attacker: Unit, words: Sequence[AttackWord]) -> Unit | None:
    """The first legal target of an attack's list (ORD, target words)."""
    for word in words:
        match word:
            case AtUnit(number):
                unit = state.units.get(number)
                meant = [unit] if unit is not None and unit.in_play else []
            case AtSquare(square):
                meant = state.units_at(square)
            case Toward(direction):
                square = STEP[direction][attacker.at]
                meant = state.units_at(square) if square >= 0 else []
            case _:  # ANY
                meant = state.units_in_play()
        target = best_of(state, [u for u in meant if may_attack(state, attacker, u)])
        if target is not None:
            return target
    return None


def attack(turn: Turn, attacker: Unit, target: Unit) -> None:
    """An attack from its point spent to kill effects (COMB-7b to h)."""
    state = turn.state
    turn.tell(AttackBegan(attacker.number, target.number))
    turn.happen(Occurrence(event=Happens.ATTACK, maker=attacker.owner, unit=target.number, attacker=attacker.number))
    if not attacker.in_play or not target.in_play:
        code = Lost.TARGET_GONE if attacker.in_play else Lost.ATTACKER_GONE
        turn.tell(AttackLost(attacker.number, target.number, code))
    elif not in_reach(state, attacker, target):
        turn.tell(AttackLost(attacker.number, target.number, Lost.OUT_OF_REACH))
    else:
        _fight(turn, attacker, target)


def _die(turn: Turn, name: str, unit: Unit, sides: int) -> int:
    """A roll of 1 to ``sides``; a die of 0 sides is not rolled and counts 0 (COMB-6)."""
    return turn.dice.between(name, unit.name, 1, sides, "COMB-2") if sides > 0 else 0


def _fight(turn: Turn, attacker: Unit, defender: Unit) -> None:
    state = turn.state
    sides = (figures(state, attacker).a, figures(state, defender).b)
    attack_roll = _die(turn, "combat.attack", attacker, sides[0])
    defence_roll = _die(turn, "combat.defence", defender, sides[1])
    loser = None if attack_roll == defence_roll else defender if attack_roll > defence_roll else attacker
    spared = spared_by(state, attacker, defender) if loser is attacker else ()
    guard = figures(state, loser).guard if loser is not None and not spared else 0
    lost = max(0, abs(attack_roll - defence_roll) - guard) if loser is not None and not spared else 0
    turn.tell(
        Fought(
            attacker=attacker.number,
            defender=defender.number,
            attack=attack_roll,
            defence=defence_roll,
            sides=sides,
            loser=None if loser is None else loser.number,
            lost=lost,
            guard=guard,
            spared=spared,
        )
    )
    if loser is not None and loser.hp < 1:
        winner = attacker if loser is defender else defender
        turn.leave_play([loser], Left.DESTROYED, by=winner.number)
        kill_effects(turn, winner)


def spared_by(state: State, attacker: Unit, defender: Unit) -> tuple[str, ...]:
    """Rules that spare an attacker who loses: a ranged one not beside its target, one on water (COMB-5, WATER-4)."""
    rules = []
    if figures(state, attacker).range and DISTANCE[attacker.at][defender.at] > 1:
        rules.append("COMB-5")
    defender_card = state.card_of(defender)
    on_water = state.card_of(attacker).water and state.is_water(attacker.at)
    if on_water and not defender_card.water and not defender_card.ranged:
        rules.append("WATER-4")
    return tuple(rules)
