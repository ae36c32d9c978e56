"""Why a turn came out as it did (``engine.trace``): orders with the checks they went through, who came first, what was
told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import values
from magika_gm.engine.told import Told
from magika_gm.engine.trace import GameTrace, Watched
from magika_gm.games.magika.orders.lines import write_order
from magika_gm.games.magika.orders.model import Move, Order
from magika_gm.games.magika.rules.enchantments import alignment_bonus, casting_skill, skill_now
from magika_gm.games.magika.rules.events import Confused, Event, Moved, OrderRefused, Rested, SpellTried
from magika_gm.games.magika.rules.legality import checks
from magika_gm.games.magika.rules.sequence import EVENT_SEQUENCE, play
from magika_gm.games.magika.rules.spellbook import SPELL
from magika_gm.games.magika.rules.state import Mage, World
from magika_gm.games.magika.rules.tables import LETTERS
from magika_gm.games.magika.rules.turn import Turn


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
        named = [v for v in values(told.event) if isinstance(v, str) and len(v) == 1 and v.isupper()]
        return "".join(sorted({*told.audience, *told.dimly, *named}))

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
