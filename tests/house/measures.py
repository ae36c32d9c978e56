"""Counts the house: ``python -m tests.house.measures`` (``make plan``) prints today's figures beside their bounds.

Tokens are the interpreter's own, without imports, docstrings, comments and line ends, so that neither formatting nor
documentation changes a figure.
"""

from __future__ import annotations

import ast
import io
import lzma
import re
import statistics
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODE = ROOT / "magika_gm"
SAMPLES = ROOT / "reports" / "sample"
_ALL = sorted(path for path in (CODE / "games").iterdir() if (path / "system.py").is_file())
GAMES = tuple(path.name for path in _ALL if (SAMPLES / path.name).is_dir())
"""Games that are weighed: those whose sample game has reports to look at. One just begun moves no figure."""
_BEGUN = [path for path in _ALL if path.name not in GAMES]
OLDEST = "magika"
"""The game the others were built beside."""
TOY = ROOT / "tests" / "systems" / "toy"
"""A whole game in small."""
RUN = 14
"""Tokens in a row that make a piece of code the same as another one."""
_LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
           tokenize.ENDMARKER}  # fmt: skip


def files(folder: Path = CODE) -> list[Path]:
    """Modules below a folder, but for games and tests of games that are not weighed yet."""
    left_out = (*_BEGUN, *(ROOT / "tests" / path.name for path in _BEGUN))
    return sorted(path for path in folder.rglob("*.py") if not any(map(path.is_relative_to, left_out)))


@cache
def tokens(path: Path) -> tuple[tuple[str, int], ...]:
    """A module's tokens with their lines, without imports, docstrings, comments and layout."""
    source = path.read_text(encoding="utf-8")
    left_out: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom) or _is_words(node):
            left_out |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))  # type: ignore[attr-defined]
    read = tokenize.generate_tokens(io.StringIO(source).readline)
    return tuple((t.string, t.start[0]) for t in read if t.type not in _LAYOUT and t.start[0] not in left_out)


def _is_words(node: ast.AST) -> bool:
    """Whether a statement is a docstring, or a remark below a field."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def tokens_of_games() -> dict[str, int]:
    """Tokens by game."""
    return {game: sum(len(tokens(path)) for path in files(CODE / "games" / game)) for game in GAMES}


def said_elsewhere() -> dict[str, float]:
    """By game the percentage of its lines of code that lie in a run of tokens that stands in another game, too.

    The oldest game is left out: the others were built beside it.
    """
    runs: dict[int, set[str]] = {}
    found: dict[str, list[tuple[int, Path, int, int]]] = {}
    for game in GAMES:
        found[game] = []
        for path in files(CODE / "games" / game):
            read = tokens(path)
            for at in range(len(read) - RUN + 1):
                run = hash(tuple(text for text, _ in read[at : at + RUN]))
                runs.setdefault(run, set()).add(game)
                found[game].append((run, path, read[at][1], read[at + RUN - 1][1]))
    shares = {}
    for game in GAMES:
        if game == OLDEST:
            continue
        same = {
            (path, line)
            for run, path, first, last in found[game]
            if len(runs[run]) > 1
            for line in range(first, last + 1)
        }
        lines = {(path, line) for path in files(CODE / "games" / game) for _, line in tokens(path)}
        shares[game] = 100 * len(same & lines) / len(lines)
    return shares


def packed_together() -> float:
    """By how many percent the games pack smaller together than apart: what one says that another has said."""
    texts = {
        game: "\n".join(" ".join(t for t, _ in tokens(path)) for path in files(CODE / "games" / game)).encode()
        for game in GAMES
    }
    apart = sum(len(lzma.compress(text, preset=9)) for text in texts.values())
    return 100 * (1 - len(lzma.compress(b"\n".join(texts.values()), preset=9 | lzma.PRESET_EXTREME)) / apart)


def _classes(game: str, modules: str) -> list[str]:
    """Dataclasses of a game's modules whose names match."""
    found = []
    for path in files(CODE / "games" / game):
        if re.search(modules, path.relative_to(CODE / "games" / game).as_posix()):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and any(
                    re.search("dataclass|event|record|named|mutable", ast.unparse(d)) for d in node.decorator_list
                ):
                    found.append(node.name)
    return found


def _naming(game: str, names: Iterable[str]) -> Iterator[int]:
    """For each name in how many files of the game it stands."""
    stands: Counter[str] = Counter()
    for path in files(CODE / "games" / game):
        read = tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline)
        words = {token.string for token in read if token.type == tokenize.NAME}  # not what a sentence says
        stands.update(name for name in names if name in words)
    for name in names:
        yield stands[name]


NOUNS: Mapping[str, str] = {
    "event": r"(^|/)events?(_\w+)?(/\w+)?\.py$",
    "order": r"^orders/(model|order|forms|__init__)\.py$",
    "verb": r"(^|/)acts\.py$",
}


