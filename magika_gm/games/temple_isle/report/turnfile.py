"""The turn file (INFO-2): all a seat's report holds, as a mapping JSON can hold (turnfile.schema.json).

It is made of the seat's :class:`~magika_gm.games.temple_isle.sight.view.View`, of what was told to it, of its memory,
and of nothing else. Built-in players read it and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from magika_gm.engine.reporting import differences as story_differences
from magika_gm.engine.threats import threats_plain
from magika_gm.engine.told import Told
from magika_gm.games.temple_isle.orders.lines import write_order
from magika_gm.games.temple_isle.report.threats import threats
from magika_gm.games.temple_isle.rules.board import OTHER, SEATS, SQUARES
from magika_gm.games.temple_isle.rules.events import EVENTS, Event, LineDropped, LineRefused
from magika_gm.games.temple_isle.rules.refusals import RULE, WORDS
from magika_gm.games.temple_isle.rules.state import Options
from magika_gm.games.temple_isle.setup.options import KEYS
from magika_gm.games.temple_isle.sight.designs import designs
from magika_gm.games.temple_isle.sight.memory import Memory
from magika_gm.games.temple_isle.sight.view import MantraSeen, SquareSeen, UnitSeen, View

if TYPE_CHECKING:
    from magika_gm.games.temple_isle.report.report import Report

FORMAT = "temple-isle-turn"
VERSION = 1


def turn_file(view: View, told: Iterable[Told[Event]] = (), memory: Memory | None = None) -> dict[str, Any]:
    """The game's part of a seat's turn file; the office adds its own (game, dates, names, messages)."""
    seen = [(t, e) for t in told if (e := t.seen_by(view.seat)) is not None]
    return {
        "format": FORMAT,
        "version": VERSION,
        "seat": view.seat,
        "foe": OTHER[view.seat],
        "first": view.first,
        "mail_turn": view.mail,
        "game_turn": view.turn,
        "next": {"stage": str(view.stage), "turns": [{"turn": turn, "seat": seat} for turn, seat in view.due]},
        "ended": view.ending is not None,
        "ending": view.ending,
        "winner": view.winner or None,
        "options": _options(view.options),
        "isle": {name: _square(square) for name, square in zip(SQUARES, view.isle, strict=True)},
        "temples_to_place": list(view.temples),
        "units": [_unit(unit) for unit in view.units],
        "units_gone": [{"number": u.number, "card": u.card, "owner": u.owner, "how": str(u.how)} for u in view.gone],
        "next_unit": view.next_unit,
        "global_mantras": [_mantra(m) for m in view.global_mantras],
        "hand": [{"card": held.card, **_why(held.why_not)} for held in view.hand],
        "count": view.count,
        "level_sum": view.level_sum,
        "hand_limit": view.hand_limit,
        "muted": view.muted,
        "fast": [write_order(line) for line in view.fast],
        "discard": list(view.discard),
        "deck": view.deck,
        "hands": dict(view.hands),
        "foe_hand_known": list(view.known),
        "own_hand_known": list(view.shown),
        "peek": _peek(view, memory),
        "missed": dict(view.missed),
        "draw_offered": dict(view.offered),
        "standings": {seat: view.standings[seat]._asdict() for seat in SEATS},
        "happened": [
            {"chapter": t.phase, "step": t.step, **EVENTS.to_plain(e)}
            for t, e in seen
            if not isinstance(e, LineRefused | LineDropped)
        ],
        "lines_not_done": [
            {"line": e.line + 1, "text": e.text, "refused": isinstance(e, LineRefused), **_why(e.code)}
            for _, e in seen
            if isinstance(e, LineRefused | LineDropped)
        ],
        "cards": designs(view.catalogue, _named(view)),
    }


def _options(options: Options) -> dict[str, Any]:
    return {key: str(v) if isinstance(v := getattr(options, key), str) else v for key in KEYS}


def _why(code: Any) -> dict[str, Any]:
    if code is None:
        return {"code": None, "rule": None, "reason": None}
    return {"code": str(code), "rule": RULE[code], "reason": WORDS[code]}


def _mantra(mantra: MantraSeen) -> dict[str, Any]:
    return {"card": mantra.card, "caster": mantra.caster, "until": mantra.until or None, "age": mantra.age}


def _square(square: SquareSeen) -> dict[str, Any]:
    return {
        "card": square.card,
        "control": square.control or None,
        "mantras": [_mantra(m) for m in square.mantras],
        "cost": dict(zip(SEATS, square.cost, strict=True)),
        "closed": square.closed,
    }


def _unit(unit: UnitSeen) -> dict[str, Any]:
    now = unit.now
    return {
        "number": unit.number,
        "card": unit.card,
        "owner": unit.owner,
        "square": SQUARES[unit.square],
        "hp": unit.hp,
        "full": now.full,
        "scores": {"A": now.a, "B": now.b, "C": now.full, "D": now.d},
        "range": now.range,
        "guard": now.guard,
        "leap": now.leap,
        "held": now.hold,
        "ward": now.ward,
        "cover": now.cover,
        "organizing": unit.organizing,
        "mustered": unit.mustered,
        "points": unit.points,
        "mantras": [_mantra(m) for m in unit.mantras],
    }


def _peek(view: View, memory: Memory | None) -> dict[str, Any] | None:
    """The foe's hand as last seen and in which mail turn."""
    if view.peek is not None:
        return {"hand": list(view.peek), "mail_turn": view.mail}
    if memory is not None and memory.peek is not None:
        return {"hand": list(memory.peek), "mail_turn": memory.peeked}
    return None


