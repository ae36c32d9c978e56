"""Write a turn's reports again, from the record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import func, select

from magika_gm.app.office.doors import in_words
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.in_hand import turn_in_hand
from magika_gm.app.office.locks import locked
from magika_gm.app.office.office import NAME_OF_A_GAME, Office, path_name
from magika_gm.app.record.games import load_game
from magika_gm.app.turns.editions import edition_of, write_if_missing, write_in_office
from magika_gm.store import tables as t
from magika_gm.whole_files import write_whole


def cut_off_games(office: Office) -> list[str]:
    """The games whose last turn a run left without reports, cut off between commit and files."""
    with office.store.reading() as connection:
        last = select(t.turns.c.game, func.max(t.turns.c.turn)).group_by(t.turns.c.game).order_by(t.turns.c.game)
        # one whose name can be no folder's is not there: its own part of a round says what is wrong
        return [
            game
            for game, turn in connection.execute(last)
            if turn and not (NAME_OF_A_GAME.fullmatch(game) and office.reports(game, turn).is_dir())
        ]


def finish_cut_offs(office: Office) -> Iterator[tuple[str, str]]:
    """:func:`finish_cut_off` for every game: those for which it was done, or why it could not be."""
    for game in cut_off_games(office):
        try:
            if finish_cut_off(office, game):
                yield game, ""
        except Exception as error:  # noqa: BLE001 - the door of one game
            yield game, in_words(office, f"cut-off run {game}", error).removeprefix(f"game {game}: ")


def finish_cut_off(office: Office, game: str) -> bool:
    """Write what a run that was cut off left unwritten; whether there was anything to be written."""
    return reports_there(office, game, wait=False)


def reports_there(office: Office, game_id: str, turn: int | None = None, processes: int = 0, wait: bool = True) -> bool:
    """See to it that the reports of a turn (the last one if none is named) are there; whether they had to be written.

    A game that is being processed now is waited for, or without ``wait`` left to its own run. Raises
    :class:`OfficeError` where the program ended at it again and again.
    """
    if turn is not None and office.reports(game_id, turn).is_dir():
        return False
    with locked(office.lock(game_id), wait) as ours:
        if not ours:
            return False
        with turn_in_hand(office, game_id):
            if turn is None:
                with office.store.reading() as connection:
                    turn = load_game(connection, game_id).turn
            return write_if_missing(office, game_id, turn, processes)


def write_page(office: Office, game_id: str, turn: int, seat: str, output: Path | None = None) -> Path:
    """Write a seat's page of a turn again, beside its report or where it is asked for; returns the file."""
    with office.store.reading() as connection:
        game = load_game(connection, game_id, turn)
        edition = edition_of(office, connection, game_id, turn)
    known = game.system.words.called(seat)
    if seat not in edition.reports:
        raise OfficeError(
            f"{known} has no report of turn {turn} in game {game_id}; there are {', '.join(edition.reports)}"
        )
    text = edition.page(seat)
    if not text:
        raise OfficeError(f"{game.system.title} makes no player's page")
    folder = office.reports(game_id, turn)
    if output is None and not folder.is_dir():
        return write_reports(office, game_id, turn) / f"{seat}.page.html"
    if output is not None:
        output.write_text(text, encoding="utf-8")  # through a link, or to what is no file
        return output
    file = folder / f"{path_name(seat, 'seat')}.page.html"
    with locked(office.lock(game.id), wait=True):
        write_whole(file, text)
    return file


def write_reports(office: Office, game_id: str, turn: int | None = None) -> Path:
    """Write all forms of every report of a turn (the last one if none is named); returns their folder."""
    with office.store.reading() as connection:
        game = load_game(connection, game_id, turn)
        edition = edition_of(office, connection, game_id, game.turn)
    folder = office.reports(game_id, game.turn)
    with locked(office.lock(game.id), wait=True):
        write_in_office(office, edition)
    return folder
