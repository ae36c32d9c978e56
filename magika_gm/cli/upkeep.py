"""Keeping an office in order: backup, restore, doctor; all games and players at a glance; its work shared: worker."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from magika_gm.cli.common import (
    NO_PLAYERS,
    NOT_SHOWN,
    blind_in,
    fail,
    in_log,
    jobs_option,
    json_option,
    now,
    office_of,
    reports_errors,
    said_without_table,
    say,
    say_json,
    show_table,
    track,
    undone_by,
)
from magika_gm.cli.secrets import secret_file, url_seen

if TYPE_CHECKING:
    from magika_gm.app.enrolment.players import PlayerLine
    from magika_gm.app.operations.checks import Examined
    from magika_gm.app.operations.status import GameStatus


@click.command(
    epilog="""\b
Examples:
  magika-gm backup                       into the office's backups/
  magika-gm backup /mnt/stick            somewhere else
  15 3 * * * magika-gm --office /srv/magika backup --json >> backup.log    (cron: every night)"""
)
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(file_okay=False, path_type=Path))
@json_option
@click.pass_context
@reports_errors
def backup(ctx: click.Context, folder: Path | None, as_json: bool) -> None:
    """Write database, settings, scenarios, templates and all mails into one dated archive in DIR, and look it through.

    The database is copied as it stands at one moment, whoever writes meanwhile. The newest are kept, as many as
    [office] backups says. The archive holds seeds and password hashes: keep it as safe as the office. Reports are
    not in it (they can be written again), nor are the files your mail passwords stand in.
    """
    from magika_gm.app.operations.backup import back_up_office
    from magika_gm.app.operations.checks import several

    with office_of(ctx) as office:
        made = back_up_office(office, folder, now())
    if as_json:
        say_json({"archive": str(made.archive), "files": made.files, "bytes": made.size, "removed": made.removed})
        return
    say(f"{made.archive}: {several(made.files, 'file')}, {made.size / 1e6:.1f} MB, read back and found right.")
    if made.removed:
        say(f"Removed: {', '.join(made.removed)}")


@click.command(
    "move-office",
    epilog="""\b
Examples:
  magika-gm move-office postgresql+psycopg://magika@dbhost/magika
  magika-gm move-office --database-file url.txt             a URL with a password in it
  magika-gm move-office sqlite:///magika.sqlite3            back into a file""",
)
@click.argument("url", default="", callback=url_seen)
@secret_file("--database-file", "the URL, if it has a password in it")
@json_option
@click.pass_context
@reports_errors
def move_office(ctx: click.Context, url: str, database_file: str, as_json: bool) -> None:
    """Move the office into the empty database at URL: from SQLite to PostgreSQL, or back.

    Every row is copied and compared, and the last turn of every game played again in the new place; only then the
    settings name it. The old database stays: a file under another name. Stop workers and tick before.
    """
    from dataclasses import asdict

    from magika_gm.app.operations.moving import move_office as use_case

    if bool(url) is bool(database_file):
        fail("say where to: a URL, or --database-file with a file that holds it")
    with office_of(ctx) as office:
        moved = use_case(office, url or database_file)
    if as_json:
        say_json(asdict(moved))
        return
    say(f"The office is in {moved.now} now: {moved.rows} rows of {moved.tables} tables copied and compared,")
    say(f"{moved.verified} last turns of {moved.games} games played again and found the same.")
    say(f"What it was moved from stays as {moved.kept}; throw it away when you have looked round.")


