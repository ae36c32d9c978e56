"""Why a line is not carried out: a code with its rule and its words, said here and nowhere else (MAIL-5)."""

from __future__ import annotations

from enum import StrEnum


class Refusal(StrEnum):
    """Why a line was refused when the sheets were read, or is illegal when it comes up."""

    UNREADABLE = "unreadable"
    NOT_YOUR_TURN = "not your game turn"
    NOT_NOW = "not in this mail turn"
    AFTER_ACTIONS = "after actions"
    NOT_YOUR_UNIT = "not your unit"
    NOT_FAST = "not fast"
    ANSWERS_ONLY = "answers only"
    NOT_IN_HAND = "not in hand"
    COUNT = "count"
    MUTED = "muted"
    NO_TARGET = "no target"
    NO_SQUARE = "no square"
    LEVEL_SUM = "level sum"
    NO_PLACE = "no place"
    ORGANIZING = "organizing"
    HELD = "held"
    FIELD_SQUARE = "field square"
    FIELD_COPIES = "field copies"
    FIELD_LEVELS = "field levels"


class Dropped(StrEnum):
    """Why a line was passed over without being illegal."""

    CONDITION = "condition"
    NOT_NEEDED = "not needed"
    LEFT_PLAY = "left play"
    CUT_SHORT = "cut short"


class Lost(StrEnum):
    """Why an attack came to nothing after its point was spent (COMB-7d)."""

    ATTACKER_GONE = "attacker gone"
    TARGET_GONE = "target gone"
    OUT_OF_REACH = "out of reach"


RULE: dict[Refusal | Dropped | Lost, str] = {
    Refusal.UNREADABLE: "MAIL-5",
    Refusal.NOT_YOUR_TURN: "MAIL-3",
    Refusal.NOT_NOW: "MAIL-3",
    Refusal.AFTER_ACTIONS: "MAIL-6",
    Refusal.NOT_YOUR_UNIT: "ORD-2",
    Refusal.NOT_FAST: "FAST-2",
    Refusal.ANSWERS_ONLY: "CARDS-3",
    Refusal.NOT_IN_HAND: "ENCH-4",
    Refusal.COUNT: "ENCH-2",
    Refusal.MUTED: "EFF-1",
    Refusal.NO_TARGET: "ENCH-5",
    Refusal.NO_SQUARE: "CARDS-2",
    Refusal.LEVEL_SUM: "MUST-2",
    Refusal.NO_PLACE: "MUST-3",
    Refusal.ORGANIZING: "ACT-2",
    Refusal.HELD: "ACT-2",
    Refusal.FIELD_SQUARE: "VAR-1",
    Refusal.FIELD_COPIES: "VAR-1",
    Refusal.FIELD_LEVELS: "VAR-1",
    Dropped.CONDITION: "ORD",
    Dropped.NOT_NEEDED: "MUST-6",
    Dropped.LEFT_PLAY: "LAW-8",
    Dropped.CUT_SHORT: "ACT-12",
    Lost.ATTACKER_GONE: "COMB-7",
    Lost.TARGET_GONE: "COMB-7",
    Lost.OUT_OF_REACH: "COMB-7",
}
WORDS: dict[Refusal | Dropped | Lost, str] = {
    Refusal.UNREADABLE: "it cannot be read",
    Refusal.NOT_YOUR_TURN: "it is not your game turn",
    Refusal.NOT_NOW: "such a line has no place in this mail turn",
    Refusal.AFTER_ACTIONS: "it stands after the first unit line; from there on only Fast mantras are cast",
    Refusal.NOT_YOUR_UNIT: "the unit is not yours",
    Refusal.NOT_FAST: "only Fast mantras are cast by FAST lines",
    Refusal.ANSWERS_ONLY: "it only answers another mantra: write FAST … WHEN CAST …",
    Refusal.NOT_IN_HAND: "the card is not in your hand",
    Refusal.COUNT: "your units are too few for its level",
    Refusal.MUTED: "you may cast Fast mantras only",
    Refusal.NO_TARGET: "it has no legal target",
    Refusal.NO_SQUARE: "there is no square it could go to",
    Refusal.LEVEL_SUM: "the levels in play are too few for it",
    Refusal.NO_PLACE: "there is no card it could be mustered onto",
    Refusal.ORGANIZING: "the unit is organizing",
    Refusal.HELD: "the unit is held",
    Refusal.FIELD_SQUARE: "no square of the line may be taken",
    Refusal.FIELD_COPIES: "there are no more copies of that unit",
    Refusal.FIELD_LEVELS: "the levels agreed upon would be passed",
    Dropped.CONDITION: "its condition does not hold",
    Dropped.NOT_NEEDED: "the turn's muster is used up",
    Dropped.LEFT_PLAY: "the unit has left play",
    Dropped.CUT_SHORT: "a step was not legal and ended the line",
    Lost.ATTACKER_GONE: "the attacker has left play",
    Lost.TARGET_GONE: "the unit attacked has left play",
    Lost.OUT_OF_REACH: "the unit attacked is out of reach",
}


def told_why(code: Refusal | Dropped | Lost) -> str:
    """A reason in words with its rule: ``the unit is held (ACT-2)``."""
    return f"{WORDS[code]} ({RULE[code]})"
