"""Node.js for the tests of the page's own programs, which run there as they do in a browser."""

from __future__ import annotations

import atexit
import json
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import IO, Any

from tests.needs import needs

NEEDED = needs(shutil.which("node"), "Node.js", "need-node")


def answers(program: Path, *rows: str, of: Path | None = None) -> list[Any]:
    """What a program, told of a file, answers to each of these lines of JSON; it runs on for who asks next, for to
    begin costs more than most answers."""
    process, errors = _running(program, *([of] if of else []))
    assert process.stdin is not None
    assert process.stdout is not None
    told = []
    for row in rows:
        process.stdin.write(row + "\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        if not answer:
            _running.cache_clear()
            errors.seek(0)
            raise AssertionError(errors.read()[-2000:])
        told.append(json.loads(answer))
    return told


@cache
def _running(program: Path, *words: Path) -> tuple[subprocess.Popen[str], IO[str]]:
    errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 - as long as the process
    process = subprocess.Popen(
        ["node", str(program), *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
    )

    def end() -> None:
        process.kill()
        process.communicate()
        errors.close()

    atexit.register(end)
    return process, errors
