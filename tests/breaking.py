"""Every step of a way broken in turn: which steps there are is found by going the way once and looking.

A *door* is a function of ours that catches ``Exception``; it is found in the source. While one is at work for the
thing that is to be broken, whatever function of ours is called is a step of its way, and raises :class:`Odd` when it is
its turn: something no list of exceptions has.
"""

from __future__ import annotations

import ast
import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

PACKAGE = Path(__file__).parents[1] / "magika_gm"
ROOT = f"{PACKAGE}{os.sep}"


class Odd(Exception):
    """What nobody thought of."""


class Step(NamedTuple):
    """A function: its file, and the line it begins on."""

    file: str
    line: int
    name: str = ""

    def __str__(self) -> str:
        return f"{Path(self.file).stem}.{self.name}"


@cache
def doors() -> frozenset[tuple[str, int]]:
    """Every function that catches whatever is raised."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if "except Exception" not in source:
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and any(map(_catches_all, _own(node))):
                found.add((str(path), min(part.lineno for part in (node, *node.decorator_list))))
    return frozenset(found)


def _own(function: ast.AST) -> Iterator[ast.AST]:
    """What stands in a function, functions in it left out."""
    for node in ast.iter_child_nodes(function):
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _own(node)


def _catches_all(node: ast.AST) -> bool:
    return isinstance(node, ast.ExceptHandler) and isinstance(node.type, ast.Name) and node.type.id == "Exception"


Mine = Callable[[Mapping[str, Any]], bool]
"""Whether a door, by its arguments, is at work for the thing that is to be broken."""


@dataclass
class Watch:
    """Looks on while something is done; raises :class:`Odd` at a step, the first time it comes to it."""

    mine: Mine
    at: frozenset[tuple[str, int]] = field(default_factory=doors)
    """Where a way begins."""
    broken: Step | None = None
    steps: dict[Step, None] = field(default_factory=dict)
    raised: bool = False
    _open: int = 0

    def __call__(self, frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
        code = frame.f_code
        if not code.co_filename.startswith(ROOT):
            return None
        key = (code.co_filename, code.co_firstlineno)
        if key in self.at and self.mine(frame.f_locals):
            self._open += 1
            frame.f_trace_lines = False
            return self._left
        if self._open and key not in doors() and not code.co_name.startswith("<"):
            step = Step(*key, code.co_qualname)
            self.steps[step] = None
            if step == self.broken and not self.raised:
                self.raised = True
                raise Odd(str(step))
        return None

    def _left(self, _: FrameType, event: str, __: object) -> None:
        self._open -= event == "return"

    @contextmanager
    def looking(self) -> Iterator[Watch]:
        """While this lasts, in this thread and those begun in it."""
        before = sys.gettrace()
        threading.settrace(self)
        sys.settrace(self)
        try:
            yield self
        finally:
            sys.settrace(before)
            threading.settrace(None)


def steps_of(mine: Mine, work: Callable[[], object], at: frozenset[tuple[str, int]] | None = None) -> list[Step]:
    """The steps of a way, in the order they are first come to."""
    watch = Watch(mine) if at is None else Watch(mine, at)
    with watch.looking():
        work()
    return list(watch.steps)
