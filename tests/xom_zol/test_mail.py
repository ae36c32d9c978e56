"""How a turn is played by mail (MAIL), what the office asks of the rules, the game master's acts (END-4, END-5)."""

from __future__ import annotations

import json

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.engine.paging import Slot
from magika_gm.engine.seam.setup import Need, ThirdMiss
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.sheet.sheet import Sheet, SheetLine
from magika_gm.engine.sheet.understanding import as_text
from magika_gm.engine.verbs import DropOut, Excused, Note
from magika_gm.games.xom_zol.orders.lines import read_orders, write_order
from magika_gm.games.xom_zol.orders.model import Discard, NoReact, Opens, Order, Part
from magika_gm.games.xom_zol.orders.offers import order_form
from magika_gm.games.xom_zol.orders.sheet import MESSAGES, ORDERS
from magika_gm.games.xom_zol.page import Offered
from magika_gm.games.xom_zol.rules.acts import ACTS, REFEREE, Act, LineChange, Mark, MoveCard, SetLife
from magika_gm.games.xom_zol.rules.events import (
    ActUnused,
    CardCast,
    CardDiscarded,
    LineSettled,
    SheetMissed,
    StandingSet,
    TurnBegan,
)
from magika_gm.games.xom_zol.rules.faults import faults
from magika_gm.games.xom_zol.rules.sequence import RULES, resolve, standing_note, with_line
from magika_gm.games.xom_zol.rules.state import First, Options, Pace, State
from magika_gm.games.xom_zol.rules.terms import SIDES, WATCH, CardType, Word
from magika_gm.games.xom_zol.rules.turn import NO_SHEET, hand_listed, next_draw, sheet_of
from magika_gm.games.xom_zol.setup import Scenario, begin
from magika_gm.games.xom_zol.sight import SIGHT, perceive
from magika_gm.games.xom_zol.system import XOM_ZOL


def orders_of(text: str) -> tuple[Order, ...]:
    return read_orders([SheetLine(i, line) for i, line in enumerate(text.splitlines(), 1)]).orders


def a_game(**options: object) -> State:
    decks = {"A": "Xom Empire", "B": "Zol Nation"}
    given = Options(first=First.A, **options)  # type: ignore[arg-type]
    return begin(Scenario(name="x", title="x", decks=decks, options=given), [], Dice(b"mail", 0))


def turn_of(state: State, acts: tuple[Act, ...] = (), **texts: str) -> State:
    given = {side: orders_of(text) for side, text in texts.items()}
    after: State = resolve(state, given, Dice(b"mail", state.mail_turn + 1), acts).state
    return after


def told_of(state: State, acts: tuple[Act, ...] = (), **texts: str) -> list[object]:
    given = {side: orders_of(text) for side, text in texts.items()}
    return [t.event for t in resolve(state, given, Dice(b"mail", state.mail_turn + 1), acts).told]


def test_parts_of_a_sheet() -> None:
    """MAIL-2, MAIL-3."""
    sheet = sheet_of(orders_of("ACT\nKEEP 1\nREACT\nBLOCK DEFAULT FAIR"))
    assert sheet.act is not None
    assert sheet.react is not None
    assert len(sheet.act) == len(sheet.react) == 1
    assert sheet_of(orders_of("REACT\nHOLD A1")).act is None
    assert sheet_of(orders_of("ACT")).act == ()
    assert sheet_of(orders_of("ACT")).react is None
    assert sheet_of(orders_of("REACT NONE")).react == ()
    assert sheet_of(orders_of("ACT\nREACT\n")).react is None, "a blank REACT part is none"
    assert sheet_of(orders_of("KEEP 1\nREACT\nHOLD A1")).act == orders_of("KEEP 1")[1:]
    assert sheet_of(()) == NO_SHEET
    spoken = sheet_of(orders_of("CONCEDE"))
    assert spoken.concedes
    assert spoken.act is None


def test_a_sheet_without_react_leaves_the_set() -> None:
    """MAIL-3, MAIL-4: the set stands until a REACT part replaces it whole."""
    state = turn_of(a_game(), A="ACT\nREACT\nBLOCK DEFAULT WALL\nHOLD A3")
    assert len(state.sides["A"].react) == 2
    state = turn_of(state, A="ACT\nKEEP 1", B="ACT")
    assert len(state.sides["A"].react) == 2
    state = turn_of(state, A="REACT\nCOUNTER DEFAULT NONE")
    assert len(state.sides["A"].react) == 1
    state = turn_of(state, A="REACT NONE")
    assert state.sides["A"].react == ()


