"""Many positions at once, and whole tables."""

from __future__ import annotations

import pathlib
from typing import Any

import numpy as np
import pytest

import lunette
from lunette import Color, Material, Position, Status, Table, Tablebase, Wdl
from reference import rows


def by_value(values: np.ndarray[Any, Any]) -> list[int]:
    """Wins, cursed wins, draws, blessed losses, losses: the columns of results.tsv."""
    return [int(np.count_nonzero(values == value)) for value in (2, 1, 0, -1, -2)]


def longest(distances: np.ndarray[Any, Any], chosen: np.ndarray[Any, Any]) -> str:
    return str(distances[chosen].max()) if chosen.any() else "-"


@pytest.mark.parametrize("rules", ["traditional", "international"])
def test_whole_tables_against_an_independent_solver(request: pytest.FixtureRequest, rules: str) -> None:
    tables: Tablebase = request.getfixturevalue(rules)
    compared = 0
    for ruleset, material, side, *expected in rows("results.tsv"):
        if ruleset != rules or Material(material).pieces > 4:
            continue
        table = tables.table(material)
        row = Color.WHITE if side == "white" else Color.BLACK
        values, dtw, dtc = table.values("wdl", row), table.values("dtw", row), table.values("dtc", row)
        found = [*map(str, by_value(values)), longest(dtw, values == 2), longest(dtw, values == -2),
                 longest(dtc, values == 2), longest(dtc, values == -2)]
        assert [have for have, want in zip(found, expected, strict=True) if want != "?"] == [
            want for want in expected if want != "?"], f"{rules} {material} {side}"
        compared += 1
    assert compared >= 20


@pytest.mark.parametrize("material", ["KvK", "KKMvK", "MMvM", "KKvKK"])
def test_entries_are_what_probes_say(traditional: Tablebase, material: str) -> None:
    table = traditional.table(material)
    numbers = np.random.default_rng(1).integers(0, table.size, 300)
    arrays: list[np.ndarray[Any, Any]] = [table.values(), table.values("dtc"), table.values("dtw")]
    assert [array.shape for array in arrays] == [(len(table.sides), table.size)] * 3
    for row, side in enumerate(table.sides):
        positions = table.position_of(row, numbers)
        answers = traditional.probe_many(positions)
        assert (positions["side"] == side).all() and not answers.status.any()
        for array, answered in zip(arrays, (answers.wdl, answers.dtc, answers.dtw), strict=True):
            assert (array[row, numbers] == answered).all()
        for position, wdl, dtc, dtw in list(zip(
                traditional.rules.from_array(positions), answers.wdl, answers.dtc, answers.dtw, strict=True))[:40]:
            alone = traditional.probe(position)
            assert (alone.wdl, alone.dtc, alone.dtw) == (wdl, none_or(dtc), none_or(dtw))
        assert (table.values("wdl", side) == arrays[0][row]).all()


def none_or(distance: int) -> int | None:
    return None if distance == lunette.NO_DISTANCE else int(distance)


def test_index_and_position_are_each_others_reverse(traditional: Tablebase) -> None:
    for material in ("KKvK", "KMvKM", "MMvM"):
        table = traditional.table(material)
        for row in range(len(table.sides)):
            numbers = np.arange(table.size)
            rows_found, found = table.index_of(table.position_of(row, numbers))
            assert (rows_found == row).all() and (found == numbers).all()
        position = table.position_of(0, 7)
        assert table.index_of(position) == table.index_of(position.fen) == (0, 7)
        assert table.index_of(position.flipped) == (0, 7)
        one_row, one_number = table.index_of([position, position])
        assert one_row.tolist() == [0, 0] and one_number.tolist() == [7, 7]


def test_every_placement_has_one_index(traditional: Tablebase) -> None:
    placements = {material: int(count) for board, _, material, count in rows("counts.tsv") if board == "8x8"}
    for material in ("KvK", "KvM", "MvM", "KKvK"):
        table = traditional.table(material)
        assert table.size == placements[material]
        positions = table.position_of(np.zeros(table.size, dtype=np.uint8), range(table.size))
        assert len(np.unique(positions)) == table.size


def test_an_index_out_of_range(traditional: Tablebase) -> None:
    table = traditional.table("KKvK")
    assert table.sides == (Color.WHITE, Color.BLACK) and traditional.table("KvK").sides == (Color.WHITE,)
    for row, index in ((2, 0), (-1, 0), (0, -1), (0, table.size), (0, (1 << 63) - 1)):
        with pytest.raises(IndexError):
            table.position_of(row, index)
    with pytest.raises(IndexError, match=str(table.size)):
        table.position_of(0, [0, table.size])
    with pytest.raises(IndexError):
        table.position_of(0, np.array([1 << 63], dtype=np.uint64))
    for not_numbers in (1.5, "1", None, [1.5], [[None]]):
        with pytest.raises(TypeError):
            table.position_of(0, not_numbers)  # type: ignore[call-overload]
    with pytest.raises(lunette.BadArgumentError):
        table.position_of([0, 1], [0, 1, 2])
    with pytest.raises(lunette.BadArgumentError):
        table.position_of(0, np.zeros((2, 2), dtype=int))
    with pytest.raises(lunette.BadArgumentError, match="own colour flip"):
        traditional.table("KvK").values(side="black")
    with pytest.raises(lunette.BadMaterialError, match="KKKvK"):
        table.index_of("W:WK1,K2,K3:BK29")


