"""A turn's reports, made from the record and written to disk."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection, and_, select

from magika_gm.app.accounts.bills import paused_words
from magika_gm.app.accounts.ledger import Statement, statements_of
from magika_gm.app.office.doors import in_words
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, path_name, stamp
from magika_gm.app.office.processes import cores, forked, may_fork
from magika_gm.app.office.workdays import due_words, iso_day
from magika_gm.app.record.contact import on_masters_word, paused_for_debt
from magika_gm.app.record.games import Game, Holder, banners_of, holders_at, load_game, order_form, silent_seats
from magika_gm.app.turns.drop_outs import in_jeopardy, notes_of_jeopardy
from magika_gm.app.turns.sealing import chain_of, damaged, game_record, kept_of, note_digests, own_sheets
from magika_gm.engine.chain import Chain
from magika_gm.engine.orders import rows_as_text
from magika_gm.engine.paging import Envelope
from magika_gm.engine.records import named_record
from magika_gm.engine.seam.reports import Delivered, OfficeFacts, Person, PlayerData, Reports, TurnRecord
from magika_gm.engine.seam.rules import Orders
from magika_gm.engine.seam.setup import Need
from magika_gm.engine.system import GameSystem
from magika_gm.store import tables as t
from magika_gm.store.archive import load_acts, load_memories, load_played, load_told
from magika_gm.store.faults import moment, reading_of, unpacked
from magika_gm.whole_files import whole_folder, write_whole

# What a corrected report says has changed since the one it takes the place of.
#
# Both come from the record, so that the corrected report can be written again, byte for byte.


LONGEST = 40
"""Differences named one by one."""


def recalled_reports(connection: Connection, game: str, turn: int) -> dict[str, dict[str, Any]]:
    """The turn files that were sent for a turn before it was taken back, by seat."""
    query = select(t.recalled.c.seat, t.recalled.c.report).where(t.recalled.c.game == game, t.recalled.c.turn == turn)
    with reading_of(f"game {game}, turn {turn}: a report that was taken back"):
        return {seat: json.loads(unpacked(blob)) for seat, blob in connection.execute(query)}


def corrected(reports: Reports, report: Any, turn: int, before: dict[str, Any]) -> Any:
    """The report with a note that it corrects the one sent before, and what has changed for its reader."""
    changes = reports.differences(before, json.loads(json.dumps(reports.turn_file(report))))
    more = len(changes) - LONGEST
    said = "; ".join(changes[:LONGEST]) + (f"; and {more} more" if more > 0 else "")
    note = f"CORRECTION. This report takes the place of the one you had of turn {turn}. " + (
        f"Changed: {said}." if changes else "Nothing in it has changed for you."
    )
    return reports.with_notes(report, (note,))


# What the office itself knows of a turn, for the game master's own report.


def office_data(
    connection: Connection,
    game: Game,
    seats: dict[str, Holder],
    balances: dict[str, str],
    date: str,
    due: str,
    chain: Chain,
    ended: bool,
) -> OfficeFacts:
    """What the office knows of a turn: the people, their money, mail that came to nothing, the game master's acts.

    ``ended``: the rules say that the game is over, which a game that was cancelled is not.
    """
    return OfficeFacts(
        game=game.id,
        title=game.title,
        date=date,
        next_due=due,
        people={a: Person(s.name, s.email, balances[a]) for a, s in seats.items() if s.name and a in balances},
        mail=_mail(connection, game),
        chain=chain,
        acts=[game.system.referee.text(act) for _, act in load_acts(connection, game.id, game.turn)],
        due_at="" if ended else stamp(game.next_due),
    )


def _mail(connection: Connection, game: Game) -> list[str]:
    """Whose orders stand on the game master's word; mail about this turn that was refused or set aside, and letters:
    what names no turn counts for the one that was played next; what came after the turn was processed is late."""
    i = t.inbox.c
    by_word = sorted(on_masters_word(connection, game, game.turn))
    words_of_his = [f"Orders of {seat} are played on the game master's word" for seat in by_word]
    before = select(t.turns.c.processed_at).where(t.turns.c.game == game.id, t.turns.c.turn == game.turn - 1)
    since = connection.execute(before).scalar()
    span = [i.received_at <= stamp(game.processed_at)]
    if since:
        span.append(i.received_at > stamp(moment(since, f"game {game.id}: when turn {game.turn - 1} was processed")))
    query = (
        select(i.seat, i.sender, i.outcome, i.reason, i.path)
        .where(i.game == game.id, (i.turn == game.turn) | (i.turn.is_(None) & and_(*span)))
        .where(i.outcome != "accepted", i.settled != "bounce")
        .order_by(t.inbox.c.id)
    )
    words = {"refused": "was refused", "aside": "was set aside", "remark": "is in your letterbox"}
    return words_of_his + [
        f"Mail of {seat or sender or 'somebody'} {words.get(outcome, outcome)}: {reason}{f' ({path})' if path else ''}"
        for seat, sender, outcome, reason, path in connection.execute(query)
    ]


_UNSENT = {
    "default": "Your orders did not come in time",
    "absent": "You are away, as you said, which does not count as missing a turn",
    "paused": "Your account owes more than we lend, so your orders were not played, which does not count as a miss",
    "bounced": "Your last report came back to us undelivered, which does not count as missing a turn",
}
"""Why a default turn was played."""
FEW = 4
"""Reports that are not worth a second process."""


@named_record
class Edition:
    """A turn's reports, ready to be written."""

    system: GameSystem
    game: str
    turn: int
    reports: dict[str, Any]
    templates: Path | None
    prints: dict[str, tuple[str, bool]]
    """How each is printed: the paper, and whether in large print."""
    record: TurnRecord
    facts: OfficeFacts
    lines: Orders
    """By which a player's page judges typed lines."""
    corrections: frozenset[str] = frozenset()
    """Whose report takes the place of one that was sent before the turn was taken back."""
    memories: Mapping[str, Any] = field(default_factory=dict)
    envelopes: Mapping[str, Envelope] = field(default_factory=dict)
    """What the office adds to each player's page."""
    players: Mapping[str, PlayerData] = field(default_factory=dict)
    """What each report says of its reader."""

    def page(
        self,
        seat: str,
        report: Any = None,
        turn_file: tuple[Mapping[str, Any], str] | None = None,
        **envelope: Any,
    ) -> str:
        """A seat's page (HTML), of its report as it is or as it is given; "" where the game makes none.

        ``turn_file`` is that of the report and its text, if they are made already; ``envelope`` are fields of the
        office's part that are other than on the day of the report.
        """
        if not self.system.has("page"):
            return ""
        from magika_gm.reports.page.writing import page_html
        from magika_gm.reports.rule_pages import folder_of, marks_of

        report = self.reports[seat] if report is None else report
        state, part = self.record.state, self.system.page
        memory = self.memories[seat]
        known = None if self.system.rules.ending(state) else self.system.sight.known(state, seat, memory)
        made = part.page(report, known, seat, memory)
        plain, text = turn_file or (self.system.reports.turn_file(report), "")
        book = None
        if self.system.has("rulebook"):
            book = folder_of(self.system.name, Path(self.system.file_of("rulebook")).parent)
        rows = rows_as_text(self.lines, self.lines.names_for(memory))
        around = replace(self.envelopes[seat], marks=marks_of(book) if book else {}, **envelope)
        return page_html(made, around, plain, part.SCRIPT, text, rows, book)

    def master(self, form: str) -> str:
        """The game master's own report, as ``html`` or ``txt``."""
        return str(self.system.reports.master(self.record, self.facts, form, "", self.templates))

    def printed_master(self, paper: str) -> bytes:
        """The same as a PDF."""
        printed = self.system.reports.master(self.record, self.facts, "pdf", paper, self.templates)
        assert isinstance(printed, bytes)
        return printed

    def spectator(self) -> str:
        """What may be shown to those who look on (HTML)."""
        return self.system.reports.spectator(self.record, self.facts, self.templates)

    def write_public(self, folder: Path) -> None:
        """That page as a file, beside it what is passed on of a game that is over."""
        write_whole(folder / "spectator.html", self.spectator())
        for name, card in self.cards().items():
            write_whole(folder / name, card)

    def cards(self) -> dict[str, bytes]:
        """What is passed on of a game that is over, by the names of its files."""
        if self.system.rules.ending(self.record.state) is None:
            return {}
        made = {f"card.{kind}": self.system.reports.card(self.record, self.facts, kind) for kind in ("svg", "pdf")}
        return {name: card for name, card in made.items() if card}


