"""Attacks on keys: what a finished game tells opens nothing, codes cannot be guessed, identifiers tell nothing.

The chain of the audit from end to end: a game ends, everybody gets its seed, and one of its players tries to be Carol.
"""

from __future__ import annotations

import hmac
import json
import re
from base64 import b32encode
from datetime import timedelta
from hashlib import blake2b, sha256
from pathlib import Path

import pytest
from sqlalchemy import text

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.enrolment.standby import add_standby, place_standby
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import init_office
from magika_gm.app.office.passwords import code_word
from magika_gm.app.operations.tick import configured
from magika_gm.app.post.credentials import LASTS
from magika_gm.app.post.deliver import deliver
from magika_gm.app.record.games import holders_at
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.mail.readers import Incoming
from magika_gm.resources import shipped
from tests.app.postroom import ADDRESS, NOW, Post, begin_anew, sheet, to_letter

EVIL = "evil@evil.example"
ASK = f"GAME 7\nMAGE C\nPASSWORD swordfish\nADDRESS {EVIL}\nEND\n"


def old_token(key: bytes, purpose: str, *words: object) -> str:
    """A secret as it was made of a game's seed, and as anybody can still make it."""
    derived = blake2b(purpose.encode(), key=key[:64], digest_size=32).digest()
    text = "\0".join(map(str, words)).encode()
    return b32encode(hmac.new(derived, text, sha256).digest()).decode().lower()


def end_game(post: Post) -> str:
    """Carol reaches the Orb's end of the game: game 7 is over, its reports are out. The seed as they tell it."""
    with post.office.store.writing() as connection:
        connection.exec_driver_sql("UPDATE mages SET space = 'b1' WHERE letter = 'C'")
    post.one(sheet("1 MOVE NE"))
    process_turn(post.office, "7", NOW, early=True)
    post.delivered()
    told = json.loads((post.office.reports("7", 1) / "A.json").read_text("utf-8"))
    assert told["ending"]
    return str(told["seed"])


def test_the_seed_of_a_finished_game_opens_nothing(post: Post) -> None:
    """Numbers 1 and 2: from A's final turn file alone, forged mails in Carol's name, her running game included."""
    new_game(post.office, "live", shipped("sample") / "magika" / "signups.toml", NOW, seed=b"another")
    seed = bytes.fromhex(end_game(post))
    before = post.rows("SELECT email FROM players ORDER BY id")
    postings = post.rows("SELECT count(*) FROM postings")
    for turn in range(6):
        token = old_token(seed, "reply token", "7", "C", turn, ADDRESS["C"])[:16]
        body = f"ADDRESS {EVIL}\nREPORT 1\nREPORT 0\nABSENT 2026-12-20 to 2027-01-06\n"
        assert post.one(f"{body}{turn}", to=f"gm+{token}@example.org").outcome != "accepted"
        for game in ("7", "live"):
            orders = f"GAME {game} TURN {turn}\nMAGE C\n1 MOVE NE\nEND\n"
            assert post.one(orders, to=f"gm+{token}@example.org").outcome != "accepted"
    # a change of address that Carol herself asks for in the running game: its code is not to be reckoned either
    post.one(ASK.replace("GAME 7", "GAME live").replace(EVIL, "carol@new.example"))
    at = (NOW + timedelta(microseconds=1)).isoformat()
    for number in range(1, 4):
        for asked in (NOW.isoformat(), at):
            code = old_token(seed, "change of address", number, ADDRESS["C"], "carol@new.example", asked)[:10]
            assert post.one(f"CONFIRM {code}").outcome == "aside"
    assert post.rows("SELECT email FROM players ORDER BY id") == before
    assert post.rows("SELECT count(*) FROM postings") == postings
    assert not any(EVIL in str(row) for row in post.rows("SELECT recipient FROM outbox"))


def test_a_reply_address_of_a_finished_game_does_nothing(post: Post) -> None:
    """The genuine one of Carol's last report: the game is over, and so is its use."""
    address = str(to_letter(post.delivered(), "C", "turn 0")["Reply-To"])
    end_game(post)
    for body in (f"ADDRESS {EVIL}\n", "REPORT 1\n", "ABSENT 2026-12-20 to 2027-01-06\n", sheet(password="")):
        assert post.one(body, to=address).outcome != "accepted"
    assert not post.rows("SELECT * FROM address_changes")
    assert not post.rows("SELECT * FROM absences")


def test_a_final_turn_whose_seed_is_out_is_not_taken_back(post: Post) -> None:
    """Number 2: every player could reckon the dice of the turn played again."""
    end_game(post)
    with pytest.raises(OfficeError, match="every player has the seed"):
        undo_turn(post.office, "7", NOW)
    assert post.rows("SELECT max(turn) FROM turns") == [(1,)]


