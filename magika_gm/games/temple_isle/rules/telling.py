"""The one place where the state changes: an event is told, and telling applies it."""

from __future__ import annotations

from typing import assert_never

from magika_gm.games.temple_isle.rules.board import NEUTRAL, OTHER, SQUARE, WATER
from magika_gm.games.temple_isle.rules.events import (
    AttackBegan,
    AttackLost,
    CardDrawn,
    ControlPassed,
    Discarded,
    DrawOffered,
    Event,
    FastFired,
    FastLinesLeft,
    Fielded,
    FirstPlayerChosen,
    Forfeited,
    Fought,
    FullHpChanged,
    GameEnded,
    GameTurnBegan,
    GameTurnOver,
    GmAdjusted,
    GmChangedLine,
    GmHanded,
    GmPlaced,
    GmTurned,
    Halted,
    Harmed,
    Healed,
    LandLaid,
    LineDropped,
    LineRefused,
    MailTurnBegan,
    MantraCancelled,
    MantraDeclared,
    MantraFizzled,
    MantraLaid,
    MantrasLeft,
    MantraSpent,
    MantraStruck,
    MantraWorked,
    MissesForgotten,
    Moved,
    Mustered,
    MusterGranted,
    NothingDrawn,
    Peeked,
    PileTurned,
    PointsChanged,
    PointsSet,
    Recovered,
    Resigned,
    SetOut,
    SheetMissed,
    StageBegan,
    Teleported,
    TempleDrawn,
    TemplePlaced,
    UnitsLeft,
    WaterPlaced,
)
from magika_gm.games.temple_isle.rules.state import HIDDEN, NOWHERE, Declared, Left, Mantra, State, Unit


def apply(state: State, event: Event) -> None:
    """Change ``state`` by one event. The only function that does."""
    state.cache.clear()
    match event:
        case SetOut(unit, _, _, cost, _):
            state.units[unit].points = (state.units[unit].points or 0) - cost
        case Moved(unit, _, target, _) | Teleported(unit, _, target, _) | GmPlaced(unit, _, target, _):
            state.units[unit].at = SQUARE[target]
        case AttackBegan(unit, _):
            state.units[unit].points = (state.units[unit].points or 0) - 1
        case Fought(loser=loser, lost=lost):
            if loser is not None:
                state.units[loser].hp -= lost
        case Healed(units, _):
            for number, amount in units:
                state.units[number].hp += amount
        case Harmed(units, _):
            for number, amount in units:
                state.units[number].hp -= amount
        case UnitsLeft(units, how, _, _):
            _leave(state, [state.units[n] for n in units], how)
        case FullHpChanged(unit, full, hp):
            state.units[unit].full, state.units[unit].hp = full, hp
        case GmAdjusted(unit, _, after, _):
            state.units[unit].hp = after
        case ControlPassed(square, seat, _, _):
            state.control[SQUARE[square]] = seat
        case GmTurned(square, _, after, _):
            state.control[SQUARE[square]] = after
        case PointsSet(points):
            for number, amount in points:
                state.units[number].points = amount
        case PointsChanged(unit, points, _):
            state.units[unit].points = points
        case Halted(units, _):
            for number in units:
                state.units[number].points = 0
        case Mustered(unit=number, card=card, seat=seat, square=square):
            _take_from_hand(state, seat, card)
            _new_unit(state, number, card, seat, square, state.playing)
        case Fielded(number, card, seat, square):
            _new_unit(state, number, card, seat, square, 0)
        case MantraDeclared(number=number, seat=seat, card=card):
            _take_from_hand(state, seat, card)
            state.stack.append(Declared(number, seat, card))
        case MantraStruck(number, _, _):
            _declared(state, number).cancelled = True
        case MantraCancelled(number, _, card) | MantraFizzled(number, _, card, _) | MantraSpent(number, _, card):
            state.stack.remove(_declared(state, number))
            state.discard.append(card)
        case MantraLaid(number=number, seat=seat, card=card, place=place, until=until):
            state.stack.remove(_declared(state, number))
            state.serial += 1
            _place_of(state, place).append(Mantra(card, seat, until, state.serial))
        case MantrasLeft(mantras, _):
            for serial, _, _, place in mantras:
                lying = _place_of(state, place)
                lying[:] = [m for m in lying if m.serial != serial]
            _clear_bare_squares(state)
            state.discard += state.catalogue.sorted(card for _, card, _, _ in mantras)
        case _:
            _apply_rarer(state, event)


