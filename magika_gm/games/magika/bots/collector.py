"""The collector: artifacts first, his own alignment's and race's before all; then home to the Goal Square."""

from __future__ import annotations

from magika_gm.games.magika.arena import NEIGHBOUR
from magika_gm.games.magika.bots.company import wants
from magika_gm.games.magika.bots.frame import Aim, Scene, finish_points, goal_aim
from magika_gm.games.magika.bots.land import FAR
from magika_gm.games.magika.bots.notes import racial_spots
from magika_gm.games.magika.bots.temper import Temper
from magika_gm.games.magika.orders import Search
from magika_gm.games.magika.tables import ALIGNMENT_ARTIFACTS, RACIAL_ARTIFACTS

TEMPER = Temper(
    comfort=0.6, serenity=0.6, margin=20, haste=10.0, malice=0.5, greed=1.2, scrolls=5, patience=17, enough=64.0
)
_WORTH = {"alignment": 150.0, "own alignment": 260.0, "racial": 75.0, "own racial": 160.0, "ability": 60.0, "cloak": 40}


def aim(scene: Scene) -> Aim:
    """The prize that is worth most for its way; without one, north."""
    view = scene.view
    done = view.turn >= scene.temper.patience or finish_points(view) >= scene.temper.enough
    if not done:
        prize = best_prize(scene)
        if prize is not None:
            return prize
    return goal_aim(scene, willing=done)


def best_prize(scene: Scene) -> Aim | None:
    """A way to the best thing known to lie somewhere, with a search at its end; None if none is worth the way."""
    best, most = None, 0.0
    for spots, worth in prizes(scene):
        cost, ways = scene.way(spots)
        if cost >= FAR or not ways:
            continue
        if worth - cost > most:
            best, most = ways, worth - cost
    if best is None:
        return None
    space = scene.view.me.space
    for way in best:
        space = NEIGHBOUR[way][space]
    arrives = len(best) <= 3 and any(space in spots for spots, _ in prizes(scene))
    return Aim(tuple(best), 3 if len(best) == 3 else 2, there=(Search(),) if arrives else (), least=25)


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
