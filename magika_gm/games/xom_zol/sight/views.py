"""What a seat perceives at a mail turn's end: the game with everything taken out that it may not know (SEE-1, SEE-2).

A view holds a whole state in which hidden cards are blank. Nothing that is built from it can leak, and the rules can
be asked what would come of orders on it: that is what acknowledgements and bots do.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from magika_gm.engine.sheet.grammar import EVERYBODY
from magika_gm.games.xom_zol.cards.model import HIDDEN
from magika_gm.games.xom_zol.rules.sheets import next_draw
from magika_gm.games.xom_zol.state import State
from magika_gm.games.xom_zol.words import FOE, SIDES, WATCH, other


@dataclass(frozen=True, slots=True)
class View:
    """What ``seat`` (a side, or ``*`` for spectators) perceives: ``state`` knows nothing else."""

    seat: str
    state: State
    next_draw: str = ""
    """The card the seat will draw, if it is about to be active (MAIL-5)."""


def perceive(state: State, seat: str) -> View:
    """What a seat perceives now. Once the game is over both decks are told, hands and libraries stay as they are."""
    known = state.copy()
    drawn = next_draw(state, seat) if seat in SIDES else []
    for name in SIDES:
        own = known.sides[name]
        own.library = [HIDDEN] * len(own.library)
        if name == seat:
            own.library[: len(drawn)] = drawn
            continue
        own.hand = [HIDDEN] * len(own.hand)
        own.react = ()
        own.saw = None
        if state.ending is None:
            own.deck, own.start = (), ()
        for piece in known.of(name):
            piece.behind = ""
    return View(seat, known, drawn[0] if drawn else "")


@dataclass(frozen=True, slots=True)
class Memory:
    """What a seat remembers: cards of the other side it has seen, how many of each at once, and hands it looked at."""

    turn: int = 0
    cards: tuple[tuple[str, int], ...] = ()
    hands: tuple[tuple[int, tuple[str, ...]], ...] = field(default=())
    course: tuple[tuple[int, int, int], ...] = ()
    """Mail turn by mail turn the life of both sides, which all see."""


def remember(memory: Memory | None, turn: int, view: View) -> Memory:
    """The memory with a mail turn's view taken in."""
    before = memory or Memory()
    state, foe = view.state, other(view.seat)
    shown = [p.card.name for p in state.of(foe)] + state.sides[foe].discard
    saw = state.sides[view.seat].saw
    hands = before.hands
    if saw is not None and saw not in hands:
        hands += (saw,)
        shown += saw[1]
    most = dict(before.cards)
    for name in dict.fromkeys(shown):
        most[name] = max(most.get(name, 0), shown.count(name))
    a, b = (state.sides[side].life for side in SIDES)
    course = (*(point for point in before.course if point[0] < turn), (turn, a, b))
    return Memory(turn, tuple(sorted(most.items())), hands, course)


def hears(state: State, seat: str, sender: str, to: str) -> bool:  # noqa: ARG001 - the same all through a game
    """Messages go to the opponent, ``ALL`` to spectators too (ORD, SEE-4); their sender keeps a copy."""
    if seat == WATCH:
        return to == EVERYBODY
    return seat in SIDES and (seat == sender or to in (EVERYBODY, FOE, seat))
