"""Lines of a map turn: MOVE, GATE, LINEUP, DISMISS, CLAIM (ORD)."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.games.rune_war.orders.cast_line import read_creatures, read_place, read_places
from magika_gm.games.rune_war.orders.model import (
    ClaimOrder,
    Condition,
    DismissOrder,
    GateOrder,
    LineupOrder,
    MoveOrder,
    Test,
)
from magika_gm.games.rune_war.orders.words import LineError, find, is_word, parts
from magika_gm.games.rune_war.rules.tables import CLAN_BY_TITLE

MOST_STEPS = 2


def _cut(tokens: Sequence[str], word: str) -> tuple[list[str], list[str] | None]:
    """What stands before and after a word, in full or abbreviated; None if it does not stand there (ORD-1)."""
    at = next((i for i, token in enumerate(tokens) if is_word(token, word)), -1)
    if at < 0:
        return list(tokens), None
    return list(tokens[:at]), list(tokens[at + 1 :])


def _way(tokens: Sequence[str], most: int) -> tuple[str, ...]:
    steps: list[list[str]] = [[]]
    for word in tokens:
        if is_word(word, "THEN"):
            steps.append([])
        else:
            steps[-1].append(word)
    if len(steps) > most:
        raise LineError(f"at most {most} step{'s' if most > 1 else ''} in a line")
    return tuple(read_place(" ".join(step)) for step in steps)


def _condition(tokens: Sequence[str] | None) -> Condition | None:
    if tokens is None:
        return None
    words = list(tokens)
    negated = bool(words) and words[0] == "NOT"
    if negated:
        words = words[1:]
    if len(words) == 1 and is_word(words[0], "EMPTY"):
        return Condition(Test.NOT_EMPTY if negated else Test.EMPTY)
    if not negated and len(words) == 1 and is_word(words[0], "MINE"):
        return Condition(Test.MINE)
    if not negated and len(words) >= 2 and words[0] == "OF":
        return Condition(Test.OF, CLAN_BY_TITLE[find(" ".join(words[1:]), CLAN_BY_TITLE, "clan")])
    raise LineError(f"IF {' '.join(tokens)} is not IF EMPTY, NOT EMPTY, MINE or OF and a clan")


def _going(text: str, verb: str, most: int) -> tuple[list[str], tuple[str, ...], Condition | None, tuple[str, ...]]:
    """Creatures' words, way, condition and other way of a MOVE or GATE line."""
    tokens = parts(text)
    tokens, after_else = _cut(tokens, "ELSE")
    tokens, after_if = _cut(tokens, "IF")
    named, goal = _cut(tokens, "TO")
    if goal is None:
        raise LineError(f"{verb} needs TO and a place")
    if after_else is not None and after_if is None:
        raise LineError("ELSE needs an IF before it")
    otherwise: tuple[str, ...] = ()
    if after_else is not None:
        otherwise = _way(after_else[1:] if after_else[:1] == ["TO"] else after_else, most)
    return named, _way(goal, most), _condition(after_if), otherwise


def move_line(text: str, line: int) -> MoveOrder:
    """``MOVE MA1, MA2 TO M4 THEN Z3 IF EMPTY ELSE TO M8``."""
    named, way, condition, otherwise = _going(text, "MOVE", MOST_STEPS)
    return MoveOrder(creatures=read_creatures(named), way=way, condition=condition, otherwise=otherwise, line=line)


def gate_line(text: str, line: int) -> GateOrder:
    """``GATE MA1, MA3 TO M7``."""
    named, way, condition, otherwise = _going(text, "GATE", 1)
    return GateOrder(
        creatures=read_creatures(named),
        place=way[0],
        condition=condition,
        otherwise=otherwise[0] if otherwise else "",
        line=line,
    )


def lineup_line(text: str, line: int) -> LineupOrder:
    """``LINEUP Z3: MA2, MA1``."""
    tokens = parts(text)
    place, creatures = _cut(tokens, ":")
    if creatures is None:
        place, creatures = tokens[:1], tokens[1:]
    return LineupOrder(read_place(" ".join(place)), read_creatures(creatures), line)


def dismiss_line(text: str, line: int) -> DismissOrder:
    """``DISMISS MA3``."""
    return DismissOrder(read_creatures(parts(text)), line)


def claim_line(text: str, line: int) -> ClaimOrder:
    """``CLAIM Z3, Z5 IF OF MARZ``."""
    named, after_if = _cut(parts(text), "IF")
    return ClaimOrder(read_places(named), _condition(after_if), line)
