"""Adjudication cases of Rune War (CASE): read, played, and their result held against what must come of them.

A case is a position (``position``), sheets, forced rolls and expectations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Annotated, Any

from magika_gm.engine.cases import CaseFaults, CaseOutcome, CaseReader, Comparison, Each, Rows
from magika_gm.engine.dice import Dice
from magika_gm.engine.plain import Data, Fields, plain_of
from magika_gm.engine.records import named_record, picked, record
from magika_gm.engine.told import Told
from magika_gm.engine.toml import Spelt
from magika_gm.games.rune_war.adviser import every_deficiency
from magika_gm.games.rune_war.orders.lines import read_lines
from magika_gm.games.rune_war.orders.model import CastOrder, Order
from magika_gm.games.rune_war.position import (
    File,
    Position,
    Runes,
    clan_letter,
    clan_title,
    kind_of,
    magic_of,
    pair_of,
    read_set,
)
from magika_gm.games.rune_war.rules.events import (
    CombatEnded,
    Event,
    LandClaimed,
    LineRefused,
    OrderCast,
    Origin,
    SheetPlayed,
    SpellCast,
)
from magika_gm.games.rune_war.rules.hand import deal, wall_text
from magika_gm.games.rune_war.rules.magic import is_crossed_off
from magika_gm.games.rune_war.rules.refusals import Refusal
from magika_gm.games.rune_war.rules.sequence import DEAL, resolve
from magika_gm.games.rune_war.rules.state import Creature, Due, Player, Won, World, circles, land_value, ranks
from magika_gm.games.rune_war.rules.tables import CLAN_BY_PREFIX, CLAN_ORDER, LANDS, SEATS, TOWER, code_order
from magika_gm.games.rune_war.rules.terms import (
    CODES,
    COPIES,
    KIND,
    KINDS,
    WHOLE_SET,
    bag,
    codes,
)
from magika_gm.games.rune_war.rules.turn import Table
from magika_gm.games.rune_war.setup import PLACINGS, Scenario, Wish, draw_places, give_out, new_world

# What a case may expect, checked and brought into the form of the result (CASE-5).


_SEAT = (
    "wizard clan wind points rune_points lcp hand dim melds discards silence fog random_discard D land territories "
    "circles rank refused waiting"
).split()
_UNTOLD = "seat policy number newest held bright drawn plays standing made".split()
"""What a result does not say of a player, or says under another name."""
SEAT_KEYS = (*_SEAT, *(f.name for f in fields(Player) if f.name not in (*_SEAT, *_UNTOLD)))
_EXPECT: Fields = {
    **dict.fromkeys("ended due round turns gone armies land".split()),
    "hand": ("next", "wall", "plays"),
    "won": "round winner from rune score points doubles limit payments magic".split(),
    "seats": Each(SEAT_KEYS, SEATS),
    "creatures": Each(
        "kind seat at melee ranged defense loyalty maximum enchantments".split(),
        f"({'|'.join(CLAN_BY_PREFIX)})[1-9][0-9]{{0,5}}",
        "creature's code",
    ),
    "casts": Rows("seat play spell on at resisted".split()),
    "combats": Rows("at attacker won strikes".split()),
    "claims": Rows(("seat", "at")),
}
Set = Annotated[str, Spelt(read_set, str)]
_RUNE_LISTS = ("hand", "dim", "discards")


def _as_set(path: tuple[str, ...]) -> bool:
    """Hands, dim runes, sets on the table, enchantments, who is gone and who resisted are sets."""
    match path:
        case ("seats", _, "hand" | "dim" | "melds") | ("creatures", _, "enchantments") | ("gone",):
            return True
        case ("casts", _, "resisted"):
            return True
        case _:
            return False


COMPARISON = Comparison(nulls=(False,), as_set=_as_set)


def check_expect(reader: CaseReader, expect: Fields) -> Data:
    """The expectations, runes and sets spelled as the result spells them; faults for keys no result has."""
    found = dict(reader.expected("expect", expect, _EXPECT))
    if isinstance(found.get("seats"), Mapping):
        seats = found["seats"].items()
        found["seats"] = {seat: _seat_expected(reader, f"expect.seats.{seat}", row) for seat, row in seats}
    if isinstance(found.get("creatures"), Mapping):
        rows = found["creatures"].items()
        found["creatures"] = {code: _with(row, kind=kind_of) for code, row in rows}
    if isinstance(found.get("land"), Mapping):
        found["land"] = {place: _read_as(clan_letter, clan) for place, clan in found["land"].items()}
    if isinstance(found.get("casts"), list):
        found["casts"] = [_with(row, spell=magic_of) for row in found["casts"]]
    return found


def _with(row: object, **reads: Callable[[Any], Any]) -> Any:
    """A table, what stands under some of its keys spelled as the result spells it."""
    if not isinstance(row, Mapping):
        return row
    return {key: _read_as(reads[key], value) if key in reads else value for key, value in row.items()}


def _read_as(read: Callable[[Any], Any], value: object) -> Any:
    """What a value means; itself if it means nothing, for an expectation may be anything."""
    try:
        return read(value)
    except ValueError:
        return value


def _seat_expected(reader: CaseReader, place: str, value: object) -> Data:
    row = dict(_with(reader.table(place, value), clan=clan_title))
    if isinstance(row.get("lcp"), Mapping):
        row["lcp"] = {_read_as(clan_letter, clan): points for clan, points in row["lcp"].items()}
    for key in _RUNE_LISTS:
        if row.get(key) is False:
            row[key] = []
        elif key in row:
            row[key] = [CODES[kind] for kind in reader.value(Runes, f"{place}.{key}", row[key]) or ()]
    if isinstance(row.get("melds"), list):
        row["melds"] = [str(reader.value(Set, f"{place}.melds", item) or "") for item in row["melds"]]
    return row


# Reading an adjudication case, strictly (CASE).


ROLLS = (
    "setup.seat setup.wizard hand.wall hand.wall.back hand.random_discard spell.resist spell.fountain combat.shot "
    "combat.mighty combat.hit"
).split()
"""The rolls of DICE and what a case may force besides."""
NUMBERS = ("spell.resist", "combat.mighty", "combat.hit")
WALLS = ("hand.wall", "hand.wall.back")
PLACES = "setup.seat"
PAIRS = "setup.wizard"
NO_SHEET = "none"
QUIET = ("GAME NO", "PUNG NONE", "CHOW NONE", "KONG NONE")
"""The sheet of a seat whose orders are left out (CASE-2)."""


@record
class Sheet:
    """A seat's sheet of one turn: its orders, and the lines that could not be read. ``quiet``: left out."""

    orders: tuple[Order, ...] = ()
    unread: tuple[int, ...] = ()


