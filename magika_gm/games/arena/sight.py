"""Who knows what of a game (INFO)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from magika_gm.engine.dice import Dice
from magika_gm.engine.plain import Data, Fields
from magika_gm.engine.records import named_record, record
from magika_gm.engine.reporting import GameSight
from magika_gm.engine.told import Told
from magika_gm.games.arena.orders.lines import stored, write_order
from magika_gm.games.arena.orders.model import ALL, Cast, Equip, Order, Retreat, StandingOrder, Use, divide
from magika_gm.games.arena.rules.combat import contested, fixed_shots, strengths_at, vehicle_attacks
from magika_gm.games.arena.rules.declaring import never
from magika_gm.games.arena.rules.events import (
    EVENTS,
    EffectDeclared,
    EffectSettled,
    Event,
    LineDropped,
    PlayerTurnBegan,
)
from magika_gm.games.arena.rules.magic import about
from magika_gm.games.arena.rules.movement import budget
from magika_gm.games.arena.rules.refusals import Code, Refusal
from magika_gm.games.arena.rules.sequence import active_in, coming_turns, from_the_fight, hexes, to_the_fight, worth
from magika_gm.games.arena.rules.state import (
    NOWHERE,
    Aim,
    Casting,
    Corpse,
    Creature,
    Enchantment,
    Item,
    Now,
    State,
    id_key,
    in_order,
    new_creature,
)
from magika_gm.games.arena.rules.tables import ITEMS, KINDS, NOTHING, SPELLS
from magika_gm.games.arena.rules.terms import OTHER, SIDES, Ending, Mode, Outcome, Step, Target, board_of
from magika_gm.games.arena.rules.turn import Turn, creature_of
from magika_gm.games.arena.rules.units import flight, idle, move, power, walls

# What a player's orders come to as far as he can foresee it: his own turn up to combat, nobody answering (INFO).
#
# It looks at the state as he knows it alone, so it can tell nothing he does not know.


@record
class Doubt:
    """A line, as it would be written, that would come to nothing or not to its end, and why."""

    line: str
    refusal: Refusal


@record
class FightAhead:
    """A combat that would come: its place, one's own total and the enemy's, the poison of both (POIS-1)."""

    place: int
    mine: int
    theirs: int
    poison: Sequence[int] = ()


@named_record
class Forecast:
    """What would come of a sheet if nobody answered it.

    ``own_turn`` is False where the coming turn is the enemy's: then only standing orders count, and nothing is
    foreseen. ``places`` are one's own creatures' before combat, by id.
    """

    own_turn: bool
    pool: int
    hexes: int
    doubts: tuple[Doubt, ...] = ()
    fights: tuple[FightAhead, ...] = ()
    vehicles: tuple[str, ...] = ()
    """Idle vehicles that would be attacked."""
    places: tuple[tuple[str, int], ...] = ()
    waiting: tuple[Doubt, ...] = ()
    """Lines for the enemy's turns, or with a WHEN, that could never be carried out as things will stand."""


ROLLS = 8
"""How often the fights are rolled to see what comes to nothing after them in any case."""


