"""A built-in player's head: the position of his turn file, on which he tries his orders out before he writes
them; and what he does with each card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import named_record, record
from magika_gm.games.xom_zol.cards.model import HIDDEN, Card, Effect, Filter, fits_printed, read_filter
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
    Player,
    Ranked,
    Ref,
    Use,
)
from magika_gm.games.xom_zol.rules.casting import cast, use
from magika_gm.games.xom_zol.rules.figures import available, eligible, fits, looks
from magika_gm.games.xom_zol.rules.refusals import No
from magika_gm.games.xom_zol.rules.sequence import draw_phase, power, upkeep
from magika_gm.games.xom_zol.rules.state import Piece, State
from magika_gm.games.xom_zol.rules.targets import aiming_of, legal
from magika_gm.games.xom_zol.rules.terms import EACHES, CardType, Keyword, Rank, Reach, Verb, Word, other
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

    def try_use(self, piece: Piece, aim: Aim) -> bool:
        """Try to use an effect; if it can be, its line is written."""
        order = Use(what=Ref(piece.ref), aim=aim)
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


# What a built-in player does with a card that is no body: before the assault, at the clash, at the enemy's start, or
# not now; and at what (BOT-1).


class When(Enum):
    """When a card is played."""

    BEFORE = "before the assault"
    CLASH = "at the clash"
    START = "at the enemy's start"


@record
class Choice:
    """When, and at what; ``react`` the aim where the enemy assaults."""

    when: When
    aim: Aim = ()
    react: Aim = ()


WORTH_KILLING = 2
WORTH_RETURNING = 4
HEAL_UNDER = 25
LOSE_OVER = 15
CROWD = 3
"""Own creatures from which a change for each pays."""
_EVASIVE = frozenset({Keyword.FLYING.value, Keyword.PHASE.value, Keyword.WARD.value})


def _state(word: str, rank: Rank, whose: str = "") -> Aim:
    return (Ranked(rank, read_filter(word) or (), whose),)


MY_COUNTERED = _state("COUNTERED", Rank.WEAKEST, "MY")
MY_COUNTERING = _state("COUNTERING", Rank.WEAKEST, "MY")
THEIR_COUNTERING = _state("COUNTERING", Rank.STRONGEST, "THEIR")
THEIR_ASSAULTING = _state("ASSAULTING", Rank.STRONGEST, "THEIR")
THEIR_READY = _state("READY", Rank.STRONGEST, "THEIR")
MY_STRONGEST: Aim = (Ranked(Rank.STRONGEST, (), "MY"),)
THEIR_STRONGEST: Aim = (Ranked(Rank.STRONGEST, (), "THEIR"),)


def choose(mind: Mind, card: Card) -> Choice | None:
    """What to do with a channel, spell or augment held; None: keep it."""
    if card.type is CardType.AUGMENT:
        return _augment(mind, card)
    effects = card.rules.effects
    if not effects or any(e.verb is Verb.LOSE and mind.life() <= LOSE_OVER + e.n for e in effects):
        return None
    main = card.aim or effects[0]
    chooser = _CHOOSERS.get(main.verb)
    return chooser(mind, card, main) if chooser else Choice(When.BEFORE)


def _augment(mind: Mind, card: Card) -> Choice | None:
    rules = card.rules
    if any(not _met(mind, demand.filter) for demand in rules.demands):
        return None
    harms = any(e.s < 0 or e.d < 0 for e in rules.effects if e.verb is Verb.BOOST)
    walls = any(e.keyword == Keyword.WALL for e in rules.effects if e.verb is Verb.GRANT)
    gains = sum(e.s + e.d for e in rules.effects if e.verb is Verb.BOOST)
    if walls or (harms and gains <= 0):
        return Choice(When.BEFORE, THEIR_STRONGEST)
    return Choice(When.BEFORE, MY_STRONGEST)


def _met(mind: Mind, terms: Filter) -> bool:
    """Whether another own card fits a CONDITION."""
    return any(fits_printed(p.card, terms) for p in mind.state.of(mind.side) if p.exists)


def targets(mind: Mind, card: Card) -> list[Piece]:
    """Enemy cards a card may be aimed at, costliest first."""
    aiming = aiming_of(card)
    if aiming is None:
        return []
    those = [p for p in mind.state.of(mind.foe) if legal(mind.state, mind.side, aiming, p)]
    return sorted(those, key=lambda p: (-p.card.size, -looks(mind.state, p.ref).s, p.number))


def killed_by(mind: Mind, pieces: Iterable[Piece], n: int) -> list[Piece]:
    """Those that n damage kills."""
    return [p for p in pieces if p.damage + n >= looks(mind.state, p.ref).d]


def _damage(mind: Mind, card: Card, main: Effect) -> Choice | None:
    n = main.n if main.verb is Verb.DAMAGE else (main.n + 1) // 2
    if main.reach in EACHES:
        return _on_each(mind, main, lambda pieces: killed_by(mind, pieces, main.n))
    if main.reach is Reach.PLAYER:
        return Choice(When.BEFORE) if mind.life(mind.foe) <= LOSE_OVER or _crowded(mind) else None
    if main.reach is Reach.EITHER and mind.life(mind.foe) <= max(n, mind.temper.player_at):
        return Choice(When.BEFORE, (Player(),))
    worth = [p for p in killed_by(mind, targets(mind, card), n) if p.card.size >= WORTH_KILLING]
    if worth:
        return Choice(When.BEFORE, (Ref(worth[0].ref),))
    if main.reach is Reach.EITHER and _crowded(mind):
        return Choice(When.BEFORE, (Player(),))
    return None


def _crowded(mind: Mind) -> bool:
    """Whether the hand is so full that a card would be discarded anyway."""
    return len(mind.state.sides[mind.side].hand) > mind.state.options.hand


def _on_each(mind: Mind, main: Effect, lost: Callable[[list[Piece]], list[Piece]] = list) -> Choice | None:
    """An effect on each: only if it costs the enemy more than oneself."""
    theirs = [] if main.reach is Reach.EACH_MY else [p for p in mind.theirs() if fits(mind.state, p, main.filter)]
    mine = [] if main.reach is Reach.EACH_THEIR else [p for p in mind.mine() if fits(mind.state, p, main.filter)]
    gain = sum(p.card.size for p in lost(theirs)) - sum(p.card.size for p in lost(mine))
    return Choice(When.BEFORE) if gain > 0 else None


def _destroy(mind: Mind, card: Card, main: Effect) -> Choice | None:
    if main.reach in EACHES:
        return _on_each(mind, main)
    least = 0 if main.reach is Reach.MANA else 1 if main.reach is Reach.AUGMENT else WORTH_KILLING
    worth = [p for p in targets(mind, card) if p.card.size >= least]
    if main.reach is Reach.MANA:
        worth.sort(key=lambda p: (-len(p.card.mana), -p.card.size, p.number))
    return Choice(When.BEFORE, (Ref(worth[0].ref),)) if worth else None


def _return(mind: Mind, card: Card, main: Effect) -> Choice | None:
    if main.reach in EACHES:
        return _on_each(mind, main)
    worth = [p for p in targets(mind, card) if p.card.size >= WORTH_RETURNING]
    return Choice(When.BEFORE, (Ref(worth[0].ref),)) if worth else None


def _boost(mind: Mind, _card: Card, main: Effect) -> Choice | None:
    if main.reach in EACHES:
        if main.reach is Reach.EACH_MY and len(assaulters(mind)) >= CROWD:
            return Choice(When.BEFORE)
        return None
    if main.s + main.d > 0:
        return Choice(When.CLASH, MY_COUNTERED, MY_COUNTERING)
    return Choice(When.CLASH, THEIR_COUNTERING, THEIR_ASSAULTING)


def _grant(mind: Mind, _card: Card, main: Effect) -> Choice | None:
    if main.reach in EACHES:
        return Choice(When.BEFORE) if len(assaulters(mind)) >= CROWD else None
    if main.keyword in _EVASIVE:
        return Choice(When.BEFORE, MY_STRONGEST) if assaulters(mind) else None
    return Choice(When.CLASH, MY_COUNTERED, MY_COUNTERING)


def assaulters(mind: Mind) -> list[Piece]:
    """Own creatures that may assault now."""
    return eligible(mind.state, mind.side, mind.mine()) if mind.own_turn else []


def _hold_off(mind: Mind, _card: Card, main: Effect) -> Choice | None:
    """COMMIT and PACIFY: one of the enemy's at his start; all of them before an assault that gains by it."""
    if main.reach is Reach.EACH_THEIR:
        foes = available(mind.state, mind.foe)
        return Choice(When.BEFORE) if len(foes) > 1 and len(assaulters(mind)) >= CROWD else None
    if main.reach in EACHES:
        return None
    return Choice(When.START, react=THEIR_READY)


