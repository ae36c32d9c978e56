"""Figures that games declare as rows of data (reports/picture)."""

from __future__ import annotations

from magika_gm.reports.pdf_file import PdfFile
from magika_gm.reports.pdf_stream import Pen
from magika_gm.reports.picture import Circles, Lines, Polygon, Stroke, drawn, paths


def test_paths_are_corners_and_curves() -> None:
    assert paths("0 0, 1 .5; -1 0, 0 -1") == (((0.0, 0.0), (1.0, 0.5)), ((-1.0, 0.0), (0.0, -1.0)))
    (curve,) = paths("0 0 ~ 0 0, 0 1, 1 1, 1 0", steps=2)
    assert curve == ((0.0, 0.0), (0.0, 0.0), (0.5, 0.75), (1.0, 0.0))
    (two,) = paths("~ 0 0, 0 1, 1 1, 1 0, 1 -1, 2 -1, 2 0", steps=1)
    assert two == ((0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (2.0, 0.0))


def test_a_figure_is_drawn_around_its_place_in_the_colours_given() -> None:
    figure = (
        Stroke(polygons=paths("-1 0, 1 0, 0 1"), fill="ink", line="#ff0000", width=0.3),
        Stroke(lines=paths("0 0, 1 1"), line="ground", part=0.1),
        Stroke(discs=((0.0, 0.5),), radius=0.2, line="ink"),
        Stroke(radius=0.5, fill="ground"),
        Stroke(star=(5, 0.4), radius=1.0, fill="ink"),
    )
    shape, line, disc, middle, star = drawn(figure, 10.0, 20.0, 4.0, "#111111", "#eeeeee", 0.7)
    assert shape == Polygon(((6.0, 20.0), (14.0, 20.0), (10.0, 24.0)), "#111111", "#ff0000", 0.3)
    assert line == Lines((((10.0, 20.0), (14.0, 24.0)),), "#eeeeee", 0.4)
    assert disc == Circles(((10.0, 22.0),), 0.8, "", "#111111", 0.7)
    assert middle == Circles(((10.0, 20.0),), 2.0, "#eeeeee", "", 0.7)
    assert isinstance(star, Polygon)
    assert len(star.points) == 10


def test_a_path_of_one_corner_is_a_path() -> None:
    """It draws nothing, and is no operator without its figures."""
    pen = Pen(PdfFile((10.0, 10.0)))
    pen.stroke(((1.0, 2.0),), "#000000")
    pen.stroke(((1.0, 2.0), (3.0, 4.0)), "#000000")
    assert ["j 1.00 2.00 m S" in pen.code[0], "j 1.00 2.00 m 3.00 4.00 l S" in pen.code[1]] == [True, True]
