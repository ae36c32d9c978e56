"""The game master's own report of a turn, and the page for those who look on."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, select

from magika_gm.app.office.office import Office
from magika_gm.app.record.games import Game, Seat, load_game
from magika_gm.games.magika.report.overview import OfficeData, Player
from magika_gm.games.magika.rules.acts import act_text
from magika_gm.store import tables as t
from magika_gm.store.archive import load_acts


def office_data(
    connection: Connection, game: Game, seats: dict[str, Seat], balances: dict[str, str], date: str, due: str
) -> OfficeData:
    """What the office knows of a turn: the people, their money, mail that came to nothing, the game master's acts."""
    return OfficeData(
        game.id,
        game.title,
        date,
        due,
        {a: Player(seat.name, seat.email, balances[a]) for a, seat in seats.items() if seat.name and a in balances},
        _mail(connection, game),
        [act_text(act) for _, act in load_acts(connection, game.id, game.turn)],
    )


def _mail(connection: Connection, game: Game) -> list[str]:
    """Mail about this turn that was refused or set aside; what came after the turn was processed is late."""
    query = (
        select(t.inbox.c.letter, t.inbox.c.sender, t.inbox.c.outcome, t.inbox.c.reason, t.inbox.c.path)
        .where(t.inbox.c.game == game.id, t.inbox.c.turn == game.turn, t.inbox.c.outcome != "accepted")
        .order_by(t.inbox.c.id)
    )
    words = {"refused": "was refused", "aside": "was set aside"}
    return [
        f"Mail of {letter or sender or 'somebody'} {words.get(outcome, outcome)}: {reason} ({path})"
        for letter, sender, outcome, reason, path in connection.execute(query)
    ]


def write_overviews(office: Office, game_id: str, turn: int | None, folder: Path | None) -> Path:
    """Write the game master's report (HTML, text, PDF) and the spectators' page of a turn (the last if none is named).

    They go where process-turn puts them unless ``folder`` names another place. Returns where they are.
    """
    from magika_gm.app.turns.publish import edition_of
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
