"""Sign-ups that come by mail: read, put on the waiting list or refused, and answered (GM-1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection, func, select, update

from magika_gm import games
from magika_gm.app.accounts.bookkeeping import find_player
from magika_gm.app.accounts.ledger import balances_of
from magika_gm.app.accounts.rates import load_rates, prices_left_out
from magika_gm.app.enrolment.signup_form import STANDBY, Form, blank_form, has_form, read_form
from magika_gm.app.enrolment.standby import offer_what_is_open
from magika_gm.app.enrolment.waiting_list import (
    Waiting,
    WrongPassword,
    before_in_line,
    confirmed,
    forget_unconfirmed,
    load_list,
    sign_up,
)
from magika_gm.app.office.errors import Faults, OfficeError
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.post.contents import Mail
from magika_gm.app.post.credentials import (
    LASTS,
    MOST_WRONG,
    Answer,
    Credentials,
    Deed,
    Shown,
    answer_to_sender,
    may,
    new_code,
    use_code,
    wrong_today,
)
from magika_gm.app.post.order_desk import Received
from magika_gm.app.post.whose import folded, is_last, too_many
from magika_gm.app.record.games import load_game, load_holders
from magika_gm.app.record.outgoing import OutgoingMail, message_id, notice, queue
from magika_gm.engine.beginning import banner_of
from magika_gm.engine.sheet.bare import halves
from magika_gm.engine.system import GameSystem
from magika_gm.engine.words import plain_lines
from magika_gm.mail.mailboxes import compared
from magika_gm.mail.parsing import decode
from magika_gm.store import tables as t
from magika_gm.store.faults import moment
from magika_gm.store.vocabulary import MailKind, MailState, Outcome, Purpose, SignUpState

MOST_FAULTS = 12
"""Named in a refusal."""
WITHHELD = (
    "what you wrote is not repeated here, as nothing showed that this mail is from its address: a mail that your "
    "provider signs (DKIM) is answered with every fault in full"
)


def form_of(mail: Mail) -> Form | None:
    """The sign-up form in a message, from its own text: what the order desk reads has its command lines taken out."""
    if not any(has_form(text.text) for text in mail.contents.texts):
        return None
    if mail.envelope is None:
        return read_form(plain_lines(decode(mail.raw)[0]))
    texts = [part.text for part in (*mail.envelope.parts, *mail.envelope.fallbacks())]
    own = (halves(text, games.any_sheet()).own for text in texts)
    forms = (read_form(text) for text in own)
    return next((form for form in forms if form is not None), None)


def take_sign_up(office: Office, connection: Connection, mail: Mail, form: Form, now: datetime) -> Received:
    """Note a mailed sign-up, and mail a code to the address in it; or refuse it, to the address it came from.

    It counts once the code comes back. A mail its own server signed for the very address in it needs none, nor does a
    character that returns with his old password: that is answered at the address he is registered with.
    """
    form.email = form.email or mail.sender
    if not may(Shown.NOTHING, mail.tier, Deed.SIGN_UP):
        return Received(
            source=mail.source,
            outcome=Outcome.ASIDE,
            reason="sign-up: the mail server does not believe where it is from",
        )
    # letter for letter: with some providers ann+x is another person than ann
    proved = may(Shown.NOTHING, mail.tier, Deed.JOIN) and compared(mail.sender) == compared(form.email)
    flood = too_many(connection, mail.sender or form.email, now) or too_many(connection, form.email, now)
    # what others had us write that day keeps nobody out who shows who he is; he is merely not answered
    if flood and not proved and form.returning is None:
        return Received(source=mail.source, outcome=Outcome.ASIDE, reason=f"sign-up: {flood}")
    received = _taken(office, connection, mail, form, now, proved=proved, silent=bool(flood))
    return replace(received, reason=f"{received.reason}; not answered: {flood}"[:300]) if flood else received


def _taken(
    office: Office, connection: Connection, mail: Mail, form: Form, now: datetime, *, proved: bool, silent: bool
) -> Received:
    """What becomes of a form that is looked at; answered unless ``silent``."""
    forget_unconfirmed(connection, stamp(now - LASTS))
    title = games.system(form.system).title
    try:
        taken = _money_taken(office, connection, form)
        waiting = sign_up(connection, form, now, mail.message_id, proved=proved, taken=taken)
    except WrongPassword as error:
        return _wrong_password(office, connection, mail, form, now, error, silent=silent)
    except OfficeError as error:
        faults = error.faults if isinstance(error, Faults) else [str(error)]
        whole = answer_to_sender(proved, mail.tier, False, Deed.JOIN) is Answer.WHOLE
        if silent:
            pass
        elif form.returning is not None:
            _answer_returning(office, connection, mail, form, now)
        else:
            _answer(office, connection, mail, form, now, faults if whole else bare_faults(form))
        return Received(source=mail.source, outcome=Outcome.REFUSED, reason=f"sign-up: {error}"[:300])
    if waiting.state == SignUpState.ASKED:
        queue(connection, _code_mail(office, waiting, title, now))
        return Received(
            source=mail.source,
            outcome=Outcome.ACCEPTED,
            reason=f"sign-up {waiting.id} waits to be confirmed from its address",
        )
    if not silent:
        _welcome(office, connection, mail.digest[:24], waiting, now)
        if form.returning is not None and folded(mail.sender) != folded(waiting.email):
            _answer_returning(office, connection, mail, form, now)
    return Received(
        source=mail.source, outcome=Outcome.ACCEPTED, reason=f"sign-up {waiting.id} of {waiting.player_name}"
    )


def _money_taken(office: Office, connection: Connection, form: Form) -> Sequence[str]:
    """The money a new account may be in, the usual one first. While an office's own prices are left out it is that of
    the accounts there are; where there are none, nobody can tell, and the form has a fault."""
    if not prices_left_out(office):
        return load_rates(office, form.system).currencies
    p = t.players.c
    held = select(p.currency).where(p.email != "").group_by(p.currency).order_by(func.count().desc(), p.currency)
    taken = list(connection.execute(held).scalars())
    if not taken:
        form.faults.append(_NO_PRICES)
        form.bare.append(_NO_PRICES)
        form.currency = ""
    return taken


_NO_PRICES = (
    "the office cannot say at the moment which money it takes, so that nobody can sign up; your game master has to "
    "put that right: send it again in a few days"
)


def confirm_sign_up(office: Office, connection: Connection, mail: Mail, code: str, now: datetime) -> Received | None:
    """A sign-up counts whose code came back from the address in it; None if there is none such."""
    asked = {w.id for w in load_list(connection, SignUpState.ASKED) if folded(w.email) == folded(mail.sender)}
    number = use_code(office, connection, Purpose.SIGN_UP, asked, code, now) if asked else None
    if number is None:
        return None
    waiting = confirmed(connection, number)
    _welcome(office, connection, mail.digest[:24], waiting, now)
    return Received(
        source=mail.source, outcome=Outcome.ACCEPTED, reason=f"sign-up {waiting.id} of {waiting.player_name}"
    )


def code_of_sign_up(office: Office, connection: Connection, mail: OutgoingMail) -> str:
    """A code for the mail that asks whether a sign-up is meant."""
    for waiting in load_list(connection, SignUpState.ASKED):
        if message_id(office, MailKind.JOIN, waiting.id, waiting.received_at) == mail.message_id:
            asked = moment(mail.created_at, "when a mail was written")
            return new_code(office, connection, Purpose.SIGN_UP, waiting.id, asked)
    raise OfficeError("the sign-up it is about waits no more")


def _code_mail(office: Office, waiting: Waiting, title: str, now: datetime) -> OutgoingMail:
    """Nothing that was written into the form stands in it: whoever gets it may never have heard of us."""
    text = (
        f"Hello,\n\nsomebody, perhaps you, asked for a place in a game of {title} at this office, with this address.\n"
        f"If it was you, answer from this address with this line:\n\n    {{confirm}}\n\nIt is good for {LASTS.days} "
        "days. If it was not you, do nothing: then nothing will happen.\n\n"
        f"{office.settings.text('office', 'gm')}\n"
    )
    return OutgoingMail(
        message_id=message_id(office, MailKind.JOIN, waiting.id, waiting.received_at),
        kind=MailKind.JOIN,
        recipient=waiting.email,
        subject=f"{title}: please confirm your sign-up",
        created_at=stamp(now),
        body=text,
    )


def _wrong_password(
    office: Office, connection: Connection, mail: Mail, form: Form, now: datetime, error: WrongPassword, *, silent: bool
) -> Received:
    """Guessing with RETURNING is counted like guessing with orders, and its owner is told as of that; who guesses is
    told what he would be told of any form with RETURNING that is refused."""
    game, holder = load_game(connection, error.game, public=True), load_holders(connection, error.game)[error.seat]
    wrong = 1 + wrong_today(connection, error.game, error.seat, now)
    if wrong <= MOST_WRONG:
        named = (MailKind.REFUSAL, mail.digest[:24])
        text = (
            f"a sign-up in which your {game.system.words.seat} of game {game.id} would return was NOT accepted: the "
            f"password was not the right one. This was wrong password number {wrong} within a day. If it was not you, "
            "somebody is guessing: tell your game master."
        )
        queue(connection, notice(office, game, holder, MailKind.REFUSAL, named, "sign-up NOT accepted", text, now))
        if not silent:
            _answer_returning(office, connection, mail, form, now)
    reason, proof = f"sign-up: {error}"[:300], Credentials(why="wrong password", wrong=True, tier=mail.tier).noted
    outcome = Outcome.REFUSED if wrong <= MOST_WRONG else Outcome.ASIDE
    return Received(
        source=mail.source, outcome=outcome, reason=reason, game=error.game, turn=None, seat=error.seat, proof=proof
    )


def bare_faults(form: Form) -> list[str]:
    """What is wrong with a form, by line numbers, keywords, counts and names of ours: nothing that was written into it.
    Where more is withheld, that and why."""
    missing = [f"{w} is missing" for w, there in (("NAME", form.name), ("PASSWORD", form.password)) if not there]
    found = list(dict.fromkeys([*form.bare, *missing]))
    withheld = [WITHHELD] if set(form.faults) - set(form.bare) else []
    return [*found[:MOST_FAULTS], *["and more"] * (len(found) > MOST_FAULTS), *withheld]


_TOLD = {
    "address": "Address", "phone": "Phone", "fax": "Fax", "insurance": "Insurance", "timezone": "Time zone",
    "paper": "Paper",
}  # fmt: skip


def _wishes_told(w: Waiting) -> list[str]:
    """What else was understood: how he is reached, what he has, what he wants with his reports."""
    said = w.wishes
    rows = [(name, {"a4": "A4"}.get(said[key], said[key])) for key, name in _TOLD.items() if said.get(key)]
    rows += [("Large print", "yes" if said["large_print"] else "no")] if "large_print" in said else []
    rows += [("Attached", " and ".join(said["attach"]) or "nothing")] if "attach" in said else []
    if "rule_book" in said:
        rows.append(("Rule book", "you have it" if said["rule_book"] else "comes with your first report"))
    rows += [("CAMP", "yes")] if w.camp else []
    return [f"{f'{name}:':15} {value}" for name, value in rows]


def accepted_text(w: Waiting, before: int, money: str = "") -> str:
    """What the player is told of his sign-up, without his password."""
    line = f"{before} came before you for this game"
    place = f"You are on the waiting list as number {w.id}; {line}."
    if w.again:
        place = (
            f"You waited already, as number {w.id}, for the same character: this sign-up takes that one's place, "
            f"word for word; {line}."
        )
    lines = [f"Dear {w.player_name},", "", place, ""]
    lines += w.plays.signup.choices_told(w.choices)
    lines += [f"Your banner:    {banner_of(w.choices)}"] if banner_of(w.choices) else []
    lines.append(f"Pace:           {'either' if w.pace == 'either' else f'{w.pace} weeks'}")
    lines += _wishes_told(w)
    lines += [f"Account in:     {money}"] if money else []
    enough = w.plays.words.enough
    lines += [
        "",
        f"A game begins when {enough} fit together. Your first report tells you who you are and when orders are due.",
        "If it was not you who signed up, answer this mail.",
    ]
    return "\n".join(lines)


def standing_by_text(w: Waiting) -> str:
    """What somebody is told who stands by."""
    lines = [
        f"Dear {w.player_name},",
        "",
        f"You stand by as number {w.id}. Once a position in one of our games is about to be free, it is offered to who",
        "stood by first; you order with the password you gave then, and your first turn is free.",
        "",
        *_wishes_told(w),
        "If it was not you who wrote, or you stand by no more, answer this mail.",
    ]
    return "\n".join(lines)


def refusal_text(faults: list[str], system: GameSystem, *, standby: bool = False) -> str:
    """Every fault on a line of its own, and an empty form: nobody's name or address stands in it."""
    listed = "\n".join(f"- {fault}" for fault in faults)
    form = "\n".join(f"    {line}" for line in blank_form(system, standby=standby))
    how = "Please send it again, whole, in a new mail or above this line"
    return f"Your sign-up was not taken:\n\n{listed}\n\n{how}:\n\n{form}"


