"""The letterbox: what people write to the game master reaches him, they are told so, and he can write back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256

from sqlalchemy import Connection, func, select, update

from magika_gm import games
from magika_gm.app.enrolment.waiting_list import load_list
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.post.contents import Mail
from magika_gm.app.post.credentials import DAY, answered_today
from magika_gm.app.post.floods import folded, mailbox_answered, too_many
from magika_gm.app.post.order_desk import OrderDesk, Received, last_revision
from magika_gm.app.post.whose import MOST_LOOKED_AT
from magika_gm.app.record.games import Holder, known_names, load_game, load_holders, memory_of
from magika_gm.app.record.outgoing import OutgoingMail, message_id, moment_of, notice, queue, signed
from magika_gm.engine.sheet.bare import order_lines
from magika_gm.engine.system import GameSystem
from magika_gm.engine.words import Fault, words_of
from magika_gm.mail.compose import thread
from magika_gm.store import tables as t
from magika_gm.store.archive import playing_at
from magika_gm.store.vocabulary import MailKind, Outcome, Settled, SignUpState, Tier

MOST_REMARKS = 5
"""Remarks from one address in a day whose coming is acknowledged; further ones reach the game master all the same."""
MOST_STRANGERS = 20
"""Answers a day to people the office does not know: whoever forges senders must not make it write to the world."""
REASON = "a letter to the game master"
CODE_AWAITED = "your sign-up waits for its code"
NOT_CONFIRMED = (
    "your mail was put before the game master, who will read it. A place in a game was asked for with this address, "
    "and that is not confirmed yet. If it was you, answer the mail that asked you to: write its line CONFIRM with the "
    "code above what is quoted, and nothing else in that line. If it was not you, do nothing."
)
BESIDE = "What you wrote beside that was put before your game master."


def put_before_master(desk: OrderDesk, *, late: bool = False) -> Received:
    """What a player wrote to a person, and nothing that was taken for orders: it is kept for the game master, and its
    writer told so, and how orders are sent.

    Whoever he is: it is answered at the registered address, without a word of it. ``late``, it came to a reply address
    of his whose turn is over.
    """
    received = desk.received(Outcome.REMARK, REASON)
    if answered_today(desk.connection, desk.game.id, desk.holder, desk.now, MailKind.HINT) >= MOST_REMARKS:
        return received
    game = desk.game
    said = f"{_why_none(desk, late=late)} It was put before your game master, who will read it."
    if not game.ending:
        there = last_revision(desk.connection, game, game.turn + 1, desk.holder.seat) > 0
        said += (
            f" Your orders for turn {game.turn + 1} are here as they were."
            if there
            else f" No orders for turn {game.turn + 1} have come from you yet."
        )
        said += f" {_how(desk)}"
    desk.answer(MailKind.HINT, said)
    return received


def _why_none(desk: OrderDesk, *, late: bool) -> str:
    """Why nothing in a mail was taken for orders; what reads like some is not denied."""
    contents, grammar = desk.mail.contents, desk.game.orders.GRAMMAR
    if desk.proof.ok or late:
        return "Your mail holds no orders that could be read." if contents.tried else "Your mail holds no orders."
    memory = memory_of(desk.connection, desk.game, desk.game.turn, desk.holder.seat)
    lines = order_lines(contents.own_words, grammar, known_names(desk.game, desk.holder, memory), MOST_LOOKED_AT)
    if not lines and not contents.tried:
        return "Your mail holds no orders."
    return (
        "Your mail holds what reads like orders. It was not taken for yours, as nothing in it shows that: it came to "
        "no reply address of ours, as an answer to your report does, and has no GAME line with your PASSWORD below."
    )


def _how(desk: OrderDesk) -> str:
    """How orders are sent by him who reads this."""
    if desk.office.settings.text("mail", "reply_address") == "plus":
        return "To send orders, answer this mail or your report with your order lines alone, one order a line, on top."
    due = f"GAME {desk.game.id} TURN {desk.game.turn + 1}"
    return f"To send orders, write {due}, PASSWORD and your password, then one order a line, then END."


def empty_form(desk: OrderDesk) -> str:
    """An order form for somebody whose orders could not be read."""
    game, seat = desk.game, desk.holder.seat
    if game.ending:
        return "The game is over."
    state = game.state(desk.connection)
    if seat not in game.system.rules.playing(state):
        return f"Your {game.system.words.seat} has left the game."
    form = game.orders.form(game.id, game.turn + 1, state, seat, desk.memory)
    return f"This is an order form for turn {game.turn + 1}:\n\n{form.rstrip()}"


def from_a_stranger(office: Office, connection: Connection, mail: Mail, now: datetime, why: str) -> Received:
    """Mail from an address nobody plays from: the game master sees it; its sender learns how to join, once a day."""
    outcome = Outcome.ASIDE if mail.contents.read() or not mail.contents.own_words else Outcome.REMARK
    received = Received(source=mail.source, outcome=outcome, reason=why if outcome == Outcome.ASIDE else REASON)
    if not mail.sender or mail.tier == Tier.FAIL:
        return received
    if _code_not_come(connection, mail.sender, now):
        text = signed(office, "reader", NOT_CONFIRMED)
        _send(office, connection, mail, mail.sender, MailKind.HINT, CODE_AWAITED, text, now)
        return received
    if mailbox_answered(connection, mail.sender, now):
        return received
    o = t.outbox.c
    strangers = select(func.count()).where(o.kind == MailKind.HINT, o.game.is_(None), o.created_at > stamp(now - DAY))
    if (connection.execute(strangers).scalar() or 0) >= MOST_STRANGERS:
        return received
    title = "/".join(games.system(name).title for name in games.SYSTEMS)
    wanted = _wanted(mail)
    forms = "\n\n".join("\n".join(f"    {line}" for line in blank_form(games.system(name))) for name in wanted)
    others = [games.system(name).title for name in games.SYSTEMS if name not in wanted]
    also = (
        f"\n\nThere are {' and '.join(others)}, too: mail SIGN-UP and the game's name, and its form is sent."
        if others
        else ""
    )
    text = (
        "your mail was put before the game master, who will read it. Nobody plays from this address, so it was not "
        "taken for orders: players write from the address their reports go to, or put GAME, TURN and PASSWORD lines "
        f"about their orders.\n\nWho would like to play {' or '.join(games.system(name).title for name in wanted)} "
        f"sends the form for it, filled in, in a new mail or above this line:\n\n{forms}{also}"
    )
    _send(
        office, connection, mail, mail.sender, MailKind.HINT, f"{title}: your mail", signed(office, "reader", text), now
    )
    return received


def _code_not_come(connection: Connection, address: str, now: datetime) -> bool:
    """Whether a sign-up waits for the code that went to an address, and its writer was not told today how it comes."""
    mine, o = folded(address), t.outbox.c
    if not any(folded(waiting.email) == mine for waiting in load_list(connection, SignUpState.ASKED)):
        return False
    told = select(o.recipient).where(o.created_at > stamp(now - DAY), o.subject == CODE_AWAITED)
    if any(folded(recipient) == mine for recipient in connection.execute(told).scalars()):
        return False
    return not too_many(connection, address, now)


def _wanted(mail: Mail) -> list[str]:
    """The games somebody asks about by their names; all there are where he names none."""
    said = f" {' '.join(words_of(f'{mail.subject} {mail.contents.own_words}'[:500]))} "
    named = [name for name in games.SYSTEMS if f" {' '.join(words_of(games.system(name).title))} " in said]
    return named or list(games.SYSTEMS)


def blank_form(system: GameSystem) -> list[str]:
    """A sign-up form with nothing in it: what is not filled in is never taken."""
    return [
        "SIGN-UP",
        f"GAME {system.title}",
        "NAME",
        "EMAIL",
        "ADDRESS",
        "PASSWORD",
        *system.signup.BLANK,
        "PACE either",
        "END",
    ]


def _send(
    office: Office, connection: Connection, mail: Mail, to: str, kind: MailKind, subject: str, body: str, now: datetime
) -> None:
    # in no thread: what a stranger calls his mail is a text of his, too
    answer = OutgoingMail(
        message_id=message_id(office, kind, mail.digest[:24]),
        kind=kind,
        recipient=to,
        subject=subject,
        created_at=stamp(now),
        body=body,
    )
    queue(connection, answer)


@dataclass(frozen=True, slots=True)
class Written:
    """A letter of the game master that waits in the outbox."""

    recipients: tuple[str, ...]
    subject: str


def reply(office: Office, number: int, text: str, now: datetime) -> Written:
    """Answer a mail of the inbox, in its thread, at the address it came from; it is settled with that."""
    if not text.strip():
        raise OfficeError("an empty letter is not sent")
    with office.store.writing() as connection:
        row = connection.execute(select(t.inbox).where(t.inbox.c.id == number)).mappings().first()
        if row is None:
            raise OfficeError(f"there is no message {number} in the inbox; magika-gm inbox lists what waits")
        if not row["sender"]:
            raise OfficeError(f"message {number} is a plain order sheet: nobody can be answered; magika-gm write does")
        subject = row["subject"] if row["subject"].casefold().startswith("re:") else f"Re: {row['subject']}".strip()
        in_reply_to, references = thread(row["message_id"], "", ())
        letter = OutgoingMail(
            message_id=message_id(office, MailKind.LETTER, number, moment_of(now)),
            kind=MailKind.LETTER,
            recipient=row["sender"],
            subject=subject[:200],
            created_at=stamp(now),
            game=row["game"],
            seat=row[t.inbox.c.seat],
            body=f"{text.strip()}\n\n{office.settings.text('office', 'gm')}\n",
            in_reply_to=in_reply_to,
            thread=references,
        )
        queue(connection, letter)
        open_ = row["outcome"] in (Outcome.ASIDE, Outcome.REMARK) and row["settled"] == Settled.NOT
        settled = Settled.ANSWERED if open_ else Settled.READ if row["settled"] == Settled.WORDS else None
        if settled is not None:
            connection.execute(update(t.inbox).where(t.inbox.c.id == number).values(settled=settled))
    return Written((row["sender"],), letter.subject)


def write(office: Office, game_id: str, to: str, text: str, now: datetime, subject: str = "") -> Written:
    """A letter to one player of a game, or (``ALL``) to each who still plays, between turns."""
    if not text.strip():
        raise OfficeError("an empty letter is not sent")
    with office.store.writing() as connection:
        game = load_game(connection, game_id)
        holders = load_holders(connection, game.id)
        if to.upper() == "ALL":
            chosen = [holders[seat] for seat in playing_at(connection, game.id, game.turn) if seat in holders]
        else:
            seat = game.orders.GRAMMAR.seat([to.upper()], {a: h.character for a, h in holders.items()})
            chosen = [] if isinstance(seat, Fault) else [holders[seat]] if seat in holders else []
        people = [holder for holder in chosen if holder.email]
        if not people:
            raise OfficeError(f"{to} is no {game.system.words.seat} a player plays in game {game.id}, nor ALL")
        about = subject.strip() or "a letter from your game master"
        for holder in _once(people):
            named = (MailKind.LETTER, game.id, holder.seat, moment_of(now), sha256(text.encode()).hexdigest()[:8])
            mail = notice(office, game, holder, MailKind.LETTER, named, about, text.strip(), now)
            queue(connection, replace(mail, turn=None))
    return Written(tuple(holder.email for holder in _once(people)), about)


def _once(people: list[Holder]) -> list[Holder]:
    """Whoever plays two seats gets one letter."""
    return list({holder.email.casefold(): holder for holder in reversed(people)}.values())[::-1]
