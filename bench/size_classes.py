#!/usr/bin/env python3
"""What every class of a board takes: entries, memory, disk, CPU time.

    bench/size_classes.py --rules international --pieces 8 [--threads 16] [--slowness 1.5] > sizes.tsv
    bench/size_classes.py --rules traditional --pieces 9 --summary      sums and largest classes, as Markdown
    bench/size_classes.py --check-counts tests/data/counts.tsv          entries against published counts
    bench/size_classes.py --rules international --check-plan PLAN.json  against `lunette build --dry-run --json`
    bench/size_classes.py --rules international --check-log bench/logs/international-6
                                                                        the model against what was measured

Entries are exact, memory is that of gen/src/plan.cpp for WDL and DTC, bits and CPU time are the model of
gen/src/estimate.cpp, whose coefficients are read from there. Nine pieces, which the program does not rank, are only
calculated. DTW, which a few small classes of rulesets with a count need besides, is left out.
"""
import argparse
import collections
import dataclasses
import json
import math
import pathlib
import re
import sys

from fit_estimates import TEN, features, predict

ROOT = pathlib.Path(__file__).resolve().parent.parent
COUNTED = {"traditional": {3}, "historical": {2, 3}, "german": {2, 3}}  # kings against one that start the count
MOST_GROUPS = 1000  # StepPlanOptions::max_groups


def model():
    """The coefficients of gen/src/estimate.cpp: nanoseconds of the conversion pass, bits of WDL and of DTC."""
    text = (ROOT / "gen/src/estimate.cpp").read_text(encoding="utf-8")

    def numbers(braced):
        return [float(number) for number in braced.split(",")]

    nanoseconds = re.search(r"conversion_nanoseconds\{([^}]*)\}", text).group(1)
    bits = re.findall(r"\{([^{}]*)\}", re.search(r"bits_per_entry\{\{(.*?)\}\};", text, re.DOTALL).group(1))
    return numbers(nanoseconds), numbers(bits[0]), numbers(bits[1])


@dataclasses.dataclass(frozen=True)
class Board:
    squares: int
    side: int
    king_steps: int  # quiet moves of a king, as in gen/src/rows/workspace.cpp

    @property
    def row(self):
        return self.side // 2


def board_of(rules):
    return Board(50, 10, 13) if rules in TEN else Board(32, 8, 10)


@dataclasses.dataclass(frozen=True)
class Material:
    white_kings: int
    white_men: int
    black_kings: int
    black_men: int

    @staticmethod
    def of(name):
        white, black = name.split("v")
        return Material(white.count("K"), white.count("M"), black.count("K"), black.count("M"))

    @property
    def name(self):
        return "K" * self.white_kings + "M" * self.white_men + "v" + "K" * self.black_kings + "M" * self.black_men

    @property
    def white(self):
        return self.white_kings + self.white_men

    @property
    def black(self):
        return self.black_kings + self.black_men

    @property
    def pieces(self):
        return self.white + self.black

    @property
    def men(self):
        return self.white_men + self.black_men

    @property
    def kings(self):
        return self.white_kings + self.black_kings

    def flipped(self):
        return Material(self.black_kings, self.black_men, self.white_kings, self.white_men)

    def canonical(self):
        stronger = (self.white, self.white_kings) >= (self.black, self.black_kings)
        return self if stronger else self.flipped()

    @property
    def stored_sides(self):
        return 1 if self == self.flipped() else 2

    def solving_order(self):
        return self.pieces, self.men, self.white - self.black, -self.white_kings, -self.black_kings


def materials(most):
    """Every class of 2 to `most` pieces in solving order."""
    found = {Material(white - white_men, white_men, black - black_men, black_men).canonical()
             for white in range(1, most) for black in range(1, most - white + 1)
             for white_men in range(white + 1) for black_men in range(black + 1)}
    return sorted(found, key=Material.solving_order)


def direct_successors(material):
    """As direct_successors() in index/src/material.cpp."""
    found = set()
    for before in (material, material.flipped()):
        movers = [(before.white_kings, before.white_men)]
        if before.white_men > 0:
            movers.append((before.white_kings + 1, before.white_men - 1))
            found.add(Material(*movers[1], before.black_kings, before.black_men).canonical())
        for kings, men in movers:
            for black_kings in range(before.black_kings + 1):
                for black_men in range(before.black_men + 1):
                    if 0 < black_kings + black_men < before.black:
                        found.add(Material(kings, men, black_kings, black_men).canonical())
    return found


