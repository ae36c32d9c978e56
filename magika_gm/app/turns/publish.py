"""From a resolved turn to its reports: what each mage saw is kept, and his mail waits in the outbox."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, insert

from magika_gm.app.office.office import Office, stamp
from magika_gm.app.record.games import Game, Holder, load_game, load_holders
from magika_gm.app.record.outgoing import OutgoingMail, message_id, moment_of, queue, state_of
from magika_gm.app.turns.editions import Edition, make_edition
from magika_gm.app.turns.game_record import brought_honours
from magika_gm.app.turns.readers import keep_readers
from magika_gm.engine.seam.reports import Headlined
from magika_gm.engine.seam.rules import Resolution
from magika_gm.engine.seam.shape import Need
from magika_gm.engine.seam.sight import Chronicle
from magika_gm.store import tables as t
from magika_gm.store.archive import MemoryWriter, load_memories, load_told
from magika_gm.store.vocabulary import MailKind


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
            subject = report_subject(game, holders[seat], edition.reports[seat], due, seat in edition.corrections)
            queue(connection, _report_mail(office, game, holders[seat], now, subject))
    return edition


def report_subject(game: Game, holder: Holder, report: Any, due: str, corrects: bool) -> str:
    """``Title game 12, turn 4: Thistle (C) stands at b1, orders by Sat 27 Feb``: what an inbox shows of a report."""
    forms = game.system.reports
    said = forms.headline(report) if isinstance(forms, Headlined) else ""
    first = f"{game.called}, turn {game.turn}: {game.who(holder)}"
    told = ", ".join(part for part in (f"{first} {said}".rstrip(), due) if part)
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
