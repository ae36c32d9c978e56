"""An order line read: never an exception, always an order or a fault (ORD)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from magika_gm.engine.words import Fault
from magika_gm.games.rune_war.orders.cast_line import cast_line
from magika_gm.games.rune_war.orders.map_lines import claim_line, dismiss_line, gate_line, lineup_line, move_line
from magika_gm.games.rune_war.orders.model import Order
from magika_gm.games.rune_war.orders.rune_lines import (
    aim_line,
    chow_line,
    discard_line,
    game_line,
    keep_line,
    kong_line,
    pung_line,
)
from magika_gm.games.rune_war.orders.words import LONGEST_LINE, LineError, find, folded

VERBS: Mapping[str, Callable[[str, int], Order]] = {
    "AIM": aim_line,
    "KEEP": keep_line,
    "DISCARD": discard_line,
    "PUNG": pung_line,
    "CHOW": chow_line,
    "KONG": kong_line,
    "GAME": game_line,
    "CAST": cast_line,
    "MOVE": move_line,
    "GATE": gate_line,
    "LINEUP": lineup_line,
    "DISMISS": dismiss_line,
    "CLAIM": claim_line,
}
"""What reads the rest of a line, by its verb."""
_LINE_UP = re.compile(r"LINE[ -]UP\b")
_VERB = re.compile(r"([A-Z]+)[:,]?\s*(.*)", re.DOTALL)


def read_line(text: str, line: int = 0) -> Order | Fault:
    """One order line; ``line`` is its number in the sheet."""
    if len(text) > LONGEST_LINE:
        return Fault(f"the line has more than {LONGEST_LINE} characters")
    said = _LINE_UP.sub("LINEUP", folded(text), count=1)
    match = _VERB.fullmatch(said)
    if match is None:
        return Fault("the line begins with no order")
    try:
        verb = find(match[1], VERBS, "order")
        return VERBS[verb](match[2], line)
    except LineError as error:
        return error.fault


def read_order(text: str, names: Mapping[str, str] | None = None) -> Order | Fault:
    """One order line; characters' names are not used in this game."""
    del names
    return read_line(text)


def read_lines(lines: Sequence[str]) -> tuple[tuple[Order, ...], tuple[int, ...]]:
    """The orders of a list of lines, numbered from 1, and the numbers of those that cannot be read.

    Blank lines and comments are passed over.
    """
    orders: list[Order] = []
    unread: list[int] = []
    for number, text in enumerate(lines, 1):
        if not text.partition(";")[0].strip():
            continue
        read = read_line(text, number)
        if isinstance(read, Fault):
            unread.append(number)
        else:
            orders.append(read)
    return tuple(orders), tuple(unread)


def looks_like_order(text: str) -> bool:
    """Whether a bare line is one of this game's orders: its first word a verb in full, or the whole line readable.

    A GAME line must be readable, so that an envelope's ``GAME 7 TURN 9`` is none.
    """
    said = folded(text)
    match = _VERB.fullmatch(_LINE_UP.sub("LINEUP", said, count=1))
    if match is None:
        return False
    return (match[1] in VERBS and match[1] != "GAME") or not isinstance(read_line(text), Fault)


@lru_cache(maxsize=4096)
def stored(text: str) -> Order:
    """An order from the record; raises ValueError if it is none."""
    read = read_line(text)
    if isinstance(read, Fault):
        raise ValueError(f"no order: {text!r}: {read}")
    return read