class Shape:
    """The ranking of one class (index/include/lunette/index/indexer.hpp)."""

    def __init__(self, board, material):
        shared = board.squares - 2 * board.row
        self.slices = sum(
            math.comb(board.row, back) * math.comb(shared, material.white_men - back) *
            math.comb(shared + board.row - (material.white_men - back), material.black_men)
            for back in range(material.white_men + 1))
        # Groups of slices with the same white men.
        self.runs = math.comb(shared + board.row, material.white_men)
        free = board.squares - material.men
        self.slice_size = math.comb(free, material.white_kings) * math.comb(free - material.white_kings,
                                                                            material.black_kings)
        self.size = self.slices * self.slice_size
        self.entries = self.size * material.stored_sides


def slices_by_wave(board, material):
    """Slices of each total advancement, most advanced first (lunette::gen::Waves)."""
    ways = {(0, 0, 0): 1}  # white men, black men, advancement
    for row in range(board.side):
        following = collections.Counter()
        for (white, black, advancement), count in ways.items():
            for more_white in range(min(board.row, material.white_men - white) + 1 if row > 0 else 1):
                most = min(board.row - more_white, material.black_men - black) if row < board.side - 1 else 0
                for more_black in range(most + 1):
                    key = (white + more_white, black + more_black,
                           advancement + more_white * (board.side - 1 - row) + more_black * row)
                    following[key] += count * math.comb(board.row, more_white) * math.comb(
                        board.row - more_white, more_black)
        ways = following
    waves = {advancement: count for (white, black, advancement), count in ways.items()
             if (white, black) == (material.white_men, material.black_men)}
    return sorted(waves.items(), reverse=True)


