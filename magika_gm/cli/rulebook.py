"""The players' rule book: rule-book."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from magika_gm.cli.common import game_option, json_option, reports_errors, say, say_json

WIDTH = 80
"""Widest line on the terminal."""


@click.command(
    name="rule-book",
    epilog="""\b
Examples:
  magika-gm rule-book                        write rule-book.pdf
  magika-gm rule-book rules.pdf --paper a4
  magika-gm rule-book --rule MOVE-3          one rule (or ruling: R31) on the terminal
  magika-gm rule-book --spell Heals          one spell's page
  magika-gm rule-book --markdown docs/rules  the pages as Markdown""",
)
@click.argument("file", default="rule-book.pdf", type=click.Path(dir_okay=False, path_type=Path), metavar="[FILE.pdf]")
@click.option("--paper", type=click.Choice(["letter", "a4"]), default="letter", show_default=True, help="Paper size.")
@game_option
@click.option("--rule", metavar="NUMBER", help="Print that rule or ruling as text.")
@click.option("--spell", "--card", "entry", metavar="NAME", help="Print that spell's, card's, creature's page as text.")
@click.option("--markdown", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Write the pages.")
@json_option
@reports_errors
def rule_book(
    file: Path, paper: str, system: str, rule: str | None, entry: str | None, markdown: Path | None, as_json: bool
) -> None:
    """The players' rule book, made from the game's own tables: as a PDF, as pages, or one rule or spell as text."""
    from magika_gm.app.enrolment.new_game import system_named
    from magika_gm.app.enrolment.rule_book import find_entry, write_pages, write_pdf

    if sum(option is not None for option in (rule, entry, markdown)) > 1:
        raise click.UsageError("--rule, --spell and --markdown are one at a time")
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
    else:
        pages = write_pdf(game, file, paper)
        if as_json:
            say_json({"file": str(file), "paper": paper, "pages": pages})
        else:
            say(f"{file}: {pages} pages")


def _show(text: str) -> None:
    """Markdown on the terminal; plain, without blanks at the ends of lines, where that is a pipe. Its tables look as
    all of ours do: a faint head, columns two blanks apart, no rules.
    """
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.markdown import Markdown, TableElement
    from rich.table import Table

    class Plain(TableElement):
        """A table without rules."""

        def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
            table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
            heads = self.header.row.cells if self.header is not None and self.header.row is not None else []
            for cell in heads:
                table.add_column(cell.content)
            for row in self.body.rows if self.body is not None else []:
                table.add_row(*(cell.content for cell in row.cells))
            yield table

    class Page(Markdown):
        """A page of the rule book."""

        elements = Markdown.elements | {"table_open": Plain}

    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    console.width = min(console.width, WIDTH)
    with console.capture() as shown:
        console.print(Page(text, hyperlinks=False))
    lines: list[str] = []
    for line in (line.rstrip() for line in shown.get().strip("\n").splitlines()):
        if line or (lines and lines[-1]):
            lines.append(line)
    say("\n".join(lines))
