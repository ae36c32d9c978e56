"""Why a line is not carried out: a code with its rule and its words, said here and nowhere else (MAIL-5)."""

from __future__ import annotations

from magika_gm.engine.words import Reason


class Refusal(Reason):
    """Why a line was refused when the sheets were read, or is illegal when it comes up."""

    UNREADABLE = "unreadable", "MAIL-5", "it cannot be read"
    NOT_YOUR_TURN = "not your game turn", "MAIL-3", "it is not your game turn"
    NOT_NOW = "not in this mail turn", "MAIL-3", "such a line has no place in this mail turn"
    AFTER_ACTIONS = (
        "after actions",
        "MAIL-6",
        "it stands after the first unit line; from there on only Fast mantras are cast",
    )
    NOT_YOUR_UNIT = "not your unit", "ORD-2", "the unit is not yours"
    NOT_FAST = "not fast", "FAST-2", "only Fast mantras are cast by FAST lines"
    ANSWERS_ONLY = "answers only", "CARDS-3", "it only answers another mantra: write FAST … WHEN CAST …"
    NOT_IN_HAND = "not in hand", "ENCH-4", "the card is not in your hand"
    COUNT = "count", "ENCH-2", "your units are too few for its level"
    MUTED = "muted", "EFF-1", "you may cast Fast mantras only"
    NO_TARGET = "no target", "ENCH-5", "it has no legal target"
    NO_SQUARE = "no square", "CARDS-2", "there is no square it could go to"
    LEVEL_SUM = "level sum", "MUST-2", "the levels in play are too few for it"
    NO_PLACE = "no place", "MUST-3", "there is no card it could be mustered onto"
    ORGANIZING = "organizing", "ACT-2", "the unit is organizing"
    HELD = "held", "ACT-2", "the unit is held"
    FIELD_SQUARE = "field square", "VAR-1", "no square of the line may be taken"
    FIELD_COPIES = "field copies", "VAR-1", "there are no more copies of that unit"
    FIELD_LEVELS = "field levels", "VAR-1", "the levels agreed upon would be passed"


class Dropped(Reason):
    """Why a line was passed over without being illegal."""

    CONDITION = "condition", "ORD", "its condition does not hold"
    NOT_NEEDED = "not needed", "MUST-6", "the turn's muster is used up"
    LEFT_PLAY = "left play", "LAW-8", "the unit has left play"
    CUT_SHORT = "cut short", "ACT-12", "a step was not legal and ended the line"
    NOT_DRAWN = "not drawn", "BUILD-2", "that temple was not drawn"
    NOT_YOURS_TO_PLACE = "not yours to place", "BUILD-5", "the other player places that temple"


class Lost(Reason):
    """Why an attack came to nothing after its point was spent (COMB-7d)."""

    ATTACKER_GONE = "attacker gone", "COMB-7", "the attacker has left play"
    TARGET_GONE = "target gone", "COMB-7", "the unit attacked has left play"
    OUT_OF_REACH = "out of reach", "COMB-7", "the unit attacked is out of reach"
