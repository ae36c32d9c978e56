"""The office at a glance: as many questions to the database for many games as for one."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from click.testing import CliRunner
from sqlalchemy import event, update

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office
from magika_gm.app.operations.status import OfficeStatus, office_status
from magika_gm.app.record.games import awaited, load_game
from magika_gm.app.turns.process import process_turn
from magika_gm.cli.main import cli
from magika_gm.engine.seam.setup import Need
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from tests.app import postroom
from tests.app.postroom import NOW, Post
from tests.offices import empty

REPORTS_OF = ""

SYSTEM = "temple_isle"


def begin(office: Office, *games: str) -> None:
    for game in games:
        signups = shipped("sample") / SYSTEM / "signups.toml"
        new_game(office, game, signups, NOW, seed=game.encode(), system=SYSTEM)


def looked(office: Office) -> tuple[OfficeStatus, int]:
    """The status three months on, and how many questions it took."""
    asked: list[str] = []

    def note(_connection: object, _cursor: object, sql: str, *_: object) -> None:
        asked.append(sql)

    event.listen(office.store.engine, "before_cursor_execute", note)
    found = office_status(office, NOW + timedelta(days=90))
    event.remove(office.store.engine, "before_cursor_execute", note)
    return found, len(asked)


def test_many_games_take_no_more_questions_than_one(tmp_path: Path) -> None:
    office = empty(tmp_path / "office")
    begin(office, "1")
    _, one = looked(office)
    begin(office, *"23456")
    for turn in (1, 2):
        process_turn(office, "4", NOW + timedelta(days=turn), early=True, pages=False)
    Post(office).one("GAME 5 TURN 1\nSIDE MOON\nNONSENSE\nEND\n")
    found, six = looked(office)
    assert six <= one
    assert [(game.game, game.turn, game.overdue) for game in found.games] == [
        (game, 2 if game == "4" else 0, True) for game in "123456"
    ]
    by_name = {game.game: game for game in found.games}
    assert by_name["4"].jeopardy == ("SUN",), "it moves in both turns"
    assert all(not by_name[game].jeopardy for game in "12356")
    with office.store.reading() as connection:
        asked = {name: tuple(sorted(awaited(connection, load_game(connection, name)))) for name in "123456"}
    assert {game.game: game.missing for game in found.games} == asked, "of whom nothing is asked nothing is missing"
    assert {len(seats) for seats in asked.values()} == {1, 2}
    assert all(any("is due" in line for line in game.todo) for game in found.games)
    office.close()


def test_where_nobody_has_to_order_that_is_said(tmp_path: Path) -> None:
    office = postroom.begin(tmp_path / "office", system="rune_war")
    with office.store.writing() as connection:
        connection.execute(update(t.positions).values(need=Need.MAY))  # as in a turn played from plans made before
    office.close()
    for command in ("status", "games"):
        said = CliRunner(env={"COLUMNS": "200"}).invoke(cli, ["--office", str(tmp_path / "office"), command]).output
        assert "none needed" in said
        assert "0/0" not in said


def test_who_wrote_but_gave_no_orders_is_named_until_he_gives_them(tmp_path: Path) -> None:
    post = Post(postroom.begin(tmp_path / "office"))
    line = "mail that was no orders, and no orders, from C: magika-gm inbox 7 --all"

    def todo() -> list[str]:
        (game,) = office_status(post.office, NOW).games
        return [one for one in game.todo if "no orders, from" in one]

    assert todo() == []
    assert post.one(postroom.sheet(password="wrong")).outcome == "refused"
    assert todo() == [line]
    assert post.one(postroom.sheet()).outcome == "accepted"
    assert todo() == []
