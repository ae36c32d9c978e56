"""Number 6: where an anonymous message stands does not tell who wrote it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from magika_gm.app.turns.process import process_turn
from tests.app.postroom import NOW, Post, begin, sheet

REPORTS_OF = "D"


@pytest.mark.parametrize("author", ["A", "C"])
def test_an_anonymous_message_stands_in_the_same_place_whoever_wrote_it(tmp_path: Path, author: str) -> None:
    office = begin(tmp_path / "office")
    post = Post(office)
    hashes = "(SELECT password FROM seats s WHERE s.seat = 'C')"
    with office.store.writing() as connection:
        connection.exec_driver_sql(f"UPDATE seats SET password = {hashes} WHERE seat IN ('A', 'B', 'E', 'F')")
    for letter in "ABCEF":
        secret = letter == author
        text = "I know what you did" if secret else f"greetings of {letter}"
        line = f"{'ANONYMOUS ' if secret else ''}MESSAGE TO D"
        body = sheet(f"1 REST\n{line}\n{text}\nEND MESSAGE", letter=letter, password="swordfish")
        assert post.one(body, sender=f"{letter}@anywhere.example").outcome == "accepted"
    process_turn(office, "7", NOW, early=True)
    told = json.loads((office.reports("7", 1) / "D.json").read_text("utf-8"))["messages"]
    assert [m["sender"] for m in told].count("anonymous") == 1
    assert told[-1]["text"] == "I know what you did"
    named = [m["sender"] for m in told[:-1]]
    assert named == sorted(named)
    office.close()
