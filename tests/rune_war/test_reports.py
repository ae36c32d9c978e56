"""Reports: whole in every form, every event told, nobody named who did not sign (SEE-7)."""

from __future__ import annotations

import io
import re
from typing import Any, get_args

from hypothesis import strategies as st
from pypdf import PdfReader

from magika_gm.engine.seam.reports import Delivered
from magika_gm.games.rune_war.report.reports import REPORTS
from magika_gm.games.rune_war.report.story import Names, sentence
from magika_gm.games.rune_war.rules import events as e
from magika_gm.games.rune_war.rules.state import Due, Won
from magika_gm.games.rune_war.rules.terms import Form, Meld
from tests.rune_war.paper import plain, report_of
from tests.rune_war.randoms import reached, record

SEEDS = st.integers(0, 10**6)
UNTOLD = {
    "TurnBegan", "OrderCast", "CountedOff", "DiscardStood", "DealKongsOver", "SegmentBegan", "Dealt", "Drew",
}  # fmt: skip
"""Events other sentences tell, or that some readers see nothing of."""


def test_the_four_guardians_are_passed_by_name() -> None:
    """HAND-5: the Wizard over Game, the Demon over Kong, the Hydra over Pung, the Titan over Chow."""
    pung = e.MeldMade(seat="1", meld=Meld(Form.TRIPLET, 3), rune=3, discarder="2")
    chow = e.MeldMade(seat="1", meld=Meld(Form.SEQUENCE, 3), rune=3, discarder="2")
    kong = e.KongMade(seat="1", kind=3, form=e.KongForm.ADDED)
    game = e.HandWon(won=Won(round=1, winner="1", discarder="2", rune=3), hand=(), dim=())
    told = [found.text for event in (game, kong, pung, chow) if (found := sentence(event, Names())) is not None]
    assert [re.findall("Wizard|Demon|Hydra|Titan", text) for text in told] == [
        ["Wizard"],
        ["Demon"],
        ["Hydra"],
        ["Titan"],
    ]


def test_the_wizard_heads_print_and_text() -> None:
    report = report_of(reached(0, 3), "2")
    assert report.wizard in REPORTS.text(report, None)
    assert report.wizard in PdfReader(io.BytesIO(REPORTS.pdf(report, "letter", False))).pages[0].extract_text()


def test_what_completes_a_hand_is_said_with_it() -> None:
    """The advice stands in the report as long as there is a hand to play (SEE-7, 3)."""
    seen = set()
    for seed in range(4):
        for _, _, resolved in record(seed):
            report = report_of(resolved.state, "1", resolved.told)
            seen.add(resolved.state.due)
            said = "YOUR HAND: WHAT IT WANTS" in REPORTS.text(report, None)
            assert said is (resolved.state.due is Due.HAND)
    assert {Due.HAND, Due.MAP} <= seen


def test_every_event_of_played_games_is_told_or_meant_not_to_be() -> None:
    names, silent = Names(), set()
    for seed in range(8):
        for _, _, resolved in record(seed):
            silent |= {type(t.event).__name__ for t in resolved.told if sentence(t.event, names) is None}
    assert silent <= UNTOLD
    classes = {cls.__name__ for union in (e.HandEvent, e.IsleEvent) for cls in get_args(union)}
    assert classes >= UNTOLD


def test_a_message_without_a_name_has_none_in_any_form() -> None:
    world = reached(0, 1)
    sent = [Delivered("3", "2", True, "guess who"), Delivered("4", "2", False, "it is me")]
    report = report_of(world, "2", (), sent)
    assert [m["sender"] for m in plain(report)["messages"]] == [None, "4"]
    text = REPORTS.text(report, None)
    assert "unsigned, to you" in text
    assert f"{world.players['4'].wizard}, to you" in text
    own = report_of(world, "3", (), sent)
    assert [m["sender"] for m in plain(own)["messages"]] == ["3"], "its writer reads his own again"


def test_the_spectators_page_shows_no_hand_and_the_masters_all() -> None:
    from magika_gm.engine.seam.reports import OfficeFacts, TurnRecord
    from magika_gm.games.rune_war.rules.terms import codes

    _, _, resolved = record(1)[0]
    world = resolved.state
    facts = OfficeFacts(game="12", title="x", date="2026-11-21", next_due="soon", people={}, mail=(), acts=())
    played = TurnRecord(
        state=world, told=resolved.told, orders={}, how={}, messages=(), acts=(), seed=b"x", memories={}
    )
    page = REPORTS.spectator(played, facts, None)
    decided: list[Any] = [t for t in resolved.told if isinstance(t.event, e.Decided)]
    assert decided
    assert "ADV-4" not in page
    assert "Your hand sheet" not in page
    master = REPORTS.master(played, facts, "txt", "letter", None)
    assert isinstance(master, str)
    if world.hand is not None:
        assert " ".join(codes(world.players["1"].held))[:1]
        assert "CONCEALED RUNES" in master
    assert REPORTS.notable(resolved.told) is not None
