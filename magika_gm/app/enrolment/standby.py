"""Those who stand by to take a position over, in order of arrival, and the change of players in a seat (GM-3)."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, func, insert, select, update

from magika_gm import games
from magika_gm.app.accounts.bookkeeping import find_player, newest_player
from magika_gm.app.accounts.ledger import GIVEN, TURN, Cause, Statement, Transfer, account, balances_of, book_entry
from magika_gm.app.calendar.schedule import reason_in_words
from magika_gm.app.enrolment.players import people_at
from magika_gm.app.enrolment.signup_form import LEAST_PASSWORD
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.office.passwords import hash_password
from magika_gm.app.office.workdays import due_words
from magika_gm.app.record.contact import must_be_address
from magika_gm.app.record.games import (
    Game,
    Holder,
    game_ids,
    load_game,
    load_holders,
    ordering_seats,
    player_of,
    word_of,
)
from magika_gm.app.record.outgoing import OutgoingMail, notice, queue
from magika_gm.app.turns.drop_outs import in_jeopardy, missed_before, offer
from magika_gm.app.turns.editions import edition_of, turn_file_text
from magika_gm.engine.records import named_record, record
from magika_gm.engine.words import name_fault
from magika_gm.mail.mailboxes import compared
from magika_gm.store import tables as t
from magika_gm.store.database import lock_for_a_moment
from magika_gm.store.vocabulary import IN_LINE, NO_PLACE, MailKind, StandbyState


@named_record
class Standby:
    """Somebody who stands by: his place in the line, and what is offered to him."""

    id: int
    name: str
    email: str
    since: str
    state: str
    game: str | None
    seat: str | None


@named_record
class Placed:
    """A seat that changed hands."""

    game: str
    seat: str
    character: str
    name: str
    before: str
    called: str
    """Who it is, in words: ``Borgir, mage C``."""


def list_standbys(office: Office) -> list[Standby]:
    """Everybody in the line, first come first."""
    s, p = t.standbys.c, t.players.c
    query = select(s.id, p.name, p.email, s.since, s.state, s.game, s.seat).join(t.players, p.id == s.player)
    with office.store.reading() as connection:
        return [Standby(**row._mapping) for row in connection.execute(query.order_by(s.since, s.id))]


def add_standby(office: Office, name: str, email: str, password: str, now: datetime) -> Standby:
    """Put somebody into the line. The password is the one he will order with; only its hash is kept."""
    must_be_address(email)
    if len(password) < LEAST_PASSWORD:
        raise OfficeError(f"the password is too short; {LEAST_PASSWORD} characters at least")
    if not name.strip():
        raise OfficeError("he needs a name")
    if fault := name_fault(name.strip()):
        raise OfficeError(fault)
    with office.store.writing() as connection:
        known = select(t.standbys.c.id).join(t.players, t.players.c.id == t.standbys.c.player)
        his = t.players.c.id.in_(people_at(connection, email))
        if connection.execute(known.where(his, t.standbys.c.state.in_(IN_LINE))).first() is not None:
            raise OfficeError(f"{email} stands by already")
        old = select(t.players.c.id).where(his).order_by(t.players.c.id.desc())
        player = connection.execute(old).scalar()
        if player is None:
            player = newest_player(connection) + 1
            person = {"id": player, "name": name.strip(), "email": email, "account": f"P{player:04d}"}
            connection.execute(insert(t.players), [person])
        number = join_line(connection, player, hash_password(password), now.isoformat())
        offer_what_is_open(office, connection, now)
    return next(s for s in list_standbys(office) if s.id == number)


def join_line(connection: Connection, player: int, password: str, since: str, system: str = games.DEFAULT) -> int:
    """Put a player into the line, with the hash of his password; his number. Who stands in it keeps his place, with the
    password he gave last."""
    lock_for_a_moment(connection, t.standbys.name)
    s = t.standbys.c
    here = (s.player == player, s.state.in_(IN_LINE))
    number = connection.execute(select(s.id).where(*here)).scalar()
    if number is not None:
        connection.execute(update(t.standbys).where(*here).values(password=password))
        return int(number)
    number = (connection.execute(select(func.max(s.id))).scalar() or 0) + 1
    row = {"id": number, "player": player, "password": password, "since": since, "system": system}
    connection.execute(insert(t.standbys), [row | {"state": StandbyState.WAITING}])
    return int(number)


def offer_what_is_open(office: Office, connection: Connection, now: datetime) -> None:
    """Offer the positions in jeopardy that are offered to nobody yet: a friend's place does not wait for a turn to be
    played, by which it would be lost."""
    for name in game_ids(connection):
        game = load_game(connection, name, public=True)
        if game.ending:
            continue
        holders = load_holders(connection, name)
        seats = [a for a in game.system.rules.playing(game.state(connection)) if a in holders and holders[a].email]
        for seat in in_jeopardy(connection, name, game.turn, seats):
            offer(office, connection, game, game.turn, holders[seat], now)


def leave_line(office: Office, number: int) -> None:
    """Take somebody out of the line, for instance because he declined."""
    with office.store.writing() as connection:
        here = (t.standbys.c.id == number, t.standbys.c.state.in_(IN_LINE))
        values = {"state": StandbyState.GONE, **NO_PLACE}
        if not connection.execute(update(t.standbys).where(*here).values(**values)).rowcount:
            raise OfficeError(f"nobody with number {number} stands by; magika-gm standby list shows who does")


@record
class GivesWay:
    """Who would give a seat up to somebody who stands by."""

    name: str
    """Blank where the built-in policy plays."""
    called: str
    """Who it is, in words: ``Borgir, mage C``."""
    missed: int
    """Turns in a row he has missed."""
    ordered: bool
    """His orders for the coming turn are here."""
    to: str
    """The name of who would play it."""

    @property
    def words(self) -> str:
        """Both, and whether he plays: no player is replaced without a question."""
        turns = f"{self.missed} turn{'s' if self.missed > 1 else ''} in a row" if self.missed else "no turn"
        plays = "his orders for the coming turn are here" if self.ordered else f"he has missed {turns}"
        return f"{self.name} plays {self.called}, and {plays}; {self.to} would play it in his place"


def who_gives_way(office: Office, game_id: str, seat: str, number: int) -> GivesWay:
    """Who holds a seat that is to be given to ``number`` of the line. Raises :class:`OfficeError` where there is none
    to take over, or nobody to take it."""
    with office.store.reading() as connection:
        game, holder = _to_take_over(connection, game_id, seat)
        missed = missed_before(connection, game.id, game.turn + 1).get(seat, 0)
        ordered = seat in ordering_seats(connection, game, game.turn + 1)
        to = find_player(connection, str(_in_line(connection, number)[0])).name
        return GivesWay(holder.name, game.who_is(holder), missed, ordered, to)


def _in_line(connection: Connection, number: int) -> tuple[int, str]:
    """Who stands by as that number, and the hash of his password."""
    s = t.standbys.c
    here = (s.id == number, s.state.in_(IN_LINE))
    row = connection.execute(select(s.player, s.password).where(*here)).first()
    if row is None:
        raise OfficeError(f"nobody with number {number} stands by; magika-gm standby list shows who does")
    return row.player, row.password


def _to_take_over(connection: Connection, game_id: str, seat: str) -> tuple[Game, Holder]:
    game = load_game(connection, game_id)
    holder = load_holders(connection, game.id).get(seat)
    if holder is None or seat not in game.system.rules.playing(game.state(connection)):
        raise OfficeError(f"there is no {game.system.words.seat} {seat} in game {game.id} to take over")
    if game.ending:
        raise OfficeError(f"game {game.id} is over")
    return game, holder


def place_standby(office: Office, game_id: str, seat: str, number: int, now: datetime, reason: str = "") -> Placed:
    """Give a seat to somebody who stands by: all he has but the secrets of the player before, and a first turn free.

    The old password, the printed security password and reply addresses sent to the old player hold no more. He is told
    so, and why: the ``reason``, or the turns he missed. What to ask about first says
    :func:`who_gives_way`.
    """
    why = reason_in_words(reason)
    with office.store.writing() as connection:
        game, holder = _to_take_over(connection, game_id, seat)
        missed = missed_before(connection, game.id, game.turn + 1).get(seat, 0)
        player, password = _in_line(connection, number)
        if player == player_of(connection, game.id, seat):
            raise OfficeError(f"number {number} of the list plays {game.system.words.called(seat)} himself")
        word = word_of(connection, game.id, seat, number)
        mine = (t.seats.c.game == game.id, t.seats.c.seat == seat)
        values = {"player": player, "password": password, "code_word": word}
        connection.execute(update(t.seats).where(*mine).values(**values))
        done = {"state": StandbyState.PLACED, "game": game.id, "turn": game.turn, "seat": seat}
        connection.execute(update(t.standbys).where(t.standbys.c.id == number).values(**done))
        cause = Cause(f"standby:{game.id}:{seat}:{number}", f"Game {game.id}, the first turn free", game.id)
        book_entry(connection, cause, now.isoformat(), [Transfer(GIVEN, account(player), TURN, 1)])
        name = find_player(connection, str(player)).name
        queue(connection, _welcome(office, connection, game, seat, number, now))
        if holder.email:
            queue(connection, _farewell(office, game, holder, missed, why, number, now))
    return Placed(
        game=game.id, seat=seat, character=holder.character, name=name, before=holder.name, called=game.who_is(holder)
    )


def _farewell(
    office: Office, game: Game, holder: Holder, missed: int, reason: str, number: int, now: datetime
) -> OutgoingMail:
    """The words of the mail to who gives a position up."""
    turns = f"no orders came from you for {missed} turn{'s' if missed > 1 else ''}"
    rule = f" ({game.system.shape.missed_rule})" if game.system.shape.missed_rule else ""
    why = reason or (f"{turns}{rule}" if missed else "your game master has decided it")
    who = f"{game.who_is(holder)} of game {game.id}{',' if holder.character else ''}"
    text = (
        f"{who} is played by somebody else from now on: {why}.\n\nYour password and the answer addresses of your "
        f"reports hold no more for this game, and orders you sent for turn {game.turn + 1} are his to change. What is "
        "on your account stays yours, and nothing more of this game is charged to it.\n\nIf this is a mistake, or you "
        "would play on, answer this mail."
    )
    named = ("farewell", game.id, game.turn, holder.seat, number)
    subject = f"{game.who(holder)} is in other hands"
    return notice(office, game, holder, MailKind.LETTER, named, subject, text, now)


def _welcome(office: Office, connection: Connection, game: Game, seat: str, number: int, now: datetime) -> OutgoingMail:
    """The words of the mail to who takes a position over: how to order. The report joins them when it is sent."""
    shown = load_game(connection, game.id, public=True)
    holder = load_holders(connection, game.id)[seat]
    due = due_words(shown.next_due, office.settings.zone, holder.zone)
    text = (
        f"welcome: {game.who_is(holder)} of game {game.id}, is yours now, and your "
        f"first turn is free. Turn {shown.turn + 1} is due {due}.\n\nTo order, mail the form "
        f"at the end of this report to {office.settings.text('office', 'email')} with the password you stood by with. "
        "Your own full report comes with the next turn."
    )
    named = ("welcome", game.id, shown.turn, seat, number)
    subject = f"{game.who(holder)} is yours"
    return notice(office, game, holder, MailKind.WELCOME, named, subject, text, now, turn=shown.turn)


# The last report of a position as whoever took it over reads it: all it has but the player before (GM-3).


@named_record
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
    if holder is None or compared(holder.email) != compared(mail.recipient) or mail.turn > game.turn:
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
