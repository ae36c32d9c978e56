"""The game master's page: the turn at one look."""

from __future__ import annotations

from magika_gm.games.magika.report.building import build_overview
from magika_gm.games.magika.report.gmpage import master_parts
from magika_gm.reports.kit.lists import Table, cell
from tests.page.onlookers import moments


def test_orders_are_a_matrix_of_mages_and_phases() -> None:
    """A row a mage, a column a phase, in it the order as it was written; a dot where there was none."""
    overview = build_overview(*moments("magika")[""])
    table = master_parts(overview)["orders"]
    assert isinstance(table, Table)
    phases = [phase for phase in overview.phases if phase.orders]
    assert table.heads == ("", "", *(str(n) for n in range(1, len(phases) + 1)))
    assert len(phases) == 5
    assert [cell(row[0]).text for row in table.rows] == [row.mage.letter for row in overview.mages]
    for row, mage in zip(table.rows, overview.mages, strict=True):
        assert row[1] == mage.mage.name
        assert list(row[2:]) == [dict(phase.orders).get(mage.mage.letter, "·") for phase in phases]
    assert any(said != "·" for row in table.rows for said in row[2:])
