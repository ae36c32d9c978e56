"""Number 10: a game master who bends what a game was begun with, or its record, is found out by its players' files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from magika_gm.app.audit.verify import check_files
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.turns.process import process_turn
from magika_gm.cli.main import cli
from magika_gm.resources import shipped
from tests.app.postroom import NOW, Post, begin, sheet
from tests.desk import typed
from tests.magika import word as acts

REPORTS_OF = "ABCDEFGHIJKLM"

Plain = dict[str, Any]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """A game with a drawn seed, of two turns."""
    office = init_office(tmp_path_factory.mktemp("bound") / "office")
    new_game(office, "7", shipped("sample") / "magika" / "signups.toml", NOW)
    process_turn(office, "7", NOW, early=True)
    acts.place_mage(office, "7", "C", "b1", "to have an end", NOW)
    acts.change_order(office, "7", "C", 1, "MOVE NE", "to have an end", NOW)
    assert process_turn(office, "7", NOW, early=True).ending == "goal"
    yield office
    office.close()


def file(office: Office, turn: int, letter: str = "F") -> Path:
    return office.reports("7", turn) / f"{letter}.json"


def wrong(office: Office, tmp_path: Path, change: Callable[[Plain], object], *others: int) -> list[str]:
    plain: Plain = json.loads(file(office, 2).read_text("utf-8"))
    change(plain)
    path = tmp_path / "bent.json"
    path.write_text(json.dumps(plain), encoding="utf-8")
    return [c.wrong for c in check_files([path, *(file(office, turn) for turn in others)]) if c.wrong]


def test_an_honest_game_verifies_and_everything_is_bound(played: Office, tmp_path: Path) -> None:
    assert wrong(played, tmp_path, lambda _: None, 0, 1) == []
    checks = check_files([file(played, 2), file(played, 0)])
    assert any(c.what == "what the game was begun with" for c in checks)


def test_a_bent_scenario_is_found_out(played: Office, tmp_path: Path) -> None:
    """a) the unseen Orb in another place: the seed was not bound to that."""
    bent = wrong(played, tmp_path, lambda p: p["record"].update(scenario=p["record"]["scenario"] + "\n"), 0, 1)
    assert any("is not what the seed was bound to" in line for line in bent)


def test_bent_tasks_are_found_out(played: Office, tmp_path: Path) -> None:
    """a) tasks that are always done, in place of those that were drawn."""

    def bend(plain: Plain) -> None:
        plain["record"]["tasks"] = [plain["record"]["tasks"][0]] * 10

    assert any("tasks were not drawn so" in line for line in wrong(played, tmp_path, bend, 0, 1))


def test_bent_characters_are_found_out(played: Office, tmp_path: Path) -> None:
    def bend(plain: Plain) -> None:
        plain["record"]["characters"][0], plain["record"]["characters"][1] = (
            plain["record"]["characters"][1], plain["record"]["characters"][0],
        )  # fmt: skip

    assert any("characters were not drawn so" in line for line in wrong(played, tmp_path, bend, 0, 1))


@pytest.mark.parametrize("number", [1000003, 0, 2])
def test_other_turn_numbers_are_found_out(played: Office, tmp_path: Path, number: int) -> None:
    """b) a turn renumbered, for better dice; or one left out."""
    bent = wrong(played, tmp_path, lambda p: p["record"]["turns"][0].update(turn=number), 0, 1)
    assert "are not 1 to 2, each once" in bent
    gone = wrong(played, tmp_path, lambda p: p["record"]["turns"].pop(), 0, 1)
    assert "are not 1 to 2, each once" in gone


def test_a_final_file_alone_says_what_it_cannot_prove(played: Office) -> None:
    """c) a whole game of another seed, with its own hash: nothing but an earlier file tells."""
    final = str(file(played, 2))
    alone = CliRunner().invoke(cli, ["verify", final])
    assert alone.exit_code == 1
    assert "compare this hash with the one on your first report" in " ".join(alone.output.split())
    both = CliRunner().invoke(cli, ["verify", final, str(file(played, 0))])
    assert both.exit_code == 0, both.output


def test_a_seed_named_by_hand_is_long_and_said_to_bind_the_dice_alone(tmp_path: Path) -> None:
    """d)"""
    office = begin(tmp_path / "office")
    office.close()
    new = [
        "--office",
        str(office.root),
        "new-game",
        "8",
        "--signups",
        str(shipped("sample") / "magika" / "signups.toml"),
    ]
    short = CliRunner().invoke(cli, [*new, "--seed", "guess me"])
    assert short.exit_code == 1
    assert "can be guessed from its hash" in short.stderr
    fill = typed(office, "fill-game", "9", "--seed", "guess me")
    assert "can be guessed from its hash" in fill.stderr


def test_the_hash_hides_what_it_stands_for(played: Office) -> None:
    """Decision 12: nothing printed before the end lets anybody test a guess."""
    rows = Post(played).rows("SELECT seed, nonce, commitment, seed_hash FROM games")
    (seed, nonce, kind, told) = rows[0]
    assert (kind, len(nonce), len(seed)) == (2, 32, 32)
    assert told == sha256(seed).hexdigest()
    for turn in (0, 1):
        text = "".join(
            p.read_text("utf-8") for p in played.reports("7", turn).iterdir() if p.suffix in (".json", ".txt")
        )
        assert nonce.hex() not in text
        assert seed.hex() not in text
        assert told in text


def test_orders_taken_in_after_a_review_was_seen_are_marked(tmp_path: Path) -> None:
    """The game master looks at the outcome, takes a friend's late orders in, and runs the turn again."""
    post = Post(begin(tmp_path / "office"))
    post.one(sheet("1 MOVE NE"))
    process_turn(post.office, "7", NOW + timedelta(hours=1), early=True, review=True)
    post.one(sheet("1 REST", letter="A"), sender="a@anywhere.example", now=NOW + timedelta(hours=2))
    acts.place_mage(post.office, "7", "C", "b1", "to have an end", NOW + timedelta(hours=2))
    done = process_turn(post.office, "7", NOW + timedelta(hours=3), early=True, review=True)
    assert done.ending == "goal"
    plain = json.loads((post.office.reports("7", 1) / "F.json").read_text("utf-8"))
    assert plain["record"]["turns"][0]["late"] == ["A"]
    checks = check_files([post.office.reports("7", 1) / "F.json", post.office.reports("7", 0) / "F.json"])
    assert any("after the game master had seen it: A" in c.what for c in checks)
    post.office.close()
