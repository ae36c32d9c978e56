"""Who gets which character (GM-1): the solver against trying every seating."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.engine.seam.setup import NoGame
from magika_gm.games.magika.rules.tables import ALIGNMENTS, RACES
from magika_gm.games.magika.seating import FIRST, SECOND, WAITS, Candidate, Choice, Needs, Option, assign
from magika_gm.games.magika.signup import LEAST_OF_ALIGNMENT, NOVICES
from tests.examples import some_of

REPORTS_OF = ""

pytestmark = pytest.mark.sqlite("no office is made")
PAIRS = [(race.name, alignment) for race in RACES.values() for alignment in race.alignments]
SMALL = Needs(3, ("elf", "goblin"), {"good": 1, "neutral": 0, "evil": 1}, ("Ebon",))


def options(candidate: Candidate) -> list[Option | None]:
    """Everything a candidate may get."""
    found: list[Option | None] = [Option(FIRST, candidate.first)] if candidate.first else []
    if candidate.second and candidate.second != candidate.first:
        found.append(Option(SECOND, candidate.second))
    if candidate.anything:
        rank = 2 if candidate.first else FIRST
        had = {(o.choice.race, o.choice.alignment) for o in found if o}
        found += [Option(rank, Choice(candidate.name, *pair)) for pair in PAIRS if pair not in had]
    return [*found, None]


def is_game(seated: list[tuple[Candidate, Choice]], needs: Needs) -> bool:
    names = [choice.name.casefold() for _, choice in seated] + [name.casefold() for name in needs.taken]
    return (
        len(seated) == needs.seats
        and len(set(names)) == len(names)
        and len({candidate.player for candidate, _ in seated}) == len(seated)
        and all(any(choice.race == race for _, choice in seated) for race in needs.races)
        and all(sum(c.alignment == a for _, c in seated) >= least for a, least in needs.least.items())
    )


def best_of_all(candidates: list[Candidate], needs: Needs) -> tuple[int, tuple[int, ...]] | None:
    """The key of the best seating, by trying all."""
    keys = []
    for chosen in product(*map(options, candidates)):
        seated = [(c, o.choice) for c, o in zip(candidates, chosen, strict=True) if o]
        if is_game(seated, needs):
            ranks = tuple(o.rank if o else WAITS for o in chosen)
            keys.append((-ranks.count(FIRST), ranks))
    return min(keys, default=None)


@st.composite
def waiting(draw: st.DrawFn) -> list[Candidate]:
    """Few people with few names, so that they get into each other's way; some sign up twice."""
    name = st.sampled_from(["Ann", "ann", "Bo", "Cy", "Di", "Ebon"])
    choice = st.builds(lambda n, pair: Choice(n, *pair), name, st.sampled_from(PAIRS))
    found = []
    anything_left = 2
    for number in range(1, draw(st.integers(1, 6)) + 1):
        first = draw(st.one_of(st.none(), choice, choice))
        anything = anything_left > 0 and (first is None or draw(st.booleans()))
        if first is None and not anything:
            first = draw(choice)
        anything_left -= anything
        second = draw(st.one_of(st.none(), choice)) if first else None
        player = draw(st.sampled_from([number, number, number, 1]))
        found.append(
            Candidate(
                id=number,
                player=player,
                name=first.name if first else draw(name),
                first=first,
                second=second,
                anything=anything,
            )
        )
    return found


@settings(max_examples=some_of(300), deadline=None)
@given(waiting())
def test_no_seating_is_better(candidates: list[Candidate]) -> None:
    best = best_of_all(candidates, SMALL)
    if best is None:
        with pytest.raises(NoGame):
            assign(candidates, SMALL)
        return
    found = assign(candidates, SMALL)
    ranks = tuple(seat.rank for seat in found)
    assert (-ranks.count(FIRST), ranks) == best
    assert is_game([(seat.candidate, seat.choice) for seat in found if seat.choice], SMALL)
    for seat in found:
        wanted = [o for o in options(seat.candidate) if (o.choice if o else None) == seat.choice]
        assert seat.rank in [o.rank if o else WAITS for o in wanted]
        assert bool(seat.why) == (seat.rank != FIRST)


