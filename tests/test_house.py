"""The floor plan as built: ten rooms of ``app``, each importing only rooms before it; no modules that need each other.

Imports inside functions count too: one that hides a circle is a circle.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
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


GAMES = tuple(sorted(path.parent.name for path in (PACKAGE / "games").glob("*/system.py")))
NAMED = re.compile(r"`([\w/]+)`")


def rooms_of_a_game(text: str) -> set[str]:
    """The modules of docs/architecture.md's table of rooms: the names in the first column."""
    _, _, section = text.partition("## Rooms of a game")
    section, _, _ = section.partition("\n## ")
    rows = [line.split("|") for line in section.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in NAMED.findall(row[1])}


def subjects(folder: Path) -> set[str]:
    """A game's modules as the table names them; of packages those with something in them."""
    found = set()
    for path in folder.rglob("*.py"):
        name = path.relative_to(folder).with_suffix("").as_posix()
        if path.name != "__init__.py":
            found.add(name)
        elif path.parent != folder and len(path.read_text(encoding="utf-8").splitlines()) > 2:
            found.add(name.removesuffix("/__init__"))
    return found


def own_subjects(folder: Path) -> dict[str, str]:
    """A game's subjects of its own, with what each is, from its package's docstring."""
    said = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    return dict(re.findall(r"^- ``([\w/]+)``: (.+)$", said, re.M))


