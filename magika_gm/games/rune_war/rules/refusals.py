"""Why something was not done: a code with its rule; words are the reports' affair (SEQ-7)."""

from __future__ import annotations

from enum import StrEnum


class Refusal(StrEnum):
    """What forbids an order or a part of it."""

    WRONG_KIND = "wrong kind"
    NO_MAGIC_MODE = "no magic mode"
    NO_SUCH_CREATURE = "no such creature"
    NOT_OWN = "not own"
    PARALYSED = "paralysed"
    NO_MOVEMENT = "no movement"
    NO_BORDER = "no border"
    NO_ROOM = "no room"
    NO_CAROL = "no gate"
    NOT_WITH_CAROL = "not with the gate"
    NO_CIRCLE = "no circle"
    STANDS_THERE = "stands there"
    NOT_THERE = "not there"
    OWN_LAND = "own land"
    TOWER = "tower"
    GUARDED = "guarded"
    UNSEEN_GUARD = "unseen guard"
    LCP = "too few claim points"


RULE: dict[Refusal, str] = {
    Refusal.WRONG_KIND: "SEQ-6",
    Refusal.NO_MAGIC_MODE: "GAME-5",
    Refusal.NO_SUCH_CREATURE: "CREA-1",
    Refusal.NOT_OWN: "MOVE-1",
    Refusal.PARALYSED: "MOVE-5",
    Refusal.NO_MOVEMENT: "MOVE-2",
    Refusal.NO_BORDER: "ISLE-4",
    Refusal.NO_ROOM: "CREA-4",
    Refusal.NO_CAROL: "MOVE-6",
    Refusal.NOT_WITH_CAROL: "MOVE-6",
    Refusal.NO_CIRCLE: "MOVE-6",
    Refusal.STANDS_THERE: "MOVE-6",
    Refusal.NOT_THERE: "MOVE-7",
    Refusal.OWN_LAND: "CLAIM-1",
    Refusal.TOWER: "ISLE-3",
    Refusal.GUARDED: "CLAIM-1",
    Refusal.UNSEEN_GUARD: "CLAIM-3",
    Refusal.LCP: "CLAIM-1",
}


class Lack(StrEnum):
    """Why a CAST line waits (MAG-6, FINE-2)."""

    UNKNOWN = "unknown"
    WHEN = "when"
    UNIQUE = "unique"
    FULL = "full"
    TARGET = "target"
    PLACE = "place"
    POINTS = "points"
    RUNES = "runes"
    HELD_BACK = "held back"


HOLDS_BACK = frozenset((Lack.POINTS, Lack.RUNES))
"""What a SAVE order waits for when it holds back the orders below it (FINE-2)."""
