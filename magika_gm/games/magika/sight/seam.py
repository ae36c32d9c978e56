"""Who knows what in Magika, as the office asks (``engine.system.Sight``)."""

from __future__ import annotations

from magika_gm.engine.sheet.grammar import EVERYBODY
from magika_gm.games.magika.rules.tables import BLACK
from magika_gm.games.magika.rules.world import World
from magika_gm.games.magika.sight.forecast import known_world
from magika_gm.games.magika.sight.memory import Memory, learn, news
from magika_gm.games.magika.sight.recon import Recon, take_recon


def perceive(state: World, seat: str) -> Recon:
    """Recon (RECON-1 to RECON-8)."""
    return take_recon(state, seat)


def remember(memory: Memory | None, turn: int, view: Recon) -> Memory:
    """The memory with what was seen in a turn (RECON-9)."""
    kept = Memory() if memory is None else memory
    learn(kept, turn, *news(view))
    return kept


def known(state: World, seat: str, memory: Memory) -> World:
    """The world as a mage knows it (RECON-10)."""
    return known_world(state, seat, memory)


def hears(state: World, seat: str, sender: str, to: str) -> bool:
    """Messages to him, to the colour he wears, to all; and copies of his own (DIPL-1)."""
    team = state.mages[seat].team
    return sender == seat or to in (EVERYBODY, seat) or (to == team and team != BLACK)
