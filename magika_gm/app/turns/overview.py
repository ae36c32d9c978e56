"""The game master's own report of a turn, and the page for those who look on."""

from __future__ import annotations

from pathlib import Path

from magika_gm.app.office.office import Office
from magika_gm.app.record.games import load_game
from magika_gm.app.turns.editions import edition_of


def write_overviews(office: Office, game_id: str, turn: int | None, folder: Path | None) -> Path:
    """Write the game master's report (HTML, text, PDF) and the spectators' page of a turn (the last if none is named).

    They go where process-turn puts them unless ``folder`` names another place. Returns where they are.
    """
    from magika_gm.games.magika.report.gmpage import master_pdf
    from magika_gm.games.magika.report.letters import master_letter, spectator_letter

    with office.store.reading() as connection:
        game = load_game(connection, game_id, turn)
        edition = edition_of(office, connection, game.id, game.turn)
    folder = folder or office.overviews(game.id, game.turn)
    folder.mkdir(parents=True, exist_ok=True)
    for form in ("html", "txt"):
        text = master_letter(edition.overview, form, edition.templates)
        (folder / f"gm.{form}").write_text(text, encoding="utf-8")
    (folder / "gm.pdf").write_bytes(master_pdf(edition.overview, office.settings.text("office", "paper")))
    (folder / "spectator.html").write_text(spectator_letter(edition.spectator, edition.templates), encoding="utf-8")
    return folder
