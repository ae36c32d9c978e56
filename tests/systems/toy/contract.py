"""What the tests of all games ask of High Card."""

from __future__ import annotations

from tests.systems.contract import Contract

CONTRACT = Contract(seat="RED", other="GREEN", good=("SHOW",), bad=((1, ("SHWO",)),))
