"""A mail turn: one or two player turns, each through the steps of SEQ (MAIL-1, MAIL-2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from magika_gm.engine.dice import Dice
from magika_gm.engine.rules import GameRules
from magika_gm.engine.seam.rules import Resolution
from magika_gm.engine.seam.setup import Place
from magika_gm.engine.verbs import DropOut
from magika_gm.games.arena.orders.model import Auto, Cast, Draw, Kill, Order, Resign, Retreat, Sheets, Stop, Use, divide
from magika_gm.games.arena.rules.acts import REFEREE, Act, amended
from magika_gm.games.arena.rules.combat import fight
from magika_gm.games.arena.rules.declaring import Declaration
from magika_gm.games.arena.rules.events import (
    GameEnded,
    MailTurnBegan,
    OrdersMissing,
    PlayerTurnBegan,
    PlayerTurnEnded,
    Resigned,
    StandingReplaced,
)
from magika_gm.games.arena.rules.movement import change_terrain, end_storms, equip_and_mount, move_units
from magika_gm.games.arena.rules.refusals import Code, Refusal
from magika_gm.games.arena.rules.retreat import lose_casting, retreat
from magika_gm.games.arena.rules.state import EDITION, State
from magika_gm.games.arena.rules.terms import DRAWN, OTHER, SIDES, Ending, Mode, Outcome, Phase, Step
from magika_gm.games.arena.rules.turn import Turn
from magika_gm.games.arena.rules.units import idle, is_vehicle, present

# SEQ 0 and 9: resignations, draws, winning, standings (WIN).


WIN_POINTS, ON_POINTS, DRAW_POINTS, LOSS_POINTS = 3, 2, 1, 0


def give_up(turn: Turn, gone: Sequence[str]) -> None:
    """WIN-3: RESIGN and DRAW, at the start of a mail turn, on either player's sheet; DRAW standing too.

    ``gone`` are players the game master let leave; they have resigned.
    """
    state = turn.state
    resigned = [side for side in SIDES if side in gone or _says(turn.orders[side], Resign)]
    for side in resigned:
        turn.tell(Resigned(side))
    if len(resigned) == len(SIDES):
        turn.tell(GameEnded(DRAWN, Ending.DRAW))
    elif resigned:
        turn.tell(GameEnded(OTHER[resigned[0]], Ending.RESIGN))
    elif all(_says((*turn.orders[side], *state.standing[side]), Draw) for side in SIDES):
        turn.tell(GameEnded(DRAWN, Ending.DRAW))


def _says(orders: tuple[Order, ...], kind: type[Draw] | type[Resign]) -> bool:
    return any(isinstance(o, kind) for o in orders)


def hexes(state: State) -> tuple[int, int]:
    """How many hexes A and B control."""
    return state.control.count("A"), state.control.count("B")


def worth(state: State) -> tuple[int, int]:
    """What the surviving creatures of A and B cost, idle vehicles not counted (WIN-4, LAW-19)."""
    costs = {"A": 0, "B": 0}
    for creature in state.living():
        if not idle(state, creature):
            costs[creature.side] += creature.kind.cost
    return costs["A"], costs["B"]


def decide(turn: Turn) -> None:
    """SEQ 9: WIN-1, WIN-2, WIN-4."""
    state = turn.state
    for side in (turn.active, OTHER[turn.active]):
        throne = state.kings[OTHER[side]] * 2
        if present(state, throne, side) and not present(state, throne, OTHER[side]):
            _end(turn, side, Ending.KING)
            return
    alive = [s for s in SIDES if any(c.side == s and not is_vehicle(state, c) for c in state.living())]
    if len(alive) == 1:
        _end(turn, alive[0], Ending.CREATURES)
    elif not alive and not (state.last_turn or state.mastery):
        _end(turn, DRAWN, Ending.CREATURES)
    elif not alive or is_last(state) or masters(state, turn.active):
        _end(turn, leader(state), Ending.POINTS)


def is_last(state: State) -> bool:
    """WIN-4: whether no player turn comes after this one; with ``last_turn`` 0 one always does."""
    return 0 < state.last_turn <= state.turn


def masters(state: State, side: str) -> bool:
    """WIN-4: mastery: enough hexes, and at least twice as many as the enemy."""
    mine, theirs = state.control.count(side), state.control.count(OTHER[side])
    return bool(state.mastery) and mine >= state.mastery and mine >= 2 * theirs


def leader(state: State) -> str:
    """WIN-4: more hexes, then dearer survivors, then the larger pool, then a draw."""
    pools = (state.pools["A"], state.pools["B"])
    for a, b in (hexes(state), worth(state), pools):
        if a != b:
            return "A" if a > b else "B"
    return DRAWN


def _end(turn: Turn, winner: str, ending: Ending) -> None:
    turn.tell(GameEnded(winner, ending, hexes(turn.state), worth(turn.state)))


def points(state: State, side: str) -> int:
    """WIN-5: win 3, win on points 2, draw 1, loss 0; 0 while the game goes on."""
    if state.winner == DRAWN:
        return DRAW_POINTS
    if state.winner != side:
        return LOSS_POINTS
    return ON_POINTS if state.ending is Ending.POINTS else WIN_POINTS


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
    coming = (t for t in player_turns(state.mode, state.mail_turn + 1) if t > state.turn)
    return tuple(t for t in coming if not state.last_turn or t <= state.last_turn)


def play_mail_turn(state: State, orders: Sheets, dice: Dice, acts: Sequence[Act] = ()) -> Resolution:
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
    return turn.resolution


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
                    turn.drop(order, Refusal("MAIL-4", Code.OUT_OF_TURN), side)
            turn.tell(StandingReplaced(side, kept), (side,))
        if side not in active:
            for order in orders:
                if not isinstance(order, Resign | Draw):
                    turn.drop(order, Refusal("LAW-20", Code.OUT_OF_TURN), side)
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
    from_the_fight(turn)
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


def from_the_fight(turn: Turn) -> None:
    """SEQ 6 to 8: combats, retreats, and what is late."""
    fight(turn)
    turn.begin(Step.RETREAT)
    retreat(turn)
    turn.begin(Step.LATE_EQUIP)
    equip_and_mount(turn, late=True)


def _stop_spells(turn: Turn) -> None:
    """STOP: a spell under way ends before M1 (MAG-8)."""
    for order in turn.orders[turn.active]:
        if not isinstance(order, Stop):
            continue
        creature = turn.own_creature(order.creature, turn.active)
        if isinstance(creature, Refusal):
            turn.drop(order, creature)
        elif creature.casting is None:
            turn.drop(order, Refusal("MAG-8", Code.NO_EFFECT, creature.id))
        else:
            lose_casting(turn, creature, Outcome.STOPPED)


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
                turn.drop(order, (met or reasons)[-1], side)


ENDINGS: Mapping[Ending, tuple[str, str]] = {
    Ending.KING: ("a creature stands on the enemy king's hex", "WIN-1"),
    Ending.CREATURES: ("a player has no creature left", "WIN-2"),
    Ending.RESIGN: ("a player resigned", "WIN-3"),
    Ending.DRAW: ("both agreed on a draw", "WIN-3"),
    Ending.POINTS: ("hexes and armies were counted", "WIN-4"),
}
"""Why a game is over, in a sentence, and the rule."""


class Rules(GameRules):
    """Arena's law, as the office asks for it (``engine.seam.rules.Rules``)."""

    EDITION = EDITION
    SEATS = SIDES
    ENDINGS = ENDINGS

    def character(self, state: State, seat: str) -> str:  # noqa: D102
        return f"The {state.armies[seat].title()}" if state.armies[seat] else ""

    def resolve(self, state: State, orders: Sheets, dice: Dice, acts: Sequence[Act] = ()) -> Resolution:
        """A mail turn (SEQ); a game that is over is not played on."""
        if state.ending is not None:
            raise ValueError(f"the game is over ({state.ending})")
        return play_mail_turn(state, orders, dice, acts)

    def awaited(self, state: State) -> set[str]:
        """The active players; the other may send standing orders (MAIL-4)."""
        return {active_in(turn) for turn in coming_turns(state)}

    def standing(self, state: State) -> tuple[Place, ...]:
        """As WIN-4 counts; once the game is over its result and the points of WIN-5."""
        best = state.winner if state.ending is not None else leader(state)
        first = SIDES[0] if best == DRAWN else best
        rows = []
        for side in (first, OTHER[first]):
            earned = float(points(state, side)) if state.ending is not None else 0.0
            rows.append(Place(1 if best in (DRAWN, side) else 2, side, earned))
        return tuple(rows)

    def turn_of(self, state: State) -> int:  # noqa: D102 - mail turns are counted
        return state.mail_turn


RULES = Rules()
resolve, standing = RULES.resolve, RULES.standing
