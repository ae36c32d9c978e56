"""``gallery``: every block of the kit in every state, for those who build a game's pages."""

from __future__ import annotations

from pathlib import Path

import click

from magika_gm.cli.common import json_option, reports_errors, say, say_json


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
