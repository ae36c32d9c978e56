"""Order sheets in mail texts: what is found, what is passed over, and the gallery of faults."""

from __future__ import annotations

import time

import pytest

from magika_gm.engine.sheet.reader import MOST_FAULTS, MOST_SHEETS
from magika_gm.engine.sheet.sheet import Message, Sheet
from magika_gm.games.magika.orders.model import Cast, Give, Move, Rest, Search
from magika_gm.games.magika.orders.offers import WIDTH, order_form, scroll_hint
from magika_gm.games.magika.orders.sheet import five_orders
from tests.magika.sheets import read_sheets, why_none, write_sheet

PUBLISHED = """\
GAME 12 TURN 5
MAGE C
PASSWORD swordfish
1 MOVE NE
2 CAST TelPtX NE 3
3 CAST AtEndX RED
4 GIVE TelPt, CROWN, RED CLOAK TO F
5 REST
MESSAGE TO D ANONYMOUS
Up to four lines,
two hundred characters in all.
END MESSAGE
MESSAGE TO RED
Hello
END MESSAGE
END
"""
AS_READ = Sheet(
    game="12",
    turn=5,
    seat="C",
    password="swordfish",
    orders={
        1: Move("NE"),
        2: Cast("TelPt", True, "NE 3"),
        3: Cast("AtEnd", True, "RED"),
        4: Give(("TelPt", "crown", "cloak:red"), "F"),
        5: Rest(),
    },
    messages=(
        Message("D", "Up to four lines,\ntwo hundred characters in all.", anonymous=True),
        Message("red", "Hello"),
    ),
)


def one(text: str, roster: dict[str, str] | None = None) -> Sheet:
    """The only sheet of a text."""
    (sheet,) = read_sheets(text, roster)
    return sheet


def told(text: str, roster: dict[str, str] | None = None) -> list[str]:
    """Faults of the only sheet, as told."""
    return [str(f) for f in one(text, roster).faults]


def test_published_sheet() -> None:
    assert one(PUBLISHED) == AS_READ
    assert write_sheet(AS_READ) == PUBLISHED


@pytest.mark.parametrize(
    "written",
    [
        PUBLISHED.replace("\n", "\r\n"),
        PUBLISHED.replace("\n", "\n\n").replace("lines,\n\n", "lines,\n"),
        PUBLISHED.replace("GAME 12 TURN 5", "  game: 12, Turn: 5."),
        PUBLISHED.replace("GAME 12 TURN 5", "Game #12 (turn 5)"),
        PUBLISHED.replace("GAME 12 TURN 5", "GAME 12\n\nTURN 5"),
        PUBLISHED.replace("GAME 12 TURN 5\nMAGE C", "Game 12 - Turn 5 - Mage C"),
        PUBLISHED.replace("MAGE C", "mage: c"),
        PUBLISHED.replace("PASSWORD swordfish", "Password:   swordfish   ; mine"),
        PUBLISHED.replace("1 MOVE", "1. move")
        .replace("2 C", "2) C")
        .replace("3 C", "Phase 3: C")
        .replace("5 R", "(5) R"),
        PUBLISHED.replace("1 MOVE NE", "* 1 - MOVE NE ; up and away"),
        PUBLISHED.replace("5 REST", "5 REST\n5 rest"),
        PUBLISHED.replace("5 REST\n", "----------\n; nothing here\n5 REST\n5\n"),
        PUBLISHED.replace("CROWN, RED CLOAK", "CROWN,\n  RED CLOAK"),
        PUBLISHED.replace("AtEndX RED", "AtEndX\nRED"),
        PUBLISHED.replace("5 REST", "5 REST\n> 5 MOVE NW\n>> END\n  > > GAME 11 TURN 1\n| END"),
        "Dear GM,\nthe last game was fun. Game on!\nGame over for Bob.\n\n> GAME 12 TURN 4\n> END\n" + PUBLISHED,
        PUBLISHED + "5 MOVE NE\nCheers\n-- \nGAME 12 TURN 5\nMAGE C\n1 REST\nEND\n",
        PUBLISHED + "\n-----Original Message-----\nFrom: GM\n\n" + PUBLISHED.replace("1 MOVE NE", "1"),
        PUBLISHED.replace("MESSAGE TO D ANONYMOUS", "Anonymous message to mage d:"),
        PUBLISHED.replace("MESSAGE TO RED", "MSG TO THE RED TEAM"),
        PUBLISHED.replace("END MESSAGE", "end of message."),
        PUBLISHED.replace("Hello\n", "\nHello   \n\n"),
        PUBLISHED.removesuffix("END\n") + "END OF ORDERS\n",
        "\ufeff" + PUBLISHED,
    ],
)
def test_the_same_sheet_written_otherwise(written: str) -> None:
    """Quotes, signatures, comments, punctuation, broken lines: the sheet says the same."""
    assert one(written) == AS_READ


