"""What environments are made of: one version of each package, held to the digests of its files."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LISTS = sorted(path.stem for path in (ROOT / "requirements").glob("*.txt"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name.split("[", maxsplit=1)[0]).lower()


def locked(name: str) -> dict[str, tuple[str, list[str]]]:
    """Version and digests of each package of a list."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    found = {}
    for entry in re.split(r"\n(?=\S)", text.strip()):
        head = re.match(r"([\w.-]+(?:\[[\w,]+\])?)==([\w.]+)( ; [^\\]+)? ", entry)
        assert head is not None, entry[:80]
        found[plain(head[1])] = head[2], re.findall(r"--hash=sha256:([0-9a-f]{64})\b", entry)
    return found


@pytest.mark.parametrize("name", LISTS)
def test_every_package_has_one_version_and_its_files_digests(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    packages = locked(name)
    assert [package for package, (_, digests) in packages.items() if not digests] == []
    assert len(re.findall(r"--hash=", text)) == sum(len(digests) for _, digests in packages.values())
    assert "://" not in text, "an address of a registry, or of a file"


def test_lists_agree_and_hold_what_the_project_names() -> None:
    assert {"run", "dev", "build", "audit"} <= set(LISTS)
    dev = locked("dev")
    for name in LISTS:
        other = {package: version for package, (version, _) in locked(name).items()}
        assert {p: v for p, v in other.items() if p in dev and dev[p][0] != v} == {}, name
    named = [plain(re.split(r"[<>=;\s]", line)[0]) for line in PROJECT["project"]["dependencies"]]
    assert sorted(set(named) - locked("run").keys()) == []
    assert sorted(locked("run").keys() - dev.keys()) == []
    for extra in ("dev", "postgres", "workers", "holidays"):
        assert {plain(re.split(r"[<>=;\s]", line)[0]) for line in EXTRAS[extra]} <= dev.keys()


def test_a_compiled_package_is_held_for_more_than_one_machine() -> None:
    """Linux on both processors, macOS, Windows and the sources: one digest would be this machine's alone."""
    for package in ("lxml", "pillow", "sqlalchemy", "pydantic-core"):
        assert len(locked("run")[package][1]) > 10, package


def test_what_builds_the_package_is_the_version_of_its_list() -> None:
    requires = dict(line.split("==") for line in PROJECT["build-system"]["requires"])
    assert requires == {"hatchling": locked("build")["hatchling"][0]}


def test_pip_takes_what_has_a_digest_or_the_checkout_alone() -> None:
    """In the Makefile and in every script of the tests."""
    places = [ROOT / "Makefile", *(path for path in (ROOT / "tests" / "tools").iterdir() if path.is_file())]
    asked = [
        line.strip()
        for path in places
        for line in path.read_text(encoding="utf-8", errors="replace").replace("\\\n", " ").splitlines()
        if re.search(r"pip\"? (?:install|wheel|download)|LOCKED :=", line) and not line.lstrip().startswith("#")
    ]
    assert len(asked) >= 6
    assert [line for line in asked if "--require-hashes" not in line and "--no-deps" not in line] == []
