"""The arena as a picture of named places: as a mage knows it, and as it truly is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from math import sqrt
from typing import Any

from magika_gm.engine.paging import Art, Mark, Picture, Plot, Point, Spot, Tone, Way, hexagon, settled
from magika_gm.games.magika.report import signs
from magika_gm.games.magika.report.board import describe_recon
from magika_gm.games.magika.report.report import Report, cloak_words, how_there, joined
from magika_gm.games.magika.report.signs import FILL, FOG, TINCTURE, Draft, terrain_name
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.rules.arena import NAME, NUMBER, ROW, ROWS, SPACES
from magika_gm.games.magika.rules.state import World
from magika_gm.games.magika.rules.tables import (
    ALIGNMENT_ARTIFACTS,
    EBON,
    ENDURANCE_FACTOR,
    REST_RATE,
    SEARCH_CHANCE,
    TERRAIN_SIGNS,
)
from magika_gm.games.magika.sight import OwnTurn
from magika_gm.reports.picture import WHITE, Circles, art, hatch_art

RADIUS = 20.0
WIDE = sqrt(3) * RADIUS
MARGIN = 14.0
DISC = 10.5
"""The radius of a mage's disc."""
HEXAGON = hexagon(RADIUS)
_DARK = {
    "ocean": "#2c4a8f",
    "river": "#3d6c93",
    "coastal": "#7d6f3c",
    "plains": "#66782a",
    "forest": "#2f6130",
    "hills": "#855317",
    "swamp": "#3b5a50",
    "desert": "#84651a",
    "mountain": "#6a536c",
    "glacial": "#566c86",
    "volcanic": "#67402b",
    FOG: "#3a3a3e",
}
"""The same land by night: light letters are read on all."""
_AROUND = 5.2
"""Spaces shown about the mage at first."""


def _centre(space: int) -> Point:
    row, number = ROW[space], NUMBER[space]
    x = MARGIN + WIDE / 2 * (ROWS - row) + WIDE * (number - 1)
    return round(x, 1), round(MARGIN + RADIUS + 1.5 * RADIUS * row, 1)


CENTRE: tuple[Point, ...] = tuple(map(_centre, range(SPACES)))
"""Where a space lies: row a, the Goal Square, is the tip of the triangle."""
ACROSS, DOWN = round(WIDE * ROWS + 2 * MARGIN, 1), round(1.5 * RADIUS * (ROWS - 1) + 2 * (RADIUS + MARGIN), 1)
"""The whole triangle's."""
_UNSEEN = tuple(settled(Spot(name=NAME[s], x=CENTRE[s][0], y=CENTRE[s][1], unknown=True)) for s in range(SPACES))


def arena(report: Report) -> Picture:
    """The whole arena: what is in sight now, what is remembered, what was never seen; who and what is where."""
    here = NAME[report.recon.space]
    seen = {code for code, _ in report.history.values()} | {s.terrain for s in report.recon.spaces.values()}
    return _whole(
        tones=tones_of(seen),
        spots=_spots(report),
        marks=_marks(report),
        ways=_ways(report),
        focus=here,
        around=round(_AROUND * WIDE, 1),
        help="Row a, the Goal Square, is the tip; you walk north, towards it.",
        text=describe_recon(report),
    )


def _whole(**said: Any) -> Picture:
    """The triangle, with what is said of it."""
    return Picture(
        key="arena", title="The arena", width=ACROSS, height=DOWN, shapes={"hex": HEXAGON}, large=True, **said
    )


def tones_of(codes: Iterable[int]) -> dict[str, Tone]:
    """The kinds of land that are on a map, softest first."""
    return {terrain_name(code): _tone(code) for code in sorted(set(codes))}


def _tone(code: int) -> Tone:
    name = terrain_name(code)
    note = sign = ""
    if code >= 0:
        cost, rest, find = ENDURANCE_FACTOR[code], REST_RATE[code], SEARCH_CHANCE[code]
        note = f"{cost} to leave, a rest +{rest}, a find {find} %"
        sign = TERRAIN_SIGNS[code]
    return Tone(name, FILL[name], _DARK[name], sign, note=note, art=hatch_art(name, RADIUS))


