"""Who knows what (SEE): views, memories, and the game's part of a turn file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from functools import lru_cache

from magika_gm.engine.plain import Codec, Data, Fields
from magika_gm.engine.records import record
from magika_gm.engine.reporting import GameSight
from magika_gm.engine.sheet.sheet import EVERYBODY
from magika_gm.engine.told import Told
from magika_gm.games.xom_zol.cards.catalogue import every_card, table_of
from magika_gm.games.xom_zol.cards.model import HIDDEN, Card, Cards
from magika_gm.games.xom_zol.cards.text import rules_text
from magika_gm.games.xom_zol.orders.lines import stored_order, write_order
from magika_gm.games.xom_zol.rules.events import EVENTS, Event
from magika_gm.games.xom_zol.rules.figures import looks
from magika_gm.games.xom_zol.rules.state import (
    Options,
    Piece,
    Side,
    State,
    in_listing,
)
from magika_gm.games.xom_zol.rules.terms import FOE, SIDES, WATCH, other
from magika_gm.games.xom_zol.rules.turn import next_draw

# What a seat perceives at a mail turn's end: the game with everything taken out that it may not know (SEE-1, SEE-2).
#
# A view holds a whole state in which hidden cards are blank. Nothing that is built from it can leak, and the rules
# can be asked what would come of orders on it: that is what acknowledgements and bots do.


@record
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


@record
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


class _Sight(GameSight[State, View, Memory]):
    def hears(self, _state: State, seat: str, sender: str, to: str) -> bool:
        """Messages go to the opponent, ``ALL`` to spectators too (ORD, SEE-4); their sender keeps a copy."""
        if seat == WATCH:
            return to == EVERYBODY
        return seat in SIDES and (seat == sender or to in (EVERYBODY, FOE, seat))


SIGHT = _Sight(perceive, remember, Memory(), lambda state, seat: perceive(state, seat).state)


# The turn file's content: a view as a plain mapping that JSON can hold, and a state back from it.
#
# A program that plays a seat needs nothing else; ``report/xom_zol.schema.json`` describes it.


VERSION = 1
GAME = "xom_zol"
FORMAT = f"{GAME} turn"


def content(view: View, told: Sequence[Told[Event]] = ()) -> Data:
    """Everything the seat may know after a mail turn; ``told`` is the turn's record, of which it gets its share."""
    state, seat = view.state, view.seat
    seen = [(t, event) for t in told if (event := t.seen_by(seat)) is not None]
    content: Data = {
        "format": FORMAT,
        "version": VERSION,
        "seat": seat,
        "mail_turn": state.mail_turn,
        "game_turn": state.turn,
        "first": state.first,
        "active": state.active,
        "next": None if state.ending else state.turn_side(state.turn + 1),
        "ending": state.ending,
        "winner": state.winner,
        "scenario": state.scenario,
        "options": OPTIONS.to_plain(state.options),
        "sides": {name: _side(state, name) for name in SIDES},
        "play": [_piece(state, piece) for piece in in_listing(state)],
        "events": [{"phase": t.phase, "step": t.step, "event": EVENTS.to_plain(event)} for t, event in seen],
    }
    if seat in SIDES:
        own = state.sides[seat]
        content["hand"] = list(own.hand)
        content["next_draw"] = view.next_draw or None
        content["react"] = [write_order(order) for order in own.react]
        content["peeked"] = {"turn": own.saw[0], "hand": list(own.saw[1])} if own.saw else None
    content["cards"] = {card.name: card_to_plain(card) for card in _cards_in(content, state.cards)}
    return content


OPTIONS = Codec[Options](Options, whole=True, inner=False).held(Options)
"""Options by their names in scenario files."""


def _side(state: State, name: str) -> Data:
    own = state.sides[name]
    return {
        "life": own.life,
        "pool": own.pool,
        "hand_size": len(own.hand),
        "library_size": len(own.library),
        "discard": list(own.discard),
        "columns": [list(column) for column in own.columns],
        "next_ref": f"{name}{own.next_number}",
        "deck": [[card, n] for card, n in own.deck],
        "start": list(own.start),
    }


