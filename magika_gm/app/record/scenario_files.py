"""Scenarios and what else a game is begun with, read from the office or from what is shipped."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.files import read_text
from magika_gm.engine.seam.setup import ScenarioFaults
from magika_gm.engine.system import GameSystem
from magika_gm.resources import shipped


def texts_of_extras(system: GameSystem, given: Mapping[str, Path] | None = None) -> dict[str, str]:
    """The texts of those files."""
    paths = {name: (given or {}).get(name) or shipped("scenarios") / file for name, file in system.setup.EXTRAS.items()}
    return {name: read_text(path, f"{name} of {system.title}") for name, path in paths.items()}


def read_extras(system: GameSystem, given: Mapping[str, Path] | None = None) -> dict[str, Any]:
    """A game's further data files: those ``given`` by name, the shipped ones for all others.

    Raises :class:`OfficeError` with every fault, its file and line.
    """
    extras = {}
    for name, text in texts_of_extras(system, given).items():
        path = (given or {}).get(name) or Path(system.setup.EXTRAS[name])
        try:
            extras[name] = system.setup.read_extra(name, text, path.name)
        except ScenarioFaults as error:
            raise OfficeError("\n".join(error.faults)) from error
    return extras