def edition_of(office: Office, connection: Connection, game_id: str, turn: int) -> Edition:
    """The reports of any past turn, from the record."""
    game = load_game(connection, game_id, turn)
    state = game.state(connection, turn)
    memories = load_memories(connection, game_id, turn)
    views = {seat: game.system.sight.perceive(state, seat) for seat in game.system.rules.playing(state)}
    return make_edition(office, connection, game, state, load_told(connection, game_id, turn), views, memories)


def write_if_missing(office: Office, game_id: str, turn: int, processes: int = 0, seat: str = "") -> bool:
    """Write a turn's reports if a run was cut off before they were all written, this machine has none, or those of
    ``seat`` are damaged; True if so.

    Whoever calls this holds the game's lock, and no writers' lock: pages take their time.
    """
    if all_there(office, game_id, turn, seat):
        return False
    with office.store.reading() as connection:
        edition = edition_of(office, connection, game_id, turn)
    write_in_office(office, edition, processes)
    return True


def all_there(office: Office, game_id: str, turn: int, seat: str = "") -> bool:
    """Whether a turn's reports were written, and those of ``seat``, if one is named, are as they were then."""
    return office.reports(game_id, turn).is_dir() and not (seat and damaged(office, game_id, turn, [seat]))


def write_in_office(office: Office, edition: Edition, processes: int = 0) -> None:
    """:func:`write_edition` where a turn's reports belong in an office.

    Raises :class:`OfficeError` that says that the turn is played, and what was wrong with its reports.
    """
    game, turn = edition.game, edition.turn
    stands = f"turn {turn} is played" if turn else "it has begun"
    try:
        lists = office.digests(game, turn)
        write_edition(edition, office.reports(game, turn), office.overviews(game, turn), processes, lists)
    except Exception as error:
        raise OfficeError(
            f"game {game}: {stands}, its reports could not be written "
            f"({in_words(office, f'game {game}', error)}); the next process-turn or tick writes them, or: magika-gm "
            f"reports {game} {turn}"
        ) from error
    _throw_away(office, game, turn)


