"""Turns: process-turn, undo-turn, reports, verify, explain."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from magika_gm.cli.common import (
    OutFile,
    complain,
    jobs_option,
    json_option,
    masked,
    now,
    office_of,
    reports_errors,
    say,
    say_json,
    track,
    undone_by_each,
)

if TYPE_CHECKING:
    from magika_gm.app.office.office import Office
    from magika_gm.app.turns.due import TurnDigest
    from magika_gm.app.turns.process import Processed


@click.command(
    "process-turn",
    epilog="""\b
Examples:
  magika-gm process-turn 12                    the due turn of game 12
  magika-gm process-turn 12 --early            now, before it is due
  magika-gm process-turn 12 --dry-run look/    write everything to look/, change nothing
  magika-gm process-turn 12 --review           stop for your review; again: the same dice, your rulings counted
  magika-gm process-turn --due                 every game that is due, on all cores
  magika-gm process-turn --due --jobs 1        on one
  magika-gm process-turn --due --anyway        those, too, of which you are asked first""",
)
@click.argument("game", required=False)
@click.option("--due", is_flag=True, help="Every game that is due; one failing game does not stop the others.")
@click.option("--anyway", is_flag=True, help="With --due: also where far more orders are missing than usual, or mail "
              "was not read around the due time.")  # fmt: skip
@click.option("--early", is_flag=True, help="Process before the due time.")
@click.option(
    "--review", is_flag=True, help="Stop at review: no player sees anything before 'publish'; run again at will."
)
@click.option("--dry-run", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
              help="Write all reports to DIR and change nothing.")  # fmt: skip
@jobs_option
@json_option
@click.pass_context
@reports_errors
def process_turn(
    ctx: click.Context,
    game: str | None,
    due: bool,
    anyway: bool,
    early: bool,
    review: bool,
    dry_run: Path | None,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Resolve the due turn of GAME, write every report and queue the mails: one transaction, whole or not at all."""
    from magika_gm.app.accounts.rates import prices_left_out
    from magika_gm.app.office.doors import forget, turn_of
    from magika_gm.app.office.processes import cores, in_offices, shares
    from magika_gm.app.record.outgoing import waiting
    from magika_gm.app.turns.due import Tried, try_turn, turn_digest
    from magika_gm.app.turns.process import due_games
    from magika_gm.app.turns.publish import finish_cut_offs

    if bool(game) == due:
        raise click.UsageError("name a GAME, or say --due for every game that is due")
    if due and (early or dry_run):
        raise click.UsageError("--due goes with neither --early nor --dry-run")
    if jobs is not None and not due:
        raise click.UsageError("--jobs goes with --due: one game's reports are written on all cores anyway")
    results: list[Processed] = []
    failures = []
    with office_of(ctx) as office:
        for name, why in finish_cut_offs(office) if due else ():
            if why:
                failures.append({"game": name, "error": f"game {name}: {why}"})
            else:
                click.echo(f"Game {name}: the reports of its last turn were not here; they are written now.", err=True)
        if game:
            forget(office, turn_of(game))  # he names it: what ended a round that took it up may be mended
        games = due_games(office, now()) if due else [str(game)]
        jobs, each = shares(jobs or cores(), len(games))

        def one(own: Office, name: str) -> Tried:
            return try_turn(own, name, now(), early, dry_run, review, due and not anyway, each if due else 0)

        if jobs > 1 and office.before_change is not None:
            office.before_change()  # the processes that change it know nothing of the log
        for done in track(in_offices(office, games, jobs, one), "Processing", len(games), quiet=as_json):
            if done.lost:
                cure = "nothing is half done; run it again"
                failures.append({"game": done.item, "error": f"game {done.item}: {done.lost}: {cure}"})
            elif done.result is not None and done.result.done is not None:
                results.append(done.result.done)
            elif done.result is not None:
                failures.append({"game": done.item, "error": done.result.failed})
        results = [masked(ctx, r, r.game, None, questions=(), unplayed=()) for r in results]
        results.sort(key=lambda r: games.index(r.game))
        zone = office.settings.zone
        undone_by_each(ctx, (("undo-turn", r.game) for r in results if not dry_run))
        digests = {r.game: turn_digest(office, r.game) for r in results} if review and not dry_run else {}
        uncharged = prices_left_out(office)
        mails = waiting(office) if results and not (review or dry_run) else 0
    if as_json:
        say_json(
            [_plain(r, dry_run) | ({"review": asdict(digests[r.game])} if digests else {}) for r in results] + failures
        )
    else:
        for r in results:
            _tell(r, dry_run, zone)
            if review and not dry_run:
                _tell_review(digests[r.game])
        if due and not games:
            say("No game is due.")
        if mails:
            say(f"{mails} {'mail waits' if mails == 1 else 'mails wait'} to be sent: magika-gm deliver")
    if results and uncharged and not dry_run:
        complain(f"nothing was charged: {uncharged}")
    for failure in failures:
        complain(failure["error"])
    if failures:
        raise SystemExit(1)


