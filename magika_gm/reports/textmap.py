"""The arena as text: a triangle of signs, for mails and terminals."""

from __future__ import annotations

from collections.abc import Mapping

from magika_gm.games.magika.arena import LETTERS, NAME, NUMBER, ROW, space_at
from magika_gm.games.magika.tables import TERRAIN_NAMES
from magika_gm.reports.report import Report

SIGNS = "~=.,fhsdm*^"
"""Sign of a terrain code, as reports draw it."""
LEGEND = "  ".join(f"{sign} {name}" for sign, name in zip(SIGNS, TERRAIN_NAMES, strict=True))


def recon_text(report: Report) -> str:
    """The recon map: each space as terrain and mark: ``@`` you, a letter a mage, ``+`` things, ``!`` occupied."""
    spaces = report.recon.spaces
    rows = sorted({ROW[s] for s in spaces})
    first = min(2 * NUMBER[s] - ROW[s] for s in spaces)
    lines = []
    for row in rows:
        here = sorted(s for s in spaces if ROW[s] == row)
        line = [" "] * ((2 * NUMBER[here[0]] - row - first) * 2)
        for space in here:
            line.append(f"{_sign(spaces[space].terrain)}{_mark(report, space)}  ")
        label = NAME[here[0]] + (f"-{NUMBER[here[-1]]}" if len(here) > 1 else "")
        lines.append(f"{label:>8}  {''.join(line).rstrip()}")
    return "\n".join(lines)


def _sign(code: int) -> str:
    return "?" if code < 0 else SIGNS[code]


def _mark(report: Report, space: int) -> str:
    if space == report.recon.space:
        return "@"
    known = report.places.get(space, ())
    if known:
        return known[0] if len(known) == 1 else "&"
    seen = report.recon.spaces[space]
    if seen.occupied:
        return "!"
    return "+" if seen.things else " "


def history_text(spaces: Mapping[int, tuple[int, int]], own: int) -> str:
    """The history map: the whole triangle, unseen spaces as dots of space, oneself as ``@``."""
    lines = []
    for row in range(26):
        signs = []
        for number in range(1, row + 2):
            space = space_at(row, number)
            signs.append("@" if space == own else SIGNS[spaces[space][0]] if space in spaces else "`")
        lines.append(f"{LETTERS[row]} {' ' * (25 - row)}{' '.join(signs)}")
    return "\n".join(lines)
