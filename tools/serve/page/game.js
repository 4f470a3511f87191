// The positions passed so far and where in them the reader is. Entries are plain data, so that the browser's
// history can keep them: {fen, count, lone, move}; `move` is null in the first, `count` null where none runs.

import { opponent, parseFen } from "./position.js";

const MAX_ENTRIES = 2000;

function loneColour(position) {
  for (const side of ["white", "black"]) {
    if (position.count(side) === 1 && position.count(opponent(side)) > 1) return side;
  }
  return null;
}

export class Game {
  constructor(entries, cursor = 0) {
    this.entries = entries;
    this.cursor = cursor;
  }

  static at(fen, { count = null, lone = null } = {}) {
    return new Game([{ fen, count, lone, move: null }]);
  }

  /** From what `stored` gave; null where that is no game. */
  static restore(data) {
    const valid = Array.isArray(data?.entries) && data.entries.length > 0 && data.entries[data.cursor] !== undefined;
    return valid ? new Game(data.entries, data.cursor) : null;
  }

  get stored() {
    return { entries: this.entries, cursor: this.cursor };
  }

  get current() {
    return this.entries[this.cursor];
  }

  get atStart() {
    return this.cursor === 0;
  }

  get atEnd() {
    return this.cursor === this.entries.length - 1;
  }

  go(cursor) {
    this.cursor = Math.min(Math.max(cursor, 0), this.entries.length - 1);
  }

  /** Plays a move of the server's answer from here; what came after is dropped. Returns false when the line is full. */
  play(move, width) {
    if (this.cursor + 1 >= MAX_ENTRIES) return false;
    this.entries = [...this.entries.slice(0, this.cursor + 1), this.#after(this.current, move, width)];
    this.cursor += 1;
    return true;
  }

  /** Appends moves after the current position without leaving it. */
  extend(moves, width) {
    const entries = this.entries.slice(0, this.cursor + 1);
    for (const move of moves.slice(0, MAX_ENTRIES - entries.length)) {
      entries.push(this.#after(entries[entries.length - 1], move, width));
    }
    this.entries = entries;
  }

  // A count that runs goes on into K v K, where the server cannot tell whose it is.
  #after(entry, move, width) {
    const count = move.count ?? null;
    const position = parseFen(entry.fen, width);
    const lone = count === null ? null : (entry.lone ?? (position && loneColour(position)));
    const { move: text, from, to, captures } = move;
    return { fen: move.fen, count, lone, move: { text, from, to, captures } };
  }
}

/** Whose count runs at a step of the game; null where the server sees it by itself. */
export function ownerOfCount({ count, lone }, position) {
  const kingAgainstKing =
    position.pieces.size === 2 &&
    position.count("white") === 1 &&
    [...position.pieces.values()].every((p) => p.endsWith("king"));
  return count !== null && kingAgainstKing ? lone : null;
}

/** The line as PDN. `rules` is the name of the ruleset. */
export function pdnOf(game, rules, event) {
  const start = game.entries[0];
  const tags = [
    ["Event", event],
    ["Result", "*"],
    ["Ruleset", rules],
    ["SetUp", "1"],
    ["FEN", start.fen],
  ];
  const head = tags.map(([name, value]) => `[${name} "${value}"]`).join("\n");
  const words = numbered(game).flatMap(({ number, white, black }) => [
    white ? `${number}. ${white.entry.move.text}` : `${number}...`,
    ...(black ? [black.entry.move.text] : []),
  ]);
  const lines = [...words, "*"].join(" ").replace(/(?![^\n]{1,79}$)([^\n]{1,79})\s/g, "$1\n");
  return `${head}\n\n${lines}\n`;
}

/** The moves in numbered pairs: [{number, white: {entry, index} or null, black: the same}]. */
export function numbered(game) {
  const blackBegins = /^\s*b/i.test(game.entries[0].fen);
  const rows = [];
  game.entries.slice(1).forEach((entry, place) => {
    const ply = place + (blackBegins ? 1 : 0);
    const number = Math.floor(ply / 2) + 1;
    if (rows.length === 0 || ply % 2 === 0) rows.push({ number, white: null, black: null });
    rows[rows.length - 1][ply % 2 === 0 ? "white" : "black"] = { entry, index: place + 1 };
  });
  return rows;
}
