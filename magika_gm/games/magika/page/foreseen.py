"""What the page's forecast of Magika is reckoned from: the rules' tables, and the mage as he stands.

The program (``js/``) does with it what ``sight.forecast`` and ``orders.check`` do; tests hold both to one another.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from magika_gm.engine.paging import settled
from magika_gm.games.magika.report.map_signs import terrain_name
from magika_gm.games.magika.rules import tables
from magika_gm.games.magika.rules.refusals import Refusal, Why
from magika_gm.games.magika.rules.spellbook import (
    FIGURES,
    PROTECTED_BY,
    RESISTIBLE,
    SURVIVES_MAJOR,
    SURVIVES_MINOR,
    Span,
)
from magika_gm.games.magika.rules.world import Mage, World
from magika_gm.games.magika.sight.memory import Memory


def rule_data(known: World, seat: str, memory: Memory) -> Mapping[str, Any]:
    """Tables and the mage; ``known`` is his own knowledge (RECON-10), so nothing else can get in."""
    return {
        "turn": known.turn,
        "moment": known.moment,
        "mage": _mage(known.mages[seat]),
        "terrain": "".join("0123456789A"[code] for code in known.terrain),
        "seen": {str(space): list(seen) for space, seen in sorted(memory.spaces.items())},
        **_tables(known.figures),
    }


@cache
def _tables(figures: str) -> Mapping[str, Any]:
    """The rules' tables: the same in every page of games played by these figures."""
    made = {
        "spells": [_spell(s.code, figures) for s in FIGURES[figures].values()],
        "survives": [sorted(SURVIVES_MINOR), sorted(SURVIVES_MAJOR)],
        "protects": dict(PROTECTED_BY),
        "resistible": sorted(RESISTIBLE),
        "names": [terrain_name(code) for code in range(11)],
        "factor": list(tables.ENDURANCE_FACTOR),
        "rest": list(tables.REST_RATE),
        "search": list(tables.SEARCH_CHANCE),
        "races": {
            name: [race.moves, race.attuned, race.resistance, race.search] for name, race in tables.RACES.items()
        },
        "moves": {
            "first": tables.FIRST,
            "second": tables.SECOND,
            "third": [tables.THIRD_OTHER, tables.THIRD_HUMAN],
            "fourth": [tables.FOURTH_OTHER, tables.FOURTH_HUMAN],
            "fifth": [tables.FIFTH_ELF, tables.FIFTH_HUMAN],
        },
        "artifacts": list(tables.ARTIFACTS),
        "aligned": dict(tables.ALIGNMENT_ARTIFACTS),
        "racial": dict(tables.RACIAL_ARTIFACTS),
        "colours": list(tables.COLOURS),
        "letters": tables.LETTERS,
        "words": {why.value: Refusal(why, "{what}").to_you for why in Why},
    }
    return {name: settled(table) for name, table in made.items()}


def _span(span: Span) -> str:
    return f"{span.length}{span.unit}" if span.unit else ""


def _spell(code: str, figures: str) -> list[Any]:
    s = FIGURES[figures][code]
    lasts = [_span(s.minor), _span(s.team), _span(s.black)]
    return [
        s.number,
        code,
        s.alignment,
        s.minor_cost,
        s.major_cost,
        s.parameter_at(False),
        s.parameter_at(True),
        *lasts,
    ]


def _mage(mage: Mage) -> Mapping[str, Any]:
    return {
        "letter": mage.letter,
        "race": mage.race,
        "alignment": mage.alignment,
        "space": mage.space,
        "endurance": mage.endurance,
        "arcania": mage.arcania,
        "skill": mage.skill,
        "aptitude": mage.aptitude,
        "maxEndurance": mage.max_endurance,
        "maxArcania": mage.max_arcania,
        "team": mage.team,
        "barred": mage.barred,
        "scrolls": [[s.code, s.until, s.bound] for s in mage.scrolls],
        "artifacts": list(mage.artifacts),
        "cloaks": list(mage.cloaks),
        "effects": dict(mage.effects),
        "boosted": list(mage.boosted),
        "unconscious": mage.unconscious,
        "mayUncloak": mage.may_uncloak,
    }
