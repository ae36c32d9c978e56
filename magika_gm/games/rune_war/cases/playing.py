"""Playing a case (CASE-1 to CASE-4, CASE-10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from magika_gm.engine.cases import CaseFaults
from magika_gm.engine.dice import Dice
from magika_gm.games.rune_war.cases.reading import Case, quiet_sheet, wall_order, wall_value
from magika_gm.games.rune_war.cases.result import LastTurn, result_of
from magika_gm.games.rune_war.orders.model import Order
from magika_gm.games.rune_war.rules.deal import deal
from magika_gm.games.rune_war.rules.map_turn import DEAL
from magika_gm.games.rune_war.rules.resolve import resolve
from magika_gm.games.rune_war.rules.state import Due, World
from magika_gm.games.rune_war.rules.table import Table
from magika_gm.games.rune_war.runes import KIND, WHOLE_SET
from magika_gm.games.rune_war.setup.choosing import draw_places, give_out
from magika_gm.games.rune_war.setup.scenario import Scenario
from magika_gm.games.rune_war.setup.start import new_world


def play(case: Case) -> dict[str, Any]:
    """The result of a case."""
    dice = _dice(case, 0, None)
    world = case.world
    if case.signups is not None:
        world = _begin(case, dice)
    elif case.dealt:
        _deal_position(case, world, dice)
    last = LastTurn(made={}, unread={})
    turns = 0
    while turns < case.turns and world.due is not Due.NOTHING:
        world, last, dice = _turn(case, world, turns, dice)
        turns += 1
    return result_of(world, turns, last)


def _begin(case: Case, dice: Dice) -> World:
    """Wizards, clans and places by SET-2 and SET-3, and the first deal (CASE-10)."""
    assert case.signups is not None
    places = draw_places(dice)
    wishes = [(places[i], pairs) for i, pairs in enumerate(case.signups)]
    world = new_world(Scenario(title=case.title, options=case.world.options), give_out({}, wishes, dice))
    world.round = case.world.round
    _deal(case, world, dice, world.round)
    return world


def _dice(case: Case, turn: int, before: Dice | None) -> Dice:
    dice = Dice(case.seed, turn, case.forced)
    if before is not None:
        dice.carry_on(before)
    return dice


def _deal(case: Case, world: World, dice: Dice, round_number: int) -> None:
    """A first hand dealt by ``hand.wall``."""
    _force_wall(case, dice, round_number)
    deal(Table(world, dice), round_number)


def _deal_position(case: Case, world: World, dice: Dice) -> None:
    """The first hand dealt into a position: what the case says of it besides its runes holds (CASE-1)."""
    assert world.hand is not None, "the position says who draws next"
    following, before = world.hand.next, world.copy().players
    _deal(case, world, dice, world.round)
    world.hand.next = following
    for seat, player in world.players.items():
        said = before[seat]
        player.silence, player.fog, player.random_discard = said.silence, said.fog, said.random_discard
        player.drawn = said.drawn


def _turn(case: Case, world: World, turn: int, before: Dice) -> tuple[World, LastTurn, Dice]:
    orders: dict[str, tuple[Order, ...]] = {}
    unread: dict[str, tuple[int, ...]] = {}
    for seat, sheets in case.sheets.items():
        sheet = quiet_sheet(world.due)
        if sheets is not None:
            sent = sheets[turn] if turn < len(sheets) else None
            if sent is None:
                continue
            sheet = sent
        orders[seat], unread[seat] = sheet.orders, sheet.unread
    dice = _dice(case, turn + 1, before)
    dice.phase = DEAL
    _force_wall(case, dice, world.round + 1)
    made = {seat: dict(player.made) for seat, player in world.players.items()}
    resolved = resolve(world, orders, dice)
    return resolved.state, LastTurn(told=resolved.told, made=made, unread=unread), dice


def _force_wall(case: Case, dice: Dice, round_number: int) -> None:
    """Make the forced wall of a round, if there is one, a forced roll: the whole order (DICE-1)."""
    front = _forced(case.walls, "hand.wall", round_number)
    back = _forced(case.walls, "hand.wall.back", round_number)
    if front is None and back is None:
        return
    if front is None:
        scratch = Dice(case.seed, dice.turn)
        scratch.phase = dice.phase
        shuffled = [KIND[c] for c in scratch.shuffle("hand.wall", str(round_number), WHOLE_SET, "HAND-2")]
        for kind in back or ():
            shuffled.remove(kind)
        front = shuffled
    order = wall_order(front, back or [])
    if order is None:
        raise CaseFaults([("dice", f"the forced wall of round {round_number} holds more than four of a kind")])
    dice.forced[f"hand.wall/{round_number}"] = [wall_value(order)]


def _forced(walls: Mapping[str, list[int]], name: str, round_number: int) -> list[int] | None:
    return walls.get(f"{name}/{round_number}", walls.get(name))
