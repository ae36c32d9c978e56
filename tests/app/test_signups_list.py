"""The waiting list, sign-ups by mail, games filled from it, returning characters, the last winner (GM-1, GM-5)."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update

from magika_gm.app.accounts.bookkeeping import charge_item, check_books
from magika_gm.app.accounts.ledger import balances_of
from magika_gm.app.audit.verify import verify_game
from magika_gm.app.enrolment import new_game as beginnings
from magika_gm.app.enrolment.new_game import new_game, prepare
from magika_gm.app.enrolment.signup_form import Form, read_form
from magika_gm.app.enrolment.standby import add_standby
from magika_gm.app.enrolment.waiting_list import Filled, Waiting, fill_game, load_list, sign_up, withdraw_sign_up
from magika_gm.app.office.errors import Faults, OfficeError
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.post.deliver import deliver
from magika_gm.app.post.intake import Received, ingest
from magika_gm.app.record.games import load_game
from magika_gm.app.results.standings import ended_games, free_prize_games
from magika_gm.app.turns.editions import edition_of
from magika_gm.app.turns.game_record import game_record
from magika_gm.app.turns.process import process_turn
from magika_gm.app.turns.rewrite import write_reports
from magika_gm.cli.main import cli
from magika_gm.engine.dice import Dice
from magika_gm.games.magika.archive import ARCHIVE
from magika_gm.mail.readers import Incoming
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from magika_gm.store.archive import MemoryWriter, load_memories
from magika_gm.store.relations import tables_of

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
TWELVE = ("elf, good", "elf, good", "human, good", "dwarf, neutral", "goblin, evil", "halfling, evil", "human, evil",
          "human, neutral", "human, neutral", "goblin, evil", "elf, evil", "halfling, good")  # fmt: skip


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    made = init_office(tmp_path / "office")
    yield made
    made.close()


def form(number: int, *lines: str, first: str = "elf, good", password: str = "swordfish") -> str:
    """Player number so-and-so's form."""
    head = [f"NAME Player {number}", f"EMAIL p{number}@example.org", f"PASSWORD {password}"]
    head += [f"FIRST Mage {number}x, {first}"] if first else []
    return "\n".join(["SIGN-UP", *head, *lines, "END", ""])


def put(office: Office, text: str, when: int = 0) -> Waiting:
    read = read_form(text)
    assert read is not None
    with office.store.writing() as connection:
        return sign_up(connection, read, NOW + timedelta(minutes=when))


def twelve(office: Office, start: int = 1) -> None:
    for number, first in enumerate(TWELVE, start):
        put(office, form(number, first=first))


def fill(office: Office, game: str = "13", ebon: str = "", pace: str = "two", dry_run: bool = False) -> Filled:
    beginning = prepare(office, game, NOW, seed=game.encode())
    return fill_game(office, beginning, pace, NOW, {"M": ebon} if ebon else {}, dry_run)


def dump(office: Office) -> list[str]:
    with sqlite3.connect(office.root / "magika.sqlite3") as connection:
        lines = list(connection.iterdump())
    connection.close()
    return lines


def mailed(office: Office, text: str, sender: str = "p1@example.org", name: str = "<1@x>") -> Received:
    raw = f"From: {sender}\nTo: gm@example.org\nSubject: sign-up\nMessage-ID: {name}\n\n{text}"
    (received,) = ingest(office, [Incoming(raw.encode(), None, "mail.eml")], NOW)
    return received


def confirmed(office: Office, to: str = "p1@example.org") -> Received:
    """The sign-up's code comes back from its address."""
    list(deliver(office, NOW))
    texts = [p.read_text("utf-8") for p in sorted((office.root / "outbox").glob("join-*.eml"))]
    (text,) = [text for text in texts if f"To: {to}" in text]
    found = re.search(r"CONFIRM \w+", text)
    assert found is not None
    return mailed(office, found[0], to, f"<confirm-{to}>")


def answers(office: Office, kind: str = "sign-up") -> list[tuple[str, str]]:
    with office.store.reading() as connection:
        query = select(t.outbox.c.recipient, t.outbox.c.body).where(t.outbox.c.kind == kind).order_by(t.outbox.c.id)
        return [(to, body) for to, body in connection.execute(query)]


