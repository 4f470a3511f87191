#!/usr/bin/env python3
"""The Python readers of tests/format, made from docs/format.md alone, against `lunette probe` and the manifest."""

import json
import pathlib
import random
import shutil
import struct
import sys
import tempfile
import time

from damage import random_fen
from program import BOARDS, Program, parser
from tables import tables
from tally import Tally

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "format"))
from packed_reader import PackedTable  # noqa: E402
from reader import METRICS, VALUES, Table, checksum, file_name, orient, parse_fen  # noqa: E402
from rows import WalkedIndex, has_capture  # noqa: E402

STATISTICS = struct.Struct("<5Q2i2Q")
NO_INDEX = (1 << 64) - 1
SEARCHED = 1 << 19  # entries of a side: some seconds


def header_of(path):
    with open(path, "rb") as file:
        return file.read(304)


def open_table(path):
    """By the reader of its form: byte 55 says whether entries with a capture hold their value."""
    return (PackedTable if header_of(path)[55] else Table)(path)


def sides_of(table):
    """The statistics of the header as the manifest has them."""
    for side in range(table.sides):
        *counts, win, loss, _, _ = STATISTICS.unpack_from(table.data, 136 + STATISTICS.size * side)
        plies = {"max_win": None if win < 0 else win, "max_loss": None if loss < 0 else loss}
        yield {"side": ["white", "black"][side]} | (dict(zip(VALUES, counts)) if table.metric == "wdl" else plies)


def fen_of(side, pieces):
    colors = [[f"K{square}" for square in kings] + [str(square) for square in men]
              for kings, men in (pieces[:2], pieces[2:])]
    return f"{'WB'[side]}:W{','.join(colors[0])}:B{','.join(colors[1])}"


def sealed(data):
    """With the checksum of these bytes after them."""
    return data + struct.pack("<Q", checksum(data))


def as_pairs(table):
    """A file of the same values in encoding 3, which no small set has: two bytes a code, nothing compressed."""
    blocks = []
    for side in range(table.sides):
        codes = [table.code(side, index) for index in range(table.entries)]
        blocks += [struct.pack(f"<{len(part)}H", *part) for part in
                   (codes[i:i + table.block_entries] for i in range(0, len(codes), table.block_entries))]
    first = 304 + 24 * len(blocks) + 8
    offsets = [first + sum(map(len, blocks[:i])) for i in range(len(blocks) + 1)]
    header = bytearray(table.data[:296])
    header[56] = 3
    struct.pack_into("<6Q", header, 88, 304, first - 304, first, offsets[-1] - first, offsets[-1], 8)
    index = b"".join(struct.pack("<QIHBBQ", offset, len(block), 0, 1, 0, checksum(block))
                     for offset, block in zip(offsets, blocks))
    return sealed(sealed(bytes(header)) + sealed(index) + b"".join(blocks))