def test_message_text_is_kept_as_it_is() -> None:
    sheet = one("GAME 1 TURN 1\nMESSAGE TO ALL\n  Hi; there\n> 1 MOVE NE\nThe END\n-- \nEND MESSAGE\nEND")
    assert sheet.messages == (Message("ALL", "  Hi; there\n> 1 MOVE NE\nThe END\n--"),)
    assert not sheet.faults


def test_names_need_a_roster() -> None:
    text = "GAME 1 TURN 2\nMAGE gandalf\n1 GIVE CROWN TO Bilbo\nMESSAGE TO Bilbo\nHi\nEND MESSAGE\nEND\n"
    roster = {"C": "Gandalf", "D": "Bilbo"}
    sheet = one(text, roster)
    assert (sheet.seat, sheet.orders, sheet.messages) == ("C", {1: Give(("crown",), "D")}, (Message("D", "Hi"),))
    assert not sheet.faults
    assert one(text).seat == "gandalf"
    assert told(text.replace("MAGE gandalf", "MAGE Sauron"), roster) == [
        "line 2: SAURON is no mage's letter (A to L, or EBON) or name"
    ]


def test_a_missing_phase_is_a_rest() -> None:
    assert five_orders(one("GAME 1 TURN 2\nMAGE EBON\n2 SEARCH\n3\nEND")) == [Rest(), Search(), Rest(), Rest(), Rest()]


def test_several_sheets() -> None:
    sheets = read_sheets(PUBLISHED + "also:\n" + PUBLISHED.replace("TURN 5", "TURN 6"))
    assert [(s.turn, s.line) for s in sheets] == [(5, 1), (6, 18)]


