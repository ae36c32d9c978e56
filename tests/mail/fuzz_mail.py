"""Fuzzing of mail, sheet and archive: ``python -m tests.mail.fuzz_mail [SECONDS]`` (make fuzz).

With atheris (coverage-guided) where it is installed, else by mutation alone; each :data:`AN_ARCHIVE`-th mutation is of
an archive for ``restore``. Ends with status 1 at the first one that raises, takes longer than :data:`nasty.SECONDS` of
processor time or breaks a promise; it is kept in a file whose name is printed. Memory is bounded by what the process
holds at its peak: with atheris by libFuzzer's limit on resident memory, else by getrusage, at most :data:`MOST_MEMORY`
above what it held after the corpus.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.memory import peak

MOST_MEMORY = 200
"""Megabytes above what was held after the corpus was looked at."""
MOST_RESIDENT = 1000
"""Megabytes of the process with atheris, whose own books are in it."""
LONGEST = 30_000
AN_ARCHIVE = 20


def main(arguments: list[str]) -> int:
    """Fuzz for so many seconds (60): a third of them by mutation, which is quick, then with coverage.

    Each in a process of its own: what is imported once cannot be instrumented any more, and libFuzzer ends its process.
    """
    match arguments:
        case ["--by-mutation", seconds]:
            return by_mutation(int(seconds))
        case ["--with-coverage", seconds, folder]:
            return with_coverage(int(seconds), Path(folder))
    total = int(arguments[0]) if arguments else 60
    if importlib.util.find_spec("atheris") is None:
        print("atheris is not installed: by mutation alone", flush=True)  # noqa: T201
        return by_mutation(total)
    again = [sys.executable, "-m", "tests.mail.fuzz_mail"]
    with tempfile.TemporaryDirectory(prefix="magika-fuzz-") as folder:
        plain = subprocess.run([*again, "--by-mutation", str(total // 3)], check=False).returncode
        guided = [*again, "--with-coverage", str(total - total // 3), folder]
        return plain or subprocess.run(guided, check=False).returncode


def by_mutation(seconds: float, tries: int | None = None, seed: int | None = None, with_large: bool = True) -> int:
    """Mutations of the corpus for so long or so many tries; 0, or 1 with the mail kept in a file."""
    from tests.app.operations import nasty_archives
    from tests.mail import nasty

    seed = random.SystemRandom().randrange(2**32) if seed is None else seed
    dice = random.Random(seed)
    corpus, archives = list(nasty.small().values()), list(nasty_archives.seeds().values())
    looked_at(nasty.look, corpus)
    looked_at(nasty_archives.look, [nasty_archives.zipped(tar) for tar in archives])
    before, end, count = peak(), time.monotonic() + seconds, 0
    looked_at(nasty.look, list(nasty.large().values()) if with_large else [])
    while time.monotonic() < end and (tries is None or count < tries):
        if count % AN_ARCHIVE == AN_ARCHIVE - 1:
            looked_at(nasty_archives.look, [nasty_archives.mutated(dice, dice.choice(archives))])
        else:
            looked_at(nasty.look, [nasty.mutated(dice, dice.choice(corpus), corpus)])
        count += 1
    grown = peak() - before
    print(f"{count} mutations looked at with seed {seed}; at most {peak()} MB held, {grown} MB more than at first")  # noqa: T201
    return int(grown > MOST_MEMORY)


def looked_at(look: Callable[[bytes], object], mails: list[bytes]) -> None:
    """Look at mails; one that breaks a promise is kept in a file."""
    for raw in mails:
        try:
            look(raw)
        except BaseException:
            with tempfile.NamedTemporaryFile(prefix="magika-crash-", suffix=".eml", delete=False) as file:
                file.write(raw)
            print(f"the mail is kept in {file.name}", flush=True)  # noqa: T201
            raise


def with_coverage(seconds: int, folder: Path) -> int:
    """Let libFuzzer look for new paths, beginning with the corpus; what it finds of use goes into the folder."""
    atheris: Any = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["magika_gm", "email"]):
        nasty = importlib.import_module("tests.mail.nasty")
    corpus = list(nasty.small().values())

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        dice = random.Random(seed)
        return bytes(atheris.Mutate(data, most) if dice.random() < 0.4 else nasty.mutated(dice, data, corpus, most))

    def one(data: bytes) -> None:
        nasty.look(data, 10 * nasty.SECONDS)  # counting paths is slow

    for number, raw in enumerate(corpus):
        (folder / f"{number:04}").write_bytes(raw)
    limits = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", f"-rss_limit_mb={MOST_RESIDENT}", "-timeout=60"]
    kept = f"-artifact_prefix={tempfile.gettempdir()}/magika-crash-"
    quiet = ["-report_slow_units=60", "-print_final_stats=1", "-verbosity=0", kept]
    atheris.Setup([sys.argv[0], *limits, *quiet, str(folder)], one, custom_mutator=mutate)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
