"""What the commands share: the office, errors as one clear line, JSON, progress."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from datetime import UTC, date, datetime
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec, TypeVar

import click
from click.core import ParameterSource

from magika_gm import games
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import SETTINGS_FILE, Office, open_office
from magika_gm.troubles import in_plain_words

if TYPE_CHECKING:
    from magika_gm.app.enrolment.signup_form import ListJudged
    from magika_gm.app.turns.acts import Blind

P = ParamSpec("P")
T = TypeVar("T")
_NUMBER = re.compile(r"[-+\u2212]?\d+(\.\d+)?")
_OBEYED = re.compile(
    "(?!\x1b\\[(?:0|1|2|31)m)[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
"""What a terminal obeys instead of showing it, but for what :func:`coloured` writes."""
_SAID = "magika_gm.said_json"
"""In a command's context: its JSON is out, and nothing may follow it."""


def fail(message: str) -> NoReturn:
    """Say why on standard error and end with status 1; with ``--json`` an object ``{"error": …}`` says it, too."""
    context = click.get_current_context(silent=True)
    if context is not None and context.params.get("as_json") and not context.meta.get(_SAID):
        say_json({"error": message})
    complain(message)
    raise SystemExit(1)


def complain(message: str) -> None:
    """A line on standard error."""
    click.echo(f"magika-gm: {shown(message)}", err=True)


def shown(text: str) -> str:
    """A text as people may see it: names, files and records of strangers could make a terminal rub out a line that
    stands above them, and write another. What it would obey is shown as a sign."""
    return _OBEYED.sub("\ufffd", text)


def reports_errors(command: Callable[P, T]) -> Callable[P, T]:
    """Turn what cannot be done into one line and status 1; anything unforeseen leaves a traceback file, not a mess."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return command(*args, **kwargs)
        except BrokenPipeError:
            raise SystemExit(1) from None
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:  # noqa: BLE001 - the last line of defence: nothing is committed, and nobody sees a traceback
            fail(trouble(error))

    return run


def trouble(error: Exception) -> str:
    """One line that says why something could not be done, and what to do."""
    if isinstance(error, OfficeError | games.UnknownGame):
        return str(error)
    if isinstance(error, _store_error()):
        return f"{error}; nothing was changed"
    told = in_plain_words(error, _place_of(error))
    if told:
        return told
    if isinstance(error, OSError):
        return f"{error.filename or 'the disk'}: {error.strerror or error}; nothing was half done, run it again"
    return _unforeseen(error)


def _place_of(error: Exception) -> Path | str:
    """The file an error of the disk or the database is about."""
    from magika_gm.app.office.doors import place_of

    context = click.get_current_context(silent=True)
    root = Path(context.find_root().obj or ".") if context is not None else Path()
    try:
        return place_of(open_office(root), error)
    except OfficeError:  # its settings cannot be read, either
        return "the database"


def _store_error() -> type[Exception]:
    """The store's own error, if the store was loaded at all: asking for it must not load it."""
    module = sys.modules.get("magika_gm.store.database")
    error: type[Exception] = module.StoreError if module is not None else OfficeError
    return error


def _unforeseen(error: Exception) -> str:
    """One line for an error nobody foresaw, and its traceback in a file that can be sent to the developers."""
    import tempfile
    import traceback

    from magika_gm.engine.words import one_line

    if error.__class__.__module__.startswith("sqlalchemy"):
        cause = one_line(str(getattr(error, "orig", None) or error), 300)
        return f"the database says: {cause}; nothing was changed. magika-gm doctor says more"
    with tempfile.NamedTemporaryFile("wb", prefix="magika-gm-", suffix=".txt", delete=False) as file:
        file.write("".join(traceback.format_exception(error)).encode("utf-8", "backslashreplace"))
    said = one_line(str(error), 300)
    return f"unforeseen: {error.__class__.__name__}: {said}; nothing was changed. Please send us {file.name}"


@contextmanager
def office_of(ctx: click.Context) -> Iterator[Office]:
    """The office the command works on, closed again afterwards; what it changes there stands in the office's log."""
    office = open_office(Path(ctx.obj))
    office.waits = lambda: complain("another run is writing to this office: this one waits until it has finished")
    with in_log(ctx, office.root) as before_change:
        if _command_of(ctx) not in BY_ITSELF:
            office.before_change = before_change
        try:
            ctx.meta[HIDDEN] = _hidden(ctx, office)
            yield office
        finally:
            office.close()