def foresee(known: State, seat: str, orders: Sequence[Order]) -> Forecast:
    """Play the seat's next player turn up to combat on the state it knows; ``known`` is not touched."""
    own, block = divide(tuple(orders))
    turns = [t for t in coming_turns(known) if active_in(t) == seat]
    if known.ending is not None or not turns:
        over = known.ending is not None
        waiting = () if over else tuple(_waiting(Turn(known.copy(), Dice(b"", 0)), seat, block or (), OTHER[seat]))
        return Forecast(own_turn=False, pool=known.pools[seat], hexes=known.control.count(seat), waiting=waiting)
    turn = Turn(known.copy(), Dice(b"", 0))
    if block is not None:
        turn.state.standing[seat] = block  # type: ignore[assignment]
    turn.orders = {seat: own, OTHER[seat]: ()}
    turn.begin(Step.BEGIN)
    turn.tell(PlayerTurnBegan(turns[0], seat))
    to_the_fight(turn)
    turn.begin(Step.COMBAT)
    fixed = fixed_shots(turn)
    state = turn.state
    fights: list[FightAhead] = []
    for place in contested(state, fixed):
        strengths = strengths_at(state, place, [s for s in fixed.shots if not s.vehicle])
        sides = [[s for s in strengths if s.side == side] for side in (seat, OTHER[seat])]
        # poison does nothing where nobody of the other side stands (POIS-4)
        stings = [sum(s.poison for s in a) * any(s.there for s in b) for a, b in (sides, sides[::-1])]
        mine, theirs = (sum(s.power for s in one) for one in sides)
        fights.append(FightAhead(place, mine, theirs, stings))
    dropped = [Doubt(t.event.line, t.event.refusal) for t in turn.told if isinstance(t.event, LineDropped)]
    return Forecast(
        own_turn=True,
        doubts=(*dropped, *_failing(turn, seat, own), *_too_late(turn)),
        fights=tuple(fights),
        vehicles=tuple(vehicle_attacks(state, fixed)),
        places=tuple((c.id, c.place) for c in state.by_id() if c.side == seat),
        pool=state.pools[seat],
        hexes=state.control.count(seat),
        waiting=(*_waiting(turn, seat, _with_when(own), seat), *_waiting(turn, seat, block or (), OTHER[seat])),
    )


def _too_late(turn: Turn) -> list[Doubt]:
    """Lines for after the fights that come to nothing whatever is rolled in these (SEQ 8)."""
    late = [text for line in turn.orders[turn.active] if (text := write_order(line)).startswith("LATE ")]
    dropped = []
    for number in range(ROLLS if late else 0):
        after = Turn(turn.state.copy(), Dice(bytes([number]), 0))
        after.orders = turn.orders
        after.begin(Step.COMBAT)
        from_the_fight(after)
        dropped.append({t.event.line: t.event.refusal for t in after.told if isinstance(t.event, LineDropped)})
    return [Doubt(line, dropped[0][line]) for line in late if all(line in one for one in dropped)]


def _with_when(own: Sequence[Order]) -> list[Order]:
    return [line for line in own if isinstance(line, Retreat) or (isinstance(line, Cast | Use) and line.when)]


def _failing(turn: Turn, seat: str, own: Sequence[Order]) -> Iterator[Doubt]:
    """Lines that are declared, and fail when their magic is to work (MAG-16): a target that is out of range by then."""
    lines = [order for order in own if isinstance(order, Cast | Use)]
    written: dict[int, str] = {}
    for event in [told.event for told in turn.told]:
        if isinstance(event, EffectDeclared) and event.side == seat:
            line = next((line for line in lines if _declares(turn.state, line, event)), None)
            if line is not None:
                lines.remove(line)
                written[event.number] = write_order(line)
        elif isinstance(event, EffectSettled) and event.number in written and event.outcome is not Outcome.WORKS:
            code = Code.RETURNED if event.outcome is Outcome.RETURNED else Code.FAILS
            yield Doubt(written[event.number], Refusal(event.rule, code, about(turn.state, event.aim) or event.name))


def _declares(state: State, line: Cast | Use, event: EffectDeclared) -> bool:
    """Whether an effect is that line's."""
    users = [creature_of(state, ref, event.side) for ref in line.by]
    if not any(isinstance(user, Creature) and user.id == event.user for user in users):
        return False
    if isinstance(line, Cast):
        return line.spell == event.name and not event.item
    return line.what in (event.name, event.item, state.items[event.item].kind.name if event.item else "")


def _waiting(turn: Turn, seat: str, lines: Sequence[Order], active: str) -> Iterator[Doubt]:
    """Lines that wait, for their WHEN or the enemy's turn, and would come to nothing while ``active`` plays: nobody
    who could declare them (MAG-2, MAG-5, ITEM-2), nobody of one's own who retreats."""
    turn.state.now.active = active
    later = {line.item for line in turn.orders.get(seat, ()) if isinstance(line, Equip) and line.late}
    for line in lines:
        refusal: Refusal | None = None
        if isinstance(line, Cast | Use):
            refusal = never(turn, seat, line) if not (isinstance(line, Use) and line.what in later) else None
        elif isinstance(line, Retreat) and line.unit != ALL:
            found = creature_of(turn.state, line.unit, seat)
            if isinstance(found, Refusal):
                refusal = found
            elif found.side != seat:
                refusal = Refusal("SEQ", Code.NOT_YOURS, found.id)
        if refusal is not None:
            yield Doubt(write_order(line), refusal)


