"""Rulesets, materials, positions and moves, against tests/data."""

from __future__ import annotations

import copy
import pickle
import re
import xml.etree.ElementTree

import pytest

import lunette
from lunette import Color, Material, Move, Position, Ruleset
from reference import rows


def described(move: Move) -> str:
    """As moves.tsv writes it: from-to, or fromxto{captured squares}."""
    if not move.captures:
        return f"{move.from_square}-{move.to_square}"
    return f"{move.from_square}x{move.to_square}{{{','.join(map(str, move.captures))}}}"


def perft(position: Position, depth: int) -> int:
    if depth == 1:
        return len(position.moves())
    return sum(perft(position.apply(move), depth - 1) for move in position.moves())


@pytest.mark.parametrize("rules, fen, count, moves, why", rows("moves.tsv"))
def test_moves_of_reference_positions(rules: str, fen: str, count: str, moves: str, why: str) -> None:
    position = Position(fen, rules)
    found = [described(move) for move in position.moves()]
    assert len(found) == int(count)
    assert sorted(found) == sorted([] if moves == "-" else moves.split()), why


@pytest.mark.parametrize("rules, fen, nodes", [row for row in rows("perft.tsv") if row[1] == "start"])
def test_perft_from_the_start(rules: str, fen: str, nodes: str) -> None:
    start = Position.start(rules)
    assert [perft(start, depth) for depth in (1, 2, 3, 4)] == [int(count) for count in nodes.split()[:4]]


@pytest.mark.parametrize("board, text, verdict, why", rows("fen.tsv"))
def test_fens_are_accepted_or_refused(board: str, text: str, verdict: str, why: str) -> None:
    rules = "traditional" if board == "8x8" else "international"
    if verdict.startswith("accept"):
        assert Position(text, rules).rules == Ruleset(rules), why
    elif verdict.startswith("reject"):
        with pytest.raises((lunette.BadFenError, lunette.IllegalPositionError)):
            Position(text, rules)
    elif text.startswith("?"):
        with pytest.raises(lunette.UnknownSideError):
            Position(text, rules)


def test_rulesets_have_their_traits() -> None:
    assert len(lunette.rulesets()) == 9
    traditional, international = Ruleset("traditional"), Ruleset("international")
    assert (traditional.board, traditional.squares, traditional.board_side) == ("8x8", 32, 8)
    assert traditional.men_per_side == 12
    assert (international.board, international.squares, international.men_per_side) == ("10x10", 50, 20)
    assert traditional.count_limit == 13 and international.count_limit is None
    assert (traditional.capture, international.capture) == ("free", "most-pieces")
    assert Ruleset("historical").capture == "most-pieces-then-kings"
    assert (traditional.no_move, international.no_move) == ("draw-if-mutual", "loss")
    assert [rules.name for rules in lunette.rulesets() if rules.promotion == "during-capture"] == ["russian"]
    assert pickle.loads(pickle.dumps(traditional)) == traditional != international
    assert len({Ruleset(rules) for rules in lunette.rulesets()}) == 9
    with pytest.raises(lunette.UnknownRulesetError, match="international"):
        Ruleset("chess")


