"""Values, colours and codes as Python enumerations, and the answers that come in arrays."""

from __future__ import annotations

import enum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Wdl(enum.IntEnum):
    """A value, always from the side to move. Greater is better; negated it is the other side's view."""

    LOSS = -2
    BLESSED_LOSS = -1
    """Lost without the count, drawn with it."""
    DRAW = 0
    CURSED_WIN = 1
    """Won without the count, drawn with it."""
    WIN = 2

    def __neg__(self) -> Wdl:
        return Wdl(-int(self))

    def __str__(self) -> str:
        return self.name.lower().replace("_", "-")


class Color(enum.IntEnum):
    """White starts at the high square numbers and moves towards square 1."""

    WHITE = 0
    BLACK = 1

    @property
    def opposite(self) -> Color:
        return Color(1 - int(self))

    def __str__(self) -> str:
        return self.name.lower()


class LineEnd(enum.Enum):
    """Why a line of best play ends."""

    GAME_OVER = 0
    """The last side to move has no pieces or no move."""
    DRAWN_BY_COUNT = 1
    """The lone king has completed its last move and the game is not over."""
    DRAWN = 2
    """A drawn position has come up again."""
    LENGTH_LIMIT = 3

    def __str__(self) -> str:
        return self.name.lower()


class Status(enum.IntEnum):
    """What became of one position among many: the numbers of `lunette_status` in lunette.h."""

    OK = 0
    BAD_FEN = 1
    BAD_MOVE = 2
    BAD_MATERIAL = 3
    ILLEGAL_POSITION = 4
    UNKNOWN_SIDE = 5
    BAD_COUNT = 6
    BAD_ARGUMENT = 7
    UNKNOWN_RULESET = 8
    MISSING_TABLE = 9
    MISSING_METRIC = 10
    NOT_COVERED = 11
    NOT_CACHED = 12
    WRONG_RULESET = 13
    UNKNOWN_VERSION = 14
    CORRUPT_FILE = 15
    IO_ERROR = 16
    OUT_OF_MEMORY = 17

    def __str__(self) -> str:
        return self.name.lower()


NO_VALUE = -128
"""Stands in Answers.wdl for a position without an answer."""
NO_DISTANCE = -1
"""Stands in arrays of distances where there is none: a draw, not stored, or no answer."""


class Answers(NamedTuple):
    """What the tables say about many positions, each from its side to move."""

    wdl: NDArray[np.int8]
    """Values, as in Wdl; NO_VALUE where `status` is not 0."""
    dtc: NDArray[np.int16]
    """Plies to the next capture or man's move; NO_DISTANCE for draws and where not stored or not asked for."""
    dtw: NDArray[np.int16]
    """Plies to the end of the game, no count applied; likewise."""
    status: NDArray[np.uint8]
    """0, or the Status that says why there is no answer."""


class Statistics(NamedTuple):
    """What a Tablebase has done since it was opened or reset."""

    probes: int
    """Probes answered or refused."""
    cache_hits: int
    """Look-ups that found their block decoded; a probe may need none, or many."""
    cache_misses: int
    """Blocks decoded for a look-up."""
    cache_bytes: int
    """Held now."""
    cache_budget: int
    """The `cache` that the Tablebase was opened with, bytes."""
    open_tables: int
    """Files mapped now."""
