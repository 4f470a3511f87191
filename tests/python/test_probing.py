"""Single probes, ranked moves and lines."""

from __future__ import annotations

import pathlib
import pickle
from collections.abc import Callable

import pytest

import lunette
from lunette import Color, LineEnd, Position, Tablebase, Wdl
from reference import rows

WON = "W:WK4,K7,K11:BK21"  # rules.md: won in 25 plies, a cursed win from one counted move on


def pieces_of(rules: str, fen: str) -> int:
    return len(Position(fen, rules).pieces)


def single_values() -> list[tuple[str, str, str, int | None, bool]]:
    """(rules, FEN, value, DTW, whether the DTW is known) of the reference, up to four pieces."""
    known = [(rules, fen, wdl, None if dtw == "-" else int(dtw), True)
             for name in ("values.tsv", "longest.tsv") for rules, fen, wdl, dtw in rows(name)]
    known += [(rules, fen, wdl, None, False) for rules, fen, wdl, _ in rows("kingsrow.tsv")]
    return [row for row in known if row[0] in ("traditional", "international") and pieces_of(row[0], row[1]) <= 4]


@pytest.mark.parametrize("rules, fen, wdl, dtw, has_distance", single_values())
def test_reference_values(
    request: pytest.FixtureRequest, rules: str, fen: str, wdl: str, dtw: int | None, has_distance: bool
) -> None:
    tables: Tablebase = request.getfixturevalue(rules)
    answer = tables.probe(fen)
    assert str(answer.wdl) == wdl and tables.probe_wdl(fen) is answer.wdl
    if has_distance:
        assert answer.dtw == dtw == tables.probe_dtw(fen)


def test_an_answer_and_its_moves(traditional: Tablebase) -> None:
    probe = traditional.probe(WON)
    assert probe.wdl is Wdl.WIN and probe.dtw == 25 and probe.progress_guaranteed
    assert (probe.count, probe.lone) == (0, Color.BLACK)
    assert probe.position == Position(WON, "traditional")
    assert {ranked.move for ranked in probe.moves} == set(probe.position.moves())
    best, *others = probe.moves
    assert best.wdl is Wdl.LOSS and best.dtw == 24 and best.position == probe.position.apply(best.move)
    # Values are from the side to move, so the mover's is the negated one, and the best comes first.
    assert -best.wdl is probe.wdl
    assert sorted((ranked.wdl for ranked in probe.moves), reverse=False) == [ranked.wdl for ranked in probe.moves]
    for ranked in others:
        alone = traditional.probe(ranked.position)
        assert (alone.wdl, alone.dtc, alone.dtw) == (ranked.wdl, ranked.dtc, ranked.dtw)


def test_the_count(traditional: Tablebase) -> None:
    assert traditional.probe_wdl(WON, 0) is Wdl.WIN
    assert traditional.probe(WON, count=1).wdl is Wdl.CURSED_WIN
    assert traditional.probe(WON, 1).count == 1
    assert traditional.probe_wdl(WON, 1, limit=14) is Wdl.WIN
    # 26 plies are 13 moves of the lone king: too many for 13, enough for 15 at counts 0 and 1.
    lost = "B:WK22,K25,K29:BK1"
    assert traditional.probe_dtw(lost) == 26
    assert traditional.probe_wdl(lost) is Wdl.BLESSED_LOSS
    assert [traditional.probe_wdl(lost, count, limit=15) for count in (0, 1, 2)] == [
        Wdl.LOSS, Wdl.LOSS, Wdl.BLESSED_LOSS]
    with pytest.raises(lunette.BadCountError):
        traditional.probe(WON, count=13)
    with pytest.raises(lunette.BadCountError):
        traditional.probe(WON, count=-1)
    with pytest.raises(lunette.BadCountError):
        traditional.probe("W:W31:BK1", count=3)
    with pytest.raises(lunette.BadCountError):
        traditional.probe("W:WK31:BK1", count=3)  # whose count?
    assert traditional.probe("W:WK31:BK1", count=3, lone="black").lone is Color.BLACK
    assert traditional.probe("W:WK31:BK1", count=0, lone=Color.BLACK).count == 0
    with pytest.raises(lunette.BadArgumentError, match="colour"):
        traditional.probe("W:WK31:BK1", count=3, lone="red")  # type: ignore[arg-type]


