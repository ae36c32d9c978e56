"""What goes wrong in an office: what cannot be done and says why, and what nobody foresaw."""

from __future__ import annotations

import zlib
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

from magika_gm.engine.words import one_line, plain_lines


class OfficeError(Exception):
    """The work cannot be done; the message is one line that says why and what to do."""


class Faults(OfficeError):
    """Several things are wrong at once, one by one in ``faults``; ``source`` says with what, "" where that is plain."""

    def __init__(self, faults: list[str], source: str = "") -> None:
        super().__init__((f"{source}: " if source else "") + "; ".join(faults))
        self.faults = faults


UNFORESEEN = (
    AssertionError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    zlib.error,
)
"""What a mail, a world or a file nobody thought of may set off: caught where one must not stop the others."""


# Files people write, read: missing, unreadable, not what they should be, each said in one way.
#
# Every one of them is an :class:`~magika_gm.app.office.errors.OfficeError` that begins with the file's path.


class FileFault(OfficeError):
    """A file cannot be used; ``reason`` says why, without the file's name."""

    def __init__(self, source: str, reason: str) -> None:
        super().__init__(f"{source}: {reason}")
        self.reason = reason


class Missing(FileFault):
    """There is no such file."""


class Unreadable(FileFault):
    """The file is there and cannot be read."""


class Garbled(FileFault):
    """The file is no TOML, or no text in UTF-8."""


def read_text(path: Path, what: str = "", most: int = -1) -> str:
    """A text file; ``what`` it should be is said where it is not UTF-8, or has more bytes than the ``most`` there may
    be (-1: any number).

    Raises :class:`Missing`, :class:`Unreadable` or, where it is no text, :class:`Garbled`.
    """
    try:
        with path.open("rb") as file:
            data = file.read(most + 1 if most >= 0 else -1)
        if 0 <= most < len(data):
            raise Garbled(str(path), f"not {what}: it has more than {most // 1_000_000} MB")
        return TextIOWrapper(BytesIO(data), encoding="utf-8").read()
    except UnicodeDecodeError as error:
        raise Garbled(str(path), f"not {what or 'a text file in UTF-8'}: {error}") from error
    except FileNotFoundError as error:
        raise Missing(str(path), f"cannot be read: {error.strerror}") from error
    except OSError as error:
        raise Unreadable(str(path), f"cannot be read: {error.strerror}") from error


def read_toml(path: Path, what: str) -> dict[str, Any]:
    """A TOML file's data; ``what`` says what it should be: ``a settings file``.

    Raises :class:`Missing`, :class:`Unreadable` or :class:`Garbled`.
    """
    return parse_toml(read_text(path, what), what, str(path))


def parse_toml(text: str, what: str, source: str) -> dict[str, Any]:
    """The data of a TOML text that came from ``source``, its texts cleaned; raises :class:`Garbled`."""
    from magika_gm.engine.toml import tables_of

    try:
        return {one_line(key): _clean(value) for key, value in tables_of(text).items()}
    except RecursionError as error:
        raise Garbled(source, f"not {what}: its tables lie too deep in one another") from error
    except ValueError as error:
        raise Garbled(source, f"not {what}: {error}") from error


def _clean(value: Any) -> Any:
    """Data with every text in it cleaned: an escape may write what no file can hold."""
    if isinstance(value, str):
        return plain_lines(value)
    if isinstance(value, dict):
        return {one_line(key): _clean(one) for key, one in value.items()}
    return [_clean(one) for one in value] if isinstance(value, list) else value
