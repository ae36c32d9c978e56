"""From a resolved turn to its reports: what each mage saw is kept, and his mail waits in the outbox."""

from __future__ import annotations

import json
from datetime import datetime

from sqlalchemy import Connection, insert

from magika_gm.app.office.office import Office, stamp
from magika_gm.app.record.games import Game, Seat, load_game, load_seats
from magika_gm.app.record.outgoing import OutgoingMail, message_id, moment_of, queue, state_of
from magika_gm.app.turns.editions import Edition, make_edition
from magika_gm.games.magika.rules.resolution import Resolution
from magika_gm.games.magika.ruleset import RULESET
from magika_gm.games.magika.sight.memory import (
    Memory,
    learn,
    mages_to_plain,
    news,
    spaces_to_text,
)
from magika_gm.store import tables as t
from magika_gm.store.archive import archive_of, load_memories, load_told, memory_to_blob
from magika_gm.store.vocabulary import MailKind


def publish_reports(
    office: Office, connection: Connection, game_id: str, turn: int, now: datetime, resolution: Resolution | None = None
) -> Edition:
    """Save what each mage saw, queue his mail, and give the reports to be written once all is committed."""
    game = load_game(connection, game_id, turn)
    world = resolution.world if resolution else game.world(connection, turn)
    told = resolution.told if resolution else load_told(connection, game_id, turn)
    memories = load_memories(connection, game_id, turn - 1)
    recons = {m.letter: RULESET.seen_as(world, m.letter) for m in world.playing()}
    archive = archive_of(connection, game_id)
    rows = []
    for letter, recon in recons.items():
        spaces, mages = news(recon)
        memory = memories.setdefault(letter, Memory())
        learn(memory, turn, spaces, mages)
        rows.append(
            {
                "game": game_id,
                "turn": turn,
                "letter": letter,
                "seen": spaces_to_text(spaces),
                "known": json.dumps(mages_to_plain(mages), separators=(",", ":")),
                "memory": memory_to_blob(archive, memory),
            }
        )
    connection.execute(insert(t.sightings), rows)
    edition = make_edition(office, connection, game, world, told, recons, memories)
    seats = load_seats(connection, game_id)
    for letter in recons:
        if seats[letter].email:
            queue(connection, _report_mail(office, game, seats[letter], now, letter in edition.corrections))
    return edition


def _report_mail(office: Office, game: Game, seat: Seat, now: datetime, corrects: bool) -> OutgoingMail:
    who = f"{seat.character} ({seat.letter})"
    return OutgoingMail(
        message_id=message_id(office, MailKind.REPORT, game.id, game.turn, seat.letter, moment_of(now)),
        kind=MailKind.REPORT,
        recipient=seat.email,
        subject=f"{'CORRECTED: ' if corrects else ''}Magika game {game.id}, turn {game.turn}: {who}",
        created_at=stamp(now),
        game=game.id,
        turn=game.turn,
        seat=seat.letter,
        state=state_of(game),
    )
