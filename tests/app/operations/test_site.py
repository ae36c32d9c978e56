"""The office as a web site: what stands in it, that nothing secret does, and that it is written whole or not at all."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote

import pytest
from sqlalchemy import select, update

from magika_gm import games, whole_files
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.enrolment.signup_form import read_form
from magika_gm.app.enrolment.waiting_list import open_games, sign_up
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, open_office
from magika_gm.app.operations import site
from magika_gm.app.operations.site import LISTED, write_site
from magika_gm.app.operations.tick import tick
from magika_gm.app.record.games import load_game
from magika_gm.app.results.standings import START
from magika_gm.app.turns.editions import edition_of
from magika_gm.app.turns.process import process_turn
from magika_gm.engine.seam.reports import TurnRecord
from magika_gm.engine.system import GameSystem
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from tests.app.postroom import NOW, Post, begin
from tests.desk import typed
from tests.examples import some_of
from tests.offices import copied
from tests.systems.contract import found, having
from tests.systems.five import begun
from tests.systems.test_noninterference import FACTS

REPORTS_OF = ""
WHOLE_REPORTS = True
NASTY = "<script>alert(1)</script><img src=x onerror=alert(2)>"
FORM = "SIGN-UP\nGAME Arena\nNAME Nina Novak\nEMAIL nina@example.org\nPASSWORD bluejay kettle\nARMY LEGION\nEND\n"
HREF = re.compile(r'(?:href|src)="([^"]*)"')


def _a_game_on_and_one_over(folder: Path) -> Office:
    office = begin(folder, system="xom_zol")
    process_turn(office, "7", NOW, early=True)
    new_game(office, "8", shipped("sample") / "temple_isle" / "signups.toml", NOW, system="temple_isle", seed=b"8")
    with office.store.reading() as connection:
        (moon,) = connection.execute(
            select(t.players.c.email).join(t.seats).where(t.seats.c.game == "8", t.seats.c.seat == "MOON")
        ).scalars()
    signups = (shipped("sample") / "temple_isle" / "signups.toml").read_text("utf-8")
    word = re.search(rf'email = "{re.escape(moon)}".*?password = "([^"]*)"', signups, re.DOTALL)
    assert word is not None
    got = Post(office).one(f"GAME 8 TURN 1\nSEAT MOON\nPASSWORD {word[1]}\nRESIGN\nEND\n", sender=moon)
    assert got.outcome == "accepted", got
    assert process_turn(office, "8", NOW, early=True).ending
    return office


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    """Game 7 of Xom and Zol goes on after a turn; game 8, of Temple Isle, Sun has won, for Moon resigned."""
    with closing(copied(tmp_path / "office", _a_game_on_and_one_over)) as office:
        yield office


@pytest.fixture(autouse=True)
def _books_are_printed_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each by its game's test_rulebook."""
    monkeypatch.setattr(site, "kept_pdf", lambda _, system, paper: f"%PDF of {system.name} on {paper}".encode())


def written(office: Office, folder: Path) -> dict[str, bytes]:
    """Every file of the site, by name."""
    made = write_site(office, folder, NOW)
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert set(made.files) | {LISTED} == files.keys()
    return files


def test_a_price_list_that_is_missing_stops_no_page_and_no_answer(office: Office, tmp_path: Path) -> None:
    settings = office.root / "magika.toml"
    settings.write_text('[accounts]\nof_game = ["arena: duels"]\n', encoding="utf-8")
    said = typed(office, "site", str(tmp_path / "site"))
    assert said.exit_code == 0, said.stderr
    (line,) = said.stderr.splitlines()
    assert "prices of Arena left out: [accounts] of_game: there are no rates 'duels' in scenarios/rates/" in line
    assert "magika-gm accounts --rates" in line
    pages = {name: told((tmp_path / "site" / f"{name}.html").read_bytes()) for name in ("index", *games.SYSTEMS)}
    assert "What it costs Ask gm@example.org ." in pages.pop("arena")
    assert all("15.00 USD or 20.00 CAD" in page for page in pages.values())
    with closing(open_office(office.root)) as reopened, reopened.store.reading() as connection:
        answer = open_games(reopened, connection)
    assert "It costs, to play Arena,\n    what the game master tells you" in answer
    assert "15.00 USD or 20.00 CAD" in answer
    settings.write_text('[accounts]\nrates = "gone"\n', encoding="utf-8")
    assert "prices left out" in typed(office, "site", str(tmp_path / "b")).stderr


