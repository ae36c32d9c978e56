"""The field test: ``python -m tests.house.field`` (``make field``) gives each game's main record one more field, on a
copy, and tells which files must change before it is kept, seen, told and tried like the others.

The main record is the one with the most fields of those a state holds by name. Whether the field is archived, seen and
told is tried; whether cases and bots know it is read off their modules: one that lists most of the record's fields
would have to list this one, too.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from importlib.resources import files as files_of
from pathlib import Path
from typing import Any, get_args, get_type_hints

ROOT = Path(__file__).resolve().parents[2]
FIELD, VALUE = "one_more", 7
MOST = 3
"""Files in any game at most; ten were once needed."""


def main_record(state: Any) -> type:
    """The record with the most fields of those the state holds in mappings."""
    kinds: list[Any] = [get_args(hint)[-1] for hint in get_type_hints(type(state)).values() if len(get_args(hint)) == 2]
    records = [kind for kind in kinds if isinstance(kind, type) and is_dataclass(kind)]
    return max(records, key=lambda kind: len(fields(kind)))


def add_field(path: Path, record: str) -> None:
    """Put the field below the record's last one."""
    source = path.read_text(encoding="utf-8")
    (body,) = [n.body for n in ast.parse(source).body if isinstance(n, ast.ClassDef) and n.name == record]
    at = max(i for i, node in enumerate(body) if isinstance(node, ast.AnnAssign))
    after = body[at + 1 : at + 2]
    told = after and isinstance(after[0], ast.Expr) and isinstance(after[0].value, ast.Constant)
    line = int((after[0] if told else body[at]).end_lineno or 0)
    lines = source.splitlines(keepends=True)
    lines.insert(line, f"    {FIELD}: int = 0\n")
    path.write_text("".join(lines), encoding="utf-8")


def held(value: Any, kind: type, seen: set[int] | None = None) -> Iterator[Any]:
    """Every record of a kind in a value, however deep."""
    seen = set() if seen is None else seen
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, kind):
        yield value
    if is_dataclass(value) and not isinstance(value, type):
        value = [getattr(value, f.name) for f in fields(value)]
    elif isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for one in value:
            yield from held(one, kind, seen)


def holds(value: Any, seen: set[int] | None = None) -> bool:
    """Whether the field stands in a value with its value."""
    seen = set() if seen is None else seen
    if id(value) in seen:
        return False
    seen.add(id(value))
    if getattr(value, FIELD, None) == VALUE:
        return True
    if is_dataclass(value) and not isinstance(value, type):
        value = {f.name: getattr(value, f.name) for f in fields(value)}
    if isinstance(value, dict):
        return value.get(FIELD) == VALUE or any(holds(one, seen) for one in value.values())
    return isinstance(value, list | tuple) and any(holds(one, seen) for one in value)