# What a player perceives: everything on the board, and of the enemy's cards those begun; never his orders (INFO).


@named_record
class View:
    """A player's view at a turn's end; ``state`` is the game as he knows it (:func:`known`)."""

    seat: str
    state: State
    hexes: tuple[int, int]
    """Controlled by A and B."""
    worth: tuple[int, int]
    """Cost of the surviving creatures of A and B (WIN-4)."""

    @property
    def pools(self) -> dict[str, int]:
        """Both magic pools."""
        return self.state.pools


def seen_by(state: State, seat: str) -> State:
    """The state as a player knows it: of the enemy no card that was not begun, and no standing order (INFO-3)."""
    seen = state.copy()
    enemy = OTHER[seat]
    seen.cards[enemy] = tuple(sorted(state.revealed[enemy]))
    seen.standing[enemy] = ()
    return seen


def perceive(state: State, seat: str) -> View:
    """What a player perceives at a turn's end."""
    return View(seat=seat, state=seen_by(state, seat), hexes=hexes(state), worth=worth(state))


# What a player remembers of a game: how both sides stood after each turn. Everything else stands in every report.


@record
class Standing:
    """Hexes, army value and pool of A and B after a mail turn."""

    turn: int
    hexes: tuple[int, int]
    worth: tuple[int, int]
    pools: tuple[int, int]


@record
class Memory:
    """How the game went, turn by turn."""

    standings: tuple[Standing, ...] = ()


def remember(memory: Memory | None, turn: int, view: View) -> Memory:
    """The memory with a turn's view taken in; a turn seen again takes the place of its first sight."""
    before = () if memory is None else tuple(s for s in memory.standings if s.turn < turn)
    now = Standing(turn, view.hexes, view.worth, (view.pools["A"], view.pools["B"]))
    return Memory((*before, now))


def memory_to_plain(memory: Memory) -> Any:
    """A memory as JSON can hold it: a row a turn."""
    return [[s.turn, *s.hexes, *s.worth, *s.pools] for s in memory.standings]


def memory_from_plain(plain: Any) -> Memory:
    """Back."""
    if not isinstance(plain, list) or isinstance(plain, Mapping):
        raise ValueError("a memory is a list of turns")
    return Memory(tuple(Standing(t, (a, b), (c, d), (e, f)) for t, a, b, c, d, e, f in plain))


SIGHT = GameSight[State, View, Memory](perceive, remember, Memory(), seen_by)


# The content of a turn file: every fact of INFO a player may know, as plain data that JSON can hold.
#
# The office adds its own (addresses, due dates, messages). Programs, built-in players among them, play from it alone:
# :func:`state_of` makes of it the state its reader knows.


FORMAT = "arena-turn"
VERSION = 1


