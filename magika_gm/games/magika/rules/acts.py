"""The game master's word: rulings on casts (CAST-5), corrected orders, things and mages moved, statistics set.

An act is made between turns and takes place at the start of the next one, as an event told to those it concerns; a
ruling when its spell's number comes up. Acts are part of what a turn is played with, like its orders: the same acts,
orders and dice give the same turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from magika_gm.engine.plain import Codec
from magika_gm.engine.records import record
from magika_gm.engine.seam.rules import ActRefused, Question
from magika_gm.engine.told import Told
from magika_gm.engine.verbs import (
    EVERYBODY,
    Against,
    DropOut,
    GameReferee,
    Note,
    OrderChange,
    Slot,
    Verb,
    figure,
    order_line,
)
from magika_gm.engine.words import Fault, nearest, words_of
from magika_gm.games.magika.orders.lines import read_mage, read_order, write_order
from magika_gm.games.magika.orders.model import REST, Drop, Order
from magika_gm.games.magika.rules.arena import INDEX, NAME
from magika_gm.games.magika.rules.enchantments import find_all, may_enter
from magika_gm.games.magika.rules.events import (
    DroppedOut,
    GmAdjusted,
    GmChangedOrder,
    GmHanded,
    GmPlaced,
    GmRuled,
    NoEffect,
    TurnBegan,
)
from magika_gm.games.magika.rules.refusals import Refusal
from magika_gm.games.magika.rules.spellbook import SPELL
from magika_gm.games.magika.rules.state import Scroll, World, faults
from magika_gm.games.magika.rules.tables import BLACK, EBON, THING_ORDER
from magika_gm.games.magika.rules.tasks import apply

NOWHERE = "nowhere"
STATISTICS = ("endurance", "arcania", "skill", "aptitude", "max_endurance", "max_arcania")


@record
class Ruling:
    """A mage's cast of one phase can have an effect, or cannot, whatever the rules found (CAST-5)."""

    mage: str
    phase: int
    possible: bool
    reason: str


@record
class Placing:
    """A mage goes to a space."""

    mage: str
    space: str
    reason: str


@record
class Handing:
    """A thing (``crown``, ``cloak:red``, a code, ``S2``) goes from a letter, a space or nowhere to another."""

    thing: str
    source: str
    target: str
    reason: str


@record
class Adjustment:
    """A statistic is set to ``value``."""

    mage: str
    stat: str
    value: int
    reason: str


Act = Ruling | OrderChange | Placing | Handing | Adjustment | DropOut | Note
_CALLED: dict[type, str] = {
    Ruling: "ruling",
    OrderChange: "order",
    Placing: "place",
    Handing: "move",
    Adjustment: "adjust",
    DropOut: "drop",
    Note: "note",
}
ACTS: Codec[Act] = Codec(Act, tag="", called=_CALLED)
"""``[kind, field, …]``, as the store and final turn files keep it."""
WorldAct = Placing | Handing | Adjustment | DropOut
"""Acts that change the world at the start of the turn."""
_WorldEvent = GmPlaced | GmHanded | GmAdjusted | DroppedOut


def rulings_of(acts: Sequence[Act]) -> dict[tuple[str, int], Ruling]:
    """Rulings by (letter, phase); the latest counts."""
    return {(a.mage, a.phase): a for a in acts if isinstance(a, Ruling)}


def amended(
    orders: Mapping[str, Sequence[Order]], acts: Sequence[Act]
) -> tuple[dict[str, list[Order]], list[GmChangedOrder]]:
    """Orders as the game master corrected them, and what he changed, in the order of his acts."""
    changed = {letter: list(given) for letter, given in orders.items()}
    events = []
    for act in acts:
        if not isinstance(act, OrderChange):
            continue
        phase = act.number
        mine = changed.setdefault(act.seat, [])
        mine += [REST] * (phase - len(mine))
        order = read_order(act.order)
        assert not isinstance(order, Fault), "an act was checked when it was made"
        events.append(GmChangedOrder(act.seat, phase, write_order(mine[phase - 1]), write_order(order), act.reason))
        mine[phase - 1] = order
    return changed, events


