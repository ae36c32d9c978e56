"""Arena as the office sees it."""

from __future__ import annotations

from magika_gm.engine.seam.setup import ThirdMiss, TurnShape, Words
from magika_gm.engine.system import GameSystem
from magika_gm.games.arena.rules.terms import CHAPTERS

_HERE = "magika_gm.games.arena"

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
    parts={
        "setup": f"{_HERE}.setup:SETUP",
        "signup": f"{_HERE}.signup:SIGNUP",
        "orders": f"{_HERE}.orders.sheet:ORDERS",
        "rules": f"{_HERE}.rules.sequence:RULES",
        "referee": f"{_HERE}.rules.acts:REFEREE",
        "sight": f"{_HERE}.sight:SIGHT",
        "archive": f"{_HERE}.archive:ARCHIVE",
        "reports": f"{_HERE}.report.reports:REPORTS",
        "bots": f"{_HERE}.bots",
        "trace": f"{_HERE}.trace",
        "balance": f"{_HERE}.balance",
        "rulebook": f"{_HERE}.rulebook:RULEBOOK",
        "cases": f"{_HERE}.cases",
        "page": f"{_HERE}.page:PAGE",
    },
)
