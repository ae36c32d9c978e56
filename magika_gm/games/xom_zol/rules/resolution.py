"""A mail turn: one game turn, or two, from two sheets (MAIL)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.rules import Resolution
from magika_gm.games.xom_zol.acts import REFEREE, Act, LineChange
from magika_gm.games.xom_zol.events import (
    ActUnused,
    Conceded,
    GmChangedLine,
    LineSettled,
    StandingSet,
)
from magika_gm.games.xom_zol.options import Pace
from magika_gm.games.xom_zol.orders.forms import (
    BlockBy,
    Concede,
    CounterFrom,
    Discard,
    Hold,
    Keep,
    NoReact,
    OfferDraw,
    Opens,
    Order,
    Part,
    Sabotage,
    Strike,
    TaxForce,
    Unread,
    Upkeep,
)
from magika_gm.games.xom_zol.orders.reading import stored_order
from magika_gm.games.xom_zol.orders.writing import write_order
from magika_gm.games.xom_zol.rules.refusals import WORDS, No
from magika_gm.games.xom_zol.rules.sequence import play_game_turn
from magika_gm.games.xom_zol.rules.sheets import NO_SHEET, Sheet, hand_listed, received, sheet_of
from magika_gm.games.xom_zol.rules.turn import GAME_TURN_PHASES, GameOver, Plan, Turn
from magika_gm.games.xom_zol.state import State
from magika_gm.games.xom_zol.words import DRAW, SIDES, Ending, Word, other

_SETTINGS = (
    Keep, Upkeep, Sabotage, Strike, TaxForce, Discard, Concede, OfferDraw, Hold, BlockBy, CounterFrom,
)  # fmt: skip


def resolve(state: State, orders: Mapping[str, Sequence[Order]], dice: Dice, acts: Sequence[Act] = ()) -> Resolution:
    """A mail turn: state, orders by side and the game master's acts in, state, events and rolls out.

    A side missing from ``orders`` sent nothing; one with an empty list sent an empty sheet, which has no ACT part.
    """
    given, changed = amended(orders, acts, state)
    return play(state, {side: sheet_of(lines) for side, lines in given.items()}, dice, acts, changed)


def amended(
    orders: Mapping[str, Sequence[Order]], acts: Sequence[Act], state: State
) -> tuple[dict[str, tuple[Order, ...]], list[GmChangedLine]]:
    """The sheets with the game master's corrections in them, and what he corrected."""
    given = {side: tuple(lines) for side, lines in orders.items()}
    changed: list[GmChangedLine] = []
    for act in acts:
        if isinstance(act, LineChange) and not REFEREE.why_not(state, act):
            lines, before = with_line(given.get(act.side, ()), act, state)
            given[act.side] = lines
            line = GmChangedLine(
                side=act.side, part=act.part, number=act.number, before=before, after=act.order, reason=act.reason
            )
            changed.append(line)
    return given, changed


def with_line(given: Sequence[Order], act: LineChange, state: State) -> tuple[tuple[Order, ...], str]:
    """A sheet with one line put in, changed or struck out, and what stood there before."""
    part: Part = Part.ACT
    opened: dict[Part, bool] = {}
    found: dict[Part, list[Order]] = {Part.ACT: [], Part.REACT: []}
    emptied = False
    for order in given:
        if isinstance(order, Opens | NoReact):
            part = order.part if isinstance(order, Opens) else Part.REACT
            emptied = emptied or isinstance(order, NoReact)
            opened[part] = True
        else:
            opened[part] = True
            found[part].append(order)
    own = found[Part(act.part)]
    at = act.number - 1
    before = write_order(own[at]) if at < len(own) else ""
    put = [stored_order(act.order, state.cards)] if act.order else []
    own[at : at + 1] = put
    opened[Part(act.part)] = True
    lines: list[Order] = []
    for one in Part:
        if one in opened:
            head = NoReact() if one is Part.REACT and (emptied or not found[one]) else Opens(one)
            lines += [head, *found[one]]
    return tuple(lines), before


