"""The parts beside the law: sign-ups, the game master's verbs, explain, simulate (engine/system.py)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.rules import ActRefused
from magika_gm.engine.seam.setup import Candidate, Entrant, NoGame
from magika_gm.games.rune_war import trace, trials
from magika_gm.games.rune_war.rules.acts import REFEREE, Adjustment
from magika_gm.games.rune_war.rules.events import Decided
from magika_gm.games.rune_war.rules.sequence import resolve
from magika_gm.games.rune_war.rules.state import Options
from magika_gm.games.rune_war.rules.tables import SEATS
from magika_gm.games.rune_war.setup import Scenario, SeatSetup, read_pair
from magika_gm.games.rune_war.signup import SIGNUP
from magika_gm.games.rune_war.trials import Finish, Outcome, Tally, effects
from tests.rune_war.randoms import record
from tests.rune_war.test_acts import world


def wish(*pairs: str) -> dict[str, Any]:
    return {"choice": list(pairs)} if pairs else {}


# -- sign-ups (SET-1, SET-2) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ("Dayla/Marz, logun / iz", ""),
        ("Daila/Marz", "Daila/Marz is no wizard/clan pair, wizard or clan; did you mean Dayla/Marz"),
        ("Dayla/Iz", "Dayla never plays for Iz; for Marz (WIZ)"),
        ("", "write pairs"),
    ],
)
def test_a_choice_is_read_or_its_fault_told(rest: str, said: str) -> None:
    choices: dict[str, Any] = {}
    assert SIGNUP.take_field(choices, "CHOICE", rest).startswith(said)
    assert bool(choices) is (said == "")
    if choices:
        assert choices == wish("Dayla/Marz", "Logun/Iz")
        assert SIGNUP.choice_faults(choices) == []
        assert SIGNUP.choices_text(choices) == "Dayla/Marz, Logun/Iz"


def test_a_wizard_or_a_clan_may_be_wished_for_alone() -> None:
    choices: dict[str, Any] = {}
    assert SIGNUP.take_field(choices, "CHOICE", "kierac, IZ, Lahkkho, Dayla/Marz, kierac") == ""
    assert choices == wish("Kierac", "Iz", "Lakkho", "Dayla/Marz")
    assert SIGNUP.choice_faults(choices) == []
    told = " ".join(SIGNUP.choices_told(choices))
    assert "in this order: Kierac, Iz, Lakkho, Dayla/Marz." in told
    assert "the other half is drawn" in told
    assert "the other half is drawn" not in " ".join(SIGNUP.choices_told(wish("Dayla/Marz")))
    slip = SIGNUP.take_field({}, "CHOICE", "Keirac")
    assert slip.startswith("Keirac is no wizard/clan pair, wizard or clan; did you mean Kierac")


def test_half_a_wish_finds_its_seat_in_a_scenario_that_fixes_them() -> None:
    found = SIGNUP.assign(people(wish("Ziag"), wish("Iz", "Kartha"), {}), ISLE, {}, ())
    assert seated(found) == {"4": 1, "3": 2, "1": 3, "2": None}


def test_what_means_nothing_is_a_fault() -> None:
    assert SIGNUP.choice_faults({"wizard": "Dayla"}) == ["Rune War knows no choice 'wizard'; take it away"]
    assert SIGNUP.choice_faults({"choice": "Dayla/Marz"})
    assert SIGNUP.choice_faults(wish("Dayla/Iz"))
    assert SIGNUP.take_block({}, "ARMY", ["x"])
    assert SIGNUP.cast_faults([Entrant(seat="1")]) == []
    assert SIGNUP.cast_faults([]) != []


def people(*wishes: dict[str, Any]) -> list[Candidate]:
    return [Candidate(id=n, player=n, choices=choices) for n, choices in enumerate(wishes, 1)]


def fixed(*pairs: str) -> Scenario:
    seats = {seat: SeatSetup(read_pair(pair)) for seat, pair in zip(SEATS, pairs, strict=True)}
    return Scenario(title="fixed", seats=seats)


ISLE = fixed("Orachi/Maitha", "Dayla/Marz", "Lakkho/Kartha", "Ziag/Iz")


def seated(found: list[Any]) -> dict[str, int | None]:
    return {s.entrant.seat: s.candidate.id if s.candidate else None for s in found if s.entrant is not None}


def test_seats_go_by_sign_up_and_policies_take_the_rest() -> None:
    found = SIGNUP.assign(people({}, {}), Scenario(title="open"), {}, ())
    assert seated(found) == {"1": 1, "2": 2, "3": None, "4": None}


def test_a_wish_for_a_fixed_wizard_is_met_if_nobody_earlier_had_it() -> None:
    found = SIGNUP.assign(people(wish("Ziag/Iz"), wish("Ziag/Iz"), {}), ISLE, {}, ())
    assert seated(found) == {"4": 1, "1": 2, "2": 3, "3": None}


def test_who_the_game_master_named_sits_where_he_said() -> None:
    found = SIGNUP.assign(people({}, {}, {}, {}, {}), ISLE, {"3": 5, "4": None}, ())
    assert seated(found) == {"1": 1, "2": 2, "3": 5, "4": None}
    assert [s.candidate.id for s in found if s.entrant is None and s.candidate] == [3, 4]
    with pytest.raises(NoGame, match="not on the list"):
        SIGNUP.assign(people({}), ISLE, {"3": 9}, ())
    with pytest.raises(NoGame, match="are needed"):
        SIGNUP.assign(people({}), ISLE, {}, ())


def test_a_wizard_may_be_wished_for_again() -> None:
    state = world()
    choices, faults = SIGNUP.returned(wish("Kierac/Iz"), state, "1")
    first = f"{state.players['1'].wizard}/{state.players['1'].clan.title}"
    assert (choices["choice"], faults) == ([first, "Kierac/Iz"], [])
    assert SIGNUP.returned({}, state, "7")[1] == ["there was no seat 7 in that game"]


# -- the game master's verbs -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verb", "words", "said"),
    [
        ("adjust", ("5", "points", "1"), "5 is no seat"),
        ("adjust", ("1", "pionts", "1"), "no figure that can be set"),
        ("adjust", ("1", "rune_points", "1"), "no figure that can be set"),
        ("adjust", ("1", "points", "many"), "no number"),
        ("place", ("MA9", "M1"), "no creature MA9"),
        ("place", ("MA1", "M9"), "no place"),
        ("own", ("M3", "Mraz"), "did you mean Marz"),
        ("policy", ("1", "wild"), "no policy wild"),
        ("order", ("1", "2", "MOV MA1"), "MOV MA1"),
        ("own", ("M2", "Marz"), "creatures stand at M2; nothing was recorded"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(verb: str, words: tuple[str, ...], said: str) -> None:
    with pytest.raises(ActRefused, match=said):
        REFEREE.act(verb, words, "why", world(), (), {})


def test_every_verb_makes_an_act_that_is_played() -> None:
    state = world()
    examples = {
        "order": ("1", "2", "MOVE MA1 TO M8"), "place": ("MA1", "M7"), "remove": ("MA2",), "own": ("Z8", "maitha"),
        "adjust": ("Orachi", "points", "+40"), "policy": ("2", "bold"), "drop": ("3",),
    }  # fmt: skip
    assert set(examples) == {verb.name for verb in REFEREE.VERBS}
    acts = [REFEREE.act(verb, words, "why", state, (), {}) for verb, words in examples.items()]
    (points,) = [a for a in acts if isinstance(a, Adjustment)]
    assert points.value == state.players["1"].points + 40
    told = resolve(state, {}, Dice(b"verbs", 1), acts).told
    assert REFEREE.unplayed(acts, told) == []
    assert len(REFEREE.unplayed(acts, ())) == len(acts)
    assert all("why" in REFEREE.text(act) for act in acts)
    twice = REFEREE.act("adjust", ("1", "points", "+1"), "why", state, acts, {})
    assert isinstance(twice, Adjustment)
    assert twice.value == points.value + 1
    assert "already" in REFEREE.why_not_text(state, acts, REFEREE.drop_out("3", "x"))


# -- explain ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_a_chain_has_every_line_roll_and_event_once(seed: int) -> None:
    for before, sheets, resolved in record(seed):
        key = f"game {seed}".encode()
        links = trace.TRACE.chain(before, sheets, Dice(key, before.turn + 1))
        assert [x.roll for x in links if x.roll is not None] == list(resolved.rolls)
        assert [x.told for x in links if x.told is not None] == list(resolved.told)
        assert all(isinstance(x.told.event, Decided) for x in links if x.kind == "check" and x.told is not None)
        lines = [x for x in links if x.kind == "order"]
        assert len(lines) >= sum(len(sheet) for sheet in sheets.values())
        assert all(set(x.seats) <= set(SEATS) and x.step for x in links)
        walls = [x for x in links if x.roll is not None and x.roll.name == "hand.wall"]
        assert all(",1K," not in x.text for x in walls), "a wall is not told before the game is over"


# -- simulate ---------------------------------------------------------------------------------------------------------


def test_what_simulated_games_show() -> None:
    short = Scenario(title="short", options=Options(rounds=4))
    found = trials.weigh(trials.simulate(2, "s", 1, short, {"policies": "careful,bold"}))
    assert {table.heads[0] for table in found.tables()} >= {"wizard", "clan", "seat", "policy"}
    assert found.notes()
    assert sorted(found.charts()) == ["game-length", "hand-length", "scores", "wins"]


@pytest.mark.parametrize("said", ["wild", "", "careful,bold,careful"])
def test_policies_that_are_none_are_refused(said: str) -> None:
    with pytest.raises(ValueError, match="policies"):
        trials.read_policies(said)


def test_seatings_go_through_all_ways_to_sit() -> None:
    pairs = ("Orachi/Maitha", "Dayla/Marz", "Lakkho/Kartha", "Ziag/Iz")
    seats = {seat: SeatSetup(read_pair(text)) for seat, text in zip("1234", pairs, strict=True)}
    scenario = Scenario(title="turned", seats=seats, options=Options(rounds=4))
    ways = [tuple(str(s.pair) for s in trials.turned(scenario, n).seats.values()) for n in range(24)]
    assert len(set(ways)) == 24
    assert ways[0] == tuple(str(s.pair) for s in scenario.seats.values())
    assert trials.turned(scenario, 25).seats == trials.turned(scenario, 1).seats
    played = list(trials.simulate(2, "t", 1, scenario, {"seating": "turned"}))
    assert [[f.clan for f in o.seats] for o in played] == [
        ["Maitha", "Marz", "Kartha", "Iz"],
        ["Maitha", "Marz", "Iz", "Kartha"],
    ]
    with pytest.raises(ValueError, match="seating"):
        list(trials.simulate(1, "t", 1, scenario, {"seating": "wild"}))


def _made_up(random: Random, games: int) -> list[Outcome]:
    """Games in which the wizard Ziag wins three times as often as another, clans and seats matter nothing."""
    found = []
    for _ in range(games):
        wizards = random.sample(["Ziag", "Dayla", "Lakkho", "Orachi", "Javed"], 4)
        clans = random.sample(["Maitha", "Marz", "Kartha", "Iz"], 4)
        if random.random() < 0.7 and "Ziag" in wizards:  # he plays for Iz mostly: shares alone would praise that clan
            at = wizards.index("Ziag")
            iz = clans.index("Iz")
            clans[at], clans[iz] = clans[iz], clans[at]
        winner = random.choices(range(4), [3 if w == "Ziag" else 1 for w in wizards])[0]
        seats = tuple(
            Finish(
                seat=str(n + 1), wizard=w, clan=c, policy="careful", rank=1 if n == winner else 2, land=0, rune_points=0
            )
            for n, (w, c) in enumerate(zip(wizards, clans, strict=True))
        )
        found.append(
            Outcome(
                turns=20,
                ending="rounds",
                seats=seats,
                hands=(),
                combats=0,
                attacks_won=0,
                claims=0,
                casts=0,
                leader_at_half="",
            )
        )
    return found


def test_effects_tell_wizards_from_their_clans_and_seats() -> None:
    outcomes = _made_up(Random(3), 3000)
    shares = {name: s.rate for name, s in Tally.of(outcomes).by("clan").items()}
    assert shares["Iz"] > 0.31, "by shares alone the clan looks strong"
    found = {e.name: e for e in Tally.of(outcomes).effects}
    assert found["Ziag"].share > 0.38
    assert abs(found["Iz"].share - 0.25) < 3 * found["Iz"].error < 0.06
    assert all(abs(found[f"seat {n}"].share - 0.25) < 4 * found[f"seat {n}"].error for n in (1, 2, 3, 4))
    assert "careful" not in found, "of one policy alone nothing can be said"
    assert sum(e.share for e in found.values() if e.kind == "clan") == pytest.approx(1, abs=0.01)
    assert effects([]) == ()
