"""The report as the sections of the player's page: the blocks of the other forms, the hand as things to click."""

from __future__ import annotations

from magika_gm.engine import paging
from magika_gm.games.xom_zol.report import contents as c
from magika_gm.games.xom_zol.report.faces import in_words
from magika_gm.games.xom_zol.report.report import Report
from magika_gm.reports.page import from_kit


def blocks(report: Report) -> tuple[paging.Block, ...]:
    """Everything else the report says, in the order of its mail."""
    before = (c.notes(report), c.ledger(report), c.fights(report), c.settled(report), c.letters(report))
    after = (c.table(report), c.react(report), c.piles(report), c.known(report), c.standing(report), c.decks(report),
             c.revealed(report), c.all_orders(report), c.proof(report), c.colophon(report))  # fmt: skip
    return (*from_kit.blocks(before), _hand(report), *from_kit.blocks(after))


def _hand(report: Report) -> paging.Things:
    """The hand as it is numbered, with every card's full text, the next draw last (SEE-3)."""
    held = len(report.state.sides[report.seat].hand)
    things = []
    for number, card in enumerate(report.hand, 1):
        drawn = ("your next draw",) if number > held else ()
        lines = (*drawn, in_words(card))
        things.append(
            paging.Thing(key=f"card:{card.name}:{number}", title=f"H{number} {card.name}", lines=lines, note=card.cost)
        )
    return paging.Things(title="Your hand", things=tuple(things), key="hand", empty="You hold no card.")
