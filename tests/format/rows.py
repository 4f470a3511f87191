"""Rows, as docs/format.md defines them: one piece goes from square to square while the others stand still."""

import functools
from math import comb

from reader import Index

BITS = 54


class Board:
    """Bits, steps and rays of a board of so many rows."""

    def __init__(self, rows):
        self.left, self.right = rows // 2, rows // 2 + 1
        self.bits = [(square - 1) + (square - 1) // rows for square in range(1, rows * rows // 2 + 1)]
        self.rays = {bit: [self.ray(bit, step) for step in (-self.right, -self.left, self.left, self.right)]
                     for bit in self.bits}

    def ray(self, bit, step):
        ray = []
        while bit + step in self.bits:
            bit += step
            ray.append(bit)
        return ray


board_of = functools.cache(Board)


class Row:
    """One piece on each of some squares, given as bits, while the others stand still."""

    def __init__(self, board, fixed, group, squares):
        self.board, self.fixed, self.group, self.squares = board, fixed, group, squares
        self.king = group % 2 == 0
        self.occupied = {bit for pieces in fixed for bit in pieces}
        white_kings, white_men, _, black_men = fixed
        self.beside = next((min(pieces) for pieces in (fixed[group], white_kings, black_men, white_men) if pieces), 0)

    def quiet_targets(self, bit):
        """Where the row's piece can go from here without a capture."""
        rays = self.board.rays[bit]
        if self.king:
            return [target for ray in rays for target in ray[:self.way(ray)]]
        forward = rays[:2] if self.group == 1 else rays[2:]
        return [ray[0] for ray in forward if self.way(ray[:1]) == 1]

    def way(self, ray):
        """The number of empty squares up to the first piece."""
        for i, bit in enumerate(ray):
            if bit in self.occupied:
                return i
        return len(ray)

    def captures(self, side):
        """The squares on which the row's piece leaves this side, being to move, with a capture."""
        enemies = {bit for pieces in self.fixed[2 - 2 * side:4 - 2 * side] for bit in pieces}
        own = self.group // 2 == side
        found = set()
        for king, origins in zip((True, False), self.fixed[2 * side:2 * side + 2]):
            for ray in (ray for bit in origins for ray in self.board.rays[bit]):
                way = self.way(ray if king else ray[:1])
                if not own:  # over the row's piece
                    found.update(ray[i] for i in range(way) if self.is_empty(ray[i + 1:]))
                first = way if king else 0
                if ray[first:] and ray[first] in enemies and self.is_empty(ray[first + 1:]):
                    # Wherever the row's piece does not stand in the way.
                    found.update(set(self.squares) - set(ray[:first + 2]))
        for rays in (self.board.rays[bit] for bit in enemies if own):  # by the row's piece
            for ray, opposite in zip(rays, reversed(rays)):
                if self.is_empty(opposite):
                    found.update(ray[:self.way(ray) if self.king else 1])
        return found & set(self.squares)

    def is_empty(self, ray):
        """Whether a ray has a first square, and it is empty."""
        return bool(ray) and ray[0] not in self.occupied


def unrank_set(rank, size, allowed):
    found = []
    for k in range(size, 0, -1):
        ordinal = next(n for n in range(len(allowed) - 1, k - 2, -1) if comb(n, k) <= rank)
        rank -= comb(ordinal, k)
        found.append(allowed[ordinal])
    return found[::-1]


class WalkedIndex(Index):
    """The ranking backwards, row by row."""

    def __init__(self, rows, counts):
        super().__init__(rows, counts)
        self.counts, self.board = counts, board_of(rows)
        self.row_group = 2 if counts[2] else 0 if counts[0] else 3

    def unrank(self, index):
        white_kings, white_men, black_kings, black_men = self.counts
        slice_, kings = divmod(index, self.slice_size)
        back = 0
        while slice_ >= self.groups[back][0] * self.groups[back][1]:
            slice_ -= self.groups[back][0] * self.groups[back][1]
            back += 1
        run, black = divmod(slice_, self.groups[back][1])
        back_rank, front_rank = divmod(run, comb(len(self.shared), white_men - back))
        front = unrank_set(front_rank, white_men - back, self.shared)
        white = front + unrank_set(back_rank, back, self.last_row)
        black = unrank_set(black, black_men, [s for s in self.all[:self.shared[-1]] if s not in front])
        free = [square for square in self.all if square not in white and square not in black]
        white_kings_rank, black_kings_rank = divmod(kings, self.black_kings)
        flying = unrank_set(white_kings_rank, white_kings, free)
        return [flying, white, unrank_set(black_kings_rank, black_kings, [s for s in free if s not in flying]), black]

    def rows(self, first, entries):
        """Each row with the offset of its first entry from `first`."""
        offset = 0
        while offset < entries:
            fixed = [[self.board.bits[square - 1] for square in pieces] for pieces in self.unrank(first + offset)]
            bit = min(fixed[self.row_group])
            fixed[self.row_group].remove(bit)
            end = min(fixed[self.row_group], default=BITS)
            if self.row_group == 3:
                end = min(end, self.board.bits[self.shared[-1] - 1] + 1)
            occupied = {other for pieces in fixed for other in pieces}
            squares = [b for b in self.board.bits if bit <= b < end and b not in occupied][:entries - offset]
            yield Row(self.board, fixed, self.row_group, squares), offset
            offset += len(squares)


def has_capture(rows, side, pieces):
    """Whether the side to move has a capture: the position as a row of one square."""
    board = board_of(rows)
    fixed = [[board.bits[square - 1] for square in group] for group in pieces]
    group = next(number for number in range(4) if fixed[number])
    return bool(Row(board, fixed, group, [fixed[group].pop()]).captures(side))
