"""High Card: a game of three seats, two order words and a hidden card each, to hold the seam to its word.

Everybody has a card nobody else knows. Each turn a player may SHOW it or KEEP it. Once all are shown, or after four
turns, the game ends: a shown card counts its value, a kept one nothing.
"""

from __future__ import annotations

from magika_gm.engine.seam.setup import ThirdMiss, TurnShape, Words
from magika_gm.engine.system import GameSystem

PARTS = {
    "setup": "tests.systems.toy.setup:SETUP",
    "signup": "tests.systems.toy.setup:SIGNUP",
    "orders": "tests.systems.toy.orders:ORDERS",
    "rules": "tests.systems.toy.rules:RULES",
    "referee": "tests.systems.toy.rules:REFEREE",
    "sight": "tests.systems.toy.rules:SIGHT",
    "archive": "tests.systems.toy.archive:ARCHIVE",
    "reports": "tests.systems.toy.reports:REPORTS",
    "bots": "tests.systems.toy.orders:BOTS",
}
TOY = GameSystem(
    name="high_card",
    title="High Card",
    words=Words(seat="colour", seats="colours"),
    shape=TurnShape(phases=("Before the turn", "The cards"), third_miss=ThirdMiss.DROP),
    sheet_words=("COLOUR", "SEAT"),
    parts=PARTS,
)
