"""What a welcome brings of a position taken over, whenever it is sent (GM-3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from magika_gm.app.enrolment.standby import HandedOver, handed_over
from magika_gm.app.office.office import Office
from magika_gm.app.record.games import load_holders
from magika_gm.app.record.outgoing import OutgoingMail
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.store.vocabulary import MailKind
from tests.app.postroom import begin

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    made = begin(tmp_path / "office", seed=b"welcome", system="xom_zol")
    yield made
    made.close()


def brought(office: Office, turn: int, **other: Any) -> HandedOver | None:
    """What the welcome of that turn brings if it is sent now."""
    with office.store.reading() as connection:
        mail = OutgoingMail(
            message_id="<welcome-1@example.org>",
            kind=MailKind.WELCOME,
            recipient=load_holders(connection, "7")["A"].email,
            subject="the position is yours",
            created_at=NOW.isoformat(),
            game="7",
            turn=turn,
            seat="A",
        )
        return handed_over(office, connection, replace(mail, **other))


def test_a_welcome_sent_after_the_game_went_on_brings_the_turn_it_is_of(office: Office) -> None:
    process_turn(office, "7", NOW, early=True)
    now = brought(office, 1)
    process_turn(office, "7", NOW, early=True)
    late, newer = brought(office, 1), brought(office, 2)
    assert now is not None
    assert late is not None
    assert newer is not None
    assert '"turn": 1' in late.turn_file.replace('"turn":1', '"turn": 1')
    assert '"turn": 2' in newer.turn_file.replace('"turn":2', '"turn": 2')


def test_a_welcome_of_a_turn_taken_back_brings_no_report(office: Office) -> None:
    for _ in range(2):
        process_turn(office, "7", NOW, early=True)
    undo_turn(office, "7", NOW)
    assert brought(office, 2) is None
    assert brought(office, 1) is not None


def test_a_welcome_to_another_address_or_for_no_seat_brings_no_report(office: Office) -> None:
    process_turn(office, "7", NOW, early=True)
    assert brought(office, 1, recipient="eve@example.net") is None
    assert brought(office, 1, seat="Q") is None