def end_game(office: Office, game: str = "7") -> None:
    """Begin the sample game and end it at once, with C far ahead and the Ebon Mage out of it."""
    new_game(office, game, shipped("sample") / "magika" / "signups.toml", NOW, seed=b"old")
    with office.store.writing() as connection:
        connection.execute(update(t.turns).where(t.turns.c.game == game).values(ending="goal"))
        mage, scroll = tables_of(ARCHIVE)["mages"], tables_of(ARCHIVE)["scrolls"]
        mages = update(mage).where(mage.c.game == game)
        connection.execute(mages.where(mage.c.letter == "C").values(space="a1", arcania=63, skill=150))
        connection.execute(mages.where(mage.c.letter == "M").values(dropped=True))
        for place, code in enumerate(("Heals", "TelPt"), 1):
            held = (scroll.c.game == game, scroll.c.letter == "C", scroll.c.place == place)
            connection.execute(update(scroll).where(*held).values(code=code))


# --- the form --------------------------------------------------------------------------------------------------------


def test_a_form_is_read_whole() -> None:
    text = """Hello, please take me.
> SIGN-UP
> NAME Somebody Quoted
Sign-up
  Name: Ann Dubois      ; that's me
email ann@example.org
ADDRESS 12 Rue Haute, Namur
password starling lamp
Primary: Aletheia, elf, good
SECONDARY Borgir of the Hills neutral dwarf
ANYTHING
PACE 3 weeks
EBON also
CAMP yes
RULE BOOK yes
MONEY Cdn
END
NAME after the end
"""
    assert read_form(text) == Form(
        name="Ann Dubois",
        email="ann@example.org",
        address="12 Rue Haute, Namur",
        password="starling lamp",
        choices={
            "first": ["Aletheia", "elf", "good"],
            "second": ["Borgir of the Hills", "dwarf", "neutral"],
            "anything": True,
            "role": "either",
        },
        pace="three",
        returning=None,
        camp=True,
        has_book=True,
        currency="CAD",
    )
    assert read_form("GAME 1 TURN 2\nMAGE A\nEND") is None


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("FRIST Bo, elf, good", "line 6: FRIST is not known; did you mean FIRST?"),
        ("EMAIL nowhere", "line 6: nowhere is no mail address"),
        ("SECOND Bo, elf", "write name, race, alignment"),
        ("SECOND Bo, hobbit, good", "hobbit is no race (human, elf, dwarf, goblin, halfling) and no alignment"),
        ("SECOND Bo, elf, neutral", "second choice: an elf cannot be neutral; good or evil (MAGE)"),
        ("SECOND EBON, elf, good", "EBON cannot be a mage's name"),
        ("SECOND " + "x" * 41 + ", elf, good", "a name has 1 to 40 characters"),
        ("SECOND <b>Bo</b>, elf, good", "'<b>Bo</b>' is no name"),
        ("NAME <b>Bold</b>", "line 6: '<b>Bold</b>' is no name"),
        ("NAME 4711", "line 6: '4711' is no name"),
        ("PACE four weeks", "four weeks is no pace"),
        ("MONEY euros", "euros is no money we take"),
        ("SCROLLS Heals", "only a returning character brings scrolls"),
        ("SCROLLS Heals TelPt Chaos", "two old ones at most"),
        ("SCROLLS Abracadabra", "is no spell's code"),
        ("RETURNING seven", "like RETURNING 7 C"),
        ("RETURNING 7 C", "leave FIRST out"),
        ("PASSWORD abc", "fewer than 8 characters"),
        ("INSURANCE phone", "insurance by phone needs a phone number"),
        ("PHONE maybe", "is not a telephone number"),
    ],
)
def test_what_is_wrong_with_a_form_is_said_by_line(line: str, fault: str) -> None:
    read = read_form(form(1, line))
    assert read is not None
    assert fault in "; ".join(read.faults)