@click.command(
    epilog="""\b
Examples:
  magika-gm restore backups/magika-20261121-031500Z.tar.gz ~/magika-again
  magika-gm restore magika.sqlite3.bak-0004 .                the copy made before an upgrade, into its office"""
)
@click.argument("archive", type=click.Path(path_type=Path))
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option("--trust", is_flag=True, help="Take its own templates and settings without asking.")
@json_option
@click.pass_context
@reports_errors
def restore(ctx: click.Context, archive: Path, folder: Path, trust: bool, as_json: bool) -> None:
    """Put the office in ARCHIVE back into DIR, a new or empty folder.

    ARCHIVE may also be a copy of a database, as one is made before an upgrade: DIR is the office whose database it
    becomes. It is upgraded and looked through first, and the database that was there stays under another name.

    Checksums are compared, the database is looked through, and the last turn of every game is played again and
    compared with the record. If anything is wrong, nothing is left behind. Templates and settings of its own, which
    could send your mail elsewhere, are shown, and taken only if you say so.
    """
    from magika_gm.app.operations.backup import restore_office as use_case
    from magika_gm.app.operations.checks import several
    from magika_gm.store.schema import is_database

    if is_database(archive):
        _take_back(ctx, archive, folder, as_json)
        return

    def asked(own: tuple[str, ...]) -> bool:
        if trust or as_json or not sys.stdin.isatty():
            return trust
        say("This archive differs from what is shipped in:")
        for line in own:
            say(f"  {line}")
        return click.confirm("Take these as well? Only if it is your own archive", default=False)

    with in_log(ctx, folder) as note:
        done = use_case(archive, folder, asked, note)
    if as_json:
        say_json(
            {"office": str(folder), "files": done.files, "games": done.games, "turns": done.turns,
             "verified": done.verified, "left_out": done.left_out, "emptied": done.emptied}
        )  # fmt: skip
        return
    what = ", ".join(several(*pair) for pair in ((done.files, "file"), (len(done.games), "game"), (done.turns, "turn")))
    say(f"Office restored in {folder}: {what}.")
    say(f"{several(done.verified, 'last turn')} played again, and the same as recorded.")
    for line in done.left_out:
        say(f"Left out (take it with --trust): {line}")
    if any("[accounts]" in line for line in done.left_out):
        say("Until its prices are back, turns are played and not charged; charge, new-game and fill-game refuse.")
    for line in done.emptied:
        say(f"Look at {line}")
    say(f"Write the reports again: magika-gm --office {folder} doctor --fix")
    say("Put the files your mail passwords stand in back in their place, and read mail that came since once more:")
    say("what the office knows already changes nothing.")


def _take_back(ctx: click.Context, copy: Path, folder: Path, as_json: bool) -> None:
    from dataclasses import asdict

    from magika_gm.app.operations.backup import take_back
    from magika_gm.app.operations.checks import several

    with in_log(ctx, folder) as note:
        done = take_back(copy, folder, note)
        if done.kept:
            undone_by(ctx, "restore", done.kept, folder)
    if as_json:
        say_json({"office": str(folder), **asdict(done)})
        return
    what = ", ".join(several(*pair) for pair in ((len(done.games), "game"), (done.turns, "turn")))
    say(f"The database of the office in {folder} is that of {copy} now: {what}.")
    say(f"{several(done.verified, 'last turn')} played again, and the same as recorded.")
    if done.kept:
        say(f"What it was before stays as {done.kept}; throw it away when you have looked round.")
    say("Read mail that came since once more: what the office knows already changes nothing.")


@click.command(
    epilog="""\b
Examples:
  magika-gm doctor                  what is wrong, and the cure
  magika-gm doctor --fix            mend what can be made again: report files, permissions, leftovers
  magika-gm doctor --deep           play every turn of every game again
  magika-gm doctor --mail           log in where mail is read and sent; a test letter to the office's own address
  magika-gm doctor --to me@example.net     the same, with the letter to another address"""
)
@click.option("--fix", is_flag=True, help="Mend what can be made again without loss.")
@click.option("--deep", is_flag=True, help="Look at every turn of every game, not only the last ones.")
@click.option("--mail", is_flag=True, help="Try mail, too: log in, send a test letter and wait for it to come.")
@click.option("--to", default="", metavar="ADDRESS", help="Where the test letter goes (default: [office] email).")
@json_option
@click.pass_context
@reports_errors
def doctor(ctx: click.Context, fix: bool, deep: bool, mail: bool, to: str, as_json: bool) -> None:
    """Check an office and say what to mend: settings, database, worlds, turns, reports, mail, books, dates, disk.

    With --mail it logs in to the servers of [imap] and [smtp], sends a letter with a calendar and a PDF, and waits for
    it where mail is read: what fails is told with its cure. docs/mail.md shows how to try all of it on one machine.

    Ends with status 1 if something needs you; hints alone do not.
    """
    from dataclasses import asdict, replace

    from magika_gm.app.office.office import SETTINGS_FILE
    from magika_gm.app.operations.checks import several
    from magika_gm.app.operations.doctor import examine

    checks, folder = [], Path(ctx.obj)
    letter_to = to if mail or to else None
    with in_log(ctx, folder) as note:
        if fix and (folder / SETTINGS_FILE).is_file():
            note()  # what it mends is files, too
        blind = blind_in(ctx)
        for examined in track(examine(folder, now(), deep, fix, letter_to), "Checking", None, quiet=as_json):
            if blind is not None:
                examined.findings = [
                    replace(f, what=NOT_SHOWN) if blind.in_text(f"{f.place} {f.what}") else f for f in examined.findings
                ]
            checks.append(examined)
            if not as_json:
                _tell_check(examined)
    healthy = all(examined.healthy for examined in checks)
    if as_json:
        say_json({"healthy": healthy, "checks": [asdict(c) | {"healthy": c.healthy} for c in checks]})
    else:
        found = [f for c in checks for f in c.findings if not f.fixed]
        needed = sum(f.needed for f in found)
        hints = f"; {several(len(found) - needed, 'hint')}" if len(found) > needed else ""
        say(f"\n{several(needed, 'fault') + ' to mend' if needed else 'All is well'}{hints}.")
    if not healthy:
        raise SystemExit(1)


