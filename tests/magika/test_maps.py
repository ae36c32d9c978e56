"""Maps as pictures: what is on them, told apart without colour, inside their frame, the same in PDF and SVG."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.reports import TurnRecord
from magika_gm.games.magika.orders.model import Cast
from magika_gm.games.magika.report import signs
from magika_gm.games.magika.report.arenamap import arena_picture
from magika_gm.games.magika.report.board import (
    ally_picture,
    describe_recon,
    frames_of,
    history_picture,
    legend_items,
    recon_picture,
)
from magika_gm.games.magika.report.report import Report
from magika_gm.games.magika.report.reports import REPORTS
from magika_gm.games.magika.report.signs import disc_items, shield
from magika_gm.games.magika.report.story import Step
from magika_gm.games.magika.rules.arena import DIRECTIONS, INDEX, NAME, NEIGHBOUR, ROW, ROWS, SPACES, distance, within
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.games.magika.rules.state import Area, Scroll, World, new_mage
from magika_gm.games.magika.rules.tables import ABILITY_ARTIFACTS, ARTIFACTS, COLOURS, TERRAIN_NAMES
from magika_gm.games.magika.sight import FOGGED, Memory, OwnTurn, learn, news, take_recon
from magika_gm.reports.kit.base import Style
from magika_gm.reports.picture import (
    CORNERS,
    HATCHES,
    Circles,
    Hexes,
    Lines,
    Picture,
    Polygon,
    Texts,
    mixed,
    write_svg,
)
from tests.magika.randoms import PLAYER, random_world
from tests.magika.test_pdf import busy, ended, fullest
from tests.magika.twins import far_from, out_of_view

STYLES = (Style(), Style(large=True))
SVG = "{http://www.w3.org/2000/svg}"


def recon_svg(report: Report) -> str:
    return write_svg(recon_picture(report), "recon")


def history_svg(report: Report) -> str:
    return write_svg(history_picture(report), "history")


def report_of(world: World, letter: str = "A", memory: Memory | None = None) -> Report:
    """A report of the world as it stands."""
    recon = take_recon(world, letter)
    memory = memory or Memory()
    learn(memory, world.turn, *news(recon))
    return REPORTS.build(
        TurnRecord(acts=(), state=world, told=(), orders={}, how={}, messages=(), seed=b"seed"),
        recon.letter,
        recon,
        memory,
        PLAYER,
        "",
    )


def meadow(at: str = "m6") -> World:
    """Plains everywhere and a mage on them."""
    world = World(turn=3, phase=6)
    world.mages = {"A": new_mage("A", INDEX[at])}
    return world


def texts(picture: Picture) -> Counter[str]:
    return Counter(text for item in picture.items if isinstance(item, Texts) for _, _, text in item.places)


def hexes(picture: Picture) -> dict[str, int]:
    """How many land hexes there are of each fill's name."""
    names = {colour: name for name, colour in signs.FILL.items()}
    found: Counter[str] = Counter()
    for item in picture.items:
        if isinstance(item, Hexes) and item.fill in names:
            found[names[item.fill]] += len(item.centres)
    return dict(found)


def lines_of(picture: Picture, line: str) -> list[Lines]:
    return [item for item in picture.items if isinstance(item, Lines) and item.line == line]


@pytest.mark.parametrize("seed", range(6))
def test_every_space_in_view_is_drawn_once_with_its_coordinate(seed: int) -> None:
    report = busy(seed, turns=2)
    picture = recon_picture(report)
    terrain = Counter(
        TERRAIN_NAMES[v.terrain] if v.terrain != FOGGED else signs.FOG for v in report.recon.spaces.values()
    )
    assert hexes(picture) == terrain
    said = texts(picture)
    for space in report.recon.spaces:
        assert said[NAME[space]] == 1


def test_fog_hides_terrain_and_all_that_is_there() -> None:
    world = meadow()
    world.mages["B"] = new_mage("B", INDEX["m7"])
    world.lying = {INDEX["m7"]: ["orb"]}
    world.areas = [Area("FogMp", 0, frozenset(range(SPACES)), 99, "B")]
    picture = recon_picture(report_of(world))
    assert hexes(picture) == {signs.FOG: 36, "plains": 1}
    said = texts(picture)
    assert (said["B"], said["?"]) == (0, 0)
    assert things(picture) == 0