@pytest.mark.parametrize("game", GAMES)
def test_a_games_modules_are_those_of_the_table_and_its_own_subjects(game: str) -> None:
    """The same idea has the same name in every game; what a game has alone says so (docs/architecture.md)."""
    folder = PACKAGE / "games" / game
    table = rooms_of_a_game((PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8"))
    assert {"setup", "rules/events", "orders/lines", "report/reports"} <= table
    here, own = subjects(folder), own_subjects(folder)
    assert sorted(here - table - own.keys()) == [], "neither in the table nor among the game's own subjects"
    assert sorted(own.keys() & table) == [], "in the table, and so nobody's own"
    packages = {path.parent.relative_to(folder).as_posix() for path in folder.rglob("__init__.py")}
    assert sorted(own.keys() - here - packages) == [], "named, but not there"


def test_what_is_named_alike_in_two_games_stands_in_the_table() -> None:
    table = rooms_of_a_game((PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8"))
    counted = Counter(name for game in GAMES for name in subjects(PACKAGE / "games" / game))
    shared = {name for name, games in counted.items() if games > 1}
    assert sorted(shared - table) == []
    assert sorted(name for name in table - counted.keys() if name != "data") == [], "in the table, but in no game"


SAID = re.compile(r"\bmagika_gm(?:\.\w+)+|\b(?:magika_gm|tests)(?:/[\w-]+)+\.(?:py|mjs|md)\b")
NO_MODULES = {"magika_gm.worker", "magika_gm.said_json", "magika_gm.engine.tomls"}
"""A logger, a key of a command's context, and what is tried here."""


def there(name: str) -> bool:
    """Whether a module, something in it, or a file is there."""
    root = PACKAGE.parent
    if "/" in name:
        return (root / name).is_file()
    path, (_, *parts) = PACKAGE, name.split(".")
    while parts and (path / parts[0]).is_dir() and not (path / f"{parts[0]}.py").is_file():
        path /= parts.pop(0)
    module = path / f"{parts[0]}.py" if parts else path
    if module.is_file():
        path, parts = module, parts[1:]
    else:
        path /= "__init__.py"
    if not parts or parts[0].startswith("__"):
        return True
    return path.is_file() and re.search(rf"\b{parts[0]}\b", path.read_text(encoding="utf-8")) is not None


def test_modules_and_files_that_texts_name_are_there() -> None:
    """In docs, docstrings, programs that tests start as text: no import tells there of a module that moved."""
    root = PACKAGE.parent
    places = [root / "README.md", root / "CONTRIBUTING.md", root / "Makefile", root / "pyproject.toml"]
    places += [
        path
        for top in ("docs", "magika_gm", "tests")
        for path in (root / top).rglob("*")
        if path.suffix in {".py", ".md", ".mjs"}
    ]
    texts = {path: path.read_text(encoding="utf-8") for path in places if path.parent.name != "decisions"}
    wrong = {
        f"{path.relative_to(root)}: {name}"
        for path, text in texts.items()
        for name in SAID.findall(text)
        if name not in NO_MODULES and not there(name)
    }
    assert sorted(wrong) == []
    tried = ("magika_gm.engine.toml.load_toml", "magika_gm.engine.tomls", "tests" + "/none.py")
    assert [there(name) for name in tried] == [True, False, False]


def test_the_modules_of_the_engine_that_the_architecture_names_are_there() -> None:
    """By their bare names, in its table and in the lines below it, and none is left out."""
    text = (PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    _, _, section = text.partition("| part of `engine/` |")
    table, _, after = section.partition("\n\n")
    beside, _, _ = after.partition("\n\n")
    first = "\n".join(line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))
    named = {name.rstrip("/") for name in re.findall(r"`([a-z_]+/?)`", first + beside)}
    parts = {path.stem for path in (PACKAGE / "engine").iterdir() if not path.name.startswith("__")}
    assert (sorted(named - parts), sorted(parts - named)) == ([], [])


# --- games' names in tests --------------------------------------------------------------------------------------------

TESTS = Path(__file__).parent
EXEMPT = ("benchmarks", "golden", "mail")
"""Rooms of tests that may list games: what they measure, print and read was chosen game by game."""


def _of_a_game(node: ast.AST) -> str:
    """The game that a text names: alone, or as the first part of a path."""
    text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
    name = text.partition("/")[0]
    return name if name in GAMES else ""


def _firsts(nodes: Iterable[ast.AST]) -> set[str]:
    """Games that rows name, alone or at the beginning of a row."""
    rows = (node.elts[0] if isinstance(node, ast.Tuple | ast.List) and node.elts else node for node in nodes)
    return {name for row in rows if (name := _of_a_game(row))}


def listing(source: str) -> Iterator[int]:
    """Lines where more than one game stands in a list, or where a name is compared with a game's."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            found = len(_firsts(node.elts)) > 1
        elif isinstance(node, ast.Dict):
            found = len(_firsts(key for key in node.keys if key is not None)) > 1
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            named = isinstance(node.left, ast.Name | ast.Attribute) or any(map(_of_a_game, sides[:1]))
            found = named and any(
                _of_a_game(side)
                or (isinstance(side, ast.Tuple | ast.List | ast.Set) and any(map(_of_a_game, side.elts)))
                for side in sides
            )
        else:
            found = isinstance(node, ast.MatchValue) and bool(_of_a_game(node.value))
        if found:
            yield getattr(node, "lineno", 0)


def test_no_test_outside_a_game_s_folder_lists_games_or_asks_for_one() -> None:
    """What a test of all games needs of one is in its folder (tests/systems/contract.py): a sixth game fails none."""
    rooms = {*EXEMPT, *GAMES}
    found = [
        f"{path.relative_to(TESTS)}:{line}"
        for path in sorted(TESTS.rglob("*.py"))
        if path.relative_to(TESTS).parts[0] not in rooms
        for line in listing(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_a_list_and_a_question_are_seen() -> None:
    one, other = GAMES[:2]
    for source in (
        f"x = ({one!r}, {other!r})", f"x = [({one!r}, 1), ({other!r}, 2)]", f"x = {{{one!r}: 1, {other!r}: 2}}",
        f"x = 1 if name == {one!r} else 2", f"assert system.name in ({one!r},)", f"x = ['{one}/a.md', '{other}/b.md']",
        f"match name:\n    case {one!r}: pass",
    ):  # fmt: skip
        assert list(listing(source)), source
    for source in (f"system({one!r})", f"assert rows == [({one!r}, 1)]", f"x = ({one!r}, 'a card')"):
        assert not list(listing(source)), source


def test_the_makefile_names_no_game_but_by_its_folder() -> None:
    text = (PACKAGE.parent / "Makefile").read_text(encoding="utf-8")
    assert [name for name in GAMES if re.search(rf"(?<![\w-]){name}(?![\w-])", text)] == []
