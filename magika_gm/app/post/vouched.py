"""Orders in a mail that the game master vouches for: read wherever in it they stand, forwarded, quoted, in an attached
mail, or in a form that nobody else would know for ours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sqlalchemy import Connection

from magika_gm.app.post.answers import passed_over
from magika_gm.app.post.contents import FoundSheet, Mail, MailContents, contents_in
from magika_gm.app.post.credentials import Ticket
from magika_gm.app.record.games import known_names, memory_of
from magika_gm.engine.sheet.bare import bare_orders, below_header
from magika_gm.engine.sheet.laid_open import laid_open
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.sheet.sheet import Sheet
from magika_gm.mail.envelope import TextPart, attached_mails, open_message

SAID_WITH_ORDERS = ("FINAL", "ABSENT")
"""Commands that are taken with orders so found."""


def read_vouched(connection: Connection, mail: Mail, ticket: Ticket) -> None:
    """Look for orders for a ticket's seat in all that a mail holds, where nobody who only has the mail would look.

    What its sender wrote himself counts first, then what he quotes or forwards, then our own order form below.
    """
    game, holder, contents = ticket.game, ticket.holder, mail.contents
    grammar, memory = game.orders.GRAMMAR, memory_of(connection, game, game.turn, holder.seat)
    names = known_names(game, holder, memory)
    if any(one.says_something for one in contents.read(grammar, names)):
        return
    parts = [(laid_open(text.text, grammar), text.where) for text in _texts(mail)]
    unfilled = _unfilled(connection, ticket, memory, names)
    for place in (0, 1):
        for texts, where in parts:
            inner = contents_in([TextPart(texts[place], where)])
            found = _fitting(inner.read(grammar, names), ticket, unfilled)
            if not found and place == 0 and not any(one.says_something for one in inner.read()):
                found = _bare(inner, ticket, names)
            if found:
                contents.answer = tuple(found)
                contents.trouble, contents.tried = "", True
                contents.notes = inner.notes  # the others said that nothing was found
                said = [c for c in inner.commands if c.name in SAID_WITH_ORDERS and c not in contents.commands]
                contents.commands += said
                return


def _texts(mail: Mail) -> Iterator[TextPart]:
    yield from mail.contents.texts
    for number, raw in enumerate(attached_mails(mail.raw) if mail.suffix == "eml" else (), 1):
        for part in open_message(raw).parts:
            yield part._replace(where=f"attached mail {number}")


def _unfilled(connection: Connection, ticket: Ticket, memory: object, names: dict[str, str]) -> list[object]:
    """The orders that stand in the seat's order form as it is sent."""
    game = ticket.game
    state = None if game.ending else game.state(connection)
    if state is None or ticket.holder.seat not in game.system.rules.playing(state):
        return []
    form = game.orders.form(game.id, game.turn + 1, state, ticket.holder.seat, memory)
    return [order for one in read_sheets(form, game.orders.GRAMMAR, names) for order in one.orders.values()]


def _fitting(sheets: Iterable[FoundSheet], ticket: Ticket, unfilled: list[object]) -> list[FoundSheet]:
    """The sheets that may be the seat's: of its game and the coming turns, if there are such. Never a form as sent."""
    mine = [
        one
        for one in sheets
        if one.says_something
        and one.sheet.seat in ("", ticket.holder.seat)
        and (one.sheet.messages or not unfilled or list(one.sheet.orders.values()) != unfilled)
    ]
    return [one for one in mine if _coming(one.sheet, ticket)] or mine


def _coming(sheet: Sheet, ticket: Ticket) -> bool:
    same = sheet.game.casefold() == ticket.game.id.casefold()
    return same and (sheet.turn is None or sheet.turn >= ticket.turn)


def _bare(inner: MailContents, ticket: Ticket, names: dict[str, str]) -> list[FoundSheet]:
    """Order lines with no sheet about them."""
    grammar = ticket.game.orders.GRAMMAR
    for text in inner.texts:
        bare = bare_orders(text.text, grammar, names, f"GAME {ticket.game.id} TURN {ticket.turn}")
        if bare.written:
            (sheet, *_) = read_sheets(bare.written, grammar, names)
            inner.notes += [passed_over(bare)] if bare.passed else []
            return [FoundSheet(replace(below_header(sheet), seat=ticket.holder.seat), text.where)]
    return []
