"""What an acknowledgement says: the orders as understood, faults, and warnings from what the mage himself knows."""

from __future__ import annotations

from typing import NamedTuple

from magika_gm.games.magika.arena import NEIGHBOUR
from magika_gm.games.magika.enchantments import entitlement, move_percent, southward_allowed
from magika_gm.games.magika.hands import find_all, find_scroll
from magika_gm.games.magika.orders import REST, Cast, Demand, Don, Drop, Give, Move, Order, write_order
from magika_gm.games.magika.orders.sheet import LineFault, Message, Sheet
from magika_gm.games.magika.spellbook import SPELL
from magika_gm.games.magika.steps.cast import declare
from magika_gm.games.magika.world import Mage, World


class Warning(NamedTuple):
    """Legal as written, but the mage as he stands now could not do it."""

    phase: int
    rule: str
    text: str


class Understanding(NamedTuple):
    """A sheet as understood: five orders as texts, faults with lines, warnings, messages as they will be delivered."""

    game: str
    turn: int | None
    mage: str
    orders: tuple[str, ...]
    faults: tuple[LineFault, ...]
    warnings: tuple[Warning, ...]
    messages: tuple[Message, ...]


def check(sheet: Sheet, world: World | None = None) -> Understanding:
    """Judge a sheet; with the world as the mage knows it of himself, warn of what he could not do."""
    warnings: list[Warning] = []
    if world is not None and sheet.mage in world.mages:
        warnings = _warnings(world.copy(), sheet)
    orders = tuple(write_order(o) for o in sheet.all_orders())
    return Understanding(sheet.game, sheet.turn, sheet.mage, orders, sheet.faults, tuple(warnings), sheet.messages)


def _warnings(world: World, sheet: Sheet) -> list[Warning]:
    """Go through the phases on a copy of the mage: own scrolls, arcania and moves are followed, nothing of others."""
    mage = world.mages[sheet.mage]
    mage.moves = 0
    mage.scrolls = [s._replace(number=i, reads=0) for i, s in enumerate(mage.scrolls, 1)]
    start = mage.space
    found: list[Warning] = []
    for phase, order in enumerate(sheet.all_orders(), 1):
        trouble = _trouble(world, mage, order, phase, settled=mage.space == start)
        if trouble:
            found.append(Warning(phase, *trouble))
        else:
            _pretend(mage, order)
    return found


def _trouble(world: World, mage: Mage, order: Order, phase: int, settled: bool) -> tuple[str, str] | None:
    if mage.endurance < 10 and phase == 1 and order != REST:
        return "MAGE-6", "you are exhausted and will rest until your endurance is 10 again"
    match order:
        case Cast():
            ready = declare(mage, order)
            if isinstance(ready, tuple):
                return ready[0], ready[1].replace("he does not hold", "you do not hold").replace("his ", "your ")
        case Move(direction) if settled:
            target = NEIGHBOUR[direction][mage.space]
            if target < 0:
                return "ARENA-2", "there is no space in that direction"
            if direction in ("SE", "SW") and not southward_allowed(world, mage, target):
                return "MOVE-5", "southward is closed"
        case Move() if not move_percent(mage, phase):
            return "MOVE-4", f"you make at most {entitlement(mage)} moves a turn"
        case Drop(things) | Give(things):
            missing = find_all(mage, things)
            if isinstance(missing, str):
                rule = "DROP-1" if isinstance(order, Drop) else "GIVE-1"
                return rule, missing.replace("he holds", "you hold").replace("he does", "you do")
        case Don(colour) if colour != "black" and colour not in mage.cloaks:
            return "SEQ-3", f"you hold no {colour} cloak"
        case Don(colour) if colour == mage.team:
            return "CLK-2", f"you wear {colour} already"
        case Demand(artifact, _) if artifact in mage.artifacts:
            return "DEM-1", f"you hold the {artifact} yourself"
    return None


def _pretend(mage: Mage, order: Order) -> None:
    """Follow what the order takes out of his own hands."""
    match order:
        case Cast(scroll, major, _):
            place = find_scroll(mage, scroll)
            spell = SPELL[mage.scrolls[place].code]
            mage.arcania -= spell.cost(major)
            if not mage.scrolls[place].until:
                mage.scrolls.pop(place)
            if spell.code == "TelPt":
                mage.space = -1
        case Move(direction):
            mage.moves += 1
            if mage.space >= 0:
                mage.space = NEIGHBOUR[direction][mage.space]
        case Drop(things) | Give(things):
            gone = find_all(mage, things)
            for thing in gone if isinstance(gone, list) else ():
                if isinstance(thing, str):
                    (mage.cloaks if thing.startswith("cloak:") else mage.artifacts).remove(thing.removeprefix("cloak:"))
                else:
                    mage.scrolls.remove(thing)
        case _:
            pass


def understanding_text(read: Understanding) -> str:
    """The block an acknowledgement and ``check-orders`` show: one line a phase, then faults and warnings."""
    lines = [f"Game {read.game}, turn {read.turn if read.turn is not None else '?'}, mage {read.mage or '?'}", ""]
    lines += [f"  {phase}  {order}" for phase, order in enumerate(read.orders, 1)]
    if read.faults:
        lines += ["", "Errors (an order with an error becomes Rest):"]
        lines += [f"  {fault}" for fault in read.faults]
    if read.warnings:
        lines += ["", "Warnings (legal as written, but not as you stand now):"]
        lines += [f"  phase {w.phase}: {w.text} ({w.rule})" for w in read.warnings]
    for message in read.messages:
        sender = "anonymous" if message.anonymous else "signed"
        lines += ["", f"Message to {message.to} ({sender}):"]
        lines += [f"  | {line}" for line in message.text.split("\n")]
    return "\n".join(lines)
