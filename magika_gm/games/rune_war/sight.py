"""Who knows what in Rune War (``engine.seam.sight.Sight``): views, memories, who hears a message, turn files (SEE)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields, replace

from magika_gm.engine.plain import Data
from magika_gm.engine.records import named_record, picked, record, seen_as
from magika_gm.engine.reporting import GameSight
from magika_gm.games.rune_war.adviser import QUICK, Mind, choose_discard, every_deficiency
from magika_gm.games.rune_war.orders.lines import write_order
from magika_gm.games.rune_war.orders.model import CastOrder, Order
from magika_gm.games.rune_war.rules.hand import wall_text
from magika_gm.games.rune_war.rules.magic import is_crossed_off, needed, price
from magika_gm.games.rune_war.rules.refusals import Lack
from magika_gm.games.rune_war.rules.scoring import completing
from magika_gm.games.rune_war.rules.state import (
    Creature,
    Discard,
    Due,
    Ending,
    Hand,
    Options,
    Player,
    SealedWall,
    Won,
    World,
    circles,
    land_value,
    ranks,
    sees,
    visible,
)
from magika_gm.games.rune_war.rules.tables import (
    CLAN_BY_TITLE,
    CREATURES,
    MOST_CREATURES,
    SEATS,
    SPELLS,
    TOWER,
    WIZARDS,
    Clan,
    Isle,
    code_order,
    split_code,
)
from magika_gm.games.rune_war.rules.terms import CODES, KINDS, Meld, codes, dim_of, lucky_kinds

# The state as a seat knows it: all that an acknowledgement and a forecast may look at (SEE-9).


UNKNOWN_RUNE = 0
"""What stands for every rune of the wall: only their number is known."""


def masked(world: World, seat: str) -> World:
    """The state without what is hidden from a seat: others' runes and sheets, the wall, unseen creatures."""
    shown = {code: replace(c) for code, c in world.creatures.items() if sees(world, seat, c)}
    armies = {place: [code for code in army if code in shown] for place, army in sorted(world.armies.items())}
    return replace(
        world,
        players={p.seat: _masked_player(world, p, seat, set(shown)) for p in world.players.values()},
        land=dict(world.land),
        creatures=dict(sorted(shown.items(), key=lambda item: code_order(item[0]))),
        armies={place: army for place, army in armies.items() if army},
        gone={c: (seat,) for c in sorted(world.gone, key=code_order) if seat in world.gone[c]},
        hand=_masked_hand(world),
        walls=[SealedWall(round=w.round, seal=w.seal, nonce="", order=()) for w in world.walls],
    )


def _masked_hand(world: World) -> Hand | None:
    hand = world.hand
    return None if hand is None else replace(hand, wall=[UNKNOWN_RUNE] * len(hand.wall))


def _masked_player(world: World, player: Player, reader: str, shown: Collection[str]) -> Player:
    over = world.hand is None or not world.hand.next
    pile = [Discard(d.kind) for d in player.discards if over or reader not in d.unseen]
    if player.seat == reader:
        return replace(player.copy(), discards=pile, plays=0)  # of the turn to come
    numbers = [split[1] for code in shown if (split := split_code(code)) is not None and split[0] is player.clan]
    return seen_as(Player, player.copy(), OPEN, discards=pile, number=max(numbers, default=0))


OPEN = frozenset({
    "seat", "wizard", "clan", "points", "rune_points", "lcp", "melds", "silence", "fog", "random_discard", "plays",
})  # fmt: skip
"""What all see of a seat; a field that is not named here is its own to know (SEE-1)."""


# What a seat perceives at the end of a mail turn, and all that an acknowledgement may look at (SEE).


UNSEEN = -1
"""A discard that was not seen (``??``)."""
NO_RUNES = (0,) * KINDS