def blind_in(ctx: click.Context) -> Blind | None:
    """What is hidden from who gives a command that opens no office of its own; None where that cannot be read."""
    from magika_gm.store.faults import StoreError

    with suppress(OfficeError, StoreError):
        office = open_office(Path(ctx.obj))
        try:
            return _hidden(ctx, office)
        finally:
            office.close()
    return None


def _hidden(ctx: click.Context, office: Office) -> Blind | None:
    """What is hidden by a command from who plays himself; raises :class:`OfficeError` for one that would show it. With
    ``--seeing`` nothing is, which stands in the log and is told to all who play there."""
    said = (*office.settings.texts("office", "plays"), *ctx.meta.get(BLIND, ()))
    if not said:
        return None
    from magika_gm.app.post.inbox import text_of
    from magika_gm.app.turns.acts import IN_PART, Blind, too_much

    blind, command, given = Blind(office, said), str(_chain(ctx)[0].info_name), ctx.params
    whose, _, seat = str(given.get("whose") or "").partition(":")
    words = [str(word) for word in (given.get("game"), whose, *(given.get("what") or ())) if word]
    games = blind.named(words) if words else list(blind.seats)
    seat = (seat or str(given.get("seat") or "")).upper()
    why = too_much(blind, games, command, given, seat, lambda number: text_of(office, number))
    if why and not games:
        games = list(blind.seats)
    if ctx.meta.get(SEEING):
        for game in games if why or command in IN_PART else ():
            _tell_of(office, game, command)
        return None
    if why:
        seats = " ".join(sorted(blind.seats[games[0]]))
        raise OfficeError(
            f"you play {seats} in game {games[0]}: {why}; a co-master can do it, or you with magika-gm --seeing, of "
            "which every player there is told"
        )
    return blind


def _tell_of(office: Office, game: str, command: str) -> None:
    """Note a look at what is hidden, and write it to all who play there."""
    from magika_gm.app.post.letterbox import write

    if office.before_change is not None:
        office.before_change()
    text = (
        f"Your game master plays in this game himself. He has used the command {command} with his eyes open, and may "
        "have seen more than a player does. He will tell you why if you ask."
    )
    write(office, game, "ALL", text, now(), "your game master looked")


def masked(
    ctx: click.Context, item: T, game: str | None, seat: str | None, person: str = "", text: str = "", **words: Any
) -> T:
    """A record a command lists, with ``words`` in the place of what is hidden from a master who plays."""
    blind = ctx.meta.get(HIDDEN)
    hidden = blind is not None and blind.hides(game, seat, person, text)
    return replace(item, **words) if hidden else item  # type: ignore[type-var]


@contextmanager
def in_log(ctx: click.Context, root: Path) -> Iterator[Callable[..., None]]:
    """Gives what notes the command in an office's log, once; how it ended stands there, too, where it was noted.

    An office that is made whole beside its place is noted ``at`` where it lies by then.
    """
    told = _told_of(ctx)
    _prove(ctx, root, told)
    noted = ended = False

    def note(at: Path = root) -> None:
        nonlocal noted
        if not noted:
            from magika_gm.app.office.doors import note_command

            if at != root:  # an archive brings its co-masters along
                _prove(ctx, at, told)
            note_command(at, told)
        noted = True

    try:
        yield note
        ended = True
    finally:
        if noted:
            from magika_gm.app.office.doors import note_command

            with suppress(OSError):  # it is done: a full disk must not tell him to run a payment again
                note_command(root, {"id": told["id"], "ended": ended, "undo": ctx.meta.get(_UNDO, "")})


def _prove(ctx: click.Context, root: Path, told: dict[str, Any]) -> None:
    """Write down who gives the command, as an office's co-masters prove it."""
    if told["who"] or ctx.meta.get(KEY):
        from magika_gm.app.office.passwords import proved

        told["who"] = proved(root, ctx.meta.get(KEY, ""), told)


