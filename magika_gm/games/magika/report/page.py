"""The printed report: three pages by design (the turn, the arena, orders); at the end certificate, poster and books."""

from __future__ import annotations

from dataclasses import replace

from magika_gm.games.magika.report import contents as c
from magika_gm.games.magika.report import ending, maps
from magika_gm.games.magika.report.order_page import order_page
from magika_gm.games.magika.report.report import Report
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.imprint import Proof
from magika_gm.reports.kit.plans import list_leaf, turn_and_field_leaf, turn_leaf
from magika_gm.reports.kit.printing import print_report
from magika_gm.reports.kit.strips import Leaf, Strip, beside, full
from magika_gm.reports.kit.style import Style

TURN, ARENA, TABLES = "The turn", "The arena", "Allies"


def pdf(report: Report, paper: str = "letter", large: bool = False) -> bytes:
    """The report as PDF bytes, on ``letter`` or ``a4``; the same report gives the same bytes."""
    style = Style(large=large)
    m, p = report.mage, report.player
    leaves = _final(report, style) if report.ending else _turn(report, style)
    return print_report(
        f"Magika {p.game}, turn {report.turn}: {m.name} ({m.letter})",
        f"{m.name} ({m.letter})  ·  game {p.game}, turn {report.turn}",
        c.colophon(report).line(),
        leaves,
        proof=Proof(report.seed_hash, p.chain),
        office=p.office,
        paper=paper,
        style=style,
    )


def _turn(report: Report, style: Style) -> tuple[Leaf, ...]:
    left: list[Block] = [
        maps.untitled(maps.field(report)),
        maps.legend(report, style),
        c.areas(report),
        c.bands(report),
    ]
    right: list[Block] = [
        c.ledger(report),
        c.scrolls(report),
        c.items(report),
        c.active(report),
        c.others(report, brief=True),
    ]
    first = turn_leaf(
        TURN,
        head=c.head(report, style),
        gauges=c.gauges(report),
        lead=c.lead(report),
        notes=c.notes(report),
        field=left,
        ledger=(*right, c.score_line(report)),
        below=(maps.strip(report),),
        large=style.large,
    )
    arena: list[Block] = [replace(maps.arena(report), title="")]
    below: list[Block] = []
    if style.large:
        arena, below = [*maps.arena_parts(report)], [c.artifacts(report), c.score(report)]
    others = c.others(report)
    allies, beside_them = _allies(report, others)
    leaves = [
        turn_and_field_leaf(
            first,
            between=allies,
            field=arena,
            field_name=ARENA,
            below=(*below, None if beside_them else others, c.tasks(report), c.letters(report)),
        )
    ]
    if report.order_form:
        leaves.append(order_page(report, style))
    return tuple(leaves)


def _allies(report: Report, others: Block) -> tuple[list[Strip], bool]:
    """Two allies side by side; a last one alone has the others beside him (then they need no place of their own)."""
    made = [maps.ally(report, seen) for seen in report.recon.allies]
    strips = []
    odd = len(made) % 2 == 1 and not others.empty
    for at in range(0, len(made), 2):
        pair = made[at : at + 2]
        strip = beside(6, pair[:1], pair[1:]) if len(pair) == 2 else beside(6, pair, (others,) if odd else ())
        strips.append(strip._replace(name=TABLES if at == 0 else ""))
    return strips, odd


def _final(report: Report, style: Style) -> tuple[Leaf, ...]:
    """F1 to F3; no order page."""
    assert report.world is not None
    assert report.revealed is not None
    tracks = dict(report.tracks)
    names = {f.letter: f.name for f in report.final}
    leaves = [
        list_leaf("The certificate", (ending.certificate(report, style),)),
        list_leaf(
            "The poster",
            (
                replace(ending.poster(report.world, report.player.game, tracks or None, style.large), title=""),
                ending.ranks(names, tracks, report.mage.letter),
            ),
        ),
        Leaf(
            "The books",
            (
                *(
                    full(block)
                    for block in (
                        ending.standing(report.final, report.mage.letter),
                        ending.hidden(report.revealed),
                        ending.lying(report.revealed),
                        c.tasks(report),
                        c.letters(report),
                        ending.proof(report),
                    )
                ),
                *_last_turn(report, style).strips,
            ),
        ),
    ]
    return tuple(leaves)


def _last_turn(report: Report, style: Style) -> Leaf:
    """The last turn as its mage lived it."""
    return turn_leaf(
        "",
        head=c.gauges(report),
        lead=c.lead(report),
        notes=c.notes(report),
        field=[maps.untitled(maps.field(report)), maps.legend(report, style), c.bands(report)],
        ledger=[
            c.ledger(report),
            c.scrolls(report),
            c.items(report),
            c.active(report),
            c.score_line(report),
            c.score(report),
        ],
        below=(c.others(report),),
        large=style.large,
    )
