"""Several orders in one line, as they come from a telephone: ``1 search 2 move nw 3 rest``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from magika_gm.engine.sheet.lines import phase_line
from magika_gm.engine.sheet.sheet import SheetGrammar
from magika_gm.engine.words import Fault

_LONGEST = 400
_MOST_PLACES = 16
"""Places where an order may begin in a line; with more it is no order line."""
_NUMBER = re.compile(r"(?<![^\s,.;:/)])(\d{1,2})(?=[\s.):,=-]+[^\W\d])")
_WORD = re.compile(r"(?<![^\s,.;:/])[^\W\d_]\w*")
_BETWEEN = " \t,.;:/&+-\u2013"
ONE_A_LINE = "write each order on a line of its own"


def several_phases(text: str, grammar: SheetGrammar, names: Mapping[str, str] | None) -> list[tuple[int, str]]:
    """The numbered orders of one line, each with its number, where it can be cut in one way only; else none.

    Numbers rise, and each piece is an order of the game.
    """
    first = phase_line(text)
    if first is None or len(text) > _LONGEST or not 1 <= first[0] <= grammar.numbered:
        return []
    places = [(found.start(), int(found[1])) for found in _NUMBER.finditer(text)]
    places = [(at, number) for at, number in places if number <= grammar.numbered]

    def piece(start: int, stop: int) -> str:
        said = phase_line(text[start:stop].strip(_BETWEEN))
        return said[1].strip(_BETWEEN) if said is not None else ""

    cuts = _one_way(places, len(text), lambda start, stop: is_order(piece(start, stop), grammar, names), rising=True)
    numbers = dict(places)
    return [(numbers[start], piece(start, stop)) for start, stop in cuts]


def several_orders(text: str, grammar: SheetGrammar, names: Mapping[str, str] | None) -> list[str]:
    """The orders in a line that is none, cut before verbs of the game where that is possible in one way only; else
    none."""
    if len(text) > _LONGEST:
        return []
    places = [(found.start(), 0) for found in _WORD.finditer(text) if found[0].upper() in grammar.verbs]
    if not places or text[: places[0][0]].strip(_BETWEEN):
        return []
    cuts = _one_way(
        places, len(text), lambda start, stop: is_order(text[start:stop].strip(_BETWEEN), grammar, names), rising=False
    )
    return [text[start:stop].strip(_BETWEEN) for start, stop in cuts]


def several_meant(text: str, order: Any | Fault, grammar: SheetGrammar) -> Any | Fault:
    """The fault of a line in which more orders were perhaps meant, with its cure; an order as it is."""
    if not isinstance(order, Fault):
        return order
    numbered = (found for found in _NUMBER.finditer(text) if 1 <= int(found[1]) <= grammar.numbered)
    begins = (_WORD.search(text, found.end()) for found in numbered)
    if any(word is not None and word[0].upper() in grammar.verbs for word in begins):
        return replace(order, reason=f"{order.reason}; {ONE_A_LINE}")
    return order


def said_of_several(number: int, cure: str = ONE_A_LINE) -> str:
    """What is told of a line that holds some orders."""
    return f"{number} orders stand in this line; {cure}"


def _one_way(
    places: list[tuple[int, int]], end: int, reads: Callable[[int, int], bool], *, rising: bool
) -> list[tuple[int, int]]:
    """The pieces of the one way to cut a line at some of the places, its first among them; none where there are more
    ways or none, or but one piece."""
    if not 2 <= len(places) <= _MOST_PLACES:
        return []
    known: dict[tuple[int, int], bool] = {}
    # per place, from the last: the number of ways to cut from there, two at most, and the first of them
    ways: list[tuple[int, list[int]]] = [(0, [])] * len(places)
    for here in reversed(range(len(places))):
        start, number = places[here]
        cuts: list[int]
        count, cuts = (1, []) if _known(known, reads, start, end) else (0, [])
        for there in range(here + 1, len(places)):
            more = ways[there][0]
            if not more or (rising and places[there][1] <= number) or not _known(known, reads, start, places[there][0]):
                continue
            cuts = cuts if count else [there, *ways[there][1]]
            count = min(2, count + more)
        ways[here] = (count, cuts)
    count, cuts = ways[0]
    if count != 1 or not cuts:
        return []
    starts = [places[at][0] for at in (0, *cuts)]
    return list(zip(starts, [*starts[1:], end], strict=True))


def _known(known: dict[tuple[int, int], bool], reads: Callable[[int, int], bool], start: int, stop: int) -> bool:
    if (start, stop) not in known:
        known[start, stop] = reads(start, stop)
    return known[start, stop]


def is_order(text: str, grammar: SheetGrammar, names: Mapping[str, str] | None) -> bool:
    """Whether a game reads a text as an order."""
    return bool(text) and not isinstance(grammar.read(text, names), Fault)
