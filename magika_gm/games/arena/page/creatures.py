"""The forms of one's own creatures: the choices of each, those that differ only in their ends put together (ORD)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from magika_gm.engine.paging import Extras, Option, OrderForm, Slot
from magika_gm.games.arena.orders.choices import Choice
from magika_gm.games.arena.orders.order import Cast, Destroy, Dismount, Drop, Equip, Fly, Mount, Move, Shoot, Use
from magika_gm.games.arena.orders.write import write_order
from magika_gm.games.arena.page.conditions import LATE, PHASE, WHEN
from magika_gm.games.arena.rules.state import Creature, State
from magika_gm.games.arena.rules.tables import SPELLS
from magika_gm.games.arena.rules.terms import TERRAINS, Step

POOL = "pool"


def section_of(step: Step) -> str:
    """The key of the section a step's forms stand in."""
    return {
        Step.TERRAIN: "terrain",
        Step.EQUIP: "equip",
        Step.MAGIC_1: "m1",
        Step.MOVE: "move",
        Step.MAGIC_2: "m2",
    }.get(step, "combat")


def by_creature(known: State, choices: Iterable[Choice]) -> list[OrderForm]:
    """SEQ 2 to 6: the choices of each creature, those that differ in their ends put together."""
    table: dict[tuple[Step, str], list[tuple[Choice, str]]] = {}
    for choice in choices:
        if choice.step is Step.TERRAIN or _asks_when(choice):
            continue
        start, rest = _split(known, choice)
        table.setdefault((choice.step, start), []).append((choice, rest))
    return [
        _form(known, step, start, found) for (step, start), found in sorted(table.items(), key=lambda row: row[0][0])
    ]


def _asks_when(choice: Choice) -> bool:
    """Whether it is an answer to an effect: those need a condition."""
    return isinstance(choice.order, Cast | Use) and "IT" in choice.order.on


def _split(known: State, choice: Choice) -> tuple[str, str]:
    """A choice's line as a beginning that others share, and its own end."""
    order = choice.order
    if isinstance(order, Move | Fly):
        steps = order.paths[0] if isinstance(order, Move) else order.legs[0].steps
        end = "" if isinstance(order, Move) else str(order.legs[0].end)
        return (
            f"{'MOVE' if isinstance(order, Move) else 'FLY'} {order.unit}",
            f"{_way(known, order.unit, steps)} {end}".strip(),
        )
    text = write_order(order)
    match order:
        case Equip() | Shoot() | Mount():
            return _cut(text, 2)
        case Cast() | Use():
            start, _, rest = text.partition(" ON ")
            return start, rest
    return text, ""


def _cut(text: str, words: int) -> tuple[str, str]:
    said = text.split()
    return " ".join(said[:words]), " ".join(said[words:])


def _way(known: State, unit: str, steps: Iterable[str]) -> str:
    """A way by the names of its hexes: ``e3 d3``."""
    hex_ = known.creatures[unit].place >> 1
    found = []
    for step in steps:
        hex_ = known.board.steps[hex_][step]
        found.append(known.board.names[hex_])
    return " ".join(found)


def _form(known: State, step: Step, start: str, found: list[tuple[Choice, str]]) -> OrderForm:
    """One beginning with all its ends."""
    first = found[0][0]
    order, who = first.order, _who(first)
    creature = known.creatures[who]
    name = known.board.names[creature.place >> 1]
    options = {rest: _option(known, choice, rest) for choice, rest in found if rest}
    parts: tuple[str | Slot | Extras, ...] = (start,)
    magic = isinstance(order, Cast | Use)
    if options:
        label = _ASKS.get(order.__class__, "At whom")
        to = Slot(name="to", label=label, before="ON" if magic else "", options=tuple(options.values()))
        parts = (start, to)
        if len(options) > 1 and (isinstance(order, Move | Fly | Shoot) or (magic and not getattr(order, "to", ""))):
            parts += (_ELSE,)
    if magic:
        phase = () if start.startswith(("M1 ", "M2 ")) else (Extras(slots=PHASE),)
        parts = (*phase, *parts, Extras(slots=WHEN))
    elif isinstance(order, Drop | Equip | Mount | Dismount):
        parts = (Extras(slots=LATE), *parts)
    cost = {POOL: first.cost} if first.cost else {}
    return OrderForm(
        key=start,
        verb=start.split()[1] if start.startswith(("M1 ", "M2 ")) else start.split(maxsplit=1)[0],
        label=_label(creature, first),
        parts=parts,
        section=section_of(step),
        note=f"{first.cost} of your pool" if first.cost else "",
        help=SPELLS[order.spell].magic.text if isinstance(order, Cast) else "",
        cost=cost,
        uses=_uses(known, step, who, first),
        places=(name,),
        things=(f"unit:{who}", *((f"spell:{order.spell}",) if isinstance(order, Cast) else ())),
    )


