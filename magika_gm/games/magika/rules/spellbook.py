"""The 36 spells in order of activation (CAST, Figure 7): one table that grammar, legality, help and manual all read.

What a spell *does* is in ``effects``; ``data/spells.toml`` has what the rule book prints of it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from magika_gm.engine.plain import Data, Fields
from magika_gm.engine.toml import load_toml

Kind = Literal["none", "aim", "mage", "terrain", "shift", "direction", "artifact", "scroll"]
"""Parameter kinds. ``aim``: minor names a mage, major a colour. ``mage``: a mage at both levels."""

GAME = 0
"""Duration "for good"."""


class Span(NamedTuple):
    """A duration: ``length`` phases (unit "p") or turns (unit "t"); unit "" is no lasting effect (SEQ-8)."""

    length: int
    unit: str

    def __str__(self) -> str:
        """``10p``, ``1t``, or ``for good``."""
        return f"{self.length}{self.unit}" if self.unit else "for good"


def span(text: str) -> Span:
    """``"10p"``, ``"3t"`` or ``"game"`` as a Span."""
    return Span(GAME, "") if text == "game" else Span(int(text[:-1]), text[-1])


class Spell(NamedTuple):
    """A row of the table. Costs are points of arcania; durations minor, major of a team, major of a Black mage."""

    number: int
    code: str
    name: str
    alignment: str
    parameter: Kind
    minor_cost: int
    major_cost: int
    minor: Span
    team: Span
    black: Span
    effect: str
    bonus: str

    def cost(self, major: bool) -> int:
        """Arcania the reading costs."""
        return self.major_cost if major else self.minor_cost

    def lasts(self, major: bool, team: bool) -> Span:
        """Duration at that level for a caster who wears a colour (``team``) or is Black (CAST-14)."""
        if not major:
            return self.minor
        return self.team if team else self.black

    def parameter_at(self, major: bool) -> str:
        """What the order names after the code: "", mage, colour, terrain, shift, direction, artifact or scroll."""
        if self.parameter == "none" or (self.code == "ScArt" and major):
            return ""
        if self.parameter == "aim":
            return "colour" if major else "mage"
        return self.parameter


_DATA = load_toml("magika_gm.games.magika.data", "spells.toml")
_ROWS: dict[str, Data] = _DATA["spells"]


def _spell(number: int, code: str, row: Fields) -> Spell:
    """A row; its ``lasts`` is "minor; major" or "minor; team / black" as the rules print it."""
    minor, _, major = row["lasts"].partition("; ")
    team, _, black = (major or minor).partition(" / ")
    minor_cost, major_cost = row["costs"]
    return Spell(
        number,
        code,
        row["name"],
        row["alignment"],
        row.get("parameter", "none"),
        minor_cost,
        major_cost,
        span(minor),
        span(team),
        span(black or team),
        row["effect"],
        row["bonus"],
    )


SPELLS = tuple(_spell(number, code, row) for number, (code, row) in enumerate(_ROWS.items(), 1))
SPELL: dict[str, Spell] = {s.code: s for s in SPELLS}
FIGURES: dict[str, dict[str, Spell]] = {
    "descriptions": SPELL,
    "figure 7": {s.code: _spell(s.number, s.code, _ROWS[s.code] | _ROWS[s.code].get("figure_7", {})) for s in SPELLS},
}
"""The spell table by which of the rule book's two versions wins, a scenario's option (CAST-15)."""
CODES = tuple(SPELL)
"""Codes in listing order (by activation number)."""
ALIASES = {"fgmap": "FogMp", "steit": "StlIt"}
_BY_FOLDED = {code.casefold(): code for code in CODES} | ALIASES
SURVIVES_MINOR, SURVIVES_MAJOR = (frozenset(_DATA["survives"][level]) for level in ("minor", "major"))
"""Spells whose bonus is that the scroll survives the reading (CAST-10)."""


def code_of(text: str) -> str | None:
    """The spell code a player means, in whatever case, or None."""
    return _BY_FOLDED.get(text.casefold())


def folded_codes() -> dict[str, str]:
    """Every accepted spelling of a code, case folded, with the code it stands for."""
    return dict(_BY_FOLDED)


PROTECTED_BY: dict[str, str] = {code: ward for ward, codes in _DATA["protects"].items() for code in codes}
"""Which protection stops which spell (CAST-13)."""
RESISTIBLE = frozenset(_DATA["resistible"])
"""Spells a dwarf or the holder of the Lamp may resist; elemental losses too (CAST-12)."""
