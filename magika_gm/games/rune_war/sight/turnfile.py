"""The turn file: a seat's knowledge as plain data, for programs and for the built-in policies (CAMP, SEE-7).

``turnfile.schema.json`` beside this module describes it.
"""

from __future__ import annotations

from typing import Any

from magika_gm.games.rune_war.adviser.advice import Mind, choose_discard
from magika_gm.games.rune_war.adviser.aims import QUICK
from magika_gm.games.rune_war.adviser.deficiency import every_deficiency
from magika_gm.games.rune_war.isle import TOWER
from magika_gm.games.rune_war.orders.writing import write_order
from magika_gm.games.rune_war.rules.casting import needed, price
from magika_gm.games.rune_war.rules.readings import completing
from magika_gm.games.rune_war.rules.refusals import Lack
from magika_gm.games.rune_war.rules.seal import wall_text
from magika_gm.games.rune_war.rules.state import Won
from magika_gm.games.rune_war.runes import CODES, KINDS, codes, lucky_kinds
from magika_gm.games.rune_war.sight.view import UNSEEN, CreatureView, SeatView, View
from magika_gm.games.rune_war.tables import CREATURES, MOST_CREATURES, SPELLS, WIZARDS, CreatureKind

VERSION = 1
NEAR = 3
"""Aims up to so many runes farther than QUICK are shown (SEE-7)."""


NO_ADVICE: dict[str, Any] = {"D": {}, "near": [], "completing": [], "throw": None}


def turn_file(view: View, advised: bool = True) -> dict[str, Any]:
    """The turn file of a seat's view; with ``advised`` false without the adviser's word, which policies do not need."""
    options = view.options
    return {
        "game": "rune_war",
        "version": VERSION,
        "turn": view.turn,
        "due": view.due.value,
        "round": view.round,
        "rounds": options.rounds,
        "pace": options.pace,
        "map": options.map,
        "last_discard": options.last_discard,
        "ending": None if view.ending is None else view.ending.value,
        "seat": view.seat,
        "prevailing": CODES[view.prevailing],
        "seats": {seat: _seat(row) for seat, row in view.seats.items()},
        "hand": _hand(view),
        "advice": advice(view) if advised else NO_ADVICE,
        "spells": spells(view),
        "territories": _territories(view),
        "creatures": {code: _creature(row) for code, row in view.creatures.items()},
        "uniques": list(view.uniques),
        "gone": list(view.gone),
        "standing": view.stands,
        "waiting": [{"line": order.line, "text": write_order(order)} for order in view.waiting],
        "won": None if view.won is None else won(view.won),
        "walls": [{"round": w.round, "seal": w.seal, "nonce": w.nonce, "wall": wall_text(w.order)} for w in view.walls],
    }


def _seat(row: SeatView) -> dict[str, Any]:
    return {
        "wizard": row.wizard,
        "clan": row.clan.value,
        "wind": CODES[row.wind],
        "points": row.points,
        "rune_points": row.rune_points,
        "lcp": {clan.value: number for clan, number in row.lcp.items()},
        "concealed": row.concealed,
        "melds": [str(meld) for meld in row.melds],
        "discards": ["??" if kind == UNSEEN else CODES[kind] for kind in row.discards],
        "silence": row.silence,
        "fog": row.fog,
        "random_discard": row.random_discard,
        "creatures": row.creatures,
        "land": row.land,
        "territories": row.territories,
        "circles": row.circles,
        "rank": row.rank,
    }


def _hand(view: View) -> dict[str, Any]:
    dim = [held - bright for held, bright in zip(view.held, view.bright, strict=True)]
    return {
        "runes": codes(view.held),
        "dim": codes(dim),
        "next": view.next or None,
        "wall": view.wall,
        "fresh": view.fresh,
        "seal": view.seal,
    }


