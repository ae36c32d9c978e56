"""Money: accounts, pay, credit, refund, charge, fee (GM-4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from magika_gm.cli.common import (
    NO_PLAYERS,
    OutFile,
    fail,
    json_option,
    now,
    office_of,
    reports_errors,
    said_without_table,
    say,
    say_json,
    show_table,
    true_minus,
    undone_by,
)

if TYPE_CHECKING:
    from magika_gm.app.accounts.bills import Booked
    from magika_gm.app.accounts.bookkeeping import AccountLine, StatementLine
    from magika_gm.app.office.office import Office

reason_option = click.option("--reason", required=True, metavar="TEXT", help="Why; it stands on the statement.")
money_option = click.option("--currency", default="", metavar="CODE", help="The money meant, if not the account's own.")
ref_option = click.option(
    "--ref", default="", metavar="TEXT", help="A reference (cheque, bank): the same one is never booked twice."
)


class _Booking(click.Command):
    """A command with an amount: one below 0, which would be taken for an option, is told to be none."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments, as they are for every command."""
        words = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if not error.option_name[1:2].isdigit():
                raise
            amount = next(word for word in words if word.startswith(error.option_name))
            raise click.UsageError(
                f"{amount} is below 0, and amounts are not: pay is money that came, refund gives it back, charge takes "
                "it, and accounts --take-back ENTRY undoes a slip",
                ctx,
            ) from None


def _do(ctx: click.Context, as_json: bool, act: Callable[[Office], Booked]) -> None:
    with office_of(ctx) as office:
        done = act(office)
        if ctx.info_name != "accounts":  # whose counter-entry is none to be taken back
            undone_by(ctx, "accounts", "--take-back", done.entry, "--reason", "a slip")
    if as_json:
        say_json(asdict(done))
    else:
        say(f"Booked as entry {done.entry} for {done.name} ({done.player}): {done.text}. Balance {done.balance}.")


@click.command(
    epilog="""\b
Examples:
  magika-gm accounts                                 everybody's balance
  magika-gm accounts "Ann Dubois"                    her statement; also 3, P0003, ann@example.org or 12:A
  magika-gm accounts 12:A --to ann.pdf               the same to send: .pdf, .html or .txt
  magika-gm accounts 12:A --mail                     the same by mail; --mail alone: to everybody with an entry
  magika-gm accounts --csv books.csv                 the whole ledger for a spreadsheet
  magika-gm accounts --check                         do the books balance to the cent?
  magika-gm accounts --rates > scenarios/rates/mine.toml   the rates in force, a model for your own
  magika-gm accounts --take-back 17 --reason "typed twice\""""
)
@click.argument("player", required=False)
@click.option("--csv", "csv_file", type=OutFile(), help="Write every posting there; - is standard output.")
@click.option("--to", "to_file", type=OutFile(), help="Write PLAYER's statement there.")
@click.option("--mail", "by_mail", is_flag=True, help="Mail PLAYER his statement; without PLAYER everybody his.")
@click.option("--check", "only_check", is_flag=True, help="Check the books: balanced, and nothing booked twice.")
@click.option("--rates", "only_rates", is_flag=True, help="Print the rates file in force, a model for your own.")
@click.option("--take-back", type=int, metavar="ENTRY", help="Undo an entry made by command, by a counter-entry.")
@click.option("--reason", default="", metavar="TEXT", help="Why an entry is taken back.")
@json_option
@click.pass_context
@reports_errors
def accounts(
    ctx: click.Context,
    player: str | None,
    csv_file: Path | None,
    to_file: Path | None,
    by_mail: bool,
    only_check: bool,
    only_rates: bool,
    take_back: int | None,
    reason: str,
    as_json: bool,
) -> None:
    """Balances of all players, or the statement of PLAYER (number, account, e-mail, name, or GAME:SEAT)."""
    from magika_gm.app.accounts import bookkeeping as use_case

    if take_back is not None:
        _do(ctx, as_json, lambda office: use_case.take_back_entry(office, take_back, reason, now()))
        return
    if only_check:
        _check(ctx, as_json)
        return
    if only_rates:
        from magika_gm.app.accounts.rates import rates_file

        with office_of(ctx) as office:
            file, text = rates_file(office)
        say_json({"file": str(file), "text": text}) if as_json else say(text.rstrip())
        return
    if to_file is not None and player is None:
        raise click.UsageError("--to goes with a PLAYER")
    with office_of(ctx) as office:
        if to_file is not None and player is not None:
            from magika_gm.app.accounts.bookkeeping import write_statement

            write_statement(office, player, to_file, now())
            say_json({"file": str(to_file)}) if as_json else say(f"Statement written to {to_file}.")
            return
        if by_mail:
            _mail_statements(office, player, as_json)
            return
        if csv_file is not None:
            total = use_case.write_csv(office, csv_file)
            if as_json:
                say_json({"file": str(csv_file), "postings": total})
            else:
                say(f"{total} postings written to {csv_file}.", about=csv_file)
            return
        if player is None:
            lines = use_case.list_accounts(office)
            _balances(lines, as_json)
        else:
            from magika_gm.app.accounts.bookkeeping import without_reruns

            line, entries = use_case.statement_of(office, player)
            _statement(line, entries if as_json else without_reruns(office, entries), as_json)


