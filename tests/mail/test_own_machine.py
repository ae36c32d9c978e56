"""docs/mail.md, "On your own machine": its commands as they stand there, on other ports."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mail.dovecot import PLACES
from tests.needs import lacking

PAGE = (Path(__file__).parents[2] / "docs" / "mail.md").read_text(encoding="utf-8")
SOMEBODY = ["unshare", "--user", "--map-user=1000", "--map-group=1000"]
"""Root's files, and an ordinary user's name."""
ENDS = "trap 'kill $(jobs -p); wait' EXIT\n"
WAITS = """\
for port in 10025 10143; do
  for try in $(seq 100); do (: < /dev/tcp/127.0.0.1/$port) 2> /dev/null && break; sleep 0.1; done
done
"""
"""Typed by hand, the servers are there by the time the next command is."""


def commands(page: str) -> str:
    """What is to be typed, in its order."""
    section = page.partition("## On your own machine\n")[2].partition("\n## ")[0]
    typed = "\n".join(line[4:] for line in section.splitlines() if line.startswith("    ") or not line.strip())
    return re.sub(r"\n{3,}", "\n\n", typed)


@pytest.fixture
def home() -> Iterator[Path]:
    """A home for whoever types; under another name than root's, for Dovecot is not to be his."""
    folder = Path(tempfile.mkdtemp(prefix="magika-try-", dir="/tmp"))
    yield folder
    shutil.rmtree(folder)


@pytest.mark.slow
def test_all_is_tried_on_one_machine(home: Path) -> None:
    if shutil.which("dovecot", path=f"{os.environ.get('PATH', '')}:{PLACES}") is None:
        lacking("Dovecot", "need-dovecot")
    typed = ENDS + commands(PAGE).replace("echo sesame", WAITS + "echo sesame", 1)
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as two:
        for usual, free in (("10025", one), ("10143", two)):
            assert usual in typed
            typed = typed.replace(usual, str(free.getsockname()[1]))
    if os.geteuid() == 0 and subprocess.run([*SOMEBODY, "true"], capture_output=True, check=False).returncode:
        pytest.skip("root may be nobody else on this machine, and Dovecot is not to be root's")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    typing = [*(SOMEBODY if os.geteuid() == 0 else []), "bash", "-e", "-c", typed]
    with (home / "told").open("w+", encoding="utf-8") as told:
        done = subprocess.run(
            typing, cwd=home, env={"HOME": str(home), "PATH": path, "LC_ALL": "C.UTF-8"}, stdout=told,
            stderr=subprocess.STDOUT, timeout=100, check=False,
        )  # fmt: skip
        told.seek(0)
        said = told.read()
    assert done.returncode == 0, said
    for check in ("ok  read mail logged in to gm@localhost", "ok  send mail", "ok  letter    came within"):
        assert check in said
    assert "To: carol@players.example" in said
    assert "Who would like to play" in said
