"""Who may order: the game password, or the reply address of a report together with the address it was sent to.

A From address alone never suffices. What the receiving server found out about the sender is noted, and a reply address
is not taken from a mail that server calls forged. Guessing is slowed down: after some wrong passwords in a day the
owner is told once, and no more answers go out.
"""

from __future__ import annotations

import hmac
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import chain

from sqlalchemy import Connection, bindparam, exists, func, insert, select, text, update

from magika_gm.app.office.office import Office, stamp
from magika_gm.app.office.passwords import check_password, folded
from magika_gm.app.record.games import Game, Holder, find_game, game_ids, load_holders
from magika_gm.engine.records import record
from magika_gm.engine.sheet.offered import KEY_LENGTH
from magika_gm.mail.mailboxes import compared
from magika_gm.store import tables as t
from magika_gm.store.faults import count_of
from magika_gm.store.vocabulary import Credential, MailKind, Purpose, Tier

# Codes sent by mail to an address, to show that who answers reads it: random, stored as hashes, counted, and
# expiring.
#
# A code is drawn when the mail that carries it is made; a mail that is made again, because it could not be sent,
# carries a code of its own, and each of them is good.


# The reply address of a report: a secret a mail may carry instead of a password.
#
# It is a keyed hash under the office's own secret (``Office.keyed``), so nothing needs to be stored, and whoever
# knows a game's seed can make none. It is good for one seat, one turn, the player at the address it was sent to, and
# only as long as the run of the game it was made in stands: a turn that is taken back and run again makes others. It
# never stands in a log, a reason or a file name.


MARK_LENGTH = 4
"""Characters at the beginning of a reply token that tell the office which game it is of, and nobody who has no other
token of that game."""
UNMARKED_LENGTH = 16
"""Characters that are the secret, 80 bits; reports sent before tokens had a mark carry them alone."""
TOKEN_LENGTH = MARK_LENGTH + UNMARKED_LENGTH
MOST_TOKENS = 3
"""Reply addresses looked at in a mail."""


def reply_token(office: Office, game: str, seat: str, turn: int, run: str, address: str) -> str:
    """The token that lets the player at ``address`` order for a seat's ``turn``; ``run`` is when the turn before it
    was processed, as the store keeps it."""
    return mark_of(office, game) + secret_of(office, game, seat, turn, run, address)


def secret_of(office: Office, game: str, seat: str, turn: int, run: str, address: str) -> str:
    """What follows the mark in a token."""
    return office.keyed("reply token", game, seat, turn, run, compared(address))[:UNMARKED_LENGTH]


def mark_of(office: Office, game: str) -> str:
    """What the tokens of a game begin with, so that one that is made up is held against no seats."""
    return office.keyed("game of a reply token", game)[:MARK_LENGTH]


def form_key(office: Office, game: str, seat: str, turn: int | None) -> str:
    """What the order form of a seat for a turn is known by where it comes back quoted in an answer."""
    return office.keyed("order form", game, seat, turn)[:KEY_LENGTH]


def secrets_for(office: Office, game: str, tokens: Iterable[str]) -> list[str]:
    """The secrets in those of the tokens that may be a game's: they bear its mark, or none."""
    mark = mark_of(office, game)
    return [one[-UNMARKED_LENGTH:] for one in tokens if len(one) == UNMARKED_LENGTH or one.startswith(mark)]


def same(one: str, other: str) -> bool:
    """Whether two secrets are the same, in a time that tells nothing of where they differ."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


def reply_address(office: str, token: str) -> str:
    """``gm+token@example.org``: mail servers deliver what follows the plus to the address before it (RFC 5233)."""
    local, _, domain = office.rpartition("@")
    return f"{local}+{token}@{domain}"


def tokens_in(addresses: Iterable[str], office: str) -> list[str]:
    """The reply tokens in the addresses a mail was sent to."""
    local, _, domain = compared(office).rpartition("@")
    found = []
    for address in addresses:
        own, _, at = compared(address).rpartition("@")
        if at == domain and own.startswith(f"{local}+"):
            token = own[len(local) + 1 :]
            if len(token) in (TOKEN_LENGTH, UNMARKED_LENGTH) and token.isalnum():
                found.append(token)
    return found[:MOST_TOKENS]


LASTS = timedelta(days=3)
MOST_WRONG_CODES = 10
"""Wrong codes from an address after which what it was asked about is void."""
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""What nobody mistakes when he copies it: 32 signs, five bits each."""
_LENGTH = 12


