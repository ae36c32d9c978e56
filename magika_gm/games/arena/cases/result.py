"""The result object of a case (CASE)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from magika_gm.engine.seam.rules import Resolution
from magika_gm.games.arena.cases.reading import Case
from magika_gm.games.arena.rules.events import (
    Died,
    EffectDeclared,
    EffectSettled,
    Fought,
    NoWayOut,
    PlayerTurnBegan,
    Retreated,
)
from magika_gm.games.arena.rules.state import Aim, Corpse, Creature, Enchantment, Item, State
from magika_gm.games.arena.rules.terms import TERRAIN_NAMES, Fate, Outcome, Step, Target
from magika_gm.games.arena.rules.units import idle
from magika_gm.games.arena.rules.values import move, power, walls

SET_KEYS = ("items", "walls", "dead", "regenerated")
"""Lists that are compared as sets (FORM-3)."""
GONE = {"gone": True}


def result_of(case: Case, played: Sequence[Resolution]) -> dict[str, Any]:
    """The result object after the last player turn played."""
    state: State = played[-1].state
    names = state.board.names
    record = Record(state, case.state)
    for resolution in played:
        record.read(resolution)
    return {
        "turn": state.turn,
        "winner": state.winner or None,
        "ending": str(state.ending) if state.ending else None,
        "creatures": {i: creature_result(state, c) for i, c in sorted(state.creatures.items(), key=lambda r: r[1].key)},
        "items": {i: item_result(state, x) for i, x in sorted(state.items.items(), key=lambda r: r[1].key)},
        "corpses": {i: corpse_result(state, x) for i, x in sorted(state.corpses.items(), key=lambda r: r[1].key)},
        "enchantments": _enchantments(state),
        "terrain": {names[h]: TERRAIN_NAMES[t] for h, t in enumerate(state.terrain)},
        "control": {names[h]: side for h, side in enumerate(state.control)},
        "storms": {names[h]: until - state.turn for h, until in sorted(state.storms.items()) if until > state.turn},
        "walls": [state.board.wall_name(w) for w in sorted(walls(state))],
        "pools": dict(state.pools),
        "combats": record.combats,
        "retreats": record.retreats,
        "magic": list(record.magic.values()),
        "rolls": record.rolls,
    }


def creature_result(state: State, creature: Creature) -> dict[str, Any]:
    """A creature; of the dead, what they were."""
    if creature.dead:
        return {"kind": creature.kind.name, "side": creature.side, "dead": True}
    return {
        "kind": creature.kind.name,
        "side": creature.side,
        "dead": False,
        "at": state.board.place_names[creature.place],
        "on": creature.on or None,
        "air": creature.air,
        "power": power(state, creature),
        "move": move(state, creature),
        "idle": idle(state, creature),
        "items": list(creature.items),
        "uses": creature.uses,
        "casting": creature.casting.spell if creature.casting else None,
    }


def item_result(state: State, item: Item) -> dict[str, Any]:
    """An item."""
    if item.gone:
        return dict(GONE)
    return {
        "kind": item.kind.name,
        "by": item.by or None,
        "at": None if item.by else state.board.place_names[item.place],
        "uses": item.uses,
        "disenchanted": item.disenchanted,
    }


def corpse_result(state: State, corpse: Corpse) -> dict[str, Any]:
    """A corpse."""
    if corpse.gone:
        return dict(GONE)
    return {"kind": corpse.kind.name, "at": state.board.names[corpse.hex], "of": corpse.of, "side": corpse.side}


def _enchantments(state: State) -> dict[str, Any]:
    found: dict[str, Any] = {id_: dict(GONE) for id_ in state.past_enchantments}
    found |= {id_: enchantment_result(state, e) for id_, e in state.enchantments.items()}
    return dict(sorted(found.items(), key=lambda r: int(r[0][1:])))


def enchantment_result(state: State, enchantment: Enchantment) -> dict[str, Any]:
    """An enchantment in force."""
    return {"spell": enchantment.name, "on": aim_text(state, enchantment.aim), "side": enchantment.side}


def aim_text(state: State, aim: Aim) -> str | None:
    """A target as orders name it; None for oneself."""
    if aim.kind is Target.SELF:
        return None
    if aim.kind is Target.WALL:
        return state.board.wall_name((aim.place >> 1, aim.other >> 1))
    return aim.id or state.board.place_names[aim.place]


class Record:
    """The lists of the result: what was told of combats, retreats, magic and rolls."""

    def __init__(self, state: State, start: State) -> None:
        self.state = state
        self.turn = start.turn
        self.combats: list[dict[str, Any]] = []
        self.retreats: list[dict[str, Any]] = []
        self.magic: dict[int, dict[str, Any]] = {}
        self.rolls: list[dict[str, Any]] = []
        self.under_way = {c.casting.number: f"{c.casting.spell}/{c.id}" for c in start.living() if c.casting}
        """Spells begun before the case, which have no entry of their own."""

    def read(self, resolution: Resolution) -> None:
        """Take in one turn's record."""
        for told in resolution.told:
            match told.event:
                case PlayerTurnBegan(turn, _):
                    self.turn = turn
                case Fought():
                    self.combats.append(self._combat(told.event))
                case Died() if told.step == Step.COMBAT and told.event.rule != "VEH-5":
                    self._death(told.event)
                case Retreated(unit, start, to):
                    self._retreat(unit, start, to)
                case NoWayOut(unit, place):
                    self._retreat(unit, place, None)
                case EffectDeclared():
                    self.magic[told.event.number] = self._declared(told.event)
                case EffectSettled(number=number, outcome=outcome) if number in self.magic:
                    self.magic[number]["outcome"] = str(outcome)
        for roll in resolution.rolls:
            self.rolls.append({"turn": self.turn, "roll": f"{roll.name}/{roll.subject}", "victim": roll.value})

    def _combat(self, event: Fought) -> dict[str, Any]:
        return {
            "turn": self.turn,
            "at": self.state.board.place_names[event.place],
            "A": event.total_a,
            "B": event.total_b,
            "winner": event.winner or None,
            "dead": [],
            "regenerated": [loss.victim for loss in event.losses if loss.fate is Fate.REGENERATES],
        }

    def _death(self, event: Died) -> None:
        place = self.state.board.place_names[event.place]
        for combat in self.combats:
            if combat["turn"] == self.turn and combat["at"] == place:
                combat["dead"].append(event.creature)

    def _retreat(self, unit: str, start: int, to: int | None) -> None:
        names = self.state.board.place_names
        self.retreats.append(
            {"turn": self.turn, "unit": unit, "from": names[start], "to": None if to is None else names[to]}
        )

    def _declared(self, event: EffectDeclared) -> dict[str, Any]:
        return {
            "turn": event.turn,
            "phase": str(event.phase),
            "side": event.side,
            "name": event.name,
            "by": event.user,
            "on": self._on(event.aim),
            "outcome": str(Outcome.PENDING),
        }

    def _on(self, aim: Aim) -> str | None:
        if aim.kind is not Target.EFFECT:
            return aim_text(self.state, aim)
        answered = self.magic.get(aim.effect)
        return f"{answered['name']}/{answered['by']}" if answered else self.under_way.get(aim.effect)
