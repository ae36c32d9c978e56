"""Rune War as the office sees it."""

from __future__ import annotations

from magika_gm.engine.seam.setup import ThirdMiss, TurnShape, Words
from magika_gm.engine.system import GameSystem, parts_in

STEPS = (
    "Before the first turn",
    "Sheets; on the map, healing",
    "Kongs of the deal; on the map, the four segments",
    "Plays; on the map, the end of the round",
    "Game; on the map, the next deal",
    "The end of the turn",
    "The end of the game",
)
"""Steps of a mail turn by number: a hand turn's, and a map turn's (SEQ-3, SEQ-5)."""

RUNE_WAR = GameSystem(
    name="rune_war",
    title="Rune War",
    words=Words(
        seat="seat",
        seats="seats",
        enough="two",
        left="The careful policy plays on for the seat, to the end (GM-1).",
        banners=False,
    ),
    shape=TurnShape(phases=STEPS, third_miss=ThirdMiss.BOT, missed_rule="GM-1"),
    sheet_words=("SEAT", "WIZARD", "CLAN"),
    accent="#14604f",
    parts=parts_in("magika_gm.games.rune_war"),
)
