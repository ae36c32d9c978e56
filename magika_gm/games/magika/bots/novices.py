"""The novices' policies: what racer, collector and fighter aim at, and their characters."""

from __future__ import annotations

from magika_gm.games.magika.bots.company import Rival, wants
from magika_gm.games.magika.bots.craft import Aim, Scene, goal_aim, nearly_done, pace
from magika_gm.games.magika.bots.scene import FAR, Temper, racial_spots
from magika_gm.games.magika.orders.model import Search
from magika_gm.games.magika.rules.arena import NEIGHBOUR, ROW
from magika_gm.games.magika.rules.tables import ALIGNMENT_ARTIFACTS, RACIAL_ARTIFACTS

# The racer: the shortest way to the Goal Square, and ends the game as soon as it pays.


RACER = Temper(
    comfort=0.25,
    serenity=0.9,
    thrift=0.95,
    curiosity=6.0,
    sloth=8.0,
    margin=20,
    haste=18.0,
    malice=0.4,
    greed=0.3,
    scrolls=4,
    patience=12,
    enough=66.0,
    fading=1.5,
)


def race(scene: Scene) -> Aim:
    """Onward, and home when it pays."""
    return goal_aim(scene)


# The collector: artifacts first, his own alignment's and race's before all; then home to the Goal Square.


COLLECTOR = Temper(
    comfort=0.25,
    serenity=0.9,
    thrift=0.95,
    curiosity=7.5,
    sloth=6.0,
    margin=20,
    haste=20.0,
    malice=0.5,
    greed=0.5,
    scrolls=6,
    patience=12,
    enough=67.0,
    fading=1.5,
)
_WORTH = {"alignment": 90.0, "own alignment": 160.0, "racial": 40.0, "own racial": 80.0, "ability": 30.0, "cloak": 20.0}


def collect(scene: Scene) -> Aim:
    """The prize that is worth most for its way; without one, north."""
    if not nearly_done(scene):
        prize = best_prize(scene)
        if prize is not None:
            return prize
    return goal_aim(scene)


def best_prize(scene: Scene) -> Aim | None:
    """A way to the best thing known to lie somewhere, with a search at its end; None if none is worth the way."""
    best, most = None, 0.0
    for spots, worth in prizes(scene):
        cost, ways = scene.detour(spots)
        if cost >= FAR or not ways:
            continue
        gain = worth * scene.temper.greed - cost
        if gain > most:
            best, most = ways, gain
    if best is None:
        return None
    space = scene.view.me.space
    for way in best:
        space = NEIGHBOUR[way][space]
    lies_there = any(space in spots for spots, _ in prizes(scene))
    if lies_there and pace(scene.view, scene.land, best, scene.temper.haste, after=1) == len(best):
        return Aim(ways=tuple(best), moves=len(best), there=(Search(),))
    return Aim(ways=tuple(best))


def prizes(scene: Scene) -> list[tuple[frozenset[int], float]]:
    """Spaces in which a thing may lie, with what it is worth; a thing one carries, or somebody does, is none."""
    view, notes = scene.view, scene.notes
    found: list[tuple[frozenset[int], float]] = []
    for artifact, space in {**notes.lying, **view.artifacts}.items():
        if artifact in view.me.artifacts or artifact in notes.carried or space == view.me.space:
            continue
        found.append((frozenset({space}), worth_of(scene, artifact)))
    spots = [s for s in racial_spots(notes, view) if s != view.me.space]
    if view.sensed and view.sensed[0] not in view.me.artifacts and 0 < len(spots) <= 40:
        found.append((frozenset(spots), _WORTH["own racial"] / (1 + len(spots) / 12)))
    if view.me.may_carry_cloak() and not view.me.cloaks:
        found += [(frozenset({s}), _WORTH["cloak"]) for s in notes.cloaks if s != view.me.space]
    return found


def worth_of(scene: Scene, artifact: str) -> float:
    """What an artifact is worth to this mage, in points of endurance."""
    kind = "alignment" if artifact in ALIGNMENT_ARTIFACTS else "racial" if artifact in RACIAL_ARTIFACTS else "ability"
    view = scene.view
    own = ALIGNMENT_ARTIFACTS.get(artifact) == view.me.alignment if kind == "alignment" else wants(view, artifact)
    worth = _WORTH[f"own {kind}"] if own and kind != "ability" else _WORTH[kind]
    held = sum(a in ALIGNMENT_ARTIFACTS for a in view.me.artifacts)
    return worth * (1.0 + 0.6 * held) if kind == "alignment" else worth  # three of them are the Globe (ART-6)


# The fighter: keeps near those who lead or carry much; strikes, steals and demands.


FIGHTER = Temper(
    comfort=0.25,
    serenity=0.9,
    thrift=0.95,
    curiosity=7.5,
    sloth=4.0,
    margin=20,
    haste=20.0,
    malice=1.2,
    greed=0.6,
    scrolls=6,
    patience=12,
    enough=65.0,
    fading=1.5,
)


def fight(scene: Scene) -> Aim:
    """A carrier of artifacts within reach; else a thing lying near; else keep up with the leaders."""
    view = scene.view
    if nearly_done(scene):
        return goal_aim(scene)
    prey = [r for r in scene.rivals if r.carries and r.space != view.me.space and ROW[r.space] <= ROW[view.me.space]]
    for rival in sorted(prey, key=_most_wanted):
        cost, ways = scene.way({rival.space})
        if cost < FAR and 0 < len(ways) <= 3:
            return Aim(ways=tuple(ways))
    return best_prize(scene) or goal_aim(scene)


def _most_wanted(rival: Rival) -> tuple[int, int, str]:
    return (-rival.wanted, -rival.carries, rival.letter)