def test_an_act_part_without_an_own_turn_is_told() -> None:
    state = a_game()
    assert ActUnused("B") in told_of(state, A="ACT", B="ACT\nCAST Smite")
    assert ActUnused("B") not in told_of(state, A="ACT", B="REACT\nHOLD B1")
    unused = next(t for t in resolve(state, {"B": orders_of("ACT")}, Dice(b"m", 1)).told if t.event == ActUnused("B"))
    assert unused.audience == ("B",)


def test_no_sheets() -> None:
    """MAIL-6: POL-8 for the active side; a sheet without an ACT part is none for it."""
    state = a_game()
    assert SheetMissed("A") in told_of(state)
    assert SheetMissed("A") in told_of(state, A="REACT\nHOLD A1")
    assert SheetMissed("A") not in told_of(state, A="ACT")
    assert SheetMissed("B") not in told_of(state)


def test_next_draw() -> None:
    """MAIL-5: shown to the side about to be active, and ordered like a card in hand."""
    state = turn_of(a_game(), A="ACT")
    assert next_draw(state, "A") == []
    top = state.sides["B"].library[0]
    assert next_draw(state, "B") == [top]
    assert hand_listed(state, "B")[-1] == top
    view = perceive(state, "B")
    assert view.next_draw == view.state.sides["B"].library[0] == top
    assert perceive(state, "A").state.sides["B"].library[0] != top
    assert next_draw(a_game(), "A") == [], "nothing is drawn in game turn 1"
    assert len(next_draw(a_game(first_draw=True), "A")) == 1
    number = len(hand_listed(state, "B"))
    lines = [e for e in told_of(state, B=f"ACT\nCAST H{number}\nDISCARD H1, H99") if isinstance(e, LineSettled)]
    assert lines[0].text == f"CAST {top}"
    assert lines[1].text == f"DISCARD {state.sides['B'].hand[0]}, H99"


def test_next_draw_of_both_in_double() -> None:
    """MAIL-5: in ``double`` the side of the second game turn is about to be active too, from the first report on."""
    state = a_game(pace=Pace.DOUBLE)
    assert next_draw(state, "A") == [], "nothing is drawn in game turn 1"
    top = state.sides["B"].library[0]
    assert next_draw(state, "B") == [top] == [perceive(state, "B").next_draw]
    lines = [
        e for e in told_of(state, A="ACT", B=f"ACT\nCAST H{len(hand_listed(state, 'B'))}") if isinstance(e, LineSettled)
    ]
    assert lines[-1].text == f"CAST {top}"
    assert all("ACT" in order_form(perceive(state, side).state, side) for side in SIDES)
    after = turn_of(state, A="ACT", B="ACT")
    assert [next_draw(after, side) for side in SIDES] == [[after.sides[side].library[0]] for side in SIDES]


def test_cards_by_number_in_standing_orders_become_names() -> None:
    state = a_game()
    after = turn_of(state, A="ACT\nREACT\nCOUNTER ANY WITH H1\nAT BURN CAST H2")
    name = state.sides["A"].hand
    assert [str(getattr(o, "card", "")) for o in after.sides["A"].react] == [
        f"Named(name={name[0]!r})", f"Named(name={name[1]!r})",
    ]  # fmt: skip


def test_double_pace_plays_two_game_turns() -> None:
    """MAIL-1: the side of game turn 1, then the other, whose orders were written without having seen the first."""
    state = a_game(pace=Pace.DOUBLE)
    resolution = resolve(
        state, {"A": orders_of("ACT\nKEEP 1"), "B": orders_of("ACT\nKEEP 2\nREACT\nHOLD B1")}, Dice(b"d", 1)
    )
    begun = [t.event for t in resolution.told if isinstance(t.event, TurnBegan)]
    assert begun == [TurnBegan(1, "A"), TurnBegan(2, "B")]
    assert resolution.state.mail_turn == 1
    assert resolution.state.turn == 2
    phases = [t.phase for t in resolution.told if isinstance(t.event, TurnBegan)]
    assert phases == [1, 6], "phases of the second game turn are numbered on"
    assert max(t.phase for t in resolution.told) < len(XOM_ZOL.shape.phases)
    settled = {(e.side, e.part) for t in resolution.told if isinstance(e := t.event, LineSettled)}
    assert settled == {("A", "ACT"), ("B", "ACT"), ("B", "REACT")}
    assert dict(RULES.needs(state)) == {"A": Need.REQUIRED, "B": Need.REQUIRED}


