"""The last report of a position as whoever took it over reads it: all it has but the player before (GM-3)."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from magika_gm.app.accounts.ledger import Statement, balances_of
from magika_gm.app.office.dates_in_words import due_words
from magika_gm.app.office.office import Office
from magika_gm.app.record.games import load_game, load_holders, player_of
from magika_gm.app.record.outgoing import OutgoingMail
from magika_gm.app.turns.editions import edition_of, turn_file_text


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOver:
    """A report in every form a mail brings it in. Which are attached is the new player's wish."""

    text: str
    html: str
    pdf: bytes
    turn_file: str
    page: str = ""
    """"" where the game makes none."""


def handed_over(office: Office, connection: Connection, mail: OutgoingMail) -> HandedOver | None:
    """The report a welcome brings; None where the seat or the turn is its reader's no more.

    It is not the turn's report on disk, which is the old player's: name, account and notes are taken out, and the date
    is the one the turn is due at now.
    """
    if mail.game is None or mail.turn is None or mail.seat is None:
        raise ValueError(f"a {mail.kind} without game, turn or seat")
    game = load_game(connection, mail.game, public=True)
    holder = load_holders(connection, game.id).get(mail.seat)
    if holder is None or holder.email.casefold() != mail.recipient.casefold() or mail.turn > game.turn:
        return None
    edition = edition_of(office, connection, game.id, mail.turn)
    old = edition.reports.get(mail.seat)
    if old is None:
        return None
    player = player_of(connection, game.id, mail.seat)
    if player is None:
        return None
    books = balances_of(connection, [player])[player]
    due = game if game.turn == mail.turn else load_game(connection, game.id, mail.turn)
    reports = edition.system.reports
    # the notes may speak of the old player's account and his missed turns
    own = reports.handed_over(
        old, name=holder.name, address=holder.address, account=holder.account,
        balance=Statement(books.currency, books.cents, books.free_turns, None).text, email=holder.email,
        code_word=holder.code_word, next_due=due_words(due.next_due, office.settings.zone, holder.zone),
        due_at=due.next_due.isoformat(),
    )  # fmt: skip
    return HandedOver(
        text=reports.text(own, edition.templates),
        html=reports.html(own, edition.templates),
        pdf=reports.pdf(own, holder.paper or office.settings.text("office", "paper"), holder.large_print),
        turn_file=turn_file_text(reports.turn_file(own)),
        page=edition.page(
            mail.seat,
            own,
            player=holder.name,
            due=due_words(due.next_due, office.settings.zone, holder.zone),
            due_at=due.next_due.isoformat(),
        ),
    )
