"""Answers to our mails, read as people answer: the order form filled in where it stands quoted, or bare order lines.

Of a mail replied to nothing counts but our own order form, changed. It is known by its keyed line, which no player was
sent but its own (:mod:`~magika_gm.engine.sheet.offered`).
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from magika_gm import games
from magika_gm.app.office.office import Office
from magika_gm.app.post.contents import FoundSheet, Mail, MailContents, contents_in
from magika_gm.app.post.credentials import Ticket, form_key, same
from magika_gm.app.record.games import (
    Game,
    Holder,
    game_named,
    known_names,
    load_game,
    load_holders,
    memory_of,
    order_form,
)
from magika_gm.app.turns.turn_orders import Judged, as_played, standing_rows
from magika_gm.engine.records import record
from magika_gm.engine.seam.rules import Standing
from magika_gm.engine.sheet.bare import Bare, bare_orders, below_header, halves, laid_open, own_words
from magika_gm.engine.sheet.lines import Lines
from magika_gm.engine.sheet.offered import as_sent, forms_in, printed_form
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.sheet.sheet import EVERYBODY, LineFault, Sheet, SheetGrammar
from magika_gm.engine.sheet.understanding import WIDTH, as_text
from magika_gm.engine.system import GameSystem
from magika_gm.engine.words import Fault
from magika_gm.mail.envelope import TextPart, attached_mails, open_message
from magika_gm.mail.parsing import Budget
from magika_gm.mail.pdf_form import EMPTY_FORM

_NOT_SENT = (
    "a message in the quoted part of an answer is not sent: write it, MESSAGE … END MESSAGE, on top of your answer"
)
KEYLESS = (
    'the order form in the quoted part of it has not the line "; form …" by which we know our own, right below its '
    "GAME line, and was not read; write your order lines on top of your answer, without quote marks"
)


_MOST_TOLD = 100


@record
class _Form:
    """A sheet that stands in what a mail answers, and whose it says it is."""

    game: Game
    holder: Holder
    grammar: SheetGrammar
    names: dict[str, str]
    sheet: Sheet

    def key(self, office: Office) -> str:
        """What our form for that seat and turn is known by."""
        return form_key(office, self.game.id, self.holder.seat, self.sheet.turn)


def read_answer(office: Office, connection: Connection, mail: Mail, ticket: Ticket | None) -> None:
    """Look for orders in a mail that has no sheet of its own that says anything: bare lines above the mail it
    answers, where its reply address says whose they are; else our order form in the mail it answers, filled in."""
    contents = mail.contents
    if any(one.says_something for one in contents.read()):
        return
    found = _bare(connection, mail, ticket) if ticket is not None else None
    found = found or _quoted_form(office, connection, mail, ticket)
    if found is not None:
        contents.answer = (found,)
        contents.trouble, contents.tried = "", True


def passed_over(bare: Bare) -> str:
    """What a player is told of lines among his orders that were taken for none."""
    rows = [f"  line {number}: {row}" for number, row in bare.passed]
    if len(rows) > _MOST_TOLD:
        rows[_MOST_TOLD:] = [f"  and {len(rows) - _MOST_TOLD} more lines, the last of them line {bare.passed[-1][0]}"]
    listed = "\n".join(rows)
    return f"Not read, for it was taken for words and for no order:\n{listed}"


def _bare(connection: Connection, mail: Mail, ticket: Ticket) -> FoundSheet | None:
    game, contents = ticket.game, mail.contents
    grammar, names = _grammar(connection, game, ticket.holder)
    header = f"GAME {game.id} TURN {ticket.turn}"
    for text, sheets in contents.unnamed:
        if sheets and not text.where.startswith("attachment"):
            continue  # an empty form, or a sheet without orders: it is what was meant
        bare = bare_orders(_own(text.text, grammar), grammar, names, header)
        if not bare.written:
            continue
        (sheet, *_) = read_sheets(bare.written, grammar, names)
        contents.taken = bare.taken
        if bare.passed:
            contents.notes.append(passed_over(bare))
        return FoundSheet(replace(below_header(sheet), seat=ticket.holder.seat), text.where)
    return None


def _own(text: str, grammar: SheetGrammar) -> str:
    """His own lines in their places: who wrote what he answers, and when, is nobody's word."""
    said = set(own_words(text, games.any_sheet()))
    rows = halves(text, grammar).own.split("\n")
    return "\n".join(row if row.strip() in said or not any(map(str.isalpha, row)) else "" for row in rows)


