"""What a game need not say (docs/a-game-in-an-evening.md): the toy says little more than its law, and has all of it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from magika_gm.app.post.judging import only_asked
from magika_gm.engine.cases import CaseFaults
from magika_gm.engine.dice import Dice
from magika_gm.engine.paging import Offers, Option, OrderForm, once, page_json
from magika_gm.engine.reporting import NOBODY
from magika_gm.engine.rules import Telling
from magika_gm.engine.seam.reports import OfficeFacts, TurnRecord
from magika_gm.engine.seam.setup import Entrant, Place
from magika_gm.engine.sheet.bare import bare_orders
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.sheet.sheet import EVERYBODY, seated
from magika_gm.engine.trace import GameTrace
from magika_gm.engine.words import Fault
from magika_gm.reports.book import book_pdf
from magika_gm.reports.kit.base import SIZES
from magika_gm.reports.picture import Texts
from tests.systems.toy import TOY
from tests.systems.toy.players import LINES, ORDERS
from tests.systems.toy.reports import Called, Onlookers
from tests.systems.toy.rules import RULES
from tests.systems.toy.table import SEATS, Left, Show, Table

CASE = {
    "game": "high_card",
    "title": "One shows",
    "rules": ["SHOW-1"],
    "state": {"turn": 1, "shown": {"RED": False, "GREEN": True, "BLUE": False}},
    "orders": {"RED": ["SHOW"], "BLUE": ["KEEP"]},
    "expect": {"turn": 2, "shown": {"RED": True, "BLUE": False}, "told": ["Shown", "TurnEnded"]},
}


def begun() -> Any:
    setup = TOY.setup
    scenario = setup.read_scenario("turns = 2", "plain")
    return setup.start(scenario, [Entrant(seat=seat) for seat in setup.seats_of(scenario)], Dice(b"seed", 0), {})


def played() -> tuple[TurnRecord, Any]:
    """A turn in which RED showed his card."""
    orders = {"RED": [Show()]}
    resolution = TOY.rules.resolve(begun(), orders, Dice(b"seed", 1))
    state, told, how = resolution.state, resolution.told, {"RED": "mailed"}
    record = TurnRecord(state=state, told=told, orders=orders, how=how, messages=(), acts=(), seed=b"seed")
    return record, TOY.sight.perceive(state, "GREEN")


def test_a_report_has_all_its_forms() -> None:
    record, view = played()
    form = TOY.orders.form("12", 2, record.state, "GREEN", None)
    report = TOY.reports.build(record, "GREEN", view, None, NOBODY, form)
    assert TOY.reports.pdf(report, "a4", False).startswith(b"%PDF")
    assert TOY.reports.pdf(report, "letter", True).startswith(b"%PDF")
    for said in (TOY.reports.html(report, None), TOY.reports.text(report, None)):
        assert "RED showed the" in said
        assert "SHOW" in said
    assert TOY.reports.turn_file(report)["story"][0]["title"] == "The cards"
    page = page_json(TOY.page.page(report, TOY.sight.known(record.state, "GREEN", None), "GREEN", None))
    assert "RED showed the" in page
    assert [form["parts"] for form in json.loads(page)["plan"]["forms"]] == [["SHOW"], ["KEEP"]]


def test_who_holds_no_seat_has_a_page() -> None:
    record, _ = played()
    facts = OfficeFacts(game="12", title="High Card", date="", next_due="Monday", people={}, mail=(), acts=())
    for kind in ("html", "txt"):
        page = TOY.reports.master(record, facts, kind, "a4", None)
        assert "RED showed the" in str(page)
    assert "RED showed the" in TOY.reports.spectator(record, facts, None)


def test_a_case_is_a_state_its_orders_and_what_must_come_of_them() -> None:
    outcome = TOY.cases.run_case(CASE)
    assert outcome.passed, outcome.failures
    assert TOY.cases.run_case({**CASE, "orders": {}}).failures == (
        "shown.RED: expected True, got False",
        "told: expected ['Shown', 'TurnEnded'], got ['TurnEnded']",
    )


@pytest.mark.parametrize(
    ("wrong", "place"),
    [({"orders": {"RED": ["SOW"]}}, "orders.RED[1]"), ({"state": {"turns": 1}}, "state.turns"), ({"dcie": {}}, "dcie")],
)
def test_a_case_that_cannot_be_played_is_told_where(wrong: dict[str, Any], place: str) -> None:
    from magika_gm.engine.cases import CaseFaults

    with pytest.raises(CaseFaults, match=place.replace("[", r"\[")):
        TOY.cases.run_case({**CASE, **wrong})


def test_a_turn_is_traced_with_its_orders() -> None:
    links = TOY.trace.chain(begun(), {"RED": [Show()]}, Dice(b"seed", 1))
    assert [(link.kind, link.seats) for link in links][:2] == [("order", ("RED",)), ("told", ("RED", "GREEN", "BLUE"))]


class _Slow(Telling[Table]):
    """A turn of a law's own, which says more than the usual one."""

    def __init__(self, state: Table, dice: Dice) -> None:
        super().__init__(state, dice, SEATS)
        self.shown = 0
        self.record(Left("BLUE"), SEATS)

    def count(self) -> None:
        self.shown += 1


class _SlowRules(type(RULES)):  # type: ignore[misc]  # the toy's
    def begin(self, state: Table, dice: Dice) -> _Slow:
        return _Slow(state, dice)

    def play(self, turn: _Slow, orders: Any, acts: Any) -> None:
        turn.count()
        super().play(turn, orders, acts)


