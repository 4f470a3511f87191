#!/usr/bin/env python3
"""How fast the Python package answers. usage: python_probing.py TABLES RULES MATERIAL [POSITIONS]

Positions of one class are drawn at random, White to move, captures included. Everything is looked up once before it is
measured, so that the cache holds what it can.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import lunette


def rate(name: str, positions: int, call: Callable[[], object]) -> None:
    call()
    seconds = []
    for _ in range(3):
        begin = time.perf_counter()
        call()
        seconds.append(time.perf_counter() - begin)
    best = min(seconds)
    print(f"{name:44}{positions / best:14,.0f} positions/s{best / positions * 1e9:12,.0f} ns each")


def main(arguments: list[str]) -> int:
    if len(arguments) not in (3, 4):
        print(__doc__, file=sys.stderr)
        return 2
    directory, rules, material = arguments[:3]
    size = int(arguments[3]) if len(arguments) == 4 else 1_000_000
    with lunette.Tablebase(directory, rules=rules, cache=1 << 30) as tables, ThreadPoolExecutor(2) as pool:
        table = tables.table(material)
        array = table.position_of(0, np.random.default_rng(1).integers(0, table.size, size))
        objects = tables.rules.from_array(array)
        fens = [position.fen for position in objects]
        few, few_fens = objects[:20000], fens[:20000]
        halves = [array[: size // 2], array[size // 2 :]]
        rate("probe(Position), all moves ranked", len(few), lambda: [tables.probe(each) for each in few])
        rate("probe(FEN), all moves ranked", len(few), lambda: [tables.probe(each) for each in few_fens])
        rate("probe_wdl(Position)", len(few), lambda: [tables.probe_wdl(each) for each in few])
        rate("probe_wdl(FEN)", len(few), lambda: [tables.probe_wdl(each) for each in few_fens])
        for distances in (True, False):
            kind = "wdl, dtc, dtw" if distances else "wdl"
            rate(f"probe_many(FENs), {kind}", size, lambda: tables.probe_many(fens, distances=distances))
            rate(f"probe_many(array), {kind}", size, lambda: tables.probe_many(array, distances=distances))
            rate(f"probe_many(array), {kind}, 2 threads", size,
                 lambda: list(pool.map(lambda half: tables.probe_many(half, distances=distances), halves)))
        rate("index_of(array)", size, lambda: table.index_of(array))
        rate("to_array(FENs)", size, lambda: tables.rules.to_array(fens))
        rate("values('wdl'), the whole table", table.size * len(table.sides), table.values)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
