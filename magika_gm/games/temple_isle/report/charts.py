"""Charts of Temple Isle's balance: who wins, how long games take, what is in winners' last hands."""

from __future__ import annotations

from reportlab.graphics.shapes import Drawing

from magika_gm.games.temple_isle.trials import Balance
from magika_gm.reports.plots import Bar, Mark, Panel, columns, dots, share_bar

_CARDS = 20
_FEWEST, _BEST, _WORST = 20, 14, 10
"""Musters below which a unit's share says nothing; units shown from the top and from the bottom."""
_MOST_IN_HANDS = 0.6
"""The share of winners' last hands that no card should pass."""


def charts(balance: Balance) -> dict[str, Drawing]:
    """The charts by file name."""
    over = f"{balance.games} games; bands: 95 % intervals"
    firsts = [share_bar("all games", balance.first)]
    firsts += [share_bar(f"{one} against {other}", s) for (one, other), s in sorted(balance.first_by_pairing.items())]
    panels = [Panel("First player, by who played first", firsts), Panel("Seat", [share_bar("SUN", balance.sun)])]
    if balance.mixed:
        panels.append(Panel("Careful against bold", [share_bar(p, s) for p, s in sorted(balance.mixed.items())]))
    panels.append(Panel("Who leads at half time", [share_bar("the leader", balance.led)]))
    most = max((share for _, share in balance.in_hands()), default=0.0)
    held = [Bar(card, share, 0.0, f"{share:.1%}") for card, share in balance.in_hands()[:_CARDS]]
    strong = [(card, share) for card, share in balance.mustered_by_winner.items() if share.cases >= _FEWEST]
    units = [share_bar(card, share) for card, share in sorted(strong, key=lambda row: -row[1].rate)]
    if len(units) > _BEST + _WORST:
        units = [*units[:_BEST], *units[-_WORST:]]
    drawn = {
        "wins": dots("Games won", over, panels, Mark(0.5, "even chance 50 %"), 0.7),
        "game-length": columns("Length of games", balance.course(), balance.lengths, balance.UNIT),
        "winners-hands": dots(
            "Cards in winners' last hands",
            f"{balance.won} games won, the {len(held)} cards found most; the most common {most:.0%}",
            [Panel("", held)],
            Mark(_MOST_IN_HANDS, "no card above"),
            _MOST_IN_HANDS,
        ),
    }
    if units:
        note = "of the times it was mustered, how often by the side that won; those in the middle are left out"
        drawn["units"] = dots("Units and winners", note, [Panel("", units)], Mark(0.5, "50 %"), 0.9)
    return drawn
