"""The letter an outgoing mail becomes: its texts, what is attached, where an answer goes."""

from __future__ import annotations

import re
import textwrap
from html import escape
from pathlib import Path

from sqlalchemy import select

from magika_gm import games
from magika_gm.app.accounts.bills import STATEMENT
from magika_gm.app.accounts.bookkeeping import statement
from magika_gm.app.accounts.ledger import stands
from magika_gm.app.calendar.schedule import date_of, moves_before, moves_until, times_moved
from magika_gm.app.enrolment.rule_book import book_text, kept_pdf
from magika_gm.app.enrolment.signup_form import has_form
from magika_gm.app.enrolment.standby import handed_over
from magika_gm.app.office.office import Office
from magika_gm.app.post.addresses import code_for, code_of
from magika_gm.app.post.credentials import form_key, reply_address, run_before, runs_and_seen, token_of
from magika_gm.app.post.signup_desk import code_of_sign_up
from magika_gm.app.record.games import load_game, load_holders, player_of
from magika_gm.app.record.outgoing import OutgoingMail
from magika_gm.app.turns.editions import edition_of
from magika_gm.app.turns.publish import reports_there
from magika_gm.engine.sheet.lines import ANSWER_ABOVE, ANSWER_OR_FORM, Lines
from magika_gm.engine.sheet.offered import printed_form, with_key
from magika_gm.mail.compose import Attachment, Letter
from magika_gm.mail.mailboxes import compared
from magika_gm.reports.kit.words import Tone, band, button, note_html
from magika_gm.reports.templating import safe
from magika_gm.store import tables as t
from magika_gm.store.faults import moment
from magika_gm.store.vocabulary import REPORTS, MailKind

# The office's own mails as HTML beside their text, in the hand of the reports: same words, a button, a card at the end.


_BLANK_FORM = re.compile(r"^ {4}SIGN-UP\n(?: {4}.*\n)*? {4}END$", re.MULTILINE)
"""The sign-up form an invitation brings, filled in as far as we can."""
_LONGEST_PREHEADER = 140


def html_of(office: Office, mail: OutgoingMail, text: str, address: str) -> str:
    """A mail that is no report as HTML. ``address`` is where an answer goes to; nothing is said that ``text`` does not
    say, but for an invitation's card of the game that is over, which is on its public page."""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    if mail.kind == MailKind.INVITE:
        before = (_card(office, mail, "html").decode(),)
        after = (_play_again(text, address),)
    elif mail.kind == MailKind.ACKNOWLEDGE:
        after = (_change_orders(office, mail, address),)
    elif mail.kind == MailKind.REFUSAL:
        after = (_send_again(office, mail, address),)
    accent = _accent(office, mail)
    return safe(note_html(mail.subject, preheader(text), text, after, before, _band(mail, text), accent))


def _accent(office: Office, mail: OutgoingMail) -> str:
    """The colour of the game a mail is about; "" where it is about none."""
    if mail.game is None:
        return ""
    with office.store.reading() as connection:
        system = connection.execute(select(t.games.c.system).where(t.games.c.id == mail.game)).scalar()
    return games.system(system).accent if system in games.SYSTEMS else ""


_WRONG = re.compile(r": orders accepted WITH (\d+) ERRORS?$")
_WHY_NOT = re.compile(r"NOT accepted: (.+?)\.?$", re.DOTALL)


def _band(mail: OutgoingMail, text: str) -> str:
    """At the top of an answer to a sheet: accepted, accepted in part, or not, and why."""
    if mail.kind == MailKind.ACKNOWLEDGE:
        wrong = _WRONG.search(mail.subject)
        if wrong is None:
            return band(Tone.GOOD, "\u2713 Accepted")
        lines = "line is" if wrong[1] == "1" else "lines are"
        return band(Tone.MIXED, f"\u2713 Accepted, but {wrong[1]} {lines} wrong and will not be played")
    if mail.kind != MailKind.REFUSAL:
        return ""
    why = next((found[1] for part in text.split("\n\n") if (found := _WHY_NOT.search(part))), "")
    return band(Tone.BAD, f"\u2717 Not accepted: {' '.join(why.split())}" if why else "\u2717 Not accepted")


