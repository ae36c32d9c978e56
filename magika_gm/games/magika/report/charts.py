"""Charts of Magika's balance: who wins and with what, how long games take, which spells are read."""

from __future__ import annotations

from collections.abc import Mapping

from reportlab.graphics.shapes import Drawing

from magika_gm.games.magika.rules.spellbook import CODES
from magika_gm.games.magika.trials import SEATS, Balance, Fared
from magika_gm.reports.plots import Bar, Mark, Panel, Stack, columns, dots, stacks

_OUTCOME_NAMES = ("succeeded", "failed", "no possible effect")


def charts(balance: Balance) -> dict[str, Drawing]:
    """The charts by file name."""
    even = Mark(1 / SEATS, f"even chance {1 / SEATS:.1%}")
    over = f"{balance.games} games; bands: 95 % intervals"

    def wins(title: str, table: Mapping[str, Fared]) -> Panel:
        rows = [
            Bar(name, s.rate, s.error, f"{s.rate:.1%}, {s.points / s.cases:.1f} VP, {s.cases} seats")
            for name, s in table.items()
            if s.cases
        ]
        return Panel(title, rows)

    spells: dict[str, tuple[list[int], list[int]]] = {code: ([0] * 3, [0] * 3) for code in CODES}
    for use in balance.uses():
        spells[use.code][use.major][:] = [use.success, use.failed, use.void]
    used = sorted(spells.items(), key=lambda entry: -sum(map(sum, entry[1])))
    rows = [Stack(code, *counts) for code, counts in used]
    spells_note = f"{balance.games} games; without the Ebon Mage's own teleports"
    return {
        "wins": dots(
            "Games won a seat",
            over,
            (
                wins("By policy", balance.policies),
                wins("By race (novices)", balance.races),
                wins("By alignment (novices)", balance.alignments),
            ),
            even,
        ),
        "game-length": columns("Length of games", balance.course(), balance.lengths, "turns"),
        "spells": stacks("Spells read", spells_note, rows, _OUTCOME_NAMES, ("minor", "major")),
    }