def test_ones_own_spells_on_spaces_are_shown_and_nobody_elses() -> None:
    world = meadow()
    forest = [INDEX["m7"], INDEX["l6"]]
    for space in forest:
        world.terrain[space] = 4
    world.mages["A"].scrolls = [Scroll("ElAtt"), Scroll("ElBlo")]
    world.mages["B"] = new_mage("B", INDEX["n8"])
    orders = {"A": [Cast("ElAtt", True, "FOREST"), Cast("ElBlo", True, "FOREST")]}
    world.turn, world.phase = 1, 0
    world.mages["A"].aptitude, world.mages["A"].alignment, world.mages["A"].arcania = -90, "evil", 100
    world.mages["A"].skill = 100
    result = play_turn(world, orders, Dice(b"areas", 2))
    mine, theirs = report_of(result.world), report_of(result.world, "B")
    assert {kind for kind, _ in mine.recon.own_areas} == {"ElAtt", "ElBlo"}
    assert len(lines_of(recon_picture(mine), signs.RED)) == 4
    result.world.areas.append(Area("FogMp", 0, frozenset({forest[0]}), 99, "B"))
    assert {area for _, area in report_of(result.world).recon.own_areas} == {frozenset({forest[1]})}
    assert theirs.recon.own_areas == ()
    assert lines_of(recon_picture(theirs), signs.RED) == []


def test_the_goal_square_is_marked() -> None:
    assert len(lines_of(recon_picture(report_of(meadow("c2"))), signs.RED)) == 1
    assert lines_of(recon_picture(report_of(meadow("m6"))), signs.RED) == []
    assert len(lines_of(history_picture(report_of(meadow("m6"))), signs.RED)) == 1


def points(picture: Picture) -> Iterator[tuple[float, float]]:
    """The outermost points of every item."""
    for item in picture.items:
        match item:
            case Hexes(centres, radius):
                yield from ((x + dx * radius, y + dy * radius) for x, y in centres for dx, dy in CORNERS)
            case Circles(centres, radius):
                yield from ((x + d, y + e) for x, y in centres for d in (-radius, radius) for e in (-radius, radius))
            case Polygon(corners):
                yield from corners
            case Lines(paths):
                yield from (point for path in paths for point in path)
            case Texts(places, size, _, _, start):
                for x, y, text in places:
                    wide = len(text) * size * 0.7
                    yield (x if start else x - wide / 2), y
                    yield (x if start else x + wide / 2), y + size * 0.7


def test_terrain_is_told_apart_without_colour() -> None:
    """By pattern, and on small hexes by a bold glyph; ocean and river are two things."""
    names = [*TERRAIN_NAMES, signs.FOG]
    for one, other in combinations(names, 2):
        assert HATCHES[one] != HATCHES[other], (one, other)
        assert HATCHES[f"{one} glyph"] != HATCHES[f"{other} glyph"], (one, other)
    for name, hatch in HATCHES.items():
        for path in hatch.paths:
            for x, y in path:
                assert abs(y) <= 1.001, name
                assert abs(x) <= min(3**0.5 / 2, (1 - abs(y)) * 3**0.5) + 0.03, (name, x, y)


def test_cloaks_are_told_apart_without_colour() -> None:
    """Each colour has heraldry's own hatch."""
    hatches = {c: tuple(disc_items(0.0, 0.0, 10.0, c, False)[1:-2]) for c in COLOURS}
    assert len(set(hatches.values())) == len(COLOURS) == len(signs.CLOAK)


def test_devices_show_no_more_than_is_known() -> None:
    """RECON-3 to -5: unknown alignment no parting, unknown race an empty roundel, unknown cloak a dashed outline."""
    unknown = shield("K", None, None, None)
    assert unknown.description == "nothing known"
    assert not any(isinstance(i, Polygon) and i.fill == "#1c1726" for i in unknown.items)
    assert any(isinstance(i, Lines) and i.dash for i in unknown.items)
    pictures = {
        shield("K", team, alignment, race).items
        for team in (None, "black", *COLOURS)
        for alignment in (None, "good", "neutral", "evil")
        for race in (None, "human", "elf", "dwarf", "goblin", "halfling")
    }
    assert len(pictures) == 8 * 3 * 6  # good and unknown are both unparted


def things(picture: Picture) -> int:
    """How many artifacts are drawn: plates of violet rim."""
    return sum(len(i.centres) for i in picture.items if isinstance(i, Circles) and i.fill == "#f6effd")


def test_mages_are_shown_as_far_as_they_are_known() -> None:
    """RECON-2, RECON-3: name and cloak within ring 2, only "somebody" in ring 3; those out of sight not at all."""
    world = meadow()
    for letter, place in (("B", "m7"), ("C", "m9"), ("D", "m10"), ("E", "l6")):
        world.mages[letter] = new_mage(letter, INDEX[place])
    world.mages["B"].team, world.mages["B"].cloaks = "green", ["green"]
    world.mages["E"].effects["InvSp"] = 99
    picture = recon_picture(report_of(world))
    said = texts(picture)
    assert (said["A"], said["B"], said["?"], said["C"], said["D"], said["E"]) == (1, 1, 1, 0, 0, 0)
    discs = [item for item in picture.items if isinstance(item, Circles)]
    assert [d.fill for d in discs].count(signs.CLOAK["green"]) == 1


