"""The store's own look at every text on its way in: none that one kind of database keeps and another does not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Engine, event

from magika_gm.store.faults import Unstorable


def refuse_unstorable(engine: Engine) -> None:
    """From here on a text with a NUL or half a character raises :class:`Unstorable`, before anything is asked.

    SQLite would keep the one and PostgreSQL would not; neither has a way to write the other. What comes in from outside
    is cleaned of both where it comes in (:mod:`magika_gm.mail.charsets`).
    """

    @event.listens_for(engine, "before_cursor_execute")
    def _looked_at(_c: Any, _cursor: Any, _statement: str, given: Any, _context: Any, many: bool) -> None:
        for row in given if many else (given,):
            _refuse(row.values() if isinstance(row, dict) else row or ())


def _refuse(values: Iterable[Any]) -> None:
    for value in values:
        if isinstance(value, str) and not storable(value):
            what = "NUL (U+0000)" if "\0" in value else "half a character (a lone surrogate)"
            raise Unstorable(f"a text cannot be kept: there is a {what} in {value[:60]!a}; take it out")


def storable(text: str) -> bool:
    """Whether every kind of database can keep a text."""
    if "\0" in text:
        return False
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
