#!/usr/bin/env python3
"""A scripted GUI for `lunette hub`: every command of the protocol, in order, out of order and malformed, in every
ruleset. Times are measured and printed; only a generous limit can fail, so that a busy machine does not. Needs tables of
at least 3 pieces."""

import random
import time

from hub_engine import Board, HubEngine, arguments_of, move_of
from program import BOARDS, Program, parser
from tally import Tally

# The protocol's answer to stop is to come within 20 ms; this limit is only there to notice one that waits.
STOP_LIMIT = 2.0


def start_board(rules):
    men, empty = (12, 8) if BOARDS[rules] == "8x8" else (20, 10)
    return Board(rules, "b" * men + "e" * empty + "w" * men, "W")


def sparse(rules, turn, **pieces):
    """sparse("pool", "W", W=[1], b=[5, 6])"""
    squares = ["e"] * (32 if BOARDS[rules] == "8x8" else 50)
    for piece, places in pieces.items():
        for number in places:
            squares[number - 1] = piece
    return Board(rules, squares, turn)


class Gui:
    """An engine that has been initialised, and a tally of what it does."""

    def __init__(self, tally, program, rules, tables=None, *options):
        self.tally, self.program, self.rules = tally, program, rules
        self.where = f"{rules}{' with tables' if tables else ''}"
        self.engine = HubEngine(program, "--rules", rules, *(["--tables", tables] if tables else []), *options)
        self.engine.start()

    def refused(self, line, words=""):
        """A line gets one error that holds these words, and nothing else."""
        self.engine.send(line)
        said = self.engine.settled()
        right = len(said) == 1 and said[0].startswith('error message="') and words in said[0]
        self.tally.check(right, f"{self.where}: {line[:80]!r}: expected an error with {words!r}, found {said}")

    def accepted(self, line):
        self.engine.send(line)
        self.tally.equal(f"{self.where}: answer to {line[:80]!r}", [], self.engine.settled())

    def legal(self, board, text):
        (answer,) = self.program.json("moves", "--rules", self.rules, "--json", board.fen)
        try:
            return move_of(answer, text)
        except IndexError:
            return None

    def check_line(self, board, moves):
        """A principal variation is a sequence of legal moves."""
        for text in moves:
            move = self.legal(board, text)
            if not self.tally.check(move is not None, f"{self.where}: {text} is not legal in {board.fen}: {moves}"):
                return
            board = board.play(text, move["promotes"])

    def close(self):
        self.tally.equal(f"{self.where}: exit status and errors", (0, ""), self.engine.close())


def check_introduction(tally, program, tables):
    engine = HubEngine(program)
    said = engine.ask("hub", until="wait")
    fields = [arguments_of(line) for line in said]
    tally.equal("commands in answer to hub", ["id"] + ["param"] * 5 + ["wait"], [command for command, _ in fields])
    tally.check({"name", "version", "author", "country"} <= fields[0][1].keys(), f"id is {said[0]}")
    tally.equal("parameters", ["rules", "tables", "cache", "threads", "hash"], [each["name"] for _, each in fields[1:6]])
    for name, value in (("rules", "russian"), ("tables", tables), ("cache", "8"), ("threads", "2"), ("hash", "4")):
        engine.send(f'set-param name={name} value="{value}"')
    for line, words in (("set-param name=rules value=chess", "chess"), ("set-param name=threads value=0", "threads"),
                        ("set-param name=threads value=2x", "threads"), ("set-param name=hash value=-1", "hash"),
                        ("set-param name=hash value=99999999999999999999", "hash"), ("set-param name=cache", "value="),
                        ("set-param value=3", "name="), ("set-param", "name="), ("set-param name=book value=on", "book")):
        said = engine.ask(line, until="error")
        tally.check(len(said) == 1 and words in said[0], f"{line}: {said}")
    said = [arguments_of(line)[1] for line in engine.ask("hub", until="wait")]
    tally.equal("parameters that were set", ["russian", str(tables), "8", "2", "4"], [each["value"] for each in said[1:6]])
    tally.equal("answer to init", ["ready"], engine.ask("init", until="ready"))
    said = engine.ask(f"pos pos={start_board('russian').pos}", "level depth=3", "go think")
    tally.check(said[-1].startswith("done move="), f"after init: {said}")
    # A directory that is none is told at init; with another the same engine can still begin.
    engine.send("set-param name=tables value=/nonexistent/tables", "init")
    said = engine.settled()
    tally.check(len(said) == 1 and "/nonexistent/tables" in said[0], f"init without its tables: {said}")
    tally.equal("init without tables", ["ready"], engine.ask('set-param name=tables value=""', "init", until="ready"))
    tally.equal("exit status and errors", (0, ""), engine.close())


