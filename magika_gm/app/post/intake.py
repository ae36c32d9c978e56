"""Order mail in: every message ends in exactly one of accepted, refused, set aside; acknowledged at once (DIPL-2)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select, update

from magika_gm.app.office.errors import UNFORESEEN
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.office.passwords import hash_password, is_weak
from magika_gm.app.post.addresses import confirm_change, seat_of_address
from magika_gm.app.post.answers import read_answer
from magika_gm.app.post.asked import ask, ask_by_address, confirm_asked
from magika_gm.app.post.codes import Purpose
from magika_gm.app.post.commands import HELP, obey
from magika_gm.app.post.contents import (
    EMPTY_FORM,
    NEW_PASSWORD,
    WITHDRAW,
    Mail,
    Paper,
    disagreement,
    mail_of,
    sheets_apart,
)
from magika_gm.app.post.credentials import (
    Proof,
    Sender,
    Ticket,
    answered_today,
    expose,
    prove,
    ticket_of,
)
from magika_gm.app.post.floods import folded, too_many
from magika_gm.app.post.letterbox import BESIDE, REASON, empty_form, from_a_stranger, put_before_master
from magika_gm.app.post.order_desk import Desk, Received, Worlds, not_believed
from magika_gm.app.post.reply_tokens import tokens_in
from magika_gm.app.post.signup_desk import confirm_sign_up, form_of, take_sign_up
from magika_gm.app.post.speaking import Answer, Deed, Shown, answer_to_sender, may
from magika_gm.app.record.games import Game, Holder, game_ids, known_names, load_game, load_holders, memory_of
from magika_gm.engine.sheet.grammar import SheetGrammar
from magika_gm.engine.sheet.sheet import LineFault, Sheet
from magika_gm.mail.readers import Incoming
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import Credential, MailKind, MailState, Outcome, Settled

__all__ = ["Received", "ingest"]
NOT_SAID = (
    "it does not say whose it is, or shows nothing that is his; write GAME, MAGE and PASSWORD above, or answer your "
    "report"
)
"""Said of a wrong game, a wrong name and a missing or wrong password alike."""
NOT_AGAIN = "not answered again today"
OTHERS = (
    "Your mail went to others, too, who could see the reply address it was sent to. It was taken, but that address is "
    "void from now on: answer this mail instead."
)


def ingest(office: Office, incoming: Iterable[Incoming], now: datetime) -> Iterable[Received]:
    """Take messages in one by one, each in a transaction of its own; ``settle`` is called once it is committed."""
    settings = office.settings
    worlds: Worlds = {}
    for item in incoming:
        mail = mail_of(item, settings.text("mail", "authserv"), settings.text("office", "email"))
        with office.store.writing() as connection:
            received = _receive(office, connection, mail, now, worlds)
        item.settle()
        yield received


def _receive(office: Office, connection: Connection, mail: Mail, now: datetime, worlds: Worlds) -> Received:
    known = select(t.inbox.c.outcome).where(
        (t.inbox.c.digest == mail.digest)
        | ((t.inbox.c.message_id == mail.message_id) & (t.inbox.c.sender == mail.sender))
    )
    if connection.execute(known).first() is not None:
        return Received(mail.source, Outcome.KNOWN, "this message came before")
    try:
        with connection.begin_nested():
            received = judge(office, connection, mail, now, worlds=worlds)
    except UNFORESEEN as error:  # it is set aside, and the mail behind it goes on
        received = Received(mail.source, Outcome.ASIDE, f"it set off an error ({error.__class__.__name__})")
    if received.outcome in (Outcome.ACCEPTED, Outcome.REFUSED) and not received.settled and mail.papers.speaks_to_us:
        received = replace(received, settled=Settled.WORDS)
    path = _keep(office, mail, received)
    row = {
        "message_id": mail.message_id,
        "digest": mail.digest,
        "received_at": stamp(now),
        "sender": mail.sender,
        "subject": mail.subject[:200],
        "outcome": received.outcome,
        "reason": received.reason,
        "game": received.game or None,
        "turn": received.turn,
        "seat": received.seat or None,
        "path": path,
        "proof": received.proof[:40],
        "settled": received.settled,
    }
    connection.execute(insert(t.inbox), [row])
    return received


def _keep(office: Office, mail: Mail, received: Received) -> str:
    """Keep the raw bytes under ``turns/``, before anything is committed: a crash can at worst leave a spare copy."""
    place = f"{received.game}/{received.turn}" if received.game and received.turn is not None else "aside"
    folder = office.root / "turns" / place
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{received.seat or 'mail'}-{mail.digest[:16]}.{mail.suffix}"
    path.touch(0o600)  # it may hold a password
    with path.open("wb") as file:
        file.write(mail.raw)
        file.flush()
        os.fsync(file.fileno())  # once it is committed as taken in, no power failure may lose it
    return str(path.relative_to(office.root))


@dataclass(frozen=True, slots=True)
class _Nobody:
    """Nobody can tell whose message it is: why, and whether orders were meant."""

    why: str
    tried: bool = False
    trouble: bool = False
    """``why`` is how it was written, in words of our own."""


@dataclass(slots=True)
class _Whose:
    """Game and seat a message is about, and its sheets read with the names that player knows."""

    game: Game
    holder: Holder
    memory: Any
    papers: list[Paper]
    by_name: bool = False
    """It was found by a character's name."""