def test_names_of_every_script_are_taken_and_markup_nowhere(tmp_path: Path) -> None:
    """F41: by mail, in a file, and of who stands by."""
    for name in ("李小龍", "Ann-Sophie O’Hara", "Ærøskøbing Þór", "Мария", "سلمى"):
        read = read_form(form(1, f"NAME {name}"))
        assert read is not None
        assert (read.name, read.faults) == (name, [])
    text = (shipped("sample") / "magika" / "signups.toml").read_text("utf-8")
    file = tmp_path / "signups.toml"
    file.write_text(re.sub(r'^name = ".*"', 'name = "<i>Bold</i>"', text, count=1, flags=re.MULTILINE), "utf-8")
    made = init_office(tmp_path / "office")
    with pytest.raises(Faults, match="'<i>Bold</i>' is no name"):
        new_game(made, "7", file, NOW, seed=b"names")
    with pytest.raises(OfficeError, match="is no name"):
        add_standby(made, "<script>", "una@example.org", "owl light", NOW)
    made.close()


def test_a_form_filled_in_where_it_was_quoted_is_read_and_an_empty_one_is_not() -> None:
    quoted = "Gladly!\n> > SIGN-UP\n> > NAME Ann\n>> RETURNING 7 C\n> > PASSWORD {}\n> > END\n"
    read = read_form(quoted.format("starling"))
    assert read is not None
    assert (read.name, read.returning, read.password, read.faults) == ("Ann", ("7", "C"), "starling", [])
    assert read_form(quoted.format("")) is None


def test_near_spellings_are_read_and_what_is_missing_is_said() -> None:
    read = read_form("SIGN-UP\nFIRST Bo, helf, neutrall")
    assert read is not None
    assert read.choices["first"] == ["Bo", "elf", "neutral"]
    assert "END is missing" in read.faults
    empty = read_form("SIGN UP\nEND")
    assert empty is not None
    assert "no first choice" in empty.faults[0]


@given(st.text(max_size=300), st.text(alphabet="SIGN-UPFRTECOD, \n1elfgoodhuman", max_size=200))
def test_no_text_breaks_the_reader(one: str, two: str) -> None:
    for text in (one, f"SIGN-UP\n{one}\nEND", f"SIGN-UP\nFIRST {two}\nRETURNING {one}\nPACE {one}\nEND"):
        read = read_form(text)
        assert read is None or isinstance(read.faults, list)


# --- the list --------------------------------------------------------------------------------------------------------


def test_the_list_keeps_the_order_of_arrival_and_knows_its_players(office: Office) -> None:
    assert put(office, form(1)).player == 1
    assert put(office, form(2)).player == 2
    again = put(office, form(1, first="human, evil"))
    assert (again.player, again.id, again.again) == (1, 1, True)  # the same person and character wait once
    assert withdraw_sign_up(office, 1).id == 1
    with pytest.raises(OfficeError, match="does not wait any more: withdrawn"):
        withdraw_sign_up(office, 1)
    with pytest.raises(OfficeError, match="no sign-up 9"):
        withdraw_sign_up(office, 9)
    with office.store.reading() as connection:
        assert [(w.id, w.player) for w in load_list(connection, "waiting")] == [(2, 2)]


def test_a_sign_up_by_mail_is_taken_and_answered_without_its_password(office: Office) -> None:
    reach = ("ADDRESS Namur", "PHONE +1 902 555 0100", "INSURANCE phone")
    received = mailed(office, form(1, "SECOND Bo, human, evil", *reach))
    assert (received.outcome, received.reason) == ("accepted", "sign-up 1 waits to be confirmed from its address")
    assert answers(office) == []
    assert confirmed(office).reason == "sign-up 1 of Player 1"
    ((to, body),) = answers(office)
    assert to == "p1@example.org"
    assert "number 1; 0 came before you" in body
    assert "Second choice:  Bo, human, evil" in body
    assert "If it was not you who signed up" in body
    assert mailed(office, form(1, "SECOND Bo, human, evil", *reach)).outcome == "known"
    bad = mailed(office, form(2, "PACE four"), name="<2@x>")
    assert (bad.outcome, "four is no pace" in bad.reason) == ("refused", True)
    assert "- line 6: PACE" in answers(office)[-1][1]
    text = "\n".join(dump(office))
    assert "swordfish" not in text
    with office.store.reading() as connection:
        assert len(load_list(connection)) == 1
        p = t.players.c
        assert connection.execute(select(p.address, p.phone, p.insurance)).all() == [
            ("Namur", "+1 902 555 0100", "phone")
        ]


