"""Adjudication cases of Temple Isle (CASE): a position, sheets, forced rolls, and what must come of it."""

from magika_gm.games.temple_isle.cases.play import run_case

__all__ = ["run_case"]
