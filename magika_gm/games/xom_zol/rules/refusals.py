"""Why a line was not carried out: a code, the rule it belongs to, and one sentence, worded once (MAIL-8)."""

from __future__ import annotations

from enum import StrEnum


class No(StrEnum):
    """Codes of refusals."""

    NOT_HELD = "not-held"
    WRONG_TIME = "wrong-time"
    NO_LAND = "no-land"
    BARRED = "barred"
    SECOND_MANA = "second-mana"
    NO_AIM = "no-aim"
    NOT_PAID = "not-paid"
    NOT_HERE = "not-here"
    NO_USE = "no-use"
    RESTS = "rests"
    DEPENDENT = "dependent"
    COMMITTED = "committed"
    INFLATED = "inflated"
    SINKS = "sinks"
    CONDITION = "condition"
    UNREAD = "unread"
    NOBODY = "nobody"
    ASSAULTED = "assaulted"
    NOT_REACHED = "not-reached"
    NOT_ASKED = "not-asked"
    SETTING = "setting"
    CANCELLED = "cancelled"


WORDS: dict[No, tuple[str, str]] = {
    No.NOT_HELD: ("PLAY-1", "the card is not in hand"),
    No.WRONG_TIME: ("CARD-2", "a card of this type cannot be cast then"),
    No.NO_LAND: ("MANA-2", "no land in play allows its kind"),
    No.BARRED: ("MANA-2", "MANA-2 and MANA-3 allow no such land or sigil"),
    No.SECOND_MANA: ("PLAY-1", "a mana card was cast already this game turn"),
    No.NO_AIM: ("PLAY-1", "there is nothing it may be aimed at"),
    No.NOT_PAID: ("MANA-8", "it cannot be paid on these terms"),
    No.NOT_HERE: ("PLAY-2", "no such card of yours is in play"),
    No.NO_USE: ("FX-2", "the card has no effect to use"),
    No.RESTS: ("UPK-3", "its upkeep lapsed: the effect rests"),
    No.DEPENDENT: ("FIELD-7", "what it depends on is not in play"),
    No.COMMITTED: ("FX-2", "the card is committed already"),
    No.INFLATED: ("STAT-5", "it was inflated as often as its printed D allows"),
    No.SINKS: ("STAT-2", "the change would take S or D below 0"),
    No.CONDITION: ("ORD-4", "its condition did not hold"),
    No.UNREAD: ("MAIL-8", "the line could not be read"),
    No.NOBODY: ("ASLT-1", "none of the creatures chosen may assault"),
    No.ASSAULTED: ("SEQ 3.3", "there is one assault a game turn"),
    No.NOT_REACHED: ("SEQ-4", "it was not reached"),
    No.NOT_ASKED: ("MAIL-3", "there was nothing for it to do"),
    No.SETTING: ("ORD", "a setting"),
    No.CANCELLED: ("CTR-2", "it was cancelled"),
}
"""Rule and sentence of every code."""


def why_not(code: No) -> str:
    """``MANA-8: it cannot be paid on these terms``."""
    rule, sentence = WORDS[code]
    return f"{rule}: {sentence}"
