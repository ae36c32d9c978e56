"""Doors: what one mail, one game, one letter or one job sets off stops none of the others; it is told, and kept.

Nobody knows all that may be raised on such a way, so a door catches whatever it is. Beyond it goes only what concerns
everybody: a database or a disk that is full, busy or gone.
"""

from __future__ import annotations

import errno
import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.mail.charsets import one_line
from magika_gm.whole_files import keep_newest, write_whole

FOLDER = "tracebacks"
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
    return Path(FOLDER) / f"{re.sub(r'[^A-Za-z0-9_.-]+', '-', about)[:80].strip('.-') or 'office'}.txt"
