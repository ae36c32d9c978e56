"""A mail turn (SEQ-4), and what the office asks: same state, sheets, acts and dice give the same, byte for byte."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from magika_gm.engine.dice import Dice
from magika_gm.engine.rules import GameRules
from magika_gm.engine.seam.setup import Place
from magika_gm.engine.verbs import DropOut, Excused
from magika_gm.games.temple_isle.orders.model import Order
from magika_gm.games.temple_isle.rules import gameturn
from magika_gm.games.temple_isle.rules.acts import REFEREE, Act, amended
from magika_gm.games.temple_isle.rules.casting import answer
from magika_gm.games.temple_isle.rules.events import (
    DrawOffered,
    FastLinesLeft,
    Forfeited,
    GameEnded,
    MailTurnBegan,
    MissesForgotten,
    Resigned,
    SheetMissed,
    StageBegan,
)
from magika_gm.games.temple_isle.rules.gameturn import build, end_by_losers, field_armies, standing_of
from magika_gm.games.temple_isle.rules.refusals import Dropped
from magika_gm.games.temple_isle.rules.sheets import Sheet, passed_over, read_sheet
from magika_gm.games.temple_isle.rules.state import (
    DRAW,
    EDITION,
    Armies,
    Ending,
    Stage,
    State,
    due,
    player_of,
)
from magika_gm.games.temple_isle.rules.terms import OTHER, SEATS
from magika_gm.games.temple_isle.rules.turn import Chapter, Turn

Sheets = Mapping[str, Sequence[Order]]
"""Orders by seat; a seat missing sent no sheet, one with no orders sent a sheet without lines (MAIL-7)."""


def play(turn: Turn, orders: Sheets, acts: Sequence[Act] = ()) -> None:
    """A mail turn in its working state."""
    turn.begin(Chapter.SHEETS)
    turn.tell(MailTurnBegan(turn.state.mail + 1))
    REFEREE.play(turn, turn.state, acts)
    lost = list(dict.fromkeys(a.seat for a in acts if isinstance(a, DropOut)))
    sheets = _read(turn, amended(turn, orders, acts))
    if not end_by_losers(turn, lost, Ending.FORFEIT) and not _given_up(
        turn, sheets, {a.seat for a in acts if isinstance(a, Excused)}
    ):
        _play(turn, sheets)
        if not turn.state.ended:
            start_next(turn)


def _read(turn: Turn, orders: Sheets) -> dict[str, Sheet]:
    """Both sheets are read: refusals, FAST lists, offers (SEQ-4a)."""
    sheets = {}
    for seat in SEATS:
        if seat not in orders:
            sheets[seat] = Sheet(came=False)
            continue
        sheet = sheets[seat] = read_sheet(turn.state, seat, orders[seat])
        for line, order, code in sheet.refused:
            turn.refuse(seat, line, order, code)
        for line, order in enumerate(orders[seat]):
            why = passed_over(turn.state, seat, order)
            if isinstance(why, Dropped) and turn.state.options.edition >= 3:
                turn.drop(seat, line, order, why)
        if sheet.fast is not None:
            turn.confide(seat, FastLinesLeft(seat, sheet.fast))
        if sheet.offers != turn.state.offered[seat]:
            turn.tell(DrawOffered(seat, sheet.offers))
    return sheets


def _given_up(turn: Turn, sheets: dict[str, Sheet], excused: set[str]) -> bool:
    """Resignations (END-3), a draw (END-4), forfeits (MAIL-8); whether the game is over. Who is excused missed
    nothing."""
    resigned = [seat for seat in SEATS if sheets[seat].resigns]
    for seat in resigned:
        turn.tell(Resigned(seat))
    if end_by_losers(turn, resigned, Ending.RESIGNED):
        return True
    if all(turn.state.offered.values()):
        turn.tell(GameEnded(Ending.AGREED, DRAW))
        return True
    absent = []
    for seat in required(turn.state):
        missed = turn.state.missed[seat]
        if sheets[seat].came:
            if missed:
                turn.tell(MissesForgotten(seat))
            continue
        if seat in excused:
            continue
        turn.tell(SheetMissed(seat, missed + 1))
        if 0 < turn.state.options.absence <= missed + 1:
            absent.append(seat)
    for seat in absent:
        turn.tell(Forfeited(seat))
    return end_by_losers(turn, absent, Ending.FORFEIT)


def required(state: State) -> list[str]:
    """Whose game turns the coming mail turn plays, in the order of SEATS (MAIL-8)."""
    playing = {player_of(state, t) for t in due(state)}
    return [seat for seat in SEATS if seat in playing]


def _play(turn: Turn, sheets: dict[str, Sheet]) -> None:
    state = turn.state
    turn.begin(Chapter.FIRST)
    if state.stage is Stage.BUILD:
        build(turn, sheets)
        picked = state.options.armies is Armies.PICKED
        turn.tell(StageBegan(Stage.FIELD if picked else Stage.TURN))
    elif state.stage is Stage.FIELD:
        field_armies(turn, sheets)
        turn.tell(StageBegan(Stage.TURN))
    else:
        for chapter, number in zip((Chapter.FIRST, Chapter.SECOND), due(state), strict=False):
            turn.begin(chapter)
            gameturn.play_game_turn(turn, number, sheets[player_of(state, number)])
            if state.ended:
                return


def start_next(turn: Turn) -> None:
    """Step 1 of the game turns the next mail turn will play (SEQ-4c)."""
    turn.begin(Chapter.NEXT)
    for number in due(turn.state):
        gameturn.start_step(turn, player_of(turn.state, number))


_ENDINGS: Mapping[str, str] = {
    Ending.TEMPLES: "all four temples are in one hand (END-1)",
    Ending.LIMIT: "the last game turn was played and the standings decide (END-2)",
    Ending.RESIGNED: "a player resigned (END-3)",
    Ending.AGREED: "both offered a draw (END-4)",
    Ending.FORFEIT: "a player forfeited (MAIL-8)",
}


class Rules(GameRules):
    """Temple Isle's law, as the office asks for it (``engine.seam.rules.Rules``)."""

    EDITION = EDITION
    SEATS = SEATS
    ENDINGS = _ENDINGS

    play = staticmethod(play)

    def begin(self, state: State, dice: Dice) -> Turn:
        """A mail turn (SEQ-4)."""
        return Turn(state, dice, answer)

    def awaited(self, state: State) -> Collection[str]:
        """The active player; in world building both (MAIL-1, MAIL-2)."""
        return required(state) if state.stage is Stage.TURN else SEATS

    def standing(self, state: State) -> tuple[Place, ...]:
        """The standing as END-5 has it; at the end the result, win 1 and draw ½."""
        figures = {seat: standing_of(state, seat) for seat in SEATS}
        best = state.winner if state.ended else ""
        if not best:
            best = max(SEATS, key=lambda s: figures[s]) if figures[SEATS[0]] != figures[SEATS[1]] else DRAW
        rows = []
        for seat in SEATS if best == DRAW else (best, OTHER[best]):
            points = 0.0 if not state.ended else 0.5 if best == DRAW else float(seat == best)
            rows.append(Place(1 if best in (DRAW, seat) else 2, seat, points))
        return tuple(rows)

    def turn_of(self, state: State) -> int:  # noqa: D102 - mail turns are counted
        return state.mail


RULES = Rules()
resolve, standing = RULES.resolve, RULES.standing
