"""What report files are made of, kept beside them: one that a disk or a hand changed is known, and made again.

A list a turn, ``reports/GAME/gm/TURN.digests``: SHA-256, bytes and name of each file, a line each. It lies on the disk
before the reports have their place; a turn of an earlier version, or whose list is gone, has none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from magika_gm.app.office.office import Office, path_name
from magika_gm.whole_files import write_whole

FORMS = ("pdf", "html", "txt", "json")
"""The forms every report has; a page besides where the game makes one."""


def note(digests: Path, files: Iterable[Path]) -> None:
    """Keep what all files of a turn are made of. Raises :class:`OSError`."""
    _keep(digests, {file.name: _made_of(file) for file in files})


def renew(digests: Path, file: Path) -> None:
    """The same of one file that was written again, where a list is kept at all."""
    known = _kept(digests)
    if known is not None:
        _keep(digests, known | {file.name: _made_of(file)})


def _made_of(file: Path) -> tuple[str, int]:
    data = file.read_bytes()
    return _digest(data), len(data)


def _keep(digests: Path, known: Mapping[str, tuple[str, int]]) -> None:
    rows = (f"{digest} {size} {name}\n" for name, (digest, size) in sorted(known.items()))
    write_whole(digests, "".join(rows), synced=True)


def damaged(office: Office, game: str, turn: int, seats: Iterable[str], closely: bool = True) -> list[Path]:
    """The report files of some seats that are missing, or are not as they were written: by size alone, or ``closely``.

    Where no list is kept what is empty is damaged, and nobody can tell more.
    """
    folder, kept = office.reports(game, turn), _kept(office.digests(game, turn))
    names = [f"{path_name(seat, 'seat')}.{form}" for seat in seats for form in FORMS]
    pages = [f"{path_name(seat, 'seat')}.page.html" for seat in seats]
    names += [name for name in pages if (name in kept if kept else (folder / name).is_file())]
    return [folder / name for name in names if not _is_sound(folder / name, (kept or {}).get(name), closely)]


def _is_sound(path: Path, kept: tuple[str, int] | None, closely: bool) -> bool:
    with suppress(OSError):
        if not path.is_file():
            return False
        size = path.stat().st_size
        if kept is None or size != kept[1]:
            return kept is None and size > 0
        return not closely or _digest(path.read_bytes()) == kept[0]
    return False


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _kept(digests: Path) -> dict[str, tuple[str, int]] | None:
    """What a list keeps, by name; None where there is none, or one that is damaged itself."""
    try:
        rows = [row.split(" ", 2) for row in digests.read_text(encoding="utf-8").splitlines()]
        return {name: (digest, int(size)) for digest, size, name in rows}
    except (OSError, ValueError):
        return None
