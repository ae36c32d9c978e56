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

FOLDER = Path("outbox") / ".in-hand"
MOST = 3
"""So many processes may end at a thing before it is left alone: a kill or a power failure may hit it by chance."""


class Deadly(OfficeError):
    """Process after process ended at this."""


@contextmanager
def in_hand(office: Office, name: str) -> Iterator[None]:
    """While something is worked at; ``name`` is what it is called among all things there are, fit for a file.

    Raises :class:`Deadly` instead where :data:`MOST` processes ended at it.
    """
    path = office.root / FOLDER / name
    left = _mark(path)
    try:
        if left >= MOST:
            raise Deadly(f"the program ended {MOST} times while it was at this")
        yield
    finally:
        if left < MOST:
            _forget(path)


def turn_of(game: str) -> str:
    """What a game's turn is called."""
    return f"game-{path_name(game)}"


def forget(office: Office, name: str) -> None:
    """It may be tried again: somebody asked for it by name."""
    _forget(office.root / FOLDER / name)


def _mark(path: Path) -> int:
    """Put one more mark; how many were left before, 0 where none can be put."""
    try:
        file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    except FileNotFoundError:
        with suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            return _mark(path) if path.parent.is_dir() else 0
        return 0
    except OSError:
        return 0
    try:
        before = os.fstat(file).st_size
        os.write(file, b"x")
    except OSError:
        return 0
    finally:
        os.close(file)
    return before


def _forget(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)
