"""The waiting list and games filled from it: sign-up, fill-game, standby (GM-1, GM-5)."""

from __future__ import annotations

from dataclasses import asdict, fields
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from magika_gm import games
from magika_gm.cli.common import (
    PASSWORD_LINE,
    ask_first,
    extra_files,
    extras_option,
    fail,
    game_option,
    json_option,
    located,
    now,
    office_of,
    parse_time,
    reports_errors,
    say,
    say_json,
    show_table,
    undone_by,
    warn_of_date,
)
from magika_gm.cli.secrets import password_line, secret_file, secret_seed, seen, warn_seen
from magika_gm.games import DEFAULT

if TYPE_CHECKING:
    from magika_gm.app.enrolment.waiting_list import Filled, Waiting


@click.group(
    "sign-up",
    epilog="""\b
Examples:
  magika-gm sign-up list
  magika-gm sign-up add --form mail.txt
  magika-gm sign-up add --name "Ann Dubois" --email ann@example.org --password-file ann.txt \\
      --first "Aletheia, elf, good" --second "Borgir, dwarf, neutral" --pace two
  magika-gm sign-up confirm 5
  magika-gm sign-up withdraw 5""",
)
def sign_up() -> None:
    """The waiting list. Sign-up forms that come by mail are put on it by ingest.

    Each of these takes --json as well.
    """


@sign_up.command(
    "add",
    epilog="""\b
Examples:
  magika-gm sign-up add --form mail.txt
  magika-gm sign-up add --player 3 --password-file - --first "Aletheia, elf, good" --anything
  magika-gm sign-up add --player 3 --password-file - --returning "7 C" --scrolls "Heals TelPt\"""",
)
@click.option("--form", "form_file", type=click.Path(dir_okay=False, path_type=Path), help="A form: SIGN-UP … END.")
@click.option("--player", default="", help="Who it is for, if he has an account: number, account, e-mail or name.")
@game_option
@click.option("--name", default="", help="A new player's name.")
@click.option("--email", default="", help="His mail address.")
@click.option("--address", default="", help="His postal address.")
@click.option("--money", default="", help="His account's money: EUR, USD …")
@secret_file("--password-file", "the password of his order sheets")
@click.option("--password", default="", callback=seen("--password", "--password-file -"),
              help="The password itself, for all to see.")  # fmt: skip
@click.option("--first", default="", help="First choice of a character (Magika: name, race, alignment).")
@click.option("--second", default="", help="Second choice, likewise.")
@click.option("--anything", is_flag=True, help="Anything else will do as well, likewise.")
@click.option("--as", "character", default="", help="The character's name, if anything will do.")
@click.option("--pace", default="either", show_default=True, help="two, three (weeks) or either.")
@click.option("--returning", default="", help='A character that comes back: "GAME SEAT" of his old game.')
@click.option("--scrolls", default="", help="What he brings from an old game (Magika: up to two scrolls).")
@click.option("--ebon", default="", help="Would play the seat winners get (Magika: the Ebon Mage): no, also or only.")
@click.option("--line", "more", multiple=True, help='A further line of the form, as the game asks: "COLOUR red".')
@click.option("--phone", default="", help="His telephone number.")
@click.option("--fax", default="", help="His fax number.")
@click.option("--insurance", default="", help="Turn insurance: none, e-mail, fax or phone (GM-2).")
@click.option("--camp", is_flag=True, help="Plays with CAMP and by e-mail.")
@click.option("--has-rule-book", is_flag=True, help="Has a rule book already.")
@json_option
@click.pass_context
@reports_errors
def add(ctx: click.Context, /, form_file: Path | None, player: str, as_json: bool, **words: Any) -> None:
    """Put somebody on the waiting list, from a form or from options."""
    from magika_gm.app.enrolment.signup_form import read_form
    from magika_gm.app.post.signup_desk import sign_up_by_word
    from magika_gm.engine.words import plain_lines
    from magika_gm.mail.parsing import decode

    secret = words.pop("password_file")
    in_line = any(PASSWORD_LINE.match(line) for line in words["more"])
    if (secret or words["password"]) and (in_line or form_file is not None):
        raise click.UsageError("say the password once: in the form or a line of it, or by --password-file")
    if in_line:
        warn_seen('--line "PASSWORD …"', "--password-file -")
    elif form_file is None:
        words["password"] = password_line(words["password"], secret, as_json)
    text = plain_lines(decode(form_file.read_bytes())[0]) if form_file is not None else _form_text(words)
    form = read_form(text, words.pop("system"))
    if form is None:
        fail(f"{form_file}: there is no sign-up form in it (SIGN-UP … END)")
    with office_of(ctx) as office:
        added = sign_up_by_word(office, form, player, now())
        undone_by(ctx, "sign-up", "withdraw", added.id)
    if as_json:
        say_json(_plain(added))
    else:
        say(f"Sign-up {added.id}: {_line(added)}")
        say(_TOLD)


