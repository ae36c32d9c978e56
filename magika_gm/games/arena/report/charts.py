"""Charts of Arena's balance: who wins, with which army, how long games take, which magic is used."""

from __future__ import annotations

from collections.abc import Mapping

from reportlab.graphics.shapes import Drawing

from magika_gm.engine.trial import Share
from magika_gm.games.arena.rules.tables import SPELLS
from magika_gm.games.arena.trials import Balance
from magika_gm.reports.plots import Mark, Panel, Stack, columns, dots, share_bar, stacks


def _panel(title: str, shares: Mapping[str, Share]) -> Panel:
    return Panel(title, [share_bar(name, share) for name, share in shares.items()])


def charts(balance: Balance) -> dict[str, Drawing]:
    """The charts by file name."""
    over = f"{balance.games} games; bands: 95 % intervals"
    even = Mark(0.5, "even chance 50 %")
    first = {"all games": balance.first, **dict(sorted(balance.first_by_policy.items()))}
    panels = [_panel("The first player", first)]
    if balance.armies:
        panels.append(_panel("Each army against others", dict(sorted(balance.armies.items()))))
    if balance.policies:
        panels.append(_panel("Each policy against others", dict(sorted(balance.policies.items()))))
    panels.append(
        _panel("The first player, by armies", {f"{a} v {b}": s for (a, b), s in sorted(balance.pairs.items())})
    )
    used = sorted(((name, n) for name, n in balance.declared.items() if name in SPELLS), key=lambda row: -row[1])
    rows = [
        Stack(name, (balance.worked[name], n - balance.worked[name]), (balance.decided[name], 0)) for name, n in used
    ]  # fmt: skip
    drawn = {
        "wins": dots("Games won", over, panels, even, 1.0),
        "game-length": columns("Length of games", balance.course(), balance.lengths, balance.UNIT),
    }
    if rows:
        note = f"{balance.games} games; at the right: fights that it decided"
        drawn["spells"] = stacks("Spells begun", note, rows, ("worked", "did not"), ("begun", "decided"))
    return drawn
