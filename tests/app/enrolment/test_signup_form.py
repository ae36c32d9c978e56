"""The form for signing up by mail: read whole, faults by their line, no text that breaks it (GM-1)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.enrolment.signup_form import Form, form_lines, read_form
from magika_gm.app.enrolment.standby import add_standby
from magika_gm.app.office.errors import Faults, OfficeError
from magika_gm.resources import shipped
from tests.app.signups import NOW, form
from tests.offices import empty


def test_a_form_is_read_whole() -> None:
    text = """Hello, please take me.
> SIGN-UP
> NAME Somebody Quoted
Sign-up
  Name: Ann Dubois      ; that's me
email ann@example.org
ADDRESS 12 Rue Haute, Namur
password starling lamp
Primary: Aletheia, elf, good
SECONDARY Borgir of the Hills neutral dwarf
ANYTHING
PACE 3 weeks
EBON also
CAMP yes
RULE BOOK yes
MONEY Cdn
END
NAME after the end
"""
    assert read_form(text) == Form(
        name="Ann Dubois",
        email="ann@example.org",
        address="12 Rue Haute, Namur",
        password="starling lamp",
        choices={
            "first": ["Aletheia", "elf", "good"],
            "second": ["Borgir of the Hills", "dwarf", "neutral"],
            "anything": True,
            "role": "either",
        },
        pace="three",
        returning=None,
        camp=True,
        has_book=True,
        currency="CAD",
    )
    assert read_form("GAME 1 TURN 2\nMAGE A\nEND") is None


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("FRIST Bo, elf, good", "line 6: FRIST is not known; did you mean FIRST?"),
        ("EMAIL nowhere", "line 6: nowhere is no mail address"),
        ("SECOND Bo, elf", "write name, race, alignment"),
        ("SECOND Bo, hobbit, good", "hobbit is no race (human, elf, dwarf, goblin, halfling) and no alignment"),
        ("SECOND Bo, elf, neutral", "second choice: an elf cannot be neutral; good or evil (MAGE)"),
        ("SECOND EBON, elf, good", "EBON cannot be a mage's name"),
        ("SECOND " + "x" * 41 + ", elf, good", "a name has 1 to 40 characters"),
        ("SECOND <b>Bo</b>, elf, good", "'<b>Bo</b>' is no name"),
        ("NAME <b>Bold</b>", "line 6: '<b>Bold</b>' is no name"),
        ("NAME 4711", "line 6: '4711' is no name"),
        ("PACE four weeks", "four weeks is no pace"),
        ("MONEY euros", "euros is no money we take"),
        ("SCROLLS Heals", "only a returning character brings scrolls"),
        ("SCROLLS Heals TelPt Chaos", "two old ones at most"),
        ("SCROLLS Abracadabra", "is no spell's code"),
        ("RETURNING seven", "like RETURNING 7 C"),
        ("RETURNING 7 C", "leave FIRST out"),
        ("PASSWORD abc", "fewer than 8 characters"),
        ("INSURANCE phone", "insurance by phone needs a phone number"),
        ("PHONE maybe", "is not a telephone number"),
    ],
)
def test_what_is_wrong_with_a_form_is_said_by_line(line: str, fault: str) -> None:
    read = read_form(form(1, line))
    assert read is not None
    assert fault in "; ".join(read.faults)


def test_names_of_every_script_are_taken_and_markup_nowhere(tmp_path: Path) -> None:
    """F41: by mail, in a file, and of who stands by."""
    for name in ("李小龍", "Ann-Sophie O’Hara", "Ærøskøbing Þór", "Мария", "سلمى"):
        read = read_form(form(1, f"NAME {name}"))
        assert read is not None
        assert (read.name, read.faults) == (name, [])
    text = (shipped("sample") / "magika" / "signups.toml").read_text("utf-8")
    file = tmp_path / "signups.toml"
    file.write_text(re.sub(r'^name = ".*"', 'name = "<i>Bold</i>"', text, count=1, flags=re.MULTILINE), "utf-8")
    made = empty(tmp_path / "office")
    with pytest.raises(Faults, match="'<i>Bold</i>' is no name"):
        new_game(made, "7", file, NOW, seed=b"names")
    with pytest.raises(OfficeError, match="is no name"):
        add_standby(made, "<script>", "una@example.org", "owl light", NOW)
    made.close()


def test_a_form_filled_in_where_it_was_quoted_is_read_and_an_empty_one_is_not() -> None:
    quoted = "Gladly!\n> > SIGN-UP\n> > NAME Ann\n>> RETURNING 7 C\n> > PASSWORD {}\n> > END\n"
    read = read_form(quoted.format("starling"))
    assert read is not None
    assert (read.name, read.returning, read.password, read.faults) == ("Ann", ("7", "C"), "starling", [])
    assert read_form(quoted.format("")) is None


def test_near_spellings_are_read_and_what_is_missing_is_said() -> None:
    read = read_form("SIGN-UP\nFIRST Bo, helf, neutrall")
    assert read is not None
    assert read.choices["first"] == ["Bo", "elf", "neutral"]
    assert "END is missing" in read.faults
    empty = read_form("SIGN UP\nEND")
    assert empty is not None
    assert "no first choice" in empty.faults[0]


def test_a_form_takes_three_hundred_lines_after_its_first_and_no_more() -> None:
    whole = ["Hello,", "SIGN-UP", *["NAME Ann"] * 298, "PHONE 1", "EMAIL a@example.org", "EMAIL b@example.org", "END"]
    assert form_lines(whole) == set(range(1, 302))
    read = read_form("\n".join(whole))
    assert read is not None
    assert (read.phone, read.email) == ("1", "a@example.org")
    assert "END is missing" in read.faults
    assert form_lines([*whole[:301], "END", "bye"]) == set(range(1, 302)), "its END may be the last of them"


@given(st.text(max_size=300), st.text(alphabet="SIGN-UPFRTECOD, \n1elfgoodhuman", max_size=200))
def test_no_text_breaks_the_reader(one: str, two: str) -> None:
    for text in (one, f"SIGN-UP\n{one}\nEND", f"SIGN-UP\nFIRST {two}\nRETURNING {one}\nPACE {one}\nEND"):
        read = read_form(text)
        assert read is None or isinstance(read.faults, list)