def content(view: View, told: Sequence[Told[Event]] = (), memory: Memory | None = None) -> Data:
    """The turn file's content for the player whose view it is; ``told`` is the whole turn's record."""
    state, seat = view.state, view.seat
    board = state.board
    return {
        "format": FORMAT,
        "version": VERSION,
        "seat": seat,
        "turn": state.mail_turn,
        "player_turn": state.turn,
        "last_active": state.now.active,
        "coming": [{"turn": t, "active": active_in(t)} for t in coming_turns(state)] if not state.ending else [],
        "edition": state.edition,
        "mode": str(state.mode),
        "last_turn": state.last_turn,
        "mastery": state.mastery,
        "ending": str(state.ending) if state.ending else None,
        "winner": state.winner or None,
        "rows": ["".join(state.terrain[h] for h in row) for row in board.rows],
        "kings": {side: board.names[state.kings[side]] for side in SIDES},
        "control": ["".join(state.control[h] or "-" for h in row) for row in board.rows],
        "storms": storms_left(state),
        "walls": [board.wall_name(w) for w in sorted(walls(state))],
        "creatures": [_creature(state, c) for c in state.by_id()],
        "dead": [
            {"id": c.id, "kind": c.kind.name, "side": c.side} for c in in_order(state.creatures.values()) if c.dead
        ],
        "items": [item_row(state, i) for i in in_order(state.items.values()) if not i.gone],
        "corpses": [
            {"id": c.id, "kind": c.kind.name, "at": board.names[c.hex], "of": c.of, "side": c.side}
            for c in in_order(state.corpses.values())
            if not c.gone
        ],
        "enchantments": [_enchantment(state, e) for e in in_order(state.enchantments.values())],
        "pools": dict(state.pools),
        "cards": list(state.cards[seat]),
        "cards_begun": list(state.revealed[seat]),
        "enemy_cards": list(state.revealed[OTHER[seat]]),
        "armies": dict(state.armies),
        "standing": [write_order(o) for o in state.standing[seat]],
        "hexes": dict(zip(SIDES, hexes(state), strict=True)),
        "worth": dict(zip(SIDES, worth(state), strict=True)),
        "budget": budget(state, seat),
        "events": [
            {"part": t.phase, "step": int(Step(t.step)), **EVENTS.to_plain(event)}
            for t in told
            if (event := t.seen_by(seat)) is not None and not isinstance(event, LineDropped)
        ],
        "dropped": [
            {"line": e.line, "rule": e.refusal.rule, "code": str(e.refusal.code), "about": e.refusal.about}
            for t in told
            if isinstance(e := t.seen_by(seat), LineDropped)
        ],
        "history": memory_to_plain(memory) if memory else [],
    }


def storms_left(state: State) -> dict[str, int]:
    """For how many player turns each storm will last."""
    names, now = state.board.names, state.turn
    return {names[h]: until - now for h, until in sorted(state.storms.items()) if until > now}


def _creature(state: State, creature: Creature) -> Data:
    wings = flight(state, creature)
    return {
        "id": creature.id,
        "kind": creature.kind.name,
        "side": creature.side,
        "owner": creature.owner,
        "at": state.board.place_names[creature.place],
        "on": creature.on or None,
        "riders": list(creature.riders),
        "air": creature.air,
        "power": power(state, creature),
        "move": move(state, creature),
        "flight": [wings.speed, wings.duration] if wings else None,
        "printed_power": creature.printed_power,
        "printed_move": creature.printed_move,
        "power_lost": creature.power_lost,
        "power_gained": creature.power_gained,
        "move_lost": creature.move_lost,
        "idle": idle(state, creature),
        "items": list(creature.items),
        "uses": creature.uses,
        "casting": _casting(state, creature.casting) if creature.casting else None,
    }


def _casting(state: State, casting: Casting) -> Data:
    return {
        "number": casting.number,
        "spell": casting.spell,
        **_aim(state, casting.aim),
        "to": None if casting.to == NOWHERE else state.board.place_names[casting.to],
        "terrain": casting.terrain or None,
        "cost": casting.cost,
        "begun": casting.begun,
        "due": casting.due,
    }


def _aim(state: State, aim: Aim) -> Data:
    names = state.board.place_names
    return {
        "target": str(aim.kind),
        "on": aim.id or (names[aim.place] if aim.place != NOWHERE else None),
        "and": names[aim.other] if aim.other != NOWHERE else None,
    }


def item_row(state: State, item: Item) -> Data:
    """An item that is there."""
    return {
        "id": item.id,
        "kind": item.kind.name,
        "by": item.by or None,
        "at": None if item.by else state.board.place_names[item.place],
        "uses": item.uses,
        "disenchanted": item.disenchanted,
    }


def _enchantment(state: State, enchantment: Enchantment) -> Data:
    return {
        "id": enchantment.id,
        "spell": enchantment.name,
        "side": enchantment.side,
        **_aim(state, enchantment.aim),
        "since": enchantment.since,
        "turns_of": enchantment.turns_of,
    }


# --- back: the state its reader knows ---


