"""What becomes of a message: accepted, refused or set aside, exactly one of them; acknowledged at once (DIPL-2)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection, select, update

from magika_gm.app.office.office import Office
from magika_gm.app.office.passwords import hash_password, is_weak
from magika_gm.app.post.addresses import (
    asked_alone,
    confirm_asked,
    confirm_change,
    lost_password,
    seat_of_address,
    seats_at,
)
from magika_gm.app.post.answers import read_answer, read_vouched
from magika_gm.app.post.commands import HELP, OF_A_GAME, obey_commands
from magika_gm.app.post.contents import (
    NEW_PASSWORD,
    RULES,
    WITHDRAW,
    FoundSheet,
    Mail,
    disagreement,
    sheets_apart,
)
from magika_gm.app.post.credentials import (
    MOST_WRONG,
    Answer,
    Credentials,
    Deed,
    Sender,
    Shown,
    Ticket,
    answer_to_sender,
    expose,
    may,
    prove,
    ticket_of,
    tokens_in,
    wrong_today,
)
from magika_gm.app.post.letterbox import (
    BESIDE,
    NOT_AGAIN,
    REASON,
    answer_bygone,
    bygone_of,
    empty_form,
    from_a_stranger,
    only_asks_for_games,
    put_before_master,
    send_books,
)
from magika_gm.app.post.order_desk import OrderDesk, Received, Worlds, not_believed
from magika_gm.app.post.signup_desk import confirm_sign_up, form_of, take_sign_up
from magika_gm.app.post.whose import (
    Nobody,
    Whose,
    find_whose,
    folded,
    likely_games,
    seat_meant,
    too_many,
    where_renewed,
)
from magika_gm.app.record.games import Game, Holder, load_game, load_holders
from magika_gm.app.record.outgoing import is_trial
from magika_gm.engine.sheet.sheet import LineFault, Sheet, SheetGrammar
from magika_gm.mail.mailboxes import compared
from magika_gm.mail.pdf_form import EMPTY_FORM
from magika_gm.store import tables as t
from magika_gm.store.database import no_game_but, whole_office
from magika_gm.store.vocabulary import Credential, MailKind, MailState, Outcome, Settled

# Our own mail that came back: whose it was, and that it is noted there.


def came_back(office: Office, connection: Connection, mail: Mail) -> Received:
    """A bounce, tied to the mail of ours it is about; the game master sees it with that mail."""
    bounce = mail.bounce
    assert bounce is not None
    words = f"{bounce.status} {bounce.diagnostic}".strip() or bounce.kind
    query = select(t.outbox).where(t.outbox.c.message_id == bounce.original_id)
    row = connection.execute(query).mappings().first() if bounce.original_id else None
    if row is None:
        which = "nobody can tell which" if not is_trial(office, bounce.original_id) else "the test letter"
        return Received(source=mail.source, outcome=Outcome.ASIDE, reason=f"a mail came back, {which}: {words}"[:300])
    if bounce.kind != "delayed" and row["state"] == MailState.SENT:
        values = {"state": MailState.BOUNCED, "error": words[:300]}
        connection.execute(update(t.outbox).where(t.outbox.c.id == row["id"]).values(**values))
    what = "is delayed" if bounce.kind == "delayed" else "came back"
    reason = f"mail {row['id']} to {row['recipient']} {what}: {words}"[:300]
    return Received(
        source=mail.source,
        outcome=Outcome.ASIDE,
        reason=reason,
        game=row["game"] or "",
        turn=row["turn"],
        seat=row[t.outbox.c.seat] or "",
        settled=Settled.BOUNCE,
    )


NOT_SAID = (
    "it does not say whose it is, or shows nothing that is his; write GAME, SEAT and PASSWORD above, or answer your "
    "report"
)
"""Said of a wrong game, a wrong name and a missing or wrong password alike."""
OTHERS = (
    "Your mail went to others, too, who could see the reply address it was sent to. It was taken, but that address is "
    "void from now on: answer this mail instead."
)


TRIAL = "a test letter of our own (doctor --mail) that came"
ENTERED = "Your game master entered these orders for you, as you gave them to him. If they are not right, send others."
MOST_APART = 8
"""Games and turns a mail may have sheets for: each may cost a password's work."""
TOO_MANY_APART = f"it holds order sheets for more than {MOST_APART} games or turns; send some of them in another mail"
NOT_LOOKED_AT = "What else stands in that mail was not looked at: send it again, with the right password."
"""One wrong password a mail: each mail is counted, and so each guess."""


