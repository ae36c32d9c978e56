"""What a game master sees at a glance: who left, who was played by the program, whose clock counts (F6, F16, F20 …)."""

from __future__ import annotations

import json
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from click.testing import CliRunner

from magika_gm.app.accounts.bookkeeping import list_accounts
from magika_gm.app.calendar.date_moves import move_date, pause_game, resume_game
from magika_gm.app.calendar.insurance import window_of
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import init_office, open_office, read_settings
from magika_gm.app.turns.due import turn_digest
from magika_gm.app.turns.process import process_turn
from magika_gm.cli.main import cli
from tests.app.postroom import ADDRESS, NOW, Post, sheet
from tests.desk import typed
from tests.magika.word import drop_mage


def test_who_has_left_is_told_of_no_date_and_plays_nowhere(post: Post) -> None:
    """F20, F21."""
    drop_mage(post.office, "7", "C", "gone to sea", NOW)
    process_turn(post.office, "7", NOW, early=True, review=True)
    assert [line.partition(":")[0] for line in turn_digest(post.office, "7").gone] == ["C"]
    said = typed(post, "publish", "7", "--look").stdout
    assert "Leave the game with this turn" in said
    typed(post, "publish", "7")
    for change in (
        lambda: pause_game(post.office, "7", None, "a feast", NOW),
        lambda: resume_game(post.office, "7", None, NOW + timedelta(hours=1)),
        lambda: move_date(post.office, "7", NOW + timedelta(days=40), "", NOW + timedelta(hours=2)),
    ):
        assert change().told == 12
        post.delivered()
    dates = post.rows("SELECT recipient FROM outbox WHERE kind IN ('date', 'pause')")
    assert len(dates) == 36
    assert (ADDRESS["C"],) not in dates
    assert [line.seats for line in list_accounts(post.office) if line.email == ADDRESS["C"]] == [()]


def test_a_mage_the_program_plays_had_no_default_turn(tmp_path: Path) -> None:
    """F16: the Ebon Mage's policy gave orders of its own."""
    from magika_gm.app.enrolment.new_game import new_game
    from magika_gm.app.turns.publish import write_overviews
    from magika_gm.resources import shipped

    text = (shipped("sample") / "magika" / "signups.toml").read_text("utf-8").partition("[ebon]")[0]
    (tmp_path / "signups.toml").write_text(text, "utf-8")
    with closing(init_office(tmp_path / "office")) as office:
        new_game(office, "7", tmp_path / "signups.toml", NOW)
        Post(office).one(sheet())
        process_turn(office, "7", NOW, early=True, review=True)
        said = (write_overviews(office, "7", None, None) / "gm.txt").read_text("utf-8")
        assert "No orders came for A, B, D, E, F, G, H, I, J, K, L: default turns" in " ".join(said.split())
        assert "M" not in turn_digest(office, "7").defaults


def test_players_are_phoned_by_the_offices_own_clock(tmp_path: Path) -> None:
    """F27: not at four in the morning."""
    due = datetime(2026, 11, 20, 18, tzinfo=ZoneInfo("Europe/Berlin"))
    for own, clock in (("", "Europe/Berlin"), ("Europe/Lisbon", "Europe/Lisbon")):
        folder = tmp_path / (own or "none").replace("/", "-")
        folder.mkdir()
        (folder / "magika.toml").write_text(
            f'[office]\ntime_zone = "Europe/Berlin"\n[insurance]\ntime_zone = "{own}"\n', "utf-8"
        )
        with closing(init_office(folder)) as office:
            window = window_of(office, due)
            assert (window.opens.hour, window.opens.tzinfo) == (22, ZoneInfo(clock))
    said = CliRunner().invoke(cli, ["init", str(tmp_path / "new")]).stdout
    assert "America/Toronto" in said
    assert "clock of America/Halifax" in said


def test_an_office_that_is_there_is_not_made_again(tmp_path: Path) -> None:
    """F6."""
    run = ["init", str(tmp_path / "office")]
    assert "Office made" in CliRunner().invoke(cli, run).stdout
    again = CliRunner().invoke(cli, run)
    assert "There is an office" in again.stdout
    assert "made" not in again.stdout.replace("There is", "")
    assert json.loads(CliRunner().invoke(cli, [*run, "--json"]).stdout)["made"] is False


