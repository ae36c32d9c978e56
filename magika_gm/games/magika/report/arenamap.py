"""The whole arena as it truly is, for the game master, and for everybody when a game is over."""

from __future__ import annotations

from magika_gm.games.magika.report import map_signs as signs
from magika_gm.games.magika.report.historymap import ACROSS, history_height, triangle
from magika_gm.games.magika.report.map_signs import Draft, LegendRow
from magika_gm.games.magika.rules.arena import GOAL, NAME
from magika_gm.games.magika.rules.tables import TERRAIN_NAMES
from magika_gm.games.magika.rules.world import World
from magika_gm.reports.picture import ROOT, Picture, Point, Texts


def arena_picture(world: World, game: str, radius: float = 12.0, legend: float = 7.0) -> Picture:
    """Every space with its terrain as it now is, every mage with his colour, every artifact and cloak.

    Artifacts held are drawn on their holder's space as known ones are on players' maps. Nothing is hidden: this is for
    nobody who still plays.
    """
    draft = Draft()
    at, _, over = triangle(radius)
    groups: dict[int, list[Point]] = {}
    letters = []
    marked = {m.space for m in world.playing()} | set(world.lying)
    for space, place in enumerate(at):
        code = world.terrain_at(space)
        groups.setdefault(code, []).append(place)
        if space not in marked:
            letters.append((place[0], round(place[1] - radius * 0.3, 1), TERRAIN_NAMES[code][0]))
    for code, centres in sorted(groups.items()):
        draft.add(signs.terrain_hexes(code, centres, radius))
    draft.add(*over, Texts(tuple(letters), round(radius * 0.7, 2)), *signs.goal(at[GOAL], radius))
    for area in world.areas:
        for space in sorted(area.spaces):
            draft.add(*signs.spell_mark(area.kind, at[space], radius))
    for space in sorted(marked):
        _space(draft, world, space, at[space], radius)
    width, height = ACROSS * ROOT * radius, history_height(radius)
    signs.terrain_legend(draft, 0, height, legend)
    rows = [
        LegendRow("goal", "", "the Goal Square, a1"),
        LegendRow("mage", "K green", "mage, cloak colour"),
        LegendRow("known", "crown", "artifact somebody holds"),
    ]
    signs.sign_legend(draft, width - legend * 18.5, height, legend, rows)
    said = " ".join(f"{m.letter} at {NAME[m.space]}." for m in world.playing())
    title = f"The arena of game {game} after turn {world.turn}"
    return Picture(int(10 * width) / 10, round(height, 1), title, said, draft.finished())


def _space(draft: Draft, world: World, space: int, place: Point, radius: float) -> None:
    """Mages above, things below; where many meet, everything grows smaller."""
    x, y = place
    mages = [m for m in world.playing() if m.space == space]
    held = [(a, True) for m in mages for a in m.artifacts]
    lying = [(t, False) for t in world.lying.get(space, ())]
    things = [*held, *lying]
    size = min(radius * 0.4, radius * 1.6 / (2 * max(1, len(mages))))
    for number, mage in enumerate(mages):
        px = x + (number - (len(mages) - 1) / 2) * size * 2
        signs.disc(draft, round(px, 1), round(y + radius * 0.1, 1), round(size, 2), mage.letter, mage.team)
    step = radius * min(0.55, 1.5 / max(1, len(things)))
    for number, (thing, taken) in enumerate(things):
        px, py = round(x + (number - (len(things) - 1) / 2) * step, 1), round(y - radius * 0.42, 1)
        if thing.startswith("cloak:"):
            signs.cloak(draft, px, py, round(min(radius * 0.2, step * 0.4), 2), thing[6:])
        else:
            signs.artifact(draft, px, py, round(min(radius * 0.3, step * 0.6), 2), thing, taken)