def _throw_away(office: Office, game: str, turn: int) -> None:
    """Remove a game's report files of turns so long before one that the office keeps them no more: what is asked for is
    written again from the record. What was cut off, or cannot be removed, is left to the next turn; of a folder that
    somebody put elsewhere the link is ours."""
    keep = office.settings.number("office", "reports")
    for folder in (office.reports(game, turn).parent, office.overviews(game, turn).parent) if keep else ():
        for past in folder.iterdir():
            if past.stem.isdecimal() and int(past.stem) <= turn - keep:
                with suppress(OSError):
                    shutil.rmtree(past) if past.is_dir() and not past.is_symlink() else past.unlink()


def make_edition(
    office: Office,
    connection: Connection,
    game: Game,
    state: Any,
    told: Sequence[Any],
    views: dict[str, Any],
    memories: dict[str, Any],
    said_once: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Edition:
    """The reports of a turn, from its state, what was told, and what each seat sees and remembers.

    ``said_once`` are notes to players that are not of the record; once the turn is published they are kept with it.
    """
    system, ended = game.system, game.system.rules.ending(state) is not None
    seats, accounts = holders_at(connection, game.id, game.turn), statements_of(connection, game.id, game.turn)
    played, kept = load_played(connection, game.id, game.turn), kept_of(connection, game.id, game.turn)
    query = select(t.messages).where(t.messages.c.game == game.id, t.messages.c.turn == game.turn)
    messages = [
        Delivered(r["sender"], r["addressee"], bool(r["anonymous"]), r["text"])
        for r in connection.execute(query.order_by(t.messages.c.nr)).mappings()
    ]
    lines = game.orders
    orders: dict[str, Sequence[Any]] = {}
    notes: dict[str, tuple[str, ...]] = {seat: tuple(said) for seat, said in said_once.items()}
    asked: dict[str, list[str]] = {}
    rule = f" ({system.shape.missed_rule})" if system.shape.missed_rule else ""
    for seat, (how, texts) in played.items():
        orders[seat] = [lines.stored(text) for text in texts]
        if how in _UNSENT and seats[seat].email:
            notes[seat] = (*notes.get(seat, ()), f"{_UNSENT[how]}; a careful default turn was played for you{rule}.")
    long_ago = statements_of(connection, game.id, game.turn - OVERDUE)
    bills = {seat: one.warning for seat, one in accounts.items() if one.warning and not ended}
    overdue = [seat for seat in bills if seat in long_ago and accounts[seat].cents < 0 and long_ago[seat].cents < 0]
    for seat in overdue:
        notes[seat] = (*notes.get(seat, ()), bills.pop(seat))
    jeopardy = in_jeopardy(connection, game.id, game.turn, [a for a in views if seats[a].email], as_told=True)
    for seat, said in notes_of_jeopardy(jeopardy, system, state, views).items():
        notes[seat] = (*notes.get(seat, ()), *said)
        asked |= {seat: said} if seat in jeopardy else {}
    for seat in () if ended else paused_for_debt(connection, game.id) & set(views):
        notes[seat] = (*notes.get(seat, ()), paused_words(game.turn + 1))
    if game.turn == 0 and (silent := silent_seats(game, seats)):
        notes |= {seat: (*notes.get(seat, ()), *silent) for seat in views}
    notes |= {seat: told.notes for seat, told in kept.items()}
    record = TurnRecord(
        state=state,
        told=told,
        orders=orders,
        how={a: how for a, (how, _) in played.items()},
        messages=messages,
        acts=[act for _, act in load_acts(connection, game.id, game.turn)],
        seed=game.seed,
        notes=notes,
        asked=asked,
        record=game_record(connection, game) if ended else None,
        memories=_all_memories(connection, game, memories, len(seats)) if ended else {},
    )
    reports, players, envelopes = {}, {}, {}
    banners = banners_of(system, seats, state)
    needs = {} if ended else system.rules.needs(state)
    chain, sheets = chain_of(connection, game), own_sheets(connection, game) if ended else {}
    for seat, view in views.items():
        form = "" if ended else order_form(game, seats, game.turn + 1, state, seat, memories[seat])
        sealed = replace(chain, sheets=sheets.get(seat, ()))
        player = _player(office, game, seats[seat], accounts.get(seat), sealed, ended, bills.get(seat, ""))
        player = replace(player, banners=banners)
        player = players[seat] = kept[seat].over(player) if seat in kept else player
        reports[seat] = system.reports.build(record, seat, view, memories[seat], player, form)
        envelopes[seat] = _envelope(game, seat, player, needs.get(seat, Need.NONE), ended)
    sent = recalled_reports(connection, game.id, game.turn)
    for seat in sent.keys() & reports.keys():
        reports[seat] = corrected(system.reports, reports[seat], game.turn, sent[seat])
    templates = office.root / "templates"
    own = templates if (templates / system.name).is_dir() else None
    paper = office.settings.text("office", "paper")
    prints = {seat: (seats[seat].paper or paper, seats[seat].large_print) for seat in reports}
    due = due_words(game.next_due, office.settings.zone)
    day = iso_day(game.processed_at, office.settings.zone)
    balances = {seat: player.balance for seat, player in players.items()}
    about = office_data(connection, game, seats, balances, day, due, chain, ended)
    return Edition(
        system=system,
        game=game.id,
        turn=game.turn,
        reports=reports,
        templates=own,
        prints=prints,
        record=record,
        facts=replace(about, memories=memories, banners=banners),
        corrections=frozenset(sent),
        memories={seat: memories[seat] for seat in views},
        envelopes=envelopes,
        players=players,
        lines=lines,
    )


def _all_memories(connection: Connection, game: Game, memories: dict[str, Any], seats: int) -> dict[str, Any]:
    """Everybody's memory: of those who left the game as it was after their last turn."""
    found = dict(memories)
    for turn in range(game.turn - 1, -1, -1):
        if len(found) >= seats:
            break
        found = load_memories(connection, game.id, turn) | found
    return dict(sorted(found.items()))


OVERDUE = 2
"""A bill stands in the small print until the account has been below nothing for so many turns."""


def _player(
    office: Office, game: Game, holder: Holder, statement: Statement | None, chain: Chain, ended: bool, bill: str
) -> PlayerData:
    zone = office.settings.zone
    return PlayerData(
        name=holder.name or "(nobody; played by the built-in policy)",
        address=holder.address,
        account=holder.account,
        balance=statement.text if statement else "0.00 USD",
        game=game.id,
        title=game.title,
        date=iso_day(game.processed_at, zone),
        next_due=due_words(game.next_due, zone, holder.zone),
        code_word=holder.code_word,
        email=holder.email,
        office=office.settings.text("office", "name"),
        office_email=office.settings.text("office", "email"),
        due_at="" if ended else game.next_due.isoformat(),
        chain=chain,
        bill=bill,
    )


def _envelope(game: Game, seat: str, player: PlayerData, need: Need, ended: bool) -> Envelope:
    """What the office adds to a player's page: where it belongs, when orders are due, where they go."""
    grammar = game.orders.GRAMMAR
    return Envelope(
        system=game.system.name,
        system_title=game.system.title,
        game=game.id,
        game_title=game.title,
        turn=game.turn,
        seat=seat,
        seat_word=grammar.seat_words[0],
        seat_text=grammar.written(seat),
        player=player.name,
        date=player.date,
        due="" if ended else player.next_due,
        due_at=player.due_at,
        office=player.office,
        office_email=player.office_email,
        wanted=need.value,
        wanted_said=need.said,
    )


def write_edition(
    edition: Edition, folder: Path, overviews: Path, processes: int = 0, digests: Path | None = None
) -> None:
    """Write all reports into a folder, whole or not at all: into a folder beside it first, then renamed.

    As many ``processes`` as there are cores do it, unless it is said how many.

    The game master's page and the spectators' go into ``overviews``, before the players' reports: where those are,
    these are too; ``digests`` is where it is kept what all of them are made of.

    Whoever writes into an office holds the game's lock
    (:meth:`~magika_gm.app.office.office.Office.lock`).
    """

    overviews.mkdir(parents=True, exist_ok=True)
    write_whole(overviews / "gm.html", edition.master("html"))
    edition.write_public(overviews)
    with whole_folder(folder) as part:
        _write_reports(edition, part, processes or cores())
        if digests is not None:
            note_digests(digests, sorted(part.iterdir()))


def _write_reports(edition: Edition, part: Path, processes: int) -> None:
    """Every seat's report in all its forms, on so many processes."""
    first, *others = edition.reports
    # the first one loads fonts and templates, which those who are forked off then share
    _write_report(edition, first, part)
    processes = processes if may_fork() else 1
    mine, *shares = [others[n::processes] for n in range(processes)]

    def write(seats: Sequence[str]) -> None:
        for seat in seats:
            _write_report(edition, seat, part)

    # what goes wrong there goes wrong here as well, with its reason
    helpers = [(share, forked(partial(write, share), silent=BaseException)) for share in shares if len(others) > FEW]
    failed: list[str] = []
    try:
        write(mine if helpers else others)
    finally:
        for share, helper in helpers:
            failed += share if os.waitpid(helper, 0)[1] else []
    write(failed)


def _write_report(edition: Edition, seat: str, part: Path) -> None:
    forms, report = edition.system.reports, edition.reports[seat]
    seat = path_name(seat, "seat")
    (part / f"{seat}.pdf").write_bytes(forms.pdf(report, *edition.prints[seat]))
    (part / f"{seat}.html").write_text(forms.html(report, edition.templates), encoding="utf-8")
    (part / f"{seat}.txt").write_text(forms.text(report, edition.templates), encoding="utf-8")
    turn_file = forms.turn_file(report)
    text = turn_file_text(turn_file)
    (part / f"{seat}.json").write_text(text, encoding="utf-8")
    page = edition.page(seat, report, (turn_file, text))
    if page:
        (part / f"{seat}.page.html").write_text(page, encoding="utf-8")


def write_seat(edition: Edition, seat: str, folder: Path) -> None:
    """Write one seat's report in all its forms into a folder that is there."""
    _write_report(edition, seat, folder)


def turn_file_text(plain: Mapping[str, Any]) -> str:
    """A turn file as it is written."""
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":")) + "\n"
