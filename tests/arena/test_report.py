"""Reports in every form: of wild games whole, true to their schema."""

from __future__ import annotations

import io
import json
import os
import re
from itertools import islice
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from magika_gm.engine.dice import Dice
from magika_gm.engine.paging import page_json
from magika_gm.engine.seam.reports import Delivered, OfficeFacts, Person, PlayerData, TurnRecord
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.games.arena.orders.lines import read_lines, write_order
from magika_gm.games.arena.orders.model import Resign
from magika_gm.games.arena.orders.sheet import ORDERS
from magika_gm.games.arena.page import PAGE
from magika_gm.games.arena.report.blocks import combats
from magika_gm.games.arena.report.report import Report, stood_in
from magika_gm.games.arena.report.reports import REPORTS
from magika_gm.games.arena.report.story import Names, Paragraph
from magika_gm.games.arena.rules import events as e
from magika_gm.games.arena.rules.sequence import play_mail_turn
from magika_gm.games.arena.rules.state import Aim, Enchantment, State, new_creature
from magika_gm.games.arena.rules.tables import ITEMS, KINDS, SPELLS
from magika_gm.games.arena.rules.terms import OTHER, SIDES, Target
from magika_gm.games.arena.rules.units import idle
from magika_gm.games.arena.setup import Scenario, start_state
from magika_gm.games.arena.sight import Memory, perceive, remember
from magika_gm.reports.kit.usual import Line
from tests.arena.randoms import played
from tests.examples import some_of
from tests.page.rambles import positions
from tests.reports.measures import pages_of

NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
some = settings(
    max_examples=200 if NIGHTLY else some_of(12),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
)
SILENT = (e.PassingBegan, e.PassingEnded, e.AirCounted, e.MailTurnBegan, e.PlayerTurnEnded)
PLAYER = PlayerData(
    name="Ann Ash", address="1 Elm Road", account="P-0001", balance="9.00 USD", game="7", title="Tourney",
    date="2026-11-21", next_due="Saturday 27 February 2027, 18:00 AST", code_word="elm", email="ann@example.org",
    office="The office", office_email="gm@example.org",
)  # fmt: skip
FACTS = OfficeFacts(
    game="7", title="Tourney", date="2026-11-21", next_due="soon", mail=(), acts=(),
    people={side: Person(f"Player of {side}", f"{side}@example.org", "0.00 USD") for side in SIDES},
)  # fmt: skip


def record_of(state: State, told: Any, orders: Any = None, **more: Any) -> TurnRecord:
    messages = (Delivered("A", "ALL", False, "Hello"), Delivered("B", "A", False, "Hello yourself"))
    return TurnRecord(
        state=state, told=told, orders=orders or {}, how={}, messages=messages, acts=(), seed=b"s" * 16, **more
    )


def report_of(state: State, told: Any, seat: str, memory: Memory | None = None, orders: Any = None) -> Report:
    view = perceive(state, seat)
    memory = memory or remember(None, state.mail_turn, view)
    form = ORDERS.form("7", state.mail_turn + 1, state, seat, memory)
    return REPORTS.build(record_of(state, told, orders), seat, view, memory, PLAYER, form)


def forms(report: Report, printed: bool) -> list[str | bytes]:
    found: list[str | bytes] = [
        REPORTS.html(report, None),
        REPORTS.text(report, None),
        json.dumps(REPORTS.turn_file(report)),
    ]
    return [*found, REPORTS.pdf(report, "letter", False)] if printed else found


@some
@given(st.integers(0, 10**9))
def test_wild_games_are_told_and_offer_what_is_read(seed: int) -> None:
    """Every event has its sentence, forms read back."""
    states, records, sheets = played(seed, 4)
    for number, told in enumerate(records):
        state = states[number + 1]
        for one in told:
            if not isinstance(one.event, SILENT):
                line = Names(state).sentence(one.event)
                assert line is not None, one.event
                assert not re.search(r"place \d+|None", line.text), line.text
        for seat in SIDES:
            report = report_of(state, told, seat, orders=sheets[number])
            if report.form:
                (sheet,) = read_sheets(report.form, ORDERS.GRAMMAR)
                assert not sheet.faults
                for offer in report.offers:
                    assert write_order(ORDERS.stored(offer.example)) == offer.example
    last = report_of(states[-1], records[-1], "A")
    pdf = REPORTS.pdf(last, "a4", True)
    assert len(PdfReader(io.BytesIO(pdf)).pages) >= 3


def test_every_kind_of_event_has_a_sentence_or_is_silent() -> None:
    told = {type(one.event) for seed in range(60) for told in played(seed, 5)[1] for one in told}
    rare = {
        e.GmPlaced, e.GmRemoved, e.GmRevived, e.GmHanded, e.GmSetPool, e.GmSetTerrain, e.GmSetControl,
        e.GmChangedOrder, e.OrdersMissing, e.NoWayOut, e.CameDown, e.ForceBroken, e.ItemSpoiled, e.ItemFell,
        e.PowerHealed, e.Terrified, e.SideChanged, e.CreatureRaised, e.ItemDestroyed, e.VehicleStruck, e.Regenerated,
        e.EnchantmentEnded, e.GameEnded, e.Resigned,
    }  # fmt: skip
    assert set(e.EVENTS.classes.values()) - told <= rare


