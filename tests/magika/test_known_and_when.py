"""Lying or carried, and from which turn: what a Magika report says of others and of artifacts in every form."""

from __future__ import annotations

from dataclasses import replace

import pytest

from magika_gm.games.magika.archive import ARCHIVE
from magika_gm.games.magika.page import sections
from magika_gm.games.magika.picture import arena
from magika_gm.games.magika.report import blocks as c
from magika_gm.games.magika.report.board import describe_recon, marks_of
from magika_gm.games.magika.report.printed import html_letter, lead_of_end, text_letter
from magika_gm.games.magika.report.report import Report, turn_file
from magika_gm.games.magika.rules.arena import INDEX
from magika_gm.games.magika.rules.state import Area, Scroll, World, new_mage
from magika_gm.games.magika.sight import Memory
from tests.magika.test_maps import meadow, report_of
from tests.magika.test_pdf import ended


def company(at: str, artifact: str = "crown") -> World:
    """A good mage at m6, to whom the Crown speaks, and Linnet elsewhere with it."""
    world = meadow("m6")
    world.mages["A"] = new_mage("A", INDEX["m6"], "human", "good")
    world.mages["L"] = replace(new_mage("L", INDEX[at]), name="Linnet", artifacts=[artifact])
    return world


def lying(at: str) -> World:
    """The same with the Crown on the ground beside her."""
    world = company(at)
    world.mages["L"].artifacts = []
    world.lying[INDEX[at]] = ["crown"]
    return world


def forms(report: Report) -> dict[str, str]:
    """What each form says of the Crown."""
    things = next(b for b in sections(report) if getattr(b, "key", "") == "others")
    marks = arena(report).marks
    return {
        "map": describe_recon(report),
        "lead": c.lead(report).standing,
        "table": " ".join(map(str, c.artifacts(report).rows)),
        "text": " ".join(text_letter(report).split()),
        "html": html_letter(report),
        "page list": str(things),
        "page map": str([mark for mark in marks if mark.key == "thing:crown"]),
    }


@pytest.mark.parametrize("at", ["m7", "m6", "m9"])
def test_lying_and_carried_are_told_apart_in_every_form(at: str) -> None:
    held, ground = forms(report_of(company(at))), forms(report_of(lying(at)))
    for form in held:
        assert held[form] != ground[form], form
        assert "carries" in held[form], form
        assert "lies" in ground[form], form
    assert [t.lies for t in report_of(company(at)).artifacts] == [False]
    assert [t.lies for t in report_of(lying(at)).artifacts] == [True]


def test_the_holder_is_named_where_he_is_made_out_and_not_guessed_where_he_is_not() -> None:
    near, far = report_of(company("m7")), report_of(company("m9"))
    assert "At m7: L, Crown of Good (Linnet (L) carries it)." in describe_recon(near)
    assert c.lead(near).standing.endswith("Linnet (L) carries the Crown of Good, m7.")
    assert "Crown of Good (Somebody carries it)" in describe_recon(far)
    assert turn_file(near)["whereabouts"] == [{"artifact": "crown", "space": "m7", "lies": False, "holder": "L"}]
    assert turn_file(far)["whereabouts"] == [{"artifact": "crown", "space": "m9", "lies": False, "holder": "?"}]


def test_out_of_sight_and_in_fog_nobody_can_tell() -> None:
    for world in (company("d2"), lying("d2")):
        report = report_of(world)
        assert "The Crown of Good is at d2, lying or carried." in report.whereabouts
        assert turn_file(report)["whereabouts"][0]["lies"] is None
    fog = {INDEX["m7"]}
    for world in (company("m7"), lying("m7")):
        world.areas = [Area(kind="FogMp", value=0, spaces=frozenset(fog), caster="L", until=99)]
        assert report_of(world).artifacts[0].lies is None


def test_ones_own_is_ones_own() -> None:
    world = company("m7")
    world.mages["L"].artifacts, world.mages["A"].artifacts = [], ["crown"]
    assert "You carry the Crown of Good." in report_of(world).whereabouts


def parted() -> tuple[World, Memory]:
    """Turn 3: G stands with A; turn 4: G is two spaces off, so that his name and cloak alone are seen."""
    world, memory = meadow("m6"), Memory()
    world.mages["G"] = replace(new_mage("G", INDEX["m6"]), name="Grim", scrolls=[Scroll("Heals")])
    report_of(world, memory=memory)
    world.turn = 4
    world.mages["G"].space = INDEX["m8"]
    return world, memory


