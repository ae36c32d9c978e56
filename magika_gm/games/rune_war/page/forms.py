"""The sheet of Rune War as data: what could be ordered for the due turn, from the state its player knows (ORD).

A hand sheet says how runes are played and which spells are cast when they can be paid; its casts wait until then, so
that what is lacking now is told and bars nothing. A map sheet is moves, gates, claims, and the order of armies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations

from magika_gm.engine.paging import (
    WORDS,
    Extras,
    Letters,
    Limit,
    Option,
    OrderForm,
    Plan,
    Purse,
    Section,
    Slot,
    SlotKind,
    number_slot,
)
from magika_gm.games.rune_war.adviser.aims import AimKind
from magika_gm.games.rune_war.isle import LANDS, NAMES, TOWER
from magika_gm.games.rune_war.orders.choices import Choice
from magika_gm.games.rune_war.orders.sheet import GRAMMAR
from magika_gm.games.rune_war.orders.writing import write_order
from magika_gm.games.rune_war.page.conditions import CAST_EXTRAS, ELSE, IF, MOVE_EXTRAS, OFTEN
from magika_gm.games.rune_war.report.wording import LACKING
from magika_gm.games.rune_war.rules.refusals import Lack
from magika_gm.games.rune_war.rules.state import Creature, Due, World
from magika_gm.games.rune_war.runes import CODES
from magika_gm.games.rune_war.tables import CREATURES, PARALYZE, SPELLS, Ability, Aimed, Verb

RUNES, MAGIC, MOVES, CLAIMS, ARMIES = "runes", "magic", "moves", "claims", "armies"
_GROUPS = ("DRAGONS", "WINDS", "HONORS", "TERMINALS", "SIMPLES", "SKULLS", "SWORDS", "CHARACTERS", "LUCKY")
_TYPED = tuple(Option(text=word) for word in ("AIM", *AimKind, "CHOW", "AS", *_GROUPS, "NOT"))
"""Words of lines that must be typed: completed by the page, judged by the office."""
_HELP = {
    Due.HAND: "A hand turn is due: how your runes are played, and which spells are cast as soon as they can be paid.",
    Due.MAP: "A map turn is due: your creatures move, and you claim land.",
}


def plan(known: World, seat: str, found: Sequence[Choice]) -> Plan:
    """The sheet for the due turn, of what could be ordered in it."""
    hand = known.due is Due.HAND
    forms = [*_hand(found), *_casts(known, seat, found)] if hand else [*_moves(known, seat), *_claims(known, found)]
    rule = GRAMMAR.messages
    assert rule is not None
    others = (Option(text=p.seat, label=f"{p.seat} {p.wizard}") for p in known.others(seat))
    return Plan(
        forms=tuple(forms),
        lists=_lists(known, seat) | {WORDS: _TYPED} if hand else {},
        extras=CAST_EXTRAS if hand else MOVE_EXTRAS,
        sections=_sections(known),
        most_lines=GRAMMAR.most_lines,
        purses=() if hand else tuple(_claim_points(known, seat)),
        limits=tuple(_limits(known, seat)),
        letters=Letters(
            most=rule.most,
            lines=rule.lines,
            characters=rule.characters,
            to=(*others, Option(text="ALL", label="all")),
            anonymous=rule.anonymous,
            several=rule.several,
            rule=rule.rule,
        ),
        standing=tuple(write_order(line) for line in known.players[seat].standing or ()) if hand else (),
        free_lines=True,
        help=_HELP.get(known.due, ""),
    )


def _sections(known: World) -> tuple[Section, ...]:
    if known.due is Due.HAND:
        magic = Section(key=MAGIC, label="Spells", help="Tried from the top at each of your plays (SEQ-4).")
        return (Section(key=RUNES, label="Your runes"), *([magic] if known.options.map else []))
    return (Section(key=MOVES, label="Moves"), Section(key=CLAIMS, label="Claims"), Section(key=ARMIES, label="Armies"))


def _limits(known: World, seat: str) -> Iterator[Limit]:
    for verb in ("AIM", "KEEP", "DISCARD", "PUNG", "CHOW", "KONG", "GAME"):
        yield Limit(key=verb, label=f"{verb}, of which a second line replaces the first", rule="ORD-4")
    for kind, count in enumerate(known.players[seat].held):
        if count:
            yield Limit(key=f"rune:{CODES[kind]}", label=f"{CODES[kind]}, kept or thrown", rule="ORD-4")
    for creature in known.own(seat):
        yield Limit(key=f"go:{creature.code}", label=f"{creature.code} moves", rule="MOVE-2")


# --- hand turns -------------------------------------------------------------------------------------------------------


def _lists(known: World, seat: str) -> dict[str, tuple[Option, ...]]:
    """Runes held, groups of runes, all kinds."""
    held = known.players[seat].held
    own = tuple(
        Option(
            text=CODES[kind],
            note=f"{count} held" if count > 1 else "",
            place=CODES[kind],
            uses=(f"rune:{CODES[kind]}",),
        )
        for kind, count in enumerate(held)
        if count
    )
    return {
        "held": own,
        "claimed": (
            *(Option(text=group, label=group.capitalize()) for group in _GROUPS),
            *(Option(text=code) for code in CODES),
        ),
        "suits": tuple(Option(text=code) for code in CODES[:27]),
    }


def _hand(found: Sequence[Choice]) -> Iterator[OrderForm]:
    """AIM, KEEP, DISCARD, PUNG, CHOW, KONG, GAME: one line each (ORD-4)."""
    aims = next(choice for choice in found if choice.verb == "AIM").candidates
    own = tuple(Option(text=text, label=text.capitalize()) for text in aims)
    wanted = Slot(name="aims", label="Aims, the most wanted first", kind=SlotKind.MANY, options=own)
    yield _rune_form("AIM", "What hand to play for", (wanted,), "ADV-3")
    for verb, label in (("KEEP", "Keep from the adviser"), ("DISCARD", "Throw first, all turn long")):
        yield _rune_form(verb, label, (Slot(name="runes", label="Runes", kind=SlotKind.MANY, list="held"),), "ADV-4")
    for verb, label, listed in (
        ("PUNG", "Three alike to claim", "claimed"),
        ("CHOW", "Discards to claim for sequences", "suits"),
        ("KONG", "Four alike to claim", "claimed"),
    ):
        always = Slot(name="always", label="Always", kind=SlotKind.MANY, list=listed, most=8)
        never = Slot(name="never", label="Never", kind=SlotKind.MANY, list=listed, before="NOT", most=8)
        yield _rune_form(verb, f"{label}, always", (always, replace(never, optional=True, extra=True)), "ADV-6")
        yield _rune_form(verb, f"{label}, never", (never,), "ADV-6", "not")
        both = Slot(name="all", label="All or none", options=(Option(text="ALL"), Option(text="NONE")))
        yield _rune_form(verb, f"{label}: all or none", (both,), "ADV-6", "all")
    least = number_slot("least", "Score at least", "MIN", most=999, optional=False)
    drawn = Slot(name="drawn", label="And only", options=(Option(text="DRAWN", label="on own draws"),), optional=True)
    yield _rune_form("GAME", "Go Game only at a score", (replace(drawn, extra=True), least), "ADV-8", "min")
    how = Slot(
        name="how",
        label="When",
        options=(Option(text="DRAWN", label="on own draws only"), Option(text="NO", label="not at all")),
    )
    yield _rune_form("GAME", "Go Game", (how,), "ADV-8")


def _rune_form(verb: str, label: str, slots: tuple[Slot, ...], rule: str, key: str = "") -> OrderForm:
    return OrderForm(
        key=f"{verb} {key}".strip(),
        verb=verb,
        label=label,
        parts=(verb, *slots),
        section=RUNES,
        rule=rule,
        uses=(verb,),
    )


def _casts(known: World, seat: str, found: Sequence[Choice]) -> Iterator[OrderForm]:
    """CAST lines of what the wizard knows; what is lacking now is said."""
    for choice in found:
        if choice.verb == "CAST":
            yield _cast(known, seat, choice)


def _cast(known: World, seat: str, choice: Choice) -> OrderForm:
    name = choice.subject
    summons = name in CREATURES
    why = ", ".join(LACKING[Lack(lack)] for lack in choice.lacks)
    return OrderForm(
        key=f"CAST {name}",
        verb="CAST",
        label=f"{'Summon' if summons else 'Cast'} {name}",
        parts=(f"CAST {name}", *_targets(known, seat, choice), Extras(slots=OFTEN)),
        section=MAGIC,
        note=choice.cost + (f"; would wait now: {why}" if why else "; can be paid now"),
        rule="MAG-6",
    )


def _targets(known: World, seat: str, choice: Choice) -> Iterator[Slot]:
    """ON creatures or opponents, AT places: in order of preference, may be left out (ORD-5)."""
    name = choice.subject
    spell = SPELLS.get(name)
    if spell is None:
        places = [p for p in (*LANDS, TOWER) if known.has_circle(p, seat)]
        yield Slot(
            name="at",
            label="At, the first that can be",
            kind=SlotKind.MANY,
            before="AT",
            options=tuple(map(_place, places)),
            optional=True,
            most=6,
        )
        return
    if spell.target is Aimed.OPPONENT:
        rivals = tuple(Option(text=p.seat, label=f"{p.seat} {p.wizard}") for p in known.others(seat))
        yield Slot(name="on", label="On whom", kind=SlotKind.MANY, before="ON", options=rivals, optional=True)
    elif spell.target is not Aimed.SELF:
        found = [known.creatures[code] for code in choice.candidates]
        options = (*map(_creature, found), Option(text="NEW", label="the one summoned last"), Option(text="ANY"))
        yield Slot(
            name="on",
            label="On which, the first that can be",
            kind=SlotKind.MANY,
            before="ON",
            options=options,
            optional=True,
            most=6,
        )
    if spell.does is Verb.TELEPORT:
        places = [p for p in (*LANDS, TOWER) if known.is_own_ground(p, seat)]
        yield Slot(
            name="at",
            label="To, the first that can be",
            kind=SlotKind.MANY,
            before="AT",
            options=tuple(map(_place, places)),
            most=6,
        )


def _place(place: str) -> Option:
    return Option(text=place, label=f"{place} {NAMES[place]}", place=place)


def _creature(creature: Creature) -> Option:
    label = f"{creature.code} {creature.kind} at {creature.at}"
    return Option(text=creature.code, label=label, place=creature.at, things=(_thing(creature),))


def _thing(creature: Creature) -> str:
    """Its key among what can be clicked."""
    return f"creature:{creature.code}"


# --- map turns --------------------------------------------------------------------------------------------------------


def _moves(known: World, seat: str) -> Iterator[OrderForm]:
    """MOVE for each creature, for whole armies; GATE, LINEUP, DISMISS (MOVE-2, 6, 7, 8)."""
    own = known.own(seat)
    free = [c for c in own if not c.bears(PARALYZE)]
    for creature in free:
        ways = tuple(_ways(known, seat, creature))
        if ways:
            yield OrderForm(
                key=f"MOVE {creature.code}",
                verb="MOVE",
                label=f"{creature.kind} {creature.code} moves",
                parts=(
                    f"MOVE {creature.code} TO",
                    Slot(name="to", label="Where to", options=ways),
                    Extras(slots=IF),
                    ELSE,
                ),
                section=MOVES,
                note=f"{creature.table.move} step{'s' if creature.table.move > 1 else ''}",
                rule="MOVE-2",
                uses=(f"go:{creature.code}",),
                places=(creature.at,),
                things=(_thing(creature),),
            )
    for place in dict.fromkeys(c.at for c in own):
        yield from _army(known, seat, place)
    yield from _gates(known, seat)
    if own:
        gone = tuple(replace(_creature(c), uses=(f"go:{c.code}",)) for c in own)
        slot = Slot(name="who", label="Whom", kind=SlotKind.MANY, options=gone)
        yield OrderForm(
            key="DISMISS",
            verb="DISMISS",
            label="Dismiss creatures",
            parts=("DISMISS", slot),
            section=ARMIES,
            rule="MOVE-8",
            uses=("dismiss",),
        )


def _ways(known: World, seat: str, creature: Creature) -> Iterator[Option]:
    """One step, or two where it may take two."""
    for first in known.isle.neighbours[creature.at]:
        if not known.room(first, seat):
            continue
        yield _place(first)
        if creature.table.move > 1:
            for then in known.isle.neighbours[first]:
                if then != creature.at and known.room(then, seat):
                    text = f"{first} THEN {then}"
                    yield Option(text=text, label=f"{then} {NAMES[then]} by way of {first}", place=then)


def _goer(creature: Creature) -> Option:
    """One of several that go together."""
    return replace(_creature(creature), label=f"{creature.code} {creature.kind}", uses=(f"go:{creature.code}",))


def _army(known: World, seat: str, place: str) -> Iterator[OrderForm]:
    """An army that moves together, and its order."""
    army = known.army(place, seat)
    if len(army) < 2:
        return
    places, things = (place,), tuple(map(_thing, army))
    free = [c for c in army if not c.bears(PARALYZE)]
    onto = tuple(
        _place(p) for p in known.isle.neighbours[place] if not known.army(p, seat)
    )  # with room for three, whoever goes
    if len(free) > 1 and onto:
        who = Slot(name="who", label="Who", kind=SlotKind.MANY, least=2, options=tuple(map(_goer, free)))
        yield OrderForm(
            key=f"MOVE {place}",
            verb="MOVE",
            label=f"The army at {place} moves together",
            parts=("MOVE", who, "TO", Slot(name="to", label="Where to", options=onto), Extras(slots=IF), ELSE),
            section=MOVES,
            rule="MOVE-2",
            places=places,
            things=things,
        )
    lines = tuple(Option(text=", ".join(c.code for c in line)) for line in permutations(army))
    yield OrderForm(
        key=f"LINEUP {place}",
        verb="LINEUP",
        label=f"The order of the army at {place}",
        parts=(f"LINEUP {place}:", Slot(name="order", label="The first to fight first", options=lines)),
        section=ARMIES,
        rule="MOVE-7",
        uses=(f"lineup:{place}", *(f"go:{c.code}" for c in army)),
        places=places,
        things=things,
    )


def _gates(known: World, seat: str) -> Iterator[OrderForm]:
    """Who stands with Carol may gate to a circle of one's own (MOVE-6)."""
    carol = next((c for c in known.own(seat) if c.has(Ability.GATE)), None)
    if carol is None or carol.bears(PARALYZE):
        return
    army = [c for c in known.army(carol.at, seat) if not c.bears(PARALYZE)]
    onto = tuple(
        _place(p) for p in (*LANDS, TOWER) if p != carol.at and known.has_circle(p, seat) and not known.army(p, seat)
    )
    if onto and army:
        who = Slot(name="who", label="Who", kind=SlotKind.MANY, options=tuple(map(_goer, army)))
        yield OrderForm(
            key="GATE",
            verb="GATE",
            label=f"Gate with {carol.code}",
            parts=("GATE", who, "TO", Slot(name="to", label="To which circle", options=onto), Extras(slots=IF), ELSE),
            section=MOVES,
            rule="MOVE-6",
            places=(carol.at,),
            things=(_thing(carol),),
        )


def _claim_points(known: World, seat: str) -> Iterator[Purse]:
    """What claims are paid with, clan by clan (CLAIM)."""
    for clan, amount in known.players[seat].lcp.items():
        yield Purse(key=f"lcp:{clan.value}", label=f"claim points against {clan.title}", amount=amount, rule="CLAIM-1")


def _claims(known: World, found: Sequence[Choice]) -> Iterator[OrderForm]:
    """CLAIM of what could be claimed as things stand."""
    options = []
    for choice in found:
        if choice.verb == "CLAIM" and choice.legal:
            land = known.isle.at[choice.subject]
            options.append(
                Option(
                    text=choice.subject,
                    label=f"{choice.subject} {land.name}",
                    note=choice.cost,
                    place=choice.subject,
                    cost={f"lcp:{known.land[choice.subject].value}": land.value},
                    uses=(f"claim:{choice.subject}",),
                )
            )
    if options:
        slot = Slot(name="what", label="Which land", kind=SlotKind.MANY, options=tuple(options))
        yield OrderForm(
            key="CLAIM",
            verb="CLAIM",
            label="Claim land",
            parts=("CLAIM", slot, Extras(slots=IF)),
            section=CLAIMS,
            rule="CLAIM-1",
        )
