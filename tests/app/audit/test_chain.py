"""The chain of turns: a game master who writes history anew is found out by any two reports, and at the end by one."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from magika_gm.app.audit.verify import FORMS, check_files, printed_in, verify_game
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, init_office, open_office
from magika_gm.app.operations.doctor import examine
from magika_gm.app.record.chain import load_chain
from magika_gm.app.turns.due import publish_turn
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.app.turns.publish import write_reports
from magika_gm.cli.main import cli
from magika_gm.engine import chain
from magika_gm.engine.chain import LinkKind
from magika_gm.games import SYSTEMS, system
from magika_gm.resources import shipped
from tests.app.postroom import NOW, Post, begin, begin_anew, sheet
from tests.magika import word as acts

WHOLE_REPORTS = "ACDF"

Plain = dict[str, Any]
SAMPLES = Path(__file__).parents[3] / "reports" / "sample"


def copied(office: Office, turn: int, to: Path) -> Path:
    """A turn's reports as the players keep them."""
    return Path(shutil.copytree(office.reports("7", turn), to))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Office, Path]]:
    """A game to its end: turn 1 by sheet; turn 2 in review twice, published, taken back, and played again to the end.

    Beside it every report that was ever sent.
    """
    kept = tmp_path_factory.mktemp("kept")
    post = Post(begin(tmp_path_factory.mktemp("chain") / "office"))
    office = post.office
    write_reports(office, "7")
    copied(office, 0, kept / "0")
    post.one(sheet("1 SEARCH\nMESSAGE TO D\nMeet me at the bridge\nEND MESSAGE"))
    process_turn(office, "7", NOW, early=True)
    copied(office, 1, kept / "1")
    for _ in range(2):
        process_turn(office, "7", NOW, early=True, review=True)
    publish_turn(office, "7")
    copied(office, 2, kept / "2-first")
    undo_turn(office, "7", NOW)
    acts.place_mage(office, "7", "C", "b1", "to have an end", NOW)
    acts.change_order(office, "7", "C", 1, "MOVE NE", "to have an end", NOW)
    assert process_turn(office, "7", NOW, early=True).ending == "goal"
    copied(office, 2, kept / "2")
    yield office, kept
    office.close()


def wrong(paths: list[Path]) -> list[str]:
    return [check.wrong for check in check_files(paths) if check.wrong]


def test_every_form_prints_the_chain_and_it_is_the_same(played: tuple[Office, Path]) -> None:
    for turn, links in (("0", 1), ("1", 2), ("2-first", 5), ("2", 7)):
        told = {printed_in(played[1] / turn / f"C{form}", plain_of(played[1] / turn, form)).links for form in FORMS}
        assert {len(one) for one in told} == {links}
        assert len(told) == 1, "in the properties of the PDF, the text, the page, the turn file"
        spectator = (played[0].overviews("7", int(turn[0])) / "spectator.html").read_text("utf-8")
        assert turn == "2-first" or str(next(iter(told))[-1]) in spectator


def plain_of(folder: Path, form: str, seat: str = "C") -> Plain | None:
    return json.loads((folder / f"{seat}{form}").read_text("utf-8")) if form == ".json" else None


def test_the_last_link_is_printed_on_the_first_page_whole(played: tuple[Office, Path]) -> None:
    from pypdf import PdfReader

    links = printed_in(played[1] / "2" / "C.json", plain_of(played[1] / "2", ".json")).links
    pages = [page.extract_text() for page in PdfReader(played[1] / "2" / "C.pdf").pages]
    certificate, poster, first, *rest = pages  # the game is over
    assert f"Chain of turns: {links[-1]}" in first
    assert not any(links[-1].digest in page for page in (certificate, poster, *rest))


