"""The games of this office, by name; each is loaded when it is first asked for.

A game is a folder here and its line in :data:`SYSTEMS`; nothing else in the office knows it (docs/architecture.md).
"""

from __future__ import annotations

SYSTEMS: dict[str, str] = {
    "magika": "magika_gm.games.magika.system:MAGIKA",
}
"""A game's name and where its :class:`~magika_gm.engine.system.GameSystem` is."""

DEFAULT = "magika"
