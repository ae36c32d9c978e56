"""What a game must say of itself: ``python -m tests.house.seam`` prints every name at the seam as must, may or given.

A part has the names of its protocol and those its usual class (engine, kit) adds. *Must*: no usual answer, every game
says it itself. *May*: there is a usual answer, and a game gives another. *Given*: nobody gives another.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from magika_gm.engine import archive, beginning, cases, orders, reporting, rules, trace, trial, verbs
from magika_gm.engine.system import OPTIONAL, PARTS
from magika_gm.reports import rule_pages
from magika_gm.reports.kit import pages, usual, watch

USUAL: dict[str, tuple[type, ...]] = {
    "setup": (beginning.UsualSetup,),
    "signup": (beginning.UsualSignUp,),
    "orders": (orders.GameOrders,),
    "rules": (rules.GameRules,),
    "referee": (verbs.GameReferee,),
    "sight": (reporting.GameSight,),
    "archive": (archive.PlainArchive,),
    "reports": (usual.GameReports, pages.Forms, watch.Watch),
    "bots": (trial.GameBots,),
    "cases": (cases.GameCases,),
    "trace": (trace.GameTrace,),
    "balance": (trial.GameBalance,),
    "rulebook": (rule_pages.RuleBook,),
    "page": (pages.UsualPage,),
    "generator": (),
    "cards": (),
}
"""What a game derives each part from; the reports with what sets them."""


def named(kind: type) -> Iterator[str]:
    """Public names a class declares, given or not."""
    for name in (*inspect.get_annotations(kind), *vars(kind)):
        if not name.startswith("_"):
            yield name


def unanswered(kind: type, name: str) -> bool:
    """Whether a class has no answer to a name that it, its bases or its protocol declare."""
    for one in kind.__mro__:
        if name in vars(one):
            found: Any = vars(one)[name]
            found = getattr(found, "fget", None) or getattr(found, "__func__", found)
            return getattr(found, "__isabstractmethod__", False) or (inspect.isfunction(found) and refuses(found))
    return name not in made_by(kind)


def refuses(function: Any) -> bool:
    """Whether a function says nothing but that a game must."""
    body = parsed(function).body[0].body  # type: ignore[attr-defined]
    return isinstance(body[-1], ast.Raise) and "NotImplementedError" in ast.unparse(body[-1]) and len(body) <= 2


def parsed(function: Any) -> ast.Module:
    """A function as it stands in its module."""
    return ast.parse(textwrap.dedent(inspect.getsource(function)))


def made_by(kind: type) -> set[str]:
    """What a class's ``__init__`` sets."""
    if kind.__init__ is object.__init__:  # type: ignore[misc]
        return set()
    nodes = ast.walk(parsed(kind.__init__))  # type: ignore[misc]
    return {node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}


def asked_for(kind: type) -> Iterator[str]:
    """What whoever makes a part of a usual class has to hand over."""
    if kind.__init__ is object.__init__ or kind in (pages.Forms, watch.Watch):  # type: ignore[misc]
        return  # a game never makes these
    for name, parameter in inspect.signature(kind).parameters.items():
        if parameter.default is parameter.empty:
            yield name


def names(part: str) -> dict[str, str]:
    """Every name of a part, and which of the three it is."""
    found: dict[str, str] = {}
    for kind in USUAL[part]:
        found |= names_of(kind, overridden(part))
    known = {name for kind in USUAL[part] for name in made_by(kind)}
    for name in set(named(PARTS[part])) - found.keys():
        found[name] = ("may" if name in overridden(part) else "given") if name in known else "must"
    return dict(sorted(found.items()))


def names_of(kind: type, said: set[str]) -> dict[str, str]:
    """The names of one usual class, where the games have ``said`` some themselves."""
    found = dict.fromkeys(asked_for(kind), "must")
    for base in reversed(kind.__mro__[:-1]):
        for name in named(base) if base.__module__.startswith("magika_gm") else ():
            found[name] = "must" if unanswered(kind, name) else "may" if name in said else "given"
    return found


def rows() -> dict[str, dict[str, str]]:
    """The table of docs/a-game-in-an-evening.md: parts, of the reports what sets them apart."""
    found: dict[str, dict[str, str]] = {}
    for part in PARTS:
        first, *more = USUAL[part] or (None,)
        beside = {f"{part}, {kind.__name__.lower()}": names_of(kind, overridden(part)) for kind in more if kind}
        all_of_it = names(part)
        own = set(all_of_it) if not more or first is None else {*names_of(first, set()), *named(PARTS[part])}
        found[part] = {name: mark for name, mark in all_of_it.items() if name in own}
        found |= beside
    return found


def table() -> str:
    """Its lines, the defaults left to be said."""
    lines = []
    for part, marks in rows().items():
        cells = (", ".join(f"`{name}`" for name, one in sorted(marks.items()) if one == mark) for mark in MARKS)
        lines.append(f"| {part} | {' | '.join(cells)} |")
    return "\n".join(lines)


MARKS = ("must", "may", "given")


@cache
def overridden(part: str) -> set[str]:
    """What any of the games says itself of a part."""
    from magika_gm import games

    said: set[str] = set()
    for game in games.SYSTEMS:
        system = games.system(game)
        if not system.has(part):
            continue
        held: list[Any] = [getattr(system, part)]
        if part == "reports":
            held += forms_and_watch(held[0])
        for one in held:
            if inspect.ismodule(one):
                said |= set(vars(one))
                continue
            kinds = (one if isinstance(one, type) else type(one)).__mro__
            said |= {name for kind in kinds if ".games." in kind.__module__ for name in named(kind)}
            said |= set(vars(one)) if part in ("sight", "trace") and not isinstance(one, type) else set()
    return said


def forms_and_watch(reports: Any) -> list[type]:
    """What a game's reports are set by, in whichever modules of its room it stands."""
    room = type(reports).__module__.rpartition(".")[0]
    for module in iter_modules(import_module(room).__path__):
        import_module(f"{room}.{module.name}")
    return [kind for base in (pages.Forms, watch.Watch) for kind in every(base) if kind.__module__.startswith(room)]


def every(kind: type[Any]) -> Iterator[type]:
    """A class's subclasses, theirs too."""
    for one in kind.__subclasses__():
        yield one
        yield from every(one)


def musts() -> dict[str, list[str]]:
    """The names a game with every part has to give, by part; what it may do without is counted, too."""
    return {part: [name for name, mark in names(part).items() if mark == "must"] for part in PARTS}


def main(arguments: list[str]) -> None:
    """Print all of them; with ``table`` as the document has them."""
    if arguments == ["table"]:
        print(table())  # noqa: T201 - that is what it is for
        return
    for part in PARTS:
        marks = names(part)
        print(f"{part}{' (may be left out)' if part in OPTIONAL else ''}")  # noqa: T201
        for mark in MARKS:
            print(f"  {mark:6}{', '.join(name for name, one in marks.items() if one == mark) or '-'}")  # noqa: T201
    print(sum(map(len, musts().values())), "names must be given")  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
