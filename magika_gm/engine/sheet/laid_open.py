"""A mail with all that it quotes and forwards, as if its writer had written all of it."""

from __future__ import annotations

from magika_gm.engine.sheet.grammar import SheetGrammar
from magika_gm.engine.sheet.lines import QUOTE_MARKS, Lines

_OURS = "##-"
"""In the line that stands on top of all the office mails (:data:`~magika_gm.engine.sheet.lines.ANSWER_ABOVE`)."""


def laid_open(text: str, grammar: SheetGrammar) -> tuple[str, str]:
    """What players wrote in a text, however deep it is quoted or forwarded; and what stands below, in a mail of ours.

    Quote marks are taken away, and the lines at which reading would end. Whoever reads such a text has somebody's word
    for it that what stands in it is meant.
    """
    rows = [QUOTE_MARKS.sub("", row, count=1) if QUOTE_MARKS.match(row) else row for row in text.splitlines()]
    ours = next((at for at, row in enumerate(rows) if _OURS in row), len(rows))
    lines = Lines("\n".join(rows), grammar)
    rows = ["" if lines.closing(at) else row for at, row in enumerate(rows)]
    return "\n".join(rows[:ours]), "\n".join(rows[ours + 1 :])
