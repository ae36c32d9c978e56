"""World building (BUILD, VAR-1); one game turn, from step 2 to step 9 (SEQ), the Start step of the
next, and the end of a game (END).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from magika_gm.games.temple_isle.orders.model import (
    ALL_TIMES,
    Attack,
    Cast,
    Field,
    Happens,
    LeapStep,
    Muster,
    Step,
    UnitLine,
)
from magika_gm.games.temple_isle.rules.casting import Ready, cast, check_cast, gain_effects, moment, place_name
from magika_gm.games.temple_isle.rules.events import (
    Discarded,
    Fielded,
    GameEnded,
    GameTurnBegan,
    GameTurnOver,
    Gone,
    PointsSet,
    TemplePlaced,
    WaterPlaced,
)
from magika_gm.games.temple_isle.rules.figures import (
    count_of,
    figures,
    foe_on,
    hand_limit,
    holds_all_temples,
    level_sum,
    room,
)
from magika_gm.games.temple_isle.rules.movement import attack, check_muster, find_target, muster, step, steward_muster
from magika_gm.games.temple_isle.rules.refusals import Dropped, Refusal
from magika_gm.games.temple_isle.rules.sheets import WATERS, Sheet, placers, temples_of
from magika_gm.games.temple_isle.rules.state import (
    DRAW,
    FOR_GOOD,
    Ending,
    Left,
    State,
    Unit,
    mantras_in_play,
    player_of,
    turns_of,
)
from magika_gm.games.temple_isle.rules.targets import holds
from magika_gm.games.temple_isle.rules.terms import (
    ALL_SQUARES,
    EDGE,
    MOON,
    NEIGHBOURS,
    OTHER,
    SEATS,
    SQUARE,
    SQUARES,
    SUN,
    When,
    joined,
)
from magika_gm.games.temple_isle.rules.turn import Occurrence, Turn

# The end of a game, and who stands how (END).


class Standing(NamedTuple):
    """What standings compare, in this order (END-5)."""

    temples: int
    lands: int
    levels: int
    hp: int


def standing_of(state: State, seat: str) -> Standing:
    """A player's figures of END-5; temples count among the land cards too."""
    units = state.units_of(seat)
    return Standing(
        temples=sum(state.control[s] == seat for s in state.temple_squares()),
        lands=len(state.lands_of(seat)),
        levels=sum(state.card_of(u).level for u in units),
        hp=sum(u.hp for u in units),
    )


def leader(state: State) -> str:
    """Who leads by the standings; ``draw`` if nobody does (END-5)."""
    sun, moon = standing_of(state, SUN), standing_of(state, MOON)
    return DRAW if sun == moon else SUN if sun > moon else MOON


def end_by_temples(turn: Turn, seat: str) -> bool:
    """The player who controls all temples wins at once (END-1); whether he does."""
    if holds_all_temples(turn.state, seat):
        turn.tell(GameEnded(Ending.TEMPLES, seat))
        return True
    return False


def end_by_limit(turn: Turn) -> bool:
    """After the last game turn the standings decide (END-2); whether it was the last."""
    if 0 < turn.state.options.limit <= turn.state.turn:
        turn.tell(GameEnded(Ending.LIMIT, leader(turn.state)))
        return True
    return False


def end_by_losers(turn: Turn, losers: list[str], ending: Ending) -> bool:
    """One who resigns or forfeits loses; of both the standings decide (END-3). Whether anybody did."""
    if not losers:
        return False
    winner = leader(turn.state) if len(losers) == len(SEATS) else OTHER[losers[0]]
    turn.tell(GameEnded(ending, winner))
    return True


class SeqStep:
    """Steps of a game turn, as ``Told.step`` numbers them (SEQ)."""

    START = 1
    BEGIN = 2
    MAIN = 3
    POINTS = 4
    ACTIONS = 5
    DISCARD = 6
    CONTROL = 7
    END = 8
    EXPIRY = 9


STEPS = ("", "Start", "Begin", "Main", "Points", "Actions", "Discard", "Control", "End", "Expiry")


