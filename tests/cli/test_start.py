"""How the program begins and ends: libraries read without what nobody asks of them, and an end at once."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.sqlite("no office is needed")


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_what_a_library_was_read_without_is_there_when_it_is_asked() -> None:
    done = run("""
import sys
from magika_gm.__main__ import Sparing
sys.meta_path.insert(0, Sparing())
import sqlalchemy, reportlab.lib.utils as utils
from sqlalchemy.util import concurrency
from sqlalchemy.dialects import sqlite
spared = "asyncio", "PIL.Image", "importlib.metadata", "sqlalchemy.dialects.sqlite.aiosqlite"
assert not any(name in sys.modules for name in spared), [name for name in spared if name in sys.modules]
assert not concurrency.iscoroutine(1)
from asyncio import Lock
from PIL import Image
import sqlalchemy.dialects.sqlite.aiosqlite
assert concurrency.asyncio.Lock is Lock
assert utils.Image.new is Image.new
async def one(): pass
coroutine = one()
assert concurrency.iscoroutine(coroutine)
coroutine.close()
assert issubclass(sqlite.aiosqlite.dialect, sqlite.base.SQLiteDialect)
print("all there")
""")
    assert (done.stdout, done.stderr) == ("all there\n", "")


def test_what_is_there_is_nobodys_stand_in() -> None:
    """A module that somebody has read before is left to the library."""
    done = run("""
import sys, asyncio
from magika_gm.__main__ import Sparing
sys.meta_path.insert(0, Sparing())
from sqlalchemy.util import concurrency
assert concurrency.asyncio is asyncio is sys.modules["asyncio"]
""")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("status", [0, 3])
def test_the_end_keeps_what_was_said_and_promised(status: int) -> None:
    done = run(f"""
import atexit, sys
from magika_gm.__main__ import leave
class Held:
    def __del__(self): print("taken apart")
held = Held()
atexit.register(print, "at the end")
print("said", end=" ")
leave({status})
print("never")
""")
    assert (done.stdout, done.returncode) == ("said at the end\n", status)


def test_another_thread_is_waited_for() -> None:
    done = run("""
import threading, time
from magika_gm.__main__ import leave
threading.Thread(target=lambda: (time.sleep(0.2), print("through"))).start()
leave(0)
""")
    assert done.stdout == "through\n"


def test_nobody_listens_any_more() -> None:
    """Python has a status of its own for what could not be written."""
    ours, theirs = os.pipe()
    os.close(ours)
    command = [sys.executable, "-m", "magika_gm", "--version"]
    done = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, text=True, check=False)
    os.close(theirs)
    assert done.returncode in (1, 120)
    assert "Traceback" not in done.stderr


def test_modules_are_looked_through_once() -> None:
    done = run("""
import gc
from magika_gm.__main__ import ALLOCATIONS, COLD, seldom
seldom()
assert (gc.get_threshold()[0], gc.get_freeze_count()) == (COLD, 0)
many = [[] for _ in range(COLD + 1000)]
print(gc.get_threshold()[0] == ALLOCATIONS, gc.get_freeze_count() > COLD)
""")
    assert done.stdout == "True True\n", done.stderr
