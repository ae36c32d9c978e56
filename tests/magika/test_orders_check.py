"""Warnings from what a mage knows of himself, and the block an acknowledgement shows."""

from __future__ import annotations

import pytest

from magika_gm import games
from magika_gm.app.post.answers import missing_lines, said_of
from magika_gm.app.turns.turn_orders import judge
from magika_gm.engine.sheet.sheet import Sheet
from magika_gm.engine.sheet.understanding import Understanding, as_text, missing
from magika_gm.games.magika.orders.sheet import Checked, check
from magika_gm.games.magika.rules import state
from magika_gm.games.magika.rules.arena import INDEX, SPACES
from magika_gm.games.magika.rules.state import SEA, Mage, Scroll, World, new_mage, own_teleport
from magika_gm.games.magika.rules.tables import SWAMP, VOLCANIC
from tests.magika.sheets import read_sheets


def world_with(mage: Mage) -> World:
    """An arena of plains above the ocean, a swamp at y11, with that mage and two others about him."""
    world = World()
    world.terrain[SEA:] = [0] * (SPACES - SEA)
    world.terrain[INDEX["y11"]] = SWAMP
    world.mages[mage.letter] = mage
    world.mages["J"] = new_mage("J", mage.space, "dwarf", "neutral")
    world.mages["K"] = new_mage("K", INDEX["x5"], "elf", "evil")
    return world


def novice(letter: str = "C", at: str = "y12") -> Mage:
    """A human of Good with three scrolls, the Crown and two cloaks, one of them worn."""
    mage = new_mage(letter, INDEX[at])
    mage.scrolls = [Scroll("TelPt"), Scroll("AtEnd"), Scroll("Heals")]
    mage.artifacts = ["crown"]
    mage.cloaks = ["red", "blue"]
    mage.team = "red"
    return mage


def understood(orders: str, mage: Mage, world: World | None = None) -> Checked:
    """A sheet of those orders checked against the world."""
    (sheet,) = read_sheets(f"GAME 1 TURN 5\nMAGE {mage.letter}\nPASSWORD x\n{orders}\nEND\n")
    assert not sheet.faults
    return check(sheet, world or world_with(mage))


def warned(orders: str, mage: Mage) -> list[str]:
    """Warnings as ``phase rule: text``."""
    return [f"{w.phase} {w.rule}: {w.text}" for w in understood(orders, mage).warnings]


FINE = {
    "moves in phases 2 and 4": "2 MOVE NE\n4 MOVE NW",
    "five moves of a human": "1 MOVE NE\n2 MOVE NE\n3 MOVE NE\n4 MOVE NE\n5 MOVE NE",
    "own things": "1 DROP BLUE CLOAK, S1\n2 GIVE CROWN TO J",
    "own spells": "1 CAST TelPtX NE 3\n2 CAST S3",
    "numbers stay those of the list": "1 CAST S1 NE\n2 CAST S3",
    "another cloak": "1 DON BLUE",
    "one's own alignment": "1 DEMAND CROWN FROM J",
    "into the ocean": "1 MOVE SW",
    "southward into a swamp that was seen": "1 MOVE NW\n2 MOVE SW",
    "rests do everyone good": "1 REST\n2 SEARCH\n3 MEDITATE",
}


@pytest.mark.parametrize("what", FINE)
def test_no_warning(what: str) -> None:
    mage = novice()
    if what == "one's own alignment":
        mage.artifacts = []
    assert warned(FINE[what], mage) == []


