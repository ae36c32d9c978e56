"""Charts of the balance: which decks win, who goes first, mana luck, how long games take, which cards weigh most."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Protocol

from reportlab.graphics.shapes import Drawing

from magika_gm.games.xom_zol.trials import Share, Tally, share_of
from magika_gm.reports.plots import Bar, Mark, Panel, columns, dots, write_charts

_BEST, _WORST = 14, 10


class Weighed(Protocol):
    """What many games showed: counts of games won (True) and lost by side A, deck, pair of decks, card played."""

    tally: Tally
    sides: Counter[bool]
    decks: dict[str, Counter[bool]]
    pairs: dict[tuple[str, str], Counter[bool]]
    cards: dict[str, Counter[bool]]

    def heaviest(self) -> list[tuple[str, Share]]:
        """Cards by the share of games won with them, best first."""


def write_plots(found: Weighed, folder: Path, paper: str = "letter") -> list[Path]:
    """Write the charts into ``folder``: an SVG file each, and all of them as ``balance.pdf``."""
    return write_charts(_charts(found), f"Xom and Zol: the balance of {found.tally.games} games", folder, paper)


def _charts(found: Weighed) -> dict[str, Drawing]:
    t = found.tally
    over = f"{t.games} games; bands: 95 % intervals"
    panels = [Panel("Who goes first", [_bar("side of game turn 1", share_of(t.first)),
                                       _bar("side A", share_of(found.sides))])]  # fmt: skip
    if found.decks:
        panels.append(Panel("Deck", [_bar(name, share_of(n)) for name, n in sorted(found.decks.items())]))
    panels.append(
        Panel(
            "What decides",
            [
                _bar("richer in mana at its fifth turn", share_of(t.richer)),
                _bar("leader in life at half time", share_of(t.leader)),
            ],
        )
    )
    ends = ", ".join(f"{name} {n / t.games:.0%}" for name, n in t.endings.most_common())
    lengths = f"{t.games} games, half over by game turn {t.quantile(0.5)}; how they end: {ends}"
    charts = {
        "wins": dots("Games won", over, panels, Mark(0.5, "even chance 50 %"), 0.9),
        "game-length": columns("Length of games", lengths, Counter(t.lengths), "game turns"),
    }
    if found.pairs:
        pairs = [_bar(f"{a} against {b}", share_of(n)) for (a, b), n in sorted(found.pairs.items())]
        charts["pairs"] = dots("Deck against deck", over, [Panel("", pairs)], Mark(0.5, "50 %"), 0.9)
    cards = [_bar(name, share) for name, share in found.heaviest()]
    if len(cards) > _BEST + _WORST:
        cards = [*cards[:_BEST], *cards[-_WORST:]]
    if cards:
        note = "of the games its side cast it in, how many that side won; those in the middle are left out"
        charts["cards"] = dots("Cards and winners", note, [Panel("", cards)], Mark(0.5, "50 %"), 0.95)
    return charts


def _bar(name: str, share: Share) -> Bar:
    low, high = share.interval()
    return Bar(name, share.rate, (high - low) / 2, f"{share.rate:.1%} of {share.of}")
