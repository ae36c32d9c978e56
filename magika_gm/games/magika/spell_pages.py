"""The players' wording of the 36 spells: what ``spellbook`` says in figures, said in sentences (the spell pages).

Costs, durations, parameters, protections and resistance are never repeated here: the pages take them from the table.
The sentences stand in ``data/spell_pages.toml``. Notes with a number (``R19``) are rulings of ours; each is printed as
one, at the spell it belongs to.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from magika_gm.engine.toml import load_toml
from magika_gm.games.magika.rules.spellbook import PROTECTED_BY, RESISTIBLE, SPELL, Span, Spell
from magika_gm.games.magika.rules.steps import CODES_OF, WEIGHTS_OF
from magika_gm.games.magika.rules.tables import ALIGNMENTS


class Note(NamedTuple):
    """A remark on a spell; ``ruling`` is our ruling's number (``R19``), or "" for a plain remark."""

    text: str
    ruling: str = ""


class SpellPage(NamedTuple):
    """A spell in words: what either level does, the bonus of CAST-10, and when it cannot do anything (CAST-5).

    ``void`` is "" where the spell can always have an effect once its target is in sight (or needs none).
    """

    code: str
    minor: str
    major: str
    bonus: str
    void: str = ""
    notes: tuple[Note, ...] = ()

    @property
    def spell(self) -> Spell:
        """The spell's row of figures."""
        return SPELL[self.code]


_DATA = load_toml("magika_gm.games.magika.data", "spell_pages.toml")


def _page(code: str, row: Mapping[str, Any]) -> SpellPage:
    said = {key: _DATA["said"].get(row[key], row[key]) for key in row if key != "notes"}
    return SpellPage(code, **said, notes=tuple(Note(**note) for note in row.get("notes", ())))


PAGES = tuple(_page(code, row) for code, row in _DATA["spells"].items())
PAGE: dict[str, SpellPage] = {p.code: p for p in PAGES}
_EXAMPLE = {
    "": "",
    "mage": " C",
    "colour": " RED",
    "terrain": " FOREST",
    "shift": " +2",
    "direction": " NE",
    "artifact": " CROWN",
    "scroll": " S3",
}
_ELEMENTAL = frozenset({"ElAtt", "ElDrp"})
"""Their losses may be resisted (CAST-12)."""
_NO_DEFENCE = frozenset({"FogMp", "Chaos"})


def order_example(spell: Spell, major: bool) -> str:
    """An order that casts the spell at that level, as a player may write it: ``CAST AtEndX RED``."""
    aim = _EXAMPLE[spell.parameter_at(major)]
    if spell.parameter == "direction" and major:
        aim = " NE 3"
    return f"CAST {spell.code}{'X' if major else ''}{aim}"


def span_words(span: Span) -> str:
    """A duration in words, counted as SEQ-8 does."""
    if not span.unit:
        return "for good"
    unit = {"p": "phase", "t": "turn"}[span.unit]
    return f"this {unit}" if span.length == 1 else f"{span.length} {unit}s"


def aptitude_words(spell: Spell, major: bool) -> str:
    """What reading the spell does to aptitude, success or not (CAST-7)."""
    cost = spell.cost(major)
    if spell.alignment == "neutral":
        return f"{(cost + 1) // 2} towards 0"
    return f"{cost:+d}" if spell.alignment == "good" else f"-{cost}"


def stopped_by(spell: Spell) -> str:
    """Protection and resistance that keep it off (CAST-12, CAST-13), in words; "" for a spell that harms nobody."""
    if spell.code in _NO_DEFENCE:
        return "none; neither a protection nor resistance keeps it off"
    ward = PROTECTED_BY.get(spell.code)
    text = f"{SPELL[ward].name} ({ward})" if ward else ""
    if spell.code in RESISTIBLE or spell.code in _ELEMENTAL:
        return f"{text}; resistance" if text else "resistance"
    return text


def find_chance(spell: Spell, own: bool) -> float:
    """Percent chance that a scroll found is this one, by whether it is of the finder's alignment (SRCH-5)."""
    weights = dict(zip(CODES_OF[spell.alignment], WEIGHTS_OF[spell.alignment], strict=True))
    share = 2 if own else 1
    return 100 * share / (len(ALIGNMENTS) + 1) * weights[spell.code] / sum(weights.values())
