"""Arena as the office sees it."""

from __future__ import annotations

from magika_gm.engine.seam.setup import ThirdMiss, TurnShape, Words
from magika_gm.engine.system import GameSystem, parts_in
from magika_gm.games.arena.rules.terms import CHAPTERS

ARENA = GameSystem(
    name="arena",
    title="Arena",
    words=Words(
        seat="player",
        seats="players",
        enough="two",
        left="Who leaves has resigned: the other player wins (WIN-3).",
    ),
    shape=TurnShape(phases=CHAPTERS, third_miss=ThirdMiss.BOT, missed_rule="MAIL-6"),
    sheet_words=("PLAYER", "SEAT"),
    strongest="keen",
    accent="#1b3f7a",
    parts=parts_in("magika_gm.games.arena", cases="cases:CASES", trace="trace"),
)
