"""Reports written again are those that were sent, byte for byte, whatever became of their readers since."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from magika_gm.app.enrolment.merging import merge_players
from magika_gm.app.enrolment.new_game import cancel_game
from magika_gm.app.enrolment.players import change_player
from magika_gm.app.enrolment.standby import add_standby, place_standby
from magika_gm.app.office.office import Office, open_office
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.app.turns.publish import write_page, write_reports
from magika_gm.store.tables import VERSION
from tests.app.postroom import NOW, Post, begin, sheet
from tests.offices import copied, of_schema

WHOLE_REPORTS = "ABC"

LATER = datetime(2026, 11, 20, 12, tzinfo=UTC)


def sent(office: Office, turns: range = range(3)) -> dict[str, bytes]:
    """All files of the reports as they lie there."""
    files = (path for turn in turns for path in office.reports("7", turn).iterdir())
    return {f"{path.parent.name}/{path.name}": path.read_bytes() for path in sorted(files)}


def again(office: Office, turns: range = range(3)) -> dict[str, bytes]:
    """The same, written again from the record where nothing is left of them."""
    shutil.rmtree(office.root / "reports")
    for turn in turns:
        write_reports(office, "7", turn)
    return sent(office, turns)


def unlike(office: Office, before: dict[str, bytes]) -> list[str]:
    now = again(office)
    assert now.keys() == before.keys()
    return [name for name in before if now[name] != before[name]]


def two_turns(folder: Path) -> Office:
    """Game 7 after two turns; C ordered in the first, nobody else ever did."""
    post = Post(begin(folder))
    write_reports(post.office, "7", 0)
    assert post.one(sheet()).outcome == "accepted"
    process_turn(post.office, "7", NOW, early=True)
    process_turn(post.office, "7", NOW, early=True)
    return post.office


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    office = copied(tmp_path / "office", two_turns)
    yield Post(office, sent=1)
    office.close()


def change(office: Office) -> None:
    changes = {"name": "Carola Wren", "address": "9 New Street", "timezone": "Asia/Tokyo", "paper": "a4",
               "large_print": True, "phone": "+32 81 55 01 00"}  # fmt: skip
    change_player(office, "7:C", changes)


def move(office: Office) -> None:
    with office.store.writing() as connection:
        connection.exec_driver_sql("UPDATE players SET email = 'new@example.net' WHERE email = 'carol.w@example.com'")


def merge(office: Office) -> None:
    una = add_standby(office, "Una Byron", "una@example.org", "owl light", NOW)
    merge_players(office, "una@example.org", "7:B", NOW)
    assert una.name == "Una Byron"


def replace(office: Office) -> None:
    """A and B, who missed two turns, give way; then A's stand-in turns out to be A."""
    for seat, name in (("B", "Una Byron"), ("A", "Ida Bell")):
        standby = add_standby(office, name, f"{name[:3].casefold()}@example.org", "owl light", NOW)
        place_standby(office, "7", seat, standby.id, NOW)
    merge_players(office, "ida@example.org", "ann.dubois@example.org", NOW)


def cancel(office: Office) -> None:
    cancel_game(office, "7", "too few players", NOW)


def rename(office: Office) -> None:
    file = office.root / "magika.toml"
    text = file.read_text(encoding="utf-8")
    told = '[office]\nname = "Elsewhere Games"\ngm = "Somebody"\ntime_zone = "Asia/Tokyo"\npaper = "a4"\n'
    text = "\n".join(line for line in text.splitlines() if not line.startswith(("name", "gm ", "time_zone", "paper")))
    file.write_text(text.replace("[office]\n", told, 1), encoding="utf-8")


@pytest.mark.parametrize("what", [change, move, merge, replace, cancel])
def test_reports_come_out_as_they_were_sent(post: Post, what: Callable[[Office], None]) -> None:
    before = sent(post.office)
    what(post.office)
    assert unlike(post.office, before) == []
    (post.office.reports("7", 2) / "C.page.html").unlink()
    write_page(post.office, "7", 2, "C")
    assert sent(post.office) == before, "and the page by itself"
    post.office.close()


def test_so_they_do_from_an_office_with_another_name_and_clock(post: Post) -> None:
    before = sent(post.office)
    post.office.close()
    rename(post.office)
    office = open_office(post.office.root)
    assert office.settings.text("office", "name") == "Elsewhere Games"
    assert unlike(office, before) == []
    office.close()


def test_a_turn_taken_back_and_played_again_is_for_who_holds_the_seat_then(post: Post) -> None:
    change(post.office)
    undo_turn(post.office, "7", NOW)
    process_turn(post.office, "7", NOW, early=True)
    found = sent(post.office)
    assert b"Carola Wren" in found["2/C.txt"]
    assert b"Carola Wren" not in found["1/C.txt"]
    assert unlike(post.office, found) == []
    post.office.close()


@pytest.mark.slow
@pytest.mark.sqlite("an older version's file is taken back to its schema by hand")
def test_turns_an_earlier_version_played_are_kept_as_they_are_written_then(post: Post) -> None:
    """One seat changed hands before the upgrade, a player's record changes after it."""
    una = add_standby(post.office, "Una Byron", "una@example.org", "owl light", NOW)
    process_turn(post.office, "7", NOW, early=True)
    place_standby(post.office, "7", "C", una.id, NOW)
    process_turn(post.office, "7", NOW, early=True)
    before = sent(post.office, range(5))
    post.office.close()
    of_schema(post.office.root, "0004")
    office = open_office(post.office.root)
    with office.store.reading() as connection:
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == VERSION
    assert again(office, range(5)) == before
    change(office)
    merge_players(office, "7:C", "bjorn@example.net", NOW, same_game=True)
    cancel(office)
    assert again(office, range(5)) == before
    office.close()
