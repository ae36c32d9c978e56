"""The assault (SEQ 3.4, ASLT): declare, choose, counter-assault, clash, damage; how a fight would end (POL-9)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from magika_gm.engine.records import mutable
from magika_gm.games.xom_zol.orders.model import (
    Aim,
    Assault,
    Block,
    BlockBy,
    BlockDefault,
    Hold,
    Host,
    Named,
    Ranked,
    Ref,
    Sabotage,
)
from magika_gm.games.xom_zol.rules.casting import run_window
from magika_gm.games.xom_zol.rules.effects import settle, triggers_of
from magika_gm.games.xom_zol.rules.events import (
    Aligned,
    AssaultDeclared,
    AssaultEnded,
    AssaultersChosen,
    Changed,
    CounterAssigned,
    Doomed,
    LifeChanged,
    Sabotaged,
    Struck,
    Why,
)
from magika_gm.games.xom_zol.rules.figures import (
    NONE,
    Looks,
    alignment_change,
    available,
    can_meet,
    eligible,
    fits,
    has,
    look,
    looks,
    may_assault,
    shields,
    slays,
)
from magika_gm.games.xom_zol.rules.refusals import No
from magika_gm.games.xom_zol.rules.state import Combat, Piece, State
from magika_gm.games.xom_zol.rules.targets import best, hold, own_pieces
from magika_gm.games.xom_zol.rules.terms import SIDES, CardType, Keyword, Moment, Window, Word, other
from magika_gm.games.xom_zol.rules.turn import Turn, Waiting

# DUEL and SAFE: how the fight of two alone would end (POL-9, POL-10).


@mutable
class _Fighter:
    s: int
    d: int
    damage: int
    swift: bool
    venom: bool
    dead: bool = False

    def check(self) -> None:
        self.dead = self.dead or (self.damage >= 1 and self.damage >= self.d)


def _fighter(state: State, own: Piece, foe: Piece) -> _Fighter:
    now = look(state)[own.ref]
    s = now.s + slays(now.keywords, [foe.card])
    change_s, change_d = alignment_change(own.card, foe.card)
    d = now.d
    if s + change_s >= 0 and d + change_d >= 0:
        s, d = s + change_s, d + change_d
    return _Fighter(
        s=s, d=d, damage=own.damage, swift=Keyword.SWIFT in now.keywords, venom=Keyword.VENOM in now.keywords
    )


def duel(state: State, assaulter: Piece, counter: Piece) -> tuple[bool, bool]:
    """Whether the assaulter and the counter would die, fighting alone, by FIGHT and ALN, no spells (POL-9)."""
    one, two = _fighter(state, assaulter, counter), _fighter(state, counter, assaulter)
    for swift in (True, False):
        blows = [(a, b) for a, b in ((one, two), (two, one)) if a.swift is swift and not a.dead and not b.dead]
        if not state.fog:
            for a, b in blows:
                b.damage += a.s
            for a, b in blows:
                b.dead = b.dead or (a.venom and a.s > 0)
        one.check()
        two.check()
    return one.dead, two.dead


def grade(state: State, assaulter: Piece, counter: Piece) -> int:
    """POL-4: 4 the assaulter alone dies; 3 neither; 2 both, the counter costing no more; 1 anything else."""
    its, mine = duel(state, assaulter, counter)
    if its and not mine:
        return 4
    if not its and not mine:
        return 3
    return 2 if its and counter.card.size <= assaulter.card.size else 1


def safe(state: State, side: str) -> list[Piece]:
    """POL-10: eligible creatures of S at least 1 that no available creature could meet and kill."""
    foes = available(state, other(side))
    chosen = [
        p
        for p in state.creatures(side)
        if look(state)[p.ref].s >= 1
        and may_assault(state, p)
        and not any(can_meet(state, foe, p) and duel(state, p, foe)[0] for foe in foes)
    ]
    return eligible(state, side, chosen)


# Counter-assaulting: who may counter whom, BLOCK lines, the default (ASLT-4 to ASLT-8, POL-4).


ACCEPTABLE = 2
"""Grades FAIR assigns without need."""


class Blocking:
    """One step C. ``targets`` are the assaulters it is for; ``guarding`` first-rank assaulters that protect."""

    def __init__(self, turn: Turn, combat: Combat, targets: Iterable[str], guarding: Collection[str]) -> None:
        self.turn, self.state, self.combat = turn, turn.state, combat
        pieces = turn.state.pieces
        self.targets = [pieces[ref] for ref in targets if ref in pieces]
        own = turn.state.sides[turn.react.side]
        used = combat.countering()
        self.free = [p for p in available(turn.state, turn.react.side) if p.ref not in used]
        fronts = {front for front, _ in own.columns}
        self.front = {p.ref for p in self.free if p.ref in fronts}
        self.meets = {(c.ref, q.ref) for c in self.free for q in self.targets if can_meet(turn.state, c, q)}
        first = [pieces[ref] for ref in combat.first if ref in guarding and ref in pieces]
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
        return _meant(self.state, aim, self.targets, open_to)

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


def guards(turn: Turn, combat: Combat) -> Collection[str]:
    """First-rank assaulters that protect (ASLT-6): all; by edition 1 those that some available creature can meet."""
    if turn.state.options.edition >= 2:
        return combat.first
    those = available(turn.state, turn.react.side)
    pieces = turn.state.pieces
    return frozenset(ref for ref in combat.first if any(can_meet(turn.state, c, pieces[ref]) for c in those))


def counter_assault(turn: Turn, targets: Iterable[str], guarding: Collection[str]) -> None:
    """Step C: BLOCK lines, then the default."""
    assert turn.state.combat is not None
    blocking = Blocking(turn, turn.state.combat, targets, guarding)
    if blocking.targets:
        blocking.by_lines()
        blocking.by_default()


# Damage (FIGHT): alignment and SLAYER first, then E1 for the swift, then E2 for the others.


E1, E2 = 345, 346
"""Step numbers of the two sub-steps."""
Blow = tuple[Piece, str, int]
"""Who deals combat damage, to a ref or a side, and how much."""


def fight(turn: Turn, ranks: Iterable[str]) -> None:
    """Step E for those assaulters and who counters them."""
    combat = turn.state.combat
    assert combat is not None
    refs = [ref for ref in ranks if ref in turn.state.pieces]
    fighters = [*refs, *(c for ref in refs for c in combat.counters[ref])]
    turn.at(3, E1)
    _fix_changes(turn, combat, refs)
    struck: set[str] = set()
    for step in (E1, E2):
        turn.at(3, step)
        pieces, now = turn.state.pieces, look(turn.state)
        striking = [
            pieces[ref]
            for ref in fighters
            if ref in pieces and ref not in struck and (step == E2 or Keyword.SWIFT in now[ref].keywords)
        ]
        struck.update(p.ref for p in striking)
        waiting = [] if turn.state.fog else _sub_step(turn, combat, striking, now)
        settle(turn, waiting)


def _fix_changes(turn: Turn, combat: Combat, refs: Sequence[str]) -> None:
    """FIGHT-1: alignment changes and SLAYER's, for all fights with a counter-assaulter still in play (ALN-5)."""
    state = turn.state
    now = look(state)
    told: list[Changed | Aligned] = []
    for ref in refs:
        assaulter = state.pieces[ref]
        counters = [state.pieces[c] for c in combat.counters[ref] if c in state.pieces]
        if not counters:
            continue
        places = state.sides[counters[0].side].columns
        at = {c: (j, i) for i, column in enumerate(places) for j, c in enumerate(column)}
        highest = min(counters, key=lambda p: (-p.card.align, at.get(p.ref, (2, 0))))
        pairs = [(assaulter, highest, [c.card for c in counters])]
        pairs += [(c, assaulter, [assaulter.card]) for c in counters]
        for own, foe, foes in pairs:
            bonus = slays(now[own.ref].keywords, foes)
            if bonus:
                told.append(Changed(own.ref, bonus, 0, own.ref))
            change = alignment_change(own.card, foe.card)
            if change != NONE:
                told.append(Aligned(own.ref, foe.ref, *change))
    for event in told:
        turn.tell(event)


