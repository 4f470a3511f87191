#!/usr/bin/env python3
"""packed_reader.py TABLES RULESET METRIC FEN...: values of tables that `lunette pack` wrote, by docs/format.md alone.

Positions in which the side to move has a capture have no value in these tables, and get none here.
"""

import pathlib
import struct
import sys

from reader import Table, decompress, file_name, orient, parse_fen, require
from rows import BITS, WalkedIndex, has_capture

RARE_SHARES = [2, 3, 5, 8, 13, 20, 32, 51, 82, 131, 210, 336, 537, 860, 1376, 2202, 3523, 5637, 8200, 10900]
SPLITS = [1, 8, 24, 31]
SCALE = 16384
MARGIN = 6  # the longest step: a neighbour beside the board is found here
WIDTHS = [BITS, 16 * BITS]  # cells of a pattern, first side and second side
CONTEXTS, LISTS, LIST_LENGTH = 1664, 26, 6
CHOICES = CONTEXTS + LISTS * LIST_LENGTH
LOSS, DRAW, WIN = range(3)


def distributions():
    for frequent in range(3):
        symbols = [frequent] + [symbol for symbol in range(3) if symbol != frequent]
        for rare in RARE_SHARES:
            for split in SPLITS:
                first = min(max(rare * split // 32, 1), rare - 1)
                yield [SCALE - rare, first, rare - first], symbols


GRID = list(distributions())
EVEN = [SCALE // 2, SCALE // 2 - 1, 1], [0, 1, 2]


class Stream:
    """The words of a segment, read as symbols."""

    def __init__(self, data):
        self.words = [word for word, in struct.iter_unpack("<H", data)][::-1]
        self.state = self.words.pop() if self.words else 1
        if self.words:
            self.state = self.state << 16 | self.words.pop()

    def draw(self, distribution):
        high, slot = divmod(self.state, SCALE)
        for share, symbol in zip(*distribution):
            if slot < share:
                break
            slot -= share
        self.state = share * high + slot
        if self.state < 1 << 16 and self.words:
            self.state = self.state << 16 | self.words.pop()
        return symbol

    def finish(self):
        require(not self.words and self.state == 1, "the words of a segment do not end with its symbols")


def with_margin(lines, beside):
    """The lines by bit of the piece beside, each by bit of the row's piece, both shifted by MARGIN."""
    return [[beside] * (BITS + MARGIN)] * MARGIN + [[beside] * MARGIN + list(line) for line in lines]


def prediction_class(code):
    return code if code < 8 else 8 + sum(code >= least for least in (10, 13, 18, 30))


class PackedTable(Table):
    forms = {(1, encoding, 1) for encoding in range(4)} | {(2, 4, 1), (2, 5, 1)}

    def __init__(self, path):
        super().__init__(path)
        self.latest = (None, [])  # the segment that was decoded last
        self.coded = self.encoding in (4, 5)
        if not self.coded:
            return
        counts = list(self.data[49:53])
        self.index = WalkedIndex(self.data[48], counts)
        begin = 304 + 24 * len(self.block_index) + 8
        model = self.checked(begin, self.sections[2] - 8 - begin)
        if self.encoding == 4:
            self.read_wdl_model(model)
        else:
            self.read_distance_model(model)
            self.wdl = PackedTable(path.with_suffix(".wdl"))
            require(self.wdl.value_checksum == self.wdl_checksum, "another WDL file than the distances were made with")

    def read_wdl_model(self, model):
        self.first_side, size = struct.unpack_from("<BI", model)
        plain = decompress(model[5:], size)
        self.typical, self.row_of, self.cells = [], [], []
        for order in range(self.sides):
            cells_end = 1 + BITS * BITS + 1458 + plain[0] * WIDTHS[order]
            self.typical.append([plain[1 + BITS * bit:1 + BITS * (bit + 1)] for bit in range(BITS)])
            self.row_of.append(plain[1 + BITS * BITS:1 + BITS * BITS + 1458])
            self.cells.append(plain[1 + BITS * BITS + 1458:cells_end])
            plain = plain[cells_end:]
        require(not plain, "bytes after the model")

    def read_distance_model(self, model):
        self.code_bytes, self.wdl_checksum = struct.unpack_from("<BQ", model)
        plain = decompress(model[9:], 3 * CHOICES * self.sides)
        self.choices = []
        for order in range(self.sides):
            side = plain[3 * CHOICES * order:3 * CHOICES * (order + 1)]
            differences = struct.unpack(f"<{2 * CHOICES}b", side[:2 * CHOICES])
            self.choices.append([(differences[i], differences[CHOICES + i], GRID[side[2 * CHOICES + i]])
                                 for i in range(CHOICES)])

    def segment_words(self, number):
        """The bytes of a segment's words, or its two constant symbols."""
        block, wanted = divmod(number << self.segment_shift, self.block_entries)
        wanted >>= self.segment_shift
        stored, _, _ = self.block(block)
        entries = min(self.block_entries, self.entries - block * self.block_entries)
        segments = -(-entries // (1 << self.segment_shift))
        directory, position = stored[:segments], segments + 2 * stored[:segments].count(255)
        long_sizes = [size for size, in struct.iter_unpack("<H", stored[segments:position])]
        for segment, entry in enumerate(directory):
            size = 2 * (long_sizes.pop(0) if entry == 255 else entry if entry < 239 else 0)
            if segment == wanted:
                return divmod(entry - 239, 3)[::-1] if 239 <= entry <= 247 else stored[position:position + size]
            position += size

    def segment(self, number):
        """The codes of a segment by side, none for entries with a capture."""
        if self.latest[0] != number:
            self.latest = (number, self.decode(number))
        return self.latest[1]

    def decode(self, number):
        first = number << self.segment_shift
        entries = min(1 << self.segment_shift, self.entries - first)
        words = self.segment_words(number)
        if isinstance(words, tuple):
            return [[2 * symbol] * entries for symbol in words]
        stream = Stream(words)
        codes = [[None] * entries for _ in range(2)]
        decode = self.decode_wdl if self.encoding == 4 else self.decode_distances
        decode(first, stream, codes)
        stream.finish()
        return codes

    def decode_wdl(self, first, stream, codes):
        left, right = self.index.board.left, self.index.board.right
        seen = [with_margin(typical, DRAW) for typical in self.typical]
        sides = [self.first_side, 1 - self.first_side][:self.sides]
        for row, offset in self.index.rows(first, len(codes[0])):
            captures = [row.captures(side) for side in (0, 1)]
            b, known = row.beside + MARGIN, {}
            for order, side in enumerate(sides):
                lines, symbols = seen[order], {}
                for t in row.squares:
                    if t in captures[side]:
                        continue
                    at = t + MARGIN
                    pattern = (lines[b - 1][at] + 3 * lines[b][at] + 9 * lines[b - left][at] + 27 * lines[b - right][at]
                               + 81 * lines[b][at - right] + 243 * lines[b][at - left])
                    cell = t
                    if order == 1:
                        reached = {known.get(target) for target in row.quiet_targets(t)}
                        cell += BITS * (4 * known.get(t, 3) + 2 * (LOSS in reached) + (DRAW in reached))
                    row_of_cells = self.row_of[order][2 * pattern + (t in captures[1 - side])]
                    symbols[t] = stream.draw(GRID[self.cells[order][row_of_cells * WIDTHS[order] + cell]])
                    lines[b][at] = symbols[t]
                known = symbols
                for i, t in enumerate(row.squares, offset):
                    codes[side][i] = 2 * symbols[t] if t in symbols else None

    def decode_distances(self, first, stream, codes):
        wdl = self.wdl.codes(first, len(codes[0]))
        seen = [with_margin([[0] * BITS] * BITS, 0) for _ in range(2)]
        for row, offset in self.index.rows(first, len(codes[0])):
            owner = row.group // 2
            first_codes, first_open = {}, {}
            for order, side in enumerate([1 - owner, owner] if self.sides == 2 else [0]):
                captures = row.captures(side)
                values = {t: wdl[side][i] for i, t in enumerate(row.squares, offset) if t not in captures}
                found = {}
                for t in (t for t in row.squares if values.get(t, 2) != 2):
                    if order == 0:
                        p, around = self.neighbours(row, seen[0], t)
                    else:
                        p, around = self.moves(row, seen[1], t, values[t] > 2, first_codes, first_open)
                    n = [0 if x == 0 else 1 if x < p else 2 if x == p else 3 for x in around[:3]]
                    if order == 1:
                        n[1] = around[1]
                    context = 64 * (2 * prediction_class(p) + (values[t] > 2)) + 16 * n[0] + 4 * n[1] + n[2]
                    found[t] = self.draw_code(stream, order, context, p)
                    seen[order][row.beside + MARGIN][t + MARGIN] = found[t]
                first_codes, first_open = found, values
                for i, t in enumerate(row.squares, offset):
                    codes[side][i] = found.get(t, 0) if t in values else None

    def neighbours(self, row, lines, t):
        """Prediction and surroundings of an entry of the first side."""
        left, right = self.index.board.left, self.index.board.right
        b, at = row.beside + MARGIN, t + MARGIN
        before, diagonal = lines[b - 1][at], max(lines[b][at - left], lines[b][at - right])
        place = row.squares.index(t)
        lower = lines[b][row.squares[place - 1] + MARGIN] if place > 0 else 0
        return lines[b][at] or before or diagonal, (before, diagonal, lower)

    def moves(self, row, lines, t, won, first_codes, first_open):
        """The same of the second side; the second of the surroundings is n2 itself."""
        b, at = row.beside + MARGIN, t + MARGIN
        q = lines[b][at] or lines[b - 1][at]
        targets = row.quiet_targets(t)
        reached = [first_codes[x] for x in targets
                   if x in first_codes and (first_open[x] < 2 if won else first_open[x] > 2)]
        p = (min if won else max)(reached) + 1 if reached else q
        return p, (q, 2 * bool(reached) + all(x in first_open for x in targets), first_codes.get(t, 0))

    def draw_code(self, stream, order, context, prediction):
        choices = self.choices[order]
        lists = CONTEXTS + context // 64 * LIST_LENGTH
        for choice in [choices[context]] + choices[lists:lists + LIST_LENGTH]:
            symbol = stream.draw(choice[2])
            if symbol < 2:
                code = prediction + choice[symbol]
                break
        else:
            code = 0
            for _ in range(16):
                code = 2 * code + stream.draw(EVEN)
        require(1 <= code < 1 << 8 * self.code_bytes, "a code that cannot be")
        return code

    def codes(self, first, entries):
        """The codes of a range by side; what an entry with a capture has means nothing."""
        if not self.coded:
            return [[self.code(side, first + i) for i in range(entries)] for side in range(self.sides)]
        codes = [[], []]
        for number in range(first >> self.segment_shift, (first + entries - 1 >> self.segment_shift) + 1):
            for side, part in enumerate(self.segment(number)):
                codes[side] += part
        begin = first - (first >> self.segment_shift << self.segment_shift)
        return [part[begin:begin + entries] for part in codes]

    def code(self, side, index):
        if not self.coded:
            return super().code(side, index)
        return self.segment(index >> self.segment_shift)[side][index % (1 << self.segment_shift)]


def main(tables, ruleset, metric, *fens):
    rows = 10 if ruleset in ("polish", "international", "historical") else 8
    for fen in fens:
        side, pieces = orient(*parse_fen(fen), rows * rows // 2)
        table = PackedTable(pathlib.Path(tables, ruleset, file_name(pieces, metric)))
        print(fen, "capture" if has_capture(rows, side, pieces) else table.value(side, pieces))


if __name__ == "__main__":
    main(*sys.argv[1:])
