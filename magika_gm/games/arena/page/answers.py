"""The forms for what a player cannot see coming: victims, retreats, AUTO, and orders for the enemy's turns (MAIL-4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from magika_gm.engine.paging import Extras, Option, OrderForm, Slot, SlotKind
from magika_gm.games.arena.page.conditions import KEEP, WHEN
from magika_gm.games.arena.rules.state import Creature, State
from magika_gm.games.arena.rules.tables import SPELLS, Magic
from magika_gm.games.arena.rules.terms import OTHER, Meant, Target, Time
from magika_gm.games.arena.rules.units import idle
from magika_gm.games.arena.rules.values import level

STANDING = "standing"
_AIMS = {
    Target.CREATURE: "all",
    Target.HEX: "hexes",
    Target.AREA: "hexes",
    Target.AREA_CREATURES: "hexes",
    Target.PLACE: "hexes",
}
"""The lists of what a spell may be aimed at in a turn nobody can foresee; what lies about may be typed."""


def _list_of(magic: Magic) -> str:
    """The list a spell is aimed at: what harms is offered on foes, what helps on one's own."""
    if magic.target is Target.CREATURE and magic.meant is not Meant.ANY:
        return "own" if magic.meant is Meant.OWN else "foes"
    return _AIMS.get(magic.target, "")


def option_of(creature: Creature, place: str = "") -> Option:
    """A creature to choose."""
    label = f"{creature.id} {creature.kind.name}"
    return Option(text=creature.id, label=label, place=place, things=(f"unit:{creature.id}",))


def combat(known: State, seat: str, section: str) -> Iterator[OrderForm]:
    """KILL, RETREAT, AUTO: in one's own turn, and standing (ORD)."""
    prefix = "" if section == "combat" else "standing:"
    if any(c.side == OTHER[seat] and not idle(known, c) for c in known.living()):
        foes = Slot(name="whom", label="Whom, the first that can be hit", kind=SlotKind.MANY, list="foes", joined=" ")
        yield OrderForm(
            key=f"{prefix}KILL",
            verb="KILL",
            label="Who of the enemy shall die",
            parts=("KILL", foes),
            section=section,
            rule="TGT-4",
            uses=(f"{prefix}kill",),
        )
    mounts = [c for c in known.by_id() if c.side == seat and not c.on and not idle(known, c)]
    units = (Option(text="ALL", label="everybody"), *(option_of(c) for c in mounts))
    options = tuple(replace(o, uses=(f"{prefix}retreat:{o.text}",)) for o in units)
    yield OrderForm(
        key=f"{prefix}RETREAT",
        verb="RETREAT",
        label="Where to retreat",
        parts=(
            "RETREAT",
            Slot(name="who", label="Who", options=options),
            Slot(name="to", label="To the first of", kind=SlotKind.MANY, list="hexes", joined=" ", most=8),
        ),
        section=section,
        rule="RET-7",
    )
    auto = Slot(name="how", label="", options=(Option(text="ON"), Option(text="OFF")))
    yield OrderForm(
        key=f"{prefix}AUTO",
        verb="AUTO",
        label="Grenades, potions and growth used by themselves",
        parts=("AUTO", auto),
        section=section,
        rule="MAIL-8",
        uses=(f"{prefix}auto",),
    )


def standing(known: State, seat: str) -> Iterator[OrderForm]:
    """Orders for the enemy's turns: counterspells against what is aimed at one's own, and what combat asks."""
    for name in known.cards[seat]:
        magic = SPELLS[name].magic
        counters = magic.target is Target.EFFECT and magic.time is Time.COUNTERSPELL
        if not counters and (magic.target not in _AIMS or magic.time in (Time.HALF_TURN, Time.LONG)):
            continue
        able = [
            c
            for c in known.by_id()
            if c.side == seat and not idle(known, c) and level(known, c, magic.type) >= magic.level
        ]
        if able:
            by = Slot(
                name="by",
                label="By whom, the first who can",
                kind=SlotKind.MANY,
                options=tuple(option_of(c) for c in able),
                joined=" ELSE ",
            )
            on = Slot(
                name="on",
                label="On, the first that is legal",
                kind=SlotKind.MANY,
                before="ON",
                list=_list_of(magic),
                joined=" ELSE ",
                most=4,
            )
            answer = (by, "ON IT WHEN ENEMY CASTS ANY ON MINE", KEEP)
            yield OrderForm(
                key=f"standing:{name}",
                verb="CAST",
                label=f"{name} against what is cast on yours" if counters else f"{name} in the enemy's turns",
                parts=(f"CAST {name} BY", *(answer if counters else (by, on, Extras(slots=WHEN)))),
                section=STANDING,
                help=magic.text,
                rule="MAIL-5",
                note=f"{SPELLS[name].cost} of your pool each time",
            )
    yield from combat(known, seat, STANDING)
