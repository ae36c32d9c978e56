"""What was set aside for the game master: listed, and settled by him through the same desk as every mail."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from datetime import datetime
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, RowMapping, select, update

from magika_gm import games
from magika_gm.app.office.doors import traceback_of
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.post.addresses import seat_of_address
from magika_gm.app.post.contents import Mail, contents_in, mail_of, unread
from magika_gm.app.post.credentials import Credentials
from magika_gm.app.post.intake import keep_mail, mark_of
from magika_gm.app.post.judging import decide_mail
from magika_gm.app.post.order_desk import OrderDesk, Received
from magika_gm.app.post.whose import came_before
from magika_gm.app.record.contact import waits
from magika_gm.app.record.games import (
    Game,
    Holder,
    game_named,
    known_names,
    load_game,
    load_holders,
    memory_of,
    ordering_seats,
)
from magika_gm.engine.records import named_record
from magika_gm.engine.sheet.bare import below_header, halves
from magika_gm.engine.sheet.lines import Lines
from magika_gm.engine.sheet.sheet import SECRET_WORDS
from magika_gm.engine.words import Fault, plain_lines, words_of
from magika_gm.mail.envelope import TextPart
from magika_gm.mail.parsing import LONGEST_TEXT, decode
from magika_gm.mail.readers import Incoming
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import Outcome, Settle, Settled

_PASSWORD = re.compile(rf"^([^\w\n]{{0,8}}(?:{'|'.join(SECRET_WORDS)})\b)[^\n]*", re.IGNORECASE | re.MULTILINE)


@named_record
class Kept:
    """A message in the inbox."""

    id: int
    received_at: str
    sender: str
    subject: str
    outcome: str
    reason: str
    game: str
    turn: int | None
    seat: str
    path: str
    proof: str
    settled: str


_FIELDS = tuple(field.name for field in fields(Kept))


def list_inbox(office: Office, game: str = "", everything: bool = False) -> list[Kept]:
    """Messages set aside and letters to the game master, not settled yet, oldest first; or all there are. Of ``game``
    alone, if named."""
    query = select(t.inbox).order_by(t.inbox.c.id)
    if game:
        with office.store.reading() as connection:
            game = load_game(connection, game).id
        query = query.where(t.inbox.c.game == game)
    if not everything:
        query = query.where(waits())
    with office.store.reading() as connection:
        return [_kept(row) for row in connection.execute(query).mappings()]


def _kept(row: RowMapping) -> Kept:
    said = {name: row[t.inbox.c.seat if name == "seat" else name] for name in _FIELDS}
    plain: dict[str, Any] = {name: "" if value is None and name != "turn" else value for name, value in said.items()}
    return Kept(**plain)


def text_of(office: Office, number: int, *, whole: bool = True) -> str:
    """What a kept message says, as it was read: its texts, one after the other, passwords blotted out;
    above them From, Subject and when it came. Not ``whole``: what its writer wrote himself, above what he answers, once
    where it came as text and as HTML."""
    with office.store.reading() as connection:
        row = _row(connection, number)
        mail = _mail(office, row)
    head = f"From: {row['sender'] or 'a plain order sheet'}\nSubject: {row['subject']}\nReceived: {row['received_at']}"
    kept = traceback_of(mark_of(mail))
    if (office.root / kept).is_file():
        head += f"\nTraceback: {kept}"
    texts = [text.text.rstrip() for text in mail.contents.texts]
    said = texts if whole else _own_texts(texts)
    if said != texts:
        left = sum(text.count("\n") + 1 for text in texts) - sum(text.count("\n") + 1 for text in said)
        said = [*said, f"\n({left} more lines, of what it answers: magika-gm inbox --show {number} --all)"]
    text = _PASSWORD.sub(r"\1 ***", "\n".join(said))
    return f"{head}\n\n{text}"


def _own_texts(texts: list[str]) -> list[str]:
    """What stands above what a mail answers, each text once; all of them where nothing does."""
    found: dict[str, str] = {}
    for text in texts:
        own = halves(text, games.any_sheet()).own.strip("\n")
        if own.strip():
            found.setdefault(" ".join(words_of(own)), own)
    return list(found.values()) or texts


def settle_mail(
    office: Office, number: int, how: Settle, now: datetime, game: str = "", seat: str = "", reason: str = ""
) -> Received:
    """Settle a message that was set aside: ``accept`` it as what a mage's player wrote, ``refuse`` it (with the reason
    mailed to him), or ``drop`` it without an answer. A bounce can only be dropped.

    An accepted one goes through the same desk as every mail, on the game master's word instead of a password. What is
    wrong with it otherwise still counts: raises :class:`OfficeError` then, sends nothing and leaves it as it was. What
    was refused or dropped before can be accepted, too, and orders are found wherever in it they stand, forwarded or
    quoted. ``seat`` may name the game as well (``12:C``).
    """
    if ":" in seat:
        game, _, seat = seat.rpartition(":")
    with office.store.writing() as connection:
        row = _row(connection, number)
        if row["settled"] == Settled.WORDS and how == Settle.DROP:
            read = Received(
                source=row["path"], outcome=Outcome(row["outcome"]), reason=row["reason"], settled=Settled.READ
            )
            _note(connection, number, read, row)
            return read
        taken = row["outcome"] == Outcome.ACCEPTED or row["settled"] == Settled.BOUNCE
        open_ = row["outcome"] in (Outcome.ASIDE, Outcome.REMARK) and not row["settled"]
        if not open_ and (taken or how != Settle.ACCEPT):
            raise OfficeError(f"message {number} was {row['settled'] or row['outcome']} before; nothing was changed")
        if how == Settle.DROP:
            received = Received(
                source=row["path"], outcome=Outcome(row["outcome"]), reason=row["reason"], settled=Settled.DROPPED
            )
            _note(connection, number, received, row)
            return received
        game, seat = _whose(connection, row, game, seat, how)
        mail = _mail(office, row)
        if how == Settle.ACCEPT:
            received = decide_mail(office, connection, mail, now, (game, seat))
            if received.outcome != Outcome.ACCEPTED:
                cure = (
                    f"tell him with --settle {number} refuse, or drop it; or type his orders off: magika-gm ingest --as"
                )
                stays = f"it stays aside: {cure}" if open_ else "it stays as it was"
                raise OfficeError(f"message {number} cannot be accepted: {received.reason}; {stays}")
            if row["outcome"] == Outcome.REFUSED:
                reason = "; ".join(filter(None, (received.reason, f"it was refused before: {row['reason']}")))
                received = replace(received, reason=reason)
        else:
            loaded = load_game(connection, game, public=True)
            holder = load_holders(connection, game)[seat]
            memory = memory_of(connection, loaded, loaded.turn, seat)
            proof = Credentials(why="the game master looked at it")
            desk = OrderDesk(
                office=office,
                connection=connection,
                game=loaded,
                holder=holder,
                mail=mail,
                now=now,
                proof=proof,
                memory=memory,
            )
            received = desk.refuse(reason or row["reason"])
        _note(connection, number, received, row)
        return received


def would_be_accepted(office: Office, number: int, game: str = "", seat: str = "") -> str:
    """As whose orders a message would count, were it accepted, in words, and whether orders of his would give way.
    Raises :class:`OfficeError` as :func:`settle_mail` does."""
    if ":" in seat:
        game, _, seat = seat.rpartition(":")
    with office.store.reading() as connection:
        row = _row(connection, number)
        game, seat = _whose(connection, row, game, seat, Settle.ACCEPT)
        loaded = load_game(connection, game, public=True)
        holder = load_holders(connection, loaded.id)[seat]
        sent = seat in ordering_seats(connection, loaded, loaded.turn + 1)
    who = f"{holder.name}, {loaded.system.words.called(seat)} of game {game},"
    gives_way = f"; orders he has sent for turn {loaded.turn + 1} give way to it" if sent else ""
    return f"message {number} from {row['sender'] or 'a sheet'} would count as orders of {who} on your word{gives_way}"


def _row(connection: Connection, number: int) -> RowMapping:
    row = connection.execute(select(t.inbox).where(t.inbox.c.id == number)).mappings().first()
    if row is None:
        raise OfficeError(f"there is no message {number} in the inbox; magika-gm inbox lists what was set aside")
    return row


def _whose(connection: Connection, row: RowMapping, game: str, seat: str, how: Settle) -> tuple[str, str]:
    """Game and mage a message is settled for. A refusal goes to the player its From address is registered for, where
    nothing else is known; orders never count as his on that alone."""
    said, number = seat, row["id"]
    game, seat = game or row["game"] or "", seat.upper() or row[t.inbox.c.seat] or ""
    if game and seat:
        loaded = load_game(connection, game)
        found_seat = loaded.system.orders.GRAMMAR.seat([seat], {})
        seat = seat if isinstance(found_seat, Fault) else found_seat
    if how == Settle.REFUSE and not said and not (row["game"] and seat):
        found = seat_of_address(connection, row["sender"] or "")
        if found is not None and game.casefold() in ("", found[0].id.casefold()):
            return found[0].id, found[1].seat
    if not game or not seat:
        why = "" if how == Settle.ACCEPT else f", or drop it: magika-gm inbox --settle {number} drop"
        raise OfficeError(f"say as whose mail it counts: magika-gm inbox GAME --settle {number} {how} --as C{why}")
    loaded = load_game(connection, game)
    holder = load_holders(connection, loaded.id).get(seat)
    if holder is None or not holder.email:
        raise OfficeError(f"{seat} is no {loaded.system.words.seat} a player plays in game {loaded.id}")
    return loaded.id, seat


def _mail(office: Office, row: RowMapping) -> Mail:
    if not row["path"]:
        raise OfficeError(f"message {row['id']} is no longer kept as it came ([mail] keep_days, player --erase)")
    path = office.came(row["path"])
    if path is None:
        raise OfficeError(f"message {row['id']} points outside turns/: the database was changed by other hands")
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise OfficeError(f"{row['path']} cannot be read: {error.strerror or error}") from error
    settings = office.settings
    sheet = plain_lines(decode(raw)[0]) if path.suffix == ".txt" else None
    item = Incoming(None if sheet is not None else raw, sheet, row["path"])
    try:
        return mail_of(item, settings.text("mail", "authserv"), settings.text("office", "email"))
    except Exception:  # noqa: BLE001 - the door of one mail: it was set aside for this very reason
        mail = unread(item, "")
        mail.contents.texts.append(TextPart(plain_lines(decode(raw[:LONGEST_TEXT])[0]), "as it came"))
        return mail


def _note(connection: Connection, number: int, received: Received, row: RowMapping) -> None:
    settled = received.settled or received.outcome
    values = {
        "outcome": received.outcome,
        "settled": settled,
        "reason": received.reason or row["reason"],
        "game": received.game or row["game"],
        "turn": received.turn if received.turn is not None else row["turn"],
        "seat": received.seat or row[t.inbox.c.seat],
        "proof": received.proof or row["proof"],
    }
    connection.execute(update(t.inbox).where(t.inbox.c.id == number).values(**values))


# Orders that came by telephone or by letter, entered by the game master: without password, on his word.


def enter(office: Office, item: Incoming, said: str, now: datetime) -> Received:
    """Take in the orders that somebody gave by telephone or letter, typed off into a sheet or a mail, as those of the
    seat ``said`` (``GAME:SEAT``). They count as sent, and are acknowledged to its player.

    GAME, SEAT, TURN and END lines may be left out. Raises :class:`OfficeError` where they contradict ``said``, where no
    player has that seat, and for whatever any sheet would be refused for; nothing is changed then, nobody written to.
    """
    with office.store.writing() as connection:
        game, holder = seat_said(connection, said)
        mail = _entered(office, connection, item, game, holder, now)
        _must_be_new(office, connection, mail)
        _must_agree(mail, game, load_holders(connection, game.id), holder)
        received = decide_mail(office, connection, mail, now, (game.id, holder.seat))
        if received.outcome != Outcome.ACCEPTED:
            called = game.system.words.called(holder.seat)
            faults = [str(fault) for one in mail.contents.read() for fault in one.sheet.faults]
            # what the game's rules have against a line is said with it
            wrong = faults or [row for row in received.said.splitlines() if row.startswith("!") and row[1:2] == " "]
            listed = "".join(f"\n  {row}" for row in wrong)
            raise OfficeError(f"not taken as orders of {called}: {received.reason}; nothing was changed{listed}")
        reason = "; ".join(filter(None, ("entered by the game master", received.reason)))
        received = replace(received, source=item.source, reason=reason)
        keep_mail(office, connection, mail, received, now)
    return received


def seat_said(connection: Connection, said: str) -> tuple[Game, Holder]:
    """The game and the seat's player that ``12:C`` names, as a player may know the game; :class:`OfficeError` if there
    is none."""
    name, _, seat = said.rpartition(":")
    if not name.strip() or not seat.strip():
        raise OfficeError(f"--as {said}: say whose orders they are as GAME:SEAT, like --as 12:C")
    game = load_game(connection, game_named(connection, name.strip()) or name.strip(), public=True)
    holders = load_holders(connection, game.id)
    found = game.orders.GRAMMAR.seat(words_of(seat), {a: held.character for a, held in holders.items()})
    if isinstance(found, Fault):
        raise OfficeError(f"--as {said}: {found}")
    holder = holders.get(found)
    if holder is None or not holder.email:
        raise OfficeError(f"--as {said}: {found} is no {game.system.words.seat} a player plays in game {game.id}")
    return game, holder


def _entered(office: Office, connection: Connection, item: Incoming, game: Game, holder: Holder, now: datetime) -> Mail:
    settings = office.settings
    mail = mail_of(item, settings.text("mail", "authserv"), settings.text("office", "email"))
    if item.sheet is not None:
        # the same words may be said twice, by two players or for two turns
        when = f"turn {game.turn + 1}, at {stamp(now)}"
        raw = f"{item.sheet.rstrip()}\n; entered for {holder.seat} of game {game.id}, {when}\n".encode()
        digest = sha256(raw).hexdigest()
        mail = replace(mail, raw=raw, digest=digest, message_id=f"<entered-{digest[:24]}@order-sheet>")
        _read_whole(connection, mail, item.sheet, game, holder)
    said = mail.contents.commands or any(one.says_something for one in mail.contents.read())
    if item.sheet is not None and not said:
        raise OfficeError(f"{item.source}: there are no orders in it; nothing was changed")
    mail.entered = True
    return mail


def _read_whole(connection: Connection, mail: Mail, text: str, game: Game, holder: Holder) -> None:
    """A text without a GAME line is a sheet from its first line to its last: nothing in it is passed over."""
    grammar = game.orders.GRAMMAR
    lines = Lines(text, grammar)
    if lines.headers:
        return
    body = f"GAME {game.id}\n{text}" + ("" if lines.ends else "\nEND")
    names = known_names(game, holder, memory_of(connection, game, game.turn, holder.seat))
    mail.contents = contents_in([TextPart(body, "body")])
    found = [one for one in mail.contents.read(grammar, names) if one.says_something]
    mail.contents.answer = tuple(one._replace(sheet=below_header(one.sheet)) for one in found)


def _must_be_new(office: Office, connection: Connection, mail: Mail) -> None:
    if came_before(office, connection, mail):
        number = connection.execute(select(t.inbox.c.id).where(t.inbox.c.digest == mail.digest)).scalar()
        cure = f" as message {number}: magika-gm inbox --settle {number} accept --as GAME:SEAT"
        why = "was entered at this very moment" if mail.suffix == "txt" else f"came before{cure if number else ''}"
        raise OfficeError(f"{mail.source} {why}; nothing was changed")


def _must_agree(mail: Mail, game: Game, holders: dict[str, Holder], holder: Holder) -> None:
    """Raises :class:`OfficeError` where a sheet names another game or seat than the game master does."""
    names = {seat: held.character for seat, held in holders.items()}
    for one in [*mail.contents.read(), *mail.contents.read(game.orders.GRAMMAR, names)]:
        said = one.sheet.game.casefold()
        if said and said != game.id.casefold():
            raise OfficeError(f"the sheet says GAME {one.sheet.game}, and --as game {game.id}; nothing was changed")
        if one.sheet.seat in names and one.sheet.seat != holder.seat:
            called = game.system.words.called
            raise OfficeError(
                f"the sheet is of {called(one.sheet.seat)}, and --as of {called(holder.seat)}; nothing was changed"
            )
