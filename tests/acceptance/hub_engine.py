"""`lunette hub` as a GUI sees it, and the little of a board that a GUI needs to follow a game."""

import queue
import re
import shlex
import subprocess
import threading
import time

from program import BOARDS

# rules.md, "The counted draw": kings of the stronger side that start it, limit.
COUNTED = {"traditional": ({3}, 13), "historical": ({2, 3}, 15), "german": ({2, 3}, 15)}
# rules.md: a man that reaches the far row in a capture goes on as a king.
CROWNS_IN_PASSING = {"russian"}


def arguments_of(line):
    """The command of a line and its arguments as a dictionary."""
    command, *words = shlex.split(line)
    return command, dict(word.partition("=")[::2] for word in words)


class HubEngine:
    """A running engine. Lines that it says are kept with the time at which they came."""

    def __init__(self, program, *options):
        self.process = subprocess.Popen(program.command("hub", *options), stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.rstrip("\n")))
        self.lines.put((time.monotonic(), None))

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def until(self, command, seconds=120):
        """All lines up to the first one of a command (or of several), that one last. Raises TimeoutError or EOFError."""
        commands = {command} if isinstance(command, str) else set(command)
        said = []
        end = time.monotonic() + seconds
        while True:
            try:
                self.heard, line = self.lines.get(timeout=max(end - time.monotonic(), 0))
            except queue.Empty:
                raise TimeoutError(f"no {command} after {seconds} s, but {said[-5:]}") from None
            if line is None:
                raise EOFError(f"the engine ended before {command}; it said {said[-5:]}")
            said.append(line)
            if line.split(" ", 1)[0] in commands:
                return said

    def ask(self, *lines, until="done", seconds=120):
        self.send(*lines)
        return self.until(until, seconds)

    def settled(self):
        """Everything said in answer to what was sent so far."""
        return self.ask("ping", until="pong")[:-1]

    def start(self):
        self.ask("hub", until="wait")
        said = self.ask("init", until="ready")
        if len(said) != 1:
            raise RuntimeError(f"init said {said}")

    def move(self, position, moves, level):
        """The engine's move in a position after moves."""
        said = self.ask(f'pos pos={position} moves="{" ".join(moves)}"', f"level {level}", "go think")
        errors = [line for line in said if line.startswith("error")]
        if errors:
            raise RuntimeError(f"{position} {moves}: {errors}")
        return arguments_of(said[-1])[1]["move"]

    def close(self):
        """Ends it; the exit status and what it said on standard error."""
        if self.process.poll() is None:
            self.send("quit")
        status = self.process.wait(timeout=60)
        self.reader.join()
        return status, self.process.stderr.read()


class Board:
    """A position: a character for each square, as the protocol has it, and the side to move."""

    def __init__(self, rules, squares, turn):
        self.rules, self.squares, self.turn = rules, list(squares), turn
        self.rows = int(BOARDS[rules].split("x")[0])
        self.lone, self.count = None, None
        self._begin_count()

    @property
    def pos(self):
        return self.turn + "".join(self.squares)

    @property
    def fen(self):
        def side(man, king):
            return ",".join(("K" if piece == king else "") + str(number) for number, piece in
                            enumerate(self.squares, 1) if piece in (man, king))
        return f"{self.turn}:W{side('w', 'W')}:B{side('b', 'B')}"

    @property
    def pieces(self):
        return sum(piece != "e" for piece in self.squares)

    @property
    def both_sides(self):
        text = "".join(self.squares).lower()
        return "w" in text and "b" in text

    def far_row(self, piece):
        in_row = self.rows // 2
        return range(1, in_row + 1) if piece == "w" else range(len(self.squares) - in_row + 1, len(self.squares) + 1)

    def _begin_count(self):
        strong, _ = COUNTED.get(self.rules, (set(), 0))
        kings = {color: self.squares.count(color) for color in "WB"}
        if self.count is None and not {"w", "b"} & set(self.squares):
            for lone, other in ("WB", "BW"):
                if kings[lone] == 1 and kings[other] in strong:
                    self.lone, self.count = lone, 0

    def play(self, text, promotes=False):
        """The position after a move of the protocol."""
        numbers = [int(number) for number in re.split("[-x]", text)]
        origin, destination, captured = numbers[0], numbers[1], numbers[2:]
        squares = list(self.squares)
        piece = squares[origin - 1]
        squares[origin - 1] = "e"
        for number in captured:
            squares[number - 1] = "e"
        if piece in "wb" and (promotes or destination in self.far_row(piece)):
            piece = piece.upper()
        squares[destination - 1] = piece
        after = Board(self.rules, squares, "B" if self.turn == "W" else "W")
        if self.count is not None:
            after.lone, after.count = self.lone, self.count + (self.turn == self.lone)
        return after

    def promotes_in_passing(self, program, text):
        """Whether a capture crowns a man that does not end on its far row."""
        if self.rules not in CROWNS_IN_PASSING or "x" not in text:
            return False
        numbers = [int(number) for number in text.split("x")]
        (answer,) = program.json("moves", "--rules", self.rules, "--json", self.fen)
        return any(move["promotes"] for move in answer["moves"] if move["from"] == numbers[0]
                   and move["to"] == numbers[1] and sorted(move["captures"]) == sorted(numbers[2:]))

    @property
    def drawn_by_count(self):
        return self.count is not None and self.count >= COUNTED[self.rules][1]


def random_board(rules, random, white, black):
    """A legal position with so many pieces of each side, either to move."""
    board = Board(rules, "e" * (32 if BOARDS[rules] == "8x8" else 50), random.choice("WB"))
    for color, number in (("w", white), ("b", black)):
        for _ in range(number):
            piece = random.choice((color, color.upper()))
            free = [at for at, there in enumerate(board.squares) if there == "e"
                    and (piece.isupper() or at + 1 not in board.far_row(piece))]
            board.squares[random.choice(free)] = piece
    return Board(rules, board.squares, board.turn)


def probe_boards(program, tables, boards):
    """What `lunette probe` answers to positions with the counts that run in them, in their order."""
    if not boards:
        return []
    answers = [None] * len(boards)
    groups = {}
    for at, board in enumerate(boards):
        groups.setdefault((board.rules, board.count, board.lone), []).append(at)
    for (rules, count, lone), places in groups.items():
        options = [] if count is None else ["--count", count, "--lone", "white" if lone == "W" else "black"]
        found = program.probe(rules, tables, [boards[at].fen for at in places], *options)
        for at, answer in zip(places, found, strict=True):
            answers[at] = answer
    return answers


def move_of(answer, text):
    """The move of an answer that a text of the protocol names, the one that promotes first."""
    numbers = [int(number) for number in re.split("[-x]", text)]
    fitting = [move for move in answer["moves"] if move["from"] == numbers[0] and move["to"] == numbers[1]
               and sorted(move["captures"]) == sorted(numbers[2:])]
    return fitting[-1]