class Agreement:
    """Random positions of one ruleset: what a reader finds in the files and what the program answers."""

    def __init__(self, program, rules, directory, options, tally):
        self.program, self.rules, self.tally = program, rules, tally
        self.directory, self.positions, self.flips = directory, options.positions, options.flips
        self.together = options.together
        self.source = random.Random(f"{options.seed} {rules}")
        self.rows = 8 if BOARDS[rules] == "8x8" else 10
        found = tables(self.directory / rules).values()
        self.paths = {metric: [path for path in found if path.suffix == f".{metric}"
                               and len(path.stem) - 1 <= options.pieces] for metric in METRICS}

    def draw(self, path):
        """A position of a class or of its colour flip, either side to move, as its class stores it."""
        material = path.stem if self.source.random() < 0.5 else "v".join(reversed(path.stem.split("v")))
        return self.oriented(random_fen(self.source, BOARDS[self.rules], material))

    def oriented(self, fen):
        side, pieces = orient(*parse_fen(fen), self.rows * self.rows // 2)
        return fen, side, pieces, has_capture(self.rows, side, pieces)

    def draw_beside(self, header, position):
        """Others of the same segment."""
        index = WalkedIndex(self.rows, list(header[49:53]))
        size = 1 << header[57]
        first = index.rank(position[2]) // size * size
        for _ in range(self.together - 1 if header[57] else 0):
            pieces = index.unrank(self.source.randrange(first, min(first + size, index.size)))
            yield self.oriented(fen_of(self.source.randrange(header[54]), pieces))

    def draw_all(self, headers):
        """By file, so many positions with a value in all; those that have none besides."""
        drawn, wanted = {}, self.positions
        while wanted > 0:
            path = self.source.choice(list(headers))
            header, position = headers[path], self.draw(path)
            for each in (position, *self.draw_beside(header, position)):
                drawn.setdefault(path, []).append(each)
                wanted -= not (header[55] and each[3])
        return drawn

    def check_metric(self, metric):
        start = time.monotonic()
        headers = {path: header_of(path) for path in self.paths[metric]}
        compared = captures = decided = failed = 0
        for path, positions in sorted(self.draw_all(headers).items()):
            table = open_table(path)
            positions.sort(key=lambda position: table.index.rank(position[2]))
            answers = self.program.probe(self.rules, self.directory, [position[0] for position in positions])
            for (fen, side, pieces, capture), answer in zip(positions, answers, strict=True):
                where = f"{self.rules} {path.name} {fen}"
                self.tally.equal(f"{where}: file", path.name, file_name(pieces, metric))
                if not self.tally.check("error" not in answer, f"{where}: {answer.get('error')}"):
                    continue
                in_moves = any(move["captures"] for move in answer["moves"])
                self.tally.equal(f"{where}: has a capture", in_moves, capture)
                if headers[path][55] and capture:
                    captures += 1
                    continue
                compared += 1
                decided += answer["wdl"] != "draw"
                failed += not self.tally.equal(f"{where}: {metric}", answer[metric], table.value(side, pieces))
        text = (f"{compared - failed} of {compared} positions agree, {decided} of them won or lost, "
                f"{len(self.paths[metric])} classes")
        besides = f", {captures} with a capture besides" if captures else ""
        print(f"{self.rules} {metric}: {text}{besides}, {time.monotonic() - start:.1f} s", flush=True)

    def check_manifest(self):
        manifest = json.loads((self.directory / self.rules / "manifest.json").read_text(encoding="utf-8"))
        listed = {(table["material"], table["metric"]): table for table in manifest["tables"]}
        for path in (path for metric in METRICS for path in self.paths[metric]):
            table, entry = open_table(path), listed[path.stem, path.suffix[1:]]
            found = {"entries": table.entries * table.sides, "bytes": len(table.data),
                     "file_checksum": f"{int.from_bytes(table.data[-8:], 'little'):016x}",
                     "value_checksum": f"{table.value_checksum:016x}"}
            found |= {"material": path.stem, "metric": table.metric, "sides": list(sides_of(table))}
            self.tally.equal(f"{self.rules} {path.name}: manifest", entry, found)
            self.tally.equal(f"{path.name}: count limit", manifest["count_limit"], table.count_limit)

    def check_whole(self, path):
        """All values of a table that stores them truly: their checksum and the statistics."""
        table = open_table(path)
        if isinstance(table, PackedTable):
            return
        wdl = table if table.metric == "wdl" else open_table(path.with_suffix(".wdl"))
        everything = b""
        for side in range(table.sides):
            codes = [table.code(side, index) for index in range(table.entries)]
            everything += struct.pack(f"<{len(codes)}H", *codes)
            statistics = STATISTICS.unpack_from(table.data, 136 + STATISTICS.size * side)
            if table is wdl:
                expected = (*(codes.count(code) for code in range(5)), -1, -1, NO_INDEX, NO_INDEX)
            else:
                values = [wdl.code(side, index) for index in range(table.entries)]
                plies = [[(code - 1, -i) for i, (code, of) in enumerate(zip(codes, values)) if of == value]
                         for value in (4, 0)]
                longest = [max(of_value, default=(-1, -NO_INDEX)) for of_value in plies]
                expected = (0, 0, 0, 0, 0, *(most for most, _ in longest), *(-index for _, index in longest))
            self.tally.equal(f"{self.rules} {path.name}: statistics of side {side}", expected, statistics)
        self.tally.equal(f"{self.rules} {path.name}: values", table.value_checksum, checksum(everything))

    def check_between(self, path):
        """Five-valued WDL: entries between win, draw and loss are so rare that no draw finds them; all are sought."""
        table = open_table(path)
        if table.encoding != 1 or table.entries > SEARCHED:
            return
        index = WalkedIndex(self.rows, list(table.data[49:53]))
        found = [self.oriented(fen_of(side, index.unrank(i))) for side in range(table.sides)
                 for i in range(table.entries) if table.code(side, i) in (1, 3)]
        found = [position for position in found if not (table.data[55] and position[3])]
        fens = [position[0] for position in found]
        answers = [answer.get("wdl", answer) for answer in self.program.probe(self.rules, self.directory, fens)]
        self.tally.equal(f"{self.rules} {path.name}: cursed wins and blessed losses", answers,
                         [table.value(side, pieces) for _, side, pieces, _ in found])
        print(f"{self.rules} {path.name}: {len(found)} cursed wins and blessed losses", flush=True)

    def check_damage(self, path):
        """One byte is another in a copy of a table: the reader refuses it."""
        with tempfile.TemporaryDirectory(prefix="lunette-format-") as work:
            for beside in {path, path.with_suffix(".wdl")}:
                shutil.copy(beside, work)
            copy, whole = pathlib.Path(work, path.name), path.read_bytes()
            open_table(copy)
            for offset in (self.source.randrange(len(whole)) for _ in range(self.flips)):
                damaged = bytearray(whole)
                damaged[offset] ^= self.source.randrange(1, 256)
                copy.write_bytes(damaged)
                try:
                    open_table(copy)
                    noticed = False
                except ValueError:
                    noticed = True
                self.tally.check(noticed, f"{self.rules} {path.name}: byte {offset} damaged, and it is not noticed")

    def check_pairs(self, metric):
        """The two-piece tables of a metric, written anew from the document: the program reads the same in them."""
        with tempfile.TemporaryDirectory(prefix="lunette-format-") as work:
            directory = pathlib.Path(work, self.rules)
            directory.mkdir()
            for path in (path for paths in self.paths.values() for path in paths if len(path.stem) == len("KvK")):
                shutil.copy(path, directory)
            for copy in sorted(directory.glob(f"*.{metric}")):
                path, table = self.directory / self.rules / copy.name, open_table(copy)
                if table.encoding != 2:
                    continue
                copy.write_bytes(as_pairs(table))
                drawn = (self.draw(path) for _ in range(100))
                positions = [position for position in drawn if not (table.data[55] and position[3])]
                fens = [position[0] for position in positions]
                found = [answer.get(metric, answer) for answer in self.program.probe(self.rules, work, fens)]
                copied = open_table(copy)
                self.tally.equal(f"{self.rules} {path.name}: rewritten with encoding 3", found,
                                 [copied.value(side, pieces) for _, side, pieces, _ in positions])

    def check_all(self):
        for metric, paths in self.paths.items():
            if not paths:
                continue
            self.check_metric(metric)
            for path in paths:
                self.check_between(path)
            for path in (path for path in paths if len(path.stem) == len("KvK")):
                self.check_whole(path)
            for path in self.source.sample(paths, min(3, len(paths))):
                self.check_damage(path)
            if metric != "wdl":
                self.check_pairs(metric)
        self.check_manifest()


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--positions", type=int, default=10000, help="of each metric, in each ruleset")
    arguments.add_argument("--pieces", type=int, default=8, help="only classes up to this many pieces")
    arguments.add_argument("--pack", action="store_true", help="pack the set and read that")
    arguments.add_argument("--together", type=int, default=1,
                           help="of coded tables, so many of the positions from each segment that one is drawn from")
    arguments.add_argument("--flips", type=int, default=10, help="damaged bytes of each of a few tables")
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    program, tally = Program(options.lunette), Tally()
    with tempfile.TemporaryDirectory(prefix="lunette-packed-") as packed:
        for rules in options.rules:
            directory = pathlib.Path(options.tables)
            if options.pack:
                program.json("pack", "--rules", rules, "--tables", directory, "--to", packed, "--json")
                directory = pathlib.Path(packed)
            Agreement(program, rules, directory, options, tally).check_all()
    tally.close()


if __name__ == "__main__":
    main()
