"""Temple Isle through the whole life of a game, by the commands a game master types."""

from __future__ import annotations

import json
from email.message import EmailMessage
from pathlib import Path

import pytest

from magika_gm.cli.solo import SEED_FILE, seed_of, steps
from magika_gm.games.temple_isle.rules.state import EDITION
from tests.desk import Desk
from tests.offices import whole_reports
from tests.systems.test_order_pages import filled

pytestmark = pytest.mark.usefixtures("sketched")
SAMPLE = Path(__file__).parents[2] / "turns" / "sample" / "temple_isle"
PEOPLE = {"SUN": ("heron lantern", "ines.calvo@example.org"), "MOON": ("larkspur4", "tomas.dvorak@example.net")}


@pytest.fixture
def run(tmp_path: Path) -> Desk:
    return Desk(tmp_path, "SEAT", PEOPLE)


def test_a_game_by_the_letter(run: Desk, tmp_path: Path) -> None:
    """As ``demo --scenario letter`` begins it: no opening hands, and its record says by which options it is played."""
    todo = steps(tmp_path / "office", SAMPLE, "temple_isle", "letter")
    (tmp_path / "office" / SEED_FILE).write_text(seed_of("letter"), encoding="utf-8")
    run(*todo[1][2:])
    for turn in (1, 2):
        run("ingest", str(SAMPLE / str(turn)))
        run("process-turn", "sample", "--early")
    file = json.loads((tmp_path / "office" / "reports" / "sample" / "2" / "SUN.json").read_text(encoding="utf-8"))
    said = {name: file["options"][name] for name in ("limit", "stack", "opening", "joined_land", "answers")}
    assert said == {"limit": 0, "stack": 0, "opening": 0, "joined_land": False, "answers": "all"}
    assert file["options"]["edition"] == EDITION
    assert file["hands"] == {"SUN": 1, "MOON": 1}
    assert "0 different" in run("verify", "sample")


def test_a_game_from_its_beginning_to_its_end(run: Desk, tmp_path: Path) -> None:
    reports = tmp_path / "office" / "reports" / "12"
    run("new-game", "12", "--game", "temple_isle", "--signups", str(SAMPLE / "signups.toml"), "--seed", "ab" * 16)
    blank = (reports / "0" / "SUN.txt").read_text(encoding="utf-8")
    assert "; WATER" in blank
    assert "accepted" in run("ingest", run.mail("SUN", 1, "WATER c1, b1", "MESSAGE TO MOON", "ahoy", "END MESSAGE"))
    assert "accepted" in run("ingest", run.mail("MOON", 1, "WATRE c4"))
    run("process-turn", "12", "--early")
    heard = (reports / "1" / "MOON.txt").read_text(encoding="utf-8")
    assert "ahoy" in heard
    assert "Sun places water 1 on c1" in heard or "Sun places water 2 on c1" in heard
    file = json.loads((reports / "1" / "SUN.json").read_text(encoding="utf-8"))
    card, foe = file["hand"][0]["card"], json.loads((reports / "1" / "MOON.json").read_text(encoding="utf-8"))
    assert "no card" in run("correct", "move", "12", "Knigt", "SUN", "discard", "--reason", "x", ok=False)
    run("correct", "move", "12", card, "SUN", "discard", "--reason", "a slip")
    run("process-turn", "12", "--early")
    told = (reports / "2" / "MOON.txt").read_text(encoding="utf-8")
    assert f"The game master moves {card}" in told.replace("\n", " ")
    hidden = {held["card"] for held in foe["hand"]} - set(json.loads(json.dumps(file))["foe_hand_known"])
    assert hidden
    run("correct", "drop", "12", "MOON", "--reason", "moved away")
    run("process-turn", "12", "--early")
    final = json.loads((reports / "3" / "SUN.json").read_text(encoding="utf-8"))
    assert (final["format"], final["ending"], final["winner"]) == ("temple-isle-turn", "forfeit", "SUN")
    assert final["record"]["system"] == "temple_isle"
    assert final["revealed"]["hands"]["MOON"]
    run("verify", "12")
    run("verify", str(reports / "3" / "SUN.json"), str(reports / "0" / "SUN.json"), status=3)


OWN = """
ruleset = "temple_isle"
title = "Isle of fog"

[world]
first = "SUN"
a1 = "Meadow"
b1 = "Harbour"
c1 = "Water"
d1 = "Heath"
e1 = "Dunes"
a2 = "Moor"
b2 = "Temple of War"
c2 = "Pasture"
d2 = "Temple of Dawn"
e2 = "Quarry"
a3 = "Forge"
b3 = "Temple of Stone"
c3 = "Ruins"
d3 = "Temple of Wisdom"
e3 = "Bog"
a4 = "Stables"
b4 = "Old Road"
c4 = "Shrine"
d4 = "Library"
e4 = "Beacon"

[hand]
SUN = ["Raider", "Fog"]
MOON = ["Militia"]

[[cards.unit]]
name = "Raider"
level = 1
scores = "6/4/4/3"
copies = 3

[[cards.mantra]]
name = "Fog"
level = 1
target = "land"
lasts = "round"
effects = ["always here cover"]

[[cards.land]]
name = "Harbour"
effects = ["always here-mine B+1"]
"""


