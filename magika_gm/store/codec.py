"""What was told and rolled as JSON; a game's archive knows its events, the rest is the same in every game."""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Sequence
from typing import Any

from magika_gm.engine.dice import Roll
from magika_gm.engine.seam.sight import Plain
from magika_gm.engine.told import Told


def told_to_json(told: Sequence[Any], events: Plain) -> str:
    """What was told in one phase: ``[step, event, audience, blurred, dimly]`` a row, trailing blanks left out.

    An audience is a text where every seat of it is a letter and the game says so, else a list of seats.
    """
    rows = []
    for t in told:
        row = [t.step, events.to_plain(t.event), _seats(t.audience)]
        if t.blurred is not None:
            row += [events.to_plain(t.blurred), _seats(t.dimly)]
        rows.append(row)
    return json.dumps(rows, separators=(",", ":"))


def _seats(audience: Collection[str]) -> str | list[str]:
    if isinstance(audience, (set, frozenset)):
        raise TypeError("an audience is a tuple of seats, or a text of letters: a set has no order")
    return audience if isinstance(audience, str) else list(audience)


def told_from_json(phase: int, text: str, events: Plain) -> list[Any]:
    """The records of one phase. A list of seats comes back as a tuple."""
    found = []
    for step, event, audience, *rest in json.loads(text):
        blurred, dimly = (events.from_plain(rest[0]), rest[1]) if rest else (None, audience[:0])
        found.append(
            Told(
                phase=phase,
                step=step,
                event=events.from_plain(event),
                audience=_back(audience),
                blurred=blurred,
                dimly=_back(dimly),
            )
        )
    return found


def _back(audience: str | list[str]) -> str | tuple[str, ...]:
    return audience if isinstance(audience, str) else tuple(audience)


def rolls_to_blob(rolls: Sequence[Roll]) -> bytes:
    """A turn's rolls as packed JSON, one list a roll: a Chaos alone makes 351 of them."""
    return zlib.compress(json.dumps([list(r) for r in rolls], separators=(",", ":")).encode(), 6)


def rolls_from_blob(blob: bytes) -> list[Roll]:
    """The rolls of such a blob."""
    return [Roll(*row) for row in json.loads(zlib.decompress(blob))]