def _tell_check(examined: Examined) -> None:
    state = "ok" if not examined.findings else "see" if examined.healthy else "NO"
    say(f"{state:<3} {examined.check:<9} {examined.looked_at}".rstrip())
    for f in examined.findings:
        mark = "mended" if f.fixed else "fault" if f.needed else "hint"
        say(f"      {mark}: {f'{f.place}: ' if f.place else ''}{f.what}")
        if f.cure and not f.fixed:
            say(f"        -> {f.cure}")


@click.command(epilog="\b\nExamples:\n  magika-gm games\n  magika-gm games --over\n  magika-gm games --json")
@click.option("--over", is_flag=True, help="Only games that are over.")
@json_option
@click.pass_context
@reports_errors
def games(ctx: click.Context, over: bool, as_json: bool) -> None:
    """Every game: those that go on, soonest due first, then those that are over, the last first, with their winners."""

    from magika_gm.app.operations.status import office_status
    from magika_gm.cli.office import due_words, orders_words

    with office_of(ctx) as office:
        found = office_status(office, now()).games
        zone = office.settings.zone
    going = sorted((g for g in found if g.ending is None and not over), key=lambda g: (g.next_due, g.game))
    found = (*going, *sorted((g for g in found if g.ending), key=lambda g: (g.ended, g.game), reverse=True))
    nobody = "No game is over yet." if over else "No games yet. Start one with: magika-gm new-game"
    if said_without_table(found, as_json, nobody):
        return
    show_table(
        ("game", "plays", "title", "begun", "days", "turn", "next due, or how it ended", "orders", "for you"),
        [
            (
                g.game, g.plays, g.title, g.begun, g.pace_days, g.turn,
                _how_it_ended(g) if g.ending else due_words(g, zone),
                "" if g.ending else orders_words(g), len(g.todo) or "",
            )
            for g in found
        ],
        right=("days", "turn", "orders", "for you"),
        bold=("next due, or how it ended",),
        warn=lambda head, cell: head == "for you" or cell.endswith("LATE"),
    )  # fmt: skip
    if any(g.todo for g in found):
        say("What waits for you is listed by: magika-gm status")


def _how_it_ended(g: GameStatus) -> str:
    won = f", won by {' and '.join(g.winners)}" if g.winners else ", waits for review" if g.held else ""
    return f"over {g.ended}: {g.how}{won}"


@click.command(epilog="\b\nExamples:\n  magika-gm players\n  magika-gm players --by rating\n  magika-gm players --json")
@click.option("--by", type=click.Choice(["number", "name", "balance", "reliability", "rating"]), default="number",
              show_default=True, help="Sort by that; who owes most, and the least reliable, come first.")  # fmt: skip
