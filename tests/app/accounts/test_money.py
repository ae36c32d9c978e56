"""Any money, price lists of games, receipts and statements by mail, value added tax."""

from __future__ import annotations

import json
import sqlite3
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from sqlalchemy import update

from magika_gm.app.accounts.bookkeeping import check_books, list_accounts, write_statement
from magika_gm.app.accounts.ledger import balances_of
from magika_gm.app.accounts.rates import (
    DIGITS,
    figures,
    load_rates,
    money,
    parse_rates,
    rates_in,
    read_amount,
    read_money,
)
from magika_gm.app.office.errors import Faults, OfficeError
from magika_gm.app.office.office import Office, open_office, read_settings
from magika_gm.app.operations.backup import back_up_office
from magika_gm.app.operations.doctor import examine
from magika_gm.app.turns.process import process_turn
from magika_gm.cli.main import cli
from magika_gm.store import tables as t
from magika_gm.store.database import open_store
from tests.app.postroom import NOW, Post, begin
from tests.desk import typed
from tests.examples import some_of
from tests.on_postgres import migrated

REPORTS_OF = "A"


@settings(max_examples=some_of(200))
@given(st.sampled_from(sorted(DIGITS)), st.integers(0, 99_999_999))
def test_amounts_of_every_currency_print_and_read_back(currency: str, units: int) -> None:
    assert read_amount(figures(units, currency), currency) == units
    assert read_money(money(units, currency)) == (currency, units)


@pytest.mark.parametrize(
    ("currency", "text", "units"),
    [("EUR", "3,5", 350), ("EUR", "\u20ac 3.50", 350), ("JPY", "350", 350), ("KWD", "3.505", 3505), ("USD", "$3", 300)],
)
def test_amounts_have_the_decimals_of_their_currency(currency: str, text: str, units: int) -> None:
    assert read_amount(text, currency) == units


@pytest.mark.parametrize(
    ("currency", "text", "why"),
    [("JPY", "3.50", "an amount in JPY has no decimals"), ("EUR", "3.505", "an amount in EUR has 2 decimals"),
     ("KWD", "3.5055", "an amount in KWD has 3 decimals"), ("JPY", "-3", "is not an amount; write 350"),
     ("EUR", "1000001", r"more than 1000000\.00 EUR"), ("EUR", "-3", r"is not an amount; write 3\.50")],
)  # fmt: skip
def test_other_decimals_are_refused_with_the_reason(currency: str, text: str, why: str) -> None:
    with pytest.raises(OfficeError, match=why):
        read_amount(text, currency)


@pytest.mark.parametrize("currency", ["EUR", "JPY", "KWD", "CAD", "BRL"])
def test_an_office_can_ask_for_any_money(currency: str) -> None:
    rates = parse_rates(rates_in(currency)[1], "own.toml")
    assert rates.currencies == (currency,)
    assert figures(rates.of("turn", currency), currency).replace(".", "").rstrip("0") in ("35", "5")


def test_rates_have_one_price_in_each_money_for_everything() -> None:
    text = (
        rates_in("EUR")[1].replace("[copy]", '[copy]\nGBP = "1.00"').replace('EUR = "3.50"', 'EUR = "3.50"\nXYZ = "1"')
    )
    with pytest.raises(Faults) as caught:
        parse_rates(text, "own.toml")
    assert "[turn] XYZ: there is no such currency" in str(caught.value)
    assert "[copy] GBP has no price for a turn; there are EUR and XYZ" in str(caught.value)


EURO = '[accounts]\nrates = "euro"\n'


def office_with(folder: Path, lists: dict[str, str], said: str, system: str = "xom_zol") -> Office:
    """An office in which such rates are asked for, with a game 7 begun before that: its accounts are in dollars."""
    office = begin(folder, system=system)
    (office.root / "scenarios" / "rates").mkdir(parents=True, exist_ok=True)
    for name, text in lists.items():
        (office.root / "scenarios" / "rates" / f"{name}.toml").write_text(text, "utf-8")
    (office.root / "magika.toml").write_text(said, "utf-8")
    office.settings = read_settings(office.root / "magika.toml")
    return office


