#!/usr/bin/env python3
"""Composes tests/data/games.pdn: games of both boards, played by a program of little skill with tables behind it.

    make_games.py LUNETTE TABLES OUT     TABLES: international and traditional, brazilian, russian, pool to 4 pieces, all metrics

Every move is one that `lunette moves` lists. Outside of the tables a move is chosen that loses little at once; inside,
by `lunette probe`, the best one, but for the mistakes that the game is there for. The same program and tables give the
same games.
"""

import json
import random
import re
import subprocess
import sys

STARTS = {"8x8": "W:W21-32:B1-12", "10x10": "W:W31-50:B1-20"}
RESULT = {"win": 1, "loss": -1}


class Player:
    def __init__(self, lunette, tables, rules, seed):
        self.lunette, self.tables, self.rules = lunette, tables, rules
        self.random = random.Random(seed)

    def run(self, *arguments, text=None):
        done = subprocess.run([self.lunette, *arguments], input=text, capture_output=True, text=True, check=False)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def probe(self, fen, count):
        options = [] if count is None else ["--count", str(count), "--lone", "black"]
        (answer,) = self.run("probe", "--rules", self.rules, "--tables", self.tables, "--json", *options, fen)
        return None if "error" in answer else answer

    def moves(self, fen):
        (answer,) = self.run("moves", "--rules", self.rules, "--json", fen)
        return answer["moves"]

    def sensible(self, fen):
        """Of a few moves the one after which the opponent captures least."""
        moves = self.moves(fen)
        if not moves:
            return None
        tried = self.random.sample(moves, min(4, len(moves)))
        best = None
        for move in tried:
            after = self.after(fen, move)
            replies = self.moves(after) if has_pieces(after) else []
            cost = max((len(reply["captures"]) for reply in replies), default=-9) - len(move["captures"])
            if best is None or cost < best[0]:
                best = (cost, move, after)
        return best[1]["move"], best[2]

    @staticmethod
    def after(fen, move):
        side, white, black = fen.split(":")
        own, other = (white, black) if side == "W" else (black, white)
        pieces = [p for p in own[1:].split(",") if p]
        taken = {str(square) for square in move["captures"]}
        king = f"K{move['from']}" in pieces
        pieces.remove(f"K{move['from']}" if king else str(move["from"]))
        pieces.append(f"{'K' if king or move['promotes'] else ''}{move['to']}")
        left = [p for p in other[1:].split(",") if p and p.lstrip("K") not in taken]
        own, other = own[0] + ",".join(pieces), other[0] + ",".join(left)
        return f"B:{own}:{other}" if side == "W" else f"W:{other}:{own}"


def expanded(fen):
    side, *lists = fen.split(":")
    out = []
    for pieces in lists:
        first, last = map(int, pieces[1:].split("-"))
        out.append(pieces[0] + ",".join(map(str, range(first, last + 1))))
    return ":".join([side, *out])


def algebraic(text):
    """Numbers of 8x8 squares as a1 to h8."""
    def name(number):
        row, place = divmod(int(number.group()) - 1, 4)
        return "abcdefgh"[2 * place + 1 - row % 2] + str(8 - row)
    return re.sub(r"\d+", name, text)


def has_pieces(fen):
    return all(len(part) > 1 for part in fen.split(":")[1:])


def result_class(wdl):
    return RESULT.get(wdl, 0)


