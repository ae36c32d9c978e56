"""One player's record, a game abandoned, who won which game: player, cancel-game, hall-of-fame."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from magika_gm.cli.common import (
    ask_first,
    fail,
    in_log,
    json_option,
    not_undone,
    now,
    office_of,
    reports_errors,
    say,
    say_json,
    show_table,
    undone_by,
)

if TYPE_CHECKING:
    from magika_gm.app.enrolment.players import Known
    from magika_gm.app.office.office import Office
    from magika_gm.app.results.standings import Ended, Result


@click.command(
    epilog="""\b
Examples:
  magika-gm player "Ann Dubois"                        what the office knows; also 3, P0003, her address or 12:A
  magika-gm player 12:A --paper a4 --large-print --timezone Europe/Brussels
  magika-gm player 3 --attach pdf --phone "+32 81 55 01 00"
  magika-gm player 3 --attach none                     reports without files
  magika-gm player 12:A --new-password                 a code for a new password goes to her address
  magika-gm player 3 --merge 17                        17 is the same person: one record, one account
  magika-gm player 3 --unmerge 17                      he is not: two records again
  magika-gm player 3 --export anns-data                all that is held on her, as a folder she can read
  magika-gm player 3 --erase                           shows what would go and what stays, and asks"""
)
@click.argument("who", metavar="PLAYER")
@click.option("--name", help="His name.")
@click.option("--email", help="His mail address, if he plays nowhere; else magika-gm address lets him confirm it.")
@click.option("--address", help="His postal address.")
@click.option("--phone", help="His telephone number.")
@click.option("--fax", help="His fax number.")
@click.option("--insurance", help="Turn insurance: none, e-mail, fax or phone (GM-2).")
@click.option("--timezone", metavar="ZONE", help='The clock his dates are told by, like Europe/Berlin; "" is yours.')
@click.option("--paper", type=click.Choice(["letter", "a4", ""]), help='What he prints on; "" is the office\'s.')
@click.option("--large-print/--normal-print", "large_print", default=None, help="How large his reports are printed.")
@click.option("--attach", metavar="FILES", help='Files with his reports: "pdf json page", some of them, or none.')
@click.option("--new-password", is_flag=True, help="Mail him the code with which he chooses a new password.")
@click.option(
    "--merge", metavar="OTHER", help="OTHER is the same person: make the two records one. Shows both and asks."
)
@click.option("--same-game", is_flag=True, help="With --merge: though both sit in one game.")
@click.option("--unmerge", metavar="OTHER", help="OTHER, whose record was made one with his, is another person.")
@click.option(
    "--export", type=click.Path(path_type=Path), metavar="FOLDER", help="Write all that is held on him there."
)
@click.option("--erase", is_flag=True, help="Erase him: a pseudonym stands for his name. Shows all first, and asks.")
@click.option("--yes", is_flag=True, help="With --merge and --erase: do not ask.")
@json_option
@click.pass_context
@reports_errors
def player(
    ctx: click.Context,
    /,
    who: str,
    new_password: bool,
    merge: str | None,
    same_game: bool,
    unmerge: str | None,
    export: Path | None,
    erase: bool,
    yes: bool,
    as_json: bool,
    **said: Any,
) -> None:
    """Show what the office knows of PLAYER, and change it. Reports that were sent stay as they were."""
    from magika_gm.app.enrolment.players import change_player, show_player
    from magika_gm.app.post.addresses import ask_for

    changes = {key: value for key, value in said.items() if value is not None}
    if "attach" in changes:
        words = str(changes["attach"]).replace(",", " ").casefold().split()
        changes["attach"] = tuple(word for word in words if word != "none")
    alone = (merge is not None, unmerge is not None, export is not None, erase)
    if sum(alone) + bool(changes or new_password) > 1:
        raise click.UsageError("--merge, --unmerge, --export and --erase go alone")
    if (yes and merge is None and not erase) or (same_game and merge is None):
        raise click.UsageError("--yes goes with --merge or --erase, --same-game with --merge")
    if erase:
        _erase(ctx, who, yes, as_json)
        return
    with office_of(ctx) as office:
        if export is not None:
            _export(office, who, export, as_json)
            return
        if merge is not None:
            _merge(ctx, office, who, merge, same_game, yes, as_json)
            return
        if unmerge is not None:
            _unmerge(ctx, office, who, unmerge, as_json)
            return
        known = show_player(office, who)
        if changes:
            before, known = known, change_player(office, str(known.player), changes)
            _as_before(ctx, before, changes)
        mailed = ask_for(office, str(known.player), now()) if new_password else ""
    if as_json:
        say_json(asdict(known) | ({"code_mailed_to": mailed} if mailed else {}))
        return
    for line in _lines(known):
        say(line)
    if mailed:
        say(f"A code for a new password waits for {mailed}: magika-gm deliver. Until it comes back the old one stands.")


def _as_before(ctx: click.Context, before: Known, changed: Iterable[str]) -> None:
    """How wishes become again what they were. What names a person stands in no line of the log."""
    from magika_gm.app.office.doors import PERSONAL

    options: list[str] = []
    for name in changed:
        if name in PERSONAL:
            return
        value = getattr(before, name)
        if name == "large_print":
            options.append("--large-print" if value else "--normal-print")
        elif name == "attach":
            options += ["--attach", " ".join(value) or "none"]
        else:
            options += [f"--{name}", value]
    undone_by(ctx, "player", before.player, *options)


def _merge(ctx: click.Context, office: Office, who: str, other: str, same_game: bool, yes: bool, as_json: bool) -> None:
    """Show both records, ask, and make them one."""

    from magika_gm.app.enrolment.merging import look_at_merge, merge_players

    pair = look_at_merge(office, who, other)
    if not as_json:
        for title, known in (("Stays", pair.keep), ("Goes into it", pair.gone)):
            say(f"{title}:")
            for line in _lines(known):
                say(f"  {line}")
    if pair.together and same_game and not as_json:
        say(f"Both sit in one game: {'; '.join(pair.together)}. He will read what both are told.")
    if not yes and not (pair.together and not same_game):
        refusal = f"nothing was changed; to make players {pair.keep.player} and {pair.gone.player} one, say --yes"
        ask_first("Are these one person?", refusal, as_json)
    merged = merge_players(office, str(pair.keep.player), str(pair.gone.player), now(), same_game)
    undone_by(ctx, "player", merged.player, "--unmerge", merged.gone)
    if as_json:
        say_json(asdict(merged))
        return
    say(f"Player {merged.gone} ({merged.gone_account}) is one with player {merged.player} now.")
    say(f"The account holds {merged.balance}. To undo it: magika-gm player {merged.player} --unmerge {merged.gone}")


def _unmerge(ctx: click.Context, office: Office, who: str, other: str, as_json: bool) -> None:
    """Make them two again."""
    from magika_gm.app.enrolment.merging import unmerge_players

    done = unmerge_players(office, who, other, now())
    undone_by(ctx, "player", done.player, "--merge", done.back)
    if as_json:
        say_json(asdict(done))
        return
    seats = f", with {', '.join(done.seats)}" if done.seats else ""
    say(f"Player {done.back} ({done.back_account}) is a player of his own again{seats}; his account holds "
        f"{done.back_balance}.")  # fmt: skip
    say(f"Player {done.player} keeps what came since, but for those seats; his account holds {done.balance}.")


def _export(office: Office, who: str, folder: Path, as_json: bool) -> None:
    """Give out all that is held on him."""
    from magika_gm.app.operations.personal import export_person

    done = export_person(office, who, folder, now())
    if as_json:
        say_json(asdict(done))
        return
    held = f"{done.reports} reports, {done.mails} mails as they came, {done.letters} letters"
    say(f"{done.folder}: {done.files} files on player {done.player}, with {held}; README.txt says what is what.")
    say("It is that person's alone: send it to nobody else.")


def _erase(ctx: click.Context, who: str, yes: bool, as_json: bool) -> None:
    """Show what goes and what stays, ask, and erase him; the log has his account instead of what was typed."""

    from magika_gm.app.office.office import open_office
    from magika_gm.app.operations.erasing import erase_person, look_at_erasure

    office = open_office(Path(ctx.obj))
    try:
        plan = look_at_erasure(office, who)
    finally:
        office.close()
    if not as_json:
        for title, lines in (("Goes", plan.goes), ("Stays", plan.stays)):
            say(f"{title}:")
            for line in lines:
                say(f"  {line}")
    if plan.refused:
        fail(f"{plan.refused}; nothing was changed")
    if not yes:
        refusal = f"nothing was changed; to erase player {plan.player} for good, say --yes"
        ask_first(f"Erase player {plan.player} for good?", refusal, as_json)
    ctx.params["who"] = plan.account
    with office_of(ctx) as office:
        done = erase_person(office, plan.account, now())
        not_undone(ctx, "no more; it asks first")
    if as_json:
        say_json({"plan": asdict(plan), **asdict(done)})
        return
    many = len(done.written)
    say(f"Player {done.player} is erased: {done.pseudonym}. Reports of {many} {'turn' if many == 1 else 'turns'} were "
        "written anew.")  # fmt: skip
    say("A web site is written anew by tick or: magika-gm site DIR. Make a new backup, and delete older ones in time.")


def _lines(known: Known) -> list[str]:
    """A record as rows; what is not known is left out."""
    rows = [
        ("Player", f"{known.player} ({known.account})"),
        ("Name", known.name),
        ("Mail", known.email),
        ("Address", known.address),
        ("Phone", known.phone),
        ("Fax", known.fax),
        ("Insurance", known.insurance),
        ("Time zone", known.timezone or "the office's"),
        ("Paper", known.paper or "the office's"),
        ("Large print", "yes" if known.large_print else "no"),
        ("Attached", " ".join(known.attach) or "nothing"),
        ("Rule book", "has it" if known.rule_book else "not yet"),
        ("Account", known.balance),
        ("Plays", ", ".join(known.seats)),
        ("Waits", ", ".join(f"sign-up {number}" for number in known.sign_ups)),
        ("Stands by", ", ".join(f"as number {number}" for number in known.standby)),
        ("Reliable", f"{known.reliability} %" if known.reliability is not None else ""),
    ]
    return [f"{name:<12} {value}" for name, value in rows if value]


@click.command(
    "cancel-game",
    epilog="""\b