GALLERY: dict[str, tuple[str, list[str]]] = {
    "an order that cannot be read becomes Rest": (
        "1 MVOE NE\n2 SEARCH",
        ["line 2, phase 1: MVOE is not an order; did you mean MOVE?"],
    ),
    "two orders for a phase": (
        "2 MOVE NE\n2 MOVE NW",
        ["line 3, phase 2: phase 2 has another order on line 2; it is not clear which is meant"],
    ),
    "no such phase": ("6 REST", ["line 2: there is no phase 6: a turn has phases 1 to 5"]),
    "no phase number": ("MOVE NE", ["line 2: an order needs its phase number in front; did you mean 1 MOVE NE?"]),
    "an order behind a comment": (
        "1 MOVE NE; 2 MOVE NE",
        ["line 2: what follows ; is a comment and is not read: give each order a line of its own"],
    ),
    "nonsense": ("Hello world", ["line 2: this line is not understood"]),
    "a mistyped keyword": ("PASWORD hush", ["line 2: this line is not understood; did you mean PASSWORD?"]),
    "a turn in words": ("TURN six", ["line 2: TURN needs a number: TURN 5"]),
    "another turn": ("TURN 6", ["line 2: a second, different TURN; 1 is taken"]),
    "two mages": ("MAGE C\nMAGE D", ["line 3: a second, different MAGE; C is taken"]),
    "two passwords": ("PASSWORD a\nPASSWORD b", ["line 3: a second, different PASSWORD; the first one is taken"]),
    "a line without end": ("1 " + "x" * 2000, ["line 2: the line is too long (2002 characters)"]),
    "END MESSAGE alone": ("END MESSAGE", ["line 2: END MESSAGE without a MESSAGE above it"]),
    "a message to nobody": (
        "MESSAGE\nHi\nEND MESSAGE",
        ["line 2: the message is not sent: say to whom: MESSAGE TO D (or a colour, or ALL)"],
    ),
    "a message to a stranger": (
        "MESSAGE TO Z\nHi\nEND MESSAGE",
        ["line 2: the message is not sent: Z is no mage's letter (A to L, or EBON) or name"],
    ),
    "a message to Black": (
        "MESSAGE TO BLACK\nHi\nEND MESSAGE",
        ["line 2: the message is not sent: Black is no colour: write to mages by letter, or to ALL"],
    ),
    "an empty message": ("MESSAGE TO D\n\nEND MESSAGE", ["line 2: the message is not sent: it is empty"]),
    "five lines": (
        "MESSAGE TO D\na\nb\nc\nd\ne\nEND MESSAGE",
        ["line 2: the message is not sent: it has 5 lines, at most 4 are allowed (DIPL-1)"],
    ),
    "201 characters": (
        "MESSAGE TO D\n" + "x" * 100 + "\n" + "y" * 101 + "\nEND MESSAGE",
        ["line 2: the message is not sent: it has 201 characters, at most 200 are allowed (DIPL-1)"],
    ),
    "the same to and from": (
        "MESSAGE TO D\na\nEND MESSAGE\nMESSAGE TO D\nb\nEND MESSAGE",
        ["line 5: the message is not sent: another signed message to D stands above (DIPL-1)"],
    ),
    "four messages": (
        "".join(f"MESSAGE TO {to}\nx\nEND MESSAGE\n" for to in "ABCD"),
        ["line 11: the message is not sent: at most 3 messages a turn are allowed (DIPL-1)"],
    ),
    "a message left open": (
        "MESSAGE TO D\nx",
        ["line 2: the message is not sent: END MESSAGE is missing: write it on the line after the text"],
    ),
    "a message left open before another": (
        "MESSAGE TO D\nx\nMESSAGE TO C\ny\nEND MESSAGE",
        ["line 2: the message is not sent: END MESSAGE is missing: write it on the line after the text"],
    ),
}


@pytest.mark.parametrize("what", GALLERY)
def test_fault_gallery(what: str) -> None:
    """Each fault is told with its line, why, and the cure; the exact text is pinned."""
    text, faults = GALLERY[what]
    assert told(f"GAME 1 TURN 1\n{text}\nEND\n") == faults


def test_faulty_and_doubtful_orders_become_rest() -> None:
    sheet = one("GAME 1 TURN 1\n1 FLY\n2 MOVE NE\n2 MOVE E\n3 SEARCH\nEND")
    assert sheet.orders == {3: Search()}
    assert five_orders(sheet) == [Rest(), Rest(), Search(), Rest(), Rest()]


def test_limits_of_messages_are_not_passed() -> None:
    """Exactly 200 characters in 4 lines, signed and unsigned to one mage: three messages go out (DIPL-1)."""
    text = "\n".join("x" * 50 for _ in range(4))
    heads = ("MESSAGE TO D", "MESSAGE TO D ANONYMOUS", "MESSAGE TO EBON")
    sheet = one("GAME 1 TURN 1\n" + "".join(f"{h}\n{text}\nEND MESSAGE\n" for h in heads) + "END")
    assert sheet.messages == (Message("D", text), Message("D", text, True), Message("M", text))
    assert not sheet.faults


def test_end_is_missing() -> None:
    """The sheet is still read to its end, but flagged."""
    sheet = one("GAME 1 TURN 1\n1 SEARCH\n")
    assert (sheet.orders, sheet.closed) == ({1: Search()}, False)
    assert told("GAME 1 TURN 1\n1 SEARCH\n") == [
        "line 2: END is missing at the end of the sheet: write END alone on the last line"
    ]
    first, second = read_sheets("GAME 1 TURN 1\n1 SEARCH\nGAME 1 TURN 2\nEND\n")
    assert [str(f) for f in first.faults] == [
        "line 2: END is missing before the next GAME: write END alone on the last line"
    ]
    assert (first.closed, second.closed, second.faults) == (False, True, ())