def _sub_step(turn: Turn, combat: Combat, striking: Sequence[Piece], now: Mapping[str, Looks]) -> list[Waiting]:
    """E1 or E2: all damage at once, by the figures at its beginning (FIGHT-3). Gives the HIT triggers."""
    countering = combat.countering()
    blows: list[Blow] = []
    passing: list[tuple[Piece, int]] = []
    carried_on = turn.state.options.overrun_sabotage
    for piece in striking:
        s = now[piece.ref].s
        if piece.ref in countering:
            if countering[piece.ref] in turn.state.pieces:
                blows.append((piece, countering[piece.ref], s))
        elif combat.counters[piece.ref]:
            living = [turn.state.pieces[c] for c in combat.counters[piece.ref] if c in turn.state.pieces]
            *on_creatures, last = _among(turn, piece, living, now) or [(piece, "", 0)]
            if carried_on and last[1] == turn.react.side:
                passing.append((piece, last[2]))
                blows += on_creatures
            else:
                blows += [*on_creatures, last]
        else:
            passing.append((piece, s))
    for piece, s in sorted(passing, key=lambda one: turn.state.order(one[0])):
        if not (s >= 1 and _sabotages(turn, piece)) or Keyword.RAIDER in now[piece.ref].keywords:
            blows.append((piece, turn.react.side, s))
    return _land(turn, [blow for blow in blows if blow[2] > 0], now)