def people(*choices: str) -> list[Candidate]:
    """``elf good`` or ``elf good/dwarf good`` or ``elf good/*`` (anything else)."""
    found = []
    for number, text in enumerate(choices, 1):
        first, _, other = text.partition("/")
        second = None if other in ("", "*") else Choice(f"S{number}", *other.split())
        found.append(
            Candidate(
                id=number,
                player=number,
                name=f"N{number}",
                first=Choice(f"N{number}", *first.split()),
                second=second,
                anything=other == "*",
            )
        )
    return found


TWELVE = ("elf good", "elf good", "human good", "dwarf neutral", "goblin evil", "halfling evil", "human evil",
          "human neutral", "human neutral", "goblin evil", "elf evil")  # fmt: skip


def test_twelve_that_fit_all_get_their_first_choice() -> None:
    assert {seat.rank for seat in assign(people(*TWELVE, "halfling good"))} == {FIRST}


def test_a_greedy_filling_would_leave_more_without_their_first_choice() -> None:
    """Only sign-ups 1 and 2 could be the goblin the game needs; both first choices leave none: one must yield."""
    choices = ["human good/goblin evil", "elf good/goblin neutral", *["human good"] * 3,
               "dwarf neutral", "halfling evil", "human evil", "human neutral", "elf evil", "halfling neutral",
               "dwarf good"]  # fmt: skip
    found = assign(people(*choices))
    assert [seat.rank for seat in found] == [FIRST, SECOND, *[FIRST] * 10]
    assert found[1].why.startswith("the game needs one goblin")
    assert "would take the first choice from sign-up 1" in found[1].why


def test_who_does_not_fit_waits_and_is_told_why() -> None:
    choices = [*TWELVE, "halfling good", "human good"]
    found = assign(people(*choices))
    assert [seat.rank for seat in found] == [FIRST] * 12 + [WAITS]
    assert found[12].why == "the seats went to earlier sign-ups"
    many = assign(people(*["human good"] * 8, *TWELVE))
    assert sum(seat.rank == FIRST for seat in many) == 12
    assert any("with him no game could be filled" in seat.why or "earlier" in seat.why for seat in many if seat.why)


def test_names_are_given_once_to_the_earlier() -> None:
    twins = people(*TWELVE, "halfling good", "halfling good")
    twins[12] = Candidate(id=13, player=13, name="N1", first=Choice("n1", "halfling", "good"))
    found = assign(twins)
    assert found[12].rank == WAITS
    assert "the name n1 is sign-up 1's" in found[12].why


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        (["human good"] * 11, "11 wait; a game needs 12"),
        (["human good"] * 12, "nobody would play an elf"),
        (
            ["human good", "elf good", "dwarf good", "halfling good", *["goblin evil"] * 9],
            "fewer than 3 would be neutral",
        ),
    ],
)
def test_why_no_game_can_be_filled(choices: list[str], words: str) -> None:
    with pytest.raises(NoGame, match=words):
        assign(people(*choices))


@settings(max_examples=some_of(8), deadline=None)
@given(st.data())
def test_a_full_game_keeps_the_rule_whoever_waits(data: st.DataObject) -> None:
    """At the real size: every need is met, each has something he asked for, and earlier twins are not passed over."""
    choice = st.builds(lambda i, p: Choice(f"N{i}", *p), st.integers(0, 40), st.sampled_from(PAIRS))
    total = data.draw(st.integers(12, 22))
    candidates = []
    for number in range(1, total + 1):
        first = data.draw(choice)
        second = data.draw(st.one_of(st.none(), choice))
        candidates.append(
            Candidate(
                id=number, player=number, name=first.name, first=first, second=second, anything=data.draw(st.booleans())
            )
        )
    try:
        found = assign(candidates)
    except NoGame:
        return
    needs = Needs()
    assert (needs.seats, set(needs.least.values()), set(needs.least)) == (
        NOVICES,
        {LEAST_OF_ALIGNMENT},
        set(ALIGNMENTS),
    )
    assert is_game([(seat.candidate, seat.choice) for seat in found if seat.choice], needs)
    for seat in found:
        asked = {o.choice for o in options(seat.candidate) if o}
        assert seat.choice is None or seat.choice in asked
    waits = [seat for seat in found if seat.rank == WAITS and seat.candidate.first]
    for seat in found:
        if seat.rank == FIRST:
            assert not any(w.candidate.id < seat.candidate.id and w.candidate.first == seat.choice for w in waits)
