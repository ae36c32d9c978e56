"""The games of this office, by name; each is loaded when it is first asked for.

A game is a folder here and its line in :data:`SYSTEMS`; nothing else in the office knows it (docs/architecture.md).
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

SYSTEMS: dict[str, str] = {
    "magika": "magika_gm.games.magika.system:MAGIKA",
}
"""A game's name and where its :class:`~magika_gm.engine.system.GameSystem` is."""

DEFAULT = "magika"


@cache
def load(name: str) -> Any:
    """The game of a name; raises LookupError for one this office does not know."""
    if name not in SYSTEMS:
        raise LookupError(f"no game is called {name}; there are {', '.join(SYSTEMS)}")
    module, _, value = SYSTEMS[name].partition(":")
    return getattr(import_module(module), value)