@named_record
class SeatView:
    """What everybody, or this reader, sees of a seat (SEE-1)."""

    seat: str
    wizard: str
    clan: Clan
    wind: int
    points: int
    rune_points: int
    lcp: Mapping[Clan, int]
    concealed: int
    """How many concealed runes it holds."""
    melds: tuple[Meld, ...]
    discards: tuple[int, ...]
    """Its runes in the pile, ``UNSEEN`` for those the reader did not see."""
    silence: int
    fog: int
    random_discard: bool
    creatures: int
    """How many of its creatures the reader sees."""
    land: int
    territories: int
    circles: int
    rank: int


@named_record
class View:
    """A seat's knowledge of the game. ``seat`` "" is a spectator's (SEE-8)."""

    seat: str
    turn: int
    due: Due
    round: int
    options: Options
    isle: Isle
    prevailing: int
    seats: Mapping[str, SeatView]
    own: Player | None
    """The reader's own seat, as he knows it."""
    next: str
    wall: int
    fresh: bool
    seal: str
    """The seal of the hand's wall; tests of non-interference mask it (GM-2)."""
    walls: tuple[SealedWall, ...]
    """All walls, once the game is over."""
    land: Mapping[str, Clan]
    creatures: Mapping[str, Creature]
    armies: Mapping[str, tuple[str, ...]]
    """Codes of visible creatures by place, in army order."""
    uniques: tuple[str, ...]
    """Names of the unique creatures on the map, seen or not, in table order (SEE-1)."""
    gone: tuple[str, ...]
    """Creatures the reader knows to have left the game."""
    won: Won | None
    ending: Ending | None

    @property
    def me(self) -> SeatView:
        """The reader's own seat."""
        return self.seats[self.seat]

    @property
    def held(self) -> tuple[int, ...]:
        """Own runes, none of a spectator's; of them those with magic are ``bright``."""
        return tuple(self.own.held) if self.own else NO_RUNES

    @property
    def bright(self) -> tuple[int, ...]:
        """Likewise."""
        return tuple(self.own.bright) if self.own else NO_RUNES

    @property
    def standing(self) -> tuple[Order, ...] | None:
        """The own hand sheet, if one stands (GM-1)."""
        return self.own.standing if self.own else None

    @property
    def waiting(self) -> list[CastOrder]:
        """Own CAST lines of the standing sheet that are not crossed off."""
        casts = [order for order in self.standing or () if isinstance(order, CastOrder)]
        return [order for order in casts if self.own and not is_crossed_off(order, self.own.made)]

    @property
    def unit(self) -> str:
        """What seats are ranked by first (END-2, GAME-5)."""
        return "land" if self.options.map else "rune points"

    def score(self, seat: str) -> int:
        """How much of it a seat has."""
        row = self.seats[seat]
        return row.land if self.options.map else row.rune_points

    def army(self, place: str, seat: str) -> list[Creature]:
        """A seat's visible creatures in a place, in army order."""
        return [c for code in self.armies.get(place, ()) if (c := self.creatures[code]).seat == seat]


def perceive(world: World, seat: str) -> View:
    """What a seat perceives as things stand. Nothing hidden from it goes in (SEE-9)."""
    return _view(world, seat, visible(world, seat), _masked_player(world, world.players[seat], seat, ()))


def spectate(world: World) -> View:
    """What is public for all: no concealed runes, no unseen creatures, no discards fogged to anybody (SEE-8)."""
    everybody = [{c.code for c in visible(world, seat)} for seat in world.players]
    shown = [c for c in visible(world, SEATS[0]) if all(c.code in codes for codes in everybody)]
    return _view(world, "", shown, None)


