"""A game against the built-in players, each sheet resolved at once; the main job on the shipped sample: solo, demo."""

from __future__ import annotations

import io
import queue
import shlex
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, redirect_stdout
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from magika_gm.app.office.errors import OfficeError
from magika_gm.cli.common import complain, fail, game_option, json_option, now, reports_errors, say, say_json
from magika_gm.games import DEFAULT

if TYPE_CHECKING:
    from magika_gm.app.operations.solo import Solo
    from magika_gm.mail.readers import Incoming


POLL_SECONDS = 0.4
"""How often watched folders are looked into."""
_HELP = """\
Paste a sheet (GAME … END), name its file, or save it into {folder}.
  back     take your last turn back          next     play on without a new sheet
  anyway   play the faulty sheet as it is    page     open the page once more
  look     tell what sheets would come to, without playing them; look again to play
  quit     stop; the same command goes on from here"""
_BEGINNING = ("seat", "seed", "scenario", "signups", "policies", "strength")


@click.command(
    epilog="""\b
Examples:
  magika-gm solo --game arena                      begin, or go on; then paste sheets, or save them into the folder
  magika-gm solo --game arena --seat B --policy bold --seed "once more"
  magika-gm solo --game temple_isle --strength strong  the best the built-in players can
  magika-gm solo --game magika sheet.txt           play one sheet from a file, or the report's form (form.pdf)
  magika-gm solo --game magika --look sheet.txt    what it would come to; nothing is played
  xclip -o | magika-gm solo --game magika          play what was copied
  magika-gm solo --game rune_war --watch ~/Downloads   play what the page saves there
  magika-gm solo --game arena --back               take the last turn back
  magika-gm solo --game arena --new                throw the game away and begin another"""
)
@click.argument("sheets", nargs=-1, type=click.Path(path_type=Path, allow_dash=True), metavar="[SHEET ...]")
@game_option
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
              help="The throw-away office (default: solo-NAME in the current folder).")  # fmt: skip
@click.option("--seat", default="", help="The seat you play (default: the first sign-up's, which may be drawn).")
@click.option("--seed", default="", help="Any text; the same seed and sheets give the same game (default: drawn).")
@click.option("--policy", "policies", multiple=True, metavar="[SEAT=]NAME",
              help="What the bots are, in turn or by seat (default: all the game has).")  # fmt: skip