def test_whose_sheets_a_turn_waits_for() -> None:
    state = a_game()
    assert dict(RULES.needs(state)) == {"A": Need.REQUIRED, "B": Need.MAY}
    state = turn_of(state)
    assert dict(RULES.needs(state)) == {"A": Need.MAY, "B": Need.REQUIRED}
    over = turn_of(state, A="CONCEDE")
    assert set(RULES.needs(over).values()) == {Need.NONE}
    assert RULES.playing(over) == SIDES
    assert RULES.ending(over) == "concede"
    assert XOM_ZOL.shape.third_miss is ThirdMiss.FORFEIT
    assert RULES.allies(state, "A") == ()


def test_forfeit() -> None:
    """MAIL-7, END-4."""
    over = turn_of(a_game(), acts=(DropOut("A", "three turns missed"),))
    assert (over.ending, over.winner) == ("forfeit", "B")
    assert faults(over) == []


def test_concede_takes_effect_whosever_turn_it_is() -> None:
    over = turn_of(a_game(), A="ACT\nCAST Smite", B="REACT\nCONCEDE")
    assert (over.ending, over.winner, over.turn) == ("concede", "A", 0)
    drawn = turn_of(a_game(), A="OFFER DRAW", B="REACT\nOFFER DRAW\nHOLD B1")
    assert (drawn.ending, drawn.winner) == ("agreed", "draw")
    on = turn_of(a_game(), A="OFFER DRAW", B="REACT\nHOLD B1\nOFFER DRAW")
    assert on.ending == "agreed"
    once = turn_of(a_game(), B="REACT\nHOLD B1\nOFFER DRAW")
    assert once.ending is None
    assert len(once.sides["B"].react) == 1, "an offer serves the mail turn it is sent for"


def test_standing() -> None:
    """END-5."""
    state = a_game()
    assert [(p.rank, p.points) for p in RULES.standing(state)] == [(1, 0), (1, 0)]
    state = turn_of(state, acts=(SetLife("A", 30, "a slip"),))
    assert [(p.rank, p.seat) for p in RULES.standing(state)] == [(1, "B"), (2, "A")]
    over = turn_of(state, B="CONCEDE")
    assert [(p.rank, p.seat, p.points) for p in RULES.standing(over)] == [(1, "A", 3), (2, "B", 0)]
    drawn = turn_of(state, A="CONCEDE", B="CONCEDE")
    assert [(p.rank, p.points) for p in RULES.standing(drawn)] == [(1, 1), (1, 1)]
    assert standing_note(over, "A").startswith("life 30")


def test_acts() -> None:
    state = a_game()
    hand = state.sides["A"].hand
    acts: list[Act] = [
        SetLife("B", 12, "a slip"),
        MoveCard("A", hand[0], "hand", "play", "a gift"),
        MoveCard("A", hand[1], "hand", "discard", "a slip"),
        MoveCard("A", "Xom Farmland", "A1", "hand", "back"),
        MoveCard("B", state.sides["B"].library[3], "library", "library", "to the top"),
        Mark("A2", True, "a slip"),
        Note("A", "a word"),
        Note("ALL", "a word to both"),
        LineChange("B", "ACT", 1, "KEEP 1", "misread"),
        Excused("B"),
    ]
    for act in acts:
        assert ACTS.from_plain(json.loads(json.dumps(ACTS.to_plain(act)))) == act
        assert REFEREE.why_not(state, act) == ""
    after = turn_of(state, acts=tuple(acts))
    assert faults(after) == []
    assert after.sides["B"].life == 12
    assert "A3" in after.pieces
    assert "A1" not in after.pieces


