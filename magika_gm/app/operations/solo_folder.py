"""Folders watched for order sheets: the office's own, and wherever a browser saves what it is told to."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.operations.solo import GAME, MARK, Solo
from magika_gm.app.post.contents import mail_of
from magika_gm.mail.readers import UnreadableSource, read

_SHEETS = (".txt", ".ord", ".eml")
_MOST_BYTES = 200_000
"""No sheet is longer; what else lies in a folder of downloads is not looked into."""


class Watched:
    """The files dropped since the game was last played here; nothing is moved or deleted.

    In ``elsewhere`` only what comes from now on counts, and only sheets of this game: all else is nobody's business.
    """

    def __init__(self, solo: Solo, elsewhere: Sequence[Path] = ()) -> None:
        self._own, self._mark = solo.orders_folder, solo.office.root / MARK
        for folder in elsewhere:
            if not folder.is_dir():
                raise OfficeError(f"there is no folder {folder} to watch")
        self._elsewhere = tuple(elsewhere)
        self._seen = set(json.loads(self._mark.read_text(encoding="utf-8") or "[]"))
        self._new: set[str] = set()
        self._passed = {key for folder in elsewhere for key, _ in _files(folder)}

    def fresh(self) -> list[Path]:
        """Files that are new and whole: a file counts when it is found unchanged a second time."""
        found, new = [], set()
        for folder in (self._own, *self._elsewhere):
            for key, path in _files(folder):
                if key in self._seen or key in self._passed:
                    continue
                if key not in self._new:
                    new.add(key)
                elif folder == self._own or _is_ours(path):
                    self._note(key)
                    found.append(path)
                else:
                    self._passed.add(key)
        self._new = new
        return found

    def _note(self, key: str) -> None:
        """A file is taken once, also when the game goes on another day."""
        self._seen.add(key)
        self._mark.write_text(json.dumps(sorted(self._seen), indent=0), encoding="utf-8")


def _files(folder: Path) -> list[tuple[str, Path]]:
    """The files that may be sheets, oldest first, each with a word that changes when the file does."""
    found = []
    for path in folder.iterdir():
        if path.suffix.casefold() in _SHEETS and path.is_file():
            about = path.stat()
            if about.st_size <= _MOST_BYTES:
                found.append((about.st_mtime_ns, path.name, f"{path.name} {about.st_mtime_ns} {about.st_size}", path))
    return [(key, path) for _, _, key, path in sorted(found)]


def _is_ours(path: Path) -> bool:
    """Whether there is a sheet of this game in a file."""
    try:
        sheets = [one for given in read(path) for one in mail_of(given, "", "").contents.read()]
    except UnreadableSource:
        return False
    return any(one.sheet.game.casefold() == GAME for one in sheets)