def play(player, fen, mistakes, most_plies, count=None):
    """A list of (move, note) and the outcome. `mistakes` says how many moves after the first chance to worsen the result
    by so much the chance is taken, as (from, to, after) such as (1, 0, 2); from and to are None for any loss."""
    plies, pending, over, drawn = [], list(mistakes), False, 0
    while len(plies) < most_plies:
        pieces = sum(len(part.split(",")) for part in fen.split(":")[1:])
        answer = player.probe(fen, count) if pieces <= 4 else None
        if answer is None:
            move = player.sensible(fen)
            if move is None:
                over = True
                break
            text, fen = move
            plies.append((text, None))
            continue
        if not answer["moves"]:
            over = True
            break
        # Drawn for so long, the game is agreed so.
        drawn = drawn + 1 if answer["wdl"] == "draw" else 0
        if drawn > 12:
            break
        chosen, note = answer["moves"][0], None
        if pending:
            before, after, wait = pending[0]
            now = result_class(answer["wdl"])
            chances = [m for m in answer["moves"] if -result_class(m["wdl"]) < now and
                       (before is None or (now == before and -result_class(m["wdl"]) == after))]
            chances = [m for m in chances if m["wdl"] == "blessed-loss"] or chances
            if chances and wait > 0:
                pending[0] = (before, after, wait - 1)
            elif chances:
                chosen, note = player.random.choice(chances), answer["moves"][0]["move"]
                pending.pop(0)
        plies.append((chosen["move"], note))
        fen, count = chosen["fen"], chosen["count"]
        if count is not None and count >= 13:
            break
    return plies, pending, over, fen


def search(lunette, tables, rules, seeds, mistakes, most_plies, fen=None):
    board = "10x10" if rules == "international" else "8x8"
    for seed in seeds:
        player = Player(lunette, tables, rules, seed)
        plies, pending, over, last = play(player, fen or expanded(STARTS[board]), mistakes, most_plies)
        print(f"{rules} seed {seed}: {len(plies)} plies, {len(pending)} mistakes left, over {over}, {last}", file=sys.stderr)
        if not pending:
            return plies, over, last
    raise SystemExit(f"no game of {rules} found")


def wrapped(tokens):
    lines, line = [], ""
    for token in " ".join(tokens).split():
        if line and len(line) + 1 + len(token) > 79:
            lines.append(line)
            line = ""
        line += (" " if line else "") + token
    return "\n".join(lines + [line])


def numbered(plies, extra=None, black_first=False, glued=False):
    """Movetext tokens; `extra` maps a ply to what stands behind it."""
    tokens, number, interrupted = [], 1, black_first
    for ply, (move, _) in enumerate(plies):
        leads = (ply % 2 == 0) != black_first
        if leads:
            tokens.append(f"{number}.{move}" if glued else f"{number}. {move}")
        else:
            tokens.append(f"{number}... {move}" if interrupted else move)
            number += 1
        interrupted = extra is not None and ply in extra
        if interrupted:
            tokens.append(extra[ply])
    return tokens


def variation(plies, ply):
    """The better move as the players might have noted it afterwards."""
    number = ply // 2 + 1
    return f"({number}{'.' if ply % 2 == 0 else '...'} {plies[ply][1]})"


def first_mistake(plies, nth=0):
    return [ply for ply, (_, note) in enumerate(plies) if note][nth]


