"""Every line of every order form, used as the form says, is an order the office takes: all games, random positions."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from magika_gm import games
from magika_gm.engine.sheet.offered import offers_of, order_line, remark
from tests.page.rambles import Position, positions, read

NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
POSITIONS = 200 if NIGHTLY else 20
BLOCKS = {"STANDING": "END STANDING", "MESSAGE": "END MESSAGE"}
"""Lines of a block are taken together."""
NOT_NOW = "not now"


def looked_at(name: str) -> Iterator[tuple[Position, str]]:
    """Positions all over several games, with the form each player gets."""
    chance, made = random.Random(f"forms {name}"), 0
    for game in range(POSITIONS):
        for position in positions(name, game, 30):
            if position.turn == 1 or chance.random() < 0.3:
                form = position.system.orders.form("x", position.turn, position.state, position.seat, position.memory)
                yield position, form
                made += 1
                if made == POSITIONS or made % 10 == 0:
                    break
        if made == POSITIONS:
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
    in_force = "   ; " not in line
    if name == "rune_war":  # a cast in force waits until it can be paid
        return [w for w in warnings if not (in_force and w["remark"] == "waits")]
    return [w for w in warnings if not (name == "xom_zol" and str(w).startswith(("no ACT part", "no REACT part")))]


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_every_line_of_a_form_is_taken_as_it_stands(name: str) -> None:
    """Without a fault, whoever judges it; and by who knows the position without a doubt, unless it says why not."""
    used = now = 0
    for position, form in looked_at(name):
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
            if NOT_NOW not in line and "after going to" not in line:
                assert doubts(name, line, told.get("warnings", [])) == [], where
                now += 1
            used += 1
    assert used >= POSITIONS
    assert now > POSITIONS // 2


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_a_remark_stays_one_whatever_is_struck_out(name: str) -> None:
    """A form with one ``;`` taken from every remark says what the blank form says: nothing."""
    for position, form in looked_at(name):
        rows = [row[1:] if row.startswith(";;") else row for row in form.splitlines()]
        assert read(position, "\n".join([*rows, ""])) == read(position, form)


def test_lines_of_forms() -> None:
    assert order_line("MOVE A1 d1") == "; MOVE A1 d1"
    assert order_line("CAST Heal", "100", "", "not now: target") == "; CAST Heal   ; 100; not now: target"
    assert remark("one two three", 10) == [";; one two", ";;     three"]
    assert list(offers_of(";; said\n; A\nB\n; C   ; so\n")) == [(1, "A"), (3, "C   ; so")]
