"""Offices and games: init, new-game, new-arena, status."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable
from datetime import datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING

import click

from magika_gm.app.office.errors import OfficeError
from magika_gm.cli.common import (
    OutFile,
    coloured,
    complain,
    extra_files,
    extras_option,
    fail,
    game_option,
    in_log,
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
    from magika_gm.mail.mailboxes import Protocol


@click.command(
    epilog="""\b
Examples:
  magika-gm init ~/magika                            asks at a terminal for what it needs
  magika-gm init ~/magika --name "Jogos" --email jogos@example.org --time-zone Europe/Lisbon --currency EUR \\
      --imap imap.example.org --smtp smtp.example.org --password-file -        asks nothing
  magika-gm init ~/magika --no-ask                   asks nothing, and takes what is usual
  magika-gm init ~/magika --database postgresql+psycopg://magika@dbhost/magika
  magika-gm init ~/magika --database-file -          a URL with a password in it, typed or piped
  magika-gm init ~/magika --worker-role magika_worker     a role for workers, in the office's database""",
)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--name", default="", help="What the office is called, in mails and on reports.")
@click.option("--gm", default="", help="Your name, under letters.")
@click.option("--time-zone", default="", metavar="ZONE", help="Yours, like Europe/Lisbon: due dates are told in it.")
@click.option("--email", default="", metavar="ADDRESS", help="The office's mail address.")
@click.option("--imap", default="", metavar="HOST[:PORT[:SECURITY]]", help="The server mail is read from.")
@click.option("--smtp", default="", metavar="HOST[:PORT[:SECURITY]]", help="The server mail is sent by.")
@click.option("--user", default="", help="Your name at these servers (default: the address).")
@secret_file("--password-file", "the password there; the office keeps it in a file of its own")
@click.option("--currency", default="", metavar="CODE", help="The money players pay in, by its three letters: EUR.")
@click.option("--paper", type=click.Choice(["letter", "a4"]), default=None,
              help="What reports are printed on (default: as is usual with that zone and money).")  # fmt: skip
@click.option("--ask/--no-ask", default=None, help="Ask for what is not said (default: at a terminal).")
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
@click.pass_context
@reports_errors
def init(
    ctx: click.Context, /, folder: Path, ask: bool | None, sample: bool, database: str, database_file: str,
    worker_role: str, as_json: bool, paper: str | None, **said: str,
) -> None:  # fmt: skip
    """Make an office in FOLDER: settings (magika.toml), database and folders.

    At a terminal it asks for what you do not say: name, time zone, mail address, mail server, money. Elsewhere it asks
    nothing; each answer is an option. A password is never shown, and is kept in a file only you may read.
    Running it again on an office changes nothing; one that was cut off is made when it is run again.
    """
    from magika_gm.app.office.office import SETTINGS_FILE, init_office
    from magika_gm.app.operations.workers import prepare_worker

    new = not (folder / SETTINGS_FILE).exists()
    asked = new and not sample and not as_json and (sys.stdin.isatty() and sys.stdout.isatty() if ask is None else ask)
    answers = Answers(said | {"paper": paper or ""}, asked)
    if new:
        if asked:
            say(f"This makes an office in {folder}. Enter takes what stands in brackets; all can be changed later.")
        answers.ask_all()
    with in_log(ctx, folder) as note:
        own, files = (answers.settings(), answers.files()) if new else ({}, {})  # one that is there stays as it is
        office = init_office(folder, sample=sample, database=database or database_file, own=own, files=files)
        settings, made = office.settings, office.store.made
        if made or worker_role:
            note()
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
    evening = settings.insurance_zone.key
    place = folder.resolve() if folder == Path() else folder
    say(f"Office made in {place}. Dates are told by the clock of {settings.zone.key}; reports are printed on "
        f"{PAPERS[settings.text('office', 'paper')]} paper.")  # fmt: skip
    if evening != settings.zone.key:
        say(f"Players with turn insurance are reminded the evening before, by the clock of {evening}.")
    if answers.rates:
        say(f"Look through the figures in {folder / RATES_FILE}: what a turn costs.")
    lacking = answers.lacking()
    if lacking:
        say(f"Not said yet: {', '.join(lacking)}. It is written into {folder / SETTINGS_FILE}.")
    if not settings.text("smtp", "host"):
        say("Until a server for sending is named, letters are written to outbox/ as files.")
    if settings.text("smtp", "host") or settings.text("imap", "host"):
        say(f"Try your mail: magika-gm --office {folder} doctor --mail")
    there = "" if folder.resolve() == Path.cwd() else f"cd {shlex.quote(str(folder))}, and "
    say(f"Next: {there}begin a game: magika-gm new-game 1 --signups FILE (see --help),")
    say("or magika-gm sign-up add, which puts players on the waiting list, and then magika-gm fill-game 1.")


