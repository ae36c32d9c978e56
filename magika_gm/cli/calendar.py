"""The calendar: pause, resume, wait, remind, insure."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from magika_gm.cli.common import (
    complain,
    json_option,
    located,
    now,
    office_of,
    parse_time,
    players_are,
    reports_errors,
    said_time,
    say,
    say_json,
    undone_by,
    undone_by_each,
)

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

    from magika_gm.app.calendar.date_moves import Changed
    from magika_gm.app.calendar.insurance import Alert, AlertRound, GameAlerts
    from magika_gm.app.office.office import Office


@click.command(
    epilog="""\b
Examples:
  magika-gm pause 12 --reason "I am ill"                          until you resume it
  magika-gm pause 12 --until 2027-01-04 --reason "the holidays"   it goes on by itself
  magika-gm pause ALL --until 2027-01-04 --reason "the holidays"  every game that goes on""",
)
@click.argument("game", metavar="GAME|ALL")
@click.option("--until", callback=parse_time, metavar="DATE", help="The day the game goes on by itself.")
@click.option("--reason", required=True, metavar="TEXT", help="Why; told to the players.")
@json_option
@click.pass_context
@reports_errors
def pause(ctx: click.Context, game: str, until: datetime | None, reason: str, as_json: bool) -> None:
    """Pause GAME, or ALL games: no turn is due meanwhile. Every player is written to, and his calendar is kept right.

    Afterwards everybody has the days for his orders that had been left, three at least.
    """
    from magika_gm.app.calendar.date_moves import pause_all, pause_game

    with office_of(ctx) as office:
        if game == "ALL":
            done, left = pause_all(office, located(until, office, 0), reason, now())
            undone_by_each(ctx, (("resume", one.game) for one in done))
            _tell_all(office, done, left, "is paused", as_json)
            return
        changed = pause_game(office, game, located(until, office, 0), reason, now())
        zone = office.settings.zone
    if as_json:
        _plain(changed)
        return
    say(f"Game {changed.game} is paused." + ("" if until else f" It goes on with: magika-gm resume {changed.game}"))
    _tell(changed, zone)


@click.command(
    epilog="""\b
Examples:
  magika-gm resume 12                     everybody has the days that had been left
  magika-gm resume 12 --due 2027-01-12
  magika-gm resume ALL                    the games that were paused together, each with the days it had left""",
)
@click.argument("game", metavar="GAME|ALL")
@click.option("--due", callback=parse_time, metavar="DATE", help="When the next turn is due.")
@json_option
@click.pass_context
@reports_errors
def resume(ctx: click.Context, game: str, due: datetime | None, as_json: bool) -> None:
    """Let GAME go on after a pause, or with ALL the games that were paused together.

    Every player is written to, and his calendar has the date again.
    """
    from magika_gm.app.calendar.date_moves import resume_all, resume_game

    with office_of(ctx) as office:
        if game == "ALL":
            when = located(due, office, office.settings.number("game", "due_hour"))
            done, left = resume_all(office, when, now())
            undone_by_each(ctx, (("pause", one.game, "--reason", "paused again") for one in done))
            _tell_all(office, done, left, "goes on", as_json)
            return
        changed = resume_game(office, game, located(due, office, office.settings.number("game", "due_hour")), now())
        zone = office.settings.zone
    if as_json:
        _plain(changed)
        return
    say(f"Game {changed.game} goes on.")
    _tell(changed, zone)


def _plain(changed: Changed) -> None:
    say_json(_data(changed))


def _data(changed: Changed) -> dict[str, Any]:
    due = changed.due.isoformat() if changed.due else None
    return {"game": changed.game, "turn": changed.turn, "due": due, "told": changed.told, "why": changed.why}


def _tell_all(office: Office, done: list[Changed], left: dict[str, str], what: str, as_json: bool) -> None:
    if as_json:
        say_json({"games": [_data(changed) for changed in done], "left": left})
        return
    zone = office.settings.zone
    for changed in done:
        due = (
            f"; turn {changed.turn} is due {changed.due.astimezone(zone):%A %d %B %Y, %H:%M %Z}" if changed.due else ""
        )
        say(f"Game {changed.game} {what}{due}.")
    for name, why in left.items():
        say(f"Game {name} stays as it is: it is {why}.")
    if not done:
        say("No game goes on." if not left else "No other game goes on.")
        return
    say(f"{players_are(sum(changed.told for changed in done))} told with the next delivery: magika-gm deliver")


def _tell(changed: Changed, zone: ZoneInfo) -> None:
    if changed.due is not None:
        why = f": {changed.why}" if changed.why else ""
        say(f"Turn {changed.turn} is due {changed.due.astimezone(zone):%A %d %B %Y, %H:%M %Z}{why}.")
    say(f"{players_are(changed.told)} told with the next delivery: magika-gm deliver")


@click.command(
    epilog="""\b
Examples:
  magika-gm wait 12 C 3           three days more, as C asked; all are told the new date, and not who asked
  magika-gm wait 12 C 2 --again   though the game waited for him before"""
)
@click.argument("game")
@click.argument("seat")
@click.argument("days", type=click.IntRange(1, 90))
@click.option("--again", is_flag=True, help="Though GAME waited for that player before.")
@json_option
@click.pass_context
@reports_errors
def wait(ctx: click.Context, game: str, seat: str, days: int, again: bool, as_json: bool) -> None:
    """Let GAME wait DAYS more for the orders of SEAT, once a game. Players ask for it by mail: WAIT 3 DAYS because …"""
    from magika_gm.app.calendar.date_moves import let_wait

    with office_of(ctx) as office:
        moved = let_wait(office, game, seat, days, now(), again)
        undone_by(ctx, "move-date", moved.game, said_time(moved.before, office))
        zone = office.settings.zone
    if as_json:
        say_json({"game": moved.game, "turn": moved.turn, "before": moved.before.isoformat(),
                  "due": moved.due.isoformat(), "told": moved.told})  # fmt: skip
        return
    say(f"Turn {moved.turn} of game {moved.game} is due {moved.due.astimezone(zone):%A %d %B %Y, %H:%M %Z}.")
    say(f"{players_are(moved.told)} told with the next delivery: magika-gm deliver")


@click.command(
    epilog="""\b
