"""What could be ordered now, as data, what of it is meant, and the blank sheet made of it (SEE-3)."""

from __future__ import annotations

from collections.abc import Iterator

from magika_gm.engine.records import record
from magika_gm.engine.sheet import offered
from magika_gm.engine.sheet.offered import order_line, remark
from magika_gm.engine.words import filled
from magika_gm.games.temple_isle.orders.lines import TARGET, write_order
from magika_gm.games.temple_isle.orders.model import AtSeat, AtSquare, AtUnit, MantraAt, TargetWord
from magika_gm.games.temple_isle.rules.figures import count_of, figures, muted
from magika_gm.games.temple_isle.rules.movement import Ground, default_place, levels_allow, places, reach
from magika_gm.games.temple_isle.rules.sheets import Role, role_of, temples_of
from magika_gm.games.temple_isle.rules.state import Mantra, State, Unit, mantras_in_play
from magika_gm.games.temple_isle.rules.tables import LAND_AIMS, UNIT_AIMS, Aim, MantraCard
from magika_gm.games.temple_isle.rules.targets import blink_square, choose, land_legal, unit_legal
from magika_gm.games.temple_isle.rules.terms import ALL_SQUARES, HARMFUL, OTHER, SIGNED, SQUARES, Effect, What, Who

_FOES = (Who.FOE, Who.HERE_FOE)


def harms(card: MantraCard) -> bool:
    """Whether a mantra is bad for who owns what it is cast on."""
    return card.hostile or any(_bad(effect) for effect in card.effects)


def _bad(effect: Effect) -> bool:
    bad = effect.what in HARMFUL or (effect.what in SIGNED and effect.amount < 0)
    # what befalls the foe of a land's holder is good for him
    return bad and effect.who not in _FOES


def is_meant(state: State, seat: str, card: MantraCard, word: TargetWord) -> bool:
    """Whether a seat would be offered that target of a mantra."""
    match word:
        case AtUnit(number):
            return (state.units[number].owner != seat) is _for_foes(card)
        case AtSquare(square):
            return _land(state, seat, card, square)
        case MantraAt():
            return all(mantra.caster != seat for mantra in _meant_by(state, word))
    return True


def _for_foes(card: MantraCard) -> bool:
    return card.aim is Aim.FOE or (card.aim is Aim.UNIT and harms(card))


def _land(state: State, seat: str, card: MantraCard, square: int) -> bool:
    """A mantra on a land speaks for its controller (ENCH-7): what helps is for one's own, what harms for the foe's."""
    deeds = {effect.what for effect in card.effects}
    if deeds & {What.CLAIM, What.CLOSED}:
        return state.control[square] != seat and not any(u.at == square for u in state.units_of(seat))
    return state.control[square] == (OTHER[seat] if harms(card) else seat)


def _meant_by(state: State, word: MantraAt) -> list[Mantra]:
    found = []
    for mantra, unit, square in mantras_in_play(state):
        here = AtUnit(unit.number) if unit is not None else AtSquare(square) if square >= 0 else AtSeat(mantra.caster)
        if mantra.card == word.card and here == word.place:
            found.append(mantra)
    return found


# --- choices ---


@record
class Parameter(offered.Parameter):
    """As turn files have it."""

    several: bool = True


@record
class Choice:
    """An order that could be given: its verb, the thing it names, its parameters, what it needs or costs.

    ``legal`` is whether it could be done as things stand; ``level`` what the card asks for (levels or units),
    ``points`` the action points a unit would have.
    """

    verb: str
    subject: str
    parameters: tuple[Parameter, ...] = ()
    legal: bool = True
    level: int = 0
    points: int = 0


def every_target(state: State, card: MantraCard) -> tuple[TargetWord, ...]:
    """Everything a mantra of this kind can be aimed at, by number and in reading order, legal or not."""
    if card.aim in UNIT_AIMS:
        return tuple(AtUnit(u.number) for u in state.units_in_play())
    if card.aim in LAND_AIMS:
        return tuple(AtSquare(s) for s in ALL_SQUARES if not state.is_water(s))
    return tuple(_mantras_in_play(state)) if card.aim is Aim.MANTRA else ()


def _mantras_in_play(state: State) -> Iterator[MantraAt]:
    for mantra, unit, square in mantras_in_play(state):
        if unit is not None:
            yield MantraAt(mantra.card, AtUnit(unit.number))
        else:
            yield MantraAt(mantra.card, AtSquare(square) if square >= 0 else AtSeat(mantra.caster))


def offered_targets(state: State, seat: str, card: MantraCard) -> list[TargetWord]:
    """Those of :func:`every_target` a mantra may be cast on now and is meant for."""
    found: list[TargetWord] = []
    for word in every_target(state, card):
        if not is_meant(state, seat, card, word):
            continue
        if isinstance(word, AtUnit):
            unit = state.units[word.number]
            reaches = not card.blink or blink_square(state, unit, card.blink, ALL_SQUARES) >= 0
            if unit_legal(state, seat, card, unit) and reaches:
                found.append(word)
        elif isinstance(word, AtSquare):
            if land_legal(state, seat, card, word.square):
                found.append(word)
        elif not isinstance(choose(state, seat, card, [word], ()), str):
            found.append(word)
    return found


