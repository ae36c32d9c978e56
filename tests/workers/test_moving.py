"""An office moved from SQLite to PostgreSQL and back, and backed up there: every row, and it goes on as it was."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from magika_gm.app.accounts.bookkeeping import book_payment
from magika_gm.app.accounts.ledger import faults_in_books
from magika_gm.app.audit.verify import verify_game
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, init_office, open_office
from magika_gm.app.operations import moving
from magika_gm.app.operations.backup import back_up_office, restore_office
from magika_gm.app.operations.doctor import examine
from magika_gm.app.operations.moving import move_office
from magika_gm.app.post.intake import ingest
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.app.turns.publish import write_reports
from magika_gm.mail.readers import read
from magika_gm.resources import shipped
from magika_gm.store.urls import shown_url
from tests.store.postgres import Server

pytestmark = pytest.mark.postgres
BEGUN = datetime(2026, 11, 1, tzinfo=UTC)


def played(folder: Path) -> Office:
    """The sample game after its first turn, and a game of another kind beside it."""
    office = init_office(folder)
    sample = shipped("sample")
    new_game(office, "sample", sample / "magika" / "signups.toml", BEGUN, seed=b"move")
    new_game(office, "arena", sample / "arena" / "signups.toml", BEGUN, system="arena")
    assert len(list(ingest(office, read(sample / "magika" / "1"), BEGUN))) == 15
    process_turn(office, "sample", BEGUN + timedelta(days=14), early=True)
    return office


def files(office: Office) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(write_reports(office, "sample", 1).iterdir())}


def test_there_and_back_again(postgres: Server, tmp_path: Path) -> None:
    office, url = played(tmp_path / "office"), postgres.new_database()
    before, secret = files(office), office.secret
    moved = move_office(office, url)
    assert moved.kept == str(tmp_path / "office" / "magika.sqlite3.moved")
    assert (moved.games, moved.verified) == (2, 1)
    assert not (tmp_path / "office" / "magika.sqlite3").exists()

    office = open_office(tmp_path / "office")
    assert office.database_url == url
    assert office.secret == secret, "reply addresses hold on"
    assert files(office) == before
    # numbers go on from where they were: mails, payments, turns
    assert len(list(ingest(office, read(shipped("sample") / "magika" / "2"), BEGUN))) > 5
    book_payment(office, "Carol Whitfield", "5.00", "cheque", BEGUN)
    process_turn(office, "sample", BEGUN + timedelta(days=28), early=True)
    undo_turn(office, "sample", BEGUN + timedelta(days=28))
    process_turn(office, "sample", BEGUN + timedelta(days=28), early=True)
    with office.store.reading() as connection:
        assert faults_in_books(connection) == []
    checks = {check.check: check for check in examine(office.root, BEGUN + timedelta(days=28))}
    assert checks["database"].healthy
    assert checks["worlds"].healthy

    kept = back_up_office(office, None, BEGUN)
    restored = restore_office(kept.archive, tmp_path / "again")
    assert (restored.turns, restored.verified) == (2, 1)
    again = open_office(tmp_path / "again")
    assert [v.differences for v in verify_game(again, "sample")] == [(), ()]
    assert files(again) == before
    again.close()

    move_office(office, "sqlite:///magika.sqlite3")
    office = open_office(tmp_path / "office")
    assert office.database_url.endswith("office/magika.sqlite3")
    assert [v.differences for v in verify_game(office, "sample")] == [(), ()]
    assert files(office) == before
    office.close()


def test_an_office_never_moves_into_another(postgres: Server, tmp_path: Path) -> None:
    url = postgres.new_database()
    other = init_office(tmp_path / "other", database=url)
    new_game(other, "x", shipped("sample") / "magika" / "signups.toml", BEGUN)
    other.close()
    office = init_office(tmp_path / "office")
    settings = (office.root / "magika.toml").read_text("utf-8")
    with pytest.raises(OfficeError, match="there is an office"):
        move_office(office, url)
    with pytest.raises(OfficeError, match="another database"):
        init_office(tmp_path / "office", database=url)
    assert (office.root / "magika.toml").read_text("utf-8") == settings
    assert (office.root / "magika.sqlite3").is_file()
    office.close()


def test_a_copy_that_differs_moves_nothing(postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from magika_gm.app.operations import moving

    office = init_office(tmp_path / "office")
    new_game(office, "x", shipped("sample") / "magika" / "signups.toml", BEGUN)
    plain, seen = moving._digest, []

    def once_wrong(row: object) -> int:
        seen.append(row)
        return plain(row) + (len(seen) == 40)

    monkeypatch.setattr(moving, "_digest", once_wrong)
    with pytest.raises(OfficeError, match="otherwise than it went in"):
        move_office(office, postgres.new_database())
    assert (office.root / "magika.sqlite3").is_file()
    assert open_office(office.root).database_url.startswith("sqlite")
    office.close()


def test_a_move_from_the_server_that_was_cut_off_says_where_it_came_from(
    postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.new_database()
    init_office(tmp_path / "office", database=url).close()

    def killed(_: str) -> str:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(moving, "_put_aside", killed)
        with pytest.raises(KeyboardInterrupt):
            move_office(open_office(tmp_path / "office"), "sqlite:///magika.sqlite3")
    moved = move_office(open_office(tmp_path / "office"), "sqlite:///magika.sqlite3")
    assert (moved.before, moved.kept) == (shown_url(url), shown_url(url))
