"""What was told, in sentences with their rules; of an event as its reader perceives it, and of nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any, NamedTuple

from magika_gm.engine.records import record
from magika_gm.engine.told import Told
from magika_gm.games.arena.rules import events as e
from magika_gm.games.arena.rules.events import Event
from magika_gm.games.arena.rules.sequence import ENDINGS
from magika_gm.games.arena.rules.state import NOWHERE, Aim, State
from magika_gm.games.arena.rules.terms import DRAWN, STEPS, TERRAIN_NAMES, Fate, Outcome, Step, Target, Time, board_of
from magika_gm.reports.kit.usual import Line, Teller

# Things as sentences call them: ``A3 Wizard``, ``d4^``, ``the Slow N4 on B3``; all of it is public (INFO).


@record
class Recounted:
    """An event with the state after its turn, by whose names it is to be told: what a chain of a turn holds."""

    event: Event
    state: State


class Paragraph(NamedTuple):
    """What happened in one step of a player turn; ``part`` is that turn's number in its mail turn."""

    part: int
    step: int
    title: str
    lines: tuple[Line, ...]


class Names(Teller[Paragraph]):
    """Names of everything there ever was in a game."""

    paragraph = Paragraph

    def __init__(self, state: State | None = None) -> None:
        self.state = state
        self.places = (board_of() if state is None else state.board).place_names

    def who(self, id_: str) -> str:
        """``A3 Wizard``."""
        found = self.state.creatures.get(id_) if self.state is not None else None
        return f"{id_} {found.kind.name}" if found is not None else id_

    def some(self, ids: tuple[str, ...] | list[str]) -> str:
        """Several of them."""
        return ", ".join(self.who(id_) for id_ in ids)

    def item(self, id_: str) -> str:
        """``IA1 Grenade``."""
        found = self.state.items.get(id_) if self.state is not None else None
        return f"{id_} {found.kind.name}" if found is not None else id_

    def corpse(self, id_: str) -> str:
        """``C2 (Orc)``."""
        found = self.state.corpses.get(id_) if self.state is not None else None
        return f"{id_} ({found.kind.name})" if found is not None else id_

    def thing(self, id_: str) -> str:
        """Whatever has that id."""
        return {"I": self.item, "C": self.corpse}.get(id_[:1], self.who)(id_)

    def side(self, id_: str) -> str:
        """The side a creature obeys now, or its letter's."""
        found = self.state.creatures.get(id_) if self.state is not None else None
        return found.side if found is not None else id_[:1]

    def place(self, place: int) -> str:
        """``d4`` or ``d4^``."""
        return self.places[place]

    def hex(self, hex_: int) -> str:
        """``d4``."""
        return self.place(hex_ * 2)

    def aim(self, aim: Aim) -> str:
        """What an effect is aimed at: `` on B3 Orc``; "" for self."""
        if aim.kind is Target.SELF:
            return ""
        if aim.kind is Target.EFFECT:
            return f" on effect {aim.effect}"
        if aim.kind is Target.WALL and aim.other != NOWHERE:
            return f" on {self.place(aim.place)}/{self.place(aim.other)}"
        return f" on {self.thing(aim.id)}" if aim.id else f" on {self.place(aim.place)}"

    def title(self, _phase: int, step: int) -> str:  # noqa: D102 - the kit says what it is
        return STEPS[Step(step)]

    def numbered(self, one: Told[Any]) -> tuple[int, int]:
        """What comes before the first player turn belongs to it."""
        return max(one.phase, 1), one.step

    def line(self, one: Told[Any], seat: str | None) -> Line | None:
        """Lines that were dropped stand elsewhere."""
        if seat is not None and isinstance(one.event, e.LineDropped):
            return None
        line = super().line(one, seat)
        later = line is not None and isinstance(one.event, e.HexTaken) and one.step != Step.MOVE
        return line._replace(rule="CTRL-3") if line is not None and later else line

    def joined(self, lines: list[Line]) -> list[Line]:
        """Hexes taken one after another, in one sentence."""
        found: list[Line] = []
        for taken, run in groupby(lines, lambda line: line.rule in _TAKEN):
            some = list(run)
            found += _taken(some) if taken and len(some) > 1 else some
        return found

    def sentence(self, event: Any) -> Line | None:  # noqa: D102 - the kit says what it is
        match event:
            case e.PlayerTurnBegan(turn, active):
                return Line(f"Player turn {turn}: {active} is active.", "MAIL-1")
            case e.OrdersMissing(side):
                return Line(f"No orders from {side}.", "MAIL-6", side)
            case e.StandingReplaced(_, orders):
                lines = f"{len(orders)} line{'' if len(orders) == 1 else 's'}"
                said = f"Your new standing orders hold: {lines}." if orders else "You have no standing orders any more."
                return Line(said, "MAIL-4")
            case e.LineDropped(_, line, refusal):
                return Line(f"Not carried out: {line}: {refusal.words}.", "MAIL-7")
            case e.Resigned(side):
                return Line(f"{side} resigns.", "WIN-3")
            case e.GameEnded(winner, ending, hexes, worth):
                why, rule = ENDINGS[ending]
                said = "The game is drawn" if winner == DRAWN else f"{winner} wins"
                count = f" Hexes {hexes[0]} to {hexes[1]}, armies {worth[0]} to {worth[1]}." if any(hexes) else ""
                return Line(f"{said}: {why}.{count}", rule)
            case e.TerrainChanged(hex=hex_, before=before, after=after, side=side, cost=cost, by=by):
                change = f"{self.hex(hex_)} from {TERRAIN_NAMES[before]} to {TERRAIN_NAMES[after]}"
                if by:
                    return Line(f"{self.who(by)} turns {change}.", "Shape Land")
                return Line(f"{side} changes {change} (cost {cost}).", "TERR-2")
            case e.StormMade(hex_, until, side, cost, by):
                who = self.who(by) if by else side
                paid = f" (cost {cost})" if cost and not by else ""
                return Line(f"{who} raises a storm over {self.hex(hex_)}, through turn {until}{paid}.", "STORM-3")
            case e.StormCalmed(hex_, side, cost):
                return Line(f"{side} calms the storm over {self.hex(hex_)} (cost {cost}).", "TERR-2")
            case e.StormPassed(hex_):
                return Line(f"The storm over {self.hex(hex_)} is over.", "STORM-3")
            case e.HexTaken(hex_, side, before):
                return Line(f"{self.hex(hex_)} is {owner_of(side)} now; it was {owner_of(before)}.", "CTRL-2", before)
            case e.ItemDropped(creature, item, place):
                return Line(f"{self.who(creature)} drops {self.item(item)} at {self.place(place)}.", "ITEM-1")
            case e.ItemEquipped(creature, item):
                return Line(f"{self.who(creature)} takes {self.item(item)}.", "ITEM-1")
            case e.ItemFell(item, place):
                return Line(f"{self.item(item)} falls to {self.place(place & ~1)}.", "ITEM-3")
            case e.Mounted(rider, mount, before):
                off = f" from {self.who(before)}" if before else ""
                return Line(f"{self.who(rider)} mounts {self.who(mount)}{off}.", "SIZE-2")
            case e.Dismounted(rider, mount):
                return Line(f"{self.who(rider)} leaves {self.who(mount)}.", "SIZE-2")
            case e.VehicleTaken(creature, side):
                return Line(f"{self.who(creature)} is {owner_of(side)} now.", "VEH-1")
            case e.EffectDeclared():
                return _declared(event, self)
            case e.EffectSettled():
                said = f"{event.name} by {self.who(event.user)}{self.aim(event.aim)} {OUTCOMES[event.outcome]}"
                back = f" ({event.refund})" if event.refund else ""
                return Line(f"{said}{back}.", event.rule or "MAG-10")
            case e.ForceBroken(aim):
                return Line(f"The wall{self.aim(aim)} is breached.", "BOARD-7")
            case e.EnchantmentBegan(enchantment):
                lies = f"{enchantment.id} {enchantment.name} lies{self.aim(enchantment.aim)}."
                return Line(lies, "MAG-17")
            case e.EnchantmentEnded(gone, name, aim):
                return Line(f"{gone} {name}{self.aim(aim)} ends.", "MAG-17")
            case e.PowerLost(creature, amount, name):
                return Line(
                    f"{self.who(creature)} loses {amount} Power for good ({name}).", "MAG-24", self.side(creature)
                )
            case e.PowerGained(creature, amount, name):
                return Line(f"{self.who(creature)} gains {amount} Power for good ({name}).", "MAG-24")
            case e.PowerHealed(creature, amount):
                return Line(f"{self.who(creature)} gets {amount} Power back.", "MAG-24")
            case e.MoveLost(creature, amount):
                return Line(f"{self.who(creature)} loses {amount} Move for good.", "MAG-24", self.side(creature))
            case e.Terrified(creature):
                return Line(f"{self.who(creature)} is in terror: its unit must retreat.", "RET-1", self.side(creature))
            case e.SideChanged(creature, side):
                return Line(f"{self.who(creature)} obeys {side} now.", "MAG-22")
            case e.CreatureMade(creature, kind, side, place, _):
                return Line(f"{creature} {kind} appears at {self.place(place)} on {owner_of(side)} side.", "MAG-23")
            case e.CreatureRaised(creature, side, place):
                return Line(f"{self.who(creature)} lives again at {self.place(place)}, {owner_of(side)}.", "MAG-23")
            case e.CorpseUsed(corpse):
                return Line(f"Corpse {self.corpse(corpse)} is gone.", "MAG-23")
            case e.ItemSpoiled(item):
                return Line(f"{self.item(item)} has lost its powers.", "LAW-10")
            case e.ItemDestroyed(item):
                return Line(f"{self.item(item)} is destroyed.", "ITEM-4")
            case e.UnitSent(unit, start, to):
                return Line(f"{self.who(unit)} is taken from {self.place(start)} to {self.place(to)}.", "LAW-2")
            case e.TookOff(unit, place):
                return Line(f"{self.who(unit)} takes off into {self.place(place)}.", "FLY-1")
            case e.Walked(unit, start, path):
                way = " ".join(self.place(place) for place in path)
                return Line(f"{self.who(unit)} walks from {self.place(start)}: {way}.", "MOVE-1")
            case e.Flew(unit, start, path, gliding):
                way = " ".join(self.place(place) for place in path)
                verb = "glides" if gliding else "flies"
                return Line(
                    f"{self.who(unit)} {verb} from {self.place(start)}: {way}.", "FLY-7" if gliding else "FLY-1"
                )
            case e.Landed(unit, place):
                return Line(f"{self.who(unit)} lands at {self.place(place)}.", "FLY-5")
            case e.Fought():
                return _fight(event, self)
            case e.VehicleStruck(vehicle, place, strengths, power, destroyed):
                total = sum(s.power for s in strengths)
                came = "it is destroyed" if destroyed else "it holds"
                said = f"Idle {self.who(vehicle)} at {self.place(place)} is attacked, {total} against {power}: {came}."
                return Line(said, "VEH-5")
            case e.Regenerated(creature, _):
                return Line(f"{self.who(creature)} regenerates and must retreat.", "ABIL-1")
            case e.Died(creature, place, corpse, rule):
                left = f", leaving {corpse}" if corpse else ""
                return Line(f"{self.who(creature)} dies at {self.place(place)}{left}.", rule, self.side(creature))
            case e.Retreated(unit, start, to):
                said = f"{self.who(unit)} retreats from {self.place(start)} to {self.place(to)}."
                return Line(said, "RET-7", self.side(unit))
            case e.NoWayOut(unit, place):
                return Line(f"{self.who(unit)} at {self.place(place)} finds no place to retreat.", "RET-6",
                            self.side(unit))  # fmt: skip
            case e.CameDown(unit, place, falling, safe):
                verb = "falls" if falling else "comes down"
                came = "safely" if safe else "and cannot land"
                return Line(
                    f"{self.who(unit)} {verb} at {self.place(place & ~1)} {came}.", "VEH-3" if falling else "FLY-6"
                )
        return _master(event, self)


