"""What a mage sees and knows of others, ring by ring (RECON)."""

from __future__ import annotations

import json

import pytest

from magika_gm.engine.told import Told
from magika_gm.games.magika.rules.arena import INDEX, SPACES
from magika_gm.games.magika.rules.events import Event, PickedUp
from magika_gm.games.magika.rules.state import SEA, Scroll, World, new_mage
from magika_gm.games.magika.rules.tables import PLAINS
from magika_gm.games.magika.sight import (
    MageSeen,
    Memory,
    Whereabouts,
    known,
    marks_of,
    memory_from_plain,
    memory_to_plain,
    perceive,
    remember,
    serenity,
    strength,
    take_recon,
    whereabouts,
)


def two(space: str, other: str = "B") -> World:
    """A at m6, another with a crown, a lamp and a scroll at ``space``."""
    world = World()
    world.mages["A"] = new_mage("A", INDEX["m6"], alignment="neutral")
    mage = world.mages[other] = new_mage(other, INDEX[space], alignment="good")
    mage.artifacts, mage.scrolls = ["crown", "lamp"], [Scroll("Heals")]
    return world


def seen(world: World) -> MageSeen | None:
    return next((m for m in take_recon(world, "A").mages if m.letter != "A"), None)


@pytest.mark.parametrize(
    ("points", "strong", "serene"),
    [
        (0, "Unconscious", "Spent"),
        (1, "Exhausted", "Spent"),
        (9, "Exhausted", "Spent"),
        (10, "Weak", "Sapped"),
        (30, "Weak", "Sapped"),
        (31, "Healthy", "Fair"),
        (60, "Healthy", "Fair"),
        (61, "Robust", "Intense"),
    ],
)
def test_strength_and_serenity_go_by_thirds(points: int, strong: str, serene: str) -> None:
    """RECON-6."""
    mage = new_mage("A", 50)
    mage.max_endurance = mage.max_arcania = 90
    mage.endurance = mage.arcania = points
    assert (strength(mage), serenity(mage)) == (strong, serene)


@pytest.mark.parametrize(
    ("space", "other", "shown"),
    [
        ("m6", "B", ("good", "human", ("crown", "lamp"), 3, True)),
        ("m7", "B", (None, "human", ("crown",), None, True)),
        ("m8", "B", (None, None, None, None, True)),
        ("m9", "B", None),
        ("m7", "M", ("neutral", "human", ("crown", "lamp"), 3, True)),
        ("m8", "M", (None, "human", ("crown", "lamp"), 3, True)),
        ("m9", "M", (None, None, None, None, True)),
        ("m10", "M", None),
    ],
)
def test_nearer_rings_show_more(space: str, other: str, shown: tuple[object, ...] | None) -> None:
    """RECON-2 to RECON-5: of a mage, and of the Ebon Mage."""
    world = two(space, other)
    world.mages[other].alignment = "neutral" if other == "M" else "good"
    world.mages[other].race = "human"
    got = seen(world)
    assert shown == (got and (got.alignment, got.race, got.artifacts, got.item_total, got.space is not None))


def test_who_cannot_be_seen_is_known_by_mind_and_cloaks_alone() -> None:
    """CAST-13, RECON-8."""
    world = two("m6")
    mage, other = world.mages["A"], world.mages["B"]
    other.effects = {"InvSp": 99}
    assert seen(world) is None
    mage.effects = {"IntRp": 99}
    got = seen(world)
    assert got is not None
    assert (got.artifacts, got.scroll_total, got.space) == (("crown", "lamp"), 1, None)
    other.effects = {"InvSp": 99, "ProKn": 99}
    assert seen(world) is None
    mage.cloaks, mage.team, other.cloaks, other.team = ["red"], "red", ["red"], "red"
    got = seen(world)
    assert got is not None
    assert (got.team, got.space, got.artifacts) == ("red", INDEX["m6"], None)


def test_where_artifacts_are_is_known_by_nature_and_by_spell() -> None:
    """ART-5, KnArt; ProKn hides what its bearer holds from the spell."""
    world = two("p6")
    mage, other = world.mages["A"], world.mages["B"]
    there = INDEX["p6"]
    for effects, hidden, found in (
        ({}, {}, {}),
        ({"KnArt": 99}, {}, {"crown": there}),
        ({"KnArt": 99, "KnArtX": 99}, {}, {"crown": there, "lamp": there}),
        ({"KnArt": 99, "KnArtX": 99}, {"ProKn": 99}, {}),
    ):
        mage.effects, other.effects = dict(effects), dict(hidden)
        assert take_recon(world, "A").artifacts == found


def test_a_memory_is_kept_as_it_is() -> None:
    """RECON-9: with himself, and with what is from an earlier turn than the rest."""
    world = two("m6")
    memory = remember(Memory(), 1, perceive(world, "A"))
    assert memory_from_plain(json.loads(json.dumps(memory_to_plain(memory)))) == memory
    assert [own.turn for own in memory.own] == [world.turn]
    world.mages["B"].space = INDEX["m7"]
    memory = remember(memory, 2, perceive(world, "A"))
    assert memory.since["B"]["space"] == 2
    assert memory.since["B"]["strength"] == 1
    assert memory_from_plain(json.loads(json.dumps(memory_to_plain(memory)))) == memory


def test_where_he_never_looked_are_plains_within_the_sea() -> None:
    """RECON-10."""
    world = World()
    world.mages["A"] = new_mage("A", INDEX["m6"])
    terrain = known(world, "A", Memory()).terrain
    assert terrain == [PLAINS if space < SEA else 0 for space in range(SPACES)]
    assert (terrain[INDEX["a1"]], terrain[-1]) == (PLAINS, 0)


def test_an_artifact_known_of_is_with_whom_it_is_seen() -> None:
    """ART-5, CAST-13: by attunement its space; by IntRp who has it, though not where he is."""
    world = two("m7")
    mage, other = world.mages["A"], world.mages["B"]
    mage.alignment, other.effects = "good", {"InvSp": 99}
    found = {w.artifact: w for w in whereabouts(take_recon(world, "A"), ())}
    assert found == {"crown": Whereabouts("crown", INDEX["m7"], False, "?")}
    mage.effects = {"IntRp": 99}
    found = {w.artifact: w for w in whereabouts(take_recon(world, "A"), ())}
    assert found == {"crown": Whereabouts("crown", INDEX["m7"], False, "B")}


def test_an_artifact_is_a_mark_of_who_came_by_it_and_a_cloak_is_none() -> None:
    finds = (("A", "orb"), ("A", "cloak:red"), ("B", "rod"))
    told: list[Told[Event]] = [
        Told(phase=2, step=1, event=PickedUp(mage, thing, 0), audience="AB") for mage, thing in finds
    ]
    assert marks_of(told, "A") == ("orb",)