def new_code(office: Office, connection: Connection, purpose: Purpose, subject: int, asked: datetime) -> str:
    """Draw a code and keep its hash; it expires :data:`LASTS` after it was ``asked`` for."""
    code = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
    last = connection.execute(select(func.max(t.codes.c.id))).scalar() or 0
    row = {
        "id": last + 1,
        "purpose": purpose,
        "subject": subject,
        "hash": _hash(office, purpose, subject, code),
        "made_at": stamp(asked),
        "expires_at": stamp(asked + LASTS),
    }
    connection.execute(insert(t.codes), [row])
    return code


def use_code(
    office: Office, connection: Connection, purpose: Purpose, subjects: Iterable[int], code: str, now: datetime
) -> int | None:
    """The subject a code confirms, of those it may be about; used up with this. A wrong one is counted for all."""
    c = t.codes.c
    asked = list(subjects)
    open_ = (c.purpose == purpose, c.subject.in_(asked), c.used_at == "", c.expires_at > stamp(now))
    rows = connection.execute(select(c.subject, c.hash, c.wrong).where(*open_)).all()
    mine = [row for row in rows if same(row.hash, _hash(office, purpose, row.subject, code))]
    right = [
        row.subject for row in mine if count_of(row.wrong, f"the code of {purpose} {row.subject}") < MOST_WRONG_CODES
    ]
    if not right:
        connection.execute(update(t.codes).where(*open_).values(wrong=c.wrong + 1))
        return None
    used = (c.purpose == purpose, c.subject == right[0])
    connection.execute(update(t.codes).where(*used).values(used_at=stamp(now)))
    return int(right[0])


def _hash(office: Office, purpose: Purpose, subject: int, code: str) -> str:
    return office.keyed("code", purpose, subject, code.casefold())


# Who may speak for whom: what a mail that shows this or that may do, and what the office answers to whom.
#
# This table decides every mail; docs/security.md is the page of it. Whatever it grants, answers of a seat go to that
# seat's registered address and nowhere else, and only somebody who is believed gets his own words back.


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
    """FINAL, ABSENT, WAIT."""
    PAY = "money"
    """REPORT, which is charged as a copy."""
    ADDRESS = "address"
    """Ask for a change of address; it is made when a code comes back from the old one."""
    RENEW = "renew"
    """Have a code for a new password, or to give up a sign-up, mailed to the registered address."""
    CONFIRM = "confirm"
    """Carry out what a code was mailed for."""
    READ = "read"
    """RULES: have what is printed for everybody."""
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
    Shown.PASSWORD: _OF_A_SEAT | {Deed.READ, Deed.SIGN_UP, Deed.JOIN},
    Shown.REPLY_ADDRESS: _OF_A_SEAT | {Deed.READ, Deed.SIGN_UP},
    Shown.CODE: frozenset({Deed.CONFIRM, Deed.JOIN}),
    Shown.NOTHING: frozenset({Deed.READ, Deed.SIGN_UP, Deed.RENEW}),
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
    another's hears that nothing was done. A sign-up is answered to its address, in words of our own; so is who asks for
    the rules.
    """
    if tier is Tier.FAIL or (believed and deed is not Deed.JOIN):
        return Answer.NONE
    if deed in (Deed.READ, Deed.SIGN_UP, Deed.JOIN):
        return Answer.WHOLE if believed else Answer.BARE
    return Answer.BARE if known else Answer.NONE


MOST_WRONG = 5
"""Wrong passwords for a mage in a day that are answered."""
OLDEST_REPLY = 12
"""Turns back for which a reply address is still known for one, so that its refusal can say why."""
DAY = timedelta(days=1)
_EXPOSED = "exposed"
# made once: to put a question together takes longer than to ask it, and these are asked for every mail
_SEEN = select(t.codes.c.hash).where(t.codes.c.purpose == _EXPOSED)
_RUNS = select(
    t.turns.c.turn, t.turns.c.processed_at, exists().where(t.codes.c.purpose == _EXPOSED).label("any_seen")
).where(t.turns.c.game == bindparam("game"), ~t.turns.c.held, t.turns.c.turn >= bindparam("since"))
# counted for a seat: what another one's answers come to, even at the same address, is no affair of its player. The
# recipient is asked for besides, as the index begins with it
ANSWERED = select(func.count()).where(
    t.outbox.c.recipient == bindparam("address"),
    t.outbox.c.game == bindparam("in_game"),
    t.outbox.c.seat == bindparam("of_seat"),
    t.outbox.c.created_at > bindparam("since"),
    text("kind != 'report'"),  # word for word as the index has it, which would not be used otherwise
)


@record
class Sender:
    """What a mail shows of its sender: ``tier`` is ``authresults``' judgement ("" where none is asked for)."""

    address: str
    tokens: tuple[str, ...] = ()
    tier: Tier = Tier.NOT_ASKED
    checked: Mapping[tuple[str, str], bool] = field(default_factory=dict)
    """Passwords and hashes that were held against each other before anything was locked, and whether they fit."""


