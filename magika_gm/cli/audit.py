"""Looking into what was played and done: verify, explain, log."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from magika_gm.cli.common import NOT_SHOWN, json_option, masked, office_of, reports_errors, say, say_json

if TYPE_CHECKING:
    from magika_gm.app.audit.verify import Check

UNPROVED = 3
"""The status of a ``verify`` that found nothing wrong, and not everything proved."""


@click.command(
    epilog="""\b
Examples:
  magika-gm verify 12                          every turn of game 12, from the office's record
  magika-gm verify C-final.json                anyone: the whole game, from a final turn file alone
  magika-gm verify reports/12/*/C.json         and every report C was sent, against the replay
  magika-gm verify C-3.pdf C-5.txt             while it goes on: was history written anew between two reports?"""
)
@click.argument("what", nargs=-1, required=True, metavar="GAME | FILE ...")
@json_option
@click.pass_context
@reports_errors
def verify(ctx: click.Context, what: tuple[str, ...], as_json: bool) -> None:
    """Replay every turn of GAME from its stored orders and dice and compare with the record.

    With two or more reports instead, of any form and player, compare the chains of turns they print: they differ where
    a turn before them was changed or played again. With turn files, one of them a final one, the whole game is played
    again from what the file holds, every roll from the seed; the seed is checked against the hash printed on turn 1,
    each turn against what was sealed in the chain, and each file against the replay. That needs no office, so that any
    player can do it.

    \b
    Ends with status
      0  everything is proved
      1  something is wrong, or the work could not be done
      3  nothing is wrong, but not everything is proved: NOT PROVED says what, for instance that a seed
         named by hand was not chosen for what it draws
    """
    files = [Path(w) for w in what if w.endswith((".json", ".txt", ".html", ".pdf"))]
    if files and len(files) < len(what):
        raise click.UsageError("name one game, or reports (.json, .txt, .html, .pdf), not both")
    if not files and len(what) > 1:
        raise click.UsageError("name one game")
    if files:
        lines, plain, status = _verify_files(files)
    else:
        lines, plain, status = _verify_game(ctx, what[0])
    if as_json:
        say_json(plain)
    else:
        for line in lines:
            say(line)
    if status:
        raise SystemExit(status)


def _verify_game(ctx: click.Context, game: str) -> tuple[list[str], list[dict[str, Any]], int]:
    """Lines to print, the same as JSON, and the status."""
    from magika_gm.app.audit.verify import verify_game as use_case

    with office_of(ctx) as office:
        verdicts = use_case(office, game)
    bad = sum(bool(v.differences) for v in verdicts)
    lines = [
        f"turn {v.turn}: " + (f"DIFFERENT: {', '.join(v.differences)}" if v.differences else "same") for v in verdicts
    ]
    same = len(verdicts) - bad
    lines.append(f"{same} {'turn' if same == 1 else 'turns'} the same, {bad} different.")
    plain = [{"turn": v.turn, "same": not v.differences, "differences": list(v.differences)} for v in verdicts]
    return lines, plain, int(bad > 0)


def _verify_files(files: list[Path]) -> tuple[list[str], list[dict[str, Any]], int]:
    from magika_gm.app.audit.verify import check_files

    checks = check_files(files)
    bad = sum(bool(c.wrong) for c in checks)
    left = sum(bool(c.unproved) for c in checks)
    lines = [" ".join(f"{c.what}: {_judged(c)}".splitlines()) for c in checks]
    lines.append(f"{sum(c.right for c in checks)} right, {bad} wrong, {left} not proved.")
    plain = [{"what": c.what, "right": c.right, "wrong": c.wrong, "unproved": c.unproved} for c in checks]
    return lines, plain, 1 if bad else UNPROVED if left else 0


def _judged(check: Check) -> str:
    return f"WRONG: {check.wrong}" if check.wrong else f"NOT PROVED: {check.unproved}" if check.unproved else "right"


@click.command(
    epilog="""\b
Examples:
  magika-gm explain 12 3                   everything, phase by phase
  magika-gm explain 12 3 C                 what touched C: checks, rolls, who stopped whom
  magika-gm explain 12 3 C --phase 2
  magika-gm explain 12 3 C --as-told       as C's own report may tell it"""
)
@click.argument("game")
@click.argument("turn", type=int)
@click.argument("seat", required=False)
@click.option("--phase", type=click.IntRange(0, 99), help="One phase only, by its number.")
@click.option("--as-told", is_flag=True, help="Only what SEAT itself may know.")
@json_option
@click.pass_context
@reports_errors
def explain(
    ctx: click.Context, game: str, turn: int, seat: str | None, phase: int | None, as_told: bool, as_json: bool
) -> None:
    """Show the chain from order to result in TURN of GAME: legality checks, every roll, rule numbers, results."""
    from magika_gm.app.audit.explain import explain as use_case

    if as_told and not seat:
        raise click.UsageError("--as-told needs a SEAT")
    with office_of(ctx) as office:
        chapters = use_case(office, game, turn, seat or "", phase, as_told)
    if as_json:
        say_json(chapters)
        return
    for chapter in chapters:
        say(f"\n{chapter['title']}")
        step = ""
        for line in chapter["lines"]:
            if line["step"] != step:
                step = line["step"]
                say(f"  {step or chapter['closing']}".rstrip())
            say(_chain_line(line))


_MARKS = {"order": "", "check": "  ", "first": "  ", "roll": "  roll ", "told": "> "}


def _chain_line(line: dict[str, Any]) -> str:
    mark = _MARKS[line["kind"]]
    if line["kind"] == "check":
        mark += "+ " if line["ok"] else "X "
    return f"    {mark}{line['text']}" + (f" [{line['rule']}]" if line["rule"] else "")


UNDO = {
    "accounts": "book it once more: pay, credit, refund or charge",
    "acts": "give the ruling once more",
    "address": "address {game} {seat} OLD --force",
    "cancel-game": "no more; it asks first",
    "charge": "accounts --take-back ENTRY --reason TEXT",
    "co-master add": "co-master remove NAME",
    "co-master remove": "co-master add NAME: the key is another",
    "correct": "acts {game} --take-back NR",
    "credit": "accounts --take-back ENTRY --reason TEXT",
    "deliver": "no more: it is sent",
    "doctor": "restore a backup",
    "fee": "fee {game} {seat} turn|free",
    "fill-game": "cancel-game {game} --reason 'begun by mistake'",
    "inbox": "inbox --settle ID accept --as GAME:SEAT; a later sheet takes the place of one that was accepted",
    "ingest": "a later sheet takes an earlier one's place: ingest --as GAME:SEAT FILE",
    "init": "no more: remove the folder",
    "insure": "insure {game} {seat} HOW",
    "move-date": "move-date {game} DATE",
    "move-office": "move-office URL, back; what it was moved from is kept",
    "new-game": "cancel-game {game} --reason 'begun by mistake'",
    "note": "acts {game} --take-back NR",
    "outbox": "outbox --retry ID, --cancel ID",
    "pause": "resume {game}",
    "pay": "accounts --take-back ENTRY --reason TEXT",
    "player": "player {who}, with what it was before",
    "process-turn": "undo-turn {game}",
    "publish": "undo-turn {game}",
    "refund": "accounts --take-back ENTRY --reason TEXT",
    "remind": "outbox --cancel ID, before it is sent",
    "reply": "outbox --cancel ID, before it is sent",
    "restore": "no more: remove the folder",
    "resume": "pause {game} --reason 'paused again'",
    "rule": "acts {game} --take-back NR",
    "sign-up add": "sign-up withdraw NUMBER",
    "sign-up confirm": "sign-up withdraw NUMBER",
    "sign-up withdraw": "sign-up add",
    "standby add": "standby leave NUMBER",
    "standby leave": "standby add",
    "standby place": "standby add the player before, and standby place {game} {seat} NUMBER",
    "undo-turn": "process-turn {game} --early",
    "wait": "move-date {game} DATE",
    "write": "outbox --cancel ID, before it is sent",
}
"""How each command that changes an office is undone, in general: where it did not say so itself, with the numbers."""


@click.command(
    epilog="""\b
Examples:
  magika-gm log                          the last commands that changed the office
  magika-gm log --last 0 --json          all there are
  magika-gm --who Anna pause 12 --reason "I am ill"     what Anna does stands there as hers (or MAGIKA_WHO=Anna)"""
)
@click.option("--last", type=click.IntRange(0), default=20, show_default=True, metavar="N", help="So many; 0: all.")
@json_option
@click.pass_context
@reports_errors
def log(ctx: click.Context, last: int, as_json: bool) -> None:
    """Every command that changed the office: when, by whom, what was typed, and how it is undone.

    Secrets are blotted out, long texts shortened. What tick and workers do by themselves stands in the record alone.
    """
    from magika_gm.app.office.doors import LOG, commands_noted
    from magika_gm.app.turns.acts import shows_nothing
    from magika_gm.store.faults import moment

    with office_of(ctx) as office:
        noted = commands_noted(office.root)[-last:]
        found = [
            one
            if shows_nothing(one.command)
            else masked(ctx, one, one.given.get("game"), None, words=NOT_SHOWN, given={}, undo="")
            for one in noted
        ]
    undo = {one.id: one.undo or _undone(one.command, one.given) for one in found}
    if as_json:
        say_json([asdict(one) | {"undo": undo[one.id]} for one in found])
        return
    how = {True: "", False: " (ended with an error)", None: " (cut off, or under way)"}
    for one in found:
        when = moment(one.at, LOG).astimezone(office.settings.zone)
        by = f"{one.who} ({one.user})" if one.who else one.user
        say(f"{when:%Y-%m-%d %H:%M}  {by}: {' '.join(filter(None, (one.command, one.words)))}{how[one.ended]}")
        if undo[one.id]:
            say(f"{'':<18}undo: {undo[one.id]}")
    if not found:
        say("No command changed this office yet.")


def _undone(command: str, given: dict[str, str]) -> str:
    known = {name.upper(): name for name in ("game", "seat", "who")}
    said = UNDO.get(command, "")
    for shown, name in known.items():
        said = said.replace("{" + name + "}", shlex.quote(given[name]) if name in given else shown)
    return said
