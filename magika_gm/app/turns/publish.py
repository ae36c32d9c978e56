"""From a resolved turn to its reports: what each mage saw is kept, and his mail waits in the outbox."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, delete, insert, select

from magika_gm.app.office.doors import in_words, turn_in_hand
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import NAME_OF_A_GAME, Office, locked, path_name, stamp
from magika_gm.app.office.workdays import due_words
from magika_gm.app.record.games import Game, Holder, last_turns, load_game, load_holders
from magika_gm.app.record.outgoing import OutgoingMail, message_id, moment_of, notice, queue, state_of
from magika_gm.app.turns.editions import (
    Edition,
    all_there,
    edition_of,
    make_edition,
    write_if_missing,
    write_in_office,
)
from magika_gm.app.turns.sealing import brought_honours, keep_readers, renew_digest
from magika_gm.engine.seam.reports import Chronicle, Headlined
from magika_gm.engine.seam.rules import Resolution
from magika_gm.engine.seam.setup import Need
from magika_gm.store import tables as t
from magika_gm.store.archive import MemoryWriter, load_memories, load_told
from magika_gm.store.vocabulary import MailKind, MailState
from magika_gm.whole_files import write_asked, write_whole


def publish_reports(
    office: Office,
    connection: Connection,
    game_id: str,
    turn: int,
    now: datetime,
    resolution: Resolution | None = None,
    notes: Mapping[str, Sequence[str]] | None = None,
) -> Edition:
    """Save what each mage saw, queue his mail, and give the reports to be written once all is committed.

    ``notes`` is what the office has to say to players this once, by seat; it is kept with the turn.
    """
    game = load_game(connection, game_id, turn)
    state = resolution.state if resolution else game.state(connection, turn)
    told = resolution.told if resolution else load_told(connection, game_id, turn)
    memories = load_memories(connection, game_id, turn - 1)
    system, archive = game.system, game.system.archive
    views = {seat: system.sight.perceive(state, seat) for seat in system.rules.playing(state)}
    brought = {} if turn else brought_honours(connection, game)
    rows = []
    writer = MemoryWriter(connection, archive, game_id, turn)
    for seat, view in views.items():
        memory = memories.get(seat) if seat in memories else system.sight.no_memory()
        memory = system.sight.remember(memory, turn, view)
        if isinstance(system.sight, Chronicle):
            memory = system.sight.chronicle(memory, turn, told, seat)
            if seat in brought:
                memory = system.sight.bring(memory, brought[seat])
        memories[seat] = memory
        rows.append(
            {
                "game": game_id,
                "turn": turn,
                "seat": seat,
                "seen": archive.seen_text(view),
                "known": json.dumps(archive.known_plain(view), separators=(",", ":")),
                "memory": writer.blob(seat, memory),
            }
        )
    connection.execute(insert(t.sightings), rows)
    edition = make_edition(office, connection, game, state, told, views, memories, notes or {})
    holders = load_holders(connection, game_id)
    paper = office.settings.text("office", "paper")
    keep_readers(connection, game_id, turn, holders, paper, edition.players, edition.record.notes)
    needs = system.rules.needs(state)
    for seat in views:
        if holders[seat].email:
            due = _orders_by(office, game, holders[seat]) if needs.get(seat, Need.NONE) != Need.NONE else ""
            called = edition.facts.banners.get(seat, holders[seat].character)
            named = replace(holders[seat], character=called)
            subject = report_subject(game, named, edition.reports[seat], due, seat in edition.corrections)
            queue(connection, _report_mail(office, game, holders[seat], now, subject))
    return edition


def report_subject(game: Game, holder: Holder, report: Any, due: str, corrects: bool) -> str:
    """``Title game 12, turn 4: Thistle (C) stands at b1, orders by Sat 27 Feb``: what an inbox shows of a report."""
    forms = game.system.reports
    said = forms.headline(report) if isinstance(forms, Headlined) else ""
    first = f"{game.called}, turn {game.turn}: {game.who(holder)}"
    whole = said[:1].isupper()  # a sentence of its own, and no verb of him
    told = ", ".join(part for part in (f"{first}{':' if whole else ''} {said}".rstrip(), due) if part)
    return f"CORRECTED: {told}" if corrects else told


def _orders_by(office: Office, game: Game, holder: Holder) -> str:
    """``orders by Sat 27 Feb``, by the player's own clock; "" once the game is over."""
    if game.ending:
        return ""
    zone = ZoneInfo(holder.zone) if holder.zone else office.settings.zone
    when = game.next_due.astimezone(zone)
    return f"orders by {when:%a} {when.day} {when:%b}"


def _report_mail(office: Office, game: Game, holder: Holder, now: datetime, subject: str) -> OutgoingMail:
    return OutgoingMail(
        message_id=message_id(office, MailKind.REPORT, game.id, game.turn, holder.seat, moment_of(now)),
        kind=MailKind.REPORT,
        recipient=holder.email,
        subject=subject,
        created_at=stamp(now),
        game=game.id,
        turn=game.turn,
        seat=holder.seat,
        state=state_of(game),
    )


# Published reports of a turn that is taken back: kept, so that a player can be told when his no longer holds.


