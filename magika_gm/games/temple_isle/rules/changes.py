"""Pieces of a change: what several events do to a state alike."""

from __future__ import annotations

from magika_gm.games.temple_isle.rules.board import SQUARE
from magika_gm.games.temple_isle.rules.state import HIDDEN, NOWHERE, Declared, Left, Mantra, State, Unit


def new_unit(state: State, number: int, card: str, seat: str, square: str, turn: int) -> None:
    """A unit comes into play on a square (MUST-5); ``turn`` is the game turn it organizes in."""
    hp = state.catalogue.units[card].c
    state.units[number] = Unit(number=number, card=card, owner=seat, at=SQUARE[square], hp=hp, full=hp, mustered=turn)
    state.next_unit = number + 1


def leave(state: State, units: list[Unit], how: Left) -> None:
    """Units leave play at one moment; mantras on them with them, what goes to the pile in catalogue order (DECK-5)."""
    pile: list[str] = []
    for unit in units:
        pile += [m.card for m in unit.mantras]
        if how is Left.RETURNED:
            into_hand(state, unit.owner, unit.card, shown=True)
        else:
            pile.append(unit.card)
        unit.left, unit.at, unit.hp, unit.full, unit.points = how, NOWHERE, 0, 0, None
        unit.mantras.clear()
    state.discard += state.catalogue.sorted(pile)


def declared(state: State, number: int) -> Declared:
    """The mantra being cast that has this number."""
    return next(d for d in state.stack if d.number == number)


def place_of(state: State, place: str) -> list[Mantra]:
    """The mantras lying on a unit (``U3``), a square (``c2``), or nowhere ("")."""
    if not place:
        return state.global_mantras
    if place in SQUARE:
        return state.land_mantras.setdefault(SQUARE[place], [])
    return state.units[int(place[1:])].mantras


def clear_bare_squares(state: State) -> None:
    """Forget the squares on which no mantra lies any more."""
    for square in [s for s, lying in state.land_mantras.items() if not lying]:
        del state.land_mantras[square]


def take_from_hand(state: State, seat: str, card: str) -> None:
    """A card leaves a hand, shown or not."""
    state.hands[seat].remove(card)
    if card in state.shown[seat]:
        state.shown[seat].remove(card)


def into_hand(state: State, seat: str, card: str, *, shown: bool) -> None:
    """A card comes into a hand, which is kept in catalogue order; ``shown``: the other player knows it."""
    state.hands[seat] = state.catalogue.sorted([*state.hands[seat], card])
    if shown:
        state.shown[seat] = state.catalogue.sorted([*state.shown[seat], card])


def draw(state: State, seat: str, card: str) -> None:
    """A card from the deck into a hand; one that is not known to be there is a hidden one."""
    name = card if card in state.deck else HIDDEN
    if state.deck[name] == 1:
        del state.deck[name]
    else:
        state.deck[name] -= 1
    into_hand(state, seat, name, shown=False)


def hand_over(state: State, card: str, source: str, target: str) -> None:
    """The game master's hand: a card from a hand, the deck, the pile or nowhere to another of these."""
    if source in state.hands:
        take_from_hand(state, source, card)
    elif source == "deck":
        state.deck = {n: c - (n == card) for n, c in state.deck.items() if c > (n == card)}
    elif source == "discard":
        state.discard.remove(card)
    if target in state.hands:
        into_hand(state, target, card, shown=False)
    elif target == "deck":
        count = state.deck.get(card, 0) + 1
        state.deck = {
            n: count if n == card else state.deck[n] for n in state.catalogue.cards if n == card or n in state.deck
        }
    elif target == "discard":
        state.discard.append(card)