def decide_mail(
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
    own = compared(office.settings.text("office", "email"))
    if hand is None and mail.sender == own and is_trial(office, mail.message_id):
        return Received(source=mail.source, outcome=Outcome.ASIDE, reason=TRIAL, settled=Settled.READ)
    if hand is None and mail.bounce is not None:
        whole_office(connection)
        return came_back(office, connection, mail)
    if hand is None and mail.why_aside:
        if mail.too_much and mail.sender and seat_meant(connection, mail, look=False) is not None:
            return _by_address(office, connection, mail, now, Nobody(mail.why_aside))
        return Received(source=mail.source, outcome=Outcome.ASIDE, reason=mail.why_aside)
    code = next((c.rest for c in mail.contents.commands if c.name == "CONFIRM"), "")
    if code:
        whole_office(connection)
        return _confirmed(office, connection, mail, code, now)
    if hand is None and any(c.name in (NEW_PASSWORD, WITHDRAW) for c in mail.contents.commands):
        whole_office(connection)
    asked = asked_alone(office, connection, mail, now) if hand is None else None
    if asked is not None:
        return asked
    form = form_of(mail) if hand is None else None
    if form is None:
        return _ordered(office, connection, mail, now, hand, worlds)
    whole_office(connection)
    if not any(one.says_something for one in mail.contents.read()):
        return take_sign_up(office, connection, mail, form, now)
    received = _ordered(office, connection, mail, now, hand, worlds, more=True)
    if received.proof.startswith(Credential.WRONG):
        return received
    signed = take_sign_up(office, connection, mail, form, now)
    ordered = f"orders: {received.reason or received.outcome}"
    outcome = next(
        o for o in (Outcome.ASIDE, Outcome.REFUSED, Outcome.ACCEPTED) if o in (received.outcome, signed.outcome)
    )
    counted = signed if signed.proof.startswith(Credential.WRONG) else received
    return replace(counted, outcome=outcome, reason=f"{ordered}; {signed.reason}"[:300])


def _ordered(
    office: Office,
    connection: Connection,
    mail: Mail,
    now: datetime,
    hand: tuple[str, str] | None,
    worlds: Worlds | None,
    *,
    more: bool = False,
) -> Received:
    """What becomes of orders and questions in a message; a sign-up beside them is another matter.

    ``more`` stands in the mail, which is not looked at if its password is wrong.
    """
    tokens, ticket = ticket_with(office, connection, mail)
    if hand is not None:
        game = load_game(connection, hand[0], public=True)
        ticket = Ticket(game, load_holders(connection, game.id)[hand[1]], game.turn + 1)
    groups = sheets_apart(mail)
    if len(groups) > MOST_APART and hand is None:
        return _by_address(office, connection, mail, now, Nobody(TOO_MANY_APART, tried=True, trouble=True))
    if len(groups) > 1 and hand is None:
        whole_office(connection)
        return _several(office, connection, mail, now, worlds, groups)
    read_answer(office, connection, mail, ticket)
    if hand is not None and ticket is not None:
        read_vouched(connection, mail, ticket)
    whose = find_whose(connection, mail, ticket, hand)
    if isinstance(whose, Nobody):
        past = bygone_of(office, connection, mail, tokens) if not ticket and not mail.contents.commands else None
        if past is not None:
            whole_office(connection)
            letter = bool(mail.contents.own_words) and not whose.tried
            return answer_bygone(office, connection, mail, now, past, letter)
        return _by_address(office, connection, mail, now, whose)
    no_game_but(connection, whose.game.id)
    sheet = whose.sheets[0].sheet if whose.sheets else None
    if sheet is not None and hand is not None:
        sheet = replace(sheet, game=whose.game.id)  # he may have written another
    orders = sheet is not None and (whose.sheets[0].says_something or not mail.contents.commands)
    strange = (
        only_asked(sheet, whose.game.orders.GRAMMAR) if orders and sheet is not None and mail.contents.commands else ()
    )
    orders = orders and not strange
    if sheet is not None and sheet.turn is None and ticket is not None:
        sheet = replace(sheet, turn=ticket.turn)
    sender = Sender(mail.sender, tuple(tokens), mail.tier, mail.checked)
    proof = Credentials(Credential.MASTER)
    if hand is None:
        turn = sheet.turn if orders and sheet is not None else None
        proof = prove(whose.game, whose.holder, sheet.password if sheet is not None else "", turn, sender, ticket)
        if not proof.ok and ticket is None:
            proof = where_renewed(connection, whose.game, whose.holder, sender, proof)
    if not proof.ok:
        seat = (whose.game.id, whose.holder.seat)
        past = bygone_of(office, connection, mail, tokens, seat)
        if past is not None and (past.former or not proof.wrong):
            whole_office(connection)
            received = answer_bygone(office, connection, mail, now, past, letter=False)
            return _guessed(office, connection, whose, mail, now, proof, received) if proof.wrong else received
    if proof.kind == Credential.PASSWORD and sheet is not None and is_weak(whose.holder.password):
        mine = (t.seats.c.game == whose.game.id, t.seats.c.seat == whose.holder.seat)
        connection.execute(update(t.seats).where(*mine).values(password=hash_password(sheet.password)))
    if not proof.ok and not proof.wrong and whose.by_name:
        # whether a character is in the game is told to nobody who might only ask
        return _by_address(office, connection, mail, now, Nobody(NOT_SAID, tried=True))
    desk = OrderDesk(
        office=office,
        connection=connection,
        game=whose.game,
        holder=whose.holder,
        mail=mail,
        now=now,
        proof=proof,
        memory=whose.memory,
    )
    if mail.entered:
        desk.also.append(ENTERED)
    if proof.wrong and more:
        desk.also.append(NOT_LOOKED_AT)
    if worlds is not None:
        desk.worlds = worlds
    if proof.kind == Credential.REPLY_ADDRESS and ticket is not None and _seen_by_others(office, mail):
        whole_office(connection)
        expose(office, connection, ticket, now)
        desk.also.append(OTHERS)
    if proof.ok:
        desk.also += mail.contents.notes
    if strange and proof.ok:
        desk.also += [f"> {fault.text or f'line {fault.line}'}\n\nThis was not understood." for fault in strange]
    if mail.contents.unread and proof.ok:
        desk.also.append(f"An attached PDF was not read: {mail.contents.unread}.")
    received = _at_the_desk(desk, sheet, whose.sheets, ticket, orders=orders)
    if not proof.ok and mail.sender != compared(whose.holder.email):
        _tell_sender(office, connection, mail, now)
    return received


def _guessed(
    office: Office, connection: Connection, whose: Whose, mail: Mail, now: datetime, proof: Credentials, told: Received
) -> Received:
    """A wrong password of who had the seat before is one like any other: it counts, and the seat's player hears of it
    once so many came that it is no longer in good faith."""
    game, holder = whose.game, whose.holder
    if 1 + wrong_today(connection, game.id, holder.seat, now) == MOST_WRONG:
        desk = _desk_of(office, connection, (game, holder), mail, now, proof)
        desk.silent = _flood(desk)
        not_believed(desk, None)
    return replace(told, game=game.id, seat=holder.seat, proof=proof.noted)


def ticket_with(office: Office, connection: Connection, mail: Mail) -> tuple[list[str], Ticket | None]:
    """The reply tokens a message came to, and whose they are."""
    tokens = tokens_in(mail.to, office.settings.text("office", "email"))
    if not tokens:
        return tokens, None
    return tokens, ticket_of(office, connection, tokens, likely_games(connection, mail), mail.sender)


def only_asked(sheet: Sheet, grammar: SheetGrammar) -> tuple[LineFault, ...]:
    """The lines nobody understands of a sheet that stands about questions alone; none where orders are meant."""
    if sheet.orders or sheet.messages:
        return ()
    lost = tuple(fault for fault in sheet.faults if not fault.unclosed)
    begins = {verb.partition(" ")[0] for verb in grammar.verbs}
    meant = any(fault.phase or fault.near or fault.text.upper().partition(" ")[0] in begins for fault in lost)
    return () if meant and sheet.turn is not None else lost


def _seen_by_others(office: Office, mail: Mail) -> bool:
    """Whether a mail went to anybody but us and him who wrote it."""
    own = folded(office.settings.text("office", "email"))
    return any(folded(address) not in (own, folded(mail.sender)) for address in mail.to)


def _tell_sender(office: Office, connection: Connection, mail: Mail, now: datetime) -> None:
    """A known player whose mail was taken for another's, and not believed, hears that nothing was done: in words that
    are the same whatever was wrong, and that hold nothing of his mail."""
    whole_office(connection)
    found = seat_of_address(connection, mail.sender) if mail.sender else None
    known = found is not None
    if answer_to_sender(False, mail.tier, known, Deed.ORDERS) is Answer.NONE or found is None:
        return
    if not too_many(connection, mail.sender, now):
        proof = Credentials(why="nothing proved", tier=mail.tier)
        desk = _desk_of(office, connection, found, mail, now, proof)
        desk.answer(MailKind.HINT, f"Nothing was done: {NOT_SAID}.")


def _desk_of(
    office: Office, connection: Connection, found: tuple[Game, Holder], mail: Mail, now: datetime, proof: Credentials
) -> OrderDesk:
    game, holder = found
    return OrderDesk(office=office, connection=connection, game=game, holder=holder, mail=mail, now=now, proof=proof)


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
        contents = replace(mail.contents, only=group, commands=mail.contents.commands if number == 0 else [])
        part = replace(mail, contents=contents, part=f"{number + 1}")
        received = _ordered(office, connection, part, now, None, worlds, more=number + 1 < len(groups))
        said = f"game {game}" + (f" turn {turn}" if turn is not None else "")
        found.append(replace(received, reason=f"{said} {received.outcome}: {received.reason}".rstrip(": ")))
        if received.proof.startswith(Credential.WRONG):
            break
    worst = next(o for o in (Outcome.ASIDE, Outcome.REFUSED, Outcome.ACCEPTED) if any(r.outcome == o for r in found))
    chosen = found[-1] if found[-1].proof.startswith(Credential.WRONG) else next(r for r in found if r.outcome == worst)
    reason = "; ".join(r.reason for r in found)[:300]
    settled = next((r.settled for r in found if r.settled), chosen.settled)
    return replace(chosen, reason=reason, faults=sum(r.faults for r in found), settled=settled)


def _at_the_desk(
    desk: OrderDesk, sheet: Sheet | None, sheets: list[FoundSheet], ticket: Ticket | None, *, orders: bool
) -> Received:
    """A message whose game and mage are known: believed or not, then refused, asked or taken."""
    commands = desk.mail.contents.commands
    if desk.proof.kind != Credential.MASTER:
        desk.silent = _flood(desk)
        if desk.silent and not desk.proof.ok:
            return desk.received(Outcome.ASIDE, desk.silent, sheet)
    if any(c.name not in OF_A_GAME for c in commands):
        whole_office(desk.connection)
    if not desk.proof.ok and not orders and any(c.name == NEW_PASSWORD for c in commands):
        return lost_password(desk)
    letter = not orders and not commands and desk.mail.contents.own_words and desk.mail.contents.trouble != EMPTY_FORM
    if letter and ticket is not None and ticket.turn <= desk.game.turn and _late_words(desk):
        # of the turn it answers: nobody need wait for him because of it
        return replace(put_before_master(desk, late=True), turn=ticket.turn)
    if not desk.proof.ok:
        return not_believed(desk, sheet if orders else None)
    odd = disagreement(sheets)
    if odd:
        return desk.refuse(odd, sheet)
    if desk.mail.contents.speaks_to_us and (orders or commands) and desk.proof.kind != Credential.MASTER:
        desk.also.append(BESIDE)
    if orders and sheet is not None:
        return desk.take(sheet, lambda: obey_commands(desk, commands, sheet.turn))
    if letter:
        return put_before_master(desk)
    if not commands:
        return desk.refuse(desk.mail.contents.trouble or "there is no order sheet in it")
    obey_commands(desk, commands, None)
    strange = [f"{c.name} {c.rest}".strip() for c in commands if c.odd]
    if len(strange) == len(commands):
        desk.answer(MailKind.ANSWER, "What you wrote was not understood.")
        return desk.received(Outcome.REFUSED, f"{', '.join(strange)} was not understood")
    desk.answer(MailKind.ANSWER, "This is what you asked for.")
    return desk.received(Outcome.ACCEPTED, ", ".join(c.name for c in commands))


def _late_words(desk: OrderDesk) -> bool:
    """Whether what came from a player's own address to a reply address that holds no more is words alone: they need no
    proof to reach the game master, for they order nothing."""
    mail, proof = desk.mail, desk.proof
    if proof.ok or proof.wrong or mail.contents.notes or mail.sender != compared(desk.holder.email):
        return False
    return answer_to_sender(False, mail.tier, True, Deed.ORDERS) is not Answer.NONE


def _flood(desk: OrderDesk) -> str:
    """Why a seat's player gets no more answers today, or "". To mail that proved nothing there are half as many: nobody
    can use up in his name what he himself is answered with."""
    most = desk.office.settings.number("mail", "answers_a_day")
    most = most if desk.proof.ok else most // 2
    if desk.at_hand().answered < most:
        return ""
    return f"{most} answers went to this player within a day; no more are given"


def _by_address(office: Office, connection: Connection, mail: Mail, now: datetime, nobody: Nobody) -> Received:
    """A message that does not say whose it is. A registered address is told what is missing, a few times a day; the
    address proves nothing, so nothing else is done for it. What a person wrote goes to the game master."""
    whole_office(connection)
    why, commands = nobody.why, mail.contents.commands
    flood = bool(mail.sender) and too_many(connection, mail.sender, now)
    found = seat_meant(connection, mail, look=not flood) if mail.sender else None
    asked = [c.rest for c in commands if c.name == RULES and not c.odd]
    if asked and answer_to_sender(False, mail.tier, found is not None, Deed.READ) is not Answer.NONE:
        plays = [load_game(connection, name, public=True) for name, _ in seats_at(connection, mail.sender)]
        unsent = send_books(office, connection, mail, now, asked, [g.system.name for g in plays if not g.ending])
        if len(asked) == len(commands) and not nobody.tried:
            outcome, why = (Outcome.ASIDE, f"{RULES}: {unsent}") if unsent else (Outcome.ACCEPTED, RULES)
            return Received(source=mail.source, outcome=outcome, reason=why)
    if found is None or only_asks_for_games(mail):
        return from_a_stranger(office, connection, mail, now, why)
    if answer_to_sender(False, mail.tier, True, Deed.ORDERS) is Answer.NONE:
        return Received(source=mail.source, outcome=Outcome.ASIDE, reason=why)
    proof = Credentials(why="your mail does not say whose it is", tier=mail.tier)
    desk = _desk_of(office, connection, found, mail, now, proof)
    remark = bool(mail.contents.own_words) and not commands and not nobody.tried
    if flood:  # what is written to a person reaches him all the same
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
    else:
        desk.also.append(empty_form(desk))  # sheets whose game is none: his own form shows what to write
    desk.answer(MailKind.HINT, f"Nothing was done: {why}.")
    return desk.received(Outcome.REFUSED, why)


def _confirmed(office: Office, connection: Connection, mail: Mail, code: str, now: datetime) -> Received:
    """A change of address confirmed from the old one or the new one, or a sign-up from the address in it."""
    if not may(Shown.CODE, mail.tier, Deed.CONFIRM):
        why = "it holds a code, and the mail server does not vouch for its sender"
        return Received(source=mail.source, outcome=Outcome.ASIDE, reason=why)
    done = confirm_change(office, connection, mail.sender, code, now)
    if done is not None:
        return Received(
            source=mail.source,
            outcome=Outcome.ACCEPTED,
            reason="change of address confirmed" if done.done else "change of address: the new one is asked now",
            game=done.game,
            turn=None,
            seat=done.seat,
        )
    joined = confirm_sign_up(office, connection, mail, code, now) or confirm_asked(office, connection, mail, code, now)
    if joined is not None:
        return joined
    why = "its code confirms nothing asked for from that address"
    return Received(source=mail.source, outcome=Outcome.ASIDE, reason=why)