def event_of(world: World, act: WorldAct) -> _WorldEvent | str:
    """What the act does to this world, or why it cannot be done."""
    match act:
        case Placing(mage=letter, space=space, reason=reason):
            mage = world.mages[letter]
            if mage.space == INDEX[space]:
                return f"mage {letter} stands at {space} already"
            if not may_enter(world, mage, INDEX[space]):
                return f"mage {letter} may not enter {space}: it is full for him (MOVE-6)"
            return GmPlaced(letter, mage.space, INDEX[space], reason)
        case Adjustment(mage=letter, stat=stat, value=value, reason=reason):
            return GmAdjusted(letter, stat, getattr(world.mages[letter], stat), value, reason)
        case Handing(thing=name, source=source, target=target, reason=reason):
            thing = _thing_at(world, name, source)
            if thing is None:
                return f"the {name} does not lie at {source}"
            if isinstance(thing, Refusal):
                return thing.of(f"mage {source}")
            return GmHanded(thing, source, target, reason)
        case DropOut(seat=letter):
            if world.mages[letter].dropped:
                return f"mage {letter} has left the game already"
            return DroppedOut(letter, _stranded(world, letter))
        case _:
            assert_never(act)


def _stranded(world: World, letter: str) -> str:
    """The teammate a drop-out leaves alone in his team, who may take his cloak off once (CLK-6)."""
    team = world.mages[letter].team
    left = [m.letter for m in world.playing() if m.team == team and m.letter != letter]
    return left[0] if team != BLACK and len(left) == 1 else ""


def _thing_at(world: World, name: str, source: str) -> str | Scroll | Refusal | None:
    """The thing an act names, where the act says it is; or why no mage has it, or None if it does not lie there."""
    if source in world.mages:
        found = find_all(world.mages[source], (name,))
        return found if isinstance(found, Refusal) else found[0]
    if source == NOWHERE:
        return Scroll(name) if name in SPELL else name
    return name if name in world.lying.get(INDEX[source], ()) else None


def audience_of(world: World, event: _WorldEvent) -> str:
    """Whom such an act concerns; of a drop-out his teammates are told (GM-3)."""
    if isinstance(event, DroppedOut):
        team = world.mages[event.mage].team
        return "".join(m.letter for m in world.playing() if m.letter == event.mage or m.team == team != BLACK)
    if isinstance(event, GmHanded):
        return "".join(sorted({x for x in (event.source, event.target) if len(x) == 1}))
    return event.mage


def _is_of(event: _WorldEvent, act: WorldAct) -> bool:
    if isinstance(act, DropOut):
        return isinstance(event, DroppedOut) and event.mage == act.seat
    if isinstance(act, Handing):
        return isinstance(event, GmHanded) and (event.source, event.target, event.reason) == (
            act.source,
            act.target,
            act.reason,
        )
    if isinstance(act, Placing):
        return isinstance(event, GmPlaced) and (event.mage, NAME[event.target]) == (act.mage, act.space)
    return isinstance(event, GmAdjusted) and (event.mage, event.stat, event.after) == (act.mage, act.stat, act.value)


def coming_world(world: World, acts: Sequence[Act]) -> World:
    """The world as the next turn will find it: the acts made since the last one done. ``world`` is not touched."""
    coming = world.copy()
    apply(coming, TurnBegan(world.turn + 1))
    for act in acts:
        if isinstance(act, WorldAct):
            event = event_of(coming, act)
            if not isinstance(event, str):
                apply(coming, event)
    return coming


def why_not(state: World, acts: Sequence[Act], act: Act) -> str:
    """Why an act is impossible after the others made for the same turn, or ``""`` if it can be done.

    ``state`` is the one the last turn left. An act must name a mage in the game, be possible where things are, and
    leave a sound world (MAGE-4, MAGE-7, MOVE-6).
    """
    coming = coming_world(state, acts)
    bad = _bad_name(coming, act)
    if bad:
        return bad
    if isinstance(act, Ruling | OrderChange | Note):
        return ""
    event = event_of(coming, act)
    if isinstance(event, str):
        return event
    if isinstance(act, Handing):
        if act.source == act.target:
            return f"the {act.thing} is there already"
        if act.target == NOWHERE and act.thing in THING_ORDER and not act.thing.startswith("cloak:"):
            return "an artifact cannot leave the game; lay it in a space"
        if isinstance(event, GmHanded) and isinstance(event.thing, Scroll) and act.target in INDEX:
            return "a scroll cannot lie in a space; give it to a mage, or to nowhere"
    apply(coming, event)
    return "; ".join(faults(coming))


