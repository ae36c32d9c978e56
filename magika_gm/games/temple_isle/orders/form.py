"""A blank order form: what could be ordered, a whole order a line (INFO-2, 8)."""

from __future__ import annotations

from magika_gm.engine.sheet.offered import order_line, remark
from magika_gm.games.temple_isle.orders.choices import Choice, choices
from magika_gm.games.temple_isle.orders.lines import write_order
from magika_gm.games.temple_isle.rules.movement import Ground, reach
from magika_gm.games.temple_isle.rules.sheets import Role, role_of
from magika_gm.games.temple_isle.rules.state import State

SQUARES_A_LINE = 12
_HEADS = {
    Role.ACTIVE: "your game turn: mantras and one muster first, then your units; take one ; away from what you want",
    Role.OTHER: "the other player's game turn: FAST lines and messages only",
    Role.BUILD: "world building: squares in the order you want them; take one ; away from what you want",
    Role.FIELD: "fielding: one unit a line, squares in the order you want them; take one ; away from what you want",
}


def order_form(known: State, seat: str) -> str:
    """The lines of a form for the coming mail turn, from the state as the seat knows it."""
    if known.ended:
        return ""
    rows = remark(_HEADS[role_of(known, seat)])
    for choice in choices(known, seat):
        rows += _line(known, choice)
    standing = known.fast[seat]
    rows += remark(
        "FAST lines standing (any FAST line in this sheet replaces them all):" if standing else "no FAST lines"
    )
    rows += [order_line(write_order(line)) for line in standing]
    return "\n".join(rows)


def _line(known: State, choice: Choice) -> list[str]:
    """One choice as an order to be taken, or as a remark where there is nothing it could name."""
    now = "" if choice.legal else "not now"
    level = f"level {choice.level}" if choice.level else ""
    if choice.points:
        return _unit(known, choice, now)
    parts = [choice.verb, choice.subject]
    for parameter in choice.parameters:
        if not parameter.candidates:
            return remark("; ".join(part for part in (" ".join(parts), "nothing to name now", level) if part))
        # a unit leads to a card: pairs are for the page and the book
        several = choice.parameters[-1].word != "TO"
        parts.append(parameter.word)
        parts.append(", ".join(parameter.candidates) if several else parameter.candidates[0])
    last = choice.parameters[-1] if choice.parameters else None
    if last is not None and choice.verb in ("WATER", "TEMPLE"):  # several lines of one name make one list (BUILD-6)
        start = " ".join(word for word in (choice.verb, choice.subject, last.word) if word)
        runs = (last.candidates[at : at + SQUARES_A_LINE] for at in range(0, len(last.candidates), SQUARES_A_LINE))
        return [order_line(f"{start} {', '.join(some)}", now) for some in runs]
    row = [order_line(" ".join(p for p in parts if p), now, level)]
    if choice.parameters and choice.parameters[-1].word == "TO":
        row += remark("   " + "; ".join(f"{p.word} {', '.join(p.candidates)}" for p in choice.parameters))
    return row


def _unit(known: State, choice: Choice, now: str) -> list[str]:
    """A unit's line: to the nearest card it can reach, and what else it could."""
    unit = known.units[int(choice.verb[1:])]
    ways = reach(known, unit, choice.points)
    about = f"{choice.subject}, {choice.points} points"
    if not ways:
        return [order_line(f"{choice.verb} STOP", now, about, "no card in reach")]
    near = min(ways, key=lambda square: (ways[square], square))
    line = order_line(f"{choice.verb} {' '.join(Ground(known, unit).way(unit.at, near))}", now, about)
    said = [f"{p.word}: {', '.join(p.candidates)}" for p in choice.parameters if p.word and p.candidates]
    words = ", ".join(next(p.candidates for p in choice.parameters if not p.word))
    return [line, *remark(f"   {'; '.join(said)}; words: {words}")]
