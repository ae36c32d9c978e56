"""Every block of the kit drawn and mailed, held to ``reports/sample/kit``; ``make golden`` accepts a change."""

from __future__ import annotations

from pathlib import Path

import pytest

from magika_gm.reports.kit.gallery import draw_gallery
from tests.golden.drawn import drawn
from tests.golden.samples import ROOT, UPDATE

GOLDEN = ROOT / "reports" / "sample" / "kit"


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gallery")
    draw_gallery(folder)
    for path in folder.glob("*.pdf"):
        path.with_suffix(".pdf.txt").write_text(drawn(path), encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", ["full.pdf.txt", "large.pdf.txt", "mail.html", "mail.txt"])
def test_blocks_are_drawn_as_the_golden_ones(gallery: Path, name: str) -> None:
    fresh = (gallery / name).read_text(encoding="utf-8")
    if UPDATE:
        GOLDEN.mkdir(exist_ok=True)
        (GOLDEN / name).write_text(fresh, encoding="utf-8")
    assert fresh.splitlines() == (GOLDEN / name).read_text(encoding="utf-8").splitlines()