def start_step(turn: Turn, seat: str) -> None:
    """Step 1, made at the end of the mail turn before: ``start`` effects, then a card (SEQ)."""
    turn.seat = seat
    turn.step = SeqStep.START
    moment(turn, seat, When.START)
    turn.draw(seat)


def play_game_turn(turn: Turn, number: int, sheet: Sheet) -> None:
    """Steps 2 to 9 of game turn ``number`` with its player's sheet; without one the steward plays (MAIL-7)."""
    seat = player_of(turn.state, number)
    play_lines(turn, number, sheet)
    _discard(turn, seat, sheet.discards)
    if not _control(turn, seat):
        _end(turn, seat)
        _expire(turn)


def play_lines(turn: Turn, number: int, sheet: Sheet) -> None:
    """Steps 2 to 5: all that the lines of a sheet do, but for discards."""
    seat = player_of(turn.state, number)
    _begin(turn, number, seat, sheet)
    _main(turn, seat, sheet)
    _set_points(turn, seat)
    turn.step = SeqStep.ACTIONS
    for line, order in sheet.actions:
        turn.comes_up(seat, line, order)
        if isinstance(order, Cast):
            _cast_line(turn, seat, line, order)
        else:
            _unit_line(turn, seat, line, order)


def _begin(turn: Turn, number: int, seat: str, sheet: Sheet) -> None:
    turn.seat = seat
    turn.step = SeqStep.BEGIN
    turn.musters = 1
    turn.actions = False
    turn.played = {s: set() for s in SEATS}
    turn.tell(GameTurnBegan(number, seat, not sheet.came))
    turn.happen(Occurrence(event=Happens.BEGIN, maker=seat))


# --- step 3 ---


def _main(turn: Turn, seat: str, sheet: Sheet) -> None:
    turn.step = SeqStep.MAIN
    if not sheet.came:
        steward_muster(turn, seat)
    for line, order in sheet.main:
        turn.comes_up(seat, line, order)
        if isinstance(order, Cast):
            _cast_line(turn, seat, line, order)
        else:
            _muster_line(turn, seat, line, order)


def _cast_line(turn: Turn, seat: str, line: int, order: Cast) -> None:
    if not holds(turn.state, seat, order.condition, turn.played[seat]):
        turn.drop(seat, line, order, Dropped.CONDITION)
        return
    ready = check_cast(turn.state, seat, order)
    if isinstance(ready, Ready):
        cast(turn, seat, ready, order.to)
    else:
        turn.refuse(seat, line, order, ready)


def _muster_line(turn: Turn, seat: str, line: int, order: Muster) -> None:
    if turn.musters < 1:
        turn.drop(seat, line, order, Dropped.NOT_NEEDED)
    elif not holds(turn.state, seat, order.condition, turn.played[seat]):
        turn.drop(seat, line, order, Dropped.CONDITION)
    else:
        square = check_muster(turn.state, seat, order.card, order.places)
        if isinstance(square, Refusal):
            turn.refuse(seat, line, order, square)
        else:
            muster(turn, seat, order.card, square, order.places)


# --- steps 4 and 5 ---


def _set_points(turn: Turn, seat: str) -> None:
    turn.step = SeqStep.POINTS
    turn.actions = True
    turn.tell(PointsSet(tuple((u.number, figures(turn.state, u).d) for u in turn.state.units_of(seat))))
    turn.happen(Occurrence(event=Happens.ACTIONS, maker=seat))


def _unit_line(turn: Turn, seat: str, line: int, order: UnitLine) -> None:
    state = turn.state
    unit = state.units[order.number]
    if not unit.in_play:
        turn.drop(seat, line, order, Dropped.LEFT_PLAY)
    elif not holds(state, seat, order.condition, turn.played[seat]):
        turn.drop(seat, line, order, Dropped.CONDITION)
    elif state.organizing(unit):
        turn.refuse(seat, line, order, Refusal.ORGANIZING)
    elif figures(state, unit).hold:
        turn.refuse(seat, line, order, Refusal.HELD)
    else:
        _act(turn, unit, line, order)


