"""What a corrected report says has changed since the one it takes the place of.

Both come from the record, so that the corrected report can be written again, byte for byte.
"""

from __future__ import annotations

import json
import zlib
from typing import Any

from sqlalchemy import Connection, select

from magika_gm.engine.seam.reports import Reports
from magika_gm.store import tables as t

LONGEST = 40
"""Differences named one by one."""


def recalled_reports(connection: Connection, game: str, turn: int) -> dict[str, dict[str, Any]]:
    """The turn files that were sent for a turn before it was taken back, by seat."""
    query = select(t.recalled.c.seat, t.recalled.c.report).where(t.recalled.c.game == game, t.recalled.c.turn == turn)
    return {seat: json.loads(zlib.decompress(blob)) for seat, blob in connection.execute(query)}


def corrected(reports: Reports, report: Any, turn: int, before: dict[str, Any]) -> Any:
    """The report with a note that it corrects the one sent before, and what has changed for its reader."""
    changes = reports.differences(before, json.loads(json.dumps(reports.turn_file(report))))
    more = len(changes) - LONGEST
    said = "; ".join(changes[:LONGEST]) + (f"; and {more} more" if more > 0 else "")
    note = f"CORRECTION. This report takes the place of the one you had of turn {turn}. " + (
        f"Changed: {said}." if changes else "Nothing in it has changed for you."
    )
    return reports.with_notes(report, (note,))
