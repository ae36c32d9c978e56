"""What creatures and items cost when an army is built: the law's table, and others by name (SET-1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from magika_gm.engine.datafiles import load_toml
from magika_gm.games.arena.rules.tables import BUYABLE, DATA, ITEMS, KINDS

LAW = "law"
BUILDING = "even"
"""The table by which armies of one's own are built where no scenario says otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """A cost table: every creature that can be bought, and every item."""

    name: str
    creatures: Mapping[str, int]
    items: Mapping[str, int]


@cache
def cost_table(name: str = LAW) -> Costs:
    """A cost table by name; raises KeyError for one there is not.

    ``law`` is the law page's own. Others stand in data/costs.toml and name only what differs.
    """
    creatures = {kind: KINDS[kind].cost for kind in BUYABLE}
    items = {item: kind.cost for item, kind in ITEMS.items()}
    if name != LAW:
        table = load_toml(DATA, "costs.toml")[name]
        creatures |= table.get("creatures", {})
        items |= table.get("items", {})
    return Costs(name=name, creatures=creatures, items=items)


def cost_tables() -> tuple[str, ...]:
    """Names of all cost tables."""
    return (LAW, *load_toml(DATA, "costs.toml"))
