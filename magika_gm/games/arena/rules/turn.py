"""A turn being resolved: the working state, the dice, and what has been told so far."""

from __future__ import annotations

from collections.abc import Mapping

from magika_gm.engine.dice import Dice
from magika_gm.engine.rules import Telling, apply
from magika_gm.games.arena.orders.lines import write_order
from magika_gm.games.arena.orders.model import Order
from magika_gm.games.arena.rules.events import Event, HexTaken, LineDropped
from magika_gm.games.arena.rules.refusals import Code, Refusal
from magika_gm.games.arena.rules.state import Creature, State
from magika_gm.games.arena.rules.terms import OTHER, SIDES
from magika_gm.games.arena.rules.units import idle

BOTH = SIDES


class Turn(Telling[State]):
    """What the steps of a player turn share.

    ``orders`` are the sheets' turn orders; standing orders are the state's. ``part`` is the player turn's number in
    its mail turn. A *silent* turn is a reckoning on a copy (MAIL-9): nothing of it is recorded.
    """

    __slots__ = ("orders", "part", "silent")

    def __init__(self, state: State, dice: Dice, *, silent: bool = False) -> None:
        super().__init__(state, dice)
        self.silent = silent
        self.part = 0
        self.orders: Mapping[str, tuple[Order, ...]] = {"A": (), "B": ()}

    @property
    def active(self) -> str:
        """The active player (SEQ)."""
        return self.state.now.active

    @property
    def opponent(self) -> str:
        """The other one."""
        return OTHER[self.state.now.active]

    @property
    def phase(self) -> int:
        """The player turn, in its mail turn."""
        return self.part

    def begin(self, phase: int) -> None:
        """A step of the player turn begins; rolls are keyed by it."""
        self.step = self.dice.phase = int(phase)

    def tell(self, event: Event, audience: tuple[str, ...] = BOTH) -> None:
        """Apply an event to the state and record it with who learns of it (INFO)."""
        if self.silent:
            apply(self.state, event)
        else:
            self.record(event, audience)

    def drop(self, order: Order, refusal: Refusal, side: str = "") -> None:
        """A line, of the active side's if nobody else's, or what is left of it, is not carried out; its writer is told
        (MAIL-7)."""
        whose = side or self.active
        if not self.silent:
            self.record(LineDropped(whose, write_order(order), refusal), (whose,))

    def fork(self) -> Turn:
        """A silent turn on a copy of the state."""
        other = Turn(self.state.copy(), self.dice, silent=True)
        other.orders = self.orders
        other.step = self.step
        return other

    def take_hex(self, place: int) -> None:
        """CTRL-2: a creature of the active player moved through or into a hex."""
        state = self.state
        floor = place & ~1
        enemy = OTHER[state.now.active]
        held = any(
            c.place == floor and c.side == enemy and not c.dead and not idle(state, c) for c in state.creatures.values()
        )
        self.set_control(place >> 1, enemy if held else state.now.active)

    def set_control(self, hex_: int, side: str) -> None:
        """Tell of a change of control, if it is one."""
        before = self.state.control[hex_]
        if before != side:
            self.tell(HexTaken(hex_, side, before))

    def settle_control(self) -> None:
        """CTRL-3: who stands alone on a hex, or with nobody on the ground alone above it, controls it."""
        state = self.state
        standing: dict[int, str] = {}
        for creature in state.creatures.values():
            if not creature.dead and not idle(state, creature):
                before = standing.get(creature.place, "")
                if creature.side not in before:
                    standing[creature.place] = before + creature.side
        for place in sorted(standing):
            sides = standing[place]
            if len(sides) == 1 and (not place & 1 or place - 1 not in standing):
                self.set_control(place >> 1, sides)

    def own_creature(self, ref: str, side: str) -> Creature | Refusal:
        """A creature a player may give orders to: alive, on his side, not idle."""
        found = creature_of(self.state, ref, side)
        if isinstance(found, Refusal):
            return found
        if found.side != side:
            return Refusal("SEQ", Code.NOT_YOURS, found.id)
        if idle(self.state, found):
            return Refusal("VEH-2", Code.IDLE, found.id)
        return found


def is_id(ref: str) -> bool:
    """Whether a reference is an id rather than a name."""
    return ref[-1:].isdigit()


def creature_of(state: State, ref: str, side: str) -> Creature | Refusal:
    """The living creature an id or a name means for ``side``."""
    if is_id(ref):
        found = state.creatures.get(ref)
        if found is None:
            return Refusal("ORD-2", Code.UNKNOWN, ref)
        return Refusal("ORD-2", Code.DEAD, ref) if found.dead else found
    named = [c for c in state.living() if c.kind.name == ref and c.side == side]
    if len(named) != 1:
        return Refusal("ORD-2", Code.AMBIGUOUS, ref)
    return named[0]


def item_of(state: State, ref: str, side: str) -> str | Refusal:
    """The id of the item an id or a name means for ``side``: borne by his, or lying and of his army (ORD-2)."""
    if is_id(ref):
        found = state.items.get(ref)
        if found is None:
            return Refusal("ORD-2", Code.UNKNOWN, ref)
        return Refusal("ORD-2", Code.DEAD, ref) if found.gone else ref
    named = [
        i.id
        for i in state.items.values()
        if i.kind.name == ref and not i.gone and (state.creatures[i.by].side == side if i.by else i.id[1] == side)
    ]
    if len(named) != 1:
        return Refusal("ORD-2", Code.AMBIGUOUS, ref)
    return named[0]


def next_id(state: State, letter: str) -> str:
    """The next id of a letter: A, B (creatures), C (corpses), N (enchantments) (ORD-2)."""
    return f"{letter}{state.made[letter] + 1}"
