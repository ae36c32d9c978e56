"""What is said of a sheet to its player: from what the seat itself knows alone (DIPL-2, docs/orders.md)."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Collection
from typing import Any

from magika_gm.app.turns.turn_orders import Judged, as_played, standing_rows
from magika_gm.engine.seam.rules import Standing
from magika_gm.engine.sheet.sheet import Sheet
from magika_gm.engine.sheet.understanding import WIDTH, as_text
from magika_gm.engine.system import GameSystem

_ORDERS_STAY = (
    "What you wrote to others is accepted. Your orders are as they were, for your mail held none; of messages those in "
    "it count."
)
Since = Callable[[Standing], int | None]
"""With which turn's sheet a part came that stands; None where that is not known."""


def known_to(system: GameSystem, seat: str, state: Any, memory: Any) -> Any | None:
    """The state as a seat knows it, the only one an acknowledgement looks at; None for a later turn's sheet (``state``
    None), and for a seat that plays no more."""
    there = state is not None and seat in system.rules.playing(state)
    return system.sight.known(state, seat, memory) if there else None


def said_of(
    system: GameSystem,
    judged: Judged,
    seat: str,
    known: Any | None,
    memory: Any,
    *,
    accepted: bool = True,
    replaced: Collection[str] = (),
    since: Since = lambda one: None,  # noqa: ARG005 - nobody asked the record
) -> str:
    """What an acknowledgement says of a sheet that was judged; ``replaced`` are the parts that the sheet had which it
    replaces.

    ``known`` is :func:`known_to` its seat; None for orders of a later turn. Of a sheet not ``accepted`` nothing is said
    that would promise a delivery.
    """
    sheet = judged.sheet
    turn = "" if sheet.turn is None else f", turn {sheet.turn}"
    parts = [f"Game {sheet.game}{turn}, {system.words.called(seat or '?')}:"]
    parts += [] if sheet.messages_alone and not judged.errors else [as_text(judged.understanding).rstrip()]
    if accepted:
        parts += what_stands(judged, replaced, since)
    if sheet.messages:
        rows = ["Messages, as they will be delivered:" if accepted else "Messages in it:"]
        for message in sheet.messages:
            sender = "anonymous" if message.anonymous else system.words.called(seat)
            to = system.orders.GRAMMAR.written(message.to)
            rows += ["", f"  From {sender} to {to}:", *message_rows(message.text)]
        parts.append("\n".join(rows))
    if accepted and known is not None and not sheet.messages_alone:
        parts.append(system.orders.forecast(as_played(system, judged), seat, known, memory).rstrip())
    return "\n\n".join(filter(None, parts)) + "\n"


def taken_words(judged: Judged, *, alone: bool, again: bool, fell: int) -> str:
    """The first words of an answer to a sheet that is taken: ``alone``, one of messages beside orders that were here;
    ``again``, one that replaces another, of whose messages ``fell`` are not in it."""
    if alone:
        return _ORDERS_STAY
    wrong = f" WITH {errors_said(judged.errors)}" if judged.errors else ""
    if judged.sheet.messages_alone:
        cure = " What is wrong stands below; send it again, corrected." if wrong else ""
        return (
            f"What you wrote to others is accepted{wrong}.{cure} Your mail held no orders. No orders of yours for turn "
            f"{judged.sheet.turn} are here yet; until it is processed they are taken."
        )
    said = [f"Your orders are accepted{wrong}."]
    if wrong:
        said.append("What is wrong stands below; send the whole sheet again, corrected.")
    if again:
        said.append("They replace, whole, the orders you sent before.")
    if fell:
        messages = "The message" if fell == 1 else f"The {fell} messages"
        said.append(f"{messages} of the sheet before fell away with it; write again what should be delivered.")
    return " ".join(said)


def errors_said(number: int) -> str:
    """``4 ERRORS``; nothing where there is none."""
    return f"{number} ERROR{'S' if number > 1 else ''}" if number else ""


def what_stands(judged: Judged, replaced: Collection[str], since: Since) -> list[str]:
    """What a sheet leaves standing of earlier turns' orders, and what falls with the sheet it replaces."""
    found = []
    for one in judged.kept:
        lost = one.part in replaced and one.part not in judged.brings
        if one.part in judged.brings:
            said = f"There is an error in its {one.part}: nothing is replaced, the standing orders stay as they are"
        elif one.lines or one.whole:
            said = f"No {one.part}: the standing orders stay as they are"
        else:
            said = f"No {one.part}, and no standing orders from before"
        fell = f" The {one.part} of the sheet that this one replaces fell away with it." if lost else ""
        found.append(filled(f"{said} ({one.rule}){_came(one, since)}.{fell}") + _rows_of(one))
    for one in judged.gone:
        if one.lines:
            said = f"Its {one.part} took the place of the standing orders ({one.rule}){_came(one, since)}, which were:"
            found.append(filled(said) + _rows_of(one))
    return found


def still_stands(standing: Collection[Standing], since: Since) -> list[str]:
    """What stands of earlier turns' orders, where no sheet of the coming one does."""
    return [
        filled(f"Your standing orders stay as they are ({one.rule}){_came(one, since)}:") + _rows_of(one)
        for one in standing
        if one.lines
    ]


def _came(one: Standing, since: Since) -> str:
    turn = since(one) if one.lines else None
    return "" if turn is None else f", as they came for turn {turn}"


def _rows_of(one: Standing) -> str:
    return f"\n{standing_rows(one.lines)}" if one.lines else ""


def filled(paragraph: str) -> str:
    """A paragraph in lines no mail program breaks; what is laid out in lines already stays as it is."""
    return "\n".join(
        line if len(line) <= WIDTH or line.startswith(" ") else textwrap.fill(line, WIDTH)
        for line in paragraph.split("\n")
    )


def message_rows(text: str) -> list[str]:
    """A message's text, set in."""
    return [f"  | {row}".rstrip() for row in text.split("\n")]


def missing_lines(sheet: Sheet) -> list[str]:
    """The lines without which nobody can tell whose orders these are: TURN, SEAT, PASSWORD."""
    there = (("TURN", sheet.turn is not None), ("SEAT", sheet.seat), ("PASSWORD", sheet.password))
    return [name for name, given in there if not given]
