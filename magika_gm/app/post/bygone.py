"""Answers in good faith to what holds no more: the report of a turn that was taken back, a seat that is another's now.

Who writes so is told the true reason, at the address it was sent to, and nobody else is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection, bindparam, select

from magika_gm.app.office.office import Office, stamp
from magika_gm.app.post.addresses import seats_at
from magika_gm.app.post.contents import Mail
from magika_gm.app.post.credentials import Credentials
from magika_gm.app.post.floods import too_many
from magika_gm.app.post.letterbox import REASON, empty_form
from magika_gm.app.post.order_desk import OrderDesk, Received
from magika_gm.app.post.reply_tokens import same, secret_of, secrets_for
from magika_gm.app.post.speaking import Answer, Deed, answer_to_sender
from magika_gm.app.record.games import Game, Holder, load_game, load_holders
from magika_gm.store import tables as t
from magika_gm.store.faults import moment
from magika_gm.store.vocabulary import MailKind, Outcome

NOT_AGAIN = "not answered again today"
_ANSWERED = select(t.outbox.c.game, t.outbox.c.turn, t.outbox.c.seat, t.outbox.c.kind, t.outbox.c.created_at).where(
    t.outbox.c.message_id == bindparam("answered")
)


@dataclass(frozen=True, slots=True)
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
    if holder is None or holder.email.casefold() == sender.casefold():
        return None
    for row in rows:
        if row.id != now and sender.casefold() in (row.email.casefold(), row.then.casefold()):
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
