"""The pages of the four other games: what their data can write, the office takes, and at the price they say."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import Any

import pytest

from magika_gm import games
from magika_gm.engine.paging import GamePage, Option, Plan, Slot, Story, Things, page_json
from magika_gm.engine.seam.reports import TurnRecord
from magika_gm.games.arena.rules.refusals import Code
from magika_gm.games.arena.sight import foresee
from magika_gm.games.rune_war.orders.sheet import Remark, check
from magika_gm.games.rune_war.rules.state import Due
from magika_gm.games.temple_isle.orders.lines import Reading
from magika_gm.games.temple_isle.orders.sheet import understand
from magika_gm.games.xom_zol.orders import sheet as acknowledging
from magika_gm.games.xom_zol.page import RANKS, ranked
from magika_gm.games.xom_zol.rules.terms import other
from magika_gm.reports.page.writing import LARGEST
from tests.page.rambles import PLAYER, Draft, Position, parts_of, positions, ramble, read, sheet_text
from tests.systems.contract import contract_of

NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
GAMES = [
    name for name in games.SYSTEMS if games.system(name).has("page") and not games.system(name).orders.GRAMMAR.numbered
]
"""Games whose sheets are free lists of lines."""
ALL, SAMPLE = 200, 16
"""Positions a game: by night, and by day."""
PLANS = 4


@cache
def sampled(name: str) -> tuple[Position, ...]:
    """Positions of several games, from the first turn to the last; the same ones every day."""
    wanted = ALL if NIGHTLY else SAMPLE
    found: list[Position] = []
    for game in range(20 if NIGHTLY else 2):
        whole = list(positions(name, game, 40 if NIGHTLY else 9))
        each = max(1, len(whole) // (wanted // (10 if NIGHTLY else 2)))
        found += whole[::each]
        if len(found) >= wanted:
            break
    return tuple(found[:wanted])


def with_plan(name: str) -> Iterator[tuple[Position, GamePage, Plan]]:
    for position in sampled(name):
        page = position.page()
        assert page.plan is not None
        yield position, page, page.plan


def summary(position: Position, lines: list[str], message: str = "") -> dict[str, Any]:
    sheet = read(position, sheet_text(position, lines, message))
    found: dict[str, Any] = position.system.orders.summary(sheet, position.known)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_what_the_page_writes_is_taken_without_a_fault(name: str) -> None:
    """As check-orders takes it, and as the acknowledgement does, which knows the position."""
    chance = random.Random(f"plans of {name}")
    written, forms_used = 0, set()
    for position, _, plan in with_plan(name):
        for number in range(PLANS):
            most = position.system.orders.GRAMMAR.most_lines
            draft = ramble(plan, chance, min(most, chance.choice((1, 4, 9))), extras=True)
            lines = draft.written()
            letters = plan.letters
            assert letters is not None
            message = f"MESSAGE TO {chance.choice(letters.to).text}" if number == 0 else ""
            sheet = read(position, sheet_text(position, lines, message))
            assert sheet.faults == (), (position.turn, lines)
            assert len(sheet.messages) == bool(message)
            assert len(sheet.orders) == len(lines)
            assert summary(position, lines, message)["faults"] == [], (position.turn, lines)
            assert position.system.orders.summary(sheet, None)["faults"] == []
            written += len(lines)
            forms_used |= {line.split()[0] for line in lines}
    assert written >= contract_of(name).enough_lines(101)
    assert len(forms_used) >= contract_of(name).enough_lines(6)


@pytest.mark.parametrize("name", GAMES)
def test_a_line_offered_is_legal_as_things_stand(name: str) -> None:
    """Alone on a sheet it is what the acknowledgement calls legal, or waits for just what the page says it lacks.

    Arena's shots and spells from where a creature goes first are so behind that move.
    """
    chance = random.Random(f"lines of {name}")
    told = 0
    for position, _, plan in with_plan(name):
        for _ in range(6):
            draft = ramble(plan, chance, 1)
            lines = draft.written()
            if not lines:
                continue
            told += 1
            lines = [*contract_of(name).behind(position, lines[0]), *lines]
            waits, doubted = contract_of(name).waits, summary(position, lines)["warnings"]
            warnings = [w for w in doubted if not (waits(w) or str(w).startswith("no ACT part"))]
            assert warnings == [], (position.turn, lines)
    assert told >= contract_of(name).enough_lines(51)


@pytest.mark.parametrize("name", GAMES)
def test_the_data_is_whole(name: str) -> None:
    """Keys are unique, names lead somewhere, texts of options fit their lines, and the file is small enough."""
    for position, page, plan in with_plan(name):
        places = {spot.name for picture in page.pictures for spot in picture.spots}
        things = {thing.key for block in page.blocks if isinstance(block, Things) for thing in block.things}
        keys = [form.key for form in plan.forms]
        assert len(keys) == len(set(keys))
        for picture in page.pictures:
            names = [spot.name for spot in picture.spots]
            assert len(names) == len(set(names))
            # a card that is drawn whole needs no colour
            assert {spot.tone for spot in picture.spots if spot.tone or not spot.art} <= set(picture.tones)
            assert {mark.at for mark in picture.marks} <= set(names)
            assert len({mark.key for mark in picture.marks}) == len(picture.marks)
            for spot in picture.spots:
                assert 0 <= spot.x <= picture.width
                assert 0 <= spot.y <= picture.height
            assert picture.text
        for block in page.blocks:
            assert not isinstance(block, Things) or not block.title or block.things or block.empty, block.title
        sections, purses = {s.key for s in plan.sections} or {""}, {p.key for p in plan.purses}
        verbs = {word for verb in position.system.orders.GRAMMAR.verbs for word in verb.split()}
        for form in plan.forms:
            assert form.section in sections
            # GAME is a word of every sheet's, which grammars leave out
            assert form.verb in {"GAME", *verbs} or form.verb[1:].isdigit()
            assert set(form.cost) <= purses
            assert set(form.places) <= places, form.key
            assert set(form.things) <= things, form.key
            for part in parts_of(plan, form):
                for option in _options(plan, part):
                    assert option.place in {"", *places}, (form.key, option)
                    assert set(option.cost) <= purses
        assert len(position.html().encode()) < LARGEST


def _options(plan: Plan, part: str | Slot) -> tuple[Option, ...]:
    if isinstance(part, str):
        return ()
    return plan.lists[part.list] if part.list else part.options


@pytest.mark.parametrize("name", GAMES)
def test_the_page_knows_what_its_reader_knows(name: str) -> None:
    """Made of a state in which all he does not know is blank, or another, and of what he was told, it is the same."""
    for number, position in enumerate(sampled(name)):
        system, seat, known = position.system, position.seat, position.known
        known = contract_of(name).known_anew(known, position.state, seat, number)
        heard = tuple(replace(one, event=event) for one in position.told if (event := one.seen_by(seat)) is not None)
        record = TurnRecord(state=known, told=heard, orders={}, how={}, messages=(), acts=(), seed=b"another", notes={})
        form = system.orders.form("x", position.turn, known, seat, position.memory)
        report = system.reports.build(record, seat, system.sight.perceive(known, seat), position.memory, PLAYER, form)
        again = system.sight.known(known, seat, position.memory)
        blind = json.loads(page_json(system.page.page(report, again, seat, position.memory)))
        assert _unsealed(blind) == _unsealed(json.loads(page_json(position.page()))), (position.turn, seat)


def _orders_of(name: str) -> str:
    """The package of a game's orders."""
    return games.SYSTEMS[name].partition(":")[0].rpartition(".")[0] + ".orders"


