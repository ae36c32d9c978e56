"""Terrain, storms, control."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainChanged:
    """A hex got another terrain, paid from the budget (TERR-2) or by a spell (``by``: its caster)."""

    hex: int
    before: str
    after: str
    side: str
    cost: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class StormMade:
    """A storm stands in an airspace, until player turn ``until`` (STORM-3)."""

    hex: int
    until: int
    side: str
    cost: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class StormCalmed:
    """A storm was removed (TERR-2)."""

    hex: int
    side: str
    cost: int


@dataclass(frozen=True, slots=True)
class StormPassed:
    """A storm was over (STORM-3)."""

    hex: int


@dataclass(frozen=True, slots=True)
class HexTaken:
    """Control of a hex changed (CTRL)."""

    hex: int
    side: str
    before: str
