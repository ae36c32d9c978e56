"""``magika-gm``, also as ``python -m magika_gm``."""

from __future__ import annotations

import gc
import sys
from io import TextIOWrapper

ALLOCATIONS = 50_000
"""So many new objects before circles among them are looked for: Python's own 700 costs a tenth of a cold turn, whose
records and pages hold few circles."""


def main() -> None:
    """Run the command line."""
    gc.set_threshold(ALLOCATIONS, 20, 20)
    any_locale()
    from magika_gm.cli.main import cli

    cli(prog_name="magika-gm")


def any_locale() -> None:
    """Names are in any language, terminals are not: what one cannot show it shows escaped (``\\u0161``)."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    main()