def run(office: Office, *words: str, status: int = 0) -> str:
    done = typed(office, *words)
    assert done.exit_code == status, done.output + done.stderr
    return " ".join((done.output + done.stderr).split())


def test_an_office_that_goes_over_to_euros_keeps_what_its_books_hold(tmp_path: Path) -> None:
    """Accounts in dollars stay as they are; what is charged from now on is in euros, beside them."""
    office = office_with(tmp_path / "office", {"euro": rates_in("EUR")[1]}, EURO)
    with office.store.writing() as connection:
        before = balances_of(connection)
        connection.exec_driver_sql("DELETE FROM postings WHERE currency = 'TURN'")  # no turns in credit: money pays
    process_turn(office, "7", NOW, early=True, pages=False)
    owner = next(line for line in list_accounts(office) if line.player == 1)
    assert (owner.currency, owner.balance_cents) == ("USD", before[1].cents)
    assert owner.others == {"EUR": -350}
    told = run(office, "accounts")
    assert "9.00 USD, -3.50 EUR" in told
    assert "Owes 3.50 EUR beside that." in run(office, "accounts", "1")
    assert "Balance 6.50 EUR" in run(office, "pay", "1", "10", "--currency", "eur", "--reason", "bank")
    assert "convert the amount first" in run(
        office, "pay", "1", "10", "--currency", "GBP", "--reason", "bank", status=1
    )
    assert "Balance 19.00 USD" in run(office, "pay", "1", "10", "--reason", "bank"), "his own, if it is not said"
    write_statement(office, "1", tmp_path / "s.txt", NOW)
    said = " ".join((tmp_path / "s.txt").read_text("utf-8").split())
    for words in ("19.00 USD", "6.50 EUR", "\u22123.50 EUR"):
        assert words in said
    assert check_books(office)[0] == []
    office.close()


def test_a_game_may_have_a_price_list_in_its_own_money(tmp_path: Path) -> None:
    duels = rates_in("JPY")[1].replace('JPY = "350"', 'JPY = "120"')
    said = '[accounts]\nof_game = ["xom_zol: duels"]\n'
    office = office_with(tmp_path / "office", {"duels": duels}, said)
    assert load_rates(office).of("turn", "USD") == 350
    assert load_rates(office, "xom_zol").of("turn", "JPY") == 120
    assert load_rates(office, "arena").of("turn", "USD") == 350
    assert "Booked as entry" in run(office, "charge", "7:A", "copy"), "by the price list of the game that is named"
    assert next(line for line in list_accounts(office) if line.player == 1).others == {"JPY": -225}
    post = Post(office)
    post.one("GAMES\n", sender="new@example.org")
    told = " ".join(post.answer().split())
    assert "a turn after that: 3.50 USD or 5.00 CAD" in told
    assert "It costs, to play Xom and Zol, to begin" in told
    assert "a turn after that: 120 JPY" in told
    office.settings = read_settings(_written(office, '[accounts]\nof_game = ["xom_zol: none"]\n'))
    with pytest.raises(OfficeError, match=r"of_game: there are no rates 'none'"):
        load_rates(office, "xom_zol")
    _written(office, '[accounts]\nof_game = ["chess: duels"]\n')
    said = " ".join(one.what for looked in examine(office.root, NOW) for one in looked.findings)
    assert "'chess: duels' is not like" in said
    office.close()


def _written(office: Office, text: str) -> Path:
    (office.root / "magika.toml").write_text(text, "utf-8")
    return office.root / "magika.toml"


def test_a_sign_up_is_in_the_money_of_its_game(tmp_path: Path) -> None:
    office = office_with(tmp_path / "office", {"euro": rates_in("EUR")[1]}, EURO)
    post = Post(office)
    form = "SIGN-UP Xom and Zol\nNAME Zoe Zar\nEMAIL zoe@example.org\nPASSWORD eight letters\n{}END\n"
    post.one(form.format("MONEY USD\n"), sender="zoe@example.org")
    assert "is not taken" in run(
        office, "sign-up", "add", "--form", _form(tmp_path, form.format("MONEY USD\n")), status=1
    )
    run(office, "sign-up", "add", "--form", _form(tmp_path, form.format("")))
    assert next(line for line in list_accounts(office) if line.name == "Zoe Zar").currency == "EUR"
    office.close()