@record
class Credentials:
    """What a mail was accepted on (``password``, ``reply address`` …), or ``why`` it was not."""

    kind: Credential = Credential.NONE
    why: str = ""
    wrong: bool = False
    """A password was given and is not the right one."""
    tier: Tier = Tier.NOT_ASKED
    cure: str = "answer your report or write your password"

    @property
    def ok(self) -> bool:
        """Whether the mail may order."""
        return not self.why

    @property
    def noted(self) -> str:
        """What the inbox keeps of it."""
        kind = Credential.WRONG if self.wrong else self.kind
        return f"{kind or 'none'}, {self.tier}" if self.tier else kind

    def __str__(self) -> str:
        """The line of an acknowledgement."""
        if not self.ok:
            return f"Credentials: not accepted; {self.why}."
        signed = "; the mail is signed by your own server" if self.tier == Tier.STRONG else ""
        return f"Credentials: accepted, by your {self.kind}{signed}."


@record
class Ticket:
    """Whose reply address a mail was sent to, and for which turn."""

    game: Game
    holder: Holder
    turn: int
    holders: Mapping[str, Holder] = field(default_factory=dict, compare=False, repr=False)
    """All the seats of the game."""


def ticket_of(
    office: Office, connection: Connection, tokens: Sequence[str], likely: Iterable[str] = (), sender: str = ""
) -> Ticket | None:
    """The seat and turn a reply address belongs to, of the coming turns first; None for a made-up one, for one of a
    game that is over, and for one of a run of the game that was taken back.

    The ``likely`` games are looked at first, and in them the seats of the ``sender``; of others only those the address
    bears the mark of, so that a mail costs nearly the same however many games there are.
    """
    looked_at = set[str]()
    for name in chain(likely, _marked(office, connection, tokens)):
        if name in looked_at:
            continue
        looked_at.add(name)
        game = find_game(connection, name, public=True)  # a sheet may name any
        if game is None or game.ending:
            continue
        holders = load_holders(connection, name)
        nearest = sorted(holders.values(), key=lambda holder: compared(holder.email) != sender)
        runs, seen = runs_and_seen(connection, game)
        found = _fitting(office, name, game.turn, runs, nearest, tokens, seen)
        if found is not None:
            return Ticket(game, holders[found[0]], found[1], holders)
    return None


def _marked(office: Office, connection: Connection, tokens: Sequence[str]) -> Iterator[str]:
    """The games that addresses say they are of. One without a mark says none: its report was sent to the address it
    must be answered from, which hints at the game."""
    marks = {token[:MARK_LENGTH] for token in tokens if len(token) == TOKEN_LENGTH}
    if marks:
        yield from (game for game in game_ids(connection) if mark_of(office, game) in marks)


def _fitting(
    office: Office,
    game: str,
    last: int,
    runs: Mapping[int, str],
    seats: Iterable[Holder],
    tokens: Sequence[str],
    seen: Mapping[str, int],
) -> tuple[str, int] | None:
    """The seat and turn of a game, whose last published one is ``last``, that one of the addresses belongs to."""
    due, secrets = last + 1, secrets_for(office, game, tokens)
    for holder in seats if secrets else ():
        for turn in range(due + 3, max(0, due - OLDEST_REPLY), -1) if holder.email else ():
            run = _unseen_run(office, game, holder, turn, run_before(runs, turn), seen)
            made = secret_of(office, game, holder.seat, turn, run, holder.email)
            if any(same(made, shown) for shown in secrets):
                return holder.seat, turn
    return None


def token_of(office: Office, game: str, holder: Holder, turn: int, run: str, seen: Mapping[str, int]) -> str:
    """The token that is good now: a fresh one for each time the one before was seen by others."""
    run = _unseen_run(office, game, holder, turn, run, seen)
    return reply_token(office, game, holder.seat, turn, run, holder.email)


def _unseen_run(office: Office, game: str, holder: Holder, turn: int, run: str, seen: Mapping[str, int]) -> str:
    """The run of the game a token is made of: another one for each time the token before was seen by others."""
    times = seen.get(_place(office, game, holder, turn, run), 0) if seen else 0
    return f"{run} {times}" if times else run