class Memory:
    """Bytes to solve a class, WDL and DTC, as in gen/src/plan.cpp and gen/src/rows."""

    def __init__(self, rules, threads):
        self.board = board_of(rules)
        self.counts = rules in COUNTED
        self.starting = COUNTED.get(rules, set())
        self.threads = threads

    def five_valued(self, material):
        strong = next((a for a, b in ((material.white_kings, material.black_kings),
                                      (material.black_kings, material.white_kings)) if b == 1), 0)
        return self.counts and not (material.men == 0 and strong in self.starting)

    def decoded(self, material):
        """The WDL of a finished class that others look values up in."""
        return Shape(self.board, material).entries // (2 if self.counts else 4) + 2

    def successors(self, material):
        return sum(self.decoded(each) for each in direct_successors(material))

    def values(self, material):
        """(WDL planes, DTC) of the class being solved."""
        shape = Shape(self.board, material)
        slices, size = (shape.slices, shape.slice_size) if material.kings > 0 else (1, shape.size)
        planes = 2 * slices * (size // 64 + 2) * (4 if self.five_valued(material) else 2) * 8
        return planes, material.stored_sides * slices * size

    def workspace(self, material):
        """As workspace_bytes() in gen/src/rows/workspace.cpp."""
        row_kings, still_kings = ((material.black_kings, material.white_kings) if material.black_kings > 0 else
                                  (material.white_kings, 0))
        squares = self.board.squares - material.men
        still = math.comb(squares, still_kings)
        fellows = math.comb(squares, row_kings - 1)
        steps = (still * still_kings + fellows * (row_kings - 1)) * self.board.king_steps
        sets = still + fellows + math.comb(squares, row_kings)
        view_cache, step, row = 24600, 16, 2 * 64 + 2 * 10 * 8 + 2 * 8  # bytes, up to alignment
        positions = still * math.comb(squares - still_kings, row_kings)
        return view_cache + steps * step * 2 + sets * 2 * 8 + still * fellows * row + positions * 2

    def journal(self, material):
        shape = Shape(self.board, material)
        if shape.entries < 100_000_000 or material.kings == 0 or material.men == 0:
            return 0
        raw = (4 << 20) + sum(self.values(material)) // shape.slices
        return self.threads * (raw + raw + (raw >> 8) + (4 << 20))

    def writer(self, entries):
        return max(2 * min(entries, 1 << 24), 4 * min(entries, 1 << 21)) + self.threads * 8 * 65536

    def whole(self, material):
        """Solved in one piece."""
        shape = Shape(self.board, material)
        kept = sum(self.values(material))
        if material.kings == 0:
            solving = kept + 2 * shape.size + 2 * shape.runs * 32
        else:
            solving = kept + shape.slices + min(self.threads, shape.slices) * self.workspace(material)
        peak = max(solving + self.journal(material), kept + self.writer(shape.entries))
        return peak + self.successors(material) + self.process()

    def splits(self, material):
        """Whether the class can be solved in groups of slices."""
        return material.kings > 0 and material.men > 0

    def group(self, material, groups):
        """A group of the largest wave, that wave in so many groups (gen/src/slice_group.cpp)."""
        shape = Shape(self.board, material)
        planes, dtc = self.values(material)
        waves = [slices for _, slices in slices_by_wave(self.board, material)]
        wave = max(range(len(waves)), key=waves.__getitem__)
        solved = -(-waves[wave] // groups)
        read = min(2 * material.men * solved, waves[wave - 1] if wave > 0 else 0)
        values = (solved + read) * planes // shape.slices + solved * dtc // shape.slices
        lists = shape.slices + shape.slices // 8 + 16 * solved + 8 * read
        return (values + lists + self.threads * self.workspace(material) + self.journal(material) +
                self.successors(material) + self.process())

    def process(self):
        return (8 << 20) + (self.threads << 20)


@dataclasses.dataclass
class Size:
    material: Material
    entries: int
    slices: int
    memory: int
    group: int  # memory with the largest wave in MOST_GROUPS groups; of the whole class where it is not split
    thread: int  # what one more thread adds to both
    successors: int  # of both, what holds the classes that captures and promotions lead to
    disk: int
    cpu_seconds: float


def sizes(rules, pieces, threads, slowness):
    nanoseconds, wdl_bits, dtc_bits = model()
    memory, more = Memory(rules, threads), Memory(rules, threads + 1)
    for material in materials(pieces):
        shape = Shape(memory.board, material)
        x = features(rules not in TEN, material.name)
        bits = predict(wdl_bits, x) + predict(dtc_bits, x)
        whole = memory.whole(material)
        group = min(whole, memory.group(material, MOST_GROUPS)) if memory.splits(material) else whole
        yield Size(material, shape.entries, shape.slices, whole, group, more.whole(material) - whole,
                   memory.successors(material), int(bits / 8 * shape.entries),
                   slowness * 1e-9 * predict(nanoseconds, x) * shape.entries)


def show_table(found):
    print("material\tpieces\tentries\tslices\tmemory bytes, whole\tmemory bytes, a group\tmore for each thread\t"
          "of these decoded successors\tdisk bytes\tCPU hours")
    for each in found:
        print(f"{each.material.name}\t{each.material.pieces}\t{each.entries}\t{each.slices}\t{each.memory}\t"
              f"{each.group}\t{each.thread}\t{each.successors}\t{each.disk}\t{each.cpu_seconds / 3600:.4f}")


def show_bytes(count):
    for unit, size in (("TiB", 2**40), ("GiB", 2**30), ("MiB", 2**20)):
        if count >= size:
            return f"{count / size:.{0 if count >= 100 * size else 1}f} {unit}"
    return f"{count / 1024:.1f} KiB"


def show_time(seconds):
    for unit, size in (("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.{0 if seconds >= 100 * size else 1}f} {unit}"
    return f"{seconds:.1f} s"


def show_most(group, measure):
    most = max(group, key=measure)
    return f"{show_bytes(measure(most))} ({most.material.name})"


def show_row(name, group):
    print(f"| {name} | {len(group)} | {sum(each.entries for each in group):,} | "
          f"{show_most(group, lambda each: each.memory)} | {show_most(group, lambda each: each.group)} | "
          f"{show_bytes(sum(each.disk for each in group))} | {show_time(sum(each.cpu_seconds for each in group))} |")


def show_summary(found, shown=6):
    """Sums by number of pieces; of the two greatest numbers those classes that need the most memory."""
    found = list(found)
    print("| pieces | classes | entries | most memory, whole | most memory, in groups | disk | CPU |\n"
          "| --- | --- | --- | --- | --- | --- | --- |")
    most = max(each.material.pieces for each in found)
    for pieces in range(2, most + 1):
        show_row(pieces, [each for each in found if each.material.pieces == pieces])
    show_row(f"up to {most}", found)
    print("\n| class | entries | memory, whole | in groups | each more thread | of these successors | disk | CPU |\n"
          "| --- | --- | --- | --- | --- | --- | --- | --- |")
    for pieces in range(most - 1, most + 1):
        group = [each for each in found if each.material.pieces == pieces]
        chosen = sorted(group, key=lambda each: -each.memory)[:shown]
        chosen += [each for each in sorted(group, key=lambda each: -each.group)[:4] if each not in chosen]
        for each in sorted(chosen, key=lambda each: -each.entries):
            print(f"| {each.material.name} | {each.entries:,} | {show_bytes(each.memory)} | {show_bytes(each.group)} | "
                  f"{show_bytes(each.thread)} | {show_bytes(each.successors)} | {show_bytes(each.disk)} | "
                  f"{show_time(each.cpu_seconds)} |")


def different_counts(path):
    """Published counts that are not ours: placements for one side to move; sums are of both orders of the sides."""
    sums = collections.Counter()
    for rules, board in (("traditional", "8x8"), ("international", "10x10")):
        for material in materials(8):
            sums[board, material.pieces] += Shape(board_of(rules), material).entries
    lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    for board, pieces, name, count in lines:
        if name.startswith("all"):
            counted = sum(sums[board, n] for n in range(2 if name == "all-up-to" else int(pieces), int(pieces) + 1))
        else:
            counted = Shape(board_of("international" if board == "10x10" else "traditional"), Material.of(name)).size
        if counted != int(count):
            yield f"{board} {name}: {counted}, published {count}"
    if not lines:
        yield f"{path}: no counts"


def check_plan(path, rules, threads):
    """Entries and memory against what the program plans."""
    memory = Memory(rules, threads)
    worst, seen = 0.0, 0
    for step in json.loads(path.read_text(encoding="utf-8"))["steps"]:
        material = Material.of(step["material"])
        if step["entries"] != Shape(memory.board, material).entries:
            print(f"{material.name}: {Shape(memory.board, material).entries} entries, planned {step['entries']}")
            return 1
        if step["metrics"] != ["wdl", "dtc"]:
            continue
        seen += 1
        worst = max(worst, abs(memory.whole(material) / step["memory_bytes"] - 1))
    print(f"{seen} classes: the same entries, memory within {100 * worst:.2f} %")
    return 0 if seen else 1


def measured_bits(directory):
    """Material to the bytes of WDL and DTC."""
    lines = [line.split("\t") for line in (directory / "classes.tsv").read_text(encoding="utf-8").splitlines()]
    return {line[0]: (int(line[1]), int(line[2]), int(line[3])) for line in lines[1:]}


def check_log(directory, rules):
    """Measured over predicted, by number of pieces and for the largest classes."""
    nanoseconds, wdl_bits, dtc_bits = model()
    rows = []
    times = {}
    for line in (directory / "build-log.jsonl").read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        tables = {table["metric"] for table in entry["tables"]}
        if tables == {"wdl", "dtc"} and entry.get("restored_entries", 0) <= entry["entries"] // 50:
            times[entry["material"]] = entry["cpu_seconds"]
    for name, (entries, wdl, dtc) in measured_bits(directory).items():
        x = features(rules not in TEN, name)
        expected = entries * (predict(wdl_bits, x) + predict(dtc_bits, x)) / 8
        rows.append((Material.of(name), entries, wdl + dtc, expected, times.get(name),
                     1e-9 * entries * predict(nanoseconds, x)))
    print("| classes | entries | disk | model | measured/model | CPU | model | measured/model |\n"
          "| --- | --- | --- | --- | --- | --- | --- | --- |")
    for pieces in range(4, max(material.pieces for material, *_ in rows) + 1):
        group = [row for row in rows if row[0].pieces == pieces]
        show_comparison(f"{pieces} pieces", group)
    for row in sorted(rows, key=lambda row: -row[1])[:6]:
        show_comparison(row[0].name, [row])
    return 0


def show_comparison(name, group):
    disk, expected = sum(row[2] for row in group), sum(row[3] for row in group)
    timed = [row for row in group if row[4] is not None]
    cpu, model_cpu = sum(row[4] for row in timed), sum(row[5] for row in timed)
    times = f"{show_time(cpu)} | {show_time(model_cpu)} | {cpu / model_cpu:.2f}" if timed else "| |"
    if timed and len(timed) < len(group):
        times += f" ({len(timed)} of {len(group)} classes)"
    print(f"| {name} | {sum(row[1] for row in group):,} | {show_bytes(disk)} | {show_bytes(expected)} | "
          f"{disk / expected:.2f} | {times} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="international")
    parser.add_argument("--pieces", type=int, default=8)
    parser.add_argument("--threads", type=int, default=1, help="threads that the memory is planned with")
    parser.add_argument("--slowness", type=float, default=1, help="CPU time over that of the model")
    parser.add_argument("--summary", action="store_true")
    parser.add_argument("--check-counts", type=pathlib.Path, metavar="TSV")
    parser.add_argument("--check-plan", type=pathlib.Path, metavar="JSON")
    parser.add_argument("--check-log", type=pathlib.Path, metavar="DIR")
    options = parser.parse_args()
    if options.check_counts:
        different = list(different_counts(options.check_counts))
        print("\n".join(different) or f"{options.check_counts}: no count differs")
        return 1 if different else 0
    if options.check_plan:
        return check_plan(options.check_plan, options.rules, options.threads)
    if options.check_log:
        return check_log(options.check_log, options.rules)
    found = sizes(options.rules, options.pieces, options.threads, options.slowness)
    (show_summary if options.summary else show_table)(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
