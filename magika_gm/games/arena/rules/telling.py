"""The one place where the state changes: an event is told, and telling applies it."""

from __future__ import annotations

from typing import assert_never

from magika_gm.games.arena.rules.board import ground
from magika_gm.games.arena.rules.events import (
    AirCounted,
    CameDown,
    CorpseUsed,
    CreatureMade,
    CreatureRaised,
    Died,
    Dismounted,
    EffectDeclared,
    EffectSettled,
    EnchantmentBegan,
    EnchantmentEnded,
    Event,
    Flew,
    ForceBroken,
    Fought,
    GameEnded,
    GmChangedOrder,
    GmHanded,
    GmPlaced,
    GmRemoved,
    GmRevived,
    GmSetControl,
    GmSetPool,
    GmSetTerrain,
    HexTaken,
    ItemDestroyed,
    ItemDropped,
    ItemEquipped,
    ItemFell,
    ItemSpoiled,
    Landed,
    LineDropped,
    MailTurnBegan,
    Mounted,
    MoveLost,
    NoWayOut,
    OrdersMissing,
    PassingBegan,
    PassingEnded,
    PlayerTurnBegan,
    PlayerTurnEnded,
    PowerGained,
    PowerHealed,
    PowerLost,
    Regenerated,
    Resigned,
    Retreated,
    SideChanged,
    StandingReplaced,
    StormCalmed,
    StormMade,
    StormPassed,
    TerrainChanged,
    Terrified,
    TookOff,
    UnitSent,
    VehicleStruck,
    VehicleTaken,
    Walked,
)
from magika_gm.games.arena.rules.state import NOWHERE, Casting, Corpse, Creature, Now, State, id_key, new_creature
from magika_gm.games.arena.rules.tables import KINDS
from magika_gm.games.arena.rules.terms import Time
from magika_gm.games.arena.rules.units import unit


def apply(state: State, event: Event) -> None:
    """Change ``state`` by one event. The only function that does."""
    creatures = state.creatures
    match event:
        case Walked(mover, _, path) | Flew(mover, _, path, _):
            _bring(state, mover, path[-1])
        case TookOff(mover, place) | Landed(mover, place) | Retreated(mover, _, place):
            _bring(state, mover, place)
        case AirCounted(creature, count):
            creatures[creature].air = count
            state.now.flown.add(creature)
        case HexTaken(hex_, side, _):
            state.control[hex_] = side
        case EffectDeclared():
            _declare(state, event)
        case EffectSettled():
            state.pools[event.side] += event.refund
            user = creatures[event.user]
            if user.casting is not None and user.casting.number == event.number:
                user.casting = None
        case PassingBegan(passing):
            state.now.passing.append(passing)
        case PassingEnded(_):
            state.now.passing.clear()
        case ForceBroken(aim):
            state.now.passing = [p for p in state.now.passing if p.aim != aim]
        case EnchantmentBegan(enchantment):
            state.enchantments[enchantment.id] = enchantment
            state.made["N"] = max(state.made["N"], enchantment.key)
        case EnchantmentEnded(gone, _, _):
            del state.enchantments[gone]
            state.past_enchantments.append(gone)
        case PowerLost(creature, amount, _):
            creatures[creature].power_lost += amount
        case PowerGained(creature, amount, _):
            creatures[creature].power_gained += amount
        case PowerHealed(creature, amount):
            creatures[creature].power_lost -= amount
        case MoveLost(creature, amount):
            creatures[creature].move_lost += amount
        case Terrified(creature):
            state.now.terrified.add(creature)
        case SideChanged(creature, side):
            creatures[creature].side = side
        case VehicleTaken(creature, side):
            creatures[creature].side = creatures[creature].owner = side
        case CreatureMade(new, kind, side, place, _):
            creatures[new] = new_creature(new, KINDS[kind], side, place)
            letter = new[0]
            state.made[letter] = max(state.made[letter], int(new[1:]))
        case CreatureRaised(creature, side, place):
            _raise(state, creature, side, place)
        case CorpseUsed(corpse):
            state.corpses[corpse].gone = True
        case ItemSpoiled(item):
            state.items[item].disenchanted = True
        case ItemDestroyed(item):
            _destroy(state, item)
        case UnitSent(mover, _, place):
            _bring(state, mover, place)
            creatures[mover].air = 0
        case Fought():
            state.now.beaten.update(event.leaving)
        case Regenerated(creature, _):
            state.now.regenerated.add(creature)
        case Died(creature, place, corpse, _):
            _die(state, creatures[creature], place, corpse)
        case CameDown(mover, place, _, safe):
            if safe:
                _bring(state, mover, ground(place))
        case ItemDropped(_, item, place):
            _lay(state, item, place)
        case ItemEquipped(creature, item):
            _lay(state, item, NOWHERE)
            _take(state, creature, item)
        case ItemFell(item, place):
            state.items[item].place = ground(place)
        case Mounted(rider, mount, _):
            _leave_mount(state, creatures[rider])
            creatures[rider].on = mount
            creatures[mount].riders += (rider,)
        case Dismounted(rider, _):
            _leave_mount(state, creatures[rider])
        case TerrainChanged(hex=hex_, after=after):
            state.terrain[hex_] = after
            state.now.fresh_terrain.add(hex_)
        case StormMade(hex_, until, _, _, _):
            state.storms[hex_] = until
            state.now.fresh_storms.add(hex_)
        case StormCalmed(hex_, _, _) | StormPassed(hex_):
            del state.storms[hex_]
            state.now.fresh_storms.discard(hex_)
        case MailTurnBegan(mail_turn):
            state.mail_turn = mail_turn
        case StandingReplaced(side, orders):
            state.standing[side] = orders
        case PlayerTurnBegan(turn, active):
            state.turn = turn
            state.now = Now(active=active)
        case PlayerTurnEnded(_):
            _end_turn(state)
        case GameEnded(winner, ending, _, _):
            state.winner, state.ending = winner, ending
        case GmPlaced() | GmRemoved() | GmRevived() | GmHanded() | GmSetPool() | GmSetTerrain() | GmSetControl():
            _obey(state, event)
        case LineDropped() | OrdersMissing() | Resigned() | VehicleStruck() | NoWayOut() | GmChangedOrder():
            pass
        case _:
            assert_never(event)


