"""The game master's verbs: read from words, refused with a reason, played and told at the next turn."""

from __future__ import annotations

import json

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.rules import ActRefused
from magika_gm.engine.verbs import Excused, Note
from magika_gm.games import system
from magika_gm.games.arena.rules.acts import REFEREE
from magika_gm.games.arena.rules.events import OrdersMissing
from magika_gm.games.arena.rules.sequence import play_mail_turn
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.setup import Scenario, start_state

ARCHIVE = system("arena").archive


def start() -> State:
    return start_state(Scenario(), {"A": {"army": "LEGION"}, "B": {"army": "HOST"}})


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("order A 1 MOVE~A2~E", "line 1 of A's sheet becomes MOVE A2 E"),
        ("place a3 d4^", "A3 goes to d4^"),
        ("remove B7", "B7 leaves the game"),
        ("hand IA1 A3", "IA1 goes to A3"),
        ("hand IA1 e5", "IA1 goes to e5"),
        ("pool b +5", "B's pool becomes 37"),
        ("pool A 3", "A's pool becomes 3"),
        ("terrain d4 rocky", "d4 becomes rocky"),
        ("control d4 A", "d4 is A's"),
        ("control e1 nobody", "e1 is nobody's"),
        ("drop B", "player B leaves the game"),
    ],
)
def test_an_act_is_read_told_and_played(words: str, text: str) -> None:
    state = start()
    verb, *rest = (word.replace("~", " ") for word in words.split())
    act = REFEREE.act(verb, rest, "a slip", state, (), {})
    assert REFEREE.text(act) == f"{text} (a slip)"
    assert ARCHIVE.acts.from_plain(json.loads(json.dumps(ARCHIVE.acts.to_plain(act)))) == act
    resolution = play_mail_turn(state, {"A": []}, Dice(b"x", 1), (act,))
    assert REFEREE.unplayed((act,), resolution.told) == []
    assert ARCHIVE.faults(resolution.state) == []


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("order C 1 MOVE~A2~E", "no player"),
        ("order A 0 MOVE~A2~E", "numbered from 1"),
        ("order A one MOVE~A2~E", "no number"),
        ("order A 1 MVOE~A2", "MVOE is no order"),
        ("place A99 d4", "no creature A99"),
        ("place A3 z9", "no place z9"),
        ("remove A99", "no creature"),
        ("revive A3 e2", "alive"),
        ("hand IA9 A3", "no item"),
        ("hand IA2 A9", "not for A9"),
        ("pool A 5000", "0 to 999"),
        ("terrain e2 rocky", "king hex"),
        ("terrain d4 marble", "marble"),
        ("control z1 A", "no hex"),
        ("drop C", "no player"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_recorded(words: str, reason: str) -> None:
    verb, *rest = (word.replace("~", " ") for word in words.split())
    with pytest.raises(ActRefused, match=reason):
        REFEREE.act(verb, rest, "a slip", start(), (), {})


def test_acts_follow_one_another() -> None:
    state = start()
    gone = REFEREE.act("remove", ["A3"], "x", state, (), {})
    back = REFEREE.act("revive", ["A3", "d4"], "y", state, (gone,), {})
    with pytest.raises(ActRefused, match="dead"):
        REFEREE.act("place", ["A3", "e3"], "z", state, (gone,), {})
    resolution = play_mail_turn(state, {"A": []}, Dice(b"x", 1), (gone, back))
    assert not resolution.state.creatures["A3"].dead
    assert REFEREE.unplayed((gone, back), resolution.told) == []


def test_a_corrected_line_is_its_writers_alone() -> None:
    state = start()
    act = REFEREE.act("order", ["A", "1", "MOVE A2 E"], "x", state, (), {})
    told = play_mail_turn(state, {"A": []}, Dice(b"x", 1), (act,)).told
    (one,) = [t for t in told if type(t.event).__name__ == "GmChangedOrder"]
    assert one.audience == ("A",)


def test_notes_and_the_excused_change_nothing() -> None:
    state = start()
    for act in (Note("ALL", "a word"), Excused("A")):
        assert REFEREE.why_not_text(state, (), act) == ""
        assert REFEREE.text(act)
        resolution = play_mail_turn(state, {}, Dice(b"x", 1), (act,))
        assert any(isinstance(t.event, OrdersMissing) for t in resolution.told)
    assert REFEREE.why_not_text(state, (), Note("C", "x")) == "there is no player C"
    assert REFEREE.questions({}, (), ()) == ()