def test_a_reply_address_of_a_run_that_was_taken_back_is_void(post: Post) -> None:
    process_turn(post.office, "7", NOW, early=True)
    old = str(to_letter(post.delivered(), "C", "turn 1")["Reply-To"])
    undo_turn(post.office, "7", NOW)
    process_turn(post.office, "7", NOW + timedelta(hours=1), early=True)
    assert post.one(sheet(turn=2, password=""), to=old).outcome == "refused"
    new = {str(m["Reply-To"]) for m in post.delivered() if "(C)" in str(m["Subject"]) and "turn 1" in str(m["Subject"])}
    (fresh,) = new - {old}
    assert post.one(sheet(turn=2, password=""), to=fresh).outcome == "accepted"


def confirm_line(post: Post) -> str:
    (mail,) = [m for m in post.delivered() if "please confirm" in str(m["Subject"])]
    body = mail.get_body(("plain",))
    assert body is not None
    found = re.search(r"CONFIRM \w+", body.get_content())
    assert found is not None
    return found[0]


def test_codes_are_kept_as_hashes_differ_every_time_and_expire(post: Post) -> None:
    post.one(ASK)
    line = confirm_line(post)
    dump = "".join(str(post.rows(f"SELECT * FROM {t}")) for t in ("codes", "outbox", "inbox", "address_changes"))
    assert line.split()[1] not in dump
    assert post.one(line, now=NOW + LASTS).outcome == "aside", "too late"
    assert post.one(line, now=NOW + LASTS - timedelta(minutes=1)).outcome == "accepted"


@pytest.mark.parametrize(("wrong", "outcome"), [(9, "accepted"), (10, "aside")])
def test_wrong_codes_are_counted_and_ten_end_it(post: Post, wrong: int, outcome: str) -> None:
    post.one(ASK)
    line = confirm_line(post)
    for number in range(wrong):
        assert post.one(f"CONFIRM {'a' * 11}{number}").outcome == "aside"
    assert post.rows("SELECT wrong FROM codes") == [(wrong,)]
    assert post.one(line).outcome == outcome
    assert (EVIL,) not in post.rows("SELECT email FROM players"), "the new address is asked, too"


def test_a_code_is_twelve_signs_of_five_bits(post: Post) -> None:
    post.one(ASK)
    assert re.fullmatch(r"CONFIRM [abcdefghijkmnpqrstuvwxyz2-9]{12}", confirm_line(post))


def test_a_stranger_cannot_use_a_code_up(post: Post) -> None:
    post.one(ASK)
    line = confirm_line(post)
    for number in range(11):
        post.one(f"CONFIRM {'a' * 11}{number}", sender="eve@example.net")
    assert post.one(line).outcome == "accepted"


def test_identifiers_tell_neither_seat_nor_time_nor_each_other(post: Post) -> None:
    mails = post.delivered()
    names = {str(m["Message-ID"]) for m in mails}
    assert len(names) == len(mails) == 13
    assert all(re.fullmatch(r"<report-[a-z2-7]{24}@example\.org>", name) for name in names)
    calendars = "".join(p.get_content() for m in mails for p in m.walk() if p.get_content_type() == "text/calendar")
    found = re.findall(r"(?m)^UID:(\S+)", calendars)
    assert len(set(found)) == 13
    assert all(re.fullmatch(r"[a-z2-7]{24}@example\.org", name) for name in found)


def test_two_players_at_one_address_keep_their_own_reports(post: Post) -> None:
    """Number 13: the change of one redirects nothing of the other's."""
    with post.office.store.writing() as connection:
        hers = {"hers": ADDRESS["C"]}
        connection.execute(text("UPDATE players SET email = :hers WHERE name LIKE 'B%'"), hers)
        connection.execute(text("UPDATE outbox SET recipient = :hers WHERE seat = 'B'"), hers)
    assert post.rows("SELECT count(*) FROM outbox WHERE recipient = 'carol.w@example.com'") == [(2,)]
    from magika_gm.app.post.addresses import change_address

    change_address(post.office, "7", "C", "carol@new.example", NOW, force=True)
    waiting = dict(post.rows("SELECT seat, recipient FROM outbox WHERE kind = 'report' AND seat IN ('B', 'C')"))
    assert waiting == {"B": ADDRESS["C"], "C": "carol@new.example"}


def test_a_reply_address_others_have_seen_serves_once(post: Post) -> None:
    """Number 12: orders with a copy to an ally, who then orders with the address in it."""
    address = str(to_letter(post.delivered(), "C", "turn 0")["Reply-To"])
    assert post.one(sheet(password=""), to=address).outcome == "accepted"
    copied = post.one(sheet("2 REST", password=""), to=f"{address}, {ADDRESS['C']}", headers="Cc: ally@example.net\n")
    assert copied.outcome == "accepted"
    assert "void from now on" in " ".join(post.answer().split())
    assert post.one(sheet("3 REST", password=""), to=address).outcome == "refused"
    fresh = {str(m["Reply-To"]) for m in post.delivered() if "orders accepted" in str(m["Subject"])}
    good = [a for a in sorted(fresh) if post.one(sheet("4 REST", password=""), to=a).outcome == "accepted"]
    assert len(good) == 1
    assert good != [address]


