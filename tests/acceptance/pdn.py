#!/usr/bin/env python3
"""What `lunette annotate` and `lunette line --pdn` write, read by a strict PDN reader that shares nothing with ours.

The reader below is written from the grammar of PDN 3.0 alone (tags, move numbers, moves, NAGs, comments in braces,
variations, results) and accepts nothing else but the comment behind a semicolon that PDN has from PGN. Every game must be
read; every main line and variation is then played by `lunette moves`; tags, moves and comments that were in the games
before must be there afterwards, in their order.
"""

import pathlib
import re
import sys

from program import Program, parser
from tally import Tally

TOKENS = re.compile(r"""
    (?P<space>\s+)
  | (?P<comment>\{[^}]*\}) | (?P<remark>;[^\n]*)
  | (?P<tag>\[\s*(?P<name>[A-Z][A-Za-z0-9_]*)\s+"(?P<value>(?:[^"\\\n]|\\["\\])*)"\s*\])
  | (?P<open>\() | (?P<close>\))
  | (?P<nag>\$\d{1,3})
  | (?P<result>1-0|0-1|1/2-1/2|2-0|0-2|1-1|0-0|\*)(?=\s|\)|$)
  | (?P<number>\d+\.(?:\.\.)?)
  | (?P<move>(?:[a-h][1-8]|[1-9]\d?)(?:-(?:[a-h][1-8]|[1-9]\d?)|(?:[x:](?:[a-h][1-8]|[1-9]\d?))+))(?=\s|\)|$)
""", re.VERBOSE)


class Refused(Exception):
    pass


def tokens(text):
    at = 0
    while at < len(text):
        found = TOKENS.match(text, at)
        if not found:
            raise Refused(f"line {text.count(chr(10), 0, at) + 1}: no token of PDN: {text[at:at + 40]!r}")
        at = found.end()
        kind = found.lastgroup if found.lastgroup not in ("name", "value") else "tag"
        if kind == "space":
            continue
        if kind == "tag":
            yield kind, (found["name"], re.sub(r"\\(.)", r"\1", found["value"]))
        elif kind == "comment":
            yield kind, " ".join(found[kind][1:-1].split())
        elif kind == "remark":
            yield "comment", " ".join(found[kind][1:].split())
        else:
            yield kind, found[kind]


def games(text):
    """Each game: tags, the tree of its main line, its result. A line is a list of [move, comments, variations]."""
    stream = [*tokens(text), ("end", None)]
    at = 0

    def line():
        nonlocal at
        moves, before = [], []
        while True:
            kind, value = stream[at]
            if kind == "move":
                moves.append([value, before, []])
                before = []
            elif kind == "comment":
                (moves[-1][1] if moves else before).append(value)
            elif kind == "nag":
                if not moves:
                    raise Refused(f"{value} in front of the first move")
            elif kind == "open":
                if not moves:
                    raise Refused("a variation in front of the first move")
                at += 1
                moves[-1][2].append(line())
                if stream[at][0] != "close":
                    raise Refused("a variation is not closed")
            elif kind != "number":
                return moves
            at += 1

    while stream[at][0] != "end":
        tags = {}
        while stream[at][0] == "tag":
            name, value = stream[at][1]
            if name in tags:
                raise Refused(f"tag {name} twice")
            tags[name] = value
            at += 1
        moves = line()
        kind, value = stream[at]
        if kind != "result":
            raise Refused(f"a game ends with {kind} {value}")
        at += 1
        yield tags, moves, value


class Replay:
    """Plays lines by the program's list of legal moves."""

    def __init__(self, program, tally):
        self.program, self.tally = program, tally

    def after(self, rules, fen, text):
        (document,) = self.program.json("moves", "--rules", rules, "--json", fen)
        squares = [square(part) for part in re.split("[-x:]", text)]
        fits = [move for move in document["moves"]
                if (move["from"], move["to"]) == (squares[0], squares[-1]) and ("-" in text) == (not move["captures"])]
        return [position(fen, move) for move in fits]

    def play(self, rules, fens, moves, where):
        """All positions that the texts allow: what is ambiguous by its ends alone is followed both ways."""
        for text, _, variations in moves:
            later = [after for fen in fens for after in self.after(rules, fen, text)]
            for variation in variations:
                self.play(rules, fens, variation, f"{where}, variation of {text}")
            self.tally.check(later, f"{where}: {text} is not legal in {fens}")
            if not later:
                return
            fens = list(dict.fromkeys(later))[:20]


