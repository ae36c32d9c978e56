"""Mails in any order: each ends once, is answered once or not at all, and the last good orders are the ones played."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.app.turns.process import process_turn
from tests.app.postroom import NOW, Post, begin, sheet

REPORTS_OF = ""

WAYS = ["NE", "NW", "E", "W"]
DRAWN = st.one_of(
    st.tuples(st.just("orders"), st.sampled_from(WAYS)),
    st.tuples(st.just("final"), st.sampled_from(WAYS)),
    st.tuples(st.just("faulty"), st.just("")),
    st.tuples(st.just("guess"), st.sampled_from(WAYS)),
    st.tuples(st.just("status"), st.just("")),
    st.tuples(st.just("help"), st.just("")),
    st.tuples(st.just("chat"), st.just("")),
    st.tuples(st.just("machine"), st.sampled_from(WAYS)),
    st.tuples(st.just("later"), st.sampled_from(WAYS)),
    st.tuples(st.just("twice"), st.sampled_from(WAYS)),
)
TEXT: dict[str, Callable[[str], str]] = {
    "orders": lambda way: sheet(f"1 MOVE {way}"),
    "final": lambda way: sheet(f"1 MOVE {way}\nFINAL"),
    "faulty": lambda _: sheet("1 FLY"),
    "guess": lambda way: sheet(f"1 MOVE {way}", password="guess"),
    "status": lambda _: "GAME 7\nMAGE C\nPASSWORD swordfish\nSTATUS\nEND\n",
    "help": lambda _: "HELP\n",
    "chat": lambda _: "Is it my turn?\n",
    "machine": lambda way: sheet(f"1 MOVE {way}"),
    "later": lambda way: sheet(f"1 MOVE {way}", turn=2),
    "twice": lambda way: sheet(f"1 MOVE {way}") + sheet("1 SEARCH"),
}


@given(mails=st.lists(DRAWN, min_size=1, max_size=14))
@settings(max_examples=12, deadline=None)
def test_any_sequence_of_mails(tmp_path_factory: pytest.TempPathFactory, mails: list[tuple[str, str]]) -> None:
    post = Post(begin(tmp_path_factory.mktemp("post") / "office"))
    good = faulty = ""
    final = False
    hints = guesses = 0
    for kind, way in mails:
        before = len(post.answers())
        item = post.mail(TEXT[kind](way), headers="Precedence: bulk\n" if kind == "machine" else "")
        (received,) = post.take(item)
        guesses += kind == "guess"
        silent = kind == "chat" and hints >= 3  # who proved nothing is answered three times a day, and heard always
        told = hints
        hints += kind in ("help", "chat") and told < 3
        expected = {
            "orders": "accepted", "final": "accepted", "later": "accepted", "status": "accepted", "chat": "remark",
            "machine": "aside", "twice": "refused", "faulty": "refused" if good else "accepted",
            "guess": "refused" if guesses <= 5 else "aside", "help": "accepted" if told < 3 else "aside",
        }[kind]  # fmt: skip
        assert received.outcome == expected, (kind, received)
        assert len(post.answers()) - before == (received.outcome != "aside" and not silent)
        if kind in ("orders", "final"):
            good, final = f"MOVE {way}", kind == "final"
        elif kind == "faulty" and not good:
            faulty, final = "REST", False
        assert [r.outcome for r in post.take(item)] == ["known"]
        assert len(post.rows("SELECT * FROM finals")) == final
    assert len(post.rows("SELECT * FROM inbox")) == len(mails)
    process_turn(post.office, "7", NOW, early=True)
    ((how, orders),) = post.rows("SELECT how, orders FROM played WHERE turn = 1 AND seat = 'C'")
    assert how == ("mailed" if good or faulty else "default")
    if good or faulty:
        assert orders.split("\n")[0] == (good or faulty)
    post.office.close()
