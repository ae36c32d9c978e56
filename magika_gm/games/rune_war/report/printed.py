# ruff: noqa: D102 - the kit says what they are
"""A report's forms: the turn; table and isle; everything on them; a page for orders. At the end a certificate."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from pathlib import Path

from magika_gm.engine import paging
from magika_gm.engine.seam.reports import Delivered
from magika_gm.engine.words import ORDINALS, figured
from magika_gm.games.rune_war.orders.sheet import MESSAGES
from magika_gm.games.rune_war.report import blocks
from magika_gm.games.rune_war.report.blocks import DUE_WORDS, wind_of
from magika_gm.games.rune_war.report.board import ACCENT, CLAN_FILL, device
from magika_gm.games.rune_war.report.report import Report, signed, threats
from magika_gm.games.rune_war.report.story import WIND_NAMES, rune
from magika_gm.games.rune_war.report.tableau import states
from magika_gm.games.rune_war.rules.sequence import ENDINGS
from magika_gm.games.rune_war.rules.state import Due
from magika_gm.games.rune_war.rules.tables import SEATS
from magika_gm.games.rune_war.rules.terms import CODES
from magika_gm.games.rune_war.sight import View
from magika_gm.reports.kit.base import WHOLE, Block, Passage
from magika_gm.reports.kit.drawings import Disc, Field
from magika_gm.reports.kit.final import Certificate, RankLine, Ranks, Rostrum
from magika_gm.reports.kit.head import Gauges, Seal
from magika_gm.reports.kit.lists import Cell, Ledger, Table, could_order
from magika_gm.reports.kit.mail import html_page, text_page
from magika_gm.reports.kit.pages import Forms as UsualForms
from magika_gm.reports.kit.press import Leaf, Strip, beside, full, one_below_the_other
from magika_gm.reports.kit.prose import Lead
from magika_gm.reports.page import from_kit
from magika_gm.reports.picture import TILE, Picture

LINES = {Due.HAND: 21, Due.MAP: 9}
"""Of the order page: a hand is played by many, a map turn by few."""
_HAND_RULES = (
    "AIM HALF K +2, QUICK · KEEP 66K · PUNG DRAGONS NOT 9K · CAST Heal ON ANY WHEN POINTS 200 · SAVE, x2, ALWAYS"
)
_PLAIN_RULES = "AIM HALF K +2, QUICK · KEEP 66K · DISCARD N, 19C · PUNG DRAGONS NOT 9K · CHOW 4S AS 345S · GAME MIN 40"
_MAP_RULES = "MOVE MA1 TO M4 THEN Z3 IF EMPTY ELSE TO M8 · CLAIM Z3, Z5 · LINEUP M4: MA2, MA1 · GATE · DISMISS"
TURN, ISLE, TABLE = "The turn", "The isle", "The table"


class Forms(UsualForms[Report]):
    """One wizard's report."""

    game = "Rune War"
    accent = ACCENT
    folder = "rune_war"
    seats = SEATS
    stamp, seal = 25.0, 100.0
    piece = TILE
    then = ", "
    replays = ", walls and seals included, and compares."
    messages = MESSAGES

    @property
    def view(self) -> View:
        """What the wizard sees."""
        return self.report.view

    def called(self, seat: str) -> str:
        return self.view.seats[seat].wizard

    @property
    def signature(self) -> str:
        return f"{self.name} ({self.seat_in_mails})"

    @property
    def seat_in_mails(self) -> str:
        return f"seat {self.seat}"

    @property
    def about(self) -> str:
        """Clan, wind, round (SEE-7, 1)."""
        view, prevailing = self.view, WIND_NAMES[CODES[self.view.prevailing]]
        wind = f"{wind_of(view, self.seat)} of round {view.round} of {view.options.rounds}"
        clan = f", for {view.me.clan.title}" if view.options.map else ""
        return f"{self.seat_in_mails}{clan}; {wind}; the {prevailing} wind prevails"

    @property
    def coming(self) -> str:
        return f"{wind_of(self.view, self.seat)}: a {self.kind}"

    @property
    def kind(self) -> str:
        """Of the coming turn."""
        return "hand turn" if self.view.due is Due.HAND else "map turn"

    @property
    def next(self) -> str:
        return f"{self.kind} {self.turn + 1}"

    @property
    def opening(self) -> str:
        return f"{self.lead().sentence} Next is {DUE_WORDS[self.view.due]}."

    def device(self, seat: str, width: float) -> Picture:
        row = self.view.seats[seat]
        return device(row.clan, CODES[row.wind], width, self.style.map_sizes)

    def disc(self, seat: str) -> Disc:
        row = self.view.seats.get(seat)
        return Disc(row.wizard[:1], CLAN_FILL[row.clan]) if row is not None else Disc("?", "#ffffff", known=False)

    def sender(self, seat: str) -> str:
        return super().sender(seat) if seat in self.view.seats else "unsigned"

    def receiver(self, message: Delivered) -> str:
        return "to you" if message.to == self.seat else self.addressed(message)

    def addressed(self, message: Delivered) -> str:
        if message.to.casefold() == "all":
            return "to all"
        return f"to {self.called(message.to) if message.to in self.view.seats else message.to}"

    def gauges(self) -> Gauges:
        return blocks.gauges(self.report)

    def lead(self) -> Lead:
        """The strongest sentence, where things stand."""
        report, view, me = self.report, self.view, self.view.me
        leaders = [row for row in view.seats.values() if row.rank == 1]
        if view.ending is not None:
            won = [row.wizard for row in leaders]
            first = "You win" if won == [me.wizard] else f"{' and '.join(won)} win{'s' if len(won) == 1 else ''}"
            return Lead(f"{first}: {ENDINGS[view.ending]}.", "That is rule END-1.")
        if len({blocks.score(view, seat) for seat in view.seats}) == 1:
            who = f"All four are level with {blocks.score(view, self.seat)}"
        elif me.rank == 1 and len(leaders) == 1:
            who = "You lead"
        else:
            leader = leaders[0]
            who = f"You are {ORDINALS[me.rank]}; {leader.wizard} leads with {blocks.score(view, leader.seat)}"
        return Lead(self.happened(), f"{who}. Next is {DUE_WORDS[view.due]}.", threats(report))

    def happened(self) -> str:
        """What the turn did to the reader, and how near he is where it did nothing."""
        if not self.turn:
            return "The first hand is dealt: write how you would play it."
        quick, said = self.report.advice["D"].get("QUICK"), blocks.strongest(self.events, self.view, self.actors)
        lacks = "one rune" if quick == 1 else f"{quick} runes"
        return f"{said[:-1]}; you are {lacks} from Quick." if quick and said == blocks.NOBODY else said

    def ledger(self) -> Ledger:
        return blocks.ledger(self.report)

    @property
    def seals(self) -> tuple[Seal, ...]:
        """The wall's (GM-2)."""
        seal = self.view.seal
        return (Seal("seal of the wall", "Seal of this hand's wall", seal),) if seal else ()

    # By mail, and on the player's page: what is due first.

    @cached_property
    def parts(self) -> list[Block]:
        """In the order they are read."""
        report, view = self.report, self.view
        found: list[Block] = [self.head(), self.lead(), self.notes()]
        hand: list[Block] = [blocks.table(report), blocks.advice(report)] if not self.over else []
        standings = blocks.info_in_two(view, self.seat)
        land: list[Block] = [blocks.isle(report), *standings] if view.options.map else [*standings]
        first = hand if view.due is Due.HAND else land
        found += [*first[:1], self.gauges(), *first[1:], blocks.refused(report)]
        found += [self.ledger(), blocks.winning(report), blocks.log(report), self.letters()]
        found += land if view.due is Due.HAND else hand
        if view.options.map:
            found += [blocks.creatures_in_short(view, self.seat), blocks.sightings(report), blocks.spells(report)]
            found += [*self._first(), blocks.claims(report), blocks.territories(view, self.seat)]
        return [*found, blocks.played(report), blocks.walls(report), self.proof()]

    def html(self, templates: Path | None = None) -> str:  # noqa: ARG002 - set by the kit alone
        parts, sheet = self.parts, self.sheet()
        below = [*parts[3:], sheet, self.colophon()]
        return html_page(self.title, self.preheader(), [*parts[:3], sheet.button(), *below], accent=self.accent)

    def text(self, templates: Path | None = None) -> str:  # noqa: ARG002 - see html
        sheet = [self.sheet()] if self.report.form else []
        return text_page([self.title, *self.parts, self.colophon(), *sheet])

    def sections(self) -> tuple[paging.Block, ...]:
        """Everything else the report says on the player's page."""
        report, view, seat = self.report, self.view, self.seat
        hand: list[Block] = [blocks.advice(report)] if not self.over else []
        before: list[Block] = [self.notes(), blocks.refused(report), *(hand if view.due is Due.HAND else [])]
        before += [self.ledger(), blocks.winning(report), self.letters()]
        after: list[Passage] = [blocks.log(report), *([] if view.due is Due.HAND else hand)]
        if view.options.map:
            after += [blocks.sightings(report), blocks.spells(report), blocks.effects(report), blocks.claims(report)]
            after += [blocks.territories(view, seat)]
            after += [blocks.company(report)]
        after += [blocks.played(report), blocks.walls(report), self.proof(), self.colophon()]
        return (
            *from_kit.blocks(before),
            _table(report),
            *([_creatures(report)] if view.options.map else []),
            *from_kit.blocks(after),
        )

    # On paper.

    def order_page(self) -> Leaf:
        report, view = self.report, self.view
        most = f"{MESSAGES.lines} lines and {MESSAGES.characters} characters each"
        rules = _MAP_RULES if view.due is Due.MAP else _HAND_RULES if view.options.map else _PLAIN_RULES
        return self.usual_order_page(
            self.order_lines(LINES[view.due], " of the sheet (ORD)", rules),
            (choice_table(report),),
            self.message_form(f"Messages: {most}; TO a seat, or ALL", MESSAGES.most, anonymous=True),
        )

    def turn_pages(self, paper: str) -> Leaf:  # noqa: ARG002 - the same plan on every paper
        """What is due first: table before a hand turn, isle before a map turn; what happened; the other; lists."""
        report, view, style = self.report, self.report.view, self.style
        first = (self.head(), self.gauges(), self.lead(), self.notes())
        strips: list[Strip] = [full(block) for block in first]
        hand_due = view.due is Due.HAND
        lists_beside: list[Block] = [*([blocks.advice(report)] if hand_due else []), blocks.refused(report)]
        sheet = blocks.played(report)
        if short := len(sheet.rows) <= WHOLE:
            lists_beside.append(sheet)
        at_the_table = hand_due or not view.options.map
        # a hand just dealt is a row of runes: what happened is on the isle
        dealt = hand_due and view.options.map and report.played is Due.MAP
        isle = blocks.isle(report, "", tallest=330.0)
        main = blocks.table(report, "", style) if at_the_table and not dealt else isle
        if report.over:  # the isle at the end is on the poster
            return Leaf(TURN, (*strips, *(full(block) for block in self._after())))
        told = self.ledger()
        key = [] if main is not isle else [blocks.legend(report, style)]
        if style.large:
            strips += one_below_the_other([main, *key])
            dealt_now = [blocks.hand(report)] if dealt else []
            strips += [full(block) for block in (*dealt_now, *lists_beside, told, blocks.winning(report))]
        else:
            right = (
                [*lists_beside, told]
                if len(told.rows) <= 4 and sum(len(row.outcome) for row in told.rows) <= 26
                else lists_beside
            )
            strips.append(beside(8, [main, *key], _some(right) or [blocks.bands(report)]))
            strips += [full(block) for block in (*([blocks.hand(report)] if dealt else []), blocks.winning(report))]
            if told not in right:
                strips.append(full(told))
        strips += [full(blocks.log(report)), full(self.letters())]
        strips += (
            self._other_field(main, drawn=main is isle) if view.options.map else [full(blocks.info(view, report.seat))]
        )
        strips += [full(block) for block in (*([] if short else [sheet]), blocks.walls(report), self.proof())]
        return Leaf(TURN, tuple(strips))

    def _other_field(self, main: Block, *, drawn: bool) -> list[Strip]:
        """What is not due next, isle or table; the standings; what stands on the isle, behind its drawing."""
        report, view, seat = self.report, self.report.view, self.seat
        if not drawn:
            isle: Block = blocks.isle(report, ISLE)
            found = [full(isle, ISLE), full(blocks.legend(report, self.style), follows=[isle])]
        else:
            isle = main
            found = [] if view.due is Due.HAND else [full(blocks.table(report, TABLE, self.style), TABLE)]
        there = (
            blocks.creatures(view, seat),
            blocks.sightings(report),
            blocks.spells(report),
            *self._first(),
            blocks.claims(report),
            blocks.changed(report),
        )
        return [*found, full(blocks.info(view, seat)), *(full(block, follows=[isle]) for block in there)]

    def _first(self) -> list[Block]:
        """What spells and creatures do, which stays as the first report tells it; the page always does."""
        return [] if self.turn else [blocks.effects(self.report)]

    def _after(self) -> list[Block]:
        """A final report's lists: how the last turn went, how everybody stands, what opens the seals."""
        report, view, seat = self.report, self.report.view, self.seat
        found: list[Block] = [blocks.bands(report), blocks.info(view, seat)]
        found += [self.letters(), blocks.refused(report), self.ledger(), blocks.winning(report), blocks.log(report)]
        return [*found, blocks.played(report), blocks.walls(report), self.proof()]

    # The end.

    def certificate(self) -> Certificate | None:
        if not self.over:
            return None
        view, me = self.view, self.view.me
        order = sorted(SEATS, key=lambda s: (view.seats[s].rank, s))
        rostrum = (
            Rostrum(
                f"{view.seats[s].rank}.", self.called(s), f"{signed(view.score(s))} {view.unit}", self.device(s, 50.0)
            )
            for s in order[:3]
        )
        land, circles = figured(f"{me.territories}", "territories"), figured(f"{me.circles}", "circles")
        held = f"{land}, {circles}, {signed(me.rune_points)} rune points"
        lines = (f"{held}; played by {self.player.name}",)
        rank = f"{ORDINALS[me.rank]} of four"
        corners, score = tuple(CLAN_FILL.values()) * 3, float(view.score(self.seat))
        first = [self.called(s) for s in order if view.seats[s].rank == 1]
        best = f"with {signed(view.score(order[0]))} {view.unit}"
        lead = f"{' and '.join(first)} won {best}: {ENDINGS[view.ending]}" if view.ending else ""
        return self.certified(rank, lead, lines, rostrum, corners, score, view.unit)

    def last(self) -> Field | None:
        bare = replace(self.view, armies={})
        return blocks.isle_of(bare, "").mute() if self.view.options.map else None

    def poster(self) -> Field | None:
        return blocks.isle(self.report) if self.view.options.map else None

    def went(self) -> Ranks:
        return ranks(self.report)


