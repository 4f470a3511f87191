"""Does the lone king hold on the main diagonal against three kings, as the books say? usage: diagonal.py TABLES"""

import sys

import lunette
import numpy as np

with lunette.Tablebase(sys.argv[1], rules="traditional") as tables:
    rules, table = tables.rules, tables.table("KKKvK")
    positions = table.position_of(1, np.arange(table.size))  # row 1: Black, the lone king, is on move
    values, plies = table.values("wdl", "black"), table.values("dtw", "black")

    lone = (positions["black_kings"] & rules.main_diagonal) != 0
    strong = (positions["white_kings"] & rules.main_diagonal) != 0
    quiet = ~rules.must_capture(positions)
    held = values > lunette.Wdl.LOSS  # drawn, if only by the count of 13 moves

    print("lone king on move, nothing to capture  positions  held")
    for name, chosen in {
        "it has the diagonal to itself": lone & ~strong,
        "a strong king stands there too": lone & strong,
        "strong kings alone stand there": ~lone & strong,
        "nobody stands there": ~lone & ~strong,
    }.items():
        print(f"{name:37}{np.sum(chosen & quiet):11,}{np.sum(chosen & quiet & held):8,}")

    print("\nplies that the lost ones last")
    for length, count in enumerate(np.bincount(plies[quiet & (plies > 0) & (values < 0)])):
        if count:
            print(f"{length:4}{count:8,} {'#' * (count // 250 + 1)}")
