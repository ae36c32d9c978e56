"""The table on paper: what is written on it is whole."""

from __future__ import annotations

from itertools import islice

import pytest

from magika_gm.games.xom_zol.report.board import height_of, rest_of, table_picture
from magika_gm.games.xom_zol.rules.terms import SIDES
from magika_gm.reports.kit.base import Style
from magika_gm.reports.picture import Texts
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