OUTCOMES: Mapping[Outcome, str] = {
    Outcome.PENDING: "goes on",
    Outcome.WORKS: "works",
    Outcome.CANCELLED: "is cancelled",
    Outcome.REFLECTED: "is turned back on its caster",
    Outcome.FAILS: "fails; its points are lost",
    Outcome.RETURNED: "fails; its points come back",
    Outcome.STOPPED: "is stopped",
}
_TIMES = {Time.COUNTERSPELL: "counterspell", Time.INSTANT: "instant", Time.HALF_TURN: "works in this turn's M2"}
FATES: Mapping[Fate, str] = {
    Fate.DIES: "dies",
    Fate.IMMUNE: "is unharmed by poison",
    Fate.REGENERATES: "regenerates",
}


_TAKEN = ("CTRL-2", "CTRL-3")


def owner_of(side: str) -> str:
    """``A's``, or ``nobody's``."""
    return f"{side}'s" if side else "nobody's"


def _declared(event: e.EffectDeclared, names: Names) -> Line:
    to = f" to {names.place(event.to)}" if event.to >= 0 else ""
    to += f" to {TERRAIN_NAMES[event.terrain]}" if event.terrain else ""
    when = _TIMES.get(event.time, f"works in M2 of turn {event.due}")
    if event.cost:
        price = f"{event.cost} point{'' if event.cost == 1 else 's'}"
    else:
        price = "" if event.uses is None else f"{event.uses} left"
    verb = "uses" if event.item or event.uses is not None else "casts"
    said = f"{event.side}: {names.who(event.user)} {verb} {event.name}{names.aim(event.aim)}{to}"
    inside = ", ".join(part for part in (f"effect {event.number}", when, price) if part)
    return Line(f"{said} ({inside}).", "MAG-9")


