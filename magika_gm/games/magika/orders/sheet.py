"""Magika's sheets, as the office asks for them (``engine.seam.rules.Orders``): five phases, a line each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import NamedTuple

from magika_gm.engine.orders import NumberedOrders
from magika_gm.engine.plain import Data
from magika_gm.engine.sheet.sheet import EVERYBODY, LineFault, Message, Sheet
from magika_gm.engine.sheet.understanding import Line, Mark, Understanding, unread
from magika_gm.engine.words import Fault, true_minus
from magika_gm.games.magika.forecast import forecast as foreseen
from magika_gm.games.magika.forecast import forecast_text
from magika_gm.games.magika.orders.lines import LINES, VERBS, Roster, known_of, read_mage, read_parameter, write_order
from magika_gm.games.magika.orders.model import (
    REST,
    Cast,
    Demand,
    Don,
    Drop,
    Give,
    Meditate,
    Move,
    Order,
    Parameter,
    Rest,
    Search,
)
from magika_gm.games.magika.orders.offers import MESSAGES, order_form
from magika_gm.games.magika.rules.arena import NAME, NEIGHBOUR, SOUTHWARD, along
from magika_gm.games.magika.rules.enchantments import (
    entitlement,
    find_all,
    find_scroll,
    leaving_factor,
    meditation,
    move_percent,
    southward_allowed,
)
from magika_gm.games.magika.rules.refusals import Refusal, Why
from magika_gm.games.magika.rules.spellbook import FIGURES
from magika_gm.games.magika.rules.state import Scroll, World
from magika_gm.games.magika.rules.steps import EBON_DEMANDS, aptitude_forbids, may_not_don
from magika_gm.games.magika.rules.tables import (
    ALIGNMENT_ARTIFACTS,
    COLOURS,
    EBON,
    EXHAUSTED_BELOW,
    PHASES,
    REST_RATE,
    half_up,
)
from magika_gm.games.magika.sight import Memory

# What an acknowledgement says of a sheet: the orders as understood, faults, warnings, messages.
#
# A warning says: legal as written, but the mage as he stands now could not do it; or he could, and a scroll be lost by
# it (GIVE-1, CAST-18). It is drawn only from what he knows himself (RECON-10): his own statistics, hands, effects and
# the terrain under his feet, followed through his own orders.
# Two worlds that differ in anything else give the same acknowledgement.


NOWHERE = -1
MOST_BOOST = 17
"""The most a maximum can rise by at one reading: the bonus on a dwarf's 110 (CAST-17)."""


class Warning(NamedTuple):
    """Legal as written, but the mage as he stands now could not do it."""

    phase: int
    rule: str
    text: str


class Checked(NamedTuple):
    """A sheet as understood: five orders as texts, faults with lines, warnings, messages as they will be delivered."""

    game: str
    turn: int | None
    mage: str
    orders: tuple[str, ...]
    faults: tuple[LineFault, ...]
    warnings: tuple[Warning, ...]
    messages: tuple[Message, ...]


def five_orders(given: Sheet) -> list[Order]:
    """Five orders, Rest where the sheet has none."""
    return [given.orders.get(phase, REST) for phase in range(1, PHASES + 1)]


def check(sheet: Sheet, world: World | None = None, letter: str | None = None) -> Checked:
    """Judge a sheet; with the world as it stands before the turn, warn of what the mage could not do.

    ``letter`` says whose orders these are where the sheet itself does not.
    """
    mage = letter or sheet.seat
    warnings: list[Warning] = []
    if world is not None and mage in world.mages:
        warnings = _Forecast(world, mage).judge(five_orders(sheet))
    orders = tuple(write_order(o) for o in five_orders(sheet))
    return Checked(sheet.game, sheet.turn, mage, orders, sheet.faults, tuple(warnings), sheet.messages)


_Trouble = tuple[str, str]
"""Rule number and words."""


