"""Orders that came by telephone or by letter, entered by the game master: without password, on his word."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from hashlib import sha256

from sqlalchemy import Connection, select

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.post.contents import Mail, contents_in, mail_of
from magika_gm.app.post.intake import came_before, keep_mail
from magika_gm.app.post.judging import decide_mail
from magika_gm.app.post.order_desk import Received
from magika_gm.app.record.games import Game, Holder, game_named, known_names, load_game, load_holders, memory_of
from magika_gm.engine.sheet.bare import below_header
from magika_gm.engine.sheet.lines import Lines
from magika_gm.engine.words import Fault, words_of
from magika_gm.mail.envelope import TextPart
from magika_gm.mail.readers import Incoming
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import Outcome


def enter(office: Office, item: Incoming, said: str, now: datetime) -> Received:
    """Take in the orders that somebody gave by telephone or letter, typed off into a sheet or a mail, as those of the
    seat ``said`` (``GAME:SEAT``). They count as sent, and are acknowledged to its player.

    GAME, SEAT, TURN and END lines may be left out. Raises :class:`OfficeError` where they contradict ``said``, where no
    player has that seat, and for whatever any sheet would be refused for; nothing is changed then, nobody written to.
    """
    with office.store.writing() as connection:
        game, holder = seat_said(connection, said)
        mail = _mail(office, connection, item, game, holder, now)
        _must_be_new(connection, mail)
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


def _mail(office: Office, connection: Connection, item: Incoming, game: Game, holder: Holder, now: datetime) -> Mail:
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


def _must_be_new(connection: Connection, mail: Mail) -> None:
    if came_before(connection, mail):
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
