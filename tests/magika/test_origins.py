"""Whose each rule is: the author's, ours or both, with where he says it and what is ours."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from magika_gm.games.magika.rules.spellbook import SPELL

ROOT = Path(__file__).parents[2]
ORIGINS = tomllib.loads((ROOT / "magika_gm/games/magika/data/origins.toml").read_text(encoding="utf-8"))


def test_every_rule_has_an_origin() -> None:
    chapters = (ROOT / "templates/magika/rules").glob("*.j2")
    rules = {rule for path in chapters for rule in re.findall(r'\brule\("([A-Z]+-\d+)"', path.read_text("utf-8"))}
    assert len(rules) > 110
    assert ORIGINS.keys() - SPELL.keys() == rules


def test_each_says_where_or_why() -> None:
    wrong = {
        number
        for number, row in ORIGINS.items()
        if row["origin"] not in ("author", "ours", "both")
        or bool(row.get("place")) != (row["origin"] != "ours")
        or bool(row.get("reason")) != (row["origin"] != "author")
        or not row.keys() <= {"origin", "place", "reason"}
    }
    assert not wrong
