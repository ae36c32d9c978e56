"""What somebody meets who runs an office for the first time: each thing by itself, whatever the game."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from click.testing import CliRunner

from magika_gm import games
from magika_gm.app.calendar.date_moves import move_date, pause_game, resume_game
from magika_gm.app.enrolment.new_game import cancel_game
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, read_settings
from magika_gm.app.post.credentials import wrong_today
from magika_gm.app.post.deliver import deliver
from magika_gm.app.post.intake import ingest
from magika_gm.app.post.signup_desk import confirm_by_word
from magika_gm.app.record.games import load_game
from magika_gm.cli.main import cli
from magika_gm.mail.readers import Incoming
from magika_gm.resources import shipped
from tests.app.postroom import NOW, begin
from tests.desk import typed
from tests.examples import ALL
from tests.offices import copied, empty

SYSTEMS = list(games.SYSTEMS)
ONE, OTHER = SYSTEMS[2], SYSTEMS[4]
TITLE, ITS = games.system(ONE).title, games.system(OTHER).title
UNCONFIRMED = "SIGN-UP {title}\nNAME {name}\nEMAIL {email}\nPASSWORD heron bridge\nEND\n"


def run(folder: Path, *words: str, status: int = 0) -> str:
    done = CliRunner(env={"COLUMNS": "200"}).invoke(cli, ["--office", str(folder), *words])
    assert done.exit_code == status, f"{words}: {done.output}{done.stderr}{done.exception!r}"
    return done.output + done.stderr


def letters(office: Office, now: datetime = NOW) -> list[EmailMessage]:
    """The mails that go now."""
    there = set((office.root / "outbox").rglob("*.eml"))
    list(deliver(office, now))
    new = sorted(set((office.root / "outbox").rglob("*.eml")) - there)
    found = [message_from_bytes(path.read_bytes(), policy=policy.default) for path in new]
    assert all(isinstance(one, EmailMessage) for one in found)
    return found


def words_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def take(office: Office, body: str, sender: str, name: str) -> str:
    """What became of a mail."""
    raw = f"From: {sender}\nTo: gm@example.org\nSubject: hello\nMessage-ID: <{name}@x.example>\n\n{body}"
    (received,) = ingest(office, [Incoming(raw.encode(), None, name)], NOW)
    return f"{received.outcome}: {received.reason}"


def begun_and_sent(folder: Path, system: str) -> Office:
    made = begin(folder, system=system)
    list(deliver(made, NOW))
    return made


@pytest.fixture(params=SYSTEMS if ALL else [ONE, OTHER])
def office(tmp_path: Path, request: pytest.FixtureRequest) -> Office:
    """Game 7 of each kind (by day of two), its first reports sent."""
    return copied(tmp_path / "office", begun_and_sent, request.param)


# --- dates -----------------------------------------------------------------------------------------------------------


def due(office: Office) -> datetime:
    with office.store.reading() as connection:
        return load_game(connection, "7").next_due


def test_a_date_moved_twice_before_the_letter_went_is_told_once_and_from_the_date_that_was_told(office: Office) -> None:
    first = due(office)
    move_date(office, "7", first + timedelta(days=6), "", NOW)
    move_date(office, "7", first + timedelta(days=8), "", NOW + timedelta(seconds=1))
    told = [words_of(mail) for mail in letters(office, NOW + timedelta(minutes=1))]
    assert told
    for text in told:
        assert f"and not on {first.astimezone(office.settings.zone):%A %d %B}" in text
        assert f"{first + timedelta(days=6):%d %B}" not in text


def test_a_date_moved_back_before_the_letter_went_is_told_to_nobody(office: Office) -> None:
    first = due(office)
    move_date(office, "7", first + timedelta(days=6), "", NOW)
    assert move_date(office, "7", first, "", NOW + timedelta(seconds=1)).told == 0
    assert letters(office, NOW + timedelta(minutes=1)) == []


def test_a_date_moved_again_after_the_letter_went_is_told_from_the_one_in_the_letter(office: Office) -> None:
    first = due(office)
    move_date(office, "7", first + timedelta(days=6), "", NOW)
    assert letters(office, NOW + timedelta(minutes=1))
    move_date(office, "7", first + timedelta(days=8), "", NOW + timedelta(minutes=2))
    for mail in letters(office, NOW + timedelta(minutes=3)):
        assert f"and not on {first + timedelta(days=6):%A %d %B}" in words_of(mail)


@pytest.mark.parametrize("until", [None, timedelta(days=20)])
def test_a_pause_taken_back_at_once_moves_no_date_and_is_told_to_nobody(
    office: Office, until: timedelta | None
) -> None:
    first = due(office)
    pause_game(office, "7", NOW + until if until else None, "holidays", NOW)
    done = resume_game(office, "7", None, NOW + timedelta(seconds=1))
    assert (done.due, done.told, due(office)) == (first, 0, first)
    assert letters(office, NOW + timedelta(minutes=1)) == []


@pytest.mark.parametrize("until", [None, timedelta(days=20)])
def test_a_pause_that_was_told_is_told_to_be_over(office: Office, until: timedelta | None) -> None:
    first = due(office)
    pause_game(office, "7", NOW + until if until else None, "holidays", NOW)
    players = len(letters(office, NOW + timedelta(minutes=1)))
    done = resume_game(office, "7", None, NOW + timedelta(minutes=2))
    assert (done.due, done.told) == (first, players)
    assert all("goes on" in words_of(mail) for mail in letters(office, NOW + timedelta(minutes=3)))


def test_days_of_a_pause_are_counted_once(office: Office) -> None:
    """Ended early, it costs the days it lasted, and none for having had an end."""
    first = due(office)
    pause_game(office, "7", NOW + timedelta(days=20), "holidays", NOW)
    done = resume_game(office, "7", None, NOW + timedelta(days=5))
    assert done.due is not None
    assert first + timedelta(days=5) <= done.due <= first + timedelta(days=6), "days left are whole ones"


def test_a_first_date_on_a_holiday_is_warned_of(tmp_path: Path) -> None:
    folder, year = tmp_path / "office", datetime.now(UTC).year + 1
    begin(folder, '[calendar]\nholidays = ["12-25"]\n', system=OTHER).close()
    words = ("--game", OTHER, "--signups", str(shipped("sample") / OTHER / "signups.toml"), "--due")
    warning = f"due {year}-12-25 18:00, which is a holiday of the office"
    assert warning in run(folder, "new-game", "8", *words, f"{year}-12-25")
    assert "warning" not in run(folder, "new-game", "9", *words, f"{year}-12-23")
    for who in ("ann", "bea"):
        wait = ("--name", who, "--email", f"{who}@x.example", "--password", "heron bridge")
        run(folder, "sign-up", "add", "--game", OTHER, *wait)
    assert warning in run(folder, "fill-game", "10", "--game", OTHER, "--due", f"{year}-12-25")


# --- sign-ups --------------------------------------------------------------------------------------------------------


def signed_up(office: Office, system: str, name: str) -> None:
    email = f"{name.casefold()}@x.example"
    form = UNCONFIRMED.format(title=games.system(system).title, name=f"{name} Lund", email=email)
    assert take(office, form, email, name).startswith("accepted: sign-up")


def test_who_the_master_confirms_is_told_and_asked_no_more(tmp_path: Path) -> None:
    office = empty(tmp_path / "office")
    signed_up(office, ONE, "Ola")
    confirm_by_word(office, 1, NOW)
    (mail,) = letters(office)
    assert str(mail["To"]) == "ola@x.example"
    assert "You are on the waiting list as number 1; 0 came before you" in words_of(mail)


def test_who_the_master_puts_on_the_list_is_told(tmp_path: Path) -> None:
    empty(tmp_path / "office").close()
    words = ("sign-up", "add", "--game", OTHER, "--name", "Ann", "--email", "ann@x.example", "--password")
    assert "told with the next delivery" in run(tmp_path / "office", *words, "heron bridge")
    run(tmp_path / "office", "deliver")
    (file,) = (tmp_path / "office" / "outbox").glob("*.eml")
    assert "To: ann@x.example" in file.read_text("utf-8")


def test_only_those_count_as_before_him_who_wait_for_the_same_game(tmp_path: Path) -> None:
    office = empty(tmp_path / "office")
    for number, (system, name) in enumerate(((ONE, "Ola"), (OTHER, "Xaver"), (ONE, "Ida")), 1):
        signed_up(office, system, name)
        confirm_by_word(office, number, NOW)
    told = {str(mail["To"]): words_of(mail) for mail in letters(office)}
    found = {to: int(re.findall(r"(\d+) came before you", text)[0]) for to, text in told.items()}
    assert found == {"ola@x.example": 0, "xaver@x.example": 0, "ida@x.example": 1}


def test_the_list_shows_who_has_not_confirmed_by_game(tmp_path: Path) -> None:
    office = empty(tmp_path / "office")
    for system, name in ((OTHER, "Xaver"), (ONE, "Ola"), (OTHER, "Ida")):
        signed_up(office, system, name)
    confirm_by_word(office, 3, NOW)
    said = run(office.root, "sign-up", "list")
    assert [re.split(r"\s{2,}", row.strip())[:3] for row in said.splitlines()[1:4]] == [
        ["2", TITLE, "Ola Lund"],
        ["1", ITS, "Xaver Lund"],
        ["3", ITS, "Ida Lund"],
    ]
    assert said.count("not confirmed") == 2
    assert f"{ITS}: 1 waits" in said
    assert f"{TITLE}:" not in said
    assert "Ola" not in run(office.root, "sign-up", "list", "--game", OTHER)
    assert "2 not confirmed" in run(office.root, "status")


def test_a_number_of_the_list_is_nobody_elses_later(tmp_path: Path) -> None:
    office = empty(tmp_path / "office")
    signed_up(office, OTHER, "Xaver")
    letters(office)
    later = NOW + timedelta(days=60)
    raw = UNCONFIRMED.format(title=TITLE, name="Ola", email="ola@x.example")
    mail = f"From: ola@x.example\nTo: gm@example.org\nMessage-ID: <o@x>\n\n{raw}"
    (received,) = ingest(office, [Incoming(mail.encode(), None, "o")], later)
    assert received.reason.startswith("sign-up 2 ")


def test_a_game_nobody_knows_is_no_fault_of_ours(tmp_path: Path) -> None:
    empty(tmp_path / "office").close()
    said = run(tmp_path / "office", "sign-up", "add", "--game", "runewar", "--name", "X", status=1)
    assert "there is no game called runewar; there are" in said
    assert "unforeseen" not in said


def test_every_fault_of_a_sign_up_file_is_told_at_once(tmp_path: Path) -> None:
    office = empty(tmp_path / "office")
    file = tmp_path / "signups.toml"
    file.write_text(
        '[[player]]\nname = "Ann"\nemail = "nowhere"\npassword = "short"\ntimezone = "Moon"\npaper = "A4"\n'
        'character = "Bo"\nrace = "giant"\nalignment = "good"\n'
        '[[player]]\nname = "Cy\\tX"\nemail = "cy@x.example"\npassword = "heron bridge"\ninsurance = "phone"\n'
        f'phone = "{"1" * 41}"\ncharacter = "Di"\nrace = "elf"\nalignment = "bad"\n',
        encoding="utf-8",
    )
    said = run(office.root, "new-game", "7", "--signups", str(file), status=1)
    for what in ("no mail address", "8 characters at least", "Moon", "giant", "bad", "40 characters at most"):
        assert what in said, said
    assert "paper" not in said, "A4 is written as everybody writes it"


@pytest.mark.parametrize("system", SYSTEMS)
def test_nobody_sits_on_both_sides_of_a_game(tmp_path: Path, system: str) -> None:
    office = empty(tmp_path / "office")
    one = '[[player]]\nname = "Ann"\nemail = "ann@x.example"\npassword = "heron bridge"\n'
    file = tmp_path / "signups.toml"
    file.write_text(one + one.replace("Ann", "ANN"), encoding="utf-8")
    said = run(office.root, "new-game", "7", "--game", system, "--signups", str(file), status=1)
    assert "in one game nobody plays twice" in said


# --- a game that is cancelled ----------------------------------------------------------------------------------------


def test_who_never_heard_of_a_game_is_not_told_that_it_is_cancelled(tmp_path: Path) -> None:
    for system in SYSTEMS:
        office = begin(tmp_path / system, system=system)
        assert cancel_game(office, "7", "wrong file", NOW).told == ()
        assert letters(office) == []
        assert "waits for review" not in run(office.root, "games")
        assert "was cancelled: nobody won it" in run(office.root, "hall-of-fame", "7", status=1)


def test_who_had_his_first_report_is_told_that_it_is_cancelled(office: Office) -> None:
    assert cancel_game(office, "7", "wrong file", NOW).told
    assert letters(office)


# --- what commands take, and say -------------------------------------------------------------------------------------


def test_a_dry_run_needs_no_due_date_and_changes_nothing(office: Office, tmp_path: Path) -> None:
    pause_game(office, "7", None, "ill", NOW)
    before = run(office.root, "status", "--json")
    assert "Nothing was changed" in run(office.root, "process-turn", "7", "--dry-run", str(tmp_path / "look"))
    assert run(office.root, "status", "--json") == before


def test_a_sheet_is_checked_as_one_of_the_game_that_has_its_number(office: Office, tmp_path: Path) -> None:
    with office.store.reading() as connection:
        system = load_game(connection, "7").system
    file = tmp_path / "sheet.txt"
    file.write_text(f"GAME 7 TURN 1\n{system.sheet_words[0]} {next(iter(system.words.titles), 'A')}\nWHIRR\nEND\n")
    told = typed(office, "check-orders", str(file)).output
    named = CliRunner().invoke(cli, ["check-orders", "--game", system.name, str(file)]).output
    assert told == named
    assert told.count("WHIRR") < 3


def test_help_for_corrections_tells_those_of_the_game_that_is_named(office: Office) -> None:
    with office.store.reading() as connection:
        mine = load_game(connection, "7").system
    said = run(office.root, "correct", "7", "--help")
    assert all(f"  correct {verb.name} GAME" in said for verb in mine.referee.VERBS)
    assert [system for system in SYSTEMS if f"{games.system(system).title}:" in said] == [mine.name]
    assert run(office.root, "correct", mine.name, "--help") == said
    assert len(run(office.root, "correct", "--help").splitlines()) < 32


def test_a_dash_is_standard_output(tmp_path: Path) -> None:
    begin(tmp_path / "office", system=OTHER).close()
    words = [sys.executable, "-m", "magika_gm", "--office", str(tmp_path / "office"), "accounts", "--csv", "-"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.lstrip("\ufeff").startswith("entry,made_at")
    assert not (tmp_path / "-").exists()


def test_an_amount_below_nothing_is_told_to_be_none(tmp_path: Path) -> None:
    begin(tmp_path / "office", system=OTHER).close()
    for words in (
        ("pay", "1", "-5"),
        ("pay", "1", "-3.50", "--reason", "x"),
        ("refund", "1", "-12"),
        ("credit", "1", "-1"),
    ):
        said = run(tmp_path / "office", *words, status=2)
        assert f"{words[2]} is below 0" in said
        assert "No such option" not in said
    assert "No such option" in run(tmp_path / "office", "pay", "1", "5", "--raeson", "x", status=2)


def test_the_rates_in_force_are_printed_as_a_model(tmp_path: Path) -> None:
    office = empty(tmp_path / "office")
    printed = run(office.root, "accounts", "--rates")
    assert printed.rstrip() == (shipped("scenarios") / "rates" / "1994.toml").read_text("utf-8").rstrip()
    (office.root / "scenarios" / "rates").mkdir(parents=True)
    (office.root / "scenarios" / "rates" / "mine.toml").write_text(printed.replace('"3.50"', '"3,7"'), encoding="utf-8")
    settings = office.root / "magika.toml"
    settings.write_text(settings.read_text("utf-8").replace('"1994"', '"mine"'), encoding="utf-8")
    assert '"3,7"' in json.loads(run(office.root, "accounts", "--rates", "--json"))["text"]


@pytest.mark.sqlite("a folder without a database")
def test_a_folder_that_is_no_office_is_told_to_be_none(tmp_path: Path) -> None:
    for words in (("status",), ("games",), ("tick",)):
        said = run(tmp_path, *words, status=1)
        assert "is no office: there is no magika.toml in it" in said
        assert "--office" in said
    assert list(tmp_path.iterdir()) == []


def test_paper_is_written_as_people_write_it(tmp_path: Path) -> None:
    file = tmp_path / "magika.toml"
    file.write_text('[office]\npaper = "A4"\n[smtp]\nsecurity = "STARTTLS"\n', encoding="utf-8")
    settings = read_settings(file)
    assert (settings.text("office", "paper"), settings.text("smtp", "security")) == ("a4", "starttls")
    file.write_text('[office]\npaper = "A5"\n', encoding="utf-8")
    with pytest.raises(OfficeError, match="must be one of letter, a4, not 'A5'"):
        read_settings(file)


# --- letters ---------------------------------------------------------------------------------------------------------


def test_a_form_is_spoken_of_where_there_is_one(office: Office) -> None:
    """In a report, and not in a letter that only says something."""
    run(office.root, "write", "7", "ALL", "The server was down.")
    for path in (office.root / "outbox").glob("report-*.eml"):
        report = message_from_bytes(path.read_bytes(), policy=policy.default)
        assert isinstance(report, EmailMessage)
        if "REPORTS_OF" not in words_of(report):
            assert words_of(report).startswith("##- Answer above this line, or fill in the form at the end. -##")
    said = [words_of(mail) for mail in letters(office, datetime.now(UTC))]
    assert said
    assert all(text.startswith("##- Answer above this line. -##") for text in said)


def test_a_subject_reads_as_a_sentence(office: Office) -> None:
    run(office.root, "process-turn", "7", "--early")
    subjects = [str(mail["Subject"]) for mail in letters(office, datetime.now(UTC))]
    assert subjects
    for subject in subjects:
        _, _, said = subject.partition(", turn 1: ")
        assert not re.search(r"[a-zA-Z0-9)] (?=[A-Z][a-z]* [a-z]+ [a-z])(?!\()[A-Z]", said.partition(":")[0]), subject


def test_what_a_mail_answers_is_shown_where_it_is_asked_for(office: Office) -> None:
    report = next((office.root / "reports" / "7" / "0").glob("*.txt")).read_text("utf-8")
    quoted = "\n".join(f"> {row}" for row in report.splitlines())
    with office.store.reading() as connection:
        sender = (
            connection.exec_driver_sql("SELECT email FROM players WHERE email <> '' ORDER BY id").scalars().first()
            or ""
        )
    body = f"Could we wait a day?\n\nOn Monday the office wrote:\n{quoted}\n"
    take(office, body, sender, "w")
    (number,) = [one["id"] for one in json.loads(run(office.root, "inbox", "--all", "--json"))]
    brief, whole = (
        run(office.root, "inbox", "--show", str(number)),
        run(office.root, "inbox", "--show", str(number), "--all"),
    )
    assert "Could we wait a day?" in brief
    assert len(brief.splitlines()) < 14
    assert f"inbox --show {number} --all" in brief
    assert len(whole.splitlines()) > len(report.splitlines())


# --- a wrong game number ---------------------------------------------------------------------------------------------


def player(office: Office) -> tuple[str, str, str]:
    """Seat, address and password of the first of game 7 whose orders are awaited first."""
    import tomllib

    with office.store.reading() as connection:
        system = load_game(connection, "7").system
        query = (
            "SELECT s.seat, p.email FROM seats s JOIN players p ON p.id = s.player WHERE p.email <> '' ORDER BY s.seat"
        )
        seat, email = connection.exec_driver_sql(query).first()  # type: ignore[misc]
    people = tomllib.loads((shipped("sample") / system.name / "signups.toml").read_text("utf-8"))["player"]
    return seat, email, next(one["password"] for one in people if one["email"] == email)


@pytest.mark.parametrize("number", ["12", "8"])
def test_a_wrong_game_number_is_put_right_for_who_has_one_game(office: Office, number: str) -> None:
    """12 never was, 8 is over."""
    with office.store.reading() as connection:
        system = load_game(connection, "7").system
    if number == "8":
        signups = str(shipped("sample") / system.name / "signups.toml")
        run(office.root, "new-game", "8", "--game", system.name, "--signups", signups)
        cancel_game(office, "8", "too few", NOW)
    seat, email, password = player(office)
    head = f"GAME {number} TURN 1\n{system.sheet_words[0]} {seat}\n"
    said = take(office, f"{head}PASSWORD wrong one\nMESSAGE\nhello\nEND MESSAGE\nEND\n", email, "wrong")
    assert not said.startswith("accepted")
    take(office, f"{head}PASSWORD {password}\nSTATUS\nEND\n", email, "right")
    told = [words_of(mail) for mail in letters(office) if email in str(mail["To"])]
    assert any(f"Your sheet says game {number}; you play" in text for text in told), told


def test_passwords_guessed_under_a_wrong_number_are_counted_like_others(office: Office) -> None:
    """Whoever writes in somebody's name learns no more by a number that there is not: after too many even the right
    password is not believed."""
    with office.store.reading() as connection:
        word = load_game(connection, "7").system.sheet_words[0]
    seat, email, password = player(office)
    for guess in range(6):
        take(office, f"GAME 99 TURN 1\n{word} {seat}\nPASSWORD guess {guess}\nSTATUS\nEND\n", email, f"g{guess}")
    said = take(office, f"GAME 99 TURN 1\n{word} {seat}\nPASSWORD {password}\nSTATUS\nEND\n", email, "right")
    plain = take(office, f"GAME 7 TURN 1\n{word} {seat}\nPASSWORD {password}\nSTATUS\nEND\n", email, "plain")
    assert said == plain
    with office.store.reading() as connection:
        assert wrong_today(connection, "7", seat, NOW) >= 5


def test_a_wrong_game_number_is_not_guessed_for_who_has_two(office: Office) -> None:
    with office.store.reading() as connection:
        system = load_game(connection, "7").system
    signups = str(shipped("sample") / system.name / "signups.toml")
    run(office.root, "new-game", "8", "--game", system.name, "--signups", signups)
    seat, email, password = player(office)
    take(office, f"GAME 12 TURN 1\n{system.sheet_words[0]} {seat}\nPASSWORD {password}\nSTATUS\nEND\n", email, "two")
    assert not any("Your sheet says game 12" in words_of(mail) for mail in letters(office))


# --- strangers, who ask what there is ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "asked", ["Hello, what games are open, and what do they cost?\nCarla\n", "GAMES?\n", "Games\n"]
)
def test_who_asks_is_told_the_games_their_prices_and_their_forms(tmp_path: Path, asked: str) -> None:
    office = empty(tmp_path / "office")
    signed_up(office, ONE, "Ola")
    confirm_by_word(office, 1, NOW)
    letters(office)
    done = take(office, asked, "carla@x.example", "c")
    assert (done == "accepted: GAMES") is asked.upper().startswith("GAMES")
    (mail,) = letters(office)
    text = " ".join(words_of(mail).split())
    assert str(mail["Subject"]) == "Games by mail: your mail"
    for system in map(games.system, SYSTEMS):
        assert f"{system.title}: {'1 waits' if system.name == ONE else 'nobody waits'} for the next game" in text
        assert f"SIGN-UP GAME {system.title} NAME" in text
    assert "with rule book and 4 turns: 15.00 USD or 20.00 CAD" in text
    assert "a turn after that: 3.50 USD or 5.00 CAD" in text
    assert ("put before the game master" in text) is ("Carla" in asked)


def test_a_player_who_asks_is_told_the_same(office: Office) -> None:
    """From his address alone, and with his password beside it."""
    with office.store.reading() as connection:
        system = load_game(connection, "7").system
    seat, email, password = player(office)
    assert take(office, "GAMES?\n", email, "alone") == "accepted: GAMES"
    take(office, f"GAME 7 TURN 1\n{system.sheet_words[0]} {seat}\nPASSWORD {password}\nEND\nGAMES?\n", email, "proved")
    alone, proved = (" ".join(words_of(mail).split()) for mail in letters(office))
    assert "a turn after that: 3.50 USD" in alone
    assert "a turn after that: 3.50 USD" in proved
    assert "Nobody plays from this address" not in alone
