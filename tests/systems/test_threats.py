"""What is about to end a game is told before it does: in every game, to everybody who may know, in every form."""

from __future__ import annotations

import io
import json
import re
from dataclasses import dataclass, replace
from functools import cache
from html import unescape
from typing import Any

import pytest
from pypdf import PdfReader

from magika_gm import games
from magika_gm.engine.dice import Dice
from magika_gm.engine.reporting import NOBODY
from magika_gm.engine.seam.reports import TurnRecord
from magika_gm.engine.seam.setup import Need
from magika_gm.engine.system import GameSystem
from magika_gm.engine.told import Threat, threats_plain
from magika_gm.engine.words import number_word
from tests.systems.contract import contract_of, saying
from tests.systems.test_contract import begun, entrants_of, extras_of, scenario_of

ALL = tuple(games.SYSTEMS)
ENDS = saying("ends")


@dataclass
class Table:
    """A game as it stands, with what each seat remembers."""

    system: GameSystem
    state: Any
    memories: dict[str, Any]
    told: Any = ()

    def report(self, seat: str) -> Any:
        view = self.system.sight.perceive(self.state, seat)
        turn = self.system.rules.turn_of(self.state)
        self.memories[seat] = self.system.sight.remember(self.memories[seat], turn, view)
        record = TurnRecord(
            state=self.state, told=self.told, orders={}, how={}, messages=(), acts=(), seed=b"ends", notes={}
        )
        return self.system.reports.build(record, seat, view, self.memories[seat], NOBODY, "")

    def threats(self, seat: str) -> tuple[Threat, ...]:
        return tuple(self.system.reports.threats(self.report(seat)))

    def forms(self, seat: str) -> dict[str, str]:
        """All that a reader can hold of this turn, as running text."""
        report, system = self.report(seat), self.system
        known = system.sight.known(self.state, seat, self.memories[seat])
        page = system.page.page(report, known, seat, self.memories[seat])
        pages = PdfReader(io.BytesIO(system.reports.pdf(report, "letter", False))).pages
        html = unescape(system.reports.html(report, None))
        found = {
            "text": system.reports.text(report, None),
            "html": html,
            "page": " ".join(page.lead),
            "print": pages[0].extract_text().replace("\x02", "fi"),
        }
        return {form: " ".join(text.split()) for form, text in found.items()}


def table_of(name: str) -> Table:
    system = games.system(name)
    scenario, state = begun(system)
    return Table(system, state, {seat: system.sight.no_memory() for seat in system.setup.seats_of(scenario)})


def played_out(name: str, seed: int) -> tuple[Table, Any]:
    """The position before the last turn of a game by bots, and the state after it."""
    table, after = _played_out(name, seed)
    return replace(table, memories=dict(table.memories)), after


@cache
def _played_out(name: str, seed: int) -> tuple[Table, Any]:
    system = games.system(name)
    scenario, key = scenario_of(system), b"ends%d" % seed
    state = system.setup.start(scenario, entrants_of(system, scenario), Dice(key, 0), extras_of(system))
    table = Table(system, state, {seat: system.sight.no_memory() for seat in system.setup.seats_of(scenario)})
    for turn in range(1, 200):
        orders = {}
        for seat in system.rules.playing(table.state):
            report = table.report(seat)
            if system.rules.needs(table.state).get(seat) is not Need.NONE:
                file = json.loads(json.dumps(system.reports.turn_file(report)))
                assert file["threats"] == threats_plain(system.reports.threats(report))
                orders[seat] = system.bots.play(system.bots.DEFAULT, file, key)
        after = system.rules.resolve(table.state, orders, Dice(key, turn))
        if system.rules.ending(after.state) is not None:
            return table, after.state
        table.state, table.told = after.state, after.told
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("name", ENDS)
def test_a_turn_before_the_end_the_report_says_so(name: str) -> None:
    table, after = played_out(name, 1)
    winners = {place.seat for place in table.system.rules.standing(after) if place.rank == 1}
    seats = table.system.rules.playing(table.state) if contract_of(name).open else sorted(winners)
    for seat in seats:
        found = table.threats(seat)
        assert any(not one.seats or winners & set(one.seats) for one in found), (seat, found)
    forms = table.forms(seats[0])
    for one in table.threats(seats[0]):
        for form, text in forms.items():
            assert one.text in text, (form, one)
            assert f"({one.rule})." in text, (form, one)


@pytest.mark.parametrize("name", ALL)
def test_a_game_that_is_over_threatens_nobody(name: str) -> None:
    table, after = played_out(name, 1)
    table.state = after
    for seat in table.memories:
        if seat in table.system.rules.playing(after):
            assert table.threats(seat) == ()


