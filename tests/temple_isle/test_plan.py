"""The plan of Temple Isle's page: what its own lines do to one another."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain, permutations
from random import Random

from magika_gm.engine.sheet.understanding import Mark
from tests.page import node
from tests.page.rambles import Draft, positions, read, sheet_text
from tests.page.test_typed_words import judged

pytestmark = node.NEEDED


def test_what_lines_above_use_up_or_take_away_is_not_well_for_the_page() -> None:
    """Of MUST-1, ENCH-6 and LAW-8: a second muster, a mantra twice on one thing, a unit recalled by a line above. Of a
    Muster Horn that is cast above, a second muster is well."""
    found: dict[str, set[str]] = {}
    horn = 0
    for position in chain.from_iterable(positions("temple_isle", seed, 30) for seed in range(12)):
        plan = position.page().plan
        assert plan is not None
        verbs = defaultdict(list)
        for form in plan.forms:
            if form.section in ("cards", "units") and (line := Draft.of(plan, Random(1)).click(form)):
                verbs[line.split()[0] if form.section == "cards" else "UNIT"].append(line)
        pairs = [("muster", *pair) for pair in permutations(verbs["MUSTER"], 2)]
        held = position.known.hands[position.seat]
        pairs += [("twice", line, line) for line in verbs["CAST"] if held.count(line.split()[1]) > 1]
        pairs += [("taken", recall, line) for recall in verbs["CAST"] for line in verbs["UNIT"]
                  if recall.startswith("CAST Recall ON") and recall.split()[3] == line.split()[0]]  # fmt: skip
        blowing = next((line for line in verbs["CAST"] if line.startswith("CAST Muster Horn")), "")
        for first, second in list(permutations(verbs["MUSTER"], 2))[: bool(blowing)]:
            assert not judged(position, blowing, first, second)["warnings"], (position.turn, first, second)
            horn += 1
        for kind, first, second in [pair for pair in pairs if pair[0] not in found][:8]:
            sheet = read(position, sheet_text(position, [first, second]))
            office = position.system.orders.understood(sheet, position.seat, position.known).lines
            if [line.mark for line in office if line.number] == [Mark.GOOD, Mark.WARNING]:
                said = judged(position, first, second)
                told = {head for head in ("warnings", "untold") if any(one["line"] == 1 for one in said[head])}
                assert told, (position.turn, first, second)
                found[kind] = told
        if len(found) == 3 and horn:
            break
    assert found == {"muster": {"warnings"}, "twice": {"untold"}, "taken": {"untold"}}
    assert horn
