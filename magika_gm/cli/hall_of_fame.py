"""What remains of games: the hall of fame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from magika_gm.cli.common import json_option, office_of, reports_errors, say, say_json, show_table

if TYPE_CHECKING:
    from magika_gm.app.results.standings import Ended, Result


@click.command("hall-of-fame", epilog="\b\nExamples:\n  magika-gm hall-of-fame\n  magika-gm hall-of-fame 12 --json")
@click.argument("game", required=False)
@json_option
@click.pass_context
@reports_errors
def hall_of_fame(ctx: click.Context, game: str | None, as_json: bool) -> None:
    """Who won which game, how and when (GM-5); with GAME its whole final standing.

    Says also who may still play a game free as a winner. A turn that waits for review counts when it is published.
    """
    from magika_gm.app.office.errors import OfficeError
    from magika_gm.app.record.games import load_game
    from magika_gm.app.results.standings import ended_games, free_prize_games

    with office_of(ctx) as office:
        zone = office.settings.zone
        with office.store.reading() as connection:
            ended = ended_games(connection)
            free = free_prize_games(connection, ended)
            if game is not None and game not in {e.game for e in ended}:
                load_game(connection, game)
                raise OfficeError(f"game {game} is not over yet")
    people = {r.player: r.name for e in ended for r in e.results if r.player is not None}
    shown = [e for e in ended if game in (None, e.game)]
    if as_json:
        rights = [{"player": number, "name": people[number], "games": n} for number, n in sorted(free.items())]
        say_json({"games": [_plain(e, game is not None) for e in shown], "free_prize_games": rights})
    elif not shown:
        say("No game is over yet.")
    elif game is not None:
        _standing(shown[0])
    else:
        show_table(
            ("game", "plays", "title", "ended", "turn", "by", "winner", "with", "points"),
            [
                (
                    e.game,
                    e.system.title,
                    e.title,
                    _day(e, zone),
                    e.turn,
                    e.ending,
                    _player(w),
                    f"{w.character} ({w.seat})",
                    f"{w.points:g}",
                )
                for e in shown
                for w in e.winners
            ],
            right=("turn", "points"),
        )
        for number, times in sorted(free.items()):
            many = "a game" if times == 1 else f"{times} games"
            say(f"{people[number]} may play {many} free as a winner (GM-5).")


def _plain(ended: Ended, everybody: bool) -> dict[str, Any]:
    results = [
        {"seat": r.seat, "character": r.character, "player": r.player, "name": r.name, "rank": r.rank,
         "points": r.points, "dropped": r.dropped}
        for r in (ended.results if everybody else ended.winners)
    ]  # fmt: skip
    return {"game": ended.game, "system": ended.system.name, "title": ended.title, "turn": ended.turn,
            "ending": ended.ending,
            "ended_at": ended.ended_at, "standing" if everybody else "winners": results}  # fmt: skip


def _standing(ended: Ended) -> None:
    say(f"{ended.system.title} game {ended.game}, {ended.title}: over after turn {ended.turn} ({ended.ending})")
    show_table(
        ("rank", ended.system.words.seat, "character", "player", "points"),
        [
            (r.rank, r.seat, r.character, _player(r), "dropped out" if r.dropped else f"{r.points:g}")
            for r in ended.results
        ],
        right=("rank", "points"),
    )


def _player(result: Result) -> str:
    return result.name or "(built-in policy)"


def _day(ended: Ended, zone: Any) -> str:
    from magika_gm.store.faults import moment

    return moment(ended.ended_at, f"game {ended.game}: when it was over").astimezone(zone).strftime("%Y-%m-%d")
