// A small drawing of a position, to look at only.

import { svg } from "./element.js";
import { placeOf, squareCount } from "./geometry.js";
import { pieceDrawing } from "./pieces.js";

const CELL = 100;

function piece(square, name, width) {
  const { row, column } = placeOf(square, width);
  const drawing = pieceDrawing(name);
  drawing.setAttribute("transform", `translate(${(column + 0.5) * CELL} ${(row + 0.5) * CELL})`);
  return drawing;
}

/** `words`: what a screen reader says in place of it. */
export function miniBoard(position, words) {
  const { width } = position;
  const size = width * CELL;
  const squares = [];
  for (let square = 1; square <= squareCount(width); ++square) {
    const { row, column } = placeOf(square, width);
    squares.push(svg("rect", { class: "mini-dark", x: column * CELL, y: row * CELL, width: CELL, height: CELL }));
  }
  const pieces = [...position.pieces].map(([square, name]) => piece(square, name, width));
  return svg(
    "svg",
    { viewBox: `0 0 ${size} ${size}`, class: "mini-board", role: "img", "aria-label": words },
    svg("rect", { class: "mini-light", width: size, height: size }),
    squares,
    pieces,
  );
}