_ELSE = Slot(name="else", label="Else, if that cannot be", before="ELSE", like="to", extra=True)
_ASKS = {Move: "To which hex", Fly: "To which hex", Equip: "Which item", Mount: "Whom", Shoot: "At which place"}


def _who(choice: Choice) -> str:
    """The creature an order is for."""
    order = choice.order
    match order:
        case Cast() | Use():
            return order.by[0]
        case Move(who, _) | Fly(who, _):
            return who
        case Destroy():
            return order.by[0]
    return write_order(order).split()[1]


def _uses(known: State, step: Step, who: str, choice: Choice) -> tuple[str, ...]:
    """What may be done once: going, shooting, one magic a creature, one thing with each item (MAG-6, 7)."""
    order = choice.order
    match order:
        case Shoot() | Destroy():
            return (f"shoot:{who}",)
        case Cast():
            # a spell that takes longer binds its caster: he does not move by himself
            return (f"magic:{who}", *((f"go:{who}",) if step is Step.MAGIC_1 else ()))
        case Use():
            return (f"magic:{who}", *((f"item:{order.what}",) if order.what in known.items else ()))
        case Drop():
            return (f"item:{order.item}",)
        case Dismount():
            ridden = known.creatures[known.creatures[who].on]
            # a vehicle nobody rides goes nowhere (VEH-2)
            alone = ridden.kind.vehicle and len(ridden.riders) == 1
            return (f"dismount:{who}", *((f"go:{ridden.id}",) if alone else ()))
        case Mount():
            return (f"mount:{who}",)
    return (f"go:{who}",) if step is Step.MOVE else ()


def _label(creature: Creature, choice: Choice) -> str:
    """``Move the Sniper A2``, ``Wizard A13 casts Fireball``."""
    who = f"{creature.kind.name} {creature.id}"
    match choice.order:
        case Cast():
            return f"{who} casts {choice.order.spell}"
        case Use():
            return f"{who} uses {choice.order.what}"
        case Move():
            return f"{who} walks"
        case Fly():
            return f"{who} flies"
        case Shoot(_, _, weapon):
            return f"{who} shoots" + (f" with {weapon}" if weapon else "")
        case Equip():
            return f"{who} takes up"
        case Mount():
            return f"{who} mounts"
        case Destroy(vehicle, _):
            return f"Destroy the idle vehicle {vehicle}"
    words = write_order(choice.order).split()
    return f"{who}: {words[0].lower()} {' '.join(words[2:])}".strip()


def _option(known: State, choice: Choice, rest: str) -> Option:
    """One end of a line: where it leads, what it is aimed at."""
    order, board = choice.order, known.board
    place = board.names[choice.places[0] >> 1] if choice.places and isinstance(order, Move | Fly | Shoot) else ""
    if isinstance(order, Move) and " " in rest:
        return Option(text=rest, label=f"{place} by way of {', '.join(rest.split()[:-1])}", place=place)
    if isinstance(order, Fly):
        how = "lands" if rest.endswith("LAND") else "stays in the air"
        return Option(text=rest, label=f"{place}, {how}", place=place)
    first = f"after going to {choice.after}" if choice.after else ""
    if isinstance(order, Cast | Use) and order.on:
        return replace(_aimed(known, order.on[0], rest, order.to if isinstance(order, Cast) else ""), note=first)
    if isinstance(order, Mount):
        return Option(text=rest, label=f"{rest} {known.creatures[rest].kind.name}", things=(f"unit:{rest}",))
    if isinstance(order, Equip):
        label = f"{rest} {known.items[rest].kind.name}"
        return Option(text=rest, label=label, things=(f"item:{rest}",), uses=(f"take:{rest}",))
    return Option(text=rest, place=place, note=first)


def _aimed(known: State, on: str, rest: str, to: str) -> Option:
    """A target: a creature stands somewhere, a hex is a place."""
    names = known.board.names
    tail = f" to {TERRAINS.get(to, to)}" if to else ""
    if on in known.creatures:
        creature = known.creatures[on]
        at = names[creature.place >> 1]
        label = f"{on} {creature.kind.name} at {at}{tail}"
        return Option(text=rest, label=label, place=at, things=(f"unit:{on}",))
    if on in known.items:
        return Option(text=rest, label=f"{on} {known.items[on].kind.name}{tail}", things=(f"item:{on}",))
    if on in known.corpses:
        return Option(text=rest, label=f"{on}{tail}", things=(f"corpse:{on}",))
    hex_ = on.removesuffix("^")
    return Option(text=rest, label=f"{on}{tail}", place=hex_ if hex_ in names else "")
