"""What the measures may come to at most. A bound falls with its figure, and never rises without a decision."""

from __future__ import annotations

from collections.abc import Mapping

BOUNDS: Mapping[str, float] = {
    "files in magika_gm": 829,
    "files of over 830 lines": 1,
    "tokens of the five games": 567_600,
    "% of newer games' lines that stand in another to the letter": 19.4,
    "% smaller packed together than apart": 10.2,
    "files that name an event": 4,
    "files that name an order": 6,
    "files that name a verb": 1,
    "noqa: ARG in games": 149,
    "functions of games that only pass on": 26,
    "fmt: skip in games": 166,
    "modules called seam": 45,
}
