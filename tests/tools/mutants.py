"""``make mutants WHERE=... TESTS=...``: one small change at a time, drawn at random; the tests named should see each.

``WHERE`` is files or folders of magika_gm, ``TESTS`` whatever pytest takes. Tests are collected once and run once
without a change, which tells what each costs and which changes it comes by; a change is then tried in a copy of that
process by those that come by it, the cheapest first, then by the others, which may see what was made once for all or
run it in a program of their own. What is done as a module is imported is tried in a process of its own.

Every file is put back as it was, whatever happens. What survived is a hole in those tests, or changes nothing anybody
could see, or code that nobody needs.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import gc
import inspect
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from time import monotonic, sleep
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
LONGER = 5
"""A run that takes so many times as long as one without a change, and a bit, goes in circles: it counts as killed."""
SWAPS = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.In: "not in",
    ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is", ast.Add: "-", ast.Sub: "+", ast.Mult: "//", ast.FloorDiv: "*",
    ast.And: "or", ast.Or: "and",
}  # fmt: skip


class Mutant(NamedTuple):
    """A change: from ``start`` up to ``end`` of the file's bytes stands ``new`` instead."""

    path: Path
    line: int
    start: int
    end: int
    new: str

    def __str__(self) -> str:
        old = self.path.read_bytes()[self.start : self.end].decode()
        place = f"{self.path.relative_to(ROOT)}:{self.line}"
        return f"{place}: {' '.join(old.split())} -> {' '.join(self.new.split())}"

    def changed(self) -> bytes:
        """The file with the change."""
        raw = self.path.read_bytes()
        return raw[: self.start] + self.new.encode() + raw[self.end :]