def judge(
    office: Office,
    connection: Connection,
    mail: Mail,
    now: datetime,
    hand: tuple[str, str] | None = None,
    worlds: Worlds | None = None,
) -> Received:
    """What becomes of a message; everything but its place in the inbox is done.

    ``hand`` is the game and seat the game master takes it for, on his own word.
    """
    if hand is None and mail.bounce is not None:
        return _came_back(connection, mail)
    if hand is None and mail.why_aside:
        return Received(mail.source, Outcome.ASIDE, mail.why_aside)
    code = next((c.rest for c in mail.papers.commands if c.name == "CONFIRM"), "")
    if code:
        return _confirmed(office, connection, mail, code, now)
    asked = _asked(office, connection, mail, now) if hand is None else None
    if asked is not None:
        return asked
    form = form_of(mail) if hand is None else None
    if form is None:
        return _ordered(office, connection, mail, now, hand, worlds)
    if not any(paper.says_something for paper in mail.papers.read()):
        return take_sign_up(office, connection, mail, form, now)
    received = _ordered(office, connection, mail, now, hand, worlds)
    signed = take_sign_up(office, connection, mail, form, now)
    ordered = f"orders: {received.reason or received.outcome}"
    outcome = next(
        o for o in (Outcome.ASIDE, Outcome.REFUSED, Outcome.ACCEPTED) if o in (received.outcome, signed.outcome)
    )
    return replace(received, outcome=outcome, reason=f"{ordered}; {signed.reason}"[:300])


def _asked(office: Office, connection: Connection, mail: Mail, now: datetime) -> Received | None:
    """A mail that asks for a code and for nothing else, from a registered address: there the code goes, whoever wrote.

    None for any other mail: one that says whose it is goes to the desk.
    """
    names = {c.name for c in mail.papers.commands}
    purposes = [p for p, name in ((Purpose.PASSWORD, NEW_PASSWORD), (Purpose.WITHDRAW, WITHDRAW)) if name in names]
    if not purposes or mail.papers.read() or not may(Shown.NOTHING, mail.tier, Deed.RENEW):
        return None
    told = [ask_by_address(office, connection, purpose, mail.sender, now) for purpose in purposes]
    if not any(told):
        return None
    return Received(mail.source, Outcome.ACCEPTED, f"{', '.join(sorted(names))}: a code goes to the registered address")


