#!/usr/bin/env python3
"""`lunette line` from long positions of every ruleset: it ends as promised, when promised, and on legal moves."""

from program import Program, parser
from tally import Tally

# rules.md, "The counted draw": material, limit.
COUNTED = {"traditional": ({"KKKvK"}, 13), "historical": ({"KKvK", "KKKvK"}, 15), "german": ({"KKvK", "KKKvK"}, 15)}


def long_positions(program, rules, tables, number):
    """The longest wins and losses of different classes; where there is a count, of counted classes too."""
    (document,) = program.json("stats", "--rules", rules, "--tables", tables, "--json")
    candidates = []
    for table in document["tables"]:
        for distance, fen in (("max_dtw_win", "longest_win_fen"), ("max_dtw_loss", "longest_loss_fen")):
            if table[fen] is not None:
                candidates.append((table[distance] or 0, table["material"], table[fen]))
    candidates.sort(reverse=True)
    longest = {}
    for _, material, fen in candidates:
        longest.setdefault(material, fen)
    counted = COUNTED.get(rules, (set(), 0))[0]
    return list(longest.values())[:number] + [fen for _, material, fen in candidates if material in counted]


def check_legal(tally, program, tables, line):
    """Each step is a legal move of the position before it."""
    fens = [line["fen"]] + [move["fen"] for move in line["moves"]]
    answers = program.probe(line["rules"], tables, fens)
    for answer, after in zip(answers, fens[1:]):
        tally.check(after in [move["fen"] for move in answer.get("moves", [])],
                    f"{line['rules']} {line['fen']}: no legal move from {answer['fen']} to {after}")
    if line["end"] == "game-over":
        tally.equal(f"{line['rules']} {line['fen']}: moves of the last position", [], answers[-1]["moves"])


def check_end(tally, line):
    """The winner makes the last move of a decided game; what the count takes away ends by the count."""
    where = f"{line['rules']} {line['fen']}"
    ends = {"win": "game-over", "loss": "game-over", "cursed-win": "drawn-by-count", "blessed-loss": "drawn-by-count",
            "draw": "drawn"}
    tally.equal(f"{where}: end of a {line['wdl']}", ends[line["wdl"]], line["end"])
    if line["end"] == "game-over":
        tally.equal(f"{where}: winner", line["wdl"] == "win", len(line["moves"]) % 2 == 1)


def check_distances(tally, line):
    """Where a count decides, play follows DTW; where none runs, a conversion comes within DTC plies."""
    where = f"{line['rules']} {line['fen']}"
    counted, limit = COUNTED.get(line["rules"], (set(), 0))
    if not counted:
        tally.equal(f"{where}: plies", line["dtw"], len(line["moves"]))
        return
    steps = [line, *line["moves"]]
    for ply, step in enumerate(steps):
        if step["wdl"] not in ("win", "loss"):
            continue
        if step["count"] is not None:
            tally.check(step["count"] < limit, f"{where}: the count is {step['count']} after {ply} plies")
            tally.equal(f"{where}: plies left after {ply} under the count", step["dtw"], len(line["moves"]) - ply)
            continue
        converted = next((later for later in range(ply, len(line["moves"])) if line["moves"][later]["conversion"]),
                         len(line["moves"]) - 1)
        tally.check(converted + 1 - ply <= step["dtc"],
                    f"{where}: {converted + 1 - ply} plies to a conversion after {ply}, DTC {step['dtc']}")


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--positions", type=int, default=3, help="long positions of each ruleset")
    options = arguments.parse_args()
    program, tally = Program(options.lunette), Tally()
    for rules in options.rules:
        fens = long_positions(program, rules, options.tables, options.positions)
        tally.check(len(fens) >= options.positions, f"{rules}: only {len(fens)} positions")
        for fen in fens:
            (line,) = program.json("line", "--rules", rules, "--tables", options.tables, "--json", fen)
            print(f"{rules} {fen}: {line['wdl']}, {len(line['moves'])} plies, {line['end']}")
            check_end(tally, line)
            check_distances(tally, line)
            check_legal(tally, program, options.tables, line)
    tally.close()


if __name__ == "__main__":
    main()