Examples:
  magika-gm cancel-game 12 --reason "begun with the wrong pace"
  magika-gm cancel-game 12 --reason "too few players" --yes""",
)
@click.argument("game")
@click.option("--reason", required=True, metavar="TEXT", help="Why; the players are told.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@click.pass_context
@reports_errors
def cancel_game(ctx: click.Context, game: str, reason: str, yes: bool, as_json: bool) -> None:
    """Abandon GAME: everybody is told, all charges are given back, and who came from the waiting list waits again.

    It cannot be taken back. The game's record stays, without a result.
    """

    from magika_gm.app.enrolment.new_game import cancel_game as use_case

    if not yes:
        refusal = f"nothing was changed; to abandon game {game} for good, say --yes"
        ask_first(f"Abandon game {game} for good?", refusal, as_json)
    with office_of(ctx) as office:
        done = use_case(office, game, reason, now())
    if as_json:
        say_json(asdict(done))
        return
    say(f"Game {done.game} is cancelled; {len(done.told)} players are told: magika-gm deliver")
    say(f"{done.entries} entries were taken back in the books.")
    if done.sign_ups:
        say(f"{len(done.sign_ups)} sign-ups wait again: magika-gm sign-up list")


# What remains of games: the hall of fame.


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
    from magika_gm.app.record.games import CANCELLED, load_game
    from magika_gm.app.results.standings import ended_games, free_prize_games

    with office_of(ctx) as office:
        zone = office.settings.zone
        with office.store.reading() as connection:
            ended = ended_games(connection)
            free = free_prize_games(connection, ended)
            if game is not None and game not in {e.game for e in ended}:
                seen = load_game(connection, game)
                cancelled = f"game {game} was cancelled: nobody won it"
                raise OfficeError(cancelled if seen.ending == CANCELLED else f"game {game} is not over yet")
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
            ("game", "plays", "title", "ended", "turn", "how", "winner", "with", "points"),
            [
                (
                    e.game,
                    e.system.title,
                    e.title,
                    _day(e, zone),
                    e.turn,
                    e.how,
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
    say(f"{ended.system.title} game {ended.game}, {ended.title}: over after turn {ended.turn}: {ended.how}")
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


@click.group(
    "co-master",
    epilog="""\b
