"""What playing costs: rates as data, in any money (GM-4); the currencies of ISO 4217, and how amounts are written.

An amount is kept as a whole number of its currency's minor unit (cents, fils; yen, which have none), whatever it is
called here and there. Figures are the standard library's (``decimal``), a currency's code stands behind them: so they
are read alike in every country.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from magika_gm.app.office.errors import Faults, OfficeError, parse_toml, read_text
from magika_gm.app.office.office import DEFAULTS, SETTINGS_FILE, Office, Value, setting_text
from magika_gm.engine.records import record

_CODES = """
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP
CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD
IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR
MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP
SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG
XOF XPF YER ZAR ZMW ZWG
"""
_NONE = frozenset("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF".split())
_THREE = frozenset("BHD IQD JOD KWD LYD OMR TND".split())
DIGITS = {code: 0 if code in _NONE else 3 if code in _THREE else 2 for code in _CODES.split()}
"""How many decimals an amount has, by the code of its currency."""
USUAL = 2
MOST = 100_000_000
"""No single amount is larger; it keeps a slip of the finger from being a million dollars."""
_AMOUNT = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{1,4}))?")
_SIGNS = " $\u20ac\u00a3"


def currency_of(text: str) -> str:
    """A currency's code as it is kept; :class:`OfficeError` for what is none."""
    code = text.strip().upper()
    if code not in DIGITS:
        raise OfficeError(f"{text[:20]!r} is no currency; write its three letters, like EUR or USD")
    return code


def read_amount(text: str, currency: str = "") -> int:
    """``3.50``, ``3,5`` or ``3`` in the currency's minor unit; :class:`OfficeError` for anything else, or too much."""
    match, digits = _AMOUNT.fullmatch(text.strip(_SIGNS)), DIGITS.get(currency, USUAL)
    if match is None:
        raise OfficeError(f"{text!r} is not an amount; write {figures(350 * 10 ** max(0, digits - 2), currency)}")
    whole, part = match[1], match[2] or ""
    if len(part) > digits:
        parts = f"{digits} decimals" if digits else "no decimals"
        raise OfficeError(f"{text!r} has too many decimals; an amount in {currency or 'this money'} has {parts}")
    units = int(whole + part.ljust(digits, "0"))
    if units > MOST:
        raise OfficeError(f"{text} is more than {money(MOST, currency)}; nothing here costs that")
    return units


def figures(units: int, currency: str) -> str:
    """An amount's figures: ``-3.50``."""
    return f"{Decimal(units).scaleb(-DIGITS.get(currency, USUAL)):f}"


def money(units: int, currency: str = "") -> str:
    """An amount as printed: ``-3.50 USD``."""
    return f"{figures(units, currency)} {currency}".rstrip()


def read_money(text: str) -> tuple[str, int]:
    """``20.00 EUR``: the currency and the amount; :class:`OfficeError` for what is no such thing."""
    amount, _, code = text.strip().rpartition(" ")
    currency = currency_of(code)
    return currency, read_amount(amount, currency)


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


@record
class Rates:
    """A rates file: cents by item and currency, and the turns given with a starter."""

    title: str
    cents: Mapping[str, Mapping[str, int]]
    turns: Mapping[str, int]

    def of(self, item: str, currency: str) -> int:
        """What an item costs, in the currency's minor unit."""
        return self.cents[item][currency]

    @property
    def currencies(self) -> tuple[str, ...]:
        """The money one can pay in, the office's own first."""
        return tuple(self.cents["turn"])

    def money_for(self, own: str) -> str:
        """The money somebody pays in whose account is in ``own``: that, or the first there is a price in."""
        return own if own in self.currencies else self.currencies[0]


LEFT_OUT = "left-out.txt"
"""In a restored office: what was not taken from its archive, a line each. doctor tells of it until it is removed."""


def left_out_line(section: str, key: str, value: Value) -> str:
    """How a setting that was not taken stands there."""
    return f"{SETTINGS_FILE}: [{section}] {key} = {setting_text(value)}"


def prices_left_out(office: Office) -> str:
    """Why nobody can tell what playing costs in an office that was restored without its own prices; "" if they are
    there, or were put back."""
    note, begins = office.root / LEFT_OUT, f"{SETTINGS_FILE}: [accounts] "
    own = {left_out_line("accounts", key, value) for key, value in office.settings.values["accounts"].items()}
    rows = note.read_text(encoding="utf-8").splitlines() if note.is_file() else []
    lost = [row.removeprefix(begins) for row in rows if row.startswith(begins) and row not in own]
    if not lost:
        return ""
    return (
        f"this office was restored without its own prices ({'; '.join(lost)}): write them into [accounts] of "
        f"{SETTINGS_FILE} again, or remove {LEFT_OUT} if the shipped ones are to hold"
    )


def load_rates(office: Office, system: str = "") -> Rates:
    """The rates this office asks for; of a game, where it has a price list of its own, those.

    Raises :class:`OfficeError` where they are missing or wrong, or were left out when the office was restored.
    """
    why = prices_left_out(office)
    if why:
        raise OfficeError(why)
    return _rates_named(office, system)


