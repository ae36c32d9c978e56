"""The game's tables as the rule book prints them: rows of plain texts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from magika_gm.games.arena.armies import Costs
from magika_gm.games.arena.rules.tables import ARMIES, ITEMS, KINDS, SPELLS, ItemKind, Kind, Ranged, ReadyArmy, Spell
from magika_gm.games.arena.rules.terms import AttackType, Time

NONE = "·"
BIGGEST = 4
"""The largest size there is."""
TYPES = {AttackType.STANDARD: "standard", AttackType.TARGETED: "targeted", AttackType.BLUNT: "blunt"}
LASTS = {"continuous": "always", "1p": "1 phase", "in": "at once", "ud": "until dispelled", "rep": "repeating"}


class CreatureRow(NamedTuple):
    """A creature's line."""

    name: str
    size: str
    power: str
    move: str
    terrain: str
    flight: str
    shot: str
    poison: str
    magic: str
    attributes: str
    cost: str


class ItemRow(NamedTuple):
    """An item's line."""

    name: str
    who: str
    magic: str
    level: str
    uses: str
    cost: str
    text: str


class SpellRow(NamedTuple):
    """A spell's line."""

    name: str
    magic: str
    time: str
    target: str
    range: str
    lasts: str
    cost: str
    text: str


class ArmyRow(NamedTuple):
    """A ready-made army's line."""

    name: str
    creatures: str
    items: str
    pool: str
    cards: str


def _shot(ranged: Ranged | None) -> str:
    if ranged is None:
        return NONE
    span = str(ranged.most) if ranged.least == ranged.most else f"{ranged.least}-{ranged.most}"
    venom = f", poison {ranged.poison}" if ranged.poison else ""
    return f"{ranged.power}{ranged.type} at {span}{venom}"


def creature_row(kind: Kind) -> CreatureRow:
    """One creature."""
    return CreatureRow(
        kind.name,
        str(kind.size),
        f"{kind.power}{kind.type}",
        str(kind.move),
        kind.terrain,
        f"{kind.flight.speed}/{kind.flight.duration}" if kind.flight else NONE,
        _shot(kind.ranged),
        str(kind.poison or NONE),
        ", ".join([*(f"{t} {n}" for t, n in kind.spells.items()), *([kind.ability] if kind.ability else [])]) or NONE,
        ", ".join(sorted(kind.attributes)) or NONE,
        NONE if kind.summoned else str(kind.cost),
    )


def item_row(item: ItemKind) -> ItemRow:
    """One item."""
    least, most = item.sizes
    who = sorted(item.who)
    if (least, most) != (1, BIGGEST):
        who.append(
            f"size {least}" if least == most else f"size {least}-{most}" if most < BIGGEST else f"size {least} up"
        )
    return ItemRow(
        item.name,
        ", ".join(who) or "anybody",
        str(item.type),
        NONE if item.tech else str(item.level),
        str(item.uses or NONE),
        str(item.cost),
        item.text,
    )


def spell_row(spell: Spell) -> SpellRow:
    """One spell."""
    m = spell.magic
    time = str(m.turns) if m.time is Time.LONG else str(m.time)
    return SpellRow(
        spell.name, f"{m.type} {m.level}", time, str(m.target), str(m.range), LASTS[m.duration], str(spell.cost), m.text
    )


def army_row(army: ReadyArmy) -> ArmyRow:
    """One ready-made army."""
    return ArmyRow(
        army.name, _counted(army.creatures), _counted(army.items), str(army.pool), ", ".join(army.spells)
    )  # fmt: skip


def _counted(entries: Iterable[tuple[int, str]]) -> str:
    return ", ".join(name if n == 1 else f"{n} {name}" for n, name in entries)


def creatures() -> list[CreatureRow]:
    """All of them, in the order of the table."""
    return [creature_row(kind) for kind in KINDS.values()]


def items() -> list[ItemRow]:
    """All items."""
    return [item_row(item) for item in ITEMS.values()]


def spells() -> list[SpellRow]:
    """All spells."""
    return [spell_row(spell) for spell in SPELLS.values()]


def armies() -> list[ArmyRow]:
    """The ready-made armies of the law."""
    return [army_row(army) for army in ARMIES.values()]


def prices(costs: Costs) -> dict[str, str]:
    """A cost table in two lines: creatures and items, each in the order of their tables."""
    return {
        "of_creatures": ", ".join(f"{name} {cost}" for name, cost in costs.creatures.items()),
        "of_items": ", ".join(f"{name} {cost}" for name, cost in costs.items.items()),
    }
