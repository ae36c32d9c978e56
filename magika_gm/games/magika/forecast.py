"""What a sheet of orders would do to its mage if nobody interfered: from what he knows, and never more (RECON-10).

The turn is resolved by the rules themselves, on a world that holds nothing but the mage's own record and the terrain he
remembers, with dice that fall the likelier way: the game's own dice and everybody else stay out of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import mutable
from magika_gm.engine.told import Told
from magika_gm.engine.words import true_minus, words_of
from magika_gm.games.magika.orders.lines import read_mage, write_order
from magika_gm.games.magika.orders.model import Cast, Demand, Don, Drop, Give, Order
from magika_gm.games.magika.orders.offers import thing_word
from magika_gm.games.magika.rules import events as e
from magika_gm.games.magika.rules.arena import NAME, SPACES, distance
from magika_gm.games.magika.rules.enchantments import casting_skill, factor, search_bonus
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.games.magika.rules.spellbook import SPELL
from magika_gm.games.magika.rules.state import FOR_GOOD, SEA, Mage, World, new_mage
from magika_gm.games.magika.rules.steps import MOST_VALUE
from magika_gm.games.magika.rules.tables import SEARCH_CHANCE, TERRAIN_NAMES, half_up
from magika_gm.games.magika.rules.tasks import apply
from magika_gm.games.magika.sight import Memory, full_spaces

LIKELIER = {
    "cast.success": [50], "cast.gain": [50], "cast.bonus": [50], "search.find": [101], "search.cost": [40],
    "resist": [50], "ebon.drop": [50], "chaos.drop": [50],
}  # fmt: skip
"""Rolls at their middle, so that what is likelier than not happens. No find is counted on: which scroll it would be
nobody knows."""
_OWN = ("Heals", "ElArr", "ProSp", "CkAid")
"""Spells whose effect on him depends on nobody else."""
WIDTH = 36
"""Columns of what is said of a phase, beside its figures: 72 in all."""
_WORDS = (
    (100, "surely"), (90, "almost surely"), (60, "probably"), (41, "about as likely as not"), (11, "probably not"),
    (1, "hardly"), (0, "not"),
)  # fmt: skip
_FAULTS = (AssertionError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError)
_LOST = (e.Confused, e.Torn, e.EbonCompelled)


@mutable
class Row:
    """A phase of the forecast: where he would be at its end and with how much, and what is to be said of it.

    ``phase`` 6 is the end of the turn. ``space`` is -1 once nobody can tell where he would be.
    """

    phase: int
    space: int
    endurance: int
    arcania: int
    order: str = ""
    notes: list[str] = field(default_factory=list)


def forecast(known: World, letter: str, memory: Memory, orders: Sequence[Order]) -> list[Row]:
    """Phase by phase what the orders would come to; [] where the rules fail on what he ordered.

    ``known`` is ``sight.known``'s. Averages where chance is in it; the game's dice are never asked.
    """
    start = known.copy()
    for shadow in _aimed_at(orders, letter):
        start.mages[shadow] = _shadow(shadow, start.mages[letter])
    played = {letter: [_alone(order, letter) for order in orders]}
    try:
        resolution = play_turn(start, played, Dice(b"forecast", known.turn + 1, LIKELIER), ())
        return _Teller(start.copy(), letter, memory, orders).rows(resolution.told)
    except _FAULTS:
        return []


def _alone(order: Order, letter: str) -> Order:
    """An order that needs others, as one that does the same to himself. A gift to himself stays what it is: illegal."""
    if isinstance(order, Give) and order.to != letter:
        return Drop(order.things)
    return Drop(()) if isinstance(order, Demand) else order


def _aimed_at(orders: Sequence[Order], letter: str) -> list[str]:
    """Others a spell names: without them the cast would be illegal, which he has no reason to expect."""
    named = [read_mage(words_of(o.parameter)) for o in orders if isinstance(o, Cast) and o.parameter]
    return sorted({name for name in named if isinstance(name, str) and name != letter})


def _shadow(letter: str, mage: Mage) -> Mage:
    """Somebody to name, in the corner farthest away, never in sight."""
    corner = max((SEA, SPACES - 1), key=lambda space: distance(space, mage.space))
    shadow = new_mage(letter, corner)
    shadow.endurance = 0
    shadow.effects = {"InvSp": FOR_GOOD}
    return shadow


class _Teller:
    """Follows what was told and keeps what concerns the mage."""

    def __init__(self, world: World, letter: str, memory: Memory, orders: Sequence[Order]) -> None:
        self.world, self.letter, self.memory, self.orders = world, letter, memory, orders
        self.lost = False
        self.full = full_spaces(world.mages[letter], memory)
        self.paid = {"endurance": 0, "arcania": 0}

    @property
    def mage(self) -> Mage:
        return self.world.mages[self.letter]

    def rows(self, told: Sequence[Told[e.Event]]) -> list[Row]:
        rows: list[Row] = []
        for record in told:
            event = record.event
            if isinstance(event, e.PhaseBegan):
                self._close(rows)
                rows.append(self._open(event.phase))
            elif rows:
                self._take(rows[-1], event)
            apply(self.world, event)
        self._close(rows)
        return [row for row in rows if row.phase <= 5 or row.notes]

    def _take(self, row: Row, event: e.Event) -> None:
        if isinstance(event, e.OrderRefused) and event.rule == "DROP-1" and self._gives(row.phase):
            event = replace(event, rule="GIVE-1")  # what he would give is dropped here: nobody else is there to take it
        note = self._note(event)
        if isinstance(event, e.OrderRefused) and note:
            row.notes.clear()
            self._unpay(row.phase)
        if note and note not in row.notes:
            row.notes.append(note)

    def _gives(self, phase: int) -> bool:
        return 1 <= phase <= len(self.orders) and isinstance(self.orders[phase - 1], Give)

    def _open(self, phase: int) -> Row:
        row = Row(phase=phase, space=0, endurance=0, arcania=0)
        if phase > len(self.orders):
            return row
        order = self.orders[phase - 1]
        row.order = write_order(order)
        if isinstance(order, Give):
            row.notes.append("if they may be taken")
            self.paid["endurance"] += order.endurance
            self.paid["arcania"] += order.arcania
        elif isinstance(order, Demand):
            row.notes.append("depends on the holder")
        elif isinstance(order, Don) and order.colour != "black":
            row.notes.append("if the team has room for you (CLK-2)")
        return row

    def _unpay(self, phase: int) -> None:
        """A gift that is refused costs nothing."""
        order = self.orders[phase - 1] if 1 <= phase <= len(self.orders) else None
        if isinstance(order, Give):
            self.paid["endurance"] -= order.endurance
            self.paid["arcania"] -= order.arcania

    def _close(self, rows: list[Row]) -> None:
        if not rows:
            return
        row, mage = rows[-1], self.mage
        row.space = -1 if self.lost else mage.space
        row.endurance = max(0, mage.endurance - self.paid["endurance"])
        row.arcania = max(0, mage.arcania - self.paid["arcania"])

    def _note(self, event: e.Event) -> str:
        """What to say of an event, before it is applied; "" for nothing."""
        if getattr(event, "mage", self.letter) != self.letter:
            return ""
        if isinstance(event, _LOST):
            self.lost = True
            why = "you must move (EBON-2): " if isinstance(event, e.EbonCompelled) else ""
            return f"{why}where to, nobody can tell"
        match event:
            case e.OrderRefused(rule=rule, instead=instead):
                return f"becomes Rest ({rule})" if instead == "rest" else f"nothing is done ({rule})"
            case e.SpellTried(code=code, major=major, needed=needed, why=why):
                return f"fails ({why})" if why else f"{_label(code, major)} works {chance_words(needed)}"
            case e.NoEffect(code=code, major=major, reason=reason):
                if code in _OWN:
                    return f"{_label(code, major)} can have no effect: {reason}"
                needed = casting_skill(self.mage, SPELL[code].alignment)
                return f"{_label(code, major)} works {chance_words(needed)}, if it can have an effect at all"
            case e.Moved(target=target, cost=cost):
                return true_minus(f"{-cost:+d} endurance, into {self._terrain(target)}")
            case e.Teleported(target=target):
                return f"into {self._terrain(target)}"
            case e.PickedUp(thing=thing):
                return f"{thing_word(thing)}, which lies here (SRCH-1)"
            case e.Searched(space=space, fruitless=True):
                return self._search(space)
            case e.FellUnconscious():
                return "UNCONSCIOUS for the rest of the turn (MAGE-5)"
            case e.FullyRested(amount=amount) if amount:
                return f"{amount:+d} endurance for five rests (REST-3)"
            case e.GoalReached():
                return "the Goal Square: the game ends (END-1)"
            case e.GlobeFormed():
                return "the Globe forms: the game ends (END-2)"
            case e.Converged():
                return "the three artifacts meet: the game ends (END-3)"
            case _:
                return ""

    def _terrain(self, space: int) -> str:
        if self.lost:
            return "terrain nobody can tell"
        full = f"; it was full when last seen, turn {self.full[space]} (MOVE-6)" if space in self.full else ""
        seen = self.memory.spaces.get(space)
        if seen is None:
            return f"{NAME[space]}, {'never seen and taken for plains' if space < SEA else 'ocean'}{full}"
        return f"{NAME[space]}, {TERRAIN_NAMES[seen[0]]}, last seen turn {seen[1]}{full}"

    def _search(self, space: int) -> str:
        if "SrchX" in self.mage.effects:
            return "no scroll can be found (SRCH-6)"
        chance = min(100, SEARCH_CHANCE[self.world.terrain_at(space)] + search_bonus(self.mage))
        toil = factor(self.world, self.mage)
        usual = LIKELIER["search.cost"][0]
        most, least = half_up(toil * (usual + MOST_VALUE), 100), half_up(toil * usual, 100)
        faint = " and may leave you unconscious" * (least < self.mage.endurance <= most)
        return f"a scroll {chance_words(chance)}; a find costs up to {most - least} more{faint} (SRCH-4)"


def _label(code: str, major: bool) -> str:
    return code + ("X" if major else "")


def chance_words(chance: int) -> str:
    """A chance in points, in words: ``probably (75 %)``."""
    points = max(0, min(100, chance))
    return next(f"{words} ({points} %)" for least, words in _WORDS if points >= least)


def forecast_text(rows: Sequence[Row]) -> str:
    """The forecast as the block of an acknowledgement, or "" for none."""
    if not rows:
        return ""
    lines = [
        "Forecast: what these orders come to if nobody interferes and every",
        "chance falls the likelier way. It knows what you know, and nothing of",
        "others.",
        "",
        "  phase  place  endurance  arcania",
    ]
    for row in rows:
        phase = str(row.phase) if row.phase <= 5 else "end"
        place = NAME[row.space] if row.space >= 0 else "?"
        notes = "; ".join(row.notes)
        head = f"  {phase:<5}  {place:<5}  {row.endurance:>9}  {row.arcania:>7}"
        lines.append(f"{head}  {row.order}" if row.order else head)
        lines += [f"{'':36}{part}" for part in _wrapped(notes)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _wrapped(notes: str) -> list[str]:
    import textwrap

    return textwrap.wrap(notes, WIDTH, break_on_hyphens=False) if notes else []