def _ready(mind: Mind, _card: Card, _main: Effect) -> Choice | None:
    tired = [p for p in mind.mine() if p.committed and p.card.rules.use and p.card.rules.use.commits]
    return Choice(When.BEFORE, (Ref(tired[0].ref),)) if tired else None


def _fog(_mind: Mind, _card: Card, _main: Effect) -> Choice | None:
    return Choice(When.CLASH, react=())


def _heal(mind: Mind, card: Card, _main: Effect) -> Choice | None:
    more = any(e.verb not in (Verb.HEAL, Verb.LOSE) for e in card.rules.effects)
    return Choice(When.BEFORE) if more or mind.life() < HEAL_UNDER else None


def _rob(mind: Mind, _card: Card, _main: Effect) -> Choice | None:
    return Choice(When.BEFORE) if mind.state.sides[mind.foe].hand else None


_CHOOSERS: dict[Verb, Callable[[Mind, Card, Effect], Choice | None]] = {
    Verb.DAMAGE: _damage,
    Verb.GAMBLE: _damage,
    Verb.DESTROY: _destroy,
    Verb.RETURN: _return,
    Verb.BOOST: _boost,
    Verb.GRANT: _grant,
    Verb.COMMIT: _hold_off,
    Verb.PACIFY: _hold_off,
    Verb.READY: _ready,
    Verb.FOG: _fog,
    Verb.HEAL: _heal,
    Verb.DISCARD: _rob,
}