def preheader(text: str) -> str:
    """What an inbox shows beside the subject: the first words after the greeting."""
    parts = [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]
    said = [part for part in parts if not (part.startswith("Dear ") and part.endswith(","))]
    first = said[0] if said else ""
    if len(first) <= _LONGEST_PREHEADER:
        return first
    return first[:_LONGEST_PREHEADER].rsplit(" ", 1)[0] + " …"


def _play_again(text: str, address: str) -> str:
    form = _BLANK_FORM.search(text)
    if form is None:
        return ""
    body = "\n".join(line.strip() for line in form[0].splitlines())
    return button("Play again", address, "Sign-up", body)


def _change_orders(office: Office, mail: OutgoingMail, address: str) -> str:
    """Opens an answer with the orders as they were taken, to be changed: a later sheet replaces them whole."""
    if mail.game is None or mail.turn is None or mail.seat is None:
        return ""
    s = t.sheets.c
    with office.store.reading() as connection:
        query = select(s.sheet).where(s.game == mail.game, s.turn == mail.turn, s.seat == mail.seat)
        sheet = connection.execute(query.order_by(s.revision.desc()).limit(1)).scalar()
    if not sheet:
        return ""
    subject = mail.subject.rpartition(": ")[0] or mail.subject
    # the address anybody may read: one that stands for the password must not lie in a text that is passed on
    head, _, orders = sheet.partition("\n")
    return button("Change these orders", address, f"{subject}, turn {mail.turn}", f"{head}\nPASSWORD \n{orders}")


def _send_again(office: Office, mail: OutgoingMail, address: str) -> str:
    """Opens an answer with the head of a sheet for the turn that is due; nothing once the game is over."""
    if mail.game is None or mail.turn is None or mail.seat is None:
        return ""
    with office.store.reading() as connection:
        game = load_game(connection, mail.game)
    if game.ending:
        return ""
    grammar = game.orders.GRAMMAR
    seat = f"{grammar.seat_words[0]} {grammar.written(mail.seat)}"
    head = f"GAME {game.id} TURN {game.turn + 1}\n{seat}\nPASSWORD \n\nEND\n"
    subject = mail.subject.rpartition(": ")[0]
    return button("Write orders", address, f"{subject}, turn {game.turn + 1}", head)


_LAST: dict[tuple[Path, str, int, str], dict[str, bytes]] = {}
"""The cards made last: the invitations of a game go out one after the other; a turn run again makes others."""


def _card(office: Office, mail: OutgoingMail, kind: str) -> bytes:
    """What is passed on of the game that is over, as a mail's ``html`` or as ``pdf``."""
    if mail.game is None or mail.turn is None:
        return b""
    with office.store.reading() as connection:
        key = (office.root, mail.game, mail.turn, load_game(connection, mail.game).processed_at.isoformat())
        if key not in _LAST:
            made = edition_of(office, connection, mail.game, mail.turn)
            cards = {one: made.system.reports.card(made.record, made.facts, one) for one in ("html", "pdf")}
            _LAST.clear()
            _LAST[key] = cards
    return _LAST[key][kind]


_BODY = re.compile(r"<body\b[^>]*>", re.IGNORECASE)
_BUTTON = re.compile(r'<p\b[^>]*>\s*<a href="mailto:[^"]*"[^>]*>(?:(?!</p>).)*</p>', re.IGNORECASE | re.DOTALL)
_FORM = re.compile(r"(?:<p\b[^>]*>[^<]*</p>\s*)?<pre\b[^>]*>\s*GAME\b.*?</pre>", re.IGNORECASE | re.DOTALL)
"""An order form in a report, with what is said above it, and the button that opens it."""
_WIDTH = 72
_PLACE_OF_BOOK = re.compile(r"^\{rules (\w+)\}$", re.MULTILINE)
_FILES = (
    ("pdf", "pdf", "application/pdf"),
    ("json", "json", "application/json"),
    ("page", "page.html", "text/html"),
)
"""Files that go with a report by its reader's wish: the wish, how the file's name ends, and what it is. A game without
a player's page has none to attach."""
REPLY_TO = (
    *REPORTS,
    MailKind.ACKNOWLEDGE,
    MailKind.REFUSAL,
    MailKind.ANSWER,
    MailKind.REMIND,
    MailKind.NUDGE,
    MailKind.RENEWED,
    MailKind.HINT,
)
"""Kinds of mail that may be answered with orders without a password: they go to a seat's registered address."""


