# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""Maps for mails and terminals: rows of coloured bricks, two half bricks a hexagon, and a triangle of signs."""

from __future__ import annotations

from collections.abc import Mapping

from magika_gm.games.magika.report import signs
from magika_gm.games.magika.report.board import describe_recon, marks_of, occupants
from magika_gm.games.magika.report.report import Report
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.rules.arena import NAME, NUMBER, ROW, ROW_LETTERS, ROWS, space_at
from magika_gm.games.magika.rules.state import World
from magika_gm.games.magika.rules.tables import BLACK, TERRAIN_NAMES, TERRAIN_SIGNS
from magika_gm.games.magika.sight import AllySeen, SpaceSeen
from magika_gm.reports.kit.drawings import Brick, BrickRow, Bricks
from magika_gm.reports.picture import ink_on

OWN = "#4b2a78"


def recon_bricks(report: Report) -> Bricks:
    """The recon map: bricks large enough for a letter, the coordinate where nobody stands."""
    return _in_bricks(report, report.recon.spaces, report.recon.space, describe_recon(report))


def ally_bricks(report: Report, ally: AllySeen) -> Bricks:
    """A teammate's map in the same manner (RECON-8)."""
    return _in_bricks(report, ally.spaces, ally.space, f"What ally {ally.letter} sees from {NAME[ally.space]}.")


def _in_bricks(report: Report, spaces: dict[int, SpaceSeen], own: int, said: str) -> Bricks:
    rows = sorted({ROW[s] for s in spaces})
    first = min(2 * NUMBER[s] - ROW[s] for s in spaces)
    made = []
    for row in rows:
        here = sorted(s for s in spaces if ROW[s] == row)
        bricks = []
        for space in range(here[0], here[-1] + 1):
            seen = spaces.get(space)
            if seen is None:
                bricks.append(Brick(""))
                continue
            fill = signs.FILL[signs.terrain_name(seen.terrain)]
            who = occupants(report, space, seen)
            text = "".join(letter for letter, _ in who)
            if space == own:
                bricks.append(Brick(OWN, text or "@", "#ffffff"))
            elif who:
                team = who[0][1]
                bricks.append(
                    Brick(signs.CLOAK.get(team or "", "#ffffff"), text, ink_on(signs.CLOAK.get(team or "", "#ffffff")))
                )
            else:
                bricks.append(Brick(fill, NAME[space] + ("+" if seen.things else "")))
        made.append(BrickRow(2 * NUMBER[here[0]] - row - first, tuple(bricks)))
    return Bricks(tuple(made), 42, 34, said)


def history_bricks(report: Report) -> Bricks:
    """The arena as known: a small brick a space, the letter of its land on it."""
    marked = {
        space: (letters[0] if len(letters) == 1 else str(len(letters)))
        for space, (mages, _) in marks_of(report).items()
        if (letters := [letter for letter, _, turn in mages if turn is None])
    }
    rows = []
    for row in range(ROWS):
        bricks = []
        for number in range(1, row + 2):
            space = space_at(row, number)
            if space == report.recon.space:
                bricks.append(Brick(OWN, report.mage.letter, "#ffffff"))
            elif space in marked:
                bricks.append(Brick("#ffffff", marked[space], "#000000"))
            elif space in report.history:
                name = signs.terrain_name(report.history[space][0])
                bricks.append(Brick(signs.FILL[name], name[0]))
            else:
                bricks.append(Brick(""))
        rows.append(BrickRow(ROWS - 1 - row, tuple(bricks)))
    said = f"The arena: {len(report.history)} of 351 spaces have been seen."
    return Bricks(tuple(rows), 12, 14, said)


def world_bricks(world: World) -> Bricks:
    """The true arena, for when a game is over."""
    by_space: dict[int, list[tuple[str, str]]] = {}
    for mage in world.playing():
        by_space.setdefault(mage.space, []).append((mage.letter, mage.team))
    rows = []
    for row in range(ROWS):
        bricks = []
        for number in range(1, row + 2):
            space = space_at(row, number)
            who = by_space.get(space, [])
            name = signs.terrain_name(world.terrain_at(space))
            if who:
                fill = signs.CLOAK.get(who[0][1], "#ffffff") if who[0][1] != BLACK else "#ffffff"
                bricks.append(Brick(fill, who[0][0] if len(who) == 1 else str(len(who)), ink_on(fill)))
            else:
                bricks.append(Brick(signs.FILL[name], name[0]))
        rows.append(BrickRow(ROWS - 1 - row, tuple(bricks)))
    said = "The arena at the end: " + ", ".join(f"{m.letter} at {NAME[m.space]}" for m in world.playing()) + "."
    lying = "; ".join(f"{', '.join(map(thing_name, things))} at {NAME[s]}" for s, things in sorted(world.lying.items()))
    return Bricks(tuple(rows), 12, 14, said + (f" Lying: {lying}." if lying else ""))


# The arena as text: a triangle of signs, for mails and terminals.


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
    return _in_signs(report, report.recon.spaces, report.recon.space, "@")


def ally_text(report: Report, ally: AllySeen) -> str:
    """A teammate's recon map, himself by his letter (RECON-8)."""
    return _in_signs(report, ally.spaces, ally.space, ally.letter)


def _in_signs(report: Report, spaces: Mapping[int, SpaceSeen], own: int, sign: str) -> str:
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
        lines.append(f"{ROW_LETTERS[row]} {' ' * (25 - row)}{' '.join(signs)}")
    foot = [" "] * 54
    for number in (1, 5, 10, 15, 20, 25):
        place = 2 + 2 * (number - 1)
        foot[place : place + len(str(number))] = str(number)
    return "\n".join([*lines, "".join(foot).rstrip()])
