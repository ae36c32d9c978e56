"""A mail turn: one or two player turns, each through the steps of SEQ (MAIL-1, MAIL-2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from magika_gm.engine.acts import DropOut
from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.rules import Resolution
from magika_gm.games.arena.orders.order import Auto, Cast, Draw, Kill, Order, Resign, Retreat, Stop, Use, divide
from magika_gm.games.arena.rules.acts import REFEREE, Act, amended
from magika_gm.games.arena.rules.combat import fight
from magika_gm.games.arena.rules.deaths import lose_casting
from magika_gm.games.arena.rules.declaring import Declaration
from magika_gm.games.arena.rules.ending import decide, give_up
from magika_gm.games.arena.rules.equip import equip_and_mount
from magika_gm.games.arena.rules.events import (
    MailTurnBegan,
    OrdersMissing,
    PlayerTurnBegan,
    PlayerTurnEnded,
    StandingReplaced,
)
from magika_gm.games.arena.rules.movement import move_units
from magika_gm.games.arena.rules.refusals import Code, Refusal
from magika_gm.games.arena.rules.retreat import retreat
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import OTHER, SIDES, Mode, Outcome, Phase, Step
from magika_gm.games.arena.rules.terrain import change_terrain, end_storms
from magika_gm.games.arena.rules.turn import Turn

_PAIRS = (2, 2, 1, 2, 2, 1)
"""Player turns in the mail turns of a cycle of MAIL-2: AB, AB, A, BA, BA, B."""
STANDING = (Cast, Use, Kill, Retreat, Auto, Draw)
"""What a STANDING block may hold (ORD)."""


def active_in(turn: int) -> str:
    """Whose player turn it is: odd ones are A's (MAIL-1)."""
    return "A" if turn % 2 else "B"


def player_turns(mode: Mode, mail_turn: int) -> tuple[int, ...]:
    """The player turns of a mail turn."""
    if mode is Mode.SINGLE:
        return (mail_turn,)
    cycles, at = divmod(mail_turn - 1, len(_PAIRS))
    first = cycles * sum(_PAIRS) + sum(_PAIRS[:at]) + 1
    return tuple(range(first, first + _PAIRS[at]))


def coming_turns(state: State) -> tuple[int, ...]:
    """The player turns of the coming mail turn, as far as the game may go (WIN-4)."""
    return tuple(t for t in player_turns(state.mode, state.mail_turn + 1) if state.turn < t <= state.last_turn)


def resolve(state: State, orders: Mapping[str, Sequence[Order]], dice: Dice, acts: Sequence[Act] = ()) -> Resolution:
    """A mail turn; pure. A side missing from ``orders`` sent nothing, one with an empty list an empty sheet."""
    given, changed = amended(orders, acts)
    turn = Turn(state.copy(), dice)
    turn.begin(Step.BEGIN)
    turn.tell(MailTurnBegan(state.mail_turn + 1))
    for event in changed:
        turn.tell(event, (event.side,))
    REFEREE.play(turn, turn.state, acts)
    gone = [act.seat for act in acts if isinstance(act, DropOut)]
    turns = coming_turns(state)
    _read_sheets(turn, given, {active_in(t) for t in turns})
    for part, number in enumerate(turns, 1):
        turn.part = part
        play_turn(turn, number, missing=active_in(number) not in given, gone=gone if part == 1 else None)
        if turn.state.ending is not None:
            break
    return Resolution(turn.state, tuple(turn.told), tuple(dice.rolls))


def _read_sheets(turn: Turn, given: Mapping[str, tuple[Order, ...]], active: set[str]) -> None:
    """Sheets divided into turn orders and standing blocks; a new block holds at once (MAIL-4, LAW-20)."""
    own: dict[str, tuple[Order, ...]] = {}
    for side in SIDES:
        orders, block = divide(given.get(side, ()))
        own[side] = orders
        if block is not None:
            kept = tuple(o for o in block if isinstance(o, STANDING))
            for order in block:
                if not isinstance(order, STANDING):
                    turn.drop(side, order, Refusal("MAIL-4", Code.OUT_OF_TURN))
            turn.tell(StandingReplaced(side, kept), (side,))
        if side not in active:
            for order in orders:
                if not isinstance(order, Resign | Draw):
                    turn.drop(side, order, Refusal("LAW-20", Code.OUT_OF_TURN))
    turn.orders = own


def play_turn(turn: Turn, number: int, *, missing: bool, gone: Sequence[str] | None) -> None:
    """One player turn through SEQ; ``gone`` are players who left the game (None: not the mail turn's first)."""
    turn.begin(Step.BEGIN)
    turn.tell(PlayerTurnBegan(number, active_in(number)))
    if gone is not None:
        give_up(turn, gone)
        if turn.state.ending is not None:
            return
    if missing:
        turn.tell(OrdersMissing(turn.active))
    to_the_fight(turn)
    turn.begin(Step.COMBAT)
    fight(turn)
    turn.begin(Step.RETREAT)
    retreat(turn)
    turn.begin(Step.LATE_EQUIP)
    equip_and_mount(turn, late=True)
    turn.begin(Step.END)
    turn.settle_control()
    decide(turn)
    turn.tell(PlayerTurnEnded(number))


def to_the_fight(turn: Turn) -> None:
    """SEQ 0 to 5: all that comes before combat, and what a player can foresee of his own turn."""
    end_storms(turn)
    turn.begin(Step.TERRAIN)
    change_terrain(turn)
    turn.begin(Step.EQUIP)
    equip_and_mount(turn, late=False)
    turn.begin(Step.MAGIC_1)
    _stop_spells(turn)
    first_phase = Declaration(turn, Phase.M1)
    first_phase.go()
    turn.begin(Step.MOVE)
    move_units(turn)
    turn.begin(Step.MAGIC_2)
    second_phase = Declaration(turn, Phase.M2)
    second_phase.go()
    _report_lines(turn, first_phase, second_phase)


def _stop_spells(turn: Turn) -> None:
    """STOP: a spell under way ends before M1 (MAG-8)."""
    for order in turn.orders[turn.active]:
        if not isinstance(order, Stop):
            continue
        creature = turn.own_creature(order.creature, turn.active)
        if isinstance(creature, Refusal):
            turn.drop(turn.active, order, creature)
        elif creature.casting is None:
            turn.drop(turn.active, order, Refusal("MAG-8", Code.NO_EFFECT, creature.id))
        else:
            lose_casting(turn, creature, Outcome.STOPPED, "MAG-8")


def _report_lines(turn: Turn, *phases: Declaration) -> None:
    """Tell each writer which of his lines did not fire in either phase, and why (MAIL-7)."""
    for side in (turn.active, OTHER[turn.active]):
        own = side == turn.active
        orders: Sequence[Order] = turn.orders[side] if own else turn.state.standing[side]
        for i, order in enumerate(orders):
            if not isinstance(order, Cast | Use) or any(i in p.fired[side] for p in phases):
                continue
            reasons = [p.refused[side, i] for p in phases if (side, i) in p.refused]
            met = [r for r in reasons if r.code is not Code.NO_CONDITION]
            if met or (own and reasons):
                turn.drop(side, order, (met or reasons)[-1])
