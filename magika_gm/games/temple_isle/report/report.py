"""One seat's report as a value, what is about to end its game, and the game's part of its turn file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from magika_gm.engine.plain import Data, plain_of
from magika_gm.engine.records import named_record
from magika_gm.engine.told import Threat, Told, more
from magika_gm.engine.words import number_word
from magika_gm.games.temple_isle.orders.lines import write_order
from magika_gm.games.temple_isle.orders.offers import Choice
from magika_gm.games.temple_isle.report.story import NAMES, Names, Paragraph
from magika_gm.games.temple_isle.rules.events import EVENTS, Event, LineDropped, LineRefused
from magika_gm.games.temple_isle.rules.state import Mantra, Stage
from magika_gm.games.temple_isle.rules.terms import DISTANCE, OTHER, SEATS, SQUARES
from magika_gm.games.temple_isle.sight import Memory, SquareSeen, UnitSeen, View, designs
from magika_gm.reports.kit.usual import GameReport


@named_record
class Revealed:
    """What a game that is over shows to both: hands and FAST lines."""

    hands: Mapping[str, tuple[str, ...]]
    fast: Mapping[str, tuple[str, ...]]


@named_record
class Report(GameReport[View, Memory]):
    """What a report of Temple Isle holds besides; ``orders`` are the seat's own, as played."""

    story: tuple[Paragraph, ...]
    orders: tuple[str, ...]
    choices: tuple[Choice, ...]
    points: Mapping[str, float]
    revealed: Revealed | None = None


def names_of(view: View) -> Names:
    """All units there ever were: public (UNIT-2)."""
    seen = [(u.number, u.card, u.owner) for u in view.units]
    return Names([*seen, *((u.number, u.card, u.owner) for u in view.gone)])


def revealed(state: Any) -> Revealed:
    """Hands and FAST lines of both, once the game is over."""
    return Revealed(
        hands={s: tuple(state.hands[s]) for s in SEATS},
        fast={s: tuple(write_order(line) for line in state.fast[s]) for s in SEATS},
    )


# What is about to end a game of Temple Isle (END): isle and units are open to both.


TURNS, REACH = 4, 2
"""From how many game turns left on the limit is told, and how near units stand that could take two temples at once."""


def threats(report: Report) -> tuple[Threat, ...]:
    """The ends that are near, the reader's loss before his win."""
    view, seat = report.view, report.seat
    if view.ending is not None:
        return ()
    found = [one for side in (OTHER[seat], seat) for one in _temples(view, side, seat)]
    found += [one for side in (OTHER[seat], seat) for one in _absence(view, side, seat)]
    return (*found, *_limit(view, seat), *_draw(view, seat))


def _wins(side: str, reader: str) -> str:
    return "you win" if side == reader else f"{NAMES[side]} wins"


def _temples(view: View, side: str, reader: str) -> Iterator[Threat]:
    """END-1: all temples in step 7 of his own game turn."""
    if view.stage in (Stage.BUILD, Stage.FIELD):
        return
    temples = [n for n, square in enumerate(view.isle) if square.card in view.catalogue.temples]
    missing = [n for n in temples if view.isle[n].control != side]
    units = [u for u in view.units if u.owner == side]
    near = all(any(DISTANCE[u.at][n] <= REACH for u in units) for n in missing)
    if not temples or len(missing) > 2 or (len(missing) == 2 and not near):
        return
    count = len(temples) - len(missing)
    holds = f"{'You hold' if side == reader else f'{NAMES[side]} holds'} {number_word(count) if count else 'none'}"
    of = f"{holds} of {number_word(len(temples))} temples"
    there = " and ".join(f"the {view.isle[n].card} on {SQUARES[n]}" for n in missing)
    when = f"with {there}" if missing else "at the end of a game turn"
    text = f"{of}: {when} {_wins(side, reader)}"
    yield Threat((side,), text, "END-1", len(missing))


