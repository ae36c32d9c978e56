"""Every line of every order form, used as the form says, is an order the office takes: all games, random positions."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from pypdf import PdfReader

from magika_gm import games
from magika_gm.engine.sheet.offered import NOT_NOW, drop_down, message_lines, offers_of, order_line, remark
from magika_gm.mail.pdf_form import sheet_of_fields
from tests.page.rambles import Position, positions, read
from tests.systems.contract import contract_of

POSITIONS = (10, pytest.param(200, marks=pytest.mark.slow))
BLOCKS = {"STANDING": "END STANDING", "MESSAGE": "END MESSAGE"}
"""Lines of a block are taken together."""
OF_THE_WHOLE = ("no ACT part", "no REACT part")
"""What is said of a sheet, not of its line."""


@cache
def looked_at(name: str, most: int) -> tuple[tuple[Position, str], ...]:
    return tuple(_looked_at(name, most))


def _looked_at(name: str, most: int) -> Iterator[tuple[Position, str]]:
    """Positions all over several games, with the form each player gets."""
    chance, made = random.Random(f"forms {name}"), 0
    for game in range(most):
        for position in positions(name, game, 30):
            if position.turn == 1 or chance.random() < 0.3:
                form = position.system.orders.form("x", position.turn, position.state, position.seat, position.memory)
                yield position, form
                made += 1
                if made == most or made % 10 == 0:
                    break
        if made == most:
            return


def taken(form: str) -> Iterator[tuple[str, str]]:
    """Each order a form offers, and the form with its ``;`` struck out; a block's lines with their block's."""
    rows = form.splitlines()
    offers = dict(offers_of(form))
    inside: list[int] = []
    end = ""
    for number, said in offers.items():
        end = end or BLOCKS.get(said.split()[0] if said else "", "")
        inside.append(number)
        if end and said != end:
            continue
        lines = [row[1:].lstrip() if n in inside else row for n, row in enumerate(rows)]
        yield end or rows[inside[0]], "\n".join([*lines, ""])
        inside, end = [], ""
    assert not inside, "a block that does not end"


def doubts(name: str, line: str, warnings: list[Any]) -> list[Any]:
    """What is doubted of the line: not that a condition is still to come, nor what is said of the sheet as a whole."""
    if " WHEN " in line:
        return []
    waits = contract_of(name).waits
    return [w for w in warnings if not ("   ; " not in line and waits(w)) and not str(w).startswith(OF_THE_WHOLE)]


@pytest.mark.parametrize("most", POSITIONS)
@pytest.mark.parametrize("name", games.SYSTEMS)
def test_every_line_of_a_form_is_taken_as_it_stands(name: str, most: int) -> None:
    """Without a fault, whoever judges it; and by who knows the position without a doubt, unless it says why not."""
    used = now = 0
    for position, form in looked_at(name, most):
        orders = position.system.orders
        blank = read(position, form)
        assert blank.faults == (), form
        for line, text in taken(form):
            where = f"turn {position.turn}, seat {position.seat}: {line}"
            sheet = read(position, text)
            assert sheet.faults == (), where
            assert len(sheet.orders) + len(sheet.messages) > len(blank.orders), where
            assert orders.summary(sheet, None).get("faults", []) == [], where
            told = orders.summary(sheet, position.known)
            assert told.get("faults", []) == [], where
            if NOT_NOW not in line and "after going to" not in line and "   ; waits" not in line:
                assert doubts(name, line, told.get("warnings", [])) == [], where
                now += 1
            used += 1
    assert used >= most
    assert now > most // 2


def drop_downs(position: Position) -> Iterator[tuple[str, dict[str, str]]]:
    """Each choice of the printed form's fields, with all fields as they stand once it is chosen: a block is whole."""
    printed = PdfReader(io.BytesIO(position.system.reports.pdf(position.report, "letter", False))).get_fields() or {}
    fixed = {name: str(field["/V"]) for name, field in printed.items() if "/Opt" not in field and field.get("/V")}
    seen: set[tuple[str, ...]] = set()
    for name, field in printed.items():
        offered = tuple(str(one) for one in field.get("/Opt", ()))
        if not offered or offered in seen or name.startswith("message"):
            continue
        seen.add(offered)
        line, first = (name.rstrip("0123456789"), int(name.lstrip("abcdefghijklmnopqrstuvwxyz")))
        inside: list[str] = []
        for one in offered:
            inside.append(one)
            if inside[0] in BLOCKS and one != BLOCKS[inside[0]]:
                continue
            yield one, fixed | {f"{line}{first + at}": said for at, said in enumerate(inside)}
            inside = []
        assert not inside, offered


@pytest.mark.parametrize("most", POSITIONS)
@pytest.mark.parametrize("name", games.SYSTEMS)
def test_every_choice_of_a_printed_form_is_an_order(name: str, most: int) -> None:
    """Each is whole, chosen as it drops down: no fault, whoever judges it."""
    used = 0
    for position, _ in looked_at(name, most):
        for said, fields in drop_downs(position):
            where = f"turn {position.turn}, seat {position.seat}: {said!r}"
            text = sheet_of_fields(fields)
            assert text is not None, where
            sheet = read(position, text)
            assert sheet.faults == (), where
            assert sheet.orders, where
            for known in (None, position.known):
                assert position.system.orders.summary(sheet, known).get("faults", []) == [], where
            used += 1
    assert used >= most


@pytest.mark.parametrize("most", POSITIONS)
@pytest.mark.parametrize("name", games.SYSTEMS)
def test_a_remark_stays_one_whatever_is_struck_out(name: str, most: int) -> None:
    """A form with one ``;`` taken from every remark says what the blank form says: nothing."""
    for position, form in looked_at(name, most):
        rows = [row[1:] if row.startswith(";;") else row for row in form.splitlines()]
        assert read(position, "\n".join([*rows, ""])) == read(position, form)


def test_lines_of_forms() -> None:
    assert order_line("MOVE A1 d1") == "; MOVE A1 d1"
    assert order_line("CAST Heal", "100", "", "not now: target") == "; CAST Heal   ; 100; not now: target"
    assert remark("one two three", 10) == [";; one two", ";;     three"]
    rows = ["; A   ; 5", "; B   ; not now", ";; said", "; STANDING", "; C", "; END STANDING"]
    form = "\n".join([*rows, *message_lines("B", "room")])
    assert drop_down(form) == ("A", "STANDING", "C", "END STANDING")
    assert list(offers_of(";; said\n; A\nB\n; C   ; so\n")) == [(1, "A"), (3, "C   ; so")]


def test_arena_names_the_hexes_of_a_walk() -> None:
    """One way of writing a line and what else it could be: by hexes."""
    walks = [
        said for _, form in looked_at("arena", 20) for _, said in offers_of(form) if said.startswith(("MOVE", "FLY"))
    ]
    assert walks
    directions = {"E", "W", "NE", "NW", "SE", "SW"}
    assert not [said for said in walks if directions & set(said.partition(";")[0].split())]