def test_a_signature_ends_an_open_sheet() -> None:
    sheet = one("GAME 1 TURN 1\n1 SEARCH\n-- \n2 SEARCH\nEND\n")
    assert (sheet.orders, sheet.closed) == ({1: Search()}, False)


def test_a_message_closed_by_end_alone() -> None:
    """Two ENDs are a message's and the sheet's, as anyone would read them."""
    sheet = one("GAME 1 TURN 1\nMESSAGE TO D\nHi\nEND\n1 SEARCH\nEND\n")
    assert (sheet.messages, sheet.orders, sheet.faults) == ((Message("D", "Hi"),), {1: Search()}, ())


def test_a_turn_that_is_no_number() -> None:
    assert told("GAME 1 TURN five\nEND") == ["line 1: TURN needs a number, not FIVE"]
    assert one("GAME 1 TURN five\nEND").turn is None


def test_games_by_name() -> None:
    assert one("GAME sample TURN 3\nEND").game == "sample"
    assert one("GAME sample\nMAGE C\nEND").game == "sample"
    assert read_sheets("Game over\nthank you all\nEND") == []


@pytest.mark.parametrize(
    ("written", "password"),
    [
        ("PASSWORD Sword Fish", "Sword Fish"),
        ("password: a;b", "a;b"),
        ("Password = x", "x"),
        ("PASSWORD: :x", ":x"),
        ("PASSWORD", ""),
        ("PW hush", "hush"),
    ],
)
def test_password(written: str, password: str) -> None:
    """Rest of the line, spacing stripped, case kept."""
    assert one(f"GAME 1 TURN 1\n{written}\nEND").password == password


def test_secrets_are_not_repeated() -> None:
    """Neither the value's text, nor its kept lines, nor a fault shows a password, even one without its keyword."""
    sheet = one("GAME 1 TURN 1\nPASSWORD swordfish\nPASWORD swordfish\nswordfish\nPASSWORD swordfish2\nEND")
    assert sheet.password == "swordfish"
    assert "swordfish" not in repr(sheet)
    assert "swordfish" not in "".join(map(str, sheet.faults))
    assert sheet.text == "GAME 1 TURN 1\nPASSWORD ***\nHIDDEN ***\nHIDDEN ***\nPASSWORD ***\nEND"


def test_blotting_out_leaves_orders_and_messages_alone() -> None:
    """A password that is a word of the orders does not take them away when the kept text is read again."""
    text = "GAME 1 TURN 1\nPASSWORD MOVE\n1 MOVE NE\nMESSAGE TO D\nMOVE on\nEND MESSAGE\nEND"
    sheet = one(text)
    again = one(sheet.text)
    assert (
        (again.orders, again.messages)
        == (sheet.orders, sheet.messages)
        == (
            {1: Move("NE")},
            (Message("D", "MOVE on"),),
        )
    )


def test_why_there_is_no_sheet() -> None:
    assert why_none("Hello") == "no order sheet was found: it begins with a line GAME … TURN … and ends with a line END"
    assert why_none("> GAME 1 TURN 1\n> END") == (
        "the order sheet stands in quoted lines (> …) only; take the quote marks away"
    )
    assert why_none("Hi\n-- \n" + PUBLISHED) == (
        "the order sheet stands below the signature or the original message (line 2); write it above"
    )
    assert why_none(PUBLISHED) == ""


def test_too_many_faults_and_sheets() -> None:
    sheet = one("GAME 1 TURN 1\n" + "x y z\n" * 100 + "END\nGAME")
    assert len(sheet.faults) == MOST_FAULTS + 1
    assert str(sheet.faults[-1]) == "line 26: after 25 errors the rest of the sheet was not read"
    assert sheet.closed
    sheets = read_sheets("GAME 1 TURN 1\nEND\n" * 30)
    assert len(sheets) == MOST_SHEETS
    assert str(sheets[-1].faults[-1]) == "line 41: a text may hold 20 sheets; from here on nothing was read"


