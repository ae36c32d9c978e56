"""Whose a message is: the game and seat its sheets, its reply address or the game master say it is about; whether it
came before; and how many answers go to who proved nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, or_, select

from magika_gm import games
from magika_gm.app.enrolment.signup_form import has_form
from magika_gm.app.office.doors import concerns_all
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.post.addresses import seats_at
from magika_gm.app.post.commands import OF_A_GAME
from magika_gm.app.post.contents import FoundSheet, Mail, MailContents, mail_of
from magika_gm.app.post.credentials import Credentials, Sender, Ticket
from magika_gm.app.record.games import Game, Holder, game_named, known_names, load_game, load_holders, memory_of
from magika_gm.engine.records import record
from magika_gm.engine.sheet.bare import order_lines
from magika_gm.engine.sheet.sheet import Sheet, SheetGrammar, write_sheet
from magika_gm.mail.mailboxes import compared
from magika_gm.mail.parsing import Budget, decode
from magika_gm.mail.readers import Incoming
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import Credential, MailKind, MailState, Outcome


@record
class Nobody:
    """Nobody can tell whose message it is: why, and whether orders were meant."""

    why: str
    tried: bool = False
    trouble: bool = False
    """``why`` is how it was written, in words of our own."""


_ABOUT = select(t.outbox.c.game).where(t.outbox.c.message_id == bindparam("answered"))


@dataclass(slots=True)
class Whose:
    """Game and seat a message is about, and its sheets read with the names that player knows."""

    game: Game
    holder: Holder
    memory: Any
    sheets: list[FoundSheet]
    by_name: bool = False
    """It was found by a character's name."""


def likely_games(connection: Connection, mail: Mail) -> Iterator[str]:
    """The games a mail hints at, nearest first, as they are asked for: of the mail of ours it answers, as its sheets
    name them, of its sender. A hint proves nothing; it says where to look first."""
    for answered in dict.fromkeys((mail.in_reply_to, *reversed(mail.thread))):
        if answered:
            name = connection.execute(_ABOUT, {"answered": answered}).scalar()
            if name:
                yield name
    yield from dict.fromkeys(one.sheet.game for one in mail.contents.read() if one.sheet.game)
    if mail.sender:
        yield from (name for name, _ in seats_at(connection, mail.sender))


def find_whose(
    connection: Connection, mail: Mail, ticket: Ticket | None, hand: tuple[str, str] | None
) -> Whose | Nobody:
    """Whose message it is, by what it says, by the reply address it came to, or by the game master's word; or why
    nobody can tell."""
    first = mail.contents.read()
    said, meant = first[0].sheet if first else None, ""
    if hand is not None:
        name: str | None = hand[0]
    elif said is not None:
        same = ticket is not None and ticket.game.id.casefold() == said.game.casefold()
        name = ticket.game.id if same and ticket is not None else game_named(connection, said.game)
        only = None if same else _his_only_game(connection, mail, name, ticket, said)
        if only is not None:
            name, meant = only
        if name is None:
            return Nobody("there is no such game here", tried=True, trouble=True)
    elif ticket is not None:
        name = ticket.game.id
    else:
        return Nobody(mail.contents.trouble or "no order sheet (GAME … END) in it", mail.contents.tried, trouble=True)
    if ticket is not None and ticket.holders and name == ticket.game.id:
        game, holders = ticket.game, ticket.holders
    else:
        game = load_game(connection, name or "", public=True)
        holders = load_holders(connection, game.id)
    grammar, memory = game.orders.GRAMMAR, None
    seat = hand[1] if hand is not None else ""
    if not seat and said is not None:
        seat, memory = _seat_as_written(connection, mail, game, holders)
        seat = seat or _seat_said(connection, mail, game, holders)
        if meant and seat in ("", meant):
            seat = meant
            only_his = f"you play {game.system.words.called(seat)} of game {game.id} and nowhere else"
            said_so = f"Your sheet says game {said.game}; {only_his}, and it was taken for that."
            mail.contents.notes += [] if said_so in mail.contents.notes else [said_so]
        elif meant:
            return Nobody(f"it names another game and {game.system.words.seat} than yours", tried=True, trouble=True)
    if not seat and ticket is not None and ticket.game.id == game.id:
        seat = ticket.holder.seat
    holder = holders.get(seat)
    if holder is None or not holder.email:
        return Nobody(f"it names no {game.system.words.seat} a player plays", tried=said is not None)
    if memory is None:
        memory = memory_of(connection, game, game.turn, seat)
    sheets = mail.contents.read(grammar, known_names(game, holder, memory))
    by_name = hand is None and said is not None and not _ticket_for(ticket, game, seat) and not _lettered(mail, grammar)
    found = [FoundSheet(replace(p.sheet, seat=seat, game=game.id if meant else p.sheet.game), p.where) for p in sheets]
    return Whose(game, holder, memory, found, by_name)