def letter_of(office: Office, mail: OutgoingMail, processes: int = 0) -> Letter:
    """What is to be sent for a mail of the outbox, made of the record; ``processes`` write reports that are gone.

    Raises :class:`OfficeError` and what reading its files raises.
    """
    text, html = mail.body or "", ""
    calendar = b""
    attachments: tuple[Attachment, ...] = ()
    if mail.kind in REPORTS:
        game, turn, seat = _about(mail)
        reports_there(office, game, turn, processes, seat=seat)
        folder = office.reports(game, turn)
        text = (folder / f"{seat}.txt").read_text(encoding="utf-8")
        html = (folder / f"{seat}.html").read_text(encoding="utf-8")

        with office.store.reading() as connection:
            moves = moves_before(connection, game, turn, mail.created_at)
            name = f"{load_game(connection, game).system.name}-{game}-turn-{turn}-{seat}"
            newest = load_game(connection, game, public=True).turn
        wanted, calendar = _wishes(office, mail, moves)
        if turn < newest:  # what can still be ordered stands in the newest report
            text, html, calendar = *_without_form(text, html, turn + 1, newest), b""
        attachments = tuple(
            Attachment(f"{name}.{ending}", content_type, (folder / f"{seat}.{ending}").read_bytes())
            for kind, ending, content_type in _FILES
            if kind in wanted and (folder / f"{seat}.{ending}").is_file()
        ) + _start_pack(office, mail)
    elif mail.kind == MailKind.WELCOME:
        text, html, calendar, attachments = _welcome(office, mail)
    elif mail.kind == MailKind.BILL and STATEMENT.search(text):
        text, attachments = _with_statement(office, mail)
    elif mail.kind == MailKind.INVITE:
        card = _card(office, mail, "pdf")
        attachments = (Attachment("card.pdf", "application/pdf", card),) if card else ()
    elif mail.kind == MailKind.RULES:
        text, attachments = _with_book(office, mail)
    elif mail.kind in (MailKind.DATE, MailKind.PAUSE):
        game, turn, _ = _about(mail)
        with office.store.reading() as connection:
            moves = moves_until(connection, game, turn, mail.created_at)
        calendar = _wishes(office, mail, moves)[1]
    elif mail.kind == MailKind.CONFIRM:
        with office.store.writing() as connection:
            text = text.replace("{confirm}", f"CONFIRM {code_for(office, connection, mail)}")
    elif mail.kind == MailKind.JOIN:
        with office.store.writing() as connection:
            text = text.replace("{confirm}", f"CONFIRM {code_of_sign_up(office, connection, mail)}")
    elif mail.kind == MailKind.CODE:
        with office.store.writing() as connection:
            text = text.replace("{confirm}", f"CONFIRM {code_of(office, connection, mail)}")
    if mail.kind != MailKind.RULES:  # an example in a rule book is no form of ours
        text, html = _keyed(office, mail, text, html)
    settings = office.settings
    # a mail to somebody who perhaps never heard of us is as bare as can be
    if not html and mail.kind not in (MailKind.JOIN, MailKind.SIGN_UP, MailKind.RULES):
        html = html_of(office, mail, text, settings.text("office", "email"))
    text, html = _marked(text, html)
    return Letter(
        message_id=mail.message_id,
        sender=settings.text("office", "email"),
        sender_name=settings.text("office", "name"),
        to=mail.recipient,
        subject=mail.subject,
        text=text,
        date=moment(mail.created_at, "when a mail was written"),
        html=html,
        attachments=attachments,
        in_reply_to=mail.in_reply_to,
        reply_to=_reply_to(office, mail),
        references=mail.thread,
        calendar=calendar,
    )


