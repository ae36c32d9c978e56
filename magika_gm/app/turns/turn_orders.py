"""The orders a turn is played with: sheets that came, default turns, the built-in policy, the game master's acts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from functools import cache
from typing import Any

from sqlalchemy import Connection, select

from magika_gm.app.office.office import Office
from magika_gm.app.record.begun import POLICY
from magika_gm.app.record.contact import absent_at, bounced_at, paused_for_debt, seats_ordered
from magika_gm.app.record.games import (
    Game,
    Holder,
    known_names,
    load_holders,
    memory_of,
    ordering_seats,
    standing_sheets,
)
from magika_gm.app.turns.drop_outs import DROPPED, leaving, missed_before, missed_reason
from magika_gm.app.turns.editions import edition_of
from magika_gm.engine.records import mutable, named_record
from magika_gm.engine.seam.rules import Orders, Standing, StandingOrders
from magika_gm.engine.seam.setup import Need, ThirdMiss
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.sheet.sheet import Message, Sheet, SheetGrammar, write_sheet
from magika_gm.engine.sheet.understanding import Line, Mark, Understanding
from magika_gm.engine.system import GameSystem
from magika_gm.engine.verbs import Excused
from magika_gm.store import tables as t
from magika_gm.store.archive import load_acts, load_played
from magika_gm.store.vocabulary import GIVEN, Played

# What a sheet replaces and what stands beside it: one rule for all games (docs/orders.md, "What counts").


@named_record
class Judged:
    """A sheet as it was understood, and what of earlier turns' orders it leaves standing.

    ``brings`` are the parts it has that outlast a turn, ``kept`` those that stand from earlier turns and go on
    standing: the sheet has none such, or has one with an error in it where something stands. ``gone`` are those it
    replaces.
    """

    sheet: Sheet
    understanding: Understanding
    brings: frozenset[str] = frozenset()
    kept: tuple[Standing, ...] = ()
    gone: tuple[Standing, ...] = ()

    @property
    def errors(self) -> int:
        """How many lines of it are wrong."""
        return self.understanding.errors

    @property
    def refused(self) -> tuple[Standing, ...]:
        """Parts it has that replace nothing, for their errors."""
        return tuple(one for one in self.kept if one.part in self.brings)

    @property
    def stands(self) -> bool:
        """Whether anything from earlier turns stands that it leaves alone."""
        return any(one.lines for one in self.kept)


def judge(system: GameSystem, sheet: Sheet, seat: str, known: Any | None) -> Judged:
    """A sheet against the state as its sender knows it (None: for a later turn nothing can be said of what stands)."""
    understanding = system.orders.understood(sheet, seat, known)
    orders = system.orders
    if not isinstance(orders, StandingOrders):
        return Judged(sheet=sheet, understanding=understanding)
    brings = orders.parts(system.orders.listed(sheet))
    if known is None:
        return Judged(sheet=sheet, understanding=understanding, brings=brings)
    cut_short = any(fault.unclosed for fault in sheet.faults)
    kept: list[Standing] = []
    gone: list[Standing] = []
    for one in orders.standing(known, seat):
        wrong = understanding.errors if one.whole else cut_short or understanding.errors_in(one.part)
        stays = one.part not in brings or (one.lines and wrong)
        (kept if stays else gone).append(one)
    return Judged(sheet=sheet, understanding=understanding, brings=brings, kept=tuple(kept), gone=tuple(gone))


def told_before(judged: Judged, faults: int) -> Judged:
    """A sheet as it is kept, which had so many errors when it came: those that its canonical form lost are counted."""
    lost = Line(text="a line with an error, of which you were told when it came", mark=Mark.ERROR)
    lines = (*judged.understanding.lines, *([lost] * (faults - judged.errors)))
    return replace(judged, understanding=replace(judged.understanding, lines=lines))


def played(system: GameSystem, judged: Judged) -> list[Any] | None:
    """The orders a turn is played with for a sheet; None where it replaces nothing and what stands is played."""
    orders = system.orders.listed(judged.sheet)
    for one in judged.kept:
        if one.whole:
            return None
        if one.part in judged.brings and isinstance(system.orders, StandingOrders):
            orders = system.orders.without(orders, one.part)
    return orders


def as_played(system: GameSystem, judged: Judged) -> Sheet:
    """The sheet with those orders alone, for a forecast; where what stands is played whole, with that."""
    orders = played(system, judged)
    if orders is None:
        orders = [system.orders.stored(line) for one in judged.kept for line in one.lines]
    elif not judged.refused:
        return judged.sheet
    return replace(judged.sheet, orders=dict(enumerate(orders, 1)), faults=())


def came_with(connection: Connection, game: Game, seat: str, part: str) -> int | None:
    """The turn whose sheet brought what stands of a part; None if the record does not say."""
    orders = game.system.orders
    p = t.played.c
    mine = (p.game == game.id, p.seat == seat, p.turn <= game.turn, p.how.in_(GIVEN))
    for turn, lines in connection.execute(select(p.turn, p.orders).where(*mine).order_by(p.turn.desc())):
        given = [game.orders.stored(line) for line in lines.split("\n") if line]
        if isinstance(orders, StandingOrders) and part in orders.parts(given):
            return int(turn)
    return None


def kept_text(sheet: Sheet, grammar: SheetGrammar) -> str:
    """A sheet as the store keeps it: in its canonical form, so that it means later what was acknowledged now; as it was
    written, where that form would lose what else is wrong; numbered lines only where they need nobody's name."""
    text = write_sheet(replace(sheet, password=""), grammar)
    lost = any(fault.beside or (fault.place and not grammar.numbered) for fault in sheet.faults)
    if not lost:
        again = read_sheets(text, grammar)
        if len(again) == 1 and (again[0].orders, again[0].messages) == (sheet.orders, sheet.messages):
            return text
    written = read_sheets(sheet.text, grammar)
    if not written or written[0].messages != sheet.messages:
        return text
    return sheet.text if written[0].orders == sheet.orders or not grammar.numbered else text