def _tell_review(d: TurnDigest) -> None:
    """What to look at before a turn is published."""
    say("\nFor your review; no player has seen anything yet:")
    for title, lines in (
        ("Casts without possible effect", d.rulings),
        ("Unusual", d.unusual),
        ("Leave the game with this turn", d.gone),
        ("Mail", d.late),
        ("Default turns", [" ".join(d.defaults)] if d.defaults else []),
        ("Money", d.money),
    ):
        if lines:
            say(f"  {title}")
            for line in lines:
                say(f"    {line}")
    say(f"Rule or correct and run again: magika-gm process-turn {d.game} --review")
    say(f"Let it go: magika-gm publish {d.game}")


def _plain(r: Processed, dry_run: Path | None) -> dict[str, Any]:
    return {
        "game": r.game,
        "turn": r.turn,
        "reports": str(r.folder),
        "defaults": list(r.defaults),
        "dropped_out": list(r.gone),
        "ending": r.ending,
        "next_due": r.next_due.isoformat(),
        "next_due_why": r.due_why,
        "dry_run": dry_run is not None,
        "questions": [asdict(q) for q in r.questions],
        "acts_without_effect": list(r.unplayed),
        "finished_before": r.finished_before,
    }


def _tell(r: Processed, dry_run: Path | None, zone: Any) -> None:
    if r.finished_before:
        say(f"Turn {r.turn} of game {r.game} had been processed by a run that was cut off; its reports are now written")
        say(f"in {r.folder}. Run the command again to process turn {r.turn + 1}.")
        return
    if dry_run:
        say(f"Dry run: turn {r.turn} of game {r.game} as it would come out is in {r.folder}. Nothing was changed.")
    else:
        say(f"Turn {r.turn} of game {r.game} is processed. Reports are in {r.folder}.")
    rule = f" ({r.missed_rule})" if r.missed_rule else ""
    if r.defaults:
        say(f"Default turns were played for {' '.join(r.defaults)}{rule}.")
    if r.gone:
        say(f"After three turns without orders left the game: {' '.join(r.gone)}{rule}.")
    for q in r.questions if dry_run else ():
        say(f"{q.seat}'s {q.order} in phase {q.phase} can have no effect: {q.reason}.")
        if not q.ruled:
            say(f'  To rule otherwise: magika-gm rule {r.game} {q.seat} {q.phase} effect --reason "..."')
    for text in r.unplayed:
        say(f"What you did came to nothing: {text}.")
    if r.how:
        say(f"The game is over: {r.how}.")
    elif not dry_run:
        why = f": {r.due_why}" if r.due_why else ""
        say(f"Turn {r.turn + 1} is due {r.next_due.astimezone(zone):%A %d %B %Y, %H:%M %Z}{why}.")


@click.command(epilog="\b\nExamples:\n  magika-gm process-turn 12 --review\n  magika-gm publish 12")
@click.argument("game")
@click.option("--look", is_flag=True, help="Only show once more what there is to look at.")
@json_option
@click.pass_context
@reports_errors
def publish(ctx: click.Context, game: str, look: bool, as_json: bool) -> None:
    """Let the turn of GAME that waits for review go: its reports are sent with the next delivery."""
    from magika_gm.app.turns.due import publish_turn, turn_digest

    with office_of(ctx) as office:
        if look:
            found = turn_digest(office, game)
            if as_json:
                say_json(asdict(found))
            else:
                _tell_review(found)
            return
        done = publish_turn(office, game)
    if as_json:
        say_json(asdict(done))
    else:
        say(f"Turn {done.turn} of game {done.game} is published; {done.mails} mails wait: magika-gm deliver")