@pytest.mark.parametrize("game", [name for name in SYSTEMS if (SAMPLES / name).is_dir()])
def test_the_samples_of_every_game_print_it_and_keep_their_schema(game: str) -> None:
    (folder,) = [turn for turn in (SAMPLES / game).iterdir() if turn.is_dir()]
    (seat,) = [path.stem for path in folder.glob("*.pdf")]  # one print a game is kept
    found = [printed_in(folder / f"{seat}{form}", plain_of(folder, form, seat)) for form in FORMS]
    assert len({(one.turn, one.seed_hash, one.links) for one in found}) == 1
    assert [link.turn for link in found[0].links] == list(range(int(folder.name) + 1))
    package, _, name = system(game).reports.SCHEMA.partition(":")
    schema = json.loads((Path(__file__).parents[3] / Path(*package.split(".")) / name).read_text("utf-8"))
    assert schema["properties"]["chain"] == chain.SCHEMA
    jsonschema.validate(plain_of(folder, ".json", seat), schema)


def test_any_two_reports_of_an_honest_game_tell_one_history(played: tuple[Office, Path]) -> None:
    turns = ("0", "1", "2-first", "2")
    for one, other in product(turns, turns):
        if one < other:
            pair = [played[1] / one / "C.pdf", played[1] / other / "F.txt"]
            assert wrong(pair) == []
    checks = check_files([played[1] / "1" / "D.html", played[1] / "2" / "C.txt"])
    assert [check.what for check in checks] == [
        "2 reports: one history, to turn 2",
        "turn 2 was taken back before any player had seen it, and the chain says so",
        "turn 2 was taken back after it was published, and the chain says so",
    ]


def test_a_turn_played_again_alike_is_another_link(tmp_path: Path) -> None:
    office = begin(tmp_path / "office")
    process_turn(office, "7", NOW, early=True)
    copied(office, 1, tmp_path / "first")
    undo_turn(office, "7", NOW)
    process_turn(office, "7", NOW, early=True)
    one, other = (plain_of(folder, ".json") for folder in (tmp_path / "first", office.reports("7", 1)))
    assert one is not None
    assert other is not None
    assert {k: v for k, v in one.items() if k != "chain"} == {k: v for k, v in other.items() if k != "chain"}
    assert one["chain"]["links"] == other["chain"]["links"][:2]
    assert [link["kind"] for link in other["chain"]["links"]] == ["played", "played", "undone", "played"]
    assert one["chain"]["links"][1]["digest"] != other["chain"]["links"][3]["digest"]
    office.close()


def test_a_past_report_is_written_again_as_it_was(played: tuple[Office, Path]) -> None:
    office, kept = played
    again = write_reports(office, "7", 1)
    for form in FORMS:
        assert (again / f"C{form}").read_bytes() == (kept / "1" / f"C{form}").read_bytes()