@pytest.mark.parametrize("name", ALL)
def test_a_game_that_begins_is_not_about_to_end(name: str) -> None:
    table = table_of(name)
    for seat in table.system.rules.playing(table.state):
        assert table.threats(seat) == ()


def texts(table: Table, seat: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in table.threats(seat):
        found.setdefault(one.rule, []).append(one.text)
    return found


def test_arena_mastery_counts_as_the_law_does() -> None:
    """WIN-4: 31 hexes, and twice the enemy's."""
    table = table_of("arena")
    state = table.state
    hexes = len(state.control)

    def held(a: int, b: int) -> None:
        state.control = ["A"] * a + ["B"] * b + [""] * (hexes - a - b)

    held(18, 27)
    assert table.threats("A")[0].lacking == 4
    assert texts(table, "A")["WIN-4"] == ["4 more hexes and B wins by mastery"]
    assert texts(table, "B")["WIN-4"] == ["4 more hexes and you win by mastery"]
    held(25, 35)
    assert texts(table, "A")["WIN-4"] == ["5 more hexes taken from you and B wins by mastery"]
    held(12, 40)
    assert "if it is still so at the end of B's player turn, B wins by mastery" in texts(table, "A")["WIN-4"][0]
    held(20, 22)
    assert "WIN-4" not in texts(table, "A")
    state.mastery = 0
    held(18, 27)
    assert "WIN-4" not in texts(table, "A")


def test_arena_last_turns_and_last_creatures() -> None:
    table = table_of("arena")
    state = table.state
    state.turn = state.last_turn - 2
    assert texts(table, "A")["WIN-4"][0].startswith("2 more player turns and the game is decided on points")
    mine = [c for c in state.by_id() if c.side == "A"]
    for creature in mine[2:]:
        del state.creatures[creature.id]
    assert texts(table, "B")["WIN-2"] == ["A has 2 creatures left: without one you win"]
    assert texts(table, "A")["WIN-2"] == ["You have 2 creatures left: without one B wins"]


def test_xom_and_zol_life_library_and_turns() -> None:
    table = table_of("xom_zol")
    state = table.state
    state.sides["A"].life, state.sides["B"].library = 3, state.sides["B"].library[:2]
    state.turn = state.options.max_turns - 1
    found = texts(table, "A")
    assert found["END-1"] == ["You have 3 life: at 0 side B wins"]
    assert found["END-3"] == ["Side B's library has 2 cards left: at the first draw phase without a card you win"]
    assert found["END-2"] == ["1 more game turn and the higher life decides; as it stands side B wins"]
    assert texts(table, "B")["END-1"] == ["Side A has 3 life: at 0 you win"]


def test_rune_war_the_last_round_and_the_whole_isle() -> None:
    table = table_of("rune_war")
    world = table.state
    clan = world.players["2"].clan
    places = sorted(world.land)
    world.land = dict.fromkeys(places, clan) | {places[0]: world.players["1"].clan}
    (mine,), (his, *_) = texts(table, "2")["END-1"], texts(table, "1")["END-1"]
    assert mine == "1 more territory and you own the whole isle: the game ends after that map turn"
    assert his.startswith(f"1 more territory and {world.players['2'].wizard} owns the whole isle")
    world.round = world.options.rounds
    assert "The game ends with the map turn of this round; as it stands you win, " in texts(table, "2")["END-1"][1]


def test_temple_isle_an_absent_foe_and_an_offered_draw() -> None:
    table = table_of("temple_isle")
    state = table.state
    state.missed["MOON"], state.offered["MOON"] = state.options.absence - 1, True
    found = texts(table, "SUN")
    assert found["MAIL-8"] == ["If Moon misses the next game turn, too, the game is forfeit and you win"]
    assert found["END-4"] == ["Moon offers a draw: with OFFER DRAW on your sheet, too, the game is drawn"]
    assert "END-2" not in found
    state.options, state.turn = replace(state.options, limit=36), 35
    assert texts(table, "SUN")["END-2"][0].startswith("1 more game turn and the standings decide; as it stands ")


@pytest.mark.parametrize("temples", [4, 5, 7])
def test_temple_isle_a_given_isle_of_any_number_of_temples(temples: int) -> None:
    from magika_gm.games.temple_isle.rules.state import Stage

    table = table_of("temple_isle")
    state = table.state
    state.stage = Stage.TURN
    held, land = [*state.catalogue.temples] * 2, next(iter(state.catalogue.lands))
    state.isle = [held[n] if n < temples else land for n in range(len(state.isle))]
    state.control = ["SUN" if 0 < n < temples else "" for n in range(len(state.isle))]
    of = f"{number_word(temples - 1)} of {number_word(temples)} temples"
    (mine,) = texts(table, "SUN")["END-1"]
    assert mine == f"You hold {of}: with the {held[0]} on a1 you win"


def test_who_holds_none_of_two_temples_is_said_to_hold_none() -> None:
    from magika_gm.games.temple_isle.rules.state import Stage
    from magika_gm.games.temple_isle.setup import place_unit

    table = table_of("temple_isle")
    state = table.state
    state.stage = Stage.TURN
    held, land = [*state.catalogue.temples], next(iter(state.catalogue.lands))
    state.isle = [held[n] if n < 2 else land for n in range(len(state.isle))]
    place_unit(state, 1, "Knight", "SUN", 0)
    (mine,) = texts(table, "SUN")["END-1"]
    assert mine.startswith("You hold none of two temples: ")


def test_magika_globe_goal_and_meeting_as_far_as_one_knows() -> None:
    from magika_gm.games.magika.rules.arena import INDEX

    table = table_of("magika")
    world = table.state
    for mage in world.mages.values():
        mage.artifacts, mage.cloaks, mage.team = [], [], "black"
    world.lying = {INDEX["e2"]: ["orb"]}
    holder = world.mages["A"]
    holder.artifacts, holder.alignment, holder.space = ["crown", "scepter"], "good", INDEX["d2"]
    found = texts(table, "A")
    globe = "with the Orb of Neutrality, e2, the Globe of Life forms and you win"
    assert found["END-2"] == [f"You carry Crown of Good and Scepter of Evil: {globe}"]
    assert found["END-1"] == ["Whoever stands on the Goal Square ends the game; from it are you 3 spaces"]
    far = next(m for m in world.mages.values() if m.letter not in "AM" and m.space >= INDEX["x1"])
    assert table.threats(far.letter) == ()
    beside = world.mages["B"]
    beside.space = INDEX["d2"]
    assert f"{holder.name} (A) carries Crown of Good and Scepter of Evil" in texts(table, "B")["END-2"][0]
    holder.artifacts = []
    world.lying = {INDEX["e2"]: ["orb", "crown"]}
    assert texts(table, "A")["END-3"][0].startswith("Crown of Good and Orb of Neutrality are both at e2")


@pytest.mark.parametrize("name", ENDS)
def test_the_last_lead_and_the_certificate_name_who_is_ranked_first(name: str) -> None:
    table, after = played_out(name, 1)
    table.state = after
    system = table.system
    ranks = {place.seat: place.rank for place in system.rules.standing(after)}
    first = {seat for seat, rank in ranks.items() if rank == 1}
    for seat in sorted(system.rules.playing(after)):
        report = table.report(seat)
        lead = system.page.page(report, None, seat, table.memories[seat]).lead[0]
        html = unescape(system.reports.html(report, None))
        paper = PdfReader(io.BytesIO(system.reports.pdf(report, "letter", False))).pages[0].extract_text()
        if won := contract_of(name).won:
            assert lead.startswith(won) == (first == {seat}), (seat, lead)
        else:
            called = {who: system.rules.character(after, who) or system.words.called(who) for who in ranks}
            end = lead.rpartition("; ")[2] if "; " in lead else lead
            assert all(called[who] in end for who in first), lead
            assert not any(called[who] in end for who in ranks.keys() - first), lead
        assert lead in " ".join(html.split()), seat
        worded = ("the winner", "first of", "a draw")
        assert any(word in paper.replace("\x02", "fi") for word in worded) == (seat in first), (seat, paper)


@pytest.mark.parametrize("name", ENDS)
def test_nothing_stands_on_the_certificate_but_what_one_would_frame(name: str) -> None:
    """No account, code word, digest, running head, page number, rule; the colophon follows behind what is hung up."""
    table, after = played_out(name, 1)
    table.state = after
    seat = sorted(table.system.rules.playing(after))[0]
    report = table.report(seat)
    report = replace(report, player=replace(report.player, account="P0003", balance="you owe 69.50 CAD"))
    pages = PdfReader(io.BytesIO(table.system.reports.pdf(report, "letter", False))).pages
    first, *others = (page.extract_text() for page in pages)
    at, second = next((at, page) for at, page in enumerate(others, 2) if f"{at} of {len(pages)}" in page)
    assert at <= 3
    for said in ("P0003", "69.50", f"1 of {len(pages)}", report.player.code_word or "P0003"):
        assert said not in first, said
    assert "P0003" in second
    assert not re.search(r"[0-9a-f]{16}", first)
    assert not re.search(r"\([A-Z]+-\d+\)", first), first
