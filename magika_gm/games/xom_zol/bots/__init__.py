"""Built-in players: each a pure function from a turn file to the lines of a sheet (BOT-3).

They read what a person would be sent and nothing else. Their orders are tried out on the position as the turn file
tells it before they are written, as a person would in his head.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from magika_gm.engine.plain import Fields
from magika_gm.engine.sheet.sheet import SheetLine
from magika_gm.games.xom_zol.bots.scene import (
    BOLD,
    CAREFUL,
    MY_COUNTERED,
    MY_STRONGEST,
    THEIR_READY,
    WORTH_RETURNING,
    Choice,
    Mind,
    Temper,
    When,
    assaulters,
    choose,
)
from magika_gm.games.xom_zol.cards.model import Card, Filter, fits_printed
from magika_gm.games.xom_zol.cards.text import CANCELS
from magika_gm.games.xom_zol.orders.lines import aim_text, read_orders, write_order
from magika_gm.games.xom_zol.orders.model import Aim, Cast, Named, Order, Player, Ranked, Ref
from magika_gm.games.xom_zol.rules.casting import allows
from magika_gm.games.xom_zol.rules.figures import available, looks
from magika_gm.games.xom_zol.rules.state import State
from magika_gm.games.xom_zol.rules.terms import DEPENDS, CardType, Keyword, Rank, Reach, Verb
from magika_gm.games.xom_zol.sight import state_of

# The ACT part of a built-in player: mana, casts, uses, the assault, settings (BOT-1, BOT-2).


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


# The REACT part of a built-in player: counters, holding off, protection, blocks (BOT-1, BOT-2).


FOG_AT = 25
"""Life at which FOG is called down on an assault."""


def react_part(mind: Mind) -> list[str]:
    """The lines of the REACT part; never empty."""
    lines = _counters(mind) + _spells(mind) + _held_off_uses(mind)
    wall = mind.life() <= mind.temper.wall_at
    return [*lines, f"BLOCK DEFAULT {'WALL' if wall else 'FAIR'}"]


def _counters(mind: Mind) -> list[str]:
    temper = mind.temper
    lines: list[str] = []
    counters = dict.fromkeys(sorted((c for c in mind.held() if c.type is CardType.COUNTER), key=lambda c: c.size))
    wanted = (
        ("CREATURE", CardType.CREATURE, temper.counter_creatures),
        ("CHANNEL", CardType.CHANNEL, temper.counter_others),
        ("SPELL", CardType.SPELL, temper.counter_others),
        ("FUNCTION", CardType.FUNCTION, temper.counter_others),
    )
    for word, card_type, size in wanted:
        for card in counters:
            fits = _fits(card, card_type)
            if fits and (card_type is not CardType.FUNCTION or _scope(card) == "thing"):
                force = f" FORCE {mind.force()}" if mind.force() else ""
                lines.append(f"COUNTER {word} COST>={size} WITH {card.name}{force}")
    return lines


def _scope(card: Card) -> str:
    return next((e.scope for e in card.rules.effects if e.verb is Verb.CANCEL), "")


def _fits(card: Card, card_type: CardType) -> bool:
    return all(card_type in CANCELS[e.scope] for e in card.rules.effects if e.verb is Verb.CANCEL)


def _spells(mind: Mind) -> list[str]:
    """Spells at the enemy's start and at the clash of his assault."""
    lines: list[str] = []
    for card in dict.fromkeys(c for c in mind.held() if c.type is CardType.SPELL):
        choice = choose(mind, card)
        if choice is None or choice.when is When.BEFORE:
            continue
        order = write_order(Cast(card=Named(card.name), aim=choice.react, force=mind.force()))
        if choice.when is When.START:
            lines.append(f"AT START {order}")
        elif any(e.verb is Verb.FOG for e in card.rules.effects):
            lines.append(f"AT CLASH IF MY LIFE <= {FOG_AT} {order}")
        else:
            lines.append(f"AT CLASH {order}")
    return lines


def _held_off_uses(mind: Mind) -> list[str]:
    """Effects that hold off at the enemy's start, and changes at the clash."""
    lines: list[str] = []
    for piece in mind.state.of(mind.side):
        rules = piece.card.rules
        if rules.inflate:
            lines.append(f"AT CLASH USE {piece.ref} X {max(1, piece.card.d)}")
        if rules.use is None:
            continue
        effect = rules.use.effect
        if effect.verb in (Verb.COMMIT, Verb.PACIFY) and effect.aimed:
            lines.append(f"AT START USE {piece.ref} ON {aim_text(THEIR_READY)}")
        elif effect.verb is Verb.BOOST and effect.reach is Reach.CREATURE:
            good = effect.s + effect.d > 0
            lines.append(f"AT CLASH USE {piece.ref} ON {'MY COUNTERING WEAKEST' if good else 'ASSAULTING STRONGEST'}")
    return lines


TEMPERS: dict[str, Temper] = {temper.name: temper for temper in (CAREFUL, BOLD)}
POLICIES: dict[str, str] = {name: temper.summary for name, temper in TEMPERS.items()}
DEFAULT = CAREFUL.name


def lines_of(policy: str, turn_file: Fields, seed: bytes = b"") -> str:
    """The sheet's own lines for the coming mail turn, "" if there is nothing to say; KeyError for no such policy.

    Before the other side's game turn only a REACT part is written, and only if none stands yet.
    """
    if turn_file["ending"] is not None or turn_file["seat"] not in turn_file["sides"]:
        return ""
    return think(policy, state_of(turn_file), turn_file["seat"], seed)


def think(policy: str, known: State, seat: str, seed: bytes) -> str:
    """The same from the position a seat's turn file tells of, ``known``, which is thought on and changed."""
    temper = TEMPERS[policy]
    if not known.acts_next(seat) and known.sides[seat].react:
        return ""
    mind = Mind(known, seat, temper, seed)
    lines = ["ACT", *act_part(mind)] if mind.own_turn else []
    return "\n".join([*lines, "REACT", *react_part(mind)]) + "\n"


# What the office asks for (``engine.seam.trials.Bots``).


def play(policy: str, turn_file: Fields, seed: bytes) -> list[Order]:
    """The orders for the coming mail turn; none where nothing is to be said (BOT-3)."""
    text = lines_of(policy, turn_file, seed)
    return list(read_orders([SheetLine(i, line) for i, line in enumerate(text.splitlines(), 1)]).orders)
