"""The printed report: the table and hand; the turn step by step with its fights; orders. At the end a certificate."""

from __future__ import annotations

from magika_gm.games.xom_zol.report import contents as c
from magika_gm.games.xom_zol.report import ink
from magika_gm.games.xom_zol.report.order_page import order_page
from magika_gm.games.xom_zol.report.report import Report
from magika_gm.games.xom_zol.words import DRAW, SIDES, other
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.dates import date_words
from magika_gm.reports.kit.final import Certificate, Rostrum
from magika_gm.reports.kit.imprint import Proof
from magika_gm.reports.kit.plans import list_leaf, shorter
from magika_gm.reports.kit.printing import print_report
from magika_gm.reports.kit.strips import Leaf, Strip, beside, full, one_below_the_other
from magika_gm.reports.kit.style import Style


def pdf(report: Report, paper: str = "letter", large: bool = False) -> bytes:
    """The report as PDF bytes, on ``letter`` or ``a4``; the same report gives the same bytes."""
    style = Style(large=large)
    p = report.player
    leaves = [*_certificate(report, style), turn_pages(report, paper, style)]
    if report.form:
        leaves.append(order_page(report, style))
    return print_report(
        c.title_of(report),
        f"Side {report.seat}  ·  Xom and Zol, game {p.game}, mail turn {report.turn}",
        c.colophon(report).line(),
        leaves,
        proof=Proof(report.seed_hash, p.chain),
        office=p.office,
        paper=paper,
        style=style,
    )


def turn_pages(report: Report, paper: str, style: Style) -> Leaf:
    """Head, figures, the table, the hand, the fights; then what one ordered beside what happened, piles, letters."""
    strips: list[Strip] = [full(b) for b in (c.head(report, style), c.gauges(report), c.lead(report), c.notes(report))]
    strips += one_below_the_other([c.table(report, style), c.hand(report), c.fights(report)])
    left: list[Block] = [c.settled(report), c.react(report), c.standing(report)]
    right: list[Block] = [c.ledger(report)]  # what has no room of the last column goes on first
    for block in (c.piles(report), c.known(report)):
        shorter(left, right, 6, paper, style).append(block)
    strips.append(beside(6, left, right))
    after: list[Block] = [c.letters(report), c.decks(report), c.revealed(report), c.all_orders(report), c.proof(report)]
    return Leaf("The turn", (*strips, *map(full, after)))


def _certificate(report: Report, style: Style) -> list[Leaf]:
    state, seat = report.state, report.seat
    if state.ending is None:
        return []
    drawn = state.winner not in SIDES
    order = (seat, other(seat)) if drawn or state.winner == seat else (other(seat), seat)
    ranks = ("1.", "1.") if drawn else ("1.", "2.")
    points = {s: 1.0 if drawn else 3.0 if s == state.winner else 0.0 for s in SIDES}
    rostrum = tuple(
        Rostrum(rank, f"Side {s}", f"{state.sides[s].life} life", ink.device(s, 52.0, style.map_sizes))
        for rank, s in zip(ranks, order, strict=True)
    )
    rank = "a draw" if state.winner == DRAW else "the winner" if state.winner == seat else "second of two"
    certificate = Certificate(
        contest=f"Xom and Zol, game {report.player.game}",
        name=f"Side {seat}",
        rank=rank,
        lead=c.lead(report).sentence,
        points=points[seat],
        unit="point" if points[seat] == 1.0 else "points",
        lines=(f"{c.final_note(report, seat)}; played by {report.player.name}", f"{state.turn} game turns"),
        signed=report.player.office or "the game master",
        signed_as="the game master",
        date=date_words(report.player.date),
        rostrum=rostrum,
        device=ink.device(seat, 110.0, style.map_sizes),
        corners=(ink.FIELD["G"], ink.FIELD["E"], ink.FIELD["N"], ink.SIDE_FILL["A"]) * 3,
    )
    return [list_leaf("The certificate", (certificate,))]