def test_a_country_nobody_knows_is_found_when_the_settings_are_read(tmp_path: Path) -> None:
    """F39: not at night, in the middle of a round."""
    path = tmp_path / "magika.toml"
    path.write_text('[calendar]\ncountry = "DEX"\n', "utf-8")
    with pytest.raises(OfficeError, match=r"\[calendar\] country"):
        read_settings(path)
    with pytest.raises(OfficeError, match=r"\[calendar\] country"):
        open_office(tmp_path)


def test_a_call_list_after_its_evening_says_so(post: Post) -> None:
    ((due,),) = post.rows("SELECT next_due FROM turns WHERE game = '7'")
    run = ["--office", str(post.office.root), "remind", "7", "--dry-run"]
    for hours, late in ((18.5, False), (2, True)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                "magika_gm.cli.calendar.now", lambda hours=hours: NOW.fromisoformat(due) - timedelta(hours=hours)
            )
            said = CliRunner().invoke(cli, run).stdout
        assert ("It is late" in said) == late
        assert "orders are missing from" in said


def test_letters_to_the_game_master_are_counted_when_mail_is_read(post: Post, tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(post.mail("I am ill, can you wait for me?\n").raw or b"")
    said = typed(post, "ingest", str(tmp_path / "a.eml")).stdout
    assert "1 for you to read" in said
    assert "magika-gm inbox" in said


def test_what_was_refused_or_waits_without_a_turn_is_on_the_game_masters_page(post: Post) -> None:
    """F46: whoever wrote it may believe that he ordered."""
    from magika_gm.app.turns.publish import write_overviews

    when = NOW + timedelta(minutes=5)
    post.one("GAME 7\nMAGE C\nPASSWORD swordfish\n1 MOVE NE\nEND\n", now=when)
    post.one("I am ill, please wait for me\n", sender="bjorn@example.net", now=when)
    process_turn(post.office, "7", NOW + timedelta(hours=1), early=True, review=True)
    page = " ".join((write_overviews(post.office, "7", None, None) / "gm.txt").read_text("utf-8").split())
    late = " ".join(turn_digest(post.office, "7").late)
    for said in (page, late):
        assert "it does not say for which turn it is" in said
        assert "a letter to the game master" in said


def test_mails_about_dates_that_are_overtaken_are_not_sent(post: Post) -> None:
    """F22: and a pause of a moment costs nobody a day."""
    ((before,),) = post.rows("SELECT next_due FROM turns WHERE game = '7'")
    pause_game(post.office, "7", None, "a slip", NOW)
    resumed = resume_game(post.office, "7", None, NOW + timedelta(seconds=1))
    assert resumed.due == NOW.fromisoformat(before)
    move_date(post.office, "7", NOW + timedelta(days=40), "", NOW + timedelta(minutes=2))
    waiting = post.rows("SELECT recipient FROM outbox WHERE kind IN ('date', 'pause') AND state = 'waiting'")
    assert len(waiting) == len(set(waiting)) == 13


def test_a_copy_of_an_old_report_asks_for_no_orders(post: Post) -> None:
    """F47."""
    process_turn(post.office, "7", NOW, early=True)
    post.one("GAME 7\nMAGE C\nPASSWORD swordfish\nREPORT 0\nREPORT 1\nEND\n")
    copies = {str(m["Subject"]): m for m in post.delivered() if "a copy" in str(m["Subject"])}
    for subject, mail in copies.items():
        newest = "turn 1" in subject
        kinds = [part.get_content_type() for part in mail.walk()]
        text = mail.get_body(("plain",)).get_content()  # type: ignore[union-attr]
        assert ("text/calendar" in kinds, "+" in str(mail["Reply-To"]), "GAME 7 TURN" in text) == (newest,) * 3
    assert len(copies) == 2


def test_the_list_of_games_fits_a_hundred_columns(post: Post) -> None:
    said = CliRunner().invoke(cli, ["--office", str(post.office.root), "games"], terminal_width=100).stdout
    assert "7" in said
    assert max(map(len, said.splitlines())) <= 100