def state_of(turn_file: Fields) -> State:
    """The state a turn file's reader knows, as the rules take it; raises KeyError or ValueError if it is none."""
    rows: Sequence[str] = turn_file["rows"]
    board = board_of(len(rows[0]))
    seat: str = turn_file["seat"]
    state = State(
        board=board,
        kings={side: board.index[turn_file["kings"][side]] for side in SIDES},
        terrain=[letter for row in rows for letter in row],
        control=["" if c == "-" else c for row in turn_file["control"] for c in row],
        storms={board.index[h]: turn_file["player_turn"] + left for h, left in turn_file["storms"].items()},
        pools=dict(turn_file["pools"]),
        cards={seat: tuple(turn_file["cards"]), OTHER[seat]: tuple(turn_file["enemy_cards"])},
        revealed={seat: tuple(turn_file["cards_begun"]), OTHER[seat]: tuple(turn_file["enemy_cards"])},
        armies=dict(turn_file["armies"]),
        turn=turn_file["player_turn"],
        mail_turn=turn_file["turn"],
        edition=turn_file.get("edition", 1),
        mode=Mode(turn_file["mode"]),
        last_turn=turn_file["last_turn"],
        mastery=turn_file["mastery"],
        ending=Ending(turn_file["ending"]) if turn_file["ending"] else None,
        winner=turn_file["winner"] or "",
        now=Now(active=turn_file["last_active"]),
    )
    for row in (*turn_file["creatures"], *turn_file["dead"]):
        _read_creature(state, row)
    for row in turn_file["items"]:
        kind = ITEMS[row["kind"]]
        place = board.places[row["at"]] if row["at"] else NOWHERE
        state.items[row["id"]] = Item(
            id=row["id"],
            key=id_key(row["id"]),
            kind=kind,
            by=row["by"] or "",
            place=place,
            uses=row["uses"],
            disenchanted=row["disenchanted"],
        )
    for row in turn_file["corpses"]:
        state.corpses[row["id"]] = Corpse(
            id=row["id"],
            key=id_key(row["id"]),
            kind=KINDS[row["kind"]],
            hex=board.index[row["at"]],
            of=row["of"],
            side=row["side"],
        )
        state.made["C"] = max(state.made["C"], id_key(row["id"]))
    for row in turn_file["enchantments"]:
        _read_enchantment(state, row)
    state.standing[seat] = tuple(o for line in turn_file["standing"] if isinstance(o := stored(line), StandingOrder))
    return state


def _read_creature(state: State, row: Fields) -> None:
    id_: str = row["id"]
    state.made[id_[0]] = max(state.made[id_[0]], int(id_[1:]))
    place = state.board.places[row["at"]] if "at" in row else 0
    creature = new_creature(id_, KINDS[row["kind"]], row.get("owner", row["side"]), place)
    creature.side = row["side"]
    state.creatures[id_] = creature
    if "at" not in row:
        creature.dead = True
        return
    creature.on = row["on"] or ""
    creature.riders, creature.items = tuple(row["riders"]), tuple(row["items"])
    for key in ("air", "printed_power", "printed_move", "power_lost", "power_gained", "move_lost", "uses"):
        setattr(creature, key, row[key])
    if row["casting"]:
        creature.casting = _read_casting(state, creature, row["casting"])


def _read_casting(state: State, creature: Creature, row: Fields) -> Casting:
    state.declared = max(state.declared, row["number"])
    return Casting(
        number=row["number"],
        spell=row["spell"],
        aim=_read_aim(state, row),
        cost=row["cost"],
        side=creature.side,
        begun=row["begun"],
        due=row["due"],
        to=state.board.places[row["to"]] if row["to"] else NOWHERE,
        terrain=row["terrain"] or "",
    )


def _read_aim(state: State, row: Fields) -> Aim:
    kind, on = Target(row["target"]), row["on"] or ""
    by_id = kind in (Target.CREATURE, Target.CORPSE, Target.ITEM, Target.ENCHANTMENT)
    return Aim(
        kind,
        on if by_id else "",
        NOWHERE if by_id or not on else state.board.places[on],
        state.board.places[row["and"]] if row["and"] else NOWHERE,
    )


def _read_enchantment(state: State, row: Fields) -> None:
    id_: str = row["id"]
    spell = SPELLS.get(row["spell"])
    state.made["N"] = max(state.made["N"], id_key(id_))
    state.enchantments[id_] = Enchantment(
        id=id_,
        key=id_key(id_),
        name=row["spell"],
        side=row["side"],
        aim=_read_aim(state, row),
        since=row["since"],
        turns_of=row["turns_of"],
        gives=spell.magic.gives if spell else NOTHING,
    )
