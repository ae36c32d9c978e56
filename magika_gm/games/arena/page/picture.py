"""The board as a picture of named places: terrain, control, storms, who stands where, the ways of the turn."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import sqrt
from typing import Any

from magika_gm.engine.paging import Mark, Picture, Point, Spot, Tone, Way
from magika_gm.engine.told import Told
from magika_gm.games.arena.report import board as drawn
from magika_gm.games.arena.report.places import stacks
from magika_gm.games.arena.report.report import Report
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import OTHER, SIDES, TERRAIN_NAMES
from magika_gm.games.arena.rules.values import walls

RADIUS = 30.0
WIDE = sqrt(3) * RADIUS
MARGIN = 8.0
HEXAGON: tuple[Point, ...] = tuple(
    (round(x * RADIUS, 2), round(y * RADIUS, 2))
    for x, y in ((0, -1), (sqrt(3) / 2, -0.5), (sqrt(3) / 2, 0.5), (0, 1), (-sqrt(3) / 2, 0.5), (-sqrt(3) / 2, -0.5))
)
_DARK = {
    "G": "#5d7320",
    "F": "#2f6130",
    "R": "#6a536c",
    "S": "#3b5a50",
    "W": "#2c4a8f",
    "L": "#855317",
    "K": "#6b6135",
}
"""The same land by night: light letters are read on all."""
TONES = {t: Tone(label=TERRAIN_NAMES[t], light=drawn.FILLS[t], dark=_DARK[t], sign=t) for t in drawn.FILLS}
_KINDS = {"walk": "route", "fly": "leap", "retreat": "past"}


def centre(state: State, hex_: int) -> Point:
    """Where a hex lies: row a is at the top."""
    return _centres(state.board.rows)[hex_]


@cache
def _centres(rows: tuple[tuple[int, ...], ...]) -> dict[int, Point]:
    """Of all hexes: boards there are few."""
    return {
        hex_: (
            round(MARGIN + WIDE * (n + 0.5 + (len(rows) - len(row)) / 2), 1),
            round(MARGIN + RADIUS * (1 + 1.5 * down), 1),
        )
        for down, row in enumerate(rows)
        for n, hex_ in enumerate(row)
    }


def board(report: Report) -> Picture:
    """The whole board, as one side's player sees it."""
    return board_of(report.state, report.told, report.seat)


def board_of(state: State, told: Iterable[Told[Any]], seat: str) -> Picture:
    """The whole board; without a ``seat`` for those who look on: A's creatures in one ink, B's in the other."""
    rows = len(state.board.rows)
    used = sorted(set(state.terrain), key=list(drawn.FILLS).index)
    return Picture(
        key="board",
        title="The board",
        width=round(WIDE * rows + 2 * MARGIN, 1),
        height=round(RADIUS * (1.5 * rows + 0.5) + 2 * MARGIN, 1),
        shapes={"hex": HEXAGON},
        tones={t: TONES[t] for t in used},
        spots=tuple(_spot(state, seat, hex_) for hex_ in state.board.hexes),
        marks=_marks(state, seat or SIDES[0]),
        ways=_ways(state, told),
        focus=state.board.names[state.kings[seat]] if seat else "",
        help="Click a creature for its orders, or a hex for what could be done there. A square stands in the air."
        if seat
        else "A disc stands on the ground, a square in the air; A's are dark, B's light.",
        text=drawn.described(state),
    )


def _spot(state: State, seat: str, hex_: int) -> Spot:
    holder = state.control[hex_]
    tip = [f"king's hex of {side}" for side, king in state.kings.items() if king == hex_]
    tip.append("nobody's" if not holder else "yours" if holder == seat else f"controlled by {holder}")
    left = state.storms.get(hex_, 0) - state.turn
    tip += [f"storm, {left} player turns left"] if left > 0 else []
    x, y = centre(state, hex_)
    label = state.board.names[hex_] + (f" {holder}" if holder else "") + (" !" if left > 0 else "")
    return Spot(name=state.board.names[hex_], x=x, y=y, tone=state.terrain[hex_], label=label, tip=tuple(tip))


def _marks(state: State, seat: str) -> tuple[Mark, ...]:
    names = state.board.names
    marks = []
    for stack in stacks(state):
        for unit in stack.units:
            kinds = [f"{id_} {state.creatures[id_].kind.name}" for id_ in (unit.id, *unit.riders)]
            said = " with ".join([kinds[0], ", ".join(kinds[1:])] if unit.riders else kinds)
            air = " in the air" if stack.air else ""
            whose = "idle" if not unit.side else f"Power {unit.power}"
            side = "own" if unit.side == seat else "foe" if unit.side == OTHER[seat] else ""
            marks.append(
                Mark(
                    key=f"unit:{unit.id}",
                    at=names[stack.hex],
                    text=unit.id,
                    label=f"{said}{air}; {whose}",
                    shape="square" if stack.air else "disc",
                    side=side,
                    faint=not unit.side,
                    things=tuple(f"unit:{id_}" for id_ in (unit.id, *unit.riders)),
                )
            )
    for item in state.items.values():
        if not item.gone and not item.by:
            label = f"{item.id} {item.kind.name} lies here"
            at = names[item.place >> 1]
            marks.append(Mark(key=f"item:{item.id}", at=at, text=item.id, label=label, shape="lozenge"))
    for corpse in state.corpses.values():
        if not corpse.gone:
            label = f"{corpse.id}, corpse of {corpse.of} {corpse.kind.name}"
            marks.append(
                Mark(
                    key=f"corpse:{corpse.id}",
                    at=names[corpse.hex],
                    text=corpse.id,
                    label=label,
                    shape="bar",
                    faint=True,
                )
            )
    return tuple(marks)


def _ways(state: State, told: Iterable[Told[Any]]) -> tuple[Way, ...]:
    found = [
        Way(
            points=tuple(centre(state, h) for h in way.hexes),
            kind=_KINDS[way.sort],
            label=f"{way.side}: {state.board.names[way.hexes[0]]} to {state.board.names[way.hexes[-1]]}",
        )
        for way in drawn.ways(state, told)
    ]
    for one, other in sorted(walls(state)):
        (ax, ay), (bx, by) = centre(state, one), centre(state, other)
        mx, my, dx, dy = (ax + bx) / 2, (ay + by) / 2, (by - ay) / (2 * sqrt(3)), (ax - bx) / (2 * sqrt(3))
        ends = ((round(mx - dx, 1), round(my - dy, 1)), (round(mx + dx, 1), round(my + dy, 1)))
        found.append(Way(points=ends, kind="bar", label=f"wall {state.board.wall_name((one, other))}"))
    return tuple(found)
