"""What the tests of all games ask of Arena."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from magika_gm.engine.paging import Option
from magika_gm.games.arena.orders.lines import write_order
from magika_gm.games.arena.orders.model import Cast, Fly, Move, Shoot, Use
from magika_gm.games.arena.orders.offers import choices, own_turn
from magika_gm.games.arena.rules.events import LineDropped
from magika_gm.games.arena.rules.refusals import Code
from magika_gm.games.arena.rules.units import top
from tests.systems.contract import Contract, Lines, Misspelt, Standing

FAMILIES = {
    "BOARD": 7, "CTRL": 3, "TERR": 4, "STORM": 3, "CRE": 3, "MOVE": 4, "FLY": 8, "FIGHT": 6, "TGT": 4, "BLUNT": 1,
    "POIS": 4, "RNG": 5, "RET": 7, "SIZE": 6, "VEH": 6, "ITEM": 4, "MAG": 24, "ABIL": 2, "WIN": 5, "SEQ": 2, "MAIL": 10,
    "INFO": 3, "ORD": 2, "SET": 5, "LAW": 23, "FORM": 4, "BOT": 4,
}  # fmt: skip


def names(position: Any, option: Option) -> set[str]:
    known = position.known
    there = (("unit", known.creatures), ("item", known.items), ("corpse", known.corpses))
    words = re.findall(r"[\w-]+", option.text)
    return {f"{kind}:{word}" for word in words for kind, things in there if word in things}


def behind(position: Any, line: str) -> list[str]:
    """The move a line is offered behind, by the choice it begins with: shots and spells from where one goes first."""
    known = position.known
    found = list(choices(known, position.seat))
    shot = next((c for c in found if c.after and line.startswith(write_order(c.order))), None)
    if shot is None:
        return []
    order = shot.order
    assert isinstance(order, Shoot | Cast | Use)
    who = known.creatures[order.creature if isinstance(order, Shoot) else order.by[0]]
    mount, place = top(known, who), known.board.places[shot.after]
    goes = (c for c in found if isinstance(c.order, Move | Fly) and c.order.unit == mount.id)
    return [write_order(next(c.order for c in goes if c.places == (place,)))]


def not_done(events: Sequence[Any], seat: str) -> Iterator[tuple[str, str]]:
    """Lines of a seat's that were not carried out, and why."""
    for event in events:
        if isinstance(event, LineDropped) and event.side == seat and event.refusal.code is not Code.NO_CONDITION:
            yield event.line, event.refusal.words


def unhelped(known: Any, seat: str) -> tuple[Any, Lines]:
    """No standing order helps, nor AUTO."""
    known = known.copy()
    known.standing[seat] = ()
    return known, ("AUTO OFF",)


