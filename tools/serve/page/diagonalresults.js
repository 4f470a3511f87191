// What the server says of each square at one count: its colour, its sign, its words.

import { texts } from "./texts.js";
import { SIGNS } from "./value.js";

/** The server's words for a result, from the kings' best to their worst, with the value that it is to the kings. */
export const RESULTS = new Map([
  ["strong win", "win"],
  ["cursed win", "cursed-win"],
  ["draw", "draw"],
  ["lone win", "loss"],
]);

/** The result of a square of the answer at this count; without a count the server gives one for all. */
export const resultAt = (entry, count) => entry.results[Math.min(count, entry.results.length - 1)];

/** How many squares have each result, in the order of RESULTS. */
export function countResults(answer, count) {
  const found = new Map([...RESULTS.keys()].map((result) => [result, 0]));
  for (const entry of answer.squares) {
    const result = resultAt(entry, count);
    found.set(result, found.get(result) + 1);
  }
  return found;
}

/** The colours of the board: see Board.setTints. */
export function tintsOf(answer, count) {
  return new Map(
    answer.squares.map((entry) => {
      const result = resultAt(entry, count);
      const kind = RESULTS.get(result);
      const words = entry.capture
        ? texts.diagonal.withCapture(texts.diagonal.results[result])
        : texts.diagonal.results[result];
      return [entry.square, { kind, sign: SIGNS[kind], words }];
    }),
  );
}

/** The lone king's own moves within `plies`, the win being the kings'. */
const loneMoves = (plies, side) => (side === "lone" ? plies / 2 : (plies - 1) / 2);

/** The value in words: "Lone king on 21: the kings win in 25 plies; by then ...". */
export function wordsOf(answer, entry, count) {
  const words = texts.diagonal.square;
  const { limit, side } = answer;
  const say = () => {
    switch (resultAt(entry, count)) {
      case "strong win":
        return limit === null || entry.dtw === null
          ? words.won(entry.dtw)
          : `${words.won(entry.dtw)}; ${words.made(count + loneMoves(entry.dtw, side), limit)}`;
      case "cursed win":
        return words.cursed(entry.dtw, limit);
      case "lone win":
        return words.loneWin(entry.dtw);
      default:
        // A draw has a distance only where it is the count that makes it one.
        return entry.dtw === null ? words.draw : words.drawByCount(limit);
    }
  };
  const text = words.lone(entry.square, say());
  return entry.capture ? `${text} ${texts.diagonal.mustCapture(side)}` : text;
}