def rates_or_nothing(office: Office, system: str = "") -> Rates:
    """The same for what goes on by itself, turns and mail: where an office's own prices were left out it costs nothing,
    in any money. Nobody is charged what was never asked, and no game waits."""
    if not prices_left_out(office):
        return _rates_named(office, system)
    shipped_ones = parse_rates(_shipped(DEFAULTS["accounts"]["rates"]).read_text(encoding="utf-8"), "shipped rates")
    any_money = dict.fromkeys((*shipped_ones.currencies, *DIGITS), 0)
    return Rates("", dict.fromkeys(ITEMS, any_money), shipped_ones.turns)


def _shipped(name: Value) -> Path:
    from magika_gm.resources import shipped

    return shipped("scenarios") / "rates" / f"{name}.toml"


def _rates_named(office: Office, system: str) -> Rates:
    path, text = rates_file(office, system)
    return parse_rates(text, str(path))


def own_rates(office: Office) -> dict[str, str]:
    """The price lists that games have of their own, by game; :class:`OfficeError` for what names none."""
    from magika_gm import games

    found = {}
    for said in office.settings.texts("accounts", "of_game"):
        name, _, rates = (part.strip() for part in said.partition(":"))
        if name not in games.SYSTEMS or not rates:
            known = ", ".join(games.SYSTEMS)
            raise OfficeError(f'[accounts] of_game: {said!r} is not like "arena: duels"; games are {known}')
        found[name] = rates
    return found


def rates_file(office: Office, system: str = "") -> tuple[Path, str]:
    """The file of the rates this office asks for, or a game, and its text: ``scenarios/rates/<name>.toml`` of the
    office, or the shipped one."""
    own = own_rates(office).get(system, "") if system else ""
    name = own or office.settings.text("accounts", "rates")
    folders = [office.root / "scenarios" / "rates", _shipped(name).parent]
    for folder in folders:
        path = folder / f"{name}.toml"
        if path.is_file():
            return path, read_text(path, "a rates file")
    known = ", ".join(sorted({p.stem for folder in folders for p in folder.glob("*.toml")}))
    raise OfficeError(
        f"[accounts] {'of_game' if own else 'rates'}: there are no rates {name!r} in scenarios/rates/; there are "
        f"{known}; a model for your own is printed by: magika-gm accounts --rates"
    )


def parse_rates(text: str, source: str) -> Rates:
    """Rates from a file's text; :class:`OfficeError` names every fault."""
    data = parse_toml(text, "a rates file", source)
    faults: list[str] = []
    first = data.get("turn")
    wanted = tuple(first) if isinstance(first, dict) and first else ("EUR",)
    faults += [f"[turn] {code[:20]}: there is no such currency; write its three letters, like EUR" for code in wanted
               if code not in DIGITS]  # fmt: skip
    cents = {item: _row(data.pop(item, None), item, wanted, faults) for item in ITEMS}
    turns = _turns(data.pop("turns", None), faults)
    title = data.pop("title", "")
    if not isinstance(title, str):
        faults.append("title must be a text")
    faults += [f"[{name}] is not a rate; there are {', '.join(ITEMS)}" for name in data]
    if faults:
        raise Faults(faults, source)
    return Rates(title, cents, turns)


def _row(table: Any, item: str, wanted: tuple[str, ...], faults: list[str]) -> dict[str, int]:
    """An item's amounts, in the same money as a turn's."""
    if not isinstance(table, dict):
        faults.append(f"[{item}] is missing")
        return {}
    found = {}
    for currency in wanted:
        value = table.get(currency)
        try:
            if not isinstance(value, str):
                raise OfficeError('write an amount as text, like "3.50"')
            found[currency] = read_amount(value, currency)
        except OfficeError as error:
            faults.append(f"[{item}] {currency}: {error}")
    there = " and ".join(wanted)
    faults += [f"[{item}] {key} has no price for a turn; there are {there}" for key in table if key not in wanted]
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


def rates_in(currency: str) -> tuple[str, str]:
    """A currency's code, and the text of a rates file in it for an office that begins: the shipped figures, to be
    looked through; "" where these are in that money first. :class:`OfficeError` for what is none."""
    code, path = currency_of(currency), _shipped(DEFAULTS["accounts"]["rates"])
    data = parse_toml(read_text(path, "a rates file"), "a rates file", str(path))
    first = next(iter(data["turn"]))
    if code == first:
        return code, ""
    lines = [f"# What playing costs. The figures are those of {path.stem}, and no exchange: write your own."]
    lines += ["", f'title = "Rates in {code}"']
    for item, called in ITEMS.items():
        amount = str(data[item].get(code, data[item][first]))
        shown = amount if DIGITS[code] else amount.replace(".", "").lstrip("0") or "0"
        lines += ["", f"[{item}]".ljust(27) + f"# {called}", f'{code} = "{shown}"']
    lines += ["", "[turns]                    # given with a starter"]
    lines += [f"{key} = {data['turns'][key]}" for key in GRANTS]
    return code, "\n".join([*lines, ""])
