"""Victory points, line by line, and the final order (VP, END-2)."""

from __future__ import annotations

from typing import NamedTuple

from magika_gm.games.magika.rules.arena import ROW
from magika_gm.games.magika.rules.state import Mage, World
from magika_gm.games.magika.rules.tables import (
    ABILITY_ARTIFACTS,
    ALIGNMENT_ARTIFACTS,
    BLACK,
    COLOURS,
    RACIAL_ARTIFACTS,
)
from magika_gm.games.magika.rules.tasks import task_lines, task_points

ENDINGS = {
    "goal": "the Goal Square was reached",
    "globe": "the Globe of Life was formed",
    "convergence": "the alignment artifacts met",
}
"""How a game can end (END-1, ART-6, ART-7), in words."""
STATISTICS = ("endurance", "arcania", "skill", "standing")


class Points(NamedTuple):
    """One line of the account: what for, the rule, and how many points (steps of ¾)."""

    label: str
    rule: str
    points: float


def vp_lines(world: World, letter: str) -> list[Points]:
    """How a contestant's victory points come about, had the game ended now; the Ebon Mage's without his tasks."""
    mage = world.mages[letter]
    if mage.dropped:
        return []
    others = [m for m in world.mages.values() if m is not mage]
    lines = [
        Points(
            "position",
            "VP-1",
            2.0 * sum(m.dropped or ROW[m.space] >= ROW[mage.space] for m in others),
        )
    ]
    for stat in STATISTICS:
        own = getattr(mage, stat)
        beaten = sum(m.dropped or getattr(m, stat) <= own for m in others)
        lines.append(Points(_label(stat), "VP-2", 0.75 * beaten))
    if mage.is_ebon:
        return lines
    lines += _team_lines(world, mage)
    lines += _quest_lines(world, mage)
    return lines


def _label(stat: str) -> str:
    return {"skill": "spell skill", "standing": "standing aptitude"}.get(stat, stat)


def _team_lines(world: World, mage: Mage) -> list[Points]:
    """VP-3: one point for each of the six other teams with an equal or lower level."""
    members = [m for m in world.playing() if m.team == mage.team] if mage.team != BLACK else [mage]
    rivals = [c for c in COLOURS if c != mage.team]
    if mage.team != BLACK:
        rivals.append(BLACK)
    teams = {c: [m for m in world.playing() if m.team == c] for c in rivals}
    lines = []
    for label, first, second in (("expendables", "endurance", "arcania"), ("learnables", "skill", "standing")):
        own = _level(members, first, second)
        beaten = sum(_level(team, first, second) <= own for team in teams.values())
        lines.append(Points(f"team {label}", "VP-3", float(beaten)))
    return lines


def _level(members: list[Mage], first: str, second: str) -> float:
    """Mean of two statistics' sum over a team; 0 for a team of nobody."""
    if not members:
        return 0.0
    return float(sum(getattr(m, first) + getattr(m, second) for m in members)) / len(members)


def _quest_lines(world: World, mage: Mage) -> list[Points]:
    """VP-4: artifacts held by oneself or a teammate, and one's own."""
    held = set(mage.artifacts)
    team = held.union(*(m.artifacts for m in world.playing() if m.team == mage.team)) if mage.team != BLACK else held
    alignment = 3.0 * len(team & ALIGNMENT_ARTIFACTS.keys())
    if any(ALIGNMENT_ARTIFACTS.get(a) == mage.alignment for a in held):
        alignment += 3
    racial = 2.0 * len(team & RACIAL_ARTIFACTS.keys())
    if any(RACIAL_ARTIFACTS.get(a) == mage.race for a in held):
        racial += 2
    return [
        Points("alignment artifacts", "VP-4", alignment),
        Points("racial artifacts", "VP-4", racial),
        Points("ability artifacts", "VP-4", 1.0 * len(held & ABILITY_ARTIFACTS.keys())),
    ]


def vp_total(world: World, letter: str) -> float:
    """A contestant's victory points now, without task points."""
    return sum(line.points for line in vp_lines(world, letter))


class Place(NamedTuple):
    """A line of the final standing; equal totals share a rank (VP-6)."""

    rank: int
    letter: str
    points: float


def account(world: World, letter: str) -> list[Points]:
    """Every point of a contestant, line by line; the Ebon Mage's tasks as they stand (VP-5, EBON-6)."""
    lines = vp_lines(world, letter)
    if world.mages[letter].is_ebon:
        lines += [Points(f"task: {line.name}", "EBON-6", line.points) for line in task_lines(world)]
    return lines


def final_standing(world: World) -> list[Place]:
    """Everybody in final order: those who formed the Globe first (END-2), then by points; drop-outs last.

    The Ebon Mage's points are with those of his tasks (EBON-6).
    """
    ahead = set(world.globe)
    rows = []
    for letter, mage in world.mages.items():
        points = vp_total(world, letter) + (task_points(world) if mage.is_ebon else 0.0)
        rows.append(((0 if letter in ahead else 2 if mage.dropped else 1, -points), letter, points))
    rows.sort()
    places: list[Place] = []
    for i, (key, letter, points) in enumerate(rows):
        rank = places[-1].rank if i and rows[i - 1][0] == key else i + 1
        places.append(Place(rank, letter, points))
    return places
