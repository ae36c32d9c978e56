"""Where shipped files are: templates, scenarios, the sample game; in a checkout or in an installed wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent
_CHECKOUT = {"templates": "templates", "scenarios": "scenarios", "sample": "turns/sample"}


def shipped(kind: str) -> Path:
    """Folder of shipped ``templates``, ``scenarios`` or the ``sample`` game's mails."""
    checkout = _PACKAGE.parent / _CHECKOUT[kind]
    if (_PACKAGE.parent / "pyproject.toml").is_file() and checkout.is_dir():
        return checkout
    return _PACKAGE / "_shipped" / kind