def test_a_form_cannot_change_how_a_known_player_is_reached(office: Office) -> None:
    assert mailed(office, form(1, "PHONE +1 902 555 0100")).outcome == "accepted"
    again = form(1, "PHONE +1 900 555 0199", "INSURANCE phone", "ADDRESS Elsewhere", first="elf, evil")
    assert mailed(office, again, "stranger@example.net", "<2@x>").outcome == "accepted"
    with office.store.reading() as connection:
        p = t.players.c
        assert connection.execute(select(p.phone, p.insurance, p.address)).all() == [("+1 902 555 0100", "none", "")]
    assert [to for to, _ in answers(office, "join")] == ["p1@example.org"] * 2


def test_an_address_written_into_forms_is_not_flooded(office: Office) -> None:
    for number in range(5):
        received = mailed(office, form(1, first=f"elf, {'good' if number % 2 else 'evil'}"), name=f"<{number}@x>")
        assert received.outcome == ("accepted" if number < 3 else "aside")
    assert len(answers(office, "join")) == 3


# --- filling ---------------------------------------------------------------------------------------------------------


def test_a_game_is_filled_started_and_charged_in_one_go(office: Office) -> None:
    charge_first = put(office, form(1, "MONEY CAD", first=TWELVE[0]))
    charge_item(office, str(charge_first.player), "rule-book", NOW)
    put(office, form(2, "CAMP", first=TWELVE[1]))
    for number, first in enumerate(TWELVE[2:], 3):
        put(office, form(number, first=first))
    put(office, form(13, "PACE three"))
    before = dump(office)
    looked = fill(office, dry_run=True)
    assert dump(office) == before
    filled = fill(office)
    assert filled == looked
    assert [seat.rank for seat in filled.seats][:12] == ["first choice"] * 12
    assert filled.letters == {number: "ABCDEFGHIJKL"[number - 1] for number in range(1, 13)}
    assert filled.who("M") == "the built-in policy"
    with office.store.reading() as connection:
        stands = balances_of(connection)
        assert stands[1] == ("CAD", -400 - 2000 + 400, 4)
        assert stands[2] == ("USD", -1500 - 150, 9)
        assert stands[3] == ("USD", -1500, 4)
        assert stands[13] == ("USD", 0, 0)
        states = {w.id: (w.state, w.game) for w in load_list(connection)}
        fees = connection.execute(select(t.seats.c.fee).order_by(t.seats.c.seat)).scalars().all()
    assert states[12] == ("seated", "13")
    assert states[13] == ("waiting", None)
    assert fees[:3] == ["turn", "file", "turn"]
    assert check_books(office)[0] == []
    process_turn(office, "13", NOW, early=True)
    assert [v.differences for v in verify_game(office, "13")] == [()]


def test_start_packs_have_the_rule_book_for_those_who_have_none(office: Office) -> None:
    put(office, form(1, "RULE BOOK yes", first=TWELVE[0]))
    for number, first in enumerate(TWELVE[1:], 2):
        put(office, form(number, first=first))
    fill(office)
    write_reports(office, "13")
    assert packs(office) == {f"p{number}@example.org": number != 1 for number in range(1, 13)}
    twelve(office)
    fill(office, "14")
    write_reports(office, "14")
    assert set(packs(office).values()) == {False}
    with office.store.reading() as connection:
        assert balances_of(connection)[2].cents == -1500 - 1200
        assert balances_of(connection)[1].cents == -1200 - 1200


def packs(office: Office) -> dict[str, bool]:
    """Who was sent mail just now, and whether the rule book was in it."""
    old = set((office.root / "outbox").rglob("*.eml"))
    list(deliver(office))
    found = {}
    for path in set((office.root / "outbox").rglob("*.eml")) - old:
        message: Any = message_from_bytes(path.read_bytes(), policy=policy.default)
        names = [part.get_filename() for part in message.iter_attachments()]
        found[str(message["To"])] = "magika-rule-book.pdf" in names
    return found