def mind(view: View) -> Mind:
    """The reader's mind for the adviser, as things stand."""
    seen = [0] * KINDS
    for row in view.seats.values():
        for meld in row.melds:
            for kind in meld.kinds:
                seen[kind] += 1
        for kind in row.discards:
            if kind != UNSEEN:
                seen[kind] += 1
    me = view.me
    return Mind(hand=view.held, melds=me.melds, lucky=lucky_kinds(me.wind, view.prevailing), seen=tuple(seen))


def advice(view: View) -> dict[str, Any]:
    """D by aim, those near enough to show, runes that complete the hand, what the adviser would throw (SEE-7)."""
    if not any(view.held):
        return NO_ADVICE
    own = mind(view)
    found = every_deficiency(own.hand, own.melds, own.lucky)
    quick = found["QUICK"]
    near = [aim for aim, d in found.items() if d is not None and quick is not None and d <= quick + NEAR]
    held = [kind for kind in range(KINDS) if view.held[kind]]
    ready = sum(view.held) % 3 == 1
    return {
        "D": found,
        "near": near,
        "completing": [CODES[kind] for kind in completing(view.held, own.melds)] if ready else [],
        "throw": CODES[choose_discard(own, view.bright, QUICK, held).kind],
    }


def spells(view: View) -> list[dict[str, Any]]:
    """What the reader's wizard can summon and cast, with cost, components and what is lacking (SEE-7)."""
    table = WIZARDS[view.me.wizard]
    own = [c for c in view.creatures.values() if c.seat == view.seat]
    granted = {CREATURES[c.kind].grants for c in own}
    names = (*table.summons, *(name for name in SPELLS if name in table.spells or name in granted))
    return [_spell(view, name, len(own)) for name in names] if view.options.map else []


def _spell(view: View, name: str, creatures: int) -> dict[str, Any]:
    cost, components = price(name)
    lacks = []
    if name in CREATURES:
        if name in view.uniques:
            lacks.append(Lack.UNIQUE)
        if creatures >= MOST_CREATURES:
            lacks.append(Lack.FULL)
    if view.me.points < cost:
        lacks.append(Lack.POINTS)
    if any(view.bright[kind] < number for kind, number in needed(name)):
        lacks.append(Lack.RUNES)
    return {
        "name": name,
        "summons": name in CREATURES,
        "cost": cost,
        "runes": [CODES[kind] for kind in components],
        "lacks": [lack.value for lack in lacks],
    }


def _territories(view: View) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for place, t in view.isle.at.items():
        row: dict[str, Any] = {
            "name": t.name,
            "hex": list(t.hex),
            "neighbours": list(view.isle.neighbours[place]),
            "armies": list(view.armies.get(place, ())),
        }
        if place != TOWER:
            row |= {
                "owner": view.land[place].value,
                "melee": t.melee,
                "ranged": t.ranged,
                "defense": t.defense,
                "loyalty": t.loyalty,
                "value": t.value,
                "circle": t.circle,
            }
        found[place] = row
    return found


def _creature(row: CreatureView) -> dict[str, Any]:
    table: CreatureKind = CREATURES[row.kind]
    return {
        "seat": row.seat,
        "kind": row.kind,
        "at": row.at,
        "melee": row.melee,
        "ranged": row.ranged,
        "defense": row.defense,
        "loyalty": row.loyalty,
        "maximum": row.maximum,
        "move": table.move,
        "enchantments": list(row.enchantments),
    }


def won(outcome: Won) -> dict[str, Any]:
    """How a hand ended, with the winner's whole hand (SEE-1)."""
    nobody = not outcome.winner
    return {
        "round": outcome.round,
        "winner": outcome.winner or None,
        "from": outcome.discarder or None,
        "rune": None if nobody else CODES[outcome.rune],
        "score": None if nobody else outcome.score,
        "points": None if nobody else outcome.points,
        "doubles": [{"double": double.value, "number": number} for double, number in outcome.doubles],
        "limit": None if outcome.limit is None else outcome.limit.value,
        "payments": dict(outcome.payments),
        "magic": outcome.magic,
        "sets": [str(meld) for meld in outcome.sets],
        "pair": None if outcome.pair < 0 else CODES[outcome.pair],
    }
