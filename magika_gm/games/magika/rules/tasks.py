"""The Ebon Mage's tasks (EBON-6): a deck as data, ten drawn per game, counted turn by turn and scored at the end.

A task counts something and compares the count with what it must come to. Events of the record are counted as they
happen, so that a turn costs the same however long the game; what stands at the end is counted in the final world.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from magika_gm.engine.dice import Dice
from magika_gm.engine.told import Told
from magika_gm.games.magika.rules.arena import NAME, ROW
from magika_gm.games.magika.rules.events import Event
from magika_gm.games.magika.rules.spellbook import SPELL
from magika_gm.games.magika.rules.tables import ABILITY_ARTIFACTS, ALIGNMENT_ARTIFACTS, ARTIFACTS, COLOURS, EBON
from magika_gm.games.magika.rules.victory import Points
from magika_gm.games.magika.rules.world import Mage, World, where_is

DRAWN = 10
DECK_AT_LEAST = 24
TASK_POINTS = 4.0
EVENTS: dict[str, type[Any]] = {c.__name__: c for c in get_args(Event)}
KINDS = ("bring about", "prevent", "keep to")
MAGE_FIELDS = (
    "race", "alignment", "endurance", "arcania", "skill", "aptitude", "standing", "team", "status", "row", "scrolls",
    "artifacts", "cloaks", "dropped",
)  # fmt: skip
SUBJECTS: dict[str, tuple[str, ...]] = {
    "novices": MAGE_FIELDS,
    "ebon": MAGE_FIELDS,
    "artifacts": ("name", "kind", "holder", "holder_alignment"),
    "teams": ("colour", "wearers"),
    "game": ("turn", "ending", "formers"),
}
"""What can be counted in the world as it stands, with the fields a task may ask about."""
SPELL_FIELDS = ("spell_alignment", "other_than")
"""Fields beside an event's own that a task may ask about where the event has a spell's ``code``."""


@dataclass(frozen=True, slots=True)
class Condition:
    """``field`` is one of ``values``, or between ``least`` and ``most``."""

    field: str
    values: tuple[Any, ...] = ()
    least: float | None = None
    most: float | None = None

    def holds(self, value: Any) -> bool:
        """Whether a value meets it."""
        if self.values:
            return value in self.values or ("novice" in self.values and _is_novice(value))
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


def _is_novice(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 1 and "A" <= value <= "L"


@dataclass(frozen=True, slots=True)
class Task:
    """One card of the deck. ``counts`` are event names, or one of :data:`SUBJECTS`."""

    name: str
    kind: str
    text: str
    counts: tuple[str, ...]
    where: tuple[Condition, ...] = ()
    total: str = ""
    """The field whose values are added up."""
    different: str = ""
    """The field whose different values are counted."""
    at_least: float | None = None
    at_most: float | None = None
    apart: str = ""

    @property
    def of_events(self) -> bool:
        """Whether it counts events of the record, rather than what stands at the end."""
        return self.counts[0] in EVENTS


Tally = int | tuple[str, ...]
"""What a task over events has come to: a count or sum, or the different values seen."""


@dataclass(frozen=True, slots=True)
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


def count_turn(tasks: Sequence[Task], tallies: Sequence[Tally], told: Iterable[Told[Event]]) -> list[Tally]:
    """The tallies after a turn; tasks over the final state keep theirs at 0."""
    wanted: dict[str, list[int]] = {}
    for nr, task in enumerate(tasks):
        if task.of_events:
            for name in task.counts:
                wanted.setdefault(name, []).append(nr)
    new = list(tallies)
    for record in told:
        for nr in wanted.get(record.event.__class__.__name__, ()):
            task = tasks[nr]
            if all(_of_event(record.event, c) for c in task.where):
                new[nr] = _add(new[nr], task, record.event)
    return new


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


def start_tallies(tasks: Sequence[Task]) -> list[Tally]:
    """Nothing counted yet."""
    return [() if task.different else 0 for task in tasks]


def task_lines(tasks: Sequence[Task], tallies: Sequence[Tally], world: World) -> list[TaskLine]:
    """How each task stands: at the end of the game this is the score (EBON-6), before it the score had it ended now."""
    lines = []
    for task, tally in zip(tasks, tallies, strict=True):
        counted = tally if isinstance(tally, int) else len(tally)
        reached = counted if task.of_events else _standing_count(task, world)
        done = (task.at_least is None or reached >= task.at_least) and (task.at_most is None or reached <= task.at_most)
        wanted = f"at least {task.at_least:g}" if task.at_least is not None else f"at most {task.at_most:g}"
        points = TASK_POINTS if done else 0.0
        lines.append(TaskLine(task.name, task.kind, task.text, reached, wanted, done, points))
    return lines


def task_account(lines: Iterable[TaskLine]) -> list[Points]:
    """The Ebon Mage's lines of the victory account (VP-5, EBON-6)."""
    return [Points(f"task: {line.name}", "EBON-6", line.points) for line in lines]


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