def test_a_line_of_best_play(traditional: Tablebase) -> None:
    line = traditional.best_line(WON)
    assert len(line) == len(line.moves) == 25 and line.end is LineEnd.GAME_OVER and line.start.wdl is Wdl.WIN
    position = line.position
    for left, ranked in zip(range(24, -1, -1), line.moves, strict=True):
        position = position.apply(ranked.move)
        assert ranked.position == position and ranked.dtw == left
    assert position.is_over
    assert str(line).split() == [str(ranked.move) for ranked in line.moves]
    assert traditional.best_line(WON, max_plies=3).end is LineEnd.LENGTH_LIMIT
    assert traditional.best_line("W:WK1,K2,K3:BK29").end in (LineEnd.DRAWN, LineEnd.DRAWN_BY_COUNT)
    assert traditional.best_line("B:WK22,K25,K29:BK1").end is LineEnd.DRAWN_BY_COUNT


def test_a_finished_game_needs_no_table(international: Tablebase) -> None:
    probe = international.probe("B:W50,K32:B")
    assert (probe.wdl, probe.dtw, probe.moves) == (Wdl.LOSS, 0, ())
    assert len(international.best_line("B:W50:B")) == 0


def test_metrics_that_were_not_opened(directory: pathlib.Path) -> None:
    with Tablebase(directory, rules="international", metrics=["wdl"]) as tables:
        probe = tables.probe("W:WK1,K2:BK45")
        assert (probe.wdl, probe.dtc, probe.dtw, probe.progress_guaranteed) == (Wdl.WIN, None, None, False)
        with pytest.raises(lunette.MissingMetricError) as caught:
            tables.probe_dtw("W:WK1,K2:BK45")
        assert caught.value.table == "international/KKvK.dtw"
        assert isinstance(caught.value, lunette.MissingTableError)


def test_cached_probes_never_read(directory: pathlib.Path) -> None:
    with Tablebase(str(directory), rules="international", cache=1 << 20) as tables:
        fen = "W:WK1,K2:BK45"
        with pytest.raises(lunette.NotCachedError):
            tables.probe_wdl(fen, cached=True)
        assert tables.probe_wdl(fen) is tables.probe_wdl(fen, cached=True) is Wdl.WIN
        with pytest.raises(lunette.NotCachedError):
            tables.probe_dtc(fen, cached=True)
        assert tables.probe_dtc(fen) == tables.probe_dtc(fen, cached=True)
        statistics = tables.statistics()
        assert statistics.probes == 6 and statistics.open_tables == 2 and statistics.cache_budget == 1 << 20
        tables.reset_statistics()
        assert tables.statistics().probes == 0


def test_what_is_there(traditional: Tablebase) -> None:
    assert traditional.has("KKKvK") and traditional.has("KvKKK", "dtw") and not traditional.has("KKKKvKKK")
    assert lunette.Material("KKKvK") in traditional.tables()
    assert traditional.missing(3) == []
    assert lunette.Material("KKKKvKKKK") in traditional.missing(8)
    assert traditional.rules == lunette.Ruleset("traditional")


def test_a_missing_table_is_named(directory: pathlib.Path, tmp_path: pathlib.Path) -> None:
    with Tablebase(tmp_path, rules="traditional") as tables:
        probes: list[Callable[[str], object]] = [tables.probe, tables.probe_wdl, tables.best_line]
        for probe in probes:
            with pytest.raises(lunette.MissingTableError, match="traditional/KKKvK.wdl") as caught:
                probe(WON)
            assert caught.value.table == "traditional/KKKvK.wdl"
            assert caught.value.status is lunette.Status.MISSING_TABLE
            assert pickle.loads(pickle.dumps(caught.value)).table == caught.value.table
        with pytest.raises(lunette.MissingTableError):
            tables.table("KKKvK")
    # The second directory has what the first one lacks.
    with Tablebase([tmp_path, directory], rules="traditional") as tables:
        assert tables.probe_wdl(WON) is Wdl.WIN


