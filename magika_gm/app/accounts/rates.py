"""What playing costs: rates as data, in US and Canadian money (GM-4)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from magika_gm.app.office.errors import Faults, OfficeError, parse_toml, read_text
from magika_gm.app.office.office import Office
from magika_gm.engine.records import record

CURRENCIES = ("USD", "CAD")
ITEMS = {
    "starter": "starter special",
    "turn": "turn",
    "rule-book": "rule book",
    "camp": "CAMP",
    "file-turn": "turn as CAMP file",
    "copy": "extra copy",
    "phone-first": "telephone insurance, first call",
    "phone-more": "telephone insurance, another call",
    "alert-first": "alert, the first",
    "alert-more": "alert, another",
    "orders": "order sheet",
}
"""What has a rate, and what it is called on a statement."""
GRANTS = ("starter", "camp-by-mail")
MOST_CENTS = 100_000_000
"""No single amount of money is larger; it keeps a slip of the finger from being a million dollars."""
_AMOUNT = re.compile(r"([0-9]{1,7})(?:[.,]([0-9]{1,2}))?")


@record
class Rates:
    """A rates file: cents by item and currency, and the turns given with a starter."""

    title: str
    cents: Mapping[str, Mapping[str, int]]
    turns: Mapping[str, int]

    def of(self, item: str, currency: str) -> int:
        """What an item costs, in cents."""
        return self.cents[item][currency]


def read_amount(text: str) -> int:
    """``3.50``, ``3,5`` or ``3`` in cents; :class:`OfficeError` for anything else, nothing, or too much."""
    match = _AMOUNT.fullmatch(text.strip().lstrip("$").strip())
    if match is None:
        raise OfficeError(f"{text!r} is not an amount; write 3.50")
    whole, part = match.groups()
    cents = int(whole) * 100 + int((part or "").ljust(2, "0"))
    if cents > MOST_CENTS:
        raise OfficeError(f"{text} is more than {money(MOST_CENTS)}; nothing here costs that")
    return cents


def money(cents: int, currency: str = "") -> str:
    """An amount as printed: ``-3.50 USD``."""
    text = f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"
    return f"{text} {currency}" if currency else text


def load_rates(office: Office) -> Rates:
    """The rates this office asks for."""
    path, text = rates_file(office)
    return parse_rates(text, str(path))


def rates_file(office: Office) -> tuple[Path, str]:
    """The file of the rates this office asks for, and its text: ``scenarios/rates/<name>.toml`` of the office, or the
    shipped one."""
    from magika_gm.resources import shipped

    name = office.settings.text("accounts", "rates")
    folders = [office.root / "scenarios" / "rates", shipped("scenarios") / "rates"]
    for folder in folders:
        path = folder / f"{name}.toml"
        if path.is_file():
            return path, read_text(path, "a rates file")
    known = ", ".join(sorted({p.stem for folder in folders for p in folder.glob("*.toml")}))
    raise OfficeError(
        f"[accounts] rates: there are no rates {name!r} in scenarios/rates/; there are {known}; "
        "a model for your own is printed by: magika-gm accounts --rates"
    )


def parse_rates(text: str, source: str) -> Rates:
    """Rates from a file's text; :class:`OfficeError` names every fault."""
    data = parse_toml(text, "a rates file", source)
    faults: list[str] = []
    cents = {item: _row(data.pop(item, None), item, faults) for item in ITEMS}
    turns = _turns(data.pop("turns", None), faults)
    title = data.pop("title", "")
    if not isinstance(title, str):
        faults.append("title must be a text")
    faults += [f"[{name}] is not a rate; there are {', '.join(ITEMS)}" for name in data]
    if faults:
        raise Faults(faults, source)
    return Rates(title, cents, turns)


def _row(table: Any, item: str, faults: list[str]) -> dict[str, int]:
    if not isinstance(table, dict):
        faults.append(f"[{item}] is missing")
        return {}
    found = {}
    for currency in CURRENCIES:
        value = table.get(currency)
        try:
            if not isinstance(value, str):
                raise OfficeError('write an amount as text, like "3.50"')
            found[currency] = read_amount(value)
        except OfficeError as error:
            faults.append(f"[{item}] {currency}: {error}")
    faults += [f"[{item}] {key} is not a currency; there are USD and CAD" for key in table if key not in CURRENCIES]
    return found


def _turns(table: Any, faults: list[str]) -> dict[str, int]:
    if not isinstance(table, dict):
        faults.append("[turns] is missing")
        return {}
    for key in GRANTS:
        value = table.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 1000:
            faults.append(f"[turns] {key} must be a number of turns, not {value!r}")
    faults += [f"[turns] {key} is unknown; there are {', '.join(GRANTS)}" for key in table if key not in GRANTS]
    return dict(table)
