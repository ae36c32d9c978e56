"""``make mutants WHERE=... TESTS=...``: one small change at a time, drawn at random; the tests named should see each.

``WHERE`` is a file or a folder of magika_gm. Every file is put back as it was, whatever happens. What survived is a
hole in those tests, or changes nothing anybody could see, or code that nobody needs.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import NamedTuple

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


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every change this makes in a file: operators, numbers, flags, conditions, calls whose value nobody takes."""
    raw = path.read_bytes()
    starts = [0]
    for row in raw.splitlines(keepends=True):
        starts.append(starts[-1] + len(row))

    def span(node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset

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


def passes(tests: list[str], patience: float | None = None) -> bool:
    """Whether the tests pass, in ``patience`` seconds, as the files are now.

    Nothing compiled is kept: a change may leave size and second of a file as they were.
    """
    run = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        return (
            subprocess.run(run, cwd=ROOT, env=env, capture_output=True, timeout=patience, check=False).returncode == 0
        )
    except subprocess.TimeoutExpired:
        return False


def survives(mutant: Mutant, tests: list[str], patience: float) -> bool:
    """Whether the tests pass with the change; the file is as before afterwards."""
    raw = mutant.path.read_bytes()
    try:
        mutant.path.write_bytes(raw[: mutant.start] + mutant.new.encode() + raw[mutant.end :])
        return passes(tests, patience)
    finally:
        mutant.path.write_bytes(raw)


def main() -> None:
    """Draw, try and tell; the exit code is 1 if one survived, and 2 if the tests fail without any change."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("where", type=Path)
    parser.add_argument("tests", nargs="+")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    asked, options = parser.parse_known_args()
    asked.tests += options  # as "-k arena"
    where = asked.where.resolve()
    files = sorted(where.rglob("*.py")) if where.is_dir() else [where]
    every = [mutant for path in files for mutant in mutants_of(path)]
    drawn = random.Random(asked.seed).sample(every, min(asked.count, len(every)))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    began = monotonic()
    if not passes(asked.tests):
        print(f"{' '.join(asked.tests)}: these tests fail, or are none, without any change")
        sys.exit(2)
    patience, left = LONGER * (monotonic() - began) + 10, 0
    for mutant in drawn:
        alive = survives(mutant, asked.tests, patience)
        left += alive
        old = mutant.path.read_bytes()[mutant.start : mutant.end].decode()
        place = f"{mutant.path.relative_to(ROOT)}:{mutant.line}"
        print(f"{'SURVIVED' if alive else 'killed  '}  {place}: {old.strip()} -> {mutant.new.strip()}", flush=True)
    print(f"{left} of {len(drawn)} survived, of {len(every)} that can be drawn (seed {asked.seed})")
    sys.exit(left > 0)


if __name__ == "__main__":
    main()
