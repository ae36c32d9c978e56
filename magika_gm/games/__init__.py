"""The games of this office, by name; each is loaded when it is first asked for.

A game is a folder here and its line in :data:`SYSTEMS`; nothing else in the office knows it (docs/architecture.md).
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import cast

from magika_gm.engine.sheet.sheet import SheetGrammar, any_game
from magika_gm.engine.system import GameSystem

SYSTEMS: dict[str, str] = {
    "magika": "magika_gm.games.magika.system:MAGIKA",
    "arena": "magika_gm.games.arena.system:ARENA",
    "rune_war": "magika_gm.games.rune_war.system:RUNE_WAR",
    "temple_isle": "magika_gm.games.temple_isle.system:TEMPLE_ISLE",
    "xom_zol": "magika_gm.games.xom_zol.system:XOM_ZOL",
}
"""A game's name and where its :class:`~magika_gm.engine.system.GameSystem` is."""

DEFAULT = "magika"


class UnknownGame(LookupError):
    """There is no game of that name in this office; the message offers those there are."""


@cache
def system(name: str) -> GameSystem:
    """The game called ``name``; raises :class:`UnknownGame`."""
    place = SYSTEMS.get(name)
    if place is None:
        raise UnknownGame(f"there is no game called {name}; there are {', '.join(SYSTEMS)}")
    module, _, attribute = place.partition(":")
    return cast(GameSystem, getattr(import_module(module), attribute))


@cache
def any_sheet() -> SheetGrammar:
    """How a sheet is read before anybody knows whose game it is for."""
    return any_game(tuple(dict.fromkeys(word for name in SYSTEMS for word in system(name).sheet_words)))
