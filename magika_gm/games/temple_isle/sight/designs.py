"""Designs of cards as rows: the same keys as the shipped card data, so that ``read_rows`` reads them back.

Rows are made once for each design: do not change what these functions give.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Any

from magika_gm.games.temple_isle.rules.board import WATER
from magika_gm.games.temple_isle.rules.catalogue import Aim, Catalogue, LandCard, MantraCard, UnitCard
from magika_gm.games.temple_isle.rules.vocabulary import When


@cache
def land_design(card: LandCard) -> dict[str, Any]:
    """A land's or temple's row."""
    row: dict[str, Any] = {"number": card.number, "name": card.name, "copies": card.copies}
    return row | ({"effects": [str(e) for e in card.effects]} if card.effects else {})


@cache
def unit_design(card: UnitCard) -> dict[str, Any]:
    """A unit's row."""
    row: dict[str, Any] = {
        "number": card.number,
        "name": card.name,
        "level": card.level,
        "scores": card.scores,
        "copies": card.copies,
    }
    effects = [str(e) for e in card.effects if e.when is not When.AFLOAT]
    row |= {"keywords": list(card.keywords)} if card.keywords else {}
    return row | ({"effects": effects} if effects else {})


@cache
def mantra_design(card: MantraCard) -> dict[str, Any]:
    """A mantra's row."""
    row: dict[str, Any] = {
        "number": card.number,
        "name": card.name,
        "level": card.level,
        "target": str(card.aim),
        "lasts": str(card.lasts),
        "copies": card.copies,
        "effects": [str(e) for e in card.effects],
    }
    row |= {"needs": [str(n) for n in card.needs]} if card.needs else {}
    row |= {"aim": "foe"} if card.hostile and card.aim is not Aim.FOE else {}
    return row | ({"fast": True} if card.fast else {})


def designs(catalogue: Catalogue, named: Collection[str]) -> dict[str, list[dict[str, Any]]]:
    """Rows of the cards ``named``, by kind, in catalogue order."""
    return {
        "land": [land_design(c) for n, c in catalogue.lands.items() if n in named and n != WATER],
        "temple": [land_design(c) for n, c in catalogue.temples.items() if n in named],
        "unit": [unit_design(c) for n, c in catalogue.units.items() if n in named],
        "mantra": [mantra_design(c) for n, c in catalogue.mantras.items() if n in named],
    }
