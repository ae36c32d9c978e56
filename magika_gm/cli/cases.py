"""Adjudication cases: adjudicate."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import click

from magika_gm.cli.common import fail, json_option, say, say_json, track


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
