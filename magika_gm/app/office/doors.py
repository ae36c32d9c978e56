"""Doors: what one mail, one game, one letter or one job sets off stops none of the others; it is told, and kept.

Nobody knows all that may be raised on such a way, so a door catches whatever it is. Beyond it goes only what concerns
everybody: a database or a disk that is full, busy or gone.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shlex
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, path_name
from magika_gm.engine.records import record
from magika_gm.engine.words import one_line
from magika_gm.troubles import in_plain_words
from magika_gm.whole_files import keep_newest, sync, write_whole

TRACEBACKS = "tracebacks"
"""Where in an office the tracebacks of what nobody foresaw are kept, the last one of each mail, game or part."""
KEPT = 200
"""So many of them, the newest: whoever finds a fault can set it off with any number of mails."""
_MACHINE = frozenset(
    {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ESTALE}
)


def concerns_all(error: BaseException) -> bool:
    """Whether an error is the database's or the machine's own trouble, so that the next one would fare no better."""
    from magika_gm.store.faults import is_away

    return is_away(error) or (isinstance(error, OSError) and error.errno in _MACHINE)


def in_words(office: Office, about: str, error: BaseException) -> str:
    """Why something could not be done, in one line: what an error says for itself, or that nobody foresaw it and where
    its traceback is kept. ``about`` names what it was: ``game 12``, ``mail in``."""
    if says_why(error):
        return str(error)
    told = in_plain_words(error, place_of(office, error))
    if told:
        return told
    kept = keep_traceback(office, about, error)
    if isinstance(error, OSError) and error.strerror:
        return f"{one_line(str(error.filename or 'the disk'), 300)}: {error.strerror}{_where(kept)}"
    first = one_line((str(error).splitlines() or [""])[0], 200)
    return f"unforeseen: {type(error).__name__}{f': {first}' if first else ''}{_where(kept)}"


@contextmanager
def nothing_changed(office: Office, about: str) -> Iterator[None]:
    """What is rolled back whole: whatever is raised in it is told with the words that nothing was changed. Those of an
    :class:`OfficeError` say what there is to say, and of a database that is away nobody knows how far it came."""
    from magika_gm.store.faults import StoreError, is_away

    try:
        yield
    except OfficeError:
        raise
    except Exception as error:
        if is_away(error):
            raise
        words = f"{in_words(office, about, error)}; nothing was changed"
        raise (StoreError(words) if isinstance(error, StoreError) else OfficeError(f"{about}: {words}")) from error


def place_of(office: Office, error: BaseException) -> Path | str:
    """What an error of the disk or the database is about."""
    if isinstance(error, OSError):
        name = error.filename  # or a number, or bytes
        return one_line(name, 300) if isinstance(name, str) and name else "the disk"
    from magika_gm.store.urls import sqlite_file

    return sqlite_file(office.database_url) or "the database"


def _where(kept: str) -> str:
    return f" (traceback: {kept})" if kept else ""


def says_why(error: BaseException) -> bool:
    """Whether an error is one of ours, whose words say what is wrong and what to do."""
    from magika_gm.mail.readers import UnreadableSource
    from magika_gm.store.faults import StoreError

    return isinstance(error, OfficeError | StoreError | UnreadableSource)


def keep_traceback(office: Office, about: str, error: BaseException) -> str:
    """Keep an error's traceback in the office, in the place of the last one of the same name; its path there, or ""
    where it cannot be written: that must not be in the way of what is told."""
    place = traceback_of(about)
    with suppress(OSError):
        path = office.root / place
        path.parent.mkdir(mode=0o700, exist_ok=True)
        text = "".join(traceback.format_exception(error))
        write_whole(path, text.encode("utf-8", "backslashreplace"), private=True)
        keep_newest(path.parent, KEPT)
        return str(place)
    return ""


def traceback_of(about: str) -> Path:
    """Where in an office a traceback about something is kept."""
    return Path(TRACEBACKS) / f"{re.sub(r'[^A-Za-z0-9_.-]+', '-', about)[:80].strip('.-') or 'office'}.txt"


# What is in hand: a mark on the disk for as long as a mail, a turn or a letter is worked at.
#
# Whatever is raised is caught at a door. What ends the whole process (no memory left, a fault in a library that is no
# Python) no door catches: the next run would begin with the same thing again, for ever, and nothing behind it would
# ever be done. So each begins with a mark, which is taken away when it is through with, however that ends. Who finds
# marks that were left some times does not touch the thing again.


MARKS = Path("outbox") / ".in-hand"
MOST_ENDS = 3
"""So many processes may end at a thing before it is left alone: a kill or a power failure may hit it by chance."""
MARKS_KEPT = 1_000
"""Marks that are kept; a mail that was set aside never comes again, and nobody takes its mark away."""


class Deadly(OfficeError):
    """Process after process ended at this."""


@contextmanager
def in_hand(office: Office, name: str) -> Iterator[None]:
    """While something is worked at; ``name`` is what it is called among all things there are, fit for a file.

    Who has the same thing in hand at the same moment as somebody else puts no mark of his own. Raises :class:`Deadly`
    instead where :data:`MOST` processes ended at it.
    """
    path = office.root / MARKS / name
    file = _alone_at(path)
    if file is None:
        yield
        return
    try:
        if os.fstat(file).st_size >= MOST_ENDS:
            with suppress(OSError):
                os.utime(file)  # what is come upon again and again is none of the old ones
            keep_newest(path.parent, MARKS_KEPT)
            raise Deadly(f"the program ended {MOST_ENDS} times while it was at this")
        with suppress(OSError):
            os.write(file, b"x")
        try:
            yield
        finally:
            _forget(path)
    finally:
        os.close(file)


@contextmanager
def turn_in_hand(office: Office, game: str) -> Iterator[None]:
    """:func:`in_hand` for a game's turn, or for the reports of one; raises :class:`OfficeError` with the cure."""
    try:
        with in_hand(office, turn_of(game)):
            yield
    except Deadly as error:
        raise OfficeError(f"game {game}: {error}; to try it once more: magika-gm process-turn {game}") from error


