"""Whatever is handed over, the interpreter lives: an answer, a TypeError, or an Error that says what is wrong."""

from __future__ import annotations

import copy
import gc
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import lunette
from lunette import Position, Status, Tablebase

CLASSES: list[Any] = [lunette.Ruleset, lunette.Material, lunette.Move, lunette.Position, lunette.Answer,
                      lunette.RankedMove, lunette.Probe, lunette.Line, lunette.Tablebase, lunette.Table]
WRONG: list[Any] = [None, 1.5, b"W:W31:B2", object(), {1.5: 2}, np.zeros(3), np.datetime64("2020"), Exception, len]


def test_random_text_is_no_position() -> None:
    chance = random.Random(1)
    refused = 0
    for _ in range(20000):
        noise = chance.randbytes(2 * chance.randrange(30))
        text = noise.decode("latin-1") if chance.random() < 0.5 else noise.decode("utf-32-le", "ignore")
        if chance.random() < 0.1:
            text += chr(chance.randrange(0xD800, 0xE000))
        try:
            Position(text, chance.choice(["traditional", "international"]))
        except lunette.Error as error:
            refused += 1
            assert "\n" not in str(error)
    assert refused > 19000


def test_nearly_right_text() -> None:
    chance = random.Random(2)
    accepted = 0
    for _ in range(20000):
        text = list("W:WK4,K7,11:BK21,22-25.")
        for _ in range(chance.randrange(4)):
            text[chance.randrange(len(text))] = chance.choice("WBKwbk0123456789:,-. \0\ud800é")
        try:
            position = Position("".join(text), "traditional")
        except lunette.Error:
            continue
        accepted += 1
        assert Position(position.fen, "traditional") == position
        for move in position.moves():
            assert position.apply(str(move)) == position.apply(move)
    assert accepted > 1000


def test_random_bits_are_probed_or_refused(traditional: Tablebase) -> None:
    chance = np.random.default_rng(3)
    noise = chance.integers(0, 256, 40 * 20000, dtype=np.uint8).view(lunette.position_dtype)
    sparse = np.zeros(50000, dtype=lunette.position_dtype)
    for name in ("white_men", "white_kings", "black_men", "black_kings"):
        bits = np.uint64(1) << chance.integers(0, 38, 50000, dtype=np.uint64)
        sparse[name] = np.where(chance.random(50000) < 0.5, 0, bits)
    sparse["side"] = chance.integers(0, 2, 50000)
    for array in (noise, sparse):
        answers = traditional.probe_many(array, on_error="status")
        assert set(answers.status.tolist()) <= {*Status}
        assert ((answers.wdl == lunette.NO_VALUE) == (answers.status != 0)).all()
        with pytest.raises(lunette.Error):
            traditional.rules.from_array(array)
        with pytest.raises(lunette.Error):
            traditional.rules.must_capture(array)
        with pytest.raises(lunette.Error):
            traditional.table("KKvK").index_of(array)
    assert (answers.status == 0).sum() > 1000


def test_arrays_of_the_wrong_kind(traditional: Tablebase) -> None:
    swapped = np.zeros(3, dtype=lunette.position_dtype.newbyteorder())
    renamed = np.zeros(3, dtype=[("a", "u8"), ("b", "u8"), ("c", "u8"), ("d", "u8"), ("e", "i4"), ("f", "i4")])
    numbers, dates = np.zeros((3, 4), dtype=np.uint64), np.zeros(3, dtype="M8[s]")
    for array in (np.zeros(3), numbers, swapped, renamed, dates, np.array(1)):
        for use in takers_of_many(traditional):
            with pytest.raises(TypeError):
                use(array)
    for shape in ((), (2, 2), (0, 3)):
        for use in takers_of_many(traditional):
            with pytest.raises(lunette.BadArgumentError):
                use(np.zeros(shape, dtype=lunette.position_dtype))


def takers_of_many(tables: Tablebase) -> list[Callable[[Any], Any]]:
    return [tables.probe_many, tables.rules.to_array, tables.rules.must_capture, tables.table("KvK").index_of]


