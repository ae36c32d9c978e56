"""The table that a run of benchmarks writes."""

from __future__ import annotations

from tests.benchmarks.table import BEGIN, END, ROW, SCALE, merged


def test_a_figure_that_is_measured_again_takes_its_own_place() -> None:
    first = merged(f"# Title\n\n{BEGIN}\n{END}\n\nMore.\n", [("a turn", "2.1", "2.5"), ("a mail", "7 kB", "9")], {})
    then = merged(first, [("a turn", "1.9", "2.4")], {"a turn": "2.2"})
    assert ROW.findall(then)[1:] == [
        ("a turn", "1.9", "at most 2.4", "2.2"),
        ("a mail", "7 kB", "at most 9", "none"),
    ]
    assert then.startswith("# Title\n\n")
    assert then.endswith("\n\nMore.\n")
    assert merged(then, [], {"a turn": "2.2"}) == then


def test_the_page_has_its_place_for_the_table() -> None:
    text = SCALE.read_text("utf-8")
    assert text.count(BEGIN) == text.count(END) == 1
    assert text.index(BEGIN) < text.index(END)