def main():
    lunette, tables, out = sys.argv[1:]
    games = []

    def add(tags, tokens, result):
        games.append("".join(f"[{tag}]\n" for tag in tags) + "\n" + wrapped([*tokens, *([result] if result else [])]) + "\n")

    # A whole game on 10x10, without a mistake inside the tables.
    plies, _, last = search(lunette, tables, "international", [12], [], 220)
    assert last.endswith(":B"), last
    add(['Event "Club championship"', 'Site "Lier"', 'Date "2026.02.07"', 'Round "3"', 'White "A. de Wit"',
         'Black "J. \\"Jef\\" Zwart"', 'Result "2-0"', 'GameType "20"'],
        numbered(plies, {3: "{[%clock w1:58:12 b1:59:01]}", 4: "?! {the book (1925) has 33-29}"}), "2-0")

    # A win thrown away, found afterwards.
    ending = "W:W33,38,42,44,47:B8,13,18"
    plies, _, _ = search(lunette, tables, "international", range(7, 200), [(1, 0, 1)], 100, fen=ending)
    at = first_mistake(plies)
    add(['Event "Club championship"', 'Site "Lier"', 'Date "2026.02.14"', 'Round "4"', 'White "J. \\"Jef\\" Zwart"',
         'Black "A. de Wit"', 'Result "1-1"', 'GameType "20,W,10,10,N2,0"', 'SetUp "1"', f'FEN "{ending}"'],
        numbered(plies, {at: "? {seen the same evening} " + variation(plies, at)}), "1-1")

    # A draw thrown away; numbers glued to the moves, Black begins.
    ending = "B:W28,37,43,48:B9,14,K36"
    plies, _, _ = search(lunette, tables, "international", range(200, 400), [(0, -1, 0)], 120, fen=ending)
    loser_is_white = first_mistake(plies) % 2 == 1
    result = "0-2" if loser_is_white else "2-0"
    add(['Event "Club championship"', 'Site "Lier"', 'Date "2026.02.21"', 'Round "5"', 'White "A. de Wit"',
         'Black "M. Blanc"', f'Result "{result}"', 'GameType "20,W,10,10,N2,0"', f'FEN "{ending}"'],
        numbered(plies, {1: "$6"}, black_first=True, glued=True), result)

    # The count: a won KKKvK in which White dawdles.
    plies, _, last = search(lunette, tables, "traditional", range(400, 600), [(1, 0, 3)], 60, fen="W:WK4,K7,K11:BK21")
    add(['Event "Endgame evening"', 'White "M. Blanc"', 'Black "P. \\\\ Noir"', 'Result "1/2-1/2"',
         'GameType "23,W,8,8,N2,0"', 'Ruleset "traditional"', 'SetUp "1"', 'FEN "W:WK4,K7,K11:BK21"'],
        ["{Thirteen moves, said the book [of 1697].}", *numbered(plies)], "1/2-1/2")

    # Algebraic squares, and a result that the tables contradict: the loser of a won ending resigns.
    ending = "W:W22,23,27,28:B3,9,10,12"
    plies, _, _ = search(lunette, tables, "russian", range(602, 800), [(None, None, 0), (None, None, 0)], 90, fen=ending)
    cut = first_mistake(plies, 1) + 1
    loser_is_white = (cut - 1) % 2 == 0
    wrong = "1-0" if loser_is_white else "0-1"
    add(['Event "Rapid"', 'White "I. Belov"', 'Black "K. Chernov"', f'Result "{wrong}"', 'GameType "25,W,8,8,A0,0"',
         'SetUp "1"', f'FEN "{algebraic(ending)}"'],
        numbered([(algebraic(move).replace("x", ":"), note) for move, note in plies[:cut]]), wrong)

    # An illegal move in the middle.
    plies, _, _ = search(lunette, tables, "brazilian", range(801, 1000), [(None, None, 0)], 150)
    broken = plies[:20] + [("17-28", None)] + plies[21:]
    add(['Event "Simultaneous"', 'White "M. Blanc"', 'Black "K. Chernov"', 'Result "*"', 'GameType "26"'],
        numbered(broken, {10: "{so far by the clock}"}), "*")

    # The same game without the slip.
    at = first_mistake(plies)
    result = "0-1" if at % 2 == 0 else "1-0"
    add(['Event "Simultaneous, corrected"', 'White "M. Blanc"', 'Black "K. Chernov"', f'Result "{result}"', 'GameType "26"'],
        numbered(plies), result)

    # Tags with odd spaces, no result behind the moves, a remark with a brace, an escaped line.
    plies, _, _ = search(lunette, tables, "pool", range(1005, 1200), [(None, None, 0)], 150)
    at = first_mistake(plies)
    result = "0-1" if at % 2 == 0 else "1-0"
    games.append(f'[Event  "Pool night" ]\n[ White "I. Belov"]\n[Black"A. de Wit"]\n[Result "{result}"]\n'
                 '[GameType "23,W,8,8,N2,0"]\n\n% sent by post\n' + wrapped(numbered(plies[:at + 1])) +
                 "\n; a curly } brace\n" + wrapped(more(plies, at + 1)) + "\n")

    with open(out, "w", encoding="utf-8") as file:
        file.write("\n".join(games))


def more(plies, start):
    """The moves from `start` on, numbered."""
    tokens = numbered(plies)[start:]
    if start % 2 and tokens:
        tokens[0] = f"{start // 2 + 1}... {tokens[0]}"
    return tokens


if __name__ == "__main__":
    main()
