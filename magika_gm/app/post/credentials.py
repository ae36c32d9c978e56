"""Who may order: the game password, or the reply address of a report together with the address it was sent to.

A From address alone never suffices. What the receiving server found out about the sender is noted, and a reply address
is not taken from a mail that server calls forged. Guessing is slowed down: after some wrong passwords in a day the
owner is told once, and no more answers go out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, func, select, text

from magika_gm.app.office.office import stamp
from magika_gm.app.office.passwords import check_password
from magika_gm.app.post.reply_tokens import reply_token, same
from magika_gm.app.record.games import Game, Seat, game_ids, load_game, load_seats
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import Credential, MailKind, Tier

MOST_WRONG = 5
"""Wrong passwords for a mage in a day that are answered."""
OLDEST_REPLY = 12
"""Turns back for which a reply address is still known for one, so that its refusal can say why."""
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Sender:
    """What a mail shows of its sender: ``tier`` is ``authresults``' judgement ("" where none is asked for)."""

    address: str
    tokens: tuple[str, ...] = ()
    tier: Tier = Tier.NOT_ASKED


@dataclass(frozen=True, slots=True)
class Proof:
    """What a mail was accepted on (``password``, ``reply address`` …), or ``why`` it was not."""

    kind: Credential = Credential.NONE
    why: str = ""
    wrong: bool = False
    """A password was given and is not the right one."""
    tier: Tier = Tier.NOT_ASKED

    @property
    def ok(self) -> bool:
        """Whether the mail may order."""
        return not self.why

    @property
    def noted(self) -> str:
        """What the inbox keeps of it."""
        if self.wrong:
            return Credential.WRONG
        return f"{self.kind or 'none'}, {self.tier}" if self.tier else self.kind

    def __str__(self) -> str:
        """The line of an acknowledgement."""
        if not self.ok:
            return f"Credentials: not accepted; {self.why}."
        signed = "; the mail is signed by your own server" if self.tier == Tier.STRONG else ""
        return f"Credentials: accepted, by your {self.kind}{signed}."


@dataclass(frozen=True, slots=True)
class Ticket:
    """Whose reply address a mail was sent to, and for which turn."""

    game: Game
    seat: Seat
    turn: int


def ticket_of(connection: Connection, tokens: Sequence[str]) -> Ticket | None:
    """The seat and turn a reply address belongs to, of the coming turns first; None for a made-up one."""
    for token in tokens:
        for name in game_ids(connection):
            game = load_game(connection, name, public=True)
            due = game.turn + 1
            for seat in load_seats(connection, name).values():
                if not seat.email:
                    continue
                for turn in range(due + 3, max(0, due - OLDEST_REPLY), -1):
                    if same(reply_token(game.seed, game.id, seat.letter, turn, seat.email), token):
                        return Ticket(game, seat, turn)
    return None


def prove(game: Game, seat: Seat, password: str, turn: int | None, sender: Sender, ticket: Ticket | None) -> Proof:
    """Whether a mail may order for a mage's turn (None: ask or say something of the coming one)."""
    if password and check_password(password, seat.password):
        return Proof(Credential.PASSWORD, tier=sender.tier)
    wanted = game.turn + 1 if turn is None else turn
    mine = ticket is not None and (ticket.game.id, ticket.seat.letter) == (game.id, seat.letter)
    why = _why_not(ticket, seat, wanted, sender) if mine and ticket is not None else ""
    if mine and not why:
        return Proof(Credential.REPLY_ADDRESS, tier=sender.tier)
    if password:
        return Proof(why="the password is not the right one", wrong=True, tier=sender.tier)
    missing = "the password is missing"
    return Proof(why=f"{why}, and {missing}" if why else missing, tier=sender.tier)


def _why_not(ticket: Ticket, seat: Seat, turn: int, sender: Sender) -> str:
    """Why a reply address does not do for a turn, or ""."""
    if ticket.turn != turn:
        return f"the reply address is good for turn {ticket.turn} only"
    if sender.address != seat.email.casefold():
        return "a reply address does only for mail from your own address"
    if sender.tier == Tier.FAIL:
        return "the mail server does not believe that the mail is from your address"
    return ""


def wrong_today(connection: Connection, game: str, letter: str, now: datetime) -> int:
    """How many mails with a wrong password came for a mage in the last 24 hours."""
    query = select(func.count()).where(
        t.inbox.c.game == game,
        t.inbox.c.letter == letter,
        t.inbox.c.proof == Credential.WRONG,
        t.inbox.c.received_at > stamp(now - DAY),
    )
    return connection.execute(query).scalar() or 0


def answered_today(connection: Connection, address: str, now: datetime, kind: MailKind | None = None) -> int:
    """How many answers (of one kind) were written to an address in the last 24 hours; reports do not count."""
    query = select(func.count()).where(
        t.outbox.c.recipient == address,
        t.outbox.c.created_at > stamp(now - DAY),
        text("kind != 'report'"),  # word for word as the index has it, which would not be used otherwise
    )
    if kind is not None:
        query = query.where(t.outbox.c.kind == kind)
    return connection.execute(query).scalar() or 0
