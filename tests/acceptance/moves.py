#!/usr/bin/env python3
"""`lunette moves` and `lunette perft` against moves.tsv and perft.tsv of tests/data."""

import re

from program import Program, parser
from reference import rows
from tally import Tally


def move_of(text):
    """`35-13` or `41x43{9,12,19,38}` as (from, to, captured squares)."""
    found = re.fullmatch(r"(\d+)[-x](\d+)(?:\{([\d,]+)\})?", text)
    captures = tuple(int(square) for square in found[3].split(",")) if found[3] else ()
    return int(found[1]), int(found[2]), captures


def compare_moves(tally, program, rules):
    for ruleset, fen, count, listed, _why in rows("moves.tsv"):
        if ruleset != rules:
            continue
        expected = sorted(move_of(text) for text in listed.split() if text != "-")
        (document,) = program.json("moves", "--rules", rules, fen, "--json")
        found = [(move["from"], move["to"], tuple(move["captures"])) for move in document["moves"]]
        tally.equal(f"{rules} {fen} number of moves", int(count), len(found))
        tally.equal(f"{rules} {fen} moves", expected, sorted(found))


def compare_perft(tally, program, rules, most):
    for ruleset, fen, listed in rows("perft.tsv"):
        if ruleset != rules:
            continue
        expected = [int(nodes) for nodes in listed.split() if int(nodes) <= most]
        lines = program.json("perft", "--rules", rules, "--depth", len(expected), fen, "--json")
        tally.equal(f"{rules} {fen} depths", list(range(1, len(expected) + 1)), [line["depth"] for line in lines])
        for depth, (nodes, line) in enumerate(zip(expected, lines), 1):
            tally.equal(f"{rules} {fen} nodes at depth {depth}", nodes, line["nodes"])


def main():
    arguments = parser(__doc__, tables=False)
    arguments.add_argument("--most", type=int, default=50_000_000, help="stop a row of perft.tsv before more nodes")
    options = arguments.parse_args()
    program, tally = Program(options.lunette), Tally()
    for rules in options.rules:
        compare_moves(tally, program, rules)
        compare_perft(tally, program, rules, options.most)
    tally.close()


if __name__ == "__main__":
    main()
