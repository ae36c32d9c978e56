"""CAST and USE lines: BY and ON lists with ELSE, TO, WHEN, KEEP (ORD)."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.games.arena.orders.order import ANY, MINE, Cast, Condition, Pronoun, Use, When
from magika_gm.games.arena.orders.words import (
    CREATURE_NAMES,
    ITEM_NAMES,
    SPELL_NAMES,
    USABLE,
    Unreadable,
    Words,
    as_id,
    as_place,
    as_wall,
    keyword,
    name_of,
    nearest,
    split_at,
    terrain_letter,
)
from magika_gm.games.arena.rules.tables import ABILITIES, ITEMS, SPELLS, Magic
from magika_gm.games.arena.rules.terms import MagicType, Phase, Target

_HEAD = ("BY", "ON", "TO")
_PLACES = (Target.HEX, Target.AREA, Target.AREA_CREATURES, Target.PLACE)
_TYPES = tuple(MagicType)
_CASTABLE = (*SPELL_NAMES, *USABLE)
MOST_WITHIN = 26
MOST_KEEP = 9999


def read_cast(phase: Phase | None, tokens: Sequence[str]) -> Cast:
    """What stands after CAST."""
    head, when, keep = _divide(tokens)
    parts = _parts(head)
    spell = name_of(parts[""], SPELL_NAMES, "spell")
    magic = SPELLS[spell].magic
    return Cast(
        phase=phase,
        spell=spell,
        by=_users(parts, "CAST"),
        on=_targets(parts, magic, spell),
        to=_to(parts, magic),
        when=when,
        keep=keep,
    )


def read_use(phase: Phase | None, tokens: Sequence[str]) -> Use:
    """What stands after USE: an item's id or name, or an ability."""
    head, when, keep = _divide(tokens)
    parts = _parts(head)
    if "TO" in parts:
        raise Unreadable("USE has no TO", (), "extra")
    id_ = as_id(parts[""][0]) if len(parts[""]) == 1 else None
    if id_ is not None and not id_.startswith("I"):
        raise Unreadable(f"{id_} is no item", (), "unknown-name")
    what = id_ or name_of(parts[""], USABLE, "item or ability to use")
    magic = None if id_ else ABILITIES.get(what) or ITEMS[what].use
    return Use(phase=phase, what=what, by=_users(parts, "USE"), on=_targets(parts, magic, what), when=when, keep=keep)


def _divide(tokens: Sequence[str]) -> tuple[list[str], Condition | None, int | None]:
    """The head of the line, its WHEN and its KEEP."""
    left, keep = _keep(tokens)
    head, *conditions = split_at(left, "WHEN")
    if len(conditions) > 1:
        raise Unreadable("a line has one WHEN", (), "extra")
    return head, _condition(conditions[0]) if conditions else None, keep


def _keep(tokens: Sequence[str]) -> tuple[list[str], int | None]:
    upper = [t.upper() for t in tokens]
    if "KEEP" not in upper:
        return list(tokens), None
    at = upper.index("KEEP")
    number = tokens[at + 1] if at + 1 < len(tokens) else ""
    if not (number.isascii() and number.isdigit()) or int(number) > MOST_KEEP:
        raise Unreadable(f"KEEP needs a number of points up to {MOST_KEEP}", (), "missing")
    return [*tokens[:at], *tokens[at + 2 :]], int(number)


def _parts(head: Sequence[str]) -> dict[str, list[str]]:
    """The words before BY (under ""), and after BY, ON and TO."""
    parts: dict[str, list[str]] = {"": []}
    current = ""
    for token in head:
        if token.upper() in _HEAD:
            current = token.upper()
            if current in parts:
                raise Unreadable(f"{current} stands twice", (), "extra")
            parts[current] = []
        else:
            parts[current].append(token)
    return parts


def _users(parts: dict[str, list[str]], verb: str) -> tuple[str, ...]:
    if not parts.get("BY"):
        raise Unreadable(f"{verb} needs BY and the creature that does it", (), "missing")
    return tuple(_reference(part, CREATURE_NAMES, "creature") for part in split_at(parts["BY"], "ELSE"))


def _reference(tokens: Sequence[str], names: Sequence[str], what: str) -> str:
    words = Words(tokens)
    found = words.reference(names, what)
    words.end()
    return found


def _targets(parts: dict[str, list[str]], magic: Magic | None, name: str) -> tuple[str, ...]:
    """The targets after ON; an item known by its id alone may be aimed at anything its table row will tell."""
    if "ON" not in parts:
        if magic is not None and magic.target is not Target.SELF:
            raise Unreadable(f"{name} needs ON and a {magic.target}", (), "missing")
        return ()
    return tuple(_target(part, magic) for part in split_at(parts["ON"], "ELSE"))


