"""Magika in the store: its relations, worlds as rows, events, acts and memories as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from magika_gm.engine.relations import Relation, Rows
from magika_gm.games.magika.archive import rows as r
from magika_gm.games.magika.archive.plain import event_from_plain, event_to_plain
from magika_gm.games.magika.archive.relations import RELATIONS, VERSION
from magika_gm.games.magika.rules.acts import Act, act_from_plain, act_to_plain
from magika_gm.games.magika.rules.events import Event
from magika_gm.games.magika.rules.world import World, faults
from magika_gm.games.magika.setup.scenario import Scenario
from magika_gm.games.magika.sight.memory import (
    Memory,
    mages_to_plain,
    memory_from_plain,
    memory_to_plain,
    news,
    spaces_to_text,
)
from magika_gm.games.magika.sight.recon import Recon


class MagikaArchive:
    """Worlds as rows; events, acts and memories as plain data."""

    name = "magika"
    version = VERSION
    relations: tuple[Relation, ...] = RELATIONS

    def to_rows(self, state: World, scenario: Scenario) -> Rows:
        """The world as rows of the relations."""
        return r.to_rows(state, scenario)

    def from_rows(self, rows: Rows, scenario: Scenario) -> World:
        """The world its rows hold; raises ValueError where they hold none."""
        return r.from_rows(rows, scenario)

    def event_to_plain(self, event: Event) -> list[Any]:
        """An event as ``[name, field, …]``."""
        return event_to_plain(event)

    def event_from_plain(self, plain: Sequence[Any]) -> Event:
        """Back."""
        return event_from_plain(plain)

    def act_to_plain(self, act: Act) -> list[str | int | bool]:
        """An act as ``[kind, field, …]``."""
        return act_to_plain(act)

    def act_from_plain(self, plain: Sequence[str | int | bool]) -> Act:
        """Back."""
        return act_from_plain(plain)

    def seen_text(self, view: Recon) -> str:
        """The spaces seen, with their terrain: ``y12:433 z9:00``."""
        return spaces_to_text(news(view)[0])

    def known_plain(self, view: Recon) -> list[dict[str, Any]]:
        """What was perceived of other mages."""
        return mages_to_plain(news(view)[1])

    def memory_to_plain(self, memory: Memory) -> dict[str, Any]:
        """A memory as JSON can hold it."""
        return memory_to_plain(memory)

    def memory_from_plain(self, plain: dict[str, Any]) -> Memory:
        """Back."""
        return memory_from_plain(plain)

    def faults(self, state: World) -> list[str]:
        """Two Crowns, seven scrolls, 120 endurance of 100: what no world can hold, in words."""
        return faults(state)


ARCHIVE = MagikaArchive()
