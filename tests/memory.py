"""What a process held at its peak, in megabytes wherever it runs."""

from __future__ import annotations

import resource
import sys

_A_MEGABYTE = 1024 * 1024 if sys.platform == "darwin" else 1024
"""The system counts in bytes on macOS, in kilobytes on Linux."""


def peak() -> int:
    """Megabytes this process held at most so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // _A_MEGABYTE


def peak_of_children() -> int:
    """Megabytes the largest of the processes that this one started, and that have ended, held at most."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // _A_MEGABYTE
