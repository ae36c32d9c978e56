"""Offices and games: init, new-game, new-arena, status."""

from __future__ import annotations

from datetime import datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING

import click

from magika_gm.cli.common import (
    OutFile,
    coloured,
    complain,
    extra_files,
    extras_option,
    fail,
    game_option,
    json_option,
    located,
    now,
    office_of,
    parse_time,
    reports_errors,
    say,
    say_json,
    show_table,
    warn_of_date,
)
from magika_gm.cli.secrets import secret_file, secret_seed, seen, url_seen

if TYPE_CHECKING:
    from magika_gm.app.operations.status import GameStatus
    from magika_gm.app.record.outgoing import QueueState


@click.command(
    epilog="""\b
Examples:
  magika-gm init ~/magika
  magika-gm init ~/magika --database postgresql+psycopg://magika@dbhost/magika
  magika-gm init ~/magika --database-file -          a URL with a password in it, typed or piped
  magika-gm init ~/magika --worker-role magika_worker     a role for workers, in the office's database""",
)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--name", default="", help="What the office is called, in mails and on reports.")
@click.option(
    "--sample", is_flag=True, help="To try things out: its secret is known to everybody, and it uses no mail server."
)
@click.option(
    "--database",
    default="",
    metavar="URL",
    callback=url_seen,
    help="An empty database on a PostgreSQL server, postgresql+psycopg://user@host/name (default: a file in FOLDER).",
)
@secret_file("--database-file", "the URL, if it has a password in it")
@click.option("--worker-role", default="", metavar="ROLE",
              help="Make a role on the server for workers, who write rows and can change no table.")  # fmt: skip
@json_option
@reports_errors
def init(
    folder: Path, name: str, sample: bool, database: str, database_file: str, worker_role: str, as_json: bool
) -> None:
    """Make an office in FOLDER: settings (magika.toml), database and folders.

    Running it again on an office changes nothing; one that was cut off is made when it is run again.
    """
    from magika_gm.app.office.office import SETTINGS_FILE, init_office
    from magika_gm.app.operations.workers import prepare_worker

    office = init_office(folder, name, sample=sample, database=database or database_file)
    zones = [zone.key for zone in (office.settings.zone, office.settings.insurance_zone)]
    made = office.store.made
    try:
        refused = prepare_worker(office, worker_role) if worker_role else []
    finally:
        office.close()
    if as_json:
        more = {"worker_role": worker_role, "to_run": refused} if worker_role else {}
        say_json({"office": str(folder), "settings": str(folder / SETTINGS_FILE), "made": made, **more})
        return
    if refused:
        say("Your role on the server may not do this; have a superuser run it in this database, then init once more:")
        for line in refused:
            say(f"  {line}")
    elif worker_role:
        say(f"Workers use the role {worker_role}: name it in the URL of their magika.toml.")
    if not made:
        say(f"There is an office in {folder} already; it stays as it is.")
        return
    say(f"Office made in {folder}. Dates are told by the clock of {zones[0]}, and players with turn insurance are")
    say(f"reminded the evening before, by that of {zones[1]}, until you write your own time zone into the settings.")
    say(f"Look through {folder / SETTINGS_FILE}: your name, mail address, time zone and mail server.")