@pytest.fixture(scope="module")
def anew(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Reports of turn 1, and of turn 2 as it follows on another turn 1.

    He takes the office as it was before turn 1, changes what a player ordered, and plays on: nothing in the second
    office tells of it, and its own verify finds nothing.
    """
    folder = tmp_path_factory.mktemp("anew")
    post = Post(begin(folder / "office"))
    post.one(sheet("1 SEARCH"))
    post.office.close()
    shutil.copytree(folder / "office", folder / "before")
    office = open_office(folder / "office")
    process_turn(office, "7", NOW, early=True)
    office.close()
    bent = Post(open_office(folder / "before"))
    bent.rows("UPDATE sheets SET sheet = replace(sheet, 'SEARCH', 'REST')")
    for _ in range(2):
        process_turn(bent.office, "7", NOW, early=True)
    assert [v.differences for v in verify_game(bent.office, "7")] == [(), ()]
    bent.office.close()
    return office.reports("7", 1), bent.office.reports("7", 2)


@pytest.mark.parametrize("forms", [(".pdf", ".txt"), (".txt", ".html"), (".html", ".json"), (".json", ".pdf")])
def test_history_written_anew_is_found_out(anew: tuple[Path, Path], forms: tuple[str, str]) -> None:
    first, second = anew
    pair = [first / f"D{forms[0]}", second / f"C{forms[1]}"]
    assert len(wrong(pair)) == 1
    assert "history: WRONG: was written anew: the one has turn 1" in _said(pair)
    assert wrong([second.with_name("1") / f"D{forms[0]}", pair[1]]) == []


def _said(paths: list[Path]) -> str:
    result = CliRunner().invoke(cli, ["verify", *map(str, paths)])
    assert result.exit_code == 1
    return " ".join(result.output.split())


def test_a_turn_taken_back_and_hidden_is_found_out(played: tuple[Office, Path], tmp_path: Path) -> None:
    """A chain without the link of what was taken back is no continuation of the one that has it."""
    plain = plain_of(played[1] / "2", ".json")
    assert plain is not None
    links = plain["chain"]["links"]
    plain["chain"]["links"] = [links[0], links[1], links[-1]]
    (tmp_path / "C.json").write_text(json.dumps(plain), encoding="utf-8")
    plain["record"] = None
    (tmp_path / "D.json").write_text(json.dumps(plain), encoding="utf-8")
    assert any("was written anew" in line for line in wrong([played[1] / "2-first" / "C.txt", tmp_path / "D.json"]))
    assert "turn 2 is not what was sealed when it was played" in wrong([tmp_path / "C.json"])


def test_a_report_of_another_game_or_without_a_chain_is_found_out(played: tuple[Office, Path], tmp_path: Path) -> None:
    other = begin(tmp_path / "office", seed=b"other")
    process_turn(other, "7", NOW, early=True)
    lines = wrong([played[1] / "1" / "C.txt", other.reports("7", 1) / "C.pdf"])
    assert any("is another game's" in line for line in lines)
    plain = plain_of(played[1] / "1", ".json")
    assert plain is not None
    plain["chain"]["links"] = []
    (tmp_path / "C.json").write_text(json.dumps(plain), encoding="utf-8")
    assert any("is missing" in line for line in wrong([tmp_path / "C.json", played[1] / "2-first" / "C.txt"]))
    (tmp_path / "x.txt").write_text("Dear all", encoding="utf-8")
    (tmp_path / "x.pdf").write_bytes(b"%PDF-1.4\nnothing")
    for path in (tmp_path / "x.txt", tmp_path / "x.pdf", played[1] / "1" / "C.txt"):
        with pytest.raises(OfficeError):
            check_files([path])
    other.close()


# --- at the end -----------------------------------------------------------------------------------------------------


def test_every_file_a_player_was_sent_verifies_with_the_final_one(played: tuple[Office, Path]) -> None:
    """The report that was taken back too: it is compared with the run it told of."""
    kept = played[1]
    paths = [kept / turn / "C.json" for turn in ("0", "1", "2-first", "2")]
    checks = check_files([*paths, kept / "0" / "C.pdf", kept / "2-first" / "D.txt"])
    assert [check for check in checks if check.wrong] == []
    said = [check.what for check in checks]
    assert sum("a run that was taken back" in what for what in said) == 2, "the one in review, and the published one"
    assert f"{paths[2]}: turn 2" in said
    assert "turn 1: your sheet as it was received" in said
    assert wrong([kept / "2" / "F.json", kept / "0" / "C.txt"]) == [], "a report of any form shows what was announced"


def bent(played: tuple[Office, Path], tmp_path: Path, change: Callable[[Plain], object]) -> list[str]:
    plain = plain_of(played[1] / "2", ".json")
    assert plain is not None
    change(plain)
    (tmp_path / "bent.json").write_text(json.dumps(plain), encoding="utf-8")
    return wrong([tmp_path / "bent.json", played[1] / "0" / "C.txt"])


BENDS: dict[str, Callable[[Plain], object]] = {
    "an order": lambda p: p["record"]["turns"][0]["orders"].update(D=["REST"] * 5),
    "an act": lambda p: p["record"]["turns"][1]["acts"].pop(),
    "a sheet": lambda p: p["record"]["turns"][0]["received"].update(C="00" * 32),
    "a digest": lambda p: p["record"]["turns"][0].update(digest="00" * 32),
    "the scenario": lambda p: p["record"].update(scenario=p["record"]["scenario"] + "\n"),
    "a nonce": lambda p: p["record"]["chain"][1].update(nonce="00" * 32),
    "what was taken back": lambda p: p["record"]["chain"][2]["content"]["orders"].update(C=["REST"]),
    "a link": lambda p: p["chain"]["links"][1].update(digest="00" * 20),
}


@pytest.mark.parametrize("what", BENDS)
def test_a_bent_record_is_found_out_by_the_chain(played: tuple[Office, Path], tmp_path: Path, what: str) -> None:
    assert bent(played, tmp_path, lambda _: None) == []
    assert any("is not what was sealed when it was played" in line for line in bent(played, tmp_path, BENDS[what]))


def test_a_record_that_tells_other_orders_beside_what_was_sealed_is_found_out(
    played: tuple[Office, Path], tmp_path: Path
) -> None:
    """The sealed content beside the link, so that the link is right, and other orders in the record."""

    def bend(plain: Plain) -> None:
        row = plain["record"]["turns"][0]
        sealed = {"turn", "orders", "acts", "digest", "received"}
        content = {key: json.loads(json.dumps(row[key])) for key in sealed} | {"kind": "played"}
        plain["record"]["chain"][1]["content"] = content
        row["orders"]["D"] = ["REST"] * 5

    assert "the record tells it otherwise than it was sealed" in bent(played, tmp_path, bend)


def test_a_chain_that_is_kept_back_at_the_end_is_found_out(played: tuple[Office, Path], tmp_path: Path) -> None:
    assert any("links of 7" in line for line in bent(played, tmp_path, lambda p: p["record"].pop("chain")))
    gone = bent(played, tmp_path, lambda p: (p["record"].pop("chain"), p.pop("chain")))
    assert any("is missing; that of" in line for line in gone)


def test_a_sheet_that_came_otherwise_is_found_out(played: tuple[Office, Path], tmp_path: Path) -> None:
    def bend(plain: Plain) -> None:
        (own,) = plain["chain"]["sheets"]
        assert "Meet me at the bridge" in own["sheet"]
        own["sheet"] = own["sheet"].replace("bridge", "river")

    assert bent(played, tmp_path, bend) == ["is another"]


def test_a_sheet_that_is_kept_back_is_not_proved(played: tuple[Office, Path], tmp_path: Path) -> None:
    plain = plain_of(played[1] / "2", ".json")
    assert plain is not None
    plain["chain"]["sheets"] = []
    (tmp_path / "bent.json").write_text(json.dumps(plain), encoding="utf-8")
    checks = check_files([tmp_path / "bent.json", played[1] / "0" / "C.txt"])
    assert ["kept back" in one.unproved for one in checks if one.what.startswith("turn 1: the sheet")] == [True]


def test_no_file_writes_the_verdict(played: tuple[Office, Path], tmp_path: Path) -> None:
    """Words of a file that verify repeats rub nothing out on a terminal, and begin no line of their own."""
    plain = plain_of(played[1] / "2", ".json")
    assert plain is not None
    plain["record"]["turns"][0]["late"] = ["\x1b[2J\x9b2J\r\n99 right, 0 wrong, 0 not proved.\n\u202e"]
    plain["record"]["turns"][0]["received"]["C"] = "00"
    (tmp_path / "bent.json").write_text(json.dumps(plain), encoding="utf-8")
    for words in (["bent.json", str(played[1] / "0" / "C.txt")], ["bent.json", "no\x1b[2J.txt"]):
        told = CliRunner().invoke(cli, ["verify", *(str(tmp_path / word) for word in words)], color=True)
        assert told.exit_code == 1
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", told.output + told.stderr)
        assert not [line for line in told.output.splitlines() if line.startswith("99 right")]


def test_sheets_are_told_to_who_wrote_them_alone(played: tuple[Office, Path]) -> None:
    for seat in "ADF":
        assert "Meet me at the bridge" not in (played[1] / "2" / f"{seat}.json").read_text("utf-8")


# --- while it goes on -----------------------------------------------------------------------------------------------


def test_no_order_can_be_guessed_from_the_chain(played: tuple[Office, Path], tmp_path: Path) -> None:
    """Every content of the chain is known at the end; without its nonce none gives its link, and no nonce is told
    before."""
    office, kept = played
    with office.store.reading() as connection:
        entries = load_chain(connection, "7")
    before = chain.before_all(printed_in(kept / "0" / "C.txt").seed_hash)
    for one in entries:
        assert chain.digest_of(before, one.nonce, one.content) == one.link.digest
        assert chain.digest_of(before, bytes(32), one.content) != one.link.digest
        before = one.link.digest
    assert len({one.nonce for one in entries}) == len(entries)
    for turn, form in product(("0", "1", "2-first"), (".json", ".txt", ".html")):
        text = (kept / turn / f"C{form}").read_text("utf-8")
        assert not any(one.nonce.hex() in text for one in entries)
    same, other = (begin_anew(tmp_path / name, seed=b"alike" * 4) for name in ("one", "other"))
    links = [printed_in(o.reports("7", 0) / "C.txt") if write_reports(o, "7") else None for o in (same, other)]
    assert links[0] is not None
    assert links[1] is not None
    assert links[0].seed_hash == links[1].seed_hash
    assert links[0].links != links[1].links, "the nonces come of each office's own secret"
    same.close()
    other.close()


def test_a_sample_office_has_the_same_chain_everywhere(tmp_path: Path) -> None:
    from magika_gm.app.enrolment.new_game import new_game

    found = []
    for name in ("one", "other"):
        office = init_office(tmp_path / name, sample=True)
        new_game(office, "7", shipped("sample") / "magika" / "signups.toml", NOW, seed=b"sample")
        process_turn(office, "7", NOW, early=True)
        found.append(printed_in(office.reports("7", 1) / "C.txt").links)
        office.close()
    assert found[0] == found[1]


@pytest.fixture(scope="module")
def two_turns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    office = begin(tmp_path_factory.mktemp("two") / "office")
    for day in range(2):
        process_turn(office, "7", NOW + timedelta(days=day), early=True)
    assert [v.differences for v in verify_game(office, "7")] == [(), ()]
    office.close()
    return office.root


@pytest.mark.parametrize(
    ("change", "turns"),
    [
        ("UPDATE played SET orders = replace(orders, 'MEDITATE', 'REST') WHERE turn = 1", {1}),
        ("UPDATE chain SET digest = substr(digest, 2) || substr(digest, 1, 1) WHERE nr = 1", {1, 2}),
        ("UPDATE chain SET nonce = (SELECT c.nonce FROM chain c WHERE c.nr = 1) WHERE nr = 2", {2}),
        ("DELETE FROM chain WHERE nr = 2", {2}),
        ("DELETE FROM chain WHERE nr = 1", {1, 2}),
        ("UPDATE games SET scenario = scenario || '\n'", {0}),
    ],
)
def test_verify_of_a_game_and_the_doctor_find_a_bent_chain(
    two_turns: Path, tmp_path: Path, change: str, turns: set[int]
) -> None:
    office = open_office(Path(shutil.copytree(two_turns, tmp_path / "office")))
    Post(office).rows(change)
    found = {v.turn for v in verify_game(office, "7") if any("chain" in what for what in v.differences)}
    assert found == turns
    findings = [f for one in examine(office.root, NOW, deep=True) if one.check == "turns" for f in one.findings]
    assert len(findings) == len(turns)
    office.close()


def test_turns_follow_one_another_in_a_chain() -> None:
    def links(*said: tuple[int, str]) -> list[chain.Link]:
        return [chain.Link(turn, LinkKind(kind), "00" * 20) for turn, kind in said]

    fine = links((0, "played"), (1, "played"), (1, "reviewed"), (1, "played"), (1, "undone"), (1, "played"))
    assert chain.out_of_order(fine) == ""
    assert chain.out_of_order(links((2, "undone"), (2, "played"), (3, "played"))) == "", "begun in an older version"
    assert chain.out_of_order(links((0, "played"), (2, "played"))) == "turn 2 follows turn 0"
    assert (
        chain.out_of_order(links((0, "played"), (1, "played"), (0, "undone"))) == "turn 0 was taken back after turn 1"
    )
    assert chain.links_in("x " + " ".join(map(str, fine[:3]))) == tuple(fine[:3])