def _some(blocks: list[Block]) -> list[Block]:
    return [block for block in blocks if not block.empty]


def choice_table(report: Report) -> Table:
    """What could be ordered and done now, its cost, and onto what; casts that wait are among the lines to choose."""
    rows = []
    for choice in report.choices:
        if choice.legal and choice.verb in ("CAST", "MOVE", "CLAIM"):
            name = choice.subject if choice.verb == "CAST" else f"{choice.verb} {choice.subject}"
            offered = f"{choice.word} {', '.join(choice.candidates)}".strip() if choice.candidates else ""
            rows.append((Cell(name, bold=True), choice.cost, offered))
    return could_order(rows, in_two=True)


def ranks(report: Report) -> Ranks:
    """Ranks by land (rune points in the plain mode), turn by turn."""
    lines = []
    for n, seat in enumerate(SEATS):
        row = report.view.seats[seat]
        course = tuple(
            (turn, 1 + sum(1 for other in ranked if other > ranked[n])) for turn, ranked in report.memory.course
        )
        score, dash = signed(report.view.score(seat)), (0.0, 4.0, 1.5, 7.0)[n]
        lines.append(RankLine(row.wizard, course, _DARK[n], dash, seat == report.seat, score))
    return Ranks("Ranks, turn by turn", tuple(lines))