def _form(folder: Path, text: str) -> str:
    (folder / "form.txt").write_text(text, "utf-8")
    return str(folder / "form.txt")


def test_a_payment_is_receipted_by_mail_with_its_tax(tmp_path: Path) -> None:
    office = office_with(tmp_path / "office", {}, '[accounts]\nvat = "23"\nvat_id = "PT 501 234 567"\n')
    run(office, "pay", "1", "20", "--reason", "bank transfer", "--ref", "4711")
    post = Post(office)
    kind, to, text = post.answers()[-1]
    assert (kind, to) == ("bill", "marta.lindqvist@example.org")
    for words in ("Receipt", "account", "Payment: bank transfer (4711)", "20.00 USD",
                  "On your account stands 29.00 USD",
                  "Amounts include 23 % VAT: 3.74 USD of it. VAT number PT 501 234 567."):  # fmt: skip
        assert words in text
    run(office, "pay", "1", "20", "--reason", "cash", "--no-receipt")
    assert len(post.answers()) == 1
    run(office, "accounts", "1", "--mail")
    (mail,) = [m for m in post.delivered() if "statement" in str(m["Subject"])]
    body = mail.get_body(("plain",))
    assert body is not None
    assert "Payment: cash" in body.get_content()
    (paper,) = [part for part in mail.iter_attachments() if part.get_filename() == "statement-P0001.pdf"]
    printed = PdfReader(BytesIO(paper.get_payload(decode=True))).pages[0].extract_text()  # type: ignore[arg-type]
    assert "49.00" in printed
    assert "23 % VAT" in printed
    assert "2 statements wait in the outbox" in run(office, "accounts", "--mail")
    office.settings = read_settings(_written(office, '[accounts]\nreceipts = "no"\n'))
    run(office, "pay", "1", "20", "--reason", "cash")
    assert [kind for kind, *_ in post.answers()].count("bill") == 4, "no receipt where the settings say so"
    office.close()


def test_a_player_asks_for_his_statement_by_mail(tmp_path: Path) -> None:
    office = office_with(tmp_path / "office", {}, "")
    post = Post(office)
    sheet = "GAME 7\nSIDE A\nPASSWORD heron bridge\nEND\nACCOUNT\n"
    for _ in range(4):
        post.one(sheet, sender="marta.lindqvist@example.org")
    kinds = [kind for kind, to, _ in post.answers() if to == "marta.lindqvist@example.org"]
    assert kinds.count("bill") == 3, "three a day"
    assert "ask again tomorrow" in post.answer()
    mails = [m for m in post.delivered() if str(m["Subject"]).endswith("your statement of account")]
    body = mails[0].get_body(("plain",))
    assert body is not None
    assert "Balance brought forward" in body.get_content()
    post.one(sheet.replace("heron", "hernon"), sender="marta.lindqvist@example.org")
    assert [kind for kind, *_ in post.answers()].count("bill") == 3, "nothing of an account without proof"
    office.close()


@pytest.mark.parametrize(
    ("line", "why"),
    [('vat = "much"', "vat must be percent"), ('debt_limit = ["20"]', "is not like"), ("debt_days = -1", "below 0"),
     ('receipts = "perhaps"', "must be one of yes, no")],
)  # fmt: skip
def test_what_settings_of_money_cannot_be(tmp_path: Path, line: str, why: str) -> None:
    (tmp_path / "magika.toml").write_text(f"[accounts]\n{line}\n", "utf-8")
    with pytest.raises(Faults, match=why):
        read_settings(tmp_path / "magika.toml")


