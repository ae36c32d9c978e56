# ruff: noqa: D102 - the kit says what they are
"""The game master's page of a turn, and the page of those who look on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from magika_gm.engine.paging import Picture
from magika_gm.engine.seam.reports import Delivered, OfficeFacts, TurnRecord
from magika_gm.games.rune_war.page import isle
from magika_gm.games.rune_war.report import blocks, tableau
from magika_gm.games.rune_war.report.board import ACCENT, CLAN_FILL, device
from magika_gm.games.rune_war.report.report import names_of
from magika_gm.games.rune_war.report.reports import REPORTS
from magika_gm.games.rune_war.report.story import Names, hand_log, names_from, story
from magika_gm.games.rune_war.rules.sequence import ENDINGS
from magika_gm.games.rune_war.rules.state import Due, World
from magika_gm.games.rune_war.rules.tables import SEATS
from magika_gm.games.rune_war.rules.terms import CODES, dim_of, runes_text, spread
from magika_gm.games.rune_war.sight import Memory, View, perceive, spectate
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.drawings import Disc
from magika_gm.reports.kit.lists import Cell, Table
from magika_gm.reports.kit.pages import Plotted
from magika_gm.reports.kit.watch import Watch
from magika_gm.reports.page.still import Part
from magika_gm.reports.picture import TILE
from magika_gm.reports.picture import Picture as Drawn

WIDE = 460.0
"""Points across the table beside the isle: as wide as it is shown, so that its words are read."""


class Watched(Watch):
    """All of a turn; for those who look on what is public for all, and nothing else (SEE-8)."""

    game = "Rune War"
    accent = ACCENT
    seats = SEATS
    piece = TILE
    part = REPORTS

    def __init__(self, record: TurnRecord, facts: OfficeFacts, *, public: bool = False) -> None:
        super().__init__(record, facts, public=public)
        self.view = spectate(self.state) if public else _everything(self.state)
        self.names = names_of(self.view, None, tuple(self.told)) if public else _all_names(record)

    def called(self, seat: str) -> str:
        return self.view.seats[seat].wizard

    def disc(self, seat: str) -> Disc:
        return Disc(self.called(seat)[:1], CLAN_FILL[self.state.players[seat].clan])

    def device(self, seat: str, width: float) -> Drawn:
        row = self.view.seats[seat]
        return device(row.clan, CODES[row.wind], width, self.style.map_sizes)

    def sender(self, message: Delivered) -> str:
        return self.called(message.sender) + (" (anonymous)" if message.anonymous else "")

    def addressed(self, message: Delivered) -> str:
        return f"to {self.called(message.to) if message.to in SEATS else message.to}"

    @property
    def next(self) -> str:
        state: World = self.state
        if state.ending is not None:
            return f"The game is over: {ENDINGS[state.ending]}."
        return f"Turn {state.turn + 1}, {blocks.DUE_WORDS[state.due]}, is due {self.facts.next_due}."

    def happened(self) -> str:
        return blocks.strongest(self.events, self.view, self.actors)

    def pictures(self) -> Sequence[Picture | Drawn]:
        """The isle, and the table while a hand is played."""
        view = self.view
        found: list[Picture | Drawn] = [isle(view, self.told)] if view.options.map else []
        if self.state.hand is not None and self.state.due is not Due.NOTHING:
            found.append(tableau.table_picture(view, WIDE, WIDE * tableau.ratio(view), self.style))
        return found

    def fields(self) -> Sequence[Block]:
        return [blocks.isle_of(self.view, "The isle")] if self.view.options.map else []

    def standing(self) -> Table:
        return blocks.info(self.view)

    def beside(self) -> tuple[Sequence[Part], Sequence[Part]]:
        if self.view.options.map:
            return self.courses(), (self.standing(),)
        return (*self.courses(), self.standing()), ()

    def plotted(self, memory: Memory) -> dict[str, Plotted]:
        """What the wizards are ranked by first: all of them see it (SEE-7)."""
        return {f"{'Land' if self.view.options.map else 'Rune points'}, turn by turn": memory.course}

    def everything(self) -> Sequence[Block]:
        table = [blocks.table_of(self.view, "The table")] if self.state.hand is not None else []
        ledger, log = self.course("The turn, with everything hidden")
        return _hands(self.state, self.names), *table, *self.creatures(), ledger, log

    def known(self) -> Sequence[Block]:
        ledger, log = self.course("What happened")
        return ledger, *self.creatures(), log

    def creatures(self) -> Sequence[Block]:
        """Those on the isle."""
        return [blocks.creatures(self.view)] if self.view.options.map else []

    def course(self, title: str) -> tuple[Block, Block]:
        """What happened, and the log of a hand."""
        plays, told = hand_log(self.told, None, self.names), story(self.told, None, self.names)
        ledger = blocks.ledger_of(told, "", plays=not plays, title=title, whole=True)
        return ledger, blocks.log_of(plays, self.view, "")

    def person(self, seat: str) -> str:
        policy = self.state.players[seat].policy
        return super().person(seat) + (f"; played by the {policy} policy" if policy else "")

    def sealed(self) -> tuple[str, ...]:
        """The wall's seal."""
        return (f"Seal of this hand's wall: {self.view.seal}",) if self.public and self.view.seal else ()


def _all_names(record: TurnRecord) -> Names:
    state: World = record.state
    kinds = {c.code: c.kind for c in state.creatures.values()}
    return names_from((t.event for t in record.told), {s: p.wizard for s, p in state.players.items()}, kinds)


def _everything(state: World) -> View:
    """The isle with every creature, as nobody but the game master sees it."""
    views = [perceive(state, seat) for seat in SEATS]
    creatures = {code: view.creatures[code] for view in views for code in view.creatures}
    armies = {place: tuple(army) for place, army in sorted(state.armies.items())}
    return replace(spectate(state), creatures=creatures, armies=armies)


def _hands(state: World, names: Names) -> Table:
    if state.hand is None:
        return Table(title="", heads=(), rows=())
    rows = []
    for seat, player in state.players.items():
        dim = dim_of(player.held, player.bright)
        rows.append((Cell(names.seat(seat), bold=True), runes_text(spread(player.held)), runes_text(dim) or "·"))
    wall = " ".join(CODES[kind] for kind in state.hand.wall)
    rows.append((Cell("the wall", bold=True), wall or "empty", ""))
    return Table(title="Concealed runes", heads=("", "runes", "dim"), rows=tuple(rows), small=True)