BY_ITSELF = ("tick", "worker")
"""Commands by which the office works on its own: what they do stands in its record."""
WHO, KEY, BLIND, SEEING = "who gives it", "whose key", "whom he plays", "eyes open"
HIDDEN, _UNDO = "what is hidden", "how it is undone"
"""In a command's context."""
NOT_SHOWN = "(not shown: you play there)"
"""In the place of what is hidden from a master who plays."""
WAYS = (("password", "password_file"), ("seed", "seed_file"), ("database", "database_file", "url"))
"""Parameters that say the same secret."""
SECRETS = frozenset(name for ways in WAYS for name in ways)
PASSWORD_LINE = re.compile(r"^\W*PASSWORD\b", re.IGNORECASE | re.MULTILINE)
"""A line of a form that says a password."""


def undone_by(ctx: click.Context, *words: object) -> None:
    """Say in the log by which command, with its arguments, this one is undone; said of several, one after another."""
    command = shlex.join(str(word) for word in words)
    ctx.meta[_UNDO] = "; ".join(filter(None, (ctx.meta.get(_UNDO, ""), command)))


def undone_by_each(ctx: click.Context, commands: Iterable[tuple[object, ...]]) -> None:
    """The same of a command that did a thing several times; of very many ``log`` says it in general."""
    each = list(commands)
    for words in each if len(each) <= FEW else ():
        undone_by(ctx, *words)


FEW = 6
"""So many commands are told as what undoes one."""


def not_undone(ctx: click.Context, why: str) -> None:
    """Say in the log that no command undoes this one, and what can be done."""
    ctx.meta[_UNDO] = why


def _told_of(ctx: click.Context) -> dict[str, Any]:
    """A command as the log has it: what was typed, secrets blotted out, when, and by whom."""
    import pwd

    words, given = ["--seeing"] if ctx.meta.get(SEEING) else [], dict[str, str]()
    for one in _chain(ctx):
        for param in one.command.params:
            name = str(param.name)
            if one.get_parameter_source(name) is not ParameterSource.COMMANDLINE or name == "as_json":
                continue
            value = one.params.get(name)
            said = [str(part) for part in value] if isinstance(value, tuple) else [str(value)]
            said = ["***"] if name in SECRETS else [_shortened(part) for part in said]
            given[name] = " ".join(said)
            option = [max(param.opts, key=len)] if isinstance(param, click.Option) else []
            quoted = [] if value is True else [shlex.quote(part) for part in said]
            words += [word for part in quoted for word in (*option, part)] if param.multiple else option + quoted
    at = now().astimezone(UTC).isoformat()
    try:
        user = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        user = str(os.getuid())
    return {"id": f"{at}-{os.getpid()}", "at": at, "user": user, "who": ctx.meta.get(WHO, ""),
            "command": _command_of(ctx), "words": " ".join(words), "given": given}  # fmt: skip


def _chain(ctx: click.Context) -> list[click.Context]:
    """A command's contexts, from the outermost group below magika-gm itself to its own."""
    return [*_chain(ctx.parent), ctx] if ctx.parent is not None else []


def _command_of(ctx: click.Context) -> str:
    return " ".join(str(one.info_name) for one in _chain(ctx))


def _shortened(word: str) -> str:
    return "***" if PASSWORD_LINE.search(word) else textwrap.shorten(word, LONGEST_WORD)


LONGEST_WORD = 80
"""Characters of a word of a command that the log keeps."""


def kind_played(folder: Path, words: Iterable[str]) -> str:
    """Which kind of game the office in a folder plays under the first of some words that is a game's number there; ""
    where none is, or no office."""
    from magika_gm.app.record.games import game_named, load_game

    if not (folder / SETTINGS_FILE).is_file():
        return ""
    office = open_office(folder)
    try:
        with office.store.reading() as connection:
            found = next(filter(None, (game_named(connection, word) for word in words)), "")
            return load_game(connection, found).system.name if found else ""
    finally:
        office.close()


def now() -> datetime:
    """The time, for use cases that ask for it."""
    return datetime.now(UTC)


def say(text: str, about: Path | None = None) -> None:
    """A line for people; one about a file that is none, such as ``/dev/stdout``, stands beside what went there."""
    click.echo(shown(text), err=about is not None and not about.is_file())


def say_json(value: Any) -> None:
    """Machine-readable output, and nothing else on standard output."""
    context = click.get_current_context(silent=True)
    if context is not None:
        context.meta[_SAID] = True
    click.echo(json.dumps(value, ensure_ascii=False, indent=1, default=_plain))


NO_PLAYERS = "No players yet. They come with new-game or sign-up."