def test_what_is_older_bears_its_turn() -> None:
    """RECON-9: rings 1 to 3 show neither strength nor number of items."""
    world, memory = parted()
    report = report_of(world, memory=memory)
    grim = next(k for k in report.known if k.letter == "G")
    assert grim.now
    assert grim.placed
    assert grim.space == "m8"
    assert grim.more == "(robust, fair, 1 item in all: turn 3)"
    plain = next(k for k in turn_file(report)["known"] if k["letter"] == "G")
    assert plain["since"] | {"space": 4, "team": 4, "strength": 3, "item_total": 3} == plain["since"]
    assert "robust, fair, 1 item in all: turn 3" in " ".join(text_letter(report).split())
    assert "turn 3" in html_letter(report)
    assert "turn 3" in str(arena(report))
    assert "turn 3" in str(sections(report))


def test_what_is_not_dated_is_of_the_turn_the_heading_names() -> None:
    """RECON-9: a cloak seen today bears no turn of its own; one seen earlier bears the turn it was last seen in."""
    world, memory = parted()
    today = report_of(world, memory=memory)
    world.turn, world.mages["G"].space = 5, INDEX["e2"]
    later = report_of(world, memory=memory)
    assert "turn 4 if not dated" in c.others(today).title
    assert "turn 5 if not dated" in c.others(later).title
    assert [(row.known, row.since) for row in c.others(later).rows if row.disc.letter == "G"] == [
        ("good human; no cloak (robust, fair, 1 item in all: turn 3)", "last seen turn 4")
    ]
    for report, turn in ((today, ""), (later, "; last seen turn 4")):
        label = next(mark.label for mark in arena(report).marks if mark.key == "mage:G")
        assert label == f"Grim: good human; no cloak (robust, fair, 1 item in all: turn 3){turn}"
        assert f"turn {report.turn} if not dated" in str(sections(report))


def test_items_in_all_are_scrolls_cloaks_and_artifacts() -> None:
    """RECON-5: of a mage on one's own space."""
    world = meadow("m6")
    world.mages["G"] = replace(
        new_mage("G", INDEX["m6"]), scrolls=[Scroll("Heals"), Scroll("TelPt")], cloaks=["red"], artifacts=["orb"]
    )
    assert "4 items in all" in next(k for k in report_of(world).known if k.letter == "G").more


def test_a_place_of_an_earlier_turn_is_not_todays() -> None:
    """A cloak of one's own colour in his pack tells his team and no more (RECON-8): where he is stays as it was."""
    world, memory = parted()
    world.mages["A"].cloaks = world.mages["G"].cloaks = ["blue"]
    world.mages["G"].space = INDEX["e2"]
    report = report_of(world, memory=memory)
    grim = next(k for k in report.known if k.letter == "G")
    assert (grim.now, grim.placed, grim.space, grim.since["space"], grim.there) == (True, False, "m6", 3, "")
    assert "at m6" in grim.more
    assert "turn 3" in grim.more
    assert "G stand" not in c.lead(report).standing
    assert ("G", "black", 3) in marks_of(report)[INDEX["m6"]][0]


def test_memories_keep_the_turns() -> None:
    world, memory = parted()
    report_of(world, memory=memory)
    again = ARCHIVE.memories.from_plain(ARCHIVE.memories.to_plain(memory))
    assert again == memory
    earlier = ARCHIVE.memories.to_plain(memory)
    earlier["mages"] = [row[:2] for row in earlier["mages"]]
    assert set(ARCHIVE.memories.from_plain(earlier).since["G"].values()) == {4}


def test_the_winner_is_the_winner() -> None:
    """Two reach the Goal Square together; one of them has more points."""
    report = ended()
    assert report.revealed is not None
    first, second = report.final[0], report.final[1]
    there = {first.letter, second.letter}
    moved = tuple(replace(one, space="a1" if one.letter in there else "z9") for one in report.revealed.contestants)
    both = replace(report, ending="goal", revealed=replace(report.revealed, contestants=moved))
    assert lead_of_end(both).endswith(f"; {first.name} won.")
    assert sections(both)
    assert lead_of_end(both).startswith(tuple(sorted((first.name, second.name))))
    alone = tuple(replace(one, space="a1" if one.letter == first.letter else "z9") for one in moved)
    only = replace(both, revealed=replace(both.revealed or report.revealed, contestants=alone))
    assert lead_of_end(only) == f"{first.name} reached the Goal Square on turn {report.turn} and won."
