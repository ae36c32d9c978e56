"""Keeping an office in order: backup, restore, doctor; all games and players at a glance."""

from __future__ import annotations

from pathlib import Path

import click

from magika_gm.cli.common import json_option, now, office_of, reports_errors, say, say_json


@click.command(
    epilog="""\b
Examples:
  magika-gm backup                       into the office's backups/
  magika-gm backup /mnt/stick            somewhere else
  15 3 * * * magika-gm --office /srv/magika backup --json >> backup.log    (cron: every night)"""
)
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(file_okay=False, path_type=Path))
@json_option
@click.pass_context
@reports_errors
def backup(ctx: click.Context, folder: Path | None, as_json: bool) -> None:
    """Write database, settings, scenarios, templates and all mails into one dated archive in DIR, and look it through.

    The database is copied as it stands at one moment, whoever writes meanwhile. The newest are kept, as many as
    [office] backups says. The archive holds seeds and password hashes: keep it as safe as the office. Reports are
    not in it (they can be written again), nor are the files your mail passwords stand in.
    """
    from magika_gm.app.backup import back_up

    with office_of(ctx) as office:
        made = back_up(office, folder, now())
    if as_json:
        say_json({"archive": str(made.archive), "files": made.files, "bytes": made.size, "removed": made.removed})
        return
    say(f"{made.archive}: {made.files} files, {made.size / 1e6:.1f} MB, read back and found right.")
    if made.removed:
        say(f"Removed: {', '.join(made.removed)}")


@click.command(
    epilog="""\b
Example:
  magika-gm restore backups/magika-20261121-031500Z.tar.gz ~/magika-again"""
)
@click.argument("archive", type=click.Path(path_type=Path))
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@json_option
@reports_errors
def restore(archive: Path, folder: Path, as_json: bool) -> None:
    """Put the office in ARCHIVE back into DIR, a new or empty folder.

    Checksums are compared, the database is looked through, and the last turn of every game is played again and
    compared with the record. If anything is wrong, nothing is left behind.
    """
    from magika_gm.app.backup import restore as use_case

    done = use_case(archive, folder)
    if as_json:
        say_json(
            {"office": str(folder), "files": done.files, "games": done.games, "turns": done.turns,
             "verified": done.verified}
        )  # fmt: skip
        return
    say(f"Office restored in {folder}: {done.files} files, {len(done.games)} games, {done.turns} turns.")
    say(f"The last turns of {done.verified} games were played again and came out as recorded.")
    say(f"Write the reports again: magika-gm --office {folder} doctor --fix")
    say("Put the files your mail passwords stand in back in their place, and read mail that came since once more:")
    say("what the office knows already changes nothing.")
