"""Write a turn's reports again, from the record."""

from __future__ import annotations

from pathlib import Path

from magika_gm.app.office.locks import locked
from magika_gm.app.office.office import Office
from magika_gm.app.record.games import load_game
from magika_gm.app.turns.editions import edition_of, write_edition


def write_reports(office: Office, game_id: str, turn: int | None = None) -> Path:
    """Write all forms of every report of a turn (the last one if none is named); returns their folder."""
    with office.store.reading() as connection:
        game = load_game(connection, game_id, turn)
        edition = edition_of(office, connection, game_id, game.turn)
    folder = office.reports(game_id, game.turn)
    with locked(office.lock(game.id), wait=True):
        write_edition(edition, folder, office.overviews(game_id, game.turn))
    return folder
