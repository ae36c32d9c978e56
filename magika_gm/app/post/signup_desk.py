"""Sign-ups that come by mail: read, put on the waiting list or refused, and answered (GM-1)."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection

from magika_gm import games
from magika_gm.app.enrolment.signup_form import Form, has_form, read_form
from magika_gm.app.enrolment.waiting_list import Waiting, load_list, sign_up
from magika_gm.app.office.errors import Faults, OfficeError
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.post.contents import Mail
from magika_gm.app.post.credentials import answered_today
from magika_gm.app.post.letterbox import blank_form
from magika_gm.app.post.order_desk import Received
from magika_gm.app.record.outgoing import OutgoingMail, message_id, queue
from magika_gm.engine.sheet.quotes import halves
from magika_gm.engine.system import GameSystem
from magika_gm.mail.compose import thread
from magika_gm.mail.envelope import open_message
from magika_gm.store.vocabulary import MailKind, Outcome, SignUpState

MOST_ANSWERS = 3
"""Answers to sign-ups that go to one address in a day: an address somebody else wrote into a form must not suffer."""


def form_of(mail: Mail) -> Form | None:
    """The sign-up form in a message, from its own text: what the order desk reads has its command lines taken out."""
    if not any(has_form(text.text) for text in mail.papers.texts):
        return None
    if mail.suffix == "txt":
        return read_form(mail.raw.decode("utf-8", "replace"))
    envelope = open_message(mail.raw)
    texts = [part.text for part in (*envelope.parts, *envelope.fallbacks())]
    own = (halves(text, games.any_sheet()).own for text in texts)
    forms = (read_form(text) for text in own)
    return next((form for form in forms if form is not None), None)


def take_sign_up(office: Office, connection: Connection, mail: Mail, form: Form, now: datetime) -> Received:
    """Put a mailed sign-up on the list and say so; or refuse it with every fault, to the address it came from."""
    form.email, title = form.email or mail.sender, games.system(form.system).title
    try:
        waiting = sign_up(connection, form, now, mail.message_id)
    except OfficeError as error:
        faults = error.faults if isinstance(error, Faults) else [str(error)]
        _answer(
            office,
            connection,
            mail,
            mail.sender,
            now,
            title,
            "NOT accepted",
            refusal_text(faults, games.system(form.system)),
        )
        return Received(mail.source, Outcome.REFUSED, f"sign-up: {error}"[:300])
    before = sum(w.id < waiting.id for w in load_list(connection, SignUpState.WAITING))
    _answer(office, connection, mail, waiting.email, now, title, "accepted", accepted_text(waiting, before))
    return Received(mail.source, Outcome.ACCEPTED, f"sign-up {waiting.id} of {waiting.player_name}")


def accepted_text(w: Waiting, before: int) -> str:
    """What the player is told of his sign-up, without his password."""
    lines = [
        f"Dear {w.player_name},",
        "",
        f"You are on the waiting list as number {w.id}; {before} came before you.",
        "",
    ]
    lines += w.plays.signup.choices_told(w.choices)
    lines.append(f"Pace:           {'either' if w.pace == 'either' else f'{w.pace} weeks'}")
    enough = w.plays.words.enough
    lines += [
        "",
        f"A game begins when {enough} fit together. Your first report tells you who you are and when orders are due.",
        "If it was not you who signed up, answer this mail.",
    ]
    return "\n".join(lines)


def refusal_text(faults: list[str], system: GameSystem) -> str:
    """Every fault on a line of its own, and an empty form: nobody's name or address stands in it."""
    listed = "\n".join(f"- {fault}" for fault in faults)
    form = "\n".join(f"    {line}" for line in blank_form(system))
    how = "Please send it again, whole, in a new mail or above this line"
    return f"Your sign-up was not taken:\n\n{listed}\n\n{how}:\n\n{form}"


def _answer(
    office: Office, connection: Connection, mail: Mail, to: str, now: datetime, title: str, outcome: str, text: str
) -> None:
    if not to or answered_today(connection, to, now, MailKind.SIGN_UP) >= MOST_ANSWERS:
        return
    in_reply_to, references = thread(mail.message_id if mail.sender else "", mail.in_reply_to, mail.thread)
    answer = OutgoingMail(
        message_id=message_id(office, MailKind.SIGN_UP, mail.digest[:24]),
        kind=MailKind.SIGN_UP,
        recipient=to,
        subject=f"{title}: your sign-up was {outcome}",
        created_at=stamp(now),
        body=f"{text}\n\n{office.settings.text('office', 'gm')}\n",
        in_reply_to=in_reply_to,
        thread=references,
    )
    queue(connection, answer)