def told(page: bytes) -> str:
    """The words of a page."""
    text = re.sub(r"<style>.*?</style>|<svg.*?</svg>|<[^>]*>", " ", page.decode(), flags=re.DOTALL)
    return " ".join(unescape(text).split())


def test_a_site_tells_what_there_is_to_play_what_goes_on_and_who_won(office: Office, tmp_path: Path) -> None:
    with office.store.writing() as connection:
        form = read_form(FORM)
        assert form is not None
        sign_up(connection, form, NOW, taken=("USD", "CAD"))
    files = written(office, tmp_path / "site")
    first = told(files["index.html"])
    for name in games.SYSTEMS:
        system = games.system(name)
        page = told(files[f"{name}.html"])
        assert system.title in first
        assert f"GAME {system.title}" in page
        assert all(row in page for row in map(" ".join, map(str.split, system.signup.BLANK)))
        assert files[f"books/{name}.pdf"] == f"%PDF of {name} on letter".encode(), (
            "printed by that game's test_rulebook"
        )
        assert "15.00 USD or 20.00 CAD" in page
        assert system.accent in files[f"{name}.html"].decode(), "each game's page is in its colour"
        book = system.rulebook.printed()
        drawn = files[f"{name}.html"].decode()
        assert all(f"{card.title}</title>" in drawn for card in book.fan), "its cover is whole"
    assert files["books/xom_zol-cards.pdf"].startswith(b"%PDF")
    assert "A game begins when two fit; 1 waits for the next." in told(files["arena.html"])
    assert "nobody waits" in told(files["magika.html"])
    with office.store.reading() as connection:
        query = select(t.seats.c.seat, t.players.c.name).join(t.players).where(t.seats.c.game == "8")
        players: dict[str, str] = dict(connection.execute(query).all())
    winner = players["SUN"].partition(" ")[0]
    fame = told(files["fame.html"])
    assert winner in fame
    assert f"{START + 32:.0f} +32" in fame
    assert f"{START - 32:.0f} \u221232" in fame
    assert players["SUN"] not in fame, "the whole name is told only if the settings say so"
    assert winner not in told(files["xom_zol.html"])
    going = first[first.index("Games that go on") : first.index("Games that are over")]
    assert "Xom and Zol" in going
    assert "Temple Isle" not in going


def test_names_are_whole_where_the_settings_say_so(office: Office, tmp_path: Path) -> None:
    with office.store.writing() as connection:
        connection.execute(update(t.players).values(name="Mary Ann O'Neil"))
    assert "Mary O." in told(written(office, tmp_path / "site")["fame.html"])
    (office.root / "magika.toml").write_text('[site]\nnames = "full"\n', encoding="utf-8")
    whole = replace(office, settings=open_office(office.root).settings)
    assert "Mary Ann O'Neil" in told(written(whole, tmp_path / "site")["fame.html"])


def test_links_lead_somewhere_and_nothing_is_fetched(office: Office, tmp_path: Path) -> None:
    with office.store.writing() as connection:
        connection.execute(update(t.players).values(name=NASTY))
        connection.execute(update(t.games).values(title=NASTY))
    files = written(office, tmp_path / "site")
    pages = {name: data.decode() for name, data in files.items() if name.endswith(".html")}
    seen = {"index.html"}
    for name, page in pages.items():
        assert "<script>alert" not in page
        assert "<img" not in page
        for href in map(unescape, HREF.findall(page)):
            if href.startswith("mailto:"):
                assert href.startswith("mailto:gm@example.org"), name
                continue
            assert re.fullmatch(r"[\w/.-]*(#[\w-]*)?", href), href
            file, _, spot = href.partition("#")
            assert not file or file in files, f"{name}: {href}"
            assert not spot or f'id="{spot}"' in pages.get(file or name, "") or spot in ("",), f"{name}: {href}"
            seen.add(file or name)
    assert seen == files.keys() - {LISTED}, "every file is led to"