def _apply_rarer(  # what does not happen many times in a game turn
    state: State,
    event: (
        LandLaid
        | TempleDrawn
        | FirstPlayerChosen
        | WaterPlaced
        | TemplePlaced
        | StageBegan
        | MailTurnBegan
        | SheetMissed
        | MissesForgotten
        | DrawOffered
        | FastLinesLeft
        | LineRefused
        | LineDropped
        | Resigned
        | Forfeited
        | GameEnded
        | CardDrawn
        | PileTurned
        | NothingDrawn
        | Discarded
        | Recovered
        | Peeked
        | GameTurnBegan
        | GameTurnOver
        | MusterGranted
        | FastFired
        | MantraWorked
        | AttackLost
        | GmHanded
        | GmChangedLine
    ),
) -> None:
    match event:
        case LineRefused() | LineDropped() | AttackLost() | MantraWorked() | MusterGranted() | NothingDrawn():
            pass
        case Resigned() | Forfeited() | GmChangedLine():
            pass
        case FastFired(seat, place, _):
            del state.fast[seat][place]
        case CardDrawn(seat, card, _):
            _draw(state, seat, card)
        case PileTurned():
            state.deck = {n: state.discard.count(n) for n in state.catalogue.cards if n in state.discard}
            state.discard.clear()
        case Discarded(seat, cards):
            for card in cards:
                _take_from_hand(state, seat, card)
            state.discard += cards
        case Recovered(seat, card, _):
            if card:
                at = len(state.discard) - 1 - state.discard[::-1].index(card)
                del state.discard[at]
                _into_hand(state, seat, card, shown=True)
        case Peeked(seat, hand, _):
            if hand is not None:
                state.peeked[seat] = hand
                state.shown[OTHER[seat]] = list(hand)
        case GameTurnBegan(turn, _, _):
            state.turn = state.playing = turn
            for unit in state.units.values():
                unit.points = None
        case GameTurnOver():
            state.playing = 0
        case MailTurnBegan(mail):
            state.mail = mail
            state.peeked = dict.fromkeys(state.peeked)
        case SheetMissed(seat, missed):
            state.missed[seat] = missed
        case MissesForgotten(seat):
            state.missed[seat] = 0
        case DrawOffered(seat, stands):
            state.offered[seat] = stands
        case FastLinesLeft(seat, lines):
            state.fast[seat] = list(lines)
        case GameEnded(ending, winner):
            state.ending, state.winner = ending, winner
        case StageBegan(stage):
            state.stage = stage
        case LandLaid(square, land):
            state.isle[SQUARE[square]] = land
        case TempleDrawn(_, temple):
            state.temples = (*state.temples, temple)
        case FirstPlayerChosen(seat, _):
            state.first = seat
        case WaterPlaced(_, _, square, _):
            state.isle[SQUARE[square]] = WATER
            state.control[SQUARE[square]] = NEUTRAL  # who held the land that is gone holds nothing now (ISLE-5)
        case TemplePlaced(_, _, square, temple, _):
            state.isle[SQUARE[square]] = temple
            state.control[SQUARE[square]] = NEUTRAL
            state.temples = tuple(t for t in state.temples if t != temple)
        case GmHanded(card, source, target, _):
            _hand_over(state, card, source, target)
        case _:
            assert_never(event)


def _new_unit(state: State, number: int, card: str, seat: str, square: str, turn: int) -> None:
    hp = state.catalogue.units[card].c
    state.units[number] = Unit(number=number, card=card, owner=seat, at=SQUARE[square], hp=hp, full=hp, mustered=turn)
    state.next_unit = number + 1


def _leave(state: State, units: list[Unit], how: Left) -> None:
    """Units leave play at one moment; mantras on them with them, what goes to the pile in catalogue order (DECK-5)."""
    pile: list[str] = []
    for unit in units:
        pile += [m.card for m in unit.mantras]
        if how is Left.RETURNED:
            _into_hand(state, unit.owner, unit.card, shown=True)
        else:
            pile.append(unit.card)
        unit.left, unit.at, unit.hp, unit.full, unit.points = how, NOWHERE, 0, 0, None
        unit.mantras.clear()
    state.discard += state.catalogue.sorted(pile)


def _declared(state: State, number: int) -> Declared:
    return next(d for d in state.stack if d.number == number)


def _place_of(state: State, place: str) -> list[Mantra]:
    """The mantras lying on a unit (``U3``), a square (``c2``), or nowhere ("")."""
    if not place:
        return state.global_mantras
    if place in SQUARE:
        return state.land_mantras.setdefault(SQUARE[place], [])
    return state.units[int(place[1:])].mantras


def _clear_bare_squares(state: State) -> None:
    for square in [s for s, lying in state.land_mantras.items() if not lying]:
        del state.land_mantras[square]


def _take_from_hand(state: State, seat: str, card: str) -> None:
    state.hands[seat].remove(card)
    if card in state.shown[seat]:
        state.shown[seat].remove(card)


def _into_hand(state: State, seat: str, card: str, *, shown: bool) -> None:
    state.hands[seat] = state.catalogue.sorted([*state.hands[seat], card])
    if shown:
        state.shown[seat] = state.catalogue.sorted([*state.shown[seat], card])


def _draw(state: State, seat: str, card: str) -> None:
    name = card if card in state.deck else HIDDEN
    if state.deck[name] == 1:
        del state.deck[name]
    else:
        state.deck[name] -= 1
    _into_hand(state, seat, name, shown=False)


def _hand_over(state: State, card: str, source: str, target: str) -> None:
    """The game master's hand: a card from a hand, the deck, the pile or nowhere to another of these."""
    if source in state.hands:
        _take_from_hand(state, source, card)
    elif source == "deck":
        state.deck = {n: c - (n == card) for n, c in state.deck.items() if c > (n == card)}
    elif source == "discard":
        state.discard.remove(card)
    if target in state.hands:
        _into_hand(state, target, card, shown=False)
    elif target == "deck":
        count = state.deck.get(card, 0) + 1
        state.deck = {
            n: count if n == card else state.deck[n] for n in state.catalogue.cards if n == card or n in state.deck
        }
    elif target == "discard":
        state.discard.append(card)