def standing_rows(lines: Sequence[str]) -> str:
    """Lines that stand, laid out for a mail."""
    return "\n".join(f"    {line}" for line in lines)


@mutable
class TurnOrders:
    """The orders a turn is played with."""

    orders: dict[str, list[Any]] = field(default_factory=dict)
    how: dict[str, Played] = field(default_factory=dict)
    messages: list[tuple[str, Message]] = field(default_factory=list)
    acts: list[Any] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    """Seats that leave the game with this turn, for turns missed; their acts are among ``acts``."""
    drop_outs: list[Any] = field(default_factory=list)
    """Those acts."""

    @property
    def word(self) -> list[Any]:
        """The acts that are the game master's own word, without what the office says of those excused."""
        return [act for act in self.acts if not isinstance(act, Excused)]


def orders_of_turn(office: Office, connection: Connection, game: Game, state: Any) -> TurnOrders:
    """The orders of the next turn: each seat's latest sheet, or a default turn. Messages alone are
    delivered, and are no sheet. What the game master orders for a seat
    from which none came is its sheet: empty here, and filled in by his acts.

    A seat nobody plays has the built-in policy's whenever a sheet may come. Who said that he is away on the due date,
    whose report came back, or whose seat is paused for a debt, did not miss his turn; nor did he whose sheet the turn
    does not wait for.
    """
    paused = paused_for_debt(connection, game.id)
    sheets = {seat: sheet for seat, sheet in standing_sheets(connection, game.id, game.turn + 1).items()
              if seat not in paused}  # fmt: skip
    ordering = ordering_seats(connection, game, game.turn + 1) - paused
    last = load_played(connection, game.id, game.turn)
    holders = load_holders(connection, game.id)
    of_turn = TurnOrders(acts=[act for _, act in load_acts(connection, game.id, game.turn + 1)])
    absent, bounced = absent_at(connection, game.id, game.next_due), bounced_at(connection, game.id, game.turn)
    rules, orders = game.system.rules, game.orders
    needs, third_miss = rules.needs(state), game.system.shape.third_miss
    missed = missed_before(connection, game.id, game.turn + 1)
    by_policy, by_master = policies(office, connection, game), seats_ordered(game.system, of_turn.acts)
    for seat in rules.playing(state):
        sheet = _sheet(connection, game, holders[seat], sheets[seat]) if seat in sheets else Sheet()
        of_turn.messages += [(seat, message) for message in sheet.messages]
        if seat in ordering:
            given = _given(connection, game, state, seat, sheet)
            if given is not None:
                of_turn.orders[seat] = given
                of_turn.how[seat] = Played.MAILED if needs.get(seat) is Need.REQUIRED else Played.MAY
            else:
                of_turn.how[seat] = Played.NONE
        elif needs.get(seat, Need.NONE) is not Need.NONE and not holders[seat].email:
            of_turn.orders[seat] = by_policy(seat)
            of_turn.how[seat] = Played.POLICY
        elif seat in by_master:
            of_turn.orders[seat] = orders.listed(Sheet())
            of_turn.how[seat] = Played.MAILED if needs.get(seat) is Need.REQUIRED else Played.MAY
        elif needs.get(seat) is not Need.REQUIRED:
            of_turn.how[seat] = Played.NONE
        else:
            before = [orders.stored(text) for text in last.get(seat, ("", []))[1]]
            default = rules.default_orders(state, seat, before)
            if default is not None:
                of_turn.orders[seat] = default
            excuses = ((paused, Played.PAUSED), (absent, Played.ABSENT), (bounced, Played.BOUNCED))
            of_turn.how[seat] = next((how for seats, how in excuses if seat in seats), Played.DEFAULT)
            if of_turn.how[seat] is not Played.DEFAULT:
                of_turn.acts.append(Excused(seat))
            elif third_miss is ThirdMiss.BOT and missed.get(seat, 0) + 1 >= DROPPED:
                of_turn.orders.pop(seat, None)
                found = by_policy(seat)
                if found:  # no orders at all are no sheet: the record could not tell it from one that did not come
                    of_turn.orders[seat] = found
    of_turn.messages = shuffled(of_turn.messages)
    of_turn.gone = leaving(missed, of_turn.how, holders, game.system)
    of_turn.drop_outs = [game.system.referee.drop_out(seat, missed_reason(game.system)) for seat in of_turn.gone]
    of_turn.acts += of_turn.drop_outs
    for seat in of_turn.gone:
        of_turn.orders.pop(seat, None)
        del of_turn.how[seat]
    return of_turn