def test_the_form_of_the_button_is_read_as_the_form_it_is(office: Office, tmp_path: Path) -> None:
    files = written(office, tmp_path / "site")
    for name in games.SYSTEMS:
        (body,) = re.findall(r'href="mailto:[^"]*&amp;body=([^"]*)"', files[f"{name}.html"].decode())
        form = read_form(unquote(body))
        assert form is not None
        assert form.system == name
        assert form.name == ""


# Nothing secret.


def test_two_offices_that_differ_in_secrets_alone_have_the_same_site(office: Office, tmp_path: Path) -> None:
    """Whose game it is, how he is reached, what he owes, ordered, wrote, chose: none of it changes a byte."""
    one = written(office, tmp_path / "one")
    changed = 0
    with office.store.writing() as connection:
        connection.execute(update(t.office_secrets).values(secret=b"another secret of thirty-two by."))
        others = select(t.seats.c.player).where(t.seats.c.game == "7")
        connection.execute(update(t.players).where(t.players.c.id.in_(others)).values(name="Somebody Else"))
        for number in connection.execute(select(t.players.c.id)).scalars().all():
            mine = t.players.c.id == number
            values: dict[str, Any] = {
                "email": f"other{number}@example.net", "address": "9 Elsewhere", "account": f"X{number}",
                "currency": "CAD", "zone": "Asia/Tokyo", "paper": "a4", "large_print": True, "attach": "page",
                "insurance": "phone", "phone": "555 0199", "fax": "555 0198",
            }  # fmt: skip
            changed += connection.execute(update(t.players).where(mine).values(**values)).rowcount
        connection.execute(update(t.seats).values(password="x", code_word="HERON-KETTLE", fee="free", choices="{}"))
        for name in "ABC":
            form = read_form(FORM.replace("Nina Novak", f"{name} Nobody"))
            assert form is not None
            sign_up(
                connection, form, NOW, "a mail", proved=False, taken=("USD", "CAD")
            )  # not confirmed: it does not count
    post = Post(office)
    assert post.one(
        "GAME 7 TURN 2\nSEAT A\nMESSAGE TO B\nthe secret plan\nEND MESSAGE\nEND\n", sender="x@y.example"
    ).outcome
    assert changed >= 4
    assert written(office, tmp_path / "two") == one


