"""What the tests of all games ask of High Card."""

from __future__ import annotations

from tests.systems.contract import Contract

CONTRACT = Contract(
    few_lines=True,
    few_rules=True,
    only_printed={"DEAL": 1, "SHOW": 1, "KEEP": 1, "LEAVE": 1, "TALK": 1},
    seat="RED",
    other="GREEN",
    good=("SHOW",),
    bad=((1, ("SHWO",)),),
    guides=(),
    ends=False,
    pictures=False,
)