@pytest.mark.parametrize("name", [name for name in GAMES if find_spec(_orders_of(name))])
def test_the_reports_choices_are_those_of_what_the_acknowledgement_looks_at(name: str) -> None:
    """The page offers what was found for the printed order page: the work is done once."""
    choices = import_module(f"{_orders_of(name)}.offers").choices
    some = 0
    for position in sampled(name):
        found = position.report.choices
        some += len(found)
        if not contract_of(name).orders_now(position.known, position.seat):
            assert found == ()
            continue
        assert list(found) == list(choices(position.known, position.seat)), (position.turn, position.seat)
    assert some


def _unsealed(page: Any) -> Any:
    """Without the foot of the page: the hash of the seed stands there."""
    return page | {"blocks": [block for block in page["blocks"] if not block.get("quiet")]}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_is_over_asks_for_nothing(name: str) -> None:
    position = sampled(name)[-1]
    page = position.system.page.page(position.report, None, position.seat, position.memory)
    assert page.plan is None
    assert bool(page.pictures) is contract_of(name).pictures
    assert any(isinstance(block, Story) for block in page.blocks) or not position.told


# --- costs and points -------------------------------------------------------------------------------------------------


def test_arena_costs_are_those_of_the_acknowledgement() -> None:
    """Purses go down as pool and budget do; one hex more than the page lets through is one too many."""
    chance = random.Random("costs")
    cast = broke = 0
    for position, _, plan in with_plan("arena"):
        orders, seat = position.system.orders, position.seat
        if not plan.purses:
            continue
        idle = foresee(position.known, seat, ())
        for form in plan.forms:
            if form.cost:
                draft = Draft.of(plan, chance)
                line = draft.click(form)
                ahead = foresee(position.known, seat, [orders.stored(line)])
                # a spell begun that finds no target in its moment gives its cost back (MAG-16)
                assert idle.pool - ahead.pool in (draft.spent["pool"], 0), line
                cast += idle.pool - ahead.pool == draft.spent["pool"] > 0
        draft = Draft.of(plan, chance)
        land = [form for form in plan.forms if form.verb == "TERRAIN"]
        for _ in range(60):
            draft.click(chance.choice(land))
        lines = draft.lines["terrain"]
        assert not _over_budget(position, lines)
        free = {p.key: p.amount for p in plan.purses}["budget"] - draft.spent["budget"]
        more = [o for form in land for part in form.parts if isinstance(part, Slot) and part.name == "hex"
                for o in part.options if o.cost["budget"] > free and not draft.used[o.uses[0]]]  # fmt: skip
        for option in islice(more, 3):
            letter = "LAVA" if position.known.terrain[position.known.board.index[option.text]] != "L" else "GRASS"
            assert _over_budget(position, [*lines, f"TERRAIN {option.text} {letter}"])
            broke += 1
    assert cast
    assert broke