def test_lists_iterables_and_arrays_are_answered_alike(traditional: Tablebase) -> None:
    rules = traditional.rules
    fens = ["W:WK4,K7,K11:BK21", "B:WK22,K25,K29:BK1", "W:WK1,K2,K3:BK29", "B:W31:B2"]
    positions = [Position(fen, rules) for fen in fens]
    array = rules.to_array(fens)
    assert array.dtype == lunette.position_dtype and array.dtype.itemsize == 40
    assert array["white_kings"][0] == rules.bitboard([4, 7, 11]) and array["side"].tolist() == [0, 1, 0, 1]
    assert rules.from_array(array) == positions
    first = traditional.probe_many(fens)
    assert first.wdl[:3].tolist() == [Wdl.WIN, Wdl.BLESSED_LOSS, Wdl.DRAW] and first.dtw[:3].tolist() == [25, 26, -1]
    many: list[Any] = [positions, array, iter(fens), tuple(positions), np.array(fens), {fen: None for fen in fens}]
    for given in many:
        again = traditional.probe_many(given)
        assert (first.wdl == again.wdl).all() and (first.dtc == again.dtc).all()
        assert (first.dtw == again.dtw).all() and (first.status == again.status).all()
    values_alone = traditional.probe_many(array, distances=False)
    assert (values_alone.wdl == first.wdl).all() and (values_alone.dtc == -1).all() and (values_alone.dtw == -1).all()
    assert traditional.probe_many(array[:1], 1).wdl.tolist() == [Wdl.CURSED_WIN]
    nothing = traditional.probe_many([])
    assert nothing.wdl.size == nothing.dtc.size == nothing.dtw.size == nothing.status.size == 0
    captures = rules.must_capture(["W:WK1,K2:BK11", "W:WK1,K2:BK28"])
    assert captures.dtype == np.bool_ and captures.tolist() == [True, False]


def test_strides_and_alignment_do_not_matter(traditional: Tablebase) -> None:
    table = traditional.table("KKvK")
    array, values = table.position_of(1, np.arange(table.size)), table.values(side="black")
    assert (traditional.probe_many(array[::-7]).wdl == values[::-7]).all()
    pairs = np.stack([array, array], axis=1)
    assert (traditional.probe_many(pairs[:, 1]).wdl == values).all()
    assert (traditional.probe_many(np.asfortranarray(pairs)[::3, 0]).wdl == values[::3]).all()
    assert (traditional.probe_many(np.concatenate([array, array])[table.size :]).wdl == values).all()
    shifted = np.zeros(array.nbytes + 1, dtype=np.uint8)[1:].view(lunette.position_dtype)
    shifted[:] = array
    shifted.flags.writeable = False
    assert (traditional.probe_many(shifted).wdl == values).all()
    everywhere = np.broadcast_to(array[:1], 1000)
    assert (traditional.probe_many(everywhere).wdl == values[0]).all()


def test_errors_among_many(traditional: Tablebase) -> None:
    fens = ["W:WK4,K7,K11:BK21", "nonsense", "?:W31:B2", "W:W1:B2", "W:W21-32:B1-12", "B:W:B2", "\ud800"]
    answers = traditional.probe_many(fens, on_error="status")
    assert [Status(code) for code in answers.status.tolist()] == [
        Status.OK, Status.BAD_FEN, Status.UNKNOWN_SIDE, Status.ILLEGAL_POSITION, Status.NOT_COVERED,
        Status.ILLEGAL_POSITION, Status.BAD_FEN]
    assert answers.wdl.tolist() == [2] + [lunette.NO_VALUE] * 6 and answers.dtw.tolist() == [25] + [-1] * 6
    with pytest.raises(lunette.BadFenError, match="position 1: ") as caught:
        traditional.probe_many(fens)
    assert caught.value.index == 1
    with pytest.raises(lunette.IllegalPositionError) as illegal:
        traditional.rules.to_array(["B:W31:B2"] * 9000 + ["W:W1:B2"])
    assert illegal.value.index == 9000
    with pytest.raises(lunette.BadArgumentError):
        traditional.probe_many(fens, on_error="ignore")  # type: ignore[arg-type]
    array = traditional.rules.to_array(fens[:1])
    array["side"] = 2
    assert traditional.probe_many(array, on_error="status").status.tolist() == [Status.BAD_ARGUMENT]


def test_a_missing_table_among_many(tmp_path: pathlib.Path) -> None:
    with Tablebase(tmp_path, rules="traditional") as tables:
        assert tables.probe_many(["W:W31:B2"], on_error="status").status.tolist() == [Status.MISSING_TABLE]
        with pytest.raises(lunette.MissingTableError) as caught:
            tables.probe_many(["B:W31:B", "W:W31:B2"])
        assert caught.value.table == "traditional/MvM.wdl" and caught.value.index == 1


def test_a_table_describes_itself(traditional: Tablebase) -> None:
    table: Table = traditional.table("KvKKK")
    assert table.material == Material("KKKvK") and repr(table) == "<lunette.Table KKKvK of traditional>"
    # rules.md: in traditional, 194 positions of KKKvK are draws by the count alone.
    assert by_value(table.values(side="black"))[3] == 194
