"""Rune War in the store, as the office asks for it (``engine.seam.sight.Archive``)."""

from __future__ import annotations

from typing import Any

from magika_gm.engine.relations import Relation, Rows
from magika_gm.games.rune_war.archive import codec, rows
from magika_gm.games.rune_war.archive.faults import faults
from magika_gm.games.rune_war.rules.acts import Act
from magika_gm.games.rune_war.rules.state import World
from magika_gm.games.rune_war.rules.telling import Event
from magika_gm.games.rune_war.setup.scenario import Scenario
from magika_gm.games.rune_war.sight.memory import Memory
from magika_gm.games.rune_war.sight.view import View


class RuneWarArchive:
    """States as rows; events, acts, views and memories as plain data."""

    name = "rune_war"
    version = 1
    relations: tuple[Relation, ...] = rows.RELATIONS

    def to_rows(self, state: World, scenario: Scenario) -> Rows:
        """The state as rows of the relations."""
        return rows.to_rows(state, scenario)

    def from_rows(self, given: Rows, scenario: Scenario) -> World:
        """The state its rows hold; raises ValueError where no state can be so."""
        return rows.from_rows(given, scenario)

    def faults(self, state: World) -> list[str]:
        """Five of a kind, four creatures in a place, an owner nobody is: what no state can hold, in words."""
        return faults(state)

    def event_to_plain(self, event: Event) -> list[Any]:
        """An event as ``[name, field, …]``."""
        return codec.event_to_plain(event)

    def event_from_plain(self, plain: Any) -> Event:
        """Back."""
        return codec.event_from_plain(plain)

    def act_to_plain(self, act: Act) -> list[Any]:
        """An act as ``[name, field, …]``."""
        return codec.act_to_plain(act)

    def act_from_plain(self, plain: Any) -> Act:
        """Back."""
        return codec.act_from_plain(plain)

    def seen_text(self, view: View) -> str:
        """Where which creatures were seen: ``Z2:MZ1,MZ2 T:MA1``."""
        return " ".join(f"{place}:{','.join(army)}" for place, army in view.armies.items())

    def known_plain(self, view: View) -> list[dict[str, Any]]:
        """The creatures seen, each with what was seen of it."""
        return [
            {"code": c.code, "kind": c.kind, "at": c.at, "loyalty": c.loyalty, "enchantments": list(c.enchantments)}
            for c in view.creatures.values()
        ]

    def memory_to_plain(self, memory: Memory) -> Any:
        """A memory as JSON can hold it."""
        return codec.memory_to_plain(memory)

    def memory_from_plain(self, plain: Any) -> Memory:
        """Back."""
        return codec.memory_from_plain(plain)


ARCHIVE = RuneWarArchive()
