"""What the scripts before the tests say on a machine where little is there."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

TOOLS = Path(__file__).parent / "tools"


def run(name: str, tmp_path: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A script where there is no package manager, no home and nothing of what it looks for on the path."""
    for word in ("sh", "id", "find", "grep"):
        found = shutil.which(word)
        assert found
        if not (tmp_path / word).exists():
            (tmp_path / word).symlink_to(found)
    given = {"PATH": str(tmp_path), **environment}
    return subprocess.run([str(TOOLS / name), *words], env=given, capture_output=True, text=True, check=False)


def test_where_node_is_missing_it_is_said_before_with_the_command_that_mends_it(tmp_path: Path) -> None:
    done = run("need-node", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "apt-get install nodejs" in done.stdout
    assert done.stdout.endswith("the tests of the player's page will be skipped\n")


def test_where_node_must_be_here_that_ends_the_run(tmp_path: Path) -> None:
    done = run("need-node", tmp_path, MAGIKA_REQUIRE_SERVERS="1")
    assert (done.returncode, done.stdout) == (1, "")
    assert "MAGIKA_REQUIRE_SERVERS=1 asks for it" in done.stderr


def test_where_chromium_is_missing_make_test_says_so_and_installs_none(tmp_path: Path) -> None:
    done = run("need-browser", tmp_path, "--say")
    assert (done.returncode, done.stderr) == (0, "")
    assert "apt-get install chromium" in done.stdout
    assert done.stdout.endswith("will be skipped\n")
    must = run("need-browser", tmp_path, "--say", MAGIKA_REQUIRE_SERVERS="1")
    assert (must.returncode, must.stdout) == (1, "")
    assert run("need-browser", tmp_path, "--say", MAGIKA_CHROMIUM="/opt/chromium").stdout == ""


def test_fonts_are_looked_for_without_a_home(tmp_path: Path) -> None:
    done = run("need-fonts", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_what_root_has_installed_on_the_machine_is_said_first(tmp_path: Path) -> None:
    """On Debian, whose package manager is played here."""
    for word, does in (("id", "echo 0"), ("apt-get", "exit 0")):
        (tmp_path / word).write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        (tmp_path / word).chmod(0o755)
    (tmp_path / "sh").symlink_to(shutil.which("sh") or "")
    done = subprocess.run(
        [str(TOOLS / "need-node")], env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (
        0,
        "need-node: apt-get installs nodejs on this machine, outside the checkout\n",
    )
