"""What players write is text wherever it is shown: in HTML mails, pages, PDF files and texts of every game."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from pypdf import PdfReader
from sqlalchemy import update

from magika_gm import games
from magika_gm.app.turns.process import process_turn
from magika_gm.store import tables as t
from tests.app.postroom import NOW, Post
from tests.systems.contract import contract_of, saying
from tests.systems.five import GAME, begun

WHOLE_REPORTS = True

NASTY = "<script>alert(1)</script><img src=x onerror=alert(2)>&lt;b&gt;{{7*7}}{% raw %}) Tj"
"""A player's name and address, and a message."""
TAGS = ("<script>alert", "<img src=x", "onerror=alert(2)>", "<b>49", "49{%")


TURN = "GAME {} TURN 1\nSEAT {}\nPASSWORD {}\nMESSAGE TO {}\n{}\nEND MESSAGE\nEND\n"


@pytest.mark.parametrize("system", saying("seat"))
def test_markup_of_a_player_is_nobodys_markup(tmp_path: Path, system: str) -> None:
    game = begun(tmp_path / "office", games.system(system), b"life")
    office, one, other = game.office, contract_of(system).seat, contract_of(system).other
    with office.store.writing() as connection:
        connection.execute(update(t.players).values(name=NASTY, address=NASTY))
        connection.execute(update(t.games).values(title=NASTY))
    post = Post(office)
    post.one(TURN.format(GAME, one, game.passwords[one], other, NASTY), sender="x@anywhere.example")
    process_turn(office, GAME, NOW, early=True)
    shown = [*office.reports(GAME, 1).rglob("*.html"), *office.overviews(GAME, 1).rglob("*.html")]
    assert len(shown) > 3
    for page in shown:
        text = page.read_text("utf-8")
        assert not [tag for tag in TAGS if tag in text], page.name
    told = (office.reports(GAME, 1) / f"{other}.html").read_text("utf-8")
    assert "&lt;script&gt;alert(1)" in told
    printed = "".join(
        page.extract_text()
        for page in PdfReader(io.BytesIO((office.reports(GAME, 1) / f"{other}.pdf").read_bytes())).pages
    )
    assert "alert(1)" in printed.replace("\n", "")
    for mail in post.delivered():
        for part in mail.walk():
            if part.get_content_type() == "text/html":
                assert not [tag for tag in TAGS if tag in part.get_content()], str(mail["Subject"])
    office.close()
