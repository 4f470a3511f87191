// What stands on the board, and its FEN. No rules of the game: what is legal, the server says.

import { squareCount, squareNamed } from "./geometry.js";

/** The four pieces; also the keys of their texts and the classes of their drawings. */
export const PIECES = ["white-man", "white-king", "black-man", "black-king"];

export const colourOf = (piece) => piece.split("-")[0];
export const isKing = (piece) => piece.endsWith("king");
export const opponent = (side) => (side === "white" ? "black" : "white");

/** `pieces`: Map from square to piece; `side`: "white" or "black". */
export class Position {
  constructor(width, pieces = new Map(), side = "white") {
    this.width = width;
    this.pieces = pieces;
    this.side = side;
  }

  with(square, piece) {
    const pieces = new Map(this.pieces);
    if (piece === null) pieces.delete(square);
    else pieces.set(square, piece);
    return new Position(this.width, pieces, this.side);
  }

  moved(from, to) {
    const piece = this.pieces.get(from);
    const without = this.with(from, null);
    return to === null || piece === undefined ? without : without.with(to, piece);
  }

  withSide(side) {
    return new Position(this.width, this.pieces, side);
  }

  squaresOf(colour) {
    return [...this.pieces.keys()]
      .filter((square) => colourOf(this.pieces.get(square)) === colour)
      .sort((a, b) => a - b);
  }

  count(colour) {
    return this.squaresOf(colour).length;
  }

  get fen() {
    const list = (colour) =>
      this.squaresOf(colour)
        .map((square) => (isKing(this.pieces.get(square)) ? "K" : "") + square)
        .join(",");
    return `${this.side === "white" ? "W" : "B"}:W${list("white")}:B${list("black")}`;
  }
}

function squareOf(text, width) {
  const square = /^\d{1,2}$/.test(text) ? Number(text) : squareNamed(text, width);
  return square !== null && square >= 1 && square <= squareCount(width) ? square : null;
}

function placePieces(pieces, list, colour, width) {
  for (const item of list.split(",").filter((part) => part !== "")) {
    const match = /^(k?)([a-j]?\d{1,2})(?:-([a-j]?\d{1,2}))?$/i.exec(item);
    const first = match && squareOf(match[2], width);
    const last = match && (match[3] ? squareOf(match[3], width) : first);
    if (!first || !last || last < first) return false;
    for (let square = first; square <= last; ++square) {
      if (pieces.has(square)) return false;
      pieces.set(square, `${colour}-${match[1] ? "king" : "man"}`);
    }
  }
  return true;
}

/** The position, or null where the text cannot be drawn: the server's answer then says what is wrong with it. */
export function parseFen(text, width) {
  const parts = text
    .replace(/\s+/g, "")
    .replace(/\.$/, "")
    .split(":")
    .filter((part, index) => index < 3 || !/^[HF]\d+$/i.test(part));
  const side = { w: "white", b: "black" }[parts[0]?.toLowerCase()];
  if (!side || parts.length !== 3) return null;
  const pieces = new Map();
  const seen = new Set();
  for (const part of parts.slice(1)) {
    const colour = { w: "white", b: "black" }[part[0]?.toLowerCase()];
    if (!colour || seen.has(colour)) return null;
    seen.add(colour);
    // "B" of "BK21" is the side; "Bb2,d4" on 8x8 is the side and the square b2, so only one letter is taken.
    if (!placePieces(pieces, part.slice(1), colour, width)) return null;
  }
  return new Position(width, pieces, side);
}

/** The squares that a move of any answer passes, from its origin to its destination. */
export function pathOf(move) {
  return move.path ?? move.uci?.match(/../g)?.map(Number) ?? [move.from, move.to];
}
