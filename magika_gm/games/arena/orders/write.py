"""Orders as a player would write them; the grammar reads them back to equal values (ORD)."""

from __future__ import annotations

from typing import assert_never

from magika_gm.games.arena.orders.order import (
    Auto,
    BeginStanding,
    CalmStorm,
    Cast,
    ChangeTerrain,
    Condition,
    Destroy,
    Dismount,
    Draw,
    Drop,
    EndStanding,
    Equip,
    Fly,
    Kill,
    MakeStorm,
    Mount,
    Move,
    Order,
    Resign,
    Retreat,
    Shoot,
    Stop,
    Use,
    When,
)
from magika_gm.games.arena.rules.terms import TERRAINS


def write_order(order: Order) -> str:
    """One line of a sheet."""
    match order:
        case ChangeTerrain(hex_, terrain):
            return f"TERRAIN {hex_} {TERRAINS[terrain].upper()}"
        case MakeStorm(hex_):
            return f"STORM {hex_}"
        case CalmStorm(hex_):
            return f"CALM {hex_}"
        case Drop(creature, item, late):
            return f"{_late(late)}DROP {creature} {item}"
        case Equip(creature, item, late):
            return f"{_late(late)}EQUIP {creature} {item}"
        case Mount(rider, mount, late):
            return f"{_late(late)}MOUNT {rider} {mount}"
        case Dismount(rider, late):
            return f"{_late(late)}DISMOUNT {rider}"
        case Cast():
            to = f" TO {_terrain_or_hex(order.to)}" if order.to else ""
            return f"{_phase(order)}CAST {order.spell} BY {_else(order.by)}{_on(order.on)}{to}{_ends(order)}"
        case Use():
            return f"{_phase(order)}USE {order.what} BY {_else(order.by)}{_on(order.on)}{_ends(order)}"
        case Stop(creature):
            return f"STOP {creature}"
        case Move(mover, paths):
            return f"MOVE {mover} {' ELSE '.join(' '.join(path) for path in paths)}"
        case Fly(flyer, legs):
            return f"FLY {flyer} {' ELSE '.join(' '.join((*leg.steps, leg.end)) for leg in legs)}"
        case Shoot(creature, marks, weapon):
            aims = _else(tuple(f"{m.place} {m.vehicle}".strip() for m in marks))
            return f"SHOOT {creature} {aims}{f' WITH {weapon}' if weapon else ''}"
        case Destroy(vehicle, by):
            return f"DESTROY {vehicle} BY {' '.join(by)}"
        case Retreat(mover, places):
            return f"RETREAT {mover} {' '.join(places)}"
        case Kill(ids):
            return f"KILL {' '.join(ids)}"
        case Auto(on):
            return f"AUTO {'ON' if on else 'OFF'}"
        case Resign():
            return "RESIGN"
        case Draw():
            return "DRAW"
        case BeginStanding():
            return "STANDING"
        case EndStanding():
            return "END STANDING"
        case _:
            assert_never(order)


def write_condition(condition: Condition) -> str:
    """A condition, without WHEN."""
    match condition.when:
        case When.ENEMY_CASTS:
            at = f" ON {condition.at}" if condition.at else ""
            return f"{condition.when} {condition.what}{at}"
        case When.ENEMY_NEAR:
            return f"{condition.when} {condition.at} {condition.within}"
        case _:
            return f"{condition.when} {condition.at}"


def _late(late: bool) -> str:
    return "LATE " if late else ""


def _phase(order: Cast | Use) -> str:
    return f"{order.phase} " if order.phase else ""


def _else(refs: tuple[str, ...]) -> str:
    return " ELSE ".join(refs)


def _on(refs: tuple[str, ...]) -> str:
    return f" ON {_else(refs)}" if refs else ""


def _terrain_or_hex(to: str) -> str:
    return TERRAINS[to].upper() if to in TERRAINS else to


def _ends(order: Cast | Use) -> str:
    when = f" WHEN {write_condition(order.when)}" if order.when else ""
    keep = "" if order.keep is None else f" KEEP {order.keep}"
    return when + keep