def keep_sent_reports(office: Office, connection: Connection, game: Game) -> list[str]:
    """Keep the reports of the last turn, which is about to be taken back, if any of them was sent; whose were."""
    sent = select(t.outbox.c.seat).where(
        t.outbox.c.game == game.id, t.outbox.c.turn == game.turn, t.outbox.c.kind == "report",
        t.outbox.c.state == MailState.SENT,
    )  # fmt: skip
    seats = set(connection.execute(sent).scalars())
    if not seats:
        return []
    rows, forms = [], game.system.reports
    for seat, report in edition_of(office, connection, game.id, game.turn).reports.items():
        if seat in seats:
            key: dict[str, Any] = {"game": game.id, "turn": game.turn, "seat": seat}
            row = {"processed_at": game.processed_at.isoformat(), "report": packed(forms.turn_file(report))}
            connection.execute(delete(t.recalled).where(*(t.recalled.c[k] == v for k, v in key.items())))
            rows.append(key | row)
    connection.execute(insert(t.recalled), rows)
    return [row["seat"] for row in rows]


def tell_of_recall(
    office: Office, connection: Connection, game: Game, seats: Iterable[str], reason: str, now: datetime
) -> None:
    """Write to those whose report was sent that the turn, the last one of ``game``, was taken back.

    An answer to the letter may order for the turn, as one to the report before it.
    """
    holders, before = load_holders(connection, game.id), load_game(connection, game.id)
    why = f": {reason}" if reason else ""
    due = before.next_due
    for holder in (holders[seat] for seat in seats if holders[seat].email):
        until = f"by {due_words(due, office.settings.zone, holder.zone)}" if due > now else "as soon as you can"
        text = (
            f"turn {game.turn} of game {game.id} was taken back after its report was sent to you{why}. What that "
            "report told did not come about, and an answer to it can order nothing.\n\n"
            f"The orders you had sent for turn {game.turn} count again as they were, so you need do nothing. If you "
            f"want others, send them {until}; an answer to this letter will do. Then the turn is played again, and a "
            "new report comes, which says what has changed."
        )
        named = ("taken-back", game.id, game.turn, holder.seat, moment_of(now))
        subject = f"turn {game.turn} was taken back"
        queue(connection, notice(office, game, holder, MailKind.RENEWED, named, subject, text, now, turn=game.turn))


def packed(turn_file: dict[str, Any]) -> bytes:
    """A turn file as it is kept."""
    return zlib.compress(json.dumps(turn_file, ensure_ascii=False, separators=(",", ":")).encode(), 6)


def seed_is_out(connection: Connection, game: Game) -> bool:
    """Whether final reports of a game, which tell its seed, were sent: dice rolled from then on can be reckoned."""
    sent = select(t.outbox.c.id).where(
        t.outbox.c.game == game.id, t.outbox.c.turn == game.turn, t.outbox.c.kind == "report",
        t.outbox.c.state.in_((MailState.SENT, MailState.BOUNCED)),
    )  # fmt: skip
    return game.ending is not None and connection.execute(sent).first() is not None


# Write a turn's reports again, from the record.


def cut_off_games(office: Office) -> list[str]:
    """The games whose last turn has no reports here: a run was cut off between commit and files, or the office was put
    back from a backup."""
    with office.store.reading() as connection:
        last = last_turns()
        # one whose name can be no folder's is not there: its own part of a round says what is wrong
        return [
            game
            for game, turn in connection.execute(select(last).order_by(last.c.game))
            if turn and not (NAME_OF_A_GAME.fullmatch(game) and office.reports(game, turn).is_dir())
        ]


def finish_cut_offs(office: Office) -> Iterator[tuple[str, str]]:
    """:func:`finish_cut_off` for every game: those for which it was done, or why it could not be."""
    for game in cut_off_games(office):
        try:
            if finish_cut_off(office, game):
                yield game, ""
        except Exception as error:  # noqa: BLE001 - the door of one game
            yield game, in_words(office, f"missing reports {game}", error).removeprefix(f"game {game}: ")


def finish_cut_off(office: Office, game: str) -> bool:
    """Write the reports of a game's last turn if they are not here; whether there was anything to be written."""
    return reports_there(office, game, wait=False)


def reports_there(
    office: Office, game_id: str, turn: int | None = None, processes: int = 0, wait: bool = True, seat: str = ""
) -> bool:
    """See to it that the reports of a turn (the last one if none is named) are there, and those of ``seat`` whole;
    whether they had to be written.

    A game that is being processed now is waited for, or without ``wait`` left to its own run. Raises
    :class:`OfficeError` where the program ended at it again and again.
    """
    if turn is not None and all_there(office, game_id, turn, seat):
        return False
    with locked(office.lock(game_id), wait) as ours:
        if not ours:
            return False
        with turn_in_hand(office, game_id):
            if turn is None:
                with office.store.reading() as connection:
                    turn = load_game(connection, game_id).turn
            return write_if_missing(office, game_id, turn, processes, seat)


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
        write_asked(output, text)
        return output
    file = folder / f"{path_name(seat, 'seat')}.page.html"
    with locked(office.lock(game.id), wait=True):
        write_whole(file, text)
        renew_digest(office.digests(game_id, turn), file)
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


# The game master's own report of a turn, and the page for those who look on.


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
    edition.write_public(folder)
    return folder
