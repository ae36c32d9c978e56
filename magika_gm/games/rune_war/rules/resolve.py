"""A mail turn, resolved: sheets taken up, then the hand or the map phase (SEQ)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.rules import Resolution
from magika_gm.games.rune_war.bots import lines as bot_lines
from magika_gm.games.rune_war.bots.careful import claims
from magika_gm.games.rune_war.bots.reading import Board
from magika_gm.games.rune_war.orders.model import CastOrder, Order
from magika_gm.games.rune_war.orders.reading import stored
from magika_gm.games.rune_war.rules.acts import REFEREE, Act, amended
from magika_gm.games.rune_war.rules.events import Origin, SheetPlayed, TurnBegan
from magika_gm.games.rune_war.rules.hand_turn import HandTurn
from magika_gm.games.rune_war.rules.map_turn import end_round, play_map_turn
from magika_gm.games.rune_war.rules.moves import refuse
from magika_gm.games.rune_war.rules.plan import is_map_order, numbered, plan_of
from magika_gm.games.rune_war.rules.refusals import Refusal
from magika_gm.games.rune_war.rules.state import Due, World
from magika_gm.games.rune_war.rules.table import Table
from magika_gm.games.rune_war.sight.turnfile import turn_file
from magika_gm.games.rune_war.sight.view import perceive
from magika_gm.games.rune_war.tables import SEATS

SHEETS = 1
"""The step in which sheets are read (SEQ-3)."""


def resolve(state: World, orders: Mapping[str, Sequence[Order]], dice: Dice, acts: Sequence[Act] = ()) -> Resolution:
    """Play the due mail turn.

    In: the state as the last turn left it, the orders of each seat that sent a sheet (an empty one too), the turn's
    dice, the game master's acts since then. Out: the state after it (the one given is not touched), everything told,
    every roll. Pure: the same arguments give the same result, whatever the order of seats in ``orders``.
    """
    assert state.due is not Due.NOTHING, "a game that is over has no turns"
    table = Table(state.copy(), dice)
    play(table, orders, acts)
    return Resolution(table.world, tuple(table.told), tuple(dice.rolls))


def play(table: Table, orders: Mapping[str, Sequence[Order]], acts: Sequence[Act] = ()) -> None:
    """Play the due mail turn at a table: acts, sheets, then the hand or the map phase."""
    state = table.world
    due = state.due
    table.begin(SHEETS)
    table.tell(TurnBegan(state.turn + 1, due, state.round))
    REFEREE.play(table, state, acts)
    orders = amended(orders, acts)
    if due is Due.HAND:
        _hand_turn(table, _sheets(table, orders, due))
    else:
        play_map_turn(table, _sheets(table, orders, due))


def _sheets(table: Table, orders: Mapping[str, Sequence[Order]], due: Due) -> dict[str, tuple[Order, ...]]:
    """What is played for each seat, by its sheet or GM-1; lines of the wrong kind are refused (SEQ-6)."""
    world = table.world
    played: dict[str, tuple[Order, ...]] = {}
    origins: dict[str, Origin] = {}
    for seat in SEATS:  # found before any is taken up: policies look at the state as the last turn left it
        origins[seat], played[seat] = _sheet(world, seat, orders.get(seat), due)
    for seat in SEATS:
        table.tell(SheetPlayed(seat, due, origins[seat], played[seat]), (seat,))
        if origins[seat] is Origin.SENT:
            for order in played[seat]:
                if is_map_order(order) is not (due is Due.MAP):
                    refuse(table, seat, order, Refusal.WRONG_KIND)
                elif isinstance(order, CastOrder) and not world.options.map:
                    refuse(table, seat, order, Refusal.NO_MAGIC_MODE)
    return played


def _sheet(world: World, seat: str, sent: Sequence[Order] | None, due: Due) -> tuple[Origin, tuple[Order, ...]]:
    if sent is not None:
        return Origin.SENT, numbered(sent)
    player = world.players[seat]
    if due is Due.HAND and player.standing is not None:
        return Origin.STANDING, player.standing
    return Origin.BOT, numbered([stored(line) for line in missing_lines(world, seat)])


def missing_lines(world: World, seat: str) -> list[str]:
    """What is played for a seat from which no sheet came (GM-1).

    A seat played by a policy: that policy. Else the careful one's hand sheet, or its claims alone.
    """
    file = turn_file(perceive(world, seat), advised=False)
    policy = world.players[seat].policy
    if policy or world.due is Due.HAND:
        return bot_lines(policy or "careful", file)
    return claims(Board(file))


def _hand_turn(table: Table, sheets: Mapping[str, Sequence[Order]]) -> None:
    world = table.world
    if not world.options.map:  # a CAST line that is refused keeps no runes either (GAME-5)
        sheets = {seat: [o for o in lines if not isinstance(o, CastOrder)] for seat, lines in sheets.items()}
    plans = {seat: plan_of(sheets[seat], world.lucky(seat)) for seat in SEATS}
    made = {seat: dict(player.made) if player.standing is not None else {} for seat, player in world.players.items()}
    HandTurn(table, plans, made).run()
    if world.due is Due.MAP and not world.options.map:
        end_round(table)