def _given(connection: Connection, game: Game, state: Any, seat: str, sheet: Sheet) -> list[Any] | None:
    """The orders of a sheet that count; None where what stands from an earlier turn is played in its place."""
    orders = game.system.orders
    if not isinstance(orders, StandingOrders) or not any(one.lines for one in orders.standing(state, seat)):
        return game.orders.listed(sheet)
    known = game.system.sight.known(state, seat, memory_of(connection, game, game.turn, seat))
    return played(game.system, judge(game.system, sheet, seat, known))


def shuffled(messages: list[tuple[str, Message]]) -> list[tuple[str, Message]]:
    """Messages in an order that tells nothing of who wrote an anonymous one: those come last, by their own words
    (DIPL-1, R40). By seats their places among the signed ones would name their authors."""
    return sorted(messages, key=lambda one: (one[1].anonymous, one[1].text if one[1].anonymous else ""))


def _sheet(connection: Connection, game: Game, seat: Holder, text: str) -> Sheet:
    """A sheet as it was acknowledged: characters' names are understood as far as its player may know them."""
    grammar = game.orders.GRAMMAR
    sheet = read_sheets(text, grammar, {seat.seat: seat.character})[0]
    if sheet.faults:
        names = known_names(game, seat, memory_of(connection, game, game.turn, seat.seat))
        sheet = read_sheets(text, grammar, names)[0]
    return sheet


def policies(office: Office, connection: Connection, game: Game) -> Callable[[str], list[Any]]:
    """What the built-in policies order for seats nobody plays: each reads its last turn file, as a player would.

    The turn's reports, which those files are made of, are built when the first of them is asked for, and once.
    """
    system = game.system
    named = policies_named(connection, game.id)

    @cache
    def reports() -> Mapping[str, Any]:
        return edition_of(office, connection, game.id, game.turn).reports

    def orders_of(seat: str) -> list[Any]:
        policy = named.get(seat) or system.automatic.get(seat, system.bots.DEFAULT)
        return system.bots.play(policy, system.reports.turn_file(reports()[seat]), game.seed)

    return orders_of


def policies_named(connection: Connection, game: str) -> dict[str, str]:
    """The policies seats were given when the game began, by seat; the others have the game's own."""
    rows = connection.execute(select(t.seats.c.seat, t.seats.c.choices).where(t.seats.c.game == game))
    found = {seat: json.loads(choices).get(POLICY, "") for seat, choices in rows}
    return {seat: policy for seat, policy in found.items() if policy}


def stored_orders(orders: Orders, played: dict[str, tuple[str, list[str]]]) -> dict[str, list[Any]]:
    """The orders of a turn from its record."""
    return {
        seat: [orders.stored(text) for text in texts] for seat, (how, texts) in played.items() if texts or how in GIVEN
    }
