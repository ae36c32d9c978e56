"""Magika's pages of random positions, as the office would make them."""

from __future__ import annotations

import json
from typing import Any

from magika_gm.engine.paging import page_json
from magika_gm.engine.reporting import NOBODY
from magika_gm.engine.seam.reports import TurnRecord
from magika_gm.games.magika.page import page
from magika_gm.games.magika.report.reports import REPORTS
from magika_gm.games.magika.rules.state import World, tick
from magika_gm.games.magika.rules.tables import COLOURS
from magika_gm.games.magika.sight import Memory, learn, news, take_recon
from magika_gm.games.magika.sight import known as known_world
from tests.magika.randoms import random_world

EFFECTS = ("ProSh", "ProAu", "ProIt", "ProEl", "SpAid", "CurSp", "Stutt", "Plyze", "Confs", "AntMa", "SrchX", "BoEnd",
           "BoArc", "RcAid", "CkAidX", "InvSp")  # fmt: skip


def position(seed: int, letter: str) -> tuple[World, Memory, dict[str, Any]]:
    """A world after turn 3, what one mage remembers of it, and his page as plain data."""
    import random

    rng = random.Random(seed)
    world = random_world(seed)
    world.turn, world.phase = 3, 6
    mage = world.mages[letter]
    for effect in rng.sample(EFFECTS, rng.choice((0, 0, 1, 2))):
        mage.effects[effect] = tick(rng.choice((4, 4, 5)), rng.randint(1, 6))
    if mage.scrolls and rng.random() < 0.3:
        place = rng.randrange(len(mage.scrolls))
        from dataclasses import replace

        mage.scrolls[place] = replace(mage.scrolls[place], until=rng.choice((tick(4, 3), tick(5, 6), 1 << 30)))
    if rng.random() < 0.15 and not mage.is_ebon:
        mage.team, mage.may_uncloak = rng.choice(COLOURS), True
        mage.cloaks = [mage.team, *mage.cloaks][:2]
    mage.skill = rng.choice((mage.skill, 20, 95, 140, 160))
    recon = take_recon(world, letter)
    memory = Memory()
    learn(memory, 3, *news(recon))
    data = TurnRecord(acts=(), state=world, told=(), orders={}, how={}, messages=(), seed=b"")
    report = REPORTS.build(data, recon.letter, recon, memory, NOBODY, "form")
    known = known_world(world, letter, memory)
    return world, memory, json.loads(page_json(page(report, known, letter, memory)))
