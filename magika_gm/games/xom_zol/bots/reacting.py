"""The REACT part of a built-in player: counters, holding off, protection, blocks (BOT-1, BOT-2)."""

from __future__ import annotations

from magika_gm.games.xom_zol.bots.choices import THEIR_READY, When, choose
from magika_gm.games.xom_zol.bots.mind import Mind
from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.cards.text import CANCELS
from magika_gm.games.xom_zol.orders.forms import Cast, Named
from magika_gm.games.xom_zol.orders.writing import aim_text, write_order
from magika_gm.games.xom_zol.words import CardType, Reach, Verb

FOG_AT = 25
"""Life at which FOG is called down on an assault."""


def react_part(mind: Mind) -> list[str]:
    """The lines of the REACT part; never empty."""
    lines = _counters(mind) + _spells(mind) + _uses(mind)
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


def _uses(mind: Mind) -> list[str]:
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
