"""The order form of a report's PDF, filled in, is a sheet for ``solo`` as it is: by its name, and dropped."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from pypdf import PdfReader

from magika_gm.app.operations.solo import GAME, Watched, open_solo
from tests.cli.test_solo import BY_DAY, sheet, solo, stand
from tests.systems.test_order_pages import filled, into

WHOLE_REPORTS = True
pytestmark = pytest.mark.sqlite("a game against policies is an office in a file")


def form(folder: Path, seat: str, turn: int, rows: list[str]) -> bytes:
    """The report's own form with these orders in it, as a PDF program saves it."""
    data = (folder / "reports" / GAME / str(turn) / f"{seat}.pdf").read_bytes()
    fields = {f: str(found.get("/V") or "") for f, found in (PdfReader(io.BytesIO(data)).get_fields() or {}).items()}
    values = into(fields, rows)
    assert values is not None
    return filled(data, values)


@pytest.mark.parametrize("name", BY_DAY)
def test_the_form_of_the_report_filled_in_is_played(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its name, and dropped into the folder; one that is not filled in, and any other PDF, is none."""
    folder, file = tmp_path / "alone", tmp_path / "form.pdf"
    begun = stand(folder, "--game", name, "--seed", "one")
    seat, turn = begun["seat"], begun["turn"]
    file.write_bytes(form(folder, seat, turn, []))
    blank = solo(folder, str(file))
    assert blank.exit_code == 1
    assert "form.pdf: the order form in it is not filled in" in blank.stderr
    file.write_bytes(b"%PDF-1.4 and nothing more")
    assert "form.pdf: the PDF is damaged" in solo(folder, str(file)).stderr
    assert stand(folder)["turn"] == turn

    rows = sheet(folder, name, seat, turn + 1).splitlines()[2:-1]
    assert rows
    file.write_bytes(form(folder, seat, turn, rows))
    played = stand(folder, str(file))
    assert played["turn"] > turn

    turn = played["turn"]
    rows = sheet(folder, name, seat, turn + 1).splitlines()[2:-1]
    game = open_solo(folder)
    assert game is not None
    watched = Watched(game)
    (folder / "orders" / "Form.PDF").write_bytes(form(folder, seat, turn, rows))
    assert watched.fresh() == []
    assert watched.fresh() == [folder / "orders" / "Form.PDF"]
    game.office.close()
