"""The printed report: the turn; the isle with everything on it; orders. At the end a certificate."""

from __future__ import annotations

from magika_gm.games.temple_isle.report import board, hand, isle
from magika_gm.games.temple_isle.report import contents as c
from magika_gm.games.temple_isle.report.order_page import order_page
from magika_gm.games.temple_isle.report.report import Report
from magika_gm.games.temple_isle.report.story import NAMES
from magika_gm.games.temple_isle.rules.board import OTHER
from magika_gm.games.temple_isle.rules.state import DRAW
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.dates import date_words
from magika_gm.reports.kit.final import Certificate, Rostrum
from magika_gm.reports.kit.imprint import Proof
from magika_gm.reports.kit.plans import below_the_ledger, list_leaf, turn_leaf
from magika_gm.reports.kit.printing import print_report
from magika_gm.reports.kit.strips import Leaf, Strip, beside, full
from magika_gm.reports.kit.style import Style

TURN, HAND = "The turn", "Your hand"


def pdf(report: Report, paper: str = "letter", large: bool = False) -> bytes:
    """The report as PDF bytes, on ``letter`` or ``a4``; the same report gives the same bytes."""
    style = Style(large=large)
    p = report.player
    certificate = certificate_of(report)
    leaves = [*([list_leaf("The certificate", (certificate,))] if certificate is not None else ())]
    leaves.append(turn_pages(report, paper, style))
    if report.form:
        leaves.append(order_page(report, style))
    return print_report(
        c.title_of(report),
        f"{NAMES[report.seat]}  ·  Temple Isle, game {p.game}, mail turn {report.turn}",
        c.colophon(report).line(),
        leaves,
        proof=Proof(report.seed_hash, p.chain),
        office=p.office,
        paper=paper,
        style=style,
    )


def turn_pages(report: Report, paper: str, style: Style) -> Leaf:
    """Head, figures, the isle and what happened; then the hand as cards to cut out, and tables of everything else."""
    field = [isle.isle(report, "", full=True), isle.legend(style), c.bands(report), c.letters(report)]
    told: list[Block] = [c.welcome(report), c.ledger(report)]
    figures: list[Block] = [c.standing(report)] if report.turn else []  # before the first turn nobody has anything
    figures.append(hand.piles(report))
    played, fast = c.played(report), hand.fast(report)
    # a short turn leaves room beside the isle
    told += below_the_ledger(field, told, (*figures, played, fast), paper, style)

    def left(*blocks: Block) -> tuple[Block, ...]:
        return tuple(block for block in blocks if block not in told)

    first = turn_leaf(
        TURN,
        head=c.head(report, style),
        gauges=c.gauges(report),
        lead=c.lead(report),
        notes=c.notes(report),
        field=field,
        ledger=told,
        large=style.large,
    )
    below: tuple[Strip, ...] = (
        *(() if report.view.ending else (full(hand.hand_cards(report, style), HAND),)),
        beside(7, (isle.units(report), isle.lands(report, every=False)), left(*figures) or left(played)),
        *map(full, left(fast)),
        beside(7, (c.fights(report),), (c.stacks(report),)),
        *map(full, (*(left(played) if left(*figures) else ()), c.revealed(report), c.proof(report))),
    )
    return Leaf(first.name, (*first.strips, *below), first.foot)


def certificate_of(report: Report) -> Certificate | None:
    """How it ended for the reader, to be framed; None before the end."""
    view, seat = report.view, report.seat
    if view.ending is None:
        return None
    drawn = view.winner == DRAW
    order = (seat, OTHER[seat]) if drawn or view.winner == seat else (OTHER[seat], seat)
    ranks = ("1.", "1.") if drawn else ("1.", "2.")
    rostrum = tuple(
        Rostrum(rank, NAMES[s], _points(report.points[s]), board.device(s, 52.0))
        for rank, s in zip(ranks, order, strict=True)
    )
    own = view.standings[seat]
    return Certificate(
        contest=f"Temple Isle, game {report.player.game}",
        name=NAMES[seat],
        rank="a draw" if drawn else "the winner" if view.winner == seat else "second of two",
        lead=c.lead(report).sentence,
        points=report.points[seat],
        unit="point" if report.points[seat] in (0.5, 1.0) else "points",
        lines=(
            f"{_many(own.temples, 'temple')}, {_many(own.lands, 'land')}, {_many(own.levels, 'level')}, "
            f"{_many(own.hp, 'hit point')}; "
            f"played by {report.player.name}",
        ),
        signed=report.player.office or "the game master",
        signed_as="the game master",
        date=date_words(report.player.date),
        rostrum=rostrum,
        device=board.device(seat, 110.0),
        corners=(board.SUN_FILL, board.MOON_FILL, board.SEA, board.TEMPLE) * 3,
    )


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _points(points: float) -> str:
    return {1.0: "1 point", 0.5: "½ point"}.get(points, "0 points")
