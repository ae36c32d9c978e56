"""The cards a game is played with: cards."""

from __future__ import annotations

from pathlib import Path

import click

from magika_gm import games
from magika_gm.cli.common import fail, json_option, reports_errors, say, say_json


@click.command(
    epilog="""\b
Examples:
  magika-gm cards xom_zol vampire                     cards with vampire in their name
  magika-gm cards xom_zol --with faction=ZN --with cost=2-4
  magika-gm cards xom_zol --with text=DRAW --json
  magika-gm cards xom_zol --pdf cards.pdf --paper a4  every card's face, by faction"""
)
@click.argument("words", nargs=-1, metavar="[GAME] [NAME]")
@click.option("--game", "system", default="", metavar="NAME", help="Which game; needed only where several have cards.")
@click.option("--with", "options", multiple=True, metavar="FIELD=VALUE", help="What else must fit; --with help lists.")
@click.option("--pdf", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Print what is found.")
@click.option("--paper", type=click.Choice(["letter", "a4"]), default="letter", show_default=True, help="Paper size.")
@json_option
@reports_errors
def cards(
    words: tuple[str, ...], system: str, options: tuple[str, ...], pdf: Path | None, paper: str, as_json: bool
) -> None:
    """Look up the cards of GAME by a part of their NAME and by what is printed on them; no office is needed."""
    said = list(words)
    if not system and said and said[0] in games.SYSTEMS:
        system = said.pop(0)
    game = games.system(_named(system))
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
            pdf.write_bytes(game.cards.printed(asked, paper))
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
