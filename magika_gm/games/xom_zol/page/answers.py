"""The forms of standing orders: counters, counter-assaults, and what is done without a line (POL-4, POL-5)."""

from __future__ import annotations

from collections.abc import Iterator

from magika_gm.engine.paging import Extras, Option, OrderForm, Slot, SlotKind, number_slot
from magika_gm.games.xom_zol.page.conditions import IF
from magika_gm.games.xom_zol.page.picture import thing_of
from magika_gm.games.xom_zol.rules.sheets import hand_listed
from magika_gm.games.xom_zol.state import State
from magika_gm.games.xom_zol.words import CardType, other

ACT, REACT = "act", "react"
MOST_FORCE = 20
RANKS = ("STRONGEST", "WEAKEST", "COSTLIEST", "NEWEST", "FREE STRONGEST", "FREE WEAKEST")


def in_play(known: State, ref: str, uses: tuple[str, ...] = ()) -> Option:
    """A card in play, and what choosing it uses up."""
    piece = known.pieces[ref]
    return Option(text=ref, label=f"{ref} {piece.card.name}", place=piece.on or ref, things=(thing_of(ref),), uses=uses)


_CASTS = ("ANY", "CREATURE", "CHARACTER", "SPELL", "SPELL ON MINE", "FUNCTION", "AUGMENT", "CHANNEL")


def counters(known: State, seat: str) -> Iterator[OrderForm]:
    """COUNTER with the cards that can, and what is done without a line (POL-5)."""
    for name in dict.fromkeys(hand_listed(known, seat)):
        card = known.cards[name]
        if card.type is not CardType.COUNTER:
            continue
        number = hand_listed(known, seat).index(name) + 1
        trigger = Slot(
            name="what", label="What is cast", options=tuple(Option(text=t, label=t.lower()) for t in _CASTS)
        )
        slots: tuple[str | Slot | Extras, ...] = (Extras(slots=IF), "COUNTER", trigger, f"WITH {name}")
        if "B" in card.cost:
            slots += (number_slot("force", "Life that may be paid", "FORCE", least=0, most=MOST_FORCE),)
        yield OrderForm(
            key=f"COUNTER {name}",
            verb="COUNTER",
            label=f"Counter with {name}",
            parts=slots,
            section=REACT,
            note=f"costs {card.cost or '0'}",
            rule="POL-5",
            things=(f"card:{name}:{number}",),
        )
    least = number_slot("n", "Casts of at least", most=MOST_FORCE, optional=False)
    yield OrderForm(
        key="COUNTER DEFAULT",
        verb="COUNTER",
        label="Counter by default what costs",
        rule="POL-5",
        parts=("COUNTER DEFAULT", least),
        section=REACT,
        uses=("counter default",),
    )
    yield OrderForm(
        key="COUNTER DEFAULT NONE",
        verb="COUNTER",
        label="Counter nothing by default",
        rule="POL-5",
        parts=("COUNTER DEFAULT NONE",),
        section=REACT,
        uses=("counter default",),
    )


def blocks(known: State, seat: str) -> Iterator[OrderForm]:
    """BLOCK, HOLD, and what is done without a line (POL-4)."""
    foes = known.creatures(other(seat))
    if known.creatures(seat):
        ranks = tuple(Option(text=rank, label=rank.lower()) for rank in RANKS)
        whom = (*ranks, *(in_play(known, p.ref) for p in foes))
        against = Slot(
            name="whom",
            label="Against, the first that assaults",
            kind=SlotKind.MANY,
            options=whom,
            joined=" OR ",
            most=3,
        )
        team = Slot(name="with", label="With", kind=SlotKind.MANY, list="own", joined=" ", most=4)
        yield OrderForm(
            key="BLOCK",
            verb="BLOCK",
            label="Counter-assault with chosen creatures",
            section=REACT,
            parts=(Extras(slots=IF), "BLOCK", against, "WITH", team),
            rule="POL-4",
        )
        yield OrderForm(
            key="BLOCK ANY",
            verb="BLOCK",
            label="Counter-assault with the cheapest that can",
            section=REACT,
            parts=(Extras(slots=IF), "BLOCK", against, "WITH ANY"),
            rule="POL-4",
        )
        held = tuple(in_play(known, p.ref, (f"hold:{p.ref}",)) for p in known.creatures(seat))
        yield OrderForm(
            key="HOLD",
            verb="HOLD",
            label="Hold back from the default",
            section=REACT,
            rule="POL-4",
            parts=("HOLD", Slot(name="who", label="Whom", options=held)),
        )
    how = tuple(
        Option(text=word, label=label)
        for word, label in (("FAIR", "where it is worth it"), ("WALL", "whatever comes"), ("NONE", "nothing"))
    )
    yield OrderForm(
        key="BLOCK DEFAULT",
        verb="BLOCK",
        label="Counter-assault by default",
        section=REACT,
        rule="POL-4",
        parts=("BLOCK DEFAULT", Slot(name="how", label="How", options=how)),
        uses=("block default",),
    )