def final() -> tuple[State, Any]:
    state = start_state(Scenario(), {"A": {"army": "LEGION"}, "B": {"army": "HOST"}})
    resolution = play_mail_turn(state, {"A": [Resign()]}, Dice(b"s", 1))
    return resolution.state, resolution.told


def test_the_end_is_a_certificate_and_shows_what_was_hidden() -> None:
    state, told = final()
    for seat, rank in (("B", "the winner"), ("A", "in a duel with Player B")):
        report = report_of(state, told, seat)
        assert report.form == ""
        assert report.points == {"A": 0.0, "B": 3.0}
        page = PdfReader(io.BytesIO(REPORTS.pdf(report, "letter", False))).pages[0].extract_text()
        assert rank in page
        file = REPORTS.turn_file(report)
        assert file["revealed"]["cards"]["B"] == list(state.cards["B"])
        assert file["seed"]
    assert any("Weaken" in line for line in REPORTS.last_words(state))
    assert REPORTS.notable(told)


def test_the_enemys_cards_are_nowhere_before_they_are_begun() -> None:
    state = start_state(Scenario(), {"A": {"army": "LEGION"}, "B": {"army": "HOST"}})
    report = report_of(state, (), "A")
    pages = "".join(page.extract_text() for page in PdfReader(io.BytesIO(REPORTS.pdf(report, "letter", False))).pages)
    shown = [*forms(report, printed=False), pages, REPORTS.spectator(record_of(state, ()), FACTS, None)]
    for text in shown:
        assert "Raise Horde" not in str(text)
        assert "Create Zombie" not in str(text)
    master = REPORTS.master(record_of(state, ()), FACTS, "txt", "letter", None)
    assert "Raise Horde" in str(master)
    assert str(REPORTS.master(record_of(state, ()), FACTS, "html", "letter", None)).startswith("<!DOCTYPE")
    assert bytes(REPORTS.master(record_of(state, ()), FACTS, "pdf", "a4", None))[:5] == b"%PDF-"  # type: ignore[arg-type]


def test_what_a_spectator_may_see() -> None:
    """Cards that were begun, of both sides; no other card, no order and no line that was dropped (INFO-2)."""
    begun = lines = 0
    for seed in range(8):
        states, records, sheets = played(seed)
        state, told = states[-1], records[-1]
        page = re.sub("|".join(ITEMS), "", str(REPORTS.spectator(record_of(state, told, sheets[-1]), FACTS, None)))
        seen = {name for side in SIDES for name in state.revealed[side]}
        by_items = {one.name for one in state.enchantments.values()} | {getattr(t.event, "name", "") for t in told}
        held = {card for side in SIDES for card in state.cards[side]} - seen - by_items
        assert not [name for name in held if name in page]
        assert not [name for name in seen if name not in page]
        begun += len(seen)
        for one in told:
            if isinstance(one.event, e.LineDropped):
                lines += 1
                assert one.event.line not in page
    assert begun
    assert lines


def test_what_differs_between_editions_is_said() -> None:
    states, records, sheets = played(3, 2)
    before = REPORTS.turn_file(report_of(states[2], records[1], "A", orders=sheets[1]))
    assert REPORTS.differences(before, before) == []
    other = play_mail_turn(states[1], {}, Dice(b"t", states[1].mail_turn + 1))
    after = REPORTS.turn_file(report_of(other.state, other.told, "A"))
    assert REPORTS.differences(before, after)


@pytest.mark.parametrize("seat", SIDES)
def test_the_form_of_the_enemys_turn_asks_for_standing_orders_alone(seat: str) -> None:
    state = start_state(Scenario(), {})
    form = ORDERS.form("7", 1, state, seat, None)
    assert ("MOVE" in form) is (seat == "A")
    assert "; STANDING" in form
    assert OTHER[seat] in form


def test_tables_tell_what_decides_of_creatures() -> None:
    """Terrain, size and attributes of every kind there is; a shot's poison; who must leave (CRE-1, RNG-1, RET-2)."""
    state = start_state(Scenario(), {})
    archer = new_creature("B40", KINDS["Orcish Archer"], "B", state.board.places["e8"])
    state.creatures["B40"] = archer
    stays = next(c for c in state.by_id() if c.side == "A" and not c.on and not idle(state, c))
    stays.place = state.board.places["e4"]
    state.terrain[stays.place >> 1] = "L"
    assert "L" not in stays.kind.terrain
    report = report_of(state, (), "A")
    text, html = REPORTS.text(report, None), REPORTS.html(report, None)
    for form in (text, html, str(PAGE.page(report, state, "A", None).blocks)):
        told = " ".join(re.sub(r"<[^>]*>", " ", form).split())
        assert "1S at 1, poison 1" in told
        assert "must leave e4 in its next turn (RET-2)" in told
        for creature in state.living():
            assert creature.kind.name in told
    text = " ".join(text.split())
    warhorse = KINDS["Warhorse"]
    assert f"Warhorse: size {warhorse.size}, enters {warhorse.terrain}; animal" in text
    state.now.fresh_terrain.add(stays.place >> 1)  # made in the turn that ended
    assert "must leave e4" in " ".join(REPORTS.text(report_of(state, (), "A"), None).split())


