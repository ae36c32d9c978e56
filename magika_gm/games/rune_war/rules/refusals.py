"""Why something was not done: a code with its rule and its words (SEQ-7)."""

from __future__ import annotations

from magika_gm.engine.words import Reason


class Refusal(Reason):
    """What forbids an order or a part of it."""

    WRONG_KIND = "wrong kind", "SEQ-6", "the other kind of turn was due"
    NO_MAGIC_MODE = "no magic mode", "GAME-5", "there is no magic in this game"
    NO_SUCH_CREATURE = "no such creature", "CREA-1", "there is no such creature"
    NOT_OWN = "not own", "MOVE-1", "it is not yours"
    PARALYSED = "paralysed", "MOVE-5", "it is paralysed"
    NO_MOVEMENT = "no movement", "MOVE-2", "no movement is left"
    NO_BORDER = "no border", "ISLE-4", "no border leads there"
    NO_ROOM = "no room", "CREA-4", "there is no room"
    NO_CAROL = "no gate", "MOVE-6", "no creature that gates is named with it"
    NOT_WITH_CAROL = "not with the gate", "MOVE-6", "it does not stand with Carol"
    NO_CIRCLE = "no circle", "MOVE-6", "there is no own circle"
    STANDS_THERE = "stands there", "MOVE-6", "it stands there already"
    NOT_THERE = "not there", "MOVE-7", "it does not stand there"
    OWN_LAND = "own land", "CLAIM-1", "the land is yours"
    TOWER = "tower", "ISLE-3", "the Tower belongs to nobody"
    IF_FALSE = "if false", "SEE-6", "its IF was false"
    GUARDED = "guarded", "CLAIM-1", "it is guarded"
    UNSEEN_GUARD = "unseen guard", "CLAIM-3", "something unseen guards it"
    LCP = "too few claim points", "CLAIM-1", "your claim points against its owner are too few"


class Lack(Reason):
    """Why a CAST line waits (MAG-6, FINE-2)."""

    UNKNOWN = "unknown", "", "you do not know it now"
    WHEN = "when", "", "its WHEN is not fulfilled"
    UNIQUE = "unique", "", "it is on the map already"
    FULL = "full", "", "you have five creatures"
    TARGET = "target", "", "no target is legal"
    PLACE = "place", "", "no place is legal"
    POINTS = "points", "", "points are lacking"
    RUNES = "runes", "", "runes with magic are lacking"
    HELD_BACK = "held back", "", "a SAVE above it waits"


HOLDS_BACK = frozenset((Lack.POINTS, Lack.RUNES))
"""What a SAVE order waits for when it holds back the orders below it (FINE-2)."""