@click.option(
    "--strength",
    default="",
    metavar="WORD",
    help="How strong the bots are, in every game: weak, mixed or strong (default: mixed).",
)
@click.option("--scenario", default="", help="A scenario's name (letter: the author's) or file (default: usual).")
@click.option("--signups", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Who plays what, as for new-game (default: as in the sample game).")  # fmt: skip
@click.option("--watch", multiple=True, type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
              help="Also play sheets that are saved into DIR from now on; goes on until the game is over.")  # fmt: skip
@click.option("--back", "takes_back", is_flag=True, help="Take your last turn back.")
@click.option("--next", "plays_on", is_flag=True, help="Play on without a new sheet, where none is needed.")
@click.option("--anyway", is_flag=True, help="Play a sheet with errors as the office would, without what is wrong.")
@click.option("--look", is_flag=True, help="Tell what a sheet would come to, as the office would; nothing is played.")
@click.option("--new", "anew", is_flag=True, help="Throw the game in the folder away and begin another.")
@click.option("--no-open", is_flag=True, help="Do not open pages in the browser.")
@json_option
@click.pass_context
@reports_errors
def solo(
    ctx: click.Context, /, sheets: tuple[Path, ...], system: str, folder: Path | None, watch: tuple[Path, ...],
    takes_back: bool, plays_on: bool, anyway: bool, look: bool, anew: bool, no_open: bool, as_json: bool,
    **beginning: Any
) -> None:  # fmt: skip
    """Learn a game by playing: one seat for you, bots in the others, every sheet resolved at once.

    Without SHEET it begins a game, or goes on with the one in its folder, and takes sheets until you stop: pasted or
    piped, from files you name, and from the folder orders in it. A sheet with errors is not played; what is wrong is
    told as check-orders would. After each turn the next page is opened. All reports are kept in the folder's reports.
    """
    from magika_gm.app.operations.solo import Watched

    if takes_back and plays_on:
        raise click.UsageError("either --back or --next")
    named = ctx.get_parameter_source("system") is not ParameterSource.DEFAULT
    game, began = _open(folder or Path(f"solo-{system}"), system, named, anew, beginning)
    with ExitStack() as closing:
        closing.callback(game.office.close)
        session = _Session(game, opens=not (no_open or as_json), quiet=as_json, anyway=anyway, look=look)
        asked = bool(sheets or takes_back or plays_on)
        session.begin(began, shows=not asked and (began or bool(watch) or _is_terminal()))
        if takes_back:
            session.take_back()
        elif plays_on:
            session.play_on()
        for sheet in sheets:
            session.play(*_text_of(sheet))
        if not asked or watch:
            session.listen(Watched(game, watch), forever=bool(watch))
        if as_json:
            say_json(session.plain())
    if session.failed and not (_is_terminal() and not sheets):
        raise SystemExit(1)


def _open(folder: Path, system: str, named: bool, anew: bool, beginning: dict[str, Any]) -> tuple[Solo, bool]:
    """The game in the folder, or a new one; and whether it is new."""
    from magika_gm.app.operations.solo import begin_solo, is_solo, open_solo

    there = folder.exists() and any(folder.iterdir())
    if there and not is_solo(folder):
        raise click.UsageError(f"{folder} is not empty and no game of solo; name another folder with --folder")
    found = open_solo(folder) if there and not anew else None
    if found is None:
        return begin_solo(folder, system, now(), **beginning), True
    if named and found.system.name != system:
        found.office.close()
        raise click.UsageError(f"a game of {found.system.title} goes on in {folder}; --new throws it away")
    given = [f"--{'policy' if name == 'policies' else name}" for name in _BEGINNING if beginning[name]]
    if given:
        found.office.close()
        raise click.UsageError(
            f"{', '.join(given)}: a game goes on in {folder}; --new throws it away and begins another"
        )
    return found, False


def _text_of(path: Path) -> tuple[str, list[Incoming]]:
    """What a file holds, or standard input (-)."""
    from magika_gm.mail.readers import Incoming, UnreadableSource, read

    if str(path) == "-":
        return "standard input", [Incoming(None, sys.stdin.read(), "standard input")]
    try:
        return path.name, list(read(path))
    except UnreadableSource as error:
        raise OfficeError(str(error)) from error


def _is_terminal() -> bool:
    return sys.stdin.isatty()


class _Session:
    """A person at the terminal: what he gives is played, and what came of it is told."""

    def __init__(self, game: Solo, *, opens: bool, quiet: bool, anyway: bool, look: bool) -> None:
        self.game, self.opens, self.quiet, self.anyway = game, opens, quiet, anyway
        self.look = look
        """Whether sheets are only looked at."""
        self.failed = False
        """Whether the last thing asked for could not be done."""
        self.steps: list[dict[str, Any]] = []
        self.faulty: Incoming | None = None
        self.over = False

    def say(self, text: str) -> None:
        if not self.quiet:
            say(text)

    def begin(self, began: bool, shows: bool) -> None:
        """Tell which game it is, play what comes before the person's first turn, and open his page (``shows``)."""
        from magika_gm.app.operations.solo import GAME, begin_turns

        words, folder = self.game.system, self.game.office.root
        called = words.words.called(self.game.seat)
        how = "begins" if began else "goes on"
        self.say(
            f"{words.title} {how} in {folder}: you are {called} (GAME {GAME}, {words.sheet_words[0]} {self.game.seat})."
        )
        begin_turns(self.game, now())
        self.tell((), shows)

    def attempt(self, did: str, work: Callable[[], Sequence[int]]) -> None:
        """Do something, or say why it cannot be done."""
        self.failed = False
        try:
            turns = list(work())
        except OfficeError as error:
            self.failed = True
            self.steps.append({"did": did, "error": str(error)})
            complain(str(error))
            return
        self.steps.append({"did": did, "turns": turns})

    def play(self, source: str, given: list[Incoming]) -> None:
        """A sheet somebody gave."""
        if len(given) != 1:
            fail(f"{source}: there are {len(given)} mails in it; give one sheet at a time")
        self.attempt("sheet", lambda: self._play(given[0], self.anyway))

    def _play(self, given: Incoming, anyway: bool) -> tuple[int, ...]:
        from magika_gm.app.operations.solo import play_sheet

        answer = play_sheet(self.game, given, now(), anyway, look=self.look)
        self.say(answer.said.rstrip() + "\n")
        if self.look:
            self.say("Nothing was played: so it would be.")
            return ()
        self.faulty = given if answer.faults and not answer.played else None
        if self.faulty is not None:
            many = f"{answer.faults} error{'s' if answer.faults > 1 else ''}"
            raise OfficeError(f"{given.source}: {many}, told above; nothing was played. Mend it and give it again")
        self.tell(answer.played)
        return answer.played

    def play_anyway(self) -> None:
        """The faulty sheet, after all."""
        faulty = self.faulty
        if faulty is None:
            complain("there is no faulty sheet to play")
        else:
            self.attempt("sheet", lambda: self._play(faulty, anyway=True))

    def play_on(self) -> None:
        """The coming turn without a new sheet."""
        from magika_gm.app.operations.solo import play_on

        def work() -> tuple[int, ...]:
            played = play_on(self.game, now())
            self.tell(played)
            return played

        self.attempt("next", work)

    def take_back(self) -> None:
        """The last turn back."""
        from magika_gm.app.operations.solo import take_back

        def work() -> tuple[int, ...]:
            undone = take_back(self.game, now())
            turns = f"turn {undone[0]} is" if len(undone) == 1 else f"turns {undone[-1]} to {undone[0]} are"
            self.say(f"{turns[0].upper()}{turns[1:]} taken back; your sheet is kept, and next plays it once more.")
            self.tell(())
            return undone

        self.attempt("back", work)

    def tell(self, played: Sequence[int], shows: bool = True) -> None:
        """What was played, where to look, and what comes next."""
        from magika_gm.app.operations.solo import stand_of
        from magika_gm.engine.seam.setup import Need

        stand = stand_of(self.game)
        if len(played) > 1:
            self.say(
                f"Turns {played[0]} to {played[-1]} are played: there was nothing for you to say in the later ones."
            )
        elif played:
            self.say(f"Turn {played[0]} is played.")
        self.say(f"Your page: {stand.page}")
        self.over = bool(stand.ending)
        if stand.ending:
            self.say(f"The game is over: {stand.ending}.")
            for place in stand.places:
                who = self.game.system.words.called(place.seat) + (" (you)" if place.seat == self.game.seat else "")
                self.say(f"  {place.rank}. {who}, {place.points:g}" + (" (left before the end)" if place.out else ""))
        elif not stand.playing:
            self.say("You are out of the game; next plays another turn without you.")
        elif stand.need is Need.REQUIRED:
            self.say(f"Turn {stand.turn + 1} waits for your sheet.")
        else:
            self.say(f"For turn {stand.turn + 1} you may give a sheet, or play on with next.")
        self.open(stand.page, shows)

    def open(self, page: Path, shows: bool) -> None:
        """In the browser, where there is one and the page is wanted."""
        if self.opens and shows:
            import webbrowser

            webbrowser.open(page.resolve().as_uri())

    def listen(self, watched: Any, forever: bool) -> None:
        """Take what comes, by keyboard, pipe or folder, until there is no more, or the game is over and all is told.

        ``forever``: also after the end of the input, for what comes into folders.
        """
        terminal = _is_terminal()
        if terminal:
            self.say("\n" + _HELP.format(folder=self.game.orders_folder))
        reader = _Reader(self.game)
        for said in _typed_or_dropped(watched, forever):
            if isinstance(said, Path):
                self.say(f"Found {said.name}.")
                self.play(*_text_of(said))
            elif not self._obey(reader, said, terminal):
                break
            if self.over and not terminal:
                break
        if reader.text:
            self.play(*reader.sheet())

    def _obey(self, reader: _Reader, line: str, terminal: bool) -> bool:
        """One line; False to stop."""
        word = line.strip()
        if reader.text or reader.begins(line):
            if reader.add(line):
                self.play(*reader.sheet())
            return True
        match word.casefold():
            case "quit" | "exit":
                return False
            case "back" | "undo":
                self.take_back()
            case "next":
                self.play_on()
            case "anyway":
                self.play_anyway()
            case "page" | "open":
                self.tell(())
            case "look":
                self.look = not self.look
                self.say(f"From now on sheets are {'looked at, and not played' if self.look else 'played'}.")
            case "":
                pass
            case _ if terminal or Path(word).suffix:
                if Path(word).expanduser().is_file():
                    self.attempt_file(Path(word).expanduser())
                else:
                    self.say(_HELP.format(folder=self.game.orders_folder))
        return True

    def attempt_file(self, path: Path) -> None:
        """A file that was named."""
        try:
            given = _text_of(path)
        except OfficeError as error:
            complain(str(error))
        else:
            self.play(*given)

    def plain(self) -> dict[str, Any]:
        """Where the game stands and what was done, as JSON can hold it."""
        from magika_gm.app.operations.solo import stand_of

        stand = stand_of(self.game)
        plain = {"office": str(self.game.office.root), "system": self.game.system.name, "seat": self.game.seat}
        return plain | asdict(stand) | {"page": str(stand.page), "steps": self.steps}


class _Reader:
    """Puts lines together to sheets, as far as their END."""

    def __init__(self, game: Solo) -> None:
        self._grammar = game.system.orders.GRAMMAR
        self.text = ""

    def begins(self, line: str) -> bool:
        """Whether a sheet begins with this line."""
        from magika_gm.engine.sheet.reader import read_sheets

        return bool(read_sheets(line, self._grammar))

    def add(self, line: str) -> bool:
        """One more line; whether the sheet is whole."""
        from magika_gm.engine.sheet.reader import read_sheets

        self.text += line
        return read_sheets(self.text, self._grammar)[0].closed

    def sheet(self) -> tuple[str, list[Incoming]]:
        """What was read, and begin again."""
        from magika_gm.mail.readers import Incoming

        text, self.text = self.text, ""
        return "your sheet", [Incoming(None, text, "your sheet")]


def _typed_or_dropped(watched: Any, forever: bool) -> Iterator[str | Path]:
    """Lines of standard input and files that come into the watched folders, as they come."""
    lines: queue.Queue[str | None] = queue.Queue()
    stream = sys.stdin

    def read() -> None:
        for line in stream:
            lines.put(line)
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    while True:
        try:
            line = lines.get(timeout=POLL_SECONDS)
        except queue.Empty:
            yield from watched.fresh()
            continue
        if line is not None:
            yield line
        elif not forever:
            return


# The main job, end to end, on the shipped sample game; every step is an ordinary command.


SEED, SEED_FILE = "the sample game of 1994", "sample.seed"


def seed_of(scenario: str) -> str:
    """The sample's seed. A scenario may draw who sits where: by this one the sample's players sit in their own seats in
    each letter."""
    return f"{SEED}: {scenario}" if scenario else SEED


def turns_of(sample: Path) -> int:
    """How many turns the sample game has mails for; :class:`OfficeError` where one of them, or all, have none."""
    turns = {int(folder.name) for folder in sample.iterdir() if folder.name.isdecimal() and any(folder.iterdir())}
    wanting = next(turn for turn in count(1) if turn not in turns)
    if not turns or wanting < max(turns):
        raise OfficeError(
            f"the sample game has no mails for turn {wanting}: put one a sheet into {sample / str(wanting)}"
        )
    return wanting - 1


def steps(folder: Path, sample: Path, system: str, scenario: str = "") -> list[list[str]]:
    """The commands the demo runs, as one would type them."""
    from magika_gm.app.enrolment.new_game import system_named

    office = ["--office", str(folder)]
    game = ["--game", system] if system != DEFAULT else []
    named = ["--scenario", scenario] if scenario else []
    drawn = ["--signups", str(sample / "signups.toml"), "--seed-file", str(folder / SEED_FILE)]
    found = [
        ["init", "--sample", str(folder), "--name", f"{system_named(system).title} by mail"],
        [*office, "new-game", "sample", *game, *named, *drawn],
    ]
    for turn in range(1, turns_of(sample) + 1):
        found += [
            [*office, "ingest", str(sample / str(turn))],
            [*office, "process-turn", "sample", "--early"],
        ]
    return [*found, [*office, "deliver"], [*office, "status"], [*office, "verify", "sample"]]


@click.command(
    epilog="\b\nExamples:\n  magika-gm demo /tmp/magika-demo\n  magika-gm demo /tmp/arena-demo --game arena\n"
    "  magika-gm demo /tmp/letter-demo --game temple_isle --scenario letter"
)
@click.argument("folder", default="demo-office", type=click.Path(file_okay=False, path_type=Path))
@game_option
@click.option("--scenario", default="", help="A scenario's name (letter: the author's) or file (default: usual).")
@json_option
@reports_errors
def demo(folder: Path, system: str, scenario: str, as_json: bool) -> None:
    """Make an office in FOLDER (default demo-office), play three turns of the sample game and write every report.

    Each step is an ordinary magika-gm command, printed before it runs, so that you can repeat it by hand.
    """
    import shutil

    from magika_gm.app.enrolment.new_game import find_scenario, system_named
    from magika_gm.app.office.office import SETTINGS_FILE
    from magika_gm.cli.main import cli
    from magika_gm.resources import shipped

    if folder.exists() and any(folder.iterdir()):
        if not (folder / SETTINGS_FILE).is_file() or not (folder / ".demo").is_file():
            raise click.UsageError(f"{folder} is not empty and no earlier demo; name another folder")
        shutil.rmtree(folder)
    game, sample = system_named(system), shipped("sample") / system
    if not sample.is_dir():
        fail(f"{game.title} has no sample game yet")
    todo, turns = steps(folder, sample, system, scenario), turns_of(sample)
    last = folder / "reports" / "sample" / str(turns)
    for number, step in enumerate(todo, 1):
        if as_json:
            with redirect_stdout(io.StringIO()):
                cli.main(args=step, prog_name="magika-gm", standalone_mode=False)
        else:
            say(click.style(f"\n[{number}/{len(todo)}] magika-gm {shlex.join(step)}", bold=True))
            cli.main(args=step, prog_name="magika-gm", standalone_mode=False)
        (folder / ".demo").touch()
        (folder / SEED_FILE).write_text(seed_of(scenario), encoding="utf-8")
    if as_json:
        commands = [shlex.join(["magika-gm", *step]) for step in todo]
        say_json({"office": str(folder), "reports": str(last), "commands": commands})
        return
    say(click.style("\nWhere to look", bold=True))
    played = game.setup.read_scenario(find_scenario(folder, game, scenario).read_text(encoding="utf-8"), "the scenario")
    seat, words = game.setup.seats_of(played)[0], game.words
    name = f"{last}/{seat}.pdf"
    say(f"  {name}   the printed report of {words.called(seat)} (also .html, .txt, .json; each {words.seat} has a set)")
    if game.has("page"):
        say(f"  {last}/{seat}.page.html   his page: open it in a browser and write orders")
    say(f"  {folder}/outbox/      the mails that would have gone out")
    say(f"  {folder}/turns/       the raw order mails as kept")
    say(f"  {folder}/magika.sqlite3   the world, for any SQL tool (docs/database.md)")
    if game.has("trace"):
        why = f"why turn {turns} came out as it did for {words.called(seat)}"
        say(f"  magika-gm --office {folder} explain sample {turns} {seat}   {why}")
