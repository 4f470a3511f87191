#!/usr/bin/env python3
"""`lunette probe` of a built set against values.tsv, longest.tsv and kingsrow.tsv of tests/data."""

from program import Program, parser
from reference import pieces_of_fen, rows
from tally import Tally


def references():
    """(file, ruleset, FEN, expected fields of the answer)"""
    for name in ("values.tsv", "longest.tsv"):
        for rules, fen, wdl, dtw in rows(name):
            yield name, rules, fen, {"wdl": wdl, "dtw": None if dtw == "-" else int(dtw)}
    for rules, fen, wdl, _pieces in rows("kingsrow.tsv"):
        yield "kingsrow.tsv", rules, fen, {"wdl": wdl}


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--pieces", type=int, required=True, help="compare positions up to this many pieces")
    arguments.add_argument("--files", nargs="+", default=["values.tsv", "longest.tsv", "kingsrow.tsv"],
                           help="the reference files (the first two need DTW)")
    options = arguments.parse_args()
    program, tally = Program(options.lunette), Tally()
    for rules in options.rules:
        wanted = [row for row in references() if row[0] in options.files and row[1] == rules
                  and pieces_of_fen(row[2]) <= options.pieces]
        answers = program.probe(rules, options.tables, [fen for _, _, fen, _ in wanted]) if wanted else []
        for (name, _, fen, expected), answer in zip(wanted, answers, strict=True):
            found = answer.get("error") or {field: answer[field] for field in expected}
            tally.equal(f"{name} {rules} {fen}", expected, found)
        print(f"{rules}: {len(wanted)} positions")
    tally.close()


if __name__ == "__main__":
    main()
