"""A mail turn (MAIL), the game turns in it step by step (SEQ), the end (END), and what the office asks of the law."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from magika_gm.engine.dice import Dice
from magika_gm.engine.rules import GameRules
from magika_gm.engine.seam.rules import Resolution
from magika_gm.engine.seam.setup import Place
from magika_gm.games.xom_zol.orders.lines import stored_order, write_order
from magika_gm.games.xom_zol.orders.model import (
    Assault,
    Cast,
    Concede,
    Discard,
    Line,
    Named,
    NoReact,
    OfferDraw,
    Opens,
    Order,
    Part,
    Setting,
    Unread,
    UpkeepHow,
    Use,
)
from magika_gm.games.xom_zol.rules.acts import REFEREE, Act, LineChange
from magika_gm.games.xom_zol.rules.casting import (
    PLAIN,
    Terms,
    carry_out,
    cast,
    form,
    holds_now,
    limits,
    open_behind,
    pay_for,
    run_cast_or_use,
    run_window,
    runs_at,
)
from magika_gm.games.xom_zol.rules.combat import assault
from magika_gm.games.xom_zol.rules.effects import discard, draw, of_entering, settle, triggers_of
from magika_gm.games.xom_zol.rules.events import (
    ActUnused,
    CardsReadied,
    Conceded,
    GmChangedLine,
    Lapsed,
    LapsesEnded,
    LineSettled,
    Materialised,
    PenaltiesTaken,
    SheetMissed,
    StandingSet,
    TurnBegan,
    TurnEnded,
    Unsummoned,
    UpkeepPaid,
    Why,
)
from magika_gm.games.xom_zol.rules.figures import fits, looks
from magika_gm.games.xom_zol.rules.refusals import No
from magika_gm.games.xom_zol.rules.state import EDITION, EmptyLibrary, Lapse, Pace, Payment, Piece, State
from magika_gm.games.xom_zol.rules.targets import own_piece
from magika_gm.games.xom_zol.rules.terms import DRAW, SIDES, Ending, Moment, Window, Word, other
from magika_gm.games.xom_zol.rules.turn import (
    GAME_TURN_PHASES,
    NO_SHEET,
    GameOver,
    Plan,
    Sheet,
    Turn,
    hand_listed,
    received,
    sheet_of,
)

# Upkeep in step 3.1, penalties in step 5.3 (UPK, POL-3).


LIFE_TO_FORCE = 10
"""Life that must remain where upkeep is forced by default (POL-3)."""


def upkeep(turn: Turn) -> None:
    """Each card due is paid for, unsummoned, or lapses: by the sheet's lines, then the others (UPK-2)."""
    state, side = turn.state, turn.act.side
    due = {p.ref for p in state.of(side) if p.card.unsummon}
    lapsed = 0
    for line in turn.act.upkeeps():
        piece = own_piece(state, side, line.what, exists=False)
        if piece is not None and piece.ref in due:
            due.remove(piece.ref)
            lapsed += _meet(turn, piece, line.how, lapsed)
    rest = sorted((p for p in state.of(side) if p.ref in due), key=lambda p: (-p.card.size, p.number))
    for piece in rest:
        if piece.ref in state.pieces:  # an earlier lapse or farewell may have been its death
            lapsed += _meet(turn, piece, None, lapsed)
    turn.lapse_due = lapsed


def _meet(turn: Turn, piece: Piece, how: UpkeepHow | None, lapsed: int) -> int:
    """Meet one upkeep as ordered; what cannot be carried out so goes by POL-3. Gives the life a lapse will cost."""
    if how is None or not _as_ordered(turn, piece, how):
        how = _by_default(turn, piece, lapsed)
    settle(turn)
    return piece.card.unsummon if how is UpkeepHow.LAPSE else 0