def tried(game: str) -> list[str]:
    """In the copy: what the field is lost to, of archive, sight, report and schema, by the files to change."""
    from jsonschema import Draft202012Validator

    from magika_gm import games
    from magika_gm.engine.dice import Dice
    from magika_gm.engine.seam.reports import TurnRecord
    from tests.systems.test_contract import CHAINED, begun

    system = games.system(game)
    scenario, state = begun(system)
    kind = main_record(state)
    told: Any = ()
    for turn in range(1, 9):
        if any(held(state, kind)):
            break
        orders = {}
        for seat in system.rules.playing(state):
            record = TurnRecord(state=state, told=told, orders={}, how={}, messages=(), acts=(), seed=b"", notes={})
            view, memory = system.sight.perceive(state, seat), system.sight.no_memory()
            memory = system.sight.remember(memory, turn - 1, view)
            file = system.reports.turn_file(system.reports.build(record, seat, view, memory, CHAINED, ""))
            orders[seat] = system.bots.play(system.bots.DEFAULT, json.loads(json.dumps(file)), b"seed")
        told, state = (done := system.rules.resolve(state, orders, Dice(b"field", turn))).told, done.state
    for one in held(state, kind):
        setattr(one, FIELD, VALUE)
    lost = []
    archived = system.archive.from_rows(json.loads(json.dumps(system.archive.to_rows(state, scenario))), scenario)
    if not any(getattr(one, FIELD) == VALUE for one in held(archived, kind)):
        lost.append("archive.py")
    if not any(getattr(one, FIELD) == VALUE for one in held(state.copy(), kind)):
        lost.append("rules/state.py: copy")
    views = {seat: system.sight.perceive(state, seat) for seat in system.rules.playing(state)}
    if not any(map(holds, views.values())):
        lost.append("sight.py")
    record = TurnRecord(state=state, told=told, orders={}, how={}, messages=(), acts=(), seed=b"", notes={})
    seat, view = next(iter(views.items()))
    memory = system.sight.remember(system.sight.no_memory(), 0, view)
    file = json.loads(
        json.dumps(system.reports.turn_file(system.reports.build(record, seat, view, memory, CHAINED, "")))
    )
    if not holds(file):
        lost.append("report/report.py")
        own = {f.name for f in fields(kind)}
        for row in rows_of(file):
            if len(own & row.keys()) >= 3:
                row[FIELD] = VALUE
    package, _, name = system.reports.SCHEMA.partition(":")
    schema = json.loads(files_of(package).joinpath(name).read_text(encoding="utf-8"))
    if not Draft202012Validator(schema).is_valid(file):
        lost.append(f"report/{name}")
    return lost


def rows_of(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a JSON value."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from rows_of(one)


def listing(folder: Path, kind: type) -> Iterator[str]:
    """Modules of cases and bots in which one expression lists most of the record's fields."""
    own = {f.name for f in fields(kind)}
    for path in sorted([*folder.glob("cases*.py"), *folder.glob("position.py"), *folder.glob("bots/*.py")]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named: set[str] = set()
            if isinstance(node, ast.Call):
                named = {keyword.arg for keyword in node.keywords if keyword.arg}
            elif isinstance(node, ast.Dict):
                named = {key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)}
            if len(named & own) * 2 >= len(own):
                yield path.relative_to(folder).as_posix()
                break


def to_change(game: str) -> list[str]:
    """The files of a game that must change for one more field of its main record, the record's own first."""
    from magika_gm import games
    from tests.systems.test_contract import begun

    kind = main_record(begun(games.system(game))[1])
    module = import_module(kind.__module__)
    path = Path(str(module.__file__))
    with tempfile.TemporaryDirectory() as made:
        copy = Path(made)
        shutil.copytree(ROOT / "magika_gm", copy / "magika_gm", ignore=shutil.ignore_patterns("__pycache__"))
        for beside in ROOT.iterdir():
            if not beside.name.startswith(".") and beside.name != "magika_gm":
                (copy / beside.name).symlink_to(beside)
        add_field(copy / path.relative_to(ROOT), kind.__name__)
        done = subprocess.run(
            [sys.executable, "-m", "tests.house.field", game],
            cwd=copy, env={**os.environ, "PYTHONPATH": str(copy)}, capture_output=True, text=True, check=False,
        )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"{game}: {done.stderr.splitlines()[-1]}")
    folder = ROOT / "magika_gm" / "games" / game
    first = f"{path.relative_to(folder)} ({kind.__name__})"
    return list(dict.fromkeys([first, *json.loads(done.stdout.splitlines()[-1]), *listing(folder, kind)]))


def main(arguments: list[str]) -> int:
    """Print the files by game; 1 where they are too many."""
    from tests.house.measures import GAMES

    if arguments:
        print(json.dumps(tried(arguments[0])))  # noqa: T201 - read by the process that asked
        return 0
    most = 0
    for game in GAMES:
        found = to_change(game)
        most = max(most, len(found))
        print(f"{len(found)}  {game}: {', '.join(found)}")  # noqa: T201 - that is what it is for
    print(f"{most}  at most {MOST}{'  OVER' if most > MOST else ''}")  # noqa: T201
    return int(most > MOST)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
