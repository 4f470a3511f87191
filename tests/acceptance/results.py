#!/usr/bin/env python3
"""`lunette stats` of a built set against tests/data/results.tsv (every known column) and counts.tsv."""

from program import BOARDS, Program, parser
from reference import pieces_of_material, rows
from tally import Tally

VALUES = ["win", "cursed-win", "draw", "blessed-loss", "loss"]
COLUMNS = VALUES + ["max_dtw_win", "max_dtw_loss", "max_dtc_win", "max_dtc_loss"]

# rules.md, "The counted draw": all that the 13 moves of `traditional` change up to four pieces.
TRADITIONAL_COUNT = {("KKKvK", "black", "blessed-loss"): 194,
                     ("KKMvK", "white", "cursed-win"): 1,
                     ("KKMvK", "black", "blessed-loss"): 3}


def compare_results(tally, rules, found, pieces, least):
    compared = 0
    for ruleset, material, side, *values in rows("results.tsv"):
        if ruleset != rules or pieces_of_material(material) > pieces:
            continue
        table = found.get((material, side))
        if not tally.check(table is not None, f"{rules} {material} {side}: not in the statistics"):
            continue
        compared += 1
        for column, value in zip(COLUMNS, values, strict=True):
            if value != "?":
                tally.equal(f"{rules} {material} {side} {column}", None if value == "-" else int(value), table[column])
    tally.check(compared >= least, f"{rules}: {compared} rows compared, at least {least} expected")
    print(f"{rules}: {compared} rows of results.tsv")


def compare_entries(tally, rules, found):
    """Every legal position is counted once, and a class has as many as combinatorics says."""
    placements = {material: int(count) for board, _, material, count in rows("counts.tsv") if board == BOARDS[rules]}
    for (material, side), table in found.items():
        where = f"{rules} {material} {side}"
        tally.equal(f"{where} entries", placements[material], table["entries"])
        tally.equal(f"{where} sum of the values", table["entries"], sum(table[value] for value in VALUES))


def compare_count(tally, rules, found, pieces):
    expected = {}
    if rules == "traditional":
        expected = {key: count for key, count in TRADITIONAL_COUNT.items() if pieces_of_material(key[0]) <= pieces}
    changed = {(material, side, value): table[value] for (material, side), table in found.items()
               for value in ("cursed-win", "blessed-loss") if table[value] and pieces_of_material(material) <= pieces}
    tally.equal(f"{rules}: what the count changes", expected, changed)


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--pieces", type=int, required=True, help="compare classes up to this many pieces")
    arguments.add_argument("--least", type=int, default=1, help="rows of results.tsv that each ruleset must have")
    options = arguments.parse_args()
    program, tally = Program(options.lunette), Tally()
    for rules in options.rules:
        (document,) = program.json("stats", "--rules", rules, "--tables", options.tables, "--json")
        tally.equal("rules", rules, document["rules"])
        found = {(table["material"], table["side"]): table for table in document["tables"]}
        tally.equal(f"{rules}: objects with the same class and side", 0, len(document["tables"]) - len(found))
        compare_results(tally, rules, found, options.pieces, options.least)
        compare_entries(tally, rules, found)
        compare_count(tally, rules, found, options.pieces)
    tally.close()


if __name__ == "__main__":
    main()