def sign_up_by_word(office: Office, form: Form, said: str, now: datetime) -> Waiting:
    """Put somebody on the list on the game master's word, who knows whose the form is: it counts at once, and he is
    told so. ``said`` names the player it is for, if he has an account; else that is seen by name and address."""
    with office.store.writing() as connection:
        known, taken = find_player(connection, said) if said else None, _money_taken(office, connection, form)
        waiting = sign_up(connection, form, now, "", known, taken=taken)
        _welcome(office, connection, f"word {waiting.id} {stamp(now)}", waiting, now)
        return waiting


def confirm_by_word(office: Office, number: int, now: datetime) -> Waiting:
    """A mailed sign-up counts on the game master's word, who knows whose it is: he is told so, and asked no more."""
    with office.store.writing() as connection:
        found = next((w for w in load_list(connection, SignUpState.ASKED) if w.id == number), None)
        if found is None:
            raise OfficeError(f"no sign-up {number} waits to be confirmed")
        asked = message_id(office, MailKind.JOIN, found.id, found.received_at)
        unsent = (t.outbox.c.message_id == asked, t.outbox.c.state.in_((MailState.WAITING, MailState.FAILED)))
        connection.execute(update(t.outbox).where(*unsent).values(state=MailState.CANCELLED))
        waiting = confirmed(connection, number)
        _welcome(office, connection, f"word {number} {found.received_at}", waiting, now)
        return waiting