def _over_budget(position: Position, lines: list[str]) -> bool:
    orders = [position.system.orders.stored(line) for line in lines]
    return any(doubt.refusal.code is Code.BUDGET for doubt in foresee(position.known, position.seat, orders).doubts)


def test_temple_isle_points_are_those_of_the_acknowledgement() -> None:
    chance = random.Random("points")
    walked = 0
    for position, _, plan in with_plan("temple_isle"):
        amounts = {purse.key: purse.amount for purse in plan.purses}
        for form in plan.forms:
            if not form.key.startswith(("go:", "attack:")):
                continue
            number = form.key.partition(":")[2]
            draft = Draft.of(plan, chance)
            line = draft.click(form)
            if not line or "TIMES" in line or "ALL" in line:
                continue
            order = position.system.orders.stored(line)
            (verdict,) = understand(Reading((order,), ()), position.seat, position.known).lines
            left = amounts[f"points:{number}"] - draft.spent[f"points:{number}"]
            assert f"with {left} point{'' if left == 1 else 's'} left" in verdict.said, (line, verdict.said)
            walked += 1
    assert walked >= 5


def test_rune_war_says_which_casts_would_wait_and_what_claims_cost() -> None:
    from magika_gm.engine.dice import Dice
    from magika_gm.games.rune_war.rules.deciding import numbered
    from magika_gm.games.rune_war.rules.movement import Segment, Tracks
    from magika_gm.games.rune_war.rules.turn import Table

    waits = claims = 0
    for position, _, plan in with_plan("rune_war"):
        known, seat = position.known, position.seat
        for form in plan.forms:
            if form.verb == "CAST" and "Teleport" not in form.key:
                notes = check(numbered([position.system.orders.stored(form.key)]), seat, known)
                said = any(noted.remark is Remark.WAITS for noted in notes)
                # whether a suit is left in the wall nobody knows, so nothing is said of the draws
                assert ("would wait" in form.doubt) is said or form.key.startswith("CAST Draw"), form
                waits += said
        for form in plan.forms if known.due is Due.MAP else ():
            for option in (
                o for part in form.parts if isinstance(part, Slot) for o in _options(plan, part) if form.verb == "CLAIM"
            ):
                table = Table(known.copy(), Dice(b"", known.turn + 1))
                Segment(table, seat, Tracks()).run(numbered([position.system.orders.stored(f"CLAIM {option.text}")]))
                before, after = known.players[seat].lcp, table.state.players[seat].lcp
                spent = {f"lcp:{clan.value}": n - after.get(clan, 0) for clan, n in before.items()}
                assert {key: n for key, n in spent.items() if n} == option.cost
                claims += 1
    assert waits
    assert claims or not NIGHTLY


