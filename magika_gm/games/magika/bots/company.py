"""Dealing with the others in sight: rivals weighed, demands, gifts to teammates, cloaks (DEM, GIVE, CLK)."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from magika_gm.engine.records import values
from magika_gm.games.magika.bots.scene import Notes, Other, View, is_friend
from magika_gm.games.magika.orders.model import Demand, Don, Give, Order
from magika_gm.games.magika.rules.arena import ROW, distance
from magika_gm.games.magika.rules.enchantments import sight_rings
from magika_gm.games.magika.rules.steps import EBON_DEMANDS, attunement
from magika_gm.games.magika.rules.tables import (
    ABILITY_ARTIFACTS,
    ALIGNMENT_ARTIFACTS,
    BLACK,
    EBON,
    RACIAL_ARTIFACTS,
    RACIAL_PREFERENCE,
)

_LABELS = {"helm": "Endurance", "candle": "Arcania", "tome": "Spell skill", "rod": "Standing aptitude"}


class Rival(NamedTuple):
    """Another mage who can be aimed at: how far he is from the Goal Square, what he holds, how much he matters."""

    letter: str
    space: int
    rows: int
    team: str | None
    strength: str | None
    serenity: str | None
    carries: int
    wanted: int
    weight: float


def rivals(view: View, notes: Notes) -> tuple[Rival, ...]:
    """Mages in sight who are no friends, those who matter most first.

    One weighs the more, the nearer he is to the Goal Square, the more he carries and the better he looks.
    """
    found = []
    for other in view.others:
        if other.space is None or is_friend(view, other) or distance(other.space, view.me.space) > sight_rings(view.me):
            continue
        known = notes.people.get(other.letter, other)
        artifacts = known.artifacts or ()
        ahead = ROW[view.me.space] - ROW[other.space]
        weight = 0.5 + 0.15 * max(-2, ahead) + 0.2 * len(artifacts) + (0.2 if other.strength == "Robust" else 0.0)
        if other.letter == EBON:
            weight *= 0.6
        wanted = sum(wants(view, a) for a in artifacts)
        team = other.team or known.team
        found.append(
            Rival(
                other.letter,
                other.space,
                ROW[other.space],
                team,
                other.strength,
                other.serenity,
                len(artifacts),
                wanted,
                max(0.1, min(2.0, weight)),
            )
        )
    return tuple(sorted(found, key=lambda r: (-r.weight, r.letter)))


def wants(view: View, artifact: str) -> bool:
    """Whether an artifact is worth more to this mage than to most: an alignment's, or his own race's."""
    return artifact in ALIGNMENT_ARTIFACTS or RACIAL_ARTIFACTS.get(artifact) == view.me.race


def crowded(view: View) -> frozenset[int]:
    """Spaces in which two others are known to stand, who need not let a third one in (MOVE-6)."""
    standing = Counter(o.space for o in view.others if o.space is not None and o.space != view.me.space)
    return frozenset(s for s, mages in standing.items() if mages >= 2) if not view.me.is_ebon else frozenset()


def neighbours(view: View) -> list[Other]:
    """Mages in the same space."""
    return [o for o in view.others if o.space == view.me.space]


def demands(view: View, notes: Notes) -> list[Order]:
    """Demands with a good prospect, best first; the Ebon Mage's two (DEM-6)."""
    found: list[tuple[float, Demand]] = []
    if "AntMa" in view.me.effects:
        return []
    for other in neighbours(view):
        if is_friend(view, other):
            continue
        for artifact in other.artifacts or ():
            chance = 0.0 if (artifact, other.letter) in notes.denied else prospect(view, other, artifact)
            if chance > 0.4:
                worth = 3.0 if artifact in ALIGNMENT_ARTIFACTS else 2.0 if artifact in RACIAL_ARTIFACTS else 1.0
                found.append((chance * worth, Demand(artifact, other.letter)))
    found.sort(key=lambda f: (-f[0], values(f[1])))
    if "no thief" in view.tasks:
        return []
    return [order for _, order in found[:EBON_DEMANDS]]


def prospect(view: View, holder: Other, artifact: str) -> float:
    """How likely the holder must yield it, as far as this mage can tell (DEM-2 to DEM-4, DEM-6)."""
    claim = attunement(view.me, artifact, demanding=True)
    if claim is None:
        return 0.0
    if artifact in RACIAL_ARTIFACTS:
        if holder.race is None:
            return 0.8 if claim == 0 else 0.5 if claim == -1 else 0.0
        return 1.0 if claim > -RACIAL_PREFERENCE[artifact].index(holder.race) else 0.0
    if artifact in ALIGNMENT_ARTIFACTS:
        _, lowest, highest = view.figures[_LABELS["rod"]]
        if claim <= lowest:
            return 0.0  # nobody stands lower than he
        return 1.0 if claim > highest else 0.5
    own, low, high = view.figures[_LABELS[artifact]]
    if ABILITY_ARTIFACTS[artifact] == "endurance" and holder.strength in ("Weak", "Exhausted", "Unconscious"):
        return 1.0 if own > view.me.max_endurance * 0.45 else 0.5
    return (own - low) / (high - low) if high > low else 0.0


def gifts(view: View) -> list[Order]:
    """To a teammate here: the artifact that is his alignment's or race's and not one's own (VP-4)."""
    for ally in view.allies:
        if ally.space != view.me.space:
            continue
        known = next((o for o in view.others if o.letter == ally.letter), None)
        if known is None:
            continue
        kin = tuple(
            a
            for a in view.me.artifacts
            if (a in ALIGNMENT_ARTIFACTS and ALIGNMENT_ARTIFACTS[a] == known.alignment != view.me.alignment)
            or (a in RACIAL_ARTIFACTS and RACIAL_ARTIFACTS[a] == known.race != view.me.race)
        )
        if kin:
            return [Give(kin, ally.letter)]
    return []


def cloaks(view: View) -> list[Order]:
    """Put a first cloak on, where its team is not known to refuse him (CLK-2, CLK-3); never change teams (CLK-4)."""
    me = view.me
    if me.team != BLACK or me.is_ebon or me.barred:
        return []
    wearers = {c: [o for o in view.others if o.team == c] for c in me.free_cloaks}
    welcome = [c for c, team in wearers.items() if _may_join(me.alignment, team)]
    if not welcome:
        return []
    return [Don(max(welcome, key=lambda c: (len(wearers[c]), c)))]


def _may_join(alignment: str, team: list[Other]) -> bool:
    if len(team) < 2:
        return True
    if len(team) > 2 or any(o.alignment is None for o in team):
        return False
    return len({alignment, *(o.alignment for o in team)}) != 2
