"""The order grammar of docs/orders.md: every form, what a person would also read, and the gallery of refusals."""

from __future__ import annotations

import pytest

from magika_gm.engine.words import Fault, nearest, words_of
from magika_gm.games.magika.orders.lines import read_mage, read_order, read_parameter, write_order
from magika_gm.games.magika.orders.model import (
    Cast,
    Demand,
    Don,
    Drop,
    Give,
    Meditate,
    Move,
    Order,
    Parameter,
    Rest,
    Search,
)
from magika_gm.games.magika.rules.spellbook import SPELLS, Spell
from magika_gm.games.magika.rules.tables import ARTIFACT_TITLES, ARTIFACTS, COLOURS
from tests.examples import each_of

ROSTER = {"C": "Gandalf the Grey", "D": "Tom O'Bedlam", "F": "Gandor", "G": "Red", "M": "The Ebon Mage"}

PUBLISHED: dict[str, Order] = {
    "MOVE NE": Move("NE"),
    "REST": Rest(),
    "SEARCH": Search(),
    "MEDITATE": Meditate(),
    "CAST Heals": Cast("Heals"),
    "CAST AtEnd C": Cast("AtEnd", False, "C"),
    "CAST AtEndX RED": Cast("AtEnd", True, "RED"),
    "CAST ElAtt FOREST": Cast("ElAtt", False, "FOREST"),
    "CAST ElArr +2": Cast("ElArr", False, "+2"),
    "CAST TelPt NE": Cast("TelPt", False, "NE"),
    "CAST TelPtX NE 3": Cast("TelPt", True, "NE 3"),
    "CAST TelPtX N": Cast("TelPt", True, "N"),
    "CAST ScArt CROWN": Cast("ScArt", False, "CROWN"),
    "CAST ProSp S3": Cast("ProSp", False, "S3"),
    "CAST ProSp TelPt": Cast("ProSp", False, "TelPt"),
    "DROP S1, TelPt": Drop(("S1", "TelPt")),
    "GIVE TelPt, CROWN, RED CLOAK TO F": Give(("TelPt", "crown", "cloak:red"), "F"),
    "GIVE 30 ARCANIA TO EBON": Give((), "M", 0, 30),
    "DEMAND CROWN FROM F": Demand("crown", "F"),
    "DON RED": Don("red"),
    "DON BLACK": Don("black"),
}


@pytest.mark.parametrize("text", PUBLISHED)
def test_published_forms(text: str) -> None:
    """The forms of docs/orders.md are read, and printed the same way."""
    assert read_order(text) == PUBLISHED[text]
    assert write_order(PUBLISHED[text]) == text