def test_things_lying_are_shown_ring_by_ring() -> None:
    """RECON-2 to RECON-5: what lies beyond its ring is not on the map."""
    world = meadow()
    places = {"m6": "cloak:blue", "m7": "helm", "m8": "ankh", "m9": "orb", "l6": "cloak:red", "k6": "rod"}
    world.lying = {INDEX[place]: [thing] for place, thing in places.items()}
    report = report_of(world)
    assert things(recon_picture(report)) == 3
    assert "At m7: Helm of Strength (lies there)." in describe_recon(report)
    names = {item.name for item in legend_items(report, 12.0)}
    assert {"Helm of Strength", "Ankh of Elvenkind", "Orb of Neutrality", "blue cloak"} <= names
    assert "Rod of Obedience" not in names


def test_many_things_in_a_space_are_counted() -> None:
    world = meadow()
    world.lying = {INDEX["m6"]: [*ARTIFACTS, *(f"cloak:{c}" for c in COLOURS)]}
    assert texts(recon_picture(report_of(world)))["+15"] == 1


def test_rings_are_the_borders_at_their_distance() -> None:
    """ARENA-3: 6 (2k + 1) sides around k rings, where the arena has them."""
    for place in ("m6", "a1", "z1", "z26", "y13", "b2"):
        report = report_of(meadow(place))
        own = INDEX[place]
        wanted = sum(
            1
            for k in (1, 2, 3)
            for space in within(own, k)
            for d in DIRECTIONS
            if distance(own, space) == k and (NEIGHBOUR[d][space] < 0 or distance(own, NEIGHBOUR[d][space]) > k)
        )
        rims = max((len(item.paths) for item in lines_of(recon_picture(report), signs.VIOLET)), default=0)
        assert rims == wanted


def test_the_way_of_the_turn_is_drawn() -> None:
    """Each step with its phase; a leap is dashed; steps out of sight leave the map at its edge."""
    report = report_of(meadow("m6"))
    m6, m7, l6 = INDEX["m6"], INDEX["m7"], INDEX["l6"]
    plain = recon_picture(report)
    walked = recon_picture(replace(report, route=(Step(2, m7, m6, False), Step(4, m6, l6, False))))
    assert texts(walked) - texts(plain) == Counter({"2": 1, "4": 1})
    leapt = recon_picture(replace(report, route=(Step(1, INDEX["z1"], m6, True),)))
    assert any(item.dash for item in lines_of(leapt, signs.VIOLET))
    for x, y in points(leapt):
        assert -6 <= x <= leapt.width + 6
        assert -6 <= y <= leapt.height + 6


def test_the_arena_names_what_was_seen_and_keeps_its_colour() -> None:
    """Land hardly changes: age never whitens it by more than a third; unseen spaces are named at the ends of rows."""
    world, memory = meadow("y5"), Memory()
    learn(memory, 1, *news(take_recon(world, "A")))
    world.turn, world.mages["A"].space = 12, INDEX["y9"]
    report = report_of(world, "A", memory)
    said = texts(history_picture(report))
    assert all(said[NAME[s]] == 1 for s in report.history)
    assert said["m1"] == said["m13"] == 1
    assert said["m6"] == 0
    assert said["t1"] == 2  # a space's name, and the mark of what turn 1 saw
    fills = {item.fill for item in history_picture(report).items if isinstance(item, Hexes) and item.fill}
    assert fills <= {mixed(signs.FILL["plains"], "#ffffff", fade) for fade in (0.0, 0.15, 0.3)}


def test_the_track_is_ones_own_and_numbered() -> None:
    report = report_of(meadow("m6"))
    past = tuple(OwnTurn(n, INDEX[f"t{n}"], 50, 50, 70, 80, 30.0) for n in range(1, 12))
    said = texts(history_picture(replace(report, past=past)))
    assert all(said[n] >= 1 for n in ("1", "5", "10"))
    assert said["7"] == 0


def test_the_arena_shows_where_mages_were_last_known_and_artifacts_are() -> None:
    world, memory = meadow("y5"), Memory()
    world.mages["B"] = new_mage("B", INDEX["y6"])
    world.mages["A"].alignment = "good"
    world.lying = {INDEX["c2"]: ["crown"], INDEX["d2"]: ["orb"]}
    learn(memory, 2, *news(take_recon(world, "A")))
    world.mages["B"].space = INDEX["b1"]
    picture = history_picture(report_of(world, "A", memory))
    said = texts(picture)
    assert (said["A"], said["B"]) == (1, 1)
    assert said["2"] == 1  # the turn B was last seen
    assert things(picture) == 1


