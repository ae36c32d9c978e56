"""Why a turn came out as it did (``engine.trace``): orders with the checks they went through, who came first, what was
told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, NamedTuple

from magika_gm.engine.dice import Dice
from magika_gm.engine.told import Told
from magika_gm.engine.trace import GameTrace, Watched
from magika_gm.engine.words import Fault
from magika_gm.games.magika.orders.lines import read_parameter, write_order
from magika_gm.games.magika.orders.model import Cast, Demand, Don, Drop, Give, Meditate, Move, Order, Rest, Search
from magika_gm.games.magika.rules.arena import NAME, NEIGHBOUR, NORTHWARD, along
from magika_gm.games.magika.rules.enchantments import (
    alignment_bonus,
    casting_skill,
    entitlement,
    find_all,
    find_scroll,
    leaving_factor,
    may_enter,
    may_join,
    move_cost,
    north_barred,
    skill_now,
    southward_allowed,
)
from magika_gm.games.magika.rules.events import Confused, Event, Moved, OrderRefused, Rested, SpellRead, SpellTried
from magika_gm.games.magika.rules.refusals import Refusal
from magika_gm.games.magika.rules.sequence import EVENT_SEQUENCE, play
from magika_gm.games.magika.rules.spellbook import FIGURES, SPELL
from magika_gm.games.magika.rules.state import Mage, World
from magika_gm.games.magika.rules.steps import EBON_DEMANDS, aptitude_forbids
from magika_gm.games.magika.rules.tables import BLACK, EBON, LETTERS, TERRAIN_NAMES
from magika_gm.games.magika.rules.turn import Turn

PARALYSABLE = (Move, Search, Don, Drop, Give)
"""Orders Plyze prevents (SEQ-4)."""


class Check(NamedTuple):
    """One question asked of an order, its answer in figures, the rule, and whether it passed."""

    text: str
    rule: str
    ok: bool


def checks(world: World, mage: Mage, order: Order, phase: int) -> list[Check]:
    """Everything an order is tested for when its step comes up, up to the first test that fails (SEQ-3).

    For a move, ``order.direction`` is the one actually gone (Confs).
    """
    found: list[Check] = []
    for check in _checks(world, mage, order, phase):
        found.append(check)
        if not check.ok:
            break
    return found


def _checks(world: World, mage: Mage, order: Order, phase: int) -> list[Check]:
    if isinstance(order, Rest):
        return []
    tests = [_status(mage)]
    if isinstance(order, PARALYSABLE) and "Plyze" in mage.effects:
        tests.append(Check("paralysed", "SEQ-4", ok=False))
    if isinstance(order, Meditate | Demand) and "AntMa" in mage.effects:
        tests.append(Check("under AntMa no magic works", "AntMa", ok=False))
    if not all(t.ok for t in tests):
        return tests
    match order:
        case Move(direction):
            tests += _move(world, mage, direction, phase)
        case Cast():
            tests += _cast(world, mage, order)
        case Give():
            tests += _give(world, mage, order)
        case Drop(things):
            tests.append(_held(mage, things, "DROP-1"))
        case Demand(artifact, holder):
            tests += _demand(world, mage, artifact, holder)
        case Don(colour):
            tests += _don(world, mage, colour)
        case Search() | Meditate():
            pass
    return tests


def _status(mage: Mage) -> Check:
    state = "unconscious" if mage.unconscious else f"endurance {mage.endurance}"
    return Check(f"fit to act: {state}", "MAGE-6", not mage.unconscious and mage.endurance >= 10)


def _move(world: World, mage: Mage, direction: str, phase: int) -> list[Check]:
    target = NEIGHBOUR[direction][mage.space]
    if target < 0:
        return [Check(f"no space {direction} of {NAME[mage.space]}", "ARENA-2", ok=False)]
    tests = [Check(f"{direction} of {NAME[mage.space]} is {NAME[target]}", "ARENA-2", ok=True)]
    if direction in ("SE", "SW"):
        kind = TERRAIN_NAMES[world.terrain_at(target)]
        tests.append(Check(f"southward into {kind}", "MOVE-5", southward_allowed(world, mage, target)))
    cost, percent = move_cost(world, mage, phase)
    nth, most = mage.moves + 1, entitlement(mage)
    tests.append(Check(f"move {nth} of {most}" + (f", {percent} %" if percent else ""), "MOVE-3", bool(percent)))
    factor = leaving_factor(world, mage)
    tests.append(Check(f"{factor} x {percent} % = {cost} of {mage.endurance} endurance", "MOVE-1",
                       mage.endurance >= cost))  # fmt: skip
    if direction in NORTHWARD:
        bar = north_barred(world, mage)
        tests.append(Check(f"the way north is {'barred by ' + bar if bar else 'open'}", bar or "MOVE-1", not bar))
    others = [m.letter for m in world.playing() if m.space == target and m is not mage]
    there = ", ".join(others) or "nobody"
    tests.append(Check(f"{there} at {NAME[target]}", "MOVE-6", may_enter(world, mage, target)))
    return tests


def _cast(world: World, mage: Mage, order: Cast) -> list[Check]:
    place = find_scroll(mage, order.scroll)
    if place < 0:
        return [Check(f"holds no scroll {order.scroll}", "CAST-2", ok=False)]
    spell = FIGURES[world.figures][mage.scrolls[place].code]
    tests = [Check(f"holds {spell.code} as S{place + 1}", "CAST-2", ok=True)]
    parameter = read_parameter(spell.code, order.major, order.parameter)
    if isinstance(parameter, Fault):
        return [*tests, Check(parameter.reason, "CAST-2", ok=False)]
    allowed = not aptitude_forbids(mage, spell.alignment)
    tests.append(Check(f"a {spell.alignment} spell with aptitude {mage.aptitude:+d}", "CAST-3", allowed))
    cost = spell.cost(order.major)
    tests.append(Check(f"{cost} of {mage.arcania} arcania", "CAST-2", mage.arcania >= cost))
    if spell.code == "TelPt":
        exists = along(mage.space, parameter.text, parameter.value) >= 0
        tests.append(Check(f"a space {parameter.text} to teleport to", "CAST-2", exists))
    if spell.code == "ProSp":
        tests.append(Check(f"holds {parameter.text} to prolong", "CAST-2",
                           find_scroll(mage, parameter.text, but=place) >= 0))  # fmt: skip
    if spell.parameter_at(order.major) == "mage":
        target = world.mages.get(parameter.text)
        tests.append(Check(f"mage {parameter.text} in the game", "SEQ-3", target is not None and not target.dropped))
    return tests


def _held(mage: Mage, things: tuple[str, ...], rule: str) -> Check:
    found = find_all(mage, things)
    refused = isinstance(found, Refusal)
    return Check(str(found) if refused else f"holds {', '.join(things) or 'what he gives'}", rule, not refused)


def _give(world: World, mage: Mage, order: Give) -> list[Check]:
    receiver = world.mages.get(order.to)
    here = receiver is not None and receiver is not mage and not receiver.dropped and receiver.space == mage.space
    tests = [Check(f"mage {order.to} {'is' if here else 'is not'} in this space", "GIVE-1", here)]
    tests.append(_held(mage, order.things, "GIVE-1"))
    if order.endurance or order.arcania:
        tests.append(Check("points go to the Ebon Mage only", "GIVE-3", order.to == EBON))
        has = order.endurance <= mage.endurance and order.arcania <= mage.arcania
        points = f"{order.endurance} of {mage.endurance} endurance, {order.arcania} of {mage.arcania} arcania"
        tests.append(Check(points, "GIVE-3", has))
    return tests


def _demand(world: World, mage: Mage, artifact: str, letter: str) -> list[Check]:
    tests = []
    if mage.is_ebon:
        tests.append(Check(f"demand {mage.demands + 1} of {EBON_DEMANDS}", "DEM-6", mage.demands < EBON_DEMANDS))
    holder = world.mages.get(letter)
    here = holder is not None and holder is not mage and not holder.dropped and holder.space == mage.space
    tests.append(Check(f"mage {letter} {'is' if here else 'is not'} in this space", "DEM-1", here))
    holds = holder is not None and artifact in holder.artifacts
    tests.append(Check(f"he {'holds' if holds else 'does not hold'} the {artifact}", "DEM-1", holds))
    return tests


def _don(world: World, mage: Mage, colour: str) -> list[Check]:
    if colour == BLACK:
        free = mage.team != BLACK and mage.may_uncloak
        return [Check(f"{'' if free else 'not '}left alone by a drop-out", "CLK-6", free)]
    guarded = "CkAidX" in mage.effects
    tests = [
        Check("a novice" if not mage.is_ebon else "the Ebon Mage", "CLK-7", not mage.is_ebon),
        Check(f"wears {mage.team}", "CLK-2", colour != mage.team),
        Check(f"carries {', '.join(mage.cloaks) or 'no cloak'}", "SEQ-3", colour in mage.cloaks),
        Check("barred from cloaks" if mage.barred else "not barred", "CLK-4", not mage.barred or guarded),
    ]
    if guarded:
        tests.append(Check(f"would {colour} take him", "CLK-5", may_join(world, mage, colour)))
    return tests


class _Watched(Watched, Turn):
    """A turn that notes orders with their checks, and who came first."""

    STEPS: ClassVar[Mapping[int, str]] = {step.number: step.name for step in EVENT_SEQUENCE}
    SEATS = LETTERS

    def __init__(self, world: World, dice: Dice) -> None:
        super().__init__(world, dice)
        self.seen: set[str] = set()
        self.gone: dict[str, str] = {}

    def begin_phase(self, phase: int, orders: dict[str, Order]) -> None:
        super().begin_phase(phase, orders)
        self.seen.clear()
        self.gone.clear()

    def _order(self, mage: Mage, order: Order) -> None:
        """The order and its checks, once, at the moment they are made."""
        if mage.letter in self.seen:
            return
        self.seen.add(mage.letter)
        self.note("order", mage.letter, write_order(order))
        self.note_checks(mage.letter, ((c.text, c.rule, c.ok) for c in checks(self.world, mage, order, self.phase)))

    def able(self, kind: type, barred_by: str = "") -> list[tuple[Mage, Order]]:
        for letter, order in self.orders.items():
            # a mover is checked at his own turn, after those before him (MOVE-7)
            if order.__class__ is kind and kind is not Move:
                self._order(self.world.mages[letter], order)
        return super().able(kind, barred_by)

    def ranked(self, mages: Iterable[Mage], key: Callable[[Mage], tuple[int, ...]], rule: str) -> list[Mage]:
        order = super().ranked(mages, key, rule)
        self.rolls_so_far()
        if len(order) > 1:
            letters = [m.letter for m in order]
            self.note("first", letters, f"taken in the order {', '.join(letters)}", rule)
        return order

    def about(self, told: Told[Event]) -> str:
        """Whom something told is about: those who learn of it, and the mages it names."""
        event: Any = told.event  # of whatever kind: its fields are asked by name
        ways = {"direction", "ordered", "gone"}  # E and W are mages' letters, too
        if isinstance(event, SpellRead) and SPELL[event.code].parameter == "direction":
            ways.add("parameter")
        said = [getattr(event, name) for name in event.__slots__ if name not in ways]
        return "".join(sorted({*told.audience, *told.dimly, *(letter for letter in LETTERS if letter in said)}))

    def upcoming(self, event: Event) -> None:
        super().upcoming(event)
        if isinstance(event, Confused):
            self.gone[event.mage] = event.gone
        elif isinstance(event, Moved):
            self._order(self.world.mages[event.mage], Move(event.direction))
        elif isinstance(event, OrderRefused | Rested):
            order = self.orders[event.mage]
            if isinstance(order, Move):
                order = Move(self.gone.get(event.mage, order.direction))
            self._order(self.world.mages[event.mage], order)
        elif isinstance(event, SpellTried):
            self.note("check", event.mage, skill_account(self.world.mages[event.mage], event.code), "CAST-6")

    def tell(self, event: Event, audience: str = "", blurred: Event | None = None, dimly: str = "") -> None:
        self.upcoming(event)
        super().tell(event, audience, blurred, dimly)
        self.heard(self.told[-1])


def skill_account(mage: Mage, code: str) -> str:
    """How his effective skill for a spell comes about: ``skill 70 + SpAid 25 = 95``."""
    parts = [("skill", mage.skill), ("SpAid and CurSp", skill_now(mage) - mage.skill)]
    artifacts = alignment_bonus(mage, SPELL[code].alignment)
    total = casting_skill(mage, SPELL[code].alignment)
    parts += [("alignment artifacts", artifacts), ("Tome", total - skill_now(mage) - artifacts)]
    text = " ".join(f"{'+' if n >= 0 else '-'} {name} {abs(n)}" for name, n in parts if n or name == "skill")
    return f"{text.removeprefix('+ ')} = {total}"


OWN_ROLLS: Mapping[str, str] = {
    "cast.success": "the spell works at your effective skill or less",
    "cast.gain": "skill is gained at twice the cost or less",
    "cast.bonus": "the bonus comes at what your skill has above 100, or less",
    "search.find": "a scroll is found at your chance or less",
    "search.cost": "percent of the terrain's factor the search itself costs",
}

TRACE = GameTrace(_Watched, play, OWN_ROLLS)
