"""A deed stopped at a point, done again, and looked over: each run in forks of this process, on its own copy."""

from __future__ import annotations

import gc
import json
import os
import re
import signal
import smtplib
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

from magika_gm.app.audit.verify import verify_game
from magika_gm.app.office.office import open_office
from magika_gm.app.record.games import game_ids
from tests.kill.deeds import LATER, SENT, Deed, Server, command
from tests.kill.homes import Home
from tests.kill.points import How, Watch, armed

_DATED = re.compile(rb"(?m)^(Date:|DTSTAMP:|Received:).*$|=+\d{10,}==|boundary=.*$")
"""What of a mail tells when it was sent."""


@dataclass(slots=True)
class Swept:
    """What a sweep came to."""

    points: int = 0
    tried: int = 0
    faults: list[str] = field(default_factory=list)
    repeated: int = 0
    """Mails that went out twice: each was in flight."""


def begun(work: Callable[[], Any], note: Path) -> int:
    """Begin a piece of work in a fork of its own; what it returns will stand in a JSON file. Gives its number."""
    note.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        status = 70
        signal.alarm(LONGEST)  # whatever hangs is killed, and told of
        try:
            if hasattr(os, "sched_setaffinity"):  # one core: every point is in this process
                ours = sorted(os.sched_getaffinity(0))
                os.sched_setaffinity(0, {ours[os.getppid() % len(ours)]})
            result = work()
            note.write_text(json.dumps(result), encoding="utf-8")
            status = 0
        except BaseException:  # noqa: BLE001 - a fork never returns into the test
            note.write_text(json.dumps(traceback.format_exc()), encoding="utf-8")
        finally:
            sys.stdout.flush()
            os._exit(status)
    return child


def ended(child: int, note: Path) -> tuple[int, Any]:
    """Wait for a fork: its wait status, and what it returned."""
    _, status = os.waitpid(child, 0)
    return status, json.loads(note.read_text("utf-8")) if note.is_file() else None


def forked(work: Callable[[], Any], note: Path) -> tuple[int, Any]:
    """Do a piece of work in a fork: its wait status, and what it returned."""
    return ended(begun(work, note), note)


def steady(size: int) -> bytes:
    """The same 'random' bytes in every run, so that two runs may be compared."""
    return bytes(range(7, 7 + size))


def unlike() -> Callable[[int], bytes]:
    """The like for a deed that is done whole or not at all, and needs each draw to be another."""
    numbers = count(1)
    return lambda size: (next(numbers).to_bytes(2, "big") * size)[:size]


def do(deed: Deed, folder: Path, to: str, watch: Watch | None) -> tuple[int, str]:
    """The deed itself; ``to`` is the URL of an empty database."""
    server(deed, folder, watch)
    os.urandom = steady if deed.mails else unlike()
    return command(folder, *(word.format(folder, to=to) for word in deed.words), at=deed.at)


def server(deed: Deed, folder: Path, watch: Watch | None) -> None:
    """Put our mail server in the place of any other."""
    if deed.smtp:
        Server.watch, Server.folder = watch, folder
        smtplib.SMTP = Server  # type: ignore[misc, assignment]


def stop(deed: Deed, folder: Path, to: str, at: int, how: How) -> list[Any]:
    """The deed, stopped at a point (0: at none): exit status, words, the names of the points passed."""
    watch = armed(folder, at, how)
    status, said = do(deed, folder, to, watch)
    return [status, said, watch.log]


def mend(deed: Deed, folder: Path, to: str, home: Home, again: bool, fix: bool = False) -> list[str]:
    """What a game master does after a run was cut off: the deed again unless it is done, then the mail.

    With ``fix`` he asks ``doctor`` first, too. Gives what is amiss.
    """
    wrong = []
    table, row = deed.seen
    if again and not (table and any(row in one for one in home.rows(folder)[table])):
        status, said = do(deed, folder, to, None)
        if status and not (deed.whole and deed.whole in said):
            wrong.append(f"done again it fails: {said.strip()[-300:]}")
    if fix:
        command(folder, "doctor", "--fix", at=deed.at + LATER)
    if not deed.mails:
        return wrong
    server(deed, folder, None)
    status, said = command(folder, "deliver", at=deed.at + LATER)
    if status:
        wrong.append(f"what waits cannot be delivered: {said.strip()[-300:]}")
    if deed.name == "restore":  # reports are not in an archive: they are written again from the record
        command(folder / "again", "doctor", "--fix", at=deed.at + LATER)
    return wrong


def looked_over(deed: Deed, folder: Path) -> list[str]:
    """What ``verify`` and ``doctor`` find amiss."""
    wrong = []
    for root in (folder, folder / deed.office) if deed.office else (folder,):
        office = open_office(root)
        with office.store.reading() as connection:
            names = game_ids(connection)
        for game in names:
            wrong += [f"verify {game}: {v.differences}" for v in verify_game(office, game) if v.differences]
        office.close()
        # a game to learn by sends no mail
        _, said = command(root, "doctor", "--json", at=deed.at + (LATER if root == folder else timedelta(0)))
        for check in json.loads(said)["checks"] if said.startswith("{") else [{"check": "worlds", "findings": [said]}]:
            if check["check"] in (RECORD if deed.mails else ("database", "worlds", "turns", "books")):
                wrong += [f"doctor: {one}" for one in check["findings"]]
    return wrong


LONGEST = 300
"""Seconds after which a run hangs, on whatever machine."""
STATES = -1
NOTHING_YET = frozenset("SELECT INSERT UPDATE DELETE SAVEPOINT RELEASE ROLLBACK SET LOCK PRAGMA before WITH".split())
"""First words of points that leave nothing behind: statements, and the moment before a commit."""
LOOKS = 10
"""At every so many points ``verify`` and ``doctor`` look over what is as it should be, too."""
RECORD = ("database", "modes", "worlds", "turns", "reports", "mail in", "mail out", "books")