def check_order(tally, program):
    """What comes too early is refused, and nothing is lost by it."""
    engine = HubEngine(program, "--rules", "pool")
    for line in ("go think", "new-game", f"pos pos={start_board('pool').pos}", "ponder-hit"):
        said = engine.ask(line, until="error")
        tally.check(len(said) == 1 and "before init" in said[0], f"{line} too early: {said}")
    tally.equal("ping too early", ["pong"], engine.ask("ping", until="pong"))
    tally.equal("stop without a search", [], (engine.send("stop"), engine.settled())[1])
    tally.equal("init without hub", ["ready"], engine.ask("init", until="ready"))
    # Without pos it is the start, and depth alone ends it.
    tally.check(engine.ask("level depth=2", "go think")[-1].startswith("done"), "go without pos")
    tally.equal("exit status and errors", (0, ""), engine.close())


def check_positions(gui):
    start = start_board(gui.rules)
    gui.accepted(f"pos pos={start.pos}")
    gui.accepted(f'pos pos={start.pos} moves=""')
    gui.accepted(f"pos pos={start.pos} colour=blue")
    gui.refused("pos", "pos=")
    gui.refused("go think", "no position")
    for text, words in ((start.pos[:-1], "characters"), (start.pos + "e", "characters"), ("", "characters"),
                        ("w" + start.pos[1:], "W or B"), ("?" + start.pos[1:], "W or B"),
                        (start.pos[:5] + "x" + start.pos[6:], "square 5"),
                        ("W" + "w" * (len(start.pos) - 1), "promotion row"),
                        ("W" + "e" * (len(start.pos) - 1), "over"),
                        (sparse(gui.rules, "W", W=[1]).pos, "over"),
                        ("W" + "W" * (len(start.pos) - 2) + "B", "pieces")):
        gui.refused(f'pos pos="{text}"', words)
    gui.refused("go think", "no position")
    (answer,) = gui.program.json("moves", "--rules", gui.rules, "--json", start.fen)
    first = answer["moves"][0]
    text = f'{first["from"]}-{first["to"]}'
    gui.accepted(f"pos pos={start.pos} moves={text}")
    for moves, words in ((text.replace("-", "x"), "not legal"), ("1-2", "not legal"), ("x", "no move"), ("1-", "no move"),
                         ("99-1", "no move"), ("1x2x2x2", "twice"), ("1-2-3", "no move"), ("0-5", "no move"),
                         (f"{text} {text}", "move 2")):
        gui.refused(f'pos pos={start.pos} moves="{moves}"', words)
    gui.accepted(f"pos pos={sparse(gui.rules, 'B', W=[1]).pos}")
    gui.refused("go think", "the game is over")


def check_levels(gui):
    for level in ("depth=4", "nodes=500", "move-time=0.05", "time=1", "moves=5 time=1", "time=1 inc=0.1",
                  "moves=1 time=0.2", "time=-3", "depth=2 nodes=100000 move-time=5", "depth=3 flavour=vanilla"):
        said = gui.engine.ask(f"pos pos={start_board(gui.rules).pos}", f"level {level}", "go think")
        gui.tally.check(said[-1].startswith("done move="), f"{gui.where}: level {level}: {said[-2:]}")
    for level, words in (("", "expected"), ("depth=0", "depth"), ("depth=-1", "depth"), ("depth=x", "depth"),
                         ("depth=", "depth"), ("nodes=0", "nodes"), ("move-time=soon", "move-time"),
                         ("move-time=nan", "move-time"), ("time=inf", "time"), ("moves=3", "time"), ("inc=2", "time"),
                         ("moves=0 time=3", "moves"), ("flavour=vanilla", "expected")):
        gui.refused(f"level {level}", words)


def check_malformed(gui):
    for line in ("frobnicate", "GO think", "go", "go fishing", "go =think", 'pos pos="W', 'pos pos="W"x', "pos =3",
                 'level depth="3', "=", "\x00", "\x01\x02", "\u00e9\u00e9", '"', "info depth=3", "ready", "go\x00think"):
        gui.refused(line)
    for line in ("", "   ", "\t", "\r"):
        gui.accepted(line)
    gui.refused("x" * 1_000_000, "characters")
    gui.refused("pos pos=" + "W" * 100_000, "characters")
    gui.refused(f'pos pos={start_board(gui.rules).pos} moves="{"1-2 " * 30_000}"', "move 1")


