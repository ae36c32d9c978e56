"""The letterbox: what people write to the game master reaches him, they are told so, and he can write back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import sha256

from sqlalchemy import Connection, bindparam, func, select, update

from magika_gm import games
from magika_gm.app.enrolment.rule_book import book_meant
from magika_gm.app.enrolment.signup_form import blank_form
from magika_gm.app.enrolment.waiting_list import load_list, open_games
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.post.addresses import seats_at
from magika_gm.app.post.commands import book_mail, book_subject
from magika_gm.app.post.contents import GAMES, Mail
from magika_gm.app.post.credentials import (
    DAY,
    Answer,
    Credentials,
    Deed,
    answer_to_sender,
    answered_today,
    same,
    secret_of,
    secrets_for,
)
from magika_gm.app.post.order_desk import OrderDesk, Received, last_revision
from magika_gm.app.post.whose import MOST_LOOKED_AT, folded, mailbox_answered, too_many
from magika_gm.app.record.contact import everybody
from magika_gm.app.record.games import (
    Game,
    Holder,
    known_names,
    load_game,
    load_holders,
    memory_of,
    order_form,
)
from magika_gm.app.record.outgoing import OutgoingMail, letter, message_id, moment_of, notice, queue, queue_all, signed
from magika_gm.engine.records import record
from magika_gm.engine.sheet.bare import order_lines
from magika_gm.engine.words import Fault, words_of
from magika_gm.mail.compose import thread
from magika_gm.mail.mailboxes import compared
from magika_gm.store import tables as t
from magika_gm.store.archive import playing_at
from magika_gm.store.faults import moment
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
NOT_KNOWN = (
    "your mail was put before the game master, who will read it. Nobody plays from this address, so it was not "
    "taken for orders: players write from the address their reports go to, or put GAME, TURN and PASSWORD lines "
    "about their orders."
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
    form = order_form(game, load_holders(desk.connection, game.id), game.turn + 1, state, seat, desk.memory)
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
    if mailbox_answered(connection, mail.sender, now) or _strangers_enough(connection, now):
        return received
    named = _named(mail)
    wanted = named or list(games.SYSTEMS)
    if only_asks_for_games(mail):
        received = replace(received, outcome=Outcome.ACCEPTED, reason=GAMES)
    if _asks_for_rules(mail) and len(wanted) == 1:
        send_books(office, connection, mail, now, wanted, ())
        return received
    forms = "\n\n".join("\n".join(f"    {line}" for line in blank_form(games.system(name))) for name in wanted)
    others = [games.system(name).title for name in games.SYSTEMS if name not in wanted]
    also = (
        f"\n\nThere are {' and '.join(others)}, too: mail SIGN-UP and the game's name, and its form is sent."
        if others
        else ""
    )
    titles = " or ".join(games.system(name).title for name in wanted)
    text = (
        f"{open_games(office, connection)}\n\nWho would like to play {titles} sends the form for it, "
        f"filled in, in a new mail or above this line:\n\n{forms}{also}\n\nA line RULES and the name of a game brings "
        "its rule book."
    )
    if not named and _asks_for_a_form(mail):
        text = f"No game here has the name in your mail; these are played here.\n\n{text}"
    if not only_asks_for_games(mail):
        text = f"{NOT_KNOWN}\n\n{text}"
    subject = f"{office.settings.text('office', 'name')}: your mail"
    _send(office, connection, mail, mail.sender, MailKind.HINT, subject, signed(office, "reader", text), now)
    return received


def _strangers_enough(connection: Connection, now: datetime) -> bool:
    """Whether as many people the office does not know were answered today as may be."""
    o = t.outbox.c
    kinds = (MailKind.HINT, MailKind.RULES)
    today = select(func.count()).where(o.kind.in_(kinds), o.game.is_(None), o.created_at > stamp(now - DAY))
    return (connection.execute(today).scalar() or 0) >= MOST_STRANGERS


def send_books(
    office: Office, connection: Connection, mail: Mail, now: datetime, asked: Sequence[str], plays: Sequence[str]
) -> str:
    """Answer somebody who asks for rule books and proved nothing, each once a day: the books go to where he writes
    from, and what game is meant, where nobody can tell. Why he is not answered, or "" if he is."""
    why = NOT_AGAIN
    for said in dict.fromkeys(asked):
        flood = too_many(connection, mail.sender, now)
        if flood or _strangers_enough(connection, now):
            return flood or "too many strangers were answered today"
        book = book_meant(said, plays)
        if isinstance(book, str):
            _send(
                office,
                connection,
                mail,
                mail.sender,
                MailKind.HINT,
                "Rule books: which game?",
                signed(office, "reader", book),
                now,
            )
        elif _had_today(connection, mail.sender, book_subject(book), now):
            continue
        else:
            form = "\n".join(f"    {line}" for line in blank_form(book))
            also = f" Who would like to play sends this form, filled in, in a new mail or above this line:\n\n{form}"
            queue(connection, book_mail(office, mail, book, mail.sender, "reader", now, also))
        why = ""
    return why


def _had_today(connection: Connection, address: str, subject: str, now: datetime) -> bool:
    """Whether a mail that is called so went to a mailbox today."""
    o = t.outbox.c
    told = select(o.recipient).where(o.created_at > stamp(now - DAY), o.subject == subject)
    return any(folded(recipient) == folded(address) for recipient in connection.execute(told).scalars())


def _code_not_come(connection: Connection, address: str, now: datetime) -> bool:
    """Whether a sign-up waits for the code that went to an address, and its writer was not told today how it comes."""
    mine = folded(address)
    if not any(folded(waiting.email) == mine for waiting in load_list(connection, SignUpState.ASKED)):
        return False
    if _had_today(connection, address, CODE_AWAITED, now):
        return False
    return not too_many(connection, address, now)


def _asks_for_a_form(mail: Mail) -> bool:
    """Whether somebody asks for the form of a game, of whatever name."""
    return _FORM_OF.search(f"{mail.subject}\n{mail.contents.own_words}"[:500]) is not None


_FORM_OF = re.compile(
    r"^\s*SIGN[- ]?UP[ \t]+(?!(?:a|an|for|form|here|in|me|my|now|please|sheet|the|to|us)\b)\w+(?:[ \t]\w+){0,3}\W*$",
    re.IGNORECASE | re.MULTILINE,
)
"""A line that is SIGN-UP and a name, as the answer to a stranger says it is written."""


def _named(mail: Mail) -> list[str]:
    """The games somebody names."""
    said = _said(mail)
    return [name for name in games.SYSTEMS if f" {' '.join(words_of(games.system(name).title))} " in said]


def _said(mail: Mail) -> str:
    """What somebody says and calls it, in words."""
    return f" {' '.join(words_of(f'{mail.subject} {mail.contents.own_words}'[:500]))} "


def only_asks_for_games(mail: Mail) -> bool:
    """Whether a mail holds nothing but the word for which games there are."""
    names = {command.name for command in mail.contents.commands}
    return names == {GAMES} and not mail.contents.own_words and not mail.contents.read()


def _asks_for_rules(mail: Mail) -> bool:
    return any(f" {words} " in _said(mail) for words in ("RULES", "RULE BOOK", "RULEBOOK"))


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


@record
class Written:
    """A letter of the game master that waits in the outbox."""

    recipients: tuple[str, ...]
    subject: str
    mails: tuple[int, ...]
    """Their numbers there."""


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
        mails = queue_all(connection, [letter])
        open_ = row["outcome"] in (Outcome.ASIDE, Outcome.REMARK) and row["settled"] == Settled.NOT
        settled = Settled.ANSWERED if open_ else Settled.READ if row["settled"] == Settled.WORDS else None
        if settled is not None:
            connection.execute(update(t.inbox).where(t.inbox.c.id == number).values(settled=settled))
    return Written((row["sender"],), letter.subject, mails)


def write(office: Office, game_id: str, to: str, text: str, now: datetime, subject: str = "") -> Written:
    """A letter to one player of a game, or (``ALL``) to each who still plays, between turns; of ``ALL`` games, to all
    people of the office."""
    if not text.strip():
        raise OfficeError("an empty letter is not sent")
    about = subject.strip() or "a letter from your game master"
    with office.store.writing() as connection:
        if game_id == to.upper() == "ALL":
            found = everybody(connection)
            words = text.strip()
            return _written(connection, [letter(office, *person, about, words, now) for person in found], about)
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
        letters = []
        for holder in _once(people):
            named = (MailKind.LETTER, game.id, holder.seat, moment_of(now), sha256(text.encode()).hexdigest()[:8])
            mail = notice(office, game, holder, MailKind.LETTER, named, about, text.strip(), now)
            letters.append(replace(mail, turn=None))
        return _written(connection, letters, about)


def _written(connection: Connection, letters: Sequence[OutgoingMail], about: str) -> Written:
    return Written(tuple(one.recipient for one in letters), about, queue_all(connection, letters))


def _once(people: list[Holder]) -> list[Holder]:
    """Whoever plays two seats gets one letter."""
    return list({compared(holder.email): holder for holder in reversed(people)}.values())[::-1]


# Answers in good faith to what holds no more: the report of a turn that was taken back, a seat that is another's now.
#
# Who writes so is told the true reason, at the address it was sent to, and nobody else is.


NOT_AGAIN = "not answered again today"
_ANSWERED = select(t.outbox.c.game, t.outbox.c.turn, t.outbox.c.seat, t.outbox.c.kind, t.outbox.c.created_at).where(
    t.outbox.c.message_id == bindparam("answered")
)


@record
class Bygone:
    """Why a mail can do nothing more, and whose it is: a seat's player, or (``former``) who was it before."""

    game: Game
    holder: Holder
    why: str
    former: bool = False


