"""Xom and Zol through the whole life of a game, by the commands a game master types."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from magika_gm.games.xom_zol import bots
from magika_gm.games.xom_zol.setup import shipped_decks
from magika_gm.games.xom_zol.signup import SIGNUP
from tests.desk import Desk
from tests.xom_zol.randoms import write_deck

pytestmark = pytest.mark.usefixtures("sketched")
SAMPLE = Path(__file__).parents[2] / "turns" / "sample" / "xom_zol"
PEOPLE = {
    "A": ("heron bridge", "marta.lindqvist@example.org"),
    "B": ("foxglove9", "owen.pritchard@example.net"),
}


@pytest.fixture
def run(tmp_path: Path) -> Desk:
    return Desk(tmp_path, "SIDE", PEOPLE)


def file_of(folder: Path, turn: int, side: str) -> dict[str, object]:
    found: dict[str, object] = json.loads((folder / str(turn) / f"{side}.json").read_text(encoding="utf-8"))
    return found


def words_of(folder: Path, turn: int, side: str) -> str:
    return " ".join((folder / str(turn) / f"{side}.txt").read_text(encoding="utf-8").split())


@pytest.mark.slow
def test_a_game_from_its_beginning_to_its_end(run: Desk, tmp_path: Path) -> None:
    reports = tmp_path / "office" / "reports" / "12"
    run("new-game", "12", "--game", "xom_zol", "--signups", str(SAMPLE / "signups.toml"), "--seed", "ab" * 16)
    start = file_of(reports, 0, "A")
    active = str(start["next"])
    passive = "B" if active == "A" else "A"
    blank = (reports / "0" / f"{active}.txt").read_text(encoding="utf-8")
    assert "SIDE " + active in blank
    assert "; your hand:" in blank
    run("sheets", "12", ok=False)
    said = run("ingest", run.mail(active, 1, "ACT", "KEEP 1", "MESSAGE", "your walls", "will fall", "END MESSAGE"))
    assert "accepted" in said
    assert "accepted" in run("ingest", run.mail(passive, 1, "REACT", "BLOCK DEFAULT WALL", "COUNTR ANY"))
    run("process-turn", "12", "--early")
    heard = words_of(reports, 1, passive)
    assert "will fall" in heard
    assert f"Game turn 1, side {active}'s turn" in heard
    assert file_of(reports, 1, passive)["react"] == ["BLOCK DEFAULT WALL"]
    assert "react" in file_of(reports, 1, active)
    assert file_of(reports, 1, active)["react"] == []
    card = file_of(reports, 1, passive)["hand"]
    assert isinstance(card, list)
    assert "no card" in run("correct", "move", "12", passive, "Xmo", "hand", "discard", "--reason", "x", ok=False)
    run("correct", "move", "12", passive, str(card[0]), "hand", "discard", "--reason", "a slip")
    run("correct", "life", "12", passive, "-3", "--reason", "a slip")
    run("correct", "mark", "12", f"{active}1", "committed", "--reason", "a slip")
    run("correct", "order", "12", passive, "ACT", "1", "KEEP 2", "--reason", "sent by telephone")
    assert "is not an order" in run("correct", "order", "12", passive, "ACT", "1", "KEPE", "--reason", "x", ok=False)
    run("process-turn", "12", "--early")
    told = words_of(reports, 2, active)
    assert f"The game master moves side {passive}'s {card[0]}" in told
    assert f"sets side {passive}'s life to 47" in told
    assert "KEEP 2" not in told
    assert "The game master changes ACT line 1: nothing becomes KEEP 2" in words_of(reports, 2, passive)
    run("verify", "12")
    run("correct", "drop", "12", passive, "--reason", "moved away")
    run("process-turn", "12", "--early")
    final = file_of(reports, 3, active)
    assert (final["format"], final["ending"], final["winner"]) == ("xom_zol turn", "forfeit", active)
    record, revealed = final["record"], final["revealed"]
    assert isinstance(record, dict)
    assert isinstance(revealed, dict)
    assert record["system"] == "xom_zol"
    assert revealed["hands"][passive]
    assert "forfeit" in words_of(reports, 3, passive)
    run("verify", "12")
    run("verify", str(reports / "3" / f"{active}.json"), str(reports / "0" / f"{active}.json"), status=3)


def test_orders_are_checked_without_an_office(run: Desk, tmp_path: Path) -> None:
    path = tmp_path / "sheet.txt"
    path.write_text(run.sheet("A", 1, "ACT", "1 CAST Xom Kngiht", "2 ASSAULT ALL", "REACT NONE"), encoding="utf-8")
    said = run("check-orders", "--game", "xom_zol", str(path), ok=False)
    assert "did you mean Xom Knight" in said
    assert "ASSAULT ALL" in said


def test_three_misses_forfeit(run: Desk, tmp_path: Path) -> None:
    """MAIL-7: misses count over a side's own game turns; the passive side's silence is none."""
    reports = tmp_path / "office" / "reports" / "12"
    run("new-game", "12", "--game", "xom_zol", "--signups", str(SAMPLE / "signups.toml"), "--seed", "ab" * 16)
    active = str(file_of(reports, 0, "A")["next"])
    turn = 0
    while file_of(reports, turn, active)["ending"] is None:
        turn += 1
        assert turn < 9
        side = str(file_of(reports, turn - 1, "A")["next"])
        if side != active:
            run("ingest", run.mail(side, turn, "ACT"))
        run("process-turn", "12", "--early")
    final = file_of(reports, turn, active)
    assert (final["ending"], final["winner"]) == ("forfeit", "B" if active == "A" else "A")
    assert turn in (5, 6, 7)


def sign_up(run: Desk, folder: Path, name: str, *lines: str) -> str:
    """A sign-up by mail, confirmed as asked for; gives the last mail the office wrote to that address."""
    address = f"{name.split(maxsplit=1)[0].lower()}@example.org"
    form = ["SIGN-UP", "GAME Xom and Zol", f"NAME {name}", f"EMAIL {address}", "ADDRESS 1 Way, Hythe",
            "PASSWORD swordfish 9", *lines, "END"]  # fmt: skip
    for number, text in enumerate(("\n".join(form), "")):
        asked = letters_to(run, folder, address)[-1:]
        body = text or f"CONFIRM {re.findall('CONFIRM ([a-z0-9]+)', asked[0])[0]}"
        path = folder / f"{address}-{number}.eml"
        head = f"From: {address}\nTo: gm@example.org\nSubject: x\nMessage-ID: <{number}.{address}>\n\n"
        path.write_text(head + body + "\n", encoding="utf-8")
        run("ingest", str(path))
        if "CONFIRM" not in letters_to(run, folder, address)[-1]:
            break
    return letters_to(run, folder, address)[-1]


def letters_to(run: Desk, folder: Path, address: str) -> list[str]:
    run("deliver")
    paths = sorted((folder / "office" / "outbox").rglob("*.eml"), key=lambda path: path.stat().st_mtime_ns)
    texts = [path.read_text(encoding="utf-8") for path in paths]
    return [text for text in texts if f"To: {address}" in text]


def test_a_game_is_filled_from_the_list(run: Desk, tmp_path: Path) -> None:
    """Decks are named, or handed in and checked whole; a game of given decks takes nobody's own in silence."""
    sign_up(run, tmp_path, "Rosa Reed", "DECK Zol Nation")
    sign_up(run, tmp_path, "Gil Grey", "DECK Xom Empire")
    assert "2 wait" in run("sign-up", "list")
    said = run("fill-game", "13", "--game", "xom_zol", "--dry-run")
    assert said.index("Gil Grey") < said.index("Rosa Reed"), "each gets the side whose deck he asked for"
    listed = write_deck(shipped_decks()["Wild Circle"]).splitlines()
    told = sign_up(run, tmp_path, "Bea Blum", "DECK", *listed, "END DECK")
    assert "100 cards" in told
    refused = sign_up(run, tmp_path, "Ida Ilk", "DECK", "2 Emperor Xom", *listed, "1 Emporer Xom", "END DECK")
    assert "NOT accepted" in refused
    assert "the block DECK" in refused, "a stranger is told lines and words alone"
    choices: dict[str, object] = {}
    whole = SIGNUP.take_block(choices, "DECK", ["2 Emperor Xom", *listed, "1 Emporer Xom"])
    assert "did you mean Emperor Xom?" in whole[0]
    assert [f.partition(":")[0] for f in SIGNUP.choice_faults(choices)] == ["DECK"] * 3
    assert "3 wait" in run("sign-up", "list"), "a deck that breaks SETUP-1 is refused"
    shown = run("fill-game", "14", "--game", "xom_zol", "--scenario", "own-decks", "--dry-run")
    assert "Bea Blum" in shown or "needed" in shown
    assert "{" not in shown, "a deck is told in words"
    run("fill-game", "13", "--game", "xom_zol")
    sign_up(run, tmp_path, "Tom Tarn", "DECK Golem Guild")
    assert "--scenario own-decks" in run("fill-game", "14", "--game", "xom_zol", ok=False)
    run("fill-game", "14", "--game", "xom_zol", "--scenario", "own-decks")
    assert "Xom and Zol" in run("status")
    reports = tmp_path / "office" / "reports"
    hands = [file_of(reports / "14", 0, side)["cards"] for side in "AB"]
    assert all(isinstance(cards, dict) for cards in hands)


def test_bots_play_on_where_nobody_sits(run: Desk, tmp_path: Path) -> None:
    """A bot's sheet read by the office as anybody's."""
    reports = tmp_path / "office" / "reports" / "12"
    run("new-game", "12", "--game", "xom_zol", "--signups", str(SAMPLE / "signups.toml"), "--seed", "cd" * 16)
    for turn in range(1, 5):
        for side in "AB":
            text = bots.lines_of("bold", file_of(reports, turn - 1, side))
            if text:
                assert "accepted" in run("ingest", run.mail(side, turn, *text.splitlines()))
        run("process-turn", "12", "--early")
    assert words_of(reports, 4, "A")
    run("verify", "12")
