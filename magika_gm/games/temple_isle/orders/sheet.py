"""Temple Isle's sheets, as the office asks for them (``engine.seam.rules.Orders``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from magika_gm.engine.dice import Dice
from magika_gm.engine.lines.words import Known
from magika_gm.engine.orders import OutlastingOrders
from magika_gm.engine.seam.setup import Scenario
from magika_gm.engine.sheet.offered import message_lines
from magika_gm.engine.sheet.sheet import EVERYBODY, LineFault, MessageRule, Sheet, addressed, seat_among
from magika_gm.engine.sheet.understanding import Line, Mark, Understanding, unread
from magika_gm.engine.words import filled, let_go, nearest, words_of
from magika_gm.games.temple_isle.orders.lines import LINES, Reading, known_cards, write_order
from magika_gm.games.temple_isle.orders.model import Fast, FastNone, Order, UnitLine
from magika_gm.games.temple_isle.orders.offers import order_form
from magika_gm.games.temple_isle.rules import gameturn
from magika_gm.games.temple_isle.rules.casting import answer
from magika_gm.games.temple_isle.rules.events import LineDropped, LineRefused
from magika_gm.games.temple_isle.rules.refusals import Dropped
from magika_gm.games.temple_isle.rules.sheets import Role, passed_over, read_sheet, refused_in_any_turn, role_of
from magika_gm.games.temple_isle.rules.sheets import Sheet as OneSheet
from magika_gm.games.temple_isle.rules.state import State, due, player_of
from magika_gm.games.temple_isle.rules.tables import standard
from magika_gm.games.temple_isle.rules.terms import OTHER, SEATS, SQUARES
from magika_gm.games.temple_isle.rules.turn import Turn
from magika_gm.games.temple_isle.sight import known_state

# What an acknowledgement says of a sheet (MAIL-5): lines as understood, refusals, warnings, where units would stand.
#
# It looks at the state as the sender knows it and plays his lines on it, as if nobody answered and every fight were a
# draw: so it foresees what is legal, what it costs and which points are left, and gives away nothing he does not know.


_TIE = {"combat.attack": (1,), "combat.defence": (1,)}


FAST = "FAST lines"
FAST_KINDS = (Fast, FastNone)


def understand(reading: Reading, seat: str, known: State | None) -> Understanding:
    """Check a sheet against the state as its sender knows it; None: for a later turn nothing can be foreseen."""
    orders: Sequence[Order] = reading.orders
    refused = refused_in_any_turn(standard(), orders)
    foreseen: dict[int, Line] = {}
    if known is not None and not known.ended:
        refused = {line: code for line, _, code in read_sheet(known, seat, orders).refused}
        idle = {line: said for line, order in enumerate(orders) if (said := _idle(known, seat, order)) is not None}
        foreseen = idle | (_foresee(known, seat, orders) if role_of(known, seat) is Role.ACTIVE else {})
    lines = []
    for at, order in enumerate(orders):
        line = foreseen.get(at, Line(text=write_order(order)))
        if at in refused:
            line = Line(text=write_order(order), mark=Mark.ERROR, said=refused[at].told)
        lines.append(replace(line, number=at + 1, part=FAST if isinstance(order, FAST_KINDS) else ""))
    return Understanding(lines=(*lines, *(unread(fault, _part(fault)) for fault in reading.faults)))


def _idle(known: State, seat: str, order: Order) -> Line | None:
    """What is said of a line that is passed over in silence as things stand, or sleeps."""
    if (why := passed_over(known, seat, order)) is not None:
        return Line(text=write_order(order), mark=Mark.WARNING, said=why.words, rule=why.rule)
    if isinstance(order, Fast) and order.card not in known.hands[seat]:
        return Line(text=write_order(order), said="sleeps until the card is in your hand", rule="FAST-2")
    return None


def _part(fault: LineFault) -> str:
    """Whether a line that cannot be read was meant to be a FAST line."""
    word = (words_of(fault.text) or [""])[0]
    return FAST if word == "FAST" or nearest(word, LINES.verbs, 1) == ("FAST",) else ""


def _foresee(known: State, seat: str, orders: Sequence[Order]) -> dict[int, Line]:
    """Verdicts of the lines about which something can be said, by their number on the sheet."""
    turn, sheet = _played(known, seat, orders)
    found: dict[int, Line] = {}
    for line, order in sheet.actions:
        if isinstance(order, UnitLine):
            unit = turn.state.units[order.number]
            if unit.in_play:
                left = filled("{n} point(s) left", n=unit.points or 0)
                note = f"ends on {SQUARES[unit.at]} with {left}, if every fight is a draw"
                found[line] = Line(text=write_order(order), said=note)
    for told in turn.told:
        event = told.event
        if isinstance(event, LineRefused | LineDropped):
            note = event.code.told
            if event.code is Dropped.CUT_SHORT and event.line in found:
                note = f"{note}; {found[event.line].said}"
            found[event.line] = Line(text=event.text, mark=Mark.WARNING, said=note)
    return found


def _played(known: State, seat: str, orders: Sequence[Order]) -> tuple[Turn, OneSheet]:
    """A seat's game turn up to its discards, by its lines alone."""
    state = known.copy()
    number = next(t for t in due(state) if player_of(state, t) == seat)
    turn, sheet = Turn(state, Dice(b"forecast", 0, _TIE), answer), read_sheet(state, seat, orders)
    gameturn.play_lines(turn, number, sheet)
    return turn, sheet