Sheets = dict[str, "list[Sheet | None] | None"]
"""Sheets by seat and turn; None for a turn: no sheet; None for a seat: a quiet one, whatever the turn."""


@named_record
class Case:
    """A case ready to be played. ``signups`` None: there is a position; else wishes in order of sign-up."""

    title: str
    turns: int
    seed: bytes
    world: World
    dealt: bool
    sheets: Sheets
    forced: dict[str, list[int | str]]
    walls: dict[str, list[int]]
    """Forced walls: ``hand.wall``, ``hand.wall/2``, ``hand.wall.back`` …, as kinds."""
    signups: tuple[tuple[Wish, ...], ...] | None
    expect: Fields


def read_case(data: Fields) -> Case:
    """A case from its mapping; raises :class:`CaseFaults` with everything that is wrong with it."""
    reader = CaseReader()
    file = reader.record(File, "", data)
    for key in ("title", "game"):
        if key not in data:
            reader.fault("", f"needs {key}")
    _check_setup(reader, file, data)
    turns = file.turns if file.turns is not None else int(file.setup is None)
    reader.done()
    position = Position(reader, file)
    world = position.build()
    forced, walls = _read_dice(reader, file.dice)
    case = Case(
        title=file.title,
        turns=turns,
        seed=str(file.seed).encode(),
        world=world,
        dealt=position.dealt,
        sheets={seat: _sheets(reader, seat, row.orders, turns) for seat, row in position.seats.items()},
        forced=forced,
        walls=walls,
        signups=None if file.setup is None else file.setup.signups,
        expect=check_expect(reader, file.expect),
    )
    reader.done()
    return case


def _check_setup(reader: CaseReader, file: File, data: Fields) -> None:
    """CASE-10."""
    if file.setup is None:
        return
    for key in ("seat", "hand", "creature", "armies", "land"):
        if key in data:
            reader.fault(key, "cannot stand beside [setup]")
    if file.turns:
        reader.fault("turns", "a case with [setup] plays no turns")
    if len(file.setup.signups) > len(SEATS):
        reader.fault("setup.signups", "must be up to four lists of pairs")