def test_positions_that_no_table_covers(directory: pathlib.Path, traditional: Tablebase) -> None:
    with pytest.raises(lunette.NotCoveredError):
        traditional.probe(Position.start("traditional"))
    with Tablebase(directory, rules="traditional", max_pieces=3) as small:
        with pytest.raises(lunette.NotCoveredError):
            small.probe(WON)


def test_damaged_files_are_told(directory: pathlib.Path, tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "traditional"
    folder.mkdir()
    content = bytearray((directory / "traditional" / "KvK.wdl").read_bytes())
    content[40] ^= 0xFF  # in the header, which its own checksum guards
    (folder / "KvK.wdl").write_bytes(content)
    (folder / "KvM.wdl").write_bytes((directory / "international" / "KvM.wdl").read_bytes())
    with Tablebase(tmp_path, rules="traditional") as tables:
        with pytest.raises(lunette.CorruptFileError, match=r"KvK\.wdl"):
            tables.probe_wdl("W:WK1:BK2")
        with pytest.raises(lunette.WrongRulesetError, match="international"):
            tables.probe_wdl("W:WK1:B2")
        assert issubclass(lunette.CorruptFileError, lunette.TableFileError)


def test_a_position_of_another_game_is_refused(traditional: Tablebase) -> None:
    with pytest.raises(lunette.WrongRulesetError, match="minor, not of traditional"):
        traditional.probe(Position(WON, "minor"))


def test_opening_what_cannot_be_opened(directory: pathlib.Path, tmp_path: pathlib.Path) -> None:
    with pytest.raises(lunette.UnknownRulesetError):
        Tablebase(directory, rules="chess")
    with pytest.raises(lunette.SystemIoError, match="nowhere") as caught:
        Tablebase(tmp_path / "nowhere", rules="traditional")
    assert isinstance(caught.value, OSError)
    with pytest.raises(lunette.BadArgumentError):
        Tablebase([], rules="traditional")
    with pytest.raises(lunette.BadArgumentError):
        Tablebase(directory, rules="traditional", max_pieces=9)
    with pytest.raises(lunette.BadArgumentError):
        Tablebase(directory, rules="traditional", metrics=["dtm"])  # type: ignore[list-item]
    with pytest.raises(lunette.OutOfMemoryError) as memory:
        Tablebase(directory, rules="traditional", cache=1 << 62)
    assert isinstance(memory.value, MemoryError)


def test_use_after_closing(directory: pathlib.Path) -> None:
    with Tablebase(directory, rules="traditional") as tables:
        table = tables.table("KKKvK")
        assert not tables.closed
    assert tables.closed and repr(tables) == "<lunette.Tablebase of traditional, closed>"
    tables.close()
    uses = [lambda: tables.probe(WON), lambda: tables.probe_wdl(WON), lambda: tables.probe_dtc(WON),
            lambda: tables.probe_dtw(WON), lambda: tables.best_line(WON), lambda: tables.probe_many([WON]),
            lambda: tables.tables(), lambda: tables.missing(3), lambda: tables.has("KvK"),
            lambda: tables.table("KvK"), lambda: tables.statistics(), lambda: tables.reset_statistics(),
            lambda: tables.__enter__(), lambda: table.values(), lambda: table.values("dtw", "white")]
    for use in uses:
        with pytest.raises(lunette.ClosedError, match="closed"):
            use()
    # What needs no file still works.
    assert table.position_of(*table.index_of(WON)).fen == WON


def test_every_error_is_below_one_class() -> None:
    kinds = [value for value in vars(lunette).values() if isinstance(value, type) and issubclass(value, lunette.Error)]
    assert len(kinds) == 20
    statuses = {kind.status for kind in kinds if hasattr(kind, "status")}
    assert statuses == set(lunette.Status) - {lunette.Status.OK}