def test_objects_of_the_wrong_type(traditional: Tablebase) -> None:
    table = traditional.table("KvK")
    takers: list[Callable[[Any], Any]] = [
        traditional.probe, traditional.probe_wdl, traditional.probe_dtc, traditional.probe_dtw, traditional.best_line,
        traditional.table, traditional.has, lunette.Material, lunette.Ruleset,
        lambda wrong: Position(wrong, "traditional"), lambda wrong: Position("W:W31:B2", wrong), Position.start,
        lambda wrong: Position.start("pool").apply(wrong), lambda wrong: Position.start("pool").parse_move(wrong),
        lambda wrong: traditional.probe_many([wrong]), lambda wrong: table.position_of(wrong, 0),
        lambda wrong: Tablebase(wrong, rules="traditional", max_pieces="x"),  # type: ignore[arg-type]
        lambda wrong: traditional.probe("W:WK1:BK2", lone=wrong, count="x"),  # type: ignore[arg-type]
    ]
    for take in takers:
        for wrong in WRONG:
            with pytest.raises(TypeError):
                take(wrong)
    for use in takers_of_many(traditional):
        for wrong in [*WRONG, 1, [None], [b""], [[]], [1]]:
            with pytest.raises(TypeError):
                use(wrong)
    no_squares: list[Any] = [None, 1, [1.5], ["1"], [[]]]
    for wrong in no_squares:
        with pytest.raises(TypeError):
            traditional.rules.bitboard(wrong)
    for use in takers_of_many(traditional)[:3]:
        with pytest.raises(TypeError, match="not str"):
            use("W:W31:B2")


def test_objects_without_a_c_part() -> None:
    """What __new__ makes and __init__ has not filled."""
    for kind in CLASSES:
        empty = kind.__new__(kind)
        for name in dir(kind):
            if name in ("__class__", "__init__", "__init_subclass__", "__subclasshook__", "__new__"):
                continue
            try:
                attribute = getattr(empty, name)
                if callable(attribute):
                    attribute()
            except (TypeError, AttributeError):
                pass
        uses: list[Callable[[Any], Any]] = [repr, str, hash, len, copy.copy, pickle.dumps, lambda it: it == it,
                                            lambda it: it < it, lambda it: pickle.dumps(it, 0)]
        for use in uses:
            try:
                use(empty)
            except (TypeError, AttributeError, pickle.PicklingError):
                pass
        del empty
    gc.collect()

    class Forgetful(Position):
        def __init__(self) -> None:
            pass

    with pytest.raises(TypeError):
        Forgetful()


def test_parts_without_a_c_part_as_arguments(traditional: Tablebase) -> None:
    position, move = Position.__new__(Position), lunette.Move.__new__(lunette.Move)
    material, rules = lunette.Material.__new__(lunette.Material), lunette.Ruleset.__new__(lunette.Ruleset)
    uses: list[Callable[[], Any]] = [
        lambda: traditional.probe(position), lambda: traditional.probe_many([position]),
        lambda: Position.start("pool").apply(move), lambda: Position.start("pool").svg(move=move),
        lambda: traditional.table(material), lambda: traditional.has(material), lambda: Position.start(rules),
        lambda: traditional.table("KvK").index_of(position)]
    for use in uses:
        with pytest.raises(TypeError):
            use()
    assert position != Position.start("pool")


def test_classes_that_nobody_makes() -> None:
    for kind in (lunette.Move, lunette.Answer, lunette.RankedMove, lunette.Probe, lunette.Line, lunette.Table):
        with pytest.raises(TypeError):
            kind()
    with pytest.raises((TypeError, AttributeError)):
        Position.start("pool").fen = "W:W31:B2"  # type: ignore[misc]


def test_iterables_that_misbehave(traditional: Tablebase) -> None:
    def failing() -> Iterator[str]:
        yield "W:W31:B2"
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        traditional.probe_many(failing())

    growing: list[str] = ["W:W31:B2"] * 10

    class Meddler(str):
        def __str__(self) -> str:
            growing.clear()
            return "W:W31:B2"

    growing.append(Meddler("W:W31:B2"))
    assert len(traditional.probe_many(growing).wdl) == 11


def test_more_than_memory_holds(traditional: Tablebase) -> None:
    endless = np.broadcast_to(traditional.rules.to_array(["W:W31:B2"]), 1 << 57)
    for use in takers_of_many(traditional):
        if use != traditional.table("KvK").index_of:
            with pytest.raises((MemoryError, ValueError)):
                use(endless)


def test_what_cannot_be_copied(traditional: Tablebase) -> None:
    uses: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, *(pickler(protocol) for protocol in range(6))]
    for use in uses:
        for whole in (traditional, traditional.table("KvK"), traditional.probe("W:WK1:BK2")):
            with pytest.raises(TypeError, match="cannot pickle"):
                use(whole)


def pickler(protocol: int) -> Callable[[Any], bytes]:
    return lambda whole: pickle.dumps(whole, protocol)


def test_nothing_is_leaked_by_refusals(traditional: Tablebase) -> None:
    """Error paths give back what they took: the count of living objects does not grow with the number of calls."""
    def refuse() -> None:
        for wrong in ("nonsense", "W:W1:B2", None, 1.5):
            try:
                traditional.probe(wrong)  # type: ignore[arg-type]
            except (lunette.Error, TypeError):
                pass

    refuse()
    gc.collect()
    before = len(gc.get_objects())
    for _ in range(200):
        refuse()
    gc.collect()
    assert len(gc.get_objects()) < before + 100