def _among(turn: Turn, assaulter: Piece, living: list[Piece], now: Mapping[str, Looks]) -> list[Blow]:
    """FIGHT-2: S goes to the living counter-assaulters by need, the rest to the player (OVERRUN) or to the last."""
    mine = now[assaulter.ref]
    overruns = Keyword.OVERRUN in mine.keywords
    venom = Keyword.VENOM in mine.keywords

    def need(piece: Piece) -> int:
        return 1 if venom else max(1, now[piece.ref].d - piece.damage)

    def key(piece: Piece) -> tuple[int, int, tuple[int, bool]]:
        by = (need(piece), -now[piece.ref].s)
        return (by[::-1] if turn.act.strikes_strongest else by) + (turn.state.order(piece),)

    left = mine.s
    blows: list[Blow] = []
    in_order = sorted(living, key=key)
    for piece in in_order:
        n = min(left, need(piece))
        left -= n
        if piece is in_order[-1] and not overruns:
            n, left = n + left, 0
        blows.append((assaulter, piece.ref, n))
    if overruns:
        blows.append((assaulter, turn.react.side, left))
    return blows


def _land(turn: Turn, blows: Sequence[Blow], now: Mapping[str, Looks]) -> list[Waiting]:
    """Deal the blows; VENOM, LEECH and HIT follow from them."""
    for dealer, at, n in blows:
        turn.tell(Struck(dealer.ref, at, n))
    waiting: list[Waiting] = []
    for dealer, at, n in blows:
        keywords = now[dealer.ref].keywords
        if at in SIDES:
            waiting += triggers_of(dealer, Moment.HIT)
        elif Keyword.VENOM in keywords:
            turn.tell(Doomed(at, dealer.ref))
        if Keyword.LEECH in keywords:
            turn.tell(LifeChanged(dealer.side, n, dealer.ref, Why.LEECH))
    return waiting