def _quoted_form(office: Office, connection: Connection, mail: Mail, ticket: Ticket | None) -> FoundSheet | None:
    contents = mail.contents
    keyless = False
    for text in contents.answered:
        for form in forms_in(text.text, games.any_sheet()):
            found = _read(connection, form.text, ticket)
            if found is None or not same(form.key, found.key(office)):
                continue
            if not _as_sent(connection, found):
                return FoundSheet(_without_messages(found.sheet), f"quoted part of the {text.where}")
            _unchanged(mail, found)
            return None
        keyless = keyless or _keyless(connection, text.text, ticket)
    if keyless:
        contents.trouble, contents.tried = KEYLESS, True
        contents.notes.append(f"What stands quoted in your mail gave no orders: {KEYLESS}.")
    return None


def _unchanged(mail: Mail, found: _Form) -> None:
    """Nothing was ordered in the form that came back; a message in it is refused aloud."""
    contents = mail.contents
    if found.sheet.messages:
        contents.notes.append(f"Of what stands quoted in your mail: {_NOT_SENT}.")
        contents.trouble, contents.tried = _NOT_SENT, True
    elif not contents.own_words:
        contents.trouble, contents.tried = EMPTY_FORM, True


def _without_messages(sheet: Sheet) -> Sheet:
    """Of the mail replied to no message is taken: it may be the player's, and may be one he only quotes."""
    if not sheet.messages:
        return sheet
    return replace(sheet, messages=(), faults=(*sheet.faults, LineFault(line=sheet.line, reason=_NOT_SENT)))


def _keyless(connection: Connection, text: str, ticket: Ticket | None) -> bool:
    """Whether a form of an earlier program, or one whose line was lost, stands filled in among what is answered."""
    start = printed_form(Lines(text, games.any_sheet()))
    if start is None:
        return False
    found = _read(connection, "\n".join(text.splitlines()[start:]), ticket)
    return found is not None and found.sheet.says_something and not _as_sent(connection, found)


def _read(connection: Connection, rows: str, ticket: Ticket | None) -> _Form | None:
    """A sheet as its game reads it, if it names a game and seat somebody plays."""
    said = read_sheets(rows, games.any_sheet())
    name = game_named(connection, said[0].game) if said else None
    whose = _seat(connection, name, said[0], ticket) if name is not None else None
    if whose is None:
        return None
    game, holder = whose
    grammar, names = _grammar(connection, game, holder)
    form = _form_sent(connection, game, holder, said[0].turn)
    sheets = read_sheets(as_sent(rows, form), grammar, names)
    return _Form(game, holder, grammar, names, sheets[0]) if sheets else None


def _as_sent(connection: Connection, found: _Form) -> bool:
    """Whether a form is as it was when it was sent: some games' hold lines that are read."""
    if any(not fault.unclosed for fault in found.sheet.faults):
        return False
    blank = read_sheets(_form_sent(connection, found.game, found.holder, found.sheet.turn), found.grammar, found.names)
    return bool(blank) and list(blank[0].orders.values()) == list(found.sheet.orders.values())


def _form_sent(connection: Connection, game: Game, holder: Holder, turn: int | None) -> str:
    """The form for a turn as it was sent to a seat; "" where none was."""
    if turn is None or not 1 <= turn <= game.turn + 1:
        return ""
    state = game.state(connection, turn - 1)
    if holder.seat not in game.system.rules.playing(state):
        return ""
    memory = memory_of(connection, game, turn - 1, holder.seat)
    return order_form(game, load_holders(connection, game.id), turn, state, holder.seat, memory)


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