TOLERATED: list[tuple[str, Order]] = [
    # case, spacing, punctuation
    ("  move   ne ", Move("NE")),
    ("Move: NE.", Move("NE")),
    ("move\u00a0ne", Move("NE")),
    ("", Rest()),
    ("MOVE NE ; towards the forest", Move("NE")),
    # abbreviations
    ("M NE", Move("NE")),
    ("MOV NE", Move("NE")),
    ("MV sw", Move("SW")),
    ("MED", Meditate()),
    ("SRCH", Search()),
    ("R", Rest()),
    ("DEM orb from a", Demand("orb", "A")),
    ("GV orb to a", Give(("orb",), "A")),
    ("WEAR blue", Don("blue")),
    # directions written out
    ("MOVE north-east", Move("NE")),
    ("MOVE Northwest", Move("NW")),
    ("MOVE N.E.", Move("NE")),
    ("MOVE s e", Move("SE")),
    ("MOVE to the west", Move("W")),
    ("CAST TelPtX north", Cast("TelPt", True, "N")),
    # aims
    ("CAST AtEnd ON C", Cast("AtEnd", False, "C")),
    ("cast atend against mage c", Cast("AtEnd", False, "C")),
    ("CAST AtEnd the Ebon Mage", Cast("AtEnd", False, "EBON")),
    ("CAST AtEnd M", Cast("AtEnd", False, "EBON")),
    ("CAST AtEnd Gandalf", Cast("AtEnd", False, "C")),
    ("CAST AtEnd gandalf the grey", Cast("AtEnd", False, "C")),
    ("CAST AtEnd C (Gandalf)", Cast("AtEnd", False, "C")),
    ("CAST AtEnd tom o’bedlam", Cast("AtEnd", False, "D")),
    ("GIVE ORB TO Red", Give(("orb",), "G")),
    ("CAST AtEndX Red", Cast("AtEnd", True, "RED")),
    ("CAST AtEnd X red team", Cast("AtEnd", True, "RED")),
    ("CAST Attack Endurance X RED", Cast("AtEnd", True, "RED")),
    ("CAST major AtEnd RED", Cast("AtEnd", True, "RED")),
    ("CAST SrchX C", Cast("SrchX", False, "C")),
    ("CAST SrchXX RED", Cast("SrchX", True, "RED")),
    ("CAST StlItX C", Cast("StlIt", True, "C")),
    ("CAST SteIt C", Cast("StlIt", False, "C")),
    ("CAST fgmapx", Cast("FogMp", True)),
    ("CAST CHAOS", Cast("Chaos")),
    ("CAST ElAtt T4", Cast("ElAtt", False, "FOREST")),
    ("CAST ElAtt terrain 4", Cast("ElAtt", False, "FOREST")),
    ("CAST ElAttX mountains", Cast("ElAtt", True, "MOUNTAIN")),
    ("CAST ElArr - 2", Cast("ElArr", False, "-2")),
    ("CAST ElArr \u22122", Cast("ElArr", False, "-2")),
    ("CAST ElArr-2", Cast("ElArr", False, "-2")),
    ("CAST ElArr 3", Cast("ElArr", False, "+3")),
    ("CAST ElArr plus 1", Cast("ElArr", False, "+1")),
    ("CAST TelPtX 3 NE", Cast("TelPt", True, "NE 3")),
    ("CAST TelPtX NE-3", Cast("TelPt", True, "NE 3")),
    ("CAST TelPtX NE 1", Cast("TelPt", True, "NE")),
    ("CAST ScArt the Crown of Good", Cast("ScArt", False, "CROWN")),
    ("CAST ScArtX", Cast("ScArt", True)),
    ("CAST ProSp scroll 3", Cast("ProSp", False, "S3")),
    ("CAST ProSp #3", Cast("ProSp", False, "S3")),
    # scrolls by number: the spell is not known, the parameter stays text
    ("CAST S3", Cast("S3")),
    ("CAST s3x red", Cast("S3", True, "RED")),
    ("CAST scroll 3 on c", Cast("S3", False, "C")),
    ("CAST S3 t6", Cast("S3", False, "SWAMP")),
    ("CAST S3 Gandalf", Cast("S3", False, "C")),
    ("CAST S03 2", Cast("S3", False, "+2")),
    # things
    ("DROP telpt crown red cloak", Drop(("TelPt", "crown", "cloak:red"))),
    ("DROP cloak:red and the orb", Drop(("cloak:red", "orb"))),
    ("DROP CLOAK RED, CLOAK BLUE", Drop(("cloak:red", "cloak:blue"))),
    ("DROP red and blue cloaks", Drop(("cloak:red", "cloak:blue"))),
    ("DROP Heal Endurance, sceptre", Drop(("Heals", "scepter"))),
    ("DROP Cloak Aid, red cloak", Drop(("CkAid", "cloak:red"))),
    ("DROP TelPt, TelPt", Drop(("TelPt", "TelPt"))),  # two scrolls of one kind
    ("GIVE the CROWN TO F", Give(("crown",), "F")),
    ("give a telpt to a", Give(("TelPt",), "A")),
    ("GIVE S2, 30 points of endurance, arcania 20 TO EBON", Give(("S2",), "M", 30, 20)),
    ("GIVE crown to gandor", Give(("crown",), "F")),
    ("DEMAND the Crown of Good FROM the Ebon Mage", Demand("crown", "M")),
    ("DON the red cloak", Don("red")),
    ("DROP ANHK", Drop(("ankh",))),
    ("demand the Anhk of Elvenkind from C", Demand("ankh", "C")),
    ("DON cloak: violet", Don("violet")),
]


@pytest.mark.parametrize(("text", "order"), TOLERATED, ids=[t or "empty" for t, _ in TOLERATED])
def test_read_as_a_person_would(text: str, order: Order) -> None:
    """Case, spacing, punctuation, short forms, titles and names do not stand in the way."""
    assert read_order(text, ROSTER) == order


