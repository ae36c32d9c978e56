"""What passes through the seam unread: a game's own values, which its modules type themselves."""

from __future__ import annotations

from typing import Any

Seat = str
"""At most 8 characters, canonical in its game: ``M``, ``SUN``, ``1``."""
# opaque to the office: what they are is the game's own affair, and a game's modules type them themselves
State = Any
Order = Any
Event = Any
Act = Any
Scenario = Any
View = Any
Memory = Any
Report = Any
