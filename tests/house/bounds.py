"""What the measures may come to at most. A bound falls with its figure, and never rises without a decision."""

from __future__ import annotations

from collections.abc import Mapping

BOUNDS: Mapping[str, float] = {
    "files in magika_gm": 441,
    "files of over 830 lines": 0,
    "tokens of the five games": 524_000,
    "% of newer games' lines that stand in another to the letter": 8.7,
    "% smaller packed together than apart": 8.0,
    "files that name an event": 3,
    "files that name an order": 4,
    "files that name a verb": 1,
    "noqa: ARG in games": 8,
    "functions of games that only pass on": 0,
    "functions beside the rules that weigh what a rule says": 38,
    "fmt: skip in games": 95,
    "names a game must give at the seam": 35,
    "lines of the smallest game": 300,
    "modules called seam": 0,
}