def _welcome(office: Office, mail: OutgoingMail) -> tuple[str, str, bytes, tuple[Attachment, ...]]:
    """A welcome in full, as a first report comes: text, HTML, invitation, and the files its reader wants."""
    words = mail.body or ""
    game, turn, seat = _about(mail)
    with office.store.reading() as connection:
        report = handed_over(office, connection, mail)
        newest = load_game(connection, game, public=True)
        moves = times_moved(connection, game, turn)
    if report is None:
        return words, "", b"", ()
    parts = "".join(f"<p>{escape(part)}</p>" for part in words.strip().split("\n\n"))
    said = f'<div style="font:15px/1.5 Helvetica,Arial,sans-serif;padding:4px 18px">{parts}</div>'
    text, html = f"{words}\n{report.text}", _BODY.sub(lambda body: f"{body[0]}{said}", report.html, count=1)
    wanted, calendar = _wishes(office, mail, moves)
    if turn < newest.turn:
        text, html, calendar = *_without_form(text, html, turn + 1, newest.turn), b""
    name = f"{newest.system.name}-{game}-turn-{turn}-{seat}"
    made = {"pdf": report.pdf, "json": report.turn_file.encode("utf-8"), "page": report.page.encode("utf-8")}
    attachments = tuple(
        Attachment(f"{name}.{ending}", content_type, made[kind])
        for kind, ending, content_type in _FILES
        if kind in wanted and made[kind]
    )
    return text, html, calendar, attachments + _start_pack(office, mail)


def _with_statement(office: Office, mail: OutgoingMail) -> tuple[str, tuple[Attachment, ...]]:
    """A statement of account, as it stands when it is sent, in the words of a mail and to print."""
    from magika_gm.reports.statement_page import written

    words = mail.body or ""
    place = STATEMENT.search(words)
    assert place is not None
    made = statement(office, place[1], moment(mail.created_at, "when a mail was written"))
    pdf = written(made, "pdf", office.settings.text("office", "paper"))
    text = words.replace(place[0], written(made, "txt").decode().strip())
    return text, (Attachment(f"statement-{made.account}.pdf", "application/pdf", pdf),)


def _keyed(office: Office, mail: OutgoingMail, text: str, html: str) -> tuple[str, str]:
    """The order form in a mail to a player bears the line by which it is known where it comes back in an answer."""
    if not mail.game or not mail.seat:
        return text, html
    lines = Lines(text, games.any_sheet())
    start = printed_form(lines)
    last = lines.headers[start] if start is not None else None
    if last is None or last.turn is None or last.game.casefold() != mail.game.casefold():
        return text, html
    return with_key(text, html, games.any_sheet(), form_key(office, mail.game, mail.seat, last.turn))


def _marked(text: str, html: str) -> tuple[str, str]:
    """The line that says where an answer ends, above all we write: below it nothing is ever an answerer's own."""
    form = has_form(text) or printed_form(Lines(text, games.any_sheet())) is not None
    said = ANSWER_OR_FORM if form else ANSWER_ABOVE
    text = f"{said}\n\n{text}"
    style = "font:11px/1.4 Helvetica,Arial,sans-serif;opacity:.6;margin:0;padding:4px 18px"
    line = f'<div style="{style}">{said}</div>'
    return text, _BODY.sub(lambda body: f"{body[0]}{line}", html, count=1) if html else ""


def _without_form(text: str, html: str, past: int, newest: int) -> tuple[str, str]:
    """A report of a turn that is not the last one: what would order for the turn after it gives way to a line."""
    said = f"Turn {past} has been played: it takes no orders any more. The report of turn {newest} has the form."
    lines = Lines(text, games.any_sheet())
    if lines.header_list:
        start = lines.header_list[-1]
        end = lines.after(lines.end_list, start)
        while start and lines.rows[start - 1].strip():  # its heading
            start -= 1
        text = "\n".join([*lines.rows[:start], *textwrap.wrap(said, _WIDTH), *lines.rows[end + 1 :]]).rstrip() + "\n"
    return text, _FORM.sub(f"<p>{said}</p>", _BUTTON.sub("", html))


def _about(mail: OutgoingMail) -> tuple[str, int, str]:
    """Game, turn and seat of a mail that has them all."""
    if mail.game is None or mail.turn is None or mail.seat is None:
        raise ValueError(f"a {mail.kind} without game, turn or seat")
    return mail.game, mail.turn, mail.seat


