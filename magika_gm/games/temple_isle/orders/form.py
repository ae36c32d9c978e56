"""A blank order form: what could be ordered, written as comments and as lines to be filled in (INFO-2, 8)."""

from __future__ import annotations

from magika_gm.games.temple_isle.orders.choices import Choice, choices
from magika_gm.games.temple_isle.orders.write import write_order
from magika_gm.games.temple_isle.rules.sheets import Role, role_of
from magika_gm.games.temple_isle.rules.state import State

_HEADS = {
    Role.ACTIVE: "; your game turn: mantras and one muster first, then your units",
    Role.OTHER: "; the other player's game turn: FAST lines and messages only",
    Role.BUILD: "; world building: squares in the order you want them",
    Role.FIELD: "; fielding: one unit a line, squares in the order you want them",
}


def order_form(known: State, seat: str) -> str:
    """The lines of a form for the coming mail turn, from the state as the seat knows it; a comment begins with ;."""
    if known.ended:
        return ""
    rows = [_HEADS[role_of(known, seat)]]
    rows += [_line(choice) for choice in choices(known, seat)]
    standing = known.fast[seat]
    rows.append(
        "; FAST lines standing (any FAST line in this sheet replaces them all):" if standing else "; no FAST lines"
    )
    rows += [f"; {write_order(line)}" for line in standing]
    return "\n".join(rows)


def _line(choice: Choice) -> str:
    """One choice as a line: not to be carried out until the player takes the ; away."""
    parts = [choice.verb, choice.subject] if not choice.points else [choice.verb]
    notes = [] if choice.legal else ["not now"]
    for parameter in choice.parameters:
        offered = ", ".join(parameter.candidates)
        if parameter.word in ("ON", "AT", "TO"):
            parts.append(f"{parameter.word} {offered or '…'}")
        elif parameter.word:
            notes.append(f"{parameter.word}: {offered or 'nothing'}")
        elif choice.points:
            parts.append("…")
        else:
            parts.append(offered)
    if choice.points:
        notes.insert(0, f"{choice.subject}, {choice.points} points")
    if choice.level:
        notes.append(f"level {choice.level}")
    return "; " + " ".join(p for p in parts if p) + (f"   ; {'; '.join(notes)}" if notes else "")