def _form_text(words: dict[str, Any]) -> str:
    """The options as a form: one reader and one set of rules for both."""
    ways = ("name", "email", "address", "money", "password", "first", "second", "pace", "returning", "scrolls", "ebon",
            "phone", "fax", "insurance")  # fmt: skip
    lines = [f"{key.upper()} {words[key]}" for key in ways if words[key]]
    lines += [f"ANYTHING {words['character']}"] if words["anything"] else []
    lines += words["more"]
    lines += ["CAMP"] if words["camp"] else []
    lines += ["RULE BOOK yes"] if words["has_rule_book"] else []
    return "\n".join(["SIGN-UP", *(" ".join(line.split()) for line in lines), "END"])


_TOLD = "He is told with the next delivery: magika-gm deliver"


@sign_up.command(
    "list",
    epilog="""\b
Examples:
  magika-gm sign-up list
  magika-gm sign-up list --game rune_war
  magika-gm sign-up list --all --json""",
)
@click.option("--game", "system", metavar="NAME", help=f"Of one game: {', '.join(games.SYSTEMS)}.")
@click.option("--all", "everybody", is_flag=True, help="Also those seated or withdrawn.")
@json_option
@click.pass_context
@reports_errors
def list_all(ctx: click.Context, system: str | None, everybody: bool, as_json: bool) -> None:
    """Who waits, game by game, in order of arrival; who has not confirmed his sign-up yet, too."""
    from magika_gm.app.enrolment.waiting_list import load_list

    plays = [games.system(system).name] if system else list(games.SYSTEMS)
    with office_of(ctx) as office, office.store.reading() as connection:
        here = [w for w in load_list(connection) if everybody or w.state in ("waiting", "asked")]
    found = sorted((w for w in here if w.system in plays), key=lambda w: plays.index(w.system))
    if as_json:
        say_json([_plain(w) for w in found])
        return
    if not found:
        say("Nobody waits. Sign-ups come by mail (ingest) or with: magika-gm sign-up add")
    if found:
        rows = [
            (str(w.id), w.plays.title, w.player_name, w.plays.signup.choices_text(w.choices), _notes(w), _state(w))
            for w in found
        ]
        show_table(("nr", "game", "name", "wishes", "notes", "state"), rows, ("nr",), ("name",))
    for name in plays:
        waits = sum(w.system == name and w.state == "waiting" for w in found)
        if waits:
            who = "1 waits" if waits == 1 else f"{waits} wait"
            kind = "" if name == DEFAULT else f" --game {name}"
            say(f"{games.system(name).title}: {who}. Try: magika-gm fill-game GAME{kind} --dry-run")
    asked = sum(w.state == "asked" for w in found)
    if asked:
        say(f"Not confirmed yet: {asked}. You know whose it is? magika-gm sign-up confirm NUMBER")


