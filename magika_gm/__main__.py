"""``magika-gm``, also as ``python -m magika_gm``."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from io import TextIOWrapper
from types import ModuleType
from typing import Any

ALLOCATIONS = 50_000
"""So many new objects before circles among them are looked for: Python's own 700 costs a tenth of a cold turn, whose
records and pages hold few circles."""
COLD = 300_000
"""So many before the first time: more than a cold turn makes of modules, world and reports together."""
SPARED = {
    "sqlalchemy": ("asyncio", "importlib.metadata"),
    "sqlalchemy.dialects.sqlite": ("sqlalchemy.dialects.sqlite.aiosqlite", "sqlalchemy.dialects.sqlite.pysqlcipher"),
    "reportlab.lib.utils": ("PIL.Image",),
}
"""What libraries import when they are read, and no command uses: it is read when they first ask something of it."""


def main() -> None:
    """Run the command line."""
    seldom()
    sys.meta_path.insert(0, Sparing())
    any_locale()
    from magika_gm.cli.main import cli

    try:
        cli(prog_name="magika-gm")
    except SystemExit as end:
        leave(end.code)
        raise


def seldom() -> None:
    """Look for circles now and then; what is there at the first time are modules, which are never looked at again."""

    def settled(phase: str, info: dict[str, int]) -> None:  # noqa: ARG001 - what is called there is given
        if phase == "stop":
            gc.callbacks.remove(settled)
            gc.freeze()
            gc.set_threshold(ALLOCATIONS, 20, 20)

    gc.callbacks.append(settled)
    gc.set_threshold(COLD, 20, 20)


class Sparing(MetaPathFinder):
    """Reads the libraries of :data:`SPARED` without what they do not need; whoever else asks for it has it at once."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """A library's spec, whose loader has stand-ins lie about while it reads."""
        spared = SPARED.get(fullname, ())
        spec = PathFinder.find_spec(fullname, path, target) if spared else None
        if spec is None or spec.loader is None:
            return None
        read = spec.loader.exec_module

        def sparingly(module: ModuleType) -> None:
            there = {name: Later(name) for name in spared if name not in sys.modules}
            sys.modules.update(there)
            try:
                read(module)
            finally:
                for name, stand_in in there.items():
                    if sys.modules.get(name) is stand_in:
                        del sys.modules[name]

        spec.loader.exec_module = sparingly  # type: ignore[method-assign]
        return spec


class Later(ModuleType):
    """Stands for a module until something is asked of it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name == "iscoroutine":  # SQLAlchemy takes it while it is read; it asks later
            return lambda one: self._real().iscoroutine(one)
        return getattr(self._real(), name)

    def _real(self) -> Any:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return import_module(self.__name__)


def leave(status: Any) -> None:
    """End with this status at once, if nobody else is at work here.

    What Python does first, to let go of each object by itself, is a quarter of a cold turn; what is to be done at an
    end is done, and what was said is written.
    """
    threads = sys.modules.get("threading")
    if not isinstance(status, int | None) or (threads is not None and threads.active_count() > 1):
        return
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:  # nobody reads it any more: Python has a status for that
        return
    os._exit(status or 0)


def any_locale() -> None:
    """Names are in any language, terminals are not: what one cannot show it shows escaped (``\\u0161``)."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    main()