def spans(raw: bytes) -> Callable[[ast.expr | ast.stmt], tuple[int, int]]:
    """Says from where to where in a file something stands."""
    starts = [0]
    for row in raw.splitlines(keepends=True):
        starts.append(starts[-1] + len(row))

    def span(node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset

    return span


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every change this makes in a file: operators, numbers, flags, conditions, calls whose value nobody takes."""
    raw = path.read_bytes()
    span = spans(raw)

    def between(left: ast.expr, right: ast.expr, kind: type[ast.AST]) -> Iterator[Mutant]:
        end, start = span(left)[1], span(right)[0]
        gap = raw[end:start].decode()
        word = gap.strip(" ()\n")
        if kind in SWAPS and word and gap.count(word) == 1 and "#" not in gap:
            yield Mutant(path, left.lineno, end, start, gap.replace(word, SWAPS[kind]))

    tree = ast.parse(raw)
    unread = {id(part) for node in ast.walk(tree) for part in _unread(node)}
    for node in ast.walk(tree):
        if id(node) in unread:
            continue
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                yield from between(left, right, type(op))
            case ast.BinOp(left=left, op=op, right=right) if not _text(left) and not _text(right):
                yield from between(left, right, type(op))
            case ast.BoolOp(op=op, values=[left, right]):
                yield from between(left, right, type(op))
            case ast.Constant(value=bool(value)):
                yield Mutant(path, node.lineno, *span(node), str(not value))
            case ast.Constant(value=int(value)):
                yield Mutant(path, node.lineno, *span(node), str(value + 1))
            case ast.If(test=test) | ast.IfExp(test=test):
                yield Mutant(path, test.lineno, *span(test), f"not ({ast.unparse(test)})")
            case ast.Expr(value=ast.Call() as call):
                yield Mutant(path, call.lineno, *span(call), "None")


def _unread(node: ast.AST) -> Iterator[ast.AST]:
    """What a node holds that no run reads: annotations, ``strict=``, the inside of an f-string."""
    for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
        yield from ast.walk(part) if part is not None else ()
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.keyword) and node.arg in ("strict", "slots", "frozen")):
        yield from ast.walk(node)


def _text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def functions(code: CodeType) -> Iterator[CodeType]:
    """The functions of a module and its classes; what stands inside one goes with it."""
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from [part] if part.co_flags & inspect.CO_NEWLOCALS else functions(part)


def imported(code: CodeType) -> tuple[Any, ...]:
    """What a module and its classes do as they are imported."""
    plain = [repr(part) for part in code.co_consts if not isinstance(part, CodeType)]
    classes = [p for p in code.co_consts if isinstance(p, CodeType) and not p.co_flags & inspect.CO_NEWLOCALS]
    return code.co_code, code.co_names, plain, [imported(part) for part in classes]


class Living:
    """The functions of some files as they are in memory."""

    def __init__(self, files: set[Path]) -> None:
        gc.unfreeze()  # tests/conftest.py has frozen them
        names = {str(path) for path in files}
        self.by_code: dict[tuple[str, CodeType], list[FunctionType]] = defaultdict(list)
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType) and thing.__code__.co_filename in names:
                self.by_code[thing.__code__.co_filename, thing.__code__].append(thing)
        self.files = {name for name, _ in self.by_code}

    def anew(self, path: Path, after: bytes | ast.Module) -> list[tuple[FunctionType, CodeType]] | None:
        """What which function does if the file says ``after``; None if only a new import would tell."""
        if str(path) not in self.files:
            return None
        old, new = (compile(text, str(path), "exec", dont_inherit=True) for text in (path.read_bytes(), after))
        parts = list(zip(functions(old), functions(new), strict=True))
        pairs = [(f, now) for was, now in parts if was != now for f in self.by_code[str(path), was]]
        fits = all(function.__code__.co_freevars == now.co_freevars for function, now in pairs)
        return pairs if imported(old) == imported(new) and fits else None


def probed(path: Path, marks: dict[int, Mutant]) -> ast.Module:
    """The file with a call of ``_came_by`` before each statement of a function that is to be changed."""
    raw = path.read_bytes()
    tree, span = ast.parse(raw), spans(raw)
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    steps = {id(part): part for body in bodies for top in body for part in ast.walk(top) if isinstance(part, ast.stmt)}
    calls: dict[int, list[ast.stmt]] = defaultdict(list)
    for number, mutant in marks.items():
        around = [part for part in steps.values() if span(part)[0] <= mutant.start < span(part)[1]]
        if around:
            nearest = min(around, key=lambda part: span(part)[1] - span(part)[0])
            calls[id(nearest)] += ast.parse(f"_came_by({number})").body
    for node in list(ast.walk(tree)):
        for name in ("body", "orelse", "finalbody"):
            if isinstance(block := getattr(node, name, None), list):
                block[:] = [step for part in block for step in (*calls[id(part)], part)]
    return ast.fix_missing_locations(tree)


def in_a_copy(do: Callable[[Callable[..., None]], None], patience: float) -> list[dict[str, Any]] | None:
    """What a copy of this process told while it did something; None if it went in circles."""
    with tempfile.NamedTemporaryFile() as told:
        pid = os.fork()
        if pid == 0:
            try:
                os.setsid()
                with open(told.name, "a") as kept:
                    do(lambda **said: print(json.dumps(said), file=kept, flush=True))
            finally:
                os._exit(0)
        until = monotonic() + patience
        try:
            while os.waitpid(pid, os.WNOHANG) == (0, 0):
                if monotonic() > until:
                    return None
                sleep(0.02)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
        return [json.loads(line) for line in Path(told.name).read_text().splitlines()]


def by_itself(tests: list[str], patience: float) -> str | None:
    """Which test fails first in a process of its own.

    Nothing compiled is kept: a change may leave size and second of a file as they were.
    """
    run = [sys.executable, "-m", "pytest", "-x", "-rfE", "-p", "no:cacheprovider", *tests]
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(run, cwd=ROOT, env=env, capture_output=True, text=True, timeout=patience, check=False)
    except subprocess.TimeoutExpired:
        return "patience"
    named = [line.split()[1] for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return None if done.returncode == 0 else (named or ["pytest itself"])[0]


class Changes:
    """What pytest does instead of running the tests it has collected: in a copy of itself, once for each change."""

    def __init__(self, drawn: list[Mutant], tests: list[str]) -> None:
        self.drawn, self.tests = drawn, tests
        self.out = os.fdopen(os.dup(1), "w")
        self.code = 2
        self.failed: str | None = None

    def say(self, text: str) -> None:
        """A line for who asked; what pytest prints goes elsewhere."""
        print(text, file=self.out, flush=True)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """The first that fails is kept."""
        if report.failed and self.failed is None:
            self.failed = report.nodeid

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """The tests without a change, then each change with those first that come by it, the cheapest first."""
        if session.config.option.collectonly or session.testsfailed:
            self.say("these tests cannot be collected")
            return True
        session.config.pluginmanager.unregister(name="terminalreporter")
        for path in {mutant.path for mutant in self.drawn}:  # a command imports what it needs when it runs
            import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
        living = Living({mutant.path for mutant in self.drawn})
        costs: dict[int, float] = {}
        comers: set[tuple[int, int]] = set()
        for said in in_a_copy(lambda tell: self.as_it_is(session.items, living, tell), 1e9) or []:
            if "failed" in said:
                self.say(f"{said['failed']}: fails without any change, and is left out")
            elif "cost" in said:
                costs[said["test"]] = said["cost"]
            else:
                comers.add((said["came"], said["test"]))
        if not costs:
            self.say("these tests fail, or are none, without any change")
            return True
        left, whole = 0, sum(costs.values())
        self.say(f"{len(costs)} tests pass in {whole:.0f} s without any change")
        for number, mutant in enumerate(self.drawn):
            order = sorted(costs, key=lambda test: ((number, test) not in comers, costs[test]))
            passing = sum((number, test) in comers for test in order)
            place, began = str(mutant), monotonic()
            killer = self.killer(mutant, living, [session.items[test] for test in order], LONGER * whole + 20)
            left += killer is None
            fate = f"by {killer}" if killer else f"{passing} tests come by it"
            self.say(f"{'killed  ' if killer else 'SURVIVED'}  {place}  ({fate}; {monotonic() - began:.0f} s)")
        self.say(f"{left} of {len(self.drawn)} survived")
        self.code = int(left > 0)
        return True

    def as_it_is(self, items: list[pytest.Item], living: Living, tell: Callable[..., None]) -> None:
        """Tell what each test costs and which changes it comes by."""
        test = 0
        seen: set[tuple[int, int]] = set()

        def came_by(number: int) -> None:
            if (number, test) not in seen:
                seen.add((number, test))
                tell(came=number, test=test)

        vars(builtins)["_came_by"] = came_by
        for path in living.files:
            marks = {number: mutant for number, mutant in enumerate(self.drawn) if str(mutant.path) == path}
            for function, code in living.anew(Path(path), probed(Path(path), marks)) or ():
                function.__code__ = code
        began = monotonic()
        for place, item in enumerate(items):
            test = place
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=(*items, None)[place + 1])
            tell(test=test, **({"failed": self.failed} if self.failed else {"cost": monotonic() - began}))
            self.failed, began = None, monotonic()

    def killer(self, mutant: Mutant, living: Living, items: list[pytest.Item], patience: float) -> str | None:
        """Which test fails first with a change; the file is as before afterwards."""
        new = living.anew(mutant.path, mutant.changed())

        def with_it(tell: Callable[..., None]) -> None:
            for function, code in new or ():
                function.__code__ = code
            for place, item in enumerate(items):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=(*items, None)[place + 1])
                if self.failed:
                    break
            tell(killer=self.failed)

        raw = mutant.path.read_bytes()
        try:
            mutant.path.write_bytes(mutant.changed())
            if new is None:
                return by_itself(self.tests, patience)
            told = in_a_copy(with_it, patience)
            return "patience" if told is None else told[0]["killer"] if told else "an end of pytest"
        finally:
            mutant.path.write_bytes(raw)


def main() -> None:
    """Draw, try and tell; the exit code is 1 if one survived, and 2 if the tests fail without any change."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--where", type=Path, nargs="+", required=True)
    parser.add_argument("--tests", nargs="+", required=True)
    parser.add_argument("--marks", default="not slow and not benchmark and not postgres and not browser")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    asked, options = parser.parse_known_args()  # as -k arena
    whole = [where.resolve() for where in asked.where]
    files = [path for where in whole for path in (sorted(where.rglob("*.py")) if where.is_dir() else [where])]
    every = [mutant for path in files for mutant in mutants_of(path)]
    drawn = random.Random(asked.seed).sample(every, min(asked.count, len(every)))
    sys.exit(tried(drawn, ["-m", asked.marks, *asked.tests, *options]))


def tried(drawn: list[Mutant], tests: list[str]) -> int:
    """Try some changes and say what became of them."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.dont_write_bytecode = True
    changes = Changes(drawn, tests)
    with tempfile.TemporaryDirectory() as folder:
        pytest.main(["-p", "no:cacheprovider", "-p", "no:xdist", "--basetemp", f"{folder}/tests", *tests], [changes])
    return changes.code


if __name__ == "__main__":
    main()