def _act(turn: Turn, unit: Unit, line: int, order: UnitLine) -> None:
    """The words of a unit line, left to right (ACT-11, ACT-12)."""
    residing = True
    for at, word in enumerate(order.words):
        if not unit.in_play:
            turn.drop(unit.owner, line, order, Dropped.LEFT_PLAY)  # LAW-8
            return
        if isinstance(word, Step | LeapStep):
            entered = None
            if not figures(turn.state, unit).hold:
                entered = step(turn, unit, order.words[at:], residing=residing)
            if entered is None:
                code = Dropped.CUT_SHORT if unit.in_play else Dropped.LEFT_PLAY
                turn.drop(unit.owner, line, order, code)
                return
            residing = entered
        elif isinstance(word, Attack):
            _attack_word(turn, unit, word)


def _attack_word(turn: Turn, unit: Unit, word: Attack) -> None:
    """Attacks of one word, each an attack of its own (LAW-9), as long as its conditions hold (ORD)."""
    made = 0
    while word.times == ALL_TIMES or made < word.times:
        points = unit.points or 0
        if not unit.in_play or points < 1 or points - 1 < word.keep or unit.hp <= word.above:
            return
        if figures(turn.state, unit).hold:
            return
        target = find_target(turn.state, unit, word.targets)
        if target is None:
            return
        attack(turn, unit, target)
        made += 1


# --- steps 6 to 9 ---


def shortfall(state: State, seat: str, card: str) -> int:
    """How far a card is from being played: levels for a unit, count for a mantra (SEQ-2)."""
    unit = state.catalogue.units.get(card)
    if unit is not None:
        return max(0, unit.level - 1 - level_sum(state, seat))
    mantra = state.catalogue.mantras.get(card)
    return 0 if mantra is None else max(0, mantra.level - count_of(state, seat))


def discards(state: State, seat: str, named: list[str]) -> list[str]:
    """What goes down to the hand limit: cards named as far as held and needed, then by shortfall (SEQ-2)."""
    hand = list(state.hands[seat])
    limit = hand_limit(state, seat)
    gone: list[str] = []
    for card in named:
        if len(hand) > limit and card in hand:
            hand.remove(card)
            gone.append(card)
    order = state.catalogue.order
    hand.sort(key=lambda c: (shortfall(state, seat, c), order.get(c, 0)))
    while len(hand) > limit:
        gone.append(hand.pop())
    return state.catalogue.sorted(gone)


def _discard(turn: Turn, seat: str, named: list[str]) -> None:
    turn.step = SeqStep.DISCARD
    turn.actions = False
    turn.happen(Occurrence(event=Happens.END, maker=seat))
    gone = discards(turn.state, seat, named)
    if gone:
        turn.tell(Discarded(seat, tuple(gone)))


def _control(turn: Turn, seat: str) -> bool:
    """CTRL-1, then ``gain``, then victory (END-1); whether the game is over."""
    turn.step = SeqStep.CONTROL
    state = turn.state
    held = sorted({u.at for u in state.units_of(seat) if not state.organizing(u) and not state.is_water(u.at)})
    gained = [square for square in held if turn.pass_control(square, seat)]
    for square in gained:
        gain_effects(turn, square)
    return end_by_temples(turn, seat)


def _end(turn: Turn, seat: str) -> None:
    turn.step = SeqStep.END
    moment(turn, seat, When.END)
    state = turn.state
    fleeting = [
        u
        for u in state.units_of(seat)
        if (n := state.card_of(u).fleeting) and turns_of(state, seat, u.mustered, state.turn) >= n
    ]
    turn.leave_play(fleeting, Left.FLEETING)


def _expire(turn: Turn) -> None:
    turn.step = SeqStep.EXPIRY
    state = turn.state
    over = [
        (mantra, place_name(unit, square))
        for mantra, unit, square in mantras_in_play(state)
        if mantra.until != FOR_GOOD and mantra.until <= state.turn
    ]
    turn.mantras_leave(over, Gone.EXPIRED)
    turn.tell(GameTurnOver(state.turn))
    end_by_limit(turn)


