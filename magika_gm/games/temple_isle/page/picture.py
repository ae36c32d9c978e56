"""The isle as a picture of named places: twenty cards, who controls them, what a step costs, who stands there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from magika_gm.engine.paging import Mark, Picture, Spot, Tone, Way
from magika_gm.engine.told import Told
from magika_gm.games.temple_isle.report import board as drawn
from magika_gm.games.temple_isle.report.report import Report
from magika_gm.games.temple_isle.report.story import NAMES
from magika_gm.games.temple_isle.rules.board import ALL_SQUARES, ROWS, SEATS, SQUARE, SQUARES, WATER, WIDTH
from magika_gm.games.temple_isle.rules.catalogue import TEMPLE_OF
from magika_gm.games.temple_isle.rules.events import Moved
from magika_gm.games.temple_isle.sight.view import View

WIDE, HIGH, GAP = 132.0, 62.0, 4.0
CARD = ((-WIDE / 2, -HIGH / 2), (WIDE / 2, -HIGH / 2), (WIDE / 2, HIGH / 2), (-WIDE / 2, HIGH / 2))
TONES = {
    "land": Tone(label="nobody's land", light=drawn.LAND, dark="#5b553f"),
    "SUN": Tone(label="Sun's", light="#fdcf66", dark="#7d5a0a", sign="S"),
    "MOON": Tone(label="Moon's", light="#d3cdea", dark="#4b4370", sign="M"),
    "water": Tone(label="water", light=drawn.SEA, dark="#2c4a8f", sign="~"),
}


def centre(square: int) -> tuple[float, float]:
    """Where a square lies, row 1 at the top."""
    row, column = divmod(square, WIDTH)
    return GAP + WIDE / 2 + column * (WIDE + GAP), GAP + HIGH / 2 + row * (HIGH + GAP)


def isle(report: Report) -> Picture:
    """The whole isle, as one player sees it."""
    return isle_of(report.view, report.told, report.seat)


def isle_of(view: View, told: Iterable[Told[Any]], seat: str) -> Picture:
    """The whole isle; without a ``seat`` for those who look on: Sun's units in one ink, Moon's in the other."""
    own = next((u.square for u in view.units if u.owner == seat), -1)
    used = {_tone(view, s) for s in ALL_SQUARES}
    return Picture(
        key="isle",
        title="The isle",
        width=GAP + WIDTH * (WIDE + GAP),
        height=GAP + ROWS * (HIGH + GAP),
        shapes={"card": CARD},
        tones={key: tone for key, tone in TONES.items() if key in used},
        spots=tuple(_spot(view, seat, square) for square in ALL_SQUARES),
        marks=tuple(
            Mark(
                key=f"unit:{u.number}",
                at=SQUARES[u.square],
                text=f"U{u.number}",
                label=f"U{u.number} {u.card}, {NAMES[u.owner]}'s, {u.hp} of {u.now.full} HP"
                + (f", under {', '.join(m.card for m in u.mantras)}" if u.mantras else ""),
                shape="disc" if u.owner == SEATS[0] else "square",
                side="own" if u.owner == (seat or SEATS[0]) else "foe",
                things=(f"unit:{u.number}",),
            )
            for u in view.units
        ),
        ways=_ways(told),
        focus=SQUARES[own] if own >= 0 else "",
        help="Sun's units are round, Moon's square."
        + (" Click a unit for its orders, or a card for who could go there." if seat else ""),
        text=drawn.described(view),
    )


def _tone(view: View, square: int) -> str:
    seen = view.isle[square]
    return "water" if seen.card == WATER else seen.control or "land"


def _spot(view: View, seat: str, square: int) -> Spot:
    seen = view.isle[square]
    x, y = centre(square)
    if seen.card == WATER:
        return Spot(name=SQUARES[square], x=x, y=y, tone="water", label=f"{SQUARES[square]} water")
    temple = seen.card in view.catalogue.temples
    name = ("+ " if temple else "") + seen.card.removeprefix(TEMPLE_OF)
    effects = "; ".join(str(effect) for effect in view.catalogue.isle[seen.card].effects)
    tip = [seen.card, f"held by {NAMES[seen.control]}" if seen.control else "nobody's"]
    if seat:
        costs = f"you {seen.cost[SEATS.index(seat)]}"
    else:
        costs = ", ".join(f"{NAMES[s]} {cost}" for s, cost in zip(SEATS, seen.cost, strict=True))
    tip.append("closed" if seen.closed else f"a step onto it costs {costs}")
    tip += [effects] if effects else []
    tip += [f"{m.card} of {NAMES[m.caster]}'s lies on it" for m in seen.mantras]
    tone = _tone(view, square)
    return Spot(name=SQUARES[square], x=x, y=y, tone=tone, label=f"{SQUARES[square]} {name}", tip=tuple(tip))


def _ways(told: Iterable[Told[Any]]) -> tuple[Way, ...]:
    """The steps of the turn, unit by unit."""
    steps: dict[int, list[int]] = {}
    for one in told:
        if isinstance(one.event, Moved):
            way = steps.setdefault(one.event.unit, [SQUARE[one.event.start]])
            way.append(SQUARE[one.event.target])
    return tuple(
        Way(points=tuple(centre(s) for s in way), label=f"U{unit}: {SQUARES[way[0]]} to {SQUARES[way[-1]]}")
        for unit, way in steps.items()
    )
