"""The floor plan as built: ten rooms of ``app``, each importing only rooms before it; no modules that need each other.

Imports inside functions count too: one that hides a circle is a circle.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "magika_gm"
ROOMS = (
    "office", "record", "accounts", "results", "calendar", "turns", "audit", "enrolment", "post", "operations",
)  # fmt: skip
"""From the ground up."""


def _modules() -> dict[str, Path]:
    found = {}
    for path in PACKAGE.rglob("*.py"):
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = path
    return found


MODULES = _modules()


def imported(source: str, known: Iterable[str]) -> set[str]:
    """Modules of ours that a source imports anywhere in it: at the top, in a function, for the type checker."""
    names = set(known)
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner & names
            if not inner <= names:
                found.add(node.module)
    return found & names


def circles(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Groups of modules each of which needs, over however many others, every other one of its group (Tarjan)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        order[name] = lowest[name] = len(order)
        path.append(name)
        for other in graph.get(name, ()):
            if other not in order:
                visit(other)
                lowest[name] = min(lowest[name], lowest[other])
            elif other in path:
                lowest[name] = min(lowest[name], order[other])
        if lowest[name] == order[name]:
            group = path[path.index(name) :]
            del path[path.index(name) :]
            if len(group) > 1:
                found.append(sorted(group))

    for name in graph:
        if name not in order:
            visit(name)
    return found


@pytest.fixture(scope="module")
def graph() -> dict[str, set[str]]:
    """What each module imports of ours."""
    return {name: imported(path.read_text(encoding="utf-8"), MODULES) - {name} for name, path in MODULES.items()}


def upwards(graph: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, str]]:
    for name, others in graph.items():
        for other in others:
            rooms = [module.split(".")[2] for module in (name, other) if module.startswith("magika_gm.app.")]
            if len(rooms) == 2 and ROOMS.index(rooms[1]) > ROOMS.index(rooms[0]):
                yield name, other


def test_no_module_needs_one_that_needs_it(graph: dict[str, set[str]]) -> None:
    assert circles(graph) == []


def test_a_room_imports_only_rooms_below_it(graph: dict[str, set[str]]) -> None:
    assert sorted(upwards(graph)) == []


def test_the_rooms_are_these() -> None:
    assert {path.name for path in (PACKAGE / "app").iterdir() if (path / "__init__.py").is_file()} == set(ROOMS)
    assert [path.name for path in (PACKAGE / "app").glob("*.py")] == ["__init__.py"], "a module outside the rooms"


def test_a_circle_is_seen_wherever_the_import_stands() -> None:
    sources = {
        "a": "from b import x\n",
        "b": "def f():\n    import c\n",
        "c": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from a import y\n",
        "d": "import a\n",
    }
    made = {name: imported(source, sources) for name, source in sources.items()}
    assert made == {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}
    assert circles(made) == [["a", "b", "c"]]


@pytest.mark.parametrize("name", sorted(name for name in MODULES if name.startswith("magika_gm.app.")))
def test_no_office_module_is_longer_than_500_lines(name: str) -> None:
    assert len(MODULES[name].read_text(encoding="utf-8").splitlines()) <= 500


def test_stored_dates_are_read_in_one_way() -> None:
    """One that is none is told as a damaged row of what it is about (``store.faults.moment``), not as a ValueError."""
    reading = {name for name, path in MODULES.items() if "datetime.fromisoformat" in path.read_text(encoding="utf-8")}
    assert reading == {"magika_gm.store.faults", "magika_gm.cli.common"}, "the second reads what somebody types"
