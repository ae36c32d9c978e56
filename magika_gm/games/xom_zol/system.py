"""Xom and Zol as the office sees it."""

from __future__ import annotations

from magika_gm.engine.seam.setup import ThirdMiss, TurnShape, Words
from magika_gm.engine.system import GameSystem, parts_in

XOM_ZOL = GameSystem(
    name="xom_zol",
    title="Xom and Zol",
    words=Words(
        seat="side",
        seats="sides",
        enough="two",
        left="Who leaves forfeits the game (END-4).",
    ),
    shape=TurnShape(
        phases=(
            "Before the turn", "Power", "Draw", "Battle", "Fizzle", "Burn",
            "Power, second game turn", "Draw, second game turn", "Battle, second game turn",
            "Fizzle, second game turn", "Burn, second game turn",
        ),
        third_miss=ThirdMiss.FORFEIT,
        missed_rule="MAIL-7",
    ),
    sheet_words=("SIDE", "SEAT"),
    accent="#6b1f2a",
    parts=parts_in("magika_gm.games.xom_zol", cases="cases:CASES", trace="trace", cards="cardset"),
)  # fmt: skip
"""A mail turn's phases: five a game turn, those of a second one (pace ``double``) numbered on (MAIL-1)."""