def said_without_table(lines: Sequence[Any], as_json: bool, none: str) -> bool:
    """Whether nothing is left to be said of these: they were told as JSON, or there is ``none``."""
    if as_json:
        say_json([asdict(line) for line in lines])
    elif not lines:
        say(none)
    return as_json or not lines


def _plain(value: Any) -> str:
    """Moments as ISO 8601 has them, all else as it is written."""
    return value.isoformat() if isinstance(value, date) else str(value)


WIDTH = 80
"""Columns a table may take on a terminal that does not say how many it has, and where it is piped."""
_GAP = 2
_LEAST = 8
"""A column of words is never narrower."""


def ask_first(question: str, refusal: str, as_json: bool) -> None:
    """Ask before what cannot be taken back; where nobody is there to answer, end with what to say instead."""
    if as_json or not sys.stdin.isatty():
        fail(refusal)
    click.confirm(question, abort=True, err=True)


def true_minus(text: str) -> str:
    """An amount with a minus sign instead of a hyphen, on a terminal that can show one; piped, programs read it."""
    if not sys.stdout.isatty():
        return text
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    try:
        "\u2212".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return text
    return text.replace("-", "\u2212")


def coloured(text: str, **how: Any) -> str:
    """A text in colour or bold, where it goes to a terminal that wants it (``NO_COLOR``)."""
    return click.style(text, **how) if sys.stdout.isatty() and not os.environ.get("NO_COLOR") else text


def show_table(
    heads: Sequence[str],
    rows: Iterable[Sequence[object]],
    right: Sequence[str] = (),
    bold: Sequence[str] = (),
    warn: Callable[[str, str], bool] | None = None,
    cut: Sequence[str] = (),
) -> None:
    """A table for people, in one style everywhere: a head, columns two blanks apart, numbers at the right on the point.

    On a terminal it is as wide as that is, columns in which no row says anything are left out, the head is faint,
    columns in ``bold`` stand out and cells of which ``warn(head, cell)`` is true are red; the widest columns of words
    give way and break their lines, or end in an ellipsis if they are in ``cut``. Piped, each row stays one line, for
    other programs to read.
    """
    cells = [[str(cell) for cell in row] for row in rows]
    people = sys.stdout.isatty()
    shown = [i for i in range(len(heads)) if not (people and cells) or any(line[i] for line in cells)]
    names = [heads[i] for i in shown]
    cells = [[line[i] for i in shown] for line in cells]
    for i, head in enumerate(names):
        if head in right:
            for line, aligned in zip(cells, on_the_point([line[i] for line in cells]), strict=True):
                line[i] = aligned
    widths = [max(len(line[i]) for line in [names, *cells]) for i in range(len(names))]
    if people:
        widths = narrowed(widths, [head in right for head in names], terminal_width())
    for number, line in enumerate([names, *cells]):
        fitted = [_cut(c, w) if head in cut else c for head, c, w in zip(names, line, widths, strict=True)]
        for row in _broken(fitted, widths):
            parts = []
            for head, cell, width in zip(names, row, widths, strict=True):
                text = cell.rjust(width) if head in right else cell.ljust(width)
                if number == 0:
                    text = coloured(text, dim=True)
                elif warn is not None and cell.strip() and warn(head, cell.strip()):
                    text = coloured(text, fg="red", bold=True)
                elif head in bold:
                    text = coloured(text, bold=True)
                parts.append(text)
            say((" " * _GAP).join(parts).rstrip())


def terminal_width() -> int:
    """How many columns there are."""
    return shutil.get_terminal_size((WIDTH, 24)).columns


def on_the_point(cells: Sequence[str]) -> list[str]:
    """Plain numbers padded so that their points stand below one another; other texts as they are."""
    after = [len(cell) - cell.index(".") if "." in cell else 0 for cell in cells if _NUMBER.fullmatch(cell)]
    most = max(after, default=0)
    found = []
    for cell in cells:
        if most and _NUMBER.fullmatch(cell):
            behind = len(cell) - cell.index(".") if "." in cell else 0
            found.append(cell + " " * (most - behind))
        else:
            found.append(cell)
    return found


def narrowed(widths: Sequence[int], fixed: Sequence[bool], most: int) -> list[int]:
    """Widths that fit into ``most`` columns: the widest column of words gives way, figures never do."""
    found = list(widths)
    while sum(found) + _GAP * (len(found) - 1) > most:
        free = [i for i, still in enumerate(fixed) if not still and found[i] > _LEAST]
        if not free:
            break
        found[max(free, key=lambda i: found[i])] -= 1
    return found