def bygone_of(
    office: Office, connection: Connection, mail: Mail, tokens: Sequence[str], named: tuple[str, str] | None = None
) -> Bygone | None:
    """Whether a mail answers what holds no more, or is about the seat it is ``named`` after, which its sender has no
    more; None where it does not. Its sender's address proves nothing: what is found is told to that address alone."""
    if not mail.sender:
        return None
    answered = list(_answered(connection, mail))
    for whose in dict.fromkeys([*([named] if named else []), *((game, seat) for game, _, seat, _ in answered)]):
        former = _former(connection, *whose, mail.sender)
        if former is not None:
            return former
    void = _void_by_answer(connection, mail.sender, answered) or _void_by_token(office, connection, mail.sender, tokens)
    if void is None or (named is not None and void[:2] != named):
        return None
    game = load_game(connection, void[0], public=True)
    holder = load_holders(connection, game.id)[void[1]]
    turn = void[2]
    if game.turn >= turn:
        why = f"turn {turn} was taken back and played again; answer its newer report, which says what it corrects"
    else:
        why = (
            f"turn {turn} was taken back after its report was sent, so that an answer to that report orders nothing; "
            f"what you had sent for turn {turn} counts again, and a new report comes"
        )
    return None if game.ending else Bygone(game, holder, why)


