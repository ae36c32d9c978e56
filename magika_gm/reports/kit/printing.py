"""The printed report of any game, and its game master's page in every form."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.imprint import Proof
from magika_gm.reports.kit.mail import html_page, text_page
from magika_gm.reports.kit.plans import list_leaf
from magika_gm.reports.kit.press import print_document
from magika_gm.reports.kit.prose import Notes
from magika_gm.reports.kit.strips import Document, Leaf
from magika_gm.reports.kit.style import Style

NOT_FOR_PLAYERS = "Everything is in it: not for players."


def print_report(
    title: str, head: str, foot: str, leaves: Sequence[Leaf], *, proof: Proof, office: str, paper: str, style: Style
) -> bytes:
    """A player's report as PDF bytes, on ``letter`` or ``a4``: the same leaves give the same bytes.

    ``head`` stands on every page but the first of a leaf, ``foot`` on page 1; what a page leaves free becomes room for
    the player's notes. ``proof`` is what the file's properties tell programs.
    """
    made = Document(
        title=title,
        author=office or "magika-gm",
        subject="Turn report",
        head=head,
        leaves=tuple(leaves),
        foot=foot,
        proof=proof,
        filler=Notes("Your notes"),
    )
    return print_document(made, paper, style)


def print_master(title: str, head: str, leaves: tuple[Leaf, ...], paper: str) -> bytes:
    """The game master's report as PDF bytes; ``head`` is the game and the turn."""
    made = Document(
        title=title,
        author="magika-gm",
        subject="The game master's report",
        head=f"The game master's report  ·  {head}",
        leaves=leaves,
    )
    return print_document(made, paper)


def master_page(name: str, about: str, blocks: Sequence[Block], kind: str, paper: str) -> str | bytes:
    """The game master's report as ``html``, ``txt`` or ``pdf``: its game, ``game 12, turn 3``, what is in it."""
    title = f"{name} {about}: the game master's report"
    if kind == "txt":
        return text_page([title, *blocks])
    if kind == "html":
        return html_page(title, NOT_FOR_PLAYERS, list(blocks))
    return print_master(title, about, (list_leaf("The turn", blocks),), paper)