def plain(state: dict[str, Any]) -> dict[str, Any]:
    """A state without what tells when a mail was sent, or an office was upgraded: the machine's clock tells that."""
    today = re.compile(rf"'{datetime.now(UTC):%Y-%m-%d}T[^']*'")
    found = dict(state)
    for name, value in state.items():
        if isinstance(value, bytes) and name.endswith(".eml"):
            found[name] = _DATED.sub(b"", value)
        elif isinstance(value, list) and name.endswith(" outbox"):
            found[name] = sorted(today.sub("", row) for row in value)
    return found


def differences(wanted: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """What of an office is not as it should be."""
    wrong = []
    for name in sorted(wanted.keys() | found.keys()):
        if name == SENT or wanted.get(name) == found.get(name):
            continue
        if isinstance(wanted.get(name), list) and isinstance(found.get(name), list):
            lost = [row for row in wanted[name] if row not in found[name]]
            more = [row for row in found[name] if row not in wanted[name]]
            wrong.append(
                f"table {name}: {len(lost)} lost, {len(more)} more: {str(lost[:1])[:200]} {str(more[:1])[:200]}"
            )
        else:
            wrong.append(
                f"{name}: " + ("lost" if name not in found else "left behind" if name not in wanted else "differs")
            )
    return wrong


def warmed(deed: Deed, home: Home, folder: Path, to: str) -> None:
    """Do the deed and look it over once in this process: modules, templates and statements its forks need are there
    then, which is most of what a fork of so small an office would do."""
    chance, line = os.urandom, smtplib.SMTP
    try:
        do(deed, folder, to, None)
        mend(deed, folder, to, home, again=False)
        looked_over(deed, folder)
    finally:
        os.urandom, smtplib.SMTP = chance, line  # type: ignore[misc]
    home.forget(folder)
    gc.collect()
    gc.freeze()


def loaded(modules: Sequence[str]) -> None:
    """Load what every run needs once, here; forks need not copy what they only look through."""
    for module in modules:
        with suppress(ImportError):
            import_module(module)
    gc.collect()
    gc.freeze()


def chosen(names: Sequence[str], points: int, how: How) -> Sequence[int]:
    """Every point (0), or about so many spread over all.

    :data:`STATES`: every point at which ``kill -9`` leaves something new. A statement that is not committed leaves
    nothing: whoever is killed after it leaves what he left before it.
    """
    total = len(names)
    if points == STATES and how == "kill":
        quiet = [name.partition(" ")[0] in NOTHING_YET for name in names]
        return [at for at in range(1, total + 1) if at == 1 or not (quiet[at - 1] and quiet[at - 2])]
    if points in (0, STATES) or points >= total:
        return range(1, total + 1)
    return sorted({1 + round(k * (total - 1) / (points - 1)) for k in range(points)})


def sweep(deed: Deed, home: Home, ready: Path, work: Path, how: How, points: int) -> Swept:
    """Stop the deed at every point, or at about so many of them spread over all."""
    note, swept = work / "note.json", Swept()
    folder = work / "office"

    def copied() -> str:
        home.copy(ready, folder)
        return home.elsewhere(folder) if "{to}" in deed.words else ""

    warmed(deed, home, folder, copied())
    to = copied()
    status, result = forked(lambda: stop(deed, folder, to, 0, how), note)
    assert status == 0, result
    assert result[0] == 0, result[1]
    names = result[2]
    status, wrong = forked(lambda: mend(deed, folder, to, home, again=False) + looked_over(deed, folder), note)
    assert (status, wrong) == (0, []), wrong
    wanted = plain(home.state(folder))
    home.forget(folder)
    swept.points = len(names)
    for at in chosen(names, points, how):
        to = copied()
        status, result = forked(lambda at=at, to=to: stop(deed, folder, to, at, how), note)  # type: ignore[misc]
        where = f"{deed.name}, {how} at point {at} of {len(names)} ({names[at - 1]})"
        swept.tried += 1
        if how == "kill" and not (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL):
            swept.faults.append(f"{where}: was not killed: {result}")
        if how == "fail" and status:
            swept.faults.append(f"{where}: breaks: {str(result)[-400:]}")
        asked = folder / deed.file
        left = asked.read_bytes() if asked.is_file() else None
        status, wrong = forked(lambda to=to: mend(deed, folder, to, home, again=True), note)  # type: ignore[misc]
        found = [str(wrong)[-600:]] if status else list(wrong)
        found += differences(wanted, plain(home.state(folder)))
        if left not in (None, wanted.get(deed.file)):
            found.append(f"{deed.file} was cut off")
        if found or at % LOOKS == 0:  # of what is the same, row by row and byte by byte, the same would be said
            status, wrong = forked(lambda: looked_over(deed, folder), note)
            found += [str(wrong)[-600:]] if status else wrong
        swept.repeated += repeated(folder, wanted, found)
        swept.faults += [f"{where}: {what}" for what in found]
        home.forget(folder)
    return swept


def repeated(folder: Path, wanted: dict[str, Any], found: list[str]) -> int:
    """How many mails the server took twice; no more than the one in flight, and none is lost."""
    if SENT not in wanted:
        return 0
    sent = (folder / SENT).read_text("utf-8").splitlines() if (folder / SENT).is_file() else []
    every = wanted[SENT].decode("utf-8").splitlines()
    if set(sent) != set(every):
        found.append(f"mails lost or too many: {len(set(sent))} of {len(every)}")
    if len(sent) > len(every) + 1:
        found.append(f"{len(sent) - len(every)} mails went out twice")
    return len(sent) - len(every)