@pytest.mark.parametrize(
    ("sheet", "part", "order", "react"),
    [
        ("REACT\nBLOCK DEFAULT FAIR", "ACT", "KEEP 1", "REACT"),
        ("REACT\nBLOCK DEFAULT FAIR", "REACT", "", "REACT NONE"),
        ("REACT NONE", "ACT", "KEEP 1", "REACT NONE"),
        ("REACT NONE", "REACT", "BLOCK DEFAULT FAIR", "REACT"),
        ("ACT\nREACT", "ACT", "KEEP 1", "REACT"),
    ],
)
def test_a_line_changed_keeps_the_standing_lines_as_the_sheet_has_them(
    sheet: str, part: str, order: str, react: str
) -> None:
    """MAIL-3: only ``REACT NONE``, or a last line struck out, empties the set; an empty part leaves it."""
    lines, _ = with_line(orders_of(sheet), LineChange("A", part, 1, order, ""), a_game())
    heads = [write_order(line) for line in lines if isinstance(line, Opens | NoReact)]
    assert heads[-1] == react


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (SetLife("C", 1, ""), "no side"),
        (MoveCard("A", "Smite", "hand", "limbo", ""), "no zone"),
        (MoveCard("A", "Nonesuch", "hand", "discard", ""), "not in the hand"),
        (MoveCard("A", "Zol Crypt", "B1", "hand", ""), "nor a ref"),
        (MoveCard("A", "Xom Farmland", "A1", "play", ""), "is in play"),
        (MoveCard("A", "Smite", "hand", "play", ""), "cannot be put into play"),
        (MoveCard("A", "Blessed Armour", "hand", "play", ""), "cannot be put into play"),
        (Note("C", "hello"), "no side"),
        (Mark("A9", True, ""), "not in play"),
        (Mark("A1", False, ""), "ready already"),
        (LineChange("A", "PLAY", 1, "", ""), "no part"),
        (LineChange("A", "ACT", 0, "", ""), "from 1"),
    ],
)
def test_acts_that_cannot_be(act: Act, said: str) -> None:
    state = a_game()
    assert said in REFEREE.why_not(state, act)
    assert turn_of(state, acts=(act,)) == turn_of(state)
    with pytest.raises(ValueError, match="nothing this game knows"):
        ACTS.from_plain({"act": "dance"})


def test_messages() -> None:
    assert (MESSAGES.most, MESSAGES.lines, MESSAGES.characters) == (1, 6, 400)
    state = a_game()

    def hearers(sender: str, to: str) -> list[str]:
        return [seat for seat in (*SIDES, WATCH) if SIGHT.hears(state, seat, sender, to)]

    assert hearers("A", "FOE") == ["A", "B"]
    assert hearers("B", "A") == ["A", "B"]
    assert hearers("A", "ALL") == ["A", "B", WATCH]
    assert hearers("A", "A") == ["A"]
    assert XOM_ZOL.words.called("A") == "side A"


def sheet_of_text(text: str) -> Sheet:
    (sheet,) = read_sheets(f"GAME 1 TURN 1\nSIDE A\nPASSWORD heron\n{text}\nEND\n", ORDERS.GRAMMAR)
    return sheet


def test_an_acknowledgement_says_what_was_understood_and_foreseen() -> None:
    state = a_game()
    hand = state.sides["A"].hand
    land = next(name for name in hand if state.cards[name].is_mana)
    sheet = sheet_of_text(
        f"ACT\n1 CAST {land}\n2 CAST Emperor Xom\nCSAT Smite\nCAST Smite ON purple things OR B9\nHOLD A1\n"
        "REACT\nCOUNTER ANY WITH Denial\n"
    )
    known = perceive(state, "A").state
    understood = ORDERS.understood(sheet, "A", known)
    said = as_text(understood)
    assert f"  1 CAST {land}" in said
    assert "!  3 line 7 as sent: 'CSAT' is not an order; did you mean CAST" in said
    assert "!  5 HOLD A1  ; that belongs to the REACT part (MAIL-8)" in said
    assert "'purple things' is not understood and passed over (ORD-1)" in said
    assert understood.errors == 2
    foreseen = ORDERS.forecast(sheet, "A", known, SIGHT.no_memory())
    assert "line 2, CAST Emperor Xom, would not be carried out: PLAY-1: the card is not in hand" in foreseen
    assert "line 1, " not in foreseen
    assert "life 50, the other side's 50" in foreseen
    off = ORDERS.understood(sheet_of_text("ACT\nCAST H1"), "B", perceive(state, "B").state)
    assert "not used" in as_text(off)
    assert (off.idle, off.errors) == (True, 0)
    assert "POL-8 would play it" in as_text(ORDERS.understood(sheet_of_text("REACT NONE"), "A", known))
    assert ORDERS.forecast(sheet_of_text("REACT NONE"), "A", known, SIGHT.no_memory()) == ""
    assert "holds no orders" in as_text(ORDERS.understood(sheet_of_text(""), "A", None))
    assert "emptied" in as_text(ORDERS.understood(sheet_of_text("REACT NONE"), "A", None))
    plain = ORDERS.summary(sheet, known)
    assert [len(plain[key]) for key in ("orders", "faults", "warnings", "messages")] == [8, 2, 2, 0]