def _mail_statements(office: Office, player: str | None, as_json: bool) -> None:
    from magika_gm.app.accounts.bookkeeping import list_accounts, mail_statement

    people = [player] if player is not None else [str(a.player) for a in list_accounts(office) if a.email and a.booked]
    to = [mail_statement(office, said, now()) for said in people]
    if as_json:
        say_json({"to": to})
    else:
        wait = "1 statement waits" if len(to) == 1 else f"{len(to)} statements wait"
        say(f"{wait} in the outbox; magika-gm deliver sends them.")


def _check(ctx: click.Context, as_json: bool) -> None:
    from magika_gm.app.accounts.bookkeeping import check_books
    from magika_gm.app.accounts.ledger import TURN
    from magika_gm.app.accounts.rates import money

    with office_of(ctx) as office:
        faults, sums = check_books(office)
    if as_json:
        say_json({"faults": faults, "accounts": [{"account": a, "currency": c, "amount": n} for a, c, n in sums]})
    else:
        for name, currency, amount in sums:
            if not name.startswith("player:"):
                shown = f"{amount} turns" if currency == TURN else money(amount, currency)
                say(f"{name:<20} {shown:>18}")
        say("The books balance to the cent, and nothing was booked twice." if not faults else "")
    if faults:
        fail("the books are wrong: " + "; ".join(faults))


def _balances(lines: list[AccountLine], as_json: bool) -> None:
    from magika_gm.app.record.games import seats_in_words

    if said_without_table(lines, as_json, NO_PLAYERS):
        return

    owing = any(line.debt for line in lines)
    show_table(
        ("nr", "account", "name", "balance", "turns", "plays", *(["debt"] if owing else [])),
        [
            (
                line.player, line.account, line.name, _stands(line),
                line.free_turns or "", seats_in_words(line.seats, line.plays), *([line.debt] if owing else []),
            )
            for line in lines
        ],
        right=("nr", "balance", "turns"),
        warn=lambda head, cell: head == "balance" and cell[0] in "-\u2212",
    )  # fmt: skip


def _stands(line: AccountLine) -> str:
    from magika_gm.app.accounts.rates import money

    return true_minus(", ".join(money(units, currency) for currency, units in line.stands().items()))


def _statement(line: AccountLine, entries: list[StatementLine], as_json: bool) -> None:
    from magika_gm.app.accounts.ledger import in_credit
    from magika_gm.app.accounts.rates import figures, money

    if as_json:
        say_json(asdict(line) | {"entries": [asdict(entry) for entry in entries]})
        return
    several = {entry.currency for entry in entries} != {line.currency}

    def shown(units: int, currency: str) -> str:
        return true_minus(money(units, currency) if several else figures(units, currency))

    say(f"{line.name}, player {line.player}, account {line.account}, {line.email}")
    show_table(
        ("entry", "date", "amount", "balance", "turns", "what"),
        [
            (
                entry.entry, entry.made_at[:10], shown(entry.cents, entry.currency) if entry.cents else "",
                shown(entry.balance_cents, entry.currency), true_minus(f"{entry.turns:+d}") if entry.turns else "",
                entry.text,
            )
            for entry in entries
        ],
        right=("entry", "amount", "balance", "turns"),
    )  # fmt: skip
    free = in_credit(line.free_turns)
    if line.balance_cents < 0:
        say(f"Owes {money(-line.balance_cents, line.currency)}{free and f'; has{free[4:]}'}.")
    else:
        say(f"Balance {money(line.balance_cents, line.currency)}{free}.")
    for currency, units in line.others.items():
        say(f"{'Owes' if units < 0 else 'Balance'} {money(abs(units), currency)} beside that.")


