#!/usr/bin/env python3
"""Quick games of `lunette hub` against itself, from positions with one to three pieces more than the tables hold. Once
the tables hold the position, no result that they promise may be spoiled: every move keeps the value, the count
included, and what is won is won in the end. Values are those of `lunette probe`, asked after the games."""

import random

from hub_engine import HubEngine, move_of, probe_boards, random_board
from program import Program, parser
from tally import Tally

OPPOSITE = {"win": "loss", "cursed-win": "blessed-loss", "draw": "draw", "blessed-loss": "cursed-win", "loss": "win"}


class Game:
    """The boards of a game, the moves between them, and how it ended: "won" (by the side that moved last), "blocked"
    (the side to move has no move), "repeated" (for the third time), "count" or "long"."""

    def __init__(self, board):
        self.boards, self.moves, self.end = [board], [], None

    def play(self, engine, program, level, ply_limit):
        seen = {}
        while self.end is None:
            board = self.boards[-1]
            seen[board.pos] = seen.get(board.pos, 0) + 1
            if not board.both_sides:
                self.end = "won"
            elif board.drawn_by_count:
                self.end = "count"
            elif seen[board.pos] == 3:
                self.end = "repeated"
            elif len(self.moves) == ply_limit:
                self.end = "long"
            else:
                self._move(engine, program, level)

    def _move(self, engine, program, level):
        board = self.boards[-1]
        engine.send(f'pos pos={self.boards[0].pos} moves="{" ".join(self.moves)}"', f"level {level}", "go think")
        line = engine.until(("done", "error"))[-1]
        if "the game is over" in line:
            self.end = "blocked"
            return
        if line.startswith("error"):
            raise RuntimeError(f"{self.boards[0].pos} {self.moves}: {line}")
        text = line.split("move=")[1].split()[0]
        self.boards.append(board.play(text, board.promotes_in_passing(program, text)))
        self.moves.append(text)

    @property
    def where(self):
        return f'{self.boards[0].rules} pos={self.boards[0].pos} moves="{" ".join(self.moves)}"'


def starts(rules, pieces, number, seed):
    """Positions with pieces + 1 to pieces + 3 pieces, the same ones each time. The sides differ by up to two."""
    source = random.Random(f"{seed} {rules} {pieces}")
    for at in range(number):
        total = pieces + 1 + at % 3
        more = source.choice([each for each in (-2, -1, 0, 1, 2) if (total + each) % 2 == 0])
        yield random_board(rules, source, (total + more) // 2, (total - more) // 2)


def check(tally, game, held, answers):
    """`held` are the numbers of the boards that the tables hold. True if the game came there with a win ahead."""
    for at, answer in zip(held, answers, strict=True):
        if at < len(game.moves):
            text = game.moves[at]
            tally.equal(f"{game.where}: value after {game.boards[at].fen} {text}", OPPOSITE[answer["wdl"]],
                        move_of(answer, text)["wdl"])
    first = answers[0]["wdl"]
    if first not in ("win", "loss"):
        return False
    tally.check(game.end in ("won", "blocked"), f"{game.where}: a {first} ended by '{game.end}'")
    plies = len(game.moves) - held[0]
    tally.equal(f"{game.where}: the side that begins in the tables wins", first == "win", plies % 2 == 1)
    return plies > 1


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--pieces", type=int, required=True, help="the most that the tables hold")
    arguments.add_argument("--games", type=int, default=200, help="of each ruleset")
    arguments.add_argument("--won", type=int, default=100, help="games that must come to the tables won, in all")
    arguments.add_argument("--level", default="nodes=3000")
    arguments.add_argument("--plies", type=int, default=400, help="after which a game is given up")
    options = arguments.parse_args()
    program, tally = Program(options.lunette), Tally()
    entered_won = 0
    for rules in options.rules:
        engine = HubEngine(program, "--rules", rules, "--tables", options.tables)
        engine.start()
        games = [Game(board) for board in starts(rules, options.pieces, options.games, "self-play")]
        for game in games:
            game.play(engine, program, options.level, options.plies)
        tally.equal(f"{rules}: exit status and errors", (0, ""), engine.close())
        held = [[at for at, board in enumerate(game.boards) if board.pieces <= options.pieces and board.both_sides
                 and not board.drawn_by_count] for game in games]
        answers = iter(probe_boards(program, options.tables,
                                    [game.boards[at] for game, places in zip(games, held) for at in places]))
        ends, won = {}, 0
        for game, places in zip(games, held, strict=True):
            ends[game.end] = ends.get(game.end, 0) + 1
            if places:
                won += check(tally, game, places, [next(answers) for _ in places])
        entered_won += won
        print(f"{rules}: {len(games)} games {ends}, {sum(map(bool, held))} came to the tables, {won} of them won",
              flush=True)
    tally.check(entered_won >= options.won, f"only {entered_won} games came to the tables won")
    tally.close()


if __name__ == "__main__":
    main()
