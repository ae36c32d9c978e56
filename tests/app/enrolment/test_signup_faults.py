"""Faults of what somebody would play, told to an address that proved nothing: counts, names of ours, not his words."""

from __future__ import annotations

import pytest

from magika_gm import games
from magika_gm.app.enrolment.signup_form import read_form
from magika_gm.app.post.signup_desk import WITHHELD, bare_faults
from magika_gm.engine.words import ChoiceFault, public_words

HEAD = "SIGN-UP\nGAME {title}\nNAME Zoe\nPASSWORD long enough 1\n"


def bare(title: str, *lines: str) -> list[str]:
    form = read_form("\n".join([HEAD.format(title=title) + lines[0], *lines[1:], "END", ""]))
    assert form is not None
    return bare_faults(form)


def test_every_fault_of_a_deck_is_told_to_an_unproved_address_without_its_words() -> None:
    said = bare("Xom and Zol", "DECK", "4 Celestial Reach", "2 Zxqv Secret", "55 Xom Farmland", "START 2 Xom Farmland",
                "END DECK")  # fmt: skip
    told = "\n".join(said)
    assert "line 2 of the deck is no card of ours" in told
    assert "a deck has 100 cards, this one 59" in told
    assert "Celestial Reach stands 4 times" in told
    assert WITHHELD in said
    assert "Zxqv" not in told
    assert "Secret" not in told


def test_every_fault_of_an_army_is_told_likewise() -> None:
    said = bare("Arena", "ARMY", "9 Orc", "2 Zxqvbot", "END ARMY")
    told = "\n".join(said)
    assert "9 of Orc, at most 4 of a kind are allowed" in told
    assert "line 2 of the army is no creature, item or spell of ours" in told
    assert WITHHELD in said
    assert "Zxqv" not in told


def test_a_title_that_is_none_is_told_with_those_there_are() -> None:
    (said, withheld) = bare("Xom and Zol", "DECK Zxqv Horror")
    assert "Xom Empire" in said
    assert "Zxqv" not in said
    assert withheld == WITHHELD


def test_nothing_withheld_is_not_said_to_be() -> None:
    form = read_form(HEAD.format(title="Arena").replace("NAME Zoe\n", "") + "ARMY HOST\nEND\n")
    assert form is not None
    assert bare_faults(form) == ["NAME is missing"]


def test_public_words_are_apart_from_the_whole() -> None:
    fault = ChoiceFault("Zxqv is no card", "line 7 is no card")
    assert fault == "Zxqv is no card"
    assert public_words(fault) == "line 7 is no card"
    assert public_words("plain text") == ""


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_no_game_s_public_words_repeat_what_was_written(name: str) -> None:
    """Whatever stands in the fields and blocks of a game."""
    signup = games.system(name).signup
    lines = ["ZXQVWORD 3", *(f"{word} Zxqvword" for word in signup.FIELDS)]
    for block in signup.BLOCKS:
        lines += [block, "3 Zxqvword", "Zxqvword", "START Zxqvword", "999999 Zxqvword", f"END {block}"]
    told = "\n".join(bare(games.system(name).title, *lines))
    assert "zxqv" not in told.casefold()


def test_what_is_wrong_in_a_field_is_told_with_how_it_is_written() -> None:
    told = 0
    for name in games.SYSTEMS:
        system = games.system(name)
        for word, like in system.signup.FIELDS.items():
            for said in bare(system.title, f"{word} Zxqv"):
                if said.startswith("line 5: "):
                    assert said.startswith(f"line 5: {word}; it is written like {word} {like}")
                    told += 1
        assert "line 5: EMAIL; write an address like you@example.org" in bare(system.title, "EMAIL Zxqv")
    assert told > 5


def test_who_says_not_what_he_would_play_is_told_how_it_is_written() -> None:
    like = "what you would play; it is written like FIRST name, race, alignment, or SECOND name, race, alignment"
    assert like in bare("Magika", "LARGE PRINT no")
