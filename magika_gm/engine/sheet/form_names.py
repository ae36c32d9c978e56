"""Names of the fields of a printed order form: pages write them, the mail room reads them back (docs/orders.md)."""

from __future__ import annotations

FORM, GAME, TURN, SEAT, PASSWORD = "form", "game", "turn", "seat", "password"
FORM_VERSION = "1"
MOST_LINES, MOST_MESSAGES = 120, 9
"""Numbers a line or message may have: a form of two parts begins its second at 101."""


def fixed_fields(game: str, turn: int, seat: str) -> tuple[tuple[str, str], ...]:
    """The hidden fields that say what a form is for, with their values."""
    return ((FORM, FORM_VERSION), (GAME, game), (TURN, str(turn)), (SEAT, seat))


def line_field(number: int, numbered: bool = False) -> str:
    """The field of a line, from 1. ``numbered``: the game's lines have their number before them (a phase's order)."""
    return f"{'phase' if numbered else 'line'}{number}"


def message_fields(number: int, addressed: bool = True, anonymous: bool = False) -> tuple[str, str, str]:
    """The fields of a message, from 1: to whom ("" where there is one to write to only), unsigned ("" where that is
    not allowed), text."""
    start = f"message{number}_"
    return f"{start}to" * addressed, f"{start}anonymous" * anonymous, f"{start}text"