def test_what_cannot_be_filled_leaves_everything_as_it_was(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, first in enumerate(TWELVE[:11], 1):
        put(office, form(number, first=first))
    before = dump(office)
    with pytest.raises(OfficeError, match="11 wait; a game needs 12"):
        fill(office)
    assert dump(office) == before
    put(office, form(12, first=TWELVE[11]))
    before = dump(office)

    def crash(*_: object) -> None:
        raise RuntimeError("power fails")

    monkeypatch.setattr(beginnings, "publish_reports", crash)
    with pytest.raises(RuntimeError):
        fill(office)
    assert dump(office) == before
    monkeypatch.undo()
    fill(office)
    with pytest.raises(OfficeError, match="0 wait"):
        fill(office, "14")
    twelve(office, 21)
    with pytest.raises(OfficeError, match="there is a game 13 already"):
        fill(office)


def test_somebody_spare_plays_the_ebon_mage(office: Office) -> None:
    twelve(office)
    put(office, form(13, "EBON also"))
    put(office, form(14, "EBON also"))
    filled = fill(office)
    assert filled.who("M") == "Player 13, who would wait otherwise"
    assert filled.letters[13] == "M"
    with office.store.reading() as connection:
        waiting = [w.id for w in load_list(connection, "waiting")]
        assert waiting == [14]
        assert load_game(connection, "13").state(connection).mages["M"].name == "Mage 13x"
    twelve(office, 21)
    put(office, form(33, "EBON only", first="dwarf, evil"))
    assert fill(office, "14", ebon="policy").who("M").startswith("the built-in policy")


def test_the_last_winner_plays_the_next_game_free_as_the_ebon_mage_once(office: Office) -> None:
    end_game(office)
    with office.store.reading() as connection:
        (ended,) = ended_games(connection)
        assert [winner.player for winner in ended.winners] == [3]
        query = select(t.players.c.name, t.players.c.email).where(t.players.c.id == 3)
        name, email = connection.execute(query).one()
    for game in ("13", "14"):
        text = f"SIGN-UP\nNAME {name}\nEMAIL {email}\nPASSWORD swordfish\nFIRST Winner, dwarf, evil\nEBON only\nEND"
        assert put(office, text).player == 3
        twelve(office, 21)
        filled = fill(office, game)
        free = ", free, who won game 7 (GM-5)" if game == "13" else ", who asked for it"
        assert filled.who("M") == name + free
    with office.store.reading() as connection:
        assert free_prize_games(connection, ended_games(connection)) == {}
        query = select(t.seats.c.fee).where(t.seats.c.seat == "M", t.seats.c.player == 3).order_by(t.seats.c.game)
        assert connection.execute(query).scalars().all() == ["free", "turn"]
        causes = connection.execute(select(t.entries.c.cause).where(t.entries.c.seat == "M")).scalars().all()
    assert causes == ["granted:7:M", "start:14:M"]


# --- those who return ------------------------------------------------------------------------------------------------


def test_a_returning_character_has_his_bonus_his_scrolls_and_his_honours(office: Office) -> None:
    end_game(office)
    with office.store.writing() as connection:  # what he did in the game that is over
        (memory,) = load_memories(connection, "7", 0, "C").values()
        memory.keep(memory.own[-1]._replace(marks=("crown", "strike")))
        of_c = (t.sightings.c.game == "7", t.sightings.c.seat == "C")
        blob = MemoryWriter(connection, ARCHIVE, "7", 0).blob("C", memory)
        connection.execute(update(t.sightings).where(*of_c).values(memory=blob))
    back = "SIGN-UP\nPASSWORD swordfish\nRETURNING 7 C\nSCROLLS TelPt\nEND"
    received = mailed(office, back, "carol.w@example.com")
    assert received.outcome == "accepted", received.reason
    assert mailed(office, back, "carol.w@example.com", "<2@x>").reason == (
        "sign-up: mage C of game 7 returns with sign-up 1 already"
    )
    with office.store.reading() as connection:
        (w,) = load_list(connection)
        old = load_game(connection, "7").state(connection).mages["C"]
        assert (w.player, w.choices["first"]) == (3, [old.name, old.race, old.alignment])
    others = [c for c in TWELVE if c != f"{old.race}, {old.alignment}"][:11]
    for number, first in enumerate([*others, "human, good", "goblin, neutral", "dwarf, neutral"], 20):
        put(office, form(number, first=first))
    filled = fill(office)
    assert filled.letters[1] == "A"
    with office.store.reading() as connection:
        game = load_game(connection, "13")
        mage = game.state(connection).mages["A"]
        assert mage.arcania == 50 + 9  # 15 % of 63 is 9.45
        assert mage.scrolls[0].code == "TelPt"
        assert len(mage.scrolls) == 2
        record = game_record(connection, game)
        assert record["characters"][0] == [old.name, old.race, old.alignment, "9", "TelPt"]
        again = game.system.setup.restart(game.scenario, record, Dice(game.seed, 0))
        assert again.mages == game.state(connection, 0).mages
        assert edition_of(office, connection, "13", 0).reports["A"].honours == ("crown", "strike")
        assert edition_of(office, connection, "13", 0).reports["B"].honours == ()
    process_turn(office, "13", NOW + timedelta(days=30), early=True)
    with office.store.reading() as connection:
        memories = load_memories(connection, "13", 1)
    assert memories["A"].honours == ("crown", "strike")
    assert not any(memory.honours for seat, memory in memories.items() if seat != "A")
    assert [v.differences for v in verify_game(office, "13")] == [()]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("PASSWORD starling\nRETURNING 7 C", "the password is not that of mage C"),
        (
            "PASSWORD swordfish\nRETURNING 7 C\nSCROLLS TelPt TelPt",
            "TelPt was not among his scrolls at the end (Heals, TelPt)",
        ),
        ("PASSWORD swordfish\nRETURNING 9 C", "there is no game 9"),
        ("PASSWORD swordfish\nRETURNING 8 C", "game 8 is not over yet"),
    ],
)
def test_who_cannot_return_is_told_why(office: Office, lines: str, why: str) -> None:
    end_game(office)
    new_game(office, "8", shipped("sample") / "magika" / "signups.toml", NOW, seed=b"new")
    received = mailed(office, f"SIGN-UP\n{lines}\nEND", "carol.w@example.com")
    assert received.outcome == "refused"
    assert why in received.reason
    with office.store.reading() as connection:
        assert load_list(connection) == []


