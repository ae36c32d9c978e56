"""Plans of pages: a game names what it has to say, the plan knows where it stands."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.strips import GAP, Leaf, Strip, beside, full, one_below_the_other
from magika_gm.reports.kit.style import MARGIN, PAPERS, Style, spans


def _strips(blocks: Sequence[Block | None]) -> list[Strip]:
    return [full(block) for block in blocks if block is not None]


def _some(blocks: Sequence[Block | None]) -> tuple[Block, ...]:
    return tuple(block for block in blocks if block is not None)


def turn_leaf(
    name: str,
    *,
    head: Block,
    gauges: Block | None = None,
    lead: Block | None = None,
    notes: Block | None = None,
    field: Sequence[Block | None] = (),
    ledger: Sequence[Block | None] = (),
    below: Sequence[Block | None] = (),
    large: bool = False,
) -> Leaf:
    """Page 1, the turn: head, gauges, lead and note; the field with its legend and bands at left, the ledger with what
    one holds, others and score line at right; below them a strip, a letter. What stands below the field follows it.
    """
    strips = _strips((head, gauges, lead, notes))
    left, right = _some(field), _some(ledger)
    if large or not (left and right):
        # in large print what happened comes before what is drawn
        strips += [*one_below_the_other(right), *one_below_the_other(left)]
    else:
        strips.append(beside(8, left, right))
    return Leaf(name, (*strips, *_strips(below)))


def _height(blocks: Sequence[Block], columns: int, paper: str, style: Style) -> float:
    wide = spans(PAPERS[paper][0] - 2 * MARGIN, columns)
    return sum(block.lowest(wide, style) + GAP for block in blocks if not block.empty)


def shorter(one: list[Block], other: list[Block], columns: int, paper: str, style: Style) -> list[Block]:
    """Of two columns the one that ends first; in large print, where they follow one another, the first."""
    if style.large or _height(one, columns, paper, style) <= _height(other, columns, paper, style):
        return one
    return other


def below_the_ledger(
    field: Sequence[Block], ledger: Sequence[Block], more: Sequence[Block], paper: str, style: Style
) -> list[Block]:
    """Those of ``more`` a short turn leaves room for below its ledger, beside the field of :func:`turn_leaf`."""
    if style.large:
        return []
    room = _height(field, 8, paper, style) - _height(ledger, 4, paper, style)
    found: list[Block] = []
    for block in more:
        high = _height((block,), 4, paper, style)
        if 0 < high <= room:
            found.append(block)
            room -= high
    return found


def turn_and_field_leaf(
    turn: Leaf,
    *,
    between: Sequence[Strip] = (),
    field: Sequence[Block],
    field_name: str,
    below: Sequence[Block | None] = (),
) -> Leaf:
    """Pages 1 and 2 as one run: what page 1 has no room for stands on page 2, with the field (or its parts, in their
    order) and what is below it."""
    drawn = one_below_the_other(field)
    named = [strip._replace(name=field_name if not at else "") for at, strip in enumerate(drawn)]
    return Leaf(turn.name, (*turn.strips, *between, *named, *_strips(below)), turn.foot)


def field_leaf(name: str, *, field: Block | None, below: Sequence[Block | None], foot: str = "") -> Leaf:
    """Page 2: the whole field, large; below it others, score, letters, over to the next page where they are many."""
    return Leaf(name, tuple(_strips((field, *below))), foot)


def order_leaf(
    name: str,
    *,
    head: Block,
    lines: Block,
    costs: Sequence[Block | None] = (),
    messages: Block | None = None,
    foot: str = "",
) -> Leaf:
    """The order page: its head, lines to write in with what lies around, the costs in two columns, messages; always in
    that order."""
    parts = _some(costs)
    strips = _strips((head, lines))
    if len(parts) == 2:
        strips.append(beside(6, parts[:1], parts[1:]))
    else:
        strips += _strips(parts)
    return Leaf(name, (*strips, *_strips((messages,))), foot, in_order=True)


def list_leaf(name: str, blocks: Sequence[Block | None], foot: str = "") -> Leaf:
    """Blocks one below the other over as many pages as they need."""
    return Leaf(name, tuple(_strips(blocks)), foot)
