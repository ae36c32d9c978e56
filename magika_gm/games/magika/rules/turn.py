"""A turn being resolved: the working world, the dice, and what has been told so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from magika_gm.engine.dice import Dice
from magika_gm.engine.told import Told
from magika_gm.games.magika.orders.lines import write_order
from magika_gm.games.magika.orders.model import Order
from magika_gm.games.magika.rules.acts import Ruling
from magika_gm.games.magika.rules.arena import distance
from magika_gm.games.magika.rules.enchantments import factor
from magika_gm.games.magika.rules.events import Event, FellUnconscious, OrderRefused
from magika_gm.games.magika.rules.refusals import Refusal, Why
from magika_gm.games.magika.rules.state import Mage, World
from magika_gm.games.magika.rules.tasks import apply

RECOGNISED_WITHIN = 2
"""A victim knows the caster within this ring (CAST-16)."""


class Turn:
    """State shared by the steps of a phase.

    ``orders`` holds this phase's orders by letter; ``resting`` the letters whose order became Rest (SEQ-3);
    ``endurance`` and ``arcania`` the figures at the start of the phase (SEQ-5); ``rulings`` the game master's on casts
    by (letter, phase) (CAST-5).
    """

    __slots__ = ("arcania", "dice", "endurance", "orders", "phase", "resting", "rulings", "step", "told", "world")

    def __init__(self, world: World, dice: Dice) -> None:
        self.world = world
        self.dice = dice
        self.phase = 0
        self.step = 0
        self.told: list[Told[Event]] = []
        self.orders: dict[str, Order] = {}
        self.resting: set[str] = set()
        self.rulings: dict[tuple[str, int], Ruling] = {}
        self.endurance: dict[str, int] = {}
        self.arcania: dict[str, int] = {}

    def begin_phase(self, phase: int, orders: dict[str, Order]) -> None:
        """Set the phase's orders and remember the figures precedence is decided by."""
        self.phase = self.dice.phase = phase
        self.orders = orders
        self.resting.clear()
        for letter, mage in self.world.mages.items():
            self.endurance[letter] = mage.endurance
            self.arcania[letter] = mage.arcania

    def tell(self, event: Event, audience: str = "", blurred: Event | None = None, dimly: str = "") -> None:
        """Apply an event to the world and record it, with who perceives it and in which form."""
        apply(self.world, event)
        self.told.append(
            Told(phase=self.phase, step=self.step, event=event, audience=audience, blurred=blurred, dimly=dimly)
        )

    def refuse(self, mage: Mage, order: Order, rule: str, reason: Refusal) -> None:
        """The order becomes Rest (SEQ-3)."""
        self.resting.add(mage.letter)
        self.tell(OrderRefused(mage.letter, write_order(order), rule, reason), mage.letter)

    def able(self, kind: type, barred_by: str = "") -> list[tuple[Mage, Order]]:
        """Mages with an order of that kind who are fit to carry it out, by letter.

        Status is looked at now, when the step comes up (MAGE-6). ``barred_by`` names the spell that keeps such an
        order from being carried out: Plyze (nothing instead, SEQ-4) or AntMa (Rest instead).
        """
        found = []
        for letter, order in self.orders.items():
            if order.__class__ is not kind:
                continue
            mage = self.world.mages[letter]
            if mage.unconscious:
                self.refuse(mage, order, "MAGE-6", Refusal(Why.UNCONSCIOUS))
            elif mage.endurance < 10:
                self.refuse(mage, order, "MAGE-6", Refusal(Why.EXHAUSTED))
            elif barred_by and barred_by in mage.effects:
                if barred_by == "Plyze":
                    refusal = OrderRefused(letter, write_order(order), "SEQ-4", Refusal(Why.PARALYSED), "nothing")
                    self.tell(refusal, letter)
                else:
                    self.refuse(mage, order, barred_by, Refusal(Why.NO_MAGIC))
            else:
                found.append((mage, order))
        return found

    def ranked(self, mages: Iterable[Mage], key: Callable[[Mage], tuple[int, ...]], rule: str) -> list[Mage]:
        """Mages by ``key`` (lowest first); equals go by a roll, higher first, then by letter (SEQ-5)."""
        keyed = sorted(((key(m), m.letter, m) for m in mages), key=lambda k: k[:2])
        if len(keyed) < 2:
            return [k[2] for k in keyed]
        done: list[Mage] = []
        i = 0
        while i < len(keyed):
            j = i + 1
            while j < len(keyed) and keyed[j][0] == keyed[i][0]:
                j += 1
            tied = [k[2] for k in keyed[i:j]]
            if len(tied) > 1:
                rolls = {m.letter: self.dice.d100("tie", m.letter, rule) for m in tied}
                tied.sort(key=lambda m: (-rolls[m.letter], m.letter))
            done.extend(tied)
            i = j
        return done

    def by_precedence(self, mages: Iterable[Mage], magical: bool) -> list[Mage]:
        """SEQ-5: higher endurance (physical) or arcania (magical), the Ebon Mage, harder terrain, a roll."""
        figures = self.arcania if magical else self.endurance
        return self.ranked(
            mages,
            lambda m: (-figures[m.letter], 0 if m.is_ebon else 1, -factor(self.world, m)),
            "SEQ-5",
        )

    def lose_endurance(self, mage: Mage, before: int) -> None:
        """After a loss from ``before``: at 0 he falls unconscious (MAGE-5)."""
        if before > 0 and mage.endurance <= 0 and not mage.unconscious:
            self.tell(FellUnconscious(mage.letter), mage.letter)

    def strike(self, event: Event, anonymous: Event, victim: Mage, caster: Mage) -> None:
        """Tell what a spell did to ``victim``; he knows the caster only as CAST-16 lets him."""
        if recognises(victim, caster):
            self.tell(event, victim.letter)
        else:
            self.tell(event, "", anonymous, victim.letter)


def recognises(victim: Mage, caster: Mage) -> bool:
    """Whether the victim's report may name the caster (CAST-16)."""
    if victim is caster:
        return True
    return "InvSp" not in caster.effects and distance(victim.space, caster.space) <= RECOGNISED_WITHIN


def letters(mages: Sequence[Mage]) -> str:
    """Letters of some mages, sorted."""
    return "".join(sorted({m.letter for m in mages}))
