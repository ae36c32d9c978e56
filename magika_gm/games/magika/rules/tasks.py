"""The Ebon Mage's tasks (EBON-6): a deck as data, ten drawn per game, counted turn by turn and scored at the end.

They are counted where the world changes: an event is told, and telling counts and applies it (:func:`apply`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import named_record
from magika_gm.games.magika.rules.arena import NAME, ROW
from magika_gm.games.magika.rules.events import Event
from magika_gm.games.magika.rules.spellbook import SPELL
from magika_gm.games.magika.rules.state import MAGE_FIELDS, SPELL_FIELDS, Condition, Mage, Tally, Task, World, where_is
from magika_gm.games.magika.rules.tables import ABILITY_ARTIFACTS, ALIGNMENT_ARTIFACTS, ARTIFACTS, COLOURS, EBON

DRAWN = 10
DECK_AT_LEAST = 24
TASK_POINTS = 4.0
EVENTS: dict[str, type[Any]] = {c.__name__: c for c in get_args(Event)}


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


def _of_event(event: Event, condition: Condition) -> bool:
    if condition.field in SPELL_FIELDS:
        code = event.code.removesuffix("X") if (event.code not in SPELL) else event.code  # type: ignore[union-attr]
        if condition.field == "other_than":
            return code not in condition.values
        return condition.holds(SPELL[code].alignment)
    return condition.holds(getattr(event, condition.field))


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


def _mage_row(mage: Mage) -> dict[str, Any]:
    row = {f: getattr(mage, f) for f in MAGE_FIELDS if f not in ("row", "scrolls", "artifacts", "cloaks")}
    hands = {"scrolls": len(mage.scrolls), "artifacts": len(mage.artifacts), "cloaks": len(mage.cloaks)}
    return {**row, **hands, "row": ROW[mage.space] + 1}


def _novices(world: World) -> list[dict[str, Any]]:
    return [_mage_row(m) for m in world.playing() if not m.is_ebon]


def _ebon(world: World) -> list[dict[str, Any]]:
    return [_mage_row(m) for m in world.playing() if m.is_ebon]


def _artifacts(world: World) -> list[dict[str, Any]]:
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


def _teams(world: World) -> list[dict[str, Any]]:
    return [{"colour": c, "wearers": sum(m.team == c for m in world.playing())} for c in COLOURS]


def _game(world: World) -> list[dict[str, Any]]:
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