def fight_title(event: e.Fought, names: Names) -> str:
    """``d4: A 4, B 3: A wins by 1``."""
    margin = abs(event.total_a - event.total_b)
    result = f"{event.winner} wins by {margin}" if event.winner else "a tie"
    return f"{names.place(event.place)}: A {event.total_a}, B {event.total_b}: {result}"


def loss_text(loss: e.Loss, names: Names) -> str:
    """``B2 Orc dies (drawn from 3)``."""
    how = "chosen" if loss.chosen else f"drawn from {loss.candidates}" if loss.candidates > 1 else "alone there"
    poison = ", by poison" if loss.poison else ""
    return f"{names.who(loss.victim)} {FATES[loss.fate]} ({how}{poison})"


def _fight(event: e.Fought, names: Names) -> Line:
    came = [loss_text(loss, names) for loss in event.losses]
    dead = {loss.victim for loss in event.losses if loss.fate is Fate.DIES}
    leaving = [id_ for id_ in event.leaving if id_ not in dead]
    if leaving:
        came.append(f"must retreat: {', '.join(leaving)}")
    margin = abs(event.total_a - event.total_b)
    if event.winner and event.blunt >= margin:
        came.append("Blunt attacks kill nobody")
    sides = {loss.side for loss in event.losses if loss.fate is Fate.DIES}
    harmed = sides.pop() if len(sides) == 1 else ""
    return Line(f"Combat at {fight_title(event, names)}{'; ' if came else ''}{'; '.join(came)}.", "FIGHT-2", harmed)