def test_a_scenario_with_own_cards_is_played_by_mail(run: Desk, tmp_path: Path) -> None:
    """Own cards are named in sheets, in the record, by a cut name and by nearest spelling; faults have their line."""
    path = tmp_path / "fog.toml"
    path.write_text(OWN.replace('target = "land"', 'target = "lend"'), encoding="utf-8")
    refused = run("new-game", "12", "--game", "temple_isle", "--signups", str(SAMPLE / "signups.toml"), "--scenario",
                  str(path), ok=False)  # fmt: skip
    assert "fog.toml:41: cards.mantra[1].target: is 'lend'; did you mean 'land'?" in refused
    path.write_text(OWN, encoding="utf-8")
    run("new-game", "12", "--game", "temple_isle", "--signups", str(SAMPLE / "signups.toml"), "--scenario", str(path),
        "--seed", "ab" * 16)  # fmt: skip
    reports = tmp_path / "office" / "reports" / "12"
    blank = (reports / "0" / "SUN.txt").read_text(encoding="utf-8")
    assert "; MUSTER Raider AT" in blank
    said = run("ingest", run.mail("SUN", 1, "MUSTER Raid AT a3", "CAST Fogg ON a3"))
    assert "1 error, told to the player" in said
    run("deliver")
    answers = " ".join(p.read_text(encoding="utf-8") for p in (tmp_path / "office" / "outbox").rglob("*.eml"))
    assert "you mean Fog?" in answers
    assert "accepted" in run("ingest", run.mail("SUN", 1, "MUSTER Raid AT a3", "CAST Fog ON a3"))
    run("process-turn", "12", "--early")
    told = (reports / "1" / "MOON.txt").read_text(encoding="utf-8")
    assert "Sun musters U1 Raider on a3" in told
    assert "verified" in run("verify", "12") or "same" in run("verify", "12")
    assert "MUSTER Raider AT a3" in run("explain", "12", "1", "SUN")
    sheet = tmp_path / "sheet.txt"
    sheet.write_text("GAME 12 TURN 2\nSEAT SUN\nPASSWORD x\nMUSTER Raider\nEND\n", encoding="utf-8")
    assert "MUSTER Raider" in run("check-orders", str(sheet), "--game", "temple_isle", "--scenario", str(path))
    assert "no unit called 'Raider'" in run("check-orders", str(sheet), "--game", "temple_isle", ok=False)


def test_a_filled_in_form_is_mailed_back_and_played(run: Desk, tmp_path: Path) -> None:
    """The PDF of a report, filled in with any program: its lines are a sheet like any other."""
    with whole_reports():
        run("new-game", "12", "--game", "temple_isle", "--signups", str(SAMPLE / "signups.toml"), "--seed", "ab" * 16)
    folder = tmp_path / "office" / "reports" / "12"
    values = {"password": PEOPLE["SUN"][0], "line1": "WATER c1, e1", "message1_text": "greetings from the form"}
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = PEOPLE["SUN"][1], "gm@example.org", "orders"
    message["Message-ID"] = "<form@example.org>"
    message.set_content("See the form.")
    form = filled((folder / "0" / "SUN.pdf").read_bytes(), values)
    message.add_attachment(form, maintype="application", subtype="pdf", filename="orders.pdf")
    (tmp_path / "form.eml").write_bytes(bytes(message))
    assert "accepted" in run("ingest", str(tmp_path / "form.eml"))
    run("process-turn", "12", "--early")
    report = (folder / "1" / "MOON.txt").read_text(encoding="utf-8")
    assert "greetings from the form" in report
    assert "on c1, where" in report
    assert json.loads((folder / "1" / "SUN.json").read_text(encoding="utf-8"))["orders"] == ["WATER c1, e1"]


def test_a_seat_nobody_wants_is_a_policys(run: Desk, tmp_path: Path) -> None:
    run("sign-up", "add", "--game", "temple_isle", "--name", "Rosa Reed", "--email", "rosa@example.org", "--password",
        "swordfish")  # fmt: skip
    run("fill-game", "13", "--game", "temple_isle", "--seat", "MOON=policy")
    for _ in range(3):
        run("process-turn", "13", "--early")
    played = json.loads((tmp_path / "office" / "reports" / "13" / "3" / "SUN.json").read_text(encoding="utf-8"))
    assert any(unit["owner"] == "MOON" for unit in played["units"])
