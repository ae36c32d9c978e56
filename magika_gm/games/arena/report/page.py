"""The printed report: the turn; the board with everything on it; orders. At the end a certificate."""

from __future__ import annotations

from magika_gm.games.arena.report import board, lists
from magika_gm.games.arena.report import contents as c
from magika_gm.games.arena.report.fights import combats
from magika_gm.games.arena.report.order_page import order_page
from magika_gm.games.arena.report.report import Report
from magika_gm.games.arena.rules.terms import DRAWN
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.dates import date_words
from magika_gm.reports.kit.final import Certificate, Rostrum
from magika_gm.reports.kit.imprint import Proof
from magika_gm.reports.kit.plans import below_the_ledger, list_leaf, turn_and_field_leaf, turn_leaf
from magika_gm.reports.kit.printing import print_report
from magika_gm.reports.kit.strips import Leaf
from magika_gm.reports.kit.style import Style

TURN, BOARD = "The turn", "The board"


def pdf(report: Report, paper: str = "letter", large: bool = False) -> bytes:
    """The report as PDF bytes, on ``letter`` or ``a4``; the same report gives the same bytes."""
    style = Style(large=large)
    p = report.player
    leaves = [*_certificate(report, style), turn_pages(report, paper, style)]
    if report.form:
        leaves.append(order_page(report, style))
    return print_report(
        c.title_of(report),
        f"Player {report.seat}  ·  Arena, game {p.game}, turn {report.turn}",
        c.colophon(report).line(),
        leaves,
        proof=Proof(report.seed_hash, p.chain),
        office=p.office,
        paper=paper,
        style=style,
    )


def turn_pages(report: Report, paper: str, style: Style) -> Leaf:
    """Head, figures, the board with the turn's ways beside what happened; then the board in full and the tables."""
    field: list[Block] = [c.board_field(report, ""), c.legend(report, style), c.course(report)]
    told: list[Block] = [c.first_turn(report), c.ledger(report)]
    ordered: list[Block] = [lists.dropped(report), lists.standing(report), lists.played(report)]
    ordered += [lists.enemy_cards(report), lists.dead(report.state)]
    told += below_the_ledger(field, told, ordered, paper, style)
    first = turn_leaf(
        TURN,
        head=c.head(report, style),
        gauges=c.gauges(report),
        lead=c.lead(report),
        notes=c.notes(report),
        field=field,
        ledger=told,
        below=(*combats(report), c.letters(report)),
        large=style.large,
    )
    below: list[Block] = [lists.units(report, report.seat), lists.units(report, report.foe), lists.things(report)]
    below += [lists.cards(report), *(block for block in reversed(ordered) if block not in told)]
    below += [lists.revealed(report), c.proof(report)]
    return turn_and_field_leaf(first, field=[c.board_field(report, BOARD, full=True)], field_name=BOARD, below=below)


def _certificate(report: Report, style: Style) -> list[Leaf]:
    state, seat = report.state, report.seat
    if state.ending is None:
        return []
    drawn = state.winner == DRAWN
    order = (seat, report.foe) if drawn or state.winner == seat else (report.foe, seat)
    ranks = ("1.", "1.") if drawn else ("1.", "2.")
    rostrum = tuple(
        Rostrum(rank, f"Player {s}", _points(report.points[s]), board.flag(s, 48.0, style.map_sizes))
        for rank, s in zip(ranks, order, strict=True)
    )
    n = 0 if seat == "A" else 1
    certificate = Certificate(
        contest=f"Arena, game {report.player.game}",
        name=f"Player {seat}",
        rank="a draw" if drawn else "the winner" if state.winner == seat else "second of two",
        lead=c.lead(report).sentence,
        points=report.points[seat],
        unit="point" if report.points[seat] == 1 else "points",
        lines=(
            f"{c.army(state, seat)}: {report.view.hexes[n]} hexes, an army worth {report.view.worth[n]}, "
            f"after {state.turn} player turns; played by {report.player.name}",
        ),
        signed=report.player.office or "the game master",
        signed_as="the game master",
        date=date_words(report.player.date),
        rostrum=rostrum,
        device=board.flag(seat, 100.0, style.map_sizes),
        corners=(board.FILLS["G"], board.FILLS["W"], board.FILLS["L"], board.FILLS["F"]) * 3,
    )
    return [list_leaf("The certificate", (certificate,))]


def _points(points: float) -> str:
    return f"{points:g} point{'' if points == 1 else 's'}"
