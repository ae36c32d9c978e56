"""A map that is no grid: provinces with outlines of their own, in the bricks of a mail."""

from __future__ import annotations

from dataclasses import replace

from magika_gm.engine.paging import Mark, Picture, Spot, Tone
from magika_gm.reports.kit.drawings import bricks_of, crossings
from magika_gm.reports.page.still import Shades, picture_svg

SHAPES = {
    "east": ((-20.0, -50.0), (30.0, -50.0), (30.0, 50.0), (-40.0, 50.0)),
    "west": ((-30.0, -50.0), (50.0, -50.0), (30.0, 50.0), (-30.0, 50.0)),
    "rock": ((-1.0, -1.0), (1.0, -1.0), (0.0, 1.0)),
}
SPOTS = (
    Spot(name="WES", x=30, y=50, tone="land", shape="west"),
    Spot(name="EAS", x=100, y=50, tone="sea", shape="east"),
    Spot(name="ROC", x=140, y=90, tone="land", shape="rock", label="r"),
    Spot(name="FAR", x=140, y=10, shape="rock", label=" "),
)
MAP = Picture(
    key="map", title="The sea", width=150, height=100, spots=SPOTS, shapes=SHAPES,
    tones={"land": Tone("land", "#eeddaa", "#333300"), "sea": Tone("sea", "#88aaff", "#000033")},
    marks=(
        Mark(key="army:1", at="WES", text="A", label="an army"),
        Mark(key="fleet:1", at="WES", text="F", label="a fleet"),
    ),
)  # fmt: skip


def test_each_brick_has_the_colour_of_the_place_in_its_middle() -> None:
    made = bricks_of(MAP, 30)
    rows = [row.bricks for row in made.rows]
    assert {len(row) for row in rows} == {30}
    assert len(rows) == 22
    fills = [[brick.fill for brick in row] for row in rows]
    assert fills[0][:15] == ["#eeddaa"] * 15, "the western one is wider above"
    assert fills[0][16:26] == ["#88aaff"] * 10
    assert fills[-1][:12] == ["#eeddaa"] * 12
    assert fills[-1][13:26] == ["#88aaff"] * 13
    assert not any(fills[0][27:])


def test_labels_and_who_is_there_are_read_and_small_places_are_not_lost() -> None:
    made = bricks_of(MAP, 30)
    said = {brick.text: (row, at) for row, line in enumerate(made.rows) for at, brick in enumerate(line.bricks)
            if brick.text.strip()}  # fmt: skip
    assert said.keys() == {"WES", "EAS", "A", "F", "r"}
    row, at = said["WES"]
    assert (said["A"], said["F"]) == ((row + 1, at), (row + 2, at))
    assert made.rows[said["r"][0]].bricks[said["r"][1]].fill == "#eeddaa"
    assert 'aria-label="The sea"' in made.html()
    mute = sum(not any(brick.text for brick in row.bricks) for row in made.rows)
    assert mute
    assert made.html().count("&nbsp;") == mute, "a row without a word has no height"


def test_a_line_goes_in_and_out_as_often_as_it_crosses() -> None:
    horns = ((0.0, 0.0), (2.0, 4.0), (4.0, 0.0), (6.0, 4.0), (8.0, 0.0), (8.0, 6.0), (0.0, 6.0))
    assert crossings(horns, 2.0) == [0.0, 1.0, 3.0, 5.0, 7.0, 8.0]
    assert crossings(horns, 5.0) == [0.0, 8.0]
    assert crossings((), 1.0) == []


def test_what_a_province_bears_stands_where_its_map_says() -> None:
    placed = replace(SPOTS[1], label_at=(-3, 5), sign_at=(-9, 20), mark_at=(4, -2))
    picture = replace(MAP, spots=(placed,), marks=(Mark(key="fleet:2", at="EAS", text="F", label="a fleet"),))
    picture = replace(picture, tones={"sea": replace(MAP.tones["sea"], sign="~")})
    said = picture_svg(picture, Shades())
    assert '<text class="label" x="97" y="55"' in said
    assert '<text class="sign" x="91" y="70"' in said
    assert '<circle cx="104" cy="48"' in said
