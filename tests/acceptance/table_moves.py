#!/usr/bin/env python3
"""The moves of `lunette hub` in random positions that the tables hold: the value is kept every time, a lost position
lasts as long as DTW says, and every won one is won when it is played out against the longest defence."""

import random

from hub_engine import COUNTED, HubEngine, arguments_of, move_of, probe_boards, random_board
from program import Program, parser
from tally import Tally

OPPOSITE = {"win": "loss", "cursed-win": "blessed-loss", "draw": "draw", "blessed-loss": "cursed-win", "loss": "win"}
PLY_LIMIT = 1000


def sample(rules, pieces, number, seed):
    """Legal positions of two pieces or more, the same ones each time."""
    source = random.Random(f"{seed} {rules} {pieces}")
    boards = []
    while len(boards) < number:
        total = source.randint(2, pieces)
        white = source.randint(1, total - 1)
        boards.append(random_board(rules, source, white, total - white))
    return boards


def check_move(tally, board, answer, text):
    """The move keeps the value, and is one of those that last longest in a loss."""
    where = f"{board.rules} {board.fen} {text}"
    move = move_of(answer, text)
    tally.equal(f"{where}: value", OPPOSITE[answer["wdl"]], move["wdl"])
    if answer["wdl"] == "loss":
        tally.equal(f"{where}: plies of resistance", max(each["dtw"] for each in answer["moves"]), move["dtw"])


def check_verdict(tally, engine, board, answer, first, moves):
    """`go analyze` lists all moves as `lunette probe` does, counted from the position before them."""
    said = engine.ask(f'pos pos={first.pos} moves="{" ".join(moves)}"', "level depth=1", "go analyze")
    listed = [arguments_of(line)[1] for line in said if " rank=" in line]
    expected = []
    for move in answer["moves"]:
        verdict = {"value": OPPOSITE[move["wdl"]], "pv": hub_text(move)}
        if move["wdl"] != "draw":
            verdict["dtc"] = "1" if move["conversion"] else str(move["dtc"] + 1)
            verdict["dtw"] = str(move["dtw"] + 1)
        if move["count"] is not None:
            verdict["count"] = f'{move["count"]}/{COUNTED[board.rules][1]}'
        expected.append(verdict)
    found = [{name: line[name] for name in ("value", "pv", "dtc", "dtw", "count") if name in line} for line in listed]
    tally.equal(f"{board.rules} {board.fen} {moves}: verdicts", expected, found)


def hub_text(move):
    """A move of `lunette probe` as the protocol writes it."""
    return ("x" if move["captures"] else "-").join(map(str, [move["from"], move["to"]])) + "".join(
        f"x{square}" for square in move["captures"])


def wander(program, tables, boards, plies, source):
    """For each board a game that begins there: quiet moves, random ones against the best resistance, until so many
    have been made or there is none. Gives
    (first board, moves, last board, answer to it)."""
    games = [(board, [], board) for board in boards]
    for _ in range(plies):
        answers = probe_boards(program, tables, [board for _, _, board in games])
        following = []
        for (first, moves, board), answer in zip(games, answers, strict=True):
            quiet = [move for move in answer["moves"] if not move["captures"]]
            # Positions that are decided without the count are the ones that it may yet decide otherwise.
            choices = [move for move in quiet if move["wdl"] != "draw"] or quiet
            if answer["wdl"] in ("loss", "blessed-loss"):
                choices = choices[:1]
            if choices and not (board.count is not None and board.count + 1 >= COUNTED[board.rules][1]):
                text = hub_text(source.choice(choices))
                moves, board = [*moves, text], board.play(text)
            following.append((first, moves, board))
        games = following
    answers = probe_boards(program, tables, [board for _, _, board in games])
    return [(*game, answer) for game, answer in zip(games, answers, strict=True)]


