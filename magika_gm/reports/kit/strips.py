"""What goes to the press: blocks in columns, columns in strips, strips on leaves, leaves in a document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.imprint import Proof

GAP = 11.0
"""Between strips, and between blocks of a column, at least."""


class Column(NamedTuple):
    """Blocks one below the other, so many columns of the grid wide."""

    span: int
    blocks: tuple[Block, ...]


class Strip(NamedTuple):
    """What stands side by side. ``name`` enters the outline. ``follows`` are blocks that it never stands before, as a
    legend its map; in a column each block follows those above it.
    """

    columns: tuple[Column, ...]
    name: str = ""
    follows: tuple[Block, ...] = ()

    @property
    def blocks(self) -> tuple[Block, ...]:
        """All that stands in it."""
        return tuple(block for column in self.columns for block in column.blocks)


def full(block: Block, name: str = "", follows: Sequence[Block] = ()) -> Strip:
    """A block over the whole width."""
    return Strip((Column(12, (block,)),), name, tuple(follows))


def one_below_the_other(blocks: Sequence[Block], follows: Sequence[Block] = ()) -> list[Strip]:
    """Blocks over the whole width, each behind those before it."""
    return [full(block, follows=(*follows, *blocks[:at])) for at, block in enumerate(blocks)]


def beside(left: int, one: Sequence[Block], other: Sequence[Block]) -> Strip:
    """Two columns of blocks; the first spans ``left`` columns of the grid."""
    return Strip((Column(left, tuple(one)), Column(12 - left, tuple(other))))


class Leaf(NamedTuple):
    """What begins on a page of its own: its name in the outline, its strips, and words for its foot.

    What is too high for the rest of a page lets what comes after it fill that page, but in a leaf ``in_order``: a form
    is filled in as it is read.
    """

    name: str
    strips: tuple[Strip, ...]
    foot: str = ""
    in_order: bool = False


@dataclass(frozen=True, kw_only=True)
class Document:
    """A document to be printed."""

    title: str
    author: str
    subject: str
    head: str
    """The running head of all pages but the first."""
    leaves: tuple[Leaf, ...]
    foot: str = ""
    """The colophon, on the first page's foot."""
    proof: Proof | None = None
    """What the game can be checked by: the chain's last link below the colophon, all of it in the file's properties."""
    first_head: bool = False
    filler: Block | None = None
    """What a page gets that would end early, the last one excepted: lines for notes."""


def paired(strips: list[Strip]) -> list[Strip]:
    """The strips, two that follow one another side by side where half of the width is enough for both."""
    found: list[Strip] = []
    for strip in strips:
        before = found[-1].columns if found else ()
        if len(before) == 1 == len(strip.columns) and all(
            b.narrow for c in (*before, *strip.columns) for b in c.blocks
        ):
            made = beside(6, before[0].blocks, strip.columns[0].blocks)
            follows = (*found[-1].follows, *strip.follows)
            found[-1] = made._replace(name=found[-1].name or strip.name, follows=follows)
        else:
            found.append(strip)
    return found
