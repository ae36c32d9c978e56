"""What players write is text wherever it is shown: in HTML mails, pages, PDF files and texts of every game."""

from __future__ import annotations

import io
import tomllib
from pathlib import Path

import pytest
from pypdf import PdfReader
from sqlalchemy import update

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import init_office
from magika_gm.app.turns.process import process_turn
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from tests.app.postroom import NOW, Post

WHOLE_REPORTS = True

NASTY = "<script>alert(1)</script><img src=x onerror=alert(2)>&lt;b&gt;{{7*7}}{% raw %}) Tj"
"""A player's name and address, and a message."""
TAGS = ("<script>alert", "<img src=x", "onerror=alert(2)>", "<b>49", "49{%")


TURN = "GAME 7 TURN 1\nSEAT {}\nPASSWORD {}\nMESSAGE TO {}\n{}\nEND MESSAGE\nEND\n"


@pytest.mark.parametrize(
    ("system", "seats", "number"),
    [
        ("magika", ("C", "D"), 2),
        ("temple_isle", ("SUN", "MOON"), 0),
        ("rune_war", ("1", "2"), 0),
        ("xom_zol", ("A", "B"), 0),
        ("arena", ("A", "B"), 0),
    ],
)
def test_markup_of_a_player_is_nobodys_markup(tmp_path: Path, system: str, seats: tuple[str, str], number: int) -> None:
    path = shipped("sample") / system / "signups.toml"
    password = tomllib.loads(path.read_text("utf-8"))["player"][number]["password"]
    office = init_office(tmp_path / "office")
    new_game(office, "7", path, NOW, system=system, seed=b"life")
    with office.store.writing() as connection:
        connection.execute(update(t.players).values(name=NASTY, address=NASTY))
        connection.execute(update(t.games).values(title=NASTY))
    post, (one, other) = Post(office), seats
    post.one(TURN.format(one, password, other, NASTY), sender="x@anywhere.example")
    process_turn(office, "7", NOW, early=True)
    shown = [*office.reports("7", 1).rglob("*.html"), *office.overviews("7", 1).rglob("*.html")]
    assert len(shown) > 3
    for page in shown:
        text = page.read_text("utf-8")
        assert not [tag for tag in TAGS if tag in text], page.name
    told = (office.reports("7", 1) / f"{other}.html").read_text("utf-8")
    assert "&lt;script&gt;alert(1)" in told
    printed = "".join(
        page.extract_text()
        for page in PdfReader(io.BytesIO((office.reports("7", 1) / f"{other}.pdf").read_bytes())).pages
    )
    assert "alert(1)" in printed.replace("\n", "")
    for mail in post.delivered():
        for part in mail.walk():
            if part.get_content_type() == "text/html":
                assert not [tag for tag in TAGS if tag in part.get_content()], str(mail["Subject"])
    office.close()
