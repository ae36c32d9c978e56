"""What an office holds on one person: given out whole and to him alone, erased so that nothing names him and all that
was proved still is; old mails that are kept no longer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import Result
from sqlalchemy import select, update

from magika_gm.app.accounts.bookkeeping import book_refund, check_books
from magika_gm.app.audit.verify import check_files, verify_game
from magika_gm.app.enrolment.standby import add_standby, list_standbys, place_standby
from magika_gm.app.office.doors import LOG, blot_log, commands_noted, keep_traceback
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, open_office
from magika_gm.app.operations import erasing
from magika_gm.app.operations.doctor import examine
from magika_gm.app.operations.erasing import clear_mails, erase_person, look_at_erasure, unwanted_files
from magika_gm.app.operations.personal import export_person
from magika_gm.app.operations.tick import tick
from magika_gm.app.post.deliver import deliver
from magika_gm.app.post.inbox import settle_mail
from magika_gm.app.turns.acts import write_note
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.store import tables as t
from magika_gm.store.faults import unpacked
from magika_gm.store.vocabulary import Credential, Settle
from tests.app.postroom import NOW, Post, begin
from tests.desk import typed
from tests.offices import copied

REPORTS_OF = "AB"
MARTA, OWEN = "marta.lindqvist@example.org", "owen.pritchard@example.net"
WORD = {MARTA: ("A", "heron bridge"), OWEN: ("B", "foxglove9")}
NAMES = ("Marta", "Lindqvist", "marta.lindqvist", "Kyrkogatan")


def orders(of: str, turn: int, *lines: str) -> str:
    seat, word = WORD[of]
    return "\n".join([f"GAME 7 TURN {turn}", f"SIDE {seat}", f"PASSWORD {word}", *lines, "END", ""])


def played(folder: Path) -> Office:
    """Game 7 of Xom and Zol: Owen names Marta in a message, a turn is taken back, and Owen resigns in the second."""
    office = begin(folder, system="xom_zol")
    post = Post(office)
    naming = ("ACT", "MESSAGE", "Dear Marta Lindqvist, mail me.", "END MESSAGE")
    assert post.one(orders(MARTA, 1, "ACT", "REACT", "BLOCK DEFAULT FAIR"), sender=MARTA).outcome == "accepted"
    assert post.one(orders(OWEN, 1, *naming), sender=OWEN).outcome == "accepted"
    post.one("Hello master, this is Marta Lindqvist.", sender=MARTA)
    write_note(office, "7", "B", "Marta Lindqvist asks for your telephone.", NOW)
    process_turn(office, "7", NOW, early=True)
    list(deliver(office, None))
    undo_turn(office, "7", NOW)
    process_turn(office, "7", NOW, early=True)
    keep_traceback(office, "mail 1", ValueError("marta.lindqvist@example.org is odd"))
    desk(office, "player", "Marta Lindqvist", "--phone", "+46 46 12 34 56", "--address", "Kyrkogatan 3, Lund, Sweden")
    return office


def over(folder: Path) -> Office:
    office = copied(folder, played)
    assert Post(office).one(orders(OWEN, 2, "RESIGN"), sender=OWEN).outcome == "accepted"
    assert process_turn(office, "7", NOW, early=True).ending
    list(deliver(office, None))
    balance = typed(office, "accounts", "1", "--json")
    held = json.loads(balance.output)["balance_cents"]
    book_refund(office, "1", f"{held / 100:.2f}", "back to Marta Lindqvist", NOW, paid_out=True)
    return office


def desk(office: Office, *words: str) -> Result:
    return typed(office, *words)


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    made = copied(tmp_path / "office", over)
    yield made
    made.close()


def naming(office: Office) -> list[str]:
    """Rows and files of an office that name Marta, but for what Owen wrote himself and was sent."""
    found = []
    with office.store.reading() as connection:
        for table in t.metadata.sorted_tables:
            rows = connection.execute(select(table)).mappings()
            named = [dict(row) for row in rows if any(name in str(dict(row)) for name in NAMES)]
            found += [f"{table}: {row}" for row in named if table is not t.sheets or row["seat"] != "B"]
        report = t.recalled.c.report
        packed = connection.execute(select(report)).scalars()
        found += [f"recalled: {text}" for blob in packed if "Marta" in (text := unpacked(blob).decode())]
    for path in office.root.rglob("*"):
        if path.is_file() and not path.name.startswith("magika.sqlite3") and path.suffix != ".lock":
            data = path.read_bytes()
            if path.match("reports/7/2/B.*") or (path.parent.name in ("1", "outbox") and OWEN.encode() in data):
                continue
            found += [str(path.relative_to(office.root))] if any(name.encode() in data for name in NAMES) else []
    return found


def test_all_that_is_held_is_given_out_and_nothing_of_others(office: Office, tmp_path: Path) -> None:
    folder = tmp_path / "marta"
    done = desk(office, "player", "1", "--export", str(folder), "--json")
    assert done.exit_code == 0, done.output
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert json.loads(done.output)["files"] == len(files)
    assert {"README.txt", "person.json", "account.csv", "games.csv", "sheets/7-1-A-1.txt", "log.jsonl"} <= files
    assert {f"reports/7/{turn}/A.{form}" for turn in (0, 1, 2) for form in ("pdf", "html", "txt", "json")} <= files
    assert not [name for name in files if "/B." in name or "gm" in name]
    readme, person = (folder / "README.txt").read_text("utf-8"), (folder / "person.json").read_text("utf-8")
    assert "Marta Lindqvist" in readme
    assert "Kyrkogatan" in person
    assert ",-9.00," in (folder / "account.csv").read_text("utf-8-sig"), "an amount, not a text"
    assert "scrypt" not in person
    assert {path.read_bytes().count(b"this is Marta") for path in (folder / "mails").iterdir()} == {0, 1}
    assert "+46 46 12 34 56" in (folder / "log.jsonl").read_text("utf-8")
    for secret in ("foxglove9", OWEN, "asks for your telephone"):
        assert not [path for path in folder.rglob("*") if path.is_file() and secret.encode() in path.read_bytes()]
    again = desk(office, "player", "1", "--export", str(folder))
    assert "is not empty" in again.stderr


@pytest.mark.parametrize("handed_on", [False, True])
def test_a_letter_from_elsewhere_is_his_whose_seat_nobody_else_ever_had(
    office: Office, tmp_path: Path, handed_on: bool
) -> None:
    """It answered a report, and names no turn that would say whose report that was."""
    i, r = t.inbox.c, t.readers.c
    with office.store.writing() as connection:
        letter = (i.seat == "A", i.turn.is_(None))
        changed = connection.execute(
            update(t.inbox).where(*letter).values(sender="desk@work.example", proof=Credential.REPLY_ADDRESS)
        )
        assert changed.rowcount == 1
        if handed_on:
            connection.execute(update(t.readers).where(r.seat == "A", r.turn == 2).values(player=2))
    desk(office, "player", "1", "--export", str(tmp_path / "his"))
    given = [path.read_bytes() for path in (tmp_path / "his" / "mails").iterdir()]
    assert any(b"this is Marta" in mail for mail in given) is not handed_on


def test_what_waits_for_review_is_not_given_out(tmp_path: Path) -> None:
    office = copied(tmp_path / "office", played)
    undo_turn(office, "7", NOW)
    process_turn(office, "7", NOW, early=True, review=True)
    export_person(office, "1", tmp_path / "marta", NOW)
    assert (tmp_path / "marta" / "reports" / "7" / "0").is_dir()
    assert not (tmp_path / "marta" / "reports" / "7" / "1").exists()
    assert ",1,mailed," not in (tmp_path / "marta" / "games.csv").read_text("utf-8-sig")
    office.close()


def test_what_goes_and_what_stays_is_shown_and_nothing_is_done_unasked(office: Office) -> None:
    before = naming(office)
    for words in ((), ("--json",)):
        asked = desk(office, "player", "1", "--erase", *words)
        assert asked.exit_code == 1
        assert "nothing was changed" in asked.stderr
    shown = desk(office, "player", "1", "--erase").output
    for word in ("Goes:", "Stays:", "Player P0001", "the books", "the chain of turns", "older backups"):
        assert word in shown
    assert naming(office) == before
    for wrong in (("--erase", "--merge", "2"), ("--erase", "--phone", "1"), ("--yes",)):
        assert desk(office, "player", "1", *wrong).exit_code == 2


def test_nothing_names_who_was_erased_and_all_is_proved_as_before(office: Office, tmp_path: Path) -> None:
    sent = {turn: (office.reports("7", turn) / "A.json").read_bytes() for turn in (0, 1, 2)}
    others = {turn: (office.reports("7", turn) / "B.json").read_bytes() for turn in (0, 2)}
    unproved = [check.what for check in check_files(kept(tmp_path, sent)) if not check.right]
    assert naming(office)
    done = desk(office, "player", "Marta Lindqvist", "--erase", "--yes")
    assert done.exit_code == 0, done.output + done.stderr
    assert naming(office) == []
    # what was played, and what others hold
    assert all(not verdict.differences for verdict in verify_game(office, "7"))
    assert [check.what for check in check_files(kept(tmp_path, sent)) if not check.right] == unproved
    assert {turn: (office.reports("7", turn) / "B.json").read_bytes() for turn in (0, 2)} == others
    anew = json.loads((office.reports("7", 2) / "A.json").read_text("utf-8"))
    assert anew["player"]["name"] == "Player P0001"
    assert anew["chain"]["links"] == json.loads(sent[2])["chain"]["links"]
    told = (office.reports("7", 1) / "B.txt").read_text("utf-8")
    assert "Dear Player P0001, mail me." in " ".join(told.split())
    assert "Player P0001 asks for your telephone" in " ".join(told.split())
    files = [office.reports("7", turn) / f"{seat}.json" for turn in (0, 1, 2) for seat in "AB"]
    assert [check.what for check in check_files(files) if check.wrong] == []
    assert check_books(office)[0] == []
    assert [check.findings for check in examine(office.root, NOW, deep=True) if not check.healthy] == []
    # the act stands on record, under no name
    log = [json.loads(line) for line in (office.root / LOG).read_text("ascii").splitlines()]
    assert any(one.get("words") == "P0001 --erase --yes" for one in log), log
    statement = desk(office, "accounts", "P0001").output
    assert "Paid out: back to Player P0001" in statement
    with office.store.reading() as connection:
        assert connection.execute(select(t.entries.c.text).where(t.entries.c.cause == "erase:1")).scalar()
    with pytest.raises(OfficeError, match="was erased before"):
        erase_person(office, "1", NOW)


def kept(folder: Path, files: dict[int, bytes]) -> list[Path]:
    """Turn files as their reader kept them."""
    for turn, data in files.items():
        (folder / f"A-{turn}.json").write_bytes(data)
    return [folder / f"A-{turn}.json" for turn in files]


def test_nobody_is_erased_while_he_plays_or_his_account_is_not_even(tmp_path: Path) -> None:
    office = copied(tmp_path / "office", played)
    before = naming(office)
    with pytest.raises(OfficeError, match=r"plays 7:A.*standby place 7 A NUMBER.*nothing was changed"):
        erase_person(office, "1", NOW)
    assert naming(office) == before
    add_standby(office, "Una Byron", "una@example.org", "owl light", NOW)
    place_standby(office, "7", "A", list_standbys(office)[0].id, NOW)
    assert "pay it out while you know to whom: magika-gm refund 1 " in look_at_erasure(office, "1").refused
    amount = look_at_erasure(office, "1").refused.partition("refund 1 ")[2].split()[0]
    book_refund(office, "1", amount, "the end", NOW, paid_out=True)
    erase_person(office, "1", NOW)
    assert [one for one in naming(office) if "outbox" not in one] == []
    process_turn(office, "7", NOW, early=True)
    assert all(not verdict.differences for verdict in verify_game(office, "7"))
    office.close()


def test_an_old_address_that_another_has_too_stands_in_no_hint_how_it_is_undone(office: Office) -> None:
    """Words alone do not blot it out: it names somebody else as well."""
    assert desk(office, "address", "7", "A", "marta@example.net", "--force").exit_code == 0
    assert desk(office, "address", "7", "B", "owen@example.net", "--force").exit_code == 0
    blot_log(office.root, None, lambda given: given.get("seat") == "A")
    first, second = [one for one in commands_noted(office.root) if one.command == "address"]
    assert "@" not in first.words + first.undo
    assert second.undo.endswith("@example.com --force") or OWEN in second.undo


@pytest.mark.parametrize("where", ["_blot", "_taken_away", "write_reports", "sweep"])
def test_it_may_be_cut_off_anywhere(office: Office, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    """Before the commit nothing is erased; after it nothing names anybody but files, which the doctor sees to."""
    whole = getattr(erasing, where)

    def killed(*words: object) -> None:
        whole(*words) if where in ("_blot", "_taken_away") else None
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(erasing, where, killed)
        with pytest.raises(KeyboardInterrupt):
            erase_person(office, "1", NOW)
    later = NOW + timedelta(days=1)
    assert any(not check.healthy for check in examine(office.root, later)) or where == "_blot"
    list(examine(office.root, later, fix=True))
    assert all(check.healthy for check in examine(office.root, later, deep=True))
    name = json.loads((office.reports("7", 1) / "A.json").read_text("utf-8"))["player"]["name"]
    if where in ("_blot", "_taken_away"):
        assert name == "Marta Lindqvist"
        erase_person(office, "1", NOW)
    assert naming(office) == []


def test_another_machine_learns_of_it_from_the_record(office: Office, tmp_path: Path) -> None:
    """Its own report files and mails the doctor finds there, by what they say."""
    mails = {path: path.read_bytes() for path in (office.root / "turns").rglob("*") if path.is_file()}
    reports = {path: path.read_bytes() for path in office.reports("7", 1).iterdir()}
    erase_person(office, "1", NOW)
    for path, data in {**mails, **reports}.items():
        path.write_bytes(data)
    found = next(check for check in examine(office.root, NOW) if check.check == "kept no longer")
    assert {one.what for one in found.findings} == {"is kept no longer", "names a person who was erased"}
    list(examine(office.root, NOW, fix=True))
    assert naming(office) == []


def test_old_mails_are_kept_no_longer_unless_they_wait(tmp_path: Path) -> None:
    office = copied(tmp_path / "office", played)
    later = NOW + timedelta(days=40)
    before = sorted(path for path in (office.root / "turns").rglob("*") if path.is_file())
    assert not [part for part in tick(office, NOW) if part.name == "old mails"], "for ever, where nothing is said"
    office.close()
    (office.root / "magika.toml").write_text("[mail]\nkeep_days = 30\n[guard]\nmore_missing = 0\n", encoding="utf-8")
    office = open_office(office.root)
    young = Post(office, 90)
    young.one(orders(OWEN, 2, "ACT"), sender=OWEN, now=later - timedelta(days=31))
    list(tick(office, NOW))
    left = [path for path in (office.root / "turns").rglob("*") if path.is_file()]
    assert len(left) == len(before) + 1
    assert clear_mails(office, later) == 2, "two sheets of a turn that is played"
    left = [path for path in (office.root / "turns").rglob("*") if path.is_file()]
    assert sorted(path.parent.name for path in left) == ["2", "aside"], "orders for the coming turn, and what waits"
    assert "no longer kept as it came" in desk(office, "inbox", "--show", "1").stderr
    settle_mail(office, 3, Settle.DROP, later)
    assert clear_mails(office, later) == 1
    assert [path.parent.name for path in (office.root / "turns").rglob("*") if path.is_file()] == ["2"]
    assert all(check.healthy for check in examine(office.root, later) if check.check in ("mail in", "kept no longer"))
    assert unwanted_files(office) == []
    office.close()
