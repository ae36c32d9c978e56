"""Dates as pages print them."""

from __future__ import annotations

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def due_parts(due: str) -> tuple[str, str]:
    """``Saturday 27 February 2027, 18:00 AST`` as ``Sat 27 Feb 2027`` and ``18:00 AST``, for a narrow box."""
    day, _, hour = due.partition(", ")
    return " ".join(word[:3] if word.isalpha() else word for word in day.split()), hour


def date_words(date: str) -> str:
    """``2026-11-21`` as ``21 November 2026``; any other text as it is."""
    parts = date.split("-")
    if len(parts) != 3 or not all(p.isdigit() for p in parts) or not 1 <= int(parts[1]) <= len(MONTHS):
        return date
    return f"{int(parts[2])} {MONTHS[int(parts[1]) - 1]} {parts[0]}"
