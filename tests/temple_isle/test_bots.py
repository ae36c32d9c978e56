"""The keen player: stronger than the others and no weaker than a simple script; it reads its turn file alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.games.temple_isle.bots import POLICIES, Keen, lines_of, play
from magika_gm.games.temple_isle.bots.scene import Hit, certain, exchange
from magika_gm.games.temple_isle.orders.lines import stored
from magika_gm.games.temple_isle.orders.model import Order
from magika_gm.games.temple_isle.report.report import content
from magika_gm.games.temple_isle.rules.movement import FAR
from magika_gm.games.temple_isle.rules.sequence import RULES
from magika_gm.games.temple_isle.rules.state import DRAW, State, fresh
from magika_gm.games.temple_isle.rules.tables import standard
from magika_gm.games.temple_isle.rules.terms import DISTANCE, OTHER, SEATS, SQUARE, STEP, Direction
from magika_gm.games.temple_isle.setup import Scenario, begin
from magika_gm.games.temple_isle.sight import perceive
from magika_gm.games.temple_isle.trials import LONGEST
from tests.examples import some_of

Script = Callable[[Mapping[str, Any]], str]


def greedy(file: Mapping[str, Any]) -> str:
    """What a player's own script might be: the highest unit, all it can cast, everybody to the nearest temple."""
    if file["ended"] or file["next"]["stage"] != "turn" or file["next"]["turns"][0]["seat"] != file["seat"]:
        return ""
    cards, me, isle, lines = standard(), file["seat"], file["isle"], []
    own = [u for u in file["units"] if u["owner"] == me and not u["held"]]
    foes = sorted((u for u in file["units"] if u["owner"] != me), key=lambda u: u["hp"])
    hand = [held["card"] for held in file["hand"] if held["code"] is None]
    for card in hand:
        mantra = cards.mantras.get(card)
        if mantra is None or mantra.fast:
            continue
        if mantra.aim == "none":
            lines.append(f"CAST {card}")
        elif mantra.aim in ("unit", "foe") and (units := foes if mantra.hostile or mantra.aim == "foe" else own):
            lines.append(f"CAST {card} ON U{units[0]['number']}")
    units = [cards.units[card] for card in hand if card in cards.units]
    lines += [f"MUSTER {unit.name}" for unit in sorted(units, key=lambda unit: -unit.level)]
    temples = [SQUARE[s] for s in isle if isle[s]["card"].startswith("Temple")]
    wanted = [t for t in temples if isle[list(isle)[t]]["control"] != me] or temples
    names = list(isle)
    for unit in own:
        at, words = SQUARE[unit["square"]], ["ATTACK ANY ALL KEEP 1"]
        goals = sorted(wanted, key=DISTANCE[at].__getitem__)
        for _ in range(unit["scores"]["D"]):
            ways = [d for d in Direction if (to := STEP[d][at]) >= 0 and isle[names[to]]["card"] != "Water"]
            if at == goals[0] or not ways:
                break
            way = min((DISTANCE[STEP[d][at]][goals[0]], number, d) for number, d in enumerate(ways))[2]
            at = STEP[way][at]
            words.append(str(way))
        if len(wanted) > 1:
            wanted = [t for t in wanted if t != goals[0]]
        lines += [f"U{unit['number']} {' '.join(words)}", f"U{unit['number']} ATTACK ANY ALL"]
    return "\n".join([*lines, "FAST Parry ON IT WHEN ATTACK", "FAST Mend ON IT WHEN ATTACK"])


def script(policy: str) -> Script:
    """A policy as a script: what it says of a turn file."""
    return lambda file: lines_of(policy, file)


def won(first: Script, second: Script, seed: bytes) -> float:
    """Whether the first of two, SUN, wins a game; ½ where nobody does."""
    state: State = begin(Scenario(), Dice(seed, 0)).state
    while not state.ended and state.mail < LONGEST:
        said = {seat: one(content(perceive(state, seat))) for seat, one in zip(SEATS, (first, second), strict=True)}
        sheets = {seat: [stored(line) for line in text.split("\n")] for seat, text in said.items() if text}
        state = RULES.resolve(state, sheets, Dice(seed, state.mail + 1)).state
    return 0.5 if state.winner in ("", DRAW) else float(state.winner == SEATS[0])


