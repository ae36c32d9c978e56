"""What is in hand: a mark on the disk for as long as a mail, a turn or a letter is worked at.

Whatever is raised is caught at a door. What ends the whole process (no memory left, a fault in a library that is no
Python) no door catches: the next run would begin with the same thing again, for ever, and nothing behind it would ever
be done. So each begins with a mark, which is taken away when it is through with, however that ends. Who finds marks
that were left some times does not touch the thing again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, path_name
from magika_gm.whole_files import keep_newest

FOLDER = Path("outbox") / ".in-hand"
MOST = 3
"""So many processes may end at a thing before it is left alone: a kill or a power failure may hit it by chance."""
KEPT = 1_000
"""Marks that are kept; a mail that was set aside never comes again, and nobody takes its mark away."""


class Deadly(OfficeError):
    """Process after process ended at this."""


@contextmanager
def in_hand(office: Office, name: str) -> Iterator[None]:
    """While something is worked at; ``name`` is what it is called among all things there are, fit for a file.

    Who has the same thing in hand at the same moment as somebody else puts no mark of his own. Raises :class:`Deadly`
    instead where :data:`MOST` processes ended at it.
    """
    path = office.root / FOLDER / name
    file = _alone_at(path)
    if file is None:
        yield
        return
    try:
        if os.fstat(file).st_size >= MOST:
            with suppress(OSError):
                os.utime(file)  # what is come upon again and again is none of the old ones
            keep_newest(path.parent, KEPT)
            raise Deadly(f"the program ended {MOST} times while it was at this")
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
    _forget(office.root / FOLDER / name)


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
