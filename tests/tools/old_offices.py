"""Offices of older schemas for tests/store/test_older_offices.py, each made by the commands of a program of its time.

    python tests/tools/old_offices.py 0003 15c55e91 tests/store/offices

checks the program of a commit out into a temporary folder, plays with it what it knew, and leaves an archive of the
office there: its own backup, or where it could make none (0001) a tar of the same files. The last commits before the
schema changed were 19b89d5b (0001), ce9d36c5 (0002), 15c55e91 (0003), cff2df54 (0004), 03612e71 (0005) and
653326da (0006).
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from magika_gm import games

SEED = "a seed for offices of tests"


class Old:
    """The program of a commit, and the office it works on."""

    def __init__(self, version: str, commit: str, folder: Path) -> None:
        self.version, self.tree, self.office = version, folder / "tree", folder / "office"
        self.tree.mkdir()
        packed = subprocess.run(["git", "archive", commit], check=True, capture_output=True).stdout
        subprocess.run(["tar", "x", "-C", str(self.tree)], input=packed, check=True)

    def run(self, *words: str) -> str:
        """A command of the program, which must succeed; what it said."""
        environment = os.environ | {"PYTHONPATH": str(self.tree)}
        command = [sys.executable, "-m", "magika_gm", "--office", str(self.office), *words]
        done = subprocess.run(
            command, cwd=self.tree.parent, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SystemExit(f"{words}: {done.stdout}{done.stderr}")
        return done.stdout

    def sample(self, system: str) -> Path:
        """Where the sample mails of a game are."""
        own = self.tree / "turns" / "sample" / system
        return own if own.is_dir() else own.parent

    def begin(self, game: str, system: str = "magika", *words: str) -> None:
        """A game of the sample's players."""
        which = () if self.version < "0003" else ("--game", system)
        self.run(
            "new-game", game, *which, "--signups", str(self.sample(system) / "signups.toml"), "--seed", SEED, *words
        )

    def mails(self, game: str, system: str, turn: int) -> None:
        """The sample mails of a turn, written to a game."""
        place = self.office.parent / "mails" / game / str(turn)
        place.mkdir(parents=True)
        for mail in sorted((self.sample(system) / str(turn)).glob("*.eml")):
            raw = mail.read_bytes().replace(b"GAME sample", b"GAME " + game.encode())
            (place / mail.name).write_bytes(re.sub(rb"(?m)^(Message-ID: <)", rb"\1" + game.encode() + b".", raw))
        self.run("ingest", str(place))

    def turn(self, game: str) -> None:
        """Play a turn now."""
        self.run("process-turn", game, "--early")


def magika(old: Old) -> None:
    """A game running with orders in, one just begun, one over."""
    old.begin("sample")
    old.mails("sample", "magika", 1)
    old.turn("sample")
    old.mails("sample", "magika", 2)
    old.begin("begun")
    if old.version > "0001":  # the first program could put nobody on the Goal Square, which is many turns away
        old.begin("over")
        old.run("correct", "place", "over", "A", "a1", "--reason", "he wins")
        old.turn("over")


def others(old: Old) -> None:
    """Of each other game one that runs with orders in; one over, one cancelled, one just begun."""
    played = {path.name for path in (old.tree / "turns" / "sample").iterdir() if path.is_dir()}
    for system in sorted(played - {games.DEFAULT}):
        game = system.replace("_", "-")
        old.begin(game, system)
        old.mails(game, system, 1)
        old.turn(game)
        old.mails(game, system, 2)
    duel = (old.tree / "scenarios" / "arena" / "duel.toml").read_text(encoding="utf-8")
    short = old.office.parent / "short.toml"
    short.write_text(duel.replace("last_turn = 36", "last_turn = 2"), encoding="utf-8")
    old.begin("arena-over", "arena", "--scenario", str(short))
    for _ in range(2):
        old.turn("arena-over")
    old.begin("isle-begun", "temple_isle")
    old.begin("xom-off", "xom_zol")
    old.turn("xom-off")
    old.run("cancel-game", "xom-off", "--reason", "begun with the wrong pace", "--yes")


def desk(old: Old) -> None:
    """Money, a correction and a note that wait for the next turn, a pause, one who waits for a game."""
    old.run("pay", "1", "20.00", "--reason", "cheque", "--ref", "cheque 4711")
    old.run("charge", "sample:C", "copy", "--reason", "turn 1 again")
    old.run("correct", "adjust", "sample", "C", "endurance", "-10", "--reason", "a rest was counted twice")
    old.run("note", "sample", "ALL", "The next turn is a week later, for the holidays.")
    old.run("pause", "begun", "--reason", "I am ill")
    old.run("sign-up", "add", "--name", "Nell Brook", "--email", "nell@example.org", "--password", "starling lamp",
            "--first", "Aletheia, elf, good", "--anything")  # fmt: skip


def make(version: str, commit: str, place: Path) -> None:
    """Make the office of a schema, and its archive in a folder."""
    with TemporaryDirectory() as temporary:
        old = Old(version, commit, Path(temporary))
        old.run("init", str(old.office))
        magika(old)
        if version > "0001":
            desk(old)
        if version > "0002":
            others(old)
        old.run("deliver")
        target = place / f"office-{version}.tar.gz"
        place.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(old.office / "magika.sqlite3")) as database:
            assert database.execute("SELECT version_num FROM alembic_version").fetchall() == [(version,)]
            database.execute("VACUUM")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if version > "0001":
            old.run("backup", str(old.office.parent / "backups"))
            shutil.copy(next((old.office.parent / "backups").glob("*.tar.gz")), target)
        else:
            with tarfile.open(target, "w:gz") as tar:
                for name in ("magika.sqlite3", "magika.toml", "turns"):
                    tar.add(old.office / name, name)


if __name__ == "__main__":
    make(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
