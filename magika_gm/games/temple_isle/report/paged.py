"""The report as the sections of the player's page: the blocks of the other forms, hand and units as things to click."""

from __future__ import annotations

from collections import Counter

from magika_gm.engine import paging
from magika_gm.games.temple_isle.report import contents as c
from magika_gm.games.temple_isle.report import hand, isle
from magika_gm.games.temple_isle.report.report import Report
from magika_gm.games.temple_isle.report.story import NAMES
from magika_gm.games.temple_isle.rules.board import SQUARES
from magika_gm.reports.page import from_kit


def blocks(report: Report) -> tuple[paging.Block, ...]:
    """Everything else the report says, in the order of its mail."""
    before = (c.notes(report), c.welcome(report), c.ledger(report), c.fights(report), c.stacks(report),
              c.letters(report))  # fmt: skip
    after = (hand.fast(report), isle.lands(report), c.standing(report), hand.piles(report), c.played(report),
             c.revealed(report), c.proof(report), c.colophon(report))  # fmt: skip
    return (*from_kit.blocks(before), _hand(report), _units(report), *from_kit.blocks(after))


def _hand(report: Report) -> paging.Things:
    """The cards held: what they say, and why one could not be played now."""
    things = []
    copies = Counter(held.card for held in report.view.hand)
    for held in {held.card: held for held in report.view.hand}.values():
        card = report.view.catalogue.cards.get(held.card)
        said = [hand.effects_text(card)] if card is not None else []
        why = hand.playable(report, held)
        lines = tuple(part for part in (*said, why) if part)
        title = f"{held.card} x{copies[held.card]}" if copies[held.card] > 1 else held.card
        things.append(
            paging.Thing(key=f"card:{held.card}", title=title, lines=lines, note=hand.card_text(card),
                         faint=why != "can be played")
        )  # fmt: skip
    return paging.Things(title=f"Your hand: {hand.means(report)}", things=tuple(things), key="hand", empty="No card.")


def _units(report: Report) -> paging.Things:
    """Every unit in play, one's own first."""
    order = sorted(report.view.units, key=lambda u: (u.owner != report.seat, u.number))
    rows = {row[0][0]: row for row in isle.units(report).rows}
    things = []
    for unit in order:
        marks = rows[f"U{unit.number}"][-1]
        now = unit.now
        whose = "" if unit.owner == report.seat else f"{NAMES[unit.owner]}'s; "
        said = f"{whose}{unit.hp} of {now.full} HP, attack {now.a}, defence {now.b}, {now.d} points"
        lines = (said, *([str(marks)] if marks != "·" else []))
        at = SQUARES[unit.square]
        things.append(
            paging.Thing(key=f"unit:{unit.number}", title=f"U{unit.number} {unit.card}", lines=lines, note=at, place=at)
        )
    return paging.Things(title="Units in play", things=tuple(things), key="units")