# World building (BUILD) and the fielding of picked armies (VAR-1).


TEMPLES = 4
STANDARD_WATER: tuple[int, ...] = tuple(
    SQUARE[s] for s in "a1 e4 e1 a4 c1 c4 a2 e3 a3 e2 b1 d4 d1 b4 b2 d3 d2 b3 c2 c3".split()
)
"""Where waters go when the lists run out (BUILD-7)."""
STANDARD_TEMPLE: tuple[int, ...] = tuple(
    SQUARE[s] for s in "b2 d3 d2 b3 c2 c3 a2 e3 e2 a3 b1 d4 d1 b4 c1 c4 a1 e4 e1 a4".split()
)
"""Where temples go when the lists run out (BUILD-7)."""


def water_squares(state: State) -> list[int]:
    """Where a water may be placed now (BUILD-3, BUILD-4)."""
    lands = [s for s in ALL_SQUARES if not state.is_water(s)]
    near = [s for s in lands if s in EDGE or any(state.is_water(n) for n in NEIGHBOURS[s])]
    if not state.options.joined_land:
        return near
    return [s for s in near if joined([other for other in lands if other != s])] or near


def temple_squares(state: State) -> list[int]:
    """Where a temple may be placed now (BUILD-5)."""
    return [s for s in ALL_SQUARES if not state.is_water(s) and not state.is_temple(s)]


def _first_legal(lists: Sequence[int], legal: Sequence[int]) -> int:
    return next((s for s in lists if s in legal), -1)


def build(turn: Turn, sheets: dict[str, Sheet]) -> None:
    """Five waters and four temples are placed alternately, from the lists of both players (BUILD-3 to BUILD-7)."""
    state = turn.state
    for number, seat in enumerate(placers(state.first, WATERS), 1):
        square = _first_legal([*sheets[seat].waters, *STANDARD_WATER], water_squares(state))
        if square >= 0:
            turn.tell(WaterPlaced(number, seat, SQUARES[square], state.isle[square]))
    for number, (temple, seat) in enumerate(temples_of(state.first, state.temples).items(), 1):
        lists = sheets[seat].temples
        ranked = [*lists.get(temple, ()), *lists.get("", ()), *STANDARD_TEMPLE]
        square = _first_legal(ranked, temple_squares(state))
        if square >= 0:
            turn.tell(TemplePlaced(number, seat, SQUARES[square], temple, state.isle[square]))


def field_squares(state: State, seat: str) -> list[int]:
    """Where a picked unit may take its place now (VAR-1)."""
    return [
        s
        for s in temple_squares(state)
        if room(state, seat, s)
        and not foe_on(state, seat, s)
        and not any(foe_on(state, seat, n) for n in NEIGHBOURS[s])
    ]


def field_armies(turn: Turn, sheets: dict[str, Sheet]) -> None:
    """FIELD lines alternately one by one, first player first; when one side has none left the other goes on (VAR-1)."""
    first = turn.state.first
    waiting = {seat: list(sheets[seat].fields) for seat in (first, OTHER[first])}
    seat = first
    while any(waiting.values()):
        if waiting[seat]:
            line, order = waiting[seat].pop(0)
            _field(turn, seat, line, order)
        seat = OTHER[seat]


def _field(turn: Turn, seat: str, line: int, order: Field) -> None:
    state = turn.state
    turn.comes_up(seat, line, order)
    card = state.catalogue.units[order.card]
    own = [state.card_of(u) for u in state.units.values() if u.owner == seat]
    square = _first_legal(order.squares, field_squares(state, seat))
    if sum(u.name == card.name for u in own) >= card.copies:
        turn.refuse(seat, line, order, Refusal.FIELD_COPIES)
    elif sum(u.level for u in own) + card.level > state.options.army_levels:
        turn.refuse(seat, line, order, Refusal.FIELD_LEVELS)
    elif square < 0:
        turn.refuse(seat, line, order, Refusal.FIELD_SQUARE)
    else:
        turn.tell(Fielded(state.next_unit, card.name, seat, SQUARES[square]))
