"""Equipping and mounting."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ItemDropped:
    """An item was laid down (ITEM-1)."""

    creature: str
    item: str
    place: int


@dataclass(frozen=True, slots=True)
class ItemEquipped:
    """An item was taken up (ITEM-1)."""

    creature: str
    item: str


@dataclass(frozen=True, slots=True)
class ItemFell:
    """An item dropped in the air fell to the ground (ITEM-3)."""

    item: str
    place: int


@dataclass(frozen=True, slots=True)
class Mounted:
    """A creature mounted another, coming from ``before`` or from no mount (SIZE-2)."""

    rider: str
    mount: str
    before: str


@dataclass(frozen=True, slots=True)
class Dismounted:
    """A creature left its mount, or was thrown (SIZE-2, CRE-3, MAG-22)."""

    rider: str
    mount: str


@dataclass(frozen=True, slots=True)
class VehicleTaken:
    """A vehicle came to another player's side with who rides it (VEH-1)."""

    creature: str
    side: str
