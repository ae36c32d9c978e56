"""Data files shipped with a game (cards, creatures, spells), read from the package; rules take the tables it gives."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def load_toml(package: str, name: str) -> dict[str, Any]:
    """A TOML file that lies beside the modules of ``package``.

    Do not change what it gives: it is read once. Raises FileNotFoundError or ``tomllib.TOMLDecodeError`` with the
    file's name; a shipped file never does, and a test of its game reads them all.
    """
    try:
        return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise tomllib.TOMLDecodeError(f"{name} of {package}: {error}") from error