@sign_up.command("confirm", epilog="\b\nExample:\n  magika-gm sign-up confirm 5")
@click.argument("number", type=int)
@json_option
@click.pass_context
@reports_errors
def confirm(ctx: click.Context, number: int, as_json: bool) -> None:
    """Let mailed sign-up NUMBER count without its code: you know whose it is."""
    from magika_gm.app.post.signup_desk import confirm_by_word

    with office_of(ctx) as office:
        found = confirm_by_word(office, number, now())
        undone_by(ctx, "sign-up", "withdraw", number)
    if as_json:
        say_json({"id": found.id, "player": found.player, "state": found.state})
    else:
        say(f"Sign-up {found.id} of {found.player_name} waits for a game.")
        say(_TOLD)


@sign_up.command("withdraw", epilog="\b\nExample:\n  magika-gm sign-up withdraw 5")
@click.argument("number", type=int)
@json_option
@click.pass_context
@reports_errors
def withdraw(ctx: click.Context, number: int, as_json: bool) -> None:
    """Take sign-up NUMBER off the list."""
    from magika_gm.app.enrolment import waiting_list as use_case

    with office_of(ctx) as office:
        gone = use_case.withdraw_sign_up(office, number)
    if as_json:
        say_json({"id": gone.id, "player": gone.player, "state": "withdrawn"})
    else:
        say(f"Sign-up {gone.id} of {gone.player_name} is off the list.")


def _plain(w: Waiting) -> dict[str, Any]:
    plain = {f.name: getattr(w, f.name) for f in fields(w)}
    del plain["password"]
    return plain | {"choices": dict(w.choices), "returning": w.returning}


def _notes(w: Waiting) -> str:
    notes = [f"{w.pace} weeks" if w.pace != "either" else "either pace"]
    notes += [f"returns from {w.returning[0]}:{w.returning[1]}"] if w.returning else []
    return "; ".join(notes + (["CAMP"] if w.camp else []))


def _state(w: Waiting) -> str:
    """What became of it; "" while it waits."""
    if w.state == "asked":
        return "not confirmed"
    return "" if w.state == "waiting" else f"{w.state}{f' in game {w.game}' if w.game else ''}"


def _line(w: Waiting) -> str:
    """A sign-up in one line."""
    return f"{w.player_name}: {w.plays.title}, {w.plays.signup.choices_text(w.choices)} ({_notes(w)})"


@click.command(
    "fill-game",
    epilog="""\b
Examples:
  magika-gm fill-game 13 --dry-run               who would get what, and why; nothing is changed
  magika-gm fill-game 13 --pace three
  magika-gm fill-game 13 --seat M=policy         the built-in policy plays a seat""",
)
@click.argument("game")
@click.option("--pace", type=click.Choice(["two", "three"]), help="Weeks a turn (default: the office's pace).")
@game_option
@click.option("--seat", "seats", multiple=True, metavar="SEAT=WHO", help="Who plays a seat: a player, or policy.")
@click.option("--ebon", default="", help="Who plays the seat winners get (default: last winner, spare).")
@click.option("--scenario", default="", help="A scenario's name or .toml file (letter: the author's; default: usual).")
@click.option("--due", callback=parse_time, help="When turn 1 is due (default: the pace from now, at the due hour).")
@click.option("--title", default="", help="The game's title (default: the scenario's).")
@secret_file("--seed-file", "a secret seed of the dice (default: drawn; best left so: reports say which)")
@click.option("--seed", callback=seen("--seed", "--seed-file -"), help="The seed itself, for all to see.")
@extras_option
@click.option("--dry-run", is_flag=True, help="Show the seats and change nothing.")
@json_option
@click.pass_context
@reports_errors
def fill_game(
    ctx: click.Context,
    game: str,
    pace: str | None,
    system: str,
    seats: tuple[str, ...],
    ebon: str,
    scenario: str,
    due: datetime | None,
    title: str,
    seed_file: str,
    seed: str | None,
    extras: tuple[str, ...],
    dry_run: bool,
    as_json: bool,
) -> None:
    """Start GAME with those who wait for it: as many first choices as the rule allows, earlier ones first."""
    from magika_gm.app.enrolment import waiting_list as use_case
    from magika_gm.app.enrolment.new_game import prepare
    from magika_gm.app.turns.publish import write_reports

    with office_of(ctx) as office:
        weeks = pace or ("three" if office.settings.number("game", "pace_days") > 17 else "two")
        when = located(due, office, office.settings.number("game", "due_hour"))
        secret = secret_seed(seed, seed_file)
        days = use_case.PACE_DAYS[weeks] if pace else None
        beginning = prepare(
            office, game, now(), system=system, scenario=scenario, due=when, seed=secret, title=title,
            extras=extra_files(extras), pace_days=days,
        )  # fmt: skip
        chosen = dict(_seat_and_who(text) for text in seats)
        if ebon and not beginning.system.signup.PRIZE:
            fail(f"{beginning.system.title} has no seat that winners get; write --seat SEAT=WHO")
        chosen |= {beginning.system.signup.PRIZE: ebon} if ebon else {}
        filled = use_case.fill_game(office, beginning, weeks, now(), chosen, dry_run)
        folder = None if dry_run else write_reports(office, game)
        warn_of_date(office, game, filled.due)
        local = filled.due.astimezone(office.settings.zone)
    if as_json:
        say_json(_filled_plain(filled) | {"reports": folder and str(folder), "dry_run": dry_run})
        return
    _say_filled(filled)
    if dry_run:
        say("\nNothing was changed. Without --dry-run the game begins.")
    else:
        say(f"\nGame {game} has begun; first reports are in {folder}. Turn 1 is due {local:%A %d %B %Y, %H:%M %Z}.")
        say("Send the start packs with: magika-gm deliver")


