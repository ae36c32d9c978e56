"""What mails may be about, so that those that may be about the same are judged in the order they came in."""

from __future__ import annotations

from sqlalchemy import Connection

from magika_gm.app.enrolment.signup_form import has_form
from magika_gm.app.office.doors import concerns_all
from magika_gm.app.post.commands import OF_A_GAME
from magika_gm.app.post.contents import Mail
from magika_gm.app.post.floods import folded
from magika_gm.app.post.whose import likely_games


def keys_of(connection: Connection, mail: Mail) -> set[str]:
    """What a mail may be about: no two mails that have one of these in common are judged at the same time, or in
    another order than they came in.

    Orders and questions about one game are about that game. Whatever else there may be in a mail (a new address, a
    sign-up, sheets for several games, prose) is about its sender too, and about every game he plays in.
    """
    try:
        named = {one.sheet.game.casefold() for one in mail.contents.read() if one.sheet.game}
        asked = all(command.name in OF_A_GAME for command in mail.contents.commands)
        form = any(has_form(text.text) for text in mail.contents.texts)
        if len(named) == 1 and asked and not form and mail.bounce is None and not mail.why_aside:
            return {f"game {game}" for game in named}
        with connection.begin_nested():  # a question that fails would take those after it along (PostgreSQL)
            games = {name.casefold() for name in likely_games(connection, mail)}
    except Exception as error:
        if concerns_all(error):
            raise
        named, games = set(), set()
    return {f"from {folded(mail.sender)}", *(f"game {game}" for game in named | games)}
