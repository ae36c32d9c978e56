"""Memories as the store keeps them: whole every eighth turn, between by what differs; read back what was written."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import select

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.record.games import load_game
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from magika_gm.store.archive import WHOLE_EVERY, load_memories

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
SYSTEM = "rune_war"


def office_with_a_game(root: Path) -> Office:
    office = init_office(root / "office")
    new_game(office, "7", shipped("sample") / SYSTEM / "signups.toml", NOW, seed=b"memories", system=SYSTEM)
    return office


def play(office: Office, turns: range) -> None:
    for turn in turns:
        process_turn(office, "7", NOW + timedelta(days=turn), early=True)


def test_what_is_read_back_is_what_was_remembered(tmp_path: Path) -> None:
    office = office_with_a_game(tmp_path)
    play(office, range(1, WHOLE_EVERY + 3))
    undo_turn(office, "7", NOW + timedelta(days=99))
    play(office, range(WHOLE_EVERY + 2, WHOLE_EVERY + 4))
    with office.store.reading() as connection:
        game = load_game(connection, "7")
        sight, archive = game.system.sight, game.system.archive
        memories = {seat: sight.no_memory() for seat in game.system.rules.playing(game.state(connection, 0))}
        kept: dict[bool, list[bytes]] = {}
        for turn in range(game.turn + 1):
            state = game.state(connection, turn)
            memories = {s: sight.remember(m, turn, sight.perceive(state, s)) for s, m in memories.items()}
            found = load_memories(connection, "7", turn)
            assert list(found) == sorted(memories)
            for seat, memory in memories.items():
                assert archive.memories.to_plain(found[seat]) == archive.memories.to_plain(memory)
                one = load_memories(connection, "7", turn, seat)
                assert archive.memories.to_plain(one[seat]) == archive.memories.to_plain(memory)
        for row in connection.execute(select(t.sightings.c.turn, t.sightings.c.memory)):
            kept.setdefault(row.turn % WHOLE_EVERY == 0, []).append(bytes(row.memory))
    assert all(blob[:1] == b"x" for blob in kept[True])
    assert all(blob[:1] == b"d" for blob in kept[False])
    assert max(map(len, kept[False])) < max(map(len, kept[True]))
    office.close()
