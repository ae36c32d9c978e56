"""Magika's order sheets in texts: read, and written."""

from __future__ import annotations

from collections.abc import Mapping

from magika_gm.engine.sheet import reader, sheet
from magika_gm.engine.sheet.sheet import Sheet
from magika_gm.games.magika.orders.sheet import ORDERS


def read_sheets(text: str, roster: Mapping[str, str] | None = None) -> list[Sheet]:
    """All order sheets in a text, in order of appearance; with a roster, mages may be called by name."""
    return reader.read_sheets(text, ORDERS.GRAMMAR, roster)


def why_none(text: str) -> str:
    """Why a text holds no order sheet, in words ("" if it holds one)."""
    found = reader.no_sheet(text, ORDERS.GRAMMAR)
    return found[1] if found else ""


def write_sheet(given: Sheet) -> str:
    """A sheet in its canonical form; :func:`read_sheets` reads a sheet without faults back to an equal one."""
    return sheet.write_sheet(given, ORDERS.GRAMMAR)