def _sheets(reader: CaseReader, seat: str, value: object, turns: int) -> list[Sheet | None] | None:
    """CASE-2."""
    if value is None:
        return None
    place = f"seat.{seat}.orders"
    if value == NO_SHEET:
        return [None]
    if not isinstance(value, list):
        reader.fault(place, 'must be a list of lines, a list for each turn, or "none"')
        return [None]
    by_turn = any(isinstance(item, list) for item in value)
    if value and all(item == NO_SHEET for item in value):
        by_turn = True
    if not by_turn:
        return [_sheet(reader, place, value)]
    if len(value) > max(turns, 1):
        reader.fault(place, f"has sheets for {len(value)} turns, but only {turns} are played")
    return [None if item == NO_SHEET else _sheet(reader, f"{place}[{i}]", item) for i, item in enumerate(value, 1)]


def _sheet(reader: CaseReader, place: str, value: object) -> Sheet:
    return Sheet(*read_lines(reader.texts(place, value)))


def quiet_sheet(due: Due) -> Sheet:
    """What a seat plays whose orders are left out."""
    if due is Due.MAP:
        return Sheet()
    return Sheet(*read_lines(QUIET))


def _read_dice(reader: CaseReader, value: object) -> tuple[dict[str, list[int | str]], dict[str, list[int]]]:
    """Forced rolls (CASE-3); walls as lists of kinds, places as permutations."""
    table = reader.table("dice", value)
    walls = {key: item for key, item in table.items() if key.partition("/")[0] in WALLS}
    rest = {key: _flat(item) if key == PLACES else item for key, item in table.items() if key not in walls}
    forced = reader.dice("dice", rest, ROLLS)
    for key, values in forced.items():
        name = key.partition("/")[0]
        if name == PLACES:
            forced[key] = _placings(reader, f"dice.{key}", values)
        elif name == PAIRS:
            forced[key] = [_read_as(pair_of, value) for value in values]
        elif name in NUMBERS and not all(isinstance(v, int) for v in values):
            reader.fault(f"dice.{key}", "must be numbers")
    found = {key: list(reader.value(Runes, f"dice.{key}", item) or ()) for key, item in walls.items()}
    for key, kinds in found.items():
        if any(number > COPIES for number in bag(kinds)):
            reader.fault(f"dice.{key}", "holds more than four of a kind")
    return forced, found


def _flat(item: object) -> object:
    """A permutation written as a list inside a list of values, as one value (CASE-3)."""
    if not isinstance(item, list):
        return item
    return ["".join(str(one) for one in value) if isinstance(value, list) else value for value in item]


def _placings(reader: CaseReader, place: str, values: Sequence[int | str]) -> list[int | str]:
    """Permutations of the seats, however they are written; a list of four numbers is one."""
    texts = ["".join(c for c in str(v) if c.isdigit()) for v in values]
    if all(text in SEATS for text in texts) and len(texts) == len(SEATS):
        texts = ["".join(texts)]
    for text in texts:
        if text not in PLACINGS:
            reader.fault(place, f"{text!r} is no order of the seats, as 2134")
    return list(texts)


def wall_order(front: Sequence[int], back: Sequence[int]) -> list[int] | None:
    """A whole wall: forced front, the rest in rune order, forced supplements; None if a kind is forced too often."""
    left = [COPIES - number for number in bag([*front, *back])]
    if min(left) < 0:
        return None
    rest = [kind for kind in range(KINDS) for _ in range(left[kind])]
    return [*front, *rest, *reversed(back)]


# The result of a case, key by key as the law lays it out (CASE, CASE-6 to 9).


@named_record
class LastTurn:
    """What the result tells of the last turn played: its events, casts made before by line, lines not read."""

    told: Sequence[Told[Event]] = ()
    made: dict[str, dict[int, int]]
    unread: dict[str, tuple[int, ...]]


def result_of(world: World, turns: int, last: LastTurn) -> Data:
    """The result."""
    over = world.due is Due.NOTHING
    events = [told.event for told in last.told]
    order = ranks(world)
    return {
        "ended": over,
        "due": None if over else world.due.value,
        "round": world.round,
        "turns": turns,
        "hand": _hand(world),
        "won": None if world.won is None else _won(world.won),
        "seats": {seat: _seat_result(world, seat, order[seat], last, events) for seat in SEATS},
        "creatures": {code: _creature(world.creatures[code]) for code in sorted(world.creatures, key=code_order)},
        "gone": sorted(world.gone, key=code_order),
        "armies": _armies(world),
        "land": {place: world.land[place].value for place in LANDS},
        "casts": [_cast(event) for event in events if isinstance(event, SpellCast)],
        "combats": [
            {"at": e.place, "attacker": int(e.attacker), "won": e.won, "strikes": e.strikes}
            for e in events
            if isinstance(e, CombatEnded)
        ],
        "claims": [{"seat": int(e.seat), "at": e.place} for e in events if isinstance(e, LandClaimed)],
    }


