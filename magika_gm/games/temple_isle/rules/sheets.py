"""Reading the sheets of a mail turn (SEQ-4a): what is refused, which lines belong to which step (MAIL-3, MAIL-6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from enum import StrEnum

from magika_gm.engine.records import mutable
from magika_gm.engine.words import Reason
from magika_gm.games.temple_isle.orders.model import (
    Cast,
    Discard,
    Fast,
    FastNone,
    Field,
    Muster,
    OfferDraw,
    Order,
    Resign,
    TempleList,
    UnitLine,
    WaterList,
)
from magika_gm.games.temple_isle.rules.refusals import Dropped, Refusal
from magika_gm.games.temple_isle.rules.state import Stage, State, due, player_of
from magika_gm.games.temple_isle.rules.tables import Aim, Catalogue
from magika_gm.games.temple_isle.rules.terms import OTHER


class Role(StrEnum):
    """What a sheet is for (MAIL-3)."""

    ACTIVE = "active"
    OTHER = "other"
    BUILD = "build"
    FIELD = "field"


_ALLOWED: dict[Role, tuple[type, ...]] = {
    Role.ACTIVE: (Cast, Muster, UnitLine, Discard, Fast, FastNone, Resign, OfferDraw),
    Role.OTHER: (Fast, FastNone, Resign, OfferDraw),
    Role.BUILD: (WaterList, TempleList, Fast, FastNone, Resign),
    Role.FIELD: (Field, Fast, FastNone, Resign, OfferDraw),
}


@mutable
class Sheet:
    """A sheet as it will be played. Lines carry their number on the sheet, from 0; ``came`` is False for no sheet."""

    came: bool = True
    main: list[tuple[int, Cast | Muster]] = field(default_factory=list)
    actions: list[tuple[int, UnitLine | Cast]] = field(default_factory=list)
    fields: list[tuple[int, Field]] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)
    waters: list[int] = field(default_factory=list)
    temples: dict[str, list[int]] = field(default_factory=dict)
    fast: tuple[Fast, ...] | None = None
    resigns: bool = False
    offers: bool = False
    refused: list[tuple[int, Order, Refusal]] = field(default_factory=list)


def role_of(state: State, seat: str) -> Role:
    """What a seat's sheet for the coming mail turn is for."""
    if state.stage is Stage.BUILD:
        return Role.BUILD
    if state.stage is Stage.FIELD:
        return Role.FIELD
    return Role.ACTIVE if any(player_of(state, t) == seat for t in due(state)) else Role.OTHER


def read_sheet(state: State, seat: str, orders: Sequence[Order]) -> Sheet:
    """A player's lines sorted by what is done with them, against the state when the sheets are read.

    Refused: lines that have no place in this mail turn (MAIL-3), units that are not one's own (ORD-2), what comes too
    late (MAIL-6), and what can be no FAST line or no CAST line (FAST-2, CARDS-3).
    """
    role = role_of(state, seat)
    sheet = Sheet()
    fast: list[Fast] = []
    none = False
    for line, order in enumerate(orders):
        code = _refusal(state, seat, role, order, late=bool(sheet.actions))
        if code is not None:
            sheet.refused.append((line, order, code))
            continue
        match order:
            case UnitLine():
                sheet.actions.append((line, order))
            case Cast() if sheet.actions:
                sheet.actions.append((line, order))
            case Cast() | Muster():
                sheet.main.append((line, order))
            case Discard(cards):
                sheet.discards += cards
            case Fast():
                fast.append(order)
            case FastNone():
                none = True
            case Resign():
                sheet.resigns = True
            case OfferDraw():
                sheet.offers = True
            case WaterList(squares):
                sheet.waters += squares
            case TempleList(temple, squares):
                sheet.temples.setdefault(temple, []).extend(squares)
            case Field():
                sheet.fields.append((line, order))
    if fast or none:
        sheet.fast = tuple(fast)
    return sheet


def _refusal(state: State, seat: str, role: Role, order: Order, *, late: bool) -> Refusal | None:
    if not isinstance(order, _ALLOWED[role]):
        return Refusal.NOT_YOUR_TURN if role is Role.OTHER else Refusal.NOT_NOW
    if isinstance(order, UnitLine):
        unit = state.units.get(order.number)
        return Refusal.NOT_YOUR_UNIT if unit is None or unit.owner != seat else None
    return _of_itself(state.catalogue, order, late=late)


def refused_in_any_turn(catalogue: Catalogue, orders: Sequence[Order]) -> dict[int, Refusal]:
    """What is refused whatever the state, by its line: what is too late (MAIL-6), or can be no FAST or CAST line."""
    found: dict[int, Refusal] = {}
    late = False
    for line, order in enumerate(orders):
        late = late or isinstance(order, UnitLine)
        code = _of_itself(catalogue, order, late=late)
        if code is not None:
            found[line] = code
    return found


def _of_itself(catalogue: Catalogue, order: Order, *, late: bool) -> Refusal | None:
    match order:
        case Muster():
            return Refusal.AFTER_ACTIONS if late else None
        case Cast(card, _, _, _) if card in catalogue.mantras:
            design = catalogue.mantras[card]
            if design.aim is Aim.ANSWERED:
                return Refusal.ANSWERS_ONLY
            return Refusal.AFTER_ACTIONS if late and not design.fast else None
        case Fast(card, _, _, _, _) if card in catalogue.mantras:
            return None if catalogue.mantras[card].fast else Refusal.NOT_FAST
        case _:
            return None


WATERS = 5


def placers(first: str, things: int) -> list[str]:
    """Who places each of W1 to W5, T1 to T4: alternately, the first player first (BUILD-3, BUILD-5)."""
    return [(first, OTHER[first])[n % 2] for n in range(things)]


def temples_of(first: str, temples: Sequence[str]) -> dict[str, str]:
    """Who places each temple that was drawn (BUILD-5)."""
    return dict(zip(temples, placers(first, WATERS + len(temples))[WATERS:], strict=True))


def passed_over(state: State, seat: str, order: Order) -> Reason | None:
    """Why a line is passed over as things stand: a temple another places, or nobody; a card that is not in the hand."""
    match order:
        case TempleList(temple, _) if temple and state.stage is Stage.BUILD:
            placer = temples_of(state.first, state.temples).get(temple)
            if placer != seat:
                return Dropped.NOT_YOURS_TO_PLACE if placer else Dropped.NOT_DRAWN
        case Discard(cards) if any(card not in state.hands[seat] for card in cards):
            return Refusal.NOT_IN_HAND
    return None
