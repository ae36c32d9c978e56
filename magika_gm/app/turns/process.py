"""Process, undo and inspect a turn: one transaction from claim to commit."""

from __future__ import annotations

import json
import traceback
from contextlib import nullcontext
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from magika_gm.app.accounts.bills import forget_steps, see_to_debts
from magika_gm.app.accounts.ledger import charge_turn, close_turn, reverse_turn
from magika_gm.app.accounts.rates import rates_or_nothing
from magika_gm.app.calendar.date_moves import WaitsForWord, forget_stop, note_stop, stop_if_suspicious
from magika_gm.app.calendar.insurance import missing_of, withdraw_alerts
from magika_gm.app.calendar.schedule import moved_to, must_not_pause, paused_games, reason_in_words
from magika_gm.app.office import workdays
from magika_gm.app.office.doors import nothing_changed, turn_in_hand
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, locked, path_name, stamp
from magika_gm.app.record.begun import read_extras
from magika_gm.app.record.contact import paused_for_debt, ready
from magika_gm.app.record.games import CANCELLED, Game, awaited, game_dates, load_game, load_holders, positions_of
from magika_gm.app.record.outgoing import defer, pages_job
from magika_gm.app.results.standings import close_game
from magika_gm.app.turns.drop_outs import (
    in_jeopardy,
    save_drop_outs,
    take_back_drop_outs,
    write_to_those_concerned,
)
from magika_gm.app.turns.editions import Edition, write_edition, write_if_missing, write_in_office
from magika_gm.app.turns.publish import keep_sent_reports, publish_reports, seed_is_out, tell_of_recall
from magika_gm.app.turns.sealing import seal_taken_back, seal_turn, turn_digest
from magika_gm.app.turns.turn_orders import TurnOrders, orders_of_turn
from magika_gm.engine.dice import Dice
from magika_gm.engine.records import named_record
from magika_gm.engine.seam.rules import Question, Resolution
from magika_gm.engine.seam.setup import Stage
from magika_gm.engine.sheet.sheet import Message
from magika_gm.engine.verbs import DropOut
from magika_gm.store import tables as t
from magika_gm.store.archive import (
    delete_turn,
    save_played,
    save_positions,
    save_record,
    save_state,
    save_turn,
)
from magika_gm.store.database import StoreError, lock_for_a_moment
from magika_gm.store.vocabulary import DEFAULTED, MailState, Played
from magika_gm.whole_files import sync

LONGEST_WAIT = 60.0
"""Seconds a run waits for another that writes, such as that of another game's turn: each has its turn soon."""


@named_record
class Processed:
    """What became of one game's turn."""

    game: str
    turn: int
    folder: Path
    defaults: tuple[str, ...]
    """Seats whose orders did not come."""
    ending: str | None
    next_due: datetime
    how: str = ""
    """Why the game is over, in words; "" where it goes on."""
    questions: tuple[Question, ...] = ()
    """What the resolution leaves to the game master's judgement: he may rule otherwise."""
    unplayed: tuple[str, ...] = ()
    """Acts of the game master that came to nothing, in words."""
    gone: tuple[str, ...] = ()
    """Seats that left the game with this turn."""
    missed_rule: str = ""
    """The rule they left by, as the game numbers it."""
    finished_before: bool = False
    """The turn had been committed by a run that was cut off; only its reports were written now."""
    due_why: str = ""
    """Which day was passed over for the next due date, and what it is (a holiday)."""


class RulesError(OfficeError):
    """The rules broke: the turn was rolled back whole; ``diagnosis`` is the file for the developers."""

    def __init__(self, message: str, diagnosis: Path) -> None:
        self.diagnosis = diagnosis
        super().__init__(message)


def due_games(office: Office, now: datetime, only: str = "") -> list[str]:
    """Games (or ``only`` this one, if it is) whose next turn is due; one that is paused is not, nor one that waits its
    hours of grace for orders that are missing.

    One whose dates cannot be read counts as due: its own turn says what is wrong, and no other game waits for that.
    """
    with office.store.reading() as connection:
        games = [load_game(connection, only)] if only else game_dates(connection)
        due = [g.id for g in games if g.ending is None and not g.held and g.next_due <= now]
        grace = office.settings.grace
        waits = {g.id for g in games if grace and now < g.next_due + grace}
        due = [name for name in due if name not in waits or not _waited_for(connection, name)]
        paused = paused_games(connection, now) if due else ()
        return [name for name in due if name not in paused]