def _exposed(connection: Connection) -> Counter[str]:
    """How often a reply address was seen by others, by what it is for."""
    return Counter(connection.execute(_SEEN).scalars())


def expose(office: Office, connection: Connection, ticket: Ticket, now: datetime) -> None:
    """The reply address stood in a mail that went to others, too: it served that one, and serves no more."""
    run = run_before(runs_and_seen(connection, ticket.game)[0], ticket.turn)
    last = connection.execute(select(func.max(t.codes.c.id))).scalar() or 0
    row = {
        "id": last + 1,
        "purpose": _EXPOSED,
        "subject": ticket.turn,
        "hash": _place(office, ticket.game.id, ticket.holder, ticket.turn, run),
        "made_at": stamp(now),
        "expires_at": "",
    }
    connection.execute(insert(t.codes), [row])


def _place(office: Office, game: str, holder: Holder, turn: int, run: str) -> str:
    return office.keyed("exposed", game, holder.seat, turn, run, compared(holder.email))


def runs_and_seen(connection: Connection, game: Game) -> tuple[dict[int, str], Counter[str]]:
    """When each of the last published turns of a game was processed, as the store keeps it; and how often which reply
    address was seen by others: mostly none of the whole office, so that one question does for both."""
    rows = connection.execute(_RUNS, {"game": game.id, "since": game.turn - OLDEST_REPLY}).all()
    seen = _exposed(connection) if any(row.any_seen for row in rows) else Counter[str]()
    return {row.turn: row.processed_at for row in rows}, seen


def run_before(runs: Mapping[int, str], turn: int) -> str:
    """The run of the game a reply address for ``turn`` belongs to: that of the turn before it, or of the last one."""
    return runs.get(turn - 1) or runs[max(runs)]


def prove(
    game: Game, holder: Holder, password: str, turn: int | None, sender: Sender, ticket: Ticket | None
) -> Credentials:
    """Whether a mail may order for a mage's turn (None: ask or say something of the coming one)."""
    pair = (password, holder.password)
    if password and (sender.checked[pair] if pair in sender.checked else check_password(*pair)):
        return Credentials(Credential.PASSWORD, tier=sender.tier)
    wanted = game.turn + 1 if turn is None else turn
    mine = ticket is not None and (ticket.game.id, ticket.holder.seat) == (game.id, holder.seat)
    why = _why_not(ticket, holder, wanted, sender) if mine and ticket is not None else ""
    if mine and not why:
        return Credentials(Credential.REPLY_ADDRESS, tier=sender.tier)
    if password:
        why = "the password is not the right one"
        if folded(password).casefold() == holder.code_word.casefold():
            why = (
                "the password is not the right one: it is the code word your reports carry to show that they are from "
                "us, and yours is the one you signed up with"
            )
        return Credentials(why=why, wrong=True, tier=sender.tier)
    missing = "the password is missing"
    return Credentials(why=f"{why}, and {missing}" if why else missing, tier=sender.tier)


def _why_not(ticket: Ticket, holder: Holder, turn: int, sender: Sender) -> str:
    """Why a reply address does not do for a turn, or ""."""
    if ticket.turn != turn:
        return f"the reply address is good for turn {ticket.turn} only"
    if sender.address != compared(holder.email):
        return "a reply address does only for mail from your own address"
    if not may(Shown.REPLY_ADDRESS, sender.tier, Deed.ORDERS):
        if sender.tier == Tier.FAIL:
            return "the mail server does not believe that the mail is from your address"
        return "the mail server cannot tell whether the mail is from your address"
    return ""


def wrong_today(connection: Connection, game: str, seat: str, now: datetime) -> int:
    """How many mails with a wrong password came for a mage in the last 24 hours."""
    query = select(func.count()).where(
        t.inbox.c.game == game,
        t.inbox.c.seat == seat,
        t.inbox.c.proof.startswith(Credential.WRONG),
        t.inbox.c.received_at > stamp(now - DAY),
    )
    return connection.execute(query).scalar() or 0


def answered_today(connection: Connection, game: str, holder: Holder, now: datetime, kind: MailKind) -> int:
    """How many answers of one kind were written to a seat's player in the last 24 hours."""
    asked = {"address": holder.email, "in_game": game, "of_seat": holder.seat, "since": stamp(now - DAY)}
    return connection.execute(ANSWERED.where(t.outbox.c.kind == kind), asked).scalar() or 0
