"""Magika as the office sees it."""

from __future__ import annotations

from magika_gm.engine.seam.shape import ThirdMiss, TurnShape, Words
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
        "setup": f"{_HERE}.setup.seam",
        "signup": f"{_HERE}.signup.seam",
        "orders": f"{_HERE}.orders.seam",
        "rules": f"{_HERE}.rules.seam",
        "referee": f"{_HERE}.rules.acts:REFEREE",
        "sight": f"{_HERE}.sight.seam",
        "archive": f"{_HERE}.archive:ARCHIVE",
        "reports": f"{_HERE}.report.seam",
        "bots": f"{_HERE}.bots.seam",
        "cases": f"{_HERE}.cases.play",
        "trace": f"{_HERE}.trace.seam",
        "balance": f"{_HERE}.balance.seam",
        "rulebook": f"{_HERE}.rulebook.seam",
        "generator": f"{_HERE}.setup.generator_seam",
        "page": f"{_HERE}.page.seam",
    },
)