REFUSED = {
    "FLY NE": "FLY is not an order",
    "MVOE NE": "MVOE is not an order; did you mean MOVE?",
    "RESET": "RESET is not an order; did you mean REST?",
    "M": "M may be more than one order; did you mean MOVE or MEDITATE?",
    "D RED": "D may be more than one order; did you mean DROP, DEMAND or DON?",
    "NE": "NE is not an order; did you mean MOVE NE?",
    "Heals": "HEALS is not an order; did you mean CAST Heals?",
    "telptx ne 2": "TELPTX is not an order; did you mean CAST TelPtX NE 2?",
    "1 MOVE NE": "1 is not an order",
    "REST NOW": "REST stands alone; NOW is too much",
    "MOVE": "say in which direction: MOVE NE; did you mean NE, E, SE, SW, W or NW?",
    "MOVE N": "no space lies due N; did you mean MOVE NE or MOVE NW?",
    "MOVE NE NE": "one move a phase; NE is too much",
    "MOVE up": "UP is not a direction; did you mean NE, E, SE, SW, W or NW?",
    "CAST": "say which spell: CAST Heals",
    "CAST TEL NE": "TEL is not a spell code or a scroll's number (S1, S2 …); did you mean TelPt?",
    "CAST Telport NE": "TELPORT is not a spell code or a scroll's number (S1, S2 …); did you mean TelPt?",
    "CAST Heels": "HEELS is not a spell code or a scroll's number (S1, S2 …); did you mean Heals?",
    "CAST TlePtX NE": "TLEPTX is not a spell code or a scroll's number (S1, S2 …); did you mean TelPt?",
    "CAST S0": "S0 is not a spell code or a scroll's number (S1, S2 …)",
    "CAST Heals C": "Heals takes nothing after it; C is too much",
    "CAST AtEnd": "AtEnd needs a mage's letter after it",
    # though mage G is called Red: more likely the X was forgotten
    "CAST AtEnd RED": "AtEnd needs a mage's letter, not RED; did you mean CAST AtEndX RED?",
    "CAST AtEndX C": "AtEndX needs a cloak colour, not C; did you mean CAST AtEnd C?",
    "CAST AtEndX BLACK": "AtEndX: Black is no colour and cannot be aimed at (CAST-11)",
    "CAST AtEndX PURPLE": (
        "AtEndX: PURPLE is not a cloak colour; did you mean RED, BLUE, YELLOW, GREEN, ORANGE or VIOLET?"
    ),
    "CAST AtEnd Z": "AtEnd: Z is no mage's letter (A to L, or EBON) or name",
    "CAST ElAtt PLAINS": ("ElAtt: PLAINS is not among terrains 4 to 9 (FOREST HILLS SWAMP DESERT MOUNTAIN GLACIAL)"),
    "CAST ElAtt FORREST": (
        "ElAtt: FORREST is not among terrains 4 to 9 (FOREST HILLS SWAMP DESERT MOUNTAIN GLACIAL); did you mean FOREST?"
    ),
    "CAST ElArr 4": "ElArr: the change is from -3 to +3 and not 0, not 4",
    "CAST TelPt NE 2": "TelPt: it reaches one space only; TelPtX reaches up to 3; did you mean CAST TelPtX NE 2?",
    "CAST TelPtX NE 4": "TelPtX: it reaches 1 to 3 spaces",
    "CAST TelPt N": "TelPt: N and S go over two rows and are for TelPtX; did you mean NE, E, SE, SW, W or NW?",
    "CAST TelPtX N 3": "TelPtX: N always goes over exactly two rows; write N alone",
    "CAST ScArt": "ScArt needs an artifact (CROWN) after it",
    "CAST ScArtX CROWN": "ScArtX takes nothing after it; CROWN is too much",
    "CAST ScArt CROWN OF EVIL": "ScArt: there is no CROWN OF EVIL; did you mean CROWN OF GOOD?",
    "CAST ProSp TelPtX": "ProSp: TELPTX: a scroll has no level until it is read; did you mean TelPt?",
    "CAST S3 FOO": "no spell can be cast on FOO",
    "CAST S3 NE 3": "no minor spell can be cast on NE 3; did you mean CAST S3X NE 3?",
    "DROP": "name at least one thing: a scroll, an artifact or a cloak",
    "DROP CROWM": "CROWM is not a scroll, an artifact or a cloak; did you mean CROWN?",
    "DROP CROWN, CROWN": "CROWN is named twice",
    "DROP CLOAK": "say which cloak: RED CLOAK",
    "DROP BLACK CLOAK": "there is no black cloak: Black is to wear none",
    "DROP 30 ARCANIA": "points cannot be dropped; they can be given to EBON (GIVE-3)",
    "GIVE CROWN F": "say to whom: GIVE CROWN TO F",
    "GIVE CROWN TO": "name a mage: a letter, EBON, or a character's name",
    "GIVE TO F": "name at least one thing: a scroll, an artifact or a cloak",
    "GIVE CROWN TO Gandlaf": "GANDLAF is no mage's letter (A to L, or EBON) or name; did you mean Gandalf the Grey?",
    "GIVE CROWN TO Gand": (
        "GAND is no mage's letter (A to L, or EBON) or name; did you mean Gandalf the Grey or Gandor?"
    ),
    "GIVE 30 ARCANIA TO F": "points of endurance and arcania can be given to the Ebon Mage only (GIVE-3)",
    "GIVE 30 TO EBON": "30 of what? Points are ENDURANCE or ARCANIA, a scroll is S30",
    "GIVE 0 ARCANIA TO EBON": "give 1 to 999 points: 30 ARCANIA",
    "GIVE 10 ARCANIA, 20 ARCANIA TO EBON": "ARCANIA is given twice: say how much in all",
    "DEMAND CROWN": "say from whom: DEMAND CROWN FROM F",
    "DEMAND CRWN FROM F": "CRWN is not an artifact; did you mean CROWN?",
    "DEMAND CROWN, ORB FROM F": "one artifact only; ORB is too much",
    "DON": "name one cloak colour: RED, BLUE, YELLOW, GREEN, ORANGE, VIOLET",
    "DON GREN": "GREN is not a cloak colour; did you mean GREEN?",
}