def _hand(world: World) -> Data:
    hand = world.hand
    if hand is None:
        return {"next": None, "wall": 0, "plays": 0}
    return {"next": int(hand.next) if hand.next else None, "wall": len(hand.wall), "plays": hand.plays}


def _won(won: Won) -> Data:
    if not won.winner:
        nothing = dict.fromkeys(("winner", "from", "rune", "score", "points", "doubles", "limit"))
        return {"round": won.round, **nothing, "payments": {}, "magic": 0}
    return {
        "round": won.round,
        "winner": int(won.winner),
        "from": int(won.discarder) if won.discarder else None,
        "rune": CODES[won.rune],
        "score": won.score,
        "points": won.points,
        "doubles": won.doubled,
        "limit": None if won.limit is None else won.limit.value,
        "payments": dict(won.payments),
        "magic": won.magic,
    }


def _seat_result(world: World, seat: str, rank: int, last: LastTurn, events: Sequence[Event]) -> Data:
    player = world.players[seat]
    dim = [held - bright for held, bright in zip(player.held, player.bright, strict=True)]
    shown = any(player.held)
    refused, waiting = _lines(seat, last, events, magic=world.options.map)
    said = {
        **plain_of(player),
        "clan": player.clan.title,
        "wind": CODES[world.wind(seat)],
        "hand": codes(player.held),
        "dim": codes(dim),
        "melds": [str(meld) for meld in player.melds],
        "discards": [CODES[discard.kind] for discard in player.discards],
        "D": every_deficiency(player.held, player.melds, world.lucky(seat)) if shown else {},
        "land": land_value(world, seat),
        "territories": len(world.lands(seat)),
        "circles": circles(world, seat),
        "rank": rank,
        "refused": refused,
        "waiting": waiting,
    }
    return {key: said[key] for key in SEAT_KEYS}


def _lines(seat: str, last: LastTurn, events: Sequence[Event], *, magic: bool) -> tuple[list[int], list[int]]:
    """Lines refused and CAST lines waiting in the last turn (CASE-9); in the plain mode no CAST line waits."""
    sheet = next((e for e in events if isinstance(e, SheetPlayed) and e.seat == seat), None)
    if sheet is None or sheet.origin is Origin.BOT:
        return [], []
    told = [e for e in events if isinstance(e, LineRefused) and e.seat == seat]
    not_done = [e for e in told if e.reason is not Refusal.IF_FALSE]  # which is told, and refuses nothing (CASE-9)
    refused: set[int] = set()
    if sheet.origin is Origin.SENT:
        refused = {*last.unread.get(seat, ()), *(e.line for e in not_done)}
    if sheet.due is Due.MAP:
        return sorted(refused), []
    made = dict(last.made.get(seat, {})) if sheet.origin is Origin.STANDING else {}
    for event in events:
        if isinstance(event, OrderCast) and event.seat == seat:
            made[event.line] = made.get(event.line, 0) + 1
    casts = [o for o in sheet.orders if isinstance(o, CastOrder)] if magic else []
    return sorted(refused), [o.line for o in casts if not is_crossed_off(o, made)]


def _creature(creature: Creature) -> Data:
    return {
        "kind": creature.kind,
        "seat": int(creature.seat),
        **picked(creature, "at", "melee", "ranged", "defense", "loyalty", "maximum"),
        "enchantments": list(creature.enchantments),
    }


def _armies(world: World) -> dict[str, list[str]]:
    """Each clan's creatures by place, clans in table order, in the Tower ``T/M`` … (CASE-8)."""
    found: dict[str, list[str]] = {}
    for place in world.isle.at:
        for seat in sorted(SEATS, key=lambda seat: CLAN_ORDER[world.players[seat].clan.value]):
            army = [creature.code for creature in world.army(place, seat)]
            if army:
                clan = world.players[seat].clan.value
                found.setdefault(f"{TOWER}/{clan}" if place == TOWER else place, []).extend(army)
    return found