def _as_ordered(turn: Turn, piece: Piece, how: UpkeepHow) -> bool:
    side = piece.side
    match how:
        case UpkeepHow.PAY | UpkeepHow.FORCE:
            payment = _payment(turn, piece, piece.card.unsummon if how is UpkeepHow.FORCE else 0)
            if payment is None:
                return False
            turn.tell(UpkeepPaid(side, piece.ref, payment))
        case UpkeepHow.UNSUMMON:
            turn.tell(Unsummoned(side, piece.ref, piece.card.name))
        case UpkeepHow.LAPSE:
            turn.tell(Lapsed(side, piece.ref, turn.state.options.lapse is Lapse.RESTS))
    return True


def _payment(turn: Turn, piece: Piece, force: int) -> Payment | None:
    cost = "B" * piece.card.unsummon
    return pay_for(turn.state, piece.side, cost, Terms(force=force), limits(turn.state, piece))


def _by_default(turn: Turn, piece: Piece, lapsed: int) -> UpkeepHow:
    """POL-3: PAY; else FORCE if enough life remains; else LAPSE; else UNSUMMON."""
    life = turn.state.sides[piece.side].life
    for how, force in ((UpkeepHow.PAY, 0), (UpkeepHow.FORCE, piece.card.unsummon)):
        payment = _payment(turn, piece, force)
        if payment is not None and (not payment.life or life - payment.life >= LIFE_TO_FORCE):
            turn.tell(UpkeepPaid(piece.side, piece.ref, payment))
            return how
    how = UpkeepHow.UNSUMMON if lapsed + piece.card.unsummon >= life else UpkeepHow.LAPSE
    _as_ordered(turn, piece, how)
    return how


def penalties(turn: Turn) -> None:
    """Step 5.3, both sides at once: letters in the pools; of the active side lapsed upkeep and conditions not met."""
    state, active = turn.state, turn.act.side
    unmet = sum(
        demand.n
        for piece in state.of(active)
        if piece.exists
        for demand in piece.card.rules.demands
        if not any(p.exists and p.ref != piece.ref and fits(state, p, demand.filter) for p in state.of(active))
    )
    for side in (active, turn.react.side):
        mine = side == active
        taken = PenaltiesTaken(side, len(state.sides[side].pool), turn.lapse_due if mine else 0, unmet if mine else 0)
        if taken.pool or taken.lapsed or taken.unmet:
            turn.tell(taken)


# What is done where no sheet came (POL-8), and what goes at Fizzle (POL-7).


def default_battle(turn: Turn) -> None:
    """One mana card that can be paid without force: most letters, then least cost, then name; no cast, no assault."""
    state, side = turn.state, turn.act.side
    names = (name for name in state.sides[side].hand if name not in state.barred)
    held = [card for card in map(state.cards.__getitem__, names) if card.is_mana]
    for card in sorted(held, key=lambda c: (-len(c.mana), c.size, c.name)):
        if pay_for(state, side, card.cost, PLAIN) is not None:
            cast(turn, side, Cast(card=Named(card.name)))
            settle(turn)
            return


def fizzle(turn: Turn) -> None:
    """Step 4: draw to the fizzle number, or discard to it."""
    own, number = turn.state.sides[turn.act.side], turn.state.options.hand
    if len(own.hand) < number:
        draw(turn, turn.act.side, number - len(own.hand), Why.FIZZLE)
        return
    for name, bottom in _unwanted(turn, len(own.hand) - number):
        discard(turn, own.name, name, Why.FIZZLE, bottom=bottom)


def _unwanted(turn: Turn, n: int) -> list[tuple[str, bool]]:
    """POL-7: those listed and held, each item one copy; then greatest cost first, ties by name."""
    state = turn.state
    left = list(state.sides[turn.act.side].hand)
    chosen: list[tuple[str, bool]] = []
    may_sink = state.options.bottom_discard or state.options.bottom_any
    for line in turn.act.lines:
        if isinstance(line, Discard):
            for item in line.cards:
                if isinstance(item.card, Named) and item.card.name in left:
                    left.remove(item.card.name)
                    chosen.append((item.card.name, item.bottom and may_sink))
    left.sort(key=lambda name: (-state.cards[name].size, name))
    return (chosen + [(name, False) for name in left])[:n]