CONTRACT = Contract(
    unhelped=unhelped,
    not_done=not_done,
    names=names,
    foreign="mages?|ebon|novices?|aptitudes?|endurance|globe of life|temples?|isles?|sun|moon|clans?|runes?|decks?"
    "|xom|zol",
    retold=lambda shown: shown.event,
    behind=behind,
    orders_now=own_turn,
    families=FAMILIES,
    unprinted=frozenset({"FORM", "BOT"}),
    also_cited=frozenset({"CASE-83", *(f"EX-{n}" for n in range(1, 52))}),
    elsewhere={
        "MAG-18": "test_sight.py::test_cards_are_revealed_when_begun",
        "WIN-5": "test_rules.py::test_points_of_a_standing",
        "MAIL-2": "test_rules.py::test_paired_mail_turns",
        "MAIL-10": "systems/test_random_games.py::replays",
        "INFO-1": "test_sight.py::test_the_turn_file_holds_every_fact",
        "INFO-2": "test_report.py::test_what_a_spectator_may_see",
        "INFO-3": "systems/test_noninterference.py::test_what_one_may_not_know_changes_nothing_one_gets",
        "SET-1": "test_army.py::test_every_limit_has_its_fault",
        "SET-2": "test_army.py::test_an_illegal_army_gives_the_default",
        "SET-3": "test_scenario.py::test_all_start_on_the_king_hex",
        "SET-4": "test_scenario.py::test_the_second_player_has_four_more",
        "SET-5": "test_scenario.py::test_every_option_is_read_back",
        "FORM-3": "test_cases.py::test_expectations_are_compared_as_the_law_says",
        "FORM-4": "test_cases.py::test_no_bot_plays_in_cases",
        "BOT-1": "test_bots.py::test_careful_keeps_a_guard",
        "BOT-2": "test_bots.py::test_bold_takes_an_empty_king_hex",
        "BOT-3": "test_bots.py::test_floods_and_bridges",
        "BOT-4": "test_bots.py::test_cards_are_used",
    },
    cases=325,
    wrong_cases=(
        ({"titel": "x"}, "titel", "did you mean title"),
        ({"creature": {"A1": {"kind": "Ork", "at": "d4"}}}, "creature.A1.kind", "did you mean Orc"),
        ({"creature": {"A1": {"kind": "Orc", "at": "d9"}}}, "creature.A1.at", "is no place"),
        ({"creature": {"A1": {"kind": "Orc"}}}, "creature.A1", "needs at or on"),
        ({"creature": {"X1": {"kind": "Orc", "at": "d4"}}}, "creature.X1", "no id"),
        ({"creature": {"A1": {"kind": "Orc", "on": "A2"}}}, "creature.A1.on", "there is no creature"),
        ({"item": {"IA1": {"kind": "Grenade", "by": "A1"}}}, "item.IA1.by", "there is no creature"),
        ({"corpse": {"C1": {"kind": "Orc", "at": "d4"}}}, "corpse.C1.of", "is needed"),
        ({"enchantment": {"N1": {"spell": "Slow", "on": "A1"}}}, "enchantment.N1.on", "there is no creature"),
        ({"enchantment": {"N1": {"spell": "Bless", "on": "A1"}}}, "enchantment.N1.spell", "is not one of"),
        ({"orders": {"A": ["MVOE A1 E"]}}, "orders.A.1", "did you mean MOVE"),
        ({"orders": {"C": []}}, "orders.C", "is not a key"),
        ({"dice": {"fight.los": 1}}, "dice.fight.los", "did you mean fight.loss"),
        ({"expect": {"creature": {}}}, "expect.creature", "did you mean creatures"),
        ({"expect": {"creatures": {"A1": {"powr": 1}}}}, "expect.creatures.A1.powr", "did you mean power"),
        ({"expect": {"combats": [{"a": 1}]}}, "expect.combats[1].a", "is not a key"),
        ({"board": {"d4": "gras"}}, "board.d4", "did you mean grass"),
        ({"control": {"default": "C"}}, "control.default", "is not one of"),
        ({"game": "magika"}, "game", "must be arena"),
        ({"turns": 0}, "turns", "must be a whole number"),
    ),
    seat="A",
    other="B",
    good=("MOVE A2 NE", "STANDING", "RETREAT ALL e2", "END STANDING"),
    # MAIL-4
    bad=(
        (1, ("STANDING", "RETREET ALL e2", "END STANDING")),
        (1, ("STANDING", "MOVE A2 NE", "END STANDING")),
        (1, ("MOVE A2 NW", "END STANDING")),
        (1, ("MOOVE A2 NE",)),
    ),
    misspelt=Misspelt(("MOVE A3 d1",), ("MOOVE A4 d1", "KILLL B1"), ("did you mean MOVE?", "did you mean KILL?")),
    letter=True,
    two_orders=("move A3 d1", "kill B1"),
    by_word=("1", "DRAW"),
    names_in_a_row=("charm creature death destruction holy illusion meta nature spacetime",),
    guides=("README.md",),
    standing=Standing(
        "A",
        "STANDING block",
        "MAIL-4",
        ("STANDING", "RETREAT ALL e2", "END STANDING"),
        ("RETREAT ALL e2",),
        ("DRAW",),
        ("DRAW", "STANDING", "KILL B1", "RETREET ALL e8", "END STANDING"),
        ("STANDING", "RETREAT ALL e8", "END STANDING"),
        ("RETREAT ALL e8",),
    ),
    out_of_turn=("B", ("STANDING", "RETREAT ALL e8", "END STANDING"), ("MOVE B2 W",)),
    either_seat=("STANDING", "END STANDING"),
    lost=(
        ("ARMY", "2 Orc", "Ogre", "ITEM Grenade", "SPELL Weaken", "END ARMY"),
        "an army of one's own is not taken: this scenario has ready-made ones alone",
    ),
    slip=("CAST Fierball BY A1 ON d4", "Fireball", "CAST Fireball BY A1 ON d4"),
    typed_only=("CAST Block Magic BY B2 ON IT WHEN ENEMY CASTS Destruction ON MINE",),
    pages=(6, 10),
    by_day=frozenset({"life", "rolls otherwise", "large pages of letter"}),
)