# --- commands --------------------------------------------------------------------------------------------------------


def test_the_commands_show_who_gets_what_and_why(office: Office) -> None:
    folder = str(office.root)

    def run(*words: str) -> str:
        result = CliRunner().invoke(cli, ["--office", folder, *words])
        assert result.exit_code == 0, result.output + result.stderr
        return result.output

    firsts = [c.replace("goblin, evil", "human, evil") for c in TWELVE]
    for number, first in enumerate(firsts, 1):
        more = ["--second", "Gob, goblin, evil"] if number == 7 else []
        run("sign-up", "add", "--name", f"P{number}", "--email", f"p{number}@x.org", "--password", "swordfish",
            "--first", f"Mage {number}, {first}", *more)  # fmt: skip
    assert "12 wait" in run("sign-up", "list")
    shown = run("fill-game", "13", "--dry-run")
    assert "second choice\n                 why: the game needs one goblin" in shown
    assert "11 of the twelve have their first choice" in shown
    assert "Game 13 has begun" in run("fill-game", "13", "--pace", "three")
    with office.store.reading() as connection:
        assert load_game(connection, "13").pace_days == 21
        assert load_list(connection, "seated")[6].choices["second"] == ["Gob", "goblin", "evil"]
    assert "seated in game 13" in run("sign-up", "list", "--all")
    refused = CliRunner().invoke(cli, ["--office", folder, "sign-up", "add", "--first", "Bo, elf, neutral"])
    assert refused.exit_code == 1
    assert "an elf cannot be neutral" in refused.stderr
