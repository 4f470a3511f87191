"""Positions of given classes, the same ones for the same seed."""

import random
import re

from program import BOARDS

SQUARES = {"8x8": 32, "10x10": 50}
ROW = {"8x8": 4, "10x10": 5}


def classes(pieces):
    """Every class of so many pieces, whichever side is the stronger."""
    names = [(kings * "K" + (number - kings) * "M") for number in range(1, pieces) for kings in range(number + 1)]
    return [f"{white}v{black}" for white in names for black in names if len(white) + len(black) == pieces]


def random_fen(rules, material, chooser):
    board = BOARDS[rules]
    last, row = SQUARES[board], ROW[board]
    free = set(range(1, last + 1))
    sides = {"W": [], "B": []}
    # Men first: they may not stand everywhere.
    for color, pieces in sorted(zip("WB", material.split("v"), strict=True)):
        for kind in sorted(pieces, reverse=True):
            if kind == "M":
                allowed = {s for s in free if (s > row if color == "W" else s <= last - row)}
            else:
                allowed = free
            square = chooser.choice(sorted(allowed))
            free.discard(square)
            sides[color].append(("K" if kind == "K" else "", square))
    texts = {color: ",".join(f"{kind}{square}" for kind, square in sorted(stand, key=lambda piece: piece[1]))
             for color, stand in sides.items()}
    return f"{chooser.choice('WB')}:W{texts['W']}:B{texts['B']}"


def random_fens(rules, materials, number, seed):
    chooser = random.Random(f"{rules} {seed}")
    return [random_fen(rules, chooser.choice(materials), chooser) for _ in range(number)]


def is_counted(rules, fen):
    """Whether a count starts by itself in this position (rules.md)."""
    strong = {"traditional": (3,), "historical": (2, 3), "german": (2, 3)}.get(rules, ())
    numbers = sorted(len(re.findall(r"\d+", side)) for side in fen.split(":")[1:])
    men = re.search(r"(?<![K\d])\d", fen.replace("W", "").replace("B", ""))
    return not men and numbers[0] == 1 and numbers[1] in strong
