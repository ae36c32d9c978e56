"""Counter-assaulting: who may counter whom, BLOCK lines, the default (ASLT-4 to ASLT-8, POL-4)."""

from __future__ import annotations

from collections.abc import Iterable

from magika_gm.games.xom_zol.events import CounterAssigned
from magika_gm.games.xom_zol.figures import fits, looks
from magika_gm.games.xom_zol.orders.forms import Aim, Block, BlockBy, BlockDefault, Hold, Named, Ranked, Ref
from magika_gm.games.xom_zol.rules.aims import best, own_pieces
from magika_gm.games.xom_zol.rules.availability import available, can_meet, shields
from magika_gm.games.xom_zol.rules.conditions import hold
from magika_gm.games.xom_zol.rules.duel import grade
from magika_gm.games.xom_zol.rules.refusals import No
from magika_gm.games.xom_zol.rules.turn import Turn
from magika_gm.games.xom_zol.state import Combat, Piece
from magika_gm.games.xom_zol.words import Word

ACCEPTABLE = 2
"""Grades FAIR assigns without need."""


class Blocking:
    """One step C. ``targets`` are the assaulters it is for; ``meetable`` first-rank assaulters that some creature
    available at the first C can meet.
    """

    def __init__(self, turn: Turn, combat: Combat, targets: Iterable[str], meetable: frozenset[str]) -> None:
        self.turn, self.state, self.combat = turn, turn.state, combat
        pieces = turn.state.pieces
        self.targets = [pieces[ref] for ref in targets if ref in pieces]
        own = turn.state.sides[turn.react.side]
        used = combat.countering()
        self.free = [p for p in available(turn.state, turn.react.side) if p.ref not in used]
        fronts = {front for front, _ in own.columns}
        self.front = {p.ref for p in self.free if p.ref in fronts}
        self.meets = {(c.ref, q.ref) for c in self.free for q in self.targets if can_meet(turn.state, c, q)}
        first = [pieces[ref] for ref in combat.first if ref in meetable and ref in pieces]
        self.guards = {
            q.ref: [p.ref for p in first if shields(turn.state, p, q)] for q in self.targets if q.ref in combat.second
        }
        self.must_die = turn.state.options.front_must_die
        held = [pick for line in turn.react.lines if isinstance(line, Hold) for pick in line.what]
        self.held = {p.ref for p in own_pieces(turn.state, turn.react.side, held)}

    def open(self, target: Piece) -> bool:
        """Whether the attacker's ranks leave an assaulter open to be countered (ASLT-6)."""
        guards = self.guards.get(target.ref, ())
        if self.must_die:
            return not guards  # those that are left in play live
        return all(self.combat.counters[ref] for ref in guards)

    def may(self, counter: Piece, target: Piece) -> bool:
        """Whether a creature not yet assigned can now legally counter an assaulter (ASLT-4 to ASLT-7)."""
        if (counter.ref, target.ref) not in self.meets or not self.open(target):
            return False
        return counter.ref in self.front or not self.waits_for_front()

    def waits_for_front(self) -> bool:
        """Whether some front creature not yet assigned can counter: then the rear may not (ASLT-7)."""
        fronts = [p for p in self.free if p.ref in self.front]
        return any((p.ref, q.ref) in self.meets and self.open(q) for p in fronts for q in self.targets)

    def assign(self, counter: Piece, target: Piece) -> None:
        """Let a creature counter an assaulter."""
        self.turn.tell(CounterAssigned(counter.ref, target.ref))
        self.free.remove(counter)

    # --- BLOCK lines (ASLT-8) ---

    def by_lines(self) -> None:
        """Carry out BLOCK lines: the first unused one that can be, again from the top, until none can."""
        plan = self.turn.react
        unused = [i for i, line in enumerate(plan.lines) if isinstance(line, Block) and plan.word(i) is not Word.DONE]
        while True:
            done = next((i for i in unused if self._line(i)), None)
            if done is None:
                return
            unused.remove(done)

    def _line(self, i: int) -> bool:
        plan = self.turn.react
        line = plan.lines[i]
        assert isinstance(line, Block)
        if not hold(self.state, plan.side, line.when, None):
            plan.settle(i, Word.NO, No.CONDITION)
            return False
        if line.by:
            creatures = [p for p in own_pieces(self.state, plan.side, line.by) if p in self.free]
        else:
            creatures = [p for p in self.free if p.ref not in self.held]
        target = self._aim(line.aim, creatures)
        if target is None:
            plan.settle(i, Word.NO, No.NOT_ASKED)
            return False
        if line.by:
            for creature in creatures:
                if self.may(creature, target):
                    self.assign(creature, target)
        else:
            able = [p for p in creatures if self.may(p, target)]
            self.assign(min(able, key=lambda p: (p.card.size, self.state.order(p))), target)
        plan.settle(i, Word.DONE)
        return True

    def _aim(self, aim: Aim, creatures: list[Piece]) -> Piece | None:
        """The assaulter a BLOCK line means, among those that one of its creatures can counter."""
        open_to = [q for q in self.targets if any(self.may(c, q) for c in creatures)]
        for item in aim:
            match item:
                case Ref(ref):
                    found = next((q for q in open_to if q.ref == ref), None)
                case Named(name):
                    those = [q for q in self.targets if q.card.name == name]
                    found = those[0] if len(those) == 1 and those[0] in open_to else None
                case Ranked(rank, terms, whose) if whose != "MY":
                    found = best(self.state, rank, (q for q in open_to if fits(self.state, q, terms)))
                case _:
                    found = None
            if found is not None:
                return found
        return None

    # --- the default (POL-4) ---

    def by_default(self) -> None:
        """FAIR, WALL or NONE."""
        how = self._default()
        if how is BlockDefault.NONE:
            return
        grades: dict[tuple[str, str], int] = {}
        while True:
            pairs = self._pairs(grades)
            good = [p for p in pairs if p[0] <= -ACCEPTABLE]
            if not good and how is BlockDefault.FAIR and not self._deadly():
                return
            chosen = min(good or pairs, key=lambda p: p[:-2], default=None)
            if chosen is None:
                return
            self.assign(chosen[-1], chosen[-2])

    def _default(self) -> BlockDefault:
        given = self.turn.react.last(BlockBy)
        if isinstance(given, BlockBy):
            return given.how
        ordered = any(isinstance(line, Block | Hold) for line in self.turn.react.lines)
        return BlockDefault.NONE if ordered else BlockDefault.FAIR

    def _pairs(
        self, grades: dict[tuple[str, str], int]
    ) -> list[tuple[int, int, tuple[int, bool], int, tuple[int, bool], Piece, Piece]]:
        """Legal pairs of an assaulter not yet countered and a creature not held, keyed best first."""
        pairs = []
        for q in self.targets:
            if self.combat.counters[q.ref]:
                continue
            for c in self.free:
                if c.ref in self.held or not self.may(c, q):
                    continue
                pair = (q.ref, c.ref)
                if pair not in grades:
                    grades[pair] = grade(self.state, q, c)
                strength = looks(self.state, q.ref).s
                order = self.state.order
                pairs.append((-grades[pair], -strength, order(q), c.card.size, order(c), q, c))
        return pairs

    def _deadly(self) -> bool:
        """Whether the S of all free assaulters, of both ranks, is at least the side's life."""
        pieces = self.state.pieces
        free = (ref for ref in self.combat.assaulters if ref in pieces and not self.combat.counters[ref])
        return sum(looks(self.state, ref).s for ref in free) >= self.state.sides[self.turn.react.side].life


def meetable(turn: Turn, combat: Combat) -> frozenset[str]:
    """First-rank assaulters that some available creature can meet; the others protect nobody (ASLT-6)."""
    those = available(turn.state, turn.react.side)
    pieces = turn.state.pieces
    return frozenset(ref for ref in combat.first if any(can_meet(turn.state, c, pieces[ref]) for c in those))


def counter_assault(turn: Turn, targets: Iterable[str], meetable_first: frozenset[str]) -> None:
    """Step C: BLOCK lines, then the default."""
    assert turn.state.combat is not None
    blocking = Blocking(turn, turn.state.combat, targets, meetable_first)
    if blocking.targets:
        blocking.by_lines()
        blocking.by_default()
