"""What goes wrong in an office: what cannot be done and says why, and what nobody foresaw."""

from __future__ import annotations


class OfficeError(Exception):
    """The work cannot be done; the message is one line that says why and what to do."""


class Faults(OfficeError):
    """Several things are wrong at once, one by one in ``faults``; ``source`` says with what, "" where that is plain."""

    def __init__(self, faults: list[str], source: str = "") -> None:
        super().__init__((f"{source}: " if source else "") + "; ".join(faults))
        self.faults = faults


UNFORESEEN = (
    AssertionError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    ArithmeticError,
    RecursionError,
)
"""What a mail, a world or a file nobody thought of may set off: caught where one must not stop the others."""
