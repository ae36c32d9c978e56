"""The table in mails: whole, within 72 columns, and nothing face down shown."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.games.rune_war.report.tableau import html_table, html_winning, text_table, text_winning
from magika_gm.games.rune_war.rules.events import HandWon
from magika_gm.games.rune_war.rules.tables import SEATS
from magika_gm.games.rune_war.rules.terms import CODES, Form, Meld, read_runes, spread
from magika_gm.games.rune_war.sight import View, perceive, spectate
from tests.examples import some_of
from tests.rune_war.randoms import begun, played, reached

SEEDS = st.integers(0, 2**32)


class _Markup(HTMLParser):
    """The words of markup, and the elements left open."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        del attrs
        if tag not in ("br", "tr", "td"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data.split()


def markup(text: str) -> _Markup:
    read = _Markup()
    read.feed(text)
    return read


def runes_that_lie(view: View) -> list[str]:
    """What must stand in either form: of concealed foursomes the middle, other sets, piles, the reader's own runes."""
    found = [CODES[k] for k in spread(view.held)]
    for row in view.seats.values():
        for meld in row.melds:
            hidden = meld.concealed and meld.form is Form.FOURSOME
            found += [CODES[k] for k in (meld.kinds[1:3] if hidden else meld.kinds)]
        found += [CODES[k] for k in row.discards if k >= 0]
    return sorted(found)


def without_names(words: list[str], view: View) -> list[str]:
    """The rune codes among words but for what the winds of seats and table are called by."""
    found = [w for w in words if w in CODES]
    for wind in (CODES[view.prevailing], *(CODES[row.wind] for row in view.seats.values())):
        found.remove(wind)
    return sorted(found)


@given(SEEDS, st.sampled_from((*SEATS, "")))
@settings(max_examples=some_of(60), deadline=None)
def test_both_forms_show_every_rune_that_lies_open_and_no_other(seed: int, reader: str) -> None:
    world = reached(seed, seed % 9)
    view = perceive(world, reader) if reader else spectate(world)
    lines = text_table(view)
    assert all(len(line) <= 72 for line in lines)
    words = re.sub(r"[][|+,]", " ", "\n".join(lines)).split()
    winds = [CODES[row.wind] for row in view.seats.values()]
    assert without_names(words + winds, view) == runes_that_lie(view)  # boxes name winds in full
    drawn = html_table(view)
    read = markup(drawn.html())
    assert not read.open
    assert without_names(read.words, view) == runes_that_lie(view)


def test_a_concealed_foursome_lies_two_faces_down_and_the_seats_round_the_compass() -> None:
    world = begun(3)
    player = world.players["2"]
    player.melds.append(Meld(Form.FOURSOME, 17, True))
    player.fog = 3
    view = perceive(world, "1")
    lines = text_table(view)
    assert any("[## 9S 9S ##]" in line for line in lines)
    at = {row.wizard: next(i for i, x in enumerate(lines) if row.wizard in x) for row in view.seats.values()}
    low, right, far, left = (view.seats[s].wizard for s in "1234")
    assert at[far] < at[left] == at[right] < at[low]
    side = lines[at[left]]
    assert side.index(left) < side.index(right), "who plays after the reader sits at his right"
    assert "fogged 3" in "\n".join(lines)
    assert "East" in lines[at[low]]
    assert "draws next" in lines[at[low]]


def test_magic_is_marked_and_not_in_the_plain_game() -> None:
    world = begun(4)
    player = world.players["1"]
    kind = spread(player.held)[0]
    player.bright = [0] * len(player.bright)
    player.bright[kind] = 1
    lines = text_table(perceive(world, "1"))
    assert lines[-3].count("*") == 1
    assert html_table(perceive(world, "1")).html().count("border-bottom") == 1


def test_the_winning_hand_is_shown_as_it_was_read() -> None:
    shown = 0
    for seed in range(4):
        for _, _, resolved in played(seed, 6)[1]:
            for told in resolved.told:
                if isinstance(told.event, HandWon) and told.event.won.sets:
                    won = told.event.won
                    said = text_winning(won)
                    kinds = read_runes(re.sub(r"[][()]", " ", said))
                    assert isinstance(kinds, list)
                    assert sorted(kinds) == sorted([*(k for m in won.sets for k in m.kinds), won.pair, won.pair])
                    assert said.count("[") == sum(not m.concealed for m in won.sets)
                    read = markup(html_winning(won).html())
                    assert sorted(w for w in read.words if w in CODES) == sorted(CODES[k] for k in kinds)
                    shown += 1
    assert shown
