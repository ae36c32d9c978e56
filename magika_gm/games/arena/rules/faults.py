"""What cannot be in a state: two riders too many, an item in two hands. No state the engine reaches has any."""

from __future__ import annotations

from magika_gm.games.arena.rules.state import Creature, State
from magika_gm.games.arena.rules.tables import PHANTASM, SPELLS
from magika_gm.games.arena.rules.terms import COURT, SIDES, TERRAINS, Target, aloft
from magika_gm.games.arena.rules.units import TURNING, capacity, flight, idle, is_vehicle, load, unmanned


def faults(state: State) -> list[str]:
    """What is wrong with a state between turns, in words."""
    found = [*_board(state), *_means(state)]
    for creature in state.creatures.values():
        found += _dead(state, creature) if creature.dead else _living(state, creature)
    return [*found, *_items(state), *_corpses(state), *_enchantments(state)]


def _board(state: State) -> list[str]:
    found: list[str] = []
    size = len(state.board.names)
    if len(state.terrain) != size or len(state.control) != size:
        return ["the board has hexes too many or too few"]
    for hex_, name in enumerate(state.board.names):
        king = hex_ in state.kings.values()
        if (state.terrain[hex_] == COURT) != king or (not king and state.terrain[hex_] not in TERRAINS):
            found.append(f"{name} has terrain {state.terrain[hex_]}")
        if state.control[hex_] not in ("", *SIDES):
            found.append(f"{name} is controlled by {state.control[hex_]}")
    found += [f"a storm over {state.board.names[h]} is over" for h, until in state.storms.items() if until < state.turn]
    return found


def _means(state: State) -> list[str]:
    found = [f"{side}'s pool is {state.pools[side]}" for side in SIDES if state.pools[side] < 0]
    for side in SIDES:
        cards = state.cards[side]
        found += [f"{side} has a card {spell}" for spell in cards if spell not in SPELLS]
        if len(set(cards)) != len(cards):
            found.append(f"{side} has a card twice")
        found += [f"{side} began {s} without its card" for s in state.revealed[side] if s not in cards]
    if (state.ending is None) != (not state.winner):
        found.append("the game has a winner and no ending, or the reverse")
    if state.now.passing:
        found.append("an effect of one phase is still in force")
    return found


def _dead(state: State, creature: Creature) -> list[str]:
    held = creature.on or creature.riders or creature.items or creature.casting
    found = [f"{creature.id} is dead and holds something"] if held else []
    return found + _numbers(state, creature)


def _numbers(state: State, creature: Creature) -> list[str]:
    numbers = (
        creature.air, creature.printed_power, creature.printed_move, creature.power_lost, creature.power_gained,
        creature.move_lost, creature.uses or 0,
    )  # fmt: skip
    found = [f"{creature.id} has a number below 0"] if min(numbers) < 0 else []
    if int(creature.id[1:]) > state.made[creature.id[0]]:
        found.append(f"{creature.id} was never made")
    return found


def _living(state: State, creature: Creature) -> list[str]:
    found = _numbers(state, creature)
    id_ = creature.id
    if creature.side not in SIDES or creature.owner not in SIDES:
        found.append(f"{id_} is on no side")
    if not 0 <= creature.place < len(state.board.place_names):
        return [*found, f"{id_} is nowhere"]
    found += _riding(state, creature)
    if not aloft(creature.place) and creature.air:
        found.append(f"{id_} stands on the ground with air count {creature.air}")
    if aloft(creature.place) and not creature.on and (unmanned(state, creature) or flight(state, creature) is None):
        found.append(f"{id_} hangs in the air")
    if any(i not in state.items or state.items[i].by != id_ for i in creature.items):
        found.append(f"{id_} holds an item that is not with it")
    casting = creature.casting
    if casting is not None and (casting.due <= state.turn or casting.side != creature.side):
        found.append(f"{id_} is casting what is over")
    if creature.side != creature.owner and not any(
        e.name in TURNING and e.aim.id == id_ for e in state.enchantments.values()
    ):
        found.append(f"{id_} has changed sides without a spell")
    return found


def _riding(state: State, creature: Creature) -> list[str]:
    found: list[str] = []
    if creature.on:
        mount = state.creatures.get(creature.on)
        if mount is None or mount.dead or creature.id not in mount.riders:
            found.append(f"{creature.id} rides what does not carry it")
        elif mount.place != creature.place:
            found.append(f"{creature.id} is not where its mount is")
        elif _acts(state, creature) and _acts(state, mount) and mount.side != creature.side:
            found.append(f"{creature.id} rides an enemy")
    if any(r not in state.creatures or state.creatures[r].on != creature.id for r in creature.riders):
        found.append(f"{creature.id} carries what does not ride it")
    elif load(state, creature) > capacity(creature):
        found.append(f"{creature.id} carries too much")
    return found


def _acts(state: State, creature: Creature) -> bool:
    return not idle(state, creature) or not is_vehicle(state, creature)


def _items(state: State) -> list[str]:
    found: list[str] = []
    for item in state.items.values():
        bearer = state.creatures.get(item.by)
        if item.gone:
            ok = not item.by
        elif item.by:
            ok = bearer is not None and not bearer.dead and item.id in bearer.items
        else:
            ok = 0 <= item.place < len(state.board.place_names) and not aloft(item.place)
        if not ok:
            found.append(f"{item.id} is in no place it can be")
        if item.uses is not None and (item.uses < 0 or (item.uses == 0 and not item.gone)):
            found.append(f"{item.id} is used up and still there")
    return found


def _corpses(state: State) -> list[str]:
    found: list[str] = []
    for corpse in state.corpses.values():
        dead = state.creatures.get(corpse.of)
        if not corpse.gone and (dead is None or not dead.dead):
            found.append(f"{corpse.id} is the corpse of somebody alive")
        if corpse.kind.undead or corpse.kind.summoned:
            found.append(f"{corpse.id}: a {corpse.kind.name} leaves no corpse")
    return found


def _enchantments(state: State) -> list[str]:
    found: list[str] = []
    seen: set[tuple[str, str, int, int]] = set()
    for enchantment in state.enchantments.values():
        aim = enchantment.aim
        key = (enchantment.name, aim.id, aim.place, aim.other)
        if key in seen and enchantment.name != PHANTASM:
            found.append(f"{enchantment.id} is the second of its name on its target")
        seen.add(key)
        if aim.kind is Target.CREATURE and (aim.id not in state.creatures or state.creatures[aim.id].dead):
            found.append(f"{enchantment.id} is on nobody")
        if enchantment.key > state.made["N"] or enchantment.id in state.past_enchantments:
            found.append(f"{enchantment.id} was never begun, or is over")
    return found
