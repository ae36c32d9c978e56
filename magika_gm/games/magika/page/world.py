"""The arena as it truly is, as a picture of named places: for the game master, and for all once a game is over."""

from __future__ import annotations

from collections.abc import Iterator

from magika_gm.engine.paging import Mark, Picture, Plot, Spot
from magika_gm.games.magika.page.arena import ACROSS, CENTRE, DOWN, HEXAGON, short_of, tones_of
from magika_gm.games.magika.report.devices import TINCTURE
from magika_gm.games.magika.report.map_signs import terrain_name
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.rules.arena import NAME, SPACES
from magika_gm.games.magika.rules.tables import BLACK
from magika_gm.games.magika.rules.world import World
from magika_gm.games.magika.sight.recon import OwnTurn


def world_picture(world: World) -> Picture:
    """Every space, every mage, everything that lies: nothing is hidden, so this is for nobody who still plays."""
    codes = [world.terrain_at(space) for space in range(SPACES)]
    said = "; ".join(f"{m.letter} at {NAME[m.space]}" for m in world.playing())
    return Picture(
        key="arena",
        title="The arena",
        width=ACROSS,
        height=DOWN,
        shapes={"hex": HEXAGON},
        tones=tones_of(codes),
        spots=tuple(_spot(world, space, code) for space, code in enumerate(codes)),
        marks=tuple(_marks(world)),
        large=True,
        help="Row a, the Goal Square, is the tip. A disc is a mage, a lozenge lies on the ground.",
        text=f"{said}.",
    )


def _spot(world: World, space: int, code: int) -> Spot:
    x, y = CENTRE[space]
    spells = tuple(f"under {area.kind} by {area.caster}" for area in world.areas if space in area.spaces)
    return Spot(name=NAME[space], x=x, y=y, tone=terrain_name(code), tip=spells)


def _marks(world: World) -> Iterator[Mark]:
    for mage in world.playing():
        held = ", ".join(map(thing_name, mage.artifacts))
        cloak = "no cloak" if mage.team == BLACK else f"wears {mage.team}"
        yield Mark(
            key=f"mage:{mage.letter}",
            at=NAME[mage.space],
            text=mage.letter,
            label=f"{mage.letter} {mage.name}, {mage.alignment} {mage.race}; {cloak}"
            + (f"; holds {held}" if held else ""),
            side="foe",
            colour=TINCTURE.get(mage.team, ""),
        )
    for space, things in sorted(world.lying.items()):
        for thing in things:
            name = thing_name(thing)
            yield Mark(key=f"thing:{thing}", at=NAME[space], text=short_of(thing), label=name, shape="lozenge")


def points_plot(names: dict[str, str], tracks: dict[str, tuple[OwnTurn, ...]]) -> Plot:
    """Everybody's victory points, turn by turn."""
    series = {
        f"{letter} {names.get(letter, '')}".strip(): tuple((float(own.turn), own.points) for own in past)
        for letter, past in sorted(tracks.items())
        if past
    }
    return Plot(title="Victory points, turn by turn", series=series)
