// The field that shows the position as text and takes another.

import * as api from "./api.js";
import { byId } from "./element.js";
import { parseFen } from "./position.js";
import { texts } from "./texts.js";

const asked = new api.Latest();

export function showFen(fen) {
  byId("fen").value = fen;
  showFenProblem("");
}

export function showFenProblem(message) {
  byId("fen-problem").textContent = message;
  byId("fen").setAttribute("aria-invalid", String(message !== ""));
}

/** Resolves to the position if the server takes the text; otherwise shows the server's reason and resolves to null. */
export async function readFen(text, ruleset) {
  try {
    const answer = await asked.run((signal) => api.legalMoves(ruleset.name, text, signal));
    const position = parseFen(answer.fen, ruleset.width);
    if (!position) showFenProblem(texts.errors.undrawable);
    return position;
  } catch (error) {
    if (!api.isCancelled(error)) showFenProblem(error.message);
    return null;
  }
}
