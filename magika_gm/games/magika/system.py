"""Magika as the office sees it."""

from __future__ import annotations

from magika_gm.engine.system import GameSystem, ThirdMiss, TurnShape, Words

_HERE = "magika_gm.games.magika"

MAGIKA = GameSystem(
    name="magika",
    title="Magika",
    words=Words(seat="mage", seats="mages", titles={"M": "the Ebon Mage"}),
    shape=TurnShape(
        phases=("Before the turn", "Phase 1", "Phase 2", "Phase 3", "Phase 4", "Phase 5", "End of the turn"),
        turns_ahead=3,
        faulty_replaces=False,
        third_miss=ThirdMiss.DROP,
    ),
    sheet_words=("MAGE", "SEAT"),
    parts={
        "setup": f"{_HERE}.setup.seam",
        "signup": f"{_HERE}.signup.seam",
        "orders": f"{_HERE}.orders.seam",
        "rules": f"{_HERE}.rules.seam",
        "referee": f"{_HERE}.referee",
        "sight": f"{_HERE}.sight.seam",
        "archive": f"{_HERE}.archive:ARCHIVE",
        "reports": f"{_HERE}.report.seam",
        "bots": f"{_HERE}.bots.seam",
        "cases": f"{_HERE}.cases",
        "trace": f"{_HERE}.trace.seam",
        "balance": f"{_HERE}.balance.seam",
        "rulebook": f"{_HERE}.rulebook.seam",
    },
)
