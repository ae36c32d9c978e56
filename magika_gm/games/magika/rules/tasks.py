"""The Ebon Mage's tasks (EBON-6): a deck as data, ten drawn per game, counted turn by turn and scored at the end.

They are counted where the world changes: an event is told, and telling counts and applies it (:func:`apply`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from magika_gm.engine.dice import Dice
from magika_gm.engine.plain import Data
from magika_gm.engine.records import named_record
from magika_gm.games.magika.rules import events
from magika_gm.games.magika.rules.arena import NAME, ROW
from magika_gm.games.magika.rules.events import Event
from magika_gm.games.magika.rules.spellbook import SPELL
from magika_gm.games.magika.rules.state import (
    MAGE_FIELDS,
    SPELL_FIELDS,
    THING_KIND,
    Condition,
    Mage,
    Scroll,
    Tally,
    Task,
    World,
    where_is,
)
from magika_gm.games.magika.rules.tables import (
    ABILITY_ARTIFACTS,
    ALIGNMENT_ARTIFACTS,
    ARTIFACTS,
    BLACK,
    COLOURS,
    EBON,
    RACIAL_ARTIFACTS,
)

DRAWN = 10
DECK_AT_LEAST = 24
TASK_POINTS = 4.0
EVENTS: dict[str, type[Any]] = events.EVENTS.classes


@named_record
class TaskLine:
    """A task as the Ebon Mage reads it, and everybody at the end: ``done`` if it holds as things stand."""

    name: str
    kind: str
    text: str
    reached: int
    wanted: str
    done: bool
    points: float


def draw_tasks(deck: Sequence[Task], dice: Dice) -> list[Task]:
    """Ten tasks for a game, no two of one kind apart; rolls ``ebon.task`` of the Ebon Mage before turn 1."""
    left = list(deck)
    drawn: list[Task] = []
    while len(drawn) < DRAWN:
        task = left[dice.choice("ebon.task", EBON, [t.name for t in left], "EBON-6")]
        drawn.append(task)
        left = [t for t in left if t is not task and not (task.apart and t.apart == task.apart)]
    return drawn


def give_tasks(world: World, tasks: Sequence[Task], tallies: Sequence[Tally] | None = None) -> None:
    """Make tasks part of a world, with what they have come to (nothing yet, unless said)."""
    world.tasks = tuple(tasks)
    world.tallies = [() if task.different else 0 for task in tasks] if tallies is None else list(tallies)
    counting: dict[str, tuple[int, ...]] = {}
    for nr, task in enumerate(tasks):
        for name in task.counts if task.of_events else ():
            counting[name] = (*counting.get(name, ()), nr)
    world.counting = counting


def count(world: World, event: Event, counting: Sequence[int]) -> None:
    """Take an event into the tallies of the tasks that count its kind; tasks over the final state keep theirs at 0."""
    for nr in counting:
        task = world.tasks[nr]
        if all(_of_event(event, c) for c in task.where):
            world.tallies[nr] = _add(world.tallies[nr], task, event)


def _of_event(event: Any, condition: Condition) -> bool:
    if condition.field == THING_KIND:
        return condition.holds(thing_kind(event.thing))
    if condition.field in SPELL_FIELDS:
        code = event.code.removesuffix("X") if (event.code not in SPELL) else event.code
        if condition.field == "other_than":
            return code not in condition.values
        return condition.holds(SPELL[code].alignment)
    return condition.holds(getattr(event, condition.field))


def thing_kind(thing: str | Scroll) -> str:
    """What kind of thing it is: scroll, cloak or artifact."""
    if isinstance(thing, Scroll):
        return "scroll"
    return "cloak" if thing.startswith("cloak:") else "artifact"


def _add(tally: Tally, task: Task, event: Event) -> Tally:
    if task.different:
        value = getattr(event, task.different)
        seen = tally if isinstance(tally, tuple) else ()
        text = NAME[value] if isinstance(value, int) else str(value)
        return seen if text in seen else (*seen, text)
    assert isinstance(tally, int)
    return tally + (getattr(event, task.total) if task.total else 1)


def task_lines(world: World) -> tuple[TaskLine, ...]:
    """How each task stands: at the end of the game this is the score (EBON-6), before it the score had it ended now."""
    lines = []
    for task, tally in zip(world.tasks, world.tallies, strict=True):
        counted = tally if isinstance(tally, int) else len(tally)
        reached = counted if task.of_events else _standing_count(task, world)
        done = (task.at_least is None or reached >= task.at_least) and (task.at_most is None or reached <= task.at_most)
        wanted = f"at least {task.at_least:g}" if task.at_least is not None else f"at most {task.at_most:g}"
        points = TASK_POINTS if done else 0.0
        lines.append(
            TaskLine(
                name=task.name, kind=task.kind, text=task.text, reached=reached, wanted=wanted, done=done, points=points
            )
        )
    return tuple(lines)


def task_points(world: World) -> float:
    """What his tasks would bring the Ebon Mage had the game ended now."""
    return sum(line.points for line in task_lines(world))


def _standing_count(task: Task, world: World) -> int:
    rows = _SUBJECT_ROWS[task.counts[0]](world)
    return sum(all(c.holds(row[c.field]) for c in task.where) for row in rows)


def _mage_row(mage: Mage) -> Data:
    row = {f: getattr(mage, f) for f in MAGE_FIELDS if f not in ("row", "scrolls", "artifacts", "cloaks")}
    hands = {"scrolls": len(mage.scrolls), "artifacts": len(mage.artifacts), "cloaks": len(mage.cloaks)}
    return {**row, **hands, "row": ROW[mage.space] + 1}


def _novices(world: World) -> list[Data]:
    return [_mage_row(m) for m in world.playing() if not m.is_ebon]


def _ebon(world: World) -> list[Data]:
    return [_mage_row(m) for m in world.playing() if m.is_ebon]


def _artifacts(world: World) -> list[Data]:
    rows = []
    for name in ARTIFACTS:
        place = where_is(world, name)
        if place is None:
            continue
        kind = "alignment" if name in ALIGNMENT_ARTIFACTS else "ability" if name in ABILITY_ARTIFACTS else "racial"
        holder = place[1]
        rows.append(
            {
                "name": name,
                "kind": kind,
                "holder": holder.letter if holder else "nobody",
                "holder_alignment": holder.alignment if holder else "nobody",
            }
        )
    return rows


def _teams(world: World) -> list[Data]:
    return [{"colour": c, "wearers": sum(m.team == c for m in world.playing())} for c in COLOURS]


def _game(world: World) -> list[Data]:
    return [{"turn": world.turn, "ending": world.ending or "none", "formers": len(world.globe)}]


_SUBJECT_ROWS = {
    "novices": _novices,
    "ebon": _ebon,
    "artifacts": _artifacts,
    "teams": _teams,
    "game": _game,
}


def apply(world: World, event: Event) -> None:
    """Change ``world`` by one event. The only function that does."""
    if world.counting:
        counting = world.counting.get(event.__class__.__name__)
        if counting:
            count(world, event, counting)
    event.apply(world)


# Victory points, line by line, and the final order (VP, END-2).


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