Examples:
  magika-gm remind               all games for which it is time; tick does it by itself
  magika-gm remind 12 --dry-run  whom it would be; nothing is sent, charged or written
  magika-gm remind 12 --early    before the evening""",
)
@click.argument("game", required=False)
@click.option("--dry-run", is_flag=True, help="Show whom; change nothing.")
@click.option("--early", is_flag=True, help="Before the evening's window opens.")
@json_option
@click.pass_context
@reports_errors
def remind(ctx: click.Context, game: str | None, dry_run: bool, early: bool, as_json: bool) -> None:
    """Remind those whose orders are missing: all of them some time before the due date ([game] remind_hours), free of
    charge; and the evening before, who asked for it with turn insurance.

    E-mails wait for the next delivery; the call list (text and PDF) and pages to fax are written to calls/. Nobody is
    alerted, or charged, twice for one due date, however often this runs.
    """
    from magika_gm.app.calendar.insurance import alert_missing as use_case
    from magika_gm.app.calendar.insurance import all_games
    from magika_gm.app.office.doors import in_words

    rounds: list[AlertRound] = []
    failures: list[dict[str, str]] = []
    with office_of(ctx) as office:
        for name in [game] if game else all_games(office):
            try:
                rounds.append(use_case(office, name, now(), early, dry_run))
            except Exception as error:  # noqa: BLE001 - the door of one game
                failures.append({"game": name, "error": in_words(office, f"insurance {name}", error)})
    games = [r.game for r in rounds if r.game is not None]
    files = list(dict.fromkeys(file for r in rounds for file in r.files))
    if as_json:
        say_json({"games": [_plain_game(g) for g in games] + failures, "files": files, "dry_run": dry_run})
    else:
        for g in games:
            _tell_game(g, dry_run)
        if not games and not failures:
            say(f"Game {game} is over." if game else "No game goes on.")
        # the list of an evening is one for all games: the last one written has them all
        lists = {
            r.game.window.evening if not dry_run else r.game: r.call_list for r in rounds if r.game and r.call_list
        }
        for text in lists.values():
            say(f"\n{text}".rstrip())
        for file in files:
            say(f"Written: {file}")
    for failure in failures:
        complain(f"game {failure['game']}: {failure['error']}")
    if failures:
        raise SystemExit(1)


def _plain_game(g: GameAlerts) -> dict[str, Any]:
    return {
        "game": g.game,
        "turn": g.turn,
        "due": g.due.isoformat(),
        "window": [moment.isoformat() for moment in g.window],
        "state": g.state,
        "missing": list(g.missing),
        "alerts": [asdict(alert) for alert in g.alerts],
        "reminded": list(g.reminded),
    }


def _tell_game(g: GameAlerts, dry_run: bool) -> None:
    about = f"Game {g.game}, turn {g.turn}"
    if g.reminded:
        say(f"{about}: the reminder for all {'would go' if dry_run else 'goes'} to {' '.join(g.reminded)}.")
    if g.state:
        say(f"{about}: nobody is {'alerted' if g.reminded else 'reminded'} ({g.state}).")
        return
    say(f"{about}: " + (f"orders are missing from {' '.join(g.missing)}." if g.missing else "no orders are missing."))
    if g.window.closes <= now():
        zone = g.window.closes.tzinfo
        say(f"  It is late: the evening's window closed {g.window.closes:%A %H:%M} ({zone}); do not phone by night.")
    for alert in g.alerts:
        say(f"  {alert.seat}  {alert.name}, {alert.how} to {alert.to}: {_what(alert, dry_run)}")


def _what(alert: Alert, dry_run: bool) -> str:
    if alert.trouble:
        return f"not alerted: {alert.trouble}"
    if not alert.new:
        return "alerted before"
    return ("would be" if dry_run else "is") + (" alerted and charged" if alert.charged else " alerted, free of charge")


@click.command(
    epilog="""\b
Examples:
  magika-gm insure 12 C e-mail
  magika-gm insure 12 C phone --phone "+1 902 555 0100"
  magika-gm insure 12 C none""",
)
@click.argument("game")
@click.argument("seat")
@click.argument("how", type=click.Choice(["none", "e-mail", "fax", "phone"]))
@click.option("--phone", metavar="NUMBER", help="Where to call him.")
@click.option("--fax", metavar="NUMBER", help="Where to fax to.")
@json_option
@click.pass_context
@reports_errors
def insure(
    ctx: click.Context, game: str, seat: str, how: str, phone: str | None, fax: str | None, as_json: bool
) -> None:
    """What turn insurance the player of SEAT in GAME wants; it holds for all his games."""
    from magika_gm.app.record.contact import set_insurance

    with office_of(ctx) as office:
        before, holder = set_insurance(office, game, seat.upper(), how, phone, fax)
        undone_by(ctx, "insure", game, seat, before)
    if as_json:
        say_json({"name": holder.name, "insurance": holder.insurance, "phone": holder.phone, "fax": holder.fax})
        return
    if how == "none":
        say(f"{holder.name} has no turn insurance.")
        return
    to = {"e-mail": holder.email, "phone": holder.phone, "fax": holder.fax}[how]
    say(f"{holder.name} is told by {how} ({to}), the evening before a turn is due, when orders are missing.")
