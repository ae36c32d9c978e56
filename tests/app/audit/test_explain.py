"""``explain``: the chain of a turn, whole for the game master, cut to what a mage may know for himself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from magika_gm.app.audit.explain import explain
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.post.intake import ingest
from magika_gm.app.record.games import load_holders
from magika_gm.app.turns.process import process_turn
from magika_gm.cli.solo import SEED
from magika_gm.mail.readers import read
from magika_gm.resources import shipped
from tests.desk import typed

REPORTS_OF = "ABCDEFGHIJKLM"

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    made = init_office(tmp_path_factory.mktemp("explain") / "office")
    new_game(made, "sample", shipped("sample") / "magika" / "signups.toml", NOW, seed=SEED.encode())
    for turn in (1, 2):
        mails = read(shipped("sample") / "magika" / str(turn))
        list(ingest(made, mails, NOW))
        process_turn(made, "sample", NOW, early=True)
    yield made
    made.close()


@pytest.mark.parametrize("letter", "ACM")
def test_as_told_is_the_turn_summary_of_the_report(office: Office, letter: str) -> None:
    story = json.loads((office.reports("sample", 2) / f"{letter}.json").read_text("utf-8"))["story"]
    told = explain(office, "sample", 2, letter, as_told=True)
    lines = [(c["title"], line["text"]) for c in told for line in c["lines"]]
    titles = {0: "Before the turn", 6: "End of the turn"}
    assert lines == [
        (titles.get(p["phase"], f"Phase {p['phase']}"), line["text"]) for p in story for line in p["lines"]
    ]
    assert not any(c["rolls"] for c in told)


def test_every_roll_and_check_of_a_mage_is_there_with_its_rule(office: Office) -> None:
    chapters = explain(office, "sample", 2, "C")
    kinds = {line["kind"] for c in chapters for line in c["lines"]}
    assert {"order", "check", "roll", "told"} <= kinds
    assert all(line["rule"] for c in chapters for line in c["lines"] if line["kind"] in ("check", "roll"))
    whole = explain(office, "sample", 2)
    assert [c["title"] for c in whole if c["closing"]] == [f"Phase {n}" for n in range(1, 6)]
    rolls = [r for c in whole for r in c["rolls"]]
    assert [r["name"] for c in chapters for r in c["rolls"]] == [r["name"] for r in rolls if r["subject"] == "C"]
    (only,) = explain(office, "sample", 2, "C", phase=1)
    assert only == next(c for c in chapters if c["title"] == "Phase 1")


def test_the_command_prints_the_chain_in_the_order_it_came_about(office: Office) -> None:
    result = typed(office, "explain", "sample", "2", "C")
    assert result.exit_code == 0, result.output
    lines = [line.strip() for line in result.output.splitlines()]
    order = next(i for i, line in enumerate(lines) if line.startswith("C orders"))
    assert lines[order + 1].startswith(("+ fit to act", "X fit to act"))
    assert any(line.startswith("roll ") for line in lines)


def test_turn_0_has_nothing_to_explain(office: Office) -> None:
    with pytest.raises(OfficeError, match="nothing was played"):
        explain(office, "sample", 0)


def test_a_mage_is_named_by_letter_name_or_ebon(office: Office) -> None:
    def said(mage: str) -> str:
        result = typed(office, "explain", "sample", "2", mage)
        assert result.exit_code == 0, result.stderr
        return result.output

    with office.store.reading() as connection:
        name = load_holders(connection, "sample")["C"].character
    assert said(name.lower()) == said("C")
    assert said("ebon") == said("M") != said("C")
    wrong = typed(office, "explain", "sample", "2", "nobody")
    assert (wrong.exit_code, "no mage's letter (A to L, or EBON) or name" in wrong.stderr) == (1, True)