class Answers:
    """What a new office is to be like: as said by options, or asked for."""

    def __init__(self, said: dict[str, str], asked: bool) -> None:
        self.said, self.asked = said, asked
        self.rates = ""
        """The text of rates of its own, in its money; "" where the shipped ones do."""

    def ask_all(self) -> None:
        """Ask for what was not said, where somebody is there; :class:`click.BadParameter` for what cannot be."""
        from magika_gm.app.office.office import DEFAULTS
        from magika_gm.mail.mailboxes import provider_of

        usual = DEFAULTS["office"]
        self._one("name", "What is your office called?", str(usual["name"]), _line)
        self._one("gm", "Your name, under letters", str(usual["gm"]), _line)
        self._one("time_zone", "Your time zone", _zone_here() or str(usual["time_zone"]), _zone)
        self._one("currency", "The money players pay in", "", self._currency)
        self._one("email", "The office's mail address (none: later)", "", _address)
        address = self.said["email"]
        if not address and not (self.said["imap"] or self.said["smtp"]):
            return
        known = provider_of(address)
        if known is not None and self.asked:
            say(f"That is {known.name}: {known.login}.")
        imap, smtp = (known.imap, known.smtp) if known is not None else ("", "")
        self._one("imap", "The server mail is read from (IMAP; none: later)", imap, _server("imap"))
        self._one("smtp", "The server mail is sent by (SMTP; none: later)", smtp, _server("smtp"))
        if self.said["imap"] or self.said["smtp"]:
            self._one("user", "Your name there", address, _line)
            if self.asked and not self.said["password_file"]:
                self.said["password_file"] = click.prompt(
                    "Your password there (not shown; none: later)", default="", hide_input=True, show_default=False
                )

    def _one(self, key: str, question: str, default: str, right: Callable[[str], str]) -> None:
        """One answer, as it is written into the settings; at a terminal asked for until it can be right."""
        while True:
            try:
                self.said[key] = right(self.said[key].strip()) if self.said[key].strip() else ""
            except OfficeError as error:
                if not self.asked:
                    raise
                say(f"{error}.")
                self.said[key] = ""
            if self.said[key] or not self.asked:
                return
            self.said[key] = click.prompt(question, default=default, show_default=bool(default))
            if not self.said[key].strip():
                return

    def _currency(self, said: str) -> str:
        from magika_gm.app.accounts.rates import rates_in

        code, self.rates = rates_in(said)
        return code

    def settings(self) -> dict[str, dict[str, str | int]]:
        """The settings that are its own."""
        said = self.said
        own: dict[str, dict[str, str | int]] = {
            "office": {key: said[key] for key in ("name", "gm", "email", "time_zone") if said[key]}
        }
        own["office"]["paper"] = said["paper"] or paper_of(said["time_zone"], said["currency"])
        for protocol in ("imap", "smtp"):
            if not said[protocol]:
                continue
            host, port, security = said[protocol].split(":")
            own[protocol] = {"host": host, "port": int(port), "security": security}
            if protocol == "imap" or security != "none":  # who sends on this machine alone is asked for no password
                own[protocol] |= {"user": said["user"] or said["email"]}
                own[protocol] |= {"password_file": PASSWORD_FILE} if said["password_file"] else {}
        if self.rates:
            own["accounts"] = {"rates": Path(RATES_FILE).stem}
        return own

    def files(self) -> dict[str, str]:
        """The files that these settings name."""
        found = {PASSWORD_FILE: f"{self.said['password_file']}\n"} if self.said["password_file"] else {}
        return found | ({RATES_FILE: self.rates} if self.rates else {})

    def lacking(self) -> list[str]:
        """What was not said, and where in the settings it stands."""
        return [what for key, what in _WANTED.items() if not self.said[key]]