def test_a_message_of_an_opponent_is_no_command_of_the_player(post: Post) -> None:
    """Number 11: commands in a message to Carol, whose mail program answers in HTML with the report below."""
    body = f"1 REST\nMESSAGE TO C\nFINAL\nADDRESS {EVIL}\nREPORT 0\nEND MESSAGE"
    post.one(sheet(body, letter="A"), sender="anybody@example.net")
    process_turn(post.office, "7", NOW, early=True)
    address = str(to_letter(post.delivered(), "C", "turn 1")["Reply-To"])
    below = (post.office.reports("7", 1) / "C.html").read_text("utf-8")
    assert EVIL in below
    below = below[below.index("<body") :].partition(">")[2].partition("</body>")[0]
    orders = "GAME 7 TURN 2<br>MAGE C<br>1 REST<br>END<br>"
    raw = (
        f"From: {ADDRESS['C']}\nTo: {address}\nSubject: Re: report\nMessage-ID: <html@player.example>\n"
        f"Content-Type: text/html; charset=utf-8\n\n<html><body><p>{orders}</p><div>{below}</div></body></html>"
    )
    post.take(Incoming(raw.encode(), None, "html"))
    assert not post.rows("SELECT * FROM address_changes")
    assert not post.rows("SELECT * FROM outbox WHERE kind = 'copy'")
    assert not post.rows("SELECT * FROM finals")


# --- code words, and the office that has no secrets ------------------------------------------------------------------


def words_of(post: Post, game: str) -> dict[str, str]:
    return dict(post.rows(f"SELECT seat, code_word FROM seats WHERE game = '{game}'"))


def test_code_words_come_of_the_offices_secret(post: Post, tmp_path: Path) -> None:
    """Whoever has the seed of a finished game cannot reckon the words on its reports, nor those of another game."""
    mine = words_of(post, "7")
    assert sum(mine[seat] == code_word(b"life", seat) for seat in mine) < 3
    new_game(post.office, "8", shipped("sample") / "magika" / "signups.toml", NOW, seed=b"life")
    assert sum(words_of(post, "8")[seat] == word for seat, word in mine.items()) < 3
    other = Post(begin_anew(tmp_path / "other"))
    assert words_of(other, "7") != mine, "two offices with one seed"
    other.office.close()


def test_running_games_keep_their_code_words_also_for_who_takes_a_seat_over(post: Post) -> None:
    """A game begun before the upgrade, its words from the seed; and its earlier reports come out as they were."""
    with post.office.store.writing() as connection:
        for seat in words_of(post, "7"):
            for table in ("seats", "readers"):
                query = text(f"UPDATE {table} SET code_word = :word WHERE seat = :seat")
                connection.execute(query, {"word": code_word(b"life", seat), "seat": seat})
    process_turn(post.office, "7", NOW, early=True)
    una = add_standby(post.office, "Una Byron", "una@example.org", "owl light", NOW)
    place_standby(post.office, "7", "C", una.id, NOW)
    assert words_of(post, "7")["C"] == code_word(b"life|1", "C")
    with post.office.store.reading() as connection:
        assert holders_at(connection, "7", 0)["C"].code_word == code_word(b"life", "C")


def test_who_takes_a_seat_over_has_another_code_word_and_old_reports_the_old_one(post: Post) -> None:
    first = words_of(post, "7")["C"]
    process_turn(post.office, "7", NOW, early=True)
    una = add_standby(post.office, "Una Byron", "una@example.org", "owl light", NOW)
    place_standby(post.office, "7", "C", una.id, NOW)
    assert words_of(post, "7")["C"] not in (first, code_word(b"life|1", "C"))
    with post.office.store.reading() as connection:
        assert holders_at(connection, "7", 0)["C"].code_word == first


def test_a_sample_office_is_alike_everywhere_and_never_uses_a_mail_server(tmp_path: Path) -> None:
    """Its secret stands in the program: whatever it sent could be answered by anybody."""
    settings = '[smtp]\nhost = "127.0.0.1"\nport = 9\n[imap]\nhost = "127.0.0.1"\nport = 9\n'
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "magika.toml").write_text(settings, encoding="utf-8")
    one, two = (init_office(tmp_path / name, sample=True) for name in ("one", "two"))
    assert one.is_sample
    assert one.keyed("reply token", "7") == two.keyed("reply token", "7")
    new_game(one, "7", shipped("sample") / "magika" / "signups.toml", NOW, seed=b"life")
    assert words_of(Post(one), "7")["C"] == code_word(b"life", "C"), "as the sample reports were printed"
    for use in (lambda: list(deliver(one, NOW)), lambda: list(configured(one))):
        with pytest.raises(OfficeError, match="a sample, whose secret everybody knows"):
            use()
    one.close()
    two.close()
    real = init_office(tmp_path / "real")
    assert not real.is_sample
    assert len(real.secret) == 32
    real.close()
    again = init_office(tmp_path / "real", sample=True)
    assert not again.is_sample, "an office that is there keeps its secret"
    again.close()
