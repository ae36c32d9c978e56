"""The options of a scenario or case (SET-3), read with their faults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from magika_gm.games.temple_isle.rules.cardrows import nearest
from magika_gm.games.temple_isle.rules.state import Armies, Options, Pace

KEYS = tuple(f.name for f in fields(Options))
_LEAST = {"limit": 2, "stack": 1, "hand_limit": 0, "opening": 0, "absence": 0, "army_levels": 1}
_MOST = {"limit": 400, "stack": 10, "hand_limit": 100, "opening": 50, "absence": 100, "army_levels": 500}


def read_options(table: Mapping[str, Any], fault: Callable[[str, str], None]) -> Options:
    """The options a table gives; ``fault`` takes a key and what is wrong with its cure. Keys left out: the default."""
    given: dict[str, Any] = {}
    for key, value in table.items():
        if key not in KEYS:
            fault(key, f"there is no such option; {nearest(key, KEYS)}")
        elif key in _LEAST:
            low, high = _LEAST[key], _MOST[key]
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                fault(key, f"is {value!r}; write a whole number from {low} to {high}")
            elif key == "limit" and value % 2:
                fault(key, f"is {value}; write an even number, so that both have as many game turns (END-2)")
            else:
                given[key] = value
        elif key in ("joined_land", "shoot_water"):
            if isinstance(value, bool):
                given[key] = value
            else:
                fault(key, f"is {value!r}; write true or false")
        else:
            kind: type[Pace | Armies] = Pace if key == "pace" else Armies
            words = [str(k) for k in kind]
            if isinstance(value, str) and value in words:
                given[key] = kind(value)
            else:
                fault(key, f"is {value!r}; {nearest(value, words)}")
    return Options(**given)
