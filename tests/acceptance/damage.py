#!/usr/bin/env python3
"""Flipped bytes in a built set: `verify` names the file, `probe` neither crashes nor answers wrongly."""

import pathlib
import random
import shutil
import tempfile

from program import BOARDS, Program, parser
from tables import TABLE, tables
from tally import Tally

SQUARES = {"8x8": 32, "10x10": 50}


def random_fen(source, board, material):
    """A legal position of a material, either side to move."""
    squares, row = SQUARES[board], 4 if board == "8x8" else 5
    taken, sides = set(), []
    for color, pieces in zip("WB", material.split("v")):
        placed = []
        for piece in pieces:
            first, last = 1, squares
            if piece == "M":
                first, last = (row + 1, squares) if color == "W" else (1, squares - row)
            square = source.choice([s for s in range(first, last + 1) if s not in taken])
            taken.add(square)
            placed.append(f"{'K' if piece == 'K' else ''}{square}")
        sides.append(color + ",".join(placed))
    return f"{source.choice('WB')}:{sides[0]}:{sides[1]}"


class Damage:
    """One table at a time, damaged in a copy of the set."""

    def __init__(self, program, rules, directory, tally, source):
        self.program, self.rules, self.directory = program, rules, directory
        self.tally, self.source = tally, source

    def check_table(self, path, offsets):
        material = TABLE.fullmatch(path.name)[0].split(".")[0]
        fens = [random_fen(self.source, BOARDS[self.rules], material) for _ in range(12)]
        truth = self.program.probe(self.rules, self.directory, fens)
        whole = path.read_bytes()
        for offset in offsets(len(whole)):
            damaged = bytearray(whole)
            damaged[offset] ^= self.source.randrange(1, 256)
            # As a copy that went wrong: another file, so that nothing mapped elsewhere changes.
            path.unlink()
            path.write_bytes(damaged)
            where = f"{self.rules} {path.name} byte {offset} of {len(whole)}"
            self.check_verify(where, path.name, material)
            self.check_probe(where, fens, truth)
        path.unlink()
        path.write_bytes(whole)

    def check_verify(self, where, name, material):
        done = self.program.run("verify", "--rules", self.rules, "--tables", self.directory, material)
        self.tally.equal(f"{where}: exit status of verify", 1, done.returncode)
        self.tally.check(name in done.stdout, f"{where}: verify does not name the file: {done.stdout} {done.stderr}")

    def check_probe(self, where, fens, truth):
        try:
            answers = self.program.probe(self.rules, self.directory, fens)
        except RuntimeError as error:
            self.tally.check(False, f"{where}: probe: {error}")
            return
        wrong = [(expected, found) for expected, found in zip(truth, answers)
                 if "error" not in found and found != expected]
        self.tally.check(not wrong, f"{where}: probe answers {wrong[:1]}")


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--flips", type=int, default=4, help="random bytes of each table")
    arguments.add_argument("--every-byte-of", default="KvM.wdl", help="a table in which each byte is flipped")
    arguments.add_argument("--pieces", type=int, default=3, help="damage tables up to this many pieces")
    options = arguments.parse_args()
    tally, source = Tally(), random.Random(20)
    work = pathlib.Path(tempfile.mkdtemp(prefix="lunette-damage-"))
    try:
        for rules in options.rules:
            shutil.copytree(pathlib.Path(options.tables) / rules, work / rules)
            damage = Damage(Program(options.lunette), rules, work, tally, source)
            for path in tables(work / rules).values():
                if len(path.stem.replace("v", "")) > options.pieces:
                    continue
                damage.check_table(path, lambda size: [source.randrange(size) for _ in range(options.flips)])
            damage.check_table(work / rules / options.every_byte_of, range)
    finally:
        shutil.rmtree(work)
    tally.close()


if __name__ == "__main__":
    main()