def _ordered(
    office: Office,
    connection: Connection,
    mail: Mail,
    now: datetime,
    hand: tuple[str, str] | None,
    worlds: Worlds | None,
) -> Received:
    """What becomes of orders and questions in a message; a sign-up beside them is another matter."""
    tokens = tokens_in(mail.to, office.settings.text("office", "email"))
    ticket = ticket_of(office, connection, tokens) if tokens else None
    if hand is not None:
        game = load_game(connection, hand[0], public=True)
        ticket = Ticket(game, load_holders(connection, game.id)[hand[1]], game.turn + 1)
    groups = sheets_apart(mail)
    if len(groups) > 1 and hand is None:
        return _several(office, connection, mail, now, worlds, groups)
    read_answer(connection, mail, ticket)
    whose = _whose(connection, mail, ticket, hand)
    if isinstance(whose, _Nobody):
        return _by_address(office, connection, mail, now, whose)
    sheet = whose.papers[0].sheet if whose.papers else None
    if sheet is not None and hand is not None:
        sheet = replace(sheet, game=whose.game.id)  # he may have written another
    orders = sheet is not None and (whose.papers[0].says_something or not mail.papers.commands)
    strange = only_asked(sheet) if orders and sheet is not None and mail.papers.commands else ()
    orders = orders and not strange
    if sheet is not None and sheet.turn is None and ticket is not None:
        sheet = replace(sheet, turn=ticket.turn)
    sender = Sender(mail.sender, tuple(tokens), mail.tier)
    proof = Proof(Credential.MASTER)
    if hand is None:
        turn = sheet.turn if orders and sheet is not None else None
        proof = prove(whose.game, whose.holder, sheet.password if sheet is not None else "", turn, sender, ticket)
    if proof.kind == Credential.PASSWORD and sheet is not None and is_weak(whose.holder.password):
        mine = (t.seats.c.game == whose.game.id, t.seats.c.seat == whose.holder.seat)
        connection.execute(update(t.seats).where(*mine).values(password=hash_password(sheet.password)))
    if not proof.ok and not proof.wrong and whose.by_name:
        # whether a character is in the game is told to nobody who might only ask
        return _by_address(office, connection, mail, now, _Nobody(NOT_SAID, tried=True))
    desk = Desk(office, connection, whose.game, whose.holder, mail, now, proof, whose.memory)
    if worlds is not None:
        desk.worlds = worlds
    if proof.kind == Credential.REPLY_ADDRESS and ticket is not None and _seen_by_others(office, mail):
        expose(office, connection, ticket, now)
        desk.also.append(OTHERS)
    if strange and proof.ok:
        desk.also += [f"> {fault.text or f'line {fault.line}'}\n\nThis was not understood." for fault in strange]
    received = _at_the_desk(desk, sheet, whose.papers, orders=orders)
    if not proof.ok and mail.sender != whose.holder.email.casefold():
        _tell_sender(office, connection, mail, now)
    return received


def only_asked(sheet: Sheet) -> tuple[LineFault, ...]:
    """The lines nobody understands of a sheet that stands about questions alone; none where orders are meant."""
    if sheet.orders or sheet.messages:
        return ()
    lost = tuple(fault for fault in sheet.faults if not fault.unclosed)
    return () if any(fault.phase or fault.near for fault in lost) and sheet.turn is not None else lost


def _seen_by_others(office: Office, mail: Mail) -> bool:
    """Whether a mail went to anybody but us and him who wrote it."""
    own = folded(office.settings.text("office", "email"))
    return any(folded(address) not in (own, folded(mail.sender)) for address in mail.to)


def _tell_sender(office: Office, connection: Connection, mail: Mail, now: datetime) -> None:
    """A known player whose mail was taken for another's, and not believed, hears that nothing was done: in words that
    are the same whatever was wrong, and that hold nothing of his mail."""
    found = seat_of_address(connection, mail.sender) if mail.sender else None
    known = found is not None
    if answer_to_sender(False, mail.tier, known, Deed.ORDERS) is Answer.NONE or found is None:
        return
    if not too_many(connection, mail.sender, now):
        desk = Desk(office, connection, *found, mail, now, Proof(why="nothing proved", tier=mail.tier))
        desk.answer(MailKind.HINT, f"Nothing was done: {NOT_SAID}.")


def _several(
    office: Office,
    connection: Connection,
    mail: Mail,
    now: datetime,
    worlds: Worlds | None,
    groups: list[tuple[str, int | None]],
) -> Received:
    """Sheets for several games or turns in one mail: each is taken or refused, and answered, by itself."""
    found: list[Received] = []
    for number, group in enumerate(groups):
        game, turn = group
        papers = replace(mail.papers, only=group, commands=mail.papers.commands if number == 0 else [])
        part = replace(mail, papers=papers, part=f"{number + 1}")
        received = _ordered(office, connection, part, now, None, worlds)
        said = f"game {game}" + (f" turn {turn}" if turn is not None else "")
        found.append(replace(received, reason=f"{said} {received.outcome}: {received.reason}".rstrip(": ")))
    worst = next(o for o in (Outcome.ASIDE, Outcome.REFUSED, Outcome.ACCEPTED) if any(r.outcome == o for r in found))
    chosen = next(r for r in found if r.outcome == worst)
    reason = "; ".join(r.reason for r in found)[:300]
    return replace(chosen, reason=reason, faults=sum(r.faults for r in found))


