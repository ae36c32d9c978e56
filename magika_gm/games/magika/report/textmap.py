# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""The arena as text: a triangle of signs, for mails and terminals."""

from __future__ import annotations

from collections.abc import Mapping

from magika_gm.games.magika.report.report import Report
from magika_gm.games.magika.rules.arena import LETTERS, NAME, NUMBER, ROW, space_at
from magika_gm.games.magika.rules.tables import TERRAIN_NAMES, TERRAIN_SIGNS
from magika_gm.games.magika.sight.recon import AllySeen, SpaceSeen

UNSEEN = "\u00b7"
"""Sign of a space never seen."""
LEGEND = "  ".join(f"{sign} {name}" for sign, name in zip(TERRAIN_SIGNS, TERRAIN_NAMES, strict=True))

KEY = (
    "@ you, letter a mage, & several, ! somebody, + things lying, ? fog",
    "  ".join(f"{sign} {name}" for sign, name in list(zip(TERRAIN_SIGNS, TERRAIN_NAMES, strict=True))[:6]),
    "  ".join(f"{sign} {name}" for sign, name in list(zip(TERRAIN_SIGNS, TERRAIN_NAMES, strict=True))[6:]),
)
"""What the signs mean, in lines."""


def recon_text(report: Report) -> str:
    """The recon map: each space as terrain and mark: ``@`` you, a letter a mage, ``+`` things, ``!`` occupied."""
    return _view(report, report.recon.spaces, report.recon.space, "@")


def ally_text(report: Report, ally: AllySeen) -> str:
    """A teammate's recon map, himself by his letter (RECON-8)."""
    return _view(report, ally.spaces, ally.space, ally.letter)


def _view(report: Report, spaces: Mapping[int, SpaceSeen], own: int, sign: str) -> str:
    rows = sorted({ROW[s] for s in spaces})
    first = min(2 * NUMBER[s] - ROW[s] for s in spaces)
    lines = []
    for row in rows:
        here = sorted(s for s in spaces if ROW[s] == row)
        line = [" "] * ((2 * NUMBER[here[0]] - row - first) * 2)
        for space in here:
            mark = sign if space == own else _mark(report, spaces[space], space)
            line.append(f"{_sign(spaces[space].terrain)}{mark}  ")
        label = NAME[here[0]] + (f"-{NUMBER[here[-1]]}" if len(here) > 1 else "")
        lines.append(f"{label:>8}  {''.join(line).rstrip()}")
    return "\n".join(lines)


def _sign(code: int) -> str:
    return "?" if code < 0 else TERRAIN_SIGNS[code]


def _mark(report: Report, seen: SpaceSeen, space: int) -> str:
    if space == report.recon.space:
        return "@"
    known = report.places.get(space, ())
    if known:
        return known[0] if len(known) == 1 else "&"
    if seen.occupied:
        return "!"
    return "+" if seen.things else " "


def ages(history: Mapping[int, tuple[int, int]], turn: int) -> list[tuple[int, str]]:
    """Which sights are older than this turn: (turn last seen, spaces as ``m4-7 n2``), newest first (RECON-9)."""
    by_turn: dict[int, dict[int, list[int]]] = {}
    for space, (_, seen) in sorted(history.items()):
        if seen < turn:
            by_turn.setdefault(seen, {}).setdefault(ROW[space], []).append(NUMBER[space])
    return [
        (seen, " ".join(run for row, numbers in rows.items() for run in _runs(LETTERS[row], numbers)))
        for seen, rows in sorted(by_turn.items(), reverse=True)
    ]


def _runs(letter: str, numbers: list[int]) -> list[str]:
    """``[4, 5, 6, 9]`` of row m: ``m4-6``, ``m9``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [f"{letter}{run[0]}" + (f"-{run[-1]}" if len(run) > 1 else "") for run in runs]


def history_text(report: Report) -> str:
    """The arena as known: unseen spaces as dots, oneself as ``@``, others in sight by letter; numbers every five below."""
    spaces, own = report.history, report.recon.space
    known = {space: letters[0] if len(letters) == 1 else "&" for space, letters in report.places.items()}
    lines = []
    for row in range(26):
        signs = []
        for number in range(1, row + 2):
            space = space_at(row, number)
            seen = TERRAIN_SIGNS[spaces[space][0]] if space in spaces else UNSEEN
            signs.append("@" if space == own else known.get(space, seen))
        lines.append(f"{LETTERS[row]} {' ' * (25 - row)}{' '.join(signs)}")
    foot = [" "] * 54
    for number in (1, 5, 10, 15, 20, 25):
        place = 2 + 2 * (number - 1)
        foot[place : place + len(str(number))] = str(number)
    return "\n".join([*lines, "".join(foot).rstrip()])
