"""From result back to orders, checks, rulings and rolls: the chain of a turn, played again from the record."""

from __future__ import annotations

from typing import Any

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.record.games import load_game, load_seats
from magika_gm.app.turns.turn_orders import stored_orders
from magika_gm.engine.dice import Dice
from magika_gm.engine.words import Fault, words_of
from magika_gm.games.magika.orders.names import read_mage
from magika_gm.games.magika.report.story import everything_line, told_line
from magika_gm.games.magika.rules.sequence import EVENT_SEQUENCE
from magika_gm.games.magika.trace.chain import Link, chain
from magika_gm.store.archive import load_acts, load_played

_STEPS = {step.number: step.name for step in EVENT_SEQUENCE}


def explain(
    office: Office, game_id: str, turn: int, letter: str = "", phase: int = 0, as_told: bool = False
) -> list[dict[str, Any]]:
    """Phase by phase the chain from orders to results; each line with its rule, step, and kind.

    ``letter`` (or EBON, or a character's name) picks what concerns that mage, ``phase`` one phase. With ``as_told`` a
    mage's lines are those of his own report: the same chain, cut to what he may know. ``rolls`` lists the chapter's
    rolls once more as data.
    """
    with office.store.reading() as connection:
        game = load_game(connection, game_id, turn)
        if turn == 0:
            raise OfficeError(f"game {game.id}: turn 0 is the start, nothing was played; the first turn is 1")
        roster = {a: seat.character for a, seat in load_seats(connection, game.id).items()}
        world = game.world(connection, turn - 1)
        played = load_played(connection, game_id, turn)
        acts = [act for _, act in load_acts(connection, game_id, turn)]
    if letter:
        found = read_mage(words_of(letter), roster)
        if isinstance(found, Fault):
            raise OfficeError(f"{letter} is no mage of game {game.id}: give a letter A to L, EBON, or a name")
        letter = found
    links = chain(world, stored_orders(played), Dice(game.seed, turn), acts)
    chapters = []
    for number in range(7):
        title = {0: "Before the turn", 6: "End of the turn"}.get(number, f"Phase {number}")
        mine = [k for k in links if k.phase == number and (not letter or letter in k.mages)]
        if phase and number != phase:
            continue
        lines = []
        for link in mine:
            line = _line(link, letter if as_told else "", played)
            if line is not None:
                lines.append(line)
        rolls = [] if as_told else [k.roll._asdict() for k in mine if k.roll is not None]
        if lines or rolls:
            chapters.append({"title": title, "lines": lines, "rolls": rolls})
    return chapters


def _line(link: Link, reader: str, played: dict[str, tuple[str, list[str]]]) -> dict[str, Any] | None:
    text, rule = link.text, link.rule
    if link.told is not None:
        line = told_line(link.told, reader) if reader else everything_line(link.told)
        if line is None:
            return None
        text, rule = line.text, line.rule
    elif reader:
        return None
    elif link.kind == "order":
        how = played.get(link.mages, ("mailed",))[0]
        note = {"mailed": "", "policy": " (built-in policy)"}.get(how, " (default)")
        text = f"{link.mages} orders {text}{note}"
    return {
        "kind": link.kind,
        "step": _STEPS.get(link.step, ""),
        "mages": link.mages,
        "text": text,
        "rule": rule,
        "ok": link.ok,
    }