@pytest.mark.parametrize(("edition", "said"), [(3, ""), (2, "; must retreat: B1")])
def test_who_stays_or_dies_is_not_said_to_retreat(edition: int, said: str) -> None:
    """VEH-3: a vehicle whose pilot was shot falls where it is; SIZE-6: who rides one that is killed in the air dies."""
    state = start_state(Scenario(), {})
    shooter, gunship, pilot = (state.creatures[id_] for id_ in ("A2", "B1", "B2"))
    state.edition, gunship.kind, pilot.kind = edition, KINDS["Gunship"], KINDS["Human Pilot"]
    gunship.printed_power, pilot.printed_power = 1, 0
    shooter.place, sky = state.board.places["d4"], state.board.places["d4^"]
    gunship.place = pilot.place = sky
    gunship.riders, pilot.on, gunship.air = ("B2",), "B1", 1
    for victim in ("B2", "B1"):
        orders = read_lines(["SHOOT A2 d4^", f"KILL {victim}"])[0]
        resolution = play_mail_turn(state.copy(), {"A": list(orders)}, Dice(b"s", 1))
        after, told = resolution.state, resolution.told
        (line,) = [line for line in (Names(after).line(one, "A") for one in told) if line and "Combat" in line.text]
        retreats = said if victim == "B2" else said.replace("B1", "B2")
        assert line.text == f"Combat at d4^: A 2, B 1: A wins by 1; {Names(after).who(victim)} dies (chosen){retreats}."
        report = report_of(after, told, "B")
        (table,) = combats(report)
        assert ("must retreat" in str(table.rows)) is bool(said)


def test_a_report_says_what_items_and_enchantments_do() -> None:
    """In hand and on the board, in mail and on the page: nobody need look into the rule book."""
    state = start_state(Scenario(), {})
    held, lying = list(state.items.values())[:2]
    held.by, bearer = "A1", state.creatures["A1"]
    bearer.items = (held.id,)
    aim = Aim(Target.CREATURE, "B1")
    state.enchantments["N1"] = Enchantment(
        id="N1", key=1, name="Slow", side="A", aim=aim, since=1, turns_of="A", gives=SPELLS["Slow"].magic.gives
    )
    report = report_of(state, (), "A")
    text = " ".join(str(REPORTS.text(report, None)).split())
    assert f"({held.kind.says})" in text
    assert f": {lying.kind.says}" in text
    assert f"N1 Slow ({SPELLS['Slow'].magic.says})" in text
    page = page_json(PAGE.page(report, report.state, "A", report.memory))
    for kind in (held.kind, lying.kind):
        assert kind.says in page
    assert all(SPELLS[name].magic.says in page for name in state.cards["A"])


def test_of_a_side_the_program_plays_nobody_is_said_to_owe_orders() -> None:
    """MAIL-6, A39: "No orders" stands where some were awaited; either is said to both."""
    story = (Paragraph(1, 1, "", (Line("A moves.", "MOVE-1", "A"),)),)
    for how, said in (
        ("policy", ["The built-in player plays for B."]),
        ("default", ["No orders from B: the built-in player plays for B."]),
        ("mailed", []),
    ):
        (paragraph,) = stood_in(story, {"A": "mailed", "B": how})
        assert [line.text for line in paragraph.lines[1:]] == said


def test_no_two_lands_have_the_same_pattern_on_paper() -> None:
    from magika_gm.games.arena.report.board import HATCHES

    assert len(set(HATCHES.values())) == len(HATCHES) == 5


def test_the_board_in_text_takes_no_count_for_a_creature() -> None:
    """C8: how many stand on a hex is no id, and the signs are explained below."""
    for position in islice(positions("arena", 2), 0, 40, 6):
        text = position.system.reports.text(position.report, None)
        board = text.split("THE BOARD\n")[1].split("A line a row")[0]
        assert not re.findall(r"[AB?]\d+/", board)
        ids = re.findall(r"\b([AB]\d+)(?:\+\d+)?\b", board)
        assert ids
        assert set(ids) <= set(position.known.creatures)
        assert "how many units of each" in " ".join(text.split())


def test_paper_has_the_board_once() -> None:
    """C7: whatever happened, all its hexes are named on one page at most."""
    seen = 0
    for position in islice(positions("arena", 1), 3, 30, 9):
        names = set(position.known.board.names)
        pages = pages_of(position.system.reports.pdf(position.report, "letter", False))
        drawn = [page for page in pages if len({m.text for m in page if m.text in names}) > len(names) / 2]
        assert len(drawn) <= 1
        seen += len(drawn)
    assert seen