class _Forecast:
    """The mage's own orders followed on a copy of him.

    Endurance and arcania are kept as the most he could have by then, so that a warning never comes of a pessimistic
    guess; his place is followed until a teleport or a stuck move makes it uncertain.
    """

    def __init__(self, world: World, letter: str) -> None:
        self.world = world
        self.mage = mage = world.mages[letter].copy()
        self.start = mage.space
        mage.moves = mage.demands = 0
        mage.scrolls = [replace(s, number=i, reads=0) for i, s in enumerate(mage.scrolls, 1)]

    def judge(self, orders: list[Order]) -> list[Warning]:
        """Warnings, phase by phase; an order that is warned of is taken to become Rest (SEQ-3)."""
        found = []
        for phase, order in enumerate(orders, 1):
            trouble = self._trouble(order, phase)
            said = trouble or self._caution(order)
            if said is not None:
                found.append(Warning(phase, *said))
            if trouble is not None and trouble[0] == "MOVE-5":
                self.mage.space = NOWHERE  # he may be let through after all
            self._follow(REST if trouble else order, phase)
        return found

    def _caution(self, order: Order) -> _Trouble | None:
        """What comes of an order that is carried out, and that he may not have meant."""
        mage = self.mage
        if self.world.edition < 2:
            return None
        if isinstance(order, Give):
            got = find_all(mage, order.things)
            if isinstance(got, list) and any(isinstance(thing, Scroll) for thing in got):
                return "GIVE-1", f"where mage {order.to} holds six scrolls already, one more disintegrates"
        if isinstance(order, Cast):
            scroll = mage.scrolls[find_scroll(mage, order.scroll)]
            if scroll.until and scroll.reads:
                return "CAST-18", f"read more than once in a turn, {scroll.code} is destroyed after it takes effect"
        return None

    def _trouble(self, order: Order, phase: int) -> _Trouble | None:
        if self.mage.endurance < EXHAUSTED_BELOW and not isinstance(order, Rest):
            return "MAGE-6", f"you are exhausted (endurance {self.mage.endurance}): any order becomes Rest"
        match order:
            case Move(direction):
                return self._move(direction, phase)
            case Cast():
                return self._cast(order)
            case Drop(things):
                return self._hand_over(things, "DROP-1")
            case Give(things, to, endurance, arcania):
                return self._give(to, endurance, arcania) or self._hand_over(things, "GIVE-1")
            case Demand(artifact, holder):
                return self._demand(artifact, holder)
            case Don(colour):
                refused = may_not_don(self.mage, colour)
                return refused and (refused[0], refused[1].to_you)
            case _:
                return None

    def _move(self, direction: str, phase: int) -> _Trouble | None:
        mage = self.mage
        percent = move_percent(mage, phase)
        if not percent:
            return "MOVE-4", f"you make at most {entitlement(mage)} moves a turn"
        if mage.space == NOWHERE:
            return None
        target = NEIGHBOUR[direction][mage.space]
        if target < 0:
            return "ARENA-2", f"there is no space {direction} of {NAME[mage.space]}"
        if direction in SOUTHWARD and not southward_allowed(self.world, mage, target):
            return "MOVE-5", (
                f"southward, to {NAME[target]}, is legal only into water or swamp, confused, or while both ways north "
                + ("are barred" if self.world.edition < 2 else "are shut")
            )
        if mage.space == self.start:
            cost = half_up(leaving_factor(self.world, mage) * percent, 100)
            if mage.endurance < cost:
                return "MOVE-1", f"it costs {cost} endurance and you have {mage.endurance}"
        return None

    def _cast(self, order: Cast) -> _Trouble | None:
        mage = self.mage
        place = find_scroll(mage, order.scroll)
        if place < 0:
            return "CAST-2", f"you do not hold scroll {order.scroll}"
        spell = FIGURES[self.world.figures][mage.scrolls[place].code]
        label = spell.code + ("X" if order.major else "")
        parameter = read_parameter(spell.code, order.major, order.parameter)
        if isinstance(parameter, Fault):
            return "CAST-2", f"{order.scroll} is {spell.code}: {parameter}"
        if aptitude_forbids(mage, spell.alignment):
            aptitude = true_minus(f"{mage.aptitude:+d}")
            return "CAST-3", f"with aptitude {aptitude} you may not cast {spell.alignment.capitalize()} spells"
        if mage.arcania < spell.cost(order.major):
            return "CAST-2", f"{label} costs {spell.cost(order.major)} arcania and you have {mage.arcania}"
        return self._aim(spell.code, parameter, place)

    def _aim(self, code: str, parameter: Parameter, place: int) -> _Trouble | None:
        mage = self.mage
        lost = code == "TelPt" and mage.space != NOWHERE and along(mage.space, parameter.text, parameter.value) < 0
        if lost:
            return "CAST-2", f"no space lies there from {NAME[mage.space]}"
        if code == "ProSp" and find_scroll(mage, parameter.text, but=place) < 0:
            return "CAST-2", f"you do not hold scroll {parameter.text} to prolong"
        return None

    def _hand_over(self, things: tuple[str, ...], rule: str) -> _Trouble | None:
        got = find_all(self.mage, things)
        if not isinstance(got, Refusal):
            return None
        return rule, got.to_you + (" and stays on" if got.why is Why.CLOAK_WORN else "")

    def _give(self, to: str, endurance: int, arcania: int) -> _Trouble | None:
        if to == self.mage.letter:
            return "GIVE-1", "you cannot give to yourself"
        if endurance > self.mage.endurance:
            return "GIVE-3", f"you have {self.mage.endurance} endurance to give"
        if arcania > self.mage.arcania:
            return "GIVE-3", f"you have {self.mage.arcania} arcania to give"
        return None

    def _demand(self, artifact: str, holder: str) -> _Trouble | None:
        mage = self.mage
        if holder == mage.letter or artifact in mage.artifacts:
            return "DEM-1", f"you hold the {artifact} yourself" if artifact in mage.artifacts else "that is yourself"
        if mage.is_ebon:
            return ("DEM-6", f"you have {EBON_DEMANDS} demands a turn") if mage.demands >= EBON_DEMANDS else None
        wanted = ALIGNMENT_ARTIFACTS.get(artifact, mage.alignment)
        if wanted != mage.alignment:
            return "DEM-2", f"the {artifact} answers to {wanted.capitalize()} mages only"
        return None

    def _follow(self, order: Order, phase: int) -> None:
        """What the order certainly takes from him, and the most it may give him."""
        mage = self.mage
        match order:
            case Move(direction):
                self._walk(direction, phase)
            case Rest():
                here = self.world.terrain_at(mage.space) if mage.space == self.start else 0
                twice = 2 if "helm" in mage.artifacts or "BoEnd" in mage.effects else 1
                mage.endurance = min(mage.max_endurance, mage.endurance + REST_RATE[here] * twice)
            case Meditate():
                mage.arcania = min(mage.max_arcania, mage.arcania + meditation(mage, True))
            case Cast():
                self._read(order)
            case Drop(things):
                self._part_with(things)
            case Give(things):
                self._part_with(things)
                self._follow(REST, phase)  # what it is where he who is to get it is elsewhere (SEQ-3)
            case Demand():
                mage.demands += 1
            case Search() if not mage.is_ebon:
                for thing in self.world.lying.get(mage.space, ()):  # all that lies there is picked up (SRCH-1)
                    _, cloak, colour = thing.partition("cloak:")
                    (mage.cloaks if cloak else mage.artifacts).append(colour or thing)
            case _:
                pass

    def _walk(self, direction: str, phase: int) -> None:
        mage = self.mage
        if mage.space == self.start:
            mage.endurance -= half_up(leaving_factor(self.world, mage) * move_percent(mage, phase), 100)
        if mage.space != NOWHERE:
            mage.space = NEIGHBOUR[direction][mage.space]
        mage.moves += 1

    def _read(self, order: Cast) -> None:
        mage = self.mage
        place = find_scroll(mage, order.scroll)
        scroll = mage.scrolls[place]
        code = scroll.code
        mage.arcania -= FIGURES[self.world.figures][code].cost(order.major)
        if not scroll.until:
            mage.scrolls.pop(place)
        else:
            mage.scrolls[place] = replace(scroll, reads=scroll.reads + 1)
        if code == "Heals":
            mage.endurance = mage.max_endurance
        elif code in ("BoEnd", "BoArc"):
            mage.effects[code] = self.world.moment
            if order.major and code == "BoArc":
                mage.max_arcania += MOST_BOOST
            elif order.major:
                mage.max_endurance += MOST_BOOST
        elif code in ("TelPt", "Chaos"):
            mage.space = NOWHERE
        elif code == "ProSp":
            self._prolong(order)
        elif code == "SpAid":
            mage.effects["SpAid"] = self.world.moment

    def _prolong(self, order: Cast) -> None:
        place = find_scroll(self.mage, order.parameter)
        if place >= 0:
            self.mage.scrolls[place] = replace(self.mage.scrolls[place], until=self.world.moment + 1)

    def _part_with(self, things: tuple[str, ...]) -> None:
        got = find_all(self.mage, things)
        for thing in got if isinstance(got, list) else ():
            if isinstance(thing, Scroll):
                self.mage.scrolls.remove(thing)
            elif thing.startswith("cloak:"):
                self.mage.cloaks.remove(thing.removeprefix("cloak:"))
            else:
                self.mage.artifacts.remove(thing)