def _waited_for(connection: Connection, game: str) -> bool:
    try:
        return bool(missing_of(connection, load_game(connection, game)))
    except (OfficeError, StoreError):  # its own turn says what is wrong
        return False


def _at_last_turn(office: Office, game: str) -> Game:
    with office.store.reading() as connection:
        return load_game(connection, game)


def process_turn(
    office: Office,
    game_id: str,
    now: datetime,
    early: bool = False,
    dry_run: Path | None = None,
    review: bool = False,
    guarded: bool = False,
    processes: int = 0,
    pages: bool = True,
) -> Processed:
    """Resolve the due turn of a game and write its reports.

    Claim, world, events, rolls, reports' data and outbox are one transaction; files are written from what was
    committed. With ``dry_run`` everything is written to that folder and the transaction rolled back. With ``review``
    no player sees anything of it before :func:`~magika_gm.app.turns.due.publish_turn`, and running it again
    does the turn anew from the same dice. Raises :class:`OfficeError` if the game is over, paused, not due (and not
    ``early``), waits for review, or is being processed by another run; if it is ``guarded``,
    :class:`~magika_gm.app.calendar.date_moves.WaitsForWord` where the game master had better be asked first.
    Another that writes to the office is waited for. Given a number of ``processes`` for its reports it is one of many,
    which do the same for other games. Guarded or one of many, it leaves a game alone at which the program ended again
    and again, and says so. Without ``pages`` no files are written: any worker does that later, from the record.
    """
    name = _at_last_turn(office, game_id).id
    # held until the files are written too: a run that finds a turn without reports may be sure that nobody writes them
    with locked(office.lock(name)) as ours:
        if not ours:
            raise OfficeError(f"game {name}: another run is processing it; wait until it has finished")
        with turn_in_hand(office, name) if guarded or processes else nullcontext():
            with nothing_changed(office, f"game {name}"):
                game = _at_last_turn(office, name)
                finishes = pages and not game.held and dry_run is None
                cut_off = game.turn > 0 and office.has_reports(name)  # else it was put back from a backup, or is new
                if finishes and write_if_missing(office, name, game.turn, processes) and cut_off:
                    return _finished_before(office, game)
                processed, edition = _run(office, name, now, early, dry_run is not None, review, guarded)
                if dry_run is not None and pages:
                    write_edition(edition, dry_run, dry_run / "gm", processes)
                    return replace(processed, folder=dry_run)
            if pages:  # nobody waits while they are made: what they are made from is committed
                write_in_office(office, edition, processes)
            return processed


def _finished_before(office: Office, game: Game) -> Processed:
    return Processed(
        game=game.id,
        turn=game.turn,
        folder=office.reports(game.id, game.turn),
        defaults=(),
        ending=game.ending,
        how=game.how,
        next_due=game.next_due,
        finished_before=True,
    )


def _run(
    office: Office, game_id: str, now: datetime, early: bool, dry: bool, review: bool, guarded: bool
) -> tuple[Processed, Edition]:
    """The turn's transaction, rolled back at its end where it is a ``dry`` run; its reports are still to be written."""
    from magika_gm.store.database import Busy

    try:
        with office.store.writing(LONGEST_WAIT, game_id) as connection:
            game = load_game(connection, game_id)
            if game.held and review and not dry:
                _take_back(connection, game, now)
                game = load_game(connection, game_id)
                early = True
            elif game.held:
                raise OfficeError(
                    f"game {game.id}: turn {game.turn} waits for your review. Publish it: magika-gm publish {game.id}. "
                    f"Run it again: magika-gm process-turn {game.id} --review. "
                    f"Take it back: magika-gm undo-turn {game.id}"
                )
            if not dry:
                must_not_pause(connection, game.id, now, office.settings.zone)
            _may_process(office, game, now, early or dry or (game.next_due > now and _all_final(connection, game)))
            if guarded:
                stop_if_suspicious(office, connection, game, now)
            forget_stop(connection, game)
            withdraw_alerts(connection, game, now)
            done = _process(office, connection, game, now, review)
            if dry:
                connection.rollback()
            else:
                defer(connection, pages_job(game.id, game.turn + 1))
            return done
    except Busy as error:
        raise OfficeError(f"game {game_id}: {error}") from error
    except WaitsForWord as stop:
        note_stop(office, stop, now)
        raise


def _may_process(office: Office, game: Game, now: datetime, early: bool) -> None:
    if game.ending:
        raise OfficeError(f"game {game.id} is over: {game.how}; its final reports were written with turn {game.turn}")
    if game.next_due > now and not early:
        due = game.next_due.astimezone(office.settings.zone).strftime("%Y-%m-%d %H:%M %Z")
        raise OfficeError(f"game {game.id}: turn {game.turn + 1} is not due before {due}; --early processes it now")