def _his_only_game(
    connection: Connection, mail: Mail, named: str | None, ticket: Ticket | None, said: Sheet
) -> tuple[str, str] | None:
    """The one game that goes on in which a mail's sender has a seat, and which, where its sheet names one that there
    is not, or that is over; and where it came to that seat's reply address, any other. None where that does not show.

    No password is looked at here: a wrong one is then wrong for that seat, and counts."""
    seats = [(game, seat) for game, seat in seats_at(connection, mail.sender) if mail.sender]
    going = [(game, seat) for game, seat in seats if not load_game(connection, game, public=True).ending]
    if len(going) != 1 or going[0][0] == named:
        return None
    ((game, seat),) = going
    if ticket is not None and (ticket.game.id, ticket.holder.seat) == (game, seat):
        return going[0]
    played = named is not None and not load_game(connection, named, public=True).ending
    return going[0] if said.password and not played else None


def seat_meant(connection: Connection, mail: Mail, *, look: bool = True) -> tuple[Game, Holder] | None:
    """The seat, of those somebody with the sender's address plays, whose game reads most lines of his mail as orders:
    where it proves nothing, he is told of that one. The first where it is none of them; None where he plays nothing.
    So few lines are looked at that a mail full of order words costs no more than another; without ``look``, none."""
    found: list[tuple[int, Game, Holder]] = []
    words, seats = mail.contents.own_words if look else "", seats_at(connection, mail.sender)[:_MOST_SEATS]
    for name, seat in seats:
        game = load_game(connection, name, public=True)
        if not game.ending:
            holder = load_holders(connection, name)[seat]
            names = known_names(game, holder, memory_of(connection, game, game.turn, seat))
            read = order_lines(words, game.orders.GRAMMAR, names, MOST_LOOKED_AT // len(seats)) if words else 0
            found.append((read, game, holder))
    return max(found, key=lambda one: one[0])[1:] if found else None


_MOST_SEATS = 20
MOST_LOOKED_AT = 100
"""Lines of a mail that proves nothing of which it is asked whether they are orders, in all games together."""


def _seat_as_written(
    connection: Connection, mail: Mail, game: Game, holders: Mapping[str, Holder]
) -> tuple[str, Any | None]:
    """The seat of a mail's one sheet, and what it remembers, where it is written as it is called: one reading of the
    whole sheet, the slowest thing done with a mail, is spared. "" where it takes a closer look."""
    first = mail.contents.read()
    sheet = first[0].sheet
    if len(first) > 1 or sheet.faults or sheet.seat not in holders:
        return "", None
    memory = memory_of(connection, game, game.turn, sheet.seat)
    again = mail.contents.read(game.orders.GRAMMAR, known_names(game, holders[sheet.seat], memory))
    # the words before the seat were those of any game
    return (sheet.seat, memory) if again and again[0].sheet.seat == sheet.seat else ("", None)


def _seat_said(connection: Connection, mail: Mail, game: Game, holders: Mapping[str, Holder]) -> str:
    """The seat the sheets of a mail name, by the name of its character, too; "" where they name none."""
    grammar, names = game.orders.GRAMMAR, {a: held.character for a, held in holders.items()}
    seat = next((p.sheet.seat for p in mail.contents.read(grammar, names) if p.sheet.seat), "")
    if not seat and not any(names.values()):
        names = _called(connection, game, holders)
        seat = next((p.sheet.seat for p in mail.contents.read(grammar, names) if p.sheet.seat), "")
    return seat


def _called(connection: Connection, game: Game, holders: Mapping[str, Holder]) -> dict[str, str]:
    """What the seats are called in a game that gives its players their characters: each as its own player knows it."""
    known = {a: game.system.orders.names_for(memory_of(connection, game, game.turn, a)) for a in holders}
    return {a: names[a] for a, names in known.items() if a in names}


def _lettered(mail: Mail, grammar: SheetGrammar) -> bool:
    """Whether a mail says by a seat, and not by a character's name, whose it is."""
    return any(p.sheet.seat for p in mail.contents.read(grammar, {}))


def _ticket_for(ticket: Ticket | None, game: Game, seat: str) -> bool:
    return ticket is not None and (ticket.game.id, ticket.holder.seat) == (game.id, seat)


def where_renewed(
    connection: Connection, game: Game, holder: Holder, sender: Sender, proof: Credentials
) -> Credentials:
    """What is said to who answers a report of before reply addresses were renewed with the program: that they were, and
    where the new one is. The same proof where he does not, or no such letter was written to him."""
    if not sender.tokens or proof.wrong or sender.address != compared(holder.email):
        return proof
    o = t.outbox.c
    mine = (o.kind == MailKind.RENEWED, o.game == game.id, o.seat == holder.seat, o.message_id.endswith("@magika-gm>"))
    letter = connection.execute(select(o.state, o.turn).where(*mine).order_by(o.id.desc())).first()
    if letter is None:
        return proof
    if letter.turn is not None and letter.turn <= game.turn:
        there, cure = "your newest report has the new one", "answer that report or write your password"
    elif letter.state not in (MailState.SENT, MailState.WAITING, MailState.HELD):
        there, cure = "the letter with the new one did not reach you", "write your password"
    else:
        way = "was sent to you" if letter.state == MailState.SENT else "is on its way to you"
        there, cure = f"a letter with the new one {way}", "answer that letter or write your password"
    why = f"reply addresses were renewed, and the one you wrote to does no more: {there}"
    return replace(proof, why=why, cure=cure)


# Whether a mail came before: the same bytes, or another copy of one that was believed.
#
# A copy may have come cut off, so that a name and a sender alone say nothing: what both say is held against each other.


# made once: to put a question together takes longer than to ask it, and these are asked for every mail
_I = t.inbox.c
# who writes in another's name could use up the Message-ID that one's next mail will have
_BELIEVED = or_(*(_I.proof.startswith(kind) for kind in (Credential.PASSWORD, Credential.REPLY_ADDRESS)))
_AGAIN = (_I.message_id == bindparam("name")) & (_I.sender == bindparam("from_whom")) & _BELIEVED
_MOST_BEFORE = 5
"""Mails of one name and sender, the newest, that a mail is held against; mail servers write two or three."""
_KNOWN = (
    select(_I.digest, _I.outcome, _I.path, _I.game, _I.turn, _I.seat, _I.received_at)
    .where((_I.digest == bindparam("bytes")) | _AGAIN)
    .order_by(_I.digest != bindparam("bytes"), _I.id.desc())
    .limit(_MOST_BEFORE)
)
_SECONDS = 0.4
"""Of a processor, for all that is opened once more to be held against one mail; an honest mail needs a tenth of it."""
_S = t.sheets.c
_MINE = (_S.game == bindparam("in_game")) & (_S.turn == bindparam("at_turn")) & (_S.seat == bindparam("of_seat"))
_ITS = (_S.message_id == bindparam("name")) & (_S.received_at == bindparam("came"))
_FAULTS = select(_S.faults).where(_MINE, _ITS, _S.faults > 0)
_HALF = 3
"""Characters that half a character may be read as."""


def came_before(office: Office, connection: Connection, mail: Mail) -> bool:
    """Whether a message was taken in before, or a believed one of the same sender and name that it says no more than.

    One that says something else is new, unless what came before was whole and without fault, and it says no more than
    that; a copy that is cut off is never new where a whole one came.
    """
    names = {"bytes": mail.digest, "name": mail.message_id, "from_whom": mail.sender}
    rows = connection.execute(_KNOWN, names).all()
    budget = Budget(_SECONDS)
    return any(row.digest == mail.digest or _is_copy(office, connection, row, mail, budget) for row in rows)


def _is_copy(office: Office, connection: Connection, row: Any, mail: Mail, budget: Budget) -> bool:
    """Whether a mail is the one of a row of the inbox once more, both of one sender and name."""
    asked = {"in_game": row.game, "at_turn": row.turn, "of_seat": row.seat, "came": row.received_at}
    faulty = connection.execute(_FAULTS, asked | {"name": mail.message_id}).first()
    taken = row.outcome == Outcome.ACCEPTED and faulty is None
    if row.path not in mail.earlier:
        mail.earlier[row.path] = _as_it_came(office, row.path, budget)
    before = mail.earlier[row.path]
    if before is None:  # it lies on another machine, is gone, or would cost too much once more
        return taken
    said, now = _said(before), _said(mail.contents)
    if said == now or (not _whole(mail.contents) and _is_cut(mail.contents, before)):
        return True
    return taken and _whole(before) and not said < now  # more: several sheets, of which the first came alone


def _is_cut(contents: MailContents, whole: MailContents) -> bool:
    """Whether the texts of a mail are the beginning of those of another."""
    pairs = zip(contents.texts, whole.texts, strict=False)
    return len(contents.texts) <= len(whole.texts) and all(_begins(one.text, text.text) for one, text in pairs)


def _begins(text: str, whole: str) -> bool:
    """Whether a text, whose last character may be half of one, is the beginning of another.

    A command is taken out of a text, what a cut left of one is not.
    """
    (*before, last), there = text.rstrip().split("\n"), whole.split("\n")
    at = len(before)
    if len(text) >= len(whole) or there[:at] != before or len(there) <= at:
        return False
    return not there[at] or there[at].startswith(last[: max(len(last) - _HALF, 0)])


def _as_it_came(office: Office, name: str, budget: Budget) -> MailContents | None:
    path = office.came(name)
    try:
        if path is None or not path.is_file():
            return None
        raw = path.read_bytes()
    except OSError:
        return None
    typed = Incoming(None, decode(raw)[0], name) if name.endswith(".txt") else Incoming(raw, None, name)
    mail = mail_of(typed, "", office.settings.text("office", "email"), budget)
    return None if mail.why_aside else mail.contents


def _said(contents: MailContents) -> frozenset[str]:
    """What a mail asks for: its sheets, without the password, and commands; of one that has neither, its words."""
    asked = frozenset(" ".join(command[:2]) for command in contents.commands)
    return frozenset(_sheets(contents)) | asked or frozenset({contents.own_words})


def _sheets(contents: MailContents) -> Iterator[str]:
    for one in contents.read():
        faults = (fault.reason for fault in one.sheet.faults)
        yield "\n".join([write_sheet(replace(one.sheet, password=""), games.any_sheet()), *faults])


def _whole(contents: MailContents) -> bool:
    """Whether a mail has sheets, each of them read to its END without fault."""
    sheets = contents.read()
    return bool(sheets) and all(one.sheet.closed and not one.sheet.faults for one in sheets)


# How many answers go out to those who proved nothing: per address, per domain, and in all.
#
# They are counted in the outbox itself, so a restart forgets none of them. An address is counted in the form its
# mailbox has: without capitals and without what follows a plus.


TO_STRANGERS = (MailKind.HINT, MailKind.RULES, MailKind.SIGN_UP, MailKind.JOIN)
MOST_AN_ADDRESS = 3
"""In a day."""
MOST_A_DOMAIN = 20
"""In a day."""
MOST_AN_HOUR = 60
"""To all addresses together."""


def folded(address: str) -> str:
    """The mailbox an address is of: ``Ann.Bee+games@Example.org`` is ``ann.bee@example.org``."""
    local, _, domain = compared(address).rpartition("@")
    return f"{local.casefold().partition('+')[0]}@{domain}"


def mailbox_answered(connection: Connection, address: str, now: datetime) -> bool:
    """Whether anything but reports went to a mailbox today, or too much to its domain or to all strangers."""
    o = t.outbox.c
    today = select(o.recipient).where(o.created_at > stamp(now - timedelta(days=1)), o.kind != MailKind.REPORT)
    mine = folded(address)
    if any(folded(recipient) == mine for recipient in connection.execute(today).scalars()):
        return True
    return bool(too_many(connection, address, now))


def too_many(connection: Connection, address: str, now: datetime) -> str:
    """Why no answer goes to somebody who proved nothing, or ""."""
    rows = _answered(connection, now)
    to, hour = folded(address), stamp(now - timedelta(hours=1))
    if sum(row.created_at > hour for row in rows) >= MOST_AN_HOUR:
        return f"{MOST_AN_HOUR} answers went to strangers within an hour; no more are given"
    boxes = Counter(folded(row.recipient) for row in rows)
    if boxes[to] >= MOST_AN_ADDRESS:
        return f"{MOST_AN_ADDRESS} answers went to this address within a day; no more are given"
    domain = to.rpartition("@")[2]
    if sum(number for box, number in boxes.items() if box.rpartition("@")[2] == domain) >= MOST_A_DOMAIN:
        return f"{MOST_A_DOMAIN} answers went to {domain} within a day; no more are given"
    return ""


def is_last(connection: Connection, address: str, now: datetime) -> bool:
    """Whether the next answer to somebody who proved nothing is the last one within a day."""
    to = folded(address)
    return sum(folded(row.recipient) == to for row in _answered(connection, now)) == MOST_AN_ADDRESS - 1


def _answered(connection: Connection, now: datetime) -> Sequence[Any]:
    """To whom answers went that proved nothing, and when, within a day."""
    o = t.outbox.c
    since = stamp(now - timedelta(days=1))
    query = select(o.recipient, o.created_at).where(o.kind.in_(TO_STRANGERS), o.created_at > since)
    return connection.execute(query).all()


# What mails may be about, so that those that may be about the same are judged in the order they came in.


def keys_of(connection: Connection, mail: Mail) -> set[str]:
    """What a mail may be about: no two mails that have one of these in common are judged at the same time, or in
    another order than they came in.

    Orders and questions about one game are about that game. Whatever else there may be in a mail (a new address, a
    sign-up, sheets for several games, prose) is about its sender too, and about every game he plays in.
    """
    try:
        named = {one.sheet.game.casefold() for one in mail.contents.read() if one.sheet.game}
        asked = all(command.name in OF_A_GAME for command in mail.contents.commands)
        form = any(has_form(text.text) for text in mail.contents.texts)
        if len(named) == 1 and asked and not form and mail.bounce is None and not mail.why_aside:
            return {f"game {game}" for game in named}
        with connection.begin_nested():  # a question that fails would take those after it along (PostgreSQL)
            games = {name.casefold() for name in likely_games(connection, mail)}
    except Exception as error:
        if concerns_all(error):
            raise
        named, games = set(), set()
    return {f"from {folded(mail.sender)}", *(f"game {game}" for game in named | games)}
