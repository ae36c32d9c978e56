"""What binds a beginning stands beside the hash in every form, from turn 0 on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pypdf import PdfReader

from magika_gm import games
from magika_gm.app.audit.verify import FORMS, printed_in
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import init_office
from magika_gm.app.turns.publish import write_reports
from magika_gm.engine.chain import BOUND, Binds
from magika_gm.resources import shipped
from tests.systems.five import GAME, NOW

WHOLE_REPORTS = "A1MOON"


@pytest.mark.parametrize(("seed", "binds"), [(None, Binds.BEGINNING), (b"named by hand", Binds.DICE)])
@pytest.mark.parametrize("name", games.SYSTEMS)
def test_every_form_says_from_turn_0_on_what_the_hash_binds(
    name: str, seed: bytes | None, binds: Binds, tmp_path: Path
) -> None:
    office = init_office(tmp_path / "office")
    new_game(office, GAME, shipped("sample") / name / "signups.toml", NOW, system=name, seed=seed)
    path = min(write_reports(office, GAME).glob("*.json"))
    for form in FORMS:
        plain = json.loads(path.read_text("utf-8")) if form == ".json" else None
        assert printed_in(path.with_suffix(form), plain).binds is binds, form
    assert BOUND[binds] in PdfReader(path.with_suffix(".pdf")).pages[0].extract_text()
    pages = [*path.parent.glob(f"{path.stem}*.html"), *office.overviews(GAME, 0).glob("*.html")]
    assert len(pages) > 2, "mail and page, the game master's and the spectators'"
    for page in pages:
        assert BOUND[binds] in " ".join(page.read_text("utf-8").split()), page.name
    office.close()