@pytest.mark.parametrize("seed", range(3))
def test_pictures_stay_in_their_boxes(seed: int) -> None:
    for report in (busy(seed, turns=3), fullest("W" * 70), ended(78)):
        made = [
            *(
                (recon_picture(report, w, h, style), w, h)
                for w, h in ((352.0, 340.0), (200.0, 400.0))
                for style in STYLES
            ),
            *(
                (history_picture(report, w, h, style), w, h)
                for w, h in ((528.0, 480.0), (511.0, 300.0))
                for style in STYLES
            ),
            *((history_picture(report, 528.0, 500.0, STYLES[1], f), 528.0, 500.0) for f in frames_of(report)),
            *(
                (ally_picture(report, a.spaces, a.space, a.letter, 258.0, 270.0, STYLES[0]), 258.0, 270.0)
                for a in report.recon.allies
            ),
        ]
        if report.world is not None:
            made.append((arena_picture(report.world, "7", 528.0, 480.0, None, report.tracks), 528.0, 480.0))
        for picture, wide, tall in made:
            assert picture.width <= wide + 0.1, picture.title
            assert picture.height <= tall + 0.1, picture.title
            for x, y in points(picture):
                assert -4 <= x <= picture.width + 4, picture.title
                assert -4 <= y <= picture.height + 4, picture.title


@pytest.mark.parametrize("seed", range(4))
def test_svg_is_whole_named_and_needs_nothing_else(seed: int) -> None:
    report = replace(busy(seed), player=replace(PLAYER, game='<7> & "x"'))
    for text, picture in ((recon_svg(report), recon_picture(report)), (history_svg(report), history_picture(report))):
        root = ElementTree.fromstring(text)
        assert root.get("role") == "img"
        title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
        assert title is not None
        assert title.text == picture.title
        assert description is not None
        assert description.text == picture.description
        ids = [e.get("id") for e in root.iter() if e.get("id")]
        assert len(ids) == len(set(ids))
        assert (root.get("aria-labelledby") or "").split() == [title.get("id"), description.get("id")]
        assert {(e.get("href") or "")[1:] for e in root.iter(f"{SVG}use")} <= set(ids)
        shown = Counter(e.text for e in root.iter(f"{SVG}text"))
        assert shown == texts(picture)
        assert not re.search(r"script|http(?!://www\.w3\.org/2000/svg)|data:|style=|<image", text)


def test_two_svgs_can_stand_in_one_page() -> None:
    report = busy()
    ids = [re.findall(r'id="([^"]+)"', text) for text in (recon_svg(report), history_svg(report))]
    assert not set(ids[0]) & set(ids[1])
    assert write_svg(recon_picture(report), "x") == write_svg(recon_picture(busy()), "x")


@pytest.mark.parametrize("seed", range(12))
def test_maps_say_nothing_of_what_is_out_of_sight(seed: int) -> None:
    """RECON-10: other terrain, hands and things beyond every ring leave no trace on the maps."""
    world = random_world(seed, spread=24)
    world.phase, world.turn = 6, 1
    letter = "ABCDEFGHIJKL"[seed % 12]
    before = [draw(report_of(world, letter)) for draw in (recon_svg, history_svg)]
    changed = world.copy()
    for other in far_from(world, letter):
        changed.mages[other].scrolls = []
        changed.mages[other].name = "somebody else"
    for space in range(SPACES):
        if out_of_view(world, letter, space):
            changed.terrain[space] = 9
            left = [t for t in changed.lying.get(space, ()) if t not in ABILITY_ARTIFACTS]
            changed.lying[space] = [t for t in left if not t.startswith("cloak:")]
    assert [draw(report_of(changed, letter)) for draw in (recon_svg, history_svg)] == before


def test_the_land_ahead_names_both_ends_and_draws_no_row_that_was_not_seen() -> None:
    """A name a row from the coast to the Goal Square; a row nobody told the reader of is a level line."""
    report = busy()
    picture = signs.vignette_picture(report, 528.0, 44.0, Style())
    said = {text for item in picture.items if isinstance(item, Texts) for _, _, text in item.places}
    assert {"coast", "Goal", "m"} <= said
    seen = {ROW[space] for space in report.history}
    level = [item for item in picture.items if isinstance(item, Lines)]
    assert len(level) == ROWS - len(seen) > 0
    each = 528.0 / ROWS
    drawn = {ROWS - 1 - int(sum(x for x, _ in one.points) / len(one.points) / each) for one in picture.items
             if isinstance(one, Polygon)}  # fmt: skip
    assert drawn
    assert drawn <= seen