def _master(event: Any, names: Names) -> Line | None:
    match event:
        case e.GmPlaced(creature, _, to, reason):
            text = f"puts {names.who(creature)} on {names.place(to)}"
        case e.GmRemoved(creature, _, reason):
            text = f"takes {names.who(creature)} out of the game"
        case e.GmRevived(creature, place, reason):
            text = f"brings {names.who(creature)} back at {names.place(place)}"
        case e.GmHanded(item, by, place, reason):
            text = f"gives {names.item(item)} to {names.who(by) if by else names.place(place)}"
        case e.GmSetPool(side, before, after, reason):
            text = f"sets {side}'s pool from {before} to {after}"
        case e.GmSetTerrain(hex_, before, after, reason):
            text = f"turns {names.hex(hex_)} from {TERRAIN_NAMES[before]} to {TERRAIN_NAMES[after]}"
        case e.GmSetControl(hex_, _, after, reason):
            text = f"says that {names.hex(hex_)} is {owner_of(after)}"
        case e.GmChangedOrder(_, number, before, after, reason):
            text = f"changes line {number}: {before or 'nothing'} becomes {after}"
        case _:
            return None
    return Line(f"The game master {text} ({reason}).")


def _taken(run: list[Line]) -> list[Line]:
    """``d3, d4 are A's now.``, a line for each side."""
    by_side: dict[str, list[str]] = {}
    harmed = {line.harmed for line in run}
    for line in run:
        words = line.text.split()
        by_side.setdefault(words[2], []).append(words[0])
    side = harmed.pop() if len(harmed) == 1 else ""
    return [
        Line(f"{', '.join(hexes)} {'are' if len(hexes) > 1 else 'is'} {owner} now.", run[0].rule, side)
        for owner, hexes in by_side.items()
    ]
