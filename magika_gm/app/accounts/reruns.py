"""Statements of account to hand out: what a player reads of his entries, without those of reruns, as files."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

from sqlalchemy import select

from magika_gm.app.accounts.bookkeeping import StatementLine, statement_of
from magika_gm.app.accounts.rates import money
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.store import tables as t
from magika_gm.store.faults import moment

UNDONE_TURN = "undo:turn:"
"""How the cause of a turn's counter-entry begins."""


def without_reruns(office: Office, entries: list[StatementLine]) -> list[StatementLine]:
    """What a player reads of his account: a turn's charge that was taken back for a rerun is in the books alone.

    Both it and its counter-entry are left out, and what stood on the account is summed up without them. Whatever else
    was taken back stays: he was told of it.
    """
    e = t.entries.c
    with office.store.reading() as connection:
        numbers = [line.entry for line in entries if line.cause.startswith(UNDONE_TURN)]
        query = select(e.id, e.reverses).where(e.id.in_(numbers))
        pairs = {number for row in connection.execute(query) for number in row}
    lines, cents, turns = [], 0, 0
    for line in entries:
        if line.entry not in pairs:
            cents, turns = cents + line.cents, turns + line.turns
            lines.append(replace(line, balance_cents=cents, free_turns=turns))
    return lines


def write_statement(office: Office, said: str, path: Path, now: datetime) -> None:
    """A player's statement as a file to hand out or send; its ending says which kind."""
    from magika_gm.reports.statement_page import KINDS, Entry, StatementOfAccount, written

    kind = path.suffix.removeprefix(".").lower()
    if kind not in KINDS:
        raise OfficeError(f"{path} ends with none of {', '.join(f'.{k}' for k in KINDS)}")
    line, entries = statement_of(office, said)
    zone = office.settings.zone
    rows = tuple(
        Entry(
            _day(moment(e.made_at, f"the books: when entry {e.entry} was made").astimezone(zone)),
            e.text,
            _signed(money(e.cents)) if e.cents else "",
            _signed(money(e.balance_cents)),
            _signed(f"{e.turns:+d}") if e.turns else "",
        )
        for e in without_reruns(office, entries)
    )
    statement = StatementOfAccount(
        office=office.settings.text("office", "name"),
        name=line.name,
        account=line.account,
        day=_day(now.astimezone(zone)),
        balance=money(abs(line.balance_cents)),
        currency=line.currency,
        owes=line.balance_cents < 0,
        turns=line.free_turns,
        plays="plays " + ", ".join(line.seats) if line.seats else "",
        entries=rows,
    )
    path.write_bytes(written(statement, kind, office.settings.text("office", "paper")))


def _day(when: datetime) -> str:
    return f"{when.day} {when:%b %Y}"


def _signed(text: str) -> str:
    return text.replace("-", "\u2212")
