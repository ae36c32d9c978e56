"""The cards of the law, read from the game's data."""

from __future__ import annotations

from functools import cache

from magika_gm.engine.datafiles import load_toml
from magika_gm.games.temple_isle.rules.cardrows import read_rows
from magika_gm.games.temple_isle.rules.catalogue import Catalogue

PACKAGE = "magika_gm.games.temple_isle.data"


@cache
def standard() -> Catalogue:
    """The cards of the law: 27 lands, 8 temples, 34 units, 31 mantras (CARDS)."""
    tables = {kind: load_toml(PACKAGE, f"{kind}s.toml")[kind] for kind in ("land", "temple", "unit", "mantra")}
    faults: list[tuple[str, str]] = []
    catalogue = read_rows(tables, None, faults)
    assert not faults, faults
    return catalogue
