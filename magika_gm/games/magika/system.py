"""Magika as the office takes it: its parts, each imported when it is first asked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from magika_gm.games.magika.archive import MagikaArchive


class Magika:
    """The game of Magika."""

    name = "magika"
    title = "Magika"

    @cached_property
    def archive(self) -> MagikaArchive:
        """Its part of the store."""
        from magika_gm.games.magika.archive import ARCHIVE

        return ARCHIVE


MAGIKA = Magika()
