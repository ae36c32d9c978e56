"""From result back to orders, checks, rulings and rolls: the chain of a turn, played again from the record."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Connection

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.record.contact import on_masters_word
from magika_gm.app.record.games import Game, is_anothers, load_game, load_holders
from magika_gm.app.turns.turn_orders import stored_orders
from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.trials import Link
from magika_gm.engine.system import GameSystem
from magika_gm.engine.words import Fault, words_of
from magika_gm.store.archive import load_acts, load_played
from magika_gm.store.vocabulary import Played


def explain(
    office: Office, game_id: str, turn: int, seat: str = "", phase: int | None = None, as_told: bool = False
) -> list[dict[str, Any]]:
    """Phase by phase the chain from orders to results; each line with its rule, step, and kind.

    ``seat`` (or a character's name) picks what concerns that seat, ``phase`` one phase. With ``as_told`` a seat's lines
    are those of its own report: the same chain, cut to what it may know. ``rolls`` lists the chapter's rolls once more
    as data.
    """
    with office.store.reading() as connection:
        game = load_game(connection, game_id, turn)
        if turn == 0:
            raise OfficeError(f"game {game.id}: turn 0 is the start, nothing was played; the first turn is 1")
        system = game.system
        if not system.has("trace"):
            raise OfficeError(f"{system.title} does not say why a turn came out as it did")
        names = {a: held.character for a, held in load_holders(connection, game.id).items()}
        state = game.state(connection, turn - 1)
        played = load_played(connection, game_id, turn)
        acts = [act for _, act in load_acts(connection, game_id, turn)]
        by_word = on_masters_word(connection, game, turn)
    if seat:
        found = system.orders.GRAMMAR.seat(words_of(seat), names)
        if isinstance(found, Fault):
            raise OfficeError(f"game {game.id}: {found}")
        seat = found
    links = system.trace.chain(state, stored_orders(game.orders, played), Dice(game.seed, turn), acts)
    chapters, stage = [], system.stage(state)
    for number in sorted({*range(len(stage.phases)), *(k.phase for k in links)}):
        mine = [k for k in links if k.phase == number and (not seat or seat in k.seats)]
        if phase is not None and number != phase:
            continue
        lines = [line for k in mine if (line := _line(system, k, seat if as_told else "", played, by_word)) is not None]
        if number == 0 and not as_told:
            lines = [_vouched(a) for a in sorted(by_word) if seat in ("", a)] + lines
        rolls = [] if as_told else [k.roll._asdict() for k in mine if k.roll is not None]
        if lines or rolls:
            within = 0 < number < len(stage.phases) - 1
            closing = "End of the phase" if within else ""
            chapters.append({"title": stage.title(number), "closing": closing, "lines": lines, "rolls": rolls})
    return chapters


def _vouched(seat: str) -> dict[str, Any]:
    text = f"The orders of {seat} are played on the game master's word"
    return {"kind": "order", "step": "", "seats": [seat], "text": text, "rule": "", "ok": True}


def _line(
    system: GameSystem, link: Link, reader: str, played: dict[str, tuple[str, list[str]]], by_word: Collection[str]
) -> dict[str, Any] | None:
    text, rule = link.text, link.rule
    if link.told is not None:
        line = system.reports.line(link.told, reader or None)
        if line is None:
            return None
        text, rule = line.text, line.rule
    elif reader:
        return None
    elif link.kind == "order":
        (who,) = link.seats
        how = played.get(who, (Played.MAILED,))[0]
        sent = " (on the game master's word)" if who in by_word else ""
        notes: dict[str, str] = {Played.MAILED: sent, Played.MAY: sent, Played.POLICY: " (built-in policy)"}
        text = f"{who} orders {text}{notes.get(how, ' (default)')}"
    return {"kind": link.kind, "step": link.step, "seats": list(link.seats), "text": text, "rule": rule, "ok": link.ok}


# WHY: the rule and the roll behind a line of one's own report, and nothing a player may not know (RECON-10).
#
# Lines are those his report told him. Of the rolls only those on his own doing are shown: whether his spells worked,
# what he learned from them, what his searches found and cost.


MOST_LINES = 12
_NUMBERS = re.compile(r"(?:TURN\s+)?(?:(\d{1,4})[\s,.]+)?(?:PHASE\s+)?([1-5])", re.IGNORECASE)


def why_text(office: Office, connection: Connection, game: Game, seat: str, wanted: str) -> str:
    """The answer to WHY and what follows it: a phase, a turn and a phase, or some words of a line."""

    if not game.turn:
        return "No turn has been played yet."
    numbers = _NUMBERS.fullmatch(wanted.strip())
    turn = int(numbers[1]) if numbers and numbers[1] else game.turn
    phase = int(numbers[2]) if numbers else 0
    if turn > game.turn:
        return f"Turn {turn} has not been played; the last one is {game.turn}."
    if turn and (why := is_anothers(connection, game.id, turn, seat)):
        return why
    try:
        told = explain(office, game.id, turn, seat, phase or None, as_told=True)
        rolled = explain(office, game.id, turn, seat, phase or None)
    except OfficeError as error:
        return f"{error}."
    if seat not in load_played(connection, game.id, turn):
        return f"You were not in turn {turn}."
    words = "" if numbers else " ".join(wanted.casefold().split()).strip("\"'“”.")
    if not numbers and len(words) < 3:
        return "Say which: WHY 3 for phase 3 of your last report, WHY 4 3 for turn 4, or WHY and some words of a line."
    own = game.system.trace.OWN_ROLLS
    found = _lines(told, rolled, seat, words, own)
    if not found:
        what = (
            f"Phase {phase} of turn {turn} told you nothing" if numbers else f"No line of turn {turn} has these words"
        )
        return f"{what}."
    return "\n".join(found)


def _lines(
    told: list[dict[str, Any]], rolled: list[dict[str, Any]], letter: str, words: str, own: Mapping[str, str]
) -> list[str]:
    rolls = {chapter["title"]: chapter["rolls"] for chapter in rolled}
    found: list[str] = []
    shown = 0
    for chapter in told:
        lines = [k for k in chapter["lines"] if words in " ".join(k["text"].casefold().split())]
        if not lines or shown >= MOST_LINES:
            continue
        found.append(f"{chapter['title']}:")
        found += [f"  {k['text']}" + (f" [{k['rule']}]" if k["rule"] else "") for k in lines[:MOST_LINES]]
        found += [
            f"  rolled {roll['value']}: {own[roll['name']]} [{roll['rule']}]"
            for roll in rolls.get(chapter["title"], [])
            if roll["subject"] == letter and roll["name"] in own
        ]
        shown += len(lines)
    return found
