"""When a game ends: its standing in the record, invitations once, the hall of fame, ratings, reliability (GM-5)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magika_gm import games
from magika_gm.app.enrolment.players import Reliability, list_players
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.record.games import load_game
from magika_gm.app.results.standings import START, Ended, K, Result, ended_games, free_prize_games, ratings, winners
from magika_gm.app.turns.due import publish_turn
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.games.magika.rules.tasks import final_standing, vp_total
from magika_gm.store.archive import load_state
from tests.app.postroom import NOW, Post, begin, sheet
from tests.desk import typed
from tests.magika.word import drop_mage

REPORTS_OF = ""


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    """A game whose C stands on the Goal Square: its next turn is its last (END-1)."""
    office = begin(tmp_path / "office")
    to_the_goal(office)
    yield Post(office)
    office.close()


def to_the_goal(office: Office) -> None:
    with sqlite3.connect(office.root / "magika.sqlite3") as connection:
        connection.execute("UPDATE mages SET space = 'a1' WHERE letter = 'C' AND turn = 0")
    connection.close()


INVITES = "SELECT seat, recipient, state FROM outbox WHERE kind = 'invite' ORDER BY seat"


def test_the_final_standing_is_in_the_record_as_the_rules_have_it(post: Post) -> None:
    assert post.rows("SELECT * FROM results") == []
    assert process_turn(post.office, "7", NOW, early=True).ending == "goal"
    rows = post.rows("SELECT seat, rank, points, dropped FROM results WHERE game = '7' AND turn = 1")
    with post.office.store.reading() as connection:
        (ended,) = ended_games(connection)
        (scenario,) = post.rows("SELECT scenario FROM games")
        from magika_gm.games.magika.setup import read_arena

        world = load_state(connection, "7", 1, read_arena(scenario[0], ""))
    tasks = sum(
        points for letter, _, points, _ in rows if letter == "M"
    ) - vp_total(world, "M")  # fmt: skip
    assert tasks % 4 == 0
    assert sorted((p.letter, p.rank, p.points, 0) for p in final_standing(world)) == sorted(rows)
    assert [r.rank for r in ended.results] == sorted(r.rank for r in ended.results)
    assert (ended.turn, ended.ending, len(ended.results)) == (1, "goal", 13)


def test_a_game_that_ended_before_there_was_a_record_is_judged_from_its_world(post: Post) -> None:
    process_turn(post.office, "7", NOW, early=True)
    with post.office.store.reading() as connection:
        recorded = ended_games(connection)
        won = winners(connection)
    assert won == {"7": tuple(winner.name for winner in recorded[0].winners)}
    post.rows("UPDATE results SET points = points + 1")
    with post.office.store.reading() as connection:
        told = [result.points - 1 for result in ended_games(connection)[0].results]
    assert told == [result.points for result in recorded[0].results], "the record counts where there is one"
    post.rows("DELETE FROM results")
    with post.office.store.reading() as connection:
        assert ended_games(connection) == recorded
        assert winners(connection) == won


def test_every_player_is_invited_once(post: Post) -> None:
    process_turn(post.office, "7", NOW, early=True)
    invited = post.rows(INVITES)
    assert [letter for letter, _, _ in invited] == list("ABCDEFGHIJKLM")
    assert {state for _, _, state in invited} == {"waiting"}
    with post.office.store.reading() as connection:
        (ended,) = ended_games(connection)
    winner = ended.winners[0]
    places = {r.seat: (r.rank, sum(other.rank == r.rank for other in ended.results)) for r in ended.results}
    for letter, _, body in post.rows("SELECT seat, recipient, body FROM outbox WHERE kind = 'invite'"):
        assert "the Goal Square was reached" in body
        who = f"Your {winner.character} ({letter})" if letter == winner.seat else f"{winner.character} ({winner.name})"
        assert f"{who} won it with {winner.points:g} points" in body
        rank, how_many = places[letter]
        verb = "shares" if how_many > 1 else "took"
        assert rank == 1 or f"{verb} place {rank} of 13" in " ".join(body.split())
        assert ("may play the next game free" in body) == (letter == winner.seat)
        assert (f"RETURNING 7 {letter}" in body) == (letter != "M")
        assert "swordfish" not in body
    mails = post.delivered()
    assert sum("would you play again" in str(m["Subject"]) for m in mails) == 13


def test_a_drop_out_is_told_and_reads_the_standing_and_the_seed(post: Post) -> None:
    drop_mage(post.office, "7", "D", "his own wish", NOW)
    process_turn(post.office, "7", NOW, early=True)
    ((notice,),) = post.rows("SELECT body FROM outbox WHERE kind = 'notice' AND seat = 'D'")
    assert "by the game master's decision: his own wish." in notice
    bodies = {
        str(letter): str(body) for letter, body in post.rows("SELECT seat, body FROM outbox WHERE kind = 'invite'")
    }
    with post.office.store.reading() as connection:
        seed = load_game(connection, "7").seed.hex()
    assert seed in bodies["D"]
    assert "The Ebon Mage's tasks:" in bodies["D"]
    assert "your final report" not in bodies["D"]
    assert seed not in bodies["A"]
    assert "your final report" in bodies["A"]


def test_the_invitation_holds_a_form_that_is_understood(post: Post) -> None:
    from magika_gm.app.enrolment.signup_form import read_form

    process_turn(post.office, "7", NOW, early=True)
    for letter, body in post.rows("SELECT seat, body FROM outbox WHERE kind = 'invite'"):
        filled = body.replace("    PASSWORD", "    PASSWORD swordfish").replace(
            "name, race, alignment", "Zo, elf, good", 1
        )
        form = read_form(filled)
        assert form is not None
        assert form.faults == []
        assert form.returning == (("7", letter) if letter != "M" else None)


def test_a_turn_taken_back_takes_back_what_was_not_sent(post: Post) -> None:
    process_turn(post.office, "7", NOW, early=True)
    undo_turn(post.office, "7", NOW)
    assert post.rows(INVITES) == []
    assert post.rows("SELECT * FROM results") == []
    process_turn(post.office, "7", NOW, early=True)
    assert len(post.rows(INVITES)) == 13
    post.delivered()
    with pytest.raises(OfficeError, match="every player has the seed"):
        undo_turn(post.office, "7", NOW)
    assert [state for _, _, state in post.rows(INVITES)] == ["sent"] * 13
    assert len(post.rows("SELECT * FROM results")) == 13


def test_nobody_is_told_before_the_review(post: Post) -> None:
    process_turn(post.office, "7", NOW, early=True, review=True)
    assert {state for _, _, state in post.rows(INVITES)} == {"held"}
    with post.office.store.reading() as connection:
        assert ended_games(connection) == []
    process_turn(post.office, "7", NOW, early=True, review=True)
    assert len(post.rows(INVITES)) == 13
    publish_turn(post.office, "7")
    assert {state for _, _, state in post.rows(INVITES)} == {"waiting"}
    with post.office.store.reading() as connection:
        assert len(ended_games(connection)) == 1


def test_a_dry_run_invites_nobody(post: Post, tmp_path: Path) -> None:
    process_turn(post.office, "7", NOW, early=True, dry_run=tmp_path / "look")
    assert post.rows(INVITES) == []


def test_the_winner_s_free_game_is_listed_until_he_plays_it(post: Post) -> None:
    process_turn(post.office, "7", NOW, early=True)
    with post.office.store.reading() as connection:
        ended = ended_games(connection)
        winner = ended[0].winners[0]
        assert winner.player is not None
        assert free_prize_games(connection, ended) == {winner.player: 1}
    with sqlite3.connect(post.office.root / "magika.sqlite3") as database:
        database.execute("UPDATE seats SET player = ?, fee = 'free' WHERE seat = 'M'", (winner.player,))
    database.close()
    with post.office.store.reading() as connection:
        assert free_prize_games(connection, ended) == {}


def test_the_hall_of_fame_on_the_command_line(post: Post) -> None:
    def run(*words: str) -> str:
        result = typed(post, "hall-of-fame", *words)
        assert result.exit_code == 0, result.output
        return result.stdout

    assert run() == "No game is over yet.\n"
    process_turn(post.office, "7", NOW, early=True)
    shown = json.loads(run("--json"))
    (game,) = shown["games"]
    (winner,) = game["winners"]
    assert (game["game"], game["turn"], game["ending"], winner["rank"]) == ("7", 1, "goal", 1)
    assert shown["free_prize_games"] == [{"player": winner["player"], "name": winner["name"], "games": 1}]
    assert winner["name"] in run()
    assert f"{winner['name']} may play a game free as a winner" in run()
    assert len(json.loads(run("7", "--json"))["games"][0]["standing"]) == 13
    assert len(run("7").splitlines()) == 15


SYSTEM = games.system("magika")


def ended_with(*ranks: int, game: str = "1", dropped: tuple[int, ...] = (), left: tuple[int, ...] = ()) -> Ended:
    """A game that players 1, 2 … finished with these ranks."""
    results = tuple(
        Result(
            game=game,
            turn=9,
            seat="ABCDEFGHIJKLM"[i],
            character="x",
            player=i + 1,
            name=f"P{i + 1}",
            rank=rank,
            points=0.0,
            dropped=i + 1 in dropped,
        )
        for i, rank in enumerate(ranks)
    )
    return Ended(
        game=game, system=SYSTEM, title="t", turn=9, ending="goal", ended_at="2026", results=results, left=left
    )


def values(*ended: Ended) -> dict[int, float]:
    return {player: round(rating.value, 3) for player, rating in ratings(ended).items()}


def test_ratings_are_as_worked_by_hand() -> None:
    assert values(ended_with(1, 2)) == {1: START + K / 2, 2: START - K / 2}
    assert values(ended_with(1, 1)) == {1: START, 2: START}
    # three equals: the first beats two (+32), the last loses to two, the second breaks even
    assert values(ended_with(1, 2, 3)) == {1: 1532.0, 2: 1500.0, 3: 1468.0}
    # again: 1532 is expected to take 1 / (1 + 10 ** (-64 / 400)) = 0.5911 from 1468
    assert values(ended_with(1, 2), ended_with(1, 2)) == {1: 1558.171, 2: 1441.829}
    assert values(ended_with(1, 2), ended_with(2, 1)) == {1: 1494.171, 2: 1505.829}


def test_who_drops_out_is_last_whatever_his_rank() -> None:
    assert values(ended_with(1, 2, 3, dropped=(2,))) == values(ended_with(1, 3, 2))
    assert values(ended_with(1, 2, left=(3,)))[3] == 1468.0


def test_who_left_his_mage_to_a_standby_is_rated_last(tmp_path: Path) -> None:
    office = begin(tmp_path / "office")
    process_turn(office, "7", NOW, early=True)
    with sqlite3.connect(office.root / "magika.sqlite3") as connection:
        connection.execute(
            "INSERT INTO players (id, name, email, address, account, currency) "
            "VALUES (99, 'Zoe', 'z@x.org', '', 'Z', 'USD')"
        )
        connection.execute("UPDATE seats SET player = 99 WHERE seat = 'D'")
        connection.execute("UPDATE mages SET space = 'a1' WHERE letter = 'C' AND turn = 1")
    connection.close()
    process_turn(office, "7", NOW, early=True)
    with office.store.reading() as database:
        (ended,) = ended_games(database)
    office.close()
    assert ended.left == (4,)
    assert 99 in {result.player for result in ended.results}
    found = ratings([ended])
    assert len(found) == 14
    assert min(found, key=lambda player: found[player].value) == 4


def test_the_built_in_policy_has_no_rating() -> None:
    game = ended_with(1, 2, 3)
    robot = tuple(r if r.seat != "A" else replace(r, player=None) for r in game.results)
    assert values(Ended(game="1", system=SYSTEM, title="t", turn=9, ending="goal", ended_at="2026", results=robot)) == {
        2: 1532.0,
        3: 1468.0,
    }
    assert (
        ratings([Ended(game="1", system=SYSTEM, title="t", turn=9, ending="goal", ended_at="2026", results=robot[:2])])
        == {}
    )


@given(st.lists(st.lists(st.integers(1, 13), min_size=2, max_size=13), max_size=6))
def test_what_one_wins_others_lose(games: list[list[int]]) -> None:
    found = ratings([ended_with(*ranks) for ranks in games])
    assert sum(r.value - START for r in found.values()) == pytest.approx(0, abs=1e-6)
    for rating in found.values():
        assert abs(rating.moved) <= K
    assert found == ratings([ended_with(*ranks) for ranks in games])


def test_reliability_counts_orders_in_time_and_no_excused_turn(tmp_path: Path) -> None:
    post = Post(begin(tmp_path / "office"))
    assert post.one(sheet()).outcome == "accepted"
    process_turn(post.office, "7", NOW, early=True)
    with sqlite3.connect(post.office.root / "magika.sqlite3") as connection:
        connection.execute("UPDATE outbox SET state = 'bounced' WHERE seat = 'B' AND turn = 1")
    connection.close()
    assert post.one(sheet(letter="A", turn=2), sender="ann.dubois@example.org").outcome == "accepted"
    process_turn(post.office, "7", NOW, early=True)
    process_turn(post.office, "7", NOW, early=True)  # nobody's orders came: nobody has missed it
    lines = {line.seats[0]: line for line in list_players(post.office)}
    assert (lines["7:C"].turns_own, lines["7:C"].turns_missed, lines["7:C"].turns_excused) == (1, 1, 1)
    assert (lines["7:A"].turns_own, lines["7:A"].turns_missed, lines["7:A"].reliability) == (1, 1, 50)
    assert (lines["7:B"].turns_missed, lines["7:B"].turns_excused, lines["7:B"].reliability) == (1, 2, 0)
    assert lines["7:C"].rating is None
    assert Reliability().percent is None
    assert Reliability(2, 1, 7).percent == 67
    assert Reliability(3, 0, 7).percent == 100
    post.office.close()
