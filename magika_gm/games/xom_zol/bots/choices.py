"""What a built-in player does with a card that is no body: before the assault, at the clash, at the enemy's start,
or not now; and at what (BOT-1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum

from magika_gm.engine.records import record
from magika_gm.games.xom_zol.bots.scene import Mind
from magika_gm.games.xom_zol.cards.model import Card, Effect, Filter, fits_printed, read_filter
from magika_gm.games.xom_zol.orders.model import Aim, Player, Ranked, Ref
from magika_gm.games.xom_zol.rules.figures import available, eligible, fits, looks
from magika_gm.games.xom_zol.rules.state import Piece
from magika_gm.games.xom_zol.rules.targets import aiming_of, legal
from magika_gm.games.xom_zol.rules.terms import EACHES, CardType, Keyword, Rank, Reach, Verb


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


def _on_each(mind: Mind, main: Effect, lost: Callable[[list[Piece]], list[Piece]]) -> Choice | None:
    """An effect on each: only if it costs the enemy more than oneself."""
    theirs = [] if main.reach is Reach.EACH_MY else [p for p in mind.theirs() if fits(mind.state, p, main.filter)]
    mine = [] if main.reach is Reach.EACH_THEIR else [p for p in mind.mine() if fits(mind.state, p, main.filter)]
    gain = sum(p.card.size for p in lost(theirs)) - sum(p.card.size for p in lost(mine))
    return Choice(When.BEFORE) if gain > 0 else None


def _destroy(mind: Mind, card: Card, main: Effect) -> Choice | None:
    if main.reach in EACHES:
        return _on_each(mind, main, lambda pieces: pieces)
    least = 0 if main.reach is Reach.MANA else 1 if main.reach is Reach.AUGMENT else WORTH_KILLING
    worth = [p for p in targets(mind, card) if p.card.size >= least]
    if main.reach is Reach.MANA:
        worth.sort(key=lambda p: (-len(p.card.mana), -p.card.size, p.number))
    return Choice(When.BEFORE, (Ref(worth[0].ref),)) if worth else None


def _return(mind: Mind, card: Card, main: Effect) -> Choice | None:
    if main.reach in EACHES:
        return _on_each(mind, main, lambda pieces: pieces)
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
