"""The plan of Xom and Zol's page: what is said of lines its forms make."""

from __future__ import annotations

from itertools import chain
from random import Random

from tests.page import node
from tests.page.rambles import Draft, positions, read, sheet_text
from tests.page.test_typed_words import judged_each

pytestmark = node.NEEDED


def test_a_standing_order_that_is_never_to_be_paid_is_doubted_as_the_answer_doubts_it() -> None:
    """MANA-8: all lands and sigils together do not pay; what life may pay of it, the answer tells."""
    doubted = forced = well = casts = 0
    for position in chain.from_iterable(positions("xom_zol", seed, 6) for seed in range(6)):
        plan = position.page().plan
        assert plan is not None
        draft = Draft.of(plan, Random(3))
        made = [draft.click(form) for form in plan.forms if form.section == "react" and form.verb in ("COUNTER", "AT")]
        for line in [line for line in made if line and "DEFAULT" not in line]:
            casts += "CAST" in line
            sheet = read(position, sheet_text(position, ["REACT", line]))
            lines = position.system.orders.understood(sheet, position.seat, position.known).lines
            (office,) = [one.words for one in lines if one.text != "REACT" and one.number]
            alone, with_life = judged_each(position, [[[line, "react"]], [[f"{line} FORCE 9", "react"]]])
            assert [fault["text"] for fault in alone["warnings"]] == ([office] if office else []), (position.turn, line)
            assert not with_life["warnings"]
            doubted += bool(office)
            forced += bool(with_life["untold"])
            well += not office
    assert min(doubted, well, forced, casts) > 2, (doubted, well, forced, casts)