def understanding(read: Checked) -> Understanding:
    """The five phases, each with its error or its warning; then what is wrong beside them."""
    wrong: dict[int, LineFault] = {}
    beside: list[LineFault] = []
    for fault in read.faults:
        if fault.phase and fault.phase not in wrong:
            wrong[fault.phase] = fault
        else:
            beside.append(fault)
    warned = {warning.phase: warning for warning in read.warnings}
    lines = []
    for phase, order in enumerate(read.orders, 1):
        line = Line(text=order, number=phase)
        if phase in wrong:
            line = replace(line, mark=Mark.ERROR, said=str(wrong[phase]))
        elif phase in warned:
            line = replace(line, mark=Mark.WARNING, said=warned[phase].text, rule=warned[phase].rule)
        lines.append(line)
    return Understanding(lines=(*lines, *map(unread, beside)))


def _addressee(said: Sequence[str], roster: Roster) -> str | Fault:
    if not said:
        return Fault("say to whom: MESSAGE TO D (or a colour, or ALL)")
    if list(said) in (["ALL"], ["ALL", "MAGES"], ["EVERYONE"], ["EVERYBODY"]):
        return EVERYBODY
    plain = [w for w in said if w not in ("TEAM", "THE", "CLOAK", "CLOAKS", "MAGES")]
    if len(plain) == 1 and plain[0].lower() in COLOURS:
        return plain[0].lower()
    if plain == ["BLACK"]:
        return Fault("Black is no colour: write to mages by letter, or to ALL")
    return read_mage(said, roster)


