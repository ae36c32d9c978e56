"""Temple Isle as the office sees it."""

from __future__ import annotations

from magika_gm.engine.seam.setup import ThirdMiss, TurnShape, Words
from magika_gm.engine.system import GameSystem, parts_in
from magika_gm.games.temple_isle.rules.turn import CHAPTERS

TEMPLE_ISLE = GameSystem(
    name="temple_isle",
    title="Temple Isle",
    words=Words(
        seat="player",
        seats="players",
        titles={"SUN": "Sun", "MOON": "Moon"},
        enough="two",
        left="Who leaves loses the game (END-3).",
    ),
    shape=TurnShape(phases=CHAPTERS, third_miss=ThirdMiss.FORFEIT, misses_in_state=True, missed_rule="MAIL-8"),
    sheet_words=("SEAT", "PLAYER"),
    weakest="bold",
    strongest="keen",
    accent="#7a4207",
    parts=parts_in("magika_gm.games.temple_isle", cases="cases:CASES"),
)