# Orders in a mail that the game master vouches for: read wherever in it they stand, forwarded, quoted, in an attached
# mail, or in a form that nobody else would know for ours.


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
                found = _found_bare(inner, ticket, names)
            if found:
                contents.answer = tuple(found)
                contents.trouble, contents.tried = "", True
                contents.notes = inner.notes  # the others said that nothing was found
                said = [c for c in inner.commands if c.name in SAID_WITH_ORDERS and c not in contents.commands]
                contents.commands += said
                return


def _texts(mail: Mail) -> Iterator[TextPart]:
    yield from mail.contents.texts
    budget = Budget()
    for number, raw in enumerate(attached_mails(mail.raw) if mail.suffix == "eml" else (), 1):
        for part in open_message(raw, budget).parts:
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


def _found_bare(inner: MailContents, ticket: Ticket, names: dict[str, str]) -> list[FoundSheet]:
    """Order lines with no sheet about them."""
    grammar = ticket.game.orders.GRAMMAR
    for text in inner.texts:
        bare = bare_orders(text.text, grammar, names, f"GAME {ticket.game.id} TURN {ticket.turn}")
        if bare.written:
            (sheet, *_) = read_sheets(bare.written, grammar, names)
            inner.notes += [passed_over(bare)] if bare.passed else []
            return [FoundSheet(replace(below_header(sheet), seat=ticket.holder.seat), text.where)]
    return []


# What is said of a sheet to its player: from what the seat itself knows alone (DIPL-2, docs/orders.md).


_ORDERS_STAY = (
    "What you wrote to others is accepted. Your orders are as they were, for your mail held none; of messages those in "
    "it count."
)
Since = Callable[[Standing], int | None]
"""With which turn's sheet a part came that stands; None where that is not known."""


def known_to(system: GameSystem, seat: str, state: Any, memory: Any) -> Any | None:
    """The state as a seat knows it, the only one an acknowledgement looks at; None for a later turn's sheet (``state``
    None), and for a seat that plays no more."""
    there = state is not None and seat in system.rules.playing(state)
    return system.sight.known(state, seat, memory) if there else None


def said_of(
    system: GameSystem,
    judged: Judged,
    seat: str,
    known: Any | None,
    memory: Any,
    *,
    accepted: bool = True,
    replaced: Collection[str] = (),
    since: Since = lambda one: None,  # noqa: ARG005 - nobody asked the record
) -> str:
    """What an acknowledgement says of a sheet that was judged; ``replaced`` are the parts that the sheet had which it
    replaces.

    ``known`` is :func:`known_to` its seat; None for orders of a later turn. Of a sheet not ``accepted`` nothing is said
    that would promise a delivery.
    """
    sheet = judged.sheet
    turn = "" if sheet.turn is None else f", turn {sheet.turn}"
    parts = [f"Game {sheet.game}{turn}, {system.words.called(seat or '?')}:"]
    parts += [] if sheet.messages_alone and not judged.errors else [as_text(judged.understanding).rstrip()]
    if accepted:
        parts += what_stands(judged, replaced, since)
    if sheet.messages:
        rows = ["Messages, as they will be delivered:" if accepted else "Messages in it:"]
        for message in sheet.messages:
            sender = "anonymous" if message.anonymous else system.words.called(seat)
            others = [one for one in system.rules.playing(known) if one != seat] if known is not None else []
            alone = others[0] if message.to == EVERYBODY and len(others) == 1 else ""
            to = system.words.called(alone) if alone else system.orders.GRAMMAR.written(message.to)
            rows += ["", f"  From {sender} to {to}:", *message_rows(message.text)]
        parts.append("\n".join(rows))
    if accepted and known is not None and not sheet.messages_alone:
        parts.append(foreseen(system, judged, seat, known, memory))
    return "\n\n".join(filter(None, parts)) + "\n"


