"""A worker, or a round of tick, by the clock of the soak: a file that says what time it is.

python -m tests.soak.worker worker OFFICE CLOCK    works until it is stopped
python -m tests.soak.worker tick OFFICE CLOCK      one round
"""

from __future__ import annotations

import logging
import sys
from datetime import datetime
from pathlib import Path

from magika_gm.app.office.office import open_office
from magika_gm.app.operations.tick import alone, tick
from magika_gm.app.operations.workers import Worker

EVERY, SILENT = 2.0, 20.0
"""Seconds between looks, and after which a worker is given up."""


def time_of(clock: Path) -> datetime:
    """What time it is."""
    return datetime.fromisoformat(clock.read_text("ascii"))


def main() -> int:
    """See above."""
    what, folder, clock = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    logging.basicConfig(format="%(asctime)s %(message)s", level=logging.WARNING)
    office = open_office(folder)
    if what == "worker":
        Worker(office=office, clock=lambda: time_of(clock), every=EVERY, stalled=SILENT).run()
        return 0
    with alone(office) as ours:
        parts = list(tick(office, time_of(clock))) if ours else []
    for part in parts:
        sys.stdout.write(f"{part.name}: {'; '.join(part.done)} {part.failed}\n")
    office.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