def _cast(event: SpellCast) -> Data:
    on: str | int | None = event.target or None
    if event.target in SEATS:
        on = int(event.target)
    return {
        "seat": int(event.seat),
        "play": event.play,
        "spell": event.spell,
        "on": on,
        "at": event.place or None,
        "resisted": list(event.resisted),
    }


# Playing a case (CASE-1 to CASE-4, CASE-10).


def play(case: Case) -> Data:
    """The result of a case."""
    dice = _dice(case, 0, None)
    world = case.world
    if case.signups is not None:
        world = _begin(case, dice)
    elif case.dealt:
        _deal_position(case, world, dice)
    last = LastTurn(made={}, unread={})
    turns = 0
    while turns < case.turns and world.due is not Due.NOTHING:
        world, last, dice = _turn(case, world, turns, dice)
        turns += 1
    return result_of(world, turns, last)


def _begin(case: Case, dice: Dice) -> World:
    """Wizards, clans and places by SET-2 and SET-3, and the first deal (CASE-10)."""
    assert case.signups is not None
    places = draw_places(dice)
    wishes = [(places[i], pairs) for i, pairs in enumerate(case.signups)]
    said = case.world.options
    options = replace(said, spell_points=said.spell_points or 0)  # the table of SET-4 is not used in cases
    world = new_world(Scenario(title=case.title, options=options), give_out({}, wishes, dice))
    world.round = case.world.round
    _deal(case, world, dice, world.round)
    return world


def _dice(case: Case, turn: int, before: Dice | None) -> Dice:
    dice = Dice(case.seed, turn, case.forced)
    if before is not None:
        dice.carry_on(before)
    return dice


def _deal(case: Case, world: World, dice: Dice, round_number: int) -> None:
    """A first hand dealt by ``hand.wall``."""
    _force_wall(case, dice, round_number)
    deal(Table(world, dice), round_number)


def _deal_position(case: Case, world: World, dice: Dice) -> None:
    """The first hand dealt into a position: what the case says of it besides its runes holds (CASE-1)."""
    assert world.hand is not None, "the position says who draws next"
    following, before = world.hand.next, world.copy().players
    _deal(case, world, dice, world.round)
    world.hand.next = following
    for seat, player in world.players.items():
        said = before[seat]
        player.silence, player.fog, player.random_discard = said.silence, said.fog, said.random_discard
        player.drawn = said.drawn


def _turn(case: Case, world: World, turn: int, before: Dice) -> tuple[World, LastTurn, Dice]:
    orders: dict[str, tuple[Order, ...]] = {}
    unread: dict[str, tuple[int, ...]] = {}
    for seat, sheets in case.sheets.items():
        sheet = quiet_sheet(world.due)
        if sheets is not None:
            sent = sheets[turn] if turn < len(sheets) else None
            if sent is None:
                continue
            sheet = sent
        orders[seat], unread[seat] = sheet.orders, sheet.unread
    dice = _dice(case, turn + 1, before)
    dice.phase = DEAL
    _force_wall(case, dice, world.round + 1)
    made = {seat: dict(player.made) for seat, player in world.players.items()}
    resolved = resolve(world, orders, dice)
    return resolved.state, LastTurn(told=resolved.told, made=made, unread=unread), dice


def _force_wall(case: Case, dice: Dice, round_number: int) -> None:
    """Make the forced wall of a round, if there is one, a forced roll: the whole order (DICE-1)."""
    front = _forced(case.walls, "hand.wall", round_number)
    back = _forced(case.walls, "hand.wall.back", round_number)
    if front is None and back is None:
        return
    if front is None:
        scratch = Dice(case.seed, dice.turn)
        scratch.phase = dice.phase
        shuffled = [KIND[c] for c in scratch.shuffle("hand.wall", str(round_number), WHOLE_SET, "HAND-2")]
        for kind in back or ():
            shuffled.remove(kind)
        front = shuffled
    order = wall_order(front, back or [])
    if order is None:
        raise CaseFaults([("dice", f"the forced wall of round {round_number} holds more than four of a kind")])
    dice.forced[f"hand.wall/{round_number}"] = [wall_text(order)]


def _forced(walls: Mapping[str, list[int]], name: str, round_number: int) -> list[int] | None:
    return walls.get(f"{name}/{round_number}", walls.get(name))


def run_case(data: Fields) -> CaseOutcome:
    """Play a case, given as TOML gives it. Raises :class:`~magika_gm.engine.cases.CaseFaults` if it cannot be read."""
    case = read_case(data)
    result = play(case)
    return CaseOutcome(case.title, tuple(COMPARISON.failures(case.expect, result)), result)
