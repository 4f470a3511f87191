#!/usr/bin/env python3
"""reader.py TABLES RULESET METRIC FEN...: values of tables that `lunette build` wrote, by docs/format.md alone."""

import ctypes
import functools
import pathlib
import struct
import sys
from math import comb

METRICS = ["wdl", "dtc", "dtw"]
VALUES = ["loss", "blessed-loss", "draw", "cursed-win", "win"]
HEADER = struct.Struct("<8sII32sB4sBBBBB2sIQI4sQ6Q64s64s32sQ")
XXHASH, ZSTD = ctypes.CDLL("libxxhash.so.0"), ctypes.CDLL("libzstd.so.1")
XXHASH.XXH3_64bits.restype = ZSTD.ZSTD_decompress.restype = ctypes.c_uint64


def require(condition, reason):
    if not condition:
        raise ValueError(reason)


def checksum(data):
    return XXHASH.XXH3_64bits(ctypes.c_char_p(data), ctypes.c_size_t(len(data)))


def decompress(data, size):
    out = ctypes.create_string_buffer(size)
    done = ZSTD.ZSTD_decompress(out, ctypes.c_size_t(size), ctypes.c_char_p(data), ctypes.c_size_t(len(data)))
    require(done == size, "a zstd frame does not decompress to its size")
    return out.raw


def parse_fen(fen):
    """The side to move, and the squares of white kings, white men, black kings, black men."""
    side, *colors = fen.strip().split(":")
    pieces = [[], [], [], []]
    for color in colors:
        for piece in filter(None, color[1:].split(",")):
            pieces[2 * "WB".index(color[0]) + (piece[0] != "K")].append(int(piece.lstrip("K")))
    return "WB".index(side), [sorted(group) for group in pieces]


def orient(side, pieces, squares):
    """The position as its class stores it."""
    white, black = ((len(kings) + len(men), len(kings)) for kings, men in (pieces[:2], pieces[2:]))
    if side == 0 if white == black else white > black:
        return side, pieces
    turned = [sorted(squares + 1 - square for square in group) for group in pieces]
    return 1 - side, turned[2:] + turned[:2]


def file_name(pieces, metric):
    white_kings, white_men, black_kings, black_men = map(len, pieces)
    return f"{'K' * white_kings}{'M' * white_men}v{'K' * black_kings}{'M' * black_men}.{metric}"


def rank_set(squares, allowed):
    return sum(comb(allowed.index(square), k) for k, square in enumerate(sorted(squares), 1))


class Index:
    """The ranking of one class on a board of so many rows."""

    def __init__(self, rows, counts):
        white_kings, white_men, black_kings, black_men = counts
        row, squares = rows // 2, rows * rows // 2
        self.all = range(1, squares + 1)
        self.shared, self.last_row = self.all[row:-row], self.all[-row:]
        self.groups = [(comb(row, j) * comb(len(self.shared), white_men - j),
                        comb(row + len(self.shared) - (white_men - j), black_men)) for j in range(white_men + 1)]
        free = squares - white_men - black_men
        self.black_kings = comb(free - white_kings, black_kings)
        self.slice_size = comb(free, white_kings) * self.black_kings
        self.size = sum(runs * black for runs, black in self.groups) * self.slice_size

    def rank(self, pieces):
        white_kings, white_men, black_kings, black_men = pieces
        back = [square for square in white_men if square in self.last_row]
        front = [square for square in white_men if square in self.shared]
        run = rank_set(back, self.last_row) * comb(len(self.shared), len(front)) + rank_set(front, self.shared)
        beside = [square for square in self.all[:self.shared[-1]] if square not in front]
        men = (sum(runs * black for runs, black in self.groups[:len(back)]) + run * self.groups[len(back)][1]
               + rank_set(black_men, beside))
        free = [square for square in self.all if square not in white_men and square not in black_men]
        black_kings_rank = rank_set(black_kings, [square for square in free if square not in white_kings])
        return men * self.slice_size + rank_set(white_kings, free) * self.black_kings + black_kings_rank


class Table:
    forms = {(1, encoding, 0) for encoding in range(4)}  # of them: format version, encoding, byte 55

    def __init__(self, path):
        self.data = data = pathlib.Path(path).read_bytes()
        require(data[:8] == b"LUNETTE\x1a" and len(data) > HEADER.size, "not a table file")
        (_, version, size, ruleset, rows, counts, metric, self.sides, filler, self.encoding, self.segment_shift, zero,
         self.count_limit, self.entries, self.block_entries, more_zero, self.value_checksum, *self.sections,
         _, _, _, header_checksum) = HEADER.unpack_from(data)
        require((version, self.encoding, filler) in self.forms, "another format version or form")
        require(checksum(data[:296]) == header_checksum, "header: its checksum does not match")
        require(size == HEADER.size and metric < 3 and not any(zero + more_zero), "header: unknown content")
        self.ruleset, self.metric, self.index = ruleset.rstrip(b"\0").decode(), METRICS[metric], Index(rows, counts)
        require(self.sides == 1 + (counts[:2] != counts[2:]) and self.entries == self.index.size, "header: entries")
        self.blocks = -(-self.entries // self.block_entries)  # of one side
        listed = self.blocks * (self.sides if version == 1 else 1)
        self.block_index = list(struct.iter_unpack("<QIHBBQ", self.checked(304, 24 * listed)))
        ends = [self.sections[2]] + [offset + size for offset, size, *_ in self.block_index]
        require(ends == [entry[0] for entry in self.block_index] + [len(data) - 8], "the blocks do not fill the file")
        self.checked(0, len(data) - 8)

    def checked(self, offset, size):
        """Bytes that their checksum follows."""
        data, follows = self.data[offset:offset + size], self.data[offset + size:offset + size + 8]
        require(checksum(data) == int.from_bytes(follows, "little"), f"the checksum of the bytes from {offset}")
        return data

    @functools.lru_cache(maxsize=1)
    def block(self, number):
        offset, size, constant, storage, _, block_checksum = self.block_index[number]
        data = self.data[offset:offset + size]
        require(checksum(data) == block_checksum, f"block {number}: its checksum does not match")
        if storage == 2:
            entries = min(self.block_entries, self.entries - number % self.blocks * self.block_entries)
            data = decompress(data, (-(-entries // 5), -(-entries // 3), entries, 2 * entries)[self.encoding])
        return data, constant, storage

    def code(self, side, index):
        block, offset = divmod(index, self.block_entries)
        packed, constant, storage = self.block(side * self.blocks + block)
        if storage == 0:
            return constant
        if self.encoding == 0:
            return packed[offset // 5] // 3 ** (offset % 5) % 3 * 2
        if self.encoding == 1:
            return packed[offset // 3] // 5 ** (offset % 3) % 5
        return packed[offset] if self.encoding == 2 else packed[2 * offset] + 256 * packed[2 * offset + 1]

    def value(self, side, pieces):  # of an oriented position: a word, plies, or None where there is no distance
        code = self.code(side, self.index.rank(pieces))
        return VALUES[code] if self.metric == "wdl" else code - 1 if code else None


def main(tables, ruleset, metric, *fens):
    for fen in fens:
        side, pieces = orient(*parse_fen(fen), 50 if ruleset in ("polish", "international", "historical") else 32)
        print(fen, Table(pathlib.Path(tables, ruleset, file_name(pieces, metric))).value(side, pieces))


if __name__ == "__main__":
    main(*sys.argv[1:])
