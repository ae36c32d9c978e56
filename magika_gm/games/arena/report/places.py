"""Who stands where, put together for a map: the stacks of a board's places, and the board in signs."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.games.arena.rules.state import Creature, State
from magika_gm.games.arena.rules.terms import SIDES
from magika_gm.games.arena.rules.units import idle, unit
from magika_gm.games.arena.rules.values import adds

CELL = 7
"""Columns of a hex in texts."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A unit on the map: side ("" for an idle vehicle), the top mount's id, its riders' ids, the Power of all."""

    side: str
    id: str
    riders: tuple[str, ...]
    power: int

    @property
    def text(self) -> str:
        """``A8+A3  4``: mount, riders, Power."""
        return f"{self.short}  {self.power}" if self.side else self.short

    @property
    def short(self) -> str:
        """Without its Power."""
        ids = "+".join((self.id, *self.riders))
        return ids if self.side else f"({ids})"


@dataclass(frozen=True, slots=True)
class Stack:
    """All units in one place."""

    place: int
    units: tuple[Standing, ...]

    @property
    def hex(self) -> int:
        """Its hex."""
        return self.place >> 1

    @property
    def air(self) -> bool:
        """Whether it is an airspace."""
        return bool(self.place & 1)

    def of(self, side: str) -> tuple[Standing, ...]:
        """Those of a side ("" for idle vehicles)."""
        return tuple(u for u in self.units if u.side == side)

    def texts(self, rows: int) -> list[tuple[str, str]]:
        """Side and text of at most ``rows`` counters: one a unit, or one a side with number and Power."""
        if len(self.units) <= rows:
            return [(u.side, u.text) for u in self.units]
        sides = [side for side in (*SIDES, "") if self.of(side)]
        if len(sides) > rows:
            whole = " ".join(f"{side or 'idle'}x{len(self.of(side))}" for side in sides)
            return [(sides[0], whole)]
        spare = rows - len(sides)
        found: list[tuple[str, str]] = []
        for side in sides:
            mine = self.of(side)
            if len(mine) <= 1 + spare:
                found += [(side, u.text) for u in mine]
                spare -= len(mine) - 1
            else:
                found.append((side, f"{side or 'idle'} x{len(mine)}  {sum(u.power for u in mine)}"))
        return found


def stacks(state: State) -> list[Stack]:
    """Every place somebody stands in, in order of places; A's units first, idle vehicles last."""
    found: dict[int, list[Standing]] = {}
    for creature in state.by_id():
        if not creature.on:
            found.setdefault(creature.place, []).append(_standing(state, creature))
    order = {"A": 0, "B": 1, "": 2}
    return [Stack(place, tuple(sorted(units, key=lambda u: order[u.side]))) for place, units in sorted(found.items())]


def _standing(state: State, mount: Creature) -> Standing:
    whole = unit(state, mount)
    lazy = idle(state, mount)
    power = sum(adds(state, c) for c in whole if not idle(state, c))
    return Standing("" if lazy else mount.side, mount.id, tuple(c.id for c in whole[1:]), power)


def text_board(state: State) -> tuple[str, ...]:
    """The board in signs, two lines a row: terrain, control (a, b), storm (!), who is in the air; below, the ground."""
    by_place = {s.place: s for s in stacks(state)}
    rows: list[str] = []
    longest = max(map(len, state.board.rows))
    for r, row in enumerate(state.board.rows):
        shift = " " * ((longest - len(row)) * CELL // 2)
        over = "".join(f"{_sky(state, h, by_place):<{CELL}}" for h in row)
        under = "".join(f"{_short(by_place.get(h * 2)):<{CELL}}" for h in row)
        rows.append(f"{chr(ord('a') + r)} {shift}{over}".rstrip())
        rows.append(f"  {shift}{under}".rstrip())
    return tuple(rows)


def _sky(state: State, hex_: int, by_place: dict[int, Stack]) -> str:
    mark = state.terrain[hex_] + (state.control[hex_].lower() or ".")
    mark += "!" if state.storms.get(hex_, 0) > state.turn else ""
    flying = _short(by_place.get(hex_ * 2 + 1))
    return f"{mark} {flying}"[: CELL - 1] if flying else mark


def _short(stack: Stack | None) -> str:
    """``A3``, ``A3+2``, ``A+B``: who stands in a place, in few letters."""
    if stack is None:
        return ""
    sky = "^" if stack.air else ""
    sides = [side for side in (*SIDES, "") if stack.of(side)]
    if len(sides) > 1:
        return "/".join(f"{side or '?'}{len(stack.of(side))}" for side in sides) + sky
    first = stack.units[0]
    more = len(stack.units) - 1 + sum(len(u.riders) for u in stack.units)
    name = first.id if first.side else f"({first.id})"
    return f"{name}{f'+{more}' if more else ''}{sky}"


def brick_text(state: State, hex_: int, by_place: dict[int, Stack]) -> str:
    """What is written on a hex in a mail: who stands there, else its name; there is room for five letters."""
    parts = [_short(by_place.get(hex_ * 2)), _short(by_place.get(hex_ * 2 + 1))]
    said = " ".join(part for part in parts if part)
    if len(said) > 5:
        said = " ".join(part.split("+")[0] + ("+" if "+" in part else "") for part in parts if part)
    return said or state.board.names[hex_]