@click.command("undo-turn", epilog='\b\nExample:\n  magika-gm undo-turn 12 --reason "a slip of mine"')
@click.argument("game")
@click.option("--reason", default="", metavar="TEXT", help="Why; told to those who had their reports.")
@json_option
@click.pass_context
@reports_errors
def undo_turn(ctx: click.Context, game: str, reason: str, as_json: bool) -> None:
    """Take the last turn of GAME back whole. Its orders stay and count again; unsent reports are withdrawn, and whose
    report was sent is told with the next delivery that it holds no more, why, and what to do."""
    from magika_gm.app.turns.process import undo_turn as use_case

    with office_of(ctx) as office:
        turn = use_case(office, game, now(), reason)
    if as_json:
        say_json({"game": game, "undone": turn})
    else:
        say(f"Turn {turn} of game {game} is taken back. Process it again with: magika-gm process-turn {game} --early")


@click.command(epilog="\b\nExamples:\n  magika-gm reports 12\n  magika-gm reports 12 3")
@click.argument("game")
@click.argument("turn", type=int, required=False)
@json_option
@click.pass_context
@reports_errors
def reports(ctx: click.Context, game: str, turn: int | None, as_json: bool) -> None:
    """Write the reports of a turn of GAME again (the last turn if none is named), byte for byte the same."""
    from magika_gm.app.turns.publish import write_reports

    with office_of(ctx) as office:
        folder = write_reports(office, game, turn)
    if as_json:
        say_json({"game": game, "reports": str(folder)})
    else:
        say(f"Reports are in {folder}.")


@click.command(epilog="\b\nExamples:\n  magika-gm page 12 5 C\n  magika-gm page 12 5 C -o look/C.html")
@click.argument("game")
@click.argument("turn", type=int)
@click.argument("seat")
@click.option("-o", "--output", type=OutFile(), metavar="FILE",
              help="Write it there instead of beside the report.")  # fmt: skip
@json_option
@click.pass_context
@reports_errors
def page(ctx: click.Context, game: str, turn: int, seat: str, output: Path | None, as_json: bool) -> None:
    """Write the player's page of SEAT after TURN of GAME: one file that opens in any browser, offline.

    It shows the report, lets orders be chosen on map and lists, foresees what can be foreseen, and writes the sheet.
    process-turn writes it for every seat; with ATTACH page it goes with the report mail.
    """
    from magika_gm.app.turns.publish import write_page

    with office_of(ctx) as office:
        file = write_page(office, game, turn, seat.upper(), output)
    if as_json:
        say_json({"game": game, "turn": turn, "seat": seat.upper(), "page": str(file)})
    else:
        say(f"The page is {file}.", about=file)


@click.command("gm-report", epilog="\b\nExamples:\n  magika-gm gm-report 12\n  magika-gm gm-report 12 3 -o look/")
@click.argument("game")
@click.argument("turn", type=int, required=False)
@click.option("-o", "--output", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
              help="Write there instead of in reports/GAME/gm/TURN.")  # fmt: skip
@json_option
@click.pass_context
@reports_errors
def gm_report(ctx: click.Context, game: str, turn: int | None, output: Path | None, as_json: bool) -> None:
    """Write everything about a turn of GAME on one document: gm.html, gm.txt and gm.pdf, for the game master's eyes.

    With it spectator.html, which may be shown to anybody: while the game goes on it tells nothing that some player
    does not know already, and everything when the game is over; then with card.svg and card.pdf, a picture to pass on.
    process-turn writes all but gm.txt and gm.pdf by itself.
    """
    from magika_gm.app.turns.publish import write_overviews

    with office_of(ctx) as office:
        folder = write_overviews(office, game, turn, output)
    if as_json:
        say_json({"game": game, "folder": str(folder)})
    else:
        say(f"gm.html, gm.txt, gm.pdf and spectator.html are in {folder}.")