def check_noise(gui, lines, seed):
    """Lines made of pieces of the protocol in any order. Whatever they start is stopped, and the engine still answers."""
    source = random.Random(f"{seed} {gui.rules}")
    start = start_board(gui.rules).pos
    words = ["hub", "init", "pos", "level", "go", "think", "ponder", "analyze", "ponder-hit", "stop", "ping", "new-game",
             "set-param", "name=hash", "name=threads", "value=1", "value=2", f"pos={start}", "pos=W", "moves=", "moves=1-5",
             'moves="', '"', "depth=2", "depth=", "nodes=10", "move-time=0.01", "infinite", "time=0.1", "=", "x=y", " "]
    for _ in range(lines):
        gui.engine.send(" ".join(source.choices(words, k=source.randint(1, 5))))
    gui.engine.send("stop", "set-param name=threads value=1", "init")
    gui.engine.until("ready", 300)
    gui.tally.check(gui.engine.ask("ping", until="pong")[-1] == "pong", f"{gui.where}: no pong after noise")
    said = gui.engine.ask(f"pos pos={start}", "level depth=2", "go think")
    gui.tally.check(said[-1].startswith("done move="), f"{gui.where}: after noise {said[-3:]}")


def check_search(gui):
    """Lines of a search are complete, and their moves legal; the same search says the same again."""
    board = start_board(gui.rules)
    texts = []
    for _ in range(2):
        said = gui.engine.ask("new-game", f"pos pos={board.pos}", "level depth=7", "go think")
        infos = [arguments_of(line)[1] for line in said[:-1]]
        gui.tally.check(all(line.startswith("info ") for line in said[:-1]), f"{gui.where}: {said}")
        gui.tally.equal(f"{gui.where}: depths", [str(depth) for depth in range(1, 8)], [info["depth"] for info in infos])
        for info in infos:
            gui.tally.check({"depth", "score", "nodes", "time", "nps", "pv"} <= info.keys(), f"{gui.where}: {info}")
        texts.append([(info["depth"], info["score"], info["nodes"], info["pv"]) for info in infos])
    gui.tally.equal(f"{gui.where}: the same search again", *texts)
    line = infos[-1]["pv"].split()
    gui.check_line(board, line)
    done = arguments_of(said[-1])[1]
    gui.tally.equal(f"{gui.where}: done", line[:2], [done["move"], done["ponder"]])


def check_busy(gui):
    """While a search runs, only ping, ponder-hit, stop and quit are obeyed."""
    start = start_board(gui.rules).pos
    gui.engine.send(f"pos pos={start}", "level infinite", "go analyze")
    gui.engine.until("info")
    for line in ("hub", "set-param name=hash value=1", "init", "new-game", f"pos pos={start}", "level depth=3", "go think"):
        said = gui.engine.ask(line, until="error")
        gui.tally.check("while a search runs" in said[-1], f"{gui.where}: {line}: {said[-1]}")
    gui.engine.ask("ping", until="pong")
    gui.engine.ask("ponder-hit", "ping", until="pong")
    said = gui.engine.ask("stop")
    gui.tally.check(said[-1].startswith("done move="), f"{gui.where}: stop: {said[-1]}")
    # What follows stop at once is obeyed.
    said = gui.engine.ask("go analyze", "stop", f"pos pos={start}", "level depth=2", "go think", "ping", until="pong")
    while sum(line.startswith("done") for line in said) < 2:
        said += gui.engine.until("done")
    gui.tally.check(not any(line.startswith("error") for line in said), f"{gui.where}: stop and go on: {said}")
    gui.accepted("stop")