def _spots(report: Report) -> tuple[Spot, ...]:
    """All spaces; most were never seen, and are the same in every page."""
    spots = list(_UNSEEN)
    for space in {*report.history, *report.recon.spaces}:
        spots[space] = _spot(report, space)
    return tuple(spots)


def _spot(report: Report, space: int) -> Spot:
    x, y = CENTRE[space]
    seen = report.recon.spaces.get(space)
    if seen is not None:
        tip = ["you are here"] if space == report.recon.space else [f"in sight, ring {seen.ring}"]
        if seen.occupied and space not in report.places and space != report.recon.space:
            tip.append("somebody is there")
        names = {k.letter: k.name for k in report.known}
        tip += [
            f"{thing_name(w.artifact)}: {how_there(w, report.mage.letter, names)}"
            for w in report.artifacts
            if w.space == space
        ]
        tip += [f"{thing_name(thing)} lies there" for thing in seen.things if thing.startswith("cloak:")]
        return Spot(name=NAME[space], x=x, y=y, tone=terrain_name(seen.terrain), tip=tuple(tip), turn=report.turn)
    code, turn = report.history[space]
    tone = terrain_name(code)
    return Spot(name=NAME[space], x=x, y=y, tone=tone, tip=(f"last seen turn {turn}",), turn=turn, faint=True)


def _marks(report: Report) -> tuple[Mark, ...]:
    m = report.mage
    own = Mark(
        key=f"mage:{m.letter}",
        at=m.space,
        text=m.letter,
        label=f"{m.name}, yourself",
        side="own",
        colour=TINCTURE.get(m.team, ""),
        art=_disc(m.letter, m.team, own=True),
    )
    marks = [own]
    allies = {ally.letter for ally in report.recon.allies}
    for k in report.known:
        if not k.space:
            continue
        who = k.name or ("the Ebon Mage" if k.letter == EBON else f"mage {k.letter}")
        since = "" if k.now else f"; last seen turn {k.turn}"  # an older place has its turn in ``more``
        said = joined(k.kind, cloak_words(k.team), k.more)
        marks.append(
            Mark(
                key=f"mage:{k.letter}",
                at=k.space,
                text=k.letter,
                label=f"{who}{': ' + said if said else ''}{since}",
                side="ally" if k.letter in allies else "foe",
                colour=TINCTURE.get(k.team or "", ""),
                faint=not k.placed,
                things=(f"mage:{k.letter}",),
                art=_disc(k.letter, k.team),
            )
        )
    known = {k.space for k in report.known if k.placed}
    for space, seen in report.recon.spaces.items():
        if seen.occupied and NAME[space] not in known and space != report.recon.space:
            marks.append(Mark(key=f"who:{NAME[space]}", at=NAME[space], text="?", label="somebody", side="foe"))
        marks += [
            Mark(
                key=f"thing:{thing}",
                at=NAME[space],
                text=short_of(thing),
                label=thing_name(thing),
                shape="lozenge",
                art=_thing(thing),
            )
            for thing in seen.things
            if thing.startswith("cloak:")
        ]
    names = {k.letter: k.name for k in report.known}
    marks += [
        Mark(
            key=f"thing:{w.artifact}",
            at=NAME[w.space],
            text=short_of(w.artifact),
            label=f"{thing_name(w.artifact)}: {how_there(w, m.letter, names)}",
            shape="square" if w.lies is False else "lozenge",
            faint=w.lies is None,
            things=(f"artifact:{w.artifact}",),
            art=_thing(w.artifact, w.lies),
        )
        for w in report.artifacts
    ]
    return tuple(marks)


@cache
def _disc(letter: str, team: str | None, own: bool = False) -> Art:
    """A mage as in print, in his cloak's colour and hatch; the reader violet, or in a violet ring."""
    draft, middle = Draft(), DISC + 1.5
    if own and team not in TINCTURE:
        draft.add(Circles(((middle, middle),), DISC, signs.VIOLET, WHITE, 1.6))
        draft.text(middle, middle - 3.6, letter, 10.0, True, WHITE)
    else:
        signs.disc(draft, middle, middle, DISC, letter, team)
        draft.add(*[Circles(((middle, middle),), DISC, "", signs.VIOLET, 2.4)] * own)
    return art(draft.picture(2 * middle, 2 * middle, letter, ""))


