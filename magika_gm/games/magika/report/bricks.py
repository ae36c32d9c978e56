"""Maps as rows of coloured bricks, for mails: two half bricks a hexagon, each row shifted by one."""

from __future__ import annotations

from magika_gm.games.magika.report import map_signs as signs
from magika_gm.games.magika.report.hexmap import describe_recon, occupants
from magika_gm.games.magika.report.historymap import marks_of
from magika_gm.games.magika.report.report import Report
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.rules.arena import NAME, NUMBER, ROW, ROWS, space_at
from magika_gm.games.magika.rules.tables import BLACK
from magika_gm.games.magika.rules.world import World
from magika_gm.games.magika.sight.recon import AllySeen, SpaceSeen
from magika_gm.reports.kit.bricks import Brick, BrickRow, Bricks
from magika_gm.reports.picture import ink_on

OWN = "#4b2a78"


def recon_bricks(report: Report) -> Bricks:
    """The recon map: bricks large enough for a letter, the coordinate where nobody stands."""
    return _view(report, report.recon.spaces, report.recon.space, describe_recon(report))


def ally_bricks(report: Report, ally: AllySeen) -> Bricks:
    """A teammate's map in the same manner (RECON-8)."""
    return _view(report, ally.spaces, ally.space, f"What ally {ally.letter} sees from {NAME[ally.space]}.")


def _view(report: Report, spaces: dict[int, SpaceSeen], own: int, said: str) -> Bricks:
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