@each_of(REFUSED)
def test_refusal_gallery(text: str) -> None:
    """Each refusal says what is wrong and offers what was probably meant; the exact text is pinned."""
    read = read_order(text, ROSTER)
    assert isinstance(read, Fault)
    assert str(read) == REFUSED[text]


def test_a_name_two_mages_share_asks_for_the_letter() -> None:
    read = read_order("GIVE ORB TO Ann", {"A": "Ann the Red", "B": "Ann of Green"})
    assert str(read) == "ANN may be A (Ann the Red) or B (Ann of Green): give the letter; did you mean A or B?"


def test_letters_go_before_names() -> None:
    """A mage who calls himself B cannot take what is given to mage B."""
    assert read_order("GIVE ORB TO B", {"C": "B"}) == Give(("orb",), "B")


@pytest.mark.parametrize("spell", SPELLS, ids=lambda s: s.code)
@pytest.mark.parametrize("major", [False, True])
def test_every_spell_by_code_and_by_name(spell: Spell, major: bool) -> None:
    """All 72 variants are read with their parameter, whatever the case, by code and by full name."""
    example = {
        "": "", "mage": "F", "colour": "BLUE", "terrain": "SWAMP", "shift": "-1", "direction": "SW",
        "artifact": "TOME", "scroll": "S2",
    }  # fmt: skip
    parameter = example[spell.parameter_at(major)]
    wanted = Cast(spell.code, major, parameter)
    level = "X" if major else ""
    assert read_order(f"cast {spell.code.lower()}{level} {parameter.lower()}") == wanted
    assert read_order(f"CAST {spell.name} {level} {parameter}") == wanted


@pytest.mark.parametrize("artifact", ARTIFACTS)
def test_every_artifact_by_word_and_title(artifact: str) -> None:
    for text in (artifact, artifact.upper(), ARTIFACT_TITLES[artifact], f"the {ARTIFACT_TITLES[artifact]}"):
        assert read_order(f"DROP {text}") == Drop((artifact,))


@pytest.mark.parametrize("colour", COLOURS)
def test_every_colour(colour: str) -> None:
    for text in (f"{colour} cloak", f"CLOAK {colour}", f"cloak:{colour}", f"cloak of {colour}", colour):
        assert read_order(f"DROP {text}") == Drop((f"cloak:{colour}",))


def test_engine_reads_canonical_parameters() -> None:
    assert read_parameter("TelPt", True, "NE 3") == Parameter("NE", 3)
    assert read_parameter("ElArr", False, "-2") == Parameter("-2", -2)
    assert read_parameter("ElAtt", False, "FOREST") == Parameter("FOREST", 4)
    assert read_parameter("AtEnd", False, "EBON") == Parameter("M")
    assert read_parameter("AtEnd", True, "RED") == Parameter("red")
    assert isinstance(read_parameter("AtEnd", True, "C"), Fault)


def test_mage_of() -> None:
    assert read_mage(words_of("mage c")) == "C"
    assert read_mage(words_of("Tom"), ROSTER) == "D"
    assert isinstance(read_mage(words_of("Tom")), Fault)


def test_words_and_nearness() -> None:
    assert words_of("Cast: TelPtX — “NE” +3!") == ["CAST", "TELPTX", "NE", "+3"]
    assert nearest("crwon", ("CROWN", "CROSS")) == ("CROWN",)
    assert nearest("x", ("XX",)) == ()


def test_too_long_a_line_is_not_looked_into() -> None:
    assert str(read_order("MOVE " + "N" * 600)) == "the line is too long for an order (605 characters)"