def check_ponder(gui, board):
    """The answer to `go ponder` waits for ponder-hit or stop, whatever its limits."""
    gui.engine.send(f"pos pos={board.pos}", "level depth=3", "go ponder")
    said = gui.engine.until("info") + gui.engine.ask("ping", until="pong")
    time.sleep(0.3)
    said += gui.engine.settled()
    gui.tally.check(not any(line.startswith("done") for line in said), f"{gui.where}: ponder answers at once: {said}")
    said = gui.engine.ask("ponder-hit")
    gui.tally.check(said[-1].startswith("done move="), f"{gui.where}: ponder-hit: {said}")
    said = gui.engine.ask("level move-time=0.2", "go ponder", "ponder-hit")
    gui.tally.check(said[-1].startswith("done move="), f"{gui.where}: ponder-hit with a clock: {said[-1]}")
    said = gui.engine.ask("level infinite", "go ponder", "stop")
    gui.tally.check(said[-1].startswith("done move="), f"{gui.where}: ponder and stop: {said[-1]}")
    gui.accepted("ponder-hit")


def check_tables(gui, board):
    """A table's verdict is listed at once; without limits the answer waits for stop."""
    gui.engine.send(f"pos pos={board.pos}", "level infinite", "go analyze")
    said = gui.engine.ask("ping", until="pong")
    while not any(" rank=1 " in line for line in said):
        said += gui.engine.until("info")
    time.sleep(0.2)
    said += gui.engine.settled()
    gui.tally.check(not any(line.startswith("done") for line in said), f"{gui.where}: analysis ends by itself: {said}")
    said += gui.engine.ask("stop")
    ranks = [arguments_of(line)[1] for line in said if " rank=" in line]
    (answer,) = gui.program.json("moves", "--rules", gui.rules, "--json", board.fen)
    gui.tally.equal(f"{gui.where}: moves listed", len(answer["moves"]), len(ranks))
    gui.tally.equal(f"{gui.where}: done", ranks[0]["pv"], arguments_of(said[-1])[1]["move"])


def check_stop_latency(gui, samples):
    """From the writing of stop to the reading of done, in the middle of a search."""
    latencies = []
    for at in range(samples):
        gui.engine.ask("new-game", f"pos pos={start_board(gui.rules).pos}", "level infinite", "go analyze", until="info")
        time.sleep(0.05 + 0.01 * at)
        told = time.monotonic()
        gui.engine.ask("stop")
        latencies.append(1000 * (gui.engine.heard - told))
    latencies.sort()
    print(f"{gui.where}: stop answered after {latencies[len(latencies) // 2]:.1f} ms (median), {latencies[-1]:.1f} ms "
          f"(longest of {samples})", flush=True)
    gui.tally.check(latencies[-1] < 1000 * STOP_LIMIT, f"{gui.where}: stop answered after {latencies[-1]:.0f} ms")


def check_ends(tally, program):
    """quit in the middle of a search, and a GUI that is gone."""
    for how in ("quit", "end of input"):
        engine = HubEngine(program, "--rules", "pool")
        engine.start()
        engine.ask("level infinite", "go analyze", until="info")
        if how == "quit":
            engine.send("quit")
        else:
            engine.process.stdin.close()
        tally.equal(f"exit status after {how}", 0, engine.process.wait(timeout=60))


def check_usage(tally, program):
    for options in (["--rules", "chess"], ["--tables", "/nonexistent/tables"], ["--threads", "0"], ["--hash", "much"],
                    ["--cache", "0"], ["--hash", "1000T"], ["--depth", "3"], ["extra"]):
        done = program.run("hub", *options, text="")
        tally.check(done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1,
                    f"hub {options}: exit status {done.returncode}, {done.stderr!r}")


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--noise", type=int, default=400, help="random lines for each ruleset")
    arguments.add_argument("--samples", type=int, default=20, help="measurements of the answer to stop")
    options = arguments.parse_args()
    program, tally = Program(options.lunette), Tally()
    check_usage(tally, program)
    check_introduction(tally, program, options.tables)
    check_order(tally, program)
    check_ends(tally, program)
    for rules in options.rules:
        ending = sparse(rules, "W", W=[1, 2], b=[20])
        for tables in (None, options.tables):
            gui = Gui(tally, program, rules, tables)
            check_search(gui)
            check_busy(gui)
            check_ponder(gui, ending if tables else start_board(rules))
            if tables:
                check_tables(gui, ending)
            check_positions(gui)
            check_levels(gui)
            check_malformed(gui)
            check_noise(gui, options.noise, "noise")
            gui.close()
    for rules in {BOARDS[rules]: rules for rules in options.rules}.values():
        for threads in (1, 2):
            gui = Gui(tally, program, rules, options.tables, "--threads", threads)
            print(f"{threads} threads: ", end="")
            check_stop_latency(gui, options.samples)
            gui.close()
    tally.close()


if __name__ == "__main__":
    main()