# How games end, and who stands how (END).


WIN, DRAWN = 3, 1
"""League points (END-5)."""


def look_at_turns(turn: Turn) -> None:
    """END-2: after the last game turn higher life, greater sum of S and D, larger library; else drawn. By 0 none is."""
    state = turn.state
    if not state.options.max_turns or state.turn < state.options.max_turns:
        return
    one, two = (account(state, side) for side in SIDES)
    turn.end(DRAW if one == two else SIDES[one < two], Ending.TURNS)


def account(state: State, side: str) -> tuple[int, int, int]:
    """What END-2 compares: life, strength and defence of the creatures, cards in the library."""
    bodies = [looks(state, p.ref) for p in state.creatures(side)]
    return state.sides[side].life, sum(now.s + now.d for now in bodies), len(state.sides[side].library)


def standing_note(state: State, side: str) -> str:
    """Life, creatures, cards left (END-5)."""
    own = state.sides[side]
    cards = len(own.library) + len(own.hand)
    return f"life {own.life}, creatures {len(state.creatures(side))}, cards left {cards}"


STEPS: dict[int, str] = {
    0: "before the turn",
    11: "1.1 materialisation",
    12: "1.2 power",
    20: "2 draw",
    31: "3.1 upkeep",
    32: "3.2 start",
    33: "3.3 battle",
    341: "3.4 A declare",
    342: "3.4 B assault",
    343: "3.4 C counter-assault",
    344: "3.4 D clash",
    345: "3.4 E1 swift damage",
    346: "3.4 E2 damage",
    35: "3.5 battle",
    40: "4 fizzle",
    51: "5.1 burn",
    52: "5.2 burn",
    53: "5.3 penalties",
    54: "5.4 the end",
    55: "5.5 the turn's end",
}
"""Titles of the steps by number."""


def play_game_turn(turn: Turn, number: int) -> None:
    """One game turn from 1.1 to 5.5; stops by ``GameOver`` where the game ends."""
    turn.at(1, 11)
    turn.tell(TurnBegan(number, turn.act.side))
    turn.assaulted = False
    power(turn)
    draw_phase(turn, number)
    battle(turn)
    turn.at(4, 40)
    fizzle(turn)
    burn(turn)
    turn.at(5, 55)
    turn.tell(TurnEnded(number))
    look_at_turns(turn)


def power(turn: Turn) -> None:
    """1.1: creatures not yet there exist and take places, then their ENTER triggers; 1.2: the active side readies."""
    state = turn.state
    new = sorted((p for p in state.pieces.values() if not p.exists), key=state.order)
    for piece in new:
        turn.tell(Materialised(piece.ref, open_behind(state, piece.side, piece.behind)))
    settle(turn, of_entering(new))
    turn.at(1, 12)
    turn.tell(CardsReadied(turn.act.side))


def draw_phase(turn: Turn, number: int) -> None:
    """2: one card; an empty library loses the game (END-3)."""
    turn.at(2, 20)
    state, side = turn.state, turn.act.side
    if number == 1 and not state.options.first_draw:
        return
    if state.sides[side].library:
        draw(turn, side, 1, Why.TURN)
    elif state.options.empty_library is EmptyLibrary.LOSE:
        turn.end(other(side), Ending.LIBRARY)


def battle(turn: Turn) -> None:
    """3: TURN triggers and upkeep, window START, then the active sheet's lines in written order."""
    state, side = turn.state, turn.act.side
    turn.at(3, 31)
    resting = tuple(p.ref for p in state.of(side) if p.lapsed)
    if resting:
        turn.tell(LapsesEnded(resting))
    settle(turn, [w for piece in state.of(side) if piece.exists for w in triggers_of(piece, Moment.TURN)])
    upkeep(turn)
    turn.at(3, 32)
    run_window(turn, turn.react.side, Window.START)
    turn.at(3, 33)
    if turn.act.missing:
        turn.tell(SheetMissed(side))
        default_battle(turn)
        return
    for i, order in enumerate(turn.act.lines):
        if isinstance(order, Line) and runs_at(order, None):
            if holds_now(turn, turn.act, i, order, None):
                carry_out(turn, turn.act, i, partial(_run, turn, order))
            settle(turn)


