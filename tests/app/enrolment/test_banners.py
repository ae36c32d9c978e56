"""What a side is called: by its player, by itself, in every form of a report; what it must not be called."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from magika_gm import games
from magika_gm.app.enrolment.signup_form import read_form
from magika_gm.engine.beginning import UsualSignUp
from tests.desk import Desk

REPORTS_OF = "A"
WHOLE_REPORTS = "A"
NAMED = [name for name in games.SYSTEMS if games.system(name).words.banners]
FORM = "SIGN-UP\nGAME {game}\nNAME {name}\nEMAIL {mail}@example.org\nPASSWORD starling lamp\n{more}\nEND\n"


def form(name: str, *more: str, game: str = "Xom and Zol") -> str:
    return FORM.format(game=game, name=name, mail=name.split(maxsplit=1)[0].lower(), more="\n".join(more))


@pytest.fixture
def run(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def begun(run: Desk, folder: Path, *banners: str) -> Path:
    """A game of people with these banners; the folder of its first reports."""
    for name, banner in zip(("Rosa Reed", "Gil Grey"), banners, strict=True):
        path = folder / f"{name}.txt"
        path.write_text(form(name, *([f"BANNER {banner}"] if banner else [])), encoding="utf-8")
        run("sign-up", "add", "--form", str(path))
    run("fill-game", "13", "--game", "xom_zol")
    return folder / "office" / "reports" / "13" / "0"


def test_a_banner_is_what_everybody_reads(run: Desk, tmp_path: Path) -> None:
    reports = begun(run, tmp_path, "Rosa’s Côte d’Or", "")
    own = (reports / "A.txt").read_text("utf-8")
    assert "Rosa’s Côte d’Or" in own
    assert "Side A against Zol's host" in own
    watched = (reports.parent / "gm" / "0" / "spectator.html").read_text("utf-8")
    assert "Rosa’s Côte d’Or" in watched
    assert "Zol&#x27;s host" in watched
    run("deliver")
    letters = "".join(p.read_text("utf-8") for p in (tmp_path / "office" / "outbox").rglob("*.eml"))
    assert re.search(r"Zol's host\s+\(B\)", letters), "the subject of a report"
    run("process-turn", "13", "--early")
    assert "Rosa’s Côte d’Or" in (reports.parent / "1" / "A.txt").read_text("utf-8")


def test_of_two_that_are_alike_the_earlier_one_has_it(run: Desk, tmp_path: Path) -> None:
    reports = begun(run, tmp_path, "The Iron Fist", "the iron fist")
    assert "Side A against Zol's host" in (reports / "A.txt").read_text("utf-8")
    run("deliver")
    letters = "".join(p.read_text("utf-8") for p in (tmp_path / "office" / "outbox").rglob("*.eml"))
    assert "the banner the iron fist is another's" in " ".join(letters.replace("=\n", "").split())


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_forms_ask_for_banners_where_sides_have_them(name: str) -> None:
    """What a game says of its words is said again by its form, which a turn does not load."""
    system = games.system(name)
    assert ("BANNER" in system.signup.FIELDS) is system.words.banners


@pytest.mark.parametrize("name", NAMED)
def test_the_form_asks_for_it_and_takes_none_that_misleads(name: str) -> None:
    system = games.system(name)
    signup = system.signup
    assert isinstance(signup, UsualSignUp)
    assert any("BANNER" in line for line in signup.BLANK)
    called = [system.words.called(seat) for seat in signup.seats]
    for banner in ("x" * 25, "<b>Iron</b>", "\u202eIron", "12", "the game master", "You", *signup.seats, *called):
        found = read_form(form("Rosa Reed", f"BANNER {banner}", game=system.title))
        assert found is not None
        assert found.faults, banner
        assert not any("<b>" in said for said in found.bare), banner
    found = read_form(form("Rosa Reed", "BANNER Ros & Söhne, “24”", game=system.title))
    assert found is not None
    assert (found.faults, found.choices) == ([], {"banner": "Ros & Söhne, “24”"})