GALLERY: dict[str, tuple[str, list[str]]] = {
    "a scroll not held": ("1 CAST ScArtX", ["1 CAST-2: you do not hold scroll ScArt"]),
    "a number not in the list": ("1 CAST S6 NE", ["1 CAST-2: you do not hold scroll S6"]),
    "a scroll read before": (
        "1 CAST Heals\n2 CAST Heals",
        ["2 CAST-2: you do not hold scroll Heals"],
    ),
    "a scroll given before": (
        "1 GIVE S1 TO J\n2 CAST TelPt NE",
        [
            "1 GIVE-1: where mage J holds six scrolls already, one more disintegrates",
            "2 CAST-2: you do not hold scroll TelPt",
        ],
    ),
    "the wrong parameter for a number": (
        "1 CAST S1 RED",
        ["1 CAST-2: S1 is TelPt: TelPt: RED is not a direction; did you mean NE, E, SE, SW, W or NW?"],
    ),
    "a spell against one's aptitude": (
        "1 CAST AtEnd J",
        ["1 CAST-3: with aptitude +30 you may not cast Evil spells"],
    ),
    "arcania spent before": (
        "1 CAST TelPtX NE 2\n2 CAST HealsX",
        ["2 CAST-2: HealsX costs 24 arcania and you have 14"],
    ),
    "no space to teleport to": ("1 CAST TelPtX S", ["1 CAST-2: no space lies there from y12"]),
    "a number read before": ("1 CAST S1 W\n2 DROP S1", ["2 DROP-1: you do not hold scroll S1"]),
    "southward": (
        "1 MOVE NE\n2 MOVE SW",
        ["2 MOVE-5: southward, to y12, is legal only into water or swamp, confused, or while both ways north are shut"],
    ),
    "things not held": ("1 DROP ORB", ["1 DROP-1: you do not hold the orb"]),
    "a cloak not held": ("1 GIVE GREEN CLOAK TO J", ["1 GIVE-1: you hold no green cloak"]),
    "a worn cloak": ("1 DROP RED CLOAK", ["1 DROP-1: the red cloak is worn and stays on"]),
    "a thing given before": ("1 GIVE CROWN TO J\n2 DROP CROWN", ["2 DROP-1: you do not hold the crown"]),
    "to oneself": ("1 GIVE CROWN TO C", ["1 GIVE-1: you cannot give to yourself"]),
    "more points than one has": (
        "1 GIVE 60 ARCANIA TO EBON\n2 GIVE 101 ENDURANCE TO EBON",
        ["1 GIVE-3: you have 30 arcania to give", "2 GIVE-3: you have 100 endurance to give"],
    ),
    "what one holds": ("1 DEMAND CROWN FROM J", ["1 DEM-1: you hold the crown yourself"]),
    "another alignment's": ("1 DEMAND ORB FROM J", ["1 DEM-2: the orb answers to Neutral mages only"]),
    "from oneself": ("1 DEMAND TOME FROM C", ["1 DEM-1: that is yourself"]),
    "the colour one wears": ("1 DON RED", ["1 CLK-2: you wear red already"]),
    "a colour one lacks": ("1 DON GREEN", ["1 SEQ-3: you hold no green cloak"]),
    "taking the cloak off": (
        "1 DON BLACK",
        ["1 CLK-6: only a mage left alone by a drop-out may take his cloak off so"],
    ),
}


@pytest.mark.parametrize("what", GALLERY)
def test_warning_gallery(what: str) -> None:
    """Each warning names its phase and rule; the exact text is pinned."""
    mage = novice()
    mage.aptitude, mage.arcania = 30, 30
    orders, warnings = GALLERY[what]
    assert warned(orders, mage) == warnings


def test_edges_of_the_triangle() -> None:
    assert warned("1 MOVE W", novice(at="m1")) == ["1 ARENA-2: there is no space W of m1"]
    assert warned("1 MOVE W\n2 MOVE NW", novice(at="m2")) == ["2 ARENA-2: there is no space NW of m1"]
    assert warned("1 CAST TelPt W\n2 MOVE NW", novice(at="m2")) == []  # whether the spell worked nobody knows


def test_move_costs_of_the_own_space() -> None:
    """40 endurance for the river at 100 %; 60 when moving in phase 1 (MOVE-1, MOVE-3)."""
    mage = novice()
    mage.endurance = 50
    world = world_with(mage)
    world.terrain[mage.space] = 1
    assert understood("2 MOVE NE", mage, world).warnings == ()
    (warning,) = understood("1 MOVE NE", mage, world).warnings
    assert warning == (1, "MOVE-1", "it costs 60 endurance and you have 50")


def test_moves_beyond_the_entitlement() -> None:
    halfling = new_mage("C", INDEX["y12"], "halfling")
    moves = "\n".join(f"{phase} MOVE NE" for phase in range(1, 6))
    assert warned(moves, halfling) == ["5 MOVE-4: you make at most 4 moves a turn"]
    halfling.artifacts = ["ankh"]
    assert warned(moves, halfling) == []