def play(
    state: State,
    sheets: Mapping[str, Sheet],
    dice: Dice,
    acts: Sequence[Act] = (),
    changed: Sequence[GmChangedLine] = (),
    make: Callable[[State, Dice], Turn] = Turn,
) -> Resolution:
    """A mail turn from sheets taken apart; ``changed`` are the lines of them the game master corrected.

    ``make`` may give a turn that notes how things come about.
    """
    state = state.copy()
    turn = make(state, dice)
    state.mail_turn += 1
    turn.at(0, 0)
    try:
        if state.ending is None:
            for event in changed:
                turn.tell(event, event.side)
            _play(turn, sheets, acts)
    except GameOver:
        pass
    return Resolution(state, tuple(turn.told), tuple(dice.rolls))


def _play(turn: Turn, sheets: Mapping[str, Sheet], acts: Sequence[Act]) -> None:
    state = turn.state
    listed = {side: hand_listed(state, side) for side in SIDES}
    REFEREE.play(turn, state, acts)
    for side in SIDES:
        _receive(turn, side, sheets.get(side, NO_SHEET), listed[side])
    _spoken(turn, sheets)
    for nth in range(2 if state.options.pace is Pace.DOUBLE else 1):
        active = state.turn_side(state.turn + 1)
        sheet = sheets.get(active, NO_SHEET)
        lines = tuple(received(order, listed[active]) for order in sheet.act or ())
        turn.phase_base = nth * GAME_TURN_PHASES
        turn.lapse_due = 0
        turn.act = Plan(side=active, part=Part.ACT, lines=lines, missing=sheet.act is None)
        turn.react = Plan(side=other(active), part=Part.REACT, lines=state.sides[other(active)].react)
        try:
            play_game_turn(turn, state.turn + 1)
        finally:
            _settle_lines(turn)


def _receive(turn: Turn, side: str, sheet: Sheet, listed: Sequence[str]) -> None:
    """A sheet comes in: a REACT part replaces the standing set whole (MAIL-3); an ACT part may find no turn."""
    state = turn.state
    if sheet.react is not None:
        kept = (o for o in sheet.react if not isinstance(o, Concede | OfferDraw))
        lines = tuple(write_order(received(order, listed)) for order in kept)
        turn.tell(StandingSet(side, lines), side)
    if sheet.act is not None and not state.acts_next(side):
        turn.tell(ActUnused(side), side)


def _spoken(turn: Turn, sheets: Mapping[str, Sheet]) -> None:
    """CONCEDE and OFFER DRAW, before step 1.1 (END-4)."""
    conceding = [side for side in SIDES if side in sheets and sheets[side].concedes]
    for side in conceding:
        turn.tell(Conceded(side))
    if conceding:
        turn.end(DRAW if len(conceding) == len(SIDES) else other(conceding[0]), Ending.CONCEDE)
    if all(side in sheets and sheets[side].offers_draw for side in SIDES):
        turn.end(DRAW, Ending.AGREED)


def _settle_lines(turn: Turn) -> None:
    """Tell each side what became of its lines."""
    over = turn.state.ending is not None
    for plan in (turn.act, turn.react):
        for i, order in enumerate(plan.lines):
            code = _reason(plan, i, order, over)
            turn.tell(
                LineSettled(
                    side=plan.side,
                    part=plan.part.value,
                    number=i + 1,
                    text=write_order(order),
                    word=plan.word(i),
                    code=code.value if code else "",
                    rule=WORDS[code][0] if code else "",
                ),
                plan.side,
            )


def _reason(plan: Plan, i: int, order: Order, over: bool) -> No | None:
    if isinstance(order, _SETTINGS):
        return No.SETTING
    if isinstance(order, Unread):
        return No.UNREAD
    if plan.word(i) is Word.DONE:
        return None
    return plan.reasons.get(i) or (No.NOT_REACHED if over else No.NOT_ASKED)