def test_an_acknowledgement_says_what_stands_in_the_way_of_standing_orders() -> None:
    """Who is not in play or not one's own, words that are misspelt, what no mana of one's own could pay."""
    state = a_game()
    dear = next(name for name, card in state.cards.items() if card.type is CardType.COUNTER and len(card.cost) > 2)
    land = next(iter(state.of("B"))).ref
    lines = (
        "BLOCK B77 WITH A99",
        "BLOCK DEFUALT FAIR",
        f"HOLD {land}",
        f"COUNTER ANY WITH {dear}",
        "BLOCK DEFAULT FAIR",
        "HOLD Emperor Xom, F9",  # who stands there is asked when the moment comes
        f"BLOCK Emperor Xom WITH {state.pieces[land].card.name}",
        "AT START USE A98 ON B98 PAY A97",
        "AT CLASH CAST Emperor Xom",
    )
    sheet = sheet_of_text("\n".join(["REACT", *lines]))
    said = [line.words for line in ORDERS.understood(sheet, "A", perceive(state, "A").state).lines[1:10]]
    assert said[0] == "A99 is not in play; B77 is not in play"
    assert said[1] == "'DEFUALT FAIR' is not understood and passed over (ORD-1); did you mean DEFAULT FAIR?"
    assert said[2] == f"{land} is not yours"
    assert said[3].endswith(f"all your lands and sigils together do not pay {state.cards[dear].cost} yet (MANA-8)")
    assert said[4] == ""
    assert said[5] == "Emperor Xom is not in play"
    assert said[6] == f"{state.pieces[land].card.name} is not yours; Emperor Xom is not in play"
    assert said[7] == "A98 is not in play; A97 is not in play; B98 is not in play"
    assert said[8].startswith("Emperor Xom is not in your hand yet; ")


def test_a_forecast_tells_of_mana_left_in_the_pool() -> None:
    """SEQ 5.3: one life a letter: of a land that makes more than its line asks for."""
    state = a_game()
    state.sides["A"].hand = ["Guild Tower", "First Lesson"]
    known = perceive(state, "A").state
    lost = "49 (1 lost for mana left in the pool, SEQ 5.3)"
    for lesson, life in (("CAST First Lesson", "50"), ("CAST First Lesson PAY A3", lost)):
        said = ORDERS.forecast(sheet_of_text(f"ACT\nCAST Guild Tower\n{lesson}"), "A", known, SIGHT.no_memory())
        assert f"  life {life}, the other side's 50" in said
        assert "would not" not in said


def test_a_forecast_tells_which_cards_go_at_fizzle() -> None:
    """POL-7: those named first, then what costs most; with the card drawn in the turn."""
    state = a_game()
    state.sides["A"].hand = ["Guild Tower", "First Lesson", "Emperor Xom", "Smite", "Ward of Xom", "Denial"]
    known = perceive(state, "A").state
    for lines, goes in (
        ("KEEP 0", "Emperor Xom goes"),
        ("DISCARD First Lesson", "First Lesson goes"),
        ("CAST Guild Tower", ""),
        ("DISCARD Guild Tower, Denial\nCAST Guild Tower", ""),
    ):
        sheet = sheet_of_text(f"ACT\n{lines}")
        said = ORDERS.forecast(sheet, "A", known, SIGHT.no_memory())
        assert (f"  at the end {goes}, as the hand is over its limit (POL-7)" in said) is bool(goes), said
        assert ("at the end" in said) is bool(goes)
        gone = [one.card for one in told_of(state, A=f"ACT\n{lines}") if isinstance(one, CardDiscarded)]
        assert gone == ([goes.removesuffix(" goes")] if goes else [])


