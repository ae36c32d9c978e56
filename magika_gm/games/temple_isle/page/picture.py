"""The isle as a picture of named places: twenty cards, who controls them, what a step costs, who stands there."""

from __future__ import annotations

from magika_gm.engine.paging import Mark, Picture, Spot, Tone, Way
from magika_gm.games.temple_isle.report import board as drawn
from magika_gm.games.temple_isle.report.report import Report
from magika_gm.games.temple_isle.report.story import NAMES
from magika_gm.games.temple_isle.rules.board import ALL_SQUARES, ROWS, SEATS, SQUARE, SQUARES, WATER, WIDTH
from magika_gm.games.temple_isle.rules.catalogue import TEMPLE_OF
from magika_gm.games.temple_isle.rules.events import Moved

WIDE, HIGH, GAP = 132.0, 62.0, 4.0
CARD = ((-WIDE / 2, -HIGH / 2), (WIDE / 2, -HIGH / 2), (WIDE / 2, HIGH / 2), (-WIDE / 2, HIGH / 2))
_TONES = {
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
    """The whole isle."""
    view = report.view
    own = next((u.square for u in view.units if u.owner == report.seat), -1)
    used = {_tone(report, s) for s in ALL_SQUARES}
    return Picture(
        key="isle",
        title="The isle",
        width=GAP + WIDTH * (WIDE + GAP),
        height=GAP + ROWS * (HIGH + GAP),
        shapes={"card": CARD},
        tones={key: tone for key, tone in _TONES.items() if key in used},
        spots=tuple(_spot(report, square) for square in ALL_SQUARES),
        marks=tuple(
            Mark(
                key=f"unit:{u.number}",
                at=SQUARES[u.square],
                text=f"U{u.number}",
                label=f"U{u.number} {u.card}, {NAMES[u.owner]}'s, {u.hp} of {u.now.full} HP"
                + (f", under {', '.join(m.card for m in u.mantras)}" if u.mantras else ""),
                shape="disc" if u.owner == SEATS[0] else "square",
                side="own" if u.owner == report.seat else "foe",
                things=(f"unit:{u.number}",),
            )
            for u in view.units
        ),
        ways=_ways(report),
        focus=SQUARES[own] if own >= 0 else "",
        help="Sun's units are round, Moon's square. Click a unit for its orders, or a card for who could go there.",
        text=drawn.described(view),
    )


def _tone(report: Report, square: int) -> str:
    seen = report.view.isle[square]
    return "water" if seen.card == WATER else seen.control or "land"


def _spot(report: Report, square: int) -> Spot:
    view = report.view
    seen = view.isle[square]
    x, y = centre(square)
    if seen.card == WATER:
        return Spot(name=SQUARES[square], x=x, y=y, tone="water", label=f"{SQUARES[square]} water")
    temple = seen.card in view.catalogue.temples
    name = ("+ " if temple else "") + seen.card.removeprefix(TEMPLE_OF)
    effects = "; ".join(str(effect) for effect in view.catalogue.isle[seen.card].effects)
    cost = seen.cost[SEATS.index(report.seat)]
    tip = [seen.card, f"held by {NAMES[seen.control]}" if seen.control else "nobody's"]
    tip.append("closed" if seen.closed else f"a step onto it costs you {cost}")
    tip += [effects] if effects else []
    tip += [f"{m.card} of {NAMES[m.caster]}'s lies on it" for m in seen.mantras]
    tone = _tone(report, square)
    return Spot(name=SQUARES[square], x=x, y=y, tone=tone, label=f"{SQUARES[square]} {name}", tip=tuple(tip))


def _ways(report: Report) -> tuple[Way, ...]:
    """The steps of the turn, unit by unit."""
    steps: dict[int, list[int]] = {}
    for one in report.told:
        if isinstance(one.event, Moved):
            way = steps.setdefault(one.event.unit, [SQUARE[one.event.start]])
            way.append(SQUARE[one.event.target])
    return tuple(
        Way(points=tuple(centre(s) for s in way), label=f"U{unit}: {SQUARES[way[0]]} to {SQUARES[way[-1]]}")
        for unit, way in steps.items()
    )
