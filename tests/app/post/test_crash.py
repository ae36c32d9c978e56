"""Mail out when a run is cut off between sending and marking, or a turn taken back (tests/kill has the rest)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from pathlib import Path

import pytest

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office
from magika_gm.app.post import deliver as delivery
from magika_gm.app.post.deliver import deliver
from magika_gm.app.record.outgoing import waiting as in_outbox
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.resources import shipped
from tests.offices import copied, empty

REPORTS_OF = ""

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)


def begin(folder: Path) -> Office:
    return copied(folder, begun)


def begun(folder: Path) -> Office:
    office = empty(folder)
    new_game(office, "sample", shipped("sample") / "magika" / "signups.toml", NOW, seed=b"post")
    return office


def test_delivery_cut_off_between_sending_and_marking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    office = begin(tmp_path / "office")
    waiting = in_outbox(office)
    assert waiting == 13
    mark, marked = delivery._mark_sent, 0

    def cut(*words: object) -> None:
        nonlocal marked
        marked += 1
        if marked == 5:
            raise KeyboardInterrupt
        mark(*words)  # type: ignore[arg-type]

    monkeypatch.setattr(delivery, "_mark_sent", cut)
    with pytest.raises(KeyboardInterrupt):
        list(deliver(office))
    monkeypatch.undo()
    assert in_outbox(office) == waiting - 4
    assert len(list(deliver(office))) == waiting - 4
    assert not list(deliver(office))
    sent = [message_from_bytes(p.read_bytes())["Message-ID"] for p in (office.root / "outbox").rglob("*.eml")]
    assert len(set(sent)) == waiting
    office.close()


def test_a_turn_taken_back_after_delivery_is_sent_anew(tmp_path: Path) -> None:
    office = begin(tmp_path / "office")
    process_turn(office, "sample", NOW, early=True)
    assert len(list(deliver(office))) == 26, "of the start and of turn 1"
    undo_turn(office, "sample", NOW)
    assert len(list(deliver(office))) == 13, "that it was taken back"
    process_turn(office, "sample", NOW + timedelta(minutes=5), early=True)
    assert len(list(deliver(office))) == 13
    office.close()