def test_books_of_the_schema_before_keep_their_postings_and_take_any_money(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'old.sqlite3'}"
    migrated(url, "0006")
    row = "INSERT INTO postings VALUES (1, {}, 'cash', 'player:1', '{}', 500)"
    with sqlite3.connect(tmp_path / "old.sqlite3") as old:
        old.execute("INSERT INTO entries VALUES (1, 'pay:1:x', '2026-01-01', 'Payment', NULL, NULL, NULL, NULL)")
        old.execute(row.format(1, "CAD"))
        with pytest.raises(sqlite3.IntegrityError):
            old.execute(row.format(2, "EUR"))
    open_store(url).close()
    with sqlite3.connect(tmp_path / "old.sqlite3") as new:
        new.execute(row.format(2, "EUR"))
        assert new.execute("SELECT currency, amount FROM postings ORDER BY nr").fetchall() == [
            ("CAD", 500),
            ("EUR", 500),
        ]
        with pytest.raises(sqlite3.IntegrityError):
            new.execute(row.format(3, "EUR").replace("500", "0"))


def test_an_office_restored_without_its_prices_charges_nobody(tmp_path: Path) -> None:
    """Turns go on and cost nothing, a command that would charge is refused, until the prices are back."""
    office = office_with(tmp_path / "office", {"own": rates_in("EUR")[1]}, '[accounts]\nrates = "own"\n')
    again = tmp_path / "again"
    archive = back_up_office(office, tmp_path, NOW).archive

    def run(*words: str, ok: bool = True) -> str:
        done = typed(again, *words)
        assert (done.exit_code == 0) is ok, done.output
        return done.output

    told = run("restore", str(archive), str(again))
    assert "turns are played and not charged; charge, new-game and fill-game refuse" in told
    why = (
        'this office was restored without its own prices (rates = "own"): write them into [accounts] of magika.toml '
        "again, or remove left-out.txt if the shipped ones are to hold"
    )
    turn = run("process-turn", "7", "--early")
    assert f"magika-gm: nothing was charged: {why}" in turn
    entries = json.loads(run("accounts", "7:A", "--json"))["entries"]
    assert [(e["cents"], e["turns"]) for e in entries if e["cause"] == "turn:7:1:A"] in ([(0, 0)], [(0, -1)])
    assert why in run("charge", "7:A", "copy", ok=False)
    assert "prices left out" in run("site", str(tmp_path / "site"))
    run("undo-turn", "7")
    settings = again / "magika.toml"
    settings.write_text(settings.read_text("utf-8").replace('rates = "1994"', 'rates = "own"'), encoding="utf-8")
    assert "nothing was charged" not in run("process-turn", "7", "--early")
    assert "Balance" in run("charge", "7:A", "copy")
    settings.write_text(settings.read_text("utf-8").replace('rates = "own"', 'rates = "1994"'), encoding="utf-8")
    assert why in run("charge", "7:A", "copy", ok=False)
    (again / "left-out.txt").unlink()
    run("charge", "7:A", "copy")


@pytest.mark.parametrize("people", [True, False])
def test_while_prices_are_left_out_an_account_is_in_money_people_have_here_or_not_made(
    tmp_path: Path, people: bool
) -> None:
    office = office_with(tmp_path / "office", {"own": rates_in("EUR")[1]}, '[accounts]\nrates = "own"\n')
    with office.store.writing() as connection:
        connection.execute(update(t.players).values(currency="EUR", **({} if people else {"email": ""})))
    archive = back_up_office(office, tmp_path, NOW).archive
    CliRunner().invoke(cli, ["restore", str(archive), str(tmp_path / "again")])
    post = Post(open_office(tmp_path / "again"))
    form = "SIGN-UP Arena\nNAME Ida {}\nEMAIL ida{}@example.org\nPASSWORD long walrus\n{}END\n"

    def answer(number: int, line: str = "") -> str:
        post.one(form.format("Ann"[:number], number, line), sender=f"ida{number}@example.org")
        return " ".join(post.answer().split())

    if not people:
        assert "cannot say at the moment which money it takes" in answer(1)
        assert "cannot say at the moment which money it takes" in answer(2, "MONEY CHF\n")
        assert not post.rows("SELECT id FROM signups")
        return
    assert "the MONEY you named is not taken here; write EUR, or leave the line out" in answer(1, "MONEY CHF\n")
    assert "confirm" in answer(2)
    assert post.rows("SELECT currency FROM players WHERE email = 'ida2@example.org'") == [("EUR",)]
