"""Reading and printing orders and sheets are inverses, and no text at all makes a reader fail."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.engine.sheet.sheet import Message, Sheet
from magika_gm.engine.words import Fault
from magika_gm.games.magika.orders.lines import read_order, read_parameter, write_order
from magika_gm.games.magika.orders.model import (
    REST,
    Cast,
    Demand,
    Don,
    Drop,
    Give,
    Meditate,
    Move,
    Order,
    Parameter,
    Search,
)
from magika_gm.games.magika.rules.arena import DIRECTIONS
from magika_gm.games.magika.rules.spellbook import CODES, SPELL
from magika_gm.games.magika.rules.tables import ARTIFACTS, COLOURS, LETTERS
from tests.examples import some_of
from tests.magika.sheets import read_sheets, why_none, write_sheet

TERRAINS = ("FOREST", "HILLS", "SWAMP", "DESERT", "MOUNTAIN", "GLACIAL")
numbers = st.integers(1, 99).map(lambda n: f"S{n}")
scrolls = st.one_of(st.sampled_from(CODES), numbers)
letters = st.sampled_from(LETTERS)
cloaks = st.sampled_from(COLOURS).map(lambda c: f"cloak:{c}")
unique_things = st.lists(st.one_of(numbers, st.sampled_from(ARTIFACTS), cloaks), unique=True, max_size=6)
things = st.tuples(unique_things, st.lists(st.sampled_from(CODES), max_size=3)).map(lambda t: (*t[0], *t[1]))


def parameters(kind: str, major: bool) -> st.SearchStrategy[str]:
    """Canonical parameter texts of a kind."""
    far = st.tuples(st.sampled_from(DIRECTIONS), st.integers(2, 3)).map(lambda t: f"{t[0]} {t[1]}")
    ways: st.SearchStrategy[str] = st.sampled_from((*DIRECTIONS, "N", "S") if major else DIRECTIONS)
    by_kind: dict[str, st.SearchStrategy[str]] = {
        "": st.just(""),
        "mage": letters.map(lambda x: "EBON" if x == "M" else x),
        "colour": st.sampled_from([c.upper() for c in COLOURS]),
        "terrain": st.sampled_from(TERRAINS),
        "shift": st.sampled_from(["-3", "-2", "-1", "+1", "+2", "+3"]),
        "direction": st.one_of(ways, far) if major else ways,
        "artifact": st.sampled_from([a.upper() for a in ARTIFACTS]),
        "scroll": scrolls,
    }
    return by_kind[kind]


@st.composite
def casts(draw: st.DrawFn) -> Cast:
    """Casts by code, and by number with the parameter of any spell."""
    code, major = draw(st.sampled_from(CODES)), draw(st.booleans())
    parameter = draw(parameters(SPELL[code].parameter_at(major), major))
    return Cast(draw(st.one_of(st.just(code), numbers)), major, parameter)


@st.composite
def gifts(draw: st.DrawFn) -> Give:
    """Gifts of things, and of points to the Ebon Mage."""
    given_things, to = draw(things), draw(letters)
    points = st.integers(0, 999) if to == "M" else st.just(0)
    endurance, arcania = draw(points), draw(points)
    if not given_things and not endurance and not arcania:
        given_things = ("crown",)
    return Give(given_things, to, endurance, arcania)


orders: st.SearchStrategy[Order] = st.one_of(
    st.sampled_from(DIRECTIONS).map(Move),
    st.sampled_from([REST, Search(), Meditate()]),
    casts(),
    things.filter(bool).map(Drop),
    gifts(),
    st.builds(Demand, st.sampled_from(ARTIFACTS), letters),
    st.sampled_from((*COLOURS, "black")).map(Don),
)


@given(orders)
@settings(deadline=None, max_examples=some_of(500))
def test_orders_are_read_back(order: Order) -> None:
    text = write_order(order)
    assert read_order(text) == order
    assert read_order(f"  {text.lower()}. ; comment") == order


@given(orders, st.dictionaries(letters, st.text(max_size=20)))
@settings(deadline=None)
def test_no_name_changes_what_a_printed_order_means(order: Order, roster: dict[str, str]) -> None:
    """Whatever the players call their mages, letters and codes keep their meaning."""
    assert read_order(write_order(order), roster) == order


@given(st.sampled_from(CODES), st.booleans(), st.data())
@settings(deadline=None)
def test_parameters_are_read_back(code: str, major: bool, data: st.DataObject) -> None:
    text = data.draw(parameters(SPELL[code].parameter_at(major), major))
    parameter = read_parameter(code, major, text)
    assert isinstance(parameter, Parameter)
    assert read_order(f"CAST {code}{'X' if major else ''} {text}") == Cast(code, major, text)


plain = st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp"))
text_lines = (
    st.text(plain, max_size=50)
    .map(str.rstrip)
    .filter(lambda line: not any(word in line.upper() for word in ("END", "GAME", "MESSAGE", "MSG")))
)


@st.composite
def messages(draw: st.DrawFn) -> list[Message]:
    """Up to three messages within DIPL-1, no two to and from the same."""
    to = st.one_of(letters, st.sampled_from(COLOURS), st.just("ALL"))
    heads = draw(st.lists(st.tuples(to, st.booleans()), unique=True, max_size=3))
    found = []
    for addressee, anonymous in heads:
        lines = draw(st.lists(text_lines, min_size=1, max_size=4).filter(lambda rows: bool(rows[0] and rows[-1])))
        found.append(Message(addressee, "\n".join(lines), anonymous))
    return found


passwords = st.text(plain, max_size=30).map(str.strip).filter(lambda p: ";" not in p)
sheets = st.builds(
    Sheet,
    game=st.from_regex(r"\A[0-9][A-Za-z0-9_-]{0,8}\Z"),
    turn=st.one_of(st.none(), st.integers(0, 9999)),
    seat=st.one_of(st.just(""), letters),
    password=passwords,
    orders=st.dictionaries(st.integers(1, 5), orders),
    messages=messages().map(tuple),
)


@given(sheets)
@settings(deadline=None, max_examples=some_of(300))
def test_sheets_are_read_back(sheet: Sheet) -> None:
    assert read_sheets(write_sheet(sheet)) == [sheet]


@given(sheets)
@settings(deadline=None)
def test_sheets_are_found_in_a_mail(sheet: Sheet) -> None:
    """Between prose, with Windows line ends, above a quoted old sheet and a signature."""
    quoted = "".join(f"> {line}\n" for line in write_sheet(Sheet(game="99", turn=1)).splitlines())
    mail = f"Dear GM,\nhere they are.\n\n{write_sheet(sheet)}\nOn Monday GM wrote:\n{quoted}-- \nGAME 98\nEND\n"
    assert read_sheets(mail.replace("\n", "\r\n")) == [sheet]


words = st.sampled_from(
    ["GAME 1 TURN 2", "GAME", "TURN 3", "MAGE C", "PASSWORD x", "1 MOVE NE", "2", "3 CAST", "MESSAGE TO D",
     "END MESSAGE",
     "END", "-- ", "> END", "; x", "x,", "GIVE A TO", "S1X", "+2", "cloak:", "#", "\u2028", "\r", "\x00", "-"]
)  # fmt: skip


@given(st.lists(st.one_of(words, st.text(max_size=12)), max_size=30).map("\n".join))
@settings(deadline=None, max_examples=some_of(300))
def test_no_text_makes_the_reader_fail(text: str) -> None:
    """Every fault names a line of the text; a sheet's kept text says the same; without faults it can be printed."""
    why_none(text)
    rows = len(text.splitlines())
    for sheet in read_sheets(text, {"C": "Gandalf"}):
        assert all(1 <= fault.line <= rows for fault in sheet.faults)
        (again,) = read_sheets(sheet.text, {"C": "Gandalf"})
        assert (again.orders, again.messages) == (sheet.orders, sheet.messages)
        if not sheet.faults:
            assert read_sheets(write_sheet(sheet), {"C": "Gandalf"}) == [sheet]


@given(st.lists(st.one_of(words, st.text(max_size=12)), max_size=8).map(" ".join))
@settings(deadline=None, max_examples=some_of(300))
def test_no_line_makes_the_grammar_fail(line: str) -> None:
    """What can be read can be printed and read back; what cannot has a reason."""
    read = read_order(line, {"C": "Gandalf"})
    if isinstance(read, Fault):
        assert read.reason
    else:
        assert read_order(write_order(read)) == read