def _bring(state: State, mover: str, place: int) -> None:
    """A unit with all it carries goes to a place."""
    for creature in unit(state, state.creatures[mover]):
        creature.place = place


def _declare(state: State, event: EffectDeclared) -> None:
    """Points, uses and the caster's time are spent when an effect is declared (MAG-1, ITEM-4, MAG-6, MAG-7)."""
    user = state.creatures[event.user]
    state.declared = max(state.declared, event.number)
    state.pools[event.side] -= event.cost
    if event.time in (Time.COUNTERSPELL, Time.INSTANT):
        state.now.used.add(user.id)
    else:
        state.now.begun.add(user.id)
        user.casting = Casting(
            number=event.number,
            spell=event.name,
            aim=event.aim,
            cost=event.cost,
            side=event.side,
            begun=event.turn,
            due=event.due,
            to=event.to,
            terrain=event.terrain,
        )
    if event.item:
        state.items[event.item].uses = event.uses
        if event.uses == 0:
            _destroy(state, event.item)
    elif event.uses is not None:
        user.uses = event.uses
    elif event.name not in state.revealed[event.side]:
        state.revealed[event.side] += (event.name,)


def _lay(state: State, item: str, place: int) -> None:
    thing = state.items[item]
    if thing.by:
        bearer = state.creatures[thing.by]
        bearer.items = tuple(i for i in bearer.items if i != item)
        thing.by = ""
    thing.place = place


def _take(state: State, creature: str, item: str) -> None:
    state.items[item].by = creature
    state.items[item].place = NOWHERE
    state.creatures[creature].items += (item,)


def _destroy(state: State, item: str) -> None:
    _lay(state, item, NOWHERE)
    state.items[item].gone = True


def _leave_mount(state: State, rider: Creature) -> None:
    if rider.on:
        mount = state.creatures[rider.on]
        mount.riders = tuple(r for r in mount.riders if r != rider.id)
        rider.on = ""


def _die(state: State, creature: Creature, place: int, corpse: str) -> None:
    """CRE-3: items to the ground, a corpse, riders dismounted."""
    _strip(state, creature)
    creature.dead = True
    if corpse:
        state.corpses[corpse] = Corpse(
            id=corpse, key=id_key(corpse), kind=creature.kind, hex=place >> 1, of=creature.id, side=creature.side
        )  # fmt: skip
        state.made["C"] = max(state.made["C"], id_key(corpse))


def _strip(state: State, creature: Creature) -> None:
    for item in creature.items:
        _lay(state, item, ground(creature.place))
    for rider in creature.riders:
        state.creatures[rider].on = ""
    creature.riders = ()
    _leave_mount(state, creature)
    creature.casting = None


def _raise(state: State, id_: str, side: str, place: int) -> None:
    """MAG-23: no items, full printed values, no counted effects, for good on the side it died on."""
    old = state.creatures[id_]
    new = new_creature(id_, old.kind, side, place)
    new.printed_power, new.printed_move = old.printed_power, old.printed_move
    state.creatures[id_] = new


def _end_turn(state: State) -> None:
    for creature in state.creatures.values():
        if creature.air and not creature.place & 1:
            creature.air = 0
    state.now = Now(active=state.now.active)


_GmEvent = GmPlaced | GmRemoved | GmRevived | GmHanded | GmSetPool | GmSetTerrain | GmSetControl


def _obey(state: State, event: _GmEvent) -> None:
    """What the game master's word does to the state."""
    match event:
        case GmPlaced(creature, _, to, _):
            _leave_mount(state, state.creatures[creature])
            _bring(state, creature, to)
            state.creatures[creature].air = to & 1
        case GmRemoved(creature, place, _):
            _die(state, state.creatures[creature], place, "")
        case GmRevived(creature, place, _):
            _raise(state, creature, state.creatures[creature].side, place)
        case GmHanded(item, by, place, _):
            _lay(state, item, place)
            state.items[item].gone = False
            if by:
                _take(state, by, item)
        case GmSetPool(side, _, after, _):
            state.pools[side] = after
        case GmSetTerrain(hex_, _, after, _):
            state.terrain[hex_] = after
        case GmSetControl(hex_, _, after, _):
            state.control[hex_] = after
        case _:
            assert_never(event)
