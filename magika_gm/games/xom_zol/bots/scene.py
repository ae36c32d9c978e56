"""A built-in player's head: the position of his turn file, on which he tries his orders out before he writes them."""

from __future__ import annotations

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import named_record
from magika_gm.games.xom_zol.cards.model import HIDDEN, Card
from magika_gm.games.xom_zol.orders.lines import write_order
from magika_gm.games.xom_zol.orders.model import (
    Aim,
    BlockBy,
    BlockDefault,
    Cast,
    CounterFrom,
    Keep,
    Named,
    Order,
    Part,
    Ref,
    Use,
)
from magika_gm.games.xom_zol.rules.casting import cast, use
from magika_gm.games.xom_zol.rules.figures import looks
from magika_gm.games.xom_zol.rules.refusals import No
from magika_gm.games.xom_zol.rules.sequence import draw_phase, power, upkeep
from magika_gm.games.xom_zol.rules.state import Piece, State
from magika_gm.games.xom_zol.rules.terms import Verb, Word, other
from magika_gm.games.xom_zol.rules.turn import GameOver, Plan, Turn

# What tells the built-in players apart (BOT-1, BOT-2).


@named_record
class Temper:
    """A built-in player's character.

    ``force`` life a card while own life is over ``force_over``; ``keeps`` whether mana is kept for counters;
    ``strikes_first`` whether all but damage, uses, hasty creatures, augments and channels waits for the assault;
    ``counter_from`` costs from which creatures, and other cards, are countered.
    """

    name: str
    summary: str
    force: int = 0
    force_over: int = 0
    keeps: bool = True
    strikes_first: bool = False
    counter_creatures: int = 4
    counter_others: int = 2
    wall_at: int = 0
    """Life at which it counter-assaults with everybody."""
    player_at: int = 0
    """The enemy's life at which damage that may goes at him."""


CAREFUL = Temper(name="careful", summary="builds up, assaults where it is safe, answers what costs much")
BOLD = Temper(
    name="bold",
    summary="forces, assaults whenever it is in the majority, keeps nothing back",
    force=3,
    force_over=20,
    keeps=False,
    strikes_first=True,
    counter_creatures=6,
    counter_others=6,
    wall_at=10,
    player_at=12,
)


SILENT = (CounterFrom(None), BlockBy(BlockDefault.FAIR))
"""What is supposed of the other side while orders are tried out."""


class Mind:
    """The position as it will be when the own lines run, and the lines written so far."""

    def __init__(self, state: State, seat: str, temper: Temper, seed: bytes) -> None:
        self.temper = temper
        self.side = seat
        self.foe = other(seat)
        self.lines: list[str] = []
        self.over = False
        next_is_own = state.turn_side(state.turn + 1) == seat
        self.own_turn = state.acts_next(seat)
        state.turn += 1 if next_is_own or not self.own_turn else 2
        state.active = self.side if self.own_turn else self.foe
        self.turn = Turn(state, Dice(seed, state.mail_turn + 1))
        self.turn.act = Plan(side=state.active, part=Part.ACT, lines=[])
        self.turn.react = Plan(side=state.passive, part=Part.REACT, lines=SILENT if self.own_turn else ())
        try:
            power(self.turn)
            if self.own_turn:
                draw_phase(self.turn, state.turn)
                upkeep(self.turn)
        except GameOver:
            self.over = True

    @property
    def state(self) -> State:
        """The position after the lines tried out so far."""
        return self.turn.state

    @property
    def game_turn(self) -> int:
        """The game turn that is planned."""
        return self.state.turn

    def life(self, side: str = "") -> int:
        """A side's life, the own one unless said."""
        return self.state.sides[side or self.side].life

    def held(self) -> list[Card]:
        """Own cards in hand, by name."""
        return [self.state.cards[name] for name in self.state.sides[self.side].hand if name != HIDDEN]

    def mine(self) -> list[Piece]:
        """Own creatures that exist."""
        return self.state.creatures(self.side)

    def theirs(self) -> list[Piece]:
        """The enemy's creatures that exist."""
        return self.state.creatures(self.foe)

    def strength(self, pieces: list[Piece]) -> int:
        """The sum of some creatures' S."""
        return sum(looks(self.state, p.ref).s for p in pieces)

    def keep(self, letters: int) -> None:
        """Keep mana ready from here on (KEEP)."""
        self.turn.act.lines = [Keep(letters)]
        self.lines.append(write_order(Keep(letters)))

    def force(self) -> int:
        """Life a card may be forced with."""
        return self.temper.force if self.life() > self.temper.force_over else 0

    def say(self, line: str) -> None:
        """Write a line without trying it out."""
        self.lines.append(line)

    def order(self, card: Card, aim: Aim = (), behind: str = "") -> Cast:
        """A CAST line; mana cards are never forced."""
        force = 0 if card.is_mana else self.force()
        return Cast(card=Named(card.name), aim=aim, behind=Ref(behind) if behind else None, force=force)

    def try_cast(self, card: Card, aim: Aim = (), behind: str = "") -> bool:
        """Try to cast a card; if it can be, its line is written. Effects that make mana are used where that helps."""
        order = self.order(card, aim, behind)
        got = self._run(order)
        if got is No.NOT_PAID and self._make_mana(order):
            return True
        return self._note(order, got)

    def try_use(self, piece: Piece, aim: Aim = (), times: int = 1) -> bool:
        """Try to use an effect; if it can be, its line is written."""
        order = Use(what=Ref(piece.ref), aim=aim, times=times)
        return self._note(order, self._run(order))

    def _note(self, order: Order, got: No | Word) -> bool:
        if isinstance(got, No):
            return False
        self.lines.append(write_order(order))
        return True

    def _run(self, order: Cast | Use) -> No | Word:
        if self.over:
            return No.NOT_REACHED
        try:
            return cast(self.turn, self.side, order) if isinstance(order, Cast) else use(self.turn, self.side, order)
        except GameOver:
            self.over = True
            return Word.DONE

    def mana_makers(self) -> list[Piece]:
        """Ready cards whose effect makes mana."""
        return [
            p
            for p in self.state.of(self.side)
            if p.exists and not p.committed and p.card.rules.use and p.card.rules.use.effect.verb is Verb.MANA
        ]

    def _make_mana(self, order: Cast) -> bool:
        """Use effects that make mana, one after another, until the cast can be paid; else leave all as it was."""
        before, told = self.turn.state.copy(), len(self.turn.told)
        lines: list[str] = []
        for piece in self.mana_makers():
            used = Use(what=Ref(piece.ref))
            if isinstance(self._run(used), No):
                continue
            lines.append(write_order(used))
            got = self._run(order)
            if not isinstance(got, No):
                self.lines += [*lines, write_order(order)]
                return True
            if got is not No.NOT_PAID:
                break
        self.turn.state = before
        del self.turn.told[told:]
        return False
