"""Temple Isle as the office sees it."""

from __future__ import annotations

from magika_gm.engine.seam.setup import ThirdMiss, TurnShape, Words
from magika_gm.engine.system import GameSystem
from magika_gm.games.temple_isle.rules.turn import CHAPTERS

_HERE = "magika_gm.games.temple_isle"

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
        "cases": f"{_HERE}.cases",
        "trace": f"{_HERE}.trace:TRACE",
        "balance": f"{_HERE}.balance",
        "page": f"{_HERE}.page:PAGE",
        "rulebook": f"{_HERE}.rulebook:RULEBOOK",
    },
)