_WANTED = {
    "name": "what the office is called ([office] name)",
    "time_zone": "its time zone ([office] time_zone)",
    "currency": "the money players pay in ([accounts] rates)",
    "email": "its mail address ([office] email)",
    "imap": "the server mail is read from ([imap] host)",
    "smtp": "the server mail is sent by ([smtp] host)",
}
PAPERS = {"letter": "letter", "a4": "A4"}
_LETTER_MONEY = ("USD", "CAD", "MXN", "PHP", "CLP", "COP", "CRC", "GTQ", "NIO", "PAB", "SVC", "VES", "DOP")
_LETTER_ZONES = ("America/", "US/", "Canada/", "Pacific/Honolulu", "Asia/Manila")


def paper_of(zone: str, currency: str) -> str:
    """The paper that is usual where the clocks show a zone's time and people pay in a money; of neither or both of
    which nothing is known, letter, as the office's own zone has it."""
    by_zone = zone.startswith(_LETTER_ZONES) if zone and not zone.startswith(("Etc/", "UTC", "GMT")) else None
    by_money = currency in _LETTER_MONEY if currency else None
    return "letter" if False not in (by_zone, by_money) else "a4"


PASSWORD_FILE, RATES_FILE = "mail.password", "scenarios/rates/own.toml"
"""What files of a new office are called."""


def _line(said: str) -> str:
    return " ".join(said.split())


def _zone_here() -> str:
    """This machine's time zone, as far as it says; "" else."""
    said = os.environ.get("TZ", "").lstrip(":")
    return said or os.path.realpath("/etc/localtime").partition("zoneinfo/")[2]


def _zone(said: str) -> str:
    """A time zone, by its name or its town's."""
    from zoneinfo import available_timezones

    from magika_gm.app.record.contact import zone_faults

    word = said.casefold().replace(" ", "_")
    zones = sorted(available_timezones())
    found = [z for z in zones if z.casefold() == word] or [z for z in zones if z.casefold().endswith(f"/{word}")]
    if not found:
        raise OfficeError(*zone_faults(said))
    return found[0]


def _address(said: str) -> str:
    from magika_gm.app.record.contact import right_address

    return right_address(said)


def _server(protocol: Protocol) -> Callable[[str], str]:
    def right(said: str) -> str:
        from magika_gm.mail.mailboxes import server_named

        server = server_named(protocol, said)
        if isinstance(server, str):
            raise OfficeError(server)
        return f"{server.host}:{server.port}:{server.security}"

    return right


@click.command(
    "new-game",
    epilog="""\b
Examples:
  magika-gm new-game 12 --signups signups.toml
  magika-gm new-game 12 --signups signups.toml --scenario scenarios/mine.toml --due 2026-12-01
  magika-gm new-game 13 --signups duel.toml --game xom_zol

\b
The file has a table for each player; what else a game asks for is told where it is missing:
  [[player]]
  name = "Ann Dubois"
  email = "ann@example.org"
  password = "at least eight characters\"""",
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
                    orders_words(g),
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
        say(f"The site is in {made.folder}: {len(made.files)} files; begin with index.html.")
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


def orders_words(g: GameStatus) -> str:
    """How many of the orders the coming turn waits for are here."""
    return f"{g.orders}/{g.awaited}" if g.awaited else "none needed"


def due_words(g: GameStatus, zone: tzinfo) -> str:
    """When the next turn of a game is due, or why none is."""
    if g.paused or g.next_due is None:
        return g.paused
    when = g.next_due.astimezone(zone)
    if g.overdue:
        return f"{when:%Y-%m-%d %H:%M} LATE"
    return "waits for review" if g.held else f"{when:%a %Y-%m-%d %H:%M}"
