"""The reference truth in tests/data, and the little of FEN that reading it needs."""

import pathlib
import re

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"


def rows(name):
    """The rows of a file without its heading, each a list of texts."""
    for line in (DATA / name).read_text(encoding="utf-8").splitlines()[1:]:
        if line.strip():
            yield line.split("\t")


def pieces_of_material(material):
    return len(material.replace("v", ""))


def pieces_of_fen(fen):
    """How many pieces stand in a FEN with numeric or algebraic squares."""
    count = 0
    for token in re.split(r"[:,]", fen.rstrip(".").split(":", 1)[1]):
        squares = token.strip().lstrip("WBK")
        first, _, last = squares.partition("-")
        count += int(last) - int(first) + 1 if last else bool(squares)
    return count
