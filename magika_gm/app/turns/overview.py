"""The game master's own report of a turn, and the page for those who look on."""

from __future__ import annotations

from pathlib import Path

from magika_gm.app.office.office import Office
from magika_gm.app.record.games import load_game
from magika_gm.app.turns.editions import edition_of
from magika_gm.whole_files import write_whole


def write_overviews(office: Office, game_id: str, turn: int | None, folder: Path | None) -> Path:
    """Write the game master's report (HTML, text, PDF) and the spectators' page of a turn (the last if none is named).

    They go where process-turn puts them unless ``folder`` names another place. Returns where they are.
    """
    with office.store.reading() as connection:
        game = load_game(connection, game_id, turn)
        edition = edition_of(office, connection, game.id, game.turn)
    folder = folder or office.overviews(game.id, game.turn)
    folder.mkdir(parents=True, exist_ok=True)
    for form in ("html", "txt"):
        write_whole(folder / f"gm.{form}", edition.master(form))
    write_whole(folder / "gm.pdf", edition.printed_master(office.settings.text("office", "paper")))
    write_whole(folder / "spectator.html", edition.spectator())
    return folder
