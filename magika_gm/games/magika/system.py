"""Magika as the office sees it."""

from __future__ import annotations

from magika_gm.engine.seam.setup import ThirdMiss, TurnShape, Words
from magika_gm.engine.system import GameSystem
from magika_gm.games.magika.rules.tables import PHASES, phase_title

_HERE = "magika_gm.games.magika"

MAGIKA = GameSystem(
    name="magika",
    title="Magika",
    words=Words(
        seat="mage",
        seats="mages",
        titles={"M": "the Ebon Mage"},
        enough="twelve",
        left="What he carried lies where he stood.",
    ),
    shape=TurnShape(
        phases=tuple(map(phase_title, range(PHASES + 2))),
        turns_ahead=3,
        third_miss=ThirdMiss.DROP,
        missed_rule="GM-3",
    ),
    sheet_words=("MAGE", "SEAT"),
    parts={
        "setup": f"{_HERE}.setup",
        "signup": f"{_HERE}.signup",
        "orders": f"{_HERE}.orders.sheet:ORDERS",
        "rules": f"{_HERE}.rules.sequence:RULES",
        "referee": f"{_HERE}.rules.acts:REFEREE",
        "sight": f"{_HERE}.sight",
        "archive": f"{_HERE}.archive:ARCHIVE",
        "reports": f"{_HERE}.report.reports:REPORTS",
        "bots": f"{_HERE}.bots",
        "cases": f"{_HERE}.cases",
        "trace": f"{_HERE}.trace:TRACE",
        "balance": f"{_HERE}.balance",
        "rulebook": f"{_HERE}.rulebook:RULEBOOK",
        "generator": f"{_HERE}.generator",
        "page": f"{_HERE}.page",
    },
)