def share(one: Script, other: Script, worlds: int, seed: str) -> float:
    """How often one wins against another; each world is played from both seats."""
    wins = 0.0
    for number in range(worlds):
        of = f"{seed} {number}".encode()
        wins += won(one, other, of) + 1 - won(other, one, of)
    return wins / (2 * worlds)


@pytest.mark.parametrize("other", ["careful", "bold"])
def test_keen_wins_more_games_than_it_loses(other: str) -> None:
    assert share(script("keen"), script(other), 4, f"by day {other}") > 0.5


@pytest.mark.slow
def test_keen_beats_the_others() -> None:
    """In four of five of 500 games, as docs/temple_isle/balance.md has it; fewer of them by day."""
    worlds = some_of(125)
    found = [share(script("keen"), script(other), worlds, f"keen {other}") for other in ("careful", "bold")]
    assert sum(found) / 2 >= (0.8 if worlds == 125 else 0.7)


def test_a_way_is_barred_by_units_and_one_round_them_is_found() -> None:
    state = State(catalogue=standard(), options=Scenario().options, isle=["Meadow"] * 20, control=[""] * 20)
    keen = Keen(state, "SUN")
    unit = fresh(standard().units["Knight"], 1, "MOON", SQUARE["a1"])
    assert keen.steps(SQUARE["a1"], unit)[SQUARE["c1"]] == 2
    assert keen.steps(SQUARE["a1"], unit, frozenset({SQUARE["b1"]}))[SQUARE["c1"]] == 4
    shut = keen.steps(SQUARE["a1"], unit, frozenset({SQUARE["b1"], SQUARE["a2"]}))
    assert (shut[SQUARE["b1"]], shut[SQUARE["c1"]]) == (1, FAR)


@pytest.mark.slow
def test_keen_does_not_lose_to_a_simple_script() -> None:
    assert share(script("keen"), greedy, some_of(50), "greedy") >= 0.5


def test_the_same_turn_file_gives_the_same_sheet_and_what_it_does_not_show_changes_nothing() -> None:
    state: State = begin(Scenario(), Dice(b"hidden", 0)).state
    said = 0
    while not state.ended and state.mail < 14:
        sheets: dict[str, list[Order]] = {}
        for seat in SEATS:
            file = content(perceive(state, seat))
            text = lines_of("keen", file)
            other = state.copy()
            other.hands[OTHER[seat]] = ["Avatar"] * len(other.hands[OTHER[seat]])
            other.deck = {"Militia": sum(other.deck.values())}
            other.shown[OTHER[seat]] = []
            hidden = content(perceive(other, seat))
            assert state.shown[OTHER[seat]] or lines_of("keen", {**hidden, "cards": file["cards"]}) == text
            said += bool(text)
            assert play("keen", file, b"another seed") == play("keen", file, b"x")
            sheets |= {seat: [stored(line) for line in text.split("\n")]} if text else {}
        state = RULES.resolve(state, sheets, Dice(b"hidden", state.mail + 1)).state
    assert said > 8
    assert "keen" in POLICIES


@pytest.mark.parametrize("spared", [False, True])
def test_an_exchange_is_what_all_rolls_together_come_to(spared: bool) -> None:
    """Two attacks of a die of 4 on one of 3, counted roll by roll."""
    fallen = taken = 0
    left = [0] * 4
    rolls = list(product(range(1, 5), range(1, 4), repeat=2))
    for x, y, v, w in rolls:
        mine, his = 2, 3
        for attack, defence in ((x, y), (v, w)):
            if mine > 0 and his > 0:
                his -= max(0, attack - defence - 1)
                mine -= 0 if spared else max(0, defence - attack)
        fallen, taken = fallen + (mine < 1), taken + 2 - max(mine, 0)
        left[max(his, 0)] += 1
    found = exchange((4, 3), (2, 3), (0, 1), 2, spared)
    assert found[:2] == pytest.approx((fallen / len(rolls), taken / len(rolls)))
    assert found.left == pytest.approx([n / len(rolls) for n in left])
    assert exchange((0, 6), (2, 3), (0, 0), 3, spared) == (0, 0, certain(3))


def test_who_strikes_second_meets_what_the_first_left() -> None:
    """Two attacks of one unit are one attack each of two that are never hurt."""
    one, two = (Hit((6, 4), 3, (0, 0), times, True) for times in (1, 2))
    assert one.on(one.on(certain(5)).left).left == pytest.approx(two.on(certain(5)).left)