def _target(tokens: Sequence[str], magic: Magic | None) -> str:
    if len(tokens) == 1 and tokens[0].upper() in tuple(Pronoun):
        return tokens[0].upper()
    if magic is None:
        return _anything(tokens)
    if magic.target in _PLACES:
        words = Words(tokens)
        place = words.place()
        words.end()
        return place
    if magic.target is Target.WALL:
        wall = as_wall("".join(tokens))
        if wall is None:
            raise Unreadable(f"{' '.join(tokens)} is no wall; write it d4/d5", (), "unknown-place")
        return wall
    if magic.target is Target.EFFECT:
        raise Unreadable(f"{magic.name} is aimed at IT, the effect its WHEN speaks of", ("IT",), "missing")
    names = ITEM_NAMES if magic.target is Target.ITEM else CREATURE_NAMES
    found = _reference(tokens, names, "creature" if magic.target is Target.SELF else str(magic.target))
    letters = {Target.CORPSE: "C", Target.ENCHANTMENT: "N", Target.ITEM: "I"}.get(magic.target, "AB")
    if as_id(found) and found[0] not in letters:
        raise Unreadable(f"{found} is no {magic.target}", (), "unknown-name")
    return found


def id_or_place(token: str) -> str | None:
    """Where an id and a place look alike, a capital letter is an id and a small one a place (``A3``, ``a3``)."""
    if token[:1].islower():
        return as_place(token) or as_id(token)
    return as_id(token) or as_place(token)


def _anything(tokens: Sequence[str]) -> str:
    words = Words(tokens)
    if len(tokens) == 1:
        found = id_or_place(tokens[0])
        if found is not None:
            return found
    if words and as_place(tokens[0]) and not as_id(tokens[0]):
        place = words.place()
        words.end()
        return place
    return _reference(tokens, CREATURE_NAMES, "target")


def _to(parts: dict[str, list[str]], magic: Magic) -> str:
    wanted = magic.does in ("shape_land", "teleport")
    if "TO" not in parts:
        if wanted:
            what = "a terrain" if magic.does == "shape_land" else "a hex"
            raise Unreadable(f"{magic.name} needs TO and {what}", (), "missing")
        return ""
    if not wanted:
        raise Unreadable(f"{magic.name} has no TO", (), "extra")
    words = Words(parts["TO"])
    to = words.hex() if magic.does == "teleport" else terrain_letter(words.next("a terrain"))
    words.end()
    return to


# --- conditions ---


def _condition(tokens: Sequence[str]) -> Condition:
    words = Words(tokens)
    first = keyword(words.next("a condition"), ("ENEMY", "LOSING", "NOT", "ATTACKED"), "condition")
    if first == "ENEMY":
        second = keyword(words.next("CASTS or NEAR"), ("CASTS", "NEAR"), "word after ENEMY")
        return _enemy_casts(words) if second == "CASTS" else _enemy_near(words)
    if first == "NOT":
        keyword(words.next("WINNING"), ("WINNING",), "word after NOT")
    when = When.NOT_WINNING if first == "NOT" else When(first)
    condition = Condition(when, at=_where(words))
    words.end()
    return condition


def _where(words: Words) -> str:
    """An id, a name or a place."""
    if words:
        token = words.left[0]
        found = id_or_place(token)
        if found is not None and as_place(token) == found:
            return words.place()
        if found is not None:
            words.left.pop(0)
            return found
    return words.reference(CREATURE_NAMES, "creature or place")


def _enemy_near(words: Words) -> Condition:
    at = _where(words)
    number = words.next("a distance")
    if not (number.isascii() and number.isdigit()) or int(number) > MOST_WITHIN:
        raise Unreadable(f"{number} is no distance up to {MOST_WITHIN}", (), "missing")
    words.end()
    return Condition(When.ENEMY_NEAR, at=at, within=int(number))


def _enemy_casts(words: Words) -> Condition:
    what_tokens, *ons = split_at(words.left, "ON")
    what = _cast_name(what_tokens)
    at = ""
    if ons:
        on = Words(ons[0])
        at = MINE if len(on.left) == 1 and on.left[0].upper() == MINE else _where(on)
        if at != MINE:
            on.end()
    return Condition(When.ENEMY_CASTS, what=what, at=at)


def _cast_name(tokens: Sequence[str]) -> str:
    """A spell, item or ability, a type of magic, or ANY."""
    if len(tokens) == 1 and tokens[0].upper() == ANY:
        return ANY
    text = " ".join(tokens).casefold()
    for name in (*_CASTABLE, *_TYPES):
        if str(name).casefold().replace("-", " ") == text:
            return str(name)
    try:
        return name_of(tokens, _CASTABLE, "spell, type or ANY")
    except Unreadable as bad:
        if bad.code == "ambiguous":
            raise
        raise Unreadable(bad.reason, nearest(text, (*_CASTABLE, *map(str, _TYPES))), bad.code) from bad