def _at_the_desk(desk: Desk, sheet: Sheet | None, papers: list[Paper], *, orders: bool) -> Received:
    """A message whose game and mage are known: believed or not, then refused, asked or taken."""
    commands = desk.mail.papers.commands
    if desk.proof.kind != Credential.MASTER:
        flood = _flood(desk)
        if flood:
            return desk.received(Outcome.ASIDE, flood, sheet)
    if not desk.proof.ok and not orders and any(c.name == NEW_PASSWORD for c in commands):
        return _lost_password(desk)
    if not desk.proof.ok:
        return not_believed(desk, sheet if orders else None)
    odd = disagreement(papers)
    if odd:
        return desk.refuse(odd, sheet)
    if desk.mail.papers.speaks_to_us and (orders or commands) and desk.proof.kind != Credential.MASTER:
        desk.also.append(BESIDE)
    if orders and sheet is not None:
        return desk.take(sheet, lambda: obey(desk, commands, sheet.turn))
    if not commands and desk.mail.papers.own_words and desk.mail.papers.trouble != EMPTY_FORM:
        return put_before_master(desk)
    if not commands:
        return desk.refuse(desk.mail.papers.trouble or "there is no order sheet in it")
    obey(desk, commands, None)
    strange = [f"{c.name} {c.rest}".strip() for c in commands if c.odd]
    if len(strange) == len(commands):
        desk.answer(MailKind.ANSWER, "What you wrote was not understood.")
        return desk.received(Outcome.REFUSED, f"{', '.join(strange)} was not understood")
    desk.answer(MailKind.ANSWER, "This is what you asked for.")
    return desk.received(Outcome.ACCEPTED, ", ".join(c.name for c in commands))


def _lost_password(desk: Desk) -> Received:
    """Who lost his password can show none: the code goes to the registered address, and nobody hears of it else."""
    s = t.seats.c
    query = select(s.player).where(s.game == desk.game.id, s.seat == desk.holder.seat)
    player = desk.connection.execute(query).scalar()
    allowed = may(Shown.NOTHING, desk.mail.tier, Deed.RENEW) and player is not None
    if player is not None and allowed and ask(desk.office, desk.connection, Purpose.PASSWORD, player, desk.now):
        return desk.received(Outcome.ACCEPTED, f"{NEW_PASSWORD}: a code goes to the registered address")
    return desk.received(
        Outcome.ASIDE, f"{NEW_PASSWORD}: several codes were mailed today, or its sender is not believed"
    )


def _whose(connection: Connection, mail: Mail, ticket: Ticket | None, hand: tuple[str, str] | None) -> _Whose | _Nobody:
    """Whose message it is, by what it says, by the reply address it came to, or by the game master's word; or why
    nobody can tell."""
    first = mail.papers.read()
    said = first[0].sheet if first else None
    if hand is not None:
        name: str | None = hand[0]
    elif said is not None:
        name = {g.casefold(): g for g in game_ids(connection)}.get(said.game.casefold())
        if name is None:
            return _Nobody(f"there is no game {said.game}", tried=True)
    elif ticket is not None:
        name = ticket.game.id
    else:
        return _Nobody(mail.papers.trouble or "no order sheet (GAME … END) in it", mail.papers.tried, trouble=True)
    game = load_game(connection, name or "", public=True)
    holders = load_holders(connection, game.id)
    grammar, names = game.system.orders.GRAMMAR, {a: held.character for a, held in holders.items()}
    seat = hand[1] if hand is not None else ""
    if not seat and said is not None:
        seat = next((p.sheet.seat for p in mail.papers.read(grammar, names) if p.sheet.seat), "")
    if not seat and ticket is not None and ticket.game.id == game.id:
        seat = ticket.holder.seat
    holder = holders.get(seat)
    if holder is None or not holder.email:
        return _Nobody(f"it names no {game.system.words.seat} a player plays", tried=said is not None)
    memory = memory_of(connection, game, game.turn, seat)
    papers = mail.papers.read(grammar, known_names(game, holder, memory))
    by_name = hand is None and said is not None and not _lettered(mail, grammar) and not _ticket_for(ticket, game, seat)
    return _Whose(game, holder, memory, [Paper(replace(p.sheet, seat=seat), p.where) for p in papers], by_name)


def _lettered(mail: Mail, grammar: SheetGrammar) -> bool:
    """Whether a mail says by a seat, and not by a character's name, whose it is."""
    return any(p.sheet.seat for p in mail.papers.read(grammar, {}))


