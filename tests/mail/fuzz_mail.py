"""Fuzzing of mail, sheet and archive: ``python -m tests.mail.fuzz_mail [SECONDS]`` (make fuzz).

A fifth of the time mails are taken in by an office that has a game, in the name of one of its players
(``--into-an-office``; with MAGIKA_TEST_DATABASE=postgres its database is on a private server): none may set off an
error or cost more than the others. A mail that is found stays in the corpus (``corpus/found-by-fuzzing-…``).

With atheris (coverage-guided) where it is installed, else by mutation alone; each :data:`AN_ARCHIVE`-th mutation is of
an archive for ``restore``. Ends with status 1 at the first one that raises, takes longer than :data:`nasty.SECONDS` of
processor time or breaks a promise; it is kept in a file whose name is printed. Memory is bounded by what the process
holds at its peak: with atheris by libFuzzer's limit on resident memory, else by getrusage, at most :data:`MOST_MEMORY`
above what it held after the corpus.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.memory import peak
from tests.promptness import prompt

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
        case ["--into-an-office", seconds]:
            return into_an_office(float(seconds))
        case ["--with-coverage", seconds, folder]:
            return with_coverage(int(seconds), Path(folder))
    total = int(arguments[0]) if arguments else 60
    if importlib.util.find_spec("atheris") is None:
        print("atheris is not installed: by mutation alone", flush=True)  # noqa: T201
        return by_mutation(total - total // 5) or into_an_office(total // 5)
    again = [sys.executable, "-m", "tests.mail.fuzz_mail"]
    office = subprocess.run([*again, "--into-an-office", str(total // 5)], check=False).returncode
    if office:
        return office
    total -= total // 5
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
            kept(raw, "magika-crash")
            raise


def kept(raw: bytes, name: str) -> None:
    """Keep what was found: a mail stays in the corpus, which ``make test`` looks at ever after."""
    corpus = Path(__file__).parent / "corpus"
    folder = corpus if name == "found-by-fuzzing" and os.access(corpus, os.W_OK) else Path(tempfile.gettempdir())
    path = folder / f"{name}-{hashlib.sha256(raw).hexdigest()[:12]}.eml"
    path.write_bytes(raw)
    print(f"it is kept in {path}", flush=True)  # noqa: T201


def into_an_office(seconds: float, tries: int | None = None, seed: int | None = None) -> int:
    """Mutations of the corpus and of attacks taken in by an office, in the name of a player of its game; 0, or 1 at the
    first one that sets off an error, is left or costs more than a mail may."""
    from magika_gm.mail.readers import Incoming
    from tests import on_postgres
    from tests.app.post.test_safe_cost import in_the_name_of_a_player
    from tests.app.postroom import Post, begin
    from tests.mail import attacks, nasty

    if on_postgres.wanted() and on_postgres.SERVER not in os.environ:
        server = on_postgres.started()
        next(server)
        try:
            on_postgres.install()
            return into_an_office(seconds, tries, seed)
        finally:
            next(server, None)
    seed = random.SystemRandom().randrange(2**32) if seed is None else seed
    dice, made = random.Random(seed), attacks.named()
    corpus = list(nasty.small().values())
    with tempfile.TemporaryDirectory(prefix="magika-fuzz-") as folder:
        post, count, worst, said = Post(begin(Path(folder) / "office")), 0, 0.0, Counter[str]()
        post.one("GAME 7 TURN 1\nMAGE C\nPASSWORD swordfish\n1 REST\nEND\n")
        before, end = peak(), time.monotonic() + seconds
        while time.monotonic() < end and (tries is None or count < tries):
            raw = made[dice.choice(list(made))](dice.randint(1, 20)) if dice.random() < 0.1 else dice.choice(corpus)
            mail = in_the_name_of_a_player(nasty.mutated(dice, raw, corpus, 400_000), count, b"swordfish")
            start = time.process_time()
            (done,) = post.take(Incoming(mail, None, f"mail {count}"))
            spent = time.process_time() - start
            count, worst, said[done.outcome] = count + 1, max(worst, spent), said[done.outcome] + 1
            if done.outcome == "left" or "set off an error" in done.reason or not prompt(spent, nasty.SECONDS):
                print(f"{done.outcome}, {done.reason}, after {spent:.2f} s; seed {seed}")  # noqa: T201
                kept(mail, "found-by-fuzzing")
                return 1
        grown = peak() - before
        outcomes = ", ".join(f"{number} {outcome}" for outcome, number in said.most_common())
        print(  # noqa: T201
            f"{count} mails into an office with seed {seed}: {outcomes}; at most {worst:.2f} s each, "
            f"{grown} MB more than at first"
        )
        return int(grown > MOST_MEMORY)


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
