"""What goes wrong with a database."""

from __future__ import annotations


class StoreError(Exception):
    """The database cannot be used; the message says why and what to do."""


class Busy(StoreError):
    """Another run is writing at this moment."""
