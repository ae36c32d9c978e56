"""A small office with a game of Magika in it, for the tests of its pages."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from magika_gm.app.turns.process import process_turn
from magika_gm.app.turns.publish import write_reports
from magika_gm.store.archive import load_played
from tests.app.postroom import NOW, Post, begin, sheet


class Table:
    """An office with game 7, so many turns played; mage C is ours."""

    def __init__(self, folder: Path, turns: int = 1) -> None:
        self.office = begin(folder)
        self.post = Post(self.office)
        self.turn = 0
        write_reports(self.office, "7", 0)
        for _ in range(turns):
            self.mail(sheet("1 MOVE NE\n2 SEARCH\n3 MOVE NW", self.turn + 1))
            self.process()

    def mail(self, text: str) -> None:
        """A sheet comes from C's player; it is taken."""
        self.post.one(text)

    def process(self) -> int:
        """Play the due turn; its number."""
        self.turn += 1
        process_turn(self.office, "7", NOW + timedelta(days=40 * self.turn), early=True)
        return self.turn

    def page(self, seat: str, turn: int | None = None) -> Path:
        """A seat's page."""
        return self.office.reports("7", self.turn if turn is None else turn) / f"{seat}.page.html"

    def turn_file(self, seat: str, turn: int) -> str:
        """A seat's turn file."""
        return (self.office.reports("7", turn) / f"{seat}.json").read_text(encoding="utf-8")

    def played(self, seat: str, turn: int) -> list[str]:
        """The orders a turn was played with."""
        with self.office.store.reading() as connection:
            return list(load_played(connection, "7", turn)[seat][1])
