"""The schemas of turn files, as they are shipped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from magika_gm import games
from magika_gm.reports.kit.usual import GameReports

ROOT = Path(__file__).resolve().parents[1]


def file_of(game: str) -> Path:
    """A game's schema."""
    package, _, name = games.system(game).reports.SCHEMA.partition(":")
    return ROOT / package.replace(".", "/") / name


def content_schema(game: str, *kept: str) -> dict[str, Any]:
    """The schema of what a game itself knows of a turn: without what every report holds besides but ``kept``."""
    whole: dict[str, Any] = json.loads(file_of(game).read_text(encoding="utf-8"))
    reports = games.system(game).reports
    assert isinstance(reports, GameReports)
    besides = set(reports.schema()) - set(kept)
    known = {name: found for name, found in whole["properties"].items() if name not in besides}
    return {**whole, "properties": known, "required": [name for name in whole["required"] if name in known]}