_DARK = ("#6a4fa0", "#a98a1e", "#b0583a", "#2f8a70")


def _table(report: Report) -> paging.Table:
    """Who sits where, with sets and discards (SEE-7, 3)."""
    view = report.view
    rows = []
    order = sorted(view.seats, key=lambda seat: view.seats[seat].wind)
    for seat in order:
        row = view.seats[seat]
        sets = ", ".join(map(str, row.melds))
        thrown = " ".join(map(rune, row.discards))
        wind = blocks.wind_of(view, seat) + states(row)
        rows.append((row.wizard, wind, str(row.concealed), sets or "·", thrown or "·"))
    heads = ("wizard", "wind", "hidden", "sets", "discards, oldest first")
    own = (order.index(report.seat),)
    return paging.Table(title="The table", heads=heads, rows=tuple(rows), numbers=(2,), own=own)


def _creatures(report: Report) -> paging.Things:
    """Creatures the reader sees, his own first."""
    shown = sorted(report.view.creatures.values(), key=lambda one: one.seat != report.seat)
    things = []
    for one in shown:
        whose = "" if one.seat == report.seat else f"{report.view.seats[one.seat].wizard}'s; "
        figures = f"melee {one.melee}, ranged {one.ranged}, defence {one.defense}"
        said = f"{whose}{figures}, loyalty {one.loyalty} of {one.maximum}"
        lines = (said, *([f"under {', '.join(one.enchantments)}"] if one.enchantments else []))
        things.append(
            paging.Thing(f"creature:{one.code}", f"{one.code} {one.kind}", lines=lines, note=one.at,
                         place=one.at)
        )  # fmt: skip
    return paging.Things(title="Creatures you see", things=tuple(things), key="creatures", empty="None.")