def check_counts(tally, engine, program, rules, tables, number):
    """Where a count runs, the engine knows it from the moves that it is told of."""
    source = random.Random(f"counts {rules}")
    strong, _ = COUNTED[rules]
    boards = []
    while len(boards) < number:
        kings = source.choice(sorted(strong))
        board = random_board(rules, source, *source.choice([(kings, 1), (1, kings)]))
        if board.count is not None:
            boards.append(board)
    values = {}
    for first, moves, board, answer in wander(program, tables, boards, 22, source):
        if not answer["moves"]:
            continue
        values[answer["wdl"]] = values.get(answer["wdl"], 0) + 1
        check_move(tally, board, answer, engine.move(first.pos, moves, "infinite"))
        check_verdict(tally, engine, board, answer, first, moves)
    print(f"{rules}: {sum(values.values())} positions under a count {values}", flush=True)


def play_out(engine, program, board):
    """The number of plies to the end, both sides played by the engine; absent if there is none within the limit. A
    position that comes up for the third time is no end but a fault."""
    start, moves, seen = board.pos, [], {}
    while len(moves) < PLY_LIMIT:
        seen[board.pos] = seen.get(board.pos, 0) + 1
        if seen[board.pos] == 3 or board.drawn_by_count:
            return None
        engine.send(f'pos pos={start} moves="{" ".join(moves)}"', "go think")
        line = engine.until(("done", "error"))[-1]
        if "the game is over" in line:
            return len(moves)
        text = line.split("move=")[1].split()[0]
        board = board.play(text, board.promotes_in_passing(program, text))
        moves.append(text)
        if not board.both_sides:
            return len(moves)
    return None


def check_game(tally, engine, program, board, answer):
    """A won or lost position is over in its time: at DTW where the ranking goes by it, sooner or later elsewhere, but
    never before DTW if the loser plays on."""
    where = f"{board.rules} {board.fen}"
    plies = play_out(engine, program, board)
    if not tally.check(plies is not None, f"{where}: the {answer['wdl']} is not played to its end"):
        return
    tally.equal(f"{where}: winner", answer["wdl"] == "win", plies % 2 == 1)
    tally.check(plies >= answer["dtw"], f"{where}: over after {plies} plies, DTW {answer['dtw']}")
    if not answer["counted"]:
        tally.equal(f"{where}: plies", answer["dtw"], plies)


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--pieces", type=int, required=True, help="positions of up to so many pieces")
    arguments.add_argument("--positions", type=int, default=1000, help="of each ruleset")
    arguments.add_argument("--games", type=int, default=200, help="decided ones of these that are played out")
    arguments.add_argument("--counts", type=int, default=300, help="positions under a count, of each ruleset with one")
    options = arguments.parse_args()
    program, tally = Program(options.lunette), Tally()
    (rulesets,) = program.json("rulesets", "--json")
    counted = {row["name"]: row["count"] is not None for row in rulesets}
    for rules in options.rules:
        boards = sample(rules, options.pieces, options.positions, "table moves")
        answers = probe_boards(program, options.tables, boards)
        engine = HubEngine(program, "--rules", rules, "--tables", options.tables)
        engine.start()
        values, games = {}, 0
        for board, answer in zip(boards, answers, strict=True):
            if "error" in answer:
                raise RuntimeError(f"{rules} {answer}")
            if not answer["moves"]:
                continue
            values[answer["wdl"]] = values.get(answer["wdl"], 0) + 1
            check_move(tally, board, answer, engine.move(board.pos, [], "infinite"))
            check_verdict(tally, engine, board, answer, board, [])
            if answer["wdl"] in ("win", "loss") and games < options.games:
                games += 1
                check_game(tally, engine, program, board, answer | {"counted": counted[rules]})
        if rules in COUNTED:
            check_counts(tally, engine, program, rules, options.tables, options.counts)
        tally.equal(f"{rules}: exit status and errors", (0, ""), engine.close())
        print(f"{rules}: {sum(values.values())} positions {values}, {games} games", flush=True)
    tally.close()


if __name__ == "__main__":
    main()
