"""Words all sentences share: seats, creatures, places, runes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from magika_gm.games.rune_war.isle import NAMES as PLACE_NAMES
from magika_gm.games.rune_war.rules.refusals import Lack, Refusal
from magika_gm.games.rune_war.rules.state import Ending
from magika_gm.games.rune_war.runes import CODES, runes_text

WIND_NAMES: Mapping[str, str] = {"E": "East", "S": "South", "W": "West", "N": "North"}
ENDINGS: Mapping[Ending, str] = {
    Ending.ROUNDS: "the last round is over",
    Ending.ISLE: "one clan owns the whole isle",
}
MINUS = "\u2212"
REFUSED: Mapping[Refusal, str] = {
    Refusal.WRONG_KIND: "the other kind of turn was due",
    Refusal.NO_MAGIC_MODE: "there is no magic in this game",
    Refusal.NO_SUCH_CREATURE: "there is no such creature",
    Refusal.NOT_OWN: "it is not yours",
    Refusal.PARALYSED: "it is paralysed",
    Refusal.NO_MOVEMENT: "no movement is left",
    Refusal.NO_BORDER: "no border leads there",
    Refusal.NO_ROOM: "there is no room",
    Refusal.NO_CAROL: "no creature that gates is named with it",
    Refusal.NOT_WITH_CAROL: "it does not stand with Carol",
    Refusal.NO_CIRCLE: "there is no own circle",
    Refusal.STANDS_THERE: "it stands there already",
    Refusal.NOT_THERE: "it does not stand there",
    Refusal.OWN_LAND: "the land is yours",
    Refusal.TOWER: "the Tower belongs to nobody",
    Refusal.GUARDED: "it is guarded",
    Refusal.UNSEEN_GUARD: "something unseen guards it",
    Refusal.LCP: "your claim points against its owner are too few",
}
LACKING: Mapping[Lack, str] = {
    Lack.UNKNOWN: "you do not know it now",
    Lack.WHEN: "its WHEN is not fulfilled",
    Lack.UNIQUE: "it is on the map already",
    Lack.FULL: "you have five creatures",
    Lack.TARGET: "no target is legal",
    Lack.PLACE: "no place is legal",
    Lack.POINTS: "points are lacking",
    Lack.RUNES: "runes with magic are lacking",
    Lack.HELD_BACK: "a SAVE above it waits",
}


class Line(NamedTuple):
    """A sentence, its rule, whom it harms ("" for nobody), and whose own secret it is (a decision, a draw)."""

    text: str
    rule: str = ""
    harmed: str = ""
    own: bool = False
    listed: bool = False
    """Told in a list of its own as well: refused and waiting lines."""


@dataclass(frozen=True)
class Names:
    """Seats by wizard, creatures by kind, as sentences call them."""

    wizards: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)

    def seat(self, seat: str) -> str:
        """``Orachi``, or ``seat 1`` where nobody is known."""
        return self.wizards.get(seat, f"seat {seat}") if seat else "nobody"

    def creature(self, code: str) -> str:
        """``Wraith MA1``."""
        kind = self.kinds.get(code)
        return f"{kind} {code}" if kind else code

    def creatures(self, codes: Iterable[str]) -> str:
        """Several of them."""
        return ", ".join(self.creature(code) for code in codes)

    def fighter(self, code: str) -> str:
        """A creature, or the territory itself."""
        return self.place(code) if code in PLACE_NAMES else self.creature(code)

    @staticmethod
    def place(code: str) -> str:
        """``Ambermarch (Z3)``."""
        return "the Tower" if code == "T" else f"{PLACE_NAMES.get(code, code)} ({code})"


def rune(kind: int) -> str:
    """A rune's code, ``??`` for one not seen."""
    return "??" if kind < 0 else CODES[kind]


def runes(kinds: Iterable[int]) -> str:
    """``123K E E``."""
    return runes_text(sorted(kinds)) or "none"


def points(number: int) -> str:
    """``+10``, or nothing."""
    return f" (+{number})" if number else ""
