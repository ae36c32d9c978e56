"""Who may speak for whom: what a mail that shows this or that may do, and what the office answers to whom.

This table decides every mail; docs/security.md is the page of it. Whatever it grants, answers of a seat go to that
seat's registered address and nowhere else, and only somebody who is believed gets his own words back.
"""

from __future__ import annotations

from enum import StrEnum

from magika_gm.store.vocabulary import Tier


class Shown(StrEnum):
    """What a mail shows that it is somebody's."""

    PASSWORD = "password"  # noqa: S105 - the word, not one
    """The password of a seat."""
    REPLY_ADDRESS = "reply address"
    """It came to the reply address of a seat's report, from the registered address, for the turn it is good for."""
    CODE = "code by mail"
    """It holds a code that was mailed to the address it comes from."""
    NOTHING = "nothing"


class Deed(StrEnum):
    """What a mail asks for."""

    ORDERS = "orders"
    ASK = "questions"
    """HELP, STATUS, HISTORY, FORM, WHY: read a seat's own papers."""
    DECLARE = "declarations"
    """FINAL, ABSENT."""
    PAY = "money"
    """REPORT, which is charged as a copy."""
    ADDRESS = "address"
    """Ask for a change of address; it is made when a code comes back from the old one."""
    RENEW = "renew"
    """Have a code for a new password, or to give up a sign-up, mailed to the registered address."""
    CONFIRM = "confirm"
    """Carry out what a code was mailed for."""
    SIGN_UP = "sign-up"
    """Be noted, unconfirmed: it costs nothing and counts for nothing."""
    JOIN = "join"
    """Be on the waiting list, in one's own name or a known player's."""


class Answer(StrEnum):
    """How much of itself a mail gets answered."""

    WHOLE = "whole"
    """What was understood, in its own words."""
    BARE = "bare"
    """What is wrong, by line numbers and keywords: nothing that somebody wrote into it."""
    NONE = "none"


BELIEVED = frozenset({Tier.NOT_ASKED, Tier.STRONG, Tier.WEAK})
"""Findings on the sender that let what lies in his mailbox speak for him. Where the mail server is asked
(``[mail] authserv``), one it can say nothing of is not enough: anybody can write a From line."""
_OF_A_SEAT = frozenset({Deed.ORDERS, Deed.ASK, Deed.DECLARE, Deed.PAY, Deed.ADDRESS})
_GRANTED = {
    Shown.PASSWORD: _OF_A_SEAT | {Deed.SIGN_UP, Deed.JOIN},
    Shown.REPLY_ADDRESS: _OF_A_SEAT | {Deed.SIGN_UP},
    Shown.CODE: frozenset({Deed.CONFIRM, Deed.JOIN}),
    Shown.NOTHING: frozenset({Deed.SIGN_UP, Deed.RENEW}),
}


def may(shown: Shown, tier: Tier, deed: Deed) -> bool:
    """Whether a mail that shows this, from a sender of whom that was found out, may do a deed.

    A password is believed from anywhere. What only proves that somebody reads a mailbox needs a sender who is
    believed. A signed mail is its own proof that its address signs up.
    """
    if shown is Shown.PASSWORD:
        return deed in _GRANTED[shown]
    if shown is Shown.NOTHING:
        return (deed in _GRANTED[shown] and tier is not Tier.FAIL) or (deed is Deed.JOIN and tier is Tier.STRONG)
    return tier in BELIEVED and deed in _GRANTED[shown]


def answer_to_owner(believed: bool) -> Answer:
    """How much a seat's registered address is told of a mail in its name."""
    return Answer.WHOLE if believed else Answer.BARE


def answer_to_sender(believed: bool, tier: Tier, known: bool, deed: Deed) -> Answer:
    """How much the address a mail says it comes from is told, where that is not the registered one.

    Orders are answered to nobody but the seat's owner; a ``known`` player whose mail was taken for nobody's or for
    another's hears that nothing was done. A sign-up is answered to its address, in words of our own.
    """
    if tier is Tier.FAIL or (believed and deed is not Deed.JOIN):
        return Answer.NONE
    if deed in (Deed.SIGN_UP, Deed.JOIN):
        return Answer.WHOLE if believed else Answer.BARE
    return Answer.BARE if known else Answer.NONE
