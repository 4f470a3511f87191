"""What can go wrong, one class for each kind, all of them below Error.

Arguments of the wrong type are TypeError, as everywhere in Python; an index that is out of range is IndexError.
"""

from __future__ import annotations

import re
from typing import ClassVar

from lunette.values import Status

_TABLE = re.compile(r"\bno table (\w+/[KM]*v[KM]*\.\w+)")


class Error(Exception):
    """Anything that Lunette refuses. The message is one line in English."""

    status: ClassVar[Status]
    """The kind as a number, the same as in arrays and in the C interface."""
    index: int | None = None
    """Which of many positions, where the call had many."""


class BadFenError(Error, ValueError):
    """Text is not a position; the message names the token."""

    status = Status.BAD_FEN


class BadMoveError(Error, ValueError):
    """Text or Move is not a legal move of the position, or the text fits several; the message lists the candidates."""

    status = Status.BAD_MOVE


class BadMaterialError(Error, ValueError):
    """Text is not a material name, or a position is not of the material asked for."""

    status = Status.BAD_MATERIAL


class IllegalPositionError(Error, ValueError):
    """Pieces overlap, a man stands on its promotion row, and so on; the message says what."""

    status = Status.ILLEGAL_POSITION


class UnknownSideError(Error, ValueError):
    """The FEN does not say who is to move."""

    status = Status.UNKNOWN_SIDE


class BadCountError(Error, ValueError):
    """A count where none can run, or one at or past the limit."""

    status = Status.BAD_COUNT


class BadArgumentError(Error, ValueError):
    """Any other argument that is out of its range."""

    status = Status.BAD_ARGUMENT


class ClosedError(BadArgumentError):
    """The Tablebase has been closed."""


class UnknownRulesetError(Error, LookupError):
    """No ruleset of that name; the message lists them."""

    status = Status.UNKNOWN_RULESET


class MissingTableError(Error, LookupError):
    """A table that the answer needs is not there. It may be a smaller one, which captures lead to."""

    status = Status.MISSING_TABLE

    def __init__(self, message: str) -> None:
        super().__init__(message)
        found = _TABLE.search(message)
        self.table: str = found.group(1) if found else ""
        """The file, such as "traditional/KKKvK.wdl"."""


class MissingMetricError(MissingTableError):
    """The class's values are there, but not this metric."""

    status = Status.MISSING_METRIC


class NotCoveredError(Error, LookupError):
    """More pieces than a table has, or than the Tablebase was opened for."""

    status = Status.NOT_COVERED


class NotCachedError(Error, LookupError):
    """A cached-only probe would have had to read the disk."""

    status = Status.NOT_CACHED


class TableFileError(Error):
    """A file is there but cannot be used; the message names it."""


class WrongRulesetError(TableFileError):
    """A file or a position of another ruleset, or a file made for another count limit."""

    status = Status.WRONG_RULESET


class UnknownVersionError(TableFileError):
    """A file of a newer format."""

    status = Status.UNKNOWN_VERSION


class CorruptFileError(TableFileError):
    """A checksum, size or section is wrong; the message names file and block or section."""

    status = Status.CORRUPT_FILE


class SystemIoError(Error, OSError):
    """The operating system refused; the message has its reason."""

    status = Status.IO_ERROR


class OutOfMemoryError(Error, MemoryError):
    """No memory left for what was asked."""

    status = Status.OUT_OF_MEMORY


_CLASSES: dict[str, type[Error]] = {
    "bad_fen": BadFenError,
    "bad_move": BadMoveError,
    "bad_material": BadMaterialError,
    "illegal_position": IllegalPositionError,
    "unknown_side": UnknownSideError,
    "bad_count": BadCountError,
    "bad_argument": BadArgumentError,
    "closed": ClosedError,
    "unknown_ruleset": UnknownRulesetError,
    "missing_table": MissingTableError,
    "missing_metric": MissingMetricError,
    "not_covered": NotCoveredError,
    "not_cached": NotCachedError,
    "wrong_ruleset": WrongRulesetError,
    "unknown_version": UnknownVersionError,
    "corrupt_file": CorruptFileError,
    "io_error": SystemIoError,
    "out_of_memory": OutOfMemoryError,
}


def _error_of(kind: str, message: str, index: int | None) -> Error:
    """The exception for an error of the library: `kind` as it is written in JSON."""
    error = _CLASSES[kind](message if index is None else f"position {index}: {message}")
    if index is not None:
        error.index = index
    return error
