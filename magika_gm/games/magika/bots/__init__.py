"""Built-in players (``engine.seam.trials.Bots``): each a pure function from turn files and notes to five orders.

They read what a person would be sent and nothing else, so a seat they play is no better informed than any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from magika_gm.engine.plain import Fields
from magika_gm.games.magika.bots import novices
from magika_gm.games.magika.bots import novices as ebon
from magika_gm.games.magika.bots.craft import Aim, Scene, goal_aim, orders_for, scene_of
from magika_gm.games.magika.bots.scene import NO_NOTES, Notes, Temper, observe, read_view
from magika_gm.games.magika.landscape import Chance
from magika_gm.games.magika.orders.model import Order


class Policy(NamedTuple):
    """A built-in player: what he aims at, and his character."""

    name: str
    aim: Callable[[Scene], Aim]
    temper: Temper
    summary: str


PLAYERS: dict[str, Policy] = {
    p.name: p
    for p in (
        Policy("racer", goal_aim, novices.RACER, "the shortest way to the Goal Square"),
        Policy("collector", novices.collect, novices.COLLECTOR, "artifacts and scrolls first, then home"),
        Policy("fighter", novices.fight, novices.FIGHTER, "strikes, steals and demands where the leaders are"),
        Policy("ebon", ebon.aim, ebon.TEMPER, "the Ebon Mage: hunts whoever carries alignment artifacts"),
    )
}
NOVICE_POLICIES = ("racer", "collector", "fighter")
EBON_POLICY = "ebon"


class Played(NamedTuple):
    """A bot's turn: five orders, and his notes for the next."""

    orders: list[Order]
    notes: Notes


def take_turn(policy: str, turn_file: Fields, notes: Notes, seed: bytes) -> Played:
    """The turn after ``turn_file``; ``notes`` are those of the turn before. Same arguments, same orders."""
    player = PLAYERS[policy]
    view = read_view(turn_file)
    noted = observe(notes, view)
    temper = individual(player.temper, seed, view.me.letter)
    if policy == EBON_POLICY:
        temper = ebon.temper_for(view, temper)
    scene = scene_of(view, noted, temper)
    return Played(orders_for(scene, player.aim(scene)), noted)


def play(policy: str, turn_file: Fields, seed: bytes) -> list[Order]:
    """Five orders for a seat the office plays itself.

    ``turn_file`` is the last turn file of the seat; the bot has forgotten those before it. ``seed`` is any secret of
    the game. Raises KeyError for no such policy.
    """
    return take_turn(policy, turn_file, NO_NOTES, seed).orders


def individual(temper: Temper, seed: bytes, letter: str) -> Temper:
    """The temper of one mage in one game: no two players of a kind are quite alike."""
    chance = Chance(seed, f"temper {letter}")

    def about(value: float, spread: float) -> float:
        return value * (1 - spread + 2 * spread * chance.below(1001) / 1000)

    return Temper(
        comfort=about(temper.comfort, 0.15),
        serenity=about(temper.serenity, 0.2),
        thrift=about(temper.thrift, 0.1),
        curiosity=about(temper.curiosity, 0.2),
        sloth=temper.sloth,
        margin=temper.margin,
        haste=about(temper.haste, 0.2),
        malice=about(temper.malice, 0.2),
        greed=about(temper.greed, 0.2),
        scrolls=temper.scrolls,
        patience=temper.patience + chance.below(4),
        enough=about(temper.enough, 0.03),
        fading=temper.fading,
    )


POLICIES: Mapping[str, str] = {name: policy.summary for name, policy in PLAYERS.items()}
DEFAULT = "racer"