def _seat_and_who(text: str) -> tuple[str, str]:
    seat, equals, who = text.partition("=")
    if not equals:
        raise click.BadParameter(f"{text!r}: write SEAT=WHO, like C=policy")
    return seat.strip().upper(), who.strip()


def _say_filled(filled: Filled) -> None:
    signup, words = filled.system.signup, filled.system.words
    for one in filled.seats:
        if one.candidate is None:
            continue
        number = one.candidate.id
        who = filled.players[number]
        if one.entrant is None:
            say(f"   sign-up {number:>3}  {who:<24} waits: {one.why}")
            continue
        said = list(one.entrant.choices.values())
        words_said = said if all(isinstance(word, str) for word in said) else [signup.choices_text(one.entrant.choices)]
        got = ", ".join(word for word in (one.entrant.name, *words_said) if word)
        say(f"{one.entrant.seat}  sign-up {number:>3}  {who:<24} {got:<32} {one.rank}".rstrip())
        if one.why and one.entrant.seat not in filled.system.automatic:
            say(f"{'':>17}why: {one.why}")
        for lost in filled.untaken.get(one.entrant.seat, ()):
            say(f"{'':>17}{lost}")
    first = sum(one.rank == "first choice" for one in filled.seats)
    if first:
        say(f"{first} of the {words.enough} have their first choice.")
    for seat in filled.system.automatic:
        say(f"{seat}  {words.called(seat)}: {filled.who(seat)}")


def _filled_plain(filled: Filled) -> dict[str, Any]:
    return {
        "game": filled.game,
        "system": filled.system.name,
        "due": filled.due.isoformat(),
        "automatic": {seat: filled.who(seat) for seat in filled.system.automatic},
        "seats": [
            {
                "sign_up": one.candidate.id,
                "player": filled.players[one.candidate.id],
                "seat": one.entrant and one.entrant.seat,
                "character": one.entrant and {"name": one.entrant.name, **one.entrant.choices},
                "rank": one.rank,
                "why": one.why,
                "not_taken": list(filled.untaken.get(one.entrant.seat, ())) if one.entrant else [],
            }
            for one in filled.seats
            if one.candidate is not None
        ],
    }


# Those who stand by: standby add, list, leave, place.


@click.group(
    epilog="""\b
Examples:
  magika-gm standby add "Una Byron" una@example.org --password-file una.txt
  magika-gm standby list
  magika-gm standby place 12 C 3          number 3 of the list takes mage C of game 12 over"""
)
def standby() -> None:
    """Who stands by to take a position over when its player misses his turns. Each of these takes --json."""


