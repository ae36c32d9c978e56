"""A game master's desk: commands typed in an office of its own, and mails of players that are put before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from click.testing import CliRunner, Result

from magika_gm.app.office.office import Office
from magika_gm.cli.main import cli
from tests.app.postroom import Post


def typed(at: Post | Office | Path | str, *words: str, given: str | None = None) -> Result:
    """What became of a command typed in an office, which is said or the folder it lies in; ``given`` answers it."""
    office = at.office if isinstance(at, Post) else at
    folder = office.root if isinstance(office, Office) else office
    return CliRunner().invoke(cli, ["--office", str(folder), *words], input=given)


@dataclass(slots=True)
class Desk:
    """``run("process-turn", "12")`` types a command in ``folder/office``; ``run.mail("A", 1, "SEARCH")`` writes a mail.

    ``people`` are the players of game 12 by seat: a password and an address; ``seat_word`` is a sheet's for a seat.
    """

    folder: Path
    seat_word: str = "SEAT"
    people: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        assert CliRunner().invoke(cli, ["init", str(self.folder / "office")]).exit_code == 0

    def __call__(self, *words: str, ok: bool = True, status: int = 0) -> str:
        """What a command printed, which ended well unless it is said that it does not, or with which status."""
        result = typed(self.folder / "office", *words)
        assert (result.exit_code == status) is ok, f"{words}: {result.output}{result.stderr}{result.exception!r}"
        return result.output + result.stderr

    def sheet(self, seat: str, turn: int, *lines: str, password: str = "") -> str:
        head = [f"GAME 12 TURN {turn}", f"{self.seat_word} {seat}", f"PASSWORD {password or self.people[seat][0]}"]
        return "\n".join([*head, *lines, "END"])

    def mail(self, seat: str, turn: int, *lines: str, password: str = "", sender: str = "") -> str:
        """The path of a mail with a sheet, which comes from the seat's player unless somebody else is named."""
        path = self.folder / f"{seat}-{turn}-{len(list(self.folder.glob('*.eml')))}.eml"
        head = (
            f"From: {sender or self.people[seat][1]}\nTo: gm@example.org\nSubject: orders\n"
            f"Message-ID: <{path.stem}@example.org>\n\n"
        )
        path.write_text(head + self.sheet(seat, turn, *lines, password=password) + "\n", encoding="utf-8")
        return str(path)