@click.command(
    "new-game",
    epilog="""\b
Examples:
  magika-gm new-game 12 --signups signups.toml
  magika-gm new-game 12 --signups signups.toml --scenario scenarios/mine.toml --due 2026-12-01""",
)
@click.argument("game")
@click.option("--signups", required=True, type=click.Path(path_type=Path), help="TOML file of the players.")
@game_option
@click.option("--scenario", default="", help="A scenario's name or .toml file (letter: the author's; default: usual).")
@click.option("--due", callback=parse_time, help="When turn 1 is due (default: the pace from now, at the due hour).")
@secret_file("--seed-file", "a secret seed of the dice (default: drawn; best left so: reports say which)")
@click.option("--seed", callback=seen("--seed", "--seed-file -"), help="The seed itself, for all to see.")
@click.option("--title", default="", help="The game's title (default: the scenario's).")
@extras_option
@json_option
@click.pass_context
@reports_errors
def new_game(
    ctx: click.Context,
    game: str,
    signups: Path,
    system: str,
    scenario: str,
    due: datetime | None,
    seed_file: str,
    seed: str | None,
    title: str,
    extras: tuple[str, ...],
    as_json: bool,
) -> None:
    """Start GAME: draw start spaces and scrolls and write everybody's first report."""
    from magika_gm.app.enrolment import new_game as use_case
    from magika_gm.app.turns.publish import write_reports

    with office_of(ctx) as office:
        when = located(due, office, office.settings.number("game", "due_hour"))
        secret = secret_seed(seed, seed_file)
        begun = use_case.new_game(
            office, game, signups, now(), system=system, scenario=scenario, due=when, seed=secret, title=title,
            extras=extra_files(extras),
        )  # fmt: skip
        first, words = begun.due, use_case.system_named(system).words
        folder = write_reports(office, game)
        local = first.astimezone(office.settings.zone)
        warn_of_date(office, game, first)
    if as_json:
        say_json({"game": game, "due": first.isoformat(), "reports": str(folder), "not_taken": begun.untaken})
        return
    for seat, lost in begun.untaken.items():
        say(f"{words.called(seat)}: {'; '.join(lost)}")
    say(f"Game {game} has begun. First reports are in {folder}.")
    say(f"Turn 1 is due {local:%A %d %B %Y, %H:%M %Z}. Send the reports with: magika-gm deliver")


@click.command("new-arena", epilog="\b\nExample:\n  magika-gm new-arena 'winter 2027' -o scenarios/winter.toml")
@click.argument("seed")
@game_option
@click.option("-o", "--output", type=OutFile(), help="File to write (default: print).")
@click.option("--title", default="", help="Title of the arena.")
@json_option
@reports_errors
def new_arena(seed: str, system: str, output: Path | None, title: str, as_json: bool) -> None:
    """Generate a scenario from SEED (any text) as a file and show how fair it is to those who play it."""
    from magika_gm.app.enrolment.new_game import system_named
    from magika_gm.engine.seam.setup import Drawn
    from magika_gm.whole_files import write_asked

    game = system_named(system)
    if not game.has("generator"):
        fail(f"scenarios of {game.title} are written by hand; see docs/{game.name}")
    painter = game.generator if isinstance(game.generator, Drawn) else None
    drawing = output.with_suffix(".svg") if output is not None and painter is not None else None
    for path in (output, drawing):
        if path is not None and path.exists():
            fail(f"{path} exists already; choose another name or remove it")
    scenario = game.generator.generate(seed, title)
    text = game.setup.write_scenario(scenario)
    if output is not None:
        write_asked(output, text)
    if drawing is not None and painter is not None:
        write_asked(drawing, painter.picture(scenario))
    words, figures = game.generator.measured(scenario)
    if as_json:
        say_json(
            {"seed": seed, "file": output and str(output), "picture": drawing and str(drawing), "scenario": text}
            | figures
        )
    elif output is None:
        say(text)
    else:
        say(words)
        say(f"Written to {output}" + (f", drawn in {drawing}." if drawing else "."))


