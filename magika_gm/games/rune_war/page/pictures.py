"""Hand and isle as pictures of named places: one's own runes, the territories with their owners and armies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import sqrt
from typing import Any

from magika_gm.engine.paging import Mark, Picture, Point, Spot, Tone, Way
from magika_gm.engine.told import Told
from magika_gm.games.rune_war.isle import TOWER
from magika_gm.games.rune_war.report.chart import described
from magika_gm.games.rune_war.report.clans import CLAN_FILL
from magika_gm.games.rune_war.report.report import Report
from magika_gm.games.rune_war.rules.events import Moved
from magika_gm.games.rune_war.rules.events import Way as Going
from magika_gm.games.rune_war.rules.state import Due
from magika_gm.games.rune_war.runes import CODES, WINDS
from magika_gm.games.rune_war.sight.memory import Memory
from magika_gm.games.rune_war.sight.view import View
from magika_gm.games.rune_war.tables import Clan

RADIUS = 40.0
WIDE = sqrt(3) * RADIUS
HEXAGON: tuple[Point, ...] = tuple(
    (round(x * RADIUS, 2), round(y * RADIUS, 2))
    for x, y in ((0, -1), (sqrt(3) / 2, -0.5), (sqrt(3) / 2, 0.5), (0, 1), (-sqrt(3) / 2, 0.5), (-sqrt(3) / 2, -0.5))
)
_DARK = {Clan.MAITHA: "#54407c", Clan.MARZ: "#7a6210", Clan.KARTHA: "#7d3f2a", Clan.IZ: "#1f6352"}
_TOWER = Tone(label="the Tower, nobody's", light="#f4f2f6", dark="#45424c", sign="T")
_TILE = ((-24.0, -32.0), (24.0, -32.0), (24.0, 32.0), (-24.0, 32.0))
_STEP, _ROW, _ACROSS = 56.0, 74.0, 7
_SUITS = {
    "K": Tone(label="skulls", light="#efe3d0", dark="#5b4a33", sign="K"),
    "S": Tone(label="swords", light="#d5e3f0", dark="#2f4a66", sign="S"),
    "C": Tone(label="characters", light="#ecd5e0", dark="#643a50", sign="C"),
    "wind": Tone(label="winds", light="#dcebd2", dark="#3c5a2c", sign="w"),
    "dragon": Tone(label="dragons", light="#f7d8b8", dark="#75481b", sign="d"),
}


def pictures(report: Report) -> tuple[Picture, ...]:
    """What the coming turn is about comes first."""
    found = [hand(report)] if any(report.view.held) else []
    if report.view.options.map:
        found.insert(len(found) if report.view.due is Due.HAND else 0, isle(report.view, report.told, report.memory))
    return tuple(found)


def hand(report: Report) -> Picture:
    """One's own concealed runes, a tile a kind."""
    view = report.view
    kinds = [kind for kind, count in enumerate(view.held) if count]
    spots = []
    for n, kind in enumerate(kinds):
        count, bright = view.held[kind], view.bright[kind]
        tip = [f"{count} of them" if count > 1 else "one of it"]
        tip += [f"{bright} drawn bright: may pay for spells"] if bright and view.options.map else []
        spots.append(
            Spot(
                name=CODES[kind],
                x=_STEP * (0.5 + n % _ACROSS) + 2,
                y=_ROW * (0.5 + n // _ACROSS) + 2,
                tone=_suit(kind),
                label=CODES[kind] + (f" x{count}" if count > 1 else ""),
                tip=tuple(tip),
            )
        )
    used = {_suit(kind) for kind in kinds}
    return Picture(
        key="hand",
        title="Your hand",
        width=_STEP * min(_ACROSS, len(kinds)) + 4,
        height=_ROW * -(-len(kinds) // _ACROSS) + 4,
        shapes={"tile": _TILE},
        tones={key: tone for key, tone in _SUITS.items() if key in used},
        spots=tuple(spots),
        help="Your concealed runes. Click one to keep it or to throw it first.",
        text="You hold " + ", ".join(f"{view.held[k]} x {CODES[k]}" for k in kinds) + ".",
    )


def _suit(kind: int) -> str:
    return "KSC"[kind // 9] if kind < WINDS[0] else "wind" if kind in WINDS else "dragon"


def centre(view: View, place: str) -> Point:
    """Where a territory lies, the Tower in the middle."""
    q, r = view.isle.at[place].hex
    return round(3.6 * WIDE + WIDE * (q + r / 2), 1), round(5.6 * RADIUS + 1.5 * RADIUS * r, 1)


def isle(view: View, told: Iterable[Told[Any]], memory: Memory | None = None) -> Picture:
    """The isle with what the reader sees and remembers of it (SEE-6)."""
    tones = {
        clan.value: Tone(label=f"{clan.title}'s", light=CLAN_FILL[clan], dark=_DARK[clan], sign=clan.value)
        for clan in Clan
        if clan in view.land.values()
    }
    own = next((c.at for c in view.creatures.values() if c.seat == view.seat), "")
    return Picture(
        key="isle",
        title="The isle",
        width=round(7.2 * WIDE, 1),
        height=round(11.2 * RADIUS, 1),
        shapes={"hex": HEXAGON},
        tones=tones | {TOWER: _TOWER},
        spots=tuple(_spot(view, place) for place in view.isle.at),
        marks=tuple(_marks(view, memory)),
        ways=tuple(_ways(view, told)),
        focus=own,
        help="Colour and letter: the owner; * a summoning circle; a red bar: a ridge nobody crosses.",
        text=described(view),
    )


def _spot(view: View, place: str) -> Spot:
    land = view.isle.at[place]
    x, y = centre(view, place)
    if place == TOWER:
        return Spot(name=place, x=x, y=y, tone=TOWER, label="T *", tip=("The Tower", "a summoning circle for all"))
    owner = view.land[place]
    tip = [land.name, f"{owner.title}'s, worth {land.value}"]
    tip.append(f"melee {land.melee}, ranged {land.ranged}, defence {land.defense}, loyalty {land.loyalty}")
    tip += ["a summoning circle"] if land.circle else []
    label = f"{place}{' *' if land.circle else ''}"
    return Spot(name=place, x=x, y=y, tone=owner.value, label=label, tip=tuple(tip))


def _marks(view: View, memory: Memory | None) -> Iterator[Mark]:
    for one in view.creatures.values():
        own = one.seat == view.seat
        whose = "" if own else f", {view.seats[one.seat].wizard}'s"
        yield Mark(
            key=f"creature:{one.code}",
            at=one.at,
            text=one.code,
            label=f"{one.code} {one.kind}{whose}, loyalty {one.loyalty} of {one.maximum}",
            shape="disc" if own else "square",
            side="own" if own else "foe",
            colour=CLAN_FILL[view.seats[one.seat].clan],
            things=(f"creature:{one.code}",),
        )
    for seen in memory.sightings if memory else ():
        label = f"{seen.code} {seen.kind}, last seen in turn {seen.turn}"
        yield Mark(
            key=f"creature:{seen.code}", at=seen.at, text=seen.code, label=label, shape="square", side="foe", faint=True
        )


def _ways(view: View, told: Iterable[Told[Any]]) -> Iterator[Way]:
    """The turn's ways as told; ridges between neighbours (ISLE-4)."""
    for one_told in told:
        event = one_told.event
        if isinstance(event, Moved) and event.origin in view.isle.at and event.place in view.isle.at:
            points = (centre(view, event.origin), centre(view, event.place))
            kind = "route" if event.way is Going.STEP else "leap"
            yield Way(points=points, kind=kind, label=f"{event.code}: {event.origin} to {event.place}")
    for one, other in view.isle.ridges:
        (ax, ay), (bx, by) = centre(view, one), centre(view, other)
        mx, my, dx, dy = (ax + bx) / 2, (ay + by) / 2, (by - ay) / (2 * sqrt(3)), (ax - bx) / (2 * sqrt(3))
        ends = ((round(mx - dx, 1), round(my - dy, 1)), (round(mx + dx, 1), round(my + dy, 1)))
        yield Way(points=ends, kind="bar", label=f"ridge between {one} and {other}")
