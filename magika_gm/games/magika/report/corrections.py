"""What differs between two turn files of one mage and turn, in words: what a corrected report tells its reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_FIGURES = ("space", "team", "status", "endurance", "arcania", "skill", "aptitude", "max_endurance", "max_arcania")
_SECTIONS = {
    "recon": "your recon map",
    "history": "your history map",
    "mages": "what is known of others",
    "artifacts": "where artifacts are",
    "allies": "your allies' maps",
    "standings": "the standings",
    "messages": "messages",
}


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What differs between two turn files of one mage and turn, in words."""
    found = []
    old, new = before["mage"], after["mage"]
    for key in _FIGURES:
        if old[key] != new[key]:
            found.append(f"{key.replace('_', ' ').replace('max ', 'maximum ')} {old[key]} is now {new[key]}")
    for key in ("scrolls", "items", "spells"):
        was, now = (_names(mage[key]) for mage in (old, new))
        if was != now:
            found.append(f"{key}: {', '.join(was) or 'none'} is now {', '.join(now) or 'none'}")
    found += _story(before["story"], after["story"])
    found += [words for key, words in _SECTIONS.items() if before[key] != after[key]]
    if before["ending"] != after["ending"]:
        found.append("how the game stands" if after["ending"] is None else "the game is over")
    return found


def _names(things: list[Any]) -> list[str]:
    return [
        t if isinstance(t, str) else " ".join(str(t[k]) for k in ("code", "spell", "remaining") if k in t)
        for t in things
    ]


def _story(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> list[str]:
    old, new = ({p["phase"]: p for p in chapters} for chapters in (before, after))
    found = []
    for phase in sorted({*old, *new}):
        title = {0: "before the turn", 6: "at its end"}.get(phase, f"phase {phase}")
        was, now = ([line["text"] for line in book.get(phase, {"lines": []})["lines"]] for book in (old, new))
        found += [f"{title} no longer: {text.rstrip('.')}" for text in was if text not in now]
        found += [f"{title} now: {text.rstrip('.')}" for text in now if text not in was]
    return found
