"""Who returns with a character of a game that is over, and the last winner's free game (GM-1, GM-5)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select, update

from magika_gm.app.audit.verify import verify_game
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.enrolment.waiting_list import load_list
from magika_gm.app.office.office import Office
from magika_gm.app.record.games import load_game, load_holders
from magika_gm.app.results.standings import ended_games, free_prize_games
from magika_gm.app.turns.editions import edition_of
from magika_gm.app.turns.process import process_turn
from magika_gm.app.turns.sealing import game_record
from magika_gm.engine.dice import Dice
from magika_gm.games.magika.archive import ARCHIVE
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from magika_gm.store.archive import MemoryWriter, load_memories
from magika_gm.store.relations import tables_of
from tests.app.signups import NOW, TWELVE, fill, form, mailed, put, twelve

REPORTS_OF = ""


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
        ("PASSWORD swordfish\nRETURNING 7 D", "no player's novice was mage D of game 7"),
        ("PASSWORD swordfish\nRETURNING 7 M", "no player's novice was the Ebon Mage of game 7"),
    ],
)
def test_who_cannot_return_is_told_why(office: Office, lines: str, why: str) -> None:
    end_game(office)
    with office.store.writing() as connection:  # D is nobody's to reach; M's player, whom one reaches, was no novice
        connection.execute(update(t.players).where(t.players.c.id == 4).values(email=""))
        held = load_holders(connection, "7")
    assert (held["D"].email, bool(held["M"].email)) == ("", True)
    new_game(office, "8", shipped("sample") / "magika" / "signups.toml", NOW, seed=b"new")
    received = mailed(office, f"SIGN-UP\n{lines}\nEND", "carol.w@example.com")
    assert received.outcome == "refused"
    assert why in received.reason
    with office.store.reading() as connection:
        assert load_list(connection) == []


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
