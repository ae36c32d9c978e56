"""What the measures may come to at most. A bound falls with its figure, and never rises without a decision."""

from __future__ import annotations

from collections.abc import Mapping

BOUNDS: Mapping[str, float] = {
    "files in magika_gm": 511,
    "files of over 830 lines": 0,
    "tokens of the five games": 560_220,
    "% of newer games' lines that stand in another to the letter": 19.3,
    "% smaller packed together than apart": 10.1,
    "files that name an event": 4,
    "files that name an order": 5,
    "files that name a verb": 1,
    "noqa: ARG in games": 143,
    "functions of games that only pass on": 11,
    "fmt: skip in games": 159,
    "modules called seam": 1,
}