@json_option
@click.pass_context
@reports_errors
def players(ctx: click.Context, by: str, as_json: bool) -> None:
    """Every player: his seats, games played and won, balance, reliability, rating.

    The turns are those in credit. Reliability is the share of turns played that had his own orders in time; turns that
    are excused do not count.
    Ratings are Elo's over the final standings of finished games (K = 64, everybody starts at 1500, drop-outs are last).
    """

    from magika_gm.app.enrolment.players import list_players

    with office_of(ctx) as office:
        lines = sorted(list_players(office), key=lambda line: _order(line, by))
    if said_without_table(lines, as_json, NO_PLAYERS):
        return
    show_table(
        ("nr", "name", "plays", "over", "won", "balance", "turns", "reliable", "rating", ""),
        [_player_row(line) for line in lines],
        right=("nr", "over", "won", "balance", "turns", "reliable", "rating"),
    )


def _order(line: PlayerLine, by: str) -> tuple[float | str, int]:
    values: dict[str, float | str] = {
        "number": 0,
        "name": line.name.casefold(),
        "balance": line.balance_cents,
        "reliability": 101 if line.reliability is None else line.reliability,
        "rating": -(line.rating or 0),
    }
    return values[by], line.player


def _player_row(line: PlayerLine) -> tuple[object, ...]:
    from magika_gm.app.accounts.rates import money
    from magika_gm.app.record.games import seats_in_words

    notes = []
    if line.ebon_games:
        notes.append("a winner's free game" + (f" {line.ebon_games} times" if line.ebon_games > 1 else ""))
    if line.waiting:
        notes.append("on the waiting list")
    reliable = "" if line.reliability is None else f"{line.reliability} %"
    rating = "" if line.rating is None else f"{line.rating} ({line.rating_moved:+d})"
    return (
        line.player, line.name, seats_in_words(line.seats, line.plays), line.over or "", line.won or "",
        money(line.balance_cents, line.currency), line.free_turns or "", reliable, rating, ", ".join(notes),
    )  # fmt: skip


# Workers: worker.


@click.command(
    epilog="""\b
Examples:
  magika-gm worker                      as many processes as there are cores, until stopped
  magika-gm worker --jobs 1 --once      one, until nothing is left to do"""
)
@jobs_option
@click.option("--once", is_flag=True, help="End when nothing is left to do, and say what waits still.")
@click.option("--every", type=click.FloatRange(1, 3600), default=30.0, show_default=True, metavar="SECONDS",
              help="How often to look what is due.")  # fmt: skip
@click.option("--stalled-after", type=click.FloatRange(1, 3600), default=30.0, show_default=True, metavar="SECONDS",
              help="Take up another worker's job after so long without a sign of life.")  # fmt: skip
@click.option("--quiet", is_flag=True, help="Do not tell of each job.")
@json_option
@click.pass_context
@reports_errors
def worker(
    ctx: click.Context, jobs: int | None, once: bool, every: float, stalled_after: float, quiet: bool, as_json: bool
) -> None:
    """Work for an office on PostgreSQL: turns that are due, their pages, reminders, mail in and out.

    Any number of workers on any number of machines share the work; one that is killed loses nothing, another takes up
    its job. They take the place of magika-gm tick. Needs: pip install 'magika-gm[workers]'
    """
    from magika_gm.app.office.office import Office
    from magika_gm.app.office.processes import cores
    from magika_gm.app.operations.workers import Worker, left_undone, make_queue, run_workers
    from magika_gm.store.urls import Discreet

    log = logging.StreamHandler()
    logging.basicConfig(handlers=[log], level=logging.WARNING)
    logging.getLogger("magika_gm.worker").setLevel(logging.WARNING if quiet else logging.INFO)
    # a job that fails and is tried again is told of by the queue: status, doctor
    logging.getLogger("procrastinate").setLevel(logging.ERROR)
    # a server that is away is told once a look round; its pool's own lines name who asked, several a second
    logging.getLogger("psycopg").setLevel(logging.ERROR)

    def begin(own: Office) -> None:
        Worker(office=own, every=every, stalled=stalled_after).run(once)

    jobs = jobs or cores()
    with office_of(ctx) as office:
        log.setFormatter(Discreet("%(asctime)s %(message)s", office.database_url))
        make_queue(office)
        failed = run_workers(office, jobs, begin, forever=not once)
        left = left_undone(office, now() + office.store.ahead()) if once else []
    if as_json:
        say_json({"workers": jobs, "failed": failed, "left": left})
    elif once and not failed:
        for line in left or ["Nothing is left to do."]:
            say(line[0].upper() + line[1:] + ("." if left else ""))
    if failed:
        fail(f"{failed} of {jobs} workers failed")