@click.command(epilog="\b\nExamples:\n  magika-gm status\n  magika-gm status --json")
@json_option
@click.pass_context
@reports_errors
def status(ctx: click.Context, as_json: bool) -> None:
    """Games that go on, soonest due first, with missing orders; what waits for you, and in the post.

    magika-gm games lists those that are over, too.
    """
    from dataclasses import asdict

    from magika_gm.app.operations.status import office_status

    with office_of(ctx) as office:
        state = office_status(office, now())
        zone = office.settings.zone
    if as_json:
        say_json(asdict(state))
        return
    going = sorted((g for g in state.games if g.ending is None), key=lambda g: (g.next_due, g.game))
    if not state.games:
        say("No games yet. Start one with: magika-gm new-game")
    elif not going:
        say("No game goes on.")
    else:
        show_table(
            ("game", "plays", "title", "next turn", "due", "orders", "missing", "away"),
            [
                (
                    g.game,
                    g.plays,
                    g.title,
                    g.turn + 1,
                    due_words(g, zone),
                    f"{g.orders}/{g.awaited}",
                    _late(g),
                    " ".join(g.absent),
                )
                for g in going
            ],
            right=("next turn", "orders"),
            bold=("due",),
            warn=lambda head, cell: head == "due" and cell.endswith("LATE"),
        )
        for g in going:
            if g.by_word:
                say(f"Game {g.game}: orders on your word: {' '.join(g.by_word)}")
            if g.jeopardy:
                say(f"Game {g.game}: in jeopardy after two missed turns or more: {' '.join(g.jeopardy)}")
    waits = [f"game {g.game}: {line}" for g in state.games for line in g.todo] + list(state.todo)
    if waits:
        say("\n" + coloured("For you:", bold=True))
    for line in waits:
        say(coloured(f"  {line}", fg="red"))
    over = sum(g.ending is not None for g in state.games)
    go = "game goes" if len(going) == 1 else "games go"
    wait = "sign-up waits" if state.signups == 1 else "sign-ups wait"
    ended = f"{over} {'is' if over == 1 else 'are'} over"
    asked = f", {state.unconfirmed} not confirmed (magika-gm sign-up list)" if state.unconfirmed else ""
    say(f"\n{len(going)} {go} on, {ended} (magika-gm games); {state.signups} {wait}{asked}.")
    post = f"Outbox: {state.waiting} waiting, {state.failed} failed, {state.bounced} came back."
    say(f"{post} Set aside: {state.aside}" + (" (magika-gm inbox)." if state.aside else "."))
    if state.queue is not None:
        say(queue_words(state.queue, now()))


@click.command(
    epilog="""\b
Examples:
  magika-gm site ~/public_html          the site, to be looked at or put on a web server
  magika-gm site site --json
To have it written after every round: [site] folder in magika.toml.""",
)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@json_option
@click.pass_context
@reports_errors
def site(ctx: click.Context, folder: Path, as_json: bool) -> None:
    """Write the office as a web site that needs no server into DIR: games one can sign up for, spectators' pages of
    those that go on, the hall of fame and a ladder of each game, rule books and cards.

    Nothing in it is secret. What an earlier one brought to DIR is replaced; where anything else lies in it, nothing is
    written.
    """
    from magika_gm.app.operations.site import write_site

    with office_of(ctx) as office:
        made = write_site(office, folder, now())
    if as_json:
        say_json({"folder": str(made.folder), "files": list(made.files), "left_out": list(made.left_out)})
    else:
        say(f"The site is in {made.folder}: {len(made.files)} files; begin with index.html.", about=made.folder)
        for line in made.left_out:
            complain(line)


def queue_words(queue: QueueState, moment: datetime) -> str:
    """How it stands with the queue, in a line."""
    jobs = "job waits" if queue.waiting == 1 else "jobs wait"
    since = f", the oldest for {int((moment - queue.oldest).total_seconds() // 60)} min" if queue.oldest else ""
    who = "worker" if queue.workers == 1 else "workers"
    lost = f", {queue.stalled} left lying" if queue.stalled else ""
    return (
        f"Queue: {queue.waiting} {jobs}{since}, {queue.at_work} at work{lost}, {queue.failed} failed; "
        f"{queue.workers} {who}."
    )


def _late(g: GameStatus) -> str:
    return "all" if g.missing and not g.orders else " ".join(g.missing)


def due_words(g: GameStatus, zone: tzinfo) -> str:
    """When the next turn of a game is due, or why none is."""
    if g.paused:
        return g.paused
    when = g.next_due.astimezone(zone)
    if g.overdue:
        return f"{when:%Y-%m-%d %H:%M} LATE"
    return "waits for review" if g.held else f"{when:%a %Y-%m-%d %H:%M}"
