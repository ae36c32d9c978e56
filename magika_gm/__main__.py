"""``magika-gm``, also as ``python -m magika_gm``."""

from __future__ import annotations

import gc

ALLOCATIONS = 50_000
"""So many new objects before circles among them are looked for: Python's own 700 costs a tenth of a cold turn, whose
records and pages hold few circles."""


def main() -> None:
    """Run the command line."""
    gc.set_threshold(ALLOCATIONS, 20, 20)
    from magika_gm.cli.main import cli

    cli(prog_name="magika-gm")


if __name__ == "__main__":
    main()