Examples:
  magika-gm co-master add Anna           prints her key, once
  MAGIKA_KEY=… magika-gm pause 12 --reason "holidays"       a command of hers, in the log as hers
  magika-gm co-master list --json
  magika-gm co-master remove Anna        her key opens nothing any more""",
)
def co_master() -> None:
    """Who else gives commands here: each has a key, which proves in the log whose a command was.

    A key is given in MAGIKA_KEY or with --key-file, never on the command line. Some commands stay the game master's
    own: docs/gm-guide.md, "Helpers, and a master who plays".
    """


@co_master.command(epilog="\b\nExample:\n  magika-gm co-master add Anna")
@click.argument("name")
@json_option
@click.pass_context
@reports_errors
def add(ctx: click.Context, name: str, as_json: bool) -> None:
    """Make NAME a co-master, and print the key."""
    from magika_gm.app.office.office import open_office
    from magika_gm.app.office.passwords import add_co_master

    office = open_office(Path(ctx.obj))
    with in_log(ctx, office.root) as note:
        note()
        key = add_co_master(office.root, name, now())
        undone_by(ctx, "co-master", "remove", name)
    if as_json:
        say_json({"name": name, "key": key})
        return
    say(f"{name}'s key, which is told this once:\n\n    {key}\n")
    say("With MAGIKA_KEY set to it, or in a file that --key-file names, a command stands in the log under that name.")


@co_master.command("list", epilog="\b\nExample:\n  magika-gm co-master list")
@json_option
@click.pass_context
@reports_errors
def list_all(ctx: click.Context, as_json: bool) -> None:
    """Who has a key, and since when."""
    from magika_gm.app.office.office import open_office
    from magika_gm.app.office.passwords import co_masters

    found = [(one.name, one.since[:10]) for one in co_masters(open_office(Path(ctx.obj)).root).values()]
    if as_json:
        say_json([{"name": name, "since": since} for name, since in found])
    elif found:
        show_table(("name", "since"), found)
    else:
        say("Nobody has a key. Give one with: magika-gm co-master add NAME")


@co_master.command(epilog="\b\nExample:\n  magika-gm co-master remove Anna")
@click.argument("name")
@json_option
@click.pass_context
@reports_errors
def remove(ctx: click.Context, name: str, as_json: bool) -> None:
    """Let NAME's key open nothing any more; what was done with it stays in the log."""
    from magika_gm.app.office.office import open_office
    from magika_gm.app.office.passwords import remove_co_master

    office = open_office(Path(ctx.obj))
    with in_log(ctx, office.root) as note:
        note()
        gone = remove_co_master(office.root, name)
    say_json({"name": gone.name}) if as_json else say(f"{gone.name}'s key opens nothing any more.")
