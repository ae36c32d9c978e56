"""Lines of the order form in a mailed report: used as it says and sent back, each is accepted without a fault."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from magika_gm import games
from tests.app.post.test_bare_lines import Player, fresh
from tests.systems.test_forms import taken

MOST = 12
"""Lines mailed, of a game: evenly of all."""


@pytest.fixture(scope="module", params=tuple(games.SYSTEMS))
def player(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Player]:
    made = Player(tmp_path_factory.mktemp("forms") / request.param, request.param)
    yield made
    made.post.office.close()


def test_each_line_of_the_mailed_form_is_accepted(player: Player) -> None:
    """The report is answered, its form filled in below: the whole way through the office's door."""
    # the line the office knows its forms by is no order; messages in a quote are never delivered
    no_orders = ("; form ", "END MESSAGE")
    offers = [(line, text) for line, text in taken(player.text) if not line.startswith(no_orders)]
    assert offers or player.system.orders.GRAMMAR.numbered, "its phases are blanks to be filled in"
    for line, text in offers[:: max(1, len(offers) // MOST)]:
        fresh(player)
        received = player.answers("", below=text)
        assert (received.outcome, received.faults) == ("accepted", 0), (line, received, player.told())
        ((sheet, faults),) = player.sheets()
        assert faults == 0, line
        assert sheet, line