def _piece(state: State, piece: Piece) -> Data:
    now = looks(state, piece.ref)
    plain: Data = {"ref": piece.ref, "card": piece.card.name, "committed": piece.committed}
    if piece.lapsed:
        plain["lapsed"] = True
    if piece.on:
        plain["on"] = piece.on
    if piece.card.body:
        plain |= {"exists": piece.exists, "assaulted": piece.assaulted, "damage": piece.damage}
        if piece.exists:
            plain |= {
                "at": state.sides[piece.side].place_of(piece.ref),
                "s": now.s,
                "d": now.d,
                "keywords": sorted(now.keywords),
            }
        elif piece.behind:
            plain["behind"] = piece.behind
    return plain


@lru_cache(maxsize=2048)
def card_to_plain(card: Card) -> Data:
    """A card's text, as data files have it."""
    return table_of(card, rules_text(card.rules))


def _cards_in(content: Fields, cards: Cards) -> list[Card]:
    """Cards that stand in the turn file, by name."""
    names = {p["card"] for p in content["play"]} | set(content.get("hand", ()))
    for own in content["sides"].values():
        names.update(own["discard"], (name for name, _ in own["deck"]))
    names.add(content.get("next_draw") or HIDDEN)
    if content.get("peeked"):
        names.update(content["peeked"]["hand"])
    return [cards[name] for name in sorted(names - {HIDDEN})]


def state_of(content: Fields, cards: Cards | None = None) -> State:
    """The state a turn file tells of, hidden cards blank: what a bot thinks with."""
    known = every_card() if cards is None else cards
    state = State(
        options=OPTIONS.from_plain({"edition": 1, **content["options"]}),
        turn=content["game_turn"],
        mail_turn=content["mail_turn"],
        first=content["first"],
        active=content["active"],
        ending=content["ending"],
        winner=content["winner"],
        scenario=content["scenario"],
        cards=known,
        sides={name: _read_side(name, content, known) for name in SIDES},
    )
    for plain in content["play"]:
        piece = _read_piece(plain, known)
        state.pieces[piece.ref] = piece
    return state


def known_state(state: State, seat: str) -> State:
    """``state_of`` a seat's turn file, without the file's being written and read: for studies of many games."""
    view = perceive(state, seat).state
    view.pieces = {piece.ref: piece for piece in in_listing(view)}
    return view


def _read_side(name: str, content: Fields, cards: Cards) -> Side:
    plain = content["sides"][name]
    mine = name == content["seat"]
    library = [HIDDEN] * plain["library_size"]
    if mine and content["next_draw"]:
        library[0] = content["next_draw"]
    peeked = content.get("peeked") if mine else None
    return Side(
        name=name,
        life=plain["life"],
        pool=plain["pool"],
        library=library,
        hand=list(content["hand"]) if mine else [HIDDEN] * plain["hand_size"],
        discard=list(plain["discard"]),
        columns=[(front, rear) for front, rear in plain["columns"]],
        next_number=int(plain["next_ref"][1:]),
        react=tuple(stored_order(line, cards) for line in content["react"]) if mine else (),
        saw=(peeked["turn"], tuple(peeked["hand"])) if peeked else None,
        deck=tuple((card, n) for card, n in plain["deck"]),
        start=tuple(plain["start"]),
    )


def _read_piece(plain: Fields, cards: Cards) -> Piece:
    ref = plain["ref"]
    return Piece(
        ref=ref,
        side=ref[0],
        number=int(ref[1:]),
        card=cards[plain["card"]],
        exists=plain.get("exists", True),
        committed=plain["committed"],
        assaulted=plain.get("assaulted", False),
        lapsed=plain.get("lapsed", False),
        damage=plain.get("damage", 0),
        on=plain.get("on", ""),
        behind=plain.get("behind", ""),
    )
