"""The table on paper: what is written on it is whole."""

from __future__ import annotations

from copy import deepcopy
from itertools import islice

import pytest

from magika_gm.games.xom_zol.report.board import height_of, rest_of, table_picture
from magika_gm.games.xom_zol.report.printed import Forms
from magika_gm.games.xom_zol.rules.terms import SIDES
from magika_gm.reports.kit.base import Style
from magika_gm.reports.kit.prose import Prose
from magika_gm.reports.picture import Lines, Texts
from tests.page.rambles import positions


@pytest.mark.parametrize("large", [False, True])
def test_no_card_behind_the_ranks_has_its_name_cut(large: bool) -> None:
    """Chips are fewer in a row where one has more to say: many cards of a name, long names, much mana."""
    style, seen = Style(large=large), 0
    for position in islice(positions("xom_zol", 1), 0, 80, 5):
        state = position.report.state
        picture = table_picture(state, position.seat, 528.0, height_of(state, style), style)
        said = {text for item in picture.items if isinstance(item, Texts) for _, _, text in item.places}
        for side in SIDES:
            for name, pieces in rest_of(state, side):
                seen += 1
                assert name in said
                assert " ".join(piece.ref for piece in pieces) in said
    assert seen > 40


def test_what_is_committed_is_told_from_what_is_ready_without_colour() -> None:
    """Slanting lines over a creature that is committed, none over one that is ready."""
    seen = {False: 0, True: 0}
    for position in islice(positions("xom_zol", 1), 0, 80, 5):
        state = position.report.state
        one = next((piece for side in SIDES for piece in state.creatures(side)), None)
        if one is None:
            continue
        slants = []
        for committed in (False, True):
            other = deepcopy(state)
            for side in SIDES:
                for piece in other.creatures(side):
                    piece.committed = committed
            picture = table_picture(other, position.seat, 528.0, height_of(other, Style()), Style())
            lines = [item for item in picture.items if isinstance(item, Lines) and len(item.paths) > 8]
            slants.append(sum(all(a[0] != b[0] and a[1] != b[1] for a, b in item.paths) for item in lines))
            seen[committed] += slants[-1]
        assert slants[0] == 0
    assert seen[True] > 5


def test_the_form_says_in_full_what_react_is_for() -> None:
    """And has no head for what cannot be written in: ACT is there in one's own turn alone."""
    own = set()
    for position in islice(positions("xom_zol", 1), 0, 40, 3):
        forms = Forms(position.report)
        titles = {
            block.title for strip in forms.order_page().strips for block in strip.blocks if isinstance(block, Prose)
        }
        assert "REACT: for the other side's turns, until you replace it" in titles
        assert any(title.startswith("ACT: your own game turn") for title in titles) is forms.state.acts_next(forms.seat)
        own.add(len(titles))
    assert len(own) > 1