@cache
def _thing(name: str, lies: bool | None = True) -> Art:
    """What lies there, or is carried, as in print."""
    draft = Draft()
    if name.startswith("cloak:"):
        signs.cloak(draft, DISC, DISC, DISC * 0.8, name[6:])
    else:
        signs.artifact(draft, DISC, DISC, DISC * 0.85, name, lies)
    return art(draft.picture(2 * DISC, 2 * DISC, name, ""))


def short_of(thing: str) -> str:
    """Two letters for a thing's mark."""
    if thing.startswith("cloak:"):
        return thing[6:7].upper() + "c"
    return thing[:2].capitalize() if thing in ALIGNMENT_ARTIFACTS else thing[:2]


def _ways(report: Report) -> tuple[Way, ...]:
    """This turn's way, each step with its phase; before it, where he stood after each turn."""
    ways = []
    past = [CENTRE[own.space] for own in report.past[:-1]]
    if len(past) > 1:
        turns = tuple(str(own.turn) if own.turn % 5 == 0 else "" for own in report.past[:-1])
        ways.append(Way(points=tuple(past), kind="past", numbers=turns, label="where you stood after earlier turns"))
    for step in report.route:
        ends = (CENTRE[step.start], CENTRE[step.target])
        kind = "leap" if step.leap else "route"
        phase = str(step.phase)
        ways.append(Way(points=ends, kind=kind, numbers=("", phase), label=f"phase {phase}: to {NAME[step.target]}"))
    return tuple(ways)


# As it truly is: for the game master, and for all once a game is over.


def world_picture(world: World) -> Picture:
    """Every space, every mage, everything that lies: nothing is hidden, so this is for nobody who still plays."""
    codes = [world.terrain_at(space) for space in range(SPACES)]
    said = "; ".join(f"{m.letter} at {NAME[m.space]}" for m in world.playing())
    return _whole(
        tones=tones_of(codes),
        spots=tuple(_true_spot(world, space, code) for space, code in enumerate(codes)),
        marks=tuple(_true_marks(world)),
        help="Row a, the Goal Square, is the tip. A disc is a mage, a lozenge lies on the ground.",
        text=f"{said}.",
    )


def _true_spot(world: World, space: int, code: int) -> Spot:
    x, y = CENTRE[space]
    spells = tuple(f"under {area.kind} by {area.caster}" for area in world.areas if space in area.spaces)
    return Spot(name=NAME[space], x=x, y=y, tone=terrain_name(code), tip=spells)


def _true_marks(world: World) -> Iterator[Mark]:
    for mage in world.playing():
        held = ", ".join(map(thing_name, mage.artifacts))
        yield Mark(
            key=f"mage:{mage.letter}",
            at=NAME[mage.space],
            text=mage.letter,
            label=f"{mage.letter} {mage.name}, {mage.alignment} {mage.race}; {cloak_words(mage.team)}"
            + (f"; holds {held}" if held else ""),
            side="foe",
            colour=TINCTURE.get(mage.team, ""),
            art=_disc(mage.letter, mage.team),
        )
    for space, things in sorted(world.lying.items()):
        for thing in things:
            name = thing_name(thing)
            yield Mark(
                key=f"thing:{thing}",
                at=NAME[space],
                text=short_of(thing),
                label=name,
                shape="lozenge",
                art=_thing(thing),
            )


def points_plot(names: dict[str, str], tracks: dict[str, tuple[OwnTurn, ...]]) -> Plot:
    """Everybody's victory points, turn by turn."""
    series = {
        f"{letter} {names.get(letter, '')}".strip(): tuple((float(own.turn), own.points) for own in past)
        for letter, past in sorted(tracks.items())
        if past
    }
    return Plot(title="Victory points, turn by turn", series=series)
