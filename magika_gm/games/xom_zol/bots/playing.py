"""The ACT part of a built-in player: mana, casts, uses, the assault, settings (BOT-1, BOT-2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from magika_gm.games.xom_zol.bots.choices import (
    MY_COUNTERED,
    MY_STRONGEST,
    WORTH_RETURNING,
    Choice,
    When,
    assaulters,
    choose,
)
from magika_gm.games.xom_zol.bots.mind import Mind
from magika_gm.games.xom_zol.cards.filters import Filter
from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.cards.printed import fits_printed
from magika_gm.games.xom_zol.figures import looks
from magika_gm.games.xom_zol.orders.forms import Aim, Cast, Named, Player, Ranked, Ref
from magika_gm.games.xom_zol.orders.writing import aim_text, write_order
from magika_gm.games.xom_zol.rules.availability import available
from magika_gm.games.xom_zol.rules.casting import allows
from magika_gm.games.xom_zol.words import DEPENDS, CardType, Keyword, Rank, Reach, Verb

LANDS_BEFORE_SIGILS = 5
KEEP_FROM = 5
"""The game turn from which mana is kept for counters."""
BOLD_FROM = 15
"""The game turn from which the careful assault as the bold."""
DANGER = 15
SABOTAGE_OVER = 10
ENOUGH_LANDS = 7
MOST_OF_A_FUNCTION = 2
THEIR_WEAKEST: Aim = (Ranked(Rank.WEAKEST, (), "THEIR"), Player())
_HELD_BACK = frozenset({Verb.PACIFY, Verb.COMMIT, Verb.MANA})
"""Uses that wait for the enemy's turn, or for something to pay."""


def act_part(mind: Mind) -> list[str]:
    """The lines of the ACT part."""
    _mana(mind)
    if mind.temper.keeps and mind.game_turn >= KEEP_FROM:
        counters = [card.size for card in mind.held() if card.type is CardType.COUNTER]
        if counters:
            mind.keep(min(counters))
    if mind.temper.strikes_first:
        _bold_order(mind)
    else:
        _bodies(mind, _anybody)
        _functions(mind)
        _words(mind, (CardType.AUGMENT, CardType.CHANNEL, CardType.SPELL))
        _uses(mind)
        _assault(mind)
    _clash(mind)
    _sabotage(mind)
    _discards(mind)
    return mind.lines


def _anybody(card: Card) -> bool:
    return card.body


def _bold_order(mind: Mind) -> None:
    """Strikes and uses first, then hasty creatures, augments, channels, the assault; all else after it."""
    _words(mind, (CardType.SPELL,), strikes=True)
    _uses(mind)
    _bodies(mind, lambda card: Keyword.HASTE in card.keywords)
    _words(mind, (CardType.AUGMENT, CardType.CHANNEL))
    _assault(mind)
    _bodies(mind, _anybody)
    _functions(mind)
    _words(mind, (CardType.SPELL,))
    _uses(mind)


def _mana(mind: Mind) -> None:
    """One mana card, the next best where that was not done; never forced."""
    state = mind.state
    lands = sum(p.card.type is CardType.LAND for p in state.of(mind.side))
    lacked: Counter[object] = Counter(
        card.kind for card in mind.held() if card.type is CardType.CREATURE and not allows(state, mind.side, card)
    )

    def key(card: Card) -> tuple[bool, int, int, int, str]:
        sigil_first = card.type is CardType.SIGIL and lands >= LANDS_BEFORE_SIGILS
        opened = sum(lacked[kind] for kind in card.kinds)
        return not sigil_first, -opened, -len(card.mana), card.size, card.name

    done = False
    for card in sorted({c.name: c for c in mind.held() if c.is_mana}.values(), key=key):
        order = Cast(card=Named(card.name))
        if done:
            mind.say(f"IF NOT DONE {write_order(order)}")
        else:
            done = mind.try_cast(card)


def _bodies(mind: Mind, wanted: Callable[[Card], bool]) -> None:
    """Characters and creatures, dearest first; flyers behind one that does not fly."""
    bodies = [card for card in mind.held() if card.body and wanted(card)]
    for card in sorted(bodies, key=lambda c: (_waits(c), -c.size, c.name)):
        if not any(_lacks(mind, card, d.filter) for d in card.rules.demands):
            mind.try_cast(card, behind=_behind(mind, card))


def _waits(card: Card) -> bool:
    """Those that depend on another come after the others."""
    return any(k.startswith(DEPENDS) for k in card.keywords)


def _lacks(mind: Mind, card: Card, terms: Filter) -> bool:
    """Whether nothing in play, nor cast this turn, fits a CONDITION."""
    return not any(fits_printed(p.card, terms) for p in mind.state.of(mind.side) if p.card is not card)


def _behind(mind: Mind, card: Card) -> str:
    if Keyword.FLYING not in card.keywords:
        return ""
    fronts = [mind.state.pieces[front] for front, rear in mind.state.sides[mind.side].columns if not rear]
    grounded = [p for p in fronts if Keyword.FLYING not in looks(mind.state, p.ref).keywords]
    taken = {p.behind for p in mind.state.of(mind.side)}
    free = [p for p in grounded if p.ref not in taken]
    walls_first = sorted(
        free,
        key=lambda p: (Keyword.WALL not in looks(mind.state, p.ref).keywords, -looks(mind.state, p.ref).d, p.number),
    )
    return walls_first[0].ref if walls_first else ""


def _functions(mind: Mind) -> None:
    """Functions, no third of a name in play."""
    names = Counter(p.card.name for p in mind.state.of(mind.side))
    for card in sorted((c for c in mind.held() if c.type is CardType.FUNCTION), key=lambda c: (-c.size, c.name)):
        if names[card.name] < MOST_OF_A_FUNCTION and mind.try_cast(card):
            names[card.name] += 1


