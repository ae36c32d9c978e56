"""Arena's sheets, as the office asks for them (``engine.seam.rules.Orders``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from magika_gm.engine.orders import OutlastingOrders
from magika_gm.engine.sheet.sheet import EVERYBODY, LineFault, MessageRule, Sheet, addressed, seat_among
from magika_gm.engine.sheet.understanding import Line, Mark, Understanding, unread
from magika_gm.games.arena.orders.lines import KNOWN, LINES, misplaced, write_order
from magika_gm.games.arena.orders.model import BeginStanding, Draw, EndStanding, Order, Resign, Use, divide
from magika_gm.games.arena.orders.offers import order_form
from magika_gm.games.arena.rules.refusals import Code, Refusal
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import SIDES
from magika_gm.games.arena.sight import Forecast, foresee
from magika_gm.games.arena.sight import seen_by as known_state

# What an acknowledgement says of a sheet: its lines as understood, what is refused, what would come to nothing.
#
# It looks at the state as the sender knows it and plays his own turn on it as if nobody answered
# (:mod:`~magika_gm.games.arena.sight`): so it can give away nothing he does not know.


STANDING = "STANDING block"
FIGHTS = tuple(
    f"combat at {{place}}: {{mine}} against {{theirs}}, {word} (FIGHT-2)" for word in ("a win", "a tie", "a loss")
)
STINGS = ("; your poison may take one of theirs (POIS-1)", "; their poison may take one of yours (POIS-1)")
"""Said of who does not win, and whose poison is more than what he is short of."""


def verdicts(written: Mapping[int, Order | LineFault], seat: str, known: State | None) -> tuple[Line, ...]:
    """Every line of a sheet, by its place, with what becomes of it; ``known`` None: for a later turn nothing can be
    foreseen."""
    orders = [order for order in written.values() if not isinstance(order, LineFault)]
    ahead = None if known is None else foresee(known, seat, orders)
    doubts: dict[str, list[Refusal]] = {}
    for doubt in ahead.doubts if ahead is not None else ():
        doubts.setdefault(doubt.line, []).append(doubt.refusal)
    waiting = {doubt.line: doubt.refusal for doubt in ahead.waiting} if ahead is not None else {}
    found: list[Line] = []
    number = 0
    inside = False
    for order in written.values():
        part = STANDING if inside else ""
        if isinstance(order, LineFault):
            found.append(unread(order, part))
            continue
        number += 1
        text, wrong = write_order(order), misplaced(order, inside=inside)
        within = inside and not isinstance(order, EndStanding)
        inside = isinstance(order, BeginStanding) or within
        line = Line(text=text, number=number, inside=within, part=STANDING if inside else part)
        if wrong:
            line = replace(line, mark=Mark.ERROR, said=wrong, rule="MAIL-4")
        elif not within and _out_of_turn(order, ahead):
            said = "the coming turn is not yours: of this sheet the STANDING block alone counts"
            line = replace(line, mark=Mark.IDLE, said=said, rule="LAW-20")
        elif (refusal := waiting.get(text)) is not None:
            line = replace(line, mark=Mark.WARNING, said=refusal.words)
        elif not within and doubts.get(text):
            refusal = doubts[text].pop(0)
            line = replace(line, mark=Mark.WARNING, said=refusal.words)
            if refusal.code is Code.NO_CONDITION:  # what waits for the enemy is no mistake
                line = replace(line, mark=Mark.GOOD, said="waits for its WHEN", rule=refusal.rule)
        elif isinstance(order, Use) and order.keep is not None and (known is None or known.edition >= 2):
            line = replace(line, said="a USE costs nothing: KEEP does not hold it back", rule="ORD")
        found.append(line)
    return tuple(found)


def _out_of_turn(order: Order, ahead: Forecast | None) -> bool:
    return (
        ahead is not None
        and not ahead.own_turn
        and not isinstance(order, BeginStanding | EndStanding | Resign | Draw)
    )  # fmt: skip


def forecast_text(known: State, seat: str, ahead: Forecast) -> str:
    """What a sheet comes to up to combat if nobody answers; "" where the coming turn is not the sender's."""
    if not ahead.own_turn:
        return ""
    names = known.board.place_names
    before = {creature.id: creature.place for creature in known.living()}
    moved = [f"{id_} {names[place]}" for id_, place in ahead.places if before.get(id_) != place]
    rows = ["If the enemy does nothing meanwhile, then before combat:"]
    rows.append(f"  moved: {', '.join(moved) if moved else 'nobody'}")
    rows.append(f"  hexes {ahead.hexes} (now {known.control.count(seat)}), pool {ahead.pool} (now {known.pools[seat]})")
    for fight in ahead.fights:
        over = fight.mine - fight.theirs
        said = FIGHTS[0 if over > 0 else 1 if not over else 2]
        stings = zip(STINGS, fight.poison, (-over, over), strict=True)
        more = "".join(words for words, poison, short in stings if 0 <= short < poison)
        rows.append(f"  {said.format(place=names[fight.place], mine=fight.mine, theirs=fight.theirs)}{more}")
    for vehicle in ahead.vehicles:
        whose = "your own idle vehicle" if known.creatures[vehicle].side == seat else "idle vehicle"
        rows.append(f"  {whose} {vehicle} attacked (VEH-5)")
    return "\n".join(rows) + "\n"


MESSAGES = MessageRule(most=1, lines=20, characters=600, rule="ORD")
_FOES = ("", EVERYBODY, "ENEMY", "FOE", "OPPONENT")
_SEAT = seat_among(SIDES, "{word} is no player: there are A and B")


class ArenaOrders(OutlastingOrders[Order, State]):
    """The sheets of Arena."""

    part, rule, kinds = STANDING, "MAIL-4", (BeginStanding,)

    def __init__(self) -> None:
        super().__init__(
            LINES,
            KNOWN,
            seat_words=("PLAYER", "SEAT"),
            seat_pattern="A|B",
            seat=_SEAT,
            addressee=addressed(_SEAT, dict.fromkeys(_FOES, EVERYBODY)),
            verbs=tuple(verb for verb in LINES.verbs if verb != "END"),
            most_lines=200,
            blocks=("STANDING",),
            messages=MESSAGES,
        )

    def understood(self, sheet: Sheet, seat: str, known: State | None) -> Understanding:
        """Lines as understood, errors, warnings of what would come to nothing as things stand (MAIL-7)."""
        lines = verdicts(sheet.by_place(), seat, known if seat in SIDES else None)
        return Understanding(lines=(*lines, *(unread(fault) for fault in sheet.faults if not fault.place)))

    def stands(self, known: State, seat: str) -> Sequence[Order]:
        """The standing orders that serve until a new block replaces them."""
        return known.standing[seat]

    def besides(self, orders: Sequence[Order]) -> list[Order]:
        """The lines outside the block."""
        return list(divide(list(orders))[0])

    def foreseen(self, orders: list[Order], seat: str, known: State) -> str:
        """Where one's creatures would stand and which combats would come, if nobody answered."""
        return forecast_text(known, seat, foresee(known, seat, orders))

    def form_rows(self, state: State, seat: str) -> Iterable[str]:
        """Every choice as a comment."""
        return order_form(known_state(state, seat), seat)


ORDERS = ArenaOrders()
