// Where the kings stand, who is to move and how many moves are counted: read from the address bar and changed by the
// reader.

import { squareCount } from "./geometry.js";
import { texts } from "./texts.js";
import { Position } from "./position.js";

// Kings for which the board has wins and draws, and the slider changes some of them.
const DEFAULTS = {
  8: { strong: [1, 18, 25, 8], lone: 13, side: "lone" },
  10: { strong: [1, 7, 43, 38], lone: 46, side: "strong" },
};

const LEAST_KINGS = 2;
const MOST_KINGS = 4;

export const materialOf = (kings) => `${"K".repeat(kings)}vK`;

/** The limit of the count with this many kings, or null where none runs. */
export const limitOf = (ruleset, kings) => (ruleset.count?.strong_kings.includes(kings) ? ruleset.count.limit : null);

/** Whether tables reach so far; whether this very class is there, the answer to its squares says. */
export const hasTables = (ruleset, kings) => ruleset.max_pieces > kings;

/** Free squares in the order in which a king that is added looks for one: the main diagonal first. */
function freeSquares(ruleset, taken) {
  const all = Array.from({ length: squareCount(ruleset.width) }, (_, index) => index + 1);
  return [...ruleset.main_diagonal, ...all].filter((square) => !taken.includes(square));
}

export class DiagonalState {
  constructor(ruleset) {
    this.ruleset = ruleset;
    this.reset();
    this.side = DEFAULTS[ruleset.width].side;
    this.count = 0;
  }

  /** The kings where the page first has them on this board. */
  reset() {
    const { strong, lone } = DEFAULTS[this.ruleset.width];
    const kings = this.strong?.length ?? 3;
    this.strong = strong.slice(0, kings).sort((a, b) => a - b);
    this.lone = lone;
  }

  get limit() {
    return limitOf(this.ruleset, this.strong.length);
  }

  get material() {
    return materialOf(this.strong.length);
  }

  get position() {
    const pieces = new Map(this.strong.map((square) => [square, "white-king"]));
    pieces.set(this.lone, "black-king");
    return new Position(this.ruleset.width, pieces, this.side === "lone" ? "black" : "white");
  }

  /** What the address bar holds. */
  get parameters() {
    const { strong, side, lone } = this;
    return { rules: this.ruleset.name, strong, side, lone, count: this.limit === null ? null : this.count };
  }

  setRuleset(ruleset) {
    const sameBoard = ruleset.width === this.ruleset.width;
    this.ruleset = ruleset;
    if (!sameBoard) this.reset();
    this.setCount(this.count);
  }

  setCount(count) {
    this.count = this.limit === null ? 0 : Math.min(Math.max(count, 0), this.limit - 1);
  }

  /** Takes the last kings away, or adds some on free squares. */
  setKings(kings) {
    const strong = this.strong.slice(0, kings);
    while (strong.length < kings) strong.push(freeSquares(this.ruleset, [...strong, this.lone])[0]);
    this.strong = strong.sort((a, b) => a - b);
    this.setCount(this.count);
  }

  isFree(square) {
    return square !== this.lone && !this.strong.includes(square);
  }

  /** Moves a king to a free square; false where it is not free. */
  move(from, to) {
    if (!this.isFree(to)) return false;
    if (from === this.lone) this.lone = to;
    else this.strong = this.strong.map((square) => (square === from ? to : square)).sort((a, b) => a - b);
    return true;
  }

  /** Reads an address; answers sentences about what in it cannot be shown. */
  read(query) {
    const faults = [];
    const isSquare = (number) => Number.isInteger(number) && number >= 1 && number <= squareCount(this.ruleset.width);
    this.#readStrong(query, isSquare, faults);
    const lone = query.has("lone") ? Number(query.get("lone")) : this.lone;
    if (isSquare(lone) && !this.strong.includes(lone)) this.lone = lone;
    else {
      if (query.has("lone")) faults.push(texts.diagonal.faults.lone(query.get("lone")));
      this.lone = freeSquares(this.ruleset, this.strong)[0];
    }
    if (query.has("side")) {
      if (["lone", "strong"].includes(query.get("side"))) this.side = query.get("side");
      else faults.push(texts.diagonal.faults.side(query.get("side")));
    }
    this.#readCount(query, faults);
    return faults;
  }

  #readStrong(query, isSquare, faults) {
    if (!query.has("strong")) return;
    const squares = query
      .get("strong")
      .split(",")
      .map((text) => Number(text.trim().replace(/^k/i, "") || Number.NaN));
    const fine = squares.length >= LEAST_KINGS && squares.length <= MOST_KINGS && squares.every(isSquare);
    if (fine && new Set(squares).size === squares.length) this.strong = squares.sort((a, b) => a - b);
    else faults.push(texts.diagonal.faults.strong(query.get("strong"), squareCount(this.ruleset.width)));
  }

  #readCount(query, faults) {
    const count = query.has("count") ? Number(query.get("count") || Number.NaN) : 0;
    const fine = Number.isInteger(count) && count >= 0 && (this.limit === null ? count === 0 : count < this.limit);
    if (!fine) faults.push(texts.diagonal.faults.count(query.get("count"), this.limit));
    this.setCount(Number.isInteger(count) ? count : 0);
  }
}