def _limit(view: View, reader: str) -> Iterator[Threat]:
    """END-2: the last game turns, and who leads by END-5."""
    left = view.options.limit - view.turn
    if not view.options.limit or left > TURNS:
        return
    sun, moon = (view.standings[side] for side in SEATS)
    ahead = "" if sun == moon else SEATS[moon > sun]
    stands = _wins(ahead, reader) if ahead else "it is a draw"
    text = f"{more(left, 'game turn')} and the standings decide; as it stands {stands}"
    yield Threat((ahead,) if ahead else (), text, "END-2", left)


def _absence(view: View, side: str, reader: str) -> Iterator[Threat]:
    """MAIL-8: whose opponent has missed all but the last sheet that may be missed."""
    foe = OTHER[side]
    if view.options.absence and view.missed[foe] == view.options.absence - 1:
        who = "you miss" if foe == reader else f"{NAMES[foe]} misses"
        text = f"If {who} the next game turn, too, the game is forfeit and {_wins(side, reader)}"
        yield Threat((side,), text, "MAIL-8", 1)


def _draw(view: View, reader: str) -> Iterator[Threat]:
    """END-4: one sheet with OFFER DRAW waits for the other."""
    for side in SEATS:
        if view.offered[side]:
            who = "You offer" if side == reader else f"{NAMES[side]} offers"
            whose = f"{NAMES[OTHER[side]]}'s" if side == reader else "your"
            text = f"{who} a draw: with OFFER DRAW on {whose} sheet, too, the game is drawn"
            yield Threat((), text, "END-4", 1)


def offered(report: Report) -> tuple[str, ...]:
    """The foe's offer of a draw, where the reader has not made his own (END-4)."""
    view, foe = report.view, OTHER[report.seat]
    if view.ending is not None or not view.offered[foe] or view.offered[report.seat]:
        return ()
    how = "Write OFFER DRAW in your sheet to accept; a sheet without it plays on"
    return (f"{NAMES[foe]} offers a draw. {how} (END-4).",)


# The turn file (INFO-2): all a seat's report holds, as a mapping JSON can hold (turnfile.schema.json).
#
# The game's part is made of the seat's view, of what was told to it, of its memory, and of nothing else. Built-in
# players read it and nothing else.


FORMAT = "temple-isle-turn"
VERSION = 1


def content(view: View, told: Iterable[Told[Event]] = (), memory: Memory | None = None) -> Data:
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
        "options": plain_of(view.options),
        "isle": {name: _square(square) for name, square in zip(SQUARES, view.isle, strict=True)},
        "temples_to_place": list(view.temples),
        "units": [_unit(unit) for unit in view.units],
        "units_gone": plain_of(view.gone),
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
        "standings": plain_of(view.standings),
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


def _why(code: Any) -> Data:
    if code is None:
        return {"code": None, "rule": None, "reason": None}
    return {"code": str(code), "rule": code.rule, "reason": code.words}


def _mantra(mantra: Mantra) -> Data:
    return {"card": mantra.card, "caster": mantra.caster, "until": mantra.until or None, "age": mantra.serial}


def _square(square: SquareSeen) -> Data:
    return {
        "card": square.card,
        "control": square.control or None,
        "mantras": [_mantra(m) for m in square.mantras],
        "cost": dict(zip(SEATS, square.cost, strict=True)),
        "closed": square.closed,
    }


def _unit(unit: UnitSeen) -> Data:
    now = unit.now
    return {
        "number": unit.number,
        "card": unit.card,
        "owner": unit.owner,
        "square": SQUARES[unit.at],
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


def _peek(view: View, memory: Memory | None) -> Data | None:
    """The foe's hand as last seen and in which mail turn."""
    if view.peek is not None:
        return {"hand": list(view.peek), "mail_turn": view.mail}
    if memory is not None and memory.peek is not None:
        return {"hand": list(memory.peek), "mail_turn": memory.peeked}
    return None


def _named(view: View) -> set[str]:
    """Every card the view names; their designs come with the file."""
    lying: Sequence[Mantra] = [
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