@pytest.mark.parametrize("name", having("twins"))
def test_what_spectators_may_not_know_changes_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two worlds alike to a player, and so to all who look on, the sites are alike."""
    system, game = games.system(name), begun(tmp_path / "office", games.system(name))
    monkeypatch.setattr(site, "_books", lambda *_: {})
    for kept in game.office.root.rglob("spectator.html"):
        kept.unlink()
    differ = 0
    for seed in range(some_of(6)):
        moments = list(found(name, "twins").twins(seed))
        for moment in random.Random(seed).sample(moments, min(3, len(moments))):
            made, masters = [], []
            for nth in (0, 1):
                record = TurnRecord(
                    state=moment.states[nth], told=moment.told[nth], orders=moment.orders[nth], how={},
                    messages=moment.messages[nth], acts=(), seed=b"twins",
                )  # fmt: skip
                masters.append(system.reports.master(record, FACTS, "txt", "", None))
                monkeypatch.setattr(site, "edition_of", lambda *_, r=record: _Looked(system, r))
                made.append(dict(site._files(game.office, NOW, {})))
            assert made[0] == made[1]
            assert any(name.startswith("game-") for name in made[0])
            differ += masters[0] != masters[1]
    assert differ, "the worlds do differ"


class _Looked(SimpleNamespace):
    def __init__(self, system: GameSystem, record: TurnRecord) -> None:
        super().__init__(system=system, record=record)

    def spectator(self) -> str:
        text: str = self.system.reports.spectator(self.record, FACTS, None)
        return text

    def cards(self) -> dict[str, bytes]:
        return {"card.svg": self.system.reports.card(self.record, FACTS, "svg")}


def test_a_turn_that_waits_for_review_is_not_there_yet(office: Office, tmp_path: Path) -> None:
    before = written(office, tmp_path / "site")
    assert process_turn(office, "7", NOW + timedelta(days=1), early=True, review=True).turn == 2
    after = written(office, tmp_path / "site")
    assert after["game-7.html"] == before["game-7.html"]
    assert told(after["index.html"]) == told(before["index.html"])


def test_a_page_that_is_gone_is_made_again_from_the_record(office: Office, tmp_path: Path) -> None:
    before = written(office, tmp_path / "site")
    for path in office.root.rglob("spectator.html"):
        path.unlink()
    assert written(office, tmp_path / "site") == before
    with office.store.reading() as connection:
        turn = load_game(connection, "8").turn
        page = edition_of(office, connection, "8", turn).spectator()
    assert "The game is over" in told(page.encode())
    assert "The game is over" in told(before["game-8.html"])


def test_a_cancelled_game_is_nowhere(office: Office, tmp_path: Path) -> None:
    from magika_gm.app.enrolment.new_game import cancel_game

    cancel_game(office, "7", "by mistake", NOW)
    files = written(office, tmp_path / "site")
    assert "game-7.html" not in files
    assert "None at this time." in told(files["index.html"])


# Whole or not at all, and nobody else's files.


def test_a_site_takes_the_place_of_the_one_before(office: Office, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    written(office, folder)
    (folder / "old.html").write_text("of an earlier site", encoding="utf-8")
    with (folder / LISTED).open("a", encoding="utf-8") as listed:
        listed.write("old.html\n")
    assert "old.html" not in written(office, folder)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["office", "site"]
    assert {path.stat().st_mode & 0o777 for path in folder.rglob("*") if path.is_file()} == {0o644}
    assert {path.stat().st_mode & 0o777 for path in (folder, folder / "books")} == {0o755}


def test_a_site_that_cannot_be_written_leaves_the_one_before(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    before = written(office, folder)
    write, left = Path.write_bytes, [4]

    def full(path: Path, data: bytes) -> int:
        left[0] -= 1
        if not left[0]:
            raise OSError(28, "No space left on device", str(path))
        return write(path, data)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        with pytest.raises(OSError, match="No space"):
            write_site(office, folder, NOW + timedelta(days=1))
    assert {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()} == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["office", "site"]


def test_what_a_killed_run_left_is_put_back(office: Office, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    written(office, folder)
    folder.rename(tmp_path / ".site.old")
    (tmp_path / ".site.part").mkdir()
    written(office, folder)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["office", "site"]


@pytest.mark.parametrize("name", ["notes.txt", "books/mine.pdf", ".htaccess"])
def test_a_folder_with_other_files_is_refused(office: Office, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "site"
    written(office, folder)
    (folder / name).write_text("mine", encoding="utf-8")
    with pytest.raises(OfficeError, match=re.escape(name)):
        write_site(office, folder, NOW)
    assert (folder / name).read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("where", [".", "..", "outbox", "templates", "turns/deep"])
def test_the_office_itself_is_no_place_for_it(office: Office, where: str) -> None:
    before = sorted(office.root.rglob("*"))
    with pytest.raises(OfficeError, match="is the office's own"):
        write_site(office, office.root / where, NOW)
    assert [path for path in sorted(office.root.rglob("*")) if path.name != ".site.lock"] == before


def test_a_round_writes_it_if_the_settings_say_so(office: Office) -> None:
    assert "site" not in [part.name for part in tick(office, NOW, 1)]
    (office.root / "magika.toml").write_text('[site]\nfolder = "web"\n', encoding="utf-8")
    told_so = replace(office, settings=open_office(office.root).settings)
    (last,) = [part for part in tick(told_so, NOW, 1) if part.name == "site"]
    assert not last.failed
    assert (office.root / "web" / "index.html").is_file()
    (office.root / "web" / "mine.txt").write_text("x", encoding="utf-8")
    os.utime(office.root / "web" / LISTED, (0, 0))
    (last,) = [part for part in tick(told_so, NOW, 1) if part.name == "site"]
    assert "mine.txt" in last.failed


def test_an_idle_round_writes_it_once_a_day(office: Office) -> None:
    (office.root / "magika.toml").write_text('[site]\nfolder = "web"\n', encoding="utf-8")
    own = replace(office, settings=open_office(office.root).settings)
    listed = office.root / "web" / LISTED

    def wrote(now: datetime) -> bool:
        done = [bool(part.done) for part in tick(own, now, 1) if part.name == "site"]
        if done:
            os.utime(listed, (now.timestamp(), now.timestamp()))
        return done == [True]

    assert wrote(NOW)
    assert not wrote(NOW + timedelta(hours=23))
    assert wrote(NOW + timedelta(hours=25))
    assert not wrote(NOW + timedelta(hours=26))
    listed.unlink()
    (office.root / "web").rename(office.root / "elsewhere")
    assert wrote(NOW + timedelta(hours=27)), "it is gone"
    with office.store.reading() as connection:
        due = load_game(connection, "7").next_due
    assert wrote(due), "a turn was processed"


def test_a_folder_of_the_settings_may_be_in_ones_home(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (office.root / "magika.toml").write_text('[site]\nfolder = "~/public_html"\n', encoding="utf-8")
    (last,) = [p for p in tick(replace(office, settings=open_office(office.root).settings), NOW, 1) if p.name == "site"]
    assert not last.failed
    assert (tmp_path / "home" / "public_html" / "index.html").is_file()


@pytest.mark.parametrize(
    ("game", "wrong"),
    [
        ("7", update(t.games).where(t.games.c.id == "7").values(system="chess")),
        ("8", update(t.games).where(t.games.c.id == "8").values(system="chess")),
        ("7", update(t.turns).where(t.turns.c.game == "7").values(next_due="soon")),
        ("8", update(t.turns).where(t.turns.c.game == "8").values(processed_at="soon")),
    ],
)
def test_a_damaged_game_is_left_out_and_told_of(office: Office, tmp_path: Path, game: str, wrong: Any) -> None:
    with office.store.writing() as connection:
        connection.execute(wrong)
    for path in office.root.rglob("spectator.html"):
        path.unlink()
    run = typed(office, "site", str(tmp_path / "site"))
    assert run.exit_code == 0, run.output
    assert f"game {game} left out: " in run.stderr
    there = {path.name for path in (tmp_path / "site").iterdir()}
    assert there & {"game-7.html", "game-8.html"} == {"game-7.html", "game-8.html"} - {f"game-{game}.html"}
    assert not any(
        f"game-{game}.html" in page.read_text(encoding="utf-8") for page in (tmp_path / "site").glob("*.html")
    )


@pytest.mark.parametrize("name", [".site.old", ".site.part"])
@pytest.mark.parametrize("before", [True, False])
def test_what_lies_beside_it_and_is_not_ours_stays(office: Office, tmp_path: Path, name: str, before: bool) -> None:
    if before:
        written(office, tmp_path / "site")
    (tmp_path / name).mkdir()
    (tmp_path / name / "diary.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(OfficeError, match=rf"{re.escape(name)} holds diary\.txt.*take it out"):
        write_site(office, tmp_path / "site", NOW)
    assert (tmp_path / name / "diary.txt").read_text(encoding="utf-8") == "mine"


def test_what_a_run_killed_in_the_middle_left_is_ours(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At whichever file it was killed, the next one writes the site."""
    write, left = Path.write_bytes, [3]

    def killed(path: Path, data: bytes) -> int:
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt
        return write(path, data)

    with monkeypatch.context() as patch:
        patch.setattr(whole_files, "rmtree", lambda *_, **__: None)
        patch.setattr(Path, "write_bytes", killed)
        with pytest.raises(KeyboardInterrupt):
            write_site(office, tmp_path / "site", NOW)
    assert len(list((tmp_path / ".site.part").iterdir())) > 1
    written(office, tmp_path / "site")
