"""Random plans through any game's page data: what its forms can write, as a player with a mouse would."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

Plain = Mapping[str, Any]


def options_of(plan: Plain, slot: Plain) -> list[Plain]:
    """The options of a slot, its own or a list of the plan's."""
    return list(slot.get("options") or plan.get("lists", {}).get(slot.get("list", ""), ()))


def _text(rng: random.Random, plan: Plain, slot: Plain) -> str | None:
    kind = slot.get("kind", "one")
    if slot.get("optional") and rng.random() < 0.5:
        return ""
    if kind == "number":
        most = min(int(slot.get("most", 99)), 60)
        return str(rng.randint(int(slot.get("least", 1)), max(int(slot.get("least", 1)), most)))
    options = [str(option["text"]) for option in options_of(plan, slot)]
    if kind == "text" or not options:
        return "" if slot.get("optional") else None
    if kind == "one":
        return rng.choice(options)
    least, most = int(slot.get("least", 1)), min(int(slot.get("most", 99)), 3, len(options))
    if most < least:
        return None
    return str(slot.get("joined", ", ")).join(rng.sample(options, rng.randint(least, most)))


def random_line(rng: random.Random, plan: Plain, typed: bool = False) -> str | None:
    """A line one of the forms makes; None where the dice fell on one that cannot be filled."""
    forms = [form for form in plan.get("forms", ()) if typed or not form.get("typed")]
    if not forms:
        return None
    # the verb first, so that a hundred casts do not crowd out the one move; verbs with many forms come oftener
    count: dict[str, int] = {}
    for form in forms:
        count[form["verb"]] = count.get(form["verb"], 0) + 1
    verb = rng.choices(sorted(count), [1 + min(3, count[verb] // 2) for verb in sorted(count)])[0]
    form = rng.choice([form for form in forms if form["verb"] == verb])
    said: list[str] = []
    for part in form["parts"]:
        if isinstance(part, str):
            said.append(part)
            continue
        text = _text(rng, plan, part)
        if text is None:
            return None
        if text:
            said += [part.get("before", ""), text, part.get("after", "")]
    return " ".join(word for word in said if word)


def random_lines(rng: random.Random, plan: Plain, typed: bool = False) -> list[str]:
    """The lines of a numbered plan, some of them empty; or a few of a free list."""
    count = plan.get("numbered", 0) or rng.randint(1, 6)
    lines = [random_line(rng, plan, typed) or "" if rng.random() < 0.9 else "" for _ in range(count)]
    return lines if plan.get("numbered") else [line for line in lines if line]
