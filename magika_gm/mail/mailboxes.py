"""Mail addresses and domains as they are compared: whoever asks whether two are the same asks here."""

from __future__ import annotations

from functools import lru_cache

_SMALL = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


def small(text: str) -> str:
    """A text with the 26 letters of ASCII made small, and no other: what else is alike differs between programs."""
    return text.translate(_SMALL)


def compared(address: str) -> str:
    """An address as it is compared: its domain in the letters it is looked up in, what is before it by ASCII's case."""
    local, at, domain = address.strip().rpartition("@")
    return f"{small(local)}{at}{ascii_domain(domain) or small(domain)}"


@lru_cache(1024)
def ascii_domain(domain: str) -> str:
    """A domain in the letters it is looked up in (A-labels of IDNA 2008): small, ASCII, without a dot at its end; ""
    for one that can be no domain's name.

    ``straße.example`` and ``strasse.example`` are two domains (IDNA 2003, and folding, make them one).
    """
    if domain.isascii():
        return small(domain).rstrip(".")[:253]
    import idna  # its tables cost what a small command does, and few mails ask

    try:
        return idna.encode(domain[:1000], uts46=True).decode("ascii").rstrip(".")[:253]
    except (idna.IDNAError, UnicodeError):
        return ""
