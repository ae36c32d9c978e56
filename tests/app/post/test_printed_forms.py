"""Every sign-up form that we print, in docs, templates and mails, is read when it is filled in and mailed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from magika_gm import games
from magika_gm.app.enrolment.signup_form import blank_form
from magika_gm.app.office.office import Office
from tests.app.postroom import Post

ROOT = Path(__file__).parents[3]
_FORM = re.compile(r"^([ \t]*)(SIGN[ -]UP\b.*\n(?:.*\n){1,60}?)\1END\b", re.MULTILINE)
FILLED = {"NAME": "Rosa Reed", "EMAIL": "rosa@example.org", "ADDRESS": "1 Way, Hythe", "PASSWORD": "heron bridge"}
OWN = {
    "FIRST": "Rosalind, elf, good", "SECOND": "Bram, dwarf, good", "CHOICE": "Dayla/Marz, Kierac/Marz",
}  # fmt: skip


def printed() -> list[tuple[str, str]]:
    """Where a form stands, and the form; what ``new-system`` writes is of no game yet."""
    found = []
    for folder, ending in (("docs", "md"), ("templates", "j2")):
        for path in sorted((ROOT / folder).rglob(f"*.{ending}")):
            if path.is_relative_to(ROOT / "templates" / "system"):
                continue
            for form in _FORM.finditer(path.read_text("utf-8")):
                rows = [row.removeprefix(form[1]) for row in f"{form[2]}END".splitlines()]
                found.append((str(path.relative_to(ROOT)), "\n".join(rows)))
    return found


def filled(rows: list[str]) -> str:
    """A blank form filled in as its words say."""
    return "\n".join(
        f"{row.split()[0]} {FILLED.get(row.split()[0]) or OWN.get(row.split()[0]) or ' '.join(row.split()[1:])}"
        if row.strip() and not row.startswith(";") and row.split()[0] in (*FILLED, *OWN)
        else row
        for row in rows
    )


@pytest.fixture
def post(office: Office) -> Post:
    """An office nobody has written to."""
    return Post(office)


def signed_up(post: Post, text: str) -> str:
    """The game somebody waits for to whom a code was mailed, once his form has come."""
    received = post.one(text, sender="rosa@example.org")
    assert received.outcome == "accepted", (received, post.answers())
    assert "waits to be confirmed" in received.reason
    ((system,),) = post.rows("SELECT system FROM signups")
    return str(system)


def test_each_game_prints_a_form() -> None:
    assert {
        name for name in games.SYSTEMS for _, form in printed() if f"GAME {games.system(name).title}" in form
    } == set(games.SYSTEMS)


@pytest.mark.parametrize(("where", "form"), printed(), ids=[where for where, _ in printed()])
def test_a_form_of_the_docs_is_read_and_names_its_game(post: Post, where: str, form: str) -> None:
    system = signed_up(post, form)
    assert re.search(rf"^GAME {games.system(system).title}\b", form, re.MULTILINE), where


@pytest.mark.parametrize("name", tuple(games.SYSTEMS))
def test_a_blank_form_filled_in_is_read(post: Post, name: str) -> None:
    assert signed_up(post, filled(blank_form(games.system(name)))) == name


@pytest.mark.parametrize("name", tuple(games.SYSTEMS))
@pytest.mark.parametrize("first", ["SIGN-UP {}", "Sign up for {}", "SIGN-UP: {}"])
def test_the_game_may_stand_behind_sign_up(post: Post, name: str, first: str) -> None:
    title = games.system(name).title
    rows = [row for row in blank_form(games.system(name)) if not row.startswith(("SIGN-UP", "GAME"))]
    assert signed_up(post, filled([first.format(title), *rows])) == name


def test_a_stranger_who_asks_has_the_choice_and_any_form_of_it_is_read(post: Post) -> None:
    assert post.one("Hello, how can I join? What is there to play?\n", sender="rosa@example.org").outcome == "remark"
    text = post.answer()
    rows = text.splitlines()
    assert [name for name in games.SYSTEMS if f"    GAME {games.system(name).title}" not in rows] == []
    post.rows("DELETE FROM outbox")
    last = [row.strip() for row in rows[len(rows) - rows[::-1].index("    SIGN-UP") - 1 :]]
    forms = "\n".join(row.strip() for row in rows if row.startswith("    "))
    before = forms.rpartition("SIGN-UP")[0]
    assert signed_up(post, before + filled(last[: last.index("END") + 1])) == tuple(games.SYSTEMS)[-1]


@pytest.mark.parametrize("name", tuple(games.SYSTEMS))
def test_a_stranger_who_names_a_game_gets_its_form(post: Post, name: str) -> None:
    title = games.system(name).title
    post.one(f"Hello, I would like to play {title}. How?\n", sender="rosa@example.org")
    assert [row for row in post.answer().splitlines() if row.startswith("    GAME")] == [f"    GAME {title}"]
    post.rows("DELETE FROM outbox")
    post.one(f"SIGN-UP {title}\n", sender="rosa@example.org")
    assert f"    GAME {title}" in post.answer()


@pytest.mark.parametrize(
    ("said", "told"), [("SIGN-UP Chess", True), ("Hello.\nSign up Chess!", True), ("How do I sign up for it?", False)]
)
def test_who_asks_for_the_form_of_another_game_is_told_that_there_is_none(post: Post, said: str, told: bool) -> None:
    post.one(f"{said}\n", sender="rosa@example.org")
    text = post.answer()
    assert ("No game here has the name in your mail" in text) is told
    assert text.count("    GAME ") == len(games.SYSTEMS)


@pytest.mark.parametrize("name", tuple(games.SYSTEMS))
def test_what_is_wrong_is_named_and_nothing_repeated(post: Post, name: str) -> None:
    """The way back leads into the same game."""
    title = games.system(name).title
    form = (
        filled(blank_form(games.system(name))).replace("PASSWORD ", "PASWORD ").replace("PACE either", "PACE sometimes")
    )
    assert post.one(form, sender="rosa@example.org").outcome == "refused"
    text = " ".join(post.answer().split())
    assert "it begins with no word of the form; did you mean PASSWORD?" in text
    assert "PACE; two, three or either" in text
    assert "heron bridge" not in text
    assert "sometimes" not in text
    assert f"GAME {title}" in text


def test_a_line_of_the_games_own_that_is_wrong_is_shown_as_it_is_written(post: Post) -> None:
    form = filled(blank_form(games.system("arena"))).replace("ARMY LEGION", "ARMY of my own")
    assert post.one(form, sender="rosa@example.org").outcome == "refused"
    text = " ".join(post.answer().split())
    assert "ARMY; it is written like ARMY LEGION (there are LEGION, HOST, GREENWOOD)" in text
    assert "of my own" not in text


def test_each_pair_that_cannot_be_is_told_by_its_number(post: Post) -> None:
    wishes = "CHOICE Daila/Marz, Logun/Iz, Foo/Bar"
    form = filled(blank_form(games.system("rune_war")))
    form = "\n".join(wishes if row.startswith("CHOICE") else row for row in form.splitlines())
    assert post.one(form, sender="rosa@example.org").outcome == "refused"
    text = " ".join(post.answer().split())
    assert "pair 1 is no wizard/clan pair, wizard or clan; did you mean Dayla/Marz" in text
    assert "pair 3 is no wizard/clan pair" in text
    assert "pair 2" not in text
    assert "Daila" not in text
    assert "Foo" not in text


@pytest.mark.parametrize("code", ["{}.", "{}!", "{},", ": {}", " {}"])
def test_a_code_may_have_a_full_stop(post: Post, code: str) -> None:
    signed_up(post, filled(blank_form(games.system("temple_isle"))))
    mail = post.delivered()[-1].get_body(("plain",))
    assert mail is not None
    found = re.search(r"CONFIRM (\w+)", mail.get_content())
    assert found is not None
    post.one(f"CONFIRM {code.format(found[1])}\n", sender="rosa@example.org")
    assert post.rows("SELECT state FROM signups") == [("waiting",)]


GMAIL = "On Sun, Nov 1, 2026 at 1:05 PM Games by mail <gm@example.org>\nwrote:\n\n"
OUTLOOK = "-----Original Message-----\nFrom: Games by mail\nSent: Sunday\nTo: Rosa\nSubject: please confirm\n\n"


@pytest.mark.parametrize(("own", "head", "mark"), [
    ("Yes, that was me.", GMAIL, "> "), ("Yes, of course!", OUTLOOK, ""),
    ("Hello, here it is: CONFIRM {} . Thank you, Rosa", GMAIL, "> "),
])  # fmt: skip
def test_who_answers_without_the_code_is_told_that_it_is_awaited(post: Post, own: str, head: str, mark: str) -> None:
    """Once a day, at the mailbox that was asked; nothing that is quoted confirms."""
    signed_up(post, filled(blank_form(games.system("temple_isle"))))
    mail = post.delivered()[-1].get_body(("plain",))
    assert mail is not None
    found = re.search(r"CONFIRM (\w+)", mail.get_content())
    assert found is not None
    quoted = "".join(f"{mark}{row}\n" for row in mail.get_content().splitlines())
    body = f"{own.format(found[1])}\n\n{head}{quoted}"
    assert post.one(body, sender="rosa@example.org").outcome == "remark"
    text = " ".join(post.answer().split())
    assert "write its line CONFIRM with the code above what is quoted, and nothing else in that line" in text
    assert found[1] not in text
    assert post.rows("SELECT state FROM signups") == [("asked",)]
    letters = len(post.delivered())
    post.one(f"Was it read?\n\n{body}", sender="rosa@example.org")
    assert len(post.delivered()) == letters
    post.one("Yes, that was me.", sender="eve@evil.example")
    assert "is not confirmed yet" not in post.answer()
