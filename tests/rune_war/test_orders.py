"""Order lines: the grammar, what is wrong with a line, reading and writing as inverses (ORD)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.engine.words import Fault
from magika_gm.games.rune_war.adviser import SUITED, Aim, AimKind, Wish
from magika_gm.games.rune_war.orders.lines import read_line, read_lines, stored, write_order
from magika_gm.games.rune_war.orders.model import (
    AimOrder,
    CastOrder,
    ChowOrder,
    ChowWish,
    ClaimOrder,
    Condition,
    CreatureRef,
    DiscardOrder,
    DismissOrder,
    GameOrder,
    GateOrder,
    Group,
    KeepOrder,
    KongOrder,
    LineupOrder,
    MoveOrder,
    Order,
    PungOrder,
    RefKind,
    Rival,
    RivalKind,
    Runes,
    Test,
)
from magika_gm.games.rune_war.rules.deciding import plan_of
from magika_gm.games.rune_war.rules.tables import CREATURES, NAMES, PLACES, SEATS, SPELLS, WIZARDS, Aimed, Clan, Verb
from magika_gm.games.rune_war.rules.terms import CODES, KIND, may_begin_sequence
from tests.examples import each_of, some_of
from tests.rune_war.randoms import begun, hand_lines, map_lines

LUCKY = frozenset(KIND[c] for c in ("RD", "GD", "WD", "E", "S"))

# -- every order there is -------------------------------------------------

singles = st.integers(0, 33).map(Runes)
spans = st.tuples(st.integers(0, 2), st.integers(0, 8), st.integers(0, 8)).map(
    lambda t: Runes(9 * t[0] + min(t[1:]), 9 * t[0] + max(t[1:]))
)
groups = st.sampled_from(Group).map(lambda g: Runes(group=g))
items = st.lists(st.one_of(singles, spans, groups), min_size=1, max_size=5).map(tuple)
maybe = st.one_of(st.just(()), items)
aims = st.sampled_from(AimKind).flatmap(
    lambda kind: st.sampled_from(("", "K", "S", "C")).map(lambda s: Aim(kind, s if kind in SUITED else ""))
)
wishes = st.builds(Wish, aims, st.one_of(st.none(), st.integers(0, 14)))
codes = st.tuples(st.sampled_from(Clan), st.integers(1, 99)).map(lambda t: f"{t[0].prefix}{t[1]}")
named = st.one_of(
    codes.map(lambda c: CreatureRef(RefKind.CODE, c)),
    st.sampled_from(list(CREATURES)).map(lambda n: CreatureRef(RefKind.KIND, n)),
    st.just(CreatureRef(RefKind.NEW)),
)
creatures = st.lists(named, min_size=1, max_size=4).map(tuple)
targets = st.lists(st.one_of(named, st.just(CreatureRef(RefKind.ANY))), max_size=3).map(tuple)
rivals = st.lists(
    st.one_of(
        st.sampled_from(SEATS).map(lambda s: Rival(RivalKind.SEAT, s)),
        st.sampled_from(Clan).map(lambda c: Rival(RivalKind.CLAN, c.value)),
        st.sampled_from(list(WIZARDS)).map(lambda w: Rival(RivalKind.WIZARD, w)),
        st.sampled_from("ESWN").map(lambda w: Rival(RivalKind.WIND, w)),
        st.just(Rival(RivalKind.ANY)),
    ),
    max_size=3,
).map(tuple)
places = st.lists(st.sampled_from(PLACES), min_size=1, max_size=3).map(tuple)
conditions = st.one_of(
    st.sampled_from((Test.EMPTY, Test.NOT_EMPTY, Test.MINE)).map(Condition),
    st.sampled_from(Clan).map(lambda c: Condition(Test.OF, c)),
)
ways = st.lists(st.sampled_from(PLACES), min_size=1, max_size=2).map(tuple)


@st.composite
def chow_wishes(draw: st.DrawFn) -> ChowWish:
    if draw(st.booleans()):
        return ChowWish(draw(st.one_of(singles, spans, groups)))
    start = draw(st.integers(0, 26).filter(may_begin_sequence))
    return ChowWish(Runes(start + draw(st.integers(0, 2))), start)


@st.composite
def casts(draw: st.DrawFn) -> CastOrder:
    name = draw(st.sampled_from((*SPELLS, *CREATURES)))
    aimed = Aimed.SELF if name in CREATURES else SPELLS[name].target
    teleport = name in SPELLS and SPELLS[name].does is Verb.TELEPORT
    chosen: tuple[str, ...] = ()
    if teleport or (name in CREATURES and draw(st.booleans())):
        chosen = draw(places)
    return CastOrder(
        spell=name,
        creatures=draw(targets) if aimed not in (Aimed.SELF, Aimed.OPPONENT) else (),
        rivals=draw(rivals) if aimed is Aimed.OPPONENT else (),
        places=chosen,
        play=draw(st.integers(0, 9)),
        points=draw(st.integers(0, 900)),
        ready=draw(st.booleans()),
        times=draw(st.integers(0, 9)),
        save=draw(st.booleans()),
    )


@st.composite
def moves(draw: st.DrawFn) -> MoveOrder:
    condition = draw(st.one_of(st.none(), conditions))
    otherwise = draw(st.one_of(st.just(()), ways)) if condition else ()
    return MoveOrder(creatures=draw(creatures), way=draw(ways), condition=condition, otherwise=otherwise)


@st.composite
def gates(draw: st.DrawFn) -> GateOrder:
    condition = draw(st.one_of(st.none(), conditions))
    otherwise = draw(st.sampled_from(("", *PLACES))) if condition else ""
    return GateOrder(
        creatures=draw(creatures), place=draw(st.sampled_from(PLACES)), condition=condition, otherwise=otherwise
    )


orders: st.SearchStrategy[Order] = st.one_of(
    st.lists(wishes, min_size=1, max_size=4).map(lambda w: AimOrder(tuple(w))),
    items.map(KeepOrder),
    items.map(DiscardOrder),
    st.tuples(maybe, maybe).filter(any).map(lambda t: PungOrder(*t)),
    st.tuples(maybe, maybe).filter(any).map(lambda t: KongOrder(*t)),
    st.tuples(st.lists(chow_wishes(), max_size=4).map(tuple), maybe).filter(any).map(lambda t: ChowOrder(*t)),
    st.one_of(
        st.just(GameOrder(no=True)),
        st.tuples(st.booleans(), st.integers(0, 500)).filter(any).map(lambda t: GameOrder(*t)),
    ),
    casts(),
    moves(),
    gates(),
    st.tuples(st.sampled_from(PLACES), creatures).map(lambda t: LineupOrder(*t)),
    creatures.map(DismissOrder),
    st.tuples(places, st.one_of(st.none(), conditions)).map(lambda t: ClaimOrder(*t)),
)


@given(orders)
@settings(max_examples=some_of(400), deadline=None)
def test_an_order_written_reads_back_equal(order: Order) -> None:
    text = write_order(order)
    assert stored(text) == order
    assert write_order(stored(text)) == text


@given(orders, st.randoms(use_true_random=False))
@settings(max_examples=some_of(300), deadline=None)
def test_neither_case_nor_spacing_nor_comments_matter(order: Order, random: Random) -> None:
    text = write_order(order)
    doubled = text.replace(" ", random.choice((" ", "  ")))
    loose = "".join(random.choice((c.lower(), c.upper())) for c in doubled)
    assert read_line(f"   {loose}  ; {random.choice(('', 'a remark; and another'))}") == order


@given(st.text(max_size=200))
@settings(max_examples=some_of(200), deadline=None)
def test_no_text_makes_the_reader_raise(text: str) -> None:
    read = read_line(text)
    assert isinstance(read, Fault) or write_order(read)


@given(st.integers(0, 2**32), st.integers(0, 200))
@settings(max_examples=some_of(100), deadline=None)
def test_nor_does_a_spoiled_line(seed: int, at: int) -> None:
    random = Random(seed)
    world = begun(seed % 8)
    lines = hand_lines(random, world, "1") + map_lines(random, world, "1")
    for line in lines:
        where = at % len(line)
        spoiled = line[:where] + random.choice("AE1,-;:'!+ ") + line[where + random.randrange(2) :]
        read = read_line(spoiled)
        assert isinstance(read, Fault) or stored(write_order(read)) == read


# -- the lines of the law page -------------------------------------------------


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("AIM HALF K +2, PUNGS +1, QUICK", "AIM HALF K, PUNGS +1, QUICK"),
        ("AIM FLUSH S !", "AIM FLUSH S !"),
        ("aim half skulls, flush cha + 0", "AIM HALF K, FLUSH C +0"),
        ("AIM HON ORP", "AIM HONORS, ORPHANS"),
        ("KEEP 66K, RD", "KEEP 6K, 6K, RD"),
        ("KEEP 147K", "KEEP 1K, 4K, 7K"),
        ("DISCARD N, 19C", "DISCARD N, 1C, 9C"),
        ("DISCARD 2 - 8 S, 66 K, S", "DISCARD 2-8S, 6K, 6K, S"),
        ("CHOW 4S AS 3S 4S 5S, 2C", "CHOW 4S AS 345S, 2C"),
        ("MOVE MA 1, MA 2 TO M 4 THEN Z 3", "MOVE MA1, MA2 TO M4 THEN Z3"),
        ("DISCARD 2-8S", "DISCARD 2-8S"),
        ("PUNG DRAGONS, E NOT 9K", "PUNG DRAGONS, E NOT 9K"),
        ("PUNG ALL", "PUNG ALL"),
        ("PUNG NONE", "PUNG NONE"),
        ("CHOW 4S AS 345S, 2-8C", "CHOW 4S AS 345S, 2-8C"),
        ("CHOW 4S as 543S", "CHOW 4S AS 345S"),
        ("CHOW NONE", "CHOW NONE"),
        ("KONG 6K", "KONG 6K"),
        ("KONG NOT RD", "KONG NOT RD"),
        ("GAME MIN 40", "GAME MIN 40"),
        ("GAME DRAWN", "GAME DRAWN"),
        ("GAME MIN 40 DRAWN", "GAME DRAWN MIN 40"),
        ("GAME NO", "GAME NO"),
        ("CAST Wraith AT M2, T", "CAST Wraith AT M2, T"),
        ("CAST Wraith AT M2 T", "CAST Wraith AT M2, T"),
        ("CAST Heal ON MA1, ANY", "CAST Heal ON MA1, ANY"),
        ("CAST Heal ON MA1 MZ2", "CAST Heal ON MA1, MZ2"),
        ("CAST Heal ON carol", "CAST Heal ON Carol the Great"),
        ("CAST Teleport ON MA1 AT Z4, T", "CAST Teleport ON MA1 AT Z4, T"),
        ("CAST Silence ON EAST, 3", "CAST Silence ON EAST, 3"),
        ("CAST Silence ON ziag, iz, sou, Marz", "CAST Silence ON Ziag, Iz, SOUTH, Marz"),
        ("CAST Draw Sword", "CAST Draw Sword"),
        ("CAST Wraith AT M7, M2 SAVE", "CAST Wraith AT M7, M2 SAVE"),
        ("CAST Demonic Compulsion ON NEW", "CAST Demonic Compulsion ON NEW"),
        ("CAST Lightning Bolt ON KA2, ANY WHEN POINTS 200", "CAST Lightning Bolt ON KA2, ANY WHEN POINTS 200"),
        ("CAST Random Discard ON SOUTH WHEN PLAY 2 ALWAYS", "CAST Random Discard ON SOUTH WHEN PLAY 2 ALWAYS"),
        ("CAST Heal SAVE x 2 WHEN READY AND WHEN PLAY 2", "CAST Heal WHEN PLAY 2 AND READY x2 SAVE"),
        ("CAST maz'ra", "CAST Maz'Ra"),
        ("CAST MAZRA", "CAST Maz'Ra"),
        ("CAST ki-lin", "CAST Ki-Lin"),
        ("CAST Ki Lin", "CAST Ki-Lin"),
        ("CAST siren", "CAST Learra the Siren"),
        ("MOVE MA1, MA2 TO M4 THEN Z3", "MOVE MA1, MA2 TO M4 THEN Z3"),
        ("MOVE MA1 and MA2 TO Cairnfield", "MOVE MA1, MA2 TO M4"),
        ("MOVE MA1 TO tower IF EMPTY", "MOVE MA1 TO T IF EMPTY"),
        ("MOVE MA1 TO Z3 IF NOT EMPTY ELSE TO M8 THEN Z3", "MOVE MA1 TO Z3 IF NOT EMPTY ELSE TO M8 THEN Z3"),
        ("MOVE Wraith TO Z3 IF OF MARZ", "MOVE Wraith TO Z3 IF OF MARZ"),
        ("MOVE Wraith TO Z3 IF MINE", "MOVE Wraith TO Z3 IF MINE"),
        ("GATE MA1, MA3 TO M7", "GATE MA1, MA3 TO M7"),
        ("GATE MA1 TO M7 IF MINE ELSE TO T", "GATE MA1 TO M7 IF MINE ELSE TO T"),
        ("LINEUP Z3: MA2, MA1", "LINEUP Z3: MA2, MA1"),
        ("LINE-UP Ambermarch: MA2 MA1", "LINEUP Z3: MA2, MA1"),
        ("DISMISS MA3", "DISMISS MA3"),
        ("CLAIM Z3, Z5", "CLAIM Z3, Z5"),
        ("CLAIM Z3 Z5 IF OF IZ", "CLAIM Z3, Z5 IF OF IZ"),
    ],
)
def test_lines(text: str, written: str) -> None:
    read = read_line(text)
    assert not isinstance(read, Fault), read
    assert write_order(read) == written


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "begins with no order"),
        ("12 34", "begins with no order"),
        ("FLY MA1", "FLY is no order"),
        ("MVE MA1 TO M4", "did you mean MOVE"),
        ("CA Heal", "CA is no order"),
        ("GA NO", "GA is no order"),
        ("DIS N", "DISCARD or DISMISS"),
        ("AIM", "needs an aim"),
        ("AIM SPEED", "SPEED is no aim"),
        ("AIM QUICK +x", "X is no number"),
        ("AIM HALF K +100", "100 is no number from 0 to 99"),
        ("KEEP", "runes are missing"),
        ("KEEP 10K", "10K is no rune"),
        ("KEEP 8-2S", "did you mean 2-8S"),
        ("KEEP DRAGON 1X", "1X is no rune"),
        ("PUNG NOT", "missing after NOT"),
        ("PUNG", "runes are missing"),
        ("CHOW 4S AS 678S", "must stand after one rune"),
        ("CHOW 4S AS 346S", "346S is no sequence"),
        ("CHOW 4S AS", "nothing is no sequence"),
        ("CHOW 45S AS 345S", "must stand after one rune"),
        ("CHOW 2-8S AS 345S", "must stand after one rune"),
        ("GAME", "GAME needs"),
        ("GAME SOON", "SOON is not NO, DRAWN or MIN"),
        ("GAME 7 TURN 9", "7 is not"),
        ("GAME MIN", "nothing is no number"),
        ("CAST", "is missing"),
        ("CAST Fireball", "no spell or creature"),
        ("CAST Fire", "Fire Giant or Fire Elemental"),
        ("CAST Wrath", "did you mean Wraith"),
        ("CAST Heal ON", "creatures are missing"),
        ("CAST Heal ON XX1", "XX1 is no creature"),
        ("CAST Heal AT M1", "Heal has no place"),
        ("CAST Wraith ON MA1", "Wraith has no target"),
        ("CAST Draw Sword ON ANY", "Draw Sword has no target"),
        ("CAST Wraith AT Q9", "Q9 is no place"),
        ("CAST Wraith AT M1 AT M2", "stands twice"),
        ("CAST Teleport ON MA1", "needs AT and a place"),
        ("CAST Silence ON 5", "5 is no opponent"),
        ("CAST Heal WHEN", "WHEN needs"),
        ("CAST Heal WHEN LATER", "LATER is not PLAY"),
        ("CAST Heal WHEN PLAY 0", "0 is no number"),
        ("CAST Heal x2 ALWAYS", "either ALWAYS"),
        ("CAST Heal x0", "0 is no number from 1"),
        ("CAST Heal SAVE now", "NOW after SAVE"),
        ("MOVE MA1", "needs TO"),
        ("MOVE TO M1", "creatures are missing"),
        ("MOVE MA1 TO M1 THEN M2 THEN M3", "at most 2 steps"),
        ("MOVE MA1 TO M1 ELSE TO M2", "ELSE needs an IF"),
        ("MOVE MA1 TO M1 IF FULL", "IF FULL is not"),
        ("MOVE MA1 TO M1 IF NOT MINE", "IF NOT MINE is not"),
        ("MOVE ANY TO M1", "ANY is no creature"),
        ("GATE MA1 TO M1 THEN M2", "at most 1 step"),
        ("LINEUP Z3", "creatures are missing"),
        ("CLAIM", "places are missing"),
        ("CLAIM M9", "M9 is no place"),
        ("CLAIM Z3 IF OF SPAIN", "SPAIN is no clan"),
        ("KEEP " + "1K " * 300, "more than 500 characters"),
    ],
)
def test_faults_say_what_is_wrong_and_offer_the_nearest_spelling(text: str, said: str) -> None:
    read = read_line(text)
    assert isinstance(read, Fault)
    assert said in str(read)


def test_lines_are_numbered_as_they_stand() -> None:
    got, unread = read_lines(["; a remark", "AIM QUICK", "", "nonsense", "GAME NO"])
    assert [order.line for order in got] == [2, 5]
    assert unread == (4,)


def test_the_record_holds_orders_alone() -> None:
    with pytest.raises(ValueError, match="no order"):
        stored("nonsense")


# -- names -------------------------------------------------


@each_of([*SPELLS, *CREATURES])
def test_every_spell_and_creature_is_named_in_full(name: str) -> None:
    text = f"CAST {name}" + (" ON ANY AT T" if name == "Teleport" else "")
    read = read_line(text)
    assert isinstance(read, CastOrder)
    assert read.spell == name


@each_of(PLACES)
def test_every_place_is_named_in_full_and_by_three_letters_that_are_its_own(code: str) -> None:
    name = NAMES[code]
    assert read_line(f"CLAIM {name}") == ClaimOrder((code,))
    if sum(other.startswith(name[:4]) for other in NAMES.values()) == 1:
        assert read_line(f"CLAIM {name[:4]}") == ClaimOrder((code,))


# -- what the lines come to (ORD-2, ORD-4) -------------------------------------------------


def test_groups_are_those_of_the_seat() -> None:
    made = plan_of((stored("DISCARD LUCKY, 9-9S, E"), stored("PUNG LUCKY NOT DRAGONS")), LUCKY)
    assert [CODES[k] for k in made.discards] == ["E", "S", "RD", "GD", "WD", "9S"]
    assert [CODES[k] for k in made.pung.always] == ["E", "S"]
    assert {CODES[k] for k in made.pung.never} == {"RD", "GD", "WD"}


def test_keep_counts_codes_and_takes_groups_whole() -> None:
    made = plan_of((stored("KEEP 66K, 6K, N, 2-3S, DRAGONS, 11111C"),), LUCKY)
    kept = {CODES[k]: n for k, n in enumerate(made.kept) if n}
    assert kept == {"6K": 3, "N": 1, "2S": 4, "3S": 4, "RD": 4, "GD": 4, "WD": 4, "1C": 4}


def test_a_later_line_replaces_the_first_whole() -> None:
    made = plan_of(
        tuple(stored(t) for t in ("AIM PUNGS", "PUNG ALL", "CAST Heal", "AIM QUICK", "PUNG E", "CAST Heal")), LUCKY
    )
    assert [str(w.aim) for w in made.wishes] == ["QUICK"]
    assert [CODES[k] for k in made.pung.always] == ["E"]
    assert len(made.casts) == 2


def test_chows_in_the_order_written_without_those_forbidden() -> None:
    made = plan_of((stored("CHOW 4S AS 456S, 4S AS 234S, 2-5S NOT 3S"),), LUCKY)
    assert [(CODES[k], CODES[s] if s >= 0 else "") for k, s in made.chows] == [
        ("4S", "4S"), ("4S", "2S"), ("2S", ""), ("4S", ""), ("5S", ""),
    ]  # fmt: skip
