"""A turn's reports, made from the record and written to disk."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from magika_gm.app.accounts.ledger import Statement, statements_of
from magika_gm.app.office.dates_in_words import due_words, iso_day
from magika_gm.app.office.office import Office
from magika_gm.app.record.games import Game, Seat, load_game, seats_at
from magika_gm.app.turns.corrections import corrected, recalled_reports
from magika_gm.app.turns.drop_outs import in_jeopardy, notes_of_jeopardy
from magika_gm.app.turns.game_record import game_record
from magika_gm.app.turns.office_view import office_data
from magika_gm.engine.acts import notes_to
from magika_gm.engine.system import PlayerData
from magika_gm.engine.words import Fault
from magika_gm.games.magika.orders import Order
from magika_gm.games.magika.orders.forms import order_form
from magika_gm.games.magika.orders.grammar import read_order
from magika_gm.games.magika.report.overview import OfficeData, Overview, Spectator, build_overview, build_spectator
from magika_gm.games.magika.report.report import Report, TurnData, build_report
from magika_gm.games.magika.rules.world import World
from magika_gm.games.magika.ruleset import RULESET
from magika_gm.games.magika.sight.memory import (
    Memory,
)
from magika_gm.games.magika.sight.recon import Recon
from magika_gm.store import tables as t
from magika_gm.store.archive import load_acts, load_memories, load_played, load_told

_UNSENT = {
    "default": "Your orders did not come in time",
    "absent": "You are away, as you said, which does not count as missing a turn",
    "bounced": "Your last report came back to us undelivered, which does not count as missing a turn",
}
"""Why a default turn was played."""
FORMS = ("pdf", "html", "txt", "json")


@dataclass(frozen=True, slots=True)
class Edition:
    """A turn's reports, ready to be written."""

    game: str
    turn: int
    reports: dict[str, Report]
    templates: Path | None
    prints: dict[str, tuple[str, bool]]
    """How each is printed: the paper, and whether in large print."""
    data: TurnData
    office: OfficeData
    corrections: frozenset[str] = frozenset()
    """Whose report takes the place of one that was sent before the turn was taken back."""

    @property
    def overview(self) -> Overview:
        """The game master's own report."""
        return build_overview(self.data, self.office)

    @property
    def spectator(self) -> Spectator:
        """What may be shown to those who look on."""
        return build_spectator(self.data, self.office)


def edition_of(office: Office, connection: Connection, game_id: str, turn: int) -> Edition:
    """The reports of any past turn, from the record."""
    game = load_game(connection, game_id, turn)
    world = game.world(connection, turn)
    memories = load_memories(connection, game_id, turn)
    recons = {m.letter: RULESET.seen_as(world, m.letter) for m in world.playing()}
    return make_edition(office, connection, game, world, load_told(connection, game_id, turn), recons, memories)


def write_if_missing(office: Office, connection: Connection, game: Game) -> bool:
    """Write the last turn's reports if a run was cut off before they were all written; True if it was so."""
    if office.reports(game.id, game.turn).is_dir():
        return False
    edition = edition_of(office, connection, game.id, game.turn)
    write_edition(edition, office.reports(game.id, game.turn), office.overviews(game.id, game.turn))
    return game.turn > 0


