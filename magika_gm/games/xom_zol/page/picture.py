"""The table as a picture of named places: every card in play lies at a place named by its ref, one's own side below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from magika_gm.engine.paging import Mark, Picture, Spot, Tone
from magika_gm.games.xom_zol.cards.text import rules_text
from magika_gm.games.xom_zol.figures import looks
from magika_gm.games.xom_zol.report.board import augments_of, creature_text, described
from magika_gm.games.xom_zol.report.report import Report
from magika_gm.games.xom_zol.state import Piece, State, ref_key
from magika_gm.games.xom_zol.words import SIDES, other

WIDE, HIGH, GAP = 118.0, 46.0, 5.0
CARD = ((-WIDE / 2, -HIGH / 2), (WIDE / 2, -HIGH / 2), (WIDE / 2, HIGH / 2), (-WIDE / 2, HIGH / 2))
LEAST_ACROSS, MOST_ACROSS = 5, 8
_LETTERS = 15
"""Of a card's name there is room for."""
_TONES = {
    "own": Tone(label="yours, ready", light="#cfe6d0", dark="#2f5a38", sign="Y"),
    "own-committed": Tone(label="yours, committed", light="#e6ebe2", dark="#4a5546", sign="y"),
    "foe": Tone(label="the other side's, ready", light="#f3cfc6", dark="#6e3328", sign="T"),
    "foe-committed": Tone(label="the other side's, committed", light="#efe5e1", dark="#584a46", sign="t"),
}


_LOOKED_ON = {
    key: replace(_TONES[key], label=label, sign=sign)
    for key, label, sign in (
        ("own", "side A's, ready", "A"),
        ("own-committed", "side A's, committed", "a"),
        ("foe", "side B's, ready", "B"),
        ("foe-committed", "side B's, committed", "b"),
    )
}


def thing_of(ref: str) -> str:
    """The key of a card in play among what can be clicked."""
    return f"piece:{ref}"


def table(report: Report) -> Picture:
    """The table as one side's player sees it."""
    return table_of(report.state, report.seat)


def table_of(state: State, reader: str) -> Picture:
    """Both sides: lands and functions outermost, rear ranks, fronts facing one another. Without a ``reader`` for those
    who look on: side A is below."""
    seat = reader or SIDES[0]
    foe = other(seat)
    tones = _TONES if reader else _LOOKED_ON
    columns = max(len(state.sides[side].columns) for side in (seat, foe))
    across = max(LEAST_ACROSS, min(MOST_ACROSS, columns))
    rows = [*_rows(state, foe, across), *reversed(list(_rows(state, seat, across)))]
    spots, used = [], set()
    for number, row in enumerate(rows):
        for place, piece in enumerate(row):
            if piece is None:
                continue
            spot = _spot(
                state, seat, piece, GAP + WIDE / 2 + place * (WIDE + GAP), GAP + HIGH / 2 + number * (HIGH + GAP)
            )
            spots.append(spot)
            used.add(spot.tone)
    return Picture(
        key="table",
        title="The table",
        width=GAP + across * (WIDE + GAP),
        height=GAP + max(1, len(rows)) * (HIGH + GAP),
        shapes={"card": CARD},
        tones={key: tone for key, tone in tones.items() if key in used},
        spots=tuple(spots),
        marks=tuple(_augments(state, seat)),
        help="Your side is below, fronts in the middle. Click a card for what it can do, or to aim at it."
        if reader
        else "Side A is below, fronts in the middle.",
        text=described(state, seat),
    )


def _rows(state: State, side: str, across: int) -> Iterator[list[Piece | None]]:
    """A side's rows from the outside: what stands in no rank, rears, fronts; long ones go on below."""
    own = state.sides[side]
    rest = sorted(
        (p for p in state.of(side) if not p.creature and not p.on), key=lambda p: (p.card.body, ref_key(p.ref))
    )
    yield from _broken(rest, across)
    rears = [state.pieces.get(rear) for _, rear in own.columns]
    if any(rears):
        yield from _broken(rears, across)
    if own.columns:
        yield from _broken([state.pieces.get(front) for front, _ in own.columns], across)


def _broken(row: Sequence[Piece | None], across: int) -> Iterator[list[Piece | None]]:
    for at in range(0, len(row), across):
        yield list(row[at : at + across])


def _spot(state: State, seat: str, piece: Piece, x: float, y: float) -> Spot:
    card = piece.card
    figures = ""
    if piece.creature:
        now = looks(state, piece.ref)
        figures = f" {now.s}/{now.d}"
    elif card.mana:
        figures = f" {card.mana}"
    name = card.name if len(card.name) <= _LETTERS else f"{card.name[: _LETTERS - 1].rstrip()}…"
    tip = [creature_text(state, piece) if piece.creature else f"{piece.ref} {card.name}, {card.type.value}"]
    place = state.sides[piece.side].place_of(piece.ref)
    tip += [f"stands at {place}"] if place else []
    tip += [] if piece.exists else ["not here yet"]
    tip += ["committed"] if piece.committed else []
    rules = rules_text(card.rules)
    tip += [rules] if rules else []
    whose = "own" if piece.side == seat else "foe"
    tone = f"{whose}-committed" if piece.committed else whose
    return Spot(
        name=piece.ref,
        x=x,
        y=y,
        tone=tone,
        label=f"{piece.ref}{figures} {name}",
        tip=tuple(tip),
        faint=not piece.exists,
        things=(thing_of(piece.ref),),
    )


def _augments(state: State, seat: str) -> Iterator[Mark]:
    """Augments lie on their creatures."""
    for piece in state.pieces.values():
        for on in augments_of(state, piece.ref) if piece.creature else ():
            yield Mark(
                key=f"augment:{on.ref}",
                at=piece.ref,
                text=on.ref,
                label=f"{on.ref} {on.card.name}",
                shape="lozenge",
                side="own" if on.side == seat else "foe",
                things=(thing_of(on.ref),),
            )
