"""What a sheet replaces and what stands beside it: one rule for all games (docs/orders.md, "What counts")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, select

from magika_gm.app.record.games import Game
from magika_gm.engine.seam.rules import Standing, StandingOrders
from magika_gm.engine.sheet.grammar import SheetGrammar
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.sheet.sheet import Sheet, write_sheet
from magika_gm.engine.sheet.understanding import Line, Mark, Understanding
from magika_gm.engine.system import GameSystem
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import GIVEN


@dataclass(frozen=True, slots=True, kw_only=True)
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
    """The sheet with those orders alone, for a forecast."""
    if not judged.refused:
        return judged.sheet
    return replace(judged.sheet, orders=dict(enumerate(played(system, judged) or (), 1)), faults=())


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
