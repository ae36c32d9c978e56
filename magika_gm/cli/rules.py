"""The rules: rule-book, cards, army, adjudicate, simulate, gallery, new-system."""

from __future__ import annotations

import os
import sys
import tomllib
from dataclasses import asdict
from keyword import iskeyword
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from magika_gm import games
from magika_gm.cli.common import (
    OutFile,
    fail,
    game_option,
    json_option,
    reports_errors,
    say,
    say_json,
    show_lists,
    show_rows,
    terminal_width,
    track,
)

if TYPE_CHECKING:
    from magika_gm.engine.system import GameSystem

WIDTH = 80
"""Widest line on the terminal."""


@click.command(
    name="rule-book",
    epilog="""\b
Examples:
  magika-gm rule-book                        write rule-book.pdf
  magika-gm rule-book rules.pdf --paper a4
  magika-gm rule-book --aid aid.pdf          its last page alone: orders, costs, tables on one sheet
  magika-gm rule-book --rule MOVE-3          one rule (or ruling: R31) on the terminal
  magika-gm rule-book --spell Heals          one spell's page
  magika-gm rule-book --markdown docs/rules  the pages as Markdown
  magika-gm rule-book --texts                every rule's text beside the templates, for players' pages""",
)
@click.argument("file", default="rule-book.pdf", type=OutFile(), metavar="[FILE.pdf]")
@click.option("--paper", type=click.Choice(["letter", "a4"]), default="letter", show_default=True, help="Paper size.")
@game_option
@click.option("--rule", metavar="NUMBER", help="Print that rule or ruling as text.")
@click.option("--spell", "--card", "entry", metavar="NAME", help="Print that spell's, card's, creature's page as text.")
@click.option("--markdown", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Write the pages.")
@click.option("--aid", is_flag=True, help="Only the sheet of what one looks up, to lie beside one's orders.")
@click.option("--texts", is_flag=True, help="Write the text of every rule beside the book's templates (for authors).")
@json_option
@reports_errors
def rule_book(
    file: Path,
    paper: str,
    system: str,
    rule: str | None,
    entry: str | None,
    markdown: Path | None,
    aid: bool,
    texts: bool,
    as_json: bool,
) -> None:
    """The players' rule book, made from the game's own tables: as a PDF, as pages, or one rule or spell as text."""
    from magika_gm.app.enrolment.new_game import system_named
    from magika_gm.app.enrolment.rule_book import find_entry, write_pages, write_pdf, write_texts

    if sum(option is not None for option in (rule, entry, markdown, texts or None)) > 1:
        raise click.UsageError("--rule, --spell, --markdown and --texts are one at a time")
    game = system_named(system)
    if rule is not None or entry is not None:
        other = next((k for k in game.rulebook.ENTRIES if k != "rule"), "rule") if game.has("rulebook") else "rule"
        kind = "rule" if rule is not None else other
        found = find_entry(game, kind, rule if rule is not None else entry or "")
        if as_json:
            say_json({kind: found.name, "markdown": found.text})
        else:
            _show(found.text)
    elif markdown is not None:
        written = write_pages(game, markdown)
        if as_json:
            say_json({"folder": str(markdown), "written": [str(p) for p in written]})
        else:
            say(f"{markdown}: {len(written)} files written, the rest were right")
    elif texts:
        path = write_texts(game)
        say_json({"file": str(path)}) if as_json else say(str(path))
    else:
        pages = write_pdf(game, file, paper, aid=aid)
        if as_json:
            say_json({"file": str(file), "paper": paper, "pages": pages})
        else:
            say(f"{file}: {pages} pages")


def _show(text: str) -> None:
    """Markdown on the terminal; plain where that is a pipe."""
    from rich.console import Console

    from magika_gm.app.enrolment.rule_book import shown

    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    console.width = min(console.width, WIDTH)
    say(shown(text, console))


# The cards a game is played with: cards.


@click.command(
    epilog="""\b
Examples:
  magika-gm cards xom_zol vampire                     cards with vampire in their name
  magika-gm cards xom_zol --with faction=ZN --with cost=2-4
  magika-gm cards xom_zol --with text=DRAW --json
  magika-gm cards xom_zol --pdf cards.pdf --paper a4  every card's face, by faction
  magika-gm cards xom_zol --with faction=ZN --cut --pdf cut.pdf   to be cut out and sleeved
  magika-gm cards xom_zol --page deck.html            the page a deck is built on"""
)
@click.argument("words", nargs=-1, metavar="[GAME] [NAME]")
@click.option("--game", "system", default="", metavar="NAME", help="Which game; needed only where several have cards.")
@click.option("--with", "options", multiple=True, metavar="FIELD=VALUE", help="What else must fit; --with help lists.")
@click.option("--pdf", type=OutFile(), metavar="FILE", help="Print what is found.")
@click.option("--cut", is_flag=True, help="With --pdf: 63 x 88 mm each, nine a page with marks, to be cut out.")
@click.option("--page", type=OutFile(), metavar="FILE", help="Write the page on which a deck is built, for a browser.")
@click.option("--paper", type=click.Choice(["letter", "a4"]), default="letter", show_default=True, help="Paper size.")
@json_option
@reports_errors
def cards(
    words: tuple[str, ...],
    system: str,
    options: tuple[str, ...],
    pdf: Path | None,
    cut: bool,
    page: Path | None,
    paper: str,
    as_json: bool,
) -> None:
    """Look up the cards of GAME by a part of their NAME and by what is printed on them; no office is needed.

    With --page: one file in which anybody builds a deck, all cards in it, judged as one builds, the block to copy; it
    asks nothing of any network.
    """
    from magika_gm.whole_files import write_asked

    said = list(words)
    if not system and said and said[0] in games.SYSTEMS:
        system = said.pop(0)
    game = games.system(_named(system))
    if cut and pdf is None:
        raise click.UsageError("--cut says how --pdf FILE is printed")
    if page is not None:
        if said or options or pdf is not None:
            raise click.UsageError("--page has all cards; leave NAME, --with and --pdf out")
        _write_building(game, page, as_json)
        return
    if "help" in options:
        for field, meaning in game.cards.FIELDS.items():
            say(f"  {field:<10} {meaning}")
        return
    asked = {"name": " ".join(said)}
    for option in options:
        field, equals, value = option.partition("=")
        if not equals or field not in game.cards.FIELDS:
            raise click.UsageError(f"--with {option}: write FIELD=VALUE, of {', '.join(game.cards.FIELDS)}")
        asked[field] = value
    try:
        found = game.cards.find(asked)
        if pdf is not None and found:
            write_asked(pdf, game.cards.printed(asked, paper, cut))
    except ValueError as error:
        fail(str(error))
    if as_json:
        say_json([dict(card.plain) for card in found])
    elif pdf is not None and found:
        say(f"{pdf}: {len(found)} cards")
    else:
        for card in found:
            say(card.line)
        say(f"{len(found)} cards" if len(found) != 1 else "1 card")
    if not found:
        raise SystemExit(1)


def _named(name: str) -> str:
    """The game meant: the one named, or the only one with cards."""
    known = [n for n in games.SYSTEMS if games.system(n).has("cards")]
    if not name and len(known) == 1:
        return known[0]
    if name not in known:
        which = f"{name} has no list of cards" if name in games.SYSTEMS else "say which game"
        raise click.UsageError(f"{which}: {', '.join(known)}")
    return name


# Armies of one's own, for games that know them: army check.


BLOCK = "ARMY"


@click.group(
    epilog="""\b
Examples:
  magika-gm army check mine.txt          what a sign-up with this army would be told
  magika-gm army check mine.txt --json   the same as data
  magika-gm army page army.html          the page an army is built on"""
)
def army() -> None:
    """Armies that players build: a page to build one on, a check before it is mailed."""


@army.command(
    epilog="""\b
Examples:
  magika-gm army check mine.txt
  magika-gm army check mine.txt --game arena --json"""
)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--game", default="", metavar="NAME", help="Which game; needed only where several have armies.")
@json_option
def check(file: Path, game: str, as_json: bool) -> None:
    """Say what a sign-up with the army list in FILE would be told: points, what is left, every fault with its line.

    FILE holds the lines of a block ARMY … END ARMY, with or without these two. Ends with status 1 if it has faults.
    """
    from magika_gm.app.enrolment.signup_form import judge_list
    from magika_gm.app.office.errors import OfficeError, read_text
    from magika_gm.engine.words import plain_lines

    system = _system(game)
    try:
        lines = plain_lines(read_text(file, "an army list")).splitlines()
    except OfficeError as error:
        fail(str(error))
    judged = judge_list(system, BLOCK, lines)
    if as_json:
        say_json({"file": str(file), **asdict(judged)})
    else:
        show_lists(str(file), [judged])
    if judged.faults:
        raise SystemExit(1)


@army.command(
    epilog="""\b
Examples:
  magika-gm army page                    write army.html
  magika-gm army page mine.html --game arena"""
)
@click.argument("file", default="army.html", type=OutFile(), metavar="[FILE.html]")
@click.option("--game", default="", metavar="NAME", help="Which game; needed only where several have armies.")
@json_option
@reports_errors
def page(file: Path, game: str, as_json: bool) -> None:
    """Write the page an army is built on: every creature, item and spell, judged as one builds, the block to copy.

    One file for a browser, which asks nothing of any network: give it to whoever signs up.
    """
    _write_building(_system(game), file, as_json)


def _write_building(system: GameSystem, file: Path, as_json: bool) -> None:
    """The page on which the block of a sign-up is made."""
    from magika_gm.reports.page.writing import building_html
    from magika_gm.whole_files import write_asked

    building = system.building
    if building is None:
        fail(f"{system.title} has no page on which a list is built")
    text = building_html(building)
    write_asked(file, text.encode())
    if as_json:
        say_json({"file": str(file), "game": system.name, "block": building.block, "things": len(building.wares)})
    else:
        say(f"{file}: {len(building.wares)} to choose from, {len(text.encode()):,} bytes")


def _system(name: str) -> Any:
    """The game meant: the named one, or the only one with armies."""
    from magika_gm import games
    from magika_gm.app.enrolment.new_game import system_named
    from magika_gm.app.office.errors import OfficeError

    having = [known for known in games.SYSTEMS if BLOCK in games.system(known).signup.BLOCKS]
    if not name and len(having) == 1:
        return games.system(having[0])
    try:
        system = system_named(name) if name else None
    except OfficeError as error:
        fail(str(error))
    if system is None or system.name not in having:
        fail(f"{name or 'no game'} is no game with armies; name one with --game: {', '.join(having)}")
    return system


# Adjudication cases: adjudicate.


@click.command(
    epilog="""\b
Examples:
  magika-gm adjudicate tests/magika/cases/MOVE-3*.toml
  magika-gm adjudicate tests/magika/cases --json"""
)
@click.argument("cases", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="CASE ...")
@json_option
def adjudicate(cases: tuple[Path, ...], as_json: bool) -> None:
    """Run adjudication cases (TOML files, or folders of them) and compare with what they expect.

    Prints a line for each failed expectation and last how many passed; status 0 only if none failed. A file that is
    no case counts as failed and its faults are named with their place.
    """
    missing = next((path for path in cases if not path.exists()), None)
    if missing is not None:
        fail(f"{missing}: there is no such case or folder; name a TOML file or a folder of them")
    files = [f for path in cases for f in (sorted(path.glob("**/*.toml")) if path.is_dir() else [path])]
    if not files:
        fail(f"{', '.join(map(str, cases))}: there is no case (a file *.toml) in it")
    results = [_run(f) for f in track(files, "Adjudicating", len(files), quiet=as_json)]
    failed = sum(not r["passed"] for r in results)
    if as_json:
        say_json(results)
    else:
        for r in results:
            for failure in r["failures"]:
                say(f"{r['file']}: {failure}")
        say(f"{len(results) - failed} passed, {failed} failed")
    if failed:
        raise SystemExit(1)


def _run(path: Path) -> dict[str, Any]:
    """One case's entry of the result list; ``result`` is null if it could not be played."""
    from magika_gm.app.enrolment.new_game import system_named
    from magika_gm.app.office.errors import OfficeError
    from magika_gm.engine.cases import CaseFaults
    from magika_gm.games import DEFAULT

    entry: dict[str, Any] = {"file": str(path), "title": "", "passed": False, "failures": [], "result": None}
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        entry["title"] = str(data.get("title", ""))
        system = system_named(str(data.get("game", DEFAULT)))
        outcome = system.cases.run_case(data)
    except OSError as error:
        entry["failures"] = [f"cannot be read: {error.strerror}"]
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        entry["failures"] = [f"is not a case file: {error}"]
    except OfficeError as error:
        entry["failures"] = [f"[game] {error}"]
    except CaseFaults as error:
        entry["failures"] = [f"[{place}] {reason}" for place, reason in error.faults]
    else:
        entry |= {"passed": outcome.passed, "failures": list(outcome.failures), "result": outcome.result}
    return entry


# Whole games by the built-in policies: simulate.


@click.command(
    epilog="""\b
Examples:
  magika-gm simulate                                   100 games of Magika on the classic arena
  magika-gm simulate --games 1000 --plots plots        with charts in plots/
  magika-gm simulate --policies racer:6,fighter        six racers and six fighters
  magika-gm simulate --scenario random --json          a new arena for every game
  magika-gm simulate --game arena --with pace=1        an option of another game's own"""
)
@game_option
@click.option("--games", type=click.IntRange(1, 1_000_000), default=100, show_default=True, help="Games to play.")
@click.option("--seed", default="1", show_default=True, help="Any text; the same seed gives the same games.")
@click.option("--jobs", type=click.IntRange(1, 512), help="Processes (default: one a core).")
@click.option("--policies", default="", metavar="MIX", help="Who plays: names of policies (docs/<game>).")
@click.option("--scenario", default="", help="A scenario's name or file; or: random, where the game can make them.")
@click.option("--max-turns", default="", metavar="N", help="Turns a game at most.")
@click.option("--with", "more", multiple=True, metavar="NAME=VALUE", help="An option of the game's own.")
@click.option("--plots", type=click.Path(file_okay=False, path_type=Path), help="Folder to draw charts into.")
@json_option
@click.pass_context
@reports_errors
def simulate(
    ctx: click.Context,
    system: str,
    games: int,
    seed: str,
    jobs: int | None,
    policies: str,
    scenario: str,
    max_turns: str,
    more: tuple[str, ...],
    plots: Path | None,
    as_json: bool,
) -> None:
    """Play whole games with the built-in policies and show how balanced the game is.

    Nothing of the office is read but its scenarios, and nothing changed. The figures depend on the seed and the other
    options, never on the number of jobs.
    """
    from magika_gm.app.enrolment.new_game import find_scenario, load_scenario, system_named

    game = system_named(system)
    if not game.has("balance"):
        fail(f"{game.title} cannot be simulated")
    drawn = scenario == "random" and game.has("generator")
    played = None if drawn else load_scenario(game, find_scenario(Path(ctx.obj), game, scenario))
    options = {"policies": policies, "max-turns": max_turns, **dict(_pair(text) for text in more)}
    known = {option.name: option.default for option in game.balance.OPTIONS}
    given = {name: value for name, value in options.items() if value}
    for name in given:
        if name not in known:
            fail(f"{game.title} has no option {name}; it has {', '.join(known) or 'none'}")
    try:
        records = game.balance.simulate(games, seed, jobs or os.cpu_count() or 1, played, known | given)
    except ValueError as error:
        fail(str(error))
    found = game.balance.weigh(track(records, "Playing", games, quiet=as_json))
    written: list[Path] = []
    if plots is not None:
        from magika_gm.reports.plots import write_charts

        title = f"{game.title}: the balance of {games} games"
        written = write_charts(found.charts(), title, plots)
    if as_json:
        say_json(found.to_plain() | {"plots": [str(path) for path in written]})
        return
    for line in found.summary():
        say(click.wrap_text(line, terminal_width()))
    for table in found.tables():
        say("")
        show_rows(table.heads, table.rows)
    for line in found.notes():
        say(click.wrap_text(line, terminal_width()))
    if plots is not None:
        say(f"\nCharts: {plots}/balance.pdf, and {len(written) - 1} SVG files beside it.")


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise click.BadParameter(f"{text!r}: write NAME=VALUE")
    return name.strip(), value.strip()


# ``gallery``: every block of the kit in every state, for those who build a game's pages.


@click.command(epilog="\b\nExample:\n  magika-gm gallery blocks")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@json_option
@reports_errors
def gallery(folder: Path, as_json: bool) -> None:
    """Draw every block of a report's pages into FOLDER.

    Full, empty, with long names, in large print and in grey as PDF; as a mail, light and dark; as text. For builders
    of games: docs/kit.md says how blocks are made.
    """
    from magika_gm.reports.kit.gallery import draw_gallery

    paths = [str(path) for path in draw_gallery(folder)]
    if as_json:
        say_json(paths)
        return
    for path in paths:
        say(path)


# ``new-system``: the beginnings of a game of one's own.


_OURS = {
    "package": "magika_gm/games/{}",
    "scenario": "scenarios/{}",
    "sample": "turns/sample/{}",
    "docs": "docs/{}",
    "tests": "tests/{}",
    "cases": "tests/{}/cases",
}
"""Where a game of ours has what ``templates/system`` holds."""


@click.command(
    name="new-system",
    epilog="""\b
Examples:
  magika-gm new-system gunboat --into games --title Gunboat
  magika-gm new-system gunboat --checkout .   among ours, with its sample, docs and tests""",
)
@click.argument("name")
@click.option("--into", type=click.Path(file_okay=False, path_type=Path), default=Path(), help="Folder of its package.")
@click.option("--package", default="", help="What the package is called where it is imported (default: NAME).")
@click.option("--title", default="", help="The game's title (default: made of NAME).")
@click.option(
    "--checkout",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The source of this program: everything goes where our games have it.",
)
@json_option
@reports_errors
def new_system(name: str, into: Path, package: str, title: str, checkout: Path | None, as_json: bool) -> None:
    """Write a game called NAME that plays at once: change it until it is yours.

    It is a package of four short modules, with a rule book, a scenario, a sample game's players and cases; all it does
    not say is as most games have it. docs/a-game-in-an-evening.md walks through it.
    """
    from magika_gm.reports.templating import filled
    from magika_gm.resources import shipped

    if not (name.isascii() and name.isidentifier() and name == name.lower()) or iskeyword(name):
        fail(f"{name!r} cannot be a game's name: write small letters, digits and _, like temple_isle")
    if name in games.SYSTEMS:
        fail(f"there is a game called {name} already; choose another name")
    source, title = shipped("templates") / "system", title or name.replace("_", " ").title()
    if checkout is not None:
        package = package or f"magika_gm.games.{name}"
        folders = {source / part: checkout / place.format(name) for part, place in _OURS.items()}
    else:
        package = package or name
        folders = {source / part: into / name / part for part in ("scenario", "sample", "cases")}
        folders[source / "package"] = into / name
    try:
        # its imports stand apart from this program's where it is no part of it
        apart = "" if package.startswith("magika_gm.") else "apart"
        made = filled(folders, name=name, package=package, title=title, apart=apart)
    except FileExistsError as error:
        fail(f"{error.args[0]} exists already; choose another name or folder, or remove it")
    if as_json:
        say_json([str(path) for path in made])
        return
    for path in made:
        say(str(path))
    say("")
    say(f'Its line in games.SYSTEMS: "{name}": "{package}.system:SYSTEM"')
    if checkout is not None:
        say("Once it stands there, make docs writes the pages of its rule book.")
    else:
        say(f"Its scenario goes to scenarios/{name}/standard.toml, of the office or of the program.")
