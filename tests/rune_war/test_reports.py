"""Reports: whole in every form, every event told, nobody named who did not sign (SEE-7)."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from html import unescape
from itertools import islice
from typing import Any

from hypothesis import strategies as st
from pypdf import PdfReader

from magika_gm.engine.seam.reports import Delivered
from magika_gm.engine.told import Told
from magika_gm.games.rune_war import sight
from magika_gm.games.rune_war.orders.model import CastOrder
from magika_gm.games.rune_war.report.blocks import changed, effects, played, refused, spells, territories
from magika_gm.games.rune_war.report.board import isle_picture
from magika_gm.games.rune_war.report.printed import Forms
from magika_gm.games.rune_war.report.reports import REPORTS
from magika_gm.games.rune_war.report.story import Names, sentence
from magika_gm.games.rune_war.rules import events as e
from magika_gm.games.rune_war.rules.events import LineRefused, OrderWaits
from magika_gm.games.rune_war.rules.magic import weigh
from magika_gm.games.rune_war.rules.scoring import itemised
from magika_gm.games.rune_war.rules.state import Due, Won
from magika_gm.games.rune_war.rules.tables import NAMES, SPELLS, TOWER
from magika_gm.games.rune_war.rules.terms import KIND, Form, Meld
from magika_gm.games.rune_war.sight import masked
from magika_gm.reports.kit.base import Style
from magika_gm.reports.kit.lists import cell
from magika_gm.reports.picture import SEA, Lines, Polygon, Texts
from tests.page.rambles import positions
from tests.rune_war.paper import plain, report_of
from tests.rune_war.randoms import reached, record
from tests.rune_war.test_bots import isle, on_map, put

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
    classes = set(e.EVENTS.classes)
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


def test_castable_now_means_it() -> None:
    """A spell without a legal target is not castable; before a map turn none is (MAG-5, MAG-6)."""
    world = isle()
    for player in world.players.values():
        player.points, player.bright = 2000, [4] * len(player.bright)
    seen = set()
    for armed in (False, True):
        if armed:
            put(world, "MA1", "Durlock", "M2", 1)
        known = masked(world, "1")
        for row in spells(report_of(world, "1")).rows:
            name, castable = cell(row[0]).text, cell(row[-1]).text
            order = CastOrder(spell=name, places=("M2",) if name == "Teleport" else ())
            target, lacks = weigh(known, known.players["1"], order)
            drawn = name in SPELLS and SPELLS[name].suit
            assert (castable == "now") is (target is not None or bool(drawn)), (name, castable, lacks)
            seen.add((name, castable))
    assert {("Heal", "lacking: target"), ("Heal", "now")} <= seen
    assert all(cell(row[-1]).text.startswith("hand turns only") for row in spells(report_of(on_map(world), "1")).rows)


def test_what_claim_points_buy_is_told_before_a_map_turn() -> None:
    world = on_map(isle())
    player = world.players["1"]
    border = next(p for p in world.isle.neighbours["M8"] if world.land[p] is not player.clan and p != TOWER)
    clan, land = world.land[border], world.isle.at[border]

    def text() -> str:
        return " ".join(REPORTS.text(report_of(world, "1"), None).split())

    assert "WHAT YOUR CLAIM POINTS BUY NOW" not in text()
    player.lcp[clan] = land.value + 10
    assert f"{land.name} ({border}): {land.value} of {land.value + 10} against {clan.title}." in text()


def test_a_score_is_itemised() -> None:
    """SCORE-1, SCORE-2: what is said of the points adds up to them, in every hand that was won."""
    won = 0
    for seed in range(40):
        for _, _, resolved in record(seed):
            for event in [t.event for t in resolved.told if isinstance(t.event, e.HandWon) and t.event.won.winner]:
                if event.won.limit:
                    continue
                line = sentence(event, Names())
                assert line is not None
                said = re.search(r"(\d+) points \(([^)]*)\)", line.text)
                assert said is not None, line.text
                items = [int(item.split()[0]) for item in said[2].split(" + ")]
                assert sum(items) == int(said[1]) == event.won.points
                assert all(item > 0 for item in items)
                won += 1
    assert won > 5
    assert itemised(34, (Meld(Form.TRIPLET, KIND["RD"], True),), KIND["5K"], claimed=False) == [
        (20, ""), (8, "RD RD RD"), (2, "drawn"), (4, "one chance"),
    ]  # fmt: skip


def test_the_sign_of_a_dim_rune_is_explained_in_every_form() -> None:
    """R12: ``1C-`` in the hand play by play; and nothing is called bold in plain text."""
    seen = 0
    for position in positions("rune_war", 2, 6):
        report: Any = position.report
        text = REPORTS.text(report, None)
        assert "bold" not in text.lower()
        if not re.search(r"\b(?:\d[KSC]|[NESW]|[RGW]D)-(?=\s)", text):
            continue
        printed = PdfReader(io.BytesIO(REPORTS.pdf(report, "letter", False)))
        forms = (text, REPORTS.html(report, None), "".join(page.extract_text() for page in printed.pages))
        assert all("(- dim)" in form for form in forms)
        seen += 1
        if seen == 2:
            return
    raise AssertionError("no dim rune was thrown")


def test_paper_has_the_territories_where_something_happened_and_other_forms_all() -> None:
    few = 0
    for position in islice(positions("rune_war", 0), 0, 60, 3):
        report = position.report
        if not report.view.options.map:
            continue
        every = territories(report.view, report.seat)
        rows = changed(report).rows
        assert set(rows) <= set(every.rows)
        told = {getattr(one.event, "place", "") for one in report.told}
        there = {cell(row[0]).text for row in rows}
        assert there == ({cell(row[0]).text for row in every.rows} if not report.turn else there)
        assert {one for one in told if one in {cell(row[0]).text for row in every.rows}} <= there
        few += len(rows) < 16
        assert REPORTS.text(report, None).count("TERRITORIES") == 1
    assert few > 5


def test_each_line_not_done_whole_bears_its_reason_in_the_sheet_as_played() -> None:
    """Refused ones are struck through, in part refused ones and casts that waited are not; once the hand is over, no
    list says that they still wait."""
    struck = beside = over = 0
    for position in islice(positions("rune_war", 2), 400):
        report = position.report
        sheet, told = played(report), [one.event for one in report.told]
        list_ = " ".join(refused(report).paragraphs)
        why = {cell(row[0]).text: cell(row[2]).text for row in sheet.rows if len(row) == 3}
        for number, text, *_ in sheet.rows:
            if cell(text).struck:
                assert why[cell(number).text].rpartition(" (")[0] in list_
                struck += 1
        for event in told:
            if isinstance(event, OrderWaits):
                assert why[str(event.line)].startswith("waited: "), position.turn
                beside += 1
            elif isinstance(event, LineRefused):
                assert why[str(event.line)], position.turn
        if any(isinstance(event, OrderWaits) for event in told) and report.view.due is Due.MAP:
            assert "Waiting" not in list_
            over += 1
    assert min(struck, beside, over) > 0, (struck, beside, over)


def test_the_headline_tells_what_was_lost_beside_what_was_won() -> None:
    """R7: the losses first; whoever has them now is named."""
    world = on_map(isle())
    world.turn, clan = 4, world.players["1"].clan
    mine = next(p for p, owner in world.land.items() if owner is clan)
    theirs = next(p for p, owner in world.land.items() if owner is world.players["2"].clan)
    taken = [e.LandTaken("1", theirs, world.players["2"].clan), e.LandTaken("2", mine, clan)]
    said = (
        Forms(report_of(world, "1", [Told(phase=1, step=1, event=one, audience=frozenset("1234")) for one in taken]))
        .lead()
        .sentence
    )
    lost, won = NAMES[mine], NAMES[theirs]
    assert said.startswith(f"You lost {lost} to {world.players['2'].wizard}"), said
    assert f"took {won}" in said


def test_ones_own_message_without_a_name_is_said_to_be_such() -> None:
    """A copy of one's own, and of nobody else's: it bears none there."""
    position = next(positions("rune_war", 2))
    report = position.report
    post = tuple(
        Delivered(sender=sender, to=report.seat if not sender else "3", anonymous=hidden, text="Hail!")
        for sender, hidden in ((report.seat, True), (report.seat, False), ("", True))
    )
    own, signed_, others = Forms(replace(report, messages=post)).letters().letters
    assert own.to.endswith(", without your name")
    assert (signed_.to.endswith("without your name"), others.to) == (False, "to you")
    assert others.sender == "unsigned"


def test_what_can_be_cast_is_told_in_sentences() -> None:
    """On the page in every turn; by mail and on paper in the first report, as in the book, to which nothing comes."""
    for position in islice(positions("rune_war", 2), 12):
        report = position.report
        if not report.view.options.map:
            continue
        known = [row["name"] for row in sight.spells(report.view)]
        told = effects(report).paragraphs
        assert [line.partition(":")[0] for line in told] == known
        assert all(line.endswith(".") for line in told)
        assert "What they do" in str(position.page().blocks)
        printed = PdfReader(io.BytesIO(REPORTS.pdf(report, "letter", False)))
        forms = (REPORTS.text(report, None), REPORTS.html(report, None), *(p.extract_text() for p in printed.pages))
        heal = SPELLS["Heal"].says[:40]
        said = [heal in unescape(" ".join(form.split())) for form in forms]
        assert (said[0], said[1], sum(said[2:])) == ((False, False, 0) if report.turn else (True, True, 1))


def test_the_isle_lies_in_its_sea_with_a_coast_and_its_lands_bear_their_names() -> None:
    """A heavy line all round, whoever holds the land; names where a hex has room for one, a castle for what is worth
    most."""
    view = next(p.report.view for p in positions("rune_war", 0) if p.report.view.options.map)
    large, small = (isle_picture(view, wide, wide * 0.85, Style()) for wide in (528.0, 300.0))
    named, bare = (
        {text for item in one.items if isinstance(item, Texts) for _, _, text in item.places} for one in (large, small)
    )
    names = {land.name for place, land in view.isle.at.items() if place != TOWER}
    assert names <= named
    assert not names & bare
    at = {land.hex for land in view.isle.at.values()}
    ways = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    outer = sum((q + a, r + b) not in at for q, r in at for a, b in ways)
    coast = next(item for item in large.items if isinstance(item, Lines) and item.width == 1.5)
    assert len(coast.paths) >= outer
    ground = large.items[0]
    assert isinstance(ground, Polygon)
    assert ground.fill == SEA
    reach = [x for x, _ in ground.points]
    assert max(reach) - min(reach) == large.width


def test_values_of_land_stand_apart_by_dots() -> None:
    """No separator that looks like a slip of the keyboard."""
    view = next(p.report.view for p in positions("rune_war", 0) if p.report.view.options.map)
    table = territories(view)
    assert "m·r·d·l" in table.heads
    figures = [cell(row[table.heads.index("m·r·d·l")]).text for row in table.rows]
    assert len(figures) == 32
    assert all(re.fullmatch(r"\d(·\d){3}", one) for one in figures), figures
