"""Rules text: ``SWIFT; ENTER: DRAW 1`` to :class:`Abilities` and back (FX).

The vocabulary is that of the law page and no larger. What cannot be read is a :class:`TextFault` that quotes the part.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields, replace
from functools import lru_cache

from magika_gm.engine.records import mutable
from magika_gm.engine.toml import load_toml
from magika_gm.engine.words import filled, sentences, with_article
from magika_gm.games.xom_zol.cards.model import (
    Abilities,
    Aura,
    Demand,
    Effect,
    Filter,
    Inflate,
    Sort,
    Trigger,
    Use,
    filter_text,
    in_order,
    read_filter,
)
from magika_gm.games.xom_zol.rules.terms import (
    DEPENDS,
    KIND_OF,
    ROLES,
    SLAYER,
    CardType,
    Keyword,
    Kind,
    Moment,
    Reach,
    Verb,
)


class TextFault(ValueError):
    """A rules text that says what the vocabulary does not know; the message quotes the part."""


CANCELS: dict[str, frozenset[CardType]] = {
    "any": frozenset(CardType),
    "body": frozenset({CardType.CREATURE, CardType.CHARACTER}),
    "word": frozenset({CardType.SPELL, CardType.CHANNEL}),
    "thing": frozenset({CardType.FUNCTION, CardType.AUGMENT, CardType.LAND, CardType.SIGIL}),
}
"""What each CANCEL fits (FX-1)."""
_KINDS = frozenset(kind.value for kind in Kind)
_CHANGE = re.compile(r"([+-]?\d+)/([+-]?\d+)")
_COST = re.compile(r"[GENB]+")
_REACHES: dict[str, Reach] = {
    "creature": Reach.CREATURE,
    "either": Reach.EITHER,
    "player": Reach.PLAYER,
    "function": Reach.FUNCTION,
    "augment": Reach.AUGMENT,
    "mana": Reach.MANA,
    "each my creature": Reach.EACH_MY,
    "each their creature": Reach.EACH_THEIR,
    "each creature": Reach.EACH,
    "each both creature": Reach.EACH,
}
_CREATURES = frozenset({Reach.CREATURE, Reach.EACH_MY, Reach.EACH_THEIR, Reach.EACH})
_ALLOWED: dict[Verb, frozenset[Reach]] = {
    Verb.DAMAGE: _CREATURES | {Reach.EITHER, Reach.PLAYER},
    Verb.BOOST: _CREATURES,
    Verb.GRANT: _CREATURES,
    Verb.DESTROY: _CREATURES | {Reach.FUNCTION, Reach.AUGMENT, Reach.MANA},
    Verb.RETURN: _CREATURES | {Reach.SELF},
    Verb.COMMIT: _CREATURES,
    Verb.READY: _CREATURES,
    Verb.PACIFY: _CREATURES,
}
_COUNTED = (Verb.DRAIN, Verb.HEAL, Verb.LOSE, Verb.DRAW, Verb.DISCARD, Verb.MILL, Verb.TAX)


@mutable
class _Draft:
    """A rules text being read, and what was found twice that a card has once."""

    keywords: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    use: Use | None = None
    inflate: Inflate | None = None
    triggers: tuple[Trigger, ...] = ()
    auras: tuple[Aura, ...] = ()
    demands: tuple[Demand, ...] = ()
    noforce: bool = False
    returns: bool = False


def read_rules(text: str, on_augment: bool = False) -> Abilities:
    """A rules text; ``""`` and ``-`` are none. Raises :class:`TextFault`."""
    draft = _Draft()
    if text.strip() not in ("", "-"):
        for part in text.split(";"):
            _read_part(draft, " ".join(part.split()), on_augment)
    if draft.use and draft.inflate:
        raise TextFault("a card has at most one USE or INFLATE (FX-2)")
    if sum(e.aimed for e in draft.effects) > 1:
        raise TextFault("a card has at most one aimed part (FX-1)")
    return Abilities(**{one.name: getattr(draft, one.name) for one in fields(draft)})


def _read_part(draft: _Draft, part: str, on_augment: bool) -> None:
    head, _, rest = part.partition(" ")
    word = head.upper()
    if word.rstrip(":") in Moment.__members__ and ":" in part:
        moment, _, what = part.partition(":")
        effect = read_effect(what.strip())
        if effect.reach is Reach.SELF:
            if moment.strip().upper() != Moment.DIES:
                raise TextFault(f"{part!r}: RETURN self belongs after DIES")
            draft.returns = True
        else:
            _barred(part, effect)
            draft.triggers += (Trigger(Moment(moment.strip().upper()), effect),)
    elif word == "USE":
        if draft.use:
            raise TextFault("a card has at most one USE or INFLATE (FX-2)")
        draft.use = _read_use(part, rest)
    elif word == "INFLATE":
        draft.inflate = _read_inflate(part, rest)
    elif word == "AURA":
        draft.auras += (_read_aura(part, rest),)
    elif word == "CONDITION":
        draft.demands += (_read_demand(part, rest),)
    elif word == "NOFORCE" and not rest:
        draft.noforce = True
    elif (keyword := read_keyword(part)) is not None:
        if keyword in draft.keywords:
            raise TextFault(f"{part!r} stands twice")
        draft.keywords += (keyword,)
    else:
        effect = read_effect(part, on_augment)
        if effect.reach is Reach.SELF:
            raise TextFault(f"{part!r}: RETURN self belongs after DIES")
        draft.effects += (effect,)


def _barred(part: str, effect: Effect) -> None:
    if effect.verb in (Verb.CANCEL, Verb.TAX):
        raise TextFault(f"{part!r}: CANCEL and TAX answer a cast and stand alone on a counter")


def read_keyword(text: str) -> str | None:
    """``FLYING``, ``SLAYER demon``, ``DEPENDS wizard`` as they are written, else None."""
    head, _, rest = text.partition(" ")
    word, what = head.upper(), rest.casefold().strip()
    if not what:
        return Keyword(word).value if word in Keyword.__members__ else None
    if word == SLAYER and (what in KIND_OF or what in ROLES or what in _KINDS):
        return f"{SLAYER} {what}"
    return f"{DEPENDS} {what}" if word == DEPENDS and (what in KIND_OF or what in ROLES) else None


def _read_use(part: str, rest: str) -> Use:
    cost, colon, what = rest.partition(":")
    letters, commits = "", False
    for word in cost.upper().split():
        plain = word.replace("C", "", 0 if commits else 1)
        commits = commits or plain != word
        if plain and not _COST.fullmatch(plain):
            raise TextFault(f"{part!r}: {word!r} is no cost (letters G E N B, and C)")
        letters += plain
    if not colon or not (letters or commits):
        raise TextFault(f"{part!r} must read USE cost: effect")
    effect = read_effect(what.strip())
    _barred(part, effect)
    if effect.reach is Reach.SELF:
        raise TextFault(f"{part!r}: RETURN self belongs after DIES")
    return Use(in_order(letters), commits, effect)


def _change(text: str) -> tuple[int, int] | None:
    got = _CHANGE.fullmatch(text.strip())
    return (int(got[1]), int(got[2])) if got else None


def _read_inflate(part: str, rest: str) -> Inflate:
    cost, _, change = rest.partition(" ")
    figures = _change(change)
    if not _COST.fullmatch(cost.upper()) or figures is None:
        raise TextFault(f"{part!r} must read INFLATE letters s/d")
    return Inflate(in_order(cost.upper()), *figures)


def _bracketed(part: str, text: str) -> tuple[Filter, str]:
    """``[f] rest``, or a filter without brackets and a last word."""
    if text.startswith("["):
        inside, closed, rest = text[1:].partition("]")
        terms = read_filter(inside) if closed else None
    else:
        inside, _, rest = text.rpartition(" ")
        terms = read_filter(inside)
    if terms is None:
        raise TextFault(f"{part!r}: {inside!r} is no filter")
    return terms, rest.strip()


def _read_aura(part: str, rest: str) -> Aura:
    if not rest.startswith("["):
        raise TextFault(f"{part!r} must read AURA [filter] change")
    terms, what = _bracketed(part, rest)
    for term in terms:
        if term.sort in (Sort.KEYWORD, Sort.STATE) or (term.sort is Sort.FIGURE and term.word in ("S", "D")):
            raise TextFault(f"{part!r}: an aura's filter never looks at keywords, S, D or state (STAT-1)")
    figures = _change(what)
    if figures is not None:
        return Aura(terms, *figures)
    keyword = read_keyword(what)
    if keyword is None:
        raise TextFault(f"{part!r}: {what!r} is neither a change nor a keyword")
    return Aura(terms, keyword=keyword)


def _read_demand(part: str, rest: str) -> Demand:
    terms, number = _bracketed(part, rest)
    if not number.isdecimal() or not 0 < int(number) < 100:
        raise TextFault(f"{part!r} must read CONDITION filter number")
    return Demand(terms, int(number))


def _number(part: str, word: str) -> int:
    if not word.isdecimal() or not 0 < int(word) < 100:
        raise TextFault(f"{part!r}: {word!r} must be a number from 1 to 99")
    return int(word)


def read_effect(part: str, on_augment: bool = False) -> Effect:
    """One effect (FX-1); on an augment BOOST and GRANT without an aim mean its bearer."""
    head, _, rest = part.partition(" ")
    word = head.upper()
    if word not in Verb.__members__:
        raise TextFault(f"{part!r} is neither a keyword nor an effect of the law page")
    verb = Verb(word)
    if verb in _COUNTED:
        return Effect(verb=verb, n=_number(part, rest))
    reader = _READERS.get(verb)
    if reader is not None:
        return reader(part, rest)
    return _on_something(part, verb, rest, on_augment)


def _alone(verb: Verb) -> Callable[[str, str], Effect]:
    def reader(part: str, rest: str) -> Effect:
        if rest:
            raise TextFault(f"{part!r}: {verb} stands alone")
        return Effect(verb=verb)

    return reader


def _read_gamble(part: str, rest: str) -> Effect:
    number, _, where = rest.partition(" ")
    reach, terms = _read_reach(part, where or "either")
    if reach is not Reach.EITHER:
        raise TextFault(f"{part!r}: GAMBLE is aimed at either (FX-1)")
    return Effect(verb=Verb.GAMBLE, n=_number(part, number), reach=reach, filter=terms)


def _read_fetch(part: str, rest: str) -> Effect:
    terms = read_filter(rest.removeprefix("[").removesuffix("]")) if rest else None
    if terms is None:
        raise TextFault(f"{part!r} must read FETCH filter")
    return Effect(verb=Verb.FETCH, filter=terms)


def _read_raise(part: str, rest: str) -> Effect:
    what, _, to = rest.rpartition(" ")
    what, _, word = what.rpartition(" ")
    terms = read_filter(what.removeprefix("[").removesuffix("]")) if what else None
    if terms is None or word.upper() != "TO" or to.casefold() not in ("hand", "play"):
        raise TextFault(f"{part!r} must read RAISE filter TO hand or play")
    return Effect(verb=Verb.RAISE, reach=Reach.PILE, filter=terms, to=to.casefold())


def _read_mana(part: str, rest: str) -> Effect:
    if not _COST.fullmatch(rest.upper()):
        raise TextFault(f"{part!r} must read MANA letters")
    return Effect(verb=Verb.MANA, letters=in_order(rest.upper()))


def _read_cancel(part: str, rest: str) -> Effect:
    if rest.casefold() not in CANCELS:
        raise TextFault(f"{part!r}: CANCEL takes {', '.join(CANCELS)}")
    return Effect(verb=Verb.CANCEL, scope=rest.casefold())


_READERS: dict[Verb, Callable[[str, str], Effect]] = {
    Verb.GAMBLE: _read_gamble,
    Verb.FETCH: _read_fetch,
    Verb.RAISE: _read_raise,
    Verb.MANA: _read_mana,
    Verb.CANCEL: _read_cancel,
    Verb.FOG: _alone(Verb.FOG),
    Verb.PEEK: _alone(Verb.PEEK),
}


def _read_reach(part: str, text: str) -> tuple[Reach, Filter]:
    terms: Filter = ()
    if text.endswith("]"):
        text, _, inside = text[:-1].partition("[")
        read = read_filter(inside)
        if read is None:
            raise TextFault(f"{part!r}: {inside!r} is no filter")
        terms = read
    reach = _REACHES.get(" ".join(text.casefold().split()))
    if reach is None:
        raise TextFault(f"{part!r}: {text!r} is nothing to aim at")
    return reach, terms


def _on_something(part: str, verb: Verb, rest: str, on_augment: bool) -> Effect:
    """DAMAGE, BOOST, GRANT and those that name only what they reach."""
    effect = Effect(verb=verb)
    if verb is Verb.DAMAGE:
        number, _, rest = rest.partition(" ")
        effect = replace(effect, n=_number(part, number))
    elif verb is Verb.BOOST:
        change, _, rest = rest.partition(" ")
        figures = _change(change)
        if figures is None:
            raise TextFault(f"{part!r} must read BOOST s/d")
        effect = replace(effect, s=figures[0], d=figures[1])
    elif verb is Verb.GRANT:
        keyword, rest = _granted(part, rest)
        effect = replace(effect, keyword=keyword)
    if on_augment and not rest and verb in (Verb.BOOST, Verb.GRANT):
        return replace(effect, reach=Reach.BEARER)
    if verb is Verb.RETURN and rest.casefold() == "self":
        return replace(effect, reach=Reach.SELF)
    reach, terms = _read_reach(part, rest)
    if reach not in _ALLOWED[verb]:
        raise TextFault(f"{part!r}: {verb} does not reach {reach.value}")
    return replace(effect, reach=reach, filter=terms)


def _granted(part: str, rest: str) -> tuple[str, str]:
    words = rest.split()
    taken = 2 if words and words[0].upper() in (SLAYER, DEPENDS) else 1
    keyword = read_keyword(" ".join(words[:taken]))
    if keyword is None:
        raise TextFault(f"{part!r}: {' '.join(words[:taken])!r} is no keyword")
    return keyword, " ".join(words[taken:])


def change_text(s: int, d: int) -> str:
    """``+2/0``."""
    return f"{s:+d}/{d:+d}".replace("+0", "0")


def effect_text(effect: Effect) -> str:
    """The effect as it is read."""
    verb = effect.verb
    words: list[str] = [verb.value]
    if verb is Verb.BOOST:
        words.append(change_text(effect.s, effect.d))
    elif verb is Verb.GRANT:
        words.append(effect.keyword)
    elif verb is Verb.FETCH:
        words.append(filter_text(effect.filter))
    elif verb is Verb.RAISE:
        words += [filter_text(effect.filter), "TO", effect.to]
    elif verb is Verb.MANA:
        words.append(effect.letters)
    elif verb is Verb.CANCEL:
        words.append(effect.scope)
    elif effect.n:
        words.append(str(effect.n))
    if verb is Verb.GAMBLE and not effect.filter:
        return " ".join(words)
    if effect.reach not in (Reach.NONE, Reach.BEARER, Reach.PILE):
        words.append(effect.reach.value + (f"[{filter_text(effect.filter)}]" if effect.filter else ""))
    return " ".join(words)


@lru_cache(maxsize=512)
def rules_text(rules: Abilities) -> str:
    """A rules text that reads back to equal abilities; "" if there is nothing."""
    parts = [effect_text(e) for e in rules.effects]
    parts += rules.keywords
    if rules.noforce:
        parts.append("NOFORCE")
    if rules.inflate:
        parts.append(f"INFLATE {rules.inflate.cost} {change_text(rules.inflate.s, rules.inflate.d)}")
    if rules.use:
        cost = " ".join(filter(None, ("C" if rules.use.commits else "", rules.use.cost)))
        parts.append(f"USE {cost}: {effect_text(rules.use.effect)}")
    parts += [f"{t.moment.value}: {effect_text(t.effect)}" for t in rules.triggers]
    if rules.returns:
        parts.append("DIES: RETURN self")
    for aura in rules.auras:
        parts.append(f"AURA [{filter_text(aura.filter)}] {aura.keyword or change_text(aura.s, aura.d)}")
    parts += [f"CONDITION {filter_text(demand.filter)} {demand.n}" for demand in rules.demands]
    return "; ".join(parts)


# The same in sentences, by patterns of ``data/words.toml``.


_WORDS = load_toml("magika_gm.games.xom_zol.data", "words.toml")


@lru_cache(maxsize=512)
def rules_in_words(rules: Abilities) -> str:
    """A rules text in sentences (FX); "" if there is nothing."""
    more = _WORDS["more"]
    said = [_told(e) for e in rules.effects]
    for keyword in rules.keywords:
        word, _, x = keyword.partition(" ")
        told = filled(_WORDS["keyword"][word], x=with_article(x) if word == SLAYER else x)
        said.append(filled(more["keyword"], keyword=keyword, said=told))
    said += [more["noforce"]] if rules.noforce else []
    if rules.inflate:
        said.append(
            filled(more["inflate"], cost=rules.inflate.cost, change=change_text(rules.inflate.s, rules.inflate.d))
        )
    if rules.use:
        how = " ".join(
            ["use", *(["C"] if rules.use.commits else []), *(["cost"] if rules.use.commits and rules.use.cost else [])]
        )
        said.append(filled(more[how], cost=rules.use.cost, said=_told(rules.use.effect)))
    said += [filled(_WORDS["moment"][t.moment], said=_told(t.effect)) for t in rules.triggers]
    said += [more["returns"]] if rules.returns else []
    for aura in rules.auras:
        said.append(filled(more["aura"], noun=_noun(aura.filter), change=aura.keyword or change_text(aura.s, aura.d)))
    said += [filled(more["demand"], noun=_noun(demand.filter), n=demand.n) for demand in rules.demands]
    return sentences(said)


def both_texts(rules: Abilities) -> str:
    """A rules text in sentences, the law's words behind them; "" if there is nothing."""
    return f"{rules_in_words(rules)} ({law})" if (law := rules_text(rules)) else ""


def _noun(terms: Filter, noun: str = "creature") -> str:
    for term in sorted(terms, key=lambda term: term.sort is not Sort.TYPE):
        figure = term.sort is Sort.FIGURE
        word = f"{term.word} {term.number}{_WORDS['compare'][term.compare]}" if figure else str(term)
        word = word.casefold() if term.sort in (Sort.ALIGNMENT, Sort.STATE) else word
        noun = filled(_WORDS["filter"][term.sort], w=_WORDS["noun"].get(word, word), noun=noun)
    return noun


def _told(effect: Effect) -> str:
    verbs, reach = _WORDS["verb"], effect.reach
    noun = _noun(effect.filter, _WORDS["noun"].get(reach, "creature"))
    aim = filled(_WORDS["reach"].get(reach, ""), a=with_article(noun), noun=noun)
    which = f"{effect.verb} {effect.to or effect.scope or reach}"
    change, words = change_text(effect.s, effect.d), verbs.get(which) or verbs[effect.verb]
    keyword, letters = effect.keyword, effect.letters
    return filled(words, aim=aim, noun=noun, n=effect.n, keyword=keyword, change=change, letters=letters)
