"""``gallery``: every block of the kit in every state, for those who build a game's pages."""

from __future__ import annotations

from pathlib import Path

import click

from magika_gm.cli.common import reports_errors


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@reports_errors
def gallery(folder: Path) -> None:
    """Draw every block of a report's pages into FOLDER.

    Full, empty, with long names, in large print and in grey as PDF; as a mail, light and dark; as text. For builders
    of games: docs/kit.md says how blocks are made.
    """
    from magika_gm.reports.kit.gallery import draw_gallery

    for path in draw_gallery(folder):
        click.echo(str(path))