MESSAGES = MessageRule(most=3, lines=4, characters=200, rule="ORD", several=True)


_SEAT = seat_among(SEATS, "{word} is no player: there are SUN and MOON", near=SEATS)


class TempleIsleOrders(OutlastingOrders[Order, State]):
    """The sheets of games with these cards."""

    part, rule, kinds = FAST, "FAST-2", FAST_KINDS

    def __init__(self, known: Known) -> None:
        super().__init__(
            LINES,
            known,
            seat_words=("SEAT", "PLAYER"),
            seat_pattern="SUN|MOON",
            seat=_SEAT,
            addressee=addressed(_SEAT, dict.fromkeys(("", EVERYBODY, "FOE", "EVERYBODY"), EVERYBODY)),
            most_lines=200,
            messages=MESSAGES,
        )

    def for_scenario(self, scenario: Scenario) -> TempleIsleOrders:
        """The lines as they are read in games of a scenario: its own cards have names, too."""
        return TempleIsleOrders(known_cards(scenario.catalogue))

    def understood(self, sheet: Sheet, seat: str, known: State | None) -> Understanding:
        """Lines as understood, refusals, warnings of what could not be done as things stand (MAIL-5)."""
        return understand(Reading(tuple(self.listed(sheet)), sheet.faults), seat, known)

    def stands(self, known: State, seat: str) -> Sequence[Order]:
        """The FAST lines that wait until they fire or others replace them."""
        return known.fast[seat]

    def foreseen(self, orders: list[Order], seat: str, known: State) -> str:
        """Which cards go at the end of one's own game turn."""
        if known.ended or role_of(known, seat) is not Role.ACTIVE:
            return ""
        turn, sheet = _played(known, seat, orders)
        said = let_go(gameturn.discards(turn.state, seat, sheet.discards), "SEQ-2")
        return said and f"If nobody answers and every fight is a draw:\n{said}"

    def form_rows(self, state: State, seat: str) -> Iterable[str]:
        """Every choice as a line, to be made an order by taking the ; away."""
        if not state.ended:
            room = f"up to {MESSAGES.lines} lines, {MESSAGES.characters} characters"
            yield from ("", *order_form(known_state(state, seat), seat), "", *message_lines(OTHER[seat], room))


ORDERS = TempleIsleOrders(known_cards())