class MagikaOrders(NumberedOrders[Order, World]):
    """The sheets of Magika."""

    def __init__(self) -> None:
        super().__init__(
            LINES,
            known_of(None),
            seat_words=("MAGE", "SEAT"),
            seat_pattern="[A-M]|EBON",
            seat=read_mage,
            addressee=_addressee,
            address={EBON: "EBON"} | {colour: colour.upper() for colour in COLOURS},
            verbs=VERBS,
            blank=REST,
            numbered=PHASES,
            messages=MESSAGES,
        )

    known_by = staticmethod(known_of)
    """Mages may be called by their characters' names."""

    def names_for(self, memory: Memory) -> Roster:
        """The characters' names a mage read from close by (RECON-3)."""
        return {letter: seen.name for letter, (seen, _) in memory.mages.items() if seen.name}

    def understood(self, sheet: Sheet, seat: str, known: World | None) -> Understanding:
        """Five orders as understood, errors, and warnings of what the mage as he stands could not do."""
        return understanding(check(sheet, known, seat or None))

    def forecast(self, sheet: Sheet, seat: str, known: World, memory: Memory) -> str:
        """What the orders come to if nobody interferes and chance falls the likelier way (RECON-10)."""
        return forecast_text(foreseen(known, seat, memory, self.listed(sheet)))

    def summary(self, sheet: Sheet, known: World | None) -> Data:
        """The same as data."""
        read = check(sheet, known)
        return read._asdict() | {"faults": [asdict(f) for f in read.faults]}

    def form(self, game: str, turn: int, state: World, seat: str, _memory: Memory | None) -> str:
        """A sheet to fill in, with what the mage holds as hints."""
        mage = state.mages[seat]
        return order_form(game, turn, seat, mage.name, [scroll.code for scroll in mage.scrolls], mage.items())


ORDERS = MagikaOrders()