def _bad_name(world: World, act: Act) -> str:
    if isinstance(act, Handing):
        letters = [x for x in (act.source, act.target) if len(x) == 1]
    else:
        letters = [act.seat if isinstance(act, OrderChange | DropOut | Note) else act.mage]
    for letter in letters:
        mage = world.mages.get(letter)
        if isinstance(act, Note) and letter == EVERYBODY:
            continue
        if mage is None or mage.dropped:
            return f"there is no mage {letter} in the game"
    phase = act.number if isinstance(act, OrderChange) else act.phase if isinstance(act, Ruling) else 1
    if not 1 <= phase <= 5:
        return f"phase {phase}: a turn has phases 1 to 5"
    if isinstance(act, OrderChange):
        order = read_order(act.order)
        return str(order) if isinstance(order, Fault) else ""
    if isinstance(act, Adjustment) and act.stat not in STATISTICS:
        return f"{act.stat} is no statistic; there are {', '.join(STATISTICS)}"
    if isinstance(act, DropOut) and act.seat == EBON:
        return "the Ebon Mage cannot leave the game; the built-in policy plays him if nobody does (EBON-1)"
    if isinstance(act, Adjustment) and act.mage == EBON and act.stat == "skill":
        return "the Ebon Mage's spell skill is 100 for the whole game (EBON-1)"
    return ""


def _mage(against: Against[World], said: str) -> str:
    found = read_mage(words_of(said), against.names)
    if isinstance(found, Fault):
        raise ActRefused(str(found))
    return found


def _space(_: Against[World], said: str) -> str:
    if said.casefold() not in INDEX:
        raise ActRefused(f"{said} is not a space (a1 to z26)")
    return said.casefold()


def _place(against: Against[World], said: str) -> str:
    """A letter, a space's name, or nowhere."""
    folded = said.strip().casefold()
    if folded == NOWHERE or folded in INDEX:
        return folded
    try:
        return _mage(against, said)
    except ActRefused:
        raise ActRefused(f"{said} is no mage, no space (a1 to z26) and not 'nowhere'") from None


def _thing(_: Against[World], said: str) -> str:
    found = read_order(f"DROP {said}")
    if isinstance(found, Fault):
        raise ActRefused(str(found))
    if not isinstance(found, Drop) or len(found.things) != 1:
        raise ActRefused(f"{said}: name one scroll, artifact or cloak")
    return found.things[0]


def _phase(_: Against[World], said: str) -> int:
    if said.isdecimal() and 1 <= int(said) <= 5:
        return int(said)
    raise ActRefused(f"{said} is no phase: a turn has phases 1 to 5")


def _verdict(_: Against[World], said: str) -> bool:
    if said not in ("effect", "none"):
        raise ActRefused(f"{said} is no verdict; say effect or none")
    return said == "effect"


def _order(against: Against[World], said: str) -> str:
    read = read_order(said, against.names)
    if isinstance(read, Fault):
        raise ActRefused(f"{said}: {read}")
    return write_order(read)


def _stat(_: Against[World], said: str) -> str:
    name = said.casefold().replace("-", "_").replace(" ", "_").replace("maximum", "max")
    if name not in STATISTICS:
        near = nearest(name, STATISTICS)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(STATISTICS)}"
        raise ActRefused(f"{said} is no statistic; {hint}")
    return name


def _value(against: Against[World], said: str) -> int:
    mage = coming_world(against.state, against.acts).mages.get(against.given["MAGE"])
    return figure(said, getattr(mage, against.given["STAT"]) if mage is not None else 0)


_MAGE = Slot(name="MAGE", help="a letter, EBON, or a name", read=_mage)
_PHASE = Slot(name="PHASE", help="1 to 5", read=_phase)