def _start_pack(office: Office, mail: OutgoingMail) -> tuple[Attachment, ...]:
    """The rule book with the first report of a player who has had none (GM-4), or with a position he takes over."""
    takes_over = mail.kind == MailKind.WELCOME
    if not takes_over and (mail.kind != MailKind.REPORT or mail.turn != 0):
        return ()
    with office.store.reading() as connection:
        query = (
            select(t.players.c.rule_book, t.players.c.paper)
            .join(t.seats, t.seats.c.player == t.players.c.id)
            .where(t.seats.c.game == mail.game, t.seats.c.seat == mail.seat)
        )
        found = connection.execute(query).first()
        system = load_game(connection, mail.game or "").system.name
    none_yet = (mail.game, "") if takes_over else (mail.game,)
    if found is None or found.rule_book not in none_yet or not games.system(system).has("rulebook"):
        return ()
    return (_book(office, system, found.paper),)


def _book(office: Office, system: str, paper: str) -> Attachment:
    data = kept_pdf(office, games.system(system), paper or office.settings.text("office", "paper"))
    return Attachment(f"{system}-rule-book.pdf", "application/pdf", data)


def _with_book(office: Office, mail: OutgoingMail) -> tuple[str, tuple[Attachment, ...]]:
    """The text of a rule book where a mail has a place for it, and its PDF on the paper its reader prints on."""
    text = mail.body or ""
    place = _PLACE_OF_BOOK.search(text)
    if place is None or place[1] not in games.SYSTEMS:
        return text, ()
    paper = ""
    if mail.game is not None:
        with office.store.reading() as connection:
            holder = load_holders(connection, mail.game).get(mail.seat or "")
        paper = holder.paper if holder is not None else ""
    return text.replace(place[0], book_text(place[1])), (_book(office, place[1], paper),)


def _reply_to(office: Office, mail: OutgoingMail) -> str:
    """The address an answer goes to: with a token that stands for the password, for the turn that comes next.

    It is made when the mail is sent and stored nowhere, and goes to the registered address alone.
    """
    wanted = office.settings.text("mail", "reply_address") == "plus"
    if mail.kind not in REPLY_TO or mail.turn is None or mail.game is None or not wanted:
        return ""
    with office.store.reading() as connection:
        game = load_game(connection, mail.game, public=True)
        holder = load_holders(connection, mail.game).get(mail.seat or "")
        runs, seen = runs_and_seen(connection, game)
    # of a sheet for another turn than the coming one it says so: what is sent in answer is for that one
    turn = mail.turn + 1 if mail.kind in REPORTS else game.turn + 1 if mail.kind == MailKind.REFUSAL else mail.turn
    run = run_before(runs, turn)
    if turn <= game.turn or game.ending or holder is None or compared(holder.email) != compared(mail.recipient):
        return ""
    token = token_of(office, game.id, holder, turn, run, seen)
    return reply_address(office.settings.text("office", "email"), token)


def _wishes(office: Office, mail: OutgoingMail, moves: int) -> tuple[tuple[str, ...], bytes]:
    """Which files the player wants with his report, and the invitation for the date his next orders are due.

    One event a game: each report, and each time the date is moved (``moves``), carries it with a higher sequence, so
    that a calendar moves it along; the last report, and a pause without an end, take it away (GM-2).
    """
    from magika_gm.mail.compose import Person, invitation

    with office.store.reading() as connection:
        name, turn, seat = _about(mail)
        game = load_game(connection, name, turn)
        due = date_of(connection, game, moves)
        holder = load_holders(connection, name)[seat]
    settings = office.settings
    calendar = invitation(
        f"{office.keyed('invitation', game.id, seat)[:24]}@{office.domain}",
        game.turn * 100 + moves,
        due,
        f"{game.called}: orders for turn {game.turn + 1}, {game.who(holder)}",
        f"Orders for {game.who_is(holder)}, are due; a later sheet replaces an earlier one until then.",
        Person(settings.text("office", "email"), settings.text("office", "name")),
        Person(holder.email, holder.name),
        moment(mail.created_at, "when a mail was written"),
        cancelled=game.ending is not None or mail.kind == MailKind.PAUSE,
    )
    return (*holder.attach, *(["page"] if _bought_camp(office, name, seat) else [])), calendar


def _bought_camp(office: Office, game: str, seat: str) -> bool:
    """Whether a seat's player has the computer-aided rules (CAMP): his report brings the player's page always."""
    with office.store.reading() as connection:
        player = player_of(connection, game, seat)
        return player is not None and stands(connection, f"camp:{player}")
