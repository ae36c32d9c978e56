"""What an office on a server says of it when it goes away, and what the list of processes shows of workers."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from magika_gm.cli.main import cli
from tests.desk import typed
from tests.store.postgres import Server

pytestmark = pytest.mark.postgres
ROOT = Path(__file__).parents[2]


def leaks(*texts: str) -> list[str]:
    return sorted({word for text in texts for word in re.findall(r"hidden\w*", text)})


def test_no_process_shows_a_url_and_none_is_in_what_fails_later(postgres: Server, tmp_path: Path) -> None:
    """A server goes away in the middle: neither the worker's log nor the list of processes has the URL's secrets."""
    office, log = tmp_path / "office", tmp_path / "log"
    with postgres.connect("postgres") as connection:
        connection.execute(b"CREATE ROLE hidden1user LOGIN SUPERUSER PASSWORD 'hidden2pass'")
        connection.execute(b"CREATE DATABASE hush OWNER hidden1user")
    url = f"postgresql+psycopg://hidden1user:hidden2pass@/hush?host={postgres.folder}&sslpassword=hidden3pass"
    made = CliRunner().invoke(cli, ["init", str(office), "--database-file", "-"], input=f"{url}\n")
    assert made.exit_code == 0, made.output + made.stderr
    with log.open("wb") as file:
        words = ["--office", str(office), "worker", "--jobs", "2", "--every", "1", "--stalled-after", "1"]
        worker = subprocess.Popen([sys.executable, "-m", "magika_gm", *words], stdout=file, stderr=file, cwd=ROOT)
    try:
        until = time.monotonic() + 60
        while len(_family(worker.pid)) < 3 and time.monotonic() < until:
            time.sleep(0.1)
        lines = _family(worker.pid)
        assert len(lines) >= 3
        time.sleep(2)
        with postgres.connect("postgres") as connection:
            connection.execute(b"ALTER ROLE hidden1user NOLOGIN")
            connection.execute(b"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'hush'")
        while "could not look round" not in log.read_text("utf-8") and time.monotonic() < until:
            time.sleep(0.1)
        time.sleep(2)
        later = typed(office, "status", "--json")
    finally:
        worker.terminate()
        # its queue's pool asks a server that is away for half a minute before it gives up
        worker.wait(90)
    assert later.exit_code == 1
    assert "not permitted to log in" in later.output
    text = log.read_text("utf-8", "replace")
    assert "could not look round" in text
    assert leaks(*lines, text, later.output, later.stderr, made.output, made.stderr) == []


def _family(pid: int) -> list[str]:
    """How the list of processes shows a process and its children."""
    shown = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((path / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[1])
            if pid in (parent, int(path.name)):
                shown.append((path / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace"))
        except OSError:
            continue
    return shown