def test_an_acknowledgement_says_what_goes_under_the_library() -> None:
    """POL-7: TO BOTTOM is for games that have the option, DISCARD under REACT for what effects discard."""
    sheet = sheet_of_text("ACT\nDISCARD Smite TO BOTTOM\nREACT\nDISCARD Smite TO BOTTOM\n")

    def said(**options: object) -> tuple[bool, bool]:
        words = as_text(ORDERS.understood(sheet, "A", perceive(a_game(**options), "A").state))
        return "nothing is discarded TO BOTTOM" in words, "bottom_any" in words

    assert said() == (True, True)
    assert said(bottom_discard=True) == (False, True)
    assert said(bottom_any=True) == (False, False)


def test_lines_nobody_can_read_keep_their_place() -> None:
    """MAIL-8, ORD-4: a line dropped is NOT DONE for the one below it; an ACT part of such lines alone is one."""
    sheet = sheet_of_text("ACT\nCSAT Smite\nIF NOT DONE CAST Smite\nAT CLASH CSAT Smite\nREACT\nASSAULT ALL")
    listed = ORDERS.listed(sheet)
    assert [write_order(order) for order in listed] == [
        "ACT", "UNREAD CSAT Smite", "IF NOT DONE CAST Smite", "UNREAD AT CLASH CSAT Smite", "REACT",
        "UNREAD ASSAULT ALL",
    ]  # fmt: skip
    assert [ORDERS.stored(write_order(order)) for order in listed] == listed
    assert sheet_of(ORDERS.listed(sheet_of_text("CSAT Smite"))).act is not None


def test_the_form_reads_as_a_sheet_that_says_nothing() -> None:
    state = turn_of(a_game(), A="ACT\nREACT\nBLOCK DEFAULT WALL")
    for side in SIDES:
        form = order_form(perceive(state, side).state, side)
        reading = read_orders([SheetLine(i, line) for i, line in enumerate(form, 1)])
        assert reading.faults == ()
        assert sheet_of(reading.orders).react is None
        assert all(len(line) <= 70 for line in form)
        assert ";; your hand:" in form
    assert "; BLOCK DEFAULT WALL" in order_form(perceive(state, "A").state, "A")
    assert "?" not in "".join(order_form(perceive(state, "A").state, "A"))


def test_cancelled_and_done_lines_are_told_to_their_side_alone() -> None:
    state = a_game()
    land = next(name for name in state.sides["A"].hand if state.cards[name].is_mana)
    resolution = resolve(state, {"A": orders_of(f"ACT\nCAST {land}\nCAST {land}\nCAST {land}")}, Dice(b"m", 1))
    lines = [t for t in resolution.told if isinstance(t.event, LineSettled)]
    assert all(t.audience == ("A",) and t.blurred is None for t in lines)
    words = [t.event.word for t in lines if isinstance(t.event, LineSettled)]
    assert words == [Word.DONE, Word.NO, Word.NO]
    cast = next(t for t in resolution.told if isinstance(t.event, CardCast))
    assert set(cast.audience) == {*SIDES, WATCH}
    standing = resolve(state, {"A": orders_of("REACT\nHOLD A1")}, Dice(b"m", 1)).told
    assert next(t for t in standing if isinstance(t.event, StandingSet)).audience == ("A",)


def test_what_goes_under_the_library_is_offered() -> None:
    """POL-7: under ``bottom_any`` in both parts, under ``bottom_discard`` in ACT alone; every choice is an order."""

    def offered(**options: object) -> dict[str, list[str]]:
        state = a_game(first_draw=True, **options)
        found: dict[str, list[str]] = {}
        for form in Offered(perceive(state, "A").state, "A", ()).forms():
            if form.parts[0] == "DISCARD":
                slot = form.parts[1]
                assert isinstance(slot, Slot)
                found[form.section] = [option.text for option in slot.options]
        return found

    usual, bottom, both = offered(), offered(bottom_discard=True), offered(bottom_any=True)
    assert list(usual) == list(bottom) == ["act"]
    assert bottom["act"] == both["act"] == [*usual["act"], *(f"{name} TO BOTTOM" for name in usual["act"])]
    assert both["react"] == [f"{name} TO BOTTOM" for name in usual["act"]]
    (heading, line) = orders_of("REACT\nDISCARD " + ", ".join(both["react"]))
    assert isinstance(line, Discard)
    assert [item.bottom for item in line.cards] == [True] * len(usual["act"])
    assert heading == Opens(Part.REACT)