def _welcome(office: Office, connection: Connection, which: str, waiting: Waiting, now: datetime) -> None:
    """To somebody who showed that the address is his, or whom the game master knows: all that is on the list."""
    if not waiting.email:
        return
    if waiting.wishes.get(STANDBY):
        title, text = waiting.plays.title, standing_by_text(waiting)
        _queue(office, connection, which, waiting.email, now, f"{title}: you stand by", text)
        offer_what_is_open(office, connection, now)
        return
    before = before_in_line(connection, waiting)
    money = balances_of(connection, [waiting.player])[waiting.player].currency
    title, text = waiting.plays.title, accepted_text(waiting, before, money)
    _queue(office, connection, which, waiting.email, now, f"{title}: your sign-up was accepted", text)


LAST = (
    "This is the last answer that can go to this address today: a form that is sent before tomorrow is set aside\n"
    "unanswered."
)


def _answer(office: Office, connection: Connection, mail: Mail, form: Form, now: datetime, faults: list[str]) -> None:
    if mail.sender:
        system = games.system(form.system)
        subject = f"{system.title}: your sign-up was NOT accepted"
        text = refusal_text(faults, system, standby=form.standby)
        text += f"\n\n{LAST}" if is_last(connection, mail.sender, now) else ""
        _queue(office, connection, mail.digest[:24], mail.sender, now, subject, text)


def _answer_returning(office: Office, connection: Connection, mail: Mail, form: Form, now: datetime) -> None:
    """To who would return from an address that is not registered: the same words whether his password was right, wrong
    or never looked at. What came of it is told where the player is registered."""
    if mail.sender:
        system = games.system(form.system)
        text = (
            "Your sign-up came. A character returns with game, player and password of his old game: if all of it is "
            f"right, it is on\nthe list now, and the {system.words.seat}'s registered address was told so. Else "
            "nothing was done.\n\nThis is an empty form:\n\n"
        )
        form_lines = "\n".join(f"    {line}" for line in blank_form(system))
        subject = f"{system.title}: your sign-up"
        _queue(office, connection, mail.digest[:24], mail.sender, now, subject, text + form_lines, "returning")


def _queue(
    office: Office, connection: Connection, about: str, to: str, now: datetime, subject: str, text: str, *which: str
) -> None:
    answer = OutgoingMail(
        message_id=message_id(office, MailKind.SIGN_UP, about, *which),
        kind=MailKind.SIGN_UP,
        recipient=to,
        subject=subject,
        created_at=stamp(now),
        body=f"{text}\n\n{office.settings.text('office', 'gm')}\n",
    )
    queue(connection, answer)
