"""Number 6: where an anonymous message stands does not tell who wrote it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from magika_gm.app.turns.process import process_turn
from tests.app.postroom import NOW, Post, begin, sheet

REPORTS_OF = WHOLE_REPORTS = "D"
SAID = "I know what you did"


def read(folder: Path, author: str, to: str) -> dict[str, str]:
    """All that D and onlookers read of a turn in which everybody greets him, and one of them writes unnamed, too; the
    digests of the chain, which hold every sheet, left out."""
    post = Post(begin(folder))
    with post.office.store.writing() as connection:
        hashes = "(SELECT password FROM seats s WHERE s.seat = 'C')"
        connection.exec_driver_sql(f"UPDATE seats SET password = {hashes} WHERE seat IN ('A', 'B', 'E', 'F')")
    for letter in "ABCEF":
        secret = f"ANONYMOUS MESSAGE TO {to}\n{SAID}\nEND MESSAGE\n" if letter == author else ""
        body = f"1 REST\n{secret}MESSAGE TO {to}\ngreetings of {letter}\nEND MESSAGE"
        body = sheet(body, letter=letter, password="swordfish")
        assert post.one(body, sender=f"{letter}@anywhere.example").outcome == "accepted"
    process_turn(post.office, "7", NOW, early=True)
    paths = [*post.office.reports("7", 1).glob("D*"), post.office.overviews("7", 1) / "spectator.html"]
    found = {p.name: p.read_text("utf-8") for p in paths if p.suffix in (".json", ".txt", ".html")}
    post.office.close()
    return {name: re.sub(r"\b[0-9a-f]{40}\b", "…", text) for name, text in found.items()}


@pytest.mark.parametrize("to", ["D", "ALL"])
def test_an_anonymous_message_tells_in_no_form_who_wrote_it(tmp_path: Path, to: str) -> None:
    one, other = read(tmp_path / "a", "A", to), read(tmp_path / "c", "C", to)
    assert set(one) >= {"D.json", "D.txt", "D.html", "spectator.html"}
    assert all(SAID in one[name] for name in ("D.json", "D.txt", "D.html"))
    assert [name for name in one if one[name] != other[name]] == []
    told = json.loads(one["D.json"])["messages"]
    assert [m["sender"] for m in told].count("anonymous") == 1
    assert told[-1]["text"] == SAID
