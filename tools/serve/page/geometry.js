// Numbering of the playable squares: row by row from Black's side, dark squares only, lower-left corner dark.
// `width` is 8 or 10; squares count from 1, rows and columns from 0 at the top left.

export const squareCount = (width) => (width * width) / 2;

export function placeOf(square, width) {
  const half = width / 2;
  const row = Math.floor((square - 1) / half);
  const column = 2 * ((square - 1) % half) + (row % 2 === 0 ? 1 : 0);
  return { row, column };
}

/** The square there, or null where it is off the board or light. */
export function squareAt(row, column, width) {
  if (row < 0 || column < 0 || row >= width || column >= width || (row + column) % 2 === 0) return null;
  return row * (width / 2) + Math.floor(column / 2) + 1;
}

/** "c3" on 8x8 and 10x10 alike: a1 is the lower-left corner. */
export function letterName(square, width) {
  const { row, column } = placeOf(square, width);
  return String.fromCharCode(97 + column) + (width - row);
}

/** The square with that name, or null. */
export function squareNamed(name, width) {
  const match = /^([a-j])(\d{1,2})$/i.exec(name);
  return match ? squareAt(width - Number(match[2]), match[1].toLowerCase().charCodeAt(0) - 97, width) : null;
}

export const squareName = (square, width, names) => (names === "letters" ? letterName(square, width) : String(square));

/** A move's text with its squares named the other way. */
export const moveText = (text, width, names) =>
  names === "letters" ? text.replace(/\d+/g, (number) => letterName(Number(number), width)) : text;

/** Where an arrow key leads among the playable squares as the reader sees them, staying at the edge. */
export function stepFrom(square, key, width, flipped) {
  const half = width / 2;
  const index = flipped ? squareCount(width) - square : square - 1;
  const row = Math.floor(index / half);
  const place = index % half;
  const moves = {
    ArrowLeft: [row, Math.max(place - 1, 0)],
    ArrowRight: [row, Math.min(place + 1, half - 1)],
    ArrowUp: [Math.max(row - 1, 0), place],
    ArrowDown: [Math.min(row + 1, width - 1), place],
    Home: [row, 0],
    End: [row, half - 1],
    PageUp: [0, place],
    PageDown: [width - 1, place],
  };
  if (!(key in moves)) return null;
  const [toRow, toPlace] = moves[key];
  const target = toRow * half + toPlace;
  return flipped ? squareCount(width) - target : target + 1;
}