def files_that_name() -> dict[str, float]:
    """The median of files of a game in which an event, an order, a verb of the game master is named."""
    return {
        noun: statistics.median(n for game in GAMES for n in _naming(game, _classes(game, modules)))
        for noun, modules in NOUNS.items()
    }


def pass_throughs() -> int:
    """Functions of games that do nothing but call one other with what they were given."""
    found = 0
    for game in GAMES:
        for path in files(CODE / "games" / game):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                found += isinstance(node, ast.FunctionDef) and _passes_on(node)
    return found


def _passes_on(function: ast.FunctionDef) -> bool:
    body = [n for n in function.body if not _is_words(n)]
    if len(body) != 1 or not isinstance(body[0], ast.Return) or not isinstance(body[0].value, ast.Call):
        return False
    call = body[0].value
    given = [a.arg for a in (*function.args.args, *function.args.kwonlyargs) if a.arg != "self"]
    passed = [*call.args, *(k.value for k in call.keywords)]
    return (
        bool(given)
        and isinstance(call.func, ast.Name | ast.Attribute)
        and all(isinstance(p, ast.Name) and p.id in given for p in passed)
        and len(passed) == len(given)
        and not function.decorator_list
    )


RULE = re.compile(r"(?<![\w-])[A-Z]{2,7}-\d+(?![\w-])")
BESIDE = re.compile(r"page|report/|bots/|orders/")
"""Where a game says what its rules mean, and should ask them."""


def judging_beside_rules() -> list[str]:
    """Functions outside a game's rules that cite a rule of theirs and weigh figures: where one may be stated twice."""
    found = []
    for game in GAMES:
        folder = CODE / "games" / game
        law = {rule for path in files(folder / "rules") for rule in RULE.findall(path.read_text(encoding="utf-8"))}
        for path in files(folder):
            if BESIDE.match(path.relative_to(folder).as_posix()):
                source = path.read_text(encoding="utf-8")
                found += [f"{path.relative_to(CODE / 'games')}: {name}" for name in judging(source, law)]
    return found


def judging(source: str, law: set[str]) -> Iterator[str]:
    """Functions of a module that cite one of these rules in words and compare more and less."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            own = "\n".join(source.splitlines()[node.lineno - 1 : node.end_lineno])
            said = " ".join((ast.get_docstring(node) or "", *re.findall(r"#[^\n]*", own)))
            weighs = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
            compares = any(isinstance(n, ast.Compare) and isinstance(n.ops[0], weighs) for n in ast.walk(node))
            if compares and law.intersection(RULE.findall(said)):
                yield node.name


def counted(pattern: str, folder: Path = CODE / "games") -> int:
    """How often a pattern stands in the modules below a folder."""
    return sum(len(re.findall(pattern, path.read_text(encoding="utf-8"))) for path in files(folder))


def asked_at_the_seam() -> int:
    """Names a game with every part must give, as nobody else can (``tests.house.seam`` lists them)."""
    from tests.house.seam import musts

    return sum(map(len, musts().values()))


def lines_of_the_toy() -> int:
    """Lines of the smallest game, without what tests ask of it."""
    own = (path for path in files(TOY) if path.name != "contract.py")
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in own)


def measures() -> dict[str, float]:
    """All figures of the house by name; smaller is better."""
    games, elsewhere, named = tokens_of_games(), said_elsewhere(), files_that_name()
    return {
        "files in magika_gm": len(files()),
        "files of over 830 lines": sum(len(p.read_text(encoding="utf-8").splitlines()) > 830 for p in files()),
        "tokens of the five games": sum(games.values()),
        "% of newer games' lines that stand in another to the letter": max(elsewhere.values()),
        "% smaller packed together than apart": packed_together(),
        "files that name an event": named["event"],
        "files that name an order": named["order"],
        "files that name a verb": named["verb"],
        "noqa: ARG in games": counted("noqa: ARG"),
        "functions of games that only pass on": pass_throughs(),
        "functions beside the rules that weigh what a rule says": len(judging_beside_rules()),
        "fmt: skip in games": counted("fmt: skip"),
        "names a game must give at the seam": asked_at_the_seam(),
        "modules called seam": sum(p.name == "seam.py" for p in files(CODE / "games")),
        "lines of the smallest game": lines_of_the_toy(),
        "lines of tests": sum(len(p.read_text(encoding="utf-8").splitlines()) for p in files(ROOT / "tests")),
    }


def main() -> int:
    """Print the figures beside their bounds; 1 where one is over its bound."""
    from tests.house.bounds import BOUNDS

    over = False
    for name, figure in measures().items():
        bound = BOUNDS.get(name)
        over |= bound is not None and figure > bound
        said = "" if bound is None else f"at most {bound:9,.1f}" + ("  OVER" if figure > bound else "")
        print(f"{figure:11,.1f}  {said:19}  {name}")  # noqa: T201 - that is what it is for
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
