"""Dice of an adjudication case: what is forced, else the first candidate (CASE)."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.engine.cases import SEED
from magika_gm.engine.dice import Dice, Roll

ROLLS = ("xom_zol.effect.discard", "xom_zol.effect.gamble", "xom_zol.setup.first", "xom_zol.setup.shuffle")


class CaseDice(Dice):
    """A forced choice that is not among the candidates, and a roll not forced, give the first candidate."""

    def __init__(self, turn: int, forced: dict[str, list[int | str]]) -> None:
        super().__init__(SEED, turn, forced)

    def between(self, name: str, subject: str, low: int, high: int, rule: str) -> int:
        """The forced number if it is from ``low`` to ``high``, else ``low``."""
        value = self._force(name, subject)
        chosen = value if isinstance(value, int) and low <= value <= high else low
        self.rolls.append(Roll(self.phase, name, subject, self._count(name, subject), chosen, rule))
        return chosen

    def shuffle(self, name: str, subject: str, items: Sequence[str], rule: str) -> list[str]:
        """For k = n … 2 the forced number of the card to change places with, else the first."""
        order = list(items)
        for k in range(len(order), 1, -1):
            value = self._force(name, subject)
            j = value if isinstance(value, int) and 1 <= value <= k else 1
            order[k - 1], order[j - 1] = order[j - 1], order[k - 1]
        self.rolls.append(Roll(self.phase, name, subject, self._count(name, subject), ",".join(order), rule))
        return order