HOSTILE = {
    "one long line": "GAME 1 TURN 1\n1 " + "x" * 200_000,
    "spaces": "GAME" + " " * 200_000,
    "dashes": "-" * 200_000,
    "quotes": ">" * 200_000,
    "blank lines": "\n" * 200_000,
    "headers": "GAME x\n" * 28_000,
    "sheets": "GAME 1\n1 abcdef\nEND\n" * 10_000,
    "one phase": "GAME 1 TURN 1\n" + "1 MOVE NE\n" * 20_000,
    "open messages": "GAME 1 TURN 1\n" + "MESSAGE TO D\n" * 15_000,
    "messages": "GAME 1 TURN 1\n" + "MESSAGE TO bob\nx\nEND\n" * 9_000,
    "broken lines": "GAME 1 TURN 1\n" + "1 GIVE A,\n" * 20_000,
    "wide": "GAME 1 TURN 1\n" + "1 \u202e\ufdfa\u0130 \ufdfa\n" * 25_000,
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_texts_are_read_in_no_time(what: str) -> None:
    """200 kB of anything: never a failure, and time in proportion (a quadratic reader would take minutes)."""
    begun = time.process_time()
    for sheet in read_sheets(HOSTILE[what]):
        assert len(sheet.faults) <= MOST_FAULTS + 2
    why_none(HOSTILE[what])
    assert time.process_time() - begun < 10


def test_order_form_reads_back_as_an_empty_sheet() -> None:
    scrolls = ("TelPt", "SrchX", "StlIt", "ElArr", "Heals", "ScArt")
    items = ("crown", "orb", "scepter", "medallion", "candle", "tome", "cloak:red", "cloak:violet")
    form = order_form("12", 5, "M", "Nobody; of\nNowhere " * 9, scrolls, items)
    assert one(form) == Sheet(game="12", turn=5, seat="M")
    assert max(map(len, form.splitlines())) <= WIDTH
    for shown in ("S1 TelPt direction (6) / X direction 1-3 (16)", "S5 Heals (8) / X (24)", "VIOLET CLOAK"):
        assert shown in form
    filled = form.replace("\n1 \n", "\n1 MOVE NE\n").replace("PASSWORD ", "PASSWORD x")
    assert one(filled) == Sheet(game="12", turn=5, seat="M", password="x", orders={1: Move("NE")})
    lively = form.replace("; MESSAGE", "MESSAGE").replace("; (your text)", "Hello").replace("; END", "END")
    assert one(lively).messages == (Message("D", "Hello", True),)


def test_scroll_hints_tell_both_levels() -> None:
    assert scroll_hint(2, "AtEnd") == "S2 AtEnd mage (8) / X colour (22)"
    assert scroll_hint(6, "ScArt") == "S6 ScArt artifact (6) / X (14)"


@pytest.mark.parametrize(
    "rule",
    [
        "________________________________\nFrom: Magika by mail <gm@example.org>\nSent: Monday",
        "________________________________\n\nVon: Magika by mail",
        "-----Original Message-----",
        "-----Ursprüngliche Nachricht-----",
    ],
)
def test_the_mail_replied_to_is_not_read_however_a_program_sets_it_off(rule: str) -> None:
    quoted = "GAME 7 TURN 4\nMAGE C\n1 REST\nEND\n"
    (sheet,) = read_sheets(f"GAME 7 TURN 5\nMAGE C\n1 MOVE NE\nEND\n{rule}\n{quoted}")
    assert sheet.turn == 5
    (open_sheet,) = read_sheets(f"GAME 7 TURN 5\nMAGE C\n1 MOVE NE\n{rule}\n{quoted}")
    assert len(open_sheet.orders) == 1


def test_a_line_of_underscores_alone_is_no_quote() -> None:
    (sheet,) = read_sheets("________________________________\nmy orders\nGAME 7 TURN 5\nMAGE C\n1 MOVE NE\nEND\n")
    assert sheet.turn == 5