def _run(turn: Turn, order: Line) -> No | Word:
    match order:
        case Cast() | Use():
            return run_cast_or_use(turn, turn.act.side, order)
        case Assault():
            return assault(turn, order)
        case _:
            return form(turn, order)


def burn(turn: Turn) -> None:
    """5.1 and 5.2 the last windows, 5.3 penalties, 5.4 the end is looked at."""
    turn.at(5, 51)
    run_window(turn, turn.act.side, Window.BURN)
    turn.at(5, 52)
    run_window(turn, turn.react.side, Window.BURN)
    turn.at(5, 53)
    penalties(turn)
    turn.at(5, 54)
    settle(turn)


# A mail turn: one game turn, or two, from two sheets (MAIL).


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
            none_left = one is Part.REACT and not found[one] and (emptied or one == act.part)
            lines += [NoReact() if none_left else Opens(one), *found[one]]
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
                    rule=code.rule if code else "",
                ),
                plan.side,
            )


def _reason(plan: Plan, i: int, order: Order, over: bool) -> No | None:
    if isinstance(order, Setting):
        return No.SETTING
    if isinstance(order, Unread):
        return No.UNREAD
    if plan.word(i) is Word.DONE:
        return None
    return plan.reasons.get(i) or (No.NOT_REACHED if over else No.NOT_ASKED)


# What the office asks for (``engine.seam.rules.Rules``).


ENDINGS: Mapping[Ending, tuple[str, str]] = {
    Ending.LIFE: ("a side has no life left", "END-1"),
    Ending.LIBRARY: ("a side had to draw from an empty library", "END-3"),
    Ending.TURNS: ("the last game turn was played", "END-2"),
    Ending.CONCEDE: ("a side conceded", "END-4"),
    Ending.AGREED: ("both offered a draw", "END-4"),
    Ending.FORFEIT: ("a side forfeited", "END-4"),
}
"""Why a game is over, in words, and the rule."""


class Rules(GameRules):
    """Xom and Zol's law, as the office asks for it (``engine.seam.rules.Rules``)."""

    EDITION = EDITION
    SEATS = SIDES
    ENDINGS = ENDINGS
    HOSTS = {"A": "Xom's host", "B": "Zol's host"}

    def resolve(
        self, state: State, orders: Mapping[str, Sequence[Order]], dice: Dice, acts: Sequence[Act] = ()
    ) -> Resolution:
        """A mail turn: state, orders by side and the game master's acts in, state, events and rolls out.

        A side missing from ``orders`` sent nothing; one with an empty list sent an empty sheet, which has no ACT part.
        """
        given, changed = amended(orders, acts, state)
        return play(state, {side: sheet_of(lines) for side, lines in given.items()}, dice, acts, changed)

    def awaited(self, state: State) -> list[str]:
        """The side about to be active (MAIL-2, MAIL-7); under ``double`` both."""
        return [side for side in SIDES if state.acts_next(side)]

    def standing(self, state: State) -> tuple[Place, ...]:
        """The standing: the winner first; while the game goes on, and drawn, by life (END-5)."""
        sides = state.sides
        if state.winner in SIDES:
            winner = str(state.winner)
            return Place(1, winner, WIN), Place(2, other(winner), 0)
        if state.ending is not None:
            return tuple(Place(1, side, DRAWN) for side in SIDES)
        ranked = sorted(SIDES, key=lambda side: (-sides[side].life, side))
        even = sides[ranked[0]].life == sides[ranked[1]].life
        return tuple(Place(1 if even else i, side, 0) for i, side in enumerate(ranked, 1))

    def turn_of(self, state: State) -> int:  # noqa: D102 - mail turns are counted
        return state.mail_turn


RULES = Rules()
resolve, standing = RULES.resolve, RULES.standing
