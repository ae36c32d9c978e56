"""What could be ordered, put together for people: one offer a verb and subject, with all that may follow.

A turn of Arena has some hundreds of choices (:mod:`~magika_gm.games.arena.orders.choices`); an offer is those that
differ in their last words only: ``MOVE A3`` with the ways to every hex within reach, ``TERRAIN`` with the hexes of one
price.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from magika_gm.games.arena.orders.choices import Choice, choices
from magika_gm.games.arena.orders.lines import write_order
from magika_gm.games.arena.orders.order import (
    CalmStorm,
    Cast,
    ChangeTerrain,
    Equip,
    Fly,
    MakeStorm,
    Mount,
    Move,
    Shoot,
    Use,
)
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.tables import SPELLS
from magika_gm.games.arena.rules.terms import TERRAINS, Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """An order's beginning, what may follow it, and what it costs.

    ``options`` are texts that follow ``start`` (none: the order is whole); ``example`` is one whole order.
    ``unit`` is whom it is for ("" for the land), ``cost`` in hexes of the terrain budget or points of the pool.
    """

    step: Step
    start: str
    options: tuple[str, ...]
    example: str
    unit: str = ""
    cost: int = 0
    tail: str = ""
    """What may stand behind an option: ``type`` of TERRAIN."""
    after: str = ""
    """Where the creature goes first: it shoots or casts from there."""

    @property
    def line(self) -> str:
        """The offer on one line: ``MOVE A3 e3, e4``."""
        more = f" {', '.join(self.options)}" if self.options else ""
        return f"{self.start}{more}{' ' + self.tail if self.tail else ''}"


def offers(known: State, seat: str) -> tuple[Offer, ...]:
    """All choices of a player's coming turn, put together; nothing but what he knows is looked at."""
    return together(known, choices(known, seat))


def together(known: State, found: Iterable[Choice]) -> tuple[Offer, ...]:
    """The offers of choices that were found already."""
    table: dict[tuple[Step, str, int, str, str, str], dict[str, str]] = {}
    for choice in found:
        start, option, unit, tail = _parts(known, choice)
        options = table.setdefault((choice.step, start, choice.cost, unit, tail, choice.after), {})
        # ways by their hexes, as the options have them: no reader counts directions
        way = isinstance(choice.order, Move | Fly) and option
        options.setdefault(
            option, " ".join([start, option, *([tail] if tail else [])]) if way else write_order(choice.order)
        )
    return tuple(
        Offer(
            step=step,
            start=start,
            options=tuple(o for o in options if o),
            example=next(iter(options.values())),
            unit=unit,
            cost=cost,
            tail=tail,
            after=after,
        )
        for (step, start, cost, unit, tail, after), options in sorted(table.items(), key=lambda row: row[0][0])
    )


def _parts(known: State, choice: Choice) -> tuple[str, str, str, str]:
    """An order's beginning, its last word, its unit, and what follows."""
    order = choice.order
    match order:
        case ChangeTerrain(hex_, _):
            return "TERRAIN", hex_, "", f"and a letter of {' '.join(TERRAINS)}"
        case MakeStorm(hex_):
            return "STORM", hex_, "", ""
        case CalmStorm(hex_):
            return "CALM", hex_, "", ""
        case Move(unit, paths):
            return f"MOVE {unit}", _way(known, unit, paths[0]), unit, ""
        case Fly(unit, legs):
            if not legs[0].steps:
                return f"FLY {unit} {legs[0].end}", "", unit, ""
            return f"FLY {unit}", _way(known, unit, legs[0].steps), unit, str(legs[0].end)
        case Equip(creature, item, _):
            return f"EQUIP {creature}", item, creature, ""
        case Mount(rider, mount, _):
            return f"MOUNT {rider}", mount, rider, ""
        case Shoot(creature, marks, weapon):
            return f"SHOOT {creature}", marks[0].place, creature, f"WITH {weapon}" if weapon else ""
        case Cast():
            phase = f"{order.phase} " if order.phase else ""
            to = f"TO {_destinations(order.spell)}" if order.to else ""
            on = " ON" if order.on else ""
            return f"{phase}CAST {order.spell} BY {order.by[0]}{on}", " ".join(order.on), order.by[0], to
        case Use():
            phase = f"{order.phase} " if order.phase else ""
            on = " ON" if order.on else ""
            return f"{phase}USE {order.what} BY {order.by[0]}{on}", " ".join(order.on), order.by[0], ""
    text = write_order(order)
    return text, "", text.split()[1], ""


def _way(known: State, unit: str, steps: Sequence[str]) -> str:
    """A way by the names of its hexes, as an order may have it: ``e3 d3``."""
    board, hex_ = known.board, known.creatures[unit].place >> 1
    found: list[str] = []
    for step in steps:
        hex_ = board.steps[hex_][step]
        found.append(board.names[hex_])
    return " ".join(found)


def _destinations(spell: str) -> str:
    return "terrain" if SPELLS[spell].magic.does == "shape_land" else "hex"