@standby.command(
    "add", epilog='\b\nExample:\n  magika-gm standby add "Una Byron" una@example.org --password-file una.txt'
)
@click.argument("name")
@click.argument("email")
@secret_file("--password-file", "what he will order with; only its hash is kept. Asked for on a terminal")
@click.option("--password", default="", callback=seen("--password", "--password-file -"),
              help="The password itself, for all to see.")  # fmt: skip
@json_option
@click.pass_context
@reports_errors
def standby_add(ctx: click.Context, name: str, email: str, password_file: str, password: str, as_json: bool) -> None:
    """Put NAME at the end of the line."""
    from magika_gm.app.enrolment.standby import add_standby
    from magika_gm.app.record.contact import must_be_address

    must_be_address(email)
    password = password_line(password, password_file, as_json)
    if not password:
        fail("give --password-file FILE, - for standard input; there is nobody to ask for the password")
    with office_of(ctx) as office:
        added = add_standby(office, name, email, password, now())
        undone_by(ctx, "standby", "leave", added.id)
    if as_json:
        say_json(asdict(added))
    else:
        say(f"{added.name} stands by as number {added.id}.")


@standby.command("list", epilog="\b\nExample:\n  magika-gm standby list")
@json_option
@click.pass_context
@reports_errors
def standby_list(ctx: click.Context, as_json: bool) -> None:
    """Show everybody in the line, first come first."""
    from magika_gm.app.enrolment.standby import list_standbys

    with office_of(ctx) as office:
        found = list_standbys(office)
    if as_json:
        say_json([asdict(s) for s in found])
        return
    for s in found:
        place = f", {s.seat} of game {s.game}" if s.game else ""
        say(f"{s.id:>4}  {s.name} <{s.email}>, since {s.since[:10]}: {s.state}{place}")
    if not found:
        say("Nobody stands by.")


@standby.command("leave", epilog="\b\nExample:\n  magika-gm standby leave 3")
@click.argument("number", type=int)
@json_option
@click.pass_context
@reports_errors
def standby_leave(ctx: click.Context, number: int, as_json: bool) -> None:
    """Take NUMBER out of the line."""
    from magika_gm.app.enrolment.standby import leave_line

    with office_of(ctx) as office:
        leave_line(office, number)
    if as_json:
        say_json({"left": number})
    else:
        say(f"Number {number} stands by no more.")


@standby.command(
    "place",
    epilog="""\b
Examples:
  magika-gm standby place 12 C 3
  magika-gm standby place 12 C 3 --reason "he asked for it" --yes""",
)
@click.argument("game")
@click.argument("seat")
@click.argument("number", type=int)
@click.option("--reason", default="", metavar="TEXT", help="Why; told to the player who gives way.")
@click.option("--yes", is_flag=True, help="Do not ask, though a player gives way.")
@json_option
@click.pass_context
@reports_errors
def standby_place(ctx: click.Context, game: str, seat: str, number: int, reason: str, yes: bool, as_json: bool) -> None:
    """Give SEAT of GAME to NUMBER of the line: everything but the old player's secrets, his first turn free.

    The old player is told, and why. No player is replaced before you were shown both, and asked.
    """
    from magika_gm.app.enrolment.standby import place_standby, who_gives_way

    with office_of(ctx) as office:
        before = who_gives_way(office, game, seat, number)
        if before.name and not yes:
            refusal = f"{before.words}; nothing was changed. To replace him, say --yes"
            ask_first(f"{before.words}. Replace him?", refusal, as_json)
        placed = place_standby(office, game, seat, number, now(), reason)
    if as_json:
        say_json(asdict(placed))
        return
    say(f"{placed.name} plays {placed.called} of game {placed.game}, in the place of "
        f"{placed.before or 'the built-in policy'}.")  # fmt: skip
    say("His welcome, with the seat's last report, and word to the player before go out with: magika-gm deliver")
