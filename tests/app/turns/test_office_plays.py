"""A seat that the office plays where nobody does: players learn from report and order form that no letter to it is
answered."""

from __future__ import annotations

from pathlib import Path

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.turns.process import process_turn
from magika_gm.resources import shipped
from tests.app.postroom import NOW, Post, begin, to_letter
from tests.offices import empty

SILENT = "is played by the office: he answers no letters."


def said(post: Post, turn: int) -> str:
    """C's report of a turn, as it was mailed."""
    part = to_letter(post.delivered(), "C", f"turn {turn}:").get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def test_report_and_form_say_that_he_is_silent_and_the_form_is_read_as_ever(tmp_path: Path) -> None:
    text = (shipped("sample") / "magika" / "signups.toml").read_text(encoding="utf-8")
    head, _, _ = text.partition("[ebon]")
    (tmp_path / "signups.toml").write_text(head, encoding="utf-8")
    office = empty(tmp_path / "office")
    new_game(office, "7", tmp_path / "signups.toml", NOW, seed=b"silent ebon mage")
    post = Post(office)
    report = said(post, 0)
    form = report[report.rindex("GAME 7 TURN 1") :]
    assert f";; The Ebon Mage {SILENT}" in form
    assert " ".join(report.split()).count(SILENT) == 2, "a note in the first report, and the form's line"
    quoted = "".join(f"> {row}\n" for row in form.splitlines())
    blank = post.one(f"\nOn Sunday we wrote:\n{quoted}")
    assert blank.outcome != "accepted"
    filled = (
        quoted.replace("> 2 \n", "> 2 SEARCH\n")
        .replace("> 2\n", "> 2 SEARCH\n")
        .replace("PASSWORD", "PASSWORD swordfish")
    )
    assert "SEARCH\n" in filled
    assert post.one(filled.replace("> ", "")).outcome == "accepted"
    process_turn(office, "7", NOW, early=True)
    assert " ".join(said(post, 1).split()).count(SILENT) == 1, "then the form alone"
    office.close()


def test_nothing_is_said_of_one_somebody_plays(tmp_path: Path) -> None:
    post = Post(begin(tmp_path / "office"))
    assert SILENT not in " ".join(said(post, 0).split())
    post.office.close()