def test_bits_and_squares_are_each_others_reverse() -> None:
    for rules in (Ruleset("traditional"), Ruleset("international")):
        bits = [rules.bitboard([square]) for square in range(1, rules.squares + 1)]
        # The layout that rules/board.hpp and the C ABI describe.
        assert bits == [1 << (s - 1) + (s - 1) // rules.board_side for s in range(1, rules.squares + 1)]
        assert rules.squares_of(sum(bits)) == tuple(range(1, rules.squares + 1))
    assert Ruleset("traditional").squares_of(Ruleset("traditional").main_diagonal) == (4, 8, 11, 15, 18, 22, 25, 29)
    international = Ruleset("international")
    assert international.squares_of(international.main_diagonal) == (5, 10, 14, 19, 23, 28, 32, 37, 41, 46)
    with pytest.raises(lunette.BadArgumentError, match="no square 33"):
        Ruleset("traditional").bitboard([33])
    with pytest.raises(lunette.BadArgumentError):
        Ruleset("traditional").squares_of(1 << 63)


def test_materials() -> None:
    material = Material("KvKKM")
    assert material.canonical == material.flipped == Material("KKMvK") != material
    assert (material.white_kings, material.black_kings, material.black_men, material.pieces) == (1, 2, 1, 4)
    assert Material("KMvKM").is_own_flip and not material.is_own_flip
    # The man promotes, or the lone king captures one of two; a king that captures the last piece ends the game.
    assert [str(each) for each in Material("KMvK").successors()] == ["KvK", "KvM", "KKvK"]
    assert Material("KKvK") < Material("KMvK") < Material("KKKvK")
    assert sorted([Material("KKKvK"), Material("KvK")])[0].name == "KvK"
    assert [str(each) for each in Material.all(2)] == ["KvK", "KvM", "MvM"]
    assert pickle.loads(pickle.dumps(material)) == material and len({material, Material("KvKKM")}) == 1
    for name in ("", "KK", "KvX", "K" * 8 + "vK", "Kv"):
        with pytest.raises(lunette.BadMaterialError):
            Material(name)
    with pytest.raises(lunette.BadArgumentError):
        Material.all(9)


def test_positions_are_values() -> None:
    position = Position("W:W31,K46:B5-7,K12.", "international")
    assert position.fen == "W:W31,K46:B5,6,7,K12" and position.side is Color.WHITE
    assert position.pieces == {31: "w", 46: "W", 5: "b", 6: "b", 7: "b", 12: "B"}
    assert position.material == Material("KMvKMMM")
    assert position.flipped.fen == "B:WK39,44,45,46:BK5,20" and position.flipped.flipped == position
    same = Position("W:WK46,31:BK12,7,6,5", "international")
    assert same == position and hash(same) == hash(position) and len({same, position}) == 1
    assert position != Position("W:W31,K46:B5-7,K12", "polish") 
    assert position.__eq__(position.fen) is NotImplemented
    assert sorted([position, position.flipped]) == sorted([position.flipped, position])
    assert (position < position.flipped) != (position > position.flipped) and position <= same >= position
    for copied in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position)):
        assert copied == position and copied.rules == position.rules
    assert eval(repr(position)) == position


def test_a_game_to_its_end() -> None:
    position = Position("W:WK1,K2:BK11", "traditional")
    assert position.must_capture and not position.is_over
    after = position.apply(position.moves()[0])
    assert after.side is Color.BLACK and after.is_over and after.moves() == []
    assert pickle.loads(pickle.dumps(after)) == after
    assert after.material.black_kings == 0


def test_applying_moves() -> None:
    start = Position.start("international")
    move = start.parse_move("32-28")
    assert str(move) == "32-28" and move in start.moves() and move.is_man and move.is_conversion
    assert start.apply(move) == start.apply("32-28")
    assert pickle.loads(pickle.dumps(move)) == move and hash(pickle.loads(pickle.dumps(move))) == hash(move)
    with pytest.raises(lunette.BadMoveError):
        start.apply("32-29")
    with pytest.raises(lunette.BadMoveError, match="not legal"):
        start.apply("32-28").apply(move)
    with pytest.raises(lunette.BadMoveError, match="not legal"):
        Position.start("polish").apply(move)


def test_text_board_and_svg() -> None:
    position = Position("W:WK48:B24,K36", "international")
    assert str(position).splitlines()[4] == "  .   .   .   b   .   21-25"
    (move, *_) = position.moves()
    for text in (position._repr_svg_(), position.svg(size=100, numbers=False, move=move)):
        board = xml.etree.ElementTree.fromstring(text)
        kinds = [element.get("class") for element in board]
        assert kinds.count("dark") == 50
        assert (kinds.count("white"), kinds.count("black")) == (1, 2)
        assert (kinds.count("crown-white"), kinds.count("crown-black")) == (1, 1)
    assert kinds.count("captured") == len(move.captures) and kinds.count("move") == 1
    assert board.get("width") == "100"
    # 48 is the second dark square of the lowest row, whose first one, 46, is in the corner.
    (king,) = re.findall(r'class="white" cx="(\d+)" cy="(\d+)"', text)
    assert king == ("180", "380")
    with pytest.raises(lunette.BadArgumentError):
        position.svg(size=0)
