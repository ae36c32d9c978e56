"""Magika's tables as data. They are older than the rule by which other games' are named, and keep their names."""

from __future__ import annotations

from magika_gm.engine.relations import TURN, Column, Keeps, Kind, Relation

VERSION = 1


def _text(name: str, size: int = 0, null: bool = False) -> Column:
    return Column(name=name, size=size, null=null)


def _numbers(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name=name, kind=Kind.NUMBER) for name in names)


def _flags(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name=name, kind=Kind.FLAG) for name in names)


STATE = Relation(
    name="state",
    key=(),
    columns=(*_numbers(TURN, "phase"), _text("ending", 16, null=True), _text("globe", 13)),
)
MAGES = Relation(
    name="mages",
    table="mages",
    key=("letter",),
    columns=(
        _text("letter", 1),
        _text("name"),
        _text("race", 10),
        _text("alignment", 8),
        _text("space", 3),
        *_numbers("endurance", "arcania", "skill", "aptitude", "max_endurance", "max_arcania"),
        _text("team", 8),
        *_flags("barred"),
        _text("boosted", 24),
        *_flags("unconscious", "may_uncloak"),
        *_numbers("moves", "rests", "demands"),
        *_flags("travelled", "dropped"),
    ),
)
SCROLLS = Relation(
    name="scrolls",
    table="scrolls",
    key=("letter", "place"),
    columns=(
        _text("letter", 1),
        *_numbers("place"),
        _text("code", 5),
        *_numbers("number", "until", "reads"),
        *_flags("bound"),
    ),
)
THINGS = Relation(
    name="things",
    table="things",
    key=("nr",),
    columns=(*_numbers("nr"), _text("thing", 12), _text("holder", 1, null=True), _text("space", 3, null=True)),
)
EFFECTS = Relation(
    name="effects",
    table="effects",
    key=("letter", "effect"),
    columns=(_text("letter", 1), _text("effect", 8), *_numbers("until")),
)
AREAS = Relation(
    name="areas",
    table="areas",
    key=("nr",),
    columns=(
        *_numbers("nr"),
        _text("kind", 5),
        *_numbers("value"),
        _text("spaces"),
        *_numbers("until"),
        _text("caster", 1),
    ),
)
TERRAIN = Relation(
    name="terrain",
    table="terrain_changes",
    key=("space",),
    columns=(_text("space", 3), _text("terrain", 8)),
    keeps=Keeps.CHANGES,
)
TASKS = Relation(
    name="tasks",
    table="tasks",
    key=("nr",),
    columns=(*_numbers("nr"), _text("name"), Column(name="task", kind=Kind.JSON)),
    keeps=Keeps.CHANGES,
)
TALLIES = Relation(
    name="tallies",
    table="task_tallies",
    key=("nr",),
    columns=(*_numbers("nr"), Column(name="tally", kind=Kind.JSON)),
)
RELATIONS = (STATE, MAGES, SCROLLS, THINGS, EFFECTS, AREAS, TERRAIN, TASKS, TALLIES)
