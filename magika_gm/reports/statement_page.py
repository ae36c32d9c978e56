"""A player's statement of account to hold in hand: what stands on it large, turns in credit as boxes, every entry."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import groupby
from typing import NamedTuple

from magika_gm.engine.records import named_record
from magika_gm.reports.kit.base import MINUS, Block, Style, minus
from magika_gm.reports.kit.head import Gauge, Gauges, Head
from magika_gm.reports.kit.lists import Cell, Table
from magika_gm.reports.kit.mail import html_page, text_page
from magika_gm.reports.kit.press import Column, Document, Leaf, Strip, full, print_document
from magika_gm.reports.kit.prose import Prose

MOST_BOXES = 10
FOLDED = 3
"""So many turns of one game and price, or more, stand in one line."""
TURN = re.compile(r"(.*)\bturn (\d+)([^:]*)")
"""What a turn's charge says."""


class Entry(NamedTuple):
    """A line: the day, what for, by how much, what stood then, and turns given or played."""

    day: str
    text: str
    by: str
    balance: str
    turns: str


class Stands(NamedTuple):
    """What stands on an account in one money: ``18.00``, without a sign."""

    amount: str
    currency: str
    owes: bool

    @property
    def words(self) -> str:
        """In a sentence."""
        return f"{self.amount} {self.currency}"


@named_record
class StatementOfAccount:
    """What a statement says; amounts are written out already, with a true minus."""

    office: str
    name: str
    account: str
    day: str
    stands: tuple[Stands, ...]
    turns: int
    """Turns in credit."""
    plays: str
    entries: tuple[Entry, ...]
    tax: str = ""
    """What is said of the tax in it."""


def folded(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, turns of one game and price in one line (``turns 5 to 20, 16 × 5.00``) where nothing but turns
    stands between them, with what stood on the account after the last of them."""
    found: list[Entry] = []
    for turns, run in groupby(entries, lambda entry: TURN.fullmatch(entry.text) is not None):
        alike: dict[object, list[tuple[int, Entry]]] = {}
        for number, entry in enumerate(run):
            key = (TURN.sub(r"\1 \3", entry.text), entry.by, entry.turns) if turns else number
            alike.setdefault(key, []).append((number, entry))
        for group in sorted(alike.values(), key=lambda group: group[-1][0]):
            found += [_one([e for _, e in group])] if len(group) >= FOLDED else [e for _, e in group]
    return found


def _one(group: Sequence[Entry]) -> Entry:
    """Several turns' charges as one line."""
    first, end = group[0], group[-1]
    (before, one, after), (_, other, _) = (TURN.fullmatch(e.text).groups() for e in (first, end))  # type: ignore[union-attr]
    by, _, unit = first.by.partition(" ")
    times = f", {len(group)} × {by.lstrip(MINUS)}" if by else ""
    days = end.day if first.day == end.day else f"{first.day.removesuffix(end.day[-5:])} to {end.day}"
    by, counted = (
        minus(str(Decimal(said.replace(MINUS, "-")) * len(group))) if said else "" for said in (by, first.turns)
    )
    return Entry(days, f"{before}turns {one} to {other}{after}{times}", f"{by} {unit}".strip(), end.balance, counted)


def blocks(said: StatementOfAccount) -> tuple[Block, ...]:
    """Head, figures, one sentence, the entries."""
    turns = "turn" if said.turns == 1 else "turns"
    gauges = [Gauge("owed to us" if one.owes else "balance", one.amount, one.currency) for one in said.stands]
    if said.turns:
        boxes = "\u25a1" * said.turns if said.turns <= MOST_BOXES else ""
        gauges.append(Gauge(f"{turns} in credit", str(said.turns), boxes))
    owed = [f"You owe {one.words}; please send a payment." for one in said.stands if one.owes]
    rows = tuple((e.day, e.text, e.by, e.turns, Cell(e.balance, bold=True)) for e in folded(said.entries))
    return (
        Head(
            name=said.name,
            about=f"account {said.account}" + (f", {said.plays}" if said.plays else ""),
            game=said.office,
        ),
        Gauges(tuple(gauges)),
        Prose("", (*owed, *([said.tax] if said.tax else []))),
        Table(
            title=f"Statement of account, {said.day}",
            heads=("", "", "amount", "turns", "balance"),
            rows=rows,
            right=frozenset({2, 3, 4}),
        ),
    )


def statement_pdf(said: StatementOfAccount, paper: str) -> bytes:
    """The statement as PDF bytes."""
    *above, table = (block for block in blocks(said) if not block.empty)
    document = Document(
        title=f"Statement of account: {said.name}",
        author=said.office,
        subject=said.day,
        head=f"{said.name}  ·  statement of account",
        leaves=(Leaf("Statement", (Strip((Column(12, tuple(above)),)), full(table))),),
        foot=f"{said.office}  ·  account {said.account}",
    )
    return print_document(document, paper, Style())


def statement_html(said: StatementOfAccount) -> str:
    """The statement as an HTML page or mail."""
    stands = " ".join(f"{'You owe' if one.owes else 'Balance'} {one.words}." for one in said.stands)
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
