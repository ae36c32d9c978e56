"""Colours, hatches and devices of the clans: told apart in grey by hatch and letter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from magika_gm.games.rune_war.tables import Clan
from magika_gm.reports.kit.style import SIZES, type_size
from magika_gm.reports.picture import Item, Lines, Picture, Polygon, Texts

INK = "#1c1726"
CLAN_FILL: Mapping[Clan, str] = {
    Clan.MAITHA: "#cdbfe3",
    Clan.MARZ: "#fde7a6",
    Clan.KARTHA: "#e9b8a4",
    Clan.IZ: "#b5ddd0",
}
CLAN_HATCH: Mapping[Clan, str] = {
    Clan.MAITHA: "plains",
    Clan.MARZ: "coastal",
    Clan.KARTHA: "volcanic",
    Clan.IZ: "ocean",
}
CLAN_INK: Mapping[Clan, str] = {
    Clan.MAITHA: "#cdbfe3",
    Clan.MARZ: "#a98a1e",
    Clan.KARTHA: "#c98a72",
    Clan.IZ: "#74ad9c",
}


def device(clan: Clan, wind: str, width: float, sizes: Sequence[float] = SIZES) -> Picture:
    """A shield in the clan's colour: the clan's letter, the seat's wind over waves; no letter too small to read."""
    high = width * 1.2
    shield = ((0.4, high), (width - 0.4, high), (width - 0.4, high * 0.42), (width * 0.5, 0.4), (0.4, high * 0.42))
    items: list[Item] = [Polygon(shield, CLAN_FILL[clan], INK, max(0.7, width / 60))]
    chief = ((0.4, high), (width - 0.4, high), (width - 0.4, high * 0.78), (0.4, high * 0.78))
    items.append(Polygon(chief, INK, INK, 0.4))
    for n, part in enumerate((0.34, 0.24)):
        left = width * (0.16 + 0.12 * n)
        wide = width - 2 * left
        wave = tuple(
            (round(left + wide * k / 8, 2), round(high * part + (1 if k % 2 else -1) * width * 0.025, 2))
            for k in range(9)
        )
        items.append(Lines((wave,), INK, max(0.5, width / 45)))
    for at, room, text, ink in ((0.89, 0.23, wind, "#ffffff"), (0.6, 0.45, clan.value, INK)):
        size = type_size(width * room, sizes)
        if size:
            items.append(Texts(((width / 2, round(high * at - size * 0.36, 2), text),), size, True, ink))
    return Picture(width, high, f"{clan.title}, {wind}", f"A shield: {clan.title}, {wind}", tuple(items))