def test_xom_and_zol_foresees_what_would_be_carried_out() -> None:
    """What is offered at once would be carried out, at the cost of the card, if nobody answered."""
    chance = random.Random("casts")
    cast = 0
    for position, _, plan in with_plan("xom_zol"):
        for form in plan.forms:
            if form.section != "act" or form.verb not in ("CAST", "USE"):
                continue
            draft = Draft.of(plan, chance)
            line = draft.click(form)
            if not line:
                continue
            lines = draft.written()
            first = re.search(r"; once (.+) is cast", form.note)
            if first is not None:  # a mana card of the hand pays for it
                lines.insert(lines.index("ACT") + 1, f"CAST {first[1]}")
            sheet = read(position, sheet_text(position, lines))
            told = acknowledging.forecast(position.system.orders.listed(sheet), position.known, position.seat)
            assert not any("would not be carried out" in row for row in told), (lines, told)
            card = form.key.rpartition(":")[2]
            assert form.note.startswith("costs "), card
            cast += 1
    assert cast > 20


def test_xom_and_zol_says_whose_pieces_a_rank_is_among() -> None:
    """ORD-1: without MY or THEIR a card looks on one side alone, where there may be nothing."""
    known, seat = next(
        (position.known, position.seat)
        for position in sampled("xom_zol")
        if all(position.known.creatures(side) for side in (position.seat, other(position.seat)))
    )
    mine, theirs = (known.creatures(side)[0].ref for side in (seat, other(seat)))
    for candidates, whose in (
        ((mine,), "MY "),
        (("PLAYER", theirs), "THEIR "),
        ((mine, theirs), ""),
        (("PLAYER",), None),
    ):
        wanted = [] if whose is None else [whose + rank for rank in RANKS[:4]]
        assert [option.text for option in ranked(known, seat, candidates)] == wanted


def test_magika_offers_no_gift_and_no_demand_where_nobody_is_known_to_be() -> None:
    """GIVE-1, GIVE-3, DEM-1: they can be typed all the same, for one may meet somebody on the way."""
    alone = together = 0
    for position in islice(positions("magika", 5, 4), 36):
        known = [one for one in position.report.known if one.placed and one.letter != position.seat]
        plan = position.page().plan
        assert plan is not None
        forms = {form.key: form for form in plan.forms}
        ebon = any(one.letter == "M" for one in known)
        assert forms["GIVE ARCANIA"].typed is not ebon
        assert forms["DEMAND"].typed or known
        assert forms["GIVE"].typed or known
        alone, together = alone + (not ebon), together + ebon
    assert alone
    assert together
