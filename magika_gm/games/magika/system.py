"""Magika as the office sees it."""

from __future__ import annotations

from magika_gm.engine.seam.setup import ThirdMiss, TurnShape, Words
from magika_gm.engine.system import GameSystem, parts_in
from magika_gm.games.magika.rules.tables import PHASES, phase_title

MAGIKA = GameSystem(
    name="magika",
    title="Magika",
    words=Words(
        seat="mage",
        seats="mages",
        titles={"M": "the Ebon Mage"},
        enough="twelve",
        left="What he carried lies where he stood.",
        banners=False,
    ),
    shape=TurnShape(
        phases=tuple(map(phase_title, range(PHASES + 2))),
        turns_ahead=3,
        third_miss=ThirdMiss.DROP,
        missed_rule="GM-3",
    ),
    sheet_words=("MAGE", "SEAT"),
    automatic={"M": "ebon"},
    weakest="fighter",
    parts=parts_in("magika_gm.games.magika", generator="generator", page="page"),
)