def _view(world: World, seat: str, shown: list[Creature], own: Player | None) -> View:
    hand = world.hand
    codes = {c.code for c in shown}
    armies = {place: tuple(c for c in army if c in codes) for place, army in sorted(world.armies.items())}
    order = ranks(world)
    knows_all = set(world.players) if not seat else {seat}
    return View(
        seat=seat,
        turn=world.turn,
        due=world.due,
        round=world.round,
        options=world.options,
        isle=world.isle,
        prevailing=world.prevailing,
        seats={
            p.seat: _seat_view(world, p, seat, sum(1 for c in shown if c.seat == p.seat), order[p.seat])
            for p in world.players.values()
        },
        own=own,
        next=hand.next if hand else "",
        wall=len(hand.wall) if hand else 0,
        fresh=hand.fresh if hand else False,
        seal=world.walls[-1].seal if world.walls and hand else "",
        walls=tuple(world.walls) if world.ending else (),
        land=dict(world.land),
        creatures={c.code: replace(c) for c in shown},
        armies={place: army for place, army in armies.items() if army},
        uniques=tuple(name for name, kind in CREATURES.items() if kind.unique and world.unique_in_play(name)),
        gone=tuple(sorted((c for c, known in world.gone.items() if knows_all <= set(known)), key=code_order)),
        won=world.won,
        ending=world.ending,
    )


def _seat_view(world: World, player: Player, reader: str, creatures: int, rank: int) -> SeatView:
    over = world.hand is None or not world.hand.next

    def shown(kind: int, unseen: tuple[str, ...]) -> int:
        """The pile lies open once the hand is over (SEE-4); spectators see no discard fogged to anybody (SEE-8)."""
        return kind if over or not (reader in unseen if reader else unseen) else UNSEEN

    return seen_as(
        SeatView,
        player.copy(),
        wind=world.wind(player.seat),
        concealed=sum(player.held),
        melds=tuple(player.melds),
        discards=tuple(shown(d.kind, d.unseen) for d in player.discards),
        creatures=creatures,
        land=land_value(world, player.seat),
        territories=len(world.lands(player.seat)),
        circles=circles(world, player.seat),
        rank=rank,
    )


# What a seat remembers: where it last saw others' creatures (SEE-6), and who hears a message.


@named_record
class Sighting:
    """A creature of somebody else as it was last seen."""

    turn: int
    code: str
    seat: str
    kind: str
    at: str
    loyalty: int


@record
class Memory:
    """A seat's memory: last sightings of creatures it does not see now, and does not know to be gone."""

    turn: int
    sightings: tuple[Sighting, ...] = ()
    shown: tuple[Sighting, ...] = ()
    """Others' creatures seen at the end of ``turn``."""
    names: tuple[tuple[str, str], ...] = ()
    """Who plays in which seat: ``("1", "Orachi of Maitha")``."""
    course: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Turn by turn what the seats are ranked by first: land value, in the plain mode rune points (END-2, GAME-5)."""


NOTHING = Memory(-1)
"""What is remembered before turn 0."""


def remember(memory: Memory, turn: int, view: View) -> Memory:
    """The memory with a turn's view taken in."""
    before: Mapping[str, Sighting] = {s.code: s for s in (*memory.sightings, *memory.shown)}
    shown = tuple(
        Sighting(turn=turn, code=c.code, seat=c.seat, kind=c.kind, at=c.at, loyalty=c.loyalty)
        for c in view.creatures.values()
        if c.seat != view.seat
    )
    forgotten = {*view.gone, *view.creatures}
    kept = [s for code, s in before.items() if code not in forgotten]
    names = tuple((row.seat, f"{row.wizard} of {row.clan.title}") for row in view.seats.values())
    ranked = tuple(map(view.score, view.seats))
    course = (*(point for point in memory.course if point[0] < turn), (turn, ranked))
    return Memory(turn, tuple(sorted(kept, key=lambda s: code_order(s.code))), shown, names, course)