def _words(mind: Mind, types: Iterable[CardType], strikes: bool = False) -> None:
    """Augments, channels and spells that are worth it now; with ``strikes`` damage and DESTROY alone."""
    for card_type in types:
        for card in sorted((c for c in mind.held() if c.type is card_type), key=lambda c: (-c.size, c.name)):
            if strikes and not any(e.verb in (Verb.DAMAGE, Verb.DESTROY, Verb.GAMBLE) for e in card.rules.effects):
                continue
            choice = choose(mind, card)
            if choice is not None and choice.when is When.BEFORE:
                mind.try_cast(card, choice.aim)


def _uses(mind: Mind) -> None:
    """Every USE but those that hold off, damage at the weakest else the player."""
    for piece in list(mind.state.of(mind.side)):
        used = piece.card.rules.use
        if used is None or not piece.exists or piece.lapsed or used.effect.verb in _HELD_BACK:
            continue
        effect = used.effect
        aim: Aim = ()
        if effect.verb in (Verb.DAMAGE, Verb.GAMBLE) and effect.aimed:
            aim = THEIR_WEAKEST
            if effect.reach is Reach.EITHER and mind.life(mind.foe) <= mind.temper.player_at:
                aim = (Player(),)
        elif effect.verb is Verb.RETURN:
            worth = [p for p in mind.theirs() if p.card.size >= WORTH_RETURNING]
            if not worth:
                continue
            aim = (Ref(max(worth, key=lambda p: (p.card.size, -p.number)).ref),)
        elif effect.verb is Verb.READY:
            tired = [p for p in mind.mine() if p.committed and p.card.rules.use and p.ref != piece.ref]
            if not tired:
                continue
            aim = (Ref(tired[0].ref),)
        elif effect.verb is Verb.GRANT and effect.reach is Reach.CREATURE:
            if not assaulters(mind):
                continue
            aim = MY_STRONGEST
        elif effect.verb is Verb.BOOST:
            continue  # at the clash
        mind.try_use(piece, aim)


def _assault(mind: Mind) -> None:
    """SAFE, ALL, or nobody."""
    mine = assaulters(mind)
    if not mine:
        return
    foes = available(mind.state, mind.foe)
    strengths = sorted(looks(mind.state, p.ref).s for p in mine)
    through = sum(strengths[: max(0, len(mine) - len(foes))])
    deadly = through >= mind.life(mind.foe)
    if mind.temper.strikes_first or mind.game_turn >= BOLD_FROM:
        outnumber = len(mine) > len(foes) or mind.life(mind.foe) <= DANGER
        mind.say("ASSAULT ALL" if outnumber or deadly else "ASSAULT S>=2")
        return
    if deadly or len(mine) >= 2 + 2 * len(foes):
        mind.say("ASSAULT ALL")
    elif not (mind.life() < DANGER and mind.strength(mind.theirs()) >= mind.life()):
        mind.say("ASSAULT SAFE")


def _clash(mind: Mind) -> None:
    """Spells and effects that protect, at the clash."""
    if not any(line.startswith("ASSAULT") for line in mind.lines):
        return
    for card in dict.fromkeys(c for c in mind.held() if c.type is CardType.SPELL):
        choice: Choice | None = choose(mind, card)
        if choice is not None and choice.when is When.CLASH and choice.aim:
            mind.say(f"AT CLASH {write_order(Cast(card=Named(card.name), aim=choice.aim, force=mind.force()))}")
    for piece in mind.state.of(mind.side):
        rules = piece.card.rules
        if not piece.exists or piece.lapsed:
            continue
        if rules.inflate:
            mind.say(f"AT CLASH USE {piece.ref} X {max(1, piece.card.d)}")
        elif rules.use and rules.use.effect.verb is Verb.BOOST and not piece.committed:
            effect = rules.use.effect
            if effect.reach is Reach.CREATURE and effect.s + effect.d > 0:
                mind.say(f"AT CLASH USE {piece.ref} ON {aim_text(MY_COUNTERED)}")
            elif effect.reach is Reach.CREATURE:
                mind.say(f"AT CLASH USE {piece.ref} ON THEIR COUNTERING STRONGEST")
            else:
                mind.say(f"AT CLASH USE {piece.ref}")


def _sabotage(mind: Mind) -> None:
    """Small creatures and RAIDERs sabotage functions with a USE while the enemy has life left."""
    worth = [
        p for p in mind.state.of(mind.foe) if p.card.type is CardType.FUNCTION and p.card.rules.use and p.card.size >= 2
    ]
    if not worth or mind.life(mind.foe) <= SABOTAGE_OVER:
        return
    worth.sort(key=lambda p: (-p.card.size, p.number))
    aim = " OR ".join(p.ref for p in worth)
    for piece in mind.mine():
        now = looks(mind.state, piece.ref)
        if 1 <= now.s <= 2 or (now.s and Keyword.RAIDER in now.keywords):
            mind.say(f"SABOTAGE {aim} WITH {piece.ref}")


def _discards(mind: Mind) -> None:
    """Lands beyond the seventh, those in play counted, go first."""
    in_play = sum(p.card.type is CardType.LAND for p in mind.state.of(mind.side))
    held = [card for card in mind.held() if card.type is CardType.LAND]
    spare = len(held) - max(0, ENOUGH_LANDS - in_play)
    if spare > 0:
        held.sort(key=lambda c: (len(c.mana), c.name))
        mind.say("DISCARD " + ", ".join(card.name for card in held[:spare]))
