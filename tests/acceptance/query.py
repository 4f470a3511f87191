#!/usr/bin/env python3
"""`lunette query` against a brute force: every placement of a class enumerated here, valued by `lunette probe`."""

import itertools

from program import BOARDS, parser, Program
from tally import Tally


class Board:
    """Squares by number, and the lines that the expressions name."""

    def __init__(self, rules):
        self.rows = int(BOARDS[rules].split("x")[0])
        self.in_row = self.rows // 2
        self.squares = range(1, self.rows * self.in_row + 1)
        self.diagonal = {square for square in self.squares
                         if self.row_from_black(square) + self.column(square) == self.rows + 1}
        self.edge = {square for square in self.squares
                     if self.row(square) in (1, self.rows) or self.column(square) in (1, self.rows)}

    def row_from_black(self, square):
        return (square - 1) // self.in_row + 1

    def row(self, square):
        return self.rows + 1 - self.row_from_black(square)

    def column(self, square):
        return 2 * ((square - 1) % self.in_row) + (2 if self.row_from_black(square) % 2 == 1 else 1)

    def men_squares(self, color):
        last = self.rows
        return [square for square in self.squares
                if (self.row(square) if color == "W" else self.row_from_black(square)) != last]


def sides_of(material):
    """'KKvM' as [(color, piece, number), ...]"""
    groups = []
    for color, pieces in zip("WB", material.split("v")):
        for piece in "KM":
            if piece in pieces:
                groups.append((color, piece, pieces.count(piece)))
    return groups


def placements(board, groups, taken=frozenset()):
    """Every way to put the groups on free squares, as tuples of (color, piece, square)."""
    if not groups:
        yield ()
        return
    (color, piece, number), *rest = groups
    allowed = board.squares if piece == "K" else board.men_squares(color)
    for chosen in itertools.combinations([square for square in allowed if square not in taken], number):
        for others in placements(board, rest, taken | set(chosen)):
            yield tuple((color, piece, square) for square in chosen) + others


def fen_of(pieces, turn):
    def side(color):
        squares = sorted((square, piece) for owner, piece, square in pieces if owner == color)
        return color + ",".join(("K" if piece == "K" else "") + str(square) for square, piece in squares)
    return f"{turn}:{side('W')}:{side('B')}"


class Asked:
    """A position and the answer to it."""

    def __init__(self, board, pieces, turn, answer):
        self.board, self.pieces, self.turn = board, pieces, turn
        self.wdl, self.dtw, self.dtc = answer["wdl"], answer["dtw"], answer["dtc"]
        self.moves = answer["moves"]
        self.capture = bool(self.moves) and bool(self.moves[0]["captures"])

    def count(self, color, kinds, squares):
        return sum(owner in color and piece in kinds and square in squares for owner, piece, square in self.pieces)

    def moves_to(self, reply):
        """Moves after which the opponent's value is this."""
        return sum(move["wdl"] == reply for move in self.moves)


OPPOSITE = {"win": "loss", "cursed-win": "blessed-loss", "draw": "draw", "blessed-loss": "cursed-win", "loss": "win"}


def cases(board):
    """(expression, predicate)"""
    second = {square for square in board.squares if board.row(square) == 2}
    middle = {square for square in board.squares if square not in board.edge}
    return [
        ("wdl == win && dtw >= 5 && on(K, diagonal) && !capture",
         lambda a: a.wdl == "win" and a.dtw >= 5 and a.count("WB", "K", board.diagonal) > 0 and not a.capture),
        ("side == black && (wdl == loss || wdl == blessed_loss) && dtc < dtw",
         lambda a: a.turn == "B" and a.wdl in ("loss", "blessed-loss") and a.dtc < a.dtw),
        ("winning_moves == 1 && moves >= 8",
         lambda a: a.moves_to("loss") == 1 and len(a.moves) >= 8),
        ("keeping_moves == 1 && !capture && wdl == draw",
         lambda a: a.moves_to("draw") == 1 and not a.capture and a.wdl == "draw"),
        ("all(white, edge) || count(black, row 2) == 1",
         lambda a: a.count("W", "KM", middle) == 0 or a.count("B", "KM", second) == 1),
        ("capture && captured >= 2 && drawing_moves > 0",
         lambda a: a.capture and max(len(move["captures"]) for move in a.moves) >= 2
         and any(OPPOSITE[move["wdl"]] not in ("win", "loss") for move in a.moves)),
    ]


def compare(tally, program, rules, tables, material, batch):
    board = Board(rules)
    expressions = cases(board)
    expected = [set() for _ in expressions]
    positions = ((pieces, turn) for pieces in placements(board, sides_of(material)) for turn in "WB")
    total = 0
    while chunk := list(itertools.islice(positions, batch)):
        answers = program.probe(rules, tables, [fen_of(*position) for position in chunk])
        for (pieces, turn), answer in zip(chunk, answers, strict=True):
            if "error" in answer:
                raise RuntimeError(f"{rules} {answer}")
            asked = Asked(board, pieces, turn, answer)
            for found, (_, holds) in zip(expected, expressions, strict=True):
                if holds(asked):
                    found.add(answer["fen"])
        total += len(chunk)
    for found, (expression, _) in zip(expected, expressions, strict=True):
        (document,) = program.json("query", "--rules", rules, "--tables", tables, material, expression, "--list",
                                   "--json")
        where = f"{rules} {material} {expression}"
        tally.equal(f"{where}: positions", total, document["positions"])
        tally.equal(f"{where}: matches", len(found), document["matches"])
        tally.equal(f"{where}: White to move", sum(fen[0] == "W" for fen in found), document["white"]["matches"])
        listed = [entry["fen"] for entry in document["list"]]
        tally.check(len(listed) == len(found) and set(listed) == found, f"{where}: the list differs")
        print(f"{where}: {len(found)} of {total}", flush=True)


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--materials", nargs="+", default=["KvKKK", "KKvKK", "KKKvM"])
    arguments.add_argument("--batch", type=int, default=200_000, help="positions asked of one run of probe")
    options = arguments.parse_args()
    program, tally = Program(options.lunette), Tally()
    for rules in options.rules:
        for material in options.materials:
            compare(tally, program, rules, options.tables, material, options.batch)
    tally.close()


if __name__ == "__main__":
    main()
