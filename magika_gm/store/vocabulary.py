"""The words the office's own tables use: what may stand in a column of kinds or states, and nothing else.

Every value is stored as it is written here; a member is a text, so that rows and members compare equal.
"""

from __future__ import annotations

from enum import StrEnum


class MailKind(StrEnum):
    """What a mail in the ``outbox`` is."""

    REPORT = "report"
    COPY = "copy"
    """A report once more, asked for by its player."""
    ACKNOWLEDGE = "acknowledge"
    """Orders were taken."""
    REFUSAL = "refusal"
    """Orders were not taken."""
    ANSWER = "answer"
    """To commands and questions."""
    RULES = "rules"
    """A rule book, to whoever asked for it."""
    HINT = "hint"
    """How orders are written, to somebody whose mail proved nothing."""
    SIGN_UP = "sign-up"
    JOIN = "join"
    """The code of a sign-up, to the address that stands in it."""
    REMIND = "remind"
    """An alert of turn insurance."""
    NUDGE = "nudge"
    """The reminder of missing orders that is for all."""
    CONFIRM = "confirm"
    """The code of a change of address, to the old one and then to the new one."""
    RENEWED = "renewed"
    """That earlier reply addresses are void, by an upgrade or a turn taken back, with a fresh one."""
    CODE = "code"
    """The code of a new password, or of a sign-up to be withdrawn, to the registered address."""
    CHANGED = "changed"
    """That an address (to the old one), a password or a place on the waiting list was changed."""
    DATE = "date"
    """A due date moved."""
    PAUSE = "pause"
    NOTICE = "notice"
    """What befell a position: its player is out."""
    WELCOME = "welcome"
    """A position with its last report, to who took it over."""
    OFFER = "offer"
    """A position, to somebody who stands by."""
    LETTER = "letter"
    """What the game master wrote himself."""
    BILL = "bill"
    """A receipt, a statement of account, or a reminder of a debt."""
    INVITE = "invite"
    """To the next game, after one is over."""


REPORTS = (MailKind.REPORT, MailKind.COPY)
"""Kinds of mail whose text is a turn's report files."""


class MailState(StrEnum):
    """How far a mail in the ``outbox`` is."""

    HELD = "held"
    """Its turn waits for the game master's review."""
    WAITING = "waiting"
    SENT = "sent"
    FAILED = "failed"
    """Given up after some tries."""
    SUPERSEDED = "superseded"
    """A newer report went out instead."""
    BOUNCED = "bounced"
    CANCELLED = "cancelled"


class Outcome(StrEnum):
    """What became of a mail in the ``inbox``."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    ASIDE = "aside"
    """For the game master to look at."""
    REMARK = "remark"
    """What a person wrote to a person: it waits in the game master's letterbox."""
    KNOWN = "known"
    """It came before: no row is written."""
    LEFT = "left"
    """Nothing of it could be kept: it stays in its mailbox, and no row is written."""


class Settled(StrEnum):
    """What became of a mail that was set aside."""

    NOT = ""
    ACCEPTED = "accepted"
    REFUSED = "refused"
    DROPPED = "dropped"
    ANSWERED = "answered"
    """The game master wrote back."""
    WORDS = "words"
    """Its orders are dealt with; the words beside them wait in the letterbox."""
    READ = "read"
    """So did these, and he has read them."""
    BOUNCE = "bounce"
    """It was a mail of ours that came back; nothing is left to settle."""


class Settle(StrEnum):
    """What the game master says of a mail set aside."""

    ACCEPT = "accept"
    REFUSE = "refuse"
    DROP = "drop"


class Credential(StrEnum):
    """What a mail was believed on (first part of ``inbox.proof``)."""

    NONE = ""
    PASSWORD = "password"  # noqa: S105 - the word, not one
    REPLY_ADDRESS = "reply address"
    MASTER = "game master's word"
    WRONG = "wrong password"


class Tier(StrEnum):
    """What the receiving server found out about a sender."""

    NOT_ASKED = ""
    STRONG = "strong"
    WEAK = "weak"
    NONE = "none"
    FAIL = "fail"


class Played(StrEnum):
    """Whose orders a seat was played with in a turn (``played.how``)."""

    MAILED = "mailed"
    DEFAULT = "default"
    """None came."""
    ABSENT = "absent"
    """None came, and he had said so."""
    BOUNCED = "bounced"
    """None came, and he had got no report."""
    PAUSED = "paused"
    """Not played until the account is settled: what came, if anything did, does not count."""
    POLICY = "policy"
    """Nobody plays the seat but the program."""
    MAY = "may"
    """A sheet came from a seat the turn did not wait for: it neither clears nor adds to a count of misses."""
    NONE = "none"
    """None came from a seat the turn did not wait for."""


SENT = (Played.MAILED, Played.MAY)
"""Seats from which a sheet came."""
GIVEN = (*SENT, Played.POLICY)
"""Seats with a sheet, be it empty: a turn is replayed with it."""
DEFAULTED = (Played.DEFAULT, Played.ABSENT, Played.BOUNCED, Played.PAUSED)
"""Seats whose sheet was waited for and did not come."""
AWAITED = (Played.MAILED, *DEFAULTED)
"""Seats whose player's sheet was waited for."""
EXCUSED = (Played.ABSENT, Played.BOUNCED, Played.PAUSED)
"""Default turns that do not count as missed."""


class Purpose(StrEnum):
    """What a code confirms (``codes.purpose``); ``codes.subject`` is the row it is about."""

    ADDRESS = "address"
    """A change of address, from the old one."""
    NEW_ADDRESS = "new address"
    """The same, from the new one."""
    SIGN_UP = "sign-up"
    PASSWORD = "password"  # noqa: S105 - the word, not one
    """A new password; the row is the player."""
    WITHDRAW = "withdraw"
    """A sign-up given up; likewise."""


class SignUpState(StrEnum):
    """How far a sign-up is."""

    ASKED = "asked"
    """It came by mail, and nobody has shown yet that it is from the address in it."""
    WAITING = "waiting"
    SEATED = "seated"
    WITHDRAWN = "withdrawn"


class Pace(StrEnum):
    """How many weeks a turn somebody would play at."""

    TWO = "two"
    THREE = "three"
    EITHER = "either"


class StandbyState(StrEnum):
    """How far somebody is who stands by."""

    WAITING = "waiting"
    OFFERED = "offered"
    PLACED = "placed"
    GONE = "gone"


IN_LINE = (StandbyState.WAITING, StandbyState.OFFERED)
"""Who stands in the line."""
NO_PLACE = {"game": None, "turn": None, "seat": None}
"""A row of somebody to whom no place is offered."""


class AddressState(StrEnum):
    """How far a change of address is."""

    ASKED = "asked"
    AGREED = "agreed"
    """Confirmed at the old address; the new one was asked and has not said so yet."""
    DONE = "done"
    WITHDRAWN = "withdrawn"


class DebtStep(StrEnum):
    """What was done about a debt beyond the limit (``debts.step``)."""

    REMINDED = "reminded"
    LAST = "last"
    """The last reminder: at the turn after next the seat is paused."""
    PAUSED = "paused"
    """The seat is not played until the account is settled."""


class RuleBook(StrEnum):
    """``players.rule_book`` where it is not the game whose first report the book comes with."""

    NONE = ""
    OWNED = "owned"