@click.command(
    cls=_Booking,
    epilog="""\b
Examples:
  magika-gm pay 3 20.00 --reason "cheque of 1 December" --ref "cheque 4711"
  magika-gm pay ann@example.org 20 --currency EUR --reason "bank transfer"
  magika-gm pay 4 20.00 --reason "the same cheque" --ref "cheque 4711" --again      one cheque for two players""",
)
@click.argument("player")
@click.argument("amount")
@money_option
@reason_option
@ref_option
@click.option("--again", is_flag=True, help="Though another player's payment has that reference.")
@click.option("--receipt/--no-receipt", default=None, help="A receipt by mail; else as [accounts] receipts says.")
@json_option
@click.pass_context
@reports_errors
def pay(
    ctx: click.Context,
    player: str,
    amount: str,
    currency: str,
    reason: str,
    ref: str,
    again: bool,
    receipt: bool | None,
    as_json: bool,
) -> None:
    """Book a payment of AMOUNT from PLAYER onto his account."""
    from magika_gm.app.accounts import bookkeeping as use_case

    def act(office: Office) -> Booked:
        wanted = office.settings.text("accounts", "receipts") == "yes" if receipt is None else receipt
        return use_case.book_payment(office, player, amount, reason, now(), currency, ref, wanted, again)

    _do(ctx, as_json, act)


@click.command(
    cls=_Booking,
    epilog="""\b
Examples:
  magika-gm credit 3 1.75 --reason "half off, turn 5 came late"
  magika-gm credit 12:C --turns 1 --reason "took over a position\"""",
)
@click.argument("player")
@click.argument("amount", required=False, default="")
@click.option("--turns", type=int, default=0, metavar="N", help="Free turns to give.")
@money_option
@reason_option
@ref_option
@json_option
@click.pass_context
@reports_errors
def credit(
    ctx: click.Context, player: str, amount: str, turns: int, currency: str, reason: str, ref: str, as_json: bool
) -> None:
    """Give PLAYER a discount of AMOUNT, or free turns, or both."""
    from magika_gm.app.accounts import bookkeeping as use_case

    _do(ctx, as_json, lambda office: use_case.book_credit(office, player, amount, reason, now(), turns, ref, currency))


@click.command(
    cls=_Booking,
    epilog="""\b
Examples:
  magika-gm refund 3 3.50 --reason "turn 5 was our mistake"
  magika-gm refund 3 12.00 --paid-out --reason "leaves, balance sent back\"""",
)
@click.argument("player")
@click.argument("amount")
@click.option("--paid-out", is_flag=True, help="The money leaves: what stands on the account is sent back.")
@money_option
@reason_option
@ref_option
@json_option
@click.pass_context
@reports_errors
def refund(
    ctx: click.Context, player: str, amount: str, paid_out: bool, currency: str, reason: str, ref: str, as_json: bool
) -> None:
    """Give AMOUNT that was charged back onto PLAYER's account; or pay out what stands on it."""
    from magika_gm.app.accounts import bookkeeping as use_case

    def act(office: Office) -> Booked:
        return use_case.book_refund(office, player, amount, reason, now(), paid_out, ref, currency)

    _do(ctx, as_json, act)


@click.command(
    epilog="""\b
Examples:
  magika-gm charge 12:C copy --times 2 --reason "turn 5 again"
  magika-gm charge 3 rule-book"""
)
@click.argument("player")
@click.argument("item")
@click.option("--times", type=int, default=1, show_default=True, help="How many.")
@click.option("--reason", default="", metavar="TEXT", help="What for; it stands on the statement.")
@ref_option
@json_option
@click.pass_context
@reports_errors
def charge(ctx: click.Context, player: str, item: str, times: int, reason: str, ref: str, as_json: bool) -> None:
    """Charge PLAYER for ITEM of the rates: copy, rule-book, camp, phone-first, phone-more, alert-first, alert-more."""
    from magika_gm.app.accounts import bookkeeping as use_case

    _do(ctx, as_json, lambda office: use_case.charge_item(office, player, item, now(), times, reason, ref))


@click.command(epilog="\b\nExamples:\n  magika-gm fee 12 C file\n  magika-gm fee 12 M free")
@click.argument("game")
@click.argument("seat")
@click.argument("fee", type=click.Choice(["turn", "file", "free"]))
@json_option
@click.pass_context
@reports_errors
def fee(ctx: click.Context, game: str, seat: str, fee: str, as_json: bool) -> None:
    """What SEAT's player pays for each turn of GAME from the next one on: a turn, a CAMP file turn, or nothing."""
    from magika_gm.app.accounts.bookkeeping import set_fee

    with office_of(ctx) as office:
        before = set_fee(office, game, seat, fee)
        undone_by(ctx, "fee", game, seat, before)
    if as_json:
        say_json({"game": game, "seat": seat.upper(), "fee": fee, "before": before})
    else:
        say(f"{seat.upper()} of game {game} pays by {fee} from the next turn on (before: {before}).")