def choices(state: State, seat: str) -> list[Choice]:
    """What a seat could order in the coming mail turn, as far as it can know: cards of its hand, its units."""
    match role_of(state, seat):
        case Role.ACTIVE:
            return [*_casts(state, seat), *_musters(state, seat), *_units(state, seat)]
        case Role.BUILD:
            lands = tuple(SQUARES[s] for s in ALL_SQUARES if not state.is_water(s))
            placed = temples_of(state.first, state.temples)
            temples = [state.catalogue.temples[t].short for t, placer in placed.items() if placer == seat]
            return [
                Choice("WATER", "", parameters=(Parameter("", lands),)),
                *(Choice("TEMPLE", t, parameters=(Parameter("AT", lands),)) for t in (*temples, "ANY")),
            ]
        case Role.FIELD:
            plain = tuple(SQUARES[s] for s in ALL_SQUARES if not state.is_water(s) and not state.is_temple(s))
            return [
                Choice("FIELD", u.name, parameters=(Parameter("AT", plain),), level=u.level)
                for u in state.catalogue.units.values()
                if u.copies and u.level <= state.options.army_levels
            ]
        case Role.OTHER:
            return []


def _casts(state: State, seat: str) -> Iterator[Choice]:
    for name in dict.fromkeys(state.hands[seat]):
        card = state.catalogue.mantras.get(name)
        if card is None or card.aim is Aim.ANSWERED:
            continue
        targets = offered_targets(state, seat, card)
        may = count_of(state, seat) >= card.level and (card.fast or not muted(state, seat))
        parameters = [Parameter("ON", tuple(map(TARGET.write, targets)))] if card.aim is not Aim.NONE else []
        if card.blink:
            squares = {s for t in targets if isinstance(t, AtUnit) for s in _blinks(state, state.units[t.number], card)}
            parameters.append(Parameter("TO", tuple(SQUARES[s] for s in sorted(squares))))
        ready = bool(targets) if card.aim is not Aim.NONE else not isinstance(choose(state, seat, card, (), ()), str)
        legal = may and ready
        yield Choice("CAST", name, parameters=tuple(parameters), legal=legal, level=card.level)


def _blinks(state: State, unit: Unit, card: MantraCard) -> list[int]:
    return [s for s in ALL_SQUARES if blink_square(state, unit, card.blink, (s,)) == s]


def _musters(state: State, seat: str) -> Iterator[Choice]:
    legal = places(state, seat)
    if legal:
        first = default_place(state, seat, legal)
        legal = [first, *(s for s in legal if s != first)]
    for name in dict.fromkeys(state.hands[seat]):
        card = state.catalogue.units.get(name)
        if card is not None:
            may = bool(legal) and levels_allow(state, seat, name)
            squares = Parameter("AT", tuple(SQUARES[s] for s in legal))
            yield Choice("MUSTER", name, parameters=(squares,), legal=may, level=card.level)


def _units(state: State, seat: str) -> Iterator[Choice]:
    for unit in state.units_of(seat):
        now = figures(state, unit)
        near = tuple(f"{SQUARES[s]} {cost}" for s, cost in sorted(reach(state, unit, now.d).items()))
        words = ("N", "E", "S", "W", *(("LEAP",) if now.leap else ()), "STOP", *(("ATTACK",) if now.a else ()))
        yield Choice(
            unit.name,
            unit.card,
            parameters=(Parameter("", words), Parameter("in reach", near)),
            legal=not now.hold,
            points=now.d,
        )


# --- the blank sheet ---


SQUARES_A_LINE = 12
_HEADS = {
    Role.ACTIVE: "your game turn: mantras and one muster first, then your units; take one ; away from what you want",
    Role.OTHER: "the other player's game turn: FAST lines and messages only",
    Role.BUILD: "world building: squares in the order you want them; take one ; away from what you want",
    Role.FIELD: "fielding: one unit a line, squares in the order you want them; take one ; away from what you want",
}


def order_form(known: State, seat: str) -> list[str]:
    """The lines of a form for the coming mail turn, from the state as the seat knows it."""
    rows = remark(_HEADS[role_of(known, seat)])
    for choice in choices(known, seat):
        rows += _line(known, choice)
    standing = known.fast[seat]
    rows += remark(
        "FAST lines standing (any FAST line in this sheet replaces them all):" if standing else "no FAST lines"
    )
    return [*rows, *(order_line(write_order(line)) for line in standing)]


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
    about = filled("{who}, {n} point(s)", who=choice.subject, n=choice.points)
    if not ways:
        return [order_line(f"{choice.verb} STOP", now, about, "no card in reach")]
    near = min(ways, key=lambda square: (ways[square], square))
    line = order_line(f"{choice.verb} {' '.join(Ground(known, unit).way(unit.at, near))}", now, about)
    said = [f"{p.word}: {', '.join(p.candidates)}" for p in choice.parameters if p.word and p.candidates]
    words = ", ".join(next(p.candidates for p in choice.parameters if not p.word))
    return [line, *remark(f"   {'; '.join(said)}; words: {words}")]