def make_edition(
    office: Office,
    connection: Connection,
    game: Game,
    world: World,
    told: Sequence[Any],
    recons: dict[str, Recon],
    memories: dict[str, Memory],
) -> Edition:
    """The reports of a turn, from its world, what was told, and what each mage sees and remembers."""
    seats = seats_at(connection, game.id, game.turn)
    accounts = statements_of(connection, game.id, game.turn)
    played = load_played(connection, game.id, game.turn)
    query = select(t.messages).where(t.messages.c.game == game.id, t.messages.c.turn == game.turn)
    messages = [
        (r["sender"], r["addressee"], r["anonymous"], r["text"])
        for r in connection.execute(query.order_by(t.messages.c.nr)).mappings()
    ]
    orders: dict[str, Sequence[Order]] = {}
    notes: dict[str, tuple[str, ...]] = {}
    for letter, (how, texts) in played.items():
        orders[letter] = [o for text in texts if not isinstance(o := read_order(text), Fault)]
        if how in _UNSENT and seats[letter].email:
            notes[letter] = (f"{_UNSENT[how]}; a careful default turn was played for you (GM-3).",)
    for letter, statement in accounts.items():
        if statement.warning and not world.ended:
            notes[letter] = (*notes.get(letter, ()), statement.warning)
    jeopardy = in_jeopardy(connection, game.id, game.turn, [a for a in recons if seats[a].email], as_told=True)
    for letter, said in notes_of_jeopardy(jeopardy, {a: world.mages[a].team for a in recons}).items():
        notes[letter] = (*notes.get(letter, ()), *said)
    acts = [act for _, act in load_acts(connection, game.id, game.turn)]
    for letter in recons:
        notes[letter] = (*notes.get(letter, ()), *notes_to(acts, letter))
    data = TurnData(
        world,
        told,
        orders,
        {a: how for a, (how, _) in played.items()},
        messages,
        game.seed,
        notes,
        game_record(connection, game, world) if world.ended else None,
    )
    reports = {}
    for letter, recon in recons.items():
        mage = world.mages[letter]
        codes = [s.code for s in mage.scrolls]
        form = order_form(game.id, game.turn + 1, letter, mage.name, codes, mage.items())
        player = _player(office, game, seats[letter], accounts.get(letter))
        reports[letter] = build_report(data, recon, memories[letter], player, form)
    sent = recalled_reports(connection, game.id, game.turn)
    for letter in sent.keys() & reports.keys():
        reports[letter] = corrected(reports[letter], sent[letter])
    templates = office.root / "templates"
    own = templates if (templates / "magika").is_dir() else None
    paper = office.settings.text("office", "paper")
    prints = {letter: (seats[letter].paper or paper, seats[letter].large_print) for letter in reports}
    balances = {letter: report.player.balance for letter, report in reports.items()}
    due = due_words(game.next_due, office.settings.zone)
    about = office_data(connection, game, seats, balances, iso_day(game.processed_at, office.settings.zone), due)
    return Edition(game.id, game.turn, reports, own, prints, data, about, frozenset(sent))


def _player(office: Office, game: Game, seat: Seat, statement: Statement | None) -> PlayerData:
    zone = office.settings.zone
    return PlayerData(
        seat.name or "(nobody; played by the built-in policy)",
        seat.address,
        seat.account,
        statement.text if statement else "0.00 USD",
        game.id,
        game.title,
        iso_day(game.processed_at, zone),
        due_words(game.next_due, zone, seat.zone),
        seat.code_word,
        seat.email,
        office.settings.text("office", "name"),
        office.settings.text("office", "email"),
    )


def write_edition(edition: Edition, folder: Path, overviews: Path) -> None:
    """Write all reports into a folder, whole or not at all: into a folder beside it first, then renamed.

    The game master's page and the spectators' go into ``overviews``, before the players' reports: where those are,
    these are too. Whoever writes into an office holds the game's lock
    (:meth:`~magika_gm.app.office.office.Office.lock`).
    """
    from magika_gm.games.magika.report.letters import master_letter, spectator_letter

    overviews.mkdir(parents=True, exist_ok=True)
    master = master_letter(edition.overview, "html", edition.templates)
    (overviews / "gm.html").write_text(master, encoding="utf-8")
    (overviews / "spectator.html").write_text(spectator_letter(edition.spectator, edition.templates), encoding="utf-8")
    part = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    _write_reports(edition, part)
    old = folder.with_name(f".{folder.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        folder.rename(old)
    part.rename(folder)
    shutil.rmtree(old, ignore_errors=True)


def _write_reports(edition: Edition, part: Path) -> None:
    from magika_gm.games.magika.report.letters import html_letter, text_letter
    from magika_gm.games.magika.report.page import pdf
    from magika_gm.games.magika.report.turnfile import write_turnfile

    for letter, report in edition.reports.items():
        (part / f"{letter}.pdf").write_bytes(pdf(report, *edition.prints[letter]))
        (part / f"{letter}.html").write_text(html_letter(report, edition.templates), encoding="utf-8")
        (part / f"{letter}.txt").write_text(text_letter(report, edition.templates), encoding="utf-8")
        (part / f"{letter}.json").write_text(write_turnfile(report), encoding="utf-8")