def _named(view: View) -> set[str]:
    """Every card the view names; their designs come with the file."""
    lying: Sequence[MantraSeen] = [
        *(m for square in view.isle for m in square.mantras),
        *(m for unit in view.units for m in unit.mantras),
        *view.global_mantras,
    ]
    return {
        *(square.card for square in view.isle),
        *view.temples,
        *(unit.card for unit in view.units),
        *(unit.card for unit in view.gone),
        *(m.card for m in lying),
        *(held.card for held in view.hand),
        *view.discard,
        *view.known,
        *(view.peek or ()),
        *(line.card for line in view.fast),
    }


def whole(report: Report) -> dict[str, Any]:
    """A seat's whole turn file: the game's part and the office's own."""
    p, found = report.player, report.revealed
    return {
        **turn_file(report.view, report.told, report.memory),
        "turn": report.turn,
        "game": p.game,
        "title": p.title,
        "date": p.date,
        "due": p.due_at,
        "player": {"name": p.name, "account": p.account, "balance": p.balance},
        "how": report.how,
        "orders": list(report.orders),
        "story": [
            {"chapter": q.chapter, "step": q.step, "title": q.title,
             "lines": [{"text": line.text, "rule": line.rule} for line in q.lines]}
            for q in report.story
        ],
        "messages": [{"sender": m.sender, "to": m.to, "text": m.text} for m in report.messages],
        "threats": threats_plain(threats(report)),
        "notes": list(report.notes),
        "choices": [asdict(choice) for choice in report.choices],
        "order_form": report.form,
        "points": dict(report.points),
        "revealed": None if found is None else {
            "hands": {s: list(cards) for s, cards in found.hands.items()},
            "fast": {s: list(lines) for s, lines in found.fast.items()},
        },
        "seed_hash": report.seed_hash,
        "chain": report.player.chain.plain(),
        "seed": report.seed,
        "record": report.record,
    }  # fmt: skip


_COMPARED = {
    "isle": "the isle",
    "units": "units in play",
    "units_gone": "units gone",
    "hand": "your hand",
    "fast": "your FAST lines",
    "discard": "the discard pile",
    "deck": "the deck",
    "hands": "how many cards are held",
    "foe_hand_known": "what is known of the other hand",
    "peek": "the hand you saw",
    "global_mantras": "mantras over the isle",
    "standings": "the standings",
    "lines_not_done": "which of your lines were not carried out",
    "next": "whose game turn is next",
    "messages": "messages",
}


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What differs between two turn files of one seat and turn, in words."""
    return story_differences(before, after, _COMPARED)