def hearers(world: World, sender: str, to: str) -> tuple[str, ...]:
    """Who gets a message: a seat, by number, clan, wizard or wind of the round, or ALL others."""
    word = to.strip().casefold()
    others = tuple(seat for seat in SEATS if seat != sender)
    if word == "all":
        return others
    winds = dict(zip(("east", "south", "west", "north"), world.in_turn(), strict=True))
    clans = {title.casefold(): world.of_clan(clan).seat for title, clan in CLAN_BY_TITLE.items()}
    wizards = {p.wizard.casefold(): p.seat for p in world.players.values()}
    named = {**{seat: seat for seat in SEATS}, **winds, **clans, **wizards}.get(word)
    return (named,) if named is not None else ()


class _Sight(GameSight[World, View, Memory]):
    def hears(self, state: World, seat: str, sender: str, to: str) -> bool:
        """Whether a seat gets a message; a sender reads his own again."""
        return seat == sender or seat in hearers(state, sender, to)


SIGHT = _Sight(perceive, remember, NOTHING, masked)


# The turn file: a seat's knowledge as plain data, for programs and for the built-in policies (CAMP, SEE-7).


VERSION = 1
NEAR = 3
"""Aims up to so many runes farther than QUICK are shown (SEE-7)."""


NO_ADVICE: Data = {"D": {}, "near": [], "completing": [], "throw": None}


def turn_file(view: View, advised: bool = True) -> Data:
    """The turn file of a seat's view; with ``advised`` false without the adviser's word, which policies do not need."""
    options = view.options
    return {
        "game": "rune_war",
        "version": VERSION,
        "turn": view.turn,
        "due": view.due.value,
        "round": view.round,
        **picked(options, "edition", "rounds", "pace", "map", "last_discard"),
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
        "standing": view.standing is not None,
        "waiting": [{"line": order.line, "text": write_order(order)} for order in view.waiting],
        "won": None if view.won is None else won(view.won),
        "walls": [{**picked(w, "round", "seal", "nonce"), "wall": wall_text(w.order)} for w in view.walls],
    }


_OF_A_SEAT = tuple(one.name for one in fields(SeatView) if one.name != "seat")


def _seat(row: SeatView) -> Data:
    return {name: getattr(row, name) for name in _OF_A_SEAT} | {
        "clan": row.clan.value,
        "wind": CODES[row.wind],
        "lcp": {clan.value: number for clan, number in row.lcp.items()},
        "melds": [str(meld) for meld in row.melds],
        "discards": ["??" if kind == UNSEEN else CODES[kind] for kind in row.discards],
    }


def _hand(view: View) -> Data:
    return {
        "runes": codes(view.held),
        "dim": [CODES[kind] for kind in dim_of(view.held, view.bright)],
        "next": view.next or None,
        **picked(view, "wall", "fresh", "seal"),
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


def advice(view: View) -> Data:
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


def spells(view: View) -> list[Data]:
    """What the reader's wizard can summon and cast, with cost, components and what is lacking (SEE-7)."""
    table = WIZARDS[view.me.wizard]
    own = [c for c in view.creatures.values() if c.seat == view.seat]
    granted = {CREATURES[c.kind].grants for c in own}
    names = (*table.summons, *(name for name in SPELLS if name in table.spells or name in granted))
    return [_spell(view, name, len(own)) for name in names] if view.options.map else []


def _spell(view: View, name: str, creatures: int) -> Data:
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


def _territories(view: View) -> Data:
    found: Data = {}
    for place, t in view.isle.at.items():
        row: Data = {
            "name": t.name,
            "hex": list(t.hex),
            "neighbours": list(view.isle.neighbours[place]),
            "armies": list(view.armies.get(place, ())),
        }
        if place != TOWER:
            row |= {
                "owner": view.land[place].value,
                **picked(t, "melee", "ranged", "defense", "loyalty", "value", "circle"),
            }
        found[place] = row
    return found


def _creature(row: Creature) -> Data:
    return {
        **picked(row, "seat", "kind", "at", "melee", "ranged", "defense", "loyalty", "maximum"),
        "move": row.table.move,
        "enchantments": list(row.enchantments),
    }


def won(outcome: Won) -> Data:
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
