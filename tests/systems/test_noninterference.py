"""What a reader has no right to know changes nothing he gets: of twins (``tests/<game>/twins.py``), word for word."""

from __future__ import annotations

import hashlib
import json
import os
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from magika_gm import games
from magika_gm.engine.paging import page_json
from magika_gm.engine.seam.reports import OfficeFacts, TurnRecord
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.system import GameSystem
from tests.acknowledged import acknowledgement
from tests.examples import some_of
from tests.page.rambles import PLAYER
from tests.systems.contract import Moment, found, having

NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
NAMES = having("twins")
FACTS = OfficeFacts(game="x", title="", date="", next_due="", people={}, mail=(), acts=())
many = settings(
    max_examples=1000 if NIGHTLY else some_of(60),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    derandomize=True,
)


@pytest.mark.parametrize("name", NAMES)
@many
@given(st.integers(0, 2**32))
def test_what_one_may_not_know_changes_nothing_one_gets(name: str, seed: int) -> None:
    """As data in every moment; as text, mail and page in some, printed in one game of ten."""
    system, chance = games.system(name), random.Random(seed)
    memories: list[Any] = []
    moments = 0
    for moment in found(name, "twins").twins(seed):
        forms = ("text", "mail", "page", *(["print"] if seed % 10 == 0 else [])) if chance.random() < 0.5 else ()
        one, two = both(system, moment, memories, moment.reader, forms)
        assert one.keys() == two.keys()
        for what in one:
            assert one[what] == two[what], what
        moments += 1
    event(f"{moments} moments")


@pytest.mark.parametrize("name", NAMES)
def test_twins_differ(name: str) -> None:
    """The comparison bites: what somebody else gets of most pairs is not the same."""
    system = games.system(name)
    differ = []
    for seed in range(6):
        for moment in found(name, "twins").twins(seed):
            others = [seat for seat in system.rules.playing(moment.states[0]) if seat != moment.reader]
            differ.append(any(one != two for one, two in (both(system, moment, [], seat, ()) for seat in others)))
    assert len(differ) > 6
    assert sum(differ) > len(differ) / 2


def both(
    system: GameSystem, moment: Moment, memories: list[Any], reader: str, forms: tuple[str, ...]
) -> list[dict[str, Any]]:
    """What a reader gets of both."""
    if moment.anew or not memories:
        memories[:] = [system.sight.no_memory(), system.sight.no_memory()]
    return [gets(system, moment, nth, memories, reader, forms) for nth in (0, 1)]


def gets(
    system: GameSystem, moment: Moment, nth: int, memories: list[Any], reader: str, forms: tuple[str, ...]
) -> dict[str, Any]:
    """All a reader is given at a moment of one of the twins, or could find out by asking the office."""
    state, told, orders = moment.states[nth], moment.told[nth], moment.orders[nth]
    sight, turn = system.sight, system.rules.turn_of(state)
    over = system.rules.ending(state) is not None
    view = sight.perceive(state, reader)
    memories[nth] = memory = sight.remember(memories[nth], turn, view)
    known = None if over else sight.known(state, reader, memory)
    form = "" if over else system.orders.form("x", turn + 1, state, reader, memory)
    record = TurnRecord(
        state=state, told=told, orders=orders, how={}, messages=moment.messages[nth], acts=(), seed=b"twins"
    )
    report = system.reports.build(record, reader, view, memory, PLAYER, form)
    got = {
        "told": [repr((one.phase, one.step, seen)) for one in told if (seen := one.seen_by(reader)) is not None],
        "memory": system.archive.memories.to_plain(memory),
        "known": known,
        "known in words": (system.archive.seen_text(view), system.archive.known_plain(view)),
        "form": form,
        "file": json.dumps(system.reports.turn_file(report)),
    }
    if moment.lines and not over:
        grammar = system.orders.GRAMMAR
        head = [f"GAME x TURN {turn + 1}", f"{grammar.seat_words[0]} {grammar.written(reader)}"]
        (sheet,) = read_sheets("\n".join([*head, *moment.lines, "END", ""]), grammar)
        got["answer"] = acknowledgement(system, sheet, reader, state, memory)
    if "text" in forms:
        got["text"] = system.reports.text(report, None)
    if "mail" in forms:
        got["mail"] = system.reports.html(report, None)
        got["looked on"] = system.reports.spectator(record, FACTS, None)
    if "page" in forms:
        got["page"] = page_json(system.page.page(report, known, reader, memory))
    if "print" in forms:
        got["print"] = hashlib.sha256(system.reports.pdf(report, "letter", False)).hexdigest()
    return got