def _cut(cell: str, width: int) -> str:
    return cell if len(cell) <= width else f"{cell[: width - 1].rstrip()}\u2026"


def _broken(line: Sequence[str], widths: Sequence[int]) -> list[list[str]]:
    """A row as lines: a cell wider than its column is broken between words."""
    parts = [
        textwrap.wrap(cell, width, break_on_hyphens=False) if len(cell) > width else [cell]
        for cell, width in zip(line, widths, strict=True)
    ]
    high = max((len(part) for part in parts), default=0)
    return [[part[n] if n < len(part) else "" for part in parts] for n in range(high)]


def players_are(number: int) -> str:
    """``1 player is``, ``2 players are``."""
    return f"{number} {'player is' if number == 1 else 'players are'}"


def warn_of_date(office: Office, game: str, due: datetime) -> None:
    """Say on standard error what is odd about the date a new game's turn 1 is due."""
    local, move = due.astimezone(office.settings.zone), f"move it with: magika-gm move-date {game} DATE"
    rest = office.settings.calendar.rest(local.date())
    if due <= now():
        what = "which is past: it can be processed at once, before anybody has ordered"
    elif rest:
        what = f"which is {rest}"
    else:
        return
    complain(f"warning: turn 1 is due {local:%Y-%m-%d %H:%M}, {what}; {move}")


def track(items: Iterable[T], label: str, total: int | None, quiet: bool = False) -> Iterator[T]:
    """Go through ``items`` with a progress bar on standard error, where that is a terminal: how many of how many are
    done, and how long the others will take.
    """
    if quiet or not sys.stderr.isatty() or (total is not None and total < 2):
        yield from items
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
               TextColumn("left:"), TimeRemainingColumn())  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield from bar.track(items, total=total, description=label)


class OutFile(click.Path):
    """A file to write; ``-`` is standard output, as everywhere."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The file's path."""
        return super().convert("/dev/stdout" if value == "-" else value, param, ctx)


jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Processes that share the work (default: as many as there are cores).",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print machine-readable output.")
game_option = click.option(
    "--game",
    "system",
    metavar="NAME",
    default=games.DEFAULT,
    show_default=True,
    help=f"Which game: {', '.join(games.SYSTEMS)}.",
)
"""``--game NAME`` where a command is about a kind of game."""
extras_option = click.option(
    "--extra",
    "--tasks",
    "extras",
    multiple=True,
    metavar="[NAME=]FILE",
    help="A file to begin with instead of the one the game ships, such as the Ebon Mage's tasks (EBON-6).",
)


def extra_files(given: Sequence[str]) -> dict[str, Path]:
    """``--extra tasks=deck.toml`` as name and file; ``--tasks deck.toml`` is the same."""
    found = {}
    for text in given:
        name, equals, file = text.partition("=")
        found[name if equals else "tasks"] = Path(file if equals else text)
    return found


def show_rows(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A plain table: the first column on the left, figures on the right."""
    show_table(tuple(heads), [tuple(row) for row in rows], right=tuple(heads[1:]))


def parse_time(ctx: click.Context, param: click.Parameter, value: str | None) -> datetime | None:
    """A date, or date and time, in the game master's time zone."""
    if value is None:
        return None
    try:
        given = datetime.fromisoformat(value)
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a date; write 2026-12-01 or 2026-12-01T18:00", ctx, param) from None
    return given


def located(given: datetime | None, office: Office, hour: int) -> datetime | None:
    """A given time in the office's zone; a bare date means that hour."""
    if given is None:
        return None
    if given.hour == 0 and given.minute == 0:
        given = given.replace(hour=hour)
    return given if given.tzinfo else given.replace(tzinfo=office.settings.zone)


def said_time(moment: datetime, office: Office) -> str:
    """A time as :func:`parse_time` and :func:`located` read it."""
    return f"{moment.astimezone(office.settings.zone):%Y-%m-%dT%H:%M}"


def show_lists(file: str, lists: Sequence[ListJudged]) -> None:
    """What a sign-up with each of these decks and armies would be told."""
    for one in lists:
        for line in one.told:
            say(line)
        for fault in one.faults:
            say(f"{file}: {fault}")
        if not one.faults:
            say(f"{file}: no faults")