def _all_final(connection: Connection, game: Game) -> bool:
    """Whether nobody will change his orders any more: the turn need not wait for its time then."""
    if game.ending:
        return False
    played = set(awaited(connection, game)) - paused_for_debt(connection, game.id)
    return ready(connection, game, load_holders(connection, game.id).values(), played)


def _process(
    office: Office, connection: Connection, game: Game, now: datetime, held: bool
) -> tuple[Processed, Edition]:
    turn, system = game.turn + 1, game.system
    state = _state_to_play(connection, game)
    of_turn = orders_of_turn(office, connection, game, state)
    save_drop_outs(connection, game.id, turn, of_turn.drop_outs, now)
    resolution = _resolve(office, game, turn, state, of_turn)
    due, due_why = next_due(office, game, system.stage(resolution.state), now)
    moved = moved_to(connection, game.id, turn)
    if moved is not None and moved > now:
        due, due_why = moved, "as you had moved it"
    ending, scenario = system.rules.ending(resolution.state), game.scenario
    save_turn(connection, game.id, turn, now.isoformat(), due.isoformat(), ending, held)
    save_state(connection, game.id, turn, resolution.state, scenario)
    save_positions(connection, game.id, turn, positions_of(system, scenario, resolution.state))
    save_record(connection, game.id, turn, resolution.told, resolution.rolls)
    write = system.orders.GRAMMAR.write
    played = {a: (how, [write(o) for o in of_turn.orders.get(a, ())]) for a, how in of_turn.how.items()}
    save_played(connection, game.id, turn, played)
    _save_messages(connection, game.id, turn, of_turn.messages)
    seal_turn(connection, game, turn, turn_digest(system.archive, resolution.told, resolution.rolls))
    rates = rates_or_nothing(office, system.name)
    charged = {a: row for a, row in played.items() if row[0] not in (Played.MAY, Played.NONE, Played.PAUSED)}
    charge_turn(connection, game.id, turn, charged, now.isoformat(), rates)
    close_turn(connection, game.id, turn, rates)
    see_to_debts(office, connection, load_game(connection, game.id, turn), now)
    edition = publish_reports(office, connection, game.id, turn, now, resolution)
    if ending is not None:
        close_game(office, connection, game.id, resolution.state, now)
    _tell_of_misses(office, connection, game, turn, of_turn, resolution.state, now)
    unplayed = system.referee.unplayed(of_turn.word, resolution.told)
    processed = Processed(
        game=game.id,
        turn=turn,
        folder=office.reports(game.id, turn),
        defaults=tuple(a for a, how in of_turn.how.items() if how in DEFAULTED),
        ending=ending,
        how=system.rules.ending_text(ending) if ending else "",
        next_due=due,
        questions=system.referee.questions(of_turn.orders, of_turn.acts, resolution.told),
        unplayed=tuple(system.referee.text(act) for act in unplayed),
        due_why=due_why,
        gone=tuple(of_turn.gone),
        missed_rule=system.shape.missed_rule,
    )
    return processed, edition


def _state_to_play(connection: Connection, game: Game) -> Any:
    """The state the next turn is played from; one that an earlier version began is made whole."""
    setup = game.system.setup
    return setup.complete(game.state(connection), Dice(game.seed, 0), read_extras(game.system))


def _tell_of_misses(
    office: Office, connection: Connection, game: Game, turn: int, of_turn: TurnOrders, state: Any, now: datetime
) -> None:
    """Letters to drop-outs, offers to those who stand by."""
    holders, playing = load_holders(connection, game.id), game.system.rules.playing(state)
    jeopardy = in_jeopardy(connection, game.id, turn, [seat for seat in playing if holders[seat].email])
    now_due = load_game(connection, game.id, turn)
    left = {a.seat: a.reason for a in of_turn.acts if isinstance(a, DropOut)}
    gone = {seat: reason for seat, reason in left.items() if seat in of_turn.gone or seat not in playing}
    if gone or jeopardy:
        write_to_those_concerned(office, connection, now_due, turn, gone, holders, jeopardy, now)


