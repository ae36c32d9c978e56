"""The state before the first turn (SET-2 to SET-4), and who is A (DICE)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.setup import ScenarioFaults
from magika_gm.games.arena.rules.state import Item, State, id_key, new_creature
from magika_gm.games.arena.rules.tables import ITEMS, KINDS
from magika_gm.games.arena.rules.terms import SIDES
from magika_gm.games.arena.setup.army import ArmyCheck, ArmyList, Limits, army_of, check_army, ready
from magika_gm.games.arena.setup.costs import LAW, cost_table
from magika_gm.games.arena.setup.scenario import FIRST, FREE, Scenario
from magika_gm.games.arena.setup.standard import courtly, start_control, terrain_of

SECOND = "B"


def seats_by_sign_up(scenario: Scenario, dice: Dice) -> tuple[str, str]:
    """The seats of the first and the second sign-up: drawn (``setup.first``), unless the scenario says (DICE)."""
    if scenario.first == FIRST[0]:
        second = dice.between("setup.first", "game", 1, 2, "DICE") == 2
    else:
        second = scenario.first == FIRST[2]
    return ("B", "A") if second else ("A", "B")


def limits_for(scenario: Scenario, side: str) -> Limits:
    """What a player may spend: the scenario's limits, less his handicap."""
    limits = scenario.limits
    return Limits(
        points=max(limits.points - scenario.handicap.get(side, 0), 0),
        creatures=limits.creatures,
        of_a_kind=limits.of_a_kind,
        flying=limits.flying,
        spells=limits.spells,
    )


def check_choice(scenario: Scenario, side: str, army: ArmyList) -> ArmyCheck:
    """Hold an army to a scenario: ready-made ones by the law's costs, own ones by the scenario's (decision 14)."""
    costs = cost_table(LAW if army.name else scenario.costs)
    return check_army(army, limits_for(scenario, side), costs)


def chosen_army(scenario: Scenario, side: str, choices: Mapping[str, Any]) -> ArmyCheck:
    """The army a player has: his choice if it is legal here, else the scenario's default (SET-2); raises
    :class:`ScenarioFaults` if what he chose is no army at all."""
    said = choices.get("army")
    wished = army_of(said, scenario.ready)
    if said and wished is None:
        raise ScenarioFaults([f"side {side}: what was handed in is no army (SET-2)"])
    if wished is not None and (wished.name or scenario.armies == FREE):
        check = check_choice(scenario, side, wished)
        if not check.faults:
            return check
    return check_choice(scenario, side, ready(scenario.ready[scenario.default_armies[side]]))


def start_state(scenario: Scenario, choices: Mapping[str, Mapping[str, Any]]) -> State:
    """The state of turn 0; ``choices`` by side."""
    board = scenario.board
    kings = {side: board.index[scenario.kings[side]] for side in SIDES}
    state = State(
        board=board,
        kings=kings,
        terrain=courtly(terrain_of(scenario.rows, board), kings),
        control=start_control(board, kings),
        storms={board.index[hex_]: turns for hex_, turns in scenario.storms.items()},
        mode=scenario.mode,
        last_turn=scenario.last_turn,
        mastery=scenario.mastery,
    )
    if scenario.control is not None:
        state.control = [scenario.control.get(name, "") for name in board.names]
    for side in SIDES:
        check = chosen_army(scenario, side, choices.get(side, {}))
        _muster(state, side, check)
        state.pools[side] = check.pool + (scenario.second_bonus if side == SECOND else 0)
    for placed in scenario.placed:
        _add(state, placed.side, placed.kind, board.index[placed.at] * 2)
    return state


def _muster(state: State, side: str, check: ArmyCheck) -> None:
    """Creatures and items of an army, ids in list order, on the ground of the king's hex (SET-2, SET-3)."""
    place = state.kings[side] * 2
    for entry in check.army.creatures:
        for _ in range(entry.count):
            _add(state, side, entry.name, place)
    number = 0
    for entry in check.army.items:
        for _ in range(entry.count):
            number += 1
            id_ = f"I{side}{number}"
            kind = ITEMS[entry.name]
            state.items[id_] = Item(id=id_, key=id_key(id_), kind=kind, place=place, uses=kind.uses)
    state.cards[side] = check.army.cards
    state.armies[side] = check.army.name


def _add(state: State, side: str, kind: str, place: int) -> None:
    state.made[side] += 1
    id_ = f"{side}{state.made[side]}"
    state.creatures[id_] = new_creature(id_, KINDS[kind], side, place)
