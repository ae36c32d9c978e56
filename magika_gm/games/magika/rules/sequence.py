"""A turn, resolved: five phases of nine steps each (SEQ)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from magika_gm.engine.dice import Dice
from magika_gm.games.magika.orders import REST, Cast, Move, Order, write_order
from magika_gm.games.magika.rules.acts import Act, WorldAct, amended, audience_of, event_of, rulings_of
from magika_gm.games.magika.rules.enchantments import legal_directions
from magika_gm.games.magika.rules.endings import end_phase, end_turn
from magika_gm.games.magika.rules.events import EbonCompelled, PhaseBegan, TurnBegan
from magika_gm.games.magika.rules.resolution import Orders, Resolution
from magika_gm.games.magika.rules.steps.cast import cast, declare
from magika_gm.games.magika.rules.steps.demand import demand
from magika_gm.games.magika.rules.steps.don import don
from magika_gm.games.magika.rules.steps.drop import drop
from magika_gm.games.magika.rules.steps.give import give
from magika_gm.games.magika.rules.steps.meditate import meditate
from magika_gm.games.magika.rules.steps.move import move
from magika_gm.games.magika.rules.steps.rest import rest
from magika_gm.games.magika.rules.steps.search import search
from magika_gm.games.magika.rules.tables import EBON, PHASES
from magika_gm.games.magika.rules.turn import Turn
from magika_gm.games.magika.rules.world import World

REST_STEP = 9


class Step(NamedTuple):
    """A step of a phase: its number and name in the event sequence (SEQ-2) and what carries it out."""

    number: int
    name: str
    run: Callable[[Turn], None]


EVENT_SEQUENCE = (
    Step(1, "Demand", demand),
    Step(2, "Give", give),
    Step(3, "Don", don),
    Step(4, "Cast", cast),
    Step(5, "Move", move),
    Step(6, "Search", search),
    Step(7, "Drop", drop),
    Step(8, "Meditate", meditate),
    Step(9, "Rest", rest),
)


def resolve(world: World, orders: Orders, dice: Dice, acts: Sequence[Act] = ()) -> Resolution:
    """Play the turn after ``world``.

    In: the world as the last turn left it, five orders a mage (missing mages and phases rest), the turn's dice, and
    what the game master did since the last turn (CAST-5).
    Out: the world after the turn (the one given is not touched), everything told, every roll. Pure: the same
    arguments give the same result, whatever the order in which mages stand in ``orders``.
    """
    turn = Turn(world.copy(), dice)
    play(turn, orders, acts)
    return Resolution(turn.world, tuple(turn.told), tuple(dice.rolls))


def play(turn: Turn, orders: Orders, acts: Sequence[Act]) -> None:
    """The whole turn on ``turn.world``, which it changes."""
    turn.tell(TurnBegan(turn.dice.turn))
    if acts:
        orders = _master_acts(turn, orders, acts)
    playing = [m.letter for m in turn.world.playing()]
    for phase in range(1, PHASES + 1):
        play_phase(turn, phase, {letter: _order(orders, letter, phase) for letter in playing})
        if turn.world.ended:
            break
    else:
        end_turn(turn)


def _master_acts(turn: Turn, orders: Orders, acts: Sequence[Act]) -> Orders:
    """Carry out the game master's acts before the first phase; gives the orders as he corrected them."""
    for act in acts:
        if isinstance(act, WorldAct):
            event = event_of(turn.world, act)
            if not isinstance(event, str):
                turn.tell(event, audience_of(turn.world, event))
    changed, events = amended(orders, acts)
    for change in events:
        turn.tell(change, change.mage)
    turn.rulings = rulings_of(acts)
    return changed


def _order(orders: Orders, letter: str, phase: int) -> Order:
    given = orders.get(letter, ())
    return given[phase - 1] if phase <= len(given) else REST


def play_phase(turn: Turn, phase: int, orders: dict[str, Order]) -> None:
    """The nine steps and the end of one phase."""
    turn.step = 0
    turn.begin_phase(phase, orders)
    turn.tell(PhaseBegan(phase))
    if phase == PHASES:
        _compel_ebon(turn)
    kinds = {order.__class__.__name__ for order in orders.values()}
    for step in EVENT_SEQUENCE:
        if step.name in kinds or step.number == REST_STEP:
            turn.step = step.number
            step.run(turn)
    end_phase(turn)


def _compel_ebon(turn: Turn) -> None:
    """EBON-2: he must move or teleport once a turn; by phase 5 a legal direction is rolled for him."""
    ebon = turn.world.mages.get(EBON)
    if ebon is None or ebon.dropped or ebon.travelled or ebon.status != "ok" or "Plyze" in ebon.effects:
        return
    order = turn.orders[EBON]
    if isinstance(order, Move):
        return
    if isinstance(order, Cast):
        ready = declare(ebon, order, turn.world.figures)
        if not isinstance(ready, tuple) and ready.code == "TelPt":
            return
    ways = legal_directions(turn.world, ebon, turn.phase)
    if ways:
        way = ways[turn.dice.choice("ebon.move", EBON, ways, "EBON-2")]
        turn.tell(EbonCompelled(EBON, write_order(order), way), EBON)
        turn.orders[EBON] = Move(way)
