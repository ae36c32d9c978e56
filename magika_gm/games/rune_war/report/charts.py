"""Charts of Rune War's balance: who wins, how long games and hands take, what hands score."""

from __future__ import annotations

from collections import Counter

from reportlab.graphics.shapes import Drawing

from magika_gm.games.rune_war.trials import KINDS, Tally
from magika_gm.reports.plots import Mark, Panel, columns, dots, share_bar


def charts(tally: Tally) -> dict[str, Drawing]:
    """The charts by name."""
    games = tally.games
    panels = [
        Panel(f"By {kind}", [share_bar(name, share) for name, share in found.items()])
        for kind in KINDS
        if len(found := tally.by(kind)) > 1
    ]
    hands = [hand for outcome in tally.outcomes for hand in outcome.hands]
    scores = Counter(min(hand.score // 10 * 10, 200) for hand in hands if hand.score)
    return {
        "wins": dots(
            "Games won a seat", f"{games} games; bands: 95 % intervals", panels, Mark(0.25, "even share 25 %"), 0.4
        ),
        "game-length": columns("Length of games", tally.course(), tally.lengths, tally.UNIT),
        "hand-length": columns("Length of hands", f"{len(hands)} hands", Counter(h.plays for h in hands), "plays"),
        "scores": columns("What winning hands score", "in tens; 200 stands for more", scores, "score"),
    }
