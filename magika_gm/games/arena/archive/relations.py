"""Arena's tables as data."""

from __future__ import annotations

from magika_gm.engine.relations import TURN, Column, Keeps, Kind, Relation

VERSION = 1
_ID, _NAME, _PLACE = 8, 40, 4


def _text(name: str, size: int = 0, null: bool = False) -> Column:
    return Column(name=name, size=size, null=null)


def _numbers(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name=name, kind=Kind.NUMBER) for name in names)


def _flags(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name=name, kind=Kind.FLAG) for name in names)


_AIM = (
    _text("target", 24),
    _text("target_id", _ID),
    _text("target_place", _PLACE),
    _text("target_other", _PLACE),
    *_numbers("target_effect"),
)
"""What an effect is aimed at (``state.Aim``)."""

STATE = Relation(
    name="state",
    key=(),
    columns=(
        *_numbers(TURN, "player_turn"),
        _text("active", 1),
        _text("mode", 8),
        *_numbers("board_side", "last_turn", "mastery", "pool_a", "pool_b"),
        _text("king_a", _PLACE),
        _text("king_b", _PLACE),
        _text("army_a", _NAME),
        _text("army_b", _NAME),
        *_numbers("made_a", "made_b", "made_c", "made_n", "declared"),
        _text("ending", 10, null=True),
        _text("winner", 4),
    ),
)
HEXES = Relation(
    name="hexes",
    key=("hex",),
    columns=(
        _text("hex", _PLACE),
        _text("terrain", 1),
        _text("control", 1),
        Column(name="storm_until", kind=Kind.NUMBER, null=True),
    ),
    keeps=Keeps.CHANGES,
)
CREATURES = Relation(
    name="creatures",
    key=("id",),
    columns=(
        _text("id", _ID),
        _text("kind", _NAME),
        _text("owner", 1),
        _text("side", 1),
        _text("place", _PLACE),
        _text("mount", _ID, null=True),
        *_numbers(
            "rides_as", "air", "printed_power", "printed_move", "power_lost", "power_gained", "move_lost",
        ),
        Column(name="uses", kind=Kind.NUMBER, null=True),
        *_flags("dead"),
    ),
    keeps=Keeps.CHANGES,
    indexes=(("place",),),
)  # fmt: skip
CASTINGS = Relation(
    name="castings",
    key=("creature",),
    columns=(
        _text("creature", _ID),
        *_numbers("number"),
        _text("spell", _NAME),
        *_AIM,
        *_numbers("cost"),
        _text("side", 1),
        *_numbers("begun", "due"),
        _text("to_place", _PLACE),
        _text("terrain", 1),
    ),
)
ITEMS = Relation(
    name="items",
    key=("id",),
    columns=(
        _text("id", _ID),
        _text("kind", _NAME),
        _text("bearer", _ID, null=True),
        *_numbers("borne_as"),
        _text("place", _PLACE),
        Column(name="uses", kind=Kind.NUMBER, null=True),
        *_flags("disenchanted", "used_up"),
    ),
    keeps=Keeps.CHANGES,
)
CORPSES = Relation(
    name="corpses",
    key=("id",),
    columns=(
        _text("id", _ID),
        _text("kind", _NAME),
        _text("hex", _PLACE),
        _text("of", _ID),
        _text("side", 1),
        *_flags("used_up"),
    ),
    keeps=Keeps.CHANGES,
)
ENCHANTMENTS = Relation(
    name="enchantments",
    key=("id",),
    columns=(
        _text("id", _ID),
        _text("name", _NAME),
        _text("side", 1),
        *_AIM,
        *_numbers("since"),
        _text("turns_of", 1),
    ),
)
PAST_ENCHANTMENTS = Relation(
    name="past_enchantments",
    key=("nr",),
    columns=(*_numbers("nr"), _text("id", _ID)),
    keeps=Keeps.CHANGES,
)
CARDS = Relation(
    name="cards",
    key=("side", "nr"),
    columns=(
        _text("side", 1),
        *_numbers("nr"),
        _text("spell", _NAME),
        Column(name="begun_as", kind=Kind.NUMBER, null=True),
    ),
    keeps=Keeps.CHANGES,
)
STANDING = Relation(
    name="standing",
    key=("side", "nr"),
    columns=(_text("side", 1), *_numbers("nr"), _text("line")),
    keeps=Keeps.CHANGES,
)
RELATIONS = (
    STATE, HEXES, CREATURES, CASTINGS, ITEMS, CORPSES, ENCHANTMENTS, PAST_ENCHANTMENTS, CARDS, STANDING,
)  # fmt: skip