def answer_bygone(
    office: Office, connection: Connection, mail: Mail, now: datetime, past: Bygone, letter: bool
) -> Received:
    """Tell its sender; a ``letter`` in words goes to the game master as well."""
    outcome, reason = (Outcome.REMARK, REASON) if letter else (Outcome.REFUSED, past.why)
    if answer_to_sender(False, mail.tier, True, Deed.ORDERS) is Answer.NONE:
        outcome, reason = Outcome.ASIDE, past.why
    elif too_many(connection, mail.sender, now):
        outcome, reason = (outcome, reason) if letter else (Outcome.ASIDE, f"{past.why}; {NOT_AGAIN}")
    else:
        proof = Credentials(why=past.why, tier=mail.tier)
        desk = OrderDesk(
            office=office, connection=connection, game=past.game, holder=past.holder, mail=mail, now=now, proof=proof,
            gone=past.former,
        )  # fmt: skip
        if not past.former:
            desk.also.append(empty_form(desk))
        done = "Your mail was put before your game master. It orders nothing" if letter else "Nothing was done"
        desk.answer(MailKind.HINT, f"{done}: {past.why}.")
    # whoever has the seat now has not written, and nobody need wait for him because of it
    seat = "" if past.former else past.holder.seat
    return Received(source=mail.source, outcome=outcome, reason=reason, game=past.game.id, turn=None, seat=seat)


def _answered(connection: Connection, mail: Mail) -> Iterator[tuple[str, int, str, str]]:
    """Game, turn and seat of each mail of ours that a mail answers, nearest first; of a report when it was made."""
    for identifier in dict.fromkeys((mail.in_reply_to, *reversed(mail.thread))):
        row = connection.execute(_ANSWERED, {"answered": identifier}).first() if identifier else None
        if row is not None and row.game and row.seat and row.turn is not None:
            yield row.game, row.turn, row.seat, row.created_at if row.kind == MailKind.REPORT else ""


def _former(connection: Connection, game: str, seat: str, sender: str) -> Bygone | None:
    """A seat's player of before who writes as if it were his still."""
    r, p, s = t.readers.c, t.players.c, t.seats.c
    now = connection.execute(select(s.player).where(s.game == game, s.seat == seat)).scalar()
    query = (
        select(p.id, p.name, p.email, r.email.label("then"))
        .join(t.readers, r.player == p.id)
        .where(r.game == game, r.seat == seat)
        .order_by(r.turn.desc())
    )
    rows = connection.execute(query).all()
    holder = load_holders(connection, game)[seat] if rows else None
    if holder is None or compared(holder.email) == compared(sender):
        return None
    for row in rows:
        if row.id != now and compared(sender) in (compared(row.email), compared(row.then)):
            found = load_game(connection, game, public=True)
            mine = replace(holder, name=row.name, email=sender, password="", code_word="")
            why = f"{found.who_is(holder)} of game {game} is played by somebody else now, and your orders do not count"
            return Bygone(found, mine, why, former=True)
    return None


def _void_by_answer(
    connection: Connection, sender: str, answered: Sequence[tuple[str, int, str, str]]
) -> tuple[str, str, int] | None:
    """Game, seat and turn of an answered report of its sender's seat that was taken back."""
    seats = seats_at(connection, sender)
    for game, turn, seat, made_at in answered:
        if not made_at or (game, seat) not in seats:
            continue
        query = select(t.turns.c.processed_at).where(t.turns.c.game == game, t.turns.c.turn == turn)
        stands = connection.execute(query).scalar()
        if stands is None or stamp(moment(stands, f"game {game}: when turn {turn} was processed")) != made_at:
            return game, seat, turn
        return None
    return None


def _void_by_token(
    office: Office, connection: Connection, sender: str, tokens: Sequence[str]
) -> tuple[str, str, int] | None:
    """The same, of a reply address that was on such a report."""
    r = t.recalled.c
    for game, seat in seats_at(connection, sender) if tokens else ():
        secrets = secrets_for(office, game, tokens)
        query = select(r.turn, r.processed_at).where(r.game == game, r.seat == seat)
        for turn, run in connection.execute(query) if secrets else ():
            made = secret_of(office, game, seat, turn + 1, run, sender)
            if any(same(made, shown) for shown in secrets):
                return game, seat, turn
    return None