def _resolve(office: Office, game: Game, turn: int, state: Any, of_turn: TurnOrders) -> Resolution:
    """Resolve; if the rules break, leave a diagnosis the game master can send, without any secret."""
    try:
        return game.system.rules.resolve(state, of_turn.orders, Dice(game.seed, turn), of_turn.acts)
    except Exception as error:
        path = office.root / f"diagnosis-{path_name(game.id)}-{turn}.json"
        report = {
            "game": game.id,
            "turn": turn,
            "seed_hash": game.seed_hash,
            "error": traceback.format_exception(error),
            "orders": {
                a: [game.system.orders.GRAMMAR.write(o) for o in orders] for a, orders in of_turn.orders.items()
            },
            "acts": [game.system.referee.text(act) for act in of_turn.word],
            "state": repr(state),
        }
        path.write_text(json.dumps(report, indent=1), encoding="utf-8")
        raise RulesError(
            f"game {game.id}: the rules failed on turn {turn} ({error.__class__.__name__}: {error}); nothing was "
            f"changed. Please send {path.name} to the developers",
            path,
        ) from error


def next_due(office: Office, game: Game, stage: Stage, now: datetime) -> workdays.Due:
    """When the turn after this one is due: the pace of its stage after the last due date, no holiday, never in the past
    (GM-2)."""
    try:
        return workdays.next_due(office.settings.calendar, game.next_due, stage.days(game.pace_days), now)
    except workdays.CalendarFault as error:
        raise OfficeError(str(error)) from error


def _save_messages(connection: Connection, game: str, turn: int, messages: list[tuple[str, Message]]) -> None:
    rows = [
        {
            "game": game,
            "turn": turn,
            "nr": nr,
            "sender": sender,
            "addressee": message.to,
            "anonymous": message.anonymous,
            "text": message.text,
        }
        for nr, (sender, message) in enumerate(messages)
    ]
    if rows:
        connection.execute(insert(t.messages), rows)


def undo_turn(office: Office, game_id: str, now: datetime, reason: str = "") -> int:
    """Take the last turn of a game back whole; its orders stay and count again. Returns the turn undone.

    What was charged for it is given back by counter-entries (GM-4). Whose report was sent is told, with the ``reason``.
    """
    import shutil

    why = reason_in_words(reason)
    with office.store.writing(game=game_id) as connection:
        game = load_game(connection, game_id)
        if game.ending == CANCELLED:
            raise OfficeError(f"game {game_id} was cancelled; its turns stay as they are")
        if game.turn == 0:
            cure = f"to abandon the game whole: magika-gm cancel-game {game_id}"
            raise OfficeError(f"game {game_id} has no processed turn to take back; {cure}")
        if seed_is_out(connection, game):
            raise OfficeError(
                f"turn {game.turn} ended game {game_id} and its reports were sent: every player has the seed, and "
                "could reckon the dice of a turn played again; it stays as it is"
            )
        seats = [] if game.held else keep_sent_reports(office, connection, game)
        _take_back(connection, game, now)
        tell_of_recall(office, connection, game, seats, why, now)
        # before the commit: a run cut off here leaves a turn without reports, which the next one writes again
        folder = office.reports(game.id, game.turn)
        shutil.rmtree(folder, ignore_errors=True)
        if folder.parent.is_dir():
            sync(folder.parent)
    return game.turn


def _take_back(connection: Connection, game: Game, now: datetime) -> None:
    """Remove the rows of the last turn and give back what was charged for it (GM-4).

    When it was first seen stays on record: sheets that come after that are marked in the final turn files.
    """
    lock_for_a_moment(connection, t.entries.name)  # the books first, as whoever processes a turn takes them
    r = t.reviews
    known = select(r.c.seen_at).where(r.c.game == game.id, r.c.turn == game.turn)
    if connection.execute(known).first() is None:
        row = {"game": game.id, "turn": game.turn, "seen_at": stamp(game.processed_at)}
        connection.execute(insert(r), [row])
    seal_taken_back(connection, game)
    take_back_drop_outs(connection, game.id, game.turn)
    delete_turn(connection, game.id, game.turn)
    reverse_turn(connection, game.id, game.turn, now.isoformat())
    forget_steps(connection, game.id, game.turn)
    mine = (t.outbox.c.game == game.id, t.outbox.c.turn == game.turn, t.outbox.c.kind.in_(("report", "invite", "bill")))
    connection.execute(delete(t.outbox).where(*mine, t.outbox.c.state != "sent"))
    # a report that had given way to this turn's is the newest again
    again = (t.outbox.c.game == game.id, t.outbox.c.turn == game.turn - 1, t.outbox.c.kind == "report")
    connection.execute(
        update(t.outbox).where(*again, t.outbox.c.state == MailState.SUPERSEDED).values(state=MailState.WAITING)
    )
