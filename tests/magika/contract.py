"""What the tests of all games ask of Magika."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from magika_gm.engine.paging import Option
from magika_gm.engine.sheet.understanding import Line
from magika_gm.games.magika.rules import events as e
from magika_gm.games.magika.rules.tables import EBON, LETTERS, PHASES
from magika_gm.games.magika.rules.tasks import ENDINGS
from tests.systems.contract import Contract, Misspelt

FAMILIES = {
    "SEQ": 9, "MAGE": 8, "MOVE": 10, "REST": 3, "MED": 1, "SRCH": 7, "DROP": 1, "GIVE": 3, "DEM": 6, "CLK": 7, "ART": 7,
    "CAST": 18, "EBON": 6, "END": 3, "VP": 6,
}  # fmt: skip


def names(_: Any, option: Option) -> set[str]:
    letter = EBON if option.text == "EBON" else option.text
    told = option.label == "yourself" or option.label.split(" ")[0] == letter
    return {f"mage:{letter}"} if told and letter in LETTERS else set()


def not_done(events: Sequence[Any], seat: str) -> Iterator[tuple[str, str]]:
    """Phases whose order came to nothing: refused, denied, or a spell that could not work."""
    phase = ""
    for event in events:
        if isinstance(event, e.PhaseBegan):
            phase = str(event.phase)
        if isinstance(event, e.GameEnded):
            yield from ((str(later), "the game is over") for later in range(int(phase) + 1, PHASES + 1))
        if getattr(event, "mage", "") != seat:
            continue
        if isinstance(event, e.EbonCompelled):
            yield phase, "EBON-2"
        elif isinstance(event, e.OrderRefused | e.DemandDenied):
            yield phase, f"{event.rule}: {event.reason}"
        elif isinstance(event, e.NoEffect):
            yield phase, f"CAST-5: {event.reason}"
        elif isinstance(event, e.SpellTried) and not event.success:
            yield phase, event.why or "CAST-6"
        elif isinstance(event, e.CloakRefused | e.CloakStripped | e.TeleportBarred | e.GiftKept):
            yield phase, type(event).__name__


def foretold_not(forecast: str, line: Line) -> bool:
    """What the forecast's row of that phase says beside figures: it becomes Rest, it depends on somebody."""
    rows = forecast.splitlines()
    at = next((n for n, row in enumerate(rows) if row.startswith(f"  {line.number}  ")), None)
    if at is None:
        return True  # the game would be over by then
    notes = " ".join(row.strip() for row in takewhile(lambda row: row.startswith(" " * 36), rows[at + 1 :]))
    return any(word in notes for word in _NOT)


_NOT = (
    "becomes Rest", "nothing is done", "can have no effect", "fails", "if they may be taken", "depends on the holder",
    "if the team has room", "you must move", "if it can have an effect", "it was full when last seen",
)  # fmt: skip


CONTRACT = Contract(
    names=names,
    not_done=not_done,
    foretold_not=foretold_not,
    ending=next(iter(ENDINGS)),
    families=FAMILIES,
    only_printed={"ARENA": 6, "DIPL": 2, "RECON": 10, "VP": 7, "GM": 5},
    docs="docs",
    elsewhere={
        "ART-5": "systems/test_noninterference.py::test_what_one_may_not_know_changes_nothing_one_gets",
        "EBON-6": "test_tasks.py::test_counting_turn_by_turn_is_counting_the_whole_record",
        "CAST-16": "test_reports.py::test_refusals_are_told_word_by_word",
    },
    case_names=r"[A-Z]+-\d+-[A-Za-z0-9-]+",
    cases=480,
    wrong_cases=(
        ('[mage.A]\nat = "m99"', "mage.A.at", "'m99' is not a space (a1 to z26)"),
        ('[mage.A]\nat = "m1"\nendurence = 5', "mage.A.endurence", "did you mean endurance"),
        ('[mage.A]\nat = "m1"\neffects = ["ProSh"]', "mage.A.effects", "is not an effect with what remains"),
        ('[mage.A]\nat = "m1"\n[expct.A]\nat = "m1"', "expct", "did you mean expect?"),
        ('rules = 5\n[mage.A]\nat = "m1"', "rules", "must be a list of texts, not 5"),
        ('[mage.A]\nat = "m1"\nbarred = "no"', "mage.A.barred", "must be true or false, not 'no'"),
        ('[mage.A]\nat = "m1"\n[dice]\n"chaos.terrain" = 12', 'dice."chaos.terrain"', "must be 1 to 10, not 12"),
        ('[mage.A]\nat = "m1"\n[dice]\n"search.find" = "yes"', 'dice."search.find"', "must be a number, not 'yes'"),
        ('[mage.A]\nat = "m1"\n[dice]\n"search.cost" = -5', 'dice."search.cost"', "must be a number, not -5"),
        ('[mage.A]\nat = "m1"\n[expect.A]\nitems = 3', "expect.A.items", "must be a list of texts, not 3"),
        ('[mage.A]\nat = "m1"\n[expect.lying]\nm5 = "orb"', "expect.lying.m5", "must be a list of texts, not 'orb'"),
        ('[mage.A]\nat = "m1"\n[expect.game]\nglobe = 3', "expect.game.globe", "must be a list of texts, not 3"),
        ('[mage.A]\nat = "m1"\nitems = ["orb"]\n[lying]\nm2 = ["orb"]', "mage", "the orb is in two places"),
        (
            '[mage.A]\nat = "m1"\nscrolls = ["Heals","Heals","Heals","Heals","Heals","Heals","Heals"]',
            "mage",
            "holds 7 scrolls, at most 6 are allowed (MAGE-7)",
        ),
    ),
    seat="C",
    other="D",
    good=("1 MOVE NE", "2 REST"),
    # a line nobody can read; two that contradict; a message that is not sent; an envelope at odds with itself
    bad=(
        (2, ("1 MVOE NE", "Hop")),
        (1, ("1 MOVE NE", "1 MOVE NW")),
        (1, ("1 REST", "9 REST")),
        (1, ("1 MOVE NW", "MESSAGE TO Z", "Hello", "END MESSAGE")),
        (1, ("1 MOVE NW", "TURN 7")),
    ),
    misspelt=Misspelt(
        ("1 SEARCH", "2 REST"),
        ("3 MVOE NW", "MEDITATE"),
        ("MVOE is not an order; did you mean MOVE?", "phase number in front; did you mean 1 MEDITATE?"),
    ),
    letter=True,
    won="",
    two_orders=("search", "move nw"),
    by_word=("1", "SEARCH"),
    guides=("gm-guide.md", "players-guide.md"),
    slip=("MVOE NE", "MOVE", "MOVE NE"),
    share_of_positions=0.05,
    sign_up=("ANYTHING {}",),
    open=False,
    own_schema=True,
)