def test_a_turn_of_the_laws_own_is_traced() -> None:
    links = GameTrace.of(_SlowRules(), LINES.write).chain(begun(), {"RED": [Show()]}, Dice(b"seed", 1))
    assert [link.kind for link in links] == ["told", "order", "told", "told"]
    assert [type(link.told.event).__name__ for link in links if link.told] == ["Left", "Shown", "TurnEnded"]


def test_the_page_writes_to_who_plays_and_to_all_of_several() -> None:
    record, view = played()

    def offered(*left: str) -> list[tuple[str, str]]:
        record.state.out.update(dict.fromkeys(left, True))
        report = TOY.reports.build(record, "GREEN", view, None, NOBODY, "")
        plan = TOY.page.page(report, record.state, "GREEN", None).plan
        assert plan is not None
        assert plan.letters is not None
        return [(one.text, one.label) for one in plan.letters.to]

    assert offered() == [("RED", "RED"), ("BLUE", "BLUE"), ("ALL", "all")]
    assert offered("BLUE") == [("RED", "RED")]


def test_who_looks_on_sees_the_seats_that_are_played() -> None:
    class Fewer(type(RULES)):  # type: ignore[misc]  # the toy's
        def standing(self, state: Table) -> tuple[Place, ...]:
            return tuple(one for one in super().standing(state) if one.seat != "BLUE")

    class Reports(type(TOY.reports)):  # type: ignore[misc]
        rules = Fewer()

    class Watch(Onlookers):
        part = Reports()

    record, _ = played()
    record = replace(record, told=[replace(one, audience=("RED", "GREEN")) for one in record.told])
    facts = OfficeFacts(game="12", title="High Card", date="", next_due="Monday", people={}, mail=(), acts=())
    assert "RED showed the" in Watch(record, facts, public=True).spectator()
    said = Watch(record, facts).master("txt", "a4")
    assert "RED" in said
    assert "BLUE" not in said


def test_there_is_no_sheet_after_the_end() -> None:
    record, _ = played()
    assert TOY.orders.form("12", 2, record.state, "GREEN", None)
    assert TOY.orders.form("12", 2, replace(record.state, ending="open"), "GREEN", None) == ""


def test_a_page_offers_orders_of_a_game_without_standing_ones() -> None:
    class Offered(Offers):
        orders = ORDERS

        def forms(self) -> list[OrderForm]:
            return [once(text, text) for text in self.found]

        def to(self) -> list[Option]:
            return [Option("RED")]

    plan = Offered(begun(), "GREEN", ("SHOW",)).plan()
    assert ([form.key for form in plan.forms], plan.standing) == (["SHOW"], ())


def test_a_device_is_lettered_in_a_size_of_type() -> None:
    for width in (8.0, 30.0, 44.0, 110.0):
        letters = [item for item in Onlookers.device(Called(), "RED", width).items if isinstance(item, Texts)]
        assert [one.size in SIZES for one in letters] == ([] if width < 13 else [True])


def test_whole_games_are_played_and_weighed() -> None:
    balance = TOY.balance
    found = balance.weigh(balance.simulate(6, "seed", 1, None, {}))
    assert found.summary()[0].startswith("6 games of 1 turn ")
    assert sum(row["share"] for row in found.to_plain()["won"].values()) == pytest.approx(1, abs=0.001)
    with pytest.raises(ValueError, match="shy"):
        balance.simulate(6, "seed", 1, None, {"policies": "shy"})


def test_the_rule_book_is_made_of_its_templates() -> None:
    assert "nobody else knows" in str(TOY.rulebook.entry("rule", "DEAL-1"))
    assert set(TOY.rulebook.pages()) == {"README.md", "01-the-cards.md"}
    assert book_pdf(TOY.rulebook.printed(), "a4")[0].startswith(b"%PDF")


def test_a_sheet_of_one_wrong_order_is_one_of_orders() -> None:
    """Though no word near it is known, and FINAL stands below: it begins as an order does."""

    def asked(line: str) -> int:
        (sheet,) = read_sheets(f"GAME 12 TURN 1\nCOLOUR RED\n{line}\nEND\n", TOY.orders.GRAMMAR)
        return len(only_asked(sheet, TOY.orders.GRAMMAR))

    assert (asked("SHOW 3"), asked("what now")) == (0, 1)


def test_an_order_below_a_greeting_is_found_where_sheets_are_short() -> None:
    short = replace(TOY.orders.GRAMMAR, most_lines=1)
    found = bare_orders("Hello Tom,\nmany thanks for it.\nIt was fun.\n\nSHOW\n", short, {}, "GAME 12 TURN 1")
    assert found.taken == {"SHOW"}


def test_of_two_the_other_need_not_be_named() -> None:
    assert seated("SIDE", ("X", "Y"))["addressee"]([], {}) == EVERYBODY
    assert isinstance(seated("SIDE", ("X", "Y", "Z"))["addressee"]([], {}), Fault)


def test_a_case_whose_orders_are_no_lines_is_refused() -> None:
    with pytest.raises(CaseFaults) as caught:
        TOY.cases.run_case({"game": TOY.name, "title": "wrong", "orders": {"RED": [3]}})
    assert [place for place, _ in caught.value.faults] == ["orders.RED"]