def test_exhausted() -> None:
    """Until rests have brought him to 10 again (MAGE-5, MAGE-6)."""
    mage = novice()
    mage.endurance = 1
    text = "any order becomes Rest"
    assert warned("1 SEARCH\n3 SEARCH", mage) == [f"1 MAGE-6: you are exhausted (endurance 1): {text}"]


def test_barred_from_cloaks() -> None:
    mage = novice()
    mage.team, mage.barred = "black", True
    assert warned("1 DON RED", mage) == ["1 CLK-4: you are barred from cloaks"]
    mage.effects["CkAidX"] = state.tick(9, 6)
    assert warned("1 DON RED", mage) == []


def test_meditation_and_healing_are_allowed_for() -> None:
    """What he may have won by then never makes a warning (MED-1: (70 + 20) x 15 % at most)."""
    mage = novice()
    mage.arcania, mage.endurance = 12, 5
    assert warned("1 REST\n2 MEDITATE\n3 CAST HealsX", mage) == []
    mage.arcania = 10
    assert warned("1 REST\n2 MEDITATE\n3 CAST HealsX", mage) == []
    mage.arcania = 9
    assert warned("1 REST\n2 MEDITATE\n3 CAST HealsX", mage) == ["3 CAST-2: HealsX costs 24 arcania and you have 23"]


def test_a_prolonged_scroll_stays() -> None:
    mage = novice()
    mage.scrolls = [Scroll("ProSp"), Scroll("TelPt")]
    assert warned("1 CAST ProSp S3", mage) == ["1 CAST-2: you do not hold scroll S3 to prolong"]
    assert warned("1 CAST ProSp ProSp", mage) == ["1 CAST-2: you do not hold scroll ProSp to prolong"]
    assert warned("1 CAST ProSp S2\n2 CAST TelPt NE\n3 CAST TelPt NE", mage) == [
        "3 CAST-18: read more than once in a turn, TelPt is destroyed after it takes effect"
    ]


def test_a_gift_that_nobody_may_be_there_to_take_is_no_loss_for_certain() -> None:
    """SEQ-3: it is Rest then, which pays for the move; by what he has without it the move is doubted."""
    mage = novice()
    mage.endurance = 38
    world = world_with(mage)
    world.terrain[mage.space] = 1  # leaving a river takes 40
    assert understood("1 GIVE 9 ENDURANCE TO EBON\n2 MOVE NE", mage, world).warnings == ()
    (warning,) = understood("1 DROP BLUE CLOAK\n2 MOVE NE", mage, world).warnings
    assert warning == (2, "MOVE-1", "it costs 40 endurance and you have 38")


def test_what_is_known_to_lie_where_he_searches_is_his_by_then() -> None:
    """SRCH-1: cloak and artifact are picked up; elsewhere, and before he searches, they are not."""
    mage = novice()
    world = world_with(mage)
    world.lying[mage.space] = ["cloak:green", "orb"]
    assert understood("1 SEARCH\n2 DON GREEN\n3 DROP ORB", mage, world).warnings == ()
    for orders in ("1 DON GREEN\n2 SEARCH", "1 MOVE NE\n2 SEARCH\n3 DON GREEN"):
        (warning,) = understood(orders, mage, world).warnings
        assert warning.text == "you hold no green cloak"
    assert mage.cloaks == ["red", "blue"]


def test_the_ebon_mage() -> None:
    ebon = new_mage("M", INDEX["y13"], "goblin", "evil")
    ebon.scrolls = [own_teleport()]
    assert warned("1 MOVE SE\n2 DROP TelPt", ebon) == ["2 DROP-1: you do not hold scroll TelPt"]
    assert warned("1 DEMAND ORB FROM A\n2 DEMAND ANKH FROM A\n3 DEMAND LAMP FROM A", ebon) == [
        "3 DEM-6: you have 2 demands a turn"
    ]
    assert warned("1 CAST TelPt NE\n3 CAST TelPt NE", ebon) == [
        "3 CAST-18: read more than once in a turn, TelPt is destroyed after it takes effect"
    ]
    assert warned("1 DON RED", ebon) == ["1 CLK-7: the Ebon Mage never wears a cloak"]