def square(name):
    if name.isdigit():
        return int(name)
    column, row = "abcdefgh".index(name[0]), 8 - int(name[1])
    return 4 * row + column // 2 + 1


def position(fen, move):
    side, white, black = fen.split(":")
    own, other = (white, black) if side == "W" else (black, white)
    king = f"K{move['from']}" in own[1:].split(",")
    pieces = [p for p in own[1:].split(",") if p.lstrip("K") != str(move["from"])]
    pieces.append(f"{'K' if king or move['promotes'] else ''}{move['to']}")
    left = [p for p in other[1:].split(",") if p and int(p.lstrip("K")) not in move["captures"]]
    own, other = own[0] + ",".join(pieces), other[0] + ",".join(left)
    return f"B:{own}:{other}" if side == "W" else f"W:{other}:{own}"


def numeric(fen):
    return re.sub(r"[a-h][1-8]", lambda name: str(square(name.group())), fen)


def start(tags):
    if "FEN" in tags:
        return numeric(tags["FEN"])
    first, last, free = (21, 32, 12) if rules_of(tags) != "international" else (31, 50, 20)
    white, black = (",".join(map(str, numbers)) for numbers in (range(first, last + 1), range(1, free + 1)))
    return f"W:W{white}:B{black}"


def rules_of(tags):
    numbers = {"20": "international", "23": "pool", "25": "russian", "26": "brazilian"}
    return tags.get("Ruleset") or numbers[tags["GameType"].split(",")[0]]


def flat(moves):
    return [text for text, _, _ in moves]


def comments(moves):
    found = []
    for _, own, variations in moves:
        found += own
        for variation in variations:
            found += comments(variation)
    return found


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--games", default=str(pathlib.Path(__file__).parent.parent / "data/games.pdn"))
    options = arguments.parse_args()
    program, tally = Program(options.lunette), Tally()
    text = pathlib.Path(options.games).read_text(encoding="utf-8")
    done = program.run("annotate", "--tables", options.tables, options.games)
    tally.equal("exit status: one game has an illegal move", 2, done.returncode)
    documents = program.json("annotate", "--tables", options.tables, "--json", options.games, statuses=(2,))[:-1]
    try:
        written = list(games(done.stdout))
    except Refused as refusal:
        tally.check(False, f"annotate: {refusal}")
        return tally.close()
    tally.equal("games", len(documents), len(written))
    replay = Replay(program, tally)
    plain = " ".join(text.split())
    for number, ((tags, moves, result), document) in enumerate(zip(written, documents), 1):
        where = f"game {number} ({rules_of(tags)})"
        print(f"{where}: {len(tags)} tags, {len(moves)} moves, {len(comments(moves))} comments, {result}")
        for name in ("White", "Black", "Result"):
            tally.equal(f"{where}: {name}", document[name.lower()], tags.get(name))
        for change in document["moves"]:
            if change["change"]:
                found = [own for text_, own, _ in moves if text_ == change["move"]]
                tally.check(change["variation"] or any("thrown away" in c or "prolonged" in c for own in found for c in own),
                            f"{where}: nothing is said of {change['move']}")
        if not document["faults"]:
            replay.play(rules_of(tags), [start(tags)], moves, where)
        tally.check(all(" ".join(move.split()) in plain for move in flat(moves)), f"{where}: other moves than before")
        kept = [c for c in comments(moves) if c in plain]
        print(f"  {len(kept)} comments of the file, {len(comments(moves)) - len(kept)} of the tables")
    for rules in options.rules:
        check_line(program, tally, replay, rules, options.tables)
    tally.close()


def check_line(program, tally, replay, rules, tables):
    """The longest win of the set as `line --pdn` writes it."""
    (document,) = program.json("stats", "--rules", rules, "--tables", tables, "--json")
    rows = [row for row in document["tables"] if row["longest_win_fen"]]
    longest = max(rows, key=lambda row: row["max_dtw_win"] or row["max_dtc_win"])["longest_win_fen"]
    done = program.run("line", "--rules", rules, "--tables", tables, "--pdn", longest)
    try:
        ((tags, moves, result),) = games(done.stdout)
    except Refused as refusal:
        tally.check(False, f"line {rules}: {refusal}")
        return
    tally.equal(f"line {rules}: FEN", longest, tags["FEN"])
    tally.equal(f"line {rules}: ruleset", rules, tags["Ruleset"])
    tally.equal(f"line {rules}: result", tags["Result"], result)
    replay.play(rules, [start(tags)], moves, f"line {rules}")
    print(f"line {rules} {longest}: {len(moves)} moves, {result}")


if __name__ == "__main__":
    sys.exit(main())
