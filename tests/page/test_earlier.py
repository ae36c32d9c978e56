"""Turn files dropped on a later page: the history shows what the page of that turn showed, as far as the file tells."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from magika_gm import games
from magika_gm.engine.paging import page_json
from tests.page import node
from tests.page.rambles import Position, positions
from tests.systems.contract import contract_of

READER = Path(__file__).parent / "earlier.mjs"
SYSTEMS = [name for name in games.SYSTEMS if games.system(name).has("page") and contract_of(name).pictures]
TURNS = 5

pytestmark = node.NEEDED


def taken(rows: list[tuple[Any, str]]) -> list[Any]:
    """What pages make of files."""
    return node.answers(READER, *map(json.dumps, rows))


def data_of(position: Position) -> dict[str, Any]:
    """A page's data, as far as its history reads it."""
    envelope = {"system": position.system.name, "game": "x", "seat": position.seat, "turn": position.turn - 1}
    return {"envelope": envelope, "page": json.loads(page_json(position.page())) | {"plan": None}}


def file_of(position: Position) -> str:
    return json.dumps(position.system.reports.turn_file(position.report))


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_turn_file_tells_what_its_page_told(name: str) -> None:
    every = list(positions(name, 3, TURNS + 1))
    whole = [p for p in every if p.seat == every[0].seat]
    last = data_of(whole[-1])
    marks = tones = 0
    for position, made in zip(whole[:-1], taken([(last, file_of(p)) for p in whole[:-1]]), strict=True):
        page, past = json.loads(page_json(position.page())), made["past"]
        assert past["turn"] == position.turn - 1
        facts = {fact["key"]: fact["value"] for fact in page["facts"]}
        assert {fact["key"]: fact["value"] for fact in past["facts"]}.items() <= facts.items()
        assert len(past["facts"]) >= 2
        if not contract_of(name).earlier_pictures:
            assert past["pictures"] == []
            continue
        (then,) = past["pictures"]
        real = next(picture for picture in page["pictures"] if picture["key"] == then["key"])
        places = {spot["name"]: spot for spot in real["spots"]}
        for spot in then["spots"]:
            wanted = places[spot["name"]]
            assert spot["tone"] == wanted.get("tone", ""), (position.turn, spot)
            assert spot["unknown"] == wanted.get("unknown", False)
            tones += bool(spot["tone"])
        stood = {mark["key"]: (mark["at"], mark.get("side", "")) for mark in real.get("marks", ())}
        for mark in then["marks"]:
            # who is carried has a mark of its own here, and none there
            if mark["key"] in stood:
                at, side = stood[mark["key"]]
                assert (at, side or mark["side"]) == (mark["at"], mark["side"]), (position.turn, mark)  # "": idle
                marks += 1
        living = {key for key in stood if key.partition(":")[0] in ("unit", "creature")}
        assert living <= {mark["key"] for mark in then["marks"]} or contract_of(name).remembered_apart
    assert not contract_of(name).earlier_pictures or (marks >= TURNS and tones > 50)


@pytest.mark.parametrize("name", SYSTEMS)
def test_files_that_are_no_earlier_turn_are_refused_with_a_reason(name: str) -> None:
    whole = list(positions(name, 3, 2))
    seat = whole[-1].seat
    first, last = next(p for p in whole if p.seat == seat), data_of(whole[-1])
    other = next(p for p in whole if p.seat != seat)
    game = json.loads(file_of(first))
    of_office = game["player"] if "game" in game["player"] else game
    of_office["id" if "id" in of_office else "game"] = "another"
    alien = json.dumps(json.loads(file_of(first)) | {"format": "chess-turn"})
    torn = file_of(first)[:-9]
    rows = [file_of(other), json.dumps(game), alien, torn, "{}", "[1]", "null", file_of(whole[-1])]
    whys = [made.get("why") for made in taken([(last, text) for text in rows])]
    assert whys == ["seat", *["foreign"] * 6, "late"]
    # whatever stands in a file, nothing breaks
    nothings: tuple[Any, ...] = (None, 7, [])
    file = json.loads(file_of(first))
    hollow = [json.dumps(file | {key: value}) for key in file for value in nothings]
    assert all(made.get("past") or made.get("why") for made in taken([(last, text) for text in hollow]))