def test_warnings_tell_nothing_he_may_not_know() -> None:
    """Others' places, hands and teams and terrain elsewhere change, the warnings do not (RECON-10)."""
    orders = "1 MOVE NE\n2 MOVE SW\n3 MOVE E\n4 CAST AtEnd K\n5 GIVE CROWN TO J"
    mage = novice()
    world = world_with(mage)
    before = understood(orders, mage, world)
    world.terrain = [VOLCANIC if s != mage.space else t for s, t in enumerate(world.terrain)]
    world.terrain[INDEX["x12"]] = SWAMP
    for other in ("J", "K"):
        world.mages[other].space = INDEX["x12"]
        world.mages[other].effects["InvSp"] = state.tick(9, 6)
        world.mages[other].team = "red"
    assert understood(orders, mage, world) == before
    assert len(before.warnings) == 1


def test_the_world_is_left_as_it_was() -> None:
    mage = novice()
    world = world_with(mage)
    before = repr(world)
    understood("1 CAST HealsX\n2 DROP CROWN, BLUE CLOAK, S1\n3 MOVE NE\n4 REST\n5 MEDITATE", mage, world)
    assert repr(world) == before


def test_without_a_world_there_are_no_warnings() -> None:
    (sheet,) = read_sheets("GAME 1 TURN 5\nMAGE C\nPASSWORD x\n1 CAST ScArtX\nEND")
    assert check(sheet).warnings == ()
    assert check(sheet, World(), "C").warnings == ()


def said(sheet: Sheet, world: World | None = None) -> str:
    system = games.system("magika")
    return said_of(system, judge(system, sheet, "C", world), "C", None, None)


def test_acknowledgement_block() -> None:
    """The whole block, exact."""
    (sheet,) = read_sheets(
        "GAME 12 TURN 5\nPASSWORD hush\n1 m ne\n2 FLY\n3 cast scartx\n4 nonsense\n4 MOVE NE\nHop\n"
        "MESSAGE TO RED ANONYMOUS\nHi,\n\nall\nEND MESSAGE\nMESSAGE TO EBON\nHelp!\nEND MESSAGE\nEND\n"
    )
    assert said(sheet, world_with(novice())) == (
        "Game 12, turn 5, mage C:\n"
        "\n"
        "   1 MOVE NE\n"
        "!  2 REST  ; line 4, phase 2: FLY is not an order\n"
        "?  3 CAST ScArtX  ; you do not hold scroll ScArt (CAST-2)\n"
        "!  4 REST  ; line 6, phase 4: NONSENSE is not an order\n"
        "   5 REST\n"
        "!    line 7, phase 4: phase 4 has another order on line 6; it is not clear\n"
        "       which is meant\n"
        "!    line 8 as sent: this line is not understood: “Hop”\n"
        "\n"
        "! is an error: what stands there is not played.\n"
        "? is a warning: well written, but as things stand it would come to nothing.\n"
        "\n"
        "Messages, as they will be delivered:\n"
        "\n"
        "  From anonymous to RED:\n"
        "  | Hi,\n"
        "  |\n"
        "  | all\n"
        "\n"
        "  From mage C to EBON:\n"
        "  | Help!\n"
    )
    assert judge(games.system("magika"), sheet, "C", None).errors == 4


def test_missing_lines_are_named() -> None:
    (sheet,) = read_sheets("GAME 12\n1 REST\nEND")
    assert missing_lines(sheet) == ["TURN", "SEAT", "PASSWORD"]
    rows = as_text(Understanding(lines=tuple(missing(missing_lines(sheet), "MAGE"))))
    assert rows == (
        "?    the turn is missing: GAME and TURN stand in the first line\n"
        "?    the line MAGE is missing, which says whose orders these are\n"
        "?    the line PASSWORD is missing; orders are accepted with it, or in an\n"
        "       answer to your report\n"
        "\n"
        "? is a warning: well written, but as things stand it would come to nothing.\n"
    )
