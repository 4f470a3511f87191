"""Many threads on one Tablebase."""

from __future__ import annotations

import pathlib
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import lunette
from lunette import Tablebase


def test_threads_get_the_same_answers(directory: pathlib.Path) -> None:
    with Tablebase(directory, rules="traditional", cache=1 << 18) as tables:
        table = tables.table("KKMvK")
        positions = table.position_of(0, np.arange(0, table.size, 7))
        expected = table.values(side="white")[::7]

        def part(number: int) -> bool:
            mine = positions[number::8]
            return bool((tables.probe_many(mine).wdl == expected[number::8]).all())

        def single(number: int) -> bool:
            position = tables.rules.from_array(positions[number : number + 1])[0]
            return tables.probe(position).wdl == expected[number] and len(tables.best_line(position)) >= 0

        with ThreadPoolExecutor(8) as pool:
            assert all(pool.map(part, range(8)))
            assert all(pool.map(single, range(0, len(positions), len(positions) // 200)))


def test_other_threads_run_while_many_are_probed(directory: pathlib.Path) -> None:
    """No thread takes the interpreter from another here, each must give it away. Were it locked for the whole call, this
    thread could not count between its beginning and its end."""
    usual = sys.getswitchinterval()
    with Tablebase(directory, rules="international", cache=0) as tables:
        table = tables.table("KKvKK")
        positions = table.position_of(0, np.arange(0, table.size, table.size // 3000))
        counted, during, ended = 0, 0, threading.Event()

        def work() -> None:
            nonlocal during
            before = counted
            tables.probe_many(positions)
            during = max(during, counted - before)
            ended.set()

        sys.setswitchinterval(1000)
        try:
            for _ in range(5):
                ended.clear()
                worker = threading.Thread(target=work)
                worker.start()
                while not ended.is_set():
                    time.sleep(0)
                    counted += 1
                worker.join()
        finally:
            sys.setswitchinterval(usual)
        assert during > 0


def test_closing_while_others_probe(directory: pathlib.Path) -> None:
    for _ in range(30):
        tables = Tablebase(directory, rules="traditional")
        table = tables.table("KKvK")
        positions = table.position_of(1, np.arange(0, table.size, 5))
        expected = table.values(side="black")[::5]
        begun = threading.Barrier(5)

        def work() -> int:
            answered = 0
            begun.wait()
            try:
                while True:
                    assert (tables.probe_many(positions).wdl == expected).all()
                    assert table.values().shape == (2, table.size)
                    tables.probe(table.position_of(0, answered))
                    answered += 1
            except lunette.ClosedError:
                return answered

        with ThreadPoolExecutor(4) as pool:
            workers = [pool.submit(work) for _ in range(4)]
            begun.wait()
            tables.close()
            assert all(worker.result() >= 0 for worker in workers)
        with pytest.raises(lunette.ClosedError):
            tables.probe_many(positions)
