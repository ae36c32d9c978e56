"""A player's statement of account to hold in hand: what stands on it large, turns in credit as boxes, every entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from magika_gm.engine.records import named_record
from magika_gm.reports.kit.base import Block, Style
from magika_gm.reports.kit.head import Gauge, Gauges, Head
from magika_gm.reports.kit.lists import Cell, Table
from magika_gm.reports.kit.mail import html_page, text_page
from magika_gm.reports.kit.press import Document, Leaf, full, print_document
from magika_gm.reports.kit.prose import Prose

MOST_BOXES = 10


class Entry(NamedTuple):
    """A line: the day, what for, by how much, what stood then, and turns given or played."""

    day: str
    text: str
    by: str
    balance: str
    turns: str


@named_record
class StatementOfAccount:
    """What a statement says; amounts are written out already, with a true minus."""

    office: str
    name: str
    account: str
    day: str
    balance: str
    """``18.00``, in ``currency``."""
    currency: str
    owes: bool
    turns: int
    """Turns in credit."""
    plays: str
    entries: tuple[Entry, ...]


def blocks(said: StatementOfAccount) -> tuple[Block, ...]:
    """Head, figures, one sentence, every entry."""
    turns = "turn" if said.turns == 1 else "turns"
    gauges = [Gauge("owed to us" if said.owes else "balance", said.balance, said.currency)]
    if said.turns:
        boxes = "\u25a1" * said.turns if said.turns <= MOST_BOXES else ""
        gauges.append(Gauge(f"{turns} in credit", str(said.turns), boxes))
    owed = f"You owe {said.balance} {said.currency}; please send a payment." if said.owes else ""
    rows = tuple((e.day, e.text, e.by, e.turns, Cell(e.balance, bold=True)) for e in said.entries)
    return (
        Head(
            name=said.name,
            about=f"account {said.account}" + (f", {said.plays}" if said.plays else ""),
            game=said.office,
        ),
        Gauges(tuple(gauges)),
        Prose("", (owed,) if owed else ()),
        Table(
            title=f"Statement of account, {said.day}",
            heads=("", "", "amount", "turns", "balance"),
            rows=rows,
            right=frozenset({2, 3, 4}),
        ),
    )


def statement_pdf(said: StatementOfAccount, paper: str = "letter", large: bool = False) -> bytes:
    """The statement as PDF bytes."""
    shown = [block for block in blocks(said) if not block.empty]
    document = Document(
        title=f"Statement of account: {said.name}",
        author=said.office,
        subject=said.day,
        head=f"{said.name}  ·  statement of account",
        leaves=(Leaf("Statement", tuple(full(block) for block in shown)),),
        foot=f"{said.office}  ·  account {said.account}",
    )
    return print_document(document, paper, Style(large=large))


def statement_html(said: StatementOfAccount) -> str:
    """The statement as an HTML page or mail."""
    stands = f"{'You owe' if said.owes else 'Balance'} {said.balance} {said.currency}."
    return html_page(f"Statement of account: {said.name}", stands, blocks(said))


def statement_text(said: StatementOfAccount) -> str:
    """The statement in 72 columns."""
    return text_page(blocks(said))


def written(said: StatementOfAccount, kind: str, paper: str = "letter") -> bytes:
    """As ``pdf``, ``html`` or ``txt``."""
    if kind == "pdf":
        return statement_pdf(said, paper)
    return (statement_html(said) if kind == "html" else statement_text(said)).encode()


KINDS: Sequence[str] = ("pdf", "html", "txt")
