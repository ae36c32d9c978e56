"""Charts of the balance: which decks win, who goes first, mana luck, how long games take, which cards weigh most."""

from __future__ import annotations

from reportlab.graphics.shapes import Drawing

from magika_gm.games.xom_zol.trials import Balance
from magika_gm.reports.plots import Mark, Panel, columns, dots, share_bar

_BEST, _WORST = 14, 10


def charts(found: Balance) -> dict[str, Drawing]:
    """The charts by file name."""
    over = f"{found.games} games; bands: 95 % intervals"
    firsts = [share_bar("side of game turn 1", found.first), share_bar("side A", found.side_a)]
    panels = [Panel("Who goes first", firsts)]
    if found.decks:
        panels.append(Panel("Deck", [share_bar(name, share) for name, share in sorted(found.decks.items())]))
    panels.append(
        Panel(
            "What decides",
            [
                share_bar("richer in mana at its fifth turn", found.richer),
                share_bar("leader in life at half time", found.leader),
            ],
        )
    )
    drawn = {
        "wins": dots("Games won", over, panels, Mark(0.5, "even chance 50 %"), 0.9),
        "game-length": columns("Length of games", found.course(), found.lengths, found.UNIT),
    }
    if found.pairs:
        pairs = [share_bar(f"{a} against {b}", share) for (a, b), share in sorted(found.pairs.items())]
        drawn["pairs"] = dots("Deck against deck", over, [Panel("", pairs)], Mark(0.5, "50 %"), 0.9)
    cards = [share_bar(name, share) for name, share in found.heaviest()]
    if len(cards) > _BEST + _WORST:
        cards = [*cards[:_BEST], *cards[-_WORST:]]
    if cards:
        note = "of the games its side cast it in, how many that side won; those in the middle are left out"
        drawn["cards"] = dots("Cards and winners", note, [Panel("", cards)], Mark(0.5, "50 %"), 0.95)
    return drawn