class _Referee(GameReferee[World]):
    why_not_text = staticmethod(why_not)

    def unplayed(self, acts: Sequence[Any], told: Sequence[Told[Any]]) -> list[Any]:
        ruled = {(t.event.mage, t.phase) for t in told if isinstance(t.event, GmRuled)}
        done = [t.event for t in told if isinstance(t.event, _WorldEvent)]
        left: list[Any] = []
        for act in acts:
            if isinstance(act, Ruling):
                if (act.mage, act.phase) not in ruled:
                    left.append(act)
            elif not isinstance(act, OrderChange | Note):
                match = next((e for e in done if _is_of(e, act)), None)
                if match is None:
                    left.append(act)
                else:
                    done.remove(match)
        return left

    def questions(
        self, orders: Mapping[str, Sequence[Order]], acts: Sequence[Any], told: Sequence[Told[Any]]
    ) -> tuple[Question, ...]:
        played, _ = amended(orders, acts)
        ruled = {(t.phase, t.event.mage) for t in told if isinstance(t.event, GmRuled)}
        return tuple(
            Question(
                seat=t.event.mage,
                phase=t.phase,
                order=write_order(played[t.event.mage][t.phase - 1]),
                reason=str(t.event.reason),
                ruled=(t.phase, t.event.mage) in ruled,
            )
            for t in told
            if isinstance(t.event, NoEffect)
        )

    def question_text(self, question: Question) -> str:
        return f"{question.seat}, phase {question.phase}: {question.order}: {question.reason}"


REFEREE = _Referee(
    Verb(
        kind=Ruling,
        name="rule",
        help="Rule whether a cast of the coming turn can have an effect (CAST-5).",
        parameters=(_MAGE, _PHASE, Slot(name="VERDICT", help="effect or none", read=_verdict, first=True)),
        example='rule 12 C 3 effect --reason "the fog had lifted"',
        says=lambda a: (
            f"{a.mage}'s cast of phase {a.phase} can have {'an' if a.possible else 'no'} effect ({a.reason})"
        ),
    ),
    Verb(
        kind=OrderChange,
        name="order",
        help="Put another order in the place of what a mage ordered for a phase.",
        parameters=(_MAGE, _PHASE, order_line(_order)),
        example='order 12 C 3 "MOVE NE" --reason "misread by us"',
        says="{seat}'s order for phase {number} becomes {order} ({reason})",
        corrects="seat",
    ),
    Verb(
        kind=Placing,
        name="place",
        help="Move a mage to a space, if he may enter it (MOVE-6).",
        parameters=(_MAGE, Slot(name="SPACE", help="a1 to z26", read=_space, first=True)),
        example='place 12 C m12 --reason "see the ruling of turn 4"',
        says="mage {mage} goes to {space} ({reason})",
    ),
    Verb(
        kind=Handing,
        name="move",
        help="Move a thing from a mage, a space or 'nowhere' to another.",
        parameters=(
            Slot(name="THING", help="a scroll's code, an artifact, a cloak", read=_thing),
            Slot(name="FROM", help="a mage, a space or nowhere", read=_place),
            Slot(name="TO", help="a mage, a space or nowhere", read=_place),
        ),
        example='move 12 CROWN C m12 --reason "it should have been dropped"',
        says="{thing} goes from {source} to {target} ({reason})",
    ),
    Verb(
        kind=Adjustment,
        name="adjust",
        help="Set a statistic; +10 and -10 change it.",
        parameters=(
            _MAGE,
            Slot(name="STAT", help=", ".join(STATISTICS), read=_stat),
            Slot(name="VALUE", help="50, or +10, -10", read=_value),
        ),
        example='adjust 12 C endurance +10 --reason "rest was not counted"',
        says=lambda a: f"{a.mage}'s {a.stat.replace('_', ' ')} becomes {a.value} ({a.reason})",
    ),
    Verb(
        kind=DropOut,
        name="drop",
        help="Let a mage leave the game; what he carries lies where he stands (GM-3).",
        parameters=(_MAGE,),
        example='drop 12 C --reason "at his own wish"',
        says="mage {seat} leaves the game ({reason})",
    ),
    apply=apply,
)