def _ticket_for(ticket: Ticket | None, game: Game, seat: str) -> bool:
    return ticket is not None and (ticket.game.id, ticket.holder.seat) == (game.id, seat)


def _flood(desk: Desk) -> str:
    """Why no more is answered to an address today, or "". Who proved nothing has half as much."""
    most = desk.office.settings.number("mail", "answers_a_day")
    most = most if desk.proof.ok else most // 2
    if answered_today(desk.connection, desk.holder.email, desk.now) < most:
        return ""
    return f"{most} answers went to this address within a day; no more are given"


def _by_address(office: Office, connection: Connection, mail: Mail, now: datetime, nobody: _Nobody) -> Received:
    """A message that does not say whose it is. A registered address is told what is missing, a few times a day; the
    address proves nothing, so nothing else is done for it. What a person wrote goes to the game master."""
    why, commands = nobody.why, mail.papers.commands
    found = seat_of_address(connection, mail.sender) if mail.sender else None
    if found is None:
        return from_a_stranger(office, connection, mail, now, why)
    if answer_to_sender(False, mail.tier, True, Deed.ORDERS) is Answer.NONE:
        return Received(mail.source, Outcome.ASIDE, why)
    desk = Desk(office, connection, *found, mail, now, Proof(why="your mail does not say whose it is", tier=mail.tier))
    remark = bool(mail.papers.own_words) and not commands and not nobody.tried
    if too_many(connection, mail.sender, now):  # what is written to a person reaches him all the same
        return desk.received(*((Outcome.REMARK, REASON) if remark else (Outcome.ASIDE, f"{why}; {NOT_AGAIN}")))
    if any(c.name == "HELP" for c in commands):
        desk.also.append(HELP)
        desk.answer(MailKind.HINT, "This is how orders and questions are written.")
        return desk.received(Outcome.ACCEPTED, "HELP")
    if commands or (nobody.tried and not nobody.trouble):
        why = NOT_SAID
    elif remark:
        return put_before_master(desk)
    elif not nobody.tried:
        desk.also.append(empty_form(desk))
        desk.answer(MailKind.HINT, f"Your mail could not be taken as orders: {why}. Your game master will look at it.")
        return desk.received(Outcome.ASIDE, why)
    desk.answer(MailKind.HINT, f"Nothing was done: {why}.")
    return desk.received(Outcome.REFUSED, why)


def _confirmed(office: Office, connection: Connection, mail: Mail, code: str, now: datetime) -> Received:
    """A change of address confirmed from the old one, or a sign-up from the address in it."""
    if not may(Shown.CODE, mail.tier, Deed.CONFIRM):
        return Received(
            mail.source, Outcome.ASIDE, "it holds a code, and the mail server does not vouch for its sender"
        )
    done = confirm_change(office, connection, mail.sender, code, now)
    if done is not None:
        game, seat = done
        return Received(mail.source, Outcome.ACCEPTED, "change of address confirmed", game, None, seat)
    joined = confirm_sign_up(office, connection, mail, code, now) or confirm_asked(office, connection, mail, code, now)
    if joined is not None:
        return joined
    return Received(mail.source, Outcome.ASIDE, "its code confirms nothing asked for from that address")


def _came_back(connection: Connection, mail: Mail) -> Received:
    """A bounce, tied to the mail of ours it is about; the game master sees it with that mail."""
    bounce = mail.bounce
    assert bounce is not None
    words = f"{bounce.status} {bounce.diagnostic}".strip() or bounce.kind
    query = select(t.outbox).where(t.outbox.c.message_id == bounce.original_id)
    row = connection.execute(query).mappings().first() if bounce.original_id else None
    if row is None:
        return Received(mail.source, Outcome.ASIDE, f"a mail came back, nobody can tell which: {words}"[:300])
    if bounce.kind != "delayed" and row["state"] == MailState.SENT:
        values = {"state": MailState.BOUNCED, "error": words[:300]}
        connection.execute(update(t.outbox).where(t.outbox.c.id == row["id"]).values(**values))
    what = "is delayed" if bounce.kind == "delayed" else "came back"
    reason = f"mail {row['id']} to {row['recipient']} {what}: {words}"[:300]
    place = (row["game"] or "", row["turn"], row[t.outbox.c.seat] or "")
    return Received(mail.source, Outcome.ASIDE, reason, *place, settled=Settled.BOUNCE)
