"""Charts of Rune War's balance: who wins, how long games and hands take, what hands score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from reportlab.graphics.shapes import Drawing

from magika_gm.games.rune_war.trials import Share, Tally
from magika_gm.reports.plots import Bar, Mark, Panel, columns, dots, write_charts


def write_plots(tally: Tally, folder: Path, paper: str = "letter") -> list[Path]:
    """Write the charts into ``folder``: an SVG file each, and all of them as ``balance.pdf``."""
    return write_charts(charts(tally), f"Rune War: the balance of {len(tally.outcomes)} games", folder, paper)


def charts(tally: Tally) -> dict[str, Drawing]:
    """The charts by name."""
    games = len(tally.outcomes)
    found = (("By wizard", tally.by_wizard), ("By clan", tally.by_clan), ("By seat", tally.by_seat),
             ("By policy", tally.by_policy))  # fmt: skip
    panels = [Panel(title, _bars(rows)) for title, rows in found if len(rows) > 1]
    hands = [hand for outcome in tally.outcomes for hand in outcome.hands]
    scores = Counter(min(hand.score // 10 * 10, 200) for hand in hands if hand.score)
    return {
        "wins": dots(
            "Games won a seat", f"{games} games; bands: 95 % intervals", panels, Mark(0.25, "even share 25 %"), 0.4
        ),
        "game-length": columns(
            "Length of games", f"{games} games", Counter(o.turns for o in tally.outcomes), "mail turns"
        ),
        "hand-length": columns("Length of hands", f"{len(hands)} hands", Counter(h.plays for h in hands), "plays"),
        "scores": columns("What winning hands score", "in tens; 200 stands for more", scores, "score"),
    }


def _bars(rows: Sequence[Share]) -> list[Bar]:
    found = []
    for share in rows:
        low, high = share.interval
        found.append(Bar(share.name, share.share, (high - low) / 2, f"{share.share:.1%} of {share.played}"))
    return found
