"""Who knows what in Magika, as the office asks (``engine.seam.sight.Sight``)."""

from __future__ import annotations

from dataclasses import replace

from magika_gm.engine.sheet.grammar import EVERYBODY
from magika_gm.games.magika.rules.tables import BLACK
from magika_gm.games.magika.rules.victory import account
from magika_gm.games.magika.rules.world import World
from magika_gm.games.magika.sight import deeds
from magika_gm.games.magika.sight.forecast import known_world
from magika_gm.games.magika.sight.memory import Memory, learn, news
from magika_gm.games.magika.sight.recon import OwnTurn, Recon, take_recon

chronicle = deeds.chronicle
bring = deeds.bring
honours = deeds.honours


def perceive(state: World, seat: str) -> Recon:
    """Recon (RECON-1 to RECON-8), and himself as his report tells him."""
    mage = state.mages[seat]
    figures = (mage.space, mage.endurance, mage.arcania, mage.skill, mage.standing)
    points = sum(line.points for line in account(state, seat))
    return replace(take_recon(state, seat), own=OwnTurn(state.turn, *figures, points, tuple(mage.artifacts)))


def no_memory() -> Memory:
    """Nothing seen yet."""
    return Memory()


def remember(memory: Memory, turn: int, view: Recon) -> Memory:
    """The memory with what was seen in a turn (RECON-9)."""
    learn(memory, turn, *news(view))
    if view.own is not None:
        memory.keep(view.own)
    return memory


def known(state: World, seat: str, memory: Memory) -> World:
    """The world as a mage knows it (RECON-10)."""
    return known_world(state, seat, memory)


def hears(state: World, seat: str, sender: str, to: str) -> bool:
    """Messages to him, to the colour he wears, to all; and copies of his own (DIPL-1)."""
    team = state.mages[seat].team
    return sender == seat or to in (EVERYBODY, seat) or (to == team and team != BLACK)
