"""Games nobody would play: random armies, random sheets, legal and not. For properties."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.rules import Resolution
from magika_gm.games.arena.orders.model import (
    ANY,
    MINE,
    Auto,
    BeginStanding,
    CalmStorm,
    Cast,
    ChangeTerrain,
    Condition,
    Destroy,
    Dismount,
    Draw,
    Drop,
    EndStanding,
    Equip,
    FlightEnd,
    Fly,
    Kill,
    Leg,
    MakeStorm,
    Mark,
    Mount,
    Move,
    Order,
    Retreat,
    Shoot,
    Stop,
    Use,
    When,
)
from magika_gm.games.arena.rules.sequence import active_in, coming_turns, play_mail_turn
from magika_gm.games.arena.rules.state import Item, State, id_key, new_creature
from magika_gm.games.arena.rules.tables import BUYABLE, ITEMS, KINDS, SPELLS
from magika_gm.games.arena.rules.terms import DIRECTIONS, OTHER, SIDES, TERRAINS, Phase, Target
from magika_gm.games.arena.setup import Scenario, start_state
from tests.systems.contract import Turn

CASTERS = tuple(name for name, kind in KINDS.items() if kind.spells)


class Wild:
    """A source of states and sheets, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def state(self) -> State:
        """Armies of anything, strewn over the middle of the board, with all cards and deep pools."""
        state = start_state(Scenario(), {})
        state.creatures.clear()
        state.items.clear()
        state.made |= {"A": 0, "B": 0}
        for side in SIDES:
            for n in range(1, self.chance.randint(4, 12) + 1):
                kind = KINDS[self.chance.choice(CASTERS if self.chance.random() < 0.4 else BUYABLE)]
                place = self.place(state) & ~1
                state.creatures[f"{side}{n}"] = new_creature(f"{side}{n}", kind, side, place)
                state.made[side] = n
            for n in range(1, self.chance.randint(0, 8) + 1):
                item = ITEMS[self.chance.choice(tuple(ITEMS))]
                place = self.chance.choice([c.place for c in state.creatures.values()])
                state.items[f"I{side}{n}"] = Item(
                    id=f"I{side}{n}", key=id_key(f"I{side}{n}"), kind=item, place=place, uses=item.uses
                )
            state.cards[side] = tuple(SPELLS)
            state.pools[side] = 150
            state.armies[side] = ""
        for hex_ in state.board.hexes:
            if self.chance.random() < 0.6:
                state.control[hex_] = self.chance.choice(("A", "B", ""))
        return state

    def place(self, state: State) -> int:
        middle = state.board.index["e5"]
        near = [h for h in state.board.hexes if state.board.far[middle][h] <= 2]
        return self.chance.choice(near) * 2 + (self.chance.random() < 0.3)

    def near(self, state: State, place: int) -> str:
        hexes = [h for h in state.board.hexes if state.board.far[place >> 1][h] <= 2]
        return state.board.place_names[self.chance.choice(hexes) * 2 + (self.chance.random() < 0.25)]

    # --- sheets ---

    def sheet(self, state: State, side: str) -> list[Order]:
        most = 30 if active(state) == side or self.chance.random() < 0.05 else 0
        orders = [self.order(state, side) for _ in range(self.chance.randint(0, most))]
        if self.chance.random() < 0.5:
            block = [self.standing(state, side) for _ in range(self.chance.randint(0, 8))]
            orders += [BeginStanding(), *block, EndStanding()]
        return orders

    def creature(self, state: State, side: str) -> str:
        whose = side if self.chance.random() < 0.9 else OTHER[side]
        alive = self.chance.random() < 0.97
        ids = [c.id for c in state.creatures.values() if c.side == whose and c.dead != alive]
        return self.chance.choice(ids) if ids and self.chance.random() < 0.97 else f"{side}99"

    def order(self, state: State, side: str) -> Order:
        c, board = self.chance, state.board
        mine = self.creature(state, side)
        place = state.creatures[mine].place if mine in state.creatures else 0
        late = c.random() < 0.3
        here = [i.id for i in state.items.values() if i.place == place or i.by == mine]
        item = c.choice(here) if here and c.random() < 0.9 else c.choice([*state.items, "IA99"])
        hexes = self.near(state, place).rstrip("^")
        match c.randrange(19):
            case 0:
                return ChangeTerrain(hexes, c.choice(tuple(TERRAINS)))
            case 1:
                return c.choice((MakeStorm, CalmStorm))(hexes)
            case 2:
                return c.choice((Drop, Equip, Equip))(mine, item, late)
            case 3 | 4:
                here = [x.id for x in state.creatures.values() if x.place == place] or [mine]
                return Mount(mine, c.choice(here), late)
            case 5:
                return Dismount(mine, late)
            case 6 | 7 | 8 | 9:
                return self.cast(state, side)
            case 10:
                return self.use(state, side)
            case 11:
                return Stop(mine)
            case 12 | 13 | 14:
                return Move(mine, tuple(self.steps(1) for _ in range(c.randint(1, 2))))
            case 15 | 16:
                legs = tuple(Leg(self.steps(0), c.choice(tuple(FlightEnd))) for _ in range(c.randint(1, 2)))
                return Fly(mine, legs)
            case 17:
                vehicle = c.choice(("", "", self.creature(state, c.choice(SIDES))))
                weapon = c.choice(("", "", item))
                return Shoot(
                    mine, tuple(Mark(self.near(state, place), vehicle) for _ in range(c.randint(1, 3))), weapon
                )
        if c.random() < 0.5:
            return Destroy(self.creature(state, c.choice(SIDES)), (mine, self.creature(state, side)))
        assert board
        return self.standing(state, side)

    def steps(self, least: int) -> tuple[str, ...]:
        return tuple(self.chance.choice(DIRECTIONS) for _ in range(self.chance.randint(least, 3)))

    def standing(self, state: State, side: str) -> Cast | Use | Kill | Retreat | Auto | Draw:
        c = self.chance
        match c.randrange(8):
            case 0:
                ids = [self.creature(state, OTHER[side]) for _ in range(c.randint(1, 3))]
                return Kill((*ids, "RANDOM") if c.random() < 0.2 else tuple(ids))
            case 1:
                unit = "ALL" if c.random() < 0.5 else self.creature(state, side)
                return Retreat(unit, tuple(self.near(state, self.place(state)) for _ in range(c.randint(1, 4))))
            case 2:
                return Auto(c.random() < 0.7)
            case 3:
                return self.use(state, side)
        return self.cast(state, side)

    def cast(self, state: State, side: str) -> Cast:
        c = self.chance
        caster = self.creature(state, side)
        own = state.creatures[caster].kind.spells if caster in state.creatures else {}
        fit = [n for n, s in SPELLS.items() if own.get(s.magic.type, 0) >= s.magic.level] or list(SPELLS)
        spell = c.choice(fit)
        magic = SPELLS[spell].magic
        place = state.creatures[caster].place if caster in state.creatures else 0
        to = {"shape_land": c.choice(tuple(TERRAINS)), "teleport": self.near(state, place).rstrip("^")}
        return Cast(
            phase=c.choice((None, *Phase)),
            spell=spell,
            by=(caster,) if c.random() < 0.7 else (caster, self.creature(state, side)),
            on=tuple(self.target(state, side, magic.target, place) for _ in range(c.randint(1, 2))),
            to=to.get(magic.does, ""),
            when=self.condition(state, side) if c.random() < 0.5 or magic.target is Target.EFFECT else None,
            keep=c.choice((None, None, 5)),
        )

    def use(self, state: State, side: str) -> Use:
        c = self.chance
        user = self.creature(state, side)
        held = state.creatures[user].items if user in state.creatures else ()
        what = c.choice((*held, "Quick Growth", *tuple(state.items)[:1], "Grenade"))
        place = state.creatures[user].place if user in state.creatures else 0
        selfish = what in ("Quick Growth", "Grenade") or c.random() < 0.4
        on = () if selfish else (self.target(state, side, c.choice((Target.CREATURE, Target.PLACE)), place),)
        return Use(
            phase=c.choice((None, *Phase)),
            what=what,
            by=(user,),
            on=on,
            when=self.condition(state, side) if c.random() < 0.3 else None,
            keep=None,
        )

    def target(self, state: State, side: str, target: Target, place: int) -> str:
        c = self.chance
        if target is Target.EFFECT:
            return "IT"
        if target is Target.CREATURE:
            if c.random() < 0.2:
                return c.choice(("SELF", "ENEMY", "CASTER"))
            return self.creature(state, c.choice(SIDES))
        if target is Target.WALL:
            hex_ = place >> 1
            other = c.choice(state.board.near[hex_])
            return state.board.wall_name(state.board.wall(hex_, other))
        ids = {
            Target.ITEM: list(state.items),
            Target.CORPSE: list(state.corpses),
            Target.ENCHANTMENT: list(state.enchantments),
        }.get(target)
        if ids is not None:
            return c.choice(ids) if ids else {"item": "IA1", "corpse": "C1"}.get(str(target), "N1")
        return self.near(state, place) if target is Target.PLACE else self.near(state, place).rstrip("^")

    def condition(self, state: State, side: str) -> Condition:
        c = self.chance
        at = c.choice((self.creature(state, c.choice(SIDES)), self.near(state, self.place(state))))
        when = c.choice((When.ENEMY_CASTS, *When))
        if when is When.ENEMY_CASTS:
            what = c.choice((ANY, ANY, "Tech", "Destruction", c.choice(tuple(SPELLS)), "Quick Growth", "Grenade"))
            return Condition(when, what, c.choice(("", MINE, at)))
        return Condition(when, at=at, within=c.randint(0, 4) if when is When.ENEMY_NEAR else 0)

    def turn(self, state: State, seed: bytes = b"wild") -> tuple[Resolution, dict[str, list[Order]]]:
        """One mail turn with random sheets; now and then one is missing."""
        orders = {side: self.sheet(state, side) for side in SIDES if self.chance.random() < 0.95}
        return play_mail_turn(state, orders, Dice(seed, state.mail_turn + 1)), orders


def played(seed: int, turns: int = 5) -> tuple[list[State], list[Any], list[dict[str, list[Order]]]]:
    """Some turns of a wild game: states (the start too), records, sheets."""
    wild = Wild(seed)
    states, records, sheets = [wild.state()], [], []
    for _ in range(turns):
        orders = {side: wild.sheet(states[-1], side) for side in SIDES}
        resolution = play_mail_turn(states[-1], orders, Dice(b"s", states[-1].mail_turn + 1))
        states.append(resolution.state)
        records.append(resolution.told)
        sheets.append(orders)
        if resolution.state.ending:
            break
    return states, records, sheets


def active(state: State) -> str:
    """Whose turn the coming one is."""
    return active_in(coming_turns(state)[0])


def wild(seed: int) -> Iterator[Turn]:
    """A random game, turn by turn."""
    chance = Wild(seed)
    state = chance.state()
    for _ in range(6):
        resolution, orders = chance.turn(state)
        yield Turn(before=state, orders=orders, resolution=resolution, seed=b"wild")
        state = resolution.state
        if state.ending:
            return
