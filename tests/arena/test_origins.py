"""Whose each rule is: data/origins.toml."""

from __future__ import annotations

from magika_gm.engine.toml import load_toml
from magika_gm.games.arena.rulebook import RULEBOOK
from magika_gm.games.arena.rules.tables import DATA


def test_every_rule_has_an_origin() -> None:
    """Each number of the book, and no other: the author's with its place, what is ours with its reason."""
    origins = load_toml(DATA, "origins.toml")
    assert set(origins) == set(RULEBOOK.book.rules)
    for number, row in origins.items():
        assert set(row) <= {"origin", "place", "reason"}, number
        assert row["origin"] in ("author", "ours", "both"), number
        assert bool(row.get("place")) == (row["origin"] != "ours"), number
        assert bool(row.get("reason")) == (row["origin"] != "author"), number
