"""High Card: a game of three seats, two order words and a hidden card each, to hold the seam to its word.

Everybody has a card nobody else knows. Each turn a player may SHOW it or KEEP it. Once all are shown, or after four
turns, the game ends: a shown card counts its value, a kept one nothing. Whatever else a game brings is here as most
games have it (docs/a-game-in-an-evening.md).
"""

from __future__ import annotations

from magika_gm.engine.seam.setup import ThirdMiss, TurnShape, Words
from magika_gm.engine.system import GameSystem, parts_of

TOY = GameSystem(
    name="high_card",
    title="High Card",
    words=Words(seat="colour", seats="colours"),
    shape=TurnShape(phases=("Before the turn", "The cards"), third_miss=ThirdMiss.DROP),
    sheet_words=("COLOUR", "SEAT"),
    parts={
        **parts_of(f"{__name__}.players", "setup", "signup", "orders", "bots"),
        **parts_of(f"{__name__}.rules", "rules", "referee", "sight", "archive"),
        **parts_of(f"{__name__}.reports", "reports", "page", "cases", "trace", "balance", "rulebook"),
    },
)
