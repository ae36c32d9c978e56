"""Why a line was not carried out: a code, the rule it belongs to, and one sentence, worded once (MAIL-8)."""

from __future__ import annotations

from magika_gm.engine.words import Reason


class No(Reason):
    """Codes of refusals."""

    NOT_HELD = "not-held", "PLAY-1", "the card is not in hand"
    WRONG_TIME = "wrong-time", "CARD-2", "a card of this type cannot be cast then"
    NO_LAND = "no-land", "MANA-2", "no land in play allows its kind"
    BARRED = "barred", "MANA-2", "MANA-2 and MANA-3 allow no such land or sigil"
    SECOND_MANA = "second-mana", "PLAY-1", "a mana card was cast already this game turn"
    NO_AIM = "no-aim", "PLAY-1", "there is nothing it may be aimed at"
    NOT_PAID = "not-paid", "MANA-8", "it cannot be paid on these terms"
    NOT_HERE = "not-here", "PLAY-2", "no such card of yours is in play"
    NO_USE = "no-use", "FX-2", "the card has no effect to use"
    RESTS = "rests", "UPK-3", "its upkeep lapsed: the effect rests"
    DEPENDENT = "dependent", "FIELD-7", "what it depends on is not in play"
    COMMITTED = "committed", "FX-2", "the card is committed already"
    INFLATED = "inflated", "STAT-5", "it was inflated as often as its D allows"
    SINKS = "sinks", "STAT-2", "the change would take S or D below 0"
    CONDITION = "condition", "ORD-4", "its condition did not hold"
    UNREAD = "unread", "MAIL-8", "the line could not be read"
    NOBODY = "nobody", "ASLT-1", "none of the creatures chosen may assault"
    ASSAULTED = "assaulted", "SEQ 3.3", "there is one assault a game turn"
    NOT_REACHED = "not-reached", "SEQ-4", "it was not reached"
    NOT_ASKED = "not-asked", "MAIL-3", "there was nothing for it to do"
    SETTING = "setting", "ORD", "a setting"
    CANCELLED = "cancelled", "CTR-2", "it was cancelled"