def _sabotages(turn: Turn, piece: Piece) -> bool:
    """Destroy a function by the first SABOTAGE line with this creature that has a legal aim (ASLT-10)."""
    state, plan = turn.state, turn.act
    functions = [p for p in state.of(turn.react.side) if p.card.type is CardType.FUNCTION]
    for line in plan.lines:
        if not isinstance(line, Sabotage) or (line.by and piece not in own_pieces(state, plan.side, line.by)):
            continue
        found = _meant(state, line.aim, functions, functions)
        if found is not None:
            turn.tell(Sabotaged(piece.ref, found.ref, found.card.name))
            return True
    return False


def _meant(state: State, aim: Aim, there: Sequence[Piece], open_to: Sequence[Piece]) -> Piece | None:
    """The first piece an aim means of those ``open_to`` it; a name means the one piece ``there`` that bears it."""
    for item in aim:
        match item:
            case Ref(ref):
                found = next((p for p in open_to if p.ref == ref), None)
            case Named(name):
                those = [p for p in there if p.card.name == name]
                found = those[0] if len(those) == 1 and those[0] in open_to else None
            case Ranked(rank, terms, whose) if whose != "MY":
                found = best(state, rank, (p for p in open_to if fits(state, p, terms)))
            case _:
                found = None
        if found is not None:
            return found
    return None


def assault(turn: Turn, order: Assault) -> No | Word:
    """An ASSAULT line: legal if at least one chosen creature is eligible; the first legal one is the assault."""
    if turn.assaulted:
        return No.ASSAULTED
    state, side = turn.state, turn.act.side
    named = [p.ref for p in own_pieces(state, side, order.picks)]  # fixed now; ALL, filters, SAFE are read again at B
    if not eligible(state, side, _chosen(state, side, order, named)):
        return No.NOBODY
    turn.assaulted = True
    turn.carried(Word.DONE)
    turn.at(3, 341)
    turn.tell(AssaultDeclared(side))
    turn.declaring = True
    run_window(turn, side, Window.DECLARE)
    run_window(turn, turn.react.side, Window.DECLARE)
    turn.declaring = False
    turn.at(3, 342)
    chosen = eligible(state, side, _chosen(state, side, order, named))
    if chosen:
        _carry_out(turn, chosen)
    turn.at(3, 35)
    return Word.DONE


def _chosen(state: State, side: str, order: Assault, named: list[str]) -> list[Piece]:
    creatures = state.creatures(side)
    match order.host:
        case Host.ALL:
            return [p for p in creatures if p.ref not in named]
        case Host.SAFE:
            return safe(state, side)
        case Host.FILTER:
            return [p for p in creatures if fits(state, p, order.filter)]
        case Host.LIST:
            return [p for p in creatures if p.ref in named]


def _carry_out(turn: Turn, chosen: list[Piece]) -> None:
    """Steps B to E; with ``front_must_die`` C, D, E for the first rank, then C and E for the second (ASLT-6)."""
    state, side = turn.state, turn.act.side
    rears = {rear for _, rear in state.sides[side].columns}
    first = tuple(p.ref for p in chosen if p.ref not in rears)
    second = tuple(p.ref for p in chosen if p.ref in rears)
    vigilant = tuple(p.ref for p in chosen if has(state, p.ref, Keyword.VIGIL))
    turn.tell(AssaultersChosen(side, first, second, vigilant))
    combat = state.combat
    assert combat is not None
    apart = state.options.front_must_die
    guarding = guards(turn, combat)
    turn.at(3, 343)
    counter_assault(turn, first if apart else combat.assaulters, guarding)
    turn.at(3, 344)
    run_window(turn, side, Window.CLASH)
    run_window(turn, turn.react.side, Window.CLASH)
    fight(turn, first if apart else combat.assaulters)
    if apart and any(ref in state.pieces for ref in second):
        turn.at(3, 343)
        counter_assault(turn, second, guarding)
        fight(turn, second)
    turn.tell(AssaultEnded(side))