def foreseen(system: GameSystem, judged: Judged, seat: str, known: Any, memory: Any) -> str:
    """What the turn comes to for who sent a sheet, as far as it is foreseen: of what is played, be that what stood."""
    return system.orders.forecast(as_played(system, judged), seat, known, memory).rstrip()


def taken_words(judged: Judged, *, alone: bool, again: bool, fell: int) -> str:
    """The first words of an answer to a sheet that is taken: ``alone``, one of messages beside orders that were here;
    ``again``, one that replaces another, of whose messages ``fell`` are not in it."""
    if alone:
        return _ORDERS_STAY
    wrong = f" WITH {errors_said(judged.errors)}" if judged.errors else ""
    if judged.sheet.messages_alone:
        cure = " What is wrong stands below; send it again, corrected." if wrong else ""
        return (
            f"What you wrote to others is accepted{wrong}.{cure} Your mail held no orders. No orders of yours for turn "
            f"{judged.sheet.turn} are here yet; until it is processed they are taken."
        )
    said = [f"Your orders are accepted{wrong}."]
    if wrong:
        said.append("What is wrong stands below; send the whole sheet again, corrected.")
    if again:
        said.append("They replace, whole, the orders you sent before.")
    if fell:
        messages = "The message" if fell == 1 else f"The {fell} messages"
        said.append(f"{messages} of the sheet before fell away with it; write again what should be delivered.")
    return " ".join(said)


def errors_said(number: int) -> str:
    """``4 ERRORS``; nothing where there is none."""
    return f"{number} ERROR{'S' if number > 1 else ''}" if number else ""


def what_stands(judged: Judged, replaced: Collection[str], since: Since) -> list[str]:
    """What a sheet leaves standing of earlier turns' orders, and what falls with the sheet it replaces."""
    found = []
    for one in judged.kept:
        lost = one.part in replaced and one.part not in judged.brings
        if one.part in judged.brings:
            said = f"There is an error in its {one.part}: nothing is replaced, the standing orders stay as they are"
        elif one.lines or one.whole:
            said = f"No {one.part}: the standing orders stay as they are"
        else:
            said = f"No {one.part}, and no standing orders from before"
        fell = f" The {one.part} of the sheet that this one replaces fell away with it." if lost else ""
        found.append(filled(f"{said} ({one.rule}){_came(one, since)}.{fell}") + _rows_of(one))
    for one in judged.gone:
        if one.lines:
            said = f"Its {one.part} took the place of the standing orders ({one.rule}){_came(one, since)}, which were:"
            found.append(filled(said) + _rows_of(one))
    return found


def still_stands(standing: Collection[Standing], since: Since) -> list[str]:
    """What stands of earlier turns' orders, where no sheet of the coming one does."""
    return [
        filled(f"Your standing orders stay as they are ({one.rule}){_came(one, since)}:") + _rows_of(one)
        for one in standing
        if one.lines
    ]


def _came(one: Standing, since: Since) -> str:
    turn = since(one) if one.lines else None
    return "" if turn is None else f", as they came for turn {turn}"


def _rows_of(one: Standing) -> str:
    return f"\n{standing_rows(one.lines)}" if one.lines else ""


_MARKED, _HUNG = ("!  ", "?  "), " " * 7
"""How a row with a mark begins, and what goes on under it."""


def filled(paragraph: str) -> str:
    """A paragraph in lines no mail program breaks; what is laid out in lines already stays as it is."""
    return "\n".join(
        line
        if len(line) <= WIDTH or line.startswith(" ")
        else textwrap.fill(line, WIDTH, subsequent_indent=_HUNG if line[:3] in _MARKED else "")
        for line in paragraph.split("\n")
    )


def message_rows(text: str) -> list[str]:
    """A message's text, set in."""
    return [f"  | {row}".rstrip() for row in text.split("\n")]


def missing_lines(sheet: Sheet) -> list[str]:
    """The lines without which nobody can tell whose orders these are: TURN, SEAT, PASSWORD."""
    there = (("TURN", sheet.turn is not None), ("SEAT", sheet.seat), ("PASSWORD", sheet.password))
    return [name for name, given in there if not given]