def turn_of(game: str) -> str:
    """What a game's turn is called."""
    return f"game-{path_name(game)}"


def forget(office: Office, name: str) -> None:
    """It may be tried again: somebody asked for it by name."""
    _forget(office.root / MARKS / name)


def _alone_at(path: Path) -> int | None:
    """The marks of a thing nobody else has in hand now, locked; None where somebody has, or no mark can be put.

    The lock goes with the process, however that ends.
    """
    import fcntl

    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        while True:
            file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(file)
                return None
            if os.fstat(file).st_nlink:
                return file
            os.close(file)  # whoever had it in hand was through with it just now
    return None


def _forget(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)


# The log: what the game master, or who helps him, changed by which command. A line before the first commit and one at
# the end: whatever is killed between them is told of as cut off, and nothing is changed that stands nowhere.


LOG = "log.jsonl"
"""In an office's folder, a JSON object a line; for its owner's eyes alone."""


@record
class Noted:
    """A command that changed the office. ``ended``: as it should, with an error, or (None) nobody knows."""

    id: str
    at: str
    user: str
    who: str
    command: str
    words: str
    given: dict[str, str]
    ended: bool | None
    undo: str = ""
    """How to undo it, where the command itself said so."""


def note_command(root: Path, told: dict[str, Any]) -> None:
    """Append a line to the log; it lies on the disk when this returns, and the name of a new log in its folder."""
    path = root / LOG
    new = not path.exists()
    number = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        size = os.fstat(number).st_size
        torn = size and os.pread(number, 1, size - 1) != b"\n"  # whoever wrote the last line was stopped in it
        os.write(number, (b"\n" if torn else b"") + json.dumps(told).encode() + b"\n")
        os.fsync(number)
    finally:
        os.close(number)
    if new:
        sync(root)


def commands_noted(root: Path) -> list[Noted]:
    """The commands of the log, oldest first; a line that was torn or damaged is passed over."""
    from magika_gm.store.faults import StoreError, moment

    path, found = root / LOG, dict[str, Noted]()
    if not path.is_file():
        return []
    names = {field.name for field in fields(Noted)} - {"ended", "undo"}
    for line in path.read_bytes().splitlines():
        with suppress(ValueError, KeyError, TypeError, AttributeError, RecursionError, StoreError):
            told = json.loads(line)
            if "command" in told:
                moment(told["at"], LOG)
                "".join([*(told[name] for name in names - {"given"}), *told["given"].values()])  # texts, all of them
                found[told["id"]] = Noted(**{name: told[name] for name in names}, ended=None)
            elif told["id"] in found:
                noted, undo = found[told["id"]], str(told.get("undo", ""))
                found[noted.id] = replace(noted, ended=bool(told["ended"]), undo=undo)
    return list(found.values())


PERSONAL = ("name", "email", "address", "phone", "fax", "new")
"""What a command that is about a person may have been given of him."""


def blot_log(root: Path, words: re.Pattern[str] | None, meant: Callable[[Mapping[str, str]], bool]) -> None:
    """Blot ``words`` out of the log, and what commands about a person were given of him, or bring back; ``meant`` tells
    which are.

    Each line keeps its length, so that whoever appends one meanwhile is not in the way.
    """
    path = root / LOG
    if not path.is_file():
        return
    number = os.open(path, os.O_RDWR)
    place, his = 0, set[str]()
    try:
        for line in path.read_bytes().splitlines(keepends=True):
            new = line
            with suppress(ValueError, TypeError, AttributeError, RecursionError):
                told = json.loads(line)
                given = told.get("given", {})
                named = meant(given)
                if named:
                    his.add(told["id"])
                known = [given[key] for key in PERSONAL if given.get(key)] if named else []
                if told["id"] in his:  # the old address, though others have it, too
                    known += [word for word in shlex.split(told.get("undo", "")) if "@" in word]
                new = _starred(line.decode("ascii"), [*known, *_found(told, words)]).encode()
            if new != line:
                os.pwrite(number, new, place)
            place += len(line)
        os.fsync(number)
    finally:
        os.close(number)


def _found(told: Mapping[str, Any], words: re.Pattern[str] | None) -> list[str]:
    texts = [str(told.get("words", "")), str(told.get("undo", "")), *map(str, told.get("given", {}).values())]
    return [said for text in texts for said in words.findall(text)] if words is not None else []


def _starred(line: str, words: list[str]) -> str:
    """A line of JSON with stars for words, however a shell or JSON quotes them."""
    for word in sorted({form for one in words for form in (one, shlex.quote(one).strip("'"))}, key=len, reverse=True):
        said = json.dumps(word)[1:-1]
        line = line.replace(said, "*" * len(said))
    return line
