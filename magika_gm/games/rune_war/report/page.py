"""The printed report: the turn; table and isle; everything on them; orders. At the end a certificate."""

from __future__ import annotations

from magika_gm.games.rune_war.report import contents as c
from magika_gm.games.rune_war.report import lists
from magika_gm.games.rune_war.report.clans import CLAN_FILL, device
from magika_gm.games.rune_war.report.order_page import order_page
from magika_gm.games.rune_war.report.report import Report
from magika_gm.games.rune_war.rules.state import Due
from magika_gm.games.rune_war.runes import CODES
from magika_gm.games.rune_war.tables import SEATS
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.dates import date_words
from magika_gm.reports.kit.final import Certificate, RankLine, Ranks, Rostrum
from magika_gm.reports.kit.imprint import Proof
from magika_gm.reports.kit.lists import Ledger
from magika_gm.reports.kit.plans import list_leaf
from magika_gm.reports.kit.printing import print_report
from magika_gm.reports.kit.strips import Leaf, Strip, beside, full, one_below_the_other
from magika_gm.reports.kit.style import Style

TURN, ISLE, TABLE = "The turn", "The isle", "The table"


def pdf(report: Report, paper: str = "letter", large: bool = False) -> bytes:
    """The report as PDF bytes, on ``letter`` or ``a4``; the same report gives the same bytes."""
    style = Style(large=large)
    p = report.player
    leaves = [*_certificate(report, style), turn_pages(report, style)]
    if report.form:
        leaves.append(order_page(report, style))
    return print_report(
        c.title_of(report),
        f"{report.wizard}  ·  Rune War, game {p.game}, turn {report.turn}",
        c.colophon(report).line(),
        leaves,
        proof=Proof(report.seed_hash, p.chain),
        office=p.office,
        paper=paper,
        style=style,
    )


def turn_pages(report: Report, style: Style) -> Leaf:
    """What is due first: the table before a hand turn, the isle before a map turn; what happened; the other; lists."""
    view = report.view
    strips: list[Strip] = [
        full(block) for block in (c.head(report, style), c.gauges(report), c.lead(report), c.notes(report))
    ]
    hand_due = view.due is Due.HAND
    lists_beside: list[Block] = [lists.advice(report), lists.refused(report)] if hand_due else [lists.refused(report)]
    main = c.table(report, "", style) if hand_due or not view.options.map else c.isle(report, "", tallest=330.0)
    if report.over:  # the isle at the end has a page of its own
        return Leaf(TURN, (*strips, *(full(block) for block in _after(report))))
    told = lists.ledger(report)
    key = [] if hand_due else [c.legend(report, style)]
    if style.large:
        strips += one_below_the_other([main, *key])
        strips += [full(block) for block in (*lists_beside, told, c.winning(report))]
    else:
        right = [*lists_beside, told] if len(told.rows) <= 4 and _lines(told) <= 26 else lists_beside
        strips.append(beside(8, [main, *key], _some(right) or [c.bands(report)]))
        strips.append(full(c.winning(report)))
        if told not in right:
            strips.append(full(told))
    strips += [full(lists.log(report)), full(c.letters(report))]
    strips += _other_field(report, main, style) if view.options.map else [full(lists.info(view, report.seat))]
    strips += [full(block) for block in (lists.played(report), lists.walls(report), lists.proof(report))]
    return Leaf(TURN, tuple(strips))


def _other_field(report: Report, main: Block, style: Style) -> list[Strip]:
    """What is not due next, isle or table; the standings; what stands on the isle, behind its drawing."""
    view, seat = report.view, report.seat
    if view.due is Due.HAND:
        isle: Block = c.isle(report, ISLE)
        found = [full(isle, ISLE), full(c.legend(report, style), follows=[isle])]
    else:
        isle = main
        found = [full(c.table(report, TABLE, style), TABLE)]
    there = (
        lists.creatures(view, seat),
        lists.sightings(report),
        lists.spells(report),
        lists.territories(view, seat),
    )
    return [*found, full(lists.info(view, seat)), *(full(block, follows=[isle]) for block in there)]


def _after(report: Report) -> list[Block]:
    """A final report's lists: how the last turn went, how everybody stands, what opens the seals."""
    view, seat = report.view, report.seat
    found: list[Block] = [
        c.bands(report),
        lists.refused(report),
        lists.ledger(report),
        c.winning(report),
        lists.log(report),
    ]
    found += [c.letters(report), lists.info(view, seat)]
    if view.options.map:
        found += [lists.creatures(view, seat), lists.territories(view, seat)]
    return [*found, lists.played(report), lists.walls(report), lists.proof(report)]


def _lines(told: Ledger) -> int:
    return sum(len(row.outcome) for row in told.rows)


def _some(blocks: list[Block]) -> list[Block]:
    return [block for block in blocks if not block.empty]


def _certificate(report: Report, style: Style) -> list[Leaf]:
    view, me = report.view, report.view.me
    if not report.over:
        return []
    order = sorted(SEATS, key=lambda s: (view.seats[s].rank, s))
    unit = "land" if view.options.map else "rune points"

    def score(seat: str) -> int:
        row = view.seats[seat]
        return row.land if view.options.map else row.rune_points

    rostrum = tuple(
        Rostrum(f"{view.seats[s].rank}.", view.seats[s].wizard, f"{c.signed(score(s))} {unit}",
                device(view.seats[s].clan, CODES[view.seats[s].wind], 50.0, style.map_sizes))
        for s in order[:3]
    )  # fmt: skip
    certificate = Certificate(
        contest=f"Rune War, game {report.player.game}",
        name=report.wizard,
        rank=f"{c.ORDINALS[me.rank]} of four",
        lead=c.lead(report).sentence,
        points=float(score(report.seat)),
        unit=unit,
        lines=(
            f"{me.territories} territories, {me.circles} circles, {c.signed(me.rune_points)} rune points; "
            f"played by {report.player.name}",
        ),
        signed=report.player.office or "the game master",
        signed_as="the game master",
        date=date_words(report.player.date),
        rostrum=rostrum,
        device=c.sign(report, 100.0, style),
        corners=tuple(CLAN_FILL.values()) * 3,
    )
    return [list_leaf("The certificate", (certificate,)), list_leaf("The end", _ends(report))]


def _ends(report: Report) -> list[Block]:
    """The isle at the end, and ranks turn by turn."""
    found: list[Block] = [c.isle(report, "The isle at the end")] if report.view.options.map else []
    return [*found, ranks(report)]


def ranks(report: Report) -> Ranks:
    """Ranks by land (rune points in the plain mode), turn by turn."""
    lines = []
    for n, seat in enumerate(SEATS):
        row = report.view.seats[seat]
        course = tuple(
            (turn, 1 + sum(1 for other in ranked if other > ranked[n])) for turn, ranked in report.memory.course
        )
        lines.append(RankLine(row.wizard, course, _DARK[n], (0.0, 4.0, 1.5, 7.0)[n], seat == report.seat))
    return Ranks("Ranks, turn by turn", tuple(lines))


_DARK = ("#6a4fa0", "#a98a1e", "#b0583a", "#2f8a70")
