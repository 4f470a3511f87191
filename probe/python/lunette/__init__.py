"""Lunette: endgame tablebases for the draughts family with flying kings.

    import lunette

    with lunette.Tablebase("tables", rules="traditional") as tables:
        answer = tables.probe("W:WK4,K7,K11:BK21")
        print(answer.wdl, answer.dtw)             # win 25
        print(answer.moves[0].move)               # 7-2

Values are always from the side to move. Distances (`dtc`, `dtw`) are plies: half-moves of either side. Squares are
numbered as in PDN, row by row from Black's side; White moves towards square 1.
"""

from lunette.errors import (
    BadArgumentError,
    BadCountError,
    BadFenError,
    BadMaterialError,
    BadMoveError,
    ClosedError,
    CorruptFileError,
    Error,
    IllegalPositionError,
    MissingMetricError,
    MissingTableError,
    NotCachedError,
    NotCoveredError,
    OutOfMemoryError,
    SystemIoError,
    TableFileError,
    UnknownRulesetError,
    UnknownSideError,
    UnknownVersionError,
    WrongRulesetError,
)
from lunette.values import NO_DISTANCE, NO_VALUE, Answers, Color, LineEnd, Statistics, Status, Wdl

# These need the names above: the extension module raises and returns them.
from lunette._native import (  # isort: skip
    Answer,
    Line,
    Material,
    Move,
    Position,
    Probe,
    RankedMove,
    Ruleset,
    Table,
    Tablebase,
    __version__,
    position_dtype,
    rulesets,
)

__all__ = [
    "Answer",
    "Answers",
    "BadArgumentError",
    "BadCountError",
    "BadFenError",
    "BadMaterialError",
    "BadMoveError",
    "ClosedError",
    "Color",
    "CorruptFileError",
    "Error",
    "IllegalPositionError",
    "Line",
    "LineEnd",
    "Material",
    "MissingMetricError",
    "MissingTableError",
    "Move",
    "NO_DISTANCE",
    "NO_VALUE",
    "NotCachedError",
    "NotCoveredError",
    "OutOfMemoryError",
    "Position",
    "Probe",
    "RankedMove",
    "Ruleset",
    "Statistics",
    "Status",
    "SystemIoError",
    "Table",
    "TableFileError",
    "Tablebase",
    "UnknownRulesetError",
    "UnknownSideError",
    "UnknownVersionError",
    "Wdl",
    "WrongRulesetError",
    "__version__",
    "position_dtype",
    "rulesets",
]
