"""Cases of Temple Isle: their names, and what is expected and does not come."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from magika_gm.games.temple_isle.cases import play, read_case, run_case
from magika_gm.games.temple_isle.rules.events import AttackLost
from magika_gm.games.temple_isle.rules.refusals import Lost

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.glob("*.toml"))


def load(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def test_own_files_are_named_by_a_rule_they_are_about() -> None:
    for path in FILES:
        found = re.match(r"([A-Z]+-\d+)-[a-z0-9-]+$", path.stem)
        if not re.match(r"[SC]\d\d[a-d]?-", path.stem):
            assert found, path.stem
            assert found[1] in load(path)["rules"], path.stem


def test_a_failed_expectation_is_told() -> None:
    outcome = run_case(tomllib.loads('title = "t"\n[expect.seat.SUN]\nhand = ["Doom"]\n[expect.game]\nturn = 3'))
    assert outcome.failures == ("turn: expected 3, got 1", "seat.SUN.hand: expected ['Doom'], got []")


def test_an_attack_that_is_lost_is_told_with_its_reason() -> None:
    _, told, _ = play(read_case(load(CASES / "COMB-7-blinked-out-of-reach.toml")))
    assert AttackLost(1, 6, Lost.OUT_OF_REACH) in [one.event for turn in told for one in turn]
