"""The printed report: three pages by design (the turn, the arena, orders); at the end certificate, poster and books."""

from __future__ import annotations

from dataclasses import replace

from magika_gm.games.magika.report import contents as c
from magika_gm.games.magika.report import ending
from magika_gm.games.magika.report.order_page import order_page
from magika_gm.games.magika.report.report import Report
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.plans import list_leaf, turn_and_field_leaf, turn_leaf
from magika_gm.reports.kit.press import Document, Leaf, Strip, beside, print_document
from magika_gm.reports.kit.style import Style

TURN, ARENA, TABLES = "The turn", "The arena", "Allies"


def pdf(report: Report, paper: str = "letter", large: bool = False) -> bytes:
    """The report as PDF bytes, on ``letter`` or ``a4``; the same report gives the same bytes."""
    style = Style(large=large)
    m, p = report.mage, report.player
    leaves = _final(report, style) if report.ending else _turn(report, style)
    return print_document(
        Document(
            title=f"Magika {p.game}, turn {report.turn}: {m.name} ({m.letter})",
            author=p.office or "magika-gm",
            subject="Turn report",
            head=f"{m.name} ({m.letter})  ·  game {p.game}, turn {report.turn}",
            leaves=leaves,
            foot=c.colophon(report).line(),
        ),
        paper,
        style,
    )


def _turn(report: Report, style: Style) -> tuple[Leaf, ...]:
    left: list[Block] = [c.untitled(c.field(report)), c.legend(report, style), c.bands(report)]
    right: list[Block] = [c.ledger(report), c.scrolls(report), c.items(report), c.active(report), c.others(report, brief=True)]
    first = turn_leaf(
        TURN,
        head=c.head(report),
        gauges=c.gauges(report),
        lead=c.lead(report),
        notes=c.notes(report),
        field=left,
        ledger=(*right, c.score_line(report)),
        below=(c.areas(report), c.strip(report)),
        large=style.large,
    )
    arena = replace(c.arena(report, style.large), title="")
    leaves = [
        turn_and_field_leaf(
            first,
            between=_allies(report),
            field=arena,
            field_name=ARENA,
            below=(c.others(report), c.tasks(report), c.letters(report)),
        )
    ]
    if report.order_form:
        leaves.append(order_page(report, style))
    return tuple(leaves)


def _allies(report: Report) -> list[Strip]:
    """Two allies side by side, each with what he holds below his map; a single one with it beside."""
    made = [c.ally(report, seen) for seen in report.recon.allies]
    strips = []
    for at in range(0, len(made), 2):
        pair = made[at : at + 2]
        if len(pair) == 2:
            strip = beside(6, pair[0], pair[1])
        else:
            strip = beside(7, pair[0][:1], pair[0][1:])
        strips.append(strip._replace(name=TABLES if at == 0 else ""))
    return strips


def _final(report: Report, style: Style) -> tuple[Leaf, ...]:
    """F1 to F3; no order page."""
    assert report.world is not None
    assert report.revealed is not None
    tracks = dict(report.tracks)
    names = {f.letter: f.name for f in report.final}
    leaves = [
        list_leaf("The certificate", (ending.certificate(report),)),
        list_leaf(
            "The poster",
            (
                replace(ending.poster(report.world, report.player.game, tracks or None), title=""),
                ending.ranks(names, tracks, report.mage.letter),
            ),
        ),
        list_leaf(
            "The books",
            (
                ending.standing(report.final, report.mage.letter),
                ending.hidden(report.revealed),
                ending.lying(report.revealed),
                c.tasks(report),
                ending.proof(report),
            ),
        ),
    ]
    last = turn_leaf(
        "The last turn",
        head=c.head(report),
        gauges=c.gauges(report),
        lead=c.lead(report),
        notes=c.notes(report),
        field=[c.untitled(c.field(report)), c.legend(report, style), c.bands(report)],
        ledger=[c.ledger(report), c.scrolls(report), c.items(report), c.active(report), c.score_line(report)],
        below=(c.others(report), c.score(report), c.letters(report)),
        large=style.large,
    )
    return (*leaves, last)
