"""Answers to our mails, read as people answer: the order form filled in where it stands quoted, or bare order lines.

Of a mail replied to nothing counts but our own order form, changed; it stands below everything else in our mails, and
what a player wrote to another can never be it (:func:`~magika_gm.engine.sheet.quotes.form_in`).
"""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection

from magika_gm import games
from magika_gm.app.post.contents import FoundSheet, Mail
from magika_gm.app.post.credentials import Ticket
from magika_gm.app.record.games import Game, Holder, game_named, known_names, load_game, load_holders, memory_of
from magika_gm.engine.sheet.grammar import SheetGrammar
from magika_gm.engine.sheet.quotes import bare_orders, form_in, halves
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.sheet.sheet import LineFault, Sheet
from magika_gm.engine.words import Fault

_NOT_SENT = "a message in the quoted part of an answer is not sent: write it, MESSAGE TO … END MESSAGE, on top"


def read_answer(connection: Connection, mail: Mail, ticket: Ticket | None) -> None:
    """Look for orders in a mail that has no sheet of its own that says anything: bare lines above the mail it
    answers, where its reply address says whose they are; else our order form in the mail it answers, filled in."""
    contents = mail.contents
    if any(one.says_something for one in contents.read()):
        return
    found = _bare(connection, mail, ticket) if ticket is not None else None
    found = found or _quoted_form(connection, mail, ticket)
    if found is not None:
        contents.answer = (found,)
        contents.trouble, contents.tried = "", True


def _bare(connection: Connection, mail: Mail, ticket: Ticket) -> FoundSheet | None:
    game = ticket.game
    grammar, names = _grammar(connection, game, ticket.holder)
    header = f"GAME {game.id} TURN {ticket.turn}"
    for text, sheets in mail.contents.unnamed:
        if sheets and not text.where.startswith("attachment"):
            continue  # an empty form, or a sheet without orders: it is what was meant
        own = halves(text.text, grammar).own
        written = bare_orders(own, grammar, names, header)
        if written:
            (sheet, *_) = read_sheets(written, grammar, names)
            mail.contents.taken = frozenset(row.strip() for row in written.splitlines() if row.strip())
            # one line more stands above them than in his mail
            faults = tuple(replace(fault, line=max(1, fault.line - 1)) for fault in sheet.faults)
            return FoundSheet(replace(sheet, seat=ticket.holder.seat, faults=faults), text.where)
    return None


def _quoted_form(connection: Connection, mail: Mail, ticket: Ticket | None) -> FoundSheet | None:
    for text in mail.contents.answered:
        said = read_sheets(text.text, games.any_sheet())
        last = said[-1] if said else None
        if last is None or not last.orders:
            continue
        name = game_named(connection, last.game)
        whose = _seat(connection, name, last, ticket) if name is not None else None
        if whose is None:
            continue
        game, holder = whose
        grammar, names = _grammar(connection, game, holder)
        memory = memory_of(connection, game, game.turn, holder.seat)
        if game.ending:
            continue
        state = game.state(connection)
        if holder.seat not in game.system.rules.playing(state):
            continue
        form = game.orders.form(game.id, game.turn + 1, state, holder.seat, memory)
        rows = form_in(text.text, grammar, form)
        sheets = read_sheets(rows, grammar, names) if rows else []
        if len(sheets) == 1 and sheets[0].orders:
            return FoundSheet(_without_messages(sheets[0]), f"quoted part of the {text.where}")
    return None


def _seat(connection: Connection, name: str, said: Sheet, ticket: Ticket | None) -> tuple[Game, Holder] | None:
    game = load_game(connection, name, public=True)
    holders = load_holders(connection, game.id)
    words = said.seat.upper().split()
    seat = game.orders.GRAMMAR.seat(words, {a: h.character for a, h in holders.items()}) if words else ""
    if (not seat or isinstance(seat, Fault)) and ticket is not None and ticket.game.id == game.id:
        seat = ticket.holder.seat
    holder = holders.get(seat) if isinstance(seat, str) else None
    return (game, holder) if holder is not None and holder.email else None


def _grammar(connection: Connection, game: Game, holder: Holder) -> tuple[SheetGrammar, dict[str, str]]:
    memory = memory_of(connection, game, game.turn, holder.seat)
    return game.orders.GRAMMAR, known_names(game, holder, memory)


def _without_messages(sheet: Sheet) -> Sheet:
    """A quoted form's messages are not sent: an opponent's words stand in what is quoted, too."""
    if not sheet.messages:
        return sheet
    return replace(sheet, messages=(), faults=(*sheet.faults, LineFault(line=sheet.line, reason=_NOT_SENT)))
