"""Somebody holds one game's rows, a turn that takes long or a machine that died: the mail of all others is taken in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, select, text

from magika_gm.app.office.office import Office
from magika_gm.app.operations.tick import tick
from magika_gm.app.post import intake, whose
from magika_gm.app.post.contents import Mail
from magika_gm.app.post.intake import opened
from magika_gm.mail.readers import Incoming
from magika_gm.store import tables as t
from magika_gm.store.database import open_store
from magika_gm.store.faults import Busy, Held, is_away
from tests.store.postgres import Server
from tests.workers.test_habits import MAILDIR, SHEET, begin

pytestmark = pytest.mark.postgres
EARLIER = datetime.now(UTC) - timedelta(days=1)
"""Before any turn is due."""
CAROL = "carol.w@example.com"


def put(office: Office, number: int, body: str, sender: str = CAROL) -> None:
    for name in ("new", "cur", "tmp"):
        (office.root / "post" / name).mkdir(parents=True, exist_ok=True)
    head = f"From: {sender}\nTo: gm@example.org\nSubject: x\nMessage-ID: <{number}@q>\n\n"
    (office.root / "post" / "new" / f"{number}.mail").write_text(head + body, encoding="utf-8")


def mail_in(office: Office) -> tuple[list[str], str]:
    (part,) = [part for part in tick(office, EARLIER, 1) if part.name == "mail in"]
    return part.done, part.failed


def taken(office: Office) -> list[tuple[str | None, str]]:
    with office.store.reading() as connection:
        i = t.inbox.c
        return [(game, outcome) for game, outcome in connection.execute(select(i.game, i.outcome).order_by(i.id))]


def test_mail_about_a_held_game_waits_and_all_other_mail_is_taken_in(
    postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "LONGEST_MOMENT", 300)
    office = begin(tmp_path / "office", "7", "8", settings=MAILDIR, server=postgres)
    put(office, 1, SHEET.format(game=7))
    put(office, 2, SHEET.format(game=8))
    put(office, 3, SHEET.format(game=7).replace("MOVE NE", "REST"))
    put(office, 4, SHEET.format(game=8).replace("MOVE NE", "REST"))
    with office.store.engine.begin() as other:
        other.execute(text("SELECT id FROM games WHERE id = '7' FOR UPDATE"))
        done, failed = mail_in(office)
        assert done == ["2 accepted", "2 left"]
        assert "1.mail: another run is writing to game 7; wait until it has finished" in failed
        assert "3.mail: an earlier mail that may be about the same waits" in failed
        assert taken(office) == [("8", "accepted")] * 2
        with office.store.reading() as connection:
            assert connection.execute(select(t.heartbeats)).all(), "the mail was read: no turn need wait"
    assert mail_in(office) == (["2 accepted"], "")
    with office.store.reading() as connection:
        s = t.sheets.c
        last = select(s.sheet).where(s.game == "7").order_by(s.revision.desc())
        assert "REST" in str(connection.execute(last).scalar()), "the later sheet counts"
    office.close()


def test_who_holds_one_game_and_who_holds_the_office_are_told_apart(postgres: Server, tmp_path: Path) -> None:
    office = begin(tmp_path / "office", "7", server=postgres)
    other = open_store(office.database_url)
    with office.store.writing(game="7"):
        for game in ("7", None):
            with pytest.raises(Held) as held, other.writing(0.05, game):
                pass
            assert not is_away(held.value)
    with office.store.writing():
        for game in ("7", "", None):
            with pytest.raises(Busy) as busy, other.writing(0.05, game):
                pass
            assert is_away(busy.value)
    other.close()
    office.close()


def test_a_question_that_fails_leaves_the_other_mails_their_chains(
    postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = begin(tmp_path / "office", "7", server=postgres)
    plain = whose.likely_games

    def likely_games(connection: Connection, mail: Mail) -> list[str]:
        if "odd" in mail.sender:
            connection.execute(text("SELECT 1 / 0"))
        return list(plain(connection, mail))

    monkeypatch.setattr(whose, "likely_games", likely_games)
    mails = [
        opened(office, Incoming(f"From: {sender}\nMessage-ID: <{sender}>\n\nHello.\n".encode(), None, ""))
        for sender in ("odd@example.net", CAROL)
    ]
    with office.store.reading() as connection:
        found = [whose.keys_of(connection, mail) for mail in mails]
    assert found == [{"from odd@example.net"}, {f"from {CAROL}", "game 7"}]
    office.close()
