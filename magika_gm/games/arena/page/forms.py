"""The sheet of Arena as data: everything that could be ordered, from the state its player knows (ORD).

The forms are the choices the blank sheets list, put together by verb and creature; LATE, second choices and conditions
are added to them. What depends on how the turn goes on (targets that come into range) may be typed and is for the
office to judge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from magika_gm.engine.paging import WORDS, Letters, Limit, Option, OrderForm, Plan, Purse, Section, Slot, once
from magika_gm.games.arena.orders.choices import Choice
from magika_gm.games.arena.orders.form import own_turn
from magika_gm.games.arena.orders.order import CalmStorm, ChangeTerrain, MakeStorm, Pronoun, When
from magika_gm.games.arena.orders.seam import MESSAGES
from magika_gm.games.arena.orders.write import write_order
from magika_gm.games.arena.page.answers import STANDING, combat, option_of, standing
from magika_gm.games.arena.page.conditions import WHEN, conditions, extras
from magika_gm.games.arena.page.creatures import POOL, by_creature, section_of
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import OTHER, TERRAINS, MagicType, Step
from magika_gm.games.arena.rules.terrain import budget
from magika_gm.games.arena.rules.titles import STEPS
from magika_gm.games.arena.rules.units import idle

BUDGET = "budget"
_SECTIONS = (Step.TERRAIN, Step.EQUIP, Step.MAGIC_1, Step.MOVE, Step.MAGIC_2, Step.COMBAT)
_SAY = "say"
_TYPED = tuple(Option(text=word) for word in (*When, *MagicType, *Pronoun, "ON MINE", "ELSE", "LATE"))
"""Words of lines that must be typed: completed by the page, judged by the office."""


def plan(known: State, seat: str, choices: Sequence[Choice]) -> Plan:
    """The sheet for the coming mail turn, of what could be ordered in it."""
    mine = own_turn(known, seat)
    forms: list[OrderForm] = []
    if mine:
        forms += [*_terrain(known, choices), *by_creature(known, choices), *combat(known, seat, "combat")]
    forms += standing(known, seat)
    forms += [
        once("DRAW", "Offer a draw", section=_SAY, key="draw", rule="WIN-3"),
        once("RESIGN", "Resign: the enemy wins", section=_SAY, key="resign", rule="WIN-3"),
    ]
    return Plan(
        forms=tuple(forms),
        lists=_lists(known, seat) | {WORDS: _TYPED},
        extras=extras(),
        sections=_sections(mine),
        most_lines=200,
        purses=(
            Purse(key=BUDGET, label="Hexes of your budget", amount=budget(known, seat), rule="TERR-3"),
            Purse(key=POOL, label="Magic pool", amount=known.pools[seat], rule="MAG-1"),
        )
        if mine
        else (),
        limits=_limits(known, seat),
        letters=Letters(
            most=MESSAGES.most,
            lines=MESSAGES.lines,
            characters=MESSAGES.characters,
            to=(Option(text=OTHER[seat]),),
            rule=MESSAGES.rule,
        ),
        standing=tuple(write_order(line) for line in known.standing[seat]),
        free_lines=True,
        help=""
        if mine
        else f"The coming turn is {OTHER[seat]}'s: of your sheet the standing orders alone count (LAW-20).",
    )


def _sections(mine: bool) -> tuple[Section, ...]:
    own = tuple(Section(key=section_of(step), label=STEPS[step]) for step in _SECTIONS) if mine else ()
    block = Section(
        key=STANDING,
        label="Standing orders",
        opens="STANDING",
        closes="END STANDING",
        help="They speak for you in the enemy's turns; a block replaces all standing orders in force (MAIL-4).",
    )
    return (*own, block, Section(key=_SAY, label="The game"))


def _limits(known: State, seat: str) -> tuple[Limit, ...]:
    """How a thing done twice is told of."""
    found = []
    for creature in known.by_id():
        if creature.side == seat:
            found += [
                Limit(key=f"go:{creature.id}", label=f"{creature.id} goes", rule="MOVE-1"),
                Limit(key=f"shoot:{creature.id}", label=f"{creature.id} shoots", rule="RNG-1"),
                Limit(key=f"magic:{creature.id}", label=f"{creature.id} does magic", rule="MAG-6"),
            ]
    return tuple(found)


def _lists(known: State, seat: str) -> dict[str, tuple[Option, ...]]:
    """Hexes, creatures, conditions."""
    foes = [c for c in known.by_id() if c.side == OTHER[seat] and not idle(known, c)]
    names = known.board.names
    return {
        "hexes": tuple(Option(text=name, place=name) for name in names),
        "foes": tuple(option_of(c, names[c.place >> 1]) for c in foes),
        "own": tuple(option_of(c, names[c.place >> 1]) for c in known.by_id() if c.side == seat and not idle(known, c)),
        "all": tuple(option_of(c, names[c.place >> 1]) for c in known.by_id() if not idle(known, c)),
        WHEN: tuple(conditions(known, seat)),
    }


def _terrain(known: State, choices: Iterable[Choice]) -> Iterator[OrderForm]:
    """SEQ 1: a form for the hexes of each terrain there is, for storms, and for calming them (TERR-2)."""
    by_land: dict[str, list[Option]] = {}
    storms: list[Option] = []
    calms: list[Option] = []
    for choice in choices:
        if choice.step is not Step.TERRAIN:
            break  # they come first
        order = choice.order
        assert isinstance(order, ChangeTerrain | MakeStorm | CalmStorm)
        hex_ = known.board.index[order.hex]
        if isinstance(order, ChangeTerrain):
            # a choice for each terrain it could become, a hex after the other
            here, what = by_land.setdefault(known.terrain[hex_], []), "land"
            if here and here[-1].text == order.hex:
                continue
        else:
            here, what = storms if isinstance(order, MakeStorm) else calms, "storm"
        here.append(
            Option(
                text=order.hex,
                place=order.hex,
                note=f"{choice.cost} of your budget",
                cost={BUDGET: choice.cost},
                uses=(f"{what}:{order.hex}",),
            )
        )
    for letter, hexes in by_land.items():
        to = tuple(Option(text=name.upper(), label=name) for other, name in TERRAINS.items() if other != letter)
        yield OrderForm(
            key=f"terrain:{letter}",
            verb="TERRAIN",
            label=f"Change {TERRAINS[letter]} into …",
            parts=(
                "TERRAIN",
                Slot(name="hex", label="Which hex", options=tuple(hexes)),
                Slot(name="to", label="Into", options=to),
            ),
            section="terrain",
            rule="TERR-2",
        )
    for verb, label, hexes in (("STORM", "Add a storm", storms), ("CALM", "Remove a storm", calms)):
        if hexes:
            slot = Slot(name="hex", label="Over which hex", options=tuple(hexes))
            yield OrderForm(key=verb, verb=verb, label=label, parts=(verb, slot), section="terrain", rule="TERR-2")
